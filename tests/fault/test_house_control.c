/*
 * The judges of field.h have to find what they are there for: a house that was sound is tampered
 * with by somebody who may do anything, one thing at a time, in PostgreSQL, in Redis and in what
 * tills know; and each time the judge whose matter it is has to find something.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/fault/field_verdict.h"
#include "tests/lib/temp_dir.h"

enum { WORK = 120 };

/* An act that was acknowledged, and every trace of it (or only some). */
#define ACT   "(SELECT key FROM loge.event WHERE seat_no >= 0 AND act = 0 ORDER BY id DESC LIMIT 1)"
#define HELD  "(SELECT holder FROM loge.show_seat WHERE status = 1 ORDER BY seat_no LIMIT 1)"
#define NEVER "loge.now_ms() + 200000000"
#define SOLD  "(SELECT seat_no FROM loge.show_seat WHERE status = 2 ORDER BY seat_no LIMIT 1)"

static const struct {
    const char *what;
    enum judge finds;
    const char *sql;
} tampers[] = {
    {"an act is lost from the log", JUDGE_HISTORIES, "DELETE FROM loge.event WHERE key = " ACT},
    {"an act is lost whole", JUDGE_HISTORIES,
     "CREATE TABLE public.gone AS SELECT * FROM loge.event WHERE key = " ACT ";"
     "UPDATE loge.show_seat AS s SET status = 0, version = g.version - 1, holder = NULL,"
     " held_until = 0 FROM public.gone AS g WHERE s.seat_no = g.seat_no AND s.version = g.version;"
     "DELETE FROM loge.claim WHERE hold_id IN (SELECT subject FROM public.gone);"
     "DELETE FROM loge.event WHERE key IN (SELECT key FROM public.gone);"
     "DELETE FROM loge.receipt WHERE key IN (SELECT key FROM public.gone);"
     "DELETE FROM loge.hold WHERE id IN (SELECT subject FROM public.gone)"},
    {"an act is done by somebody else's key", JUDGE_HISTORIES,
     "UPDATE loge.event SET key = gen_random_uuid() WHERE key = " ACT},
    {"a seat is sold twice", JUDGE_SUMS,
     "INSERT INTO loge.ticket SELECT house, sale, gen_random_uuid(), code || 'X', show_no,"
     " (SELECT seat_no FROM loge.show_seat WHERE status = 0 LIMIT 1), status, type, class_no,"
     " generation, price, discount, fee, tax, total, version FROM loge.ticket WHERE status = 0"
     " LIMIT 1"},
    {"a sold seat is free again", JUDGE_SUMS,
     "UPDATE loge.show_seat SET status = 0, holder = NULL WHERE seat_no = " SOLD},
    {"money is missing", JUDGE_SUMS,
     "DELETE FROM loge.payment WHERE id = (SELECT id FROM loge.payment LIMIT 1)"},
    {"a version jumps", JUDGE_HISTORIES,
     "UPDATE loge.show_seat SET version = version + 1 WHERE seat_no = " SOLD},
    {"the log says another name", JUDGE_AUDIT,
     "UPDATE loge.event SET actor = 'nobody' WHERE id = (SELECT min(id) FROM loge.event"
     " WHERE seat_no >= 0)"},
    {"a hold never ends", JUDGE_STUCK,
     "UPDATE loge.hold SET expires_at = " NEVER " WHERE id = " HELD
     "; UPDATE loge.show_seat SET held_until = " NEVER " WHERE holder = " HELD},
    {"a claim outlives its hold", JUDGE_STUCK,
     "UPDATE loge.claim SET live = true WHERE (hold_id, seat_no) IN (SELECT c.hold_id, c.seat_no"
     " FROM loge.claim AS c JOIN loge.show_seat AS s USING (house, show_no, seat_no)"
     " WHERE NOT c.live AND s.status = 0 LIMIT 1)"},
};

