/*
 * How soon another till knows of a change while 1,000 a second flow: from the moment an act is sent
 * to the moment the other till's map has the seat. Four tills of one house hold two seats every 8
 * ms each, with PostgreSQL and Redis; a fifth follows the show as a console does. (The way to
 * its screen is bench_house_screen.c.)
 */
#include "config.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "tests/bench/bench.h"
#include "tests/lib/first_take.h"
#include "tests/bench/big_house.h"
#include "tests/bench/servers.h"
#include "tests/lib/redis_server.h"

enum { WRITERS = 4, ACTS = 375, SEATS_AN_ACT = 2, SAMPLES = WRITERS * ACTS * SEATS_AN_ACT };

#define PERIOD_NS   ((int64_t)8000000) /* of one writer: 4 * 2 seats in 8 ms are 1,000 a second */
#define PATIENCE_NS ((int64_t)5000000000)

struct feed_bench {
    struct big_house house;
    struct redis_server redis;
    struct clock clock;
    struct store *follower;
    struct writer {
        struct feed_bench *bench;
        struct store *store;
        struct arena *arena;
        struct uuid_source ids;
        int next_seat;
    } writers[WRITERS];
    int32_t show;
    _Atomic int64_t sent[BIG_SEATS]; /* by seat number */
    int64_t delays[SAMPLES];
    int seen;
    int64_t changes_a_second;
};

static struct store *join(struct feed_bench *bench, bool follow)
{
    const struct redis_config config = {
        .house = "bench", .address = bench->redis.address, .connect_ms = 2000, .command_ms = 500};
    struct store *store;
    struct err err;
    if (house_store_open(big_house_store(&bench->house), &config, &bench->clock, follow, &store,
                         &err) != RC_OK)
        bench_fail("%s", err.text);
    return store;
}

/* ---- those who change ----------------------------------------------------------------------- */

static struct changeset *two_seats(struct writer *writer)
{
    int64_t now = clock_wall(&writer->bench->clock);
    struct changeset *cs = changeset_new(writer->arena);
    struct hold *hold = LIST_ADD(writer->arena, &cs->holds);
    cs->key = uuid_make(&writer->ids, now);
    cs->now = now;
    cs->answer = "{}";
    cs->actor = (struct actor){.name = "ruth", .till = "till-1", .role = ROLE_MANAGER};
    *hold = (struct hold){.id = uuid_make(&writer->ids, now),
                          .show = writer->bench->show,
                          .holder = "ruth",
                          .till = "till-1",
                          .created_at = now,
                          .expires_at = now + 900000,
                          .ceiling_at = now + 900000};
    for (int i = 0; i < SEATS_AN_ACT; i++)
        *LIST_ADD(writer->arena, &cs->seats) = first_take(hold, writer->next_seat++);
    return cs;
}

static void hold_two(void *ctx)
{
    struct writer *writer = ctx;
    struct apply_result result;
    struct err err;
    arena_reset(writer->arena);
    struct changeset *cs = two_seats(writer);
    for (int i = 0; i < cs->seats.count; i++)
        writer->bench->sent[cs->seats.at[i].seat] = bench_now();
    if (writer->store->ops->apply(writer->store, cs, &result, &err) != RC_OK)
        bench_fail("%s", err.text);
    if (result.applied != APPLIED_OK)
        bench_fail("a hold was refused (%d)", result.applied);
}

static void *write_all(void *ctx)
{
    bench_beat(PERIOD_NS, ACTS, hold_two, ctx);
    return NULL;
}

/* ---- the one who looks ---------------------------------------------------------------------- */

static int64_t open_show(struct feed_bench *bench)
{
    struct arena *arena = arena_new();
    struct snapshot map;
    struct err err;
    if (bench->follower->ops->map_read(bench->follower, bench->show, arena, &map, &err) != RC_OK)
        bench_fail("%s", err.text);
    int64_t last = map.last_event;
    arena_free(&arena);
    return last;
}

