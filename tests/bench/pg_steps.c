#include "config.h"

#include "tests/bench/pg_steps.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const steps[][2] = {
    {"show", "SELECT no, id, status, hold_ttl_ms, ceiling_ms, gap_rule, one_hold, version"
             " FROM loge.show WHERE house = 1 AND no = $1::integer"},
    {"prices", "SELECT class_no, adult, child, senior, student FROM loge.price"
               " WHERE house = 1 AND show_no = $1::integer"},
    {"row", "SELECT seat_no, status, version, holder, held_until FROM loge.show_seat"
            " WHERE house = 1 AND show_no = 3 AND seat_no BETWEEN $1::integer AND $1 + 99"},
    {"begin", "BEGIN"},
    {"seen", "SELECT 1 FROM loge.receipt WHERE house = 1 AND key = $1::uuid"},
    {"lock", "SELECT version, status FROM loge.show_seat WHERE house = 1 AND show_no = 3"
             " AND seat_no IN ($1::integer, $2::integer) ORDER BY seat_no FOR NO KEY UPDATE"},
    {"receipt", "INSERT INTO loge.receipt (house, key, fingerprint, act, at, last_event, answer)"
                " VALUES (1, $1::uuid, $2::bytea, 0, $3::bigint, $4::bigint, $5)"},
    {"hold", "INSERT INTO loge.hold (house, id, show_no, status, ending, source, holder, till,"
             " email, created_at, expires_at, ceiling_at, ended_at, paying_until, sale, version)"
             " VALUES (1, $1::uuid, 3, 0, 0, 0, 'anna', 'till-1', '', $2::bigint, $3::bigint,"
             " $4::bigint, 0, 0, NULL, 1)"},
    {"seat", "UPDATE loge.show_seat SET status = 1, version = version + 1, holder = $2::uuid,"
             " held_until = $3::bigint, open_to = 0"
             " WHERE house = 1 AND show_no = 3 AND seat_no = $1::integer"},
    {"claim", "INSERT INTO loge.claim (house, hold_id, seat_no, show_no, live)"
              " VALUES (1, $2::uuid, $1::integer, 3, true)"},
    {"event", "INSERT INTO loge.event (house, id, at, act, actor, till, approver, role, show_no,"
              " seat_no, version, was, became, subject, held_ms, reason, note, key)"
              " VALUES (1, $1::bigint, $2::bigint, 0, 'anna', 'till-1', '', 1, 3, $3::integer, 2,"
              " 0, 1, $4::uuid, 0, '', '', $5::uuid)"},
    {"commit", "COMMIT"},
};

static void step(struct field_till *till, const char *name, const char *const *values, int count)
{
    PGresult *result = PQexecPrepared(till->conn, name, count, values, NULL, NULL, 1);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        bench_fail("%s: %s", name, PQerrorMessage(till->conn));
    PQclear(result);
}

struct step_values {
    char key[UUID_TEXT], hold[UUID_TEXT], at[24], until[24], ceiling[24];
    char seat[2][16], event[2][24];
};

static void choose(struct field_till *till, struct step_values *v)
{
    struct clock clock = clock_system();
    int64_t now = clock_wall(&clock);
    const struct uuid key = uuid_make(&till->ids, now), hold = uuid_make(&till->ids, now);
    uuid_text(&key, v->key);
    uuid_text(&hold, v->hold);
    snprintf(v->at, sizeof v->at, "%" PRId64, now);
    snprintf(v->until, sizeof v->until, "%" PRId64, now + 900000);
    snprintf(v->ceiling, sizeof v->ceiling, "%" PRId64, now + 7200000);
    for (int i = 0; i < 2; i++) {
        snprintf(v->seat[i], sizeof v->seat[i], "%d", field_seat(till, STEPS_SHOW));
        snprintf(v->event[i], sizeof v->event[i], "%" PRId64, ++till->next_event);
    }
}

static void hold(struct field_till *till, bool reads)
{
    static const char print[] =
        "\\xabababababababababababababababababababababababababababababababab";
    struct step_values v;
    choose(till, &v);
    if (reads) {
        step(till, "show", (const char *const[]){"3"}, 1);
        step(till, "prices", (const char *const[]){"3"}, 1);
        step(till, "row", (const char *const[]){v.seat[0]}, 1);
    }
    step(till, "begin", NULL, 0);
    step(till, "seen", (const char *const[]){v.key}, 1);
    step(till, "lock", (const char *const[]){v.seat[0], v.seat[1]}, 2);
    step(till, "receipt", (const char *const[]){v.key, print, v.at, v.event[1], FIELD_ANSWER}, 5);
    step(till, "hold", (const char *const[]){v.hold, v.at, v.until, v.ceiling}, 4);
    for (int i = 0; i < 2; i++) {
        step(till, "seat", (const char *const[]){v.seat[i], v.hold, v.until}, 3);
        step(till, "claim", (const char *const[]){v.seat[i], v.hold}, 2);
        step(till, "event", (const char *const[]){v.event[i], v.at, v.seat[i], v.hold, v.key}, 5);
    }
    step(till, "commit", NULL, 0);
}

void pg_steps_hold(struct field_till *till)
{
    hold(till, false);
}

void pg_steps_read_and_hold(struct field_till *till)
{
    hold(till, true);
}

static void prepare_steps(struct field_till *till)
{
    for (int i = 0; i < COUNT_OF(steps); i++) {
        PGresult *result = PQprepare(till->conn, steps[i][0], steps[i][1], 0, NULL);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            bench_fail("%s", PQerrorMessage(till->conn));
        PQclear(result);
    }
}

void pg_steps_open(struct field *field, int port)
{
    char url[PG_URL];
    for (int i = 0; i < TILLS; i++) {
        struct field_till *till = &field->tills[i];
        if (till->conn)
            PQfinish(till->conn);
        till->conn = pg_server_connect(field_url(field, true, port, url));
        prepare_steps(till);
    }
}
