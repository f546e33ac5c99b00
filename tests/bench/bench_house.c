/*
 * Holding two seats in the house, 16 tills at once: the apply function against the same rows sent
 * raw, as prepared statements in a pipeline, by a superuser whom no wall stops and who checks
 * nothing. Both write into the same tables, each into a show of its own, with the same indexes and
 * keys. Neither waits for a disk (fsync = off), so what is compared is work.
 */
#include "config.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "tests/bench/bench.h"
#include "tests/lib/pg_house.h"

enum { TILLS = 16, HOLDS = 60, WARM_UP = 10, SEATS = 40000 };
enum { APPLY_SHOW = 1, RAW_SHOW = 2 };

#define SECOND_MS ((int64_t)1000)
#define FINGERPRINT                                                    \
    "\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab" \
    "\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab"
#define ANSWER "{\"hold\":\"01900000-0000-7000-8000-000000000001\",\"seats\":[\"A-1\",\"A-2\"]}"

struct till {
    struct house_bench *bench;
    struct store *store; /* ours */
    PGconn *conn;        /* the yardstick's */
    struct arena *arena;
    struct uuid_source ids;
    int number, next_seat[3];
    int64_t next_event;
};

struct house_bench {
    char database[PG_NAME];
    struct till tills[TILLS];
    void (*work)(struct till *till);
    int holds;
    pthread_barrier_t start;
};

/* ---- ours ----------------------------------------------------------------------------------- */

static int take_seat(struct till *till, int show)
{
    if (till->next_seat[show] == SEATS / TILLS)
        bench_fail("there are not enough seats for so many rounds");
    return till->number * (SEATS / TILLS) + till->next_seat[show]++;
}

static struct hold *a_hold(struct till *till, struct changeset *cs)
{
    struct hold *hold = LIST_ADD(till->arena, &cs->holds);
    *hold = (struct hold){.id = uuid_make(&till->ids, cs->now), .show = APPLY_SHOW};
    strcpy(hold->holder, "anna");
    strcpy(hold->till, "till-1");
    hold->created_at = cs->now;
    hold->expires_at = cs->now + 900 * SECOND_MS;
    hold->ceiling_at = cs->now + 7200 * SECOND_MS;
    return hold;
}

static struct changeset *a_changeset(struct till *till)
{
    struct clock clock = clock_system();
    struct changeset *cs = changeset_new(till->arena);
    cs->now = clock_wall(&clock);
    cs->key = uuid_make(&till->ids, cs->now);
    memcpy(cs->fingerprint, FINGERPRINT, sizeof cs->fingerprint);
    cs->actor = (struct actor){"anna", "till-1", ROLE_CLERK};
    cs->answer = ANSWER;
    const struct hold *hold = a_hold(till, cs);
    for (int i = 0; i < 2; i++)
        *LIST_ADD(till->arena, &cs->seats) =
            (struct seat_change){.show = APPLY_SHOW,
                                 .seat = take_seat(till, APPLY_SHOW),
                                 .seen = 1,
                                 .act = ACT_HOLD,
                                 .to = SEAT_HELD,
                                 .holder = hold->id,
                                 .held_until = hold->expires_at};
    return cs;
}

static void hold_by_apply(struct till *till)
{
    struct apply_result result;
    struct err err;
    arena_reset(till->arena);
    if (till->store->ops->apply(till->store, a_changeset(till), &result, &err) != RC_OK)
        bench_fail("%s", err.text);
    if (result.applied != APPLIED_OK)
        bench_fail("a hold was refused (%d)", result.applied);
}

/* ---- the yardstick -------------------------------------------------------------------------- */

static const char *const raw[][2] = {
    {"begin", "BEGIN"},
    {"receipt", "INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)"
                " VALUES (1, $1::uuid, $2::bytea, 0, $3::bigint, $4::bigint, $5)"},
    {"hold", "INSERT INTO loge.hold (house, id, show_no, status, ending, source, holder, till,"
             " email, created_at, expires_at, ceiling_at, ended_at, paying_until, sale, version)"
             " VALUES (1, $1::uuid, 2, 0, 0, 0, 'anna', 'till-1', '', $2::bigint, $3::bigint,"
             " $4::bigint, 0, 0, NULL, 1)"},
    {"seat", "UPDATE loge.show_seat SET status = 1, version = version + 1, holder = $2::uuid,"
             " held_until = $3::bigint, open_to = 0"
             " WHERE house = 1 AND show_no = 2 AND seat_no = $1::integer"},
    {"claim", "INSERT INTO loge.claim (house, hold_id, seat_no, show_no, live)"
              " VALUES (1, $2::uuid, $1::integer, 2, true)"},
    {"event", "INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no,"
              " seat_no, version, was, became, subject, held_ms, reason, note, key)"
              " VALUES (1, $1::bigint, $2::bigint, 0, 'anna', 'till-1', '', 1, 2, $3::integer, 2,"
              " 0, 1, $4::uuid, 0, '', '', $5::uuid)"},
    {"commit", "COMMIT"},
};

