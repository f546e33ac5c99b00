/* A house that an older program made and sold in, brought up to date by a later one. */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gen/pg_sql.h"
#include "src/adapter/sodium_crypt.h"
#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

static const struct house the_house = {.name = "The House", .currency = "EUR"};
static char database[PG_NAME], url[PG_URL];
static struct err err;

static void must(enum rc rc)
{
    if (rc != RC_OK)
        fail_msg("%s", err.text);
}

/* ---- programs of another age ---------------------------------------------------------------- */

static int later_number(void)
{
    int number = 1;
    for (const struct sql_migration *m = pg_sql_migrations; m->number; m++)
        number = m->number + 1;
    return number;
}

/* The program itself is the older one; a later one knows one migration more. */
static void be_later(const char *sql)
{
    static struct sql_migration later = {.name = "9999_later"};
    later.number = later_number();
    later.text = sql;
    pg_schema_add(&later);
}

static const char one_more[] = "CREATE TABLE loge.later (house integer PRIMARY KEY);"
                               "GRANT SELECT ON loge.later TO loge_manager";

static void be_itself(void)
{
    pg_schema_add(NULL);
}

/* ---- the house of an older program ---------------------------------------------------------- */

static char carrier_login[PG_LOGIN_TEXT];

static enum rc come_in(const char *dir, const struct clock *clock, struct store **store,
                       struct err *why)
{
    char address[PG_URL];
    pg_server_url(database, carrier_login, PG_PASSWORD, address);
    return pg_store_open(address, sodium_crypt(), clock, store, why);
}

static void make_empty(void)
{
    pg_server_start();
    pg_server_database(NULL, database);
    pg_server_url(database, NULL, NULL, url);
    must(pg_house_init(url, &the_house, &err));
}

static enum rc make_old(const char *dir, const struct clock *clock, struct store **store,
                        struct err *why)
{
    const struct pg_person carrier = {"carrier", ROLE_MANAGER, PG_PASSWORD, true};
    char login[PG_LOGIN_TEXT];
    make_empty();
    must(pg_staff_put(url, the_house.name, &carrier, carrier_login, &err));
    pg_house_person(database, "ruth", ROLE_MANAGER, login);
    return come_in(dir, clock, store, why);
}

const struct store_factory the_store = {"an old house", true, make_old, come_in};

static void upgrade(void)
{
    be_later(one_more);
    must(pg_house_init(url, &the_house, &err));
}

static int itself_again(void **state)
{
    be_itself();
    return contract_teardown(state);
}

/* ---- looking behind it ---------------------------------------------------------------------- */

/* Every row there is, table by table, as one hash; new tables come empty. */
static const char rows[] =
    "SELECT md5(string_agg(name || held, '' ORDER BY name) FILTER (WHERE held LIKE '%<row%')) FROM"
    " (SELECT tablename::text AS name, query_to_xml(format('SELECT t::text FROM loge.%I AS t"
    " ORDER BY 1', tablename), false, false, '')::text AS held FROM pg_tables"
    " WHERE schemaname = 'loge' AND tablename <> 'migration') AS tables";

/* What the schema consists of, with its owners and rights, as one hash. */
static const char catalogue[] =
    "SELECT md5(string_agg(line, e'\n' ORDER BY line)) FROM ("
    "SELECT format('%s %s %s %s %s', p.oid::regprocedure, p.prosrc, p.proowner::regrole, p.proacl,"
    " p.proconfig) AS line FROM pg_proc AS p"
    " WHERE p.pronamespace::regnamespace::text ~ '^(loge|qa|sync[0-9]+)$' AND p.proname NOT IN "
    "('cluster', 'event_base') UNION ALL "
    "SELECT format('%s %s %s %s %s', a.attrelid::regclass, a.attnum, a.attname,"
    " a.atttypid::regtype, a.attnotnull) FROM pg_attribute AS a JOIN pg_class AS c"
    " ON c.oid = a.attrelid WHERE c.relnamespace IN ('loge'::regnamespace, 'qa'::regnamespace)"
    " UNION ALL "
    "SELECT format('%s %s %s', c.oid::regclass, c.relowner::regrole, c.relacl) FROM pg_class AS c"
    " WHERE c.relnamespace IN ('loge'::regnamespace, 'qa'::regnamespace) UNION ALL "
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'loge' UNION ALL "
    "SELECT format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint"
    " WHERE connamespace = 'loge'::regnamespace UNION ALL "
    "SELECT format('%s %s %s %s %s', tablename, policyname, roles, qual, with_check)"
    " FROM pg_policies WHERE schemaname = 'loge') AS lines";

