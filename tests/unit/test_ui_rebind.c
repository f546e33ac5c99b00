/* Keys rebound by settings: what is understood, and that it is what the console then does. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "ui/rebind.h"
#include "ui/screen.h"

static bool understood(const char *name, const char *keys)
{
    const struct ui_setting setting = {name, keys};
    return rebind_understood(&setting);
}

static void an_action_of_a_screen_takes_any_keys_that_may_be_bound(void **state)
{
    assert_true(understood("keys.map.best", "b F5"));
    assert_true(understood("keys.map.best", ""));
    assert_true(understood("keys.map.page-down", "Space"));
    assert_true(understood("keys.all.help", "F1"));
    assert_true(understood("keys.reports.export", "C-x"));
}

static void what_does_not_exist_is_not_understood(void **state)
{
    assert_false(understood("keys.map.bets", "b"));
    assert_false(understood("keys.mop.best", "b"));
    assert_false(understood("keys.best", "b"));
    assert_false(understood("keys.map.help", "b")); /* that is one of all screens */
    assert_false(understood("keys.all.best", "b"));
    assert_false(understood("colours.map.best", "b"));
}

static void keys_that_belong_to_others_are_not_understood(void **state)
{
    assert_false(understood("keys.map.best", "C-s"));
    assert_false(understood("keys.map.best", "b C-q"));
    assert_false(understood("keys.map.best", "~"));
    assert_false(understood("keys.map.best", "Nokey"));
}

static void check_listed(void *ctx, const char *name, const struct action *action)
{
    char whole[128];
    int *count = ctx;
    snprintf(whole, sizeof whole, "keys.%s", name);
    const struct ui_setting setting = {whole, action->keys};
    if (!rebind_understood(&setting))
        fail_msg("%s = %s is listed but not understood", whole, action->keys);
    ++*count;
}

static void all_that_is_listed_is_understood_with_its_own_keys(void **state)
{
    int count = 0;
    rebind_list(check_listed, &count);
    assert_true(count > 30);
}

static void a_rebound_key_is_the_one_that_acts(void **state)
{
    const struct ui_setting settings[] = {{"keys.map.best", "F5"}, {"keys.all.help", "b"}};
    const struct screen *map = screen_find("map");
    const struct keymap_source source = {.screen = map->name,
                                         .actions = map->actions,
                                         .action_count = map->action_count,
                                         .moves = map->moves,
                                         .settings = settings,
                                         .setting_count = 2};
    struct keymap keymap;
    keymap_build(&keymap, &source);
    assert_string_equal(keymap_find(&keymap, KEYCODE_F1 + 4)->name, "best");
    assert_string_equal(keymap_find(&keymap, 'b')->name, "help");
    assert_null(keymap_find(&keymap, '?'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_action_of_a_screen_takes_any_keys_that_may_be_bound),
        cmocka_unit_test(what_does_not_exist_is_not_understood),
        cmocka_unit_test(keys_that_belong_to_others_are_not_understood),
        cmocka_unit_test(all_that_is_listed_is_understood_with_its_own_keys),
        cmocka_unit_test(a_rebound_key_is_the_one_that_acts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
