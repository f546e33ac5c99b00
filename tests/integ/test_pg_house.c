/* Setting a house up, coming in, being kept out, and lines that are cut. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "gen/pg_sql.h"
#include "src/adapter/sodium_crypt.h"
#include "tests/lib/pg_house.h"

static const struct house the_house = {.name = "The House", .currency = "EUR"};
static char database[PG_NAME], url[PG_URL];
static struct err err;

static int fresh_house(void **state)
{
    pg_house_make(database);
    pg_server_url(database, NULL, NULL, url);
    return 0;
}

static void must_fail(enum rc rc, enum rc expected, const char *part)
{
    assert_int_equal(rc, expected);
    if (!strstr(err.text, part))
        fail_msg("'%s' does not say '%s'", err.text, part);
}

static enum rc come_in(const char *login, const char *password, struct store **store)
{
    char address[PG_URL];
    struct clock clock = clock_system();
    pg_server_url(database, login, password, address);
    return pg_store_open(address, sodium_crypt(), &clock, store, &err);
}

static void run_sql(const char *sql)
{
    PGconn *conn = pg_server_connect(url);
    pg_server_do(conn, sql);
    PQfinish(conn);
}

/* ---- what a role does not allow -------------------------------------------------------------- */

/* A program that lets a clerk act as somebody else: the database says no, and why. */
static void what_the_database_does_not_allow_is_said_so(void **state)
{
    const struct pg_person lena = {"lena", ROLE_CLERK, PG_PASSWORD, false};
    char login[PG_LOGIN_TEXT];
    struct store *store;
    struct apply_result result;
    struct arena *arena = arena_new();
    struct changeset *cs = changeset_new(arena);
    assert_int_equal(pg_staff_put(url, the_house.name, &lena, login, &err), RC_OK);
    assert_int_equal(come_in(login, PG_PASSWORD, &store), RC_OK);
    cs->key = (struct uuid){{7}};
    cs->act = ACT_BLOCK;
    cs->actor = (struct actor){.name = "mark", .till = "till-1", .role = ROLE_SUPERVISOR};
    *LIST_ADD(arena, &cs->notes) = (struct change_note){.act = ACT_BLOCK};
    assert_int_equal(store->ops->apply(store, cs, &result, &err), RC_OK);
    assert_int_equal(result.applied, APPLIED_REFUSED);
    assert_int_equal(result.verdict, VERDICT_NOT_ALLOWED);
    store_close(&store);
    arena_free(&arena);
}

/* An act of which a wall says no: a customer, and a line about another. */
static struct changeset *beside_the_truth(struct arena *arena)
{
    struct changeset *cs = changeset_new(arena);
    struct customer *customer = LIST_ADD(arena, &cs->customers);
    cs->key = (struct uuid){{8}};
    cs->act = ACT_CUSTOMER;
    cs->actor = (struct actor){.name = "lina", .till = "till-1", .role = ROLE_CLERK};
    *customer = (struct customer){.id = {{9}}, .name = "Berta", .email = "berta@example.org"};
    *LIST_ADD(arena, &cs->notes) =
        (struct change_note){.act = ACT_CUSTOMER, .subject = {{10}}, .note = "Berta"};
    return cs;
}

static void a_wall_names_row_and_column_in_the_log_and_to_nobody_else(void **state)
{
    const struct pg_person lina = {"lina", ROLE_CLERK, PG_PASSWORD, false};
    struct store *store;
    struct apply_result result;
    struct arena *arena = arena_new();
    struct log *log = log_new(clock_system(), LEVEL_WARNING);
    char said[LOG_LINE] = "", login[PG_LOGIN_TEXT];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    log_add_fd(log, ends[1], LOG_TEXT);
    assert_int_equal(pg_staff_put(url, the_house.name, &lina, login, &err), RC_OK);
    assert_int_equal(come_in(login, PG_PASSWORD, &store), RC_OK);
    pg_till_act_at(database, store, "till-1");
    pg_store_set_log(store, log);
    memset(&err, 0, sizeof err);
    assert_int_equal(store->ops->apply(store, beside_the_truth(arena), &result, &err), RC_OK);
    assert_int_equal(result.applied, APPLIED_REFUSED);
    assert_int_equal(result.verdict, VERDICT_NOT_ALLOWED);
    assert_string_equal(err.text, "");
    close(ends[1]);
    assert_true(read(ends[0], said, sizeof said - 1) > 0);
    assert_non_null(strstr(said, "a wall refused it row=note column=act"));
    assert_null(strstr(said, "Berta"));
    assert_null(strstr(said, "berta"));
    close(ends[0]);
    store_close(&store);
    log_free(&log);
    arena_free(&arena);
}