/* Scripts; their key is the tag of the show. */
static const struct {
    const char *what;
    enum judge finds;
    const char *lua;
} redis_tampers[] = {
    {"a lock has no end", JUDGE_LOCKS, "return redis.call('SET', KEYS[1] .. ':lock:7', ARGV[1])"},
    {"a lock ends in an hour", JUDGE_LOCKS,
     "return redis.call('SET', KEYS[1] .. ':lock:7', ARGV[1], 'PX', 3600000)"},
    {"a hold is unknown", JUDGE_REGISTRY, "return redis.call('ZPOPMIN', KEYS[1] .. ':holds')"},
    {"a seat of a hold is unknown", JUDGE_REGISTRY,
     "local k = KEYS[1] .. ':hold:' .. redis.call('ZRANGE', KEYS[1] .. ':holds', 0, 0)[1]"
     " for i, f in ipairs(redis.call('HKEYS', k)) do"
     " if string.find(f, '^seat:') then redis.call('HDEL', k, f) end end"},
    {"a hold is there that is over", JUDGE_REGISTRY,
     "redis.call('ZADD', KEYS[1] .. ':holds', '9e15', ARGV[1])"
     " redis.call('HSET', KEYS[1] .. ':hold:' .. ARGV[1], 'seat:7', 3)"},
    {"a seat is known as it was", JUDGE_REGISTRY,
     "local k = KEYS[1] .. ':hold:' .. redis.call('ZRANGE', KEYS[1] .. ':holds', 0, 0)[1]"
     " for i, f in ipairs(redis.call('HKEYS', k)) do"
     " if string.find(f, '^seat:') then redis.call('HINCRBY', k, f, -1) end end"},
};

/* Tampering needs something to tamper with: how much there is of what is rarest. */
static const char rarest_sql[] =
    "SELECT least((SELECT count(*) FROM loge.ticket WHERE status = 0),"
    " (SELECT count(*) FROM loge.show_seat WHERE status = 2),"
    " (SELECT count(*) FROM loge.show_seat WHERE status = 1),"
    " (SELECT count(*) FROM loge.payment),"
    " (SELECT count(*) FROM loge.claim AS c JOIN loge.show_seat AS s"
    "    USING (house, show_no, seat_no) WHERE NOT c.live AND s.status = 0),"
    " (SELECT count(*) FROM loge.hold WHERE id = (SELECT subject FROM loge.event"
    "    WHERE seat_no >= 0 AND act = 0 ORDER BY id DESC LIMIT 1)))";

/* Tills at work until nothing is missing, and quiet then. What a day brings is left to dice and
 * to the machine: a day that ends without a sold seat or a hold is followed by a longer one. */
static void work_a_day(struct field *field, const struct field_wish *wish)
{
    for (int acts = WORK;; acts += WORK) {
        field_open(field, wish);
        field_wait(field, acts);
        field_quiet(field);
        if (field_sql(field, rarest_sql) > 0)
            return;
        field_stop(field);
        temp_dir_remove(field->dir);
    }
}

static void know_it_well(struct field *field)
{
    free(redis_server_say(&field_redis, "FLUSHALL", NULL));
    field_settle(field);
}

/* A house of its own for each, as sound as the first. */
static void judge_copy(struct field *field, const char *sound)
{
    pg_server_database(sound, field->database);
    know_it_well(field);
}

static void must_be_found(struct field *field, const char *what, enum judge finds)
{
    if (!field_finds(field, finds))
        fail_msg("nobody noticed that %s", what);
}

static void in_postgresql(struct field *field, const char *sound)
{
    for (int i = 0; i < COUNT_OF(tampers); i++) {
        judge_copy(field, sound);
        field_tamper(field, tampers[i].sql);
        must_be_found(field, tampers[i].what, tampers[i].finds);
    }
}

static void in_redis(struct field *field, const char *sound)
{
    static const char tag[] = "{" CLERK_HOUSE ":1}", act[] = "0191d2a0-0000-7000-8000-000000000001";
    pg_server_database(sound, field->database);
    for (int i = 0; i < COUNT_OF(redis_tampers); i++) {
        know_it_well(field);
        free(redis_server_say(&field_redis, "EVAL", redis_tampers[i].lua, "1", tag, act, NULL));
        must_be_found(field, redis_tampers[i].what, redis_tampers[i].finds);
    }
}

