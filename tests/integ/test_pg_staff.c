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
    const char *make = "SELECT loge.staff_login(0, 'eve', 3::smallint, 'SCRAM-SHA-256$4096:"
                       "c2FsdHNhbHRzYWx0c2Fs$aGFzaA==:aGFzaA==', false)";
    pg_server_refuses(anna, make, "42501");
    pg_server_refuses(mark, make, "42501");
    pg_server_refuses(ruth,
                      "SELECT loge.staff_login(0, 'eve', 3::smallint, 'SCRAM-SHA-256$x', true)",
                      "LG001"); /* carrying others' acts is not hers to give */
    pg_server_do(ruth, make);
}

/* Of two houses, one is called as the other with the beginning of a name: ruth's people could have
 * the logins of olga's. */
static void a_manager_gives_no_password_to_another_houses_people(void **state)
{
    const char *make = "SELECT loge.staff_login(0, 'east_omar', 1::smallint, 'SCRAM-SHA-256$4096:"
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

static void shut_out(const char *name)
{
    struct staff person = {0};
    bool found;
    struct changeset *cs = an_act(c, ACT_STAFF);
    assert_int_equal(c->store->ops->staff_read(c->store, name, &person, &found, &c->err), RC_OK);
    person.disabled = true;
    *LIST_ADD(c->arena, &cs->staff) = person;
    expect_ok(c, cs);
}

static void who_is_disabled_is_out_at_once(void **state)
{
    PGconn *eds = pg_house_sign_in(database, "ed", ROLE_CLERK);
    assert_int_equal(pg_server_count(eds, "SELECT count(*) FROM loge.show"), 1);
    assert_true(pg_server_count(eds, "SELECT loge.seal_events(false, 1)") >= 0);
    shut_out("ed");
    assert_int_equal(pg_server_count(eds, "SELECT count(*) FROM loge.show"), 0);
    pg_server_refuses(eds, "SELECT loge.seal_events(false, 1)", "LG001");
    assert_int_equal(pg_server_count(eds,
                                     "SELECT count(*) FROM pg_roles WHERE rolname = session_user"
                                     " AND rolcanlogin"),
                     0);
    PQfinish(eds);
}

/* What somebody leaves open in psql keeps seats or tickets from everybody. */
static void what_he_has_open_is_ended(void **state)
{
    char sql[160];
    const int seat = seat_no(c, "Stalls-B-4");
    PGconn *open = pg_house_sign_in(database, "fay", ROLE_CLERK);
    PGconn *idle = pg_house_sign_in(database, "fay", ROLE_CLERK);
    snprintf(sql, sizeof sql, "SELECT coalesce(loge.busy_seat(%d, '{%d}'), -1)", c->show_no, seat);
    pg_server_do(open, "SET idle_in_transaction_session_timeout = 0");
    pg_server_do(open, "BEGIN");
    assert_int_equal(pg_server_count(open, sql), -1);
    pg_server_do(idle, "SELECT pg_advisory_lock(19)");
    assert_int_equal(pg_server_count(ben, sql), seat);
    shut_out("fay");
    assert_int_equal(pg_server_count(ben, sql), -1);
    assert_int_equal(pg_server_count(ben, "SELECT pg_try_advisory_lock(19)::integer"), 1);
    PQfinish(open);
    PQfinish(idle);
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
        cmocka_unit_test(what_he_has_open_is_ended),
        cmocka_unit_test(a_new_role_counts_at_once),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
