#include "config.h"

#include "src/adapter/redis_feed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "src/base/text.h"

enum { PING_MS = 2000, SILENCE_MS = 3000 };

struct redis_feed {
    struct feed base;
    struct redis_link *link;
    const struct clock *clock;
    struct redis_wire wire;
    struct breaker breaker;
    int epoll;
    int32_t show;               /* 0: none */
    bool confirmed;             /* the server says we are subscribed */
    bool told;                  /* and the follower knows where it begins */
    int64_t heard_at, asked_at; /* monotonic */
};

static struct redis_feed *feed_of(struct feed *feed)
{
    return (struct redis_feed *)(void *)feed;
}

/* ---- lines ---------------------------------------------------------------------------------- */

int feed_line_write(const struct feed_note *note, char out[FEED_LINE])
{
    char holder[UUID_TEXT] = "-";
    if (!uuid_is_zero(&note->state.holder))
        uuid_text(&note->state.holder, holder);
    return snprintf(out, FEED_LINE, "%d %u %s %s %lld %u %u\n", note->seat, note->state.version,
                    seat_status_name((enum seat_status)note->state.status), holder,
                    (long long)note->state.held_until, note->state.open_to, note->state.allotment);
}

enum { LINE_WORDS = 7 };

static bool split(char *line, char *words[LINE_WORDS])
{
    char *rest = line;
    for (int i = 0; i < LINE_WORDS; i++)
        words[i] = strsep(&rest, " ");
    return words[LINE_WORDS - 1] && !rest;
}

static bool number(const char *text, int64_t most, int64_t *out)
{
    return text_to_int(text, 0, most, out);
}

bool feed_line_read(const char *line, size_t size, struct feed_note *note)
{
    char copy[FEED_LINE], *words[LINE_WORDS];
    int64_t seat, version, until, open_to, allotment;
    enum seat_status status;
    struct uuid holder = {{0}};
    if (size >= sizeof copy || memchr(line, '\0', size))
        return false;
    memcpy(copy, line, size);
    copy[size] = '\0';
    if (!split(copy, words) || !number(words[0], INT32_MAX, &seat) ||
        !number(words[1], UINT32_MAX, &version) || !seat_status_parse(words[2], &status) ||
        (strcmp(words[3], "-") != 0 && !uuid_parse(words[3], &holder)) ||
        !number(words[4], INT64_MAX, &until) || !number(words[5], UINT8_MAX, &open_to) ||
        !number(words[6], UINT16_MAX, &allotment))
        return false;
    note->seat = (int32_t)seat;
    note->state = (struct seat_state){
        holder, until, (uint32_t)version, (uint8_t)status, (uint8_t)open_to, (uint16_t)allotment};
    return true;
}

/* Of how many seats it is: more could not be in a message. */
enum { MOVED_MOST = 1000000 };

static int write_moved(const int32_t moved[SEAT_STATUS_COUNT], char out[FEED_LINE])
{
    return snprintf(out, FEED_LINE, "moved %d %d %d %d\n", moved[SEAT_AVAILABLE], moved[SEAT_HELD],
                    moved[SEAT_SOLD], moved[SEAT_BLOCKED]);
}

static bool read_moved(const char *line, size_t size, struct feed_notes *notes)
{
    char copy[FEED_LINE], *rest = copy;
    int64_t by[SEAT_STATUS_COUNT];
    if (size >= sizeof copy || memchr(line, '\0', size))
        return false;
    memcpy(copy, line, size);
    copy[size] = '\0';
    if (strcmp(strsep(&rest, " "), "moved") != 0)
        return false;
    for (int i = 0; i < SEAT_STATUS_COUNT; i++)
        if (!rest || !text_to_int(strsep(&rest, " "), -MOVED_MOST, MOVED_MOST, &by[i]))
            return false;
    for (int i = 0; i < SEAT_STATUS_COUNT && !rest; i++)
        notes->moved[i] += by[i];
    return !rest;
}

static void read_lines(const char *text, size_t size, struct arena *arena, struct feed_notes *notes)
{
    while (size) {
        const char *end = memchr(text, '\n', size);
        size_t length = end ? (size_t)(end - text) : size;
        struct feed_note note;
        if (!read_moved(text, length, notes) && feed_line_read(text, length, &note))
            *LIST_ADD(arena, &notes->list) = note;
        size -= length + (end != NULL);
        text += length + (end != NULL);
    }
}

static void publish(struct feed *feed, int32_t show, const struct feed_note *notes, int count,
                    const int32_t moved[SEAT_STATUS_COUNT])
{
    struct redis_link *link = feed_of(feed)->link;
    char channel[REDIS_HOUSE + 24];
    char *text = x_alloc(((size_t)count + 1) * FEED_LINE);
    size_t size = (size_t)write_moved(moved, text);
    for (int i = 0; i < count; i++)
        size += (size_t)feed_line_write(&notes[i], text + size);
    redis_start(link, show);
    redis_word(link, "PUBLISH");
    redis_word(link, redis_channel(link, show, channel, sizeof channel));
    redis_bytes(link, text, size);
    redis_tell(link);
    free(text);
}

/* ---- the wire ------------------------------------------------------------------------------- */

