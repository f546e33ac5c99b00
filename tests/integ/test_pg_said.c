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
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
