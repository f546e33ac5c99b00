/* Orders, paper, vouchers and drawers that moved at the house and at a till that was cut off. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "src/base/text.h"
#include "src/engine/desk_office.h"
#include "tests/lib/pg_tills.h"

#define OURS "house = (SELECT max(house) FROM loge.house)"

static long long ask(struct pg_shop *shop, const char *sql)
{
    char whole[700];
    snprintf(whole, sizeof whole, "SELECT (%s AND " OURS ")", sql);
    return pg_server_count(shop->root, whole);
}

static const char *word(struct pg_shop *shop, const char *sql)
{
    static char out[200];
    char whole[700];
    snprintf(whole, sizeof whole, "SELECT (%s AND " OURS ")", sql);
    return pg_server_ask(shop->root, whole, out, sizeof out);
}

/* ---- people --------------------------------------------------------------------------------- */

struct evening {
    struct pg_shop *shop;
    struct pg_till *till;
    struct house_fixture *home, *house;
    char code[CODE_TEXT]; /* of the order */
};

static struct evening begin(void **state)
{
    struct pg_shop *shop = *state;
    house_become(&shop->house, "ruth", ROLE_MANAGER);
    return (struct evening){shop, &shop->till[0], &shop->till[0].home, &shop->house, ""};
}

/* Till 1 sells two seats and both sides know of it. */
static void order(struct evening *e, bool due)
{
    house_hold(e->home, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(e->home, VERDICT_OK);
    const struct desk_sell wish = {.hold = e->home->out.hold->id, .due = due, .name = "Berta"};
    desk_sell(&e->home->desk, &e->home->meta, &wish, &e->home->out);
    ASSERT_VERDICT(e->home, VERDICT_OK);
    text_copy(e->code, sizeof e->code, e->home->out.sale->code);
    pg_till_push(e->shop, e->till);
    pg_till_pull(e->till);
}

static void pay(struct evening *e, struct house_fixture *at)
{
    desk_pay(&at->desk, &at->meta, e->code, NULL, 0, &at->out);
    ASSERT_VERDICT(at, VERDICT_OK);
}

static void refund(struct evening *e, struct house_fixture *at, const char *label)
{
    house_reason(at, "ill");
    desk_refund(&at->desk, &at->meta, e->code, label ? &label : NULL, label ? 1 : 0, false,
                TENDER_CASH, &at->out);
    ASSERT_VERDICT(at, VERDICT_OK);
}

/* The one conflict there is, as a supervisor finds it. */
static struct conflict only_conflict(struct evening *e)
{
    struct conflict *all;
    int count;
    desk_conflict_list(&e->house->desk, &e->house->meta, true, 10, &all, &count, &e->house->out);
    ASSERT_VERDICT(e->house, VERDICT_OK);
    assert_int_equal(count, 1);
    return all[0];
}

static void decide(struct evening *e, enum conflict_outcome outcome)
{
    const struct conflict conflict = only_conflict(e);
    const struct desk_decision wish = {
        .conflict = conflict.id, .outcome = outcome, .tender = TENDER_CASH};
    house_reason(e->house, "asked them");
    desk_conflict_decide(&e->house->desk, &e->house->meta, &wish, &e->house->out);
    ASSERT_VERDICT(e->house, VERDICT_OK);
}

static void home_with(struct evening *e, uint64_t seq, enum entry_state state,
                      enum merge_class heading)
{
    pg_till_push(e->shop, e->till);
    ASSERT_ENTRY(e->till, seq, state);
    assert_int_equal(e->till->heading[seq], heading);
}

#define LAST(e) ((e)->till->file.core.meta.head_seq)

/* ---- paid ----------------------------------------------------------------------------------- */

static void what_was_paid_for_a_cancelled_order_is_a_conflict(void **state)
{
    struct evening e = begin(state);
    order(&e, true);
    refund(&e, e.house, NULL);
    pay(&e, e.home);
    home_with(&e, LAST(&e), ENTRY_CONFLICT, MERGE_OVERPAID);
    const struct conflict conflict = only_conflict(&e);
    assert_int_equal(conflict.amount, 8800);
    assert_string_equal(conflict.about, e.code);
    assert_int_equal(conflict.paid, 8800);
    assert_int_equal(conflict.total, 0);
    assert_int_equal(ask(e.shop, "SELECT status FROM loge.sale WHERE true"), SALE_REFUNDED);
    decide(&e, CONFLICT_REFUND);
    assert_int_equal(ask(e.shop, "SELECT paid FROM loge.sale WHERE true"), 0);
}

static void what_was_paid_online_and_alone_is_a_conflict(void **state)
{
    struct evening e = begin(state);
    order(&e, true);
    pay(&e, e.house);
    pay(&e, e.home);
    home_with(&e, LAST(&e), ENTRY_CONFLICT, MERGE_OVERPAID);
    assert_int_equal(only_conflict(&e).amount, 8800);
    assert_int_equal(only_conflict(&e).paid, 2 * 8800);
    decide(&e, CONFLICT_REFUND);
    assert_int_equal(ask(e.shop, "SELECT paid FROM loge.sale WHERE true"), 8800);
    assert_int_equal(ask(e.shop, "SELECT status FROM loge.sale WHERE true"), SALE_PAID);
    assert_int_equal(ask(e.shop, "SELECT count(*) FROM loge.ticket WHERE status = 0"), 2);
}

/* The control of both. */
static void what_was_paid_alone_only_is_paid(void **state)
{
    struct evening e = begin(state);
    order(&e, true);
    pay(&e, e.home);
    home_with(&e, LAST(&e), ENTRY_ACCEPTED, MERGE_PLAIN);
    assert_int_equal(ask(e.shop, "SELECT paid FROM loge.sale WHERE true"), 8800);
    assert_int_equal(ask(e.shop, "SELECT status FROM loge.sale WHERE true"), SALE_PAID);
}

/* One of two seats was cancelled: what was paid for it is too much, the other one is paid. */
static void what_was_paid_for_a_cancelled_seat_is_too_much(void **state)
{
    struct evening e = begin(state);
    order(&e, true);
    refund(&e, e.house, "Stalls-A-1");
    pay(&e, e.home);
    home_with(&e, LAST(&e), ENTRY_CONFLICT, MERGE_OVERPAID);
    assert_int_equal(only_conflict(&e).amount, 4400);
    decide(&e, CONFLICT_REFUND);
    assert_int_equal(ask(e.shop, "SELECT paid FROM loge.sale WHERE true"), 4400);
    assert_int_equal(ask(e.shop, "SELECT status FROM loge.sale WHERE true"), SALE_PAID);
}

/* The other way round: what was paid online was cancelled alone, as if it had not been paid. */
static void what_was_cancelled_alone_and_paid_online_is_a_conflict(void **state)
{
    struct evening e = begin(state);
    order(&e, true);
    pay(&e, e.house);
    refund(&e, e.home, NULL);
    home_with(&e, LAST(&e), ENTRY_CONFLICT, MERGE_OVERPAID);
    assert_int_equal(only_conflict(&e).amount, 8800);
    assert_int_equal(ask(e.shop, "SELECT count(*) FROM loge.ticket WHERE status = 0"), 2);
    decide(&e, CONFLICT_KEEP);
}

/* ---- given back ----------------------------------------------------------------------------- */

static void what_both_cancelled_is_accepted(void **state)
{
    struct evening e = begin(state);
    order(&e, true);
    refund(&e, e.house, NULL);
    refund(&e, e.home, NULL);
    home_with(&e, LAST(&e), ENTRY_ACCEPTED, MERGE_PLAIN);
    assert_int_equal(ask(e.shop, "SELECT count(*) FROM loge.conflict WHERE true"), 0);
    assert_int_equal(ask(e.shop, "SELECT status FROM loge.sale WHERE true"), SALE_REFUNDED);
}

/* Neither side saw the other's ticket go, and none is left. */
static void tickets_given_back_at_both_sides_end_the_order(void **state)
{
    struct evening e = begin(state);
    order(&e, false);
    refund(&e, e.house, "Stalls-A-1");
    refund(&e, e.home, "Stalls-A-2");
    pg_till_push(e.shop, e.till);
    assert_true(entry_state_done(e.till->state[LAST(&e)]));
    assert_int_equal(ask(e.shop, "SELECT status FROM loge.sale WHERE true"), SALE_REFUNDED);
    assert_int_equal(ask(e.shop, "SELECT paid + total FROM loge.sale WHERE true"), 0);
    assert_int_equal(ask(e.shop, "SELECT count(*) FROM loge.conflict WHERE true"), 0);
}

static void money_given_back_twice_is_a_conflict(void **state)
{
    struct evening e = begin(state);
    order(&e, false);
    refund(&e, e.house, NULL);
    refund(&e, e.home, NULL);
    home_with(&e, LAST(&e), ENTRY_CONFLICT, MERGE_DECIDE);
    assert_int_equal(only_conflict(&e).amount, 8800);
    assert_int_equal(ask(e.shop, "SELECT paid FROM loge.sale WHERE true"), -8800);
    decide(&e, CONFLICT_KEEP);
}

/* ---- paper ---------------------------------------------------------------------------------- */

static void reprint(struct evening *e, struct house_fixture *at)
{
    house_reason(at, "lost");
    desk_reprint(&at->desk, &at->meta, e->code, "Stalls-A-1", &at->out);
    ASSERT_VERDICT(at, VERDICT_OK);
}

/* What a door says of a paper whose code somebody types. */
static enum door_code door_says(struct house_fixture *at, const char *paper)
{
    const struct desk_scan scan = {.show = HOUSE_SHOW, .text = paper};
    desk_scan(&at->desk, &at->meta, &scan, &at->out);
    return at->out.scanned->code;
}

/* Paper beside the house's: it names itself and counts for nothing, and both doors say what is so.
 */
static void paper_that_admits_nobody_is_named(struct evening *e, enum door_code says)
{
    const struct sale *sale = e->home->out.sale;
    char paper[CODE_TEXT] = "";
    for (int i = 0; i < sale->ticket_count; i++)
        if (sale->tickets[i].generation == 2)
            text_copy(paper, sizeof paper, sale->tickets[i].code);
    home_with(e, LAST(e), ENTRY_CONFLICT, MERGE_PAPER);
    const struct conflict conflict = only_conflict(e);
    assert_string_equal(conflict.about, paper);
    assert_string_equal(conflict.code, e->code);
    assert_string_equal(conflict.name, "Berta");
    assert_string_equal(word(e->shop, "SELECT (t.status <> 0 AND t.sold_at = 0)::text FROM"
                                      " loge.ticket AS t JOIN loge.conflict AS c USING (house)"
                                      " WHERE t.code = c.about"),
                        "true");
    assert_int_equal(door_says(e->house, paper), says);
    pg_till_pull(e->till);
    assert_int_equal(door_says(e->home, paper), says);
    decide(e, CONFLICT_KEEP);
}

static void paper_for_a_refunded_ticket_is_a_conflict(void **state)
{
    struct evening e = begin(state);
    order(&e, false);
    refund(&e, e.house, NULL);
    reprint(&e, e.home);
    paper_that_admits_nobody_is_named(&e, DOOR_REFUNDED);
    assert_string_equal(house_status(e.house, "Stalls-A-1"), "available");
}

static void paper_printed_at_both_sides_is_a_conflict(void **state)
{
    struct evening e = begin(state);
    order(&e, false);
    reprint(&e, e.house);
    reprint(&e, e.home);
    paper_that_admits_nobody_is_named(&e, DOOR_REPRINTED);
    assert_int_equal(ask(e.shop, "SELECT count(*) FROM loge.ticket WHERE status = 0"), 2);
}

/* The control: another ticket of the order is another paper. */
static void paper_for_another_ticket_is_good(void **state)
{
    struct evening e = begin(state);
    order(&e, false);
    refund(&e, e.house, "Stalls-A-2");
    reprint(&e, e.home);
    home_with(&e, LAST(&e), ENTRY_ACCEPTED, MERGE_PLAIN);
    assert_int_equal(ask(e.shop, "SELECT count(*) FROM loge.ticket WHERE status = 0"), 1);
    assert_int_equal(ask(e.shop, "SELECT total FROM loge.sale WHERE true"), 4400);
}

static void collect(struct evening *e, struct house_fixture *at)
{
    desk_collect(&at->desk, &at->meta, e->code, &at->out);
    ASSERT_VERDICT(at, VERDICT_OK);
}

static void what_was_cancelled_and_handed_over_is_a_conflict(void **state)
{
    struct evening e = begin(state);
    order(&e, true);
    pay(&e, e.house);
    pg_till_pull(e.till);
    refund(&e, e.house, NULL);
    collect(&e, e.home);
    home_with(&e, LAST(&e), ENTRY_CONFLICT, MERGE_PAPER);
    decide(&e, CONFLICT_KEEP);
}

/* Two people have the paper of one order; the first who handed it over stands there. */
static void what_was_handed_over_twice_is_told(void **state)
{
    struct evening e = begin(state);
    order(&e, true);
    pay(&e, e.house);
    pg_till_pull(e.till);
    collect(&e, e.house);
    const long long first = ask(e.shop, "SELECT collected_at FROM loge.sale WHERE true");
    pg_shop_pass(e.shop, 60000);
    collect(&e, e.home);
    home_with(&e, LAST(&e), ENTRY_ACCEPTED, MERGE_PAPER);
    assert_int_equal(ask(e.shop, "SELECT collected_at FROM loge.sale WHERE true"), first);
    decide(&e, CONFLICT_KEEP);
}

/* ---- vouchers ------------------------------------------------------------------------------- */

static void spend(struct house_fixture *at, const char *first, const char *second)
{
    const struct tender_line line = {.tender = TENDER_VOUCHER, .voucher = "GIFT-100"};
    house_hold(at, first, second, NULL);
    const struct desk_sell wish = {.hold = at->out.hold->id, .tenders = &line, .tender_count = 1};
    desk_sell(&at->desk, &at->meta, &wish, &at->out);
    ASSERT_VERDICT(at, VERDICT_OK);
}

/* 100.00, and each till alone takes 88.00 off it. */
static void a_gift_that_two_tills_spent_is_over_budget(void **state)
{
    struct evening e = begin(state);
    const struct voucher gift = {.code = "GIFT-100", .kind = VOUCHER_GIFT, .value = 10000};
    desk_voucher_put(&e.house->desk, &e.house->meta, &gift, NULL, &e.house->out);
    ASSERT_VERDICT(e.house, VERDICT_OK);
    pg_till_pull(&e.shop->till[0]);
    pg_till_pull(&e.shop->till[1]);
    spend(&e.shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    spend(&e.shop->till[1].home, "Stalls-B-1", "Stalls-B-2");
    home_with(&e, LAST(&e), ENTRY_ACCEPTED, MERGE_PLAIN);
    assert_int_equal(ask(e.shop, "SELECT count(*) FROM loge.conflict WHERE true"), 0);
    e.till = &e.shop->till[1];
    home_with(&e, LAST(&e), ENTRY_ACCEPTED, MERGE_OVER_BUDGET);
    assert_int_equal(only_conflict(&e).amount, 7600);
    assert_string_equal(only_conflict(&e).about, "GIFT-100");
    assert_int_equal(ask(e.shop, "SELECT used FROM loge.voucher WHERE true"), 17600);
    decide(&e, CONFLICT_KEEP);
}

/* ---- drawers and people --------------------------------------------------------------------- */

static void a_shift_counted_twice_is_told(void **state)
{
    static const int64_t first[TENDER_COUNT] = {10000}, second[TENDER_COUNT] = {9500};
    struct evening e = begin(state);
    desk_shift_open(&e.home->desk, &e.home->meta, 10000, &e.home->out);
    ASSERT_VERDICT(e.home, VERDICT_OK);
    pg_till_push(e.shop, e.till);
    text_copy(e.house->meta.actor.till, TILL_TEXT, "till-1");
    desk_shift_close(&e.house->desk, &e.house->meta, first, 0, &e.house->out);
    ASSERT_VERDICT(e.house, VERDICT_OK);
    house_reason(e.home, "a coin rolled away");
    desk_shift_close(&e.home->desk, &e.home->meta, second, 0, &e.home->out);
    ASSERT_VERDICT(e.home, VERDICT_OK);
    home_with(&e, LAST(&e), ENTRY_ACCEPTED, MERGE_SHIFT_TWICE);
    assert_int_equal(only_conflict(&e).amount, -500);
    assert_string_equal(only_conflict(&e).about, "anna");
    assert_int_equal(ask(e.shop, "SELECT counted_cash FROM loge.shift WHERE sealed"), 10000);
    decide(&e, CONFLICT_KEEP);
}

static void rename_customer(struct house_fixture *at, const struct customer *was, const char *name)
{
    struct customer wish = *was;
    text_copy(wish.name, sizeof wish.name, name);
    desk_customer_put(&at->desk, &at->meta, &wish, &at->out);
    ASSERT_VERDICT(at, VERDICT_OK);
}

static void a_customer_changed_at_both_sides(void **state, const char *alone, enum entry_state to,
                                             enum merge_class heading)
{
    struct evening e = begin(state);
    struct customer made = {.name = "Berta", .email = "berta@example.org"};
    desk_customer_put(&e.house->desk, &e.house->meta, &made, &e.house->out);
    ASSERT_VERDICT(e.house, VERDICT_OK);
    pg_till_pull(e.till);
    struct customer *known;
    int count;
    struct store *file = e.home->desk.store;
    assert_int_equal(
        file->ops->customer_find(file, "Berta", 10, e.home->arena, &known, &count, NULL), RC_OK);
    assert_int_equal(count, 1);
    rename_customer(e.house, &known[0], "Bertha");
    rename_customer(e.home, &known[0], alone);
    home_with(&e, LAST(&e), to, heading);
    assert_string_equal(word(e.shop, "SELECT name FROM loge.customer WHERE true"), "Bertha");
}

static void a_name_changed_at_both_sides_is_a_conflict(void **state)
{
    a_customer_changed_at_both_sides(state, "Birte", ENTRY_CONFLICT, MERGE_MOVED);
}

static void a_name_changed_alike_at_both_sides_is_accepted(void **state)
{
    a_customer_changed_at_both_sides(state, "Bertha", ENTRY_ACCEPTED, MERGE_PLAIN);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(what_was_paid_for_a_cancelled_order_is_a_conflict),
        RULE(what_was_paid_online_and_alone_is_a_conflict),
        RULE(what_was_paid_alone_only_is_paid),
        RULE(what_was_paid_for_a_cancelled_seat_is_too_much),
        RULE(what_was_cancelled_alone_and_paid_online_is_a_conflict),
        RULE(what_both_cancelled_is_accepted),
        RULE(tickets_given_back_at_both_sides_end_the_order),
        RULE(money_given_back_twice_is_a_conflict),
        RULE(paper_for_a_refunded_ticket_is_a_conflict),
        RULE(paper_printed_at_both_sides_is_a_conflict),
        RULE(paper_for_another_ticket_is_good),
        RULE(what_was_cancelled_and_handed_over_is_a_conflict),
        RULE(what_was_handed_over_twice_is_told),
        RULE(a_gift_that_two_tills_spent_is_over_budget),
        RULE(a_shift_counted_twice_is_told),
        RULE(a_name_changed_at_both_sides_is_a_conflict),
        RULE(a_name_changed_alike_at_both_sides_is_accepted),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
