/*
 * What a statement costs must follow what it is asked for, not the size of the house.
 *
 * Two houses of the same shape are made, one SMALL and one TEN times as large. Each statement that
 * the counter waits for runs in both, as the shipped text and as a clerk behind row-level security:
 * before any table was analysed (a new house, an import, a restore) and after, with a plan made for
 * its parameters and with the generic plan that a long connection ends up with. Its work is what
 * PostgreSQL counts: buffers touched, and rows that its nodes passed on or threw away. No stopwatch
 * is involved, so a busy machine changes nothing.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/pg_sql.h"
#include "src/base/member.h"
#include "tests/lib/by_hand.h"
#include "tests/lib/pg_house.h"

enum { SMALL = 1000, TEN = 10, SQL_TEXT = 8192, EXTRA = 400, KEY_EXTRA = 50, ENDLESS = 999999999 };

/* ---- two houses with a past ----------------------------------------------------------------- */

struct grown {
    int size;
    char database[PG_NAME];
    PGconn *root, *anna;
};

static char login[PG_LOGIN_TEXT];
static struct grown houses[2] = {{.size = SMALL}, {.size = SMALL * TEN}};

/* What comes home in a batch of two entries: a hold, and its sale. */
#define HOME_STEPS                                                                                \
    " (ARRAY[ROW(1, 1, 1, 700, 3, 0, 0, 1, md5('home')::uuid, NULL, 2000000000000), ROW(2, 2, 1," \
    " 700, 4, 2, 1, 2, md5('sale')::uuid, md5('home')::uuid, 0)]::loge.sync_step[])"
#define HOME_HOLDS                                                                        \
    "ARRAY[ROW(md5('home')::uuid, 0, 1, 2, 0, 0, 'anna', 'till-1', '', 1, 2000000000000," \
    " 2000000000000, 5, 0, md5('sale')::uuid)]::loge.hold_row[]"
#define HOME_SALES                                                                                 \
    "ARRAY[ROW(md5('sale')::uuid, 0, 'HOME-1', 1, 0, md5('home')::uuid, NULL, NULL, '', '', "      \
    "'EUR',"                                                                                       \
    " 500, 500, 'anna', 'till-1', 5, 5), ROW((SELECT id FROM loge.sale WHERE code = 'PAST-7'), 2," \
    " 'PAST-7', 2, 0, NULL, NULL, NULL, 'Eve', '', 'EUR', 500, 500, 'anna', 'till-1', 5,"          \
    " 5)]::loge.sale_row[]"
#define HOME_TICKETS                                                                               \
    "ARRAY[ROW(md5('sale')::uuid, md5('ticket')::uuid, 0, 'HOME-1-1', 1, 700, 0, 0, 0, 1, 500, 0," \
    " 0, 0, 500, 5, 'anna', 'till-1', 0, '', '', 0, 0)]::loge.ticket_row[]"
#define HOME_MONEY                                                                      \
    "ARRAY[ROW(md5('sale')::uuid, md5('money')::uuid, NULL, 0, 500, 0, '', '', '', 5, " \
    "0)]::loge.payment_row[]"

