/*
 * What is done about people, and what their logins can do before and after: ruth is a manager of
 * the house, anna and ben are clerks, mark a supervisor, olga a clerk of another house in the same
 * database. Whoever is attacked with is at psql, as in test_pg_rights.c.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

static struct contract *c;
static char database[PG_NAME];
static PGconn *anna, *ben, *mark, *ruth, *root;

static int set_up(void **state)
{
    char url[PG_URL], login[PG_LOGIN_TEXT];
    void *house;
    pg_house_make_beside(CONTRACT_NOW, database);
    pg_house_person(database, "olga", ROLE_CLERK, login);
    contract_setup(&house);
    c = house;
    anna = pg_house_sign_in(database, "anna", ROLE_CLERK);
    ben = pg_house_sign_in(database, "ben", ROLE_CLERK);
    mark = pg_house_sign_in(database, "mark", ROLE_SUPERVISOR);
    ruth = pg_house_sign_in(database, "ruth", ROLE_MANAGER);
    root = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    return 0;
}

static int tear_down(void **state)
{
    PGconn *const all[] = {anna, ben, mark, ruth, root};
    void *house = c;
    for (int i = 0; i < COUNT_OF(all); i++)
        PQfinish(all[i]);
    return contract_teardown(&house);
}

static void only_a_manager_makes_logins(void **state)
{
    const char *make = "SELECT loge.staff_login_1(0, 'eve', 3::smallint, 'SCRAM-SHA-256$4096:"
                       "c2FsdHNhbHRzYWx0c2Fs$aGFzaA==:aGFzaA==', false)";
    pg_server_refuses(anna, make, "42501");
    pg_server_refuses(mark, make, "42501");
    pg_server_refuses(ruth,
                      "SELECT loge.staff_login_1(0, 'eve', 3::smallint, 'SCRAM-SHA-256$x', true)",
                      "LG001"); /* carrying others' acts is not hers to give */
    pg_server_do(ruth, make);
}

/* Of two houses, one is called as the other with the beginning of a name: ruth's people could have
 * the logins of olga's. */
static void a_manager_gives_no_password_to_another_houses_people(void **state)
{
    const char *make = "SELECT loge.staff_login_1(0, 'east_omar', 1::smallint, 'SCRAM-SHA-256$4096:"
                       "c2FsdHNhbHRzYWx0c2Fs$aGFzaA==:aGFzaA==', false)";
    pg_server_do(root, "UPDATE loge.house SET prefix = (SELECT prefix FROM loge.house WHERE name ="
                       " 'The House') || '_east' WHERE house = (SELECT house FROM loge.login WHERE"
                       " name = 'olga')");
    pg_server_do(root, "CREATE TABLE public.omar AS SELECT h.prefix || '_omar' AS login FROM"
                       " loge.house AS h WHERE prefix LIKE '%\\_east'");
    pg_server_do(root, "DO $$ BEGIN EXECUTE format('CREATE ROLE %I LOGIN', (SELECT login FROM"
                       " public.omar)); END $$");
    pg_server_do(root, "INSERT INTO loge.login SELECT o.login, l.house, 'omar', 1, false, false"
                       " FROM public.omar AS o, loge.login AS l WHERE l.name = 'olga'");
    pg_server_refuses(ruth, make, "LG001");
    pg_server_do(root, "UPDATE loge.login SET house = (SELECT house FROM loge.house WHERE name ="
                       " 'The House') WHERE name = 'omar'");
    pg_server_do(ruth, make); /* if he were hers */
}

/* What somebody left open in psql keeps seats from everybody; only the server can end it. */
static void who_is_disabled_is_out_at_once(void **state)
{
    struct staff ed = {0};
    bool found;
    char sql[160];
    const int seat = seat_no(c, "Stalls-B-4");
    PGconn *eds = pg_house_sign_in(database, "ed", ROLE_CLERK);
    snprintf(sql, sizeof sql, "SELECT coalesce(loge.busy_1(%d, '{%d}'), -1)", c->show_no, seat);
    pg_server_do(eds, "SET idle_in_transaction_session_timeout = 0");
    pg_server_do(eds, "BEGIN");
    assert_int_equal(pg_server_count(eds, sql), -1);
    assert_int_equal(pg_server_count(ben, sql), seat);
    assert_int_equal(c->store->ops->staff_read(c->store, "ed", &ed, &found, &c->err), RC_OK);
    struct changeset *cs = an_act(c, ACT_STAFF);
    ed.disabled = true;
    *LIST_ADD(c->arena, &cs->staff) = ed;
    expect_ok(c, cs);
    PQclear(PQexec(eds, "COMMIT"));
    assert_int_equal(PQstatus(eds), CONNECTION_BAD);
    assert_int_equal(pg_server_count(ben, sql), -1);
    PQfinish(eds);
}

/* Nor would one be let do anything who came in again before he was shut out. */
static void who_is_disabled_has_no_house(void **state)
{
    char sql[160], login[80];
    pg_server_ask(root, "SELECT login FROM loge.login WHERE name = 'ed'", login, sizeof login);
    snprintf(sql, sizeof sql, "SET SESSION AUTHORIZATION %s", login);
    pg_server_do(root, sql);
    assert_int_equal(pg_server_count(root, "SELECT count(*) FROM loge.show"), 0);
    pg_server_refuses(root, "SELECT loge.seal_1(false, 1)", "LG001");
    assert_int_equal(pg_server_count(root, "SELECT count(*) FROM pg_roles WHERE rolname ="
                                           " session_user AND rolcanlogin"),
                     0);
    pg_server_do(root, "RESET SESSION AUTHORIZATION");
}

static void a_new_role_counts_at_once(void **state)
{
    struct staff joe = {0};
    bool found;
    PGconn *joes = pg_house_sign_in(database, "joe", ROLE_CLERK);
    pg_server_refuses(joes, "SELECT actor FROM loge.event", "42501");
    assert_int_equal(c->store->ops->staff_read(c->store, "joe", &joe, &found, &c->err), RC_OK);
    struct changeset *cs = an_act(c, ACT_STAFF);
    joe.role = ROLE_SUPERVISOR;
    *LIST_ADD(c->arena, &cs->staff) = joe;
    expect_ok(c, cs);
    assert_true(pg_server_count(joes, "SELECT count(actor) FROM loge.event") > 0);
    PQfinish(joes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_a_manager_makes_logins),
        cmocka_unit_test(a_manager_gives_no_password_to_another_houses_people),
        cmocka_unit_test(who_is_disabled_is_out_at_once),
        cmocka_unit_test(who_is_disabled_has_no_house),
        cmocka_unit_test(a_new_role_counts_at_once),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
