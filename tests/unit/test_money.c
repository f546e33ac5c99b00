#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "src/base/money.h"
#include "src/base/tongue.h"

static void sums_past_the_limit_are_refused(void **state)
{
    int64_t out = 7;
    assert_true(money_add(MONEY_MAX - 1, 1, &out));
    assert_int_equal(out, MONEY_MAX);
    assert_false(money_add(MONEY_MAX, 1, &out));
    assert_false(money_add(-MONEY_MAX, -1, &out));
    assert_false(money_add(INT64_MAX, INT64_MAX, &out));
    assert_int_equal(out, MONEY_MAX);
}

static void products_past_the_limit_are_refused(void **state)
{
    int64_t out = 7;
    assert_true(money_times(4200, 2, &out));
    assert_int_equal(out, 8400);
    assert_true(money_times(-4200, 2, &out));
    assert_int_equal(out, -8400);
    assert_false(money_times(MONEY_MAX, 2, &out));
    assert_false(money_times(INT64_MAX, 3, &out));
    assert_int_equal(out, -8400);
}

static void shares_round_half_away_from_zero(void **state)
{
    assert_int_equal(money_share(4200, 1000), 420);
    assert_int_equal(money_share(5, 1000), 1);
    assert_int_equal(money_share(4, 1000), 0);
    assert_int_equal(money_share(-5, 1000), -1);
    assert_int_equal(money_share(-4, 1000), 0);
    assert_int_equal(money_share(15, 1000), 2);
    assert_int_equal(money_share(999, 10000), 999);
}

static void the_largest_amount_is_shared_exactly(void **state)
{
    assert_int_equal(money_share(MONEY_MAX, 9999), MONEY_MAX / 10000 * 9999);
    assert_int_equal(money_share(-MONEY_MAX, 10000), -MONEY_MAX);
}

static void tax_is_found_inside_a_gross_amount(void **state)
{
    assert_int_equal(money_tax_within(1190, 1900), 190);
    assert_int_equal(money_tax_within(4200, 700), 275);
    assert_int_equal(money_tax_within(-1190, 1900), -190);
    assert_int_equal(money_tax_within(4200, 0), 0);
    assert_int_equal(money_tax_within(3, 10000), 2); /* 1.5 */
}

static void amounts_are_written_with_the_currency_s_decimals(void **state)
{
    char text[MONEY_TEXT];
    assert_string_equal(money_text(8400, "EUR", text), "84.00");
    assert_string_equal(money_text(5, "EUR", text), "0.05");
    assert_string_equal(money_text(-320, "EUR", text), "-3.20");
    assert_string_equal(money_text(-5, "EUR", text), "-0.05");
    assert_string_equal(money_text(8400, "JPY", text), "8400");
    assert_string_equal(money_text(8400, "KWD", text), "8.400");
    assert_string_equal(money_text(INT64_MIN, "EUR", text), "-92233720368547758.08");
}

struct reading {
    const char *text, *currency;
    int64_t amount;
};

static void amounts_are_read(void **state)
{
    static const struct reading readings[] = {
        {"84", "EUR", 8400},
        {"84.5", "EUR", 8450},
        {"84.00", "EUR", 8400},
        {"84,00", "EUR", 8400},
        {"84,5", "EUR", 8450},
        {"-3.20", "EUR", -320},
        {"0", "EUR", 0},
        {"-0.05", "EUR", -5},
        {"8400", "JPY", 8400},
        {"8.4", "KWD", 8400},
        {"1000000000.00", "EUR", MONEY_MAX},
        {"007.10", "EUR", 710},
        {"-1000000000", "EUR", -MONEY_MAX},
    };
    for (int i = 0; i < COUNT_OF(readings); i++) {
        int64_t amount = -1;
        assert_true(money_parse(readings[i].text, readings[i].currency, &amount));
        assert_int_equal(amount, readings[i].amount);
    }
}

