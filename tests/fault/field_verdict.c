#include "config.h"

#include "tests/fault/field_verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"

enum { DAY_MS = 86400000, CHECKS = 100, PAUSE_MS = 100 };

/* ---- the log and the seats, as the database has them ---------------------------------------- */

static const char log_sql[] =
    "SELECT coalesce(key::text, ''), coalesce(subject::text, ''), seat_no, version, act, was,"
    " became FROM loge.event WHERE seat_no >= 0 ORDER BY seat_no, version, id";
static const char ends_sql[] = "SELECT seat_no, version, status FROM loge.show_seat";

static long long number_at(const PGresult *rows, int row, int column)
{
    return atoll(PQgetvalue(rows, row, column));
}

static struct uuid uuid_at(const PGresult *rows, int row, int column)
{
    struct uuid id = {{0}};
    const char *text = PQgetvalue(rows, row, column);
    assert_true(!*text || uuid_parse(text, &id));
    return id;
}

static PGresult *ask(PGconn *conn, const char *sql)
{
    PGresult *rows = PQexec(conn, sql);
    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        fail_msg("%s", PQerrorMessage(conn));
    return rows;
}

static void read_log(PGconn *conn, struct evidence *evidence)
{
    struct arena *arena = evidence->history.arena;
    PGresult *rows = ask(conn, log_sql);
    for (int i = 0; i < PQntuples(rows); i++)
        *LIST_ADD(arena, &evidence->log) = (struct log_row){uuid_at(rows, i, 0),
                                                            uuid_at(rows, i, 1),
                                                            (int32_t)number_at(rows, i, 2),
                                                            (uint32_t)number_at(rows, i, 3),
                                                            (enum act)number_at(rows, i, 4),
                                                            (uint8_t)number_at(rows, i, 5),
                                                            (uint8_t)number_at(rows, i, 6)};
    PQclear(rows);
    rows = ask(conn, ends_sql);
    for (int i = 0; i < PQntuples(rows); i++)
        *LIST_ADD(arena, &evidence->ends) =
            (struct seat_end){(int32_t)number_at(rows, i, 0), (uint32_t)number_at(rows, i, 1),
                              (uint8_t)number_at(rows, i, 2)};
    PQclear(rows);
}

static void fail_with_findings(const struct field *field, const struct findings *findings)
{
    for (int i = 0; i < findings->count && i < FINDINGS_KEPT; i++)
        printf("# %s: %s\n", field->wish.name, findings->text[i]);
    fail_msg("%s: %d findings in the histories (kept in %s)", field->wish.name, findings->count,
             field->dir);
}

static void check_histories(const struct field *field, PGconn *conn, struct findings *findings)
{
    struct evidence evidence = {.history = {.arena = arena_new()}, .others = field->wish.others};
    for (int i = 0; i < field->clerks; i++)
        assert_true(history_load(&evidence.history, field->jobs[i].path));
    read_log(conn, &evidence);
    history_check(&evidence, findings);
    arena_free(&evidence.history.arena);
}

