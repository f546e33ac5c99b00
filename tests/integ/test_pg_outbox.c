/* The outbox on PostgreSQL: what acts write into it, and who takes what out. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "src/port/outbox.h"
#include "tests/lib/pg_tills.h"

static struct err err;

static struct store *box(struct pg_shop *shop, const struct outbox_ops **ops)
{
    return shop->house.desk.store->ops->outbox(shop->house.desk.store, ops);
}

/* As a manager would: by the database itself, whose walls test_pg_rights looks at. */
static void add_way(struct pg_shop *shop, int no, int channel, const char *address)
{
    char sql[300];
    snprintf(sql, sizeof sql,
             "INSERT INTO loge.post_way SELECT max(house), %d, %d, '%s', %s, 'ruth', 1"
             " FROM loge.house",
             no, channel, address, channel ? "decode(repeat('ab', 32), 'hex')" : "''");
    pg_server_do(shop->root, sql);
}

static int setup(void **state)
{
    int failed = pg_shop_setup(state);
    if (!failed)
        add_way(*state, 1, POST_MAIL, "");
    return failed;
}

static int take_from(struct pg_shop *shop, bool mails, struct letter **letters)
{
    const struct outbox_ops *ops;
    int count;
    struct store *store = box(shop, &ops);
    assert_int_equal(ops->take(store, 16, 60000, mails, shop->house.arena, letters, &count, &err),
                     RC_OK);
    return count;
}

static bool settle(struct pg_shop *shop, const struct letter *letter, enum letter_status status,
                   int64_t again_ms)
{
    const struct outbox_ops *ops;
    bool counted;
    const struct letter_end end = {letter->id, letter->round, status, true, again_ms, "why"};
    struct store *store = box(shop, &ops);
    assert_int_equal(ops->settle(store, &end, &counted, &err), RC_OK);
    return counted;
}

