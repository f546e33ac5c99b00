/*
 * The waiting list, as the service's own worker serves it.
 *
 *   serve.waitlist    10,000 entries of six wishes are offered seats of 30,000, and that they were
 *                     served in the order they came is looked at. The yardstick takes as many rows
 *                     from a table in their order, one at a time, with SKIP LOCKED
 *   serve.freed_seat  how long until a seat that becomes free is somebody's of the line (the 95th
 *                     percentile of 300, one after the other), by the house's log; against ten
 *                     seconds
 *
 * All on a server that waits for its disk, as a house's does: what was offered or taken must not
 * be forgotten. Line and holds were never analysed; the table of the yardstick is.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/engine/chore_thread.h"
#include "src/engine/chores.h"
#include "tests/bench/bench.h"
#include "tests/bench/big_hall.h"
#include "tests/bench/big_house.h"
#include "tests/bench/servers.h"
#include "tests/lib/redis_server.h"

enum { ENTRIES = 10000, SEATS = 30000, ROUNDS = 3 };
enum { FREED = 300, FREED_EVERY_MS = 40, APART = 97, LOOK_MS = 50, PATIENCE_MS = 120000 };
#define GOAL_NS ((int64_t)10 * 1000000000)

struct line_bench {
    struct big_house house;
    struct redis_server redis;
    int rounds;
};

static void start_anew(struct big_house *house)
{
    pg_server_do(house->bare,
                 "TRUNCATE loge.waitlist, loge.claim, loge.hold CASCADE;"
                 "UPDATE loge.show_seat SET status = 0, holder = NULL, held_until = 0,"
                 " version = version + 1 WHERE status = 1;"
                 "INSERT INTO loge.waitlist (house, id, show_no, status, name, email, phone, party,"
                 " class_no, section, accessible, aisle, together, joined_at, code, till,"
                 " version)"
                 " SELECT s.house, gen_random_uuid(), s.no, 0, 'Guest ' || n, 'g@example.org', '',"
                 " 1 + n % 3, -1, '', 0, false, n % 2 = 0, n, 'W-' || n,"
                 " 'till-1', 1"
                 " FROM loge.show AS s, generate_series(1, 10000) AS n");
    pg_server_do(house->bare, "VACUUM loge.show_seat"); /* each round leaves dead rows */
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

/* ---- a seat that becomes free ---------------------------------------------------------------- */

/* Of each seat that was freed, when it was and when it was somebody's. */
static const char freed_sql[] =
    "SELECT count(*) FROM loge.event AS f JOIN loge.event AS h ON h.house = f.house"
    " AND h.show_no = f.show_no AND h.seat_no = f.seat_no AND h.version = f.version + 1"
    " WHERE f.was = 3 AND f.became = 0 AND h.became = 1";
static const char p95_sql[] =
    "SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY h.at - f.at) FROM loge.event AS f"
    " JOIN loge.event AS h ON h.house = f.house AND h.show_no = f.show_no"
    " AND h.seat_no = f.seat_no AND h.version = f.version + 1"
    " WHERE f.was = 3 AND f.became = 0 AND h.became = 1";

struct freeing {
    struct line_bench *bench;
    struct plan *plan;
    int next;
};

static void free_one(void *ctx)
{
    struct freeing *freeing = ctx;
    struct desk *desk = &freeing->bench->house.desk;
    struct act_meta meta = big_house_manager(&freeing->bench->house);
    struct outcome out = {0};
    char label[SEAT_TEXT];
    const char *labels[] = {plan_seat_label(freeing->plan, freeing->next, label)};
    freeing->next += APART;
    meta.reason = "bench";
    desk_seats_unblock(desk, &meta, BIG_SHOW, labels, COUNT_OF(labels), &out);
    big_house_expect(&out, "unblock");
}

/* As the service has it: on a thread and with a desk of its own. */
static struct chore_thread *start_worker(struct line_bench *bench, struct desk *desk)
{
    static const struct actor service = {.name = "ruth", .till = "service", .role = ROLE_MANAGER};
    const struct chore chore = chore_waiting();
    struct err err;
    *desk = bench->house.desk;
    desk->store = open_front(bench);
    struct chore_thread *thread = chore_thread_start(&chore, desk, &service, &err);
    if (!thread)
        bench_fail("%s", err.text);
    return thread;
}

static void wait_until_all_are_given(struct big_house *house)
{
    const struct clock clock = clock_system();
    for (int waited = 0; pg_server_count(house->bare, freed_sql) < FREED; waited += LOOK_MS) {
        if (waited > PATIENCE_MS)
            bench_fail("a seat that was freed is nobody's");
        clock.pause_ms(clock.ctx, LOOK_MS);
    }
}

static int64_t give_freed_seats(void *ctx)
{
    struct line_bench *bench = ctx;
    struct big_house *house = &bench->house;
    struct freeing freeing = {.bench = bench, .plan = big_hall(house->arena, SEATS)};
    struct desk desk;
    start_anew(house);
    pg_server_do(house->bare, "DELETE FROM loge.event");
    pg_server_do(house->bare, "UPDATE loge.show_seat SET status = 3, version = version + 1");
    struct chore_thread *worker = start_worker(bench, &desk);
    bench_beat((int64_t)FREED_EVERY_MS * 1000000, FREED, free_one, &freeing);
    wait_until_all_are_given(house);
    chore_thread_join(&worker);
    store_close(&desk.store);
    return pg_server_count(house->bare, p95_sql) * 1000000;
}

static void wait_for_the_disk(PGconn *conn)
{
    static const char *const said[] = {"ALTER SYSTEM SET fsync = on",
                                       "ALTER SYSTEM SET full_page_writes = on",
                                       "SELECT pg_reload_conf()"};
    for (int i = 0; i < COUNT_OF(said); i++)
        pg_server_do(conn, said[i]);
}

static const struct bench_figure figures[] = {
    {.name = "serve.waitlist",
     .goal = ">=0.3",
     .what = "10,000 of a waiting list offered seats in order; a bare SKIP LOCKED dequeue, durable",
     .rounds = ROUNDS,
     .units = ENTRIES,
     .ours = serve_line,
     .bare = take_rows},
    {.name = "serve.freed_seat",
     .goal = "<=1.0",
     .what = "a seat that becomes free until it is somebody's of 10,000 who wait (p95); 10 s",
     .ratio = BENCH_TIME,
     .rounds = 1,
     .ours = give_freed_seats,
     .budget = GOAL_NS},
};

int main(void)
{
    static struct line_bench bench = {.house.seats = SEATS};
    if (!bench_servers(figures, COUNT_OF(figures)))
        return bench_end();
    big_house_open(&bench.house);
    redis_server_start(&bench.redis);
    wait_for_the_disk(bench.house.bare);
    for (int i = 0; i < COUNT_OF(figures); i++)
        bench_run(&figures[i], &bench);
    redis_server_stop(&bench.redis);
    big_house_close(&bench.house);
    return bench_end();
}
