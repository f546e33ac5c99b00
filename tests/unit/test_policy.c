/* What a house may want done about tills that work alone. */
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
    assert_true(policy_value_parse(POLICY_REBASE, "on", &value));
    assert_int_equal(value, 1);
    assert_true(policy_value_parse(POLICY_REBASE, "off", &value));
    assert_int_equal(value, 0);
    assert_false(policy_value_parse(POLICY_REBASE, "1", &value));
    assert_false(policy_value_parse(POLICY_REBASE, "", &value));
}

static void a_number_is_counted_in_its_unit_and_has_limits(void **state)
{
    (void)state;
    int64_t value, low, high;
    assert_false(policy_is_switch(POLICY_LEASE));
    assert_true(policy_value_parse(POLICY_LEASE, "90", &value));
    assert_int_equal(value, 90 * policy_unit(POLICY_LEASE));
    policy_range(POLICY_OFFLINE_DAYS, &low, &high);
    assert_int_equal(low, 1);
    assert_int_equal(high, 365);
    assert_false(policy_value_parse(POLICY_OFFLINE_DAYS, "0", &value));
    assert_false(policy_value_parse(POLICY_OFFLINE_DAYS, "366", &value));
    assert_false(policy_value_parse(POLICY_OFFLINE_DAYS, "3 days", &value));
    assert_false(policy_value_parse(POLICY_OFFLINE_DAYS, "", &value));
    assert_false(policy_value_parse(POLICY_OFFLINE_DAYS, "99999999999999999999", &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_is_found_by_its_name),
        cmocka_unit_test(a_switch_is_on_or_off),
        cmocka_unit_test(a_number_is_counted_in_its_unit_and_has_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
