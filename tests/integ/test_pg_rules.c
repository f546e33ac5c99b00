/* A house's own rules, on PostgreSQL: what tills are always lent, and what becomes of what does not
 * fit. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "src/engine/desk_office.h"
#include "tests/lib/pg_tills.h"

static void become(struct pg_shop *shop, enum role role)
{
    house_become(&shop->house, role == ROLE_MANAGER ? "ruth" : "mark", role);
}

static void set_rule(struct pg_shop *shop, struct desk_loan_rule wish)
{
    become(shop, ROLE_MANAGER);
    desk_loan_rule_set(&shop->house.desk, &shop->house.meta, &wish, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

/* Seats that are lent to till 1: all, or those that are free. */
static int lent(struct pg_shop *shop, bool free_only, const char *section)
{
    struct lent_seat *seats;
    int count, found = 0;
    desk_allot_list(&shop->house.desk, &shop->house.meta, "till-1", &seats, &count,
                    &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    for (int i = 0; i < count; i++)
        found += (!free_only || seats[i].status == SEAT_AVAILABLE) &&
                 strncmp(seats[i].label, section, strlen(section)) == 0;
    return found;
}

/* The till is online: it has a line, and says hello again and again. */
static void is_heard(struct pg_shop *shop)
{
    pg_till_push(shop, &shop->till[0]);
    pg_till_push(shop, &shop->till[0]);
}

static long long ask(struct pg_shop *shop, const char *sql)
{
    char whole[400];
    snprintf(whole, sizeof whole, "SELECT (%s AND house = (SELECT max(house) FROM loge.house))",
             sql);
    return pg_server_count(shop->root, whole);
}

/* Two free seats of till 1's own, side by side. */
static void own_pair(struct pg_shop *shop, char labels[2][SEAT_TEXT])
{
    struct lent_seat *seats;
    int count;
    desk_allot_list(&shop->house.desk, &shop->house.meta, "till-1", &seats, &count,
                    &shop->house.out);
    assert_true(count >= 2);
    for (int i = 0; i < 2; i++)
        snprintf(labels[i], SEAT_TEXT, "%s", seats[count - 2 + i].label);
}

static void sell_own_pair(struct pg_shop *shop)
{
    struct house_fixture *home = &shop->till[0].home;
    char labels[2][SEAT_TEXT];
    home->desk.allotment = shop->till[0].file.core.meta.till;
    own_pair(shop, labels);
    house_hold(home, labels[0], labels[1], NULL);
    ASSERT_VERDICT(home, VERDICT_OK);
    house_sell(home);
    ASSERT_VERDICT(home, VERDICT_OK);
}

/* ---- what is lent by rule -------------------------------------------------------------------- */

static void a_till_that_is_heard_has_what_its_rule_gives(void **state)
{
    struct pg_shop *shop = *state;
    set_rule(shop, (struct desk_loan_rule){.till = "till-1", .show = HOUSE_SHOW, .seats = 4});
    assert_int_equal(lent(shop, false, ""), 0);
    is_heard(shop);
    assert_int_equal(lent(shop, true, ""), 4);
    assert_true(shop->till[0].file.core.meta.lease_ends > 0);
    is_heard(shop);
    assert_int_equal(lent(shop, false, ""), 4);
}

static void what_it_sold_of_them_is_made_up_for(void **state)
{
    struct pg_shop *shop = *state;
    set_rule(shop, (struct desk_loan_rule){.till = "till-1", .seats = 4}); /* every show */
    is_heard(shop);
    sell_own_pair(shop);
    is_heard(shop);
    assert_int_equal(shop->till[0].state[2], ENTRY_ACCEPTED);
    assert_int_equal(lent(shop, true, ""), 4);
    assert_int_equal(lent(shop, false, ""), 6);
}

static void a_rule_can_be_about_a_section(void **state)
{
    struct pg_shop *shop = *state;
    set_rule(shop, (struct desk_loan_rule){.till = "till-1", .section = "Stalls", .seats = 3});
    is_heard(shop);
    assert_int_equal(lent(shop, true, "Stalls-"), 3);
    assert_int_equal(lent(shop, true, ""), 3);
}

/* And not before the till has told all it did with them. */
static void seats_come_back_when_their_show_is_over(void **state)
{
    struct pg_shop *shop = *state;
    set_rule(shop, (struct desk_loan_rule){.till = "till-1", .seats = 4});
    is_heard(shop);
    sell_own_pair(shop);
    pg_server_do(shop->root, "UPDATE loge.show SET status = 2 WHERE house = (SELECT max(house) FROM"
                             " loge.house)");
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(lent(shop, false, ""), 4);
    assert_int_equal(shop->till[0].state[2], ENTRY_ACCEPTED);
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(lent(shop, false, ""), 0);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.show_seat WHERE allotment <> 0"), 0);
}

static void what_is_asked_back_is_not_lent_again(void **state)
{
    struct pg_shop *shop = *state;
    struct loan_rule *rules;
    int count;
    set_rule(shop, (struct desk_loan_rule){.till = "till-1", .seats = 4});
    is_heard(shop);
    become(shop, ROLE_SUPERVISOR);
    desk_allot_return(&shop->house.desk, &shop->house.meta, "till-1", &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    is_heard(shop);
    is_heard(shop);
    assert_int_equal(lent(shop, false, ""), 0);
    desk_loan_rules(&shop->house.desk, &shop->house.meta, "till-1", &rules, &count,
                    &shop->house.out);
    assert_int_equal(count, 0);
}

static void rules_are_a_managers(void **state)
{
    struct pg_shop *shop = *state;
    const struct desk_loan_rule wish = {.till = "till-1", .seats = 4};
    become(shop, ROLE_SUPERVISOR);
    desk_loan_rule_set(&shop->house.desk, &shop->house.meta, &wish, &shop->house.out);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_ALLOWED);
    desk_policy_set(&shop->house.desk, &shop->house.meta, POLICY_REBASE, 0, &shop->house.out);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_ALLOWED);
}