static void ask(const char *sql, char out[64])
{
    PGconn *conn = pg_server_connect(url);
    pg_server_ask(conn, sql, out, 64);
    PQfinish(conn);
}

static void expect(const char *sql, const char *expected)
{
    char answer[64];
    ask(sql, answer);
    assert_string_equal(answer, expected);
}

/* ---- the upgrade ---------------------------------------------------------------------------- */

static void a_house_that_is_upgraded_becomes_as_a_new_one(void **state)
{
    char fresh[64], upgraded[64];
    be_later(one_more);
    make_empty();
    ask(catalogue, fresh);
    be_itself();
    make_empty();
    ask(catalogue, upgraded);
    assert_string_not_equal(upgraded, fresh);
    upgrade();
    expect(catalogue, fresh);
    be_itself();
}

/* A house as another edition's code leaves it: a function is missing, one is too many. */
static void code_of_another_edition(void)
{
    PGconn *root = pg_server_connect(url);
    pg_server_do(root, "DROP FUNCTION loge.story;"
                       "CREATE FUNCTION loge.story_1() RETURNS integer LANGUAGE sql RETURN 1;"
                       "CREATE VIEW qa.story AS SELECT loge.story_1() AS one;"
                       "UPDATE loge.migration SET checksum = sha256('x') WHERE number = 0");
    pg_server_do(root, pg_sql_write_parts);
    PQfinish(root);
}

static void code_is_replaced_as_a_whole(void **state)
{
    struct contract *c = *state;
    struct store *store;
    char fresh[64];
    ask(catalogue, fresh);
    code_of_another_edition();
    assert_int_equal(come_in(c->dir, &c->clock, &store, &err), RC_CORRUPT);
    assert_non_null(strstr(err.text, "different edition"));
    must(pg_house_init(url, &the_house, &err));
    expect(catalogue, fresh);
    store_close(&c->store);
    must(come_in(c->dir, &c->clock, &c->store, &err));
    assert_sound(c);
}

/* A program whose code only differs says who has to move. */
static void code_that_differs_has_a_direction(void **state)
{
    struct contract *c = *state;
    static const struct {
        const char *name, *said;
    } cases[] = {{"edition 0", "upgrade it with `loge init`"},
                 {"edition 1", "different edition"},
                 {"edition 2", "install the newer version"}};
    PGconn *root = pg_server_connect(url);
    struct store *store;
    for (size_t i = 0; i < 3; i++) {
        char sql[200];
        snprintf(sql, sizeof sql,
                 "UPDATE loge.migration SET checksum = sha256('x'), name = '%s' WHERE number = 0",
                 cases[i].name);
        pg_server_do(root, sql);
        assert_int_equal(come_in(c->dir, &c->clock, &store, &err), RC_CORRUPT);
        assert_non_null(strstr(err.text, cases[i].said));
    }
    PQfinish(root);
    assert_int_equal(pg_house_init(url, &the_house, &err), RC_CORRUPT);
    assert_non_null(strstr(err.text, "install the newer version"));
}

/* Bodies are not looked at when they are made. */
static void every_function_compiles(void **state)
{
    make_empty();
    expect("SELECT count(*) > 150 FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang,"
           " LATERAL (SELECT set_config('check_function_bodies', 'on', true)) AS o,"
           " LATERAL (SELECT CASE l.lanname WHEN 'sql' THEN fmgr_sql_validator(p.oid)"
           " ELSE plpgsql_validator(p.oid) END) AS looked"
           " WHERE p.pronamespace::regnamespace::text ~ '^(loge|qa|sync[0-9]+)$'",
           "t");
}

static void a_migration_that_fails_leaves_the_house_as_it_was(void **state)
{
    struct contract *c = *state;
    char before[64], made[64];
    ask(catalogue, made);
    ask(rows, before);
    be_later("CREATE TABLE loge.later (house integer); SELECT 1 / 0");
    assert_int_not_equal(pg_house_init(url, &the_house, &err), RC_OK);
    assert_non_null(strstr(err.text, "9999_later failed (22012), and nothing was changed"));
    expect(catalogue, made);
    expect(rows, before);
    be_itself();
    take(c, "Stalls-A-1", NULL, NULL);
}

/* ---- a program that is killed in the middle ---- */

