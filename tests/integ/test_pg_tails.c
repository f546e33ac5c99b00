/* A paper that a till made alone, and what the house has of that till's journal. */
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

/* Holds and sells a seat alone, two entries; what the receipt says. */
static const char *sell_alone(struct pg_till *till, const char *seat)
{
    static char text[ENTRY_MARK_TEXT];
    struct entry_mark mark;
    struct err err;
    house_hold(&till->home, seat, NULL);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    house_sell(&till->home);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    assert_int_equal(lite_till_entry_of(till->file.file, &till->home.out.sale->id, &mark, &err),
                     RC_OK);
    mark.till = till->file.core.meta.till;
    return entry_mark_text(&mark, text);
}

static struct tail shown(struct pg_shop *shop, const char *mark)
{
    struct tail tail;
    desk_tail_find(&shop->house.desk, &shop->house.meta, mark, &tail, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    return tail;
}

static int listed(struct pg_shop *shop)
{
    struct tail *tails;
    int count;
    desk_tail_list(&shop->house.desk, &shop->house.meta, &tails, &count, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    return count;
}

static void at_the_office(struct pg_shop *shop)
{
    house_become(&shop->house, "anna", ROLE_CLERK);
}

static void a_paper_tells_what_has_not_come_home(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    pg_till_push(shop, till);
    const char *mark = sell_alone(till, "Stalls-A-1");
    at_the_office(shop);
    assert_int_equal(listed(shop), 0);
    struct tail tail = shown(shop, mark);
    assert_string_equal(tail.till, "till-1");
    assert_int_equal(tail.missing, 2);
    assert_int_equal(tail.mark.seq, 2);
    assert_int_equal(listed(shop), 1);
    pg_till_push(shop, till);
    assert_int_equal(shown(shop, mark).missing, 0);
    assert_int_equal(shown(shop, mark).state, ENTRY_ACCEPTED);
    assert_int_equal(listed(shop), 0);
}

/* The furthest says how far the journal went. */
static void of_many_papers_the_furthest_counts(void **state)
{
    struct pg_shop *shop = *state;
    char first[ENTRY_MARK_TEXT], second[ENTRY_MARK_TEXT];
    pg_till_push(shop, &shop->till[0]);
    snprintf(first, sizeof first, "%s", sell_alone(&shop->till[0], "Stalls-A-1"));
    snprintf(second, sizeof second, "%s", sell_alone(&shop->till[0], "Stalls-A-2"));
    at_the_office(shop);
    shown(shop, second);
    assert_int_equal(shown(shop, first).missing, 2);
    struct tail *tails;
    int count;
    desk_tail_list(&shop->house.desk, &shop->house.meta, &tails, &count, &shop->house.out);
    assert_int_equal(count, 1);
    assert_int_equal(tails[0].missing, 4);
    assert_true(tails[0].told_by[0]);
    shop->till[0].file.core.limits.entries = 3;
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(listed(shop), 0);
}

/* It was shut out, and what it had open stands in its journal once more under other numbers. */
static void what_was_taken_up_again_has_arrived(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    pg_till_push(shop, till);
    const char *mark = sell_alone(till, "Stalls-A-1");
    at_the_office(shop);
    assert_int_equal(shown(shop, mark).missing, 2);
    house_become(&shop->house, "mark", ROLE_SUPERVISOR);
    house_reason(&shop->house, "lost");
    desk_till_dead(&shop->house.desk, &shop->house.meta, "till-1", &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(listed(shop), 1); /* nobody forgets it */
    desk_till_readmit(&shop->house.desk, &shop->house.meta, "till-1", &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    pg_till_push(shop, till);
    assert_int_equal(till->file.core.meta.epoch, 2);
    struct tail tail = shown(shop, mark);
    assert_int_equal(tail.missing, 0);
    assert_int_equal(tail.arrived_at, 0);
    assert_int_equal(listed(shop), 0);
}

/* Nobody has a paper; the till said hello and was lost in the middle of its first batch. */
static void what_a_till_told_of_itself_is_missed(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    pg_till_push(shop, till);
    sell_alone(till, "Stalls-A-1");
    const struct sync_message hello = pg_till_hello(till);
    pg_till_ask(till, &hello);
    at_the_office(shop);
    struct tail *tails;
    int count;
    desk_tail_list(&shop->house.desk, &shop->house.meta, &tails, &count, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(count, 1);
    assert_int_equal(tails[0].missing, 2);
    assert_string_equal(tails[0].told_by, "");
    sell_alone(till, "Stalls-A-2");
    const struct sync_message again = pg_till_hello(till);
    pg_till_ask(till, &again);
    desk_tail_list(&shop->house.desk, &shop->house.meta, &tails, &count, &shop->house.out);
    assert_int_equal(tails[0].missing, 4);
    pg_till_push(shop, till);
    assert_int_equal(listed(shop), 0);
}

static void strike(struct pg_shop *shop, const char *mark)
{
    house_reason(&shop->house, "false paper");
    desk_tail_strike(&shop->house.desk, &shop->house.meta, mark, &shop->house.out);
}

/* The false one was the furthest; what the true one tells of is still missing. */
static void a_false_paper_is_struck_and_the_others_count(void **state)
{
    struct pg_shop *shop = *state;
    char text[ENTRY_MARK_TEXT];
    pg_till_push(shop, &shop->till[0]);
    const struct entry_mark nobodys = {shop->till[0].file.core.meta.till, 1, 4000};
    const char *far = entry_mark_text(&nobodys, text);
    const char *mark = sell_alone(&shop->till[0], "Stalls-A-1");
    at_the_office(shop);
    assert_int_equal(shown(shop, mark).missing, 2);
    assert_int_equal(shown(shop, far).missing, 4000);
    strike(shop, far);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_ALLOWED);
    house_become(&shop->house, "mark", ROLE_SUPERVISOR);
    strike(shop, far);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    struct tail tail = shown(shop, far); /* shown again it stays struck */
    assert_true(tail.struck_by[0]);
    assert_string_equal(tail.struck_for, "false paper");
    struct tail *tails;
    int count;
    desk_tail_list(&shop->house.desk, &shop->house.meta, &tails, &count, &shop->house.out);
    assert_int_equal(count, 1);
    assert_int_equal(tails[0].missing, 2);
    strike(shop, far);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_FOUND);
    char told[80];
    pg_server_ask(shop->root,
                  "SELECT string_agg(reason || ': ' || note, ', ') FROM loge.event "
                  "WHERE note LIKE 'struck %'",
                  told, sizeof told);
    assert_string_equal(told, "false paper: struck J1-1-4000");
}

/* Whoever has the paper sees whether that is what it says. */
static void what_has_arrived_says_what_it_is(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    pg_till_push(shop, till);
    const char *mark = sell_alone(till, "Stalls-A-1");
    char code[CODE_TEXT];
    snprintf(code, sizeof code, "%s", till->home.out.sale->code);
    pg_till_push(shop, till);
    at_the_office(shop);
    struct tail tail = shown(shop, mark);
    assert_string_equal(tail.code, code);
    assert_string_equal(tail.actor, till->home.meta.actor.name);
    assert_true(tail.made_at > 0);
}

static void what_is_no_mark_is_refused(void **state)
{
    struct pg_shop *shop = *state;
    const struct entry_mark nobodys = {900, 1, 1};
    struct tail tail;
    char text[ENTRY_MARK_TEXT];
    at_the_office(shop);
    desk_tail_find(&shop->house.desk, &shop->house.meta, "J1-1-2-AA", &tail, &shop->house.out);
    assert_int_equal(shop->house.out.verdict, VERDICT_INVALID);
    desk_tail_find(&shop->house.desk, &shop->house.meta, entry_mark_text(&nobodys, text), &tail,
                   &shop->house.out);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_FOUND);
    assert_int_equal(listed(shop), 0);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_paper_tells_what_has_not_come_home),
        RULE(of_many_papers_the_furthest_counts),
        RULE(what_was_taken_up_again_has_arrived),
        RULE(what_a_till_told_of_itself_is_missed),
        RULE(a_false_paper_is_struck_and_the_others_count),
        RULE(what_has_arrived_says_what_it_is),
        RULE(what_is_no_mark_is_refused),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
