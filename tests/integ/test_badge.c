/* Signing in: by badge, for oneself and for others, and what comes before the first sale. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/lib/house_till.h"

#define MARKS_BADGE "0048213377"

static struct actor actor;

static void give(struct house_fixture *h, const char *name, const char *badge)
{
    house_become(h, "ruth", ROLE_MANAGER);
    desk_staff_badge(&h->desk, &h->meta, name, badge, &h->out);
}

static int set_up(void **state)
{
    if (house_setup(state))
        return -1;
    give(*state, "mark", MARKS_BADGE);
    return ((struct house_fixture *)*state)->out.verdict;
}

static void scan(struct house_fixture *h, const char *badge)
{
    desk_sign_in_badge(&h->desk, h->arena, badge, "till-1", &actor, &h->out);
}

static struct staff staff_of(struct house_fixture *h, const char *name)
{
    struct staff staff;
    struct err err;
    bool found;
    assert_int_equal(h->desk.store->ops->staff_read(h->desk.store, name, &staff, &found, &err), 0);
    assert_true(found);
    return staff;
}

/* ---- in the engine ------------------------------------------------------------------------ */

static void a_badge_says_who_it_is(void **state)
{
    struct house_fixture *h = *state;
    scan(h, MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_string_equal(actor.name, "mark");
    assert_int_equal(actor.role, ROLE_SUPERVISOR);
    assert_string_equal(actor.till, "till-1");
}

static void another_badge_is_nobodys(void **state)
{
    struct house_fixture *h = *state;
    const char *const others[] = {"0048213378", "48213377", "", "00482133770"};
    for (int i = 0; i < COUNT_OF(others); i++) {
        scan(h, others[i]);
        ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
        assert_string_equal(actor.name, "");
    }
}

static void the_number_does_not_stand_in_the_house(void **state)
{
    struct house_fixture *h = *state;
    struct staff mark = staff_of(h, "mark");
    assert_null(strstr(mark.badge, MARKS_BADGE));
    assert_non_null(strstr(mark.badge, "$argon2id$"));
}

static void only_a_manager_gives_badges(void **state)
{
    struct house_fixture *h = *state;
    house_become(h, "mark", ROLE_SUPERVISOR);
    desk_staff_badge(&h->desk, &h->meta, "mark", "1234567890", &h->out);
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
}

static void a_badge_belongs_to_one_person(void **state)
{
    struct house_fixture *h = *state;
    give(h, "anna", MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_ALREADY_EXISTS);
    assert_non_null(strstr(h->out.message, "mark's"));
    give(h, "mark", MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_OK);
}

static void a_short_number_is_no_badge(void **state)
{
    struct house_fixture *h = *state;
    give(h, "anna", "12345");
    ASSERT_VERDICT(h, VERDICT_INVALID);
    give(h, "anna", "123 456");
    ASSERT_VERDICT(h, VERDICT_INVALID);
}

static void a_badge_that_was_taken_away_opens_nothing(void **state)
{
    struct house_fixture *h = *state;
    give(h, "mark", "");
    scan(h, MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
}

static void whoever_was_shut_out_has_no_badge(void **state)
{
    struct house_fixture *h = *state;
    desk_staff_put(&h->desk, &h->meta, "mark", ROLE_SUPERVISOR, true, NULL, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    scan(h, MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
}

static void a_new_pin_keeps_the_badge(void **state)
{
    struct house_fixture *h = *state;
    desk_staff_put(&h->desk, &h->meta, "mark", ROLE_SUPERVISOR, false, "9876", &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    scan(h, MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_OK);
}

/* ---- guessed -------------------------------------------------------------------------------- */

static void guess(struct house_fixture *h, int times)
{
    for (int i = 0; i < times; i++)
        scan(h, "7777777777");
}

static void after_five_unknown_badges_the_till_takes_none(void **state)
{
    struct house_fixture *h = *state;
    guess(h, 5);
    scan(h, MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
    assert_non_null(strstr(h->out.message, "Too many unknown badges"));
    h->time.wall += 5 * 60000 - 1;
    scan(h, MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
    h->time.wall += 1;
    scan(h, MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_OK);
}

static void a_pin_and_other_tills_go_on_meanwhile(void **state)
{
    struct house_fixture *h = *state;
    guess(h, 5);
    desk_sign_in_badge(&h->desk, h->arena, MARKS_BADGE, "till-2", &actor, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    desk_sign_in(&h->desk, h->arena, "mark", "2222", "till-1", &actor, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    scan(h, MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
}

static void unknown_badges_over_a_long_time_lock_nothing(void **state)
{
    struct house_fixture *h = *state;
    guess(h, 4);
    h->time.wall += 5 * 60000 + 1;
    guess(h, 1);
    scan(h, MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_OK);
}

static void a_lock_is_not_prolonged_by_guessing_on(void **state)
{
    struct house_fixture *h = *state;
    guess(h, 5);
    h->time.wall += 4 * 60000;
    guess(h, 5);
    h->time.wall += 60000;
    scan(h, MARKS_BADGE);
    ASSERT_VERDICT(h, VERDICT_OK);
}

/* ---- at the counter ----------------------------------------------------------------------- */

static void a_scan_signs_in(void **state)
{
    struct house_till *till = house_till_new(*state, "till-1");
    house_till_scan(till, MARKS_BADGE);
    assert_string_equal(house_till_model(till)->actor.name, "mark");
    assert_string_equal(house_till_screen(till), "shows");
    house_till_free(&till);
}

static void a_clerk_counts_the_float_of_a_new_shift(void **state)
{
    struct house_till *till = house_till_new(*state, "till-9");
    house_till_type(till, "anna");
    house_till_keys(till, "Enter 1 1 1 1 Enter");
    assert_string_equal(house_till_screen(till), "till");
    house_till_keys(till, "1 0 0 Enter");
    assert_string_equal(house_till_screen(till), "shows");
    assert_string_equal(house_till_message(till), "The shift is open.");
    house_till_free(&till);
    till = house_till_new(*state, "till-9");
    house_till_type(till, "anna");
    house_till_keys(till, "Enter 1 1 1 1 Enter");
    assert_string_equal(house_till_screen(till), "shows");
    house_till_free(&till);
}

static void a_pin_that_is_scanned_needs_no_enter(void **state)
{
    struct house_fixture *h = *state;
    desk_staff_put(&h->desk, &h->meta, "mark", ROLE_SUPERVISOR, false, "987654", &h->out);
    struct house_till *till = house_till_new(h, "till-1");
    house_till_type(till, "mark");
    house_till_keys(till, "Enter");
    house_till_scan(till, "987654");
    assert_string_equal(house_till_model(till)->actor.name, "mark");
    house_till_free(&till);
}

static void an_unknown_badge_leaves_the_form_as_it_was(void **state)
{
    struct house_till *till = house_till_new(*state, "till-1");
    house_till_scan(till, "7777777777");
    assert_string_equal(house_till_message(till),
                        "Nobody here has this badge; sign in with name and PIN.");
    house_till_sign_in(till, "anna", "1111");
    assert_string_equal(house_till_model(till)->actor.name, "anna");
    house_till_free(&till);
}

static void a_supervisors_badge_signs_for_a_clerk(void **state)
{
    struct house_fixture *h = *state;
    house_become(h, "anna", ROLE_CLERK);
    house_hold(h, "Stalls-A-1", "Stalls-A-2", NULL);
    struct house_till *till = house_till_new(h, "till-1");
    house_till_sign_in(till, "anna", "1111");
    house_till_keys(till, "Enter"); /* resumes what was left */
    house_till_keys(till, "g m p % 5 0 % Enter");
    assert_true(house_till_shows(till, "SIGNATURE"));
    house_till_scan(till, MARKS_BADGE);
    assert_false(house_till_shows(till, "SIGNATURE"));
    if (!house_till_shows(till, "TOTAL EUR      46.00"))
        fail_msg("%s", house_till_text(till));
    assert_string_equal(house_till_model(till)->actor.name, "anna");
    house_till_free(&till);
}

/* A house of several tills has no badges. Its scanner is told so before anything is read, whatever
 * it scans, so that there is nothing to guess at and nothing to count. */
static void in_a_house_of_logins_a_scanner_learns_nothing(void **state)
{
    struct house_fixture *h = *state;
    struct people logins = {NULL};
    struct store *store = h->desk.store;
    const char *const scanned[] = {MARKS_BADGE, "mark", "nobody", ""};
    char first[sizeof h->out.message] = "";
    h->desk.people = &logins;
    h->desk.store = NULL;
    for (int i = 0; i < COUNT_OF(scanned); i++) {
        scan(h, scanned[i]);
        ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
        assert_string_equal(actor.name, "");
        if (i == 0)
            strcpy(first, h->out.message);
        assert_string_equal(h->out.message, first);
    }
    h->desk.people = NULL;
    h->desk.store = store;
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, set_up, house_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_badge_says_who_it_is),
        RULE(another_badge_is_nobodys),
        RULE(the_number_does_not_stand_in_the_house),
        RULE(only_a_manager_gives_badges),
        RULE(a_badge_belongs_to_one_person),
        RULE(a_short_number_is_no_badge),
        RULE(a_badge_that_was_taken_away_opens_nothing),
        RULE(whoever_was_shut_out_has_no_badge),
        RULE(a_new_pin_keeps_the_badge),
        RULE(after_five_unknown_badges_the_till_takes_none),
        RULE(a_pin_and_other_tills_go_on_meanwhile),
        RULE(unknown_badges_over_a_long_time_lock_nothing),
        RULE(a_lock_is_not_prolonged_by_guessing_on),
        RULE(in_a_house_of_logins_a_scanner_learns_nothing),
        RULE(a_scan_signs_in),
        RULE(a_clerk_counts_the_float_of_a_new_shift),
        RULE(a_pin_that_is_scanned_needs_no_enter),
        RULE(an_unknown_badge_leaves_the_form_as_it_was),
        RULE(a_supervisors_badge_signs_for_a_clerk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