/* It has made a table, and goes on when the test gives the lock away. */
static const char slow[] = "CREATE TABLE loge.later (house integer);"
                           "DO $$ BEGIN LOOP EXIT WHEN pg_try_advisory_xact_lock(4711);"
                           " PERFORM pg_sleep(0.01); END LOOP; END $$";

static const char at_work[] = "SELECT pg_stat_clear_snapshot() IS NULL, count(*) > 0"
                              " FROM pg_stat_activity WHERE datname = current_database()"
                              " AND pid <> pg_backend_pid() AND query LIKE '%4711%'";

static void until_is(PGconn *conn, const char *sql, const char *expected)
{
    for (int turns = 0; turns < 200000; turns++) {
        PGresult *result = PQexec(conn, sql);
        assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
        const bool now = strcmp(PQgetvalue(result, 0, 1), expected) == 0;
        PQclear(result);
        if (now)
            return;
    }
    fail_msg("%s is never %s", sql, expected);
}

static void an_upgrade_that_is_killed_leaves_the_house_as_it_was(void **state)
{
    struct contract *c = *state;
    char before[64], made[64];
    ask(catalogue, made);
    ask(rows, before);
    store_close(&c->store);
    PGconn *conn = pg_server_connect(url);
    pg_server_do(conn, "SELECT pg_advisory_lock(4711)");
    be_later(slow);
    fflush(NULL);
    const pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0)
        _exit(pg_house_init(url, &the_house, &err) == RC_OK ? 0 : 1);
    until_is(conn, at_work, "t");
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    pg_server_do(conn, "SELECT pg_advisory_unlock(4711)");
    until_is(conn, at_work, "f");
    PQfinish(conn);
    expect(catalogue, made);
    expect(rows, before);
    be_itself();
    must(come_in(c->dir, &c->clock, &c->store, &err));
    take(c, "Stalls-A-1", NULL, NULL);
    be_later(one_more);
    must(pg_house_init(url, &the_house, &err)); /* and the next one goes through */
}

/* A dump that was cut short, or a wall that somebody took away. */
static void a_house_that_lacks_a_part_is_refused(void **state)
{
    static const struct {
        const char *lose, *said;
    } cases[] = {
        {"ALTER TABLE loge.sale NO FORCE ROW LEVEL SECURITY", "wall of loge.sale"},
        {"DROP POLICY own_house ON loge.ticket", "policy own_house of loge.ticket"},
        {"DROP INDEX loge.claim_live", "index loge.claim_live"},
        {"ALTER TABLE loge.payment DROP COLUMN late_at CASCADE", "column loge.payment"},
        {"DROP FUNCTION loge.story", "function loge.story"},
        {"ALTER TABLE loge.shift DISABLE TRIGGER USER", "trigger "},
        {"REVOKE SELECT ON loge.hold FROM loge_clerk", "right of loge_clerk: select loge.hold"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char before[64];
        make_empty();
        PGconn *root = pg_server_connect(url);
        pg_server_do(root, cases[i].lose);
        PQfinish(root);
        ask(catalogue, before);
        be_later(one_more);
        assert_int_equal(pg_house_init(url, &the_house, &err), RC_CORRUPT);
        if (!strstr(err.text, "was restored only in part: it lacks ") ||
            !strstr(err.text, cases[i].said))
            fail_msg("'%s' does not say '%s'", err.text, cases[i].said);
        expect(catalogue, before);
        be_itself();
    }
}

/* The control: an index of somebody's own, and a right for his reports, are his business. */
static void a_house_that_has_more_is_upgraded(void **state)
{
    make_empty();
    PGconn *root = pg_server_connect(url);
    pg_server_do(root, "CREATE INDEX my_own ON loge.sale (house, name);"
                       "CREATE ROLE reader; GRANT SELECT ON loge.sale TO reader");
    upgrade();
    pg_server_do(root, "DROP OWNED BY reader; DROP ROLE reader");
    PQfinish(root);
}

static void what_was_sold_before_stays(void **state)
{
    struct contract *c = *state;
    char before[64], after[64];
    const struct uuid shift = open_shift(c, "till-1");
    const struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    const struct sale sold = sell(c, hold.id, shift);
    take(c, "Stalls-B-1", NULL, NULL);
    ask(rows, before);
    upgrade();
    expect(rows, before);
    store_close(&c->store);
    must(come_in(c->dir, &c->clock, &c->store, &err));
    assert_int_equal(read_sale(c, sold.id).total, sold.total);
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_SOLD);
    assert_int_equal(seat_now(c, "Stalls-B-1").status, SEAT_HELD);
    sell(c, take(c, "Circle-A-1", NULL, NULL).id, shift);
    ask(rows, after);
    assert_string_not_equal(after, before);
    assert_sound(c);
    expect("SELECT count(*) FROM qa.invariants()", "0");
}

