/*
 * The waiting list: 10,000 entries of six wishes are offered seats of 30,000 by the service's own
 * worker, and that they were served in the order they came is looked at. The yardstick takes as
 * many rows from a table in their order, one at a time, with SKIP LOCKED.
 * Both on a server that waits for its disk, as a house's does: what was offered or taken must not
 * be forgotten.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/engine/chores.h"
#include "tests/bench/bench.h"
#include "tests/bench/big_house.h"
#include "tests/lib/redis_server.h"

enum { ENTRIES = 10000, SEATS = 30000, ROUNDS = 3 };

struct line_bench {
    struct big_house house;
    struct redis_server redis;
    int rounds;
};

static void start_anew(struct big_house *house)
{
    pg_server_do(house->bare,
                 "DELETE FROM loge.waitlist; DELETE FROM loge.claim; DELETE FROM loge.hold;"
                 "UPDATE loge.show_seat SET status = 0, holder = NULL, held_until = 0,"
                 " version = version + 1 WHERE status = 1;"
                 "INSERT INTO loge.waitlist (house, id, show_no, status, name, email, phone, party,"
                 " class_no, section, accessible, aisle, together, joined_at, version)"
                 " SELECT s.house, gen_random_uuid(), s.no, 0, 'Guest ' || n, 'g@example.org', '',"
                 " 1 + n % 3, -1, '', 0, false, n % 2 = 0, n, 1"
                 " FROM loge.show AS s, generate_series(1, 10000) AS n");
    pg_server_do(house->bare, "VACUUM ANALYZE");
}

static void look_at_the_order(struct big_house *house)
{
    long long early = pg_server_count(
        house->bare, "SELECT count(*) FROM (SELECT w.joined_at, lag(w.joined_at) OVER"
                     " (ORDER BY e.id) AS before FROM loge.event AS e JOIN loge.waitlist AS w"
                     " ON w.house = e.house AND w.id = e.subject WHERE w.status = 1) AS served"
                     " WHERE served.joined_at < served.before");
    long long offered =
        pg_server_count(house->bare, "SELECT count(*) FROM loge.waitlist WHERE status = 1");
    if (early || offered != ENTRIES)
        bench_fail("%lld were offered seats, %lld of them too early", offered, early);
}

/* The service's own store, as its worker has it. Each round is a house that Redis knows nothing of.
 */
static struct store *open_front(struct line_bench *bench)
{
    char name[16];
    struct store *store;
    struct err err;
    snprintf(name, sizeof name, "bench-%d", bench->rounds++);
    const struct redis_config config = {
        .house = name, .address = bench->redis.address, .connect_ms = 2000, .command_ms = 500};
    if (house_store_open(big_house_store(&bench->house), &config, &bench->house.desk.clock, true,
                         &store, &err))
        bench_fail("%s", err.text);
    house_store_keep_maps(store);
    return store;
}

static int64_t serve_step(struct line_bench *bench, struct desk *desk)
{
    const struct chore chore = chore_waiting();
    struct err err = {0};
    struct chore_step step = {
        .desk = desk, .meta = big_house_manager(&bench->house), .instance = "bench"};
    step.meta.arena = arena_new();
    if (chore.step(chore.ctx, &step, &err) || step.left.rc || !step.done)
        bench_fail("nobody was served: %s %s", err.text, step.left.text);
    arena_free(&step.meta.arena);
    return step.done;
}

static int64_t serve_line(void *ctx)
{
    struct line_bench *bench = ctx;
    struct desk desk = bench->house.desk;
    int64_t served = 0;
    start_anew(&bench->house);
    desk.store = open_front(bench);
    int64_t start = bench_now();
    while (served < ENTRIES)
        served += serve_step(bench, &desk);
    int64_t spent = bench_now() - start;
    store_close(&desk.store);
    look_at_the_order(&bench->house);
    return spent;
}

static int64_t take_rows(void *ctx)
{
    struct big_house *house = &((struct line_bench *)ctx)->house;
    pg_server_do(house->bare,
                 "DROP TABLE IF EXISTS public.line;"
                 "CREATE TABLE public.line (id uuid PRIMARY KEY, joined_at bigint NOT NULL,"
                 " status smallint NOT NULL DEFAULT 0);"
                 "INSERT INTO public.line SELECT gen_random_uuid(), n FROM"
                 " generate_series(1, 10000) AS n;"
                 "CREATE INDEX line_next ON public.line (joined_at, id) WHERE status = 0");
    pg_server_do(house->bare, "VACUUM ANALYZE public.line");
    pg_server_do(house->bare,
                 "DEALLOCATE ALL; PREPARE take AS UPDATE public.line SET status = 1 WHERE id ="
                 " (SELECT id FROM public.line WHERE status = 0 ORDER BY joined_at, id"
                 " LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id");
    int64_t start = bench_now();
    for (int i = 0; i < ENTRIES; i++)
        PQclear(PQexecPrepared(house->bare, "take", 0, NULL, NULL, NULL, 0));
    int64_t spent = bench_now() - start;
    if (pg_server_count(house->bare, "SELECT count(*) FROM public.line WHERE status = 0"))
        bench_fail("the yardstick left something in its line");
    return spent;
}

static void wait_for_the_disk(PGconn *conn)
{
    static const char *const said[] = {"ALTER SYSTEM SET fsync = on",
                                       "ALTER SYSTEM SET full_page_writes = on",
                                       "SELECT pg_reload_conf()"};
    for (int i = 0; i < COUNT_OF(said); i++)
        pg_server_do(conn, said[i]);
}

int main(void)
{
    static struct line_bench bench = {.house.seats = SEATS};
    const struct bench_figure figure = {
        .name = "serve.waitlist",
        .goal = ">=0.3",
        .what =
            "10,000 of a waiting list offered seats in order; a bare SKIP LOCKED dequeue, durable",
        .rounds = ROUNDS,
        .units = ENTRIES,
        .ours = serve_line,
        .bare = take_rows};
    if (!bench_wanted(figure.name))
        return bench_end();
    if (!big_house_open(&bench.house, figure.name))
        return bench_end();
    redis_server_start(&bench.redis);
    wait_for_the_disk(bench.house.bare);
    bench_run(&figure, &bench);
    redis_server_stop(&bench.redis);
    big_house_close(&bench.house);
    return bench_end();
}
