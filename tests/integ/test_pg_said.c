/*
 * Whoever carries a journal home with the till's key can say nothing that is not in it, and leave
 * nothing out.
 *
 * The entries are a till's own, signed and chained. What is sent of them goes through a function
 * that lies, as a program of the carrier's could; the same batch through one that does not is the
 * control.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "tests/lib/pg_tills.h"

#define OURS "house = (SELECT max(house) FROM loge.house)"

static struct pg_shop *shop;

/* b is the batch. */
static void carry(const char *lie)
{
    char sql[2000];
    snprintf(
        sql, sizeof sql,
        "CREATE OR REPLACE FUNCTION sync2.write(of_device uuid, shown bytea, batch sync2.batch)"
        " RETURNS integer LANGUAGE plpgsql AS $$ DECLARE b loge.sync_batch :="
        " sync2.today(batch); p loge.payment_row; t loge.ticket_row; s loge.sale_row; h"
        " loge.hold_row; e loge.sync_entry; BEGIN IF b.sales IS NOT NULL THEN %s; END IF; RETURN "
        "loge.sync_write(of_device, shown, b); "
        "END $$",
        lie);
    pg_server_do(shop->root, sql);
}

static long long ask(const char *sql)
{
    return pg_server_count(shop->root, sql);
}

static long long orders(void)
{
    return ask("SELECT count(*) FROM loge.ticket WHERE status = 0 AND " OURS);
}

/* A till's program takes such an answer for a mistake of its own: the entry is refused, and what
 * money the journal has in it is kept for an office. */
static void is_not_believed(const char *lie)
{
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    carry(lie);
    pg_till_push(shop, till);
    if (orders() != 0)
        fail_msg("believed: %s", lie);
    assert_int_equal(till->state[2], ENTRY_REFUSED);
}

static int said_setup(void **state)
{
    int made = pg_shop_setup(state);
    shop = *state;
    return made;
}

#define LIE(name, lie)             \
    static void name(void **state) \
    {                              \
        (void)state;               \
        is_not_believed(lie);      \
    }

LIE(a_price_is_what_the_entry_says,
    "t := b.tickets[1]; t.price := t.price - 100; t.total := t.total - 100; b.tickets[1] := t;"
    " s := b.sales[1]; s.total := s.total - 100; s.paid := s.total; b.sales[1] := s;"
    " p := b.payments[1]; p.amount := s.total; b.payments[1] := p")
LIE(an_amount_is_what_the_entry_says,
    "p := b.payments[1]; p.amount := p.amount - 100; b.payments[1] := p;"
    " s := b.sales[1]; s.paid := p.amount; b.sales[1] := s")
LIE(money_is_paid_as_the_entry_says,
    "p := b.payments[1]; p.tender := 1 - p.tender; b.payments[1] := p")
LIE(no_ticket_is_left_out, "s := b.sales[1]; s.total := (b.tickets[1]).total; b.sales[1] := s;"
                           " b.tickets := b.tickets[1:1]")
LIE(no_payment_is_left_out, "b.payments := NULL; s := b.sales[1]; s.paid := 0; b.sales[1] := s")
LIE(no_payment_is_doubled, "p := b.payments[1]; p.id := gen_random_uuid(); p.amount := -p.amount;"
                           " b.payments := b.payments || p")
LIE(no_ticket_is_added, "t := b.tickets[1]; t.id := gen_random_uuid(); t.code := 'T-MINE';"
                        " t.status := 1; b.tickets := b.tickets || t")
LIE(an_order_is_whose_the_entry_says, "s := b.sales[1]; s.name := 'Eve'; b.sales[1] := s")
LIE(an_order_was_sold_by_whom_the_entry_says,
    "s := b.sales[1]; s.sold_by := 'mark'; b.sales[1] := s")
LIE(a_hold_is_whose_the_entry_says,
    "h := (b.holds || b.changed_holds)[1]; h.email := 'eve@example.org'; b.holds := ARRAY[h];"
    " b.changed_holds := NULL")
LIE(a_shift_is_as_the_entry_says,
    "b.shifts := ARRAY(SELECT ROW(r.id, r.version, r.till, r.staff, r.opened_at, r.closed_at,"
    " r.float_amount + 100, r.currency, r.expected_cash, r.expected_card, r.expected_voucher,"
    " r.counted_cash, r.counted_card, r.counted_voucher, r.reason)::loge.shift_row"
    " FROM unnest(b.shifts) AS r)")
LIE(nobody_is_added, "b.customers := ARRAY[ROW(gen_random_uuid(), 0, 'Eve', '', '',"
                     " 0)::loge.customer_row]")
LIE(no_sale_is_left_out,
    "b.steps := ARRAY(SELECT r FROM unnest(b.steps) AS r WHERE r.entry = 1 ORDER BY r.n); b.notes "
    ":="
    " NULL; e := b.entries[2]; e.done := cardinality(b.steps); b.entries[2] := e; b.sales := NULL;"
    " b.tickets := NULL; b.payments := NULL")

