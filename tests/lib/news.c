#include "config.h"

#include "tests/lib/news.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "src/base/clock.h"

/*
 * A message tells of as many seats as another till's order has; or, when they are rare, of two
 * that change places: then nothing but those two is drawn, as the sums stay as they were.
 */
enum { ORDER_SEATS = 10, RARE = 100, RARE_SEATS = 2, STRIDE = 7919, VISIBLE = 40 };

struct news {
    struct counter_port port;
    const struct counter_port *counter;
    struct clock clock;
    int seats, changes_a_second;
    int64_t begun, told; /* changes so far */
    uint32_t version;
    int timer, both;
};

static int64_t due(const struct news *news)
{
    return (clock_mono(&news->clock) - news->begun) * news->changes_a_second / 1000;
}

static int batch(const struct news *news)
{
    return news->changes_a_second < RARE ? RARE_SEATS : ORDER_SEATS;
}

/* All over the hall when there are many, else where the first section shows them. */
static void next_seat(struct news *news, struct map_seat *seat)
{
    int64_t n = news->told++;
    bool rare = news->changes_a_second < RARE, taken = rare ? n % 2 : n / 64 % 2;
    if (rare && n / 2 % 2) /* and back again */
        taken = !taken;
    seat->seat =
        (int32_t)(rare ? n / 4 * STRIDE % VISIBLE + n % 2 * VISIBLE : n * STRIDE % news->seats);
    seat->state.version = ++news->version;
    seat->state.status = taken ? SEAT_SOLD : SEAT_AVAILABLE;
}

static void tell(struct news *news, struct evt *evt)
{
    int count = batch(news);
    *evt = (struct evt){.kind = EVT_SEATS, .arena = arena_new()};
    evt->u.seats.at = arena_array(evt->arena, (size_t)count, sizeof *evt->u.seats.at);
    evt->u.seats.count = count;
    for (int i = 0; i < count; i++)
        next_seat(news, &evt->u.seats.at[i]);
}

static bool receive(void *ctx, struct evt *evt)
{
    struct news *news = ctx;
    uint64_t expired;
    if (news->counter->receive(news->counter->ctx, evt))
        return true;
    (void)!read(news->timer, &expired, sizeof expired);
    if (due(news) < news->told + batch(news))
        return false;
    tell(news, evt);
    return true;
}

static bool send_on(void *ctx, const struct cmd *cmd)
{
    struct news *news = ctx;
    return news->counter->send(news->counter->ctx, cmd);
}

static int fd_of_both(void *ctx)
{
    return ((struct news *)ctx)->both;
}

static void watch(struct news *news, int fd)
{
    struct epoll_event event = {.events = EPOLLIN};
    if (epoll_ctl(news->both, EPOLL_CTL_ADD, fd, &event) != 0)
        abort();
}

static void begin(struct news *news)
{
    int64_t every_ns = (int64_t)1000000000 * batch(news) / news->changes_a_second;
    struct timespec period = {every_ns / 1000000000, every_ns % 1000000000};
    struct itimerspec timer = {period, period};
    news->both = epoll_create1(EPOLL_CLOEXEC);
    news->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    timerfd_settime(news->timer, 0, &timer, NULL);
    watch(news, news->timer);
    watch(news, news->counter->fd(news->counter->ctx));
    news->begun = clock_mono(&news->clock);
    news->version = 1000000; /* newer than whatever the counter told */
}

struct news *news_new(const struct counter_port *counter, int seats, int changes_a_second)
{
    struct news *news = x_alloc(sizeof *news);
    news->counter = counter;
    news->clock = clock_system();
    news->seats = seats;
    news->changes_a_second = changes_a_second;
    news->port = (struct counter_port){send_on, receive, fd_of_both, news, NULL};
    begin(news);
    return news;
}

void news_free(struct news **news)
{
    if (!*news)
        return;
    close((*news)->both);
    close((*news)->timer);
    free(*news);
    *news = NULL;
}

const struct counter_port *news_port(struct news *news)
{
    return &news->port;
}