/* A folder that has lost its key, or never joined: a name is no till. */
static void a_till_without_its_key_is_told_to_join(void **state)
{
    const struct pg_person nora = {"nora", ROLE_CLERK, PG_PASSWORD, false};
    struct store *store;
    struct apply_result result;
    struct arena *arena = arena_new();
    char login[PG_LOGIN_TEXT];
    assert_int_equal(pg_staff_put(url, the_house.name, &nora, login, &err), RC_OK);
    assert_int_equal(come_in(login, PG_PASSWORD, &store), RC_OK);
    struct changeset *cs = beside_the_truth(arena);
    strcpy(cs->actor.name, "nora");
    must_fail(store->ops->apply(store, cs, &result, &err), RC_CONFIG, "loge join");
    store_close(&store);
    arena_free(&arena);
}

/* ---- setting up ----------------------------------------------------------------------------- */

static void setting_up_twice_changes_nothing(void **state)
{
    char before[16], after[16];
    PGconn *conn = pg_server_connect(url);
    pg_server_ask(conn, "SELECT count(*) FROM loge.house", before, sizeof before);
    assert_int_equal(pg_house_init(url, &the_house, &err), RC_OK);
    assert_string_equal(pg_server_ask(conn, "SELECT count(*) FROM loge.house", after, 16), before);
    PQfinish(conn);
}

static void two_houses_live_in_one_database(void **state)
{
    static const struct house other = {.name = "The Barn", .currency = "CHF"};
    const struct pg_person anna = {"anna", ROLE_CLERK, PG_PASSWORD, false};
    char first[PG_LOGIN_TEXT], second[PG_LOGIN_TEXT];
    struct store *store;
    struct house seen;
    assert_int_equal(pg_house_init(url, &other, &err), RC_OK);
    assert_int_equal(pg_staff_put(url, "The House", &anna, first, &err), RC_OK);
    assert_int_equal(pg_staff_put(url, "The Barn", &anna, second, &err), RC_OK);
    assert_string_not_equal(first, second);
    assert_int_equal(come_in(second, PG_PASSWORD, &store), RC_OK);
    assert_int_equal(store->ops->house_read(store, &seen, &err), RC_OK);
    assert_string_equal(seen.name, "The Barn");
    assert_string_equal(seen.currency, "CHF");
    store_close(&store);
}

static void a_newer_schema_is_left_alone(void **state)
{
    struct store *store = NULL;
    run_sql("INSERT INTO loge.migration SELECT max(number) + 1, 'x', sha256('x'), 0"
            " FROM loge.migration;"
            "CREATE OR REPLACE FUNCTION loge.schema() RETURNS integer LANGUAGE sql IMMUTABLE"
            " RETURN 999000");
    must_fail(pg_house_init(url, &the_house, &err), RC_CORRUPT, "newer Loge");
    must_fail(come_in("house_1_carrier", PG_PASSWORD, &store), RC_CORRUPT, "newer Loge");
    assert_null(store);
}

static void a_house_of_another_edition_is_refused(void **state)
{
    struct store *store = NULL;
    run_sql("UPDATE loge.migration SET checksum = sha256('x') WHERE number = 2");
    must_fail(pg_house_init(url, &the_house, &err), RC_CORRUPT, "different edition");
    must_fail(come_in("house_1_carrier", PG_PASSWORD, &store), RC_CORRUPT, "different edition");
    assert_null(store);
}