/* # is the size: seats of a show, orders, holds and customers; the log has four times as many. */
static const char *const past[] = {
    "INSERT INTO loge.hall VALUES (1, 1, 'arena', 'The Arena', #, #, 1, 'plan', 0, 0, 9, 9,"
    " '', 1)",
    "INSERT INTO loge.hall_class VALUES (1, 1, 0, 'Stalls', 'red')",
    "INSERT INTO loge.hall_section VALUES (1, 1, 0, 'Stalls', 0, 0)",
    "INSERT INTO loge.hall_row SELECT 1, 1, n, 0, 'R' || n, n FROM generate_series(0, # / 50 - 1)"
    " AS n",
    "INSERT INTO loge.hall_seat SELECT 1, 1, n, n, n / 50, 0, n % 50, n % 50, n / 50, 0, 0,"
    " (n % 50)::text, 'R' || n / 50 || '-' || n % 50, '', 0 FROM generate_series(0, # - 1) AS n",
    "INSERT INTO loge.show SELECT 1, w, 'show-' || w, 'Hamlet', 1, 'EUR', 1, 2000000000000, 900000,"
    " 300000, 7200000, true, false, 0, 0, 1 FROM generate_series(1, 2) AS w",
    "INSERT INTO loge.price VALUES (1, 1, 0, 500, -1, -1, -1, -1)",
    "INSERT INTO loge.shift (house, id, till, staff, opened_at, closed_at, float_amount, currency,"
    " expected_cash, expected_card, expected_voucher, counted_cash, counted_card, counted_voucher,"
    " reason, version) VALUES (1, md5('shift')::uuid, 'till-1', 'anna', 1, 0, 0, 'EUR', 0, 0, 0, 0,"
    " 0, 0, '', 1)",
    "INSERT INTO loge.show_seat (house, show_no, seat_no, status, version)"
    " SELECT 1, w, n, 0, 3 FROM generate_series(1, 2) AS w, generate_series(0, # - 1) AS n",
    "INSERT INTO loge.event SELECT 1, (v - 2) * 2 * # + (w - 1) * # + n + 1, 1, 0, 'anna',"
    " 'till-1', '', 1, w, n, v, 0, 0, NULL, 0, '', '', NULL FROM generate_series(1, 2) AS w,"
    " generate_series(2, 3) AS v, generate_series(0, # - 1) AS n",
    "INSERT INTO loge.customer SELECT 1, gen_random_uuid(), 'Customer ' || n, n || '@example.org',"
    " '+49 30 ' || n, 1, 1 FROM generate_series(1, #) AS n",
    /* Three orders of show 1 are still to be paid; three holds are open. */
    "INSERT INTO loge.sale SELECT 1, gen_random_uuid(), 'PAST-' || n, 1 + n % 2,"
    " (n IN (2, 4, 6))::integer, NULL, NULL, NULL, 'Customer ' || n, n || '@example.org', 'EUR', "
    "500,"
    " CASE WHEN n IN (2, 4, 6) THEN 0 ELSE 500 END, 'anna', 'till-1', n, n, 2"
    " FROM generate_series(0, # - 1) AS n",
    "INSERT INTO loge.ticket SELECT 1, id, gen_random_uuid(), replace(code, 'PAST', 'T'), 2,"
    " sold_at::integer, 0, 0, 0, 1, 500, 0, 0, 0, 500, 2 FROM loge.sale",
    "INSERT INTO loge.payment SELECT 1, id, gen_random_uuid(), NULL, 0, 500, 0, '', '', '', 1"
    " FROM loge.sale",
    "INSERT INTO loge.hold SELECT 1, gen_random_uuid(), 1, 4, 2, 0, 'anna', 'till-1', '', 1, 2, 2,"
    " 3, 0, NULL, 2 FROM generate_series(1, #)",
    "INSERT INTO loge.hold SELECT 1, md5(n::text)::uuid, 1, 0, 0, 0, 'anna', 'till-1',"
    " n || '@example.org', 1, 2000000000000, 0, 0, 0, NULL, 1 FROM generate_series(1, 3) AS n",
    "INSERT INTO loge.claim SELECT 1, id, row_number() OVER () - 1, 1, status = 0 FROM (SELECT id,"
    " status FROM loge.hold ORDER BY status, id LIMIT #) AS h",
    "UPDATE loge.show_seat AS t SET status = 1, holder = c.hold_id, held_until = 2000000000000,"
    " version = 4 FROM loge.claim AS c WHERE c.live AND t.show_no = 1 AND t.seat_no = c.seat_no",
    "INSERT INTO loge.event SELECT 1, 4 * # + 1 + seat_no, 1, 0, 'anna', 'till-1', '', 1, 1,"
    " seat_no, 4, 0, 1, holder, 0, '', '', NULL FROM loge.show_seat WHERE version = 4",
    "INSERT INTO loge.intent SELECT 1, md5('intent ' || n)::uuid, sha256('i'), 2, 2, true, true, 1,"
    " ARRAY[gen_random_uuid()], '{}', '{}', NULL, 0, 0, '', '', '', 'EUR', 500, 1, 2,"
    " 9223372036854775807, 0, 'ref-' || n, '', 0, NULL, '', 1 FROM generate_series(1, #) AS n",
    /* What tills brought home, and the keys of what was done. */
    "INSERT INTO loge.entry SELECT 1, md5('till-2')::uuid, n, 1, md5('entry ' || n)::uuid,"
    " sha256('e'), decode(repeat('00', 64), 'hex'), sha256('f'), 2, 0, 0, 1, 1, 'anna', '{}', '{}',"
    " '{}', '\\x00' FROM generate_series(1, #) AS n",
    "INSERT INTO loge.receipt SELECT 1, md5('entry ' || n)::uuid, sha256('f'), 0, 1, n, '{}'"
    " FROM generate_series(1, #) AS n",
    /* A till that sold a seat in an outage which another customer has by now. */
    "INSERT INTO loge.journal (house, device, till, no, public_key, proof, act_proof, enrolled_by,"
    " enrolled_at, heard_at) VALUES (1, md5('till-1')::uuid, 'till-1', 1, hand.public_key('k'),"
    " sha256('\\x01'), sha256(public.shown_of('till-1')), 'anna', 1, loge.now_ms())",
    "INSERT INTO loge.signed_in SELECT 1, md5('till-1')::uuid, p.name, 1 FROM (SELECT 'person ' || "
    "n"
    " FROM generate_series(1, #) AS n UNION ALL SELECT 'anna') AS p (name)",
    "INSERT INTO loge.conflict (house, id, device, till, seq, heading, reason, actor, made_at, at,"
    " deadline, show_no, seats, owners, sale) SELECT 1, md5('conflict ' || n)::uuid,"
    " md5('till-1')::uuid, 'till-1', n, 3, 0, 'anna', 1, loge.now_ms(), 2000000000000, 1,"
    " ARRAY[500 + 50 * n, 501 + 50 * n], '{NULL,NULL}', (SELECT id FROM loge.sale"
    " WHERE code = 'PAST-8') FROM generate_series(1, 20) AS n",
    /* What that till sends: a hold, and its sale. */
    "CREATE TABLE hand.batch AS SELECT a || hand.entry('k', j.device, substr(a, 1, 32), 2,"
    " hand.body(md5('a sale')::uuid, 2, 'anna', 'till-1', '', '{}', 1, '', hand.seats(" HOME_STEPS
    "[2:]), '\\x06' || hand.list(2, " HOME_SALES ") || hand.list(3, " HOME_TICKETS
    ") || hand.list(4, " HOME_MONEY "))) AS bytes, length(a) AS size"
    " FROM loge.journal AS j, hand.entry('k', j.device, j.last_hash, 1,"
    " hand.body(md5('a hold')::uuid, 0, 'anna', 'till-1', '', '{}', 1, '', hand.seats(" HOME_STEPS
    "[:1]), '\\x02' || hand.list(1, " HOME_HOLDS "))) AS a",
    "UPDATE loge.journal SET heard_at = 0",
    "GRANT SELECT ON hand.batch TO PUBLIC",
};

