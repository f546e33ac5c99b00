/* Selling by keys, on the real desk: from the map to the ticket, and everything in between. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/domain/rights.h"
#include "tests/lib/desk_till.h"

/* Presses the keys and counts them. */
static int press(struct till *till, const char *keys)
{
    int count = 1;
    for (const char *c = keys; *c; c++)
        count += *c == ' ';
    till_keys(till, keys);
    return count;
}

/* ---- the budget of keys ------------------------------------------------------------------- */

static void five_keys_sell_the_best_two_for_cash(void **state)
{
    struct till *till = desk_till_console(*state);
    assert_string_equal(till_screen(till), "map");
    assert_int_equal(press(till, "2 b p c Enter"), 5);
    assert_int_equal(desk_till_sales(*state), 1);
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->ticket_count, 2);
    assert_int_equal(sale->total, 2 * 4400);
    assert_int_equal(sale->status, SALE_PAID);
    assert_int_equal(sale->payments[0].tender, TENDER_CASH);
    till_assert_shows(till, sale->code);
    till_assert_shows(till, sale->tickets[0].code);
    till_assert_shows(till, "BASKET empty");
    assert_int_equal(press(till, "Enter"), 1);
    assert_string_equal(till_screen(till), "map");
}

static void eight_keys_sell_them_for_a_note_of_hundred(void **state)
{
    struct till *till = desk_till_console(*state);
    assert_int_equal(press(till, "2 b p c 1 0 0"), 7);
    till_assert_shows(till, "CHANGE  12.00");
    till_keys(till, "Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->payments[0].amount, 8800);
    assert_int_equal(sale->payments[0].given, 10000);
    till_golden(till, "sold-80x24-ascii");
}

static void two_seats_by_name_are_one_order(void **state)
{
    struct till *till = desk_till_console(*state);
    assert_int_equal(press(till, "/ A 1 Enter Space Right Space p c Enter"), 10);
    assert_int_equal(desk_till_sales(*state), 1);
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->ticket_count, 2);
    assert_string_equal(sale->tickets[1].label, "Stalls-A-2");
    assert_int_equal(console_model(till->console)->hold_count, 0);
}

/* ---- nothing before Enter ----------------------------------------------------------------- */

static void nothing_is_charged_before_enter(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c 1 0 0 d");
    till_type(till, "123456");
    till_keys(till, "Enter s 5 0 c v Esc w Esc c");
    assert_int_equal(desk_till_sales(*state), 0);
    till_keys(till, "Esc");
    assert_string_equal(till_screen(till), "map");
    assert_int_equal(desk_till_sales(*state), 0);
    till_assert_shows(till, "BASKET 2 seats");
}

static void enter_without_a_way_to_pay_asks_for_one(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p Enter");
    till_assert_message(till, "How is it paid?");
    till_keys(till, "c 5 0 Enter");
    till_assert_message(till, "38.00 is missing");
    till_keys(till, "Backspace Backspace 1 . . 2 . 3 Enter");
    assert_int_equal(desk_till_sales(*state), 0);
}

static void an_empty_basket_is_not_paid(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "p");
    assert_string_equal(till_screen(till), "map");
    till_assert_message(till, "You hold no seats");
}

/* ---- lines -------------------------------------------------------------------------------- */