static void look(struct feed_bench *bench, struct arena *arena, int64_t *last)
{
    struct store *store = bench->follower;
    struct fresh_seat *seats;
    struct err err;
    int count;
    if (store->ops->seats_since(store, bench->show, *last, SAMPLES, arena, &seats, &count, last,
                                &err) != RC_OK)
        bench_fail("%s", err.text);
    int64_t now = bench_now();
    for (int i = 0; i < count && bench->seen < SAMPLES; i++) {
        int64_t sent = bench->sent[seats[i].seat];
        if (sent && seats[i].state.status == SEAT_HELD)
            bench->delays[bench->seen++] = now - sent;
        bench->sent[seats[i].seat] = 0;
    }
    arena_reset(arena);
}

static void wait_for_feed(struct feed_bench *bench, struct arena *arena, int64_t *last)
{
    struct pollfd reader = {.fd = bench->follower->ops->watch_fd(bench->follower),
                            .events = POLLIN};
    int64_t end = bench_now() + PATIENCE_NS;
    while (!house_store_speed(bench->follower).feed_alive) {
        if (bench_now() > end)
            bench_fail("the feed does not come alive");
        look(bench, arena, last);
        poll(&reader, 1, 20);
    }
}

static void look_until_all(struct feed_bench *bench, struct arena *arena, int64_t *last)
{
    struct pollfd reader = {.fd = bench->follower->ops->watch_fd(bench->follower),
                            .events = POLLIN};
    int64_t start = bench_now(), end = start + ACTS * PERIOD_NS + PATIENCE_NS;
    while (bench->seen < SAMPLES) {
        if (bench_now() > end)
            bench_fail("%d of %d changes were heard of", bench->seen, SAMPLES);
        poll(&reader, 1, 20);
        look(bench, arena, last);
    }
    bench->changes_a_second = SAMPLES * (int64_t)1000000000 / (bench_now() - start);
}

static int by_value(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static int64_t p99(void *ctx)
{
    struct feed_bench *bench = ctx;
    pthread_t threads[WRITERS];
    struct arena *arena = arena_new();
    int64_t last = open_show(bench);
    bench->seen = 0;
    wait_for_feed(bench, arena, &last);
    for (int i = 0; i < WRITERS; i++)
        if (pthread_create(&threads[i], NULL, write_all, &bench->writers[i]) != 0)
            bench_fail("cannot start a thread");
    look_until_all(bench, arena, &last);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(threads[i], NULL);
    arena_free(&arena);
    qsort(bench->delays, SAMPLES, sizeof *bench->delays, by_value);
    return bench->delays[SAMPLES * 99 / 100];
}

/* ---- life ----------------------------------------------------------------------------------- */

static void open_all(struct feed_bench *bench)
{
    struct store *store = bench->house.desk.store;
    struct show show;
    bool found = false;
    struct err err;
    bench->clock = clock_system();
    if (store->ops->show_find(store, BIG_SHOW, bench->house.arena, &show, &found, &err) || !found)
        bench_fail("the show is not there");
    bench->show = show.no;
    redis_server_start(&bench->redis);
    bench->follower = join(bench, true);
    for (int i = 0; i < WRITERS; i++)
        bench->writers[i] = (struct writer){.bench = bench,
                                            .store = join(bench, false),
                                            .arena = arena_new(),
                                            .ids = {.rng = rng_system()},
                                            .next_seat = i * (BIG_SEATS / WRITERS)};
}

static void close_all(struct feed_bench *bench)
{
    store_close(&bench->follower);
    for (int i = 0; i < WRITERS; i++) {
        store_close(&bench->writers[i].store);
        arena_free(&bench->writers[i].arena);
    }
    redis_server_stop(&bench->redis);
    big_house_close(&bench->house);
}

int main(void)
{
    static struct feed_bench bench;
    const struct bench_figure figure = {.name = "house.feed",
                                        .goal = "<=1",
                                        .what = "p99 of a change on another till, 1,000 a second",
                                        .ratio = BENCH_TIME,
                                        .rounds = 5,
                                        .ours = p99,
                                        .budget = 100000000};
    if (!bench_servers(&figure, 1))
        return bench_end();
    big_house_open(&bench.house);
    open_all(&bench);
    bench_run(&figure, &bench);
    printf("  the last round: %lld changes a second were heard of, half within %.1f ms\n",
           (long long)bench.changes_a_second, (double)bench.delays[SAMPLES / 2] / 1e6);
    close_all(&bench);
    return bench_end();
}
