/* The show a person had open last at this machine. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/cmd/last_show.h"
#include "tests/lib/temp_dir.h"
#include "tests/lib/till.h"

static char folder[128];
static struct arena *arena;

static int set_up(void **state)
{
    (void)state;
    temp_dir_make(folder, sizeof folder);
    arena = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    temp_dir_remove(folder);
    arena_free(&arena);
    return 0;
}

static const char *of(const char *person)
{
    const char *show = last_show_of(folder, person, arena);
    return show ? show : "none";
}

static void nobody_has_a_last_show_at_first(void **state)
{
    assert_string_equal(of("anna"), "none");
    assert_null(last_show_of("/nowhere/at/all", "anna", arena));
}

static void each_person_has_their_own(void **state)
{
    last_show_note(folder, "anna", "hamlet");
    last_show_note(folder, "mark", "lear");
    assert_string_equal(of("anna"), "hamlet");
    assert_string_equal(of("mark"), "lear");
    assert_string_equal(of("ann"), "none");
}

static void the_newest_counts(void **state)
{
    last_show_note(folder, "anna", "hamlet");
    last_show_note(folder, "mark", "lear");
    last_show_note(folder, "anna", "macbeth");
    assert_string_equal(of("anna"), "macbeth");
    assert_string_equal(of("mark"), "lear");
}

static void a_name_with_a_blank_is_one_name(void **state)
{
    last_show_note(folder, "anna de vries", "hamlet");
    assert_string_equal(of("anna de vries"), "hamlet");
    assert_string_equal(of("anna"), "none");
}

static void a_damaged_file_is_passed_over_and_made_good(void **state)
{
    char path[160];
    snprintf(path, sizeof path, "%s/last-shows", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 5000; i++)
        fputc(i % 7 ? 'x' : i % 256, file);
    fclose(file);
    assert_string_equal(of("anna"), "none");
    last_show_note(folder, "anna", "hamlet");
    assert_string_equal(of("anna"), "hamlet");
}

/* ---- on the screen -------------------------------------------------------------------------- */

static struct till *signed_in(void)
{
    struct till *till = till_new(24, 80, TIER_ASCII);
    till_sign_in(till, "anna");
    return till;
}

static void signing_in_stands_on_the_last_show(void **state)
{
    struct till *till = till_new(24, 80, TIER_ASCII);
    fake_counter_last_show(till->fake, "lear");
    till_sign_in(till, "anna");
    assert_non_null(strstr(till_row(till, 4), "Lear"));
    assert_int_equal(till_row(till, 4)[0], '>');
    till_keys(till, "Up z"); /* the list read again moves nothing */
    assert_int_equal(till_row(till, 3)[0], '>');
    till_free(&till);
}

static void a_show_that_is_gone_is_not_looked_for(void **state)
{
    struct till *till = till_new(24, 80, TIER_ASCII);
    fake_counter_last_show(till->fake, "gone");
    till_sign_in(till, "anna");
    assert_int_equal(till_row(till, 3)[0], '>');
    till_free(&till);
    till = signed_in();
    assert_int_equal(till_row(till, 3)[0], '>');
    till_free(&till);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(nobody_has_a_last_show_at_first),
        RULE(each_person_has_their_own),
        RULE(the_newest_counts),
        RULE(a_name_with_a_blank_is_one_name),
        RULE(a_damaged_file_is_passed_over_and_made_good),
        RULE(signing_in_stands_on_the_last_show),
        RULE(a_show_that_is_gone_is_not_looked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