static const char *sized(const struct grown *house, const char *text, char out[SQL_TEXT])
{
    size_t at = 0;
    for (; *text && at < SQL_TEXT - 16; text++)
        if (*text == '#')
            at += (size_t)snprintf(out + at, SQL_TEXT - at, "%d", house->size);
        else
            out[at++] = *text;
    out[at] = '\0';
    return out;
}

static void fill(struct grown *house)
{
    char sql[SQL_TEXT];
    for (int i = 0; i < COUNT_OF(past); i++)
        pg_server_do(house->root, sized(house, past[i], sql));
}

static void make(struct grown *house)
{
    char url[PG_URL];
    pg_house_make(house->database);
    house->root = pg_server_connect(pg_server_url(house->database, NULL, NULL, url));
    pg_house_plain_sql(house->database);
    /* Nothing is analysed behind the test's back. */
    pg_server_do(house->root, "ALTER SYSTEM SET autovacuum = off");
    pg_server_do(house->root, "SELECT pg_reload_conf()");
    by_hand_make(house->root);
    fill(house);
    if (house == houses) /* a login belongs to the server, so the second house finds it there */
        pg_house_person(house->database, "anna", ROLE_SERVICE, login);
    else
        pg_server_do(house->root, "INSERT INTO loge.login (login, house, name, role, carries,"
                                  " disabled) SELECT replace(login, 'carrier', 'anna'), 1, 'anna',"
                                  " 4, false, false FROM loge.login WHERE carries");
    house->anna = pg_server_connect(pg_server_url(house->database, login, PG_PASSWORD, url));
    pg_server_do(house->anna, "SET jit = off; SET statement_timeout = 2000");
}

static int set_up(void **state)
{
    for (int i = 0; i < COUNT_OF(houses); i++)
        make(&houses[i]);
    return 0;
}