static void other_rules_for_seats_are_refused(void **state)
{
    struct store *store;
    run_sql("CREATE OR REPLACE FUNCTION loge.steps() RETURNS integer[] LANGUAGE sql IMMUTABLE"
            " RETURN '{1,2}'::integer[]");
    must_fail(come_in("house_1_carrier", PG_PASSWORD, &store), RC_CORRUPT, "different edition");
    assert_int_equal(pg_house_init(url, &the_house, &err), RC_OK); /* brings them back */
    assert_int_equal(come_in("house_1_carrier", PG_PASSWORD, &store), RC_OK);
    store_close(&store);
}

static void an_upgrade_that_fails_leaves_nothing(void **state)
{
    char name[PG_NAME], address[PG_URL], count[16];
    pg_server_database(NULL, name);
    pg_server_url(name, NULL, NULL, address);
    PGconn *conn = pg_server_connect(address);
    pg_server_do(conn, "CREATE SCHEMA qa"); /* stands in the way */
    assert_int_not_equal(pg_house_init(address, &the_house, &err), RC_OK);
    pg_server_ask(conn, "SELECT count(*) FROM pg_namespace WHERE nspname = 'loge'", count, 16);
    assert_string_equal(count, "0");
    PQfinish(conn);
}

static void a_house_that_was_moved_counts_its_events_on(void **state)
{
    struct store *store;
    char id[32];
    run_sql("INSERT INTO loge.event SELECT 1, (9000000000 << 20) + 1, 0, 17, 'x', '', '', 0, 0, -1,"
            " 0, 0, 0, NULL, 0, '', '', NULL; CREATE OR REPLACE FUNCTION loge.cluster() RETURNS "
            "bigint LANGUAGE sql"
            " IMMUTABLE RETURN 1::bigint");
    must_fail(come_in("house_1_carrier", PG_PASSWORD, &store), RC_CONFIG, "restored");
    if (pg_house_init(url, &the_house, &err) != RC_OK)
        fail_msg("%s", err.text);
    PGconn *conn = pg_server_connect(url);
    pg_server_ask(conn,
                  "SELECT loge.event_base() + pg_current_xact_id()::text::bigint > 9000000000", id,
                  sizeof id);
    assert_string_equal(id, "t");
    PQfinish(conn);
}

/* reltuples is negative until a table is analysed; a dump brings no statistics either. */
static void every_table_with_rows_is_counted_when_a_house_is_set_up(void **state)
{
    static const char uncounted[] = "SELECT count(*) FROM pg_class WHERE relnamespace ="
                                    " 'loge'::regnamespace AND relkind = 'r' AND reltuples < 0"
                                    " AND pg_relation_size(oid) > 0";
    PGconn *conn = pg_server_connect(url);
    pg_server_do(conn, "UPDATE pg_class SET reltuples = -1 WHERE relnamespace ="
                       " 'loge'::regnamespace AND relkind = 'r'");
    assert_true(pg_server_count(conn, uncounted) > 0);
    assert_int_equal(pg_house_init(url, &the_house, &err), RC_OK);
    assert_int_equal(pg_server_count(conn, uncounted), 0);
    PQfinish(conn);
}

static void every_statement_can_be_prepared(void **state)
{
    PGconn *conn = pg_server_connect(url);
    for (const struct sql_file *file = pg_sql_files; file->name; file++) {
        if (strcmp(file->name, "create_roles") == 0)
            continue; /* not one statement with parameters */
        PGresult *result = PQprepare(conn, file->name, file->text, 0, NULL);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            fail_msg("%s: %s", file->name, PQerrorMessage(conn));
        PQclear(result);
    }
    PQfinish(conn);
}

/* ---- being kept out ------------------------------------------------------------------------- */

static void a_wrong_password_is_a_sentence_without_it(void **state)
{
    struct store *store;
    must_fail(come_in("house_1_carrier", "hunter2-secret", &store), RC_CONFIG, "name and password");
    assert_null(strstr(err.text, "hunter2"));
    assert_string_equal(err.native, "28P01");
}