static void send_raw(struct till *till, const char *name, const char *const *values, int count)
{
    if (!PQsendQueryPrepared(till->conn, name, count, values, NULL, NULL, 1))
        bench_fail("%s", PQerrorMessage(till->conn));
}

static void receive_raw(struct till *till)
{
    for (;;) {
        PGresult *result = PQgetResult(till->conn);
        ExecStatusType status = result ? PQresultStatus(result) : PGRES_COMMAND_OK;
        PQclear(result);
        if (status == PGRES_PIPELINE_SYNC)
            return;
        if (status != PGRES_COMMAND_OK || PQstatus(till->conn) != CONNECTION_OK)
            bench_fail("%s", PQerrorMessage(till->conn));
    }
}

static void send_seat(struct till *till, const char *hold, const char *key, int64_t now)
{
    char seat[16], until[24], at[24], event[24];
    snprintf(seat, sizeof seat, "%d", take_seat(till, RAW_SHOW));
    snprintf(until, sizeof until, "%" PRId64, now + 900 * SECOND_MS);
    snprintf(at, sizeof at, "%" PRId64, now);
    snprintf(event, sizeof event, "%" PRId64, ++till->next_event);
    send_raw(till, "seat", (const char *const[]){seat, hold, until}, 3);
    send_raw(till, "claim", (const char *const[]){seat, hold}, 2);
    send_raw(till, "event", (const char *const[]){event, at, seat, hold, key}, 5);
}

static void hold_raw(struct till *till)
{
    struct clock clock = clock_system();
    int64_t now = clock_wall(&clock);
    const struct uuid key_id = uuid_make(&till->ids, now), hold_id = uuid_make(&till->ids, now);
    char key[UUID_TEXT], hold[UUID_TEXT], at[24], until[24], ceiling[24], last[24];
    static const char print[] =
        "\\xabababababababababababababababababababababababababababababababab";
    uuid_text(&key_id, key);
    uuid_text(&hold_id, hold);
    snprintf(at, sizeof at, "%" PRId64, now);
    snprintf(until, sizeof until, "%" PRId64, now + 900 * SECOND_MS);
    snprintf(ceiling, sizeof ceiling, "%" PRId64, now + 7200 * SECOND_MS);
    snprintf(last, sizeof last, "%" PRId64, till->next_event + 2);
    send_raw(till, "begin", NULL, 0);
    send_raw(till, "receipt", (const char *const[]){key, print, at, last, ANSWER}, 5);
    send_raw(till, "hold", (const char *const[]){hold, at, until, ceiling}, 4);
    send_seat(till, hold, key, now);
    send_seat(till, hold, key, now);
    send_raw(till, "commit", NULL, 0);
    if (!PQpipelineSync(till->conn))
        bench_fail("%s", PQerrorMessage(till->conn));
    receive_raw(till);
}

/* ---- all tills at once ---------------------------------------------------------------------- */

static void *till_main(void *ctx)
{
    struct till *till = ctx;
    pthread_barrier_wait(&till->bench->start);
    for (int i = 0; i < till->bench->holds; i++)
        till->bench->work(till);
    return NULL;
}

static int64_t run(struct house_bench *bench, void (*work)(struct till *), int holds)
{
    pthread_t threads[TILLS];
    bench->work = work;
    bench->holds = holds;
    pthread_barrier_init(&bench->start, NULL, TILLS + 1);
    for (int i = 0; i < TILLS; i++)
        if (pthread_create(&threads[i], NULL, till_main, &bench->tills[i]) != 0)
            bench_fail("cannot start a thread");
    int64_t start = bench_now();
    pthread_barrier_wait(&bench->start);
    for (int i = 0; i < TILLS; i++)
        pthread_join(threads[i], NULL);
    int64_t spent = bench_now() - start;
    pthread_barrier_destroy(&bench->start);
    return spent;
}