static int tear_down(void **state)
{
    for (int i = 0; i < COUNT_OF(houses); i++) {
        PQfinish(houses[i].anna);
        PQfinish(houses[i].root);
    }
    return 0;
}

/* ---- counting ------------------------------------------------------------------------------- */

static long long number_after(const char *line, const char *word)
{
    const char *at = strstr(line, word);
    return at ? atoll(at + strlen(word)) : 0;
}

/* What a node of the plan passed on or threw away, over all its loops. */
static long long rows_of(const char *line, long long *loops)
{
    static const char *const thrown[] = {"Rows Removed by Filter: ",
                                         "Rows Removed by Join Filter: "};
    const char *actual = strstr(line, "(actual rows=");
    if (actual) {
        *loops = number_after(actual, "loops=");
        return number_after(actual, "rows=") * *loops;
    }
    for (int i = 0; i < COUNT_OF(thrown); i++)
        if (strstr(line, thrown[i]))
            return number_after(line, thrown[i]) * *loops;
    return 0;
}

/* Only the first line on buffers counts: a node's include those of the nodes below it. */
static long long work_told(const PGresult *plan)
{
    long long work = 0, loops = 1;
    bool counted = false;
    for (int i = 0; i < PQntuples(plan); i++) {
        const char *line = PQgetvalue(plan, i, 0);
        if (strncmp(line, "Planning", 8) == 0)
            break;
        work += rows_of(line, &loops);
        if (counted || !strstr(line, "Buffers: "))
            continue;
        counted = true;
        work += number_after(line, "hit=") + number_after(line, "read=");
    }
    return work;
}

/* In a transaction that is undone, so that each time meets the same house. */
static long long work_of(PGconn *conn, const char *call)
{
    char sql[SQL_TEXT];
    snprintf(sql, sizeof sql, "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, COSTS OFF) EXECUTE %.8000s",
             call);
    pg_server_do(conn, "BEGIN");
    PGresult *plan = PQexec(conn, sql);
    const char *state = PQresultErrorField(plan, PG_DIAG_SQLSTATE);
    bool endless = state && strcmp(state, "57014") == 0; /* cancelled: statement_timeout */
    if (PQresultStatus(plan) != PGRES_TUPLES_OK && !endless)
        fail_msg("%s: %s", call, PQerrorMessage(conn));
    long long work = endless ? ENDLESS : work_told(plan);
    PQclear(plan);
    pg_server_do(conn, "ROLLBACK");
    return work;
}

/* BY_KEY: it finds each row it changes by its key. Reading one table of the house would show, which
 * statements that read more than that could hide. OF_SHOW may follow the seats of its show. */
enum growth { LITTLE, BY_KEY, OF_SHOW };

struct statement {
    const char *name, *sql;
    const char *values; /* as in past; NULL: it takes none */
    enum growth growth;
};

static long long work_in(struct grown *house, const struct statement *st, bool generic)
{
    char sql[SQL_TEXT], call[SQL_TEXT], values[SQL_TEXT];
    snprintf(sql, sizeof sql, "SET plan_cache_mode = %s; PREPARE it AS %s",
             generic ? "force_generic_plan" : "force_custom_plan", st->sql);
    pg_server_do(house->anna, sql);
    if (st->values)
        snprintf(call, sizeof call, "it(%.4000s)", sized(house, st->values, values));
    else
        snprintf(call, sizeof call, "it");
    long long work = work_of(house->anna, call);
    pg_server_do(house->anna, "DEALLOCATE it");
    return work;
}

/* Its verdict is right, or nothing was measured: -1 and less are refusals. */
static void must_be_done(PGconn *conn, const struct statement *st)
{
    char said[SQL_TEXT];
    pg_server_do(conn, "BEGIN");
    if (strncmp(st->sql, "SELECT loge.", 12) == 0)
        assert_true(atoll(pg_server_ask(conn, st->sql, said, sizeof said)) >= 0);
    pg_server_do(conn, "ROLLBACK");
}

static long long most_of(enum growth growth, long long small)
{
    if (growth == BY_KEY)
        return small + KEY_EXTRA;
    return small * (growth == OF_SHOW ? TEN * 3 / 2 : 2) + EXTRA;
}

