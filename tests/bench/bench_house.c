/*
 * Holding two seats in the house, 16 tills at once.
 *
 *   house.hold_apply     our store against pgbench sending the same writes raw: prepared, in a
 *                        pipeline, as a superuser whom no wall stops and who checks nothing
 *   house.hold_path      the whole way with Redis (locks, registry, publish) against the same
 *   house.hold_steps     our store against the same act as statements, one a round trip
 *   house.hold_far       the same with half a millisecond of way in each direction
 *   house.without_redis  the whole way with Redis dead against the whole way with it
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/pg_field.h"
#include "tests/bench/pg_steps.h"
#include "tests/bench/servers.h"
#include "tests/lib/cutter.h"

enum { HOLDS = 60, FAR_HOLDS = 30, WARM_UP = 10, FAR_US = 500 };

static int64_t ours(void *ctx)
{
    return field_run(ctx, field_apply, HOLDS);
}

static int64_t ours_from_afar(void *ctx)
{
    return field_run(ctx, field_apply, FAR_HOLDS);
}

/* ---- the yardstick: pgbench ----------------------------------------------------------------- */

/* Ids are numbers made wide; a run begins where the last one ended. */
#define ID "lpad(:n::text, 32, '0')::uuid"
#define SEAT_WRITES(seat, event)                                                                  \
    "UPDATE loge.show_seat SET status = 1, version = version + 1, holder = " ID ","               \
    " held_until = 2790000000000, open_to = 0"                                                    \
    " WHERE house = 1 AND show_no = 2 AND seat_no = " seat ";\n"                                  \
    "INSERT INTO loge.claim (house, hold_id, seat_no, show_no, live)"                             \
    " VALUES (1, " ID ", " seat ", 2, true);\n"                                                   \
    "INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no, seat_no,"  \
    " version, was, became, subject, held_ms, reason, note, key)"                                 \
    " VALUES (1, " event ", 1790000000000, 0, 'anna', 'till-1', '', 1, 2, " seat ", 2, 0, 1, " ID \
    ", 0, '', '', " ID ");\n"

static const char raw_script[] =
    "\\set n :n + 1\n"
    "\\set a :client_id * 15000 + 2 * (:n % 1000000)\n"
    "\\set b :a + 1\n"
    "\\set e :client_id * 1000000000000 + :n * 2 + 2305843009213693952\n"
    "\\set f :e + 1\n"
    "\\set n :n + :client_id * 1000000\n"
    "\\startpipeline\n"
    "BEGIN;\n"
    "INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)"
    " VALUES (1, " ID ", '\\xabababababababababababababababababababababababababababababababab',"
    " 0, 1790000000000, :f, '" FIELD_ANSWER "');\n"
    "INSERT INTO loge.hold (house, id, show_no, status, ending, source, holder, till, email,"
    " created_at, expires_at, ceiling_at, ended_at, paying_until, sale, version)"
    " VALUES (1, " ID ", 2, 0, 0, 0, 'anna', 'till-1', '', 1790000000000, 2790000000000,"
    " 2790000000000, 0, 0, NULL, 1);\n" SEAT_WRITES(":a", ":e")
        SEAT_WRITES(":b", ":f") "COMMIT;\n"
                                "\\endpipeline\n"
                                "\\set n :n - :client_id * 1000000\n";

static void write_script(char path[300])
{
    snprintf(path, 300, "%s/raw.sql", bench_dir());
    FILE *file = fopen(path, "w");
    if (!file || fputs(raw_script, file) < 0 || fclose(file) != 0)
        bench_fail("cannot write %s", path);
}

static double rate_told(FILE *output)
{
    char line[512], last[512] = "";
    double rate = 0;
    while (fgets(line, sizeof line, output)) {
        sscanf(line, "tps = %lf", &rate);
        if (strstr(line, "error"))
            snprintf(last, sizeof last, "%s", line);
    }
    if (rate <= 0 || *last)
        bench_fail("pgbench: %s", *last ? last : "it told no rate");
    return rate;
}

/* Its own figure, without the time to connect. */
static int64_t raw(const struct field *field, int holds)
{
    static int done; /* holds a client has made so far */
    char script[300], url[PG_URL], command[1024];
    write_script(script);
    snprintf(command, sizeof command,
             "pgbench -n -M prepared -c %d -j 2 -t %d -D n=%d -f '%s' \"%s\" 2>&1", TILLS, holds,
             done, script, field_url(field, true, 0, url));
    done += holds;
    FILE *output = popen(command, "r");
    if (!output)
        bench_fail("cannot run pgbench");
    double rate = rate_told(output);
    pclose(output);
    return (int64_t)(TILLS * holds * 1e9 / rate);
}

static int64_t bare(void *ctx)
{
    return raw(ctx, HOLDS);
}

/* ---- the yardstick: a statement a round trip ------------------------------------------------ */

static int64_t by_steps(void *ctx)
{
    return field_run(ctx, pg_steps_hold, HOLDS);
}

static int64_t by_steps_from_afar(void *ctx)
{
    return field_run(ctx, pg_steps_hold, FAR_HOLDS);
}

