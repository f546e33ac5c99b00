#include "config.h"

#include "tests/fault/field_verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"

enum { DAY_MS = 86400000, FOUND = 800 };

/* Where they sit, and what the one who is asked has found. */
struct court {
    struct field *field;
    PGconn *conn;
    struct arena *arena;
    struct desk desk;
    char found[FOUND];
};

/* ---- the log and the seats, as the database has them ---------------------------------------- */

static const char log_sql[] =
    "SELECT coalesce(key::text, ''), coalesce(subject::text, ''), seat_no, version, act, was,"
    " became FROM loge.event WHERE seat_no >= 0 ORDER BY seat_no, version, id";
static const char door_sql[] =
    "SELECT coalesce(key::text, ''), coalesce(subject::text, ''), act FROM loge.event"
    " WHERE seat_no < 0 AND act IN (%d, %d) ORDER BY id";
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

static void read_door(PGconn *conn, struct evidence *evidence)
{
    char sql[200];
    snprintf(sql, sizeof sql, door_sql, ACT_ADMIT, ACT_TURN_AWAY);
    PGresult *rows = ask(conn, sql);
    for (int i = 0; i < PQntuples(rows); i++)
        *LIST_ADD(evidence->history.arena, &evidence->door) = (struct log_scan){
            uuid_at(rows, i, 0), uuid_at(rows, i, 1), (enum act)number_at(rows, i, 2)};
    PQclear(rows);
}

static bool maps_are_right(struct court *court)
{
    snprintf(court->found, FOUND, "%s", court->field->wrong);
    return court->field->wrong_maps == 0;
}