static void what_is_no_amount_is_refused(void **state)
{
    static const struct reading wrong[] = {
        {"", "EUR", 0},
        {"-", "EUR", 0},
        {".5", "EUR", 0},
        {"84.", "EUR", 0},
        {"84.000", "EUR", 0},
        {"1.000", "EUR", 0},
        {"1,000", "EUR", 0},
        {"1.000,50", "EUR", 0},
        {"1,000.50", "EUR", 0},
        {"1.000", "JPY", 0},
        {",5", "EUR", 0},
        {"84.5", "JPY", 0},
        {"1e3", "EUR", 0},
        {" 84", "EUR", 0},
        {"84 ", "EUR", 0},
        {"1,000", "EUR", 0},
        {"+84", "EUR", 0},
        {"--84", "EUR", 0},
        {"0x10", "EUR", 0},
        {"84.-5", "EUR", 0},
        {"1000000000.01", "EUR", 0},
        {"99999999999999999999999999", "EUR", 0},
        {"100000000001", "JPY", 0},
    };
    int64_t amount = 7;
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_false(money_parse(wrong[i].text, wrong[i].currency, &amount));
    assert_int_equal(amount, 7);
}

static const char *in_german(const char *text)
{
    return strcmp(text, "number\004.") == 0 ? "," : strcmp(text, "number\004,") == 0 ? "." : text;
}

static void amounts_are_said_with_the_mark_of_the_language(void **state)
{
    char text[MONEY_TEXT];
    assert_string_equal(money_said(8400, "EUR", text), "84.00");
    tongue_set(in_german);
    assert_string_equal(money_said(-8405, "EUR", text), "-84,05");
    assert_string_equal(money_said(8400, "JPY", text), "8400");
    assert_string_equal(money_text(8400, "EUR", text), "84.00");
    tongue_set(NULL);
}

static void both_marks_are_read_in_every_language(void **state)
{
    static tongue_fn *const tongues[] = {NULL, in_german};
    for (int i = 0; i < COUNT_OF(tongues); i++) {
        int64_t point = 0, comma = 0;
        tongue_set(tongues[i]);
        assert_true(money_read("42.5", "EUR", &point) && money_read("42,5", "EUR", &comma));
        assert_int_equal(point, 4250);
        assert_int_equal(comma, 4250);
    }
    tongue_set(NULL);
}

static void a_thousand_is_never_read_as_one(void **state)
{
    int64_t amount = 7;
    assert_false(money_read("1,000", "EUR", &amount) || money_read("1.000", "EUR", &amount));
    assert_false(money_read("1,000", "KWD", &amount));
    tongue_set(in_german);
    assert_false(money_read("1,000", "EUR", &amount) || money_read("1.000", "EUR", &amount));
    assert_false(money_read("1.000", "KWD", &amount));
    assert_int_equal(amount, 7);
    assert_true(money_read("1,000", "KWD", &amount));
    assert_int_equal(amount, 1000);
    tongue_set(NULL);
}

static void a_currency_is_three_capitals(void **state)
{
    assert_true(currency_valid("EUR"));
    assert_false(currency_valid("eur"));
    assert_false(currency_valid("EU"));
    assert_false(currency_valid(""));
    assert_false(currency_valid("EURO"));
    assert_false(currency_valid("E R"));
}

static void most_currencies_have_two_decimals(void **state)
{
    assert_int_equal(currency_decimals("EUR"), 2);
    assert_int_equal(currency_decimals("JPY"), 0);
    assert_int_equal(currency_decimals("KWD"), 3);
    assert_int_equal(currency_decimals("CLF"), 4);
    assert_int_equal(currency_decimals("F C"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_past_the_limit_are_refused),
        cmocka_unit_test(products_past_the_limit_are_refused),
        cmocka_unit_test(shares_round_half_away_from_zero),
        cmocka_unit_test(the_largest_amount_is_shared_exactly),
        cmocka_unit_test(tax_is_found_inside_a_gross_amount),
        cmocka_unit_test(amounts_are_written_with_the_currency_s_decimals),
        cmocka_unit_test(amounts_are_read),
        cmocka_unit_test(what_is_no_amount_is_refused),
        cmocka_unit_test(amounts_are_said_with_the_mark_of_the_language),
        cmocka_unit_test(both_marks_are_read_in_every_language),
        cmocka_unit_test(a_thousand_is_never_read_as_one),
        cmocka_unit_test(a_currency_is_three_capitals),
        cmocka_unit_test(most_currencies_have_two_decimals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