static int grows(const struct statement *st, const char *when, bool generic)
{
    long long work[2];
    for (int i = 0; i < 2 && !st->values; i++)
        must_be_done(houses[i].anna, st);
    for (int i = 0; i < 2; i++)
        work[i] = work_in(&houses[i], st, generic);
    long long most = most_of(st->growth, work[0]);
    bool bad = work[1] > most;
    printf("# %-22s %-15s %-8s %8lld %8lld%s\n", st->name, when, generic ? "generic" : "custom",
           work[0], work[1], bad ? "  grows" : "");
    return bad;
}

static const struct statement statements[] = {
    {"list_seats_since", pg_sql_list_seats_since, "1, 4 * #, 100", LITTLE},
    {"list_seats_since, none", pg_sql_list_seats_since, "1, 9 * #, 100", LITTLE},
    {"find_seat_rows", pg_sql_find_seat_rows, "1, '{R10-1,R10-2,R11-7}'", LITTLE},
    {"list_row_seats", pg_sql_list_row_seats, "1, 1, '{10,11}'", LITTLE},
    {"list_fresh_seats", pg_sql_list_fresh_seats, "'{1,1}', '{500,501}'", LITTLE},
    {"list_hold_seats", pg_sql_list_hold_seats, "ARRAY[md5('1')::uuid]", LITTLE},
    {"read_hold", pg_sql_read_hold, "'c4ca4238-a0b9-2382-0dcc-509a6f75849b'", LITTLE},
    {"list_open_holds", pg_sql_list_open_holds, "1, 'anna', '', '', -1, 5", LITTLE},
    {"find_sale", pg_sql_find_sale, "'past-7'", LITTLE},
    {"find_ticket", pg_sql_find_ticket, "'t-7'", LITTLE},
    {"list_sales_due", pg_sql_list_sales_due, "1", LITTLE},
    {"list_sales_by_code", pg_sql_list_sales_by_code, "0, '', 0, 0, 'past-7', 100", LITTLE},
    {"  of a ticket", pg_sql_list_sales_by_code, "0, '', 0, 0, 't-7', 100", LITTLE},
    {"  of nothing", pg_sql_list_sales_by_code, "0, '', 0, 0, 'nobody', 100", LITTLE},
    {"list_tickets", pg_sql_list_tickets, "'c4ca4238-a0b9-2382-0dcc-509a6f75849b'", LITTLE},
    {"pull_changes", pg_sql_pull_changes, "4 * #, 100", LITTLE},
    {"next_expiry", pg_sql_next_expiry, NULL, LITTLE},
    {"find_open_shift", pg_sql_find_open_shift, "'till-1'", LITTLE},
    {"list_story", pg_sql_list_story, "0, 0, '', '', md5('2')::uuid, 9223372036854775807", LITTLE},
    {"list_story_newest", pg_sql_list_story_newest, "0, 0, '', '', md5('2')::uuid, 20", LITTLE},
    {"list_digest", pg_sql_list_digest, "1", OF_SHOW},
    {"list_seat_states", pg_sql_list_seat_states, "1, 0, #", OF_SHOW},
    {"list_plan_seats", pg_sql_list_plan_seats, "1, 0, #", OF_SHOW},
    {"count_show", pg_sql_count_show, "1, 5", OF_SHOW},
    {"hold two seats",
     "SELECT plain.hold(loge.schema(), gen_random_uuid(), sha256('x'), 0::smallint, 'anna',"
     " 'till-1', 1::smallint, '', '', '', '{}', '{500,501}', '{3,3}', '{1,2}',"
     " ROW(md5('new')::uuid, 0, 1, 0, 0, 0, 'anna', 'till-1', '', loge.now_ms(),"
     " loge.now_ms() + 1000, loge.now_ms() + 1000, 0, 0, NULL)::loge.hold_row)",
     NULL, BY_KEY},
    {"let a seat go",
     "SELECT plain.apply(loge.schema(), gen_random_uuid(), sha256('x'), 3::smallint, 'anna',"
     " 'till-1', 1::smallint, '', '', '', '{}', ARRAY[ROW(1, 1, 1, 4, 3, 1, 0, NULL, "
     "md5('2')::uuid,"
     " 0, 0)::loge.step], holds => ARRAY[ROW(md5('2')::uuid, 1, 1, 4, 2, 0, 'anna', 'till-1', '', "
     "1,"
     " 2000000000000, 0, 5, 0, NULL)::loge.hold_row])",
     NULL, BY_KEY},
    {"sell a seat",
     "SELECT plain.apply(loge.schema(), gen_random_uuid(), sha256('x'), 2::smallint, 'anna',"
     " 'till-1', 1::smallint, '', '', '', '{}', ARRAY[ROW(1, 1, 0, 4, 2, 1, 2, md5('sale')::uuid,"
     " md5('1')::uuid, 0, 0)::loge.step], holds => ARRAY[ROW(md5('1')::uuid, 1, 1, 2, 0, 0, 'anna',"
     " 'till-1', '', 1, 2000000000000, 0, 5, 0, md5('sale')::uuid)::loge.hold_row], sales =>"
     " ARRAY[ROW(md5('sale')::uuid, 0, 'NEW-1', 1, 0, md5('1')::uuid, NULL, md5('shift')::uuid, '',"
     " '', 'EUR', 500, 500, 'anna', 'till-1', loge.now_ms(), loge.now_ms())::loge.sale_row],"
     " tickets => ARRAY[ROW(md5('sale')::uuid, md5('ticket')::uuid, 0, 'NEW-1-1', 1, 0, 0, 0, 0, 1,"
     " 500, 0, 0, 0, 500, loge.now_ms(), 'anna', 'till-1', 0, '', '', 0, 0)::loge.ticket_row],"
     " payments => ARRAY[ROW(md5('sale')::uuid, gen_random_uuid(), md5('shift')::uuid, 0, 500, 500,"
     " '', '', '', loge.now_ms(), 0)::loge.payment_row])",
     NULL, BY_KEY},
    {"sweep",
     "SELECT loge.sweep('anna', 1::smallint, 5, 500,"
     " public.shown_of('till-1'))",
     NULL, BY_KEY},
    {"read_intent, id", pg_sql_read_intent, "md5('intent 7')::uuid, '', NULL", LITTLE},
    {"read_intent, ref", pg_sql_read_intent, "NULL, 'ref-7', NULL", LITTLE},
    {"read_intent, ticket", pg_sql_read_intent, "NULL, NULL, md5('ticket 7')::uuid", LITTLE},
    {"sync_read",
     "SELECT count(*) FROM loge.sync_read(md5('till-1')::uuid, '\\x01', ROW(1, '{1,1,1}',"
     " '{0,501,502}', 1, 2, ARRAY[md5('entry 1')::uuid, md5('new')::uuid], '{1}',"
     " ARRAY[md5('ticket')::uuid], '{anna}')::loge.sync_wish)",
     NULL, LITTLE},
    {"sync_write",
     "SELECT loge.sync_write(md5('till-1')::uuid, '\\x01', ROW(b.bytes,"
     " ARRAY[ROW(1, 1, 1, md5('a hold')::uuid, 1, b.size - 128, 2, 0, 0, 1, 0, 'anna', '', '', '', "
     "'{}', 1,"
     " NULL, NULL, NULL, '', ''), ROW(2, 2, 1, md5('a sale')::uuid, b.size + 1,"
     " length(b.bytes) - b.size - 128, 2, 0, 0, 1, 2, 'anna', "
     "'',"
     " '', '', '{}', 2, NULL, NULL, NULL, '', '')]::loge.sync_entry[]," HOME_STEPS
     ", NULL, " HOME_HOLDS ", NULL, " HOME_SALES ", " HOME_TICKETS ", " HOME_MONEY
     ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)::loge.sync_batch)"
     " FROM hand.batch AS b",
     NULL, BY_KEY},
    {"sync_losers", pg_sql_sync_losers, "md5('till-1')::uuid, '\\x01'", LITTLE},
    {"list_loans", pg_sql_list_loans, "md5('till-1')::uuid, 21600000", LITTLE},
};

