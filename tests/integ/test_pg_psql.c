/*
 * A stolen password and plain psql: what a clerk, a scanner and a clerk of another house can do
 * with it, by hand, over the network. ben is a clerk here, sam a scanner, olga a clerk of another
 * house in the same database; anna holds Stalls-A-1 and has bought Stalls-A-2. Each attack has its
 * control: the same sentence from somebody who may, or with the one thing right that was wrong.
 *
 * What the functions say goes by test_pg_rights.c, which is about all of them.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

enum { STALE = -2, TAKEN = -101, NOT_HOLDER = -105, NOT_ALLOWED = -111, INVALID = -115 };
enum { SAID = 400 };

static struct contract *c;
static char database[PG_NAME];
static char ben[PG_LOGIN_TEXT], sam[PG_LOGIN_TEXT], mark[PG_LOGIN_TEXT], olga[PG_LOGIN_TEXT];
static char annas_hold[UUID_TEXT];

static int set_up(void **state)
{
    void *house;
    pg_house_make_beside(CONTRACT_NOW, database);
    pg_house_person(database, "olga", ROLE_CLERK, olga);
    pg_till_know(database, "till-1");
    contract_setup(&house);
    pg_till_know(database, "till-1");
    c = house;
    pg_house_person(database, "ben", ROLE_CLERK, ben);
    pg_house_person(database, "sam", ROLE_SCANNER, sam);
    pg_house_person(database, "mark", ROLE_SUPERVISOR, mark);
    const struct hold bought = take(c, "Stalls-A-2", NULL, NULL);
    sell(c, bought.id, (struct uuid){{0}});
    const struct hold held = take(c, "Stalls-A-1", NULL, NULL);
    uuid_text(&held.id, annas_hold);
    pg_house_plain_sql(database);
    return 0;
}

static int tear_down(void **state)
{
    void *house = c;
    return contract_teardown(&house);
}

/* ---- sentences ------------------------------------------------------------------------------ */

static bool says(const char *login, const char *line, char said[SAID])
{
    return pg_server_psql(database, login, PG_PASSWORD, line, said, SAID);
}

static void fails(const char *login, const char *line, const char *sqlstate)
{
    char said[SAID];
    if (says(login, line, said) || !strstr(said, sqlstate))
        fail_msg("%s: expected %s, psql said: %s", line, sqlstate, said);
}

static long long asks(const char *login, const char *line)
{
    char said[SAID];
    if (!says(login, line, said))
        fail_msg("%s: %s", line, said);
    return atoll(said);
}

/* One change of one seat. */
struct step {
    const char *actor, *label;
    enum act act;
    int was, became;
    int jump; /* added to the version that is true */
    const char *holder, *prior;
};

static long long tries(const char *login, struct step step)
{
    char line[1024], holder[UUID_TEXT + 4] = "NULL", prior[UUID_TEXT + 4] = "NULL";
    struct seat_state seat = seat_now(c, step.label);
    if (step.holder)
        snprintf(holder, sizeof holder, "'%s'", step.holder);
    if (step.prior)
        snprintf(prior, sizeof prior, "'%s'", step.prior);
    snprintf(line, sizeof line,
             "SELECT plain.apply((SELECT loge.schema()), gen_random_uuid(),"
             " decode(repeat('ab', 32), 'hex'), %d::smallint, '%s', 'till-1', 1::smallint, '',"
             " 'a reason', '', '{}', ARRAY[ROW(1, %d, %d, %lld, %d, %d, %d, %s, %s, %lld,"
             " 0)::loge.step])",
             step.act, step.actor, c->show_no, seat_no(c, step.label),
             (long long)seat.version + step.jump, step.act, step.was, step.became, holder, prior,
             step.became == SEAT_HELD ? (long long)(CONTRACT_NOW + MINUTE_MS) : 0);
    return asks(login, line);
}

/* ---- attacks -------------------------------------------------------------------------------- */

static void a_wrong_password_does_not_come_in(void **state)
{
    char said[SAID];
    assert_false(pg_server_psql(database, ben, "guessed", "SELECT 1", said, SAID));
    assert_true(says(ben, "SELECT 1", said));
}

static void another_houses_rows_are_not_there(void **state)
{
    static const char *const tables[] = {"show",   "show_seat", "hold",    "claim",
                                         "ticket", "sale",      "payment", "receipt"};
    char line[160];
    for (int i = 0; i < COUNT_OF(tables); i++) {
        snprintf(line, sizeof line, "SELECT count(house) FROM loge.%s", tables[i]);
        assert_int_equal(asks(olga, line), 0);
        assert_true(asks(ben, line) > 0);
    }
    assert_int_equal(asks(olga, "SELECT count(id) FROM loge.event WHERE show_no > 0"), 0);
    assert_int_equal(tries(olga, (struct step){.actor = "olga",
                                               .label = "Stalls-B-1",
                                               .act = ACT_BLOCK,
                                               .became = SEAT_BLOCKED}),
                     STALE); /* there is no such seat in her house */
}

static void nobody_becomes_somebody_else(void **state)
{
    char line[160];
    fails(ben, "SET SESSION AUTHORIZATION postgres", "42501");
    fails(ben, "SET ROLE loge_owner", "42501");
    fails(ben, "SET ROLE loge_fn", "42501");
    snprintf(line, sizeof line, "SET ROLE %s", mark);
    fails(ben, line, "42501");
    snprintf(line, sizeof line, "ALTER ROLE %s PASSWORD 'mine'", mark);
    fails(ben, line, "42501");
    fails(ben, "SET row_security = off; SELECT count(house) FROM loge.hold", "42501");
}

