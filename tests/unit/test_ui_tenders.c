/* How an order is paid, as it is typed: ways, parts, change; and discounts in words. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "ui/pay.h"

static const struct tender_line cash = {.tender = TENDER_CASH};
static const struct tender_line card = {.tender = TENDER_CARD, .auth = "123456"};

static void type(struct tenders *tenders, const char *text)
{
    for (; *text; text++)
        (void)tenders_type(tenders, *text, 8400);
}

static struct tenders in_way(enum way way, const char *typed)
{
    struct tenders tenders = {.way = WAY_NONE};
    tenders_choose(&tenders, way);
    type(&tenders, typed);
    return tenders;
}

static enum tenders_fault add(struct tenders *tenders, const struct tender_line *part)
{
    return tenders_add(tenders, part, 8400, "EUR", MONEY_MAX);
}

static void cash_is_exact_unless_an_amount_is_typed(void **state)
{
    struct tender_line lines[TENDERS_MAX];
    struct tenders exact = in_way(WAY_CASH, ""), note = in_way(WAY_CASH, "100");
    assert_int_equal(tenders_check(&exact, 8400, "EUR"), TENDERS_GOOD);
    assert_int_equal(tenders_lines(&exact, 8400, "EUR", lines), 1);
    assert_int_equal(lines[0].amount, 8400);
    assert_int_equal(lines[0].given, 0);
    int64_t given, change;
    assert_true(tenders_change(&note, 8400, "EUR", &given, &change));
    assert_int_equal(change, 1600);
    tenders_lines(&note, 8400, "EUR", lines);
    assert_int_equal(lines[0].amount, 8400);
    assert_int_equal(lines[0].given, 10000);
}

static void too_little_or_no_amount_is_not_taken(void **state)
{
    struct tenders little = in_way(WAY_CASH, "83.99"), none = in_way(WAY_CASH, "1.234");
    assert_int_equal(tenders_check(&little, 8400, "EUR"), TENDERS_TOO_LITTLE);
    assert_int_equal(tenders_check(&none, 8400, "EUR"), TENDERS_NO_SUM);
    struct tenders way = in_way(WAY_NONE, "");
    assert_int_equal(tenders_check(&way, 8400, "EUR"), TENDERS_NO_WAY);
    assert_int_equal(tenders_check(&way, 0, "EUR"), TENDERS_GOOD);
}

static void there_is_one_mark_a_comma_or_a_point(void **state)
{
    struct tenders tenders = in_way(WAY_CASH, "12,5.0,1");
    assert_string_equal(tenders.typed, "12,501");
    type(&tenders, "99999999999999999999");
    assert_true(strlen(tenders.typed) < TYPED_TEXT);
}

static void parts_run_down_to_nothing(void **state)
{
    struct tenders tenders = in_way(WAY_SPLIT, "50");
    assert_int_equal(add(&tenders, &cash), TENDERS_GOOD);
    assert_int_equal(tenders_left(&tenders, 8400), 3400);
    assert_int_equal(tenders_check(&tenders, 8400, "EUR"), TENDERS_TOO_LITTLE);
    assert_int_equal(add(&tenders, &card), TENDERS_GOOD);
    assert_int_equal(tenders_left(&tenders, 8400), 0);
    assert_int_equal(tenders_check(&tenders, 8400, "EUR"), TENDERS_GOOD);
    assert_int_equal(add(&tenders, &cash), TENDERS_NOTHING_LEFT);
    struct tender_line lines[TENDERS_MAX];
    assert_int_equal(tenders_lines(&tenders, 8400, "EUR", lines), 2);
    assert_string_equal(lines[1].auth, "123456");
    assert_int_equal(lines[1].amount, 3400);
}

static void the_last_cash_part_may_be_over_given_but_no_card(void **state)
{
    struct tenders tenders = in_way(WAY_SPLIT, "64");
    int64_t given, change;
    assert_int_equal(add(&tenders, &card), TENDERS_GOOD);
    type(&tenders, "50");
    assert_int_equal(add(&tenders, &card), TENDERS_TOO_MUCH);
    assert_int_equal(add(&tenders, &cash), TENDERS_GOOD);
    assert_true(tenders_change(&tenders, 8400, "EUR", &given, &change));
    assert_int_equal(given, 5000);
    assert_int_equal(change, 3000);
}

static void digits_before_a_way_wait_for_it(void **state)
{
    struct tenders tenders = in_way(WAY_NONE, "100");
    assert_int_equal(tenders_check(&tenders, 8400, "EUR"), TENDERS_NO_WAY);
    tenders_choose(&tenders, WAY_CASH);
    assert_string_equal(tenders.typed, "100");
    tenders_choose(&tenders, WAY_CARD);
    assert_string_equal(tenders.typed, "");
}

static void an_amount_that_was_typed_begins_a_split(void **state)
{
    struct tenders tenders = in_way(WAY_NONE, "50");
    tenders_choose(&tenders, WAY_SPLIT);
    assert_int_equal(add(&tenders, &card), TENDERS_GOOD);
    assert_int_equal(tenders.parts[0].amount, 5000);
}

/* 50 in cash and 34 by card; then a note of 100 is handed over. */
static struct tenders in_parts(const char *handed_over)
{
    struct tenders tenders = in_way(WAY_SPLIT, "50");
    assert_int_equal(add(&tenders, &cash), TENDERS_GOOD);
    assert_int_equal(add(&tenders, &card), TENDERS_GOOD);
    type(&tenders, handed_over);
    return tenders;
}

