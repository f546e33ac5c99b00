/* A house that an older program made and sold in, brought up to date. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/pg_sql.h"
#include "src/adapter/sodium_crypt.h"
#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

static const struct house the_house = {.name = "The House", .currency = "EUR"};
static char database[PG_NAME], url[PG_URL];
static struct err err;

static int newest(void)
{
    int number = 0;
    for (const struct sql_migration *m = pg_sql_migrations; m->number; m++)
        number = m->number;
    return number;
}

/* ---- the house of an older program ---------------------------------------------------------- */

static void must(enum rc rc)
{
    if (rc != RC_OK)
        fail_msg("%s", err.text);
}

static char carrier_login[PG_LOGIN_TEXT];

static enum rc come_in(const char *dir, const struct clock *clock, struct store **store,
                       struct err *why)
{
    char address[PG_URL];
    pg_server_url(database, carrier_login, PG_PASSWORD, address);
    return pg_store_open(address, sodium_crypt(), clock, store, why);
}

static void make_empty(int schema)
{
    pg_server_start();
    pg_server_database(NULL, database);
    pg_server_url(database, NULL, NULL, url);
    pg_schema_end_at(schema);
    must(pg_house_init(url, &the_house, &err));
}

static enum rc make_old(const char *dir, const struct clock *clock, struct store **store,
                        struct err *why)
{
    const struct pg_person carrier = {"carrier", ROLE_MANAGER, PG_PASSWORD, true};
    char login[PG_LOGIN_TEXT];
    make_empty(newest() - 1);
    must(pg_staff_put(url, the_house.name, &carrier, carrier_login, &err));
    pg_house_person(database, "ruth", ROLE_MANAGER, login);
    return come_in(dir, clock, store, why);
}

const struct store_factory the_store = {"an old house", true, make_old, come_in};

static void upgrade(void)
{
    pg_schema_end_at(0);
    must(pg_house_init(url, &the_house, &err));
}

static int itself_again(void **state)
{
    pg_schema_end_at(0);
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
    " p.proconfig) AS line FROM pg_proc AS p WHERE p.pronamespace IN ('loge'::regnamespace,"
    " 'qa'::regnamespace) AND p.proname NOT IN ('cluster', 'event_base') UNION ALL "
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

static void a_house_of_any_age_becomes_as_a_new_one(void **state)
{
    char fresh[64], upgraded[64];
    make_empty(0);
    ask(catalogue, fresh);
    for (int schema = 2; schema < newest(); schema++) {
        make_empty(schema);
        ask(catalogue, upgraded);
        assert_string_not_equal(upgraded, fresh);
        upgrade();
        ask(catalogue, upgraded);
        if (strcmp(upgraded, fresh) != 0)
            fail_msg("a house of schema %d is another one afterwards", schema);
    }
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

/* ---- programs of another age ---------------------------------------------------------------- */

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
    pg_schema_end_at(0);
    snprintf(said, sizeof said, "has schema %d and this program needs %d; upgrade it", newest() - 1,
             newest());
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
    pg_schema_end_at(0);
    must_say(come_in(c->dir, &c->clock, &store, &err), "different edition");
}

static void an_older_program_asks_for_the_newer_one(void **state)
{
    struct contract *c = *state;
    struct store *store;
    upgrade();
    pg_schema_end_at(newest() - 1);
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
    pg_schema_end_at(newest() - 1);
    const struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    must_say(c->store->ops->apply(c->store, cs, &result, &err), "update the older of the two");
    expect(rows, before);
}

int main(void)
{
#define OLD_HOUSE(name) cmocka_unit_test_setup_teardown(name, contract_setup, itself_again)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_house_of_any_age_becomes_as_a_new_one),
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