static void what_the_entries_say_is_taken(void **state)
{
    (void)state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    carry("NULL");
    pg_till_push(shop, till);
    assert_int_equal(till->state[2], ENTRY_ACCEPTED);
    assert_int_equal(orders(), 2);
}

/* ---- the money of what was refused ------------------------------------------------------------
 */

/* What is sent behind a batch; m is the money, p a payment, q a move. */
static void carry_money(const char *name, const char *rows, const char *lie)
{
    char sql[1200];
    snprintf(sql, sizeof sql,
             "CREATE OR REPLACE FUNCTION sync2.%s(of_device uuid, shown bytea, %s) RETURNS void"
             " LANGUAGE plpgsql AS $$ DECLARE m loge.%s[] := sync2.today($3); p loge.payment_row;"
             " q loge.move_row; BEGIN %s; PERFORM loge.sync_%s(of_device, shown, m); END $$",
             name, rows, strncmp(rows, "money", 5) == 0 ? "payment_row" : "move_row", lie, name);
    pg_server_do(shop->root, sql);
}

static void carry_payments(const char *lie)
{
    carry_money("salvage", "money sync2.payment_row[]", lie);
}

static void carry_moves(const char *lie)
{
    carry_money("salvage_moves", "moves sync2.move_row[]", lie);
}

static long long kept(void)
{
    return ask("SELECT coalesce(sum(amount), 0) FROM loge.payment WHERE " OURS);
}

/* The sale is refused, as its batch has a lie in it; 88.00 are in the till's drawer all the same.
 */
static void sell_in_vain(void)
{
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    carry("t := b.tickets[1]; t.price := t.price - 100; b.tickets[1] := t");
    pg_till_push(shop, till);
    assert_int_equal(orders(), 0);
}

static void money_of_a_refused_act_is_kept(void **state)
{
    (void)state;
    carry_payments("NULL");
    sell_in_vain();
    assert_int_equal(kept(), 8800);
}

#define KEPT_LIE(name, lie)          \
    static void name(void **state)   \
    {                                \
        (void)state;                 \
        carry_payments(lie);         \
        sell_in_vain();              \
        assert_int_equal(kept(), 0); \
    }
KEPT_LIE(no_less_is_kept_than_the_entry_says, "p := m[1]; p.amount := p.amount - 100; m[1] := p")
KEPT_LIE(it_is_kept_as_it_was_paid, "p := m[1]; p.tender := 1 - p.tender; m[1] := p")
KEPT_LIE(no_money_is_kept_twice, "p := m[1]; p.id := gen_random_uuid(); m := m || p")

static long long moved(void)
{
    return ask("SELECT coalesce(sum(amount), 0) FROM loge.shift_move WHERE " OURS);
}

/* 20.00 leave the drawer by an act that is refused, after a sale that is not. */
static void drop_in_vain(void)
{
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    carry("b.moves := ARRAY(SELECT ROW(r.shift, r.id, r.kind, r.amount + 1, r.reason,"
          " r.at)::loge.move_row FROM unnest(b.moves) AS r)");
    desk_shift_move(&till->home.desk, &till->home.meta, MOVE_DROP, 2000, &till->home.out);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    pg_till_push(shop, till);
}

static void money_that_was_moved_in_vain_is_moved(void **state)
{
    (void)state;
    carry_moves("NULL");
    drop_in_vain();
    assert_int_equal(moved(), 2000);
}

static void no_less_is_moved_than_the_entry_says(void **state)
{
    (void)state;
    carry_moves("q := m[1]; q.amount := q.amount - 100; m[1] := q");
    drop_in_vain();
    assert_int_equal(moved(), 0);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, said_setup, pg_shop_teardown)
    const struct CMUnitTest tests[] = {
        RULE(what_the_entries_say_is_taken),
        RULE(a_price_is_what_the_entry_says),
        RULE(an_amount_is_what_the_entry_says),
        RULE(money_is_paid_as_the_entry_says),
        RULE(no_ticket_is_left_out),
        RULE(no_payment_is_left_out),
        RULE(no_payment_is_doubled),
        RULE(no_ticket_is_added),
        RULE(an_order_is_whose_the_entry_says),
        RULE(an_order_was_sold_by_whom_the_entry_says),
        RULE(a_hold_is_whose_the_entry_says),
        RULE(a_shift_is_as_the_entry_says),
        RULE(nobody_is_added),
        RULE(no_sale_is_left_out),
        RULE(money_of_a_refused_act_is_kept),
        RULE(no_less_is_kept_than_the_entry_says),
        RULE(it_is_kept_as_it_was_paid),
        RULE(no_money_is_kept_twice),
        RULE(money_that_was_moved_in_vain_is_moved),
        RULE(no_less_is_moved_than_the_entry_says),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
