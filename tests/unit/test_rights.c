#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/domain/rights.h"

/* One letter a role that may: c(lerk) s(upervisor) m(anager) v (service) d(oor). */
static const char *const expected[] = {
    [RIGHT_TILLS] = "sm",          [RIGHT_HOLD] = "dcsmv",
    [RIGHT_SELL] = "csmv",         [RIGHT_OVERRIDE_GAP] = "sm",
    [RIGHT_RELEASE_OTHERS] = "sm", [RIGHT_TRANSFER_OTHERS] = "sm",
    [RIGHT_BLOCK] = "sm",          [RIGHT_REFUND_OWN_SHIFT] = "csm",
    [RIGHT_REFUND_ANY] = "sm",     [RIGHT_EXCHANGE] = "csm",
    [RIGHT_COMP] = "sm",           [RIGHT_DISCOUNT] = "csm",
    [RIGHT_DISCOUNT_ANY] = "sm",   [RIGHT_SHIFT] = "csm",
    [RIGHT_SHIFT_OTHERS] = "sm",   [RIGHT_REPORT] = "sm",
    [RIGHT_AUDIT] = "sm",          [RIGHT_SHOWS] = "m",
    [RIGHT_STAFF] = "m",           [RIGHT_EXPIRE] = "csmv",
    [RIGHT_RECONCILE] = "sm",      [RIGHT_DOOR] = "dcsm",
    [RIGHT_DOOR_OVERRIDE] = "sm",  [RIGHT_KEYS] = "sm",
    [RIGHT_LOOK_UP] = "csmv",      [RIGHT_OTHER_TILL] = "sm",
    [RIGHT_POLICY] = "m",          [RIGHT_BAG] = "dcsmv",
    [RIGHT_BAG_FEE] = "csmv",
};

static void each_role_has_exactly_its_rights(void **state)
{
    static const char letters[] = {[ROLE_SCANNER] = 'd',
                                   [ROLE_CLERK] = 'c',
                                   [ROLE_SUPERVISOR] = 's',
                                   [ROLE_MANAGER] = 'm',
                                   [ROLE_SERVICE] = 'v'};
    for (int right = 0; right < RIGHT_COUNT; right++)
        for (int role = 0; role < ROLE_COUNT; role++) {
            bool listed = false;
            for (const char *c = expected[right]; *c; c++)
                listed |= *c == letters[role];
            assert_int_equal(rights_may(role, right), listed);
        }
}

static void a_right_has_a_name_that_fits_a_refusal(void **state)
{
    assert_string_equal(right_name(RIGHT_RELEASE_OTHERS), "release other people's seats");
    for (int right = 0; right < RIGHT_COUNT; right++)
        assert_true(right_name(right)[0] != '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_role_has_exactly_its_rights),
        cmocka_unit_test(a_right_has_a_name_that_fits_a_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