/* ---- the figures ---------------------------------------------------------------------------- */

static void measure_apply(struct field *field)
{
    const struct bench_figure figure = {.name = "house.hold_apply",
                                        .goal = ">=0.7",
                                        .what =
                                            "hold 2 seats, 16 tills: apply; pgbench, raw writes",
                                        .ratio = BENCH_RATE,
                                        .units = TILLS * HOLDS,
                                        .ours = ours,
                                        .bare = bare};
    if (!bench_wanted(figure.name))
        return;
    field_open_stores(field, 0);
    raw(field, WARM_UP);
    field_run(field, field_apply, WARM_UP);
    bench_run(&figure, field);
}

static void measure_steps(struct field *field)
{
    const struct bench_figure figure = {.name = "house.hold_steps",
                                        .goal = ">=1.2",
                                        .what = "the same on loopback; a statement a round trip",
                                        .ratio = BENCH_RATE,
                                        .units = TILLS * HOLDS,
                                        .ours = ours,
                                        .bare = by_steps};
    if (!bench_wanted(figure.name))
        return;
    field_open_stores(field, pg_server_port());
    pg_steps_open(field, pg_server_port());
    field_run(field, pg_steps_hold, WARM_UP);
    field_run(field, field_apply, WARM_UP);
    bench_run(&figure, field);
}

static void measure_far(struct field *field)
{
    const struct bench_figure figure = {.name = "house.hold_far",
                                        .goal = ">=3",
                                        .what = "the same with 0.5 ms of way in each direction",
                                        .ratio = BENCH_RATE,
                                        .units = TILLS * FAR_HOLDS,
                                        .rounds = 5,
                                        .ours = ours_from_afar,
                                        .bare = by_steps_from_afar};
    struct cutter line;
    char target[32];
    if (!bench_wanted(figure.name))
        return;
    snprintf(target, sizeof target, "127.0.0.1:%d", pg_server_port());
    cutter_start(&line, target);
    field_open_stores(field, line.port);
    pg_steps_open(field, line.port);
    field_run(field, pg_steps_hold, WARM_UP);
    field_run(field, field_apply, WARM_UP);
    atomic_store(&line.orders->delay_us, FAR_US);
    bench_run(&figure, field);
    field_close_stores(field);
    cutter_stop(&line);
}

/* ---- with Redis ----------------------------------------------------------------------------- */

static void measure_path(struct field *field, const struct redis_server *redis)
{
    const struct bench_figure figure = {.name = "house.hold_path",
                                        .goal = ">=0.55",
                                        .what = "the whole way: locks, apply, publish; raw writes",
                                        .ratio = BENCH_RATE,
                                        .units = TILLS * HOLDS,
                                        .ours = ours,
                                        .bare = bare};
    if (!bench_wanted(figure.name))
        return;
    field_open_house(field, redis->address);
    raw(field, WARM_UP);
    field_run(field, field_apply, WARM_UP);
    bench_run(&figure, field);
}

struct both {
    struct field *field;
    struct redis_server *redis;
};

static int64_t with_redis(void *ctx)
{
    struct both *both = ctx;
    field_open_house(both->field, both->redis->address);
    field_run(both->field, field_apply, WARM_UP);
    return field_run(both->field, field_apply, HOLDS);
}

/* The server dies while the tills are at work. */
static int64_t without_redis(void *ctx)
{
    struct both *both = ctx;
    field_open_house(both->field, both->redis->address);
    field_run(both->field, field_apply, WARM_UP);
    redis_server_kill(both->redis);
    int64_t spent = field_run(both->field, field_apply, HOLDS);
    redis_server_restart(both->redis);
    return spent;
}

static void measure_without(struct field *field, struct redis_server *redis)
{
    struct both both = {field, redis};
    const struct bench_figure figure = {.name = "house.without_redis",
                                        .goal = ">=0.6",
                                        .what = "16 tills with Redis killed; with it, no hold lost",
                                        .ratio = BENCH_RATE,
                                        .units = TILLS * HOLDS,
                                        .ours = without_redis,
                                        .bare = with_redis};
    if (bench_wanted(figure.name))
        bench_run(&figure, &both);
}

static const struct bench_figure figures[] = {{.name = "house.hold_apply", .goal = ">=0.7"},
                                              {.name = "house.hold_steps", .goal = ">=1.2"},
                                              {.name = "house.hold_far", .goal = ">=3"},
                                              {.name = "house.hold_path", .goal = ">=0.55"},
                                              {.name = "house.without_redis", .goal = ">=0.6"}};

int main(void)
{
    static struct field field;
    static struct redis_server redis;
    if (!bench_servers(figures, COUNT_OF(figures)))
        return bench_end();
    field_open(&field);
    measure_apply(&field);
    measure_steps(&field);
    measure_far(&field);
    redis_server_start(&redis);
    measure_path(&field, &redis);
    measure_without(&field, &redis);
    field_close_stores(&field);
    redis_server_stop(&redis);
    field_close(&field);
    return bench_end();
}