/* Nobody waits for numbers that a server writes down when it likes. */
static void leave_circle(PGconn *conn)
{
    pg_server_do(conn, "ROLLBACK; SELECT pg_stat_force_next_flush()");
    PQfinish(conn);
}

/* Two that wait for one another until the server sees it. */
static void in_a_circle(struct field *field, const char *sound)
{
    char url[PG_URL];
    judge_copy(field, sound);
    pg_server_url(field->database, NULL, NULL, url);
    PGconn *one = pg_server_connect(url), *two = pg_server_connect(url);
    pg_server_do(one, "SET deadlock_timeout = 10; BEGIN; SELECT pg_advisory_xact_lock(1)");
    pg_server_do(two, "SET deadlock_timeout = 10; BEGIN; SELECT pg_advisory_xact_lock(2)");
    assert_int_equal(PQsendQuery(one, "SELECT pg_advisory_xact_lock(2)"), 1);
    PQclear(PQexec(two, "SELECT pg_advisory_xact_lock(1)")); /* one of them is sent away */
    leave_circle(two);
    leave_circle(one);
    must_be_found(field, "two waited for one another", JUDGE_CIRCLES);
}

static void tampering_is_found(void **state)
{
    struct field field;
    char sound[PG_NAME];
    work_a_day(&field, &(struct field_wish){.name = "control"});
    field_stop(&field);
    snprintf(sound, sizeof sound, "%s", field.database);
    judge_copy(&field, sound);
    field_judge(&field);
    in_postgresql(&field, sound);
    in_redis(&field, sound);
    in_a_circle(&field, sound);
    temp_dir_remove(field.dir);
}

/* A seat changes and nobody is told: only sums can find it. */
static unsigned with_a_seat_nobody_was_told_of(bool timeless)
{
    struct field field;
    work_a_day(&field, &(struct field_wish){.name = "untold", .timeless = timeless});
    field_tamper(&field, "UPDATE loge.show_seat SET version = version + 1 WHERE seat_no = " SOLD);
    field_stop(&field);
    temp_dir_remove(field.dir);
    return field.wrong_maps;
}

static void a_map_that_is_wrong_is_found(void **state)
{
    assert_true(with_a_seat_nobody_was_told_of(true) > 0);
    assert_int_equal(with_a_seat_nobody_was_told_of(false), 0); /* tills mend it by themselves */
}

/* ---- a server that says too early that something is done --------------------------------------
 */

/* Behind the back of the tills, which refuse a server that does not wait for its disk. */
static const char *const hurry[] = {
    "CREATE FUNCTION public.hurry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$"
    " BEGIN PERFORM set_config('synchronous_commit', 'off', true); RETURN new; END $$;"
    "CREATE TRIGGER hurry BEFORE INSERT ON loge.event FOR EACH ROW EXECUTE FUNCTION"
    " public.hurry()",
    "ALTER SYSTEM SET wal_writer_delay = 10000",
    "SELECT pg_reload_conf()",
};

/* A kill takes what is not written yet, and right after another's commit that is nothing. */
#define KILLS 8

/* Killed as in test_house_faults.c, where nothing is lost. */
static void what_a_server_that_does_not_wait_has_lost_is_found(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "does not wait", .crashes = true});
    for (int i = 0; i < COUNT_OF(hurry); i++)
        field_tamper(&field, hurry[i]);
    for (int i = 0; i < KILLS; i++) {
        field_wait(&field, WORK);
        pg_server_kill();
        pg_server_restart();
    }
    field_work(&field);
    field_stop(&field);
    assert_true(field_finds(&field, JUDGE_HISTORIES));
    temp_dir_remove(field.dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIELD_TEST(tampering_is_found),
        FIELD_TEST(a_map_that_is_wrong_is_found),
        FIELD_TEST(what_a_server_that_does_not_wait_has_lost_is_found),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    return cmocka_run_group_tests(tests, field_servers_start, field_servers_stop);
}