static void an_unreadable_address_is_not_repeated(void **state)
{
    struct store *store;
    struct clock clock = clock_system();
    must_fail(
        pg_store_open("postgresql://anna:hunter2@[nowhere", sodium_crypt(), &clock, &store, &err),
        RC_CONFIG, "cannot be read");
    assert_null(strstr(err.text, "hunter2"));
}

static void nobody_at_the_address_is_transient(void **state)
{
    struct store *store;
    struct clock clock = clock_system();
    must_fail(pg_store_open("host=127.0.0.1 port=1 dbname=x password=hunter2", sodium_crypt(),
                            &clock, &store, &err),
              RC_TRANSIENT, "cannot be reached");
    assert_null(strstr(err.text, "hunter2"));
}

static void a_database_that_is_not_there_is_a_matter_of_configuration(void **state)
{
    struct store *store;
    struct clock clock = clock_system();
    char address[PG_URL];
    pg_server_url("nowhere", NULL, NULL, address);
    must_fail(pg_store_open(address, sodium_crypt(), &clock, &store, &err), RC_CONFIG,
              "no such database");
}

static void a_database_without_a_house_says_what_to_do(void **state)
{
    struct store *store;
    struct clock clock = clock_system();
    char address[PG_URL];
    pg_server_url("postgres", NULL, NULL, address);
    must_fail(pg_store_open(address, sodium_crypt(), &clock, &store, &err), RC_CORRUPT,
              "loge init");
}

static void a_login_of_no_house_stays_out(void **state)
{
    struct store *store;
    must_fail(come_in(NULL, NULL, &store), RC_CONFIG, "belongs to no house");
}

/* ---- lines that are cut --------------------------------------------------------------------- */

static struct changeset *a_note(struct arena *arena, uint8_t n)
{
    struct changeset *cs = changeset_new(arena);
    memset(cs->key.b, n, sizeof cs->key.b);
    memset(cs->fingerprint, n, sizeof cs->fingerprint);
    strcpy(cs->actor.name, "carrier");
    cs->actor.role = ROLE_MANAGER;
    cs->act = ACT_STAFF;
    LIST_ADD(arena, &cs->notes)->act = ACT_STAFF;
    return cs;
}

#define CUT "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE '%carrier'"

static void a_cut_line_is_mended_by_the_next_read(void **state)
{
    struct store *store;
    struct house seen;
    assert_int_equal(come_in("house_1_carrier", PG_PASSWORD, &store), RC_OK);
    run_sql(CUT);
    assert_int_equal(store->ops->house_read(store, &seen, &err), RC_OK);
    assert_string_equal(seen.name, "The House");
    store_close(&store);
}

/* The server dies inside the act, before it answers: a trigger ends its own session. */
static void an_answer_that_was_lost_is_unknown_and_the_key_tells(void **state)
{
    struct arena *arena = arena_new();
    struct apply_result result;
    struct store *store;
    bool found = true;
    run_sql("CREATE FUNCTION public.die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS"
            " 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN new; END';"
            "CREATE TRIGGER die BEFORE INSERT ON loge.event FOR EACH ROW EXECUTE FUNCTION"
            " public.die()");
    assert_int_equal(come_in("house_1_carrier", PG_PASSWORD, &store), RC_OK);
    const struct changeset *cs = a_note(arena, 7);
    assert_int_equal(store->ops->apply(store, cs, &result, &err), RC_UNKNOWN);
    assert_int_equal(
        store->ops->receipt_read(store, &cs->key, cs->fingerprint, arena, &result, &found, &err),
        RC_OK);
    assert_false(found);
    run_sql("DROP TRIGGER die ON loge.event");
    assert_int_equal(store->ops->apply(store, cs, &result, &err), RC_OK);
    assert_int_equal(result.applied, APPLIED_OK);
    assert_int_equal(store->ops->apply(store, cs, &result, &err), RC_OK);
    assert_int_equal(result.applied, APPLIED_REPLAY);
    store_close(&store);
    arena_free(&arena);
}