static void types_change_line_by_line_or_all_at_once(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p t");
    till_assert_shows(till, "TOTAL EUR      67.00");
    till_keys(till, "Down t t");
    till_assert_shows(till, "TOTAL EUR      58.60");
    till_golden(till, "pay-80x24-ascii");
    till_keys(till, "T c Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->tickets[0].type, TYPE_SENIOR);
    assert_int_equal(sale->tickets[1].type, TYPE_SENIOR);
    assert_int_equal(sale->total, 2 * 3560);
}

static void types_chosen_on_the_map_are_those_that_are_paid(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b t");
    till_assert_shows(till, "EUR 67.00");
    till_assert_message(till, "Stalls-A-3  Child  23.00");
    till_keys(till, "p Esc p c Enter");
    assert_int_equal(desk_till_last_sale(*state)->total, 4400 + 2300);
}

static void a_clerk_is_not_offered_tickets_for_nothing(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p t t t t");
    till_assert_shows(till, "TOTAL EUR      88.00");
    till = desk_till_again(*state, 24, 80, TIER_ASCII);
    desk_till_open_show(*state, "mark");
    till_keys(till, "2 b p T T T T");
    till_assert_shows(till, "TOTAL EUR       0.00");
    till_keys(till, "Enter");
    assert_int_equal(desk_till_last_sale(*state)->tickets[0].type, TYPE_COMP);
}

static void a_line_is_removed_and_the_last_one_leads_back(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p r");
    till_assert_shows(till, "BASKET 1 seat ");
    till_assert_shows(till, "TOTAL EUR      44.00");
    till_keys(till, "r");
    assert_string_equal(till_screen(till), "map");
    till_assert_shows(till, "BASKET empty");
}

static void the_hold_is_extended_from_here(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p");
    till_assert_shows(till, "HOLD 15:00");
    till_keys(till, "x");
    till_assert_shows(till, "HOLD 20:00");
}

static void a_hold_that_ended_can_be_tried_again_with_its_types(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p t c");
    till_pass(till, 15 * 60000 + 1000);
    till_assert_shows(till, "The hold has ended");
    assert_int_equal(console_model(till->console)->hold_count, 0);
    till_keys(till, "Enter");
    till_assert_message(till, "The same seats are held again");
    till_assert_shows(till, "TOTAL EUR      67.00");
    till_keys(till, "Enter");
    assert_int_equal(desk_till_last_sale(*state)->total, 6700);
}

/* ---- other ways to pay -------------------------------------------------------------------- */

static void a_card_is_charged_with_its_code(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p d Enter Enter"); /* without its code it is asked for again */
    till_assert_shows(till, "Authorisation code from the terminal:");
    till_type(till, "A1B2C3");
    till_keys(till, "Enter Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->payments[0].tender, TENDER_CARD);
    assert_string_equal(sale->payments[0].auth, "A1B2C3");
}

static void a_total_that_changed_after_the_card_is_not_sold(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p d");
    till_type(till, "A1B2C3");
    till_keys(till, "Enter t Enter");
    till_assert_message(till, "more than is to pay");
    assert_int_equal(desk_till_sales(*state), 0);
}

static void a_split_runs_down_to_nothing(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p s 5 0 c");
    till_assert_shows(till, "LEFT  38.00");
    till_keys(till, "Enter");
    till_assert_message(till, "38.00 is missing. c takes it in cash");
    till_keys(till, "9 0 d");
    till_type(till, "123456");
    till_keys(till, "Enter");
    till_assert_message(till, "more than is to pay");
    till_keys(till, "Backspace Backspace d");
    till_type(till, "123456");
    till_keys(till, "Enter");
    till_assert_shows(till, "LEFT  0.00");
    till_golden(till, "pay-split-80x24-ascii");
    till_keys(till, "Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->payment_count, 2);
    assert_int_equal(sale->paid, 8800);
}

static void digits_after_nothing_is_left_are_the_cash_handed_over(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p s 5 0 c d");
    till_type(till, "123456");
    till_keys(till, "Enter 4 0 Enter");
    till_assert_message(till, "10.00 of the part in cash is missing");
    till_keys(till, "Backspace Backspace 1 0 0");
    till_assert_shows(till, "CHANGE  50.00");
    till_keys(till, "Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->payments[0].given, 10000);
    assert_int_equal(sale->payments[0].amount, 5000);
}

static void digits_nothing_can_be_given_for_are_refused_aloud(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p s d");
    till_type(till, "123456");
    till_keys(till, "Enter 5");
    till_assert_message(till, "Nothing is left to pay");
    till_keys(till, "d");
    till_assert_message(till, "Nothing is left to pay"); /* and no code is asked for */
    till_keys(till, "Enter");
    assert_int_equal(desk_till_last_sale(*state)->payment_count, 1);
}

static void an_amount_may_be_typed_before_the_way(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p 5 0 d");
    till_type(till, "123456");
    till_keys(till, "Enter");
    till_assert_shows(till, "LEFT  38.00");
    till_keys(till, "c Enter");
    assert_int_equal(desk_till_last_sale(*state)->payment_count, 2);
    till_keys(till, "Enter 2 b p 1 0 0 Enter");
    till_assert_message(till, "How is it paid?");
    till_keys(till, "c");
    till_assert_shows(till, "CHANGE  12.00");
}

static void a_scan_leaves_no_digits_in_the_amount(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c");
    till_scan(till, "4006381333931");
    till_assert_message(till, "no voucher");
    till_keys(till, "Enter");
    assert_int_equal(desk_till_last_sale(*state)->payments[0].given, 8800);
}

static void will_call_is_kept_unpaid_for_a_name(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p w Esc Enter");
    till_type(till, "Eve");
    till_keys(till, "Enter");
    assert_int_equal(desk_till_sales(*state), 0);
    till_assert_shows(till, "keep 2 seats for Eve");
    till_keys(till, "Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->status, SALE_DUE);
    assert_string_equal(sale->name, "Eve");
    till_assert_shows(till, "To be paid at pickup.");
}

static void put_voucher(struct desk_till *shop, const char *code, enum voucher_kind kind,
                        int64_t value)
{
    struct house_fixture *house = desk_till_house(shop);
    struct voucher voucher = {.kind = kind, .value = value};
    snprintf(voucher.code, sizeof voucher.code, "%s", code);
    house_become(house, "ruth", ROLE_MANAGER);
    desk_voucher_put(&house->desk, &house->meta, &voucher, NULL, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
}

static void a_voucher_takes_something_off_every_ticket(void **state)
{
    struct till *till = desk_till_console(*state);
    put_voucher(*state, "SPRING", VOUCHER_PERCENT, 5000);
    till_keys(till, "2 b p v");
    till_type(till, "SPRING");
    till_keys(till, "Enter");
    till_assert_shows(till, "SPRING EUR     -42.00"); /* half of two tickets, counted once */
    till_assert_shows(till, "TOTAL EUR      46.00");
    till_assert_shows(till, "BASKET 2 seats  EUR 46.00"); /* wherever it is said, it is the same */
    till_keys(till, "t");                                 /* priced anew */
    till_assert_shows(till, "TOTAL EUR      35.50");
    till_keys(till, "c Enter");
    assert_int_equal(desk_till_last_sale(*state)->total, 3550);
}

static void a_voucher_counts_on_the_map_too(void **state)
{
    struct till *till = desk_till_again(*state, 43, 132, TIER_ASCII);
    desk_till_open_show(*state, "anna");
    put_voucher(*state, "SPRING", VOUCHER_PERCENT, 5000);
    till_keys(till, "2 b p");
    till_scan(till, "SPRING");
    till_keys(till, "Esc");
    till_assert_shows(till, "TOTAL EUR     46.00"); /* of the basket beside the map */
    till_assert_shows(till, "BASKET 2 seats  EUR 46.00");
}

static void a_voucher_not_good_for_these_seats_takes_nothing_off(void **state)
{
    struct till *till = desk_till_console(*state);
    struct house_fixture *house = desk_till_house(*state);
    const struct voucher pair = {
        .code = "PAIR", .kind = VOUCHER_PERCENT, .value = 5000, .max_tickets = 2};
    house_become(house, "ruth", ROLE_MANAGER);
    desk_voucher_put(&house->desk, &house->meta, &pair, NULL, &house->out);
    till_keys(till, "2 b p");
    till_scan(till, "PAIR");
    till_keys(till, "Esc 1 b");
    till_assert_shows(till, "BASKET 3 seats  EUR 132.00");
    till_keys(till, "p");
    till_assert_message(till, "good for 2 tickets");
    till_assert_shows(till, "TOTAL EUR     132.00");
}

static void an_unknown_voucher_is_refused_and_changes_nothing(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p v");
    till_type(till, "NOSUCH");
    till_keys(till, "Enter");
    till_assert_message(till, "no voucher");
    till_assert_shows(till, "TOTAL EUR      88.00");
}

static void a_gift_card_pays_what_it_holds_and_the_rest_is_split(void **state)
{
    struct till *till = desk_till_console(*state);
    put_voucher(*state, "GIFT50", VOUCHER_GIFT, 5000);
    till_keys(till, "2 b p");
    till_scan(till, "GIFT50");
    till_assert_shows(till, "LEFT  38.00");
    till_keys(till, "c Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->payment_count, 2);
    assert_string_equal(sale->payments[0].voucher, "GIFT50");
    assert_int_equal(sale->payments[0].amount, 5000);
}

/* ---- discounts and signatures ------------------------------------------------------------- */

static void a_small_discount_is_the_clerks_own(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p % 1 0 % Enter");
    till_assert_shows(till, "Discount 10% EUR      -8.40");
    till_assert_shows(till, "TOTAL EUR      79.60");
    till_keys(till, "c Enter");
    assert_int_equal(desk_till_last_sale(*state)->total, 7960);
}

static void a_larger_one_is_signed_on_the_same_screen(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p % 5 0 % Enter");
    till_assert_shows(till, "needs a supervisor's signature");
    till_type(till, "mark");
    till_golden(till, "sign-80x24-ascii");
    till_keys(till, "Enter 9 9 9 9 Enter");
    till_assert_shows(till, "SIGNATURE");
    till_keys(till, "2 2 2 2 Enter");
    till_assert_message(till, "Signed by mark");
    assert_string_equal(console_model(till->console)->actor.name, "anna");
    till_keys(till, "c Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_int_equal(sale->total, 2 * 2300);
    assert_string_equal(sale->sold_by, "anna");
}

static void without_a_signature_there_is_no_discount(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p % 5 0 % Enter Esc");
    assert_string_equal(till_screen(till), "pay");
    till_assert_shows(till, "TOTAL EUR      88.00");
    till_keys(till, "% 5 0 % Enter");
    till_type(till, "anna");
    till_keys(till, "Enter 1 1 1 1 Enter");
    till_assert_message(till, "does not allow it either: give any discount");
    till_keys(till, "C-c c Enter");
    assert_int_equal(desk_till_last_sale(*state)->total, 8800);
}

static void a_signature_is_for_that_discount_only(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p % 1 5 % Enter");
    till_type(till, "mark");
    till_keys(till, "Enter 2 2 2 2 Enter % 9 0 % Enter");
    till_assert_shows(till, "SIGNATURE");
    till_keys(till, "Esc");
    till_assert_shows(till, "TOTAL EUR      88.00");
}

static void what_is_no_discount_says_so(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p % 1 2 0 % Enter");
    till_assert_message(till, "is no discount");
    till_assert_shows(till, "TOTAL EUR      88.00");
}

/* ---- customers ---------------------------------------------------------------------------- */

static void a_new_customer_needs_only_a_name(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b a");
    assert_string_equal(till_screen(till), "customers");
    till_type(till, "Eve Example");
    till_keys(till, "+ Enter Enter Enter");
    assert_string_equal(till_screen(till), "map");
    till_keys(till, "p c");
    till_assert_shows(till, "Customer  Eve Example");
    till_keys(till, "Enter");
    const struct sale *sale = desk_till_last_sale(*state);
    assert_string_equal(sale->name, "Eve Example");
    assert_false(uuid_is_zero(&sale->customer));
    till_keys(till, "Enter 2 b p");
    till_assert_shows(till, "none (walk-up)");
}

static void put_customer(struct desk_till *shop, const char *name, const char *phone)
{
    struct house_fixture *house = desk_till_house(shop);
    struct customer customer = {.email = ""};
    snprintf(customer.name, sizeof customer.name, "%s", name);
    snprintf(customer.phone, sizeof customer.phone, "%s", phone);
    desk_customer_put(&house->desk, &house->meta, &customer, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
}

static void two_letters_or_digits_find_a_customer(void **state)
{
    struct till *till = desk_till_console(*state);
    put_customer(*state, "Ann Archer", "021 555 1234");
    put_customer(*state, "Bob Baker", "021 555 9876");
    till_keys(till, "2 b p a n");
    assert_false(till_shows(till, "Ann Archer"));
    till_keys(till, "n");
    till_assert_shows(till, "Ann Archer");
    assert_false(till_shows(till, "Bob Baker"));
    till_keys(till, "Backspace Backspace");
    till_type(till, "021");
    till_golden(till, "customers-80x24-ascii");
    till_keys(till, "Down Enter");
    assert_string_equal(till_screen(till), "pay");
    till_assert_shows(till, "Bob Baker");
}

/* ---- sizes -------------------------------------------------------------------------------- */

static void a_wide_terminal_shows_the_basket_beside_the_map(void **state)
{
    struct till *till = desk_till_again(*state, 30, 132, TIER_ASCII);
    desk_till_open_show(*state, "anna");
    till_keys(till, "3 b t");
    till_golden(till, "map-basket-132x30-ascii");
    till_resize(till, 30, 100);
    assert_false(till_shows(till, "TOTAL"));
}

static void every_size_shows_total_and_what_enter_does(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c 1 0 0");
    till_resize(till, 16, 60);
    till_golden(till, "pay-60x16-ascii");
    till_resize(till, 12, 40);
    till_golden(till, "pay-40x12-ascii");
    till->tier = TIER_GRAPHIC;
    till_resize(till, 43, 132);
    till_golden(till, "pay-132x43-graphic");
    for (int rows = 1; rows < 50; rows += 2)
        for (int columns = 1; columns < 150; columns += 9)
            till_resize(till, rows, columns);
    till_resize(till, 12, 40);
    till_keys(till, "Enter");
    till_golden(till, "sold-40x12-graphic");
}

/* Somebody frees the line the cursor stands on; what is pressed next is heard by the one above. */
static void a_line_that_went_away_is_not_removed_again(void **state)
{
    struct till *till = desk_till_console(*state);
    struct house_fixture *house = desk_till_house(*state);
    press(till, "3 b p Down Down r");
    till_assert_shows(till, "BASKET 2 seats");
    press(till, "Down");
    struct outcome *out = &house->out;
    house_become(house, "mark", ROLE_SUPERVISOR);
    house_reason(house, "till stuck");
    const char *const labels[] = {model_first_hold(console_model(till->console))->seats[1].label};
    desk_seats_release(&house->desk, &house->meta, HOUSE_SHOW, labels, 1, out);
    ASSERT_VERDICT(house, VERDICT_OK);
    press(till, "r r");
    till_assert_shows(till, "BASKET empty");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_till_setup, desk_till_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_line_that_went_away_is_not_removed_again),
        TEST(five_keys_sell_the_best_two_for_cash),
        TEST(eight_keys_sell_them_for_a_note_of_hundred),
        TEST(two_seats_by_name_are_one_order),
        TEST(nothing_is_charged_before_enter),
        TEST(enter_without_a_way_to_pay_asks_for_one),
        TEST(an_empty_basket_is_not_paid),
        TEST(types_change_line_by_line_or_all_at_once),
        TEST(types_chosen_on_the_map_are_those_that_are_paid),
        TEST(a_clerk_is_not_offered_tickets_for_nothing),
        TEST(a_line_is_removed_and_the_last_one_leads_back),
        TEST(the_hold_is_extended_from_here),
        TEST(a_hold_that_ended_can_be_tried_again_with_its_types),
        TEST(a_card_is_charged_with_its_code),
        TEST(a_total_that_changed_after_the_card_is_not_sold),
        TEST(a_split_runs_down_to_nothing),
        TEST(digits_after_nothing_is_left_are_the_cash_handed_over),
        TEST(digits_nothing_can_be_given_for_are_refused_aloud),
        TEST(an_amount_may_be_typed_before_the_way),
        TEST(a_scan_leaves_no_digits_in_the_amount),
        TEST(will_call_is_kept_unpaid_for_a_name),
        TEST(a_voucher_takes_something_off_every_ticket),
        TEST(a_voucher_counts_on_the_map_too),
        TEST(a_voucher_not_good_for_these_seats_takes_nothing_off),
        TEST(an_unknown_voucher_is_refused_and_changes_nothing),
        TEST(a_gift_card_pays_what_it_holds_and_the_rest_is_split),
        TEST(a_small_discount_is_the_clerks_own),
        TEST(a_larger_one_is_signed_on_the_same_screen),
        TEST(without_a_signature_there_is_no_discount),
        TEST(a_signature_is_for_that_discount_only),
        TEST(what_is_no_discount_says_so),
        TEST(a_new_customer_needs_only_a_name),
        TEST(two_letters_or_digits_find_a_customer),
        TEST(a_wide_terminal_shows_the_basket_beside_the_map),
        TEST(every_size_shows_total_and_what_enter_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
