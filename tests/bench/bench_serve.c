/*
 * What it costs to be served over HTTP: 16 clients, each with a connection of its own, against the
 * same acts by the same 16 engines without HTTP. Both write into one house, with Redis.
 *
 *   serve.holds  two named seats into a hold
 *   serve.best   the two best seats of 20,000 into a hold
 */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "tests/bench/web_house.h"
#include "tests/bench/servers.h"
#include "tests/lib/web_client.h"

enum { HOLDS = 30, BESTS = 10, SEATS = 20000, ROUNDS = 5, CLIENT_SEATS = SEATS / WEB_ENGINES };

struct serve_bench {
    struct web_house web;
    struct buyer {
        struct serve_bench *bench;
        struct web_engine *engine;
        struct web_client wire;
        struct arena *arena;
        int next_seat;
    } clients[WEB_ENGINES];
    void (*act)(struct buyer *buyer);
    int times;
    pthread_barrier_t start;
};

/* ---- one act --------------------------------------------------------------------------------- */

static void next_pair(struct buyer *buyer, char labels[2][SEAT_TEXT])
{
    for (int i = 0; i < 2; i++)
        web_house_label(&buyer->bench->web, buyer->next_seat++, labels[i]);
}

static void post_hold(struct buyer *buyer, const char *body)
{
    if (!web_client_ask(&buyer->wire, "POST", "/api/holds", body))
        bench_fail("the service does not answer");
    if (buyer->wire.status != 201)
        bench_fail("a hold was answered with %d: %.300s", buyer->wire.status, buyer->wire.body);
}

static void hold_by_http(struct buyer *buyer)
{
    char labels[2][SEAT_TEXT], body[400];
    next_pair(buyer, labels);
    snprintf(body, sizeof body,
             "{\"showId\":\"" BIG_SHOW "\",\"customerEmail\":\"guest@example.org\","
             "\"showSeatIds\":[\"%s\",\"%s\"]}",
             labels[0], labels[1]);
    post_hold(buyer, body);
}

static void hold_by_engine(struct buyer *buyer)
{
    char labels[2][SEAT_TEXT];
    const char *const wish[2] = {labels[0], labels[1]};
    next_pair(buyer, labels);
    struct cmd cmd = {.u.hold = {.show = BIG_SHOW,
                                 .labels = wish,
                                 .count = 2,
                                 .email = "guest@example.org",
                                 .source = SOURCE_WEB,
                                 .channel = CHANNEL_WEB}};
    web_house_ask(buyer->engine, &cmd, CMD_HOLD, buyer->arena);
}

static void best_by_http(struct buyer *buyer)
{
    post_hold(buyer, "{\"showId\":\"" BIG_SHOW "\",\"customerEmail\":\"guest@example.org\","
                     "\"best\":{\"count\":2}}");
}

static void best_by_engine(struct buyer *buyer)
{
    struct cmd cmd = {
        .u.best = {.show = BIG_SHOW,
                   .request = {.count = 2, .class_no = -1, .section = -1, .channel = CHANNEL_WEB},
                   .email = "guest@example.org"}};
    web_house_ask(buyer->engine, &cmd, CMD_HOLD_BEST, buyer->arena);
}

/* ---- all at once ------------------------------------------------------------------------------
 */

static void *buyer_main(void *ctx)
{
    struct buyer *buyer = ctx;
    pthread_barrier_wait(&buyer->bench->start);
    for (int i = 0; i < buyer->bench->times; i++)
        buyer->bench->act(buyer);
    return NULL;
}

static int64_t run_all(struct serve_bench *bench, void (*act)(struct buyer *), int times)
{
    pthread_t threads[WEB_ENGINES];
    bench->act = act;
    bench->times = times;
    pthread_barrier_init(&bench->start, NULL, WEB_ENGINES + 1);
    for (int i = 0; i < WEB_ENGINES; i++)
        if (pthread_create(&threads[i], NULL, buyer_main, &bench->clients[i]) != 0)
            bench_fail("cannot start a thread");
    int64_t start = bench_now();
    pthread_barrier_wait(&bench->start);
    for (int i = 0; i < WEB_ENGINES; i++)
        pthread_join(threads[i], NULL);
    int64_t spent = bench_now() - start;
    pthread_barrier_destroy(&bench->start);
    return spent;
}

static int64_t holds_served(void *ctx)
{
    return run_all(ctx, hold_by_http, HOLDS);
}

static int64_t holds_bare(void *ctx)
{
    return run_all(ctx, hold_by_engine, HOLDS);
}

static int64_t bests_served(void *ctx)
{
    return run_all(ctx, best_by_http, BESTS);
}

static int64_t bests_bare(void *ctx)
{
    return run_all(ctx, best_by_engine, BESTS);
}

static void open_clients(struct serve_bench *bench)
{
    for (int i = 0; i < WEB_ENGINES; i++) {
        struct buyer *buyer = &bench->clients[i];
        *buyer = (struct buyer){.bench = bench,
                                .engine = &bench->web.engines[i],
                                .arena = arena_new(),
                                .next_seat = i * CLIENT_SEATS};
        web_client_open(&buyer->wire, api_port(bench->web.api), bench->web.token);
    }
}

static void close_clients(struct serve_bench *bench)
{
    for (int i = 0; i < WEB_ENGINES; i++) {
        web_client_close(&bench->clients[i].wire);
        arena_free(&bench->clients[i].arena);
    }
}

static const struct bench_figure figures[] = {
    {.name = "serve.holds",
     .goal = ">=0.7",
     .what = "holds of two seats over HTTP, 16 clients; the engines without it",
     .rounds = ROUNDS,
     .units = HOLDS * WEB_ENGINES,
     .ours = holds_served,
     .bare = holds_bare},
    {.name = "serve.best",
     .goal = ">=0.7",
     .what = "the best two of 20,000 seats over HTTP, 16 clients; the engines without it",
     .rounds = ROUNDS,
     .units = BESTS * WEB_ENGINES,
     .ours = bests_served,
     .bare = bests_bare},
};

int main(void)
{
    static struct serve_bench bench = {.web.house.seats = SEATS};
    if (!bench_servers(figures, COUNT_OF(figures)))
        return bench_end();
    web_house_open(&bench.web);
    open_clients(&bench);
    for (int i = 0; i < COUNT_OF(figures); i++)
        bench_run(&figures[i], &bench);
    close_clients(&bench);
    web_house_close(&bench.web);
    return bench_end();
}