static void somebody_who_holds_the_key_makes_it_busy(void **state)
{
    struct arena *arena = arena_new();
    struct apply_result result;
    struct store *store;
    PGconn *other = pg_server_connect(url);
    assert_int_equal(come_in("house_1_carrier", PG_PASSWORD, &store), RC_OK);
    pg_server_do(other, "BEGIN; LOCK TABLE loge.receipt IN ACCESS EXCLUSIVE MODE");
    const struct changeset *cs = a_note(arena, 8);
    assert_int_equal(store->ops->apply(store, cs, &result, &err), RC_OK);
    assert_int_equal(result.applied, APPLIED_BUSY);
    pg_server_do(other, "ROLLBACK");
    assert_int_equal(store->ops->apply(store, cs, &result, &err), RC_OK);
    assert_int_equal(result.applied, APPLIED_OK);
    PQfinish(other);
    store_close(&store);
    arena_free(&arena);
}

/* ---- following the log ---------------------------------------------------------------------- */

/* A seat that changes, and the event that says so, as an act writes them. */
#define CHANGE(seat)                                                                              \
    "INSERT INTO loge.event SELECT h.house,"                                                      \
    " (pg_current_xact_id()::text::bigint + loge.event_base()) << 20, 1, 0, 'ruth', 'box-1', ''," \
    " 3, 1, " seat ", 2, 0, 1, NULL, 0, '', '', NULL FROM loge.house AS h"
#define SEAT(seat)                                                                           \
    "INSERT INTO loge.show_seat (house, show_no, seat_no, status, version) SELECT h.house, " \
    "1, " seat ", 0, 2 FROM loge.house AS h"

static int seats_since(struct store *store, struct arena *arena, int64_t *last, int32_t *first)
{
    struct fresh_seat *seats;
    int count;
    if (store->ops->seats_since(store, 1, *last, 10, arena, &seats, &count, last, &err))
        fail_msg("%s", err.text);
    *first = count ? seats[0].seat : -1;
    return count;
}

/*
 * Two acts; the one that began first takes its time. Whoever reads the log in between and goes on
 * behind the newest event he saw never hears of it; a store's own mark stays before it.
 */
static void who_follows_the_log_misses_no_slow_act(void **state)
{
    struct arena *arena = arena_new();
    struct store *store;
    int64_t last = 0, naive;
    int32_t first;
    PGconn *slow = pg_server_connect(url), *quick = pg_server_connect(url);
    pg_server_do(quick, "SET session_replication_role = replica;" SEAT("1") ";" SEAT("2"));
    assert_int_equal(come_in("house_1_carrier", PG_PASSWORD, &store), RC_OK);
    pg_server_do(slow, "SET session_replication_role = replica; BEGIN;"
                       " SELECT pg_current_xact_id()");
    pg_server_do(quick, CHANGE("2"));
    assert_int_equal(seats_since(store, arena, &last, &first), 1);
    assert_int_equal(first, 2); /* what is there is told at once */
    naive = pg_server_count(quick, "SELECT max(id) FROM loge.event");
    assert_true(last < naive);
    pg_server_do(slow, CHANGE("1"));
    pg_server_do(slow, "COMMIT");
    assert_int_equal(seats_since(store, arena, &naive, &first), 0); /* this is how it is missed */
    assert_int_equal(seats_since(store, arena, &last, &first), 2);
    assert_int_equal(first, 1);
    PQfinish(quick);
    PQfinish(slow);
    store_close(&store);
    arena_free(&arena);
}

/* ---- what has to wait ----------------------------------------------------------------------- */

static struct pg_strain strain(struct store *store)
{
    struct pg_strain strain;
    if (pg_store_strain(store, &strain, &err))
        fail_msg("%s", err.text);
    return strain;
}