static bool histories_fit(struct court *court)
{
    const struct field *field = court->field;
    struct findings findings;
    struct evidence evidence = {.history = {.arena = court->arena}, .others = field->wish.others};
    for (int i = 0; i < field->clerks; i++)
        assert_true(history_load(&evidence.history, field->jobs[i].path));
    read_log(court->conn, &evidence);
    read_door(court->conn, &evidence);
    history_check(&evidence, &findings);
    int used = snprintf(court->found, FOUND, "%d findings in the histories, kept in %s",
                        findings.count, field->dir);
    for (int i = 0; i < findings.count && i < FINDINGS_KEPT && used < FOUND; i++)
        used += snprintf(court->found + used, FOUND - (size_t)used, "\n  %s", findings.text[i]);
    return findings.count == 0;
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

static long long number(struct court *court, const char *sql, const char *what)
{
    long long count = pg_server_count(court->conn, sql);
    snprintf(court->found, FOUND, "%lld %s", count, what);
    return count;
}

static bool sums_agree(struct court *court)
{
    return number(court, apart_sql, "seats or cents apart") == 0;
}

static bool nobody_waits_in_a_circle(struct court *court)
{
    return court->field->wish.crashes || number(court, deadlocks_sql, "deadlocks") == 0;
}

/* ---- Redis ---------------------------------------------------------------------------------- */

/* Locks that an act took (their owner is its key) and that would never go. */
static const char endless_lua[] =
    "local n = 0 for _, k in ipairs(redis.call('KEYS', '*:lock:*')) do"
    " local owner, left = redis.pcall('GET', k), redis.call('PTTL', k)"
    " if type(owner) == 'string' and #owner == 36 and (left < 0 or left > 10000) then"
    " n = n + 1 end end return n";

static bool locks_end(struct court *court)
{
    const struct field_wish *wish = &court->field->wish;
    const struct redis_server *servers = wish->servers ? wish->servers : &field_redis;
    int count = wish->servers ? wish->server_count : 1, endless = 0;
    for (int i = 0; i < count; i++) {
        char *said = redis_server_say(&servers[i], "EVAL", endless_lua, "0", NULL);
        if (*said < '0' || *said > '9')
            fail_msg("%s", said);
        endless += atoi(said);
        free(said);
    }
    snprintf(court->found, FOUND, "%d locks that never end", endless);
    return endless == 0;
}

/* What a look through the registry would put right, and how the counts of both sides stand. */
static bool registry_is_right(struct court *court)
{
    struct house_drift drift;
    struct house_layers layers;
    struct err err;
    if (house_store_layers(court->desk.store, 1, &layers, &err) ||
        house_store_mend(court->desk.store, &drift, &err))
        fail_msg("%s: %s", court->field->wish.name, err.text);
    snprintf(court->found, FOUND,
             "Redis knows %d held seats, PostgreSQL %d; %d were missing, %d stale",
             layers.registry.seats, layers.truth.seats, drift.missing, drift.stale);
    return layers.agree && drift.missing + drift.stale == 0;
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

static void seal(struct desk *desk)
{
    struct err err;
    int blocks;
    if (desk->store->ops->audit_seal(desk->store, true, clock_wall(&desk->clock), &blocks, &err))
        fail_msg("%s", err.text);
}

static bool house_verifies(struct court *court)
{
    struct audit_report report;
    struct err err;
    seal(&court->desk);
    if (court->desk.store->ops->audit_verify(court->desk.store, court->arena, NULL, &report, &err))
        fail_msg("%s", err.text);
    snprintf(court->found, FOUND, "%d audit faults, first: %s", report.fault_count,
             report.fault_count ? report.faults[0].text : "");
    return report.fault_count == 0;
}

/* A day later one sweep ends all that is open. */
static bool nothing_is_stuck(struct court *court)
{
    struct outcome out;
    const struct act_meta meta = {
        .arena = court->arena, .actor = {.name = "ruth", .till = "office", .role = ROLE_MANAGER}};
    struct fake_clock later = {.wall = clock_wall(&court->desk.clock) + DAY_MS};
    struct desk tomorrow = court->desk;
    pg_house_set_clock(court->field->database, later.wall);
    tomorrow.clock = clock_fake(&later);
    desk_expire(&tomorrow, &meta, NULL, &out);
    assert_int_equal(out.verdict, VERDICT_OK);
    return number(court, stuck_sql, "seats or holds held for ever") == 0 && house_verifies(court);
}

/* ---- the court ------------------------------------------------------------------------------ */

static bool (*const judges[JUDGES])(struct court *) = {
    [JUDGE_MAPS] = maps_are_right,
    [JUDGE_HISTORIES] = histories_fit,
    [JUDGE_SUMS] = sums_agree,
    [JUDGE_AUDIT] = house_verifies,
    [JUDGE_REGISTRY] = registry_is_right,
    [JUDGE_LOCKS] = locks_end,
    [JUDGE_CIRCLES] = nobody_waits_in_a_circle,
    [JUDGE_STUCK] = nothing_is_stuck,
};

static struct court sit(struct field *field)
{
    char url[PG_URL];
    return (struct court){.field = field,
                          .conn =
                              pg_server_connect(pg_server_url(field->database, NULL, NULL, url)),
                          .arena = arena_new(),
                          .desk = open_desk(field)};
}

static void rise(struct court *court)
{
    store_close(&court->desk.store);
    arena_free(&court->arena);
    PQfinish(court->conn);
}

void field_judge(struct field *field)
{
    struct court court = sit(field);
    for (int i = 0; i < JUDGES; i++)
        if (!judges[i](&court))
            fail_msg("%s: %s", field->wish.name, court.found);
    rise(&court);
}

bool field_finds(struct field *field, enum judge judge)
{
    struct court court = sit(field);
    bool found = !judges[judge](&court);
    rise(&court);
    return found;
}

void field_settle(struct field *field)
{
    struct court court = sit(field);
    struct house_drift drift;
    struct err err;
    seal(&court.desk);
    if (house_store_reconcile(court.desk.store, NULL, &drift, &err))
        fail_msg("%s", err.text);
    rise(&court);
}