static int64_t ours(void *ctx)
{
    return run(ctx, hold_by_apply, HOLDS);
}

static int64_t bare(void *ctx)
{
    return run(ctx, hold_raw, HOLDS);
}

/* ---- set-up --------------------------------------------------------------------------------- */

static void make_house(struct house_bench *bench, char login[PG_LOGIN_TEXT])
{
    static const struct house house = {.name = "The House", .currency = "EUR"};
    const struct pg_person anna = {"anna", ROLE_CLERK, PG_PASSWORD, false};
    char url[PG_URL], sql[400];
    struct err err;
    pg_server_start();
    pg_server_database(NULL, bench->database);
    pg_server_url(bench->database, NULL, NULL, url);
    if (pg_house_init(url, &house, &err) != RC_OK ||
        pg_staff_put(url, "The House", &anna, login, &err) != RC_OK)
        bench_fail("%s", err.text);
    PGconn *root = pg_server_connect(url);
    pg_server_do(root, "INSERT INTO loge.hall VALUES (1, 1, 'field', 'Field', 0, 0, 1, '', 0, 0, 0,"
                       " 0, '', 1);"
                       "INSERT INTO loge.show SELECT 1, n, 's' || n, 'Show', 1, 'EUR', 1, 0,"
                       " 900000, 0, 7200000, true, false, 0, 0, 1 FROM generate_series(1, 2) AS n");
    snprintf(sql, sizeof sql,
             "INSERT INTO loge.show_seat (house, show_no, seat_no, status, version)"
             " SELECT 1, w, s, 0, 1 FROM generate_series(1, 2) AS w,"
             " generate_series(0, %d) AS s",
             SEATS - 1);
    pg_server_do(root, sql);
    pg_server_do(root, "VACUUM ANALYZE");
    PQfinish(root);
}

static void prepare_raw(struct till *till)
{
    /* Plans made for empty tables would hold the yardstick back. */
    pg_server_do(till->conn, "SET enable_seqscan = off");
    for (int i = 0; i < COUNT_OF(raw); i++) {
        PGresult *result = PQprepare(till->conn, raw[i][0], raw[i][1], 0, NULL);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            bench_fail("%s", PQerrorMessage(till->conn));
        PQclear(result);
    }
    PQenterPipelineMode(till->conn);
}

static void open_till(struct house_bench *bench, int number, const char *login)
{
    struct till *till = &bench->tills[number];
    struct clock clock = clock_system();
    char url[PG_URL];
    struct err err;
    *till = (struct till){.bench = bench, .number = number, .arena = arena_new()};
    till->ids.rng = rng_system();
    till->next_event = ((int64_t)1 << 61) + ((int64_t)number << 40);
    pg_server_url(bench->database, login, PG_PASSWORD, url);
    if (pg_store_open(url, sodium_crypt(), &clock, &till->store, &err) != RC_OK)
        bench_fail("%s", err.text);
    till->conn = pg_server_connect(pg_server_url(bench->database, NULL, NULL, url));
    prepare_raw(till);
}

static void close_till(struct till *till)
{
    store_close(&till->store);
    PQfinish(till->conn);
    arena_free(&till->arena);
}

int main(void)
{
    static struct house_bench bench;
    char login[PG_LOGIN_TEXT];
    const struct bench_figure figure = {.name = "house.hold_apply",
                                        .goal = ">=0.7",
                                        .what = "hold 2 seats, 16 tills, apply against raw writes",
                                        .ratio = BENCH_RATE,
                                        .units = TILLS * HOLDS,
                                        .ours = ours,
                                        .bare = bare};
    if (!bench_wanted(figure.name))
        return bench_end();
    if (!pg_server_installed()) {
        printf("house.hold_apply: PostgreSQL is not installed, nothing was measured\n");
        return bench_end();
    }
    make_house(&bench, login);
    for (int i = 0; i < TILLS; i++)
        open_till(&bench, i, login);
    run(&bench, hold_raw, WARM_UP);
    run(&bench, hold_by_apply, WARM_UP);
    bench_run(&figure, &bench);
    for (int i = 0; i < TILLS; i++)
        close_till(&bench.tills[i]);
    pg_server_stop();
    return bench_end();
}