/* By the program itself: `loge init` brings it up to date, and the doctor finds nothing. */
static void the_doctor_finds_an_upgraded_house_well(void **state)
{
    struct contract *c = *state;
    const char *told = getenv("LOGE"), *loge = told ? told : "./loge";
    char command[1000], answer[64] = "";
    sell(c, take(c, "Stalls-A-1", NULL, NULL).id, (struct uuid){{0}});
    code_of_another_edition();
    snprintf(command, sizeof command,
             "export LOGE_DIR=%s/till LOGE_PIN=" PG_PASSWORD
             "; %s init --pg '%s' --quiet && %s sign-in ruth --quiet && %s doctor --json |"
             " jq -r '[.doctor.checks[] | select(.name == \"house\" or .name == \"postgresql\") |"
             " .finding] | join(\" \")'",
             c->dir, loge, url, loge, loge);
    FILE *said = popen(command, "r");
    assert_non_null(said);
    assert_non_null(fgets(answer, sizeof answer, said));
    assert_int_equal(pclose(said), 0);
    assert_string_equal(answer, "ok ok\n");
}

/* ---- what each says of the other ------------------------------------------------------------ */

static void must_say(enum rc rc, const char *part)
{
    assert_int_equal(rc, RC_CORRUPT);
    if (!strstr(err.text, part))
        fail_msg("'%s' does not say '%s'", err.text, part);
}

static void a_newer_program_says_how_to_bring_the_house_up_to_date(void **state)
{
    struct contract *c = *state;
    struct store *store;
    char said[80];
    be_later(one_more);
    const int newest = later_number();
    snprintf(said, sizeof said, "has schema %d.1 and this program needs %d.1; upgrade it",
             newest - 1, newest);
    must_say(come_in(c->dir, &c->clock, &store, &err), said);
}

/* An upgrade would only refuse it later. */
static void an_older_house_of_another_edition_is_not_sent_to_an_upgrade(void **state)
{
    struct contract *c = *state;
    struct store *store;
    PGconn *root = pg_server_connect(url);
    pg_server_do(root, "UPDATE loge.migration SET checksum = sha256('x') WHERE number = 2");
    PQfinish(root);
    be_later(one_more);
    must_say(come_in(c->dir, &c->clock, &store, &err), "different edition");
}

static void an_older_program_asks_for_the_newer_one(void **state)
{
    struct contract *c = *state;
    struct store *store;
    upgrade();
    be_itself();
    must_say(come_in(c->dir, &c->clock, &store, &err), "install the newer version");
    must_say(pg_house_init(url, &the_house, &err), "install the newer version");
}

/* Its line stays up while the house is brought up to date under it. */
static void a_till_that_is_selling_meanwhile_is_told_and_sells_nothing(void **state)
{
    struct contract *c = *state;
    struct apply_result result;
    char before[64];
    upgrade();
    ask(rows, before);
    be_itself();
    const struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    must_say(c->store->ops->apply(c->store, cs, &result, &err), "update the older of the two");
    expect(rows, before);
}

int main(void)
{
#define OLD_HOUSE(name) cmocka_unit_test_setup_teardown(name, contract_setup, itself_again)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_house_that_is_upgraded_becomes_as_a_new_one),
        cmocka_unit_test(every_function_compiles),
        OLD_HOUSE(code_is_replaced_as_a_whole),
        OLD_HOUSE(code_that_differs_has_a_direction),
        OLD_HOUSE(a_migration_that_fails_leaves_the_house_as_it_was),
        OLD_HOUSE(an_upgrade_that_is_killed_leaves_the_house_as_it_was),
        OLD_HOUSE(a_house_that_lacks_a_part_is_refused),
        OLD_HOUSE(a_house_that_has_more_is_upgraded),
        OLD_HOUSE(what_was_sold_before_stays),
        OLD_HOUSE(the_doctor_finds_an_upgraded_house_well),
        OLD_HOUSE(a_newer_program_says_how_to_bring_the_house_up_to_date),
        OLD_HOUSE(an_older_house_of_another_edition_is_not_sent_to_an_upgrade),
        OLD_HOUSE(an_older_program_asks_for_the_newer_one),
        OLD_HOUSE(a_till_that_is_selling_meanwhile_is_told_and_sells_nothing),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
