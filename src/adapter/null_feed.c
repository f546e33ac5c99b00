#include "config.h"

#include "src/adapter/null_feed.h"

static void publish(struct feed *feed, int32_t show, const struct feed_note *notes, int count,
                    const int32_t moved[SEAT_STATUS_COUNT])
{
}

static void subscribe(struct feed *feed, int32_t show)
{
}

static bool take(struct feed *feed, struct arena *arena, struct feed_notes *notes)
{
    *notes = (struct feed_notes){0};
    return false;
}

static int fd(struct feed *feed)
{
    return -1;
}

static void close_feed(struct feed *feed)
{
}

struct feed *null_feed(void)
{
    static const struct feed_ops ops = {.name = "none",
                                        .publish = publish,
                                        .subscribe = subscribe,
                                        .take = take,
                                        .fd = fd,
                                        .close = close_feed};
    static struct feed feed = {&ops};
    return &feed;
}