static void judge_histories(const struct field *field, PGconn *conn)
{
    struct findings findings;
    check_histories(field, conn, &findings);
    if (findings.count)
        fail_with_findings(field, &findings);
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* How far seats, holds, sales and the log are apart in what is sold and what is held. What a till
 * sold alone and the house could not give is money without seats until somebody decides. */
static const char apart_sql[] =
    "WITH last AS (SELECT DISTINCT ON (seat_no) became FROM loge.event WHERE seat_no >= 0"
    "    ORDER BY seat_no, version DESC),"
    " sums AS (SELECT"
    "    (SELECT count(*) FROM loge.show_seat WHERE status = 2) AS seats,"
    "    (SELECT count(*) FROM loge.ticket WHERE status = 0) AS tickets,"
    "    (SELECT count(*) FROM last WHERE became = 2) AS logged,"
    "    (SELECT count(*) FROM loge.show_seat WHERE status = 1) AS held,"
    "    (SELECT count(*) FROM loge.claim WHERE live) AS claims,"
    "    (SELECT count(*) FROM last WHERE became = 1) AS held_logged,"
    "    (SELECT coalesce(sum(total), 0) FROM loge.ticket WHERE status = 0) AS worth,"
    "    (SELECT coalesce(sum(total), 0) FROM loge.sale) AS sold_for,"
    "    (SELECT coalesce(sum(paid), 0) FROM loge.sale AS s WHERE EXISTS (SELECT 1"
    "        FROM loge.conflict AS k WHERE k.sale = s.id AND k.outcome = 0)) AS undecided,"
    "    (SELECT coalesce(sum(amount), 0) FROM loge.payment) AS paid)"
    " SELECT abs(seats - tickets) + abs(seats - logged) + abs(held - claims)"
    " + abs(held - held_logged) + abs(worth - sold_for) + abs(worth + undecided - paid)"
    " FROM sums";

static const char stuck_sql[] = "SELECT (SELECT count(*) FROM loge.show_seat WHERE status = 1)"
                                " + (SELECT count(*) FROM loge.hold WHERE status IN (0, 1))"
                                " + (SELECT count(*) FROM loge.claim WHERE live)";

static const char deadlocks_sql[] =
    "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";

/* ---- Redis ---------------------------------------------------------------------------------- */

/* Locks that would never go, and how many keys there are at all with no end but the list of holds.
 */
static const char endless_lua[] =
    "local n = 0 for _, k in ipairs(redis.call('KEYS', '*')) do"
    " local t = redis.call('PTTL', k)"
    " if string.find(k, ':lock:') and (t < 0 or t > 10000) then n = n + 1 end end return n";

static void judge_locks(const struct field *field, const struct redis_server *server)
{
    char *endless = redis_server_say(server, "EVAL", endless_lua, "0", NULL);
    if (strcmp(endless, "0") != 0)
        fail_msg("%s: locks in Redis that never end: %s", field->wish.name, endless);
    free(endless);
}

/* ---- with the eyes of the house ------------------------------------------------------------- */

static struct desk open_desk(const struct field *field)
{
    char url[PG_URL], login[PG_LOGIN_TEXT];
    struct err err;
    struct store *truth;
    struct desk desk = {
        .crypt = sodium_crypt(), .clock = clock_system(), .ids = {.rng = rng_system()}};
    const struct redis_config config = {.house = CLERK_HOUSE,
                                        .address = field->jobs[0].redis,
                                        .connect_ms = 5000,
                                        .command_ms = 5000};
    pg_server_url(field->database, field_login(-1, login), PG_PASSWORD, url);
    if (pg_store_open(url, desk.crypt, &desk.clock, &truth, &err) ||
        house_store_open(truth, &config, &desk.clock, false, &desk.store, &err))
        fail_msg("%s", err.text);
    return desk;
}

static struct audit_report audit(struct desk *desk, struct arena *arena)
{
    struct audit_report report;
    struct err err;
    int blocks;
    if (desk->store->ops->audit_seal(desk->store, true, clock_wall(&desk->clock), &blocks, &err) ||
        desk->store->ops->audit_verify(desk->store, arena, NULL, &report, &err))
        fail_msg("%s", err.text);
    return report;
}

static void judge_audit(const struct field *field, struct desk *desk, struct arena *arena)
{
    const struct audit_report report = audit(desk, arena);
    if (report.fault_count)
        fail_msg("%s: %d audit faults, first: %s", field->wish.name, report.fault_count,
                 report.faults[0].text);
}

/* A call to the registry may fail silently, the next one may not: as the drift check does it. */
static void judge_layers(const struct field *field, struct desk *desk)
{
    struct house_drift drift;
    struct house_layers layers = {.agree = false};
    struct err err;
    for (int check = 0; check < CHECKS && !layers.agree; check++) {
        if (check)
            poll(NULL, 0, PAUSE_MS);
        if (!house_store_mend(desk->store, &drift, &err) &&
            house_store_layers(desk->store, 1, &layers, &err))
            fail_msg("%s: %s", field->wish.name, err.text);
    }
    if (!layers.agree)
        fail_msg("%s: Redis knows %d held seats, PostgreSQL %d", field->wish.name,
                 layers.registry.seats, layers.truth.seats);
}

/* A day later. */
static void judge_what_is_left(struct field *field, struct desk *desk, struct arena *arena)
{
    struct outcome out;
    const struct act_meta meta = {.arena = arena, .actor = {"ruth", "office", ROLE_MANAGER}};
    struct fake_clock later = {.wall = clock_wall(&desk->clock) + DAY_MS};
    struct desk tomorrow = *desk;
    pg_house_set_clock(field->database, later.wall);
    tomorrow.clock = clock_fake(&later);
    desk_expire(&tomorrow, &meta, NULL, &out);
    assert_int_equal(out.verdict, VERDICT_OK);
    if (field_sql(field, stuck_sql))
        fail_msg("%s: something is held for ever", field->wish.name);
}

void field_judge(struct field *field)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url(field->database, NULL, NULL, url));
    struct arena *arena = arena_new();
    struct desk desk = open_desk(field);
    judge_histories(field, conn);
    assert_int_equal(field_sql(field, apart_sql), 0);
    judge_audit(field, &desk, arena);
    judge_layers(field, &desk);
    if (!field->wish.redis && !field->wish.spoilt)
        judge_locks(field, &field_redis);
    if (!field->wish.crashes)
        assert_int_equal(field_sql(field, deadlocks_sql), 0);
    judge_what_is_left(field, &desk, arena);
    judge_audit(field, &desk, arena);
    store_close(&desk.store);
    arena_free(&arena);
    PQfinish(conn);
}

int field_findings(struct field *field)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url(field->database, NULL, NULL, url));
    struct arena *arena = arena_new();
    struct desk desk = open_desk(field);
    struct findings findings;
    check_histories(field, conn, &findings);
    int count = findings.count + (int)field_sql(field, apart_sql) + audit(&desk, arena).fault_count;
    store_close(&desk.store);
    arena_free(&arena);
    PQfinish(conn);
    return count;
}