static int all_grow(const char *when)
{
    int bad = 0;
    for (int i = 0; i < COUNT_OF(statements); i++)
        for (int generic = 0; generic < 2; generic++)
            bad += grows(&statements[i], when, generic);
    return bad;
}

/* The log is sealed but for its last block. */
static void seal_nearly_all(struct grown *house)
{
    pg_server_do(house->anna,
                 "SET statement_timeout = 30000; SELECT loge.seal_events(false, 100000);"
                 " SET statement_timeout = 2000");
    pg_server_do(house->root, "DELETE FROM loge.seal WHERE block = (SELECT max(block) FROM"
                              " loge.seal)");
}

/* ---- the tests ------------------------------------------------------------------------------ */

static void no_statement_of_the_counter_grows_with_the_house(void **state)
{
    int bad = all_grow("never analysed");
    for (int i = 0; i < COUNT_OF(houses); i++)
        pg_server_do(houses[i].root, "ANALYZE");
    bad += all_grow("analysed");
    assert_int_equal(bad, 0);
}

static void sealing_a_block_costs_a_block(void **state)
{
    static const struct statement one = {"seal_events, one block",
                                         "SELECT loge.seal_events(false, 1)", NULL, LITTLE};
    static const struct statement none = {"seal_events, nothing",
                                          "SELECT loge.seal_events(false, 0)", NULL, LITTLE};
    int bad = 0;
    for (int i = 0; i < COUNT_OF(houses); i++)
        seal_nearly_all(&houses[i]);
    bad += grows(&one, "", false) + grows(&none, "", false);
    for (int i = 0; i < COUNT_OF(houses); i++)
        pg_server_do(houses[i].anna, "SELECT loge.seal_events(false, 1)");
    bad += grows(&one, "all sealed", false);
    assert_int_equal(bad, 0);
}