static void hold_for(struct pg_shop *shop, const char *label, const char *email)
{
    struct house_fixture *house = &shop->house;
    const char *const labels[] = {label};
    const struct desk_hold wish = {
        .show = HOUSE_SHOW, .labels = labels, .count = 1, .email = email, .override_gap = true};
    house->meta.key = (struct uuid){0};
    house_become(house, "mark", ROLE_SUPERVISOR);
    house_reason(house, "test");
    desk_hold_new(&house->desk, &house->meta, &wish, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
}

static void sell_to(struct pg_shop *shop, const char *label, const char *email)
{
    hold_for(shop, label, email);
    house_sell(&shop->house);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

static int letters(struct pg_shop *shop)
{
    return (int)pg_server_count(shop->root, "SELECT count(*) FROM loge.outbox WHERE house ="
                                            " (SELECT max(house) FROM loge.house)");
}

/* ---- what is told --------------------------------------------------------------------------- */

static void whoever_buys_is_told_at_the_address_he_gave(void **state)
{
    struct pg_shop *shop = *state;
    struct letter *letter;
    sell_to(shop, "Stalls-A-1", "ida@example.org");
    assert_int_equal(take_from(shop, true, &letter), 1);
    assert_int_equal(letter->kind, LETTER_SOLD);
    assert_string_equal(letter->to, "ida@example.org");
    assert_true(uuid_equal(&letter->subject, &shop->house.out.sale->id));
}

static void a_walk_up_is_not_told(void **state)
{
    struct pg_shop *shop = *state;
    sell_to(shop, "Stalls-A-1", NULL);
    assert_int_equal(letters(shop), 0);
}

static void web_servers_are_told_of_everybody(void **state)
{
    struct pg_shop *shop = *state;
    struct letter *letter;
    add_way(shop, 2, POST_WEB, "https://shop.example.org/hook");
    sell_to(shop, "Stalls-A-1", NULL);
    assert_int_equal(take_from(shop, false, &letter), 1);
    assert_string_equal(letter->address, "https://shop.example.org/hook");
    assert_int_equal(letter->secret[31], 0xab);
}

static void what_is_not_done_is_not_told(void **state)
{
    struct pg_shop *shop = *state;
    hold_for(shop, "Stalls-A-1", "ida@example.org");
    pg_shop_pass(shop, (int64_t)24 * 3600 * 1000);
    house_sell(&shop->house);
    assert_int_equal(shop->house.out.verdict, VERDICT_HOLD_EXPIRED);
    assert_int_equal(letters(shop), 0);
}

static void money_given_back_is_told(void **state)
{
    struct pg_shop *shop = *state;
    struct letter *letter;
    sell_to(shop, "Stalls-A-1", "ida@example.org");
    shop->house.meta.key = (struct uuid){0};
    desk_refund(&shop->house.desk, &shop->house.meta, shop->house.out.sale->code, NULL, 0, false,
                TENDER_CASH, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(take_from(shop, true, &letter), 2);
    assert_int_equal(letter[1].kind, LETTER_REFUNDED);
}

static void an_offer_is_told_to_whoever_waited(void **state)
{
    struct pg_shop *shop = *state;
    struct letter *letter;
    const struct waiter waiter = {
        .name = "Ida", .email = "ida@example.org", .party = 2, .class_no = -1};
    desk_wait_join(&shop->house.desk, &shop->house.meta, HOUSE_SHOW, &waiter, NULL,
                   &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(letters(shop), 0);
    desk_wait_serve(&shop->house.desk, &shop->house.meta, HOUSE_SHOW, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(take_from(shop, true, &letter), 1);
    assert_int_equal(letter->kind, LETTER_OFFERED);
}

static void seats_taken_back_by_the_house_are_told(void **state)
{
    struct pg_shop *shop = *state;
    struct letter *letter;
    hold_for(shop, "Stalls-A-1", "ida@example.org");
    desk_hold_release(&shop->house.desk, &shop->house.meta, &shop->house.out.hold->id, NULL, 0,
                      END_ADMIN_OVERRIDE, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(take_from(shop, true, &letter), 1);
    assert_int_equal(letter->kind, LETTER_RELEASED);
}

/* ---- holds that are over when somebody else takes their seats ---- */

/* Two seats of a hold that is over; where the events of their end are, in the one letter of it. */
static void assert_end_is_told(struct pg_shop *shop)
{
    struct letter *letter;
    char sql[300];
    assert_int_equal(take_from(shop, false, &letter), 1);
    assert_int_equal(letter->kind, LETTER_EXPIRED);
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM loge.event WHERE house = (SELECT max(house) FROM loge.house)"
             " AND show_no = %d AND act = 5 AND id BETWEEN %lld AND %lld",
             (int)letter->show, (long long)letter->first_event, (long long)letter->last_event);
    assert_int_equal(pg_server_count(shop->root, sql), 2);
}

static void hold_pair_until_it_is_over(struct pg_shop *shop)
{
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    add_way(shop, 2, POST_WEB, "https://shop.example.org/hook");
    pg_shop_pass(shop, 3600000);
    assert_int_equal(letters(shop), 0);
}

static void a_hold_that_is_over_is_told_of_by_the_act_that_takes_its_seats(void **state)
{
    struct pg_shop *shop = *state;
    hold_pair_until_it_is_over(shop);
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_end_is_told(shop);
}

static void it_is_told_of_too_when_a_journal_takes_them(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    hold_pair_until_it_is_over(shop);
    house_hold(&till->home, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    pg_till_push(shop, till);
    assert_int_equal(till->state[1], ENTRY_REBASED);
    assert_end_is_told(shop);
    /* it ended by itself, whoever took its seats */
    assert_int_equal(pg_server_count(shop->root,
                                     "SELECT count(*) FROM loge.event WHERE house = (SELECT"
                                     " max(house) FROM loge.house) AND act = 5"
                                     " AND (actor, role, approver) = ('sweep', 4, '')"),
                     2);
}

/* A paid sale of a till comes first where the house wants that; whoever held the seats is told. */
static void whose_seats_went_to_a_paid_sale_is_told(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    struct letter *letter;
    pg_server_do(shop->root, "INSERT INTO loge.policy (house, paid_beats_hold, version)"
                             " SELECT max(house), true, 1 FROM loge.house");
    hold_for(shop, "Stalls-A-1", "ida@example.org");
    house_hold(&till->home, "Stalls-A-1", NULL);
    house_sell(&till->home);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    pg_till_push(shop, till);
    assert_int_equal(till->heading[2], MERGE_PAID_WON);
    assert_int_equal(take_from(shop, true, &letter), 1);
    assert_int_equal(letter->kind, LETTER_RELEASED);
    assert_string_equal(letter->to, "ida@example.org");
}

/* ---- taking --------------------------------------------------------------------------------- */

static void a_letter_is_taken_by_one(void **state)
{
    struct pg_shop *shop = *state;
    struct letter *mine, *yours;
    sell_to(shop, "Stalls-A-1", "ida@example.org");
    assert_int_equal(take_from(shop, true, &mine), 1);
    assert_int_equal(take_from(shop, true, &yours), 0);
}

static void one_that_was_taken_and_not_heard_of_is_due_again(void **state)
{
    struct pg_shop *shop = *state;
    struct letter *mine, *yours;
    sell_to(shop, "Stalls-A-1", "ida@example.org");
    take_from(shop, true, &mine);
    pg_shop_pass(shop, 60000);
    assert_int_equal(take_from(shop, true, &yours), 1);
    assert_false(settle(shop, mine, LETTER_SENT, 0)); /* too late: it is another's now */
    assert_true(settle(shop, yours, LETTER_SENT, 0));
    pg_shop_pass(shop, 600000);
    assert_int_equal(take_from(shop, true, &mine), 0);
}

static void one_that_is_to_be_tried_again_waits_for_its_time(void **state)
{
    struct pg_shop *shop = *state;
    struct letter *letter;
    sell_to(shop, "Stalls-A-1", "ida@example.org");
    take_from(shop, true, &letter);
    assert_true(settle(shop, letter, LETTER_WAITING, 90000));
    pg_shop_pass(shop, 89999);
    assert_int_equal(take_from(shop, true, &letter), 0);
    pg_shop_pass(shop, 1);
    assert_int_equal(take_from(shop, true, &letter), 1);
    assert_int_equal(letter->round, 2);
    assert_int_equal(letter->tries, 1);
}

/* Nobody has a mail server, or nobody serves at all. */
static void what_nobody_sends_for_three_days_is_dead(void **state)
{
    struct pg_shop *shop = *state;
    const struct outbox_ops *ops;
    struct letter *letter;
    int count;
    sell_to(shop, "Stalls-A-1", "ida@example.org");
    struct store *store = box(shop, &ops);
    for (int late = 0; late <= 1; late++) {
        pg_shop_pass(shop, late ? 1 : (int64_t)3 * 24 * 3600 * 1000);
        assert_int_equal(take_from(shop, false, &letter), 0);
        assert_int_equal(
            ops->list(store, LETTER_DEAD, 10, shop->house.arena, &letter, &count, &err), RC_OK);
        assert_int_equal(count, late);
    }
    assert_string_equal(letter->fault, "Nobody sent it for three days");
}

static void a_dead_letter_can_be_tried_again(void **state)
{
    struct pg_shop *shop = *state;
    const struct outbox_ops *ops;
    struct letter *letter;
    int count;
    sell_to(shop, "Stalls-A-1", "ida@example.org");
    take_from(shop, true, &letter);
    settle(shop, letter, LETTER_DEAD, 0);
    pg_shop_pass(shop, 600000);
    assert_int_equal(take_from(shop, true, &letter), 0);
    struct store *store = box(shop, &ops);
    assert_int_equal(ops->list(store, LETTER_DEAD, 10, shop->house.arena, &letter, &count, &err),
                     RC_OK);
    assert_int_equal(count, 1);
    assert_string_equal(letter->fault, "why");
    assert_int_equal(ops->requeue(store, &letter->id, &count, &err), RC_OK);
    assert_int_equal(count, 1);
    assert_int_equal(take_from(shop, true, &letter), 1);
}

static void what_was_sent_is_forgotten_after_a_month(void **state)
{
    struct pg_shop *shop = *state;
    struct letter *letter;
    sell_to(shop, "Stalls-A-1", "ida@example.org");
    take_from(shop, true, &letter);
    settle(shop, letter, LETTER_SENT, 0);
    pg_shop_pass(shop, (int64_t)31 * 24 * 3600 * 1000);
    take_from(shop, true, &letter);
    assert_int_equal(letters(shop), 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(whoever_buys_is_told_at_the_address_he_gave),
        CASE(a_walk_up_is_not_told),
        CASE(web_servers_are_told_of_everybody),
        CASE(what_is_not_done_is_not_told),
        CASE(money_given_back_is_told),
        CASE(an_offer_is_told_to_whoever_waited),
        CASE(seats_taken_back_by_the_house_are_told),
        CASE(a_hold_that_is_over_is_told_of_by_the_act_that_takes_its_seats),
        CASE(it_is_told_of_too_when_a_journal_takes_them),
        CASE(whose_seats_went_to_a_paid_sale_is_told),
        CASE(a_letter_is_taken_by_one),
        CASE(one_that_was_taken_and_not_heard_of_is_due_again),
        CASE(one_that_is_to_be_tried_again_waits_for_its_time),
        CASE(what_nobody_sends_for_three_days_is_dead),
        CASE(a_dead_letter_can_be_tried_again),
        CASE(what_was_sent_is_forgotten_after_a_month),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