static void once_nothing_is_left_digits_are_what_was_handed_over_in_cash(void **state)
{
    struct tenders tenders = in_parts("100");
    struct tender_line lines[TENDERS_MAX];
    int64_t given, change;
    assert_true(tenders_change(&tenders, 8400, "EUR", &given, &change));
    assert_int_equal(change, 5000);
    assert_int_equal(tenders_check(&tenders, 8400, "EUR"), TENDERS_GOOD);
    assert_int_equal(tenders_lines(&tenders, 8400, "EUR", lines), 2);
    assert_int_equal(lines[0].given, 10000);
    assert_int_equal(lines[0].amount, 5000);
    assert_int_equal(add(&tenders, &cash), TENDERS_GOOD); /* c says the same */
    assert_int_equal(tenders.parts[0].given, 10000);
    assert_string_equal(tenders.typed, "");
}

static void less_handed_over_than_the_part_in_cash_is_not_taken(void **state)
{
    struct tenders tenders = in_parts("40");
    assert_int_equal(tenders_check(&tenders, 8400, "EUR"), TENDERS_TOO_LITTLE);
    assert_int_equal(tenders_missing(&tenders, 8400, "EUR"), 1000);
    assert_int_equal(add(&tenders, &cash), TENDERS_TOO_LITTLE);
    tenders = in_parts(".");
    assert_int_equal(tenders_check(&tenders, 8400, "EUR"), TENDERS_NO_SUM);
}

static void digits_that_can_mean_nothing_are_refused(void **state)
{
    struct tenders split = in_way(WAY_SPLIT, ""), pickup = in_way(WAY_PICKUP, "");
    assert_int_equal(add(&split, &card), TENDERS_GOOD);
    assert_int_equal(tenders_type(&split, '1', 8400), TENDERS_NOTHING_LEFT);
    assert_string_equal(split.typed, "");
    assert_int_equal(tenders_type(&pickup, '1', 8400), TENDERS_NO_WAY);
    assert_string_equal(pickup.typed, "");
}

static void a_gift_card_gives_what_it_holds(void **state)
{
    const struct tender_line gift = {.tender = TENDER_VOUCHER, .voucher = "GIFT"};
    struct tenders tenders = in_way(WAY_SPLIT, "60");
    assert_int_equal(tenders_add(&tenders, &gift, 8400, "EUR", 5000), TENDERS_OVER_BALANCE);
    tenders_choose(&tenders, WAY_SPLIT);
    assert_int_equal(tenders_add(&tenders, &gift, 8400, "EUR", 5000), TENDERS_GOOD);
    assert_int_equal(tenders.parts[0].amount, 5000);
}