/* With plain SQL and a password. */
static void nobody_makes_rules_beside_the_program(void **state)
{
    struct pg_shop *shop = *state;
    char url[PG_URL], device[UUID_TEXT], sql[200];
    uuid_text(&shop->till[0].file.device, device);
    PGconn *mark = pg_server_connect(pg_server_url(shop->database, shop->mark, PG_PASSWORD, url));
    PGconn *anna = pg_server_connect(pg_server_url(shop->database, shop->anna, PG_PASSWORD, url));
    snprintf(sql, sizeof sql, "SELECT loge.set_loan_rule('%s', 0, '', 4)", device);
    pg_server_refuses(anna, sql, "42501");
    pg_server_refuses(mark, sql, "LG001");
    pg_server_refuses(mark, "SELECT loge.set_policy('rebase', 0)", "42501");
    set_rule(shop, (struct desk_loan_rule){.till = "till-1", .seats = 4});
    snprintf(sql, sizeof sql, "SELECT loge.lend('%s', '\\x00', '{1}', '{1}')", device);
    pg_server_refuses(anna, sql, "LG001"); /* that is not the till */
    snprintf(sql, sizeof sql, "SELECT loge.lend('%s', NULL, '{1}', '{1}')", device);
    pg_server_refuses(anna, sql, "LG001");
    assert_int_equal(lent(shop, false, ""), 0);
    PQfinish(mark);
    PQfinish(anna);
}

/* ---- the house's rules ------------------------------------------------------------------------
 */

static int64_t policy(struct pg_shop *shop, enum policy_key key)
{
    struct house_policy now = {0};
    desk_policy_read(&shop->house.desk, &shop->house.meta, &now, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    return now.value[key];
}

static void set_policy(struct pg_shop *shop, enum policy_key key, int64_t value)
{
    become(shop, ROLE_MANAGER);
    desk_policy_set(&shop->house.desk, &shop->house.meta, key, value, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

static void a_rule_is_as_it_was_set_and_told_in_the_log(void **state)
{
    struct pg_shop *shop = *state;
    for (int key = 0; key < POLICY_COUNT; key++) {
        int64_t low, high, before = policy(shop, (enum policy_key)key);
        policy_range((enum policy_key)key, &low, &high);
        int64_t other = (before == high ? low : high) * policy_unit((enum policy_key)key);
        set_policy(shop, (enum policy_key)key, other);
        assert_int_equal(policy(shop, (enum policy_key)key), other);
    }
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.event WHERE act = 34 AND actor <> ''"
                               " AND note LIKE '% %'"),
                     POLICY_COUNT);
}

/* The house holds two seats for somebody who has not paid; till 1 has sold them alone. */
static void sell_what_is_held(struct pg_shop *shop)
{
    struct pg_till *till = &shop->till[0];
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    house_hold(&till->home, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(&till->home);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    pg_till_push(shop, till);
}

static void who_came_first_keeps_it(void **state)
{
    struct pg_shop *shop = *state;
    sell_what_is_held(shop);
    assert_int_equal(shop->till[0].state[2], ENTRY_CONFLICT);
}

static void who_paid_has_it_where_the_house_wants_that(void **state)
{
    struct pg_shop *shop = *state;
    set_policy(shop, POLICY_PAID_BEATS_HOLD, 1);
    sell_what_is_held(shop);
    assert_int_equal(shop->till[0].heading[2], MERGE_PAID_WON);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "sold");
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_till_that_is_heard_has_what_its_rule_gives),
        RULE(what_it_sold_of_them_is_made_up_for),
        RULE(a_rule_can_be_about_a_section),
        RULE(seats_come_back_when_their_show_is_over),
        RULE(what_is_asked_back_is_not_lent_again),
        RULE(rules_are_a_managers),
        RULE(nobody_makes_rules_beside_the_program),
        RULE(a_rule_is_as_it_was_set_and_told_in_the_log),
        RULE(who_came_first_keeps_it),
        RULE(who_paid_has_it_where_the_house_wants_that),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