static void what_has_to_wait_is_told(void **state)
{
    struct store *store;
    PGconn *slow = pg_server_connect(url), *quick = pg_server_connect(url);
    pg_house_set_clock(database, 1000000);
    assert_int_equal(come_in("house_1_carrier", PG_PASSWORD, &store), RC_OK);
    assert_int_equal(strain(store).untold, 0);
    pg_server_do(slow, "BEGIN; SELECT pg_current_xact_id()");
    pg_server_do(quick, "SET session_replication_role = replica;" CHANGE("2"));
    pg_server_do(quick, "UPDATE loge.event SET at = 1000000");
    pg_house_set_clock(database, 1007000);
    assert_int_equal(strain(store).untold, 7000);
    pg_server_do(slow, "COMMIT");
    assert_int_equal(strain(store).untold, 0);
    pg_server_do(quick, "INSERT INTO loge.hold SELECT house, gen_random_uuid(), 1, 0, 0, 0, 'ada',"
                        " 'box-1', '', 1, 1000000 + 1000 * n, 1100000, 0, 0, NULL, 1"
                        " FROM loge.house, generate_series(1, 9) AS n");
    assert_int_equal(strain(store).overdue_holds, 7);
    assert_int_equal(strain(store).overdue, 6000);
    assert_int_equal(strain(store).unpaid_holds, 0);
    pg_server_do(quick, "SET session_replication_role = replica;" /* past the wall of steps */
                        "UPDATE loge.hold SET status = 1, paying_until = 1100000"
                        " WHERE expires_at > 1007000;"
                        "SET session_replication_role = origin");
    assert_int_equal(strain(store).unpaid_holds, 2); /* and no service runs */
    assert_int_equal(strain(store).overdue_holds, 7);
    pg_server_do(quick, "INSERT INTO loge.worker_status (house, worker, instance, started_at,"
                        " beat_at, runs, done, failures, fault) SELECT house, 'payments', 'web',"
                        " 1000000, 1006000, 1, 0, 0, '' FROM loge.house");
    assert_int_equal(strain(store).unpaid_holds, 0);
    PQfinish(quick);
    PQfinish(slow);
    store_close(&store);
}

/* ---- work that somebody stops --------------------------------------------------------------- */

/* Who reads anything waits in the policy of the table of logins: a report of a very large house. */
#define SLOWLY \
    "ALTER POLICY own_login ON loge.login USING (login = session_user AND NOT disabled AND "
#define SLOW     SLOWLY "pg_sleep(25) IS NOT NULL)"
#define FAST     SLOWLY "true)"
#define SLEEPERS "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"

struct patience {
    int asked, most;
};

static bool still_wanted(void *ctx, int64_t done, int64_t total)
{
    struct patience *patience = ctx;
    return ++patience->asked <= patience->most;
}

static enum rc report(struct store *store, struct arena *arena)
{
    const struct report_filter filter = {.group = REPORT_BY_SHOW, .until = INT64_MAX};
    struct report_row *rows;
    int count;
    return store->ops->report(store, &filter, arena, &rows, &count, &err);
}

static void a_report_is_stopped_and_the_server_lets_go(void **state)
{
    struct arena *arena = arena_new();
    struct patience patience = {.most = 2};
    const struct progress heeded = {still_wanted, &patience};
    struct store *store;
    struct house seen;
    char sleepers[16];
    assert_int_equal(come_in("house_1_carrier", PG_PASSWORD, &store), RC_OK);
    assert_int_equal(report(store, arena), RC_OK);
    run_sql(SLOW);
    store->ops->heed(store, &heeded);
    must_fail(report(store, arena), RC_CANCELLED, "Stopped as asked");
    store->ops->heed(store, NULL);
    run_sql(FAST);
    PGconn *watcher = pg_server_connect(url);
    while (atoi(pg_server_ask(watcher, SLEEPERS, sleepers, sizeof sleepers)))
        assert_true(patience.asked == patience.most + 1); /* it does not ask again meanwhile */
    assert_int_equal(store->ops->house_read(store, &seen, &err), RC_OK);
    assert_string_equal(seen.name, "The House");
    PQfinish(watcher);
    store_close(&store);
    arena_free(&arena);
}

/* A row each millisecond in the order in which they are read, and a few fill what the server sends
 * at once: the line is never quiet for long. */