/* While 5 * # others have a hold of the same show. */
static void one_hold_a_customer_is_found_by_its_address(void **state)
{
    static const char others[] =
        "INSERT INTO loge.hold SELECT 1, gen_random_uuid(), 1, 0, 0, 0, 'anna', 'till-1',"
        " 'other-' || n || '@example.org', 1, 2000000000000, 0, 0, 0, NULL, 1"
        " FROM generate_series(1, 5 * #) AS n";
    static const struct statement hold = {
        "hold, one a customer",
        "SELECT plain.apply(loge.schema(), gen_random_uuid(), sha256('x'), 0::smallint, 'anna',"
        " 'till-1', 1::smallint, '', '', '', '{}', ARRAY[ROW(1, 1, 500, 3, 0, 0, 1,"
        " md5('new')::uuid, NULL, o.ends, 0)::loge.step], ARRAY[ROW(md5('new')::uuid, 0, 1, 0, 0,"
        " 0, 'anna', 'till-1', 'New@example.org', o.ends - 1000, o.ends, o.ends, 0, 0, NULL)"
        "::loge.hold_row], only_hold => true) FROM (SELECT loge.now_ms() + 1000 AS ends OFFSET 0)"
        " AS o",
        NULL, LITTLE};
    char sql[SQL_TEXT];
    int bad = 0;
    for (int i = 0; i < COUNT_OF(houses); i++)
        pg_server_do(houses[i].root, sized(&houses[i], others, sql));
    bad += grows(&hold, "never analysed", false);
    for (int i = 0; i < COUNT_OF(houses); i++)
        pg_server_do(houses[i].root, "ANALYZE loge.hold");
    bad += grows(&hold, "analysed", false);
    assert_int_equal(bad, 0);
}

/* While 5 * # others are open (of the test before), one hold is over. */
static void the_sweep_reads_the_holds_it_ends(void **state)
{
    static const char over[] =
        "UPDATE loge.hold SET expires_at = 4 WHERE id = md5('3')::uuid;"
        "UPDATE loge.show_seat SET held_until = 4 WHERE holder = md5('3')::uuid";
    static const struct statement sweep = {
        "sweep, one of many",
        "SELECT seats FROM loge.sweep('anna', 1::smallint, 5, 500,"
        " public.shown_of('till-1'))",
        NULL, BY_KEY};
    char said[SQL_TEXT];
    for (int i = 0; i < COUNT_OF(houses); i++) {
        pg_server_do(houses[i].root, over);
        pg_server_do(houses[i].anna, "BEGIN");
        assert_string_equal(pg_server_ask(houses[i].anna, sweep.sql, said, sizeof said), "1");
        pg_server_do(houses[i].anna, "ROLLBACK");
    }
    assert_int_equal(grows(&sweep, "", false) + grows(&sweep, "", true), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_statement_of_the_counter_grows_with_the_house),
        cmocka_unit_test(sealing_a_block_costs_a_block),
        cmocka_unit_test(one_hold_a_customer_is_found_by_its_address),
        cmocka_unit_test(the_sweep_reads_the_holds_it_ends),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