static void an_illegal_step_is_refused(void **state)
{
    assert_int_equal(tries(ben, (struct step){.actor = "ben",
                                              .label = "Stalls-B-1",
                                              .act = ACT_SELL,
                                              .became = SEAT_SOLD,
                                              .holder = annas_hold}),
                     INVALID);
    assert_int_equal(tries(mark, (struct step){.actor = "mark",
                                               .label = "Stalls-A-2",
                                               .act = ACT_RELEASE,
                                               .was = SEAT_SOLD}),
                     INVALID); /* a sold seat is not let go */
    assert_int_equal(seat_now(c, "Stalls-A-2").status, SEAT_SOLD);
}

static void a_version_that_jumps_is_refused(void **state)
{
    struct step block = {.actor = "mark",
                         .label = "Stalls-B-1",
                         .act = ACT_BLOCK,
                         .became = SEAT_BLOCKED,
                         .jump = 7};
    assert_int_equal(tries(mark, block), STALE);
    block.jump = -1;
    assert_int_equal(tries(mark, block), STALE);
    block.jump = 0;
    assert_true(tries(mark, block) > 0);
}

static void a_forged_actor_is_refused(void **state)
{
    struct step block = {
        .actor = "mark", .label = "Stalls-B-2", .act = ACT_BLOCK, .became = SEAT_BLOCKED};
    assert_int_equal(tries(ben, block), NOT_ALLOWED);
    block.actor = "ben"; /* in his own name it is not his to do */
    assert_int_equal(tries(ben, block), NOT_ALLOWED);
    block.actor = "mark";
    assert_true(tries(mark, block) > 0);
}

/* Seats of his own at the door are his to hold (test_pg_rights.c); anna's, and what is sold, not.
 */
static void a_scanner_acts_on_nothing_of_others(void **state)
{
    const struct step block = {
        .actor = "sam", .label = "Stalls-B-2", .act = ACT_BLOCK, .became = SEAT_BLOCKED};
    assert_int_equal(tries(sam, block), NOT_ALLOWED);
    fails(sam, "SELECT loge.sweep('sam', 0::smallint, 0, 1, NULL)", "42501");
    assert_int_equal(asks(sam, "SELECT count(*) FROM loge.hold"), 0); /* none is his */
    assert_true(asks(ben, "SELECT count(*) FROM loge.hold") > 0);
    fails(sam, "SELECT email FROM loge.customer", "42501");
    assert_true(asks(sam, "SELECT count(*) FROM loge.ticket") > 0); /* what a door needs */
}

static void the_log_is_not_edited_and_not_deleted(void **state)
{
    const char *const people[] = {ben, sam, mark};
    static const char *const lines[] = {
        "UPDATE loge.event SET actor = 'anna'",
        "UPDATE loge.event SET approval = 2",
        "DELETE FROM loge.event",
        "TRUNCATE loge.event",
        "INSERT INTO loge.event SELECT * FROM loge.event",
        "UPDATE loge.receipt SET answer = ''",
        "DELETE FROM loge.receipt",
        "UPDATE loge.seal SET hash = previous",
        "UPDATE loge.show_seat SET status = 2",
        "UPDATE loge.sale SET total = 0",
        "ALTER TABLE loge.event DISABLE ROW LEVEL SECURITY",
        "DROP TABLE loge.event",
        "COPY loge.event FROM PROGRAM 'true'",
        "CREATE TRIGGER mine BEFORE INSERT ON loge.event FOR EACH ROW EXECUTE FUNCTION loge.who()",
        "CREATE OR REPLACE FUNCTION loge.now_ms() RETURNS bigint LANGUAGE sql AS 'SELECT 0'",
    };
    char said[SAID];
    for (int p = 0; p < COUNT_OF(people); p++)
        for (int i = 0; i < COUNT_OF(lines); i++)
            if (says(people[p], lines[i], said))
                fail_msg("%s went well", lines[i]);
    assert_true(asks(mark, "SELECT count(*) FROM loge.event") > 0);
}

static void anothers_hold_is_not_released(void **state)
{
    struct step release = {.actor = "ben",
                           .label = "Stalls-A-1",
                           .act = ACT_RELEASE,
                           .was = SEAT_HELD,
                           .prior = annas_hold};
    assert_int_equal(tries(ben, release), NOT_HOLDER);
    release.act = ACT_EXPIRE; /* it is not over */
    assert_int_equal(tries(ben, release), TAKEN);
    release.act = ACT_OVERRIDE; /* a supervisor's */
    assert_int_equal(tries(ben, release), NOT_ALLOWED);
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_HELD);
    release.actor = "mark";
    assert_true(tries(mark, release) > 0);
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_AVAILABLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_password_does_not_come_in),
        cmocka_unit_test(another_houses_rows_are_not_there),
        cmocka_unit_test(nobody_becomes_somebody_else),
        cmocka_unit_test(an_illegal_step_is_refused),
        cmocka_unit_test(a_version_that_jumps_is_refused),
        cmocka_unit_test(a_forged_actor_is_refused),
        cmocka_unit_test(a_scanner_acts_on_nothing_of_others),
        cmocka_unit_test(the_log_is_not_edited_and_not_deleted),
        cmocka_unit_test(anothers_hold_is_not_released),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