#define A_TRICKLE                                                                                \
    "INSERT INTO loge.event SELECT 1, n, 0, 15, repeat('x', 31), 'till-1', '', 3, 0, -1, 0, 0, " \
    "0, "                                                                                        \
    "NULL, 0, repeat('x', 39), repeat('x', 199), NULL FROM generate_series(1, 3000) AS n;"       \
    "CREATE POLICY trickle ON loge.event AS RESTRICTIVE USING (pg_sleep(0.001) IS NOT NULL)"

static void a_read_whose_rows_keep_coming_is_stopped_too(void **state)
{
    struct arena *arena = arena_new();
    struct patience patience = {.most = 2};
    const struct progress heeded = {still_wanted, &patience};
    const struct event_filter all = {.seat = -1, .limit = -1};
    struct event *events;
    struct store *store;
    int count;
    assert_int_equal(come_in("house_1_carrier", PG_PASSWORD, &store), RC_OK);
    run_sql(A_TRICKLE);
    store->ops->heed(store, &heeded);
    must_fail(store->ops->event_list(store, &all, arena, &events, &count, &err), RC_CANCELLED,
              "Stopped as asked");
    store_close(&store);
    arena_free(&arena);
}

static void an_act_is_not_stopped_by_whoever_stops_reports(void **state)
{
    struct arena *arena = arena_new();
    struct patience patience = {.most = 0};
    const struct progress heeded = {still_wanted, &patience};
    struct apply_result result;
    struct store *store;
    assert_int_equal(come_in("house_1_carrier", PG_PASSWORD, &store), RC_OK);
    store->ops->heed(store, &heeded);
    assert_int_equal(store->ops->apply(store, a_note(arena, 11), &result, &err), RC_OK);
    assert_int_equal(result.applied, APPLIED_OK);
    assert_int_equal(patience.asked, 0);
    must_fail(report(store, arena), RC_CANCELLED, "Stopped as asked");
    store_close(&store);
    arena_free(&arena);
}

int main(void)
{
#define HOUSE_TEST(name) cmocka_unit_test_setup(name, fresh_house)
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(what_the_database_does_not_allow_is_said_so),
        HOUSE_TEST(a_wall_names_row_and_column_in_the_log_and_to_nobody_else),
        HOUSE_TEST(a_till_without_its_key_is_told_to_join),
        HOUSE_TEST(setting_up_twice_changes_nothing),
        HOUSE_TEST(two_houses_live_in_one_database),
        HOUSE_TEST(a_newer_schema_is_left_alone),
        HOUSE_TEST(a_house_of_another_edition_is_refused),
        HOUSE_TEST(other_rules_for_seats_are_refused),
        HOUSE_TEST(an_upgrade_that_fails_leaves_nothing),
        HOUSE_TEST(a_house_that_was_moved_counts_its_events_on),
        HOUSE_TEST(every_table_with_rows_is_counted_when_a_house_is_set_up),
        HOUSE_TEST(every_statement_can_be_prepared),
        HOUSE_TEST(a_wrong_password_is_a_sentence_without_it),
        HOUSE_TEST(an_unreadable_address_is_not_repeated),
        HOUSE_TEST(nobody_at_the_address_is_transient),
        HOUSE_TEST(a_database_that_is_not_there_is_a_matter_of_configuration),
        HOUSE_TEST(a_database_without_a_house_says_what_to_do),
        HOUSE_TEST(a_login_of_no_house_stays_out),
        HOUSE_TEST(a_cut_line_is_mended_by_the_next_read),
        HOUSE_TEST(an_answer_that_was_lost_is_unknown_and_the_key_tells),
        HOUSE_TEST(somebody_who_holds_the_key_makes_it_busy),
        HOUSE_TEST(what_has_to_wait_is_told),
        HOUSE_TEST(who_follows_the_log_misses_no_slow_act),
        HOUSE_TEST(a_report_is_stopped_and_the_server_lets_go),
        HOUSE_TEST(a_read_whose_rows_keep_coming_is_stopped_too),
        HOUSE_TEST(an_act_is_not_stopped_by_whoever_stops_reports),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
