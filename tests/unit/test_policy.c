/* What a house may want done about tills that work alone, and about bags. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/policy.h"

static void every_rule_is_found_by_its_name(void **state)
{
    (void)state;
    for (int i = 0; i < POLICY_COUNT; i++) {
        enum policy_key key = (enum policy_key)i, found = POLICY_COUNT;
        assert_true(policy_parse(policy_name(key), &found));
        assert_int_equal(found, key);
        assert_true(*policy_column(key));
        assert_int_equal(policy_meaning(key)[strlen(policy_meaning(key)) - 1], '.');
    }
    enum policy_key none;
    assert_false(policy_parse("rebas", &none));
    assert_false(policy_parse("", &none));
}

static void a_switch_is_on_or_off(void **state)
{
    (void)state;
    int64_t value = -1;
    assert_true(policy_is_switch(POLICY_REBASE));
    assert_true(policy_value_parse(POLICY_REBASE, "on", "EUR", &value));
    assert_int_equal(value, 1);
    assert_true(policy_value_parse(POLICY_REBASE, "off", "EUR", &value));
    assert_int_equal(value, 0);
    assert_false(policy_value_parse(POLICY_REBASE, "1", "EUR", &value));
    assert_false(policy_value_parse(POLICY_REBASE, "", "EUR", &value));
}

static void a_number_is_counted_in_its_unit_and_has_limits(void **state)
{
    (void)state;
    int64_t value, low, high;
    assert_false(policy_is_switch(POLICY_LEASE));
    assert_true(policy_value_parse(POLICY_LEASE, "90", "EUR", &value));
    assert_int_equal(value, 90 * policy_unit(POLICY_LEASE));
    policy_range(POLICY_OFFLINE_DAYS, &low, &high);
    assert_int_equal(low, 1);
    assert_int_equal(high, 365);
    assert_false(policy_value_parse(POLICY_OFFLINE_DAYS, "0", "EUR", &value));
    assert_false(policy_value_parse(POLICY_OFFLINE_DAYS, "366", "EUR", &value));
    assert_false(policy_value_parse(POLICY_OFFLINE_DAYS, "3 days", "EUR", &value));
    assert_false(policy_value_parse(POLICY_OFFLINE_DAYS, "", "EUR", &value));
    assert_false(policy_value_parse(POLICY_OFFLINE_DAYS, "99999999999999999999", "EUR", &value));
}

static void a_fee_is_an_amount_of_money(void **state)
{
    (void)state;
    int64_t value = -1;
    char text[POLICY_TEXT];
    assert_true(policy_is_money(POLICY_BAG_FEE));
    assert_true(policy_value_parse(POLICY_BAG_FEE, "7.50", "EUR", &value));
    assert_int_equal(value, 750);
    assert_string_equal(policy_value_text(POLICY_BAG_FEE, value, "EUR", text), "7.50");
    assert_true(policy_value_parse(POLICY_BAG_FEE, "7", "JPY", &value));
    assert_int_equal(value, 7);
    assert_false(policy_value_parse(POLICY_BAG_FEE, "-1", "EUR", &value));
    assert_false(policy_value_parse(POLICY_BAG_FEE, "much", "EUR", &value));
}

static void what_is_read_is_written_as_it_was(void **state)
{
    (void)state;
    int64_t value;
    char text[POLICY_TEXT];
    assert_true(policy_value_parse(POLICY_LEASE, "90", "EUR", &value));
    assert_string_equal(policy_value_text(POLICY_LEASE, value, "EUR", text), "90");
    assert_string_equal(policy_value_text(POLICY_REBASE, 1, "EUR", text), "on");
    assert_string_equal(policy_value_text(POLICY_BAG_LIMIT, 25000, "EUR", text), "25000");
}

static void a_house_of_one_till_has_rules_about_bags_only(void **state)
{
    (void)state;
    assert_true(policy_is_of_tills(POLICY_LEASE));
    assert_true(policy_is_of_tills(POLICY_OFFLINE_DAYS));
    assert_true(policy_is_of_tills(POLICY_LIST_OLD) && policy_is_of_tills(POLICY_LIST_SCANNER));
    assert_false(policy_is_of_tills(POLICY_BAG_LIMIT));
    assert_false(policy_is_of_tills(POLICY_BAG_FEE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_is_found_by_its_name),
        cmocka_unit_test(a_switch_is_on_or_off),
        cmocka_unit_test(a_number_is_counted_in_its_unit_and_has_limits),
        cmocka_unit_test(a_fee_is_an_amount_of_money),
        cmocka_unit_test(what_is_read_is_written_as_it_was),
        cmocka_unit_test(a_house_of_one_till_has_rules_about_bags_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