static void hang_up(struct redis_feed *feed)
{
    redis_wire_close(&feed->wire); /* leaves the epoll set by itself */
    feed->confirmed = feed->told = false;
}

static void lost(struct redis_feed *feed)
{
    hang_up(feed);
    breaker_report(&feed->breaker, BREAKER_FAILED, clock_mono(feed->clock));
}

static enum rc send_subscribe(struct redis_feed *feed)
{
    char channel[REDIS_HOUSE + 24], command[REDIS_HOUSE + 80];
    redis_channel(feed->link, feed->show, channel, sizeof channel);
    int size = snprintf(command, sizeof command, "*2\r\n$9\r\nSUBSCRIBE\r\n$%zu\r\n%s\r\n",
                        strlen(channel), channel);
    return redis_wire_send(&feed->wire, command, (size_t)size, REDIS_WAIT_MS, NULL);
}

static bool listen_to(struct redis_feed *feed)
{
    struct epoll_event readable = {.events = EPOLLIN};
    int64_t now = clock_mono(feed->clock);
    if (feed->wire.fd >= 0)
        return true;
    if (!breaker_allows(&feed->breaker, now))
        return false;
    if (redis_link_open_wire(feed->link, &feed->wire, NULL) ||
        epoll_ctl(feed->epoll, EPOLL_CTL_ADD, feed->wire.fd, &readable) || send_subscribe(feed)) {
        lost(feed);
        return false;
    }
    feed->heard_at = feed->asked_at = now;
    return true;
}

static bool is_word(const redisReply *reply, const char *word)
{
    return reply->type == REDIS_REPLY_STRING && strcmp(reply->str, word) == 0;
}

/* {"message", channel, text}, {"subscribe", channel, 1}, {"pong", ""}; anything else is a stranger.
 */
static bool hear(struct redis_feed *feed, const redisReply *reply, struct arena *arena,
                 struct feed_notes *notes)
{
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements < 2)
        return false;
    if (reply->elements == 3 && is_word(reply->element[0], "message") &&
        reply->element[2]->type == REDIS_REPLY_STRING) {
        read_lines(reply->element[2]->str, (size_t)reply->element[2]->len, arena, notes);
        return true;
    }
    if (is_word(reply->element[0], "subscribe")) {
        feed->confirmed = true;
        breaker_report(&feed->breaker, BREAKER_OK, clock_mono(feed->clock));
        return true;
    }
    return is_word(reply->element[0], "pong");
}

static bool hear_all(struct redis_feed *feed, struct arena *arena, struct feed_notes *notes)
{
    redisReply *reply = NULL;
    bool well = true;
    do {
        if (redis_wire_poll(&feed->wire, &reply, NULL))
            return false;
        if (!reply)
            break;
        well = hear(feed, reply, arena, notes);
        feed->heard_at = clock_mono(feed->clock);
        freeReplyObject(reply);
    } while (well);
    return well;
}

static bool still_there(struct redis_feed *feed)
{
    static const char ping[] = "*1\r\n$4\r\nPING\r\n";
    int64_t now = clock_mono(feed->clock);
    if (now - feed->heard_at >= SILENCE_MS && feed->asked_at > feed->heard_at)
        return false;
    if (now - feed->heard_at < PING_MS || now - feed->asked_at < PING_MS)
        return true;
    feed->asked_at = now;
    return redis_wire_send(&feed->wire, ping, sizeof ping - 1, REDIS_WAIT_MS, NULL) == RC_OK;
}

static bool take(struct feed *base, struct arena *arena, struct feed_notes *notes)
{
    struct redis_feed *feed = feed_of(base);
    *notes = (struct feed_notes){0};
    if (!feed->show || !listen_to(feed))
        return false;
    if (!hear_all(feed, arena, notes) || !still_there(feed)) {
        lost(feed);
        return false;
    }
    bool alive = feed->told;
    feed->told = feed->confirmed;
    return alive;
}

static void subscribe(struct feed *base, int32_t show)
{
    struct redis_feed *feed = feed_of(base);
    if (feed->show == show)
        return;
    hang_up(feed);
    feed->show = show;
    if (show)
        listen_to(feed);
}

static int fd(struct feed *feed)
{
    return feed_of(feed)->epoll;
}

/* ---- life ----------------------------------------------------------------------------------- */

static void close_feed(struct feed *base)
{
    struct redis_feed *feed = feed_of(base);
    redis_wire_close(&feed->wire);
    close(feed->epoll);
    free(feed);
}

enum rc redis_feed_new(struct redis_link *link, const struct clock *clock, struct feed **out,
                       struct err *err)
{
    static const struct feed_ops ops = {.name = "redis",
                                        .publish = publish,
                                        .subscribe = subscribe,
                                        .take = take,
                                        .fd = fd,
                                        .close = close_feed};
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    *out = NULL;
    if (epoll < 0)
        return err_set_errno(err, RC_CONFIG, "cannot watch the feed");
    struct redis_feed *feed = x_alloc(sizeof *feed);
    *feed = (struct redis_feed){
        .base = {&ops}, .link = link, .clock = clock, .wire = {.fd = -1}, .epoll = epoll};
    *out = &feed->base;
    return RC_OK;
}