static void an_order_is_paid_in_a_few_parts_only(void **state)
{
    struct tenders tenders = in_way(WAY_SPLIT, "");
    for (int i = 0; i < TENDERS_MAX; i++) {
        type(&tenders, "1");
        assert_int_equal(add(&tenders, &cash), TENDERS_GOOD);
    }
    assert_int_equal(add(&tenders, &cash), TENDERS_TOO_MANY);
}

static void backspace_takes_digits_then_parts(void **state)
{
    struct tenders tenders = in_way(WAY_SPLIT, "50");
    assert_int_equal(add(&tenders, &cash), TENDERS_GOOD);
    type(&tenders, "7");
    assert_true(tenders_erase(&tenders));
    assert_int_equal(tenders.count, 1);
    assert_true(tenders_erase(&tenders));
    assert_int_equal(tenders.count, 0);
    assert_false(tenders_erase(&tenders));
}

static void a_reservation_takes_no_money(void **state)
{
    struct tender_line lines[TENDERS_MAX];
    struct tenders tenders = in_way(WAY_PICKUP, "");
    assert_int_equal(tenders_check(&tenders, 8400, "EUR"), TENDERS_GOOD);
    assert_int_equal(tenders_lines(&tenders, 8400, "EUR", lines), 0);
}

/* ---- discounts ---------------------------------------------------------------------------- */

static void assert_discount(const char *text, enum discount_kind kind, int64_t value,
                            const char *words)
{
    struct discount discount;
    char said[96];
    assert_true(discount_parse(text, "EUR", &discount));
    assert_int_equal(discount.kind, kind);
    assert_int_equal(discount.value, value);
    assert_string_equal(discount_words(&discount, "EUR", said, sizeof said), words);
}

static void discounts_are_read_and_said(void **state)
{
    assert_discount("10%", DISCOUNT_PERCENT, 1000, "10%");
    assert_discount("12.5%", DISCOUNT_PERCENT, 1250, "12.50%");
    assert_discount("5.00", DISCOUNT_ORDER, 500, "5.00 off the order");
    assert_discount("5/each", DISCOUNT_EACH, 500, "5.00 each");
    assert_discount("", DISCOUNT_NONE, 0, "");
}

static void what_is_no_discount_is_refused(void **state)
{
    static const char *const texts[] = {"%",
                                        "101%",
                                        "-5%",
                                        "-5",
                                        "x",
                                        "/each",
                                        "5each",
                                        "1.234",
                                        "99999999999999999999",
                                        "99999999999999999999%"};
    struct discount discount;
    for (int i = 0; i < COUNT_OF(texts); i++)
        if (discount_parse(texts[i], "EUR", &discount))
            fail_msg("\"%s\" is taken for a discount", texts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cash_is_exact_unless_an_amount_is_typed),
        cmocka_unit_test(too_little_or_no_amount_is_not_taken),
        cmocka_unit_test(there_is_one_mark_a_comma_or_a_point),
        cmocka_unit_test(parts_run_down_to_nothing),
        cmocka_unit_test(the_last_cash_part_may_be_over_given_but_no_card),
        cmocka_unit_test(digits_before_a_way_wait_for_it),
        cmocka_unit_test(an_amount_that_was_typed_begins_a_split),
        cmocka_unit_test(once_nothing_is_left_digits_are_what_was_handed_over_in_cash),
        cmocka_unit_test(less_handed_over_than_the_part_in_cash_is_not_taken),
        cmocka_unit_test(digits_that_can_mean_nothing_are_refused),
        cmocka_unit_test(a_gift_card_gives_what_it_holds),
        cmocka_unit_test(an_order_is_paid_in_a_few_parts_only),
        cmocka_unit_test(backspace_takes_digits_then_parts),
        cmocka_unit_test(a_reservation_takes_no_money),
        cmocka_unit_test(discounts_are_read_and_said),
        cmocka_unit_test(what_is_no_discount_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
