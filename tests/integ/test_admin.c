/* The supervisor's map on a real house: what is marked, asked, done, and told to the other till. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/lib/golden.h"
#include "tests/lib/house_till.h"

struct fixture {
    struct house_fixture *house;
    struct house_till *anna, *mark; /* anna holds A5 and A6, mark looks at A5 */
};

static int setup(void **state)
{
    struct fixture *f = x_alloc(sizeof *f);
    void *house;
    if (house_setup(&house))
        return -1;
    f->house = house;
    f->anna = house_till_new(f->house, "till-1");
    f->mark = house_till_new(f->house, "till-9");
    house_till_sign_in(f->anna, "anna", "1111");
    house_till_keys(f->anna, "Enter / A 5 Enter Space Right Space");
    house_till_sign_in(f->mark, "mark", "2222");
    house_till_keys(f->mark, "Enter g a / A 5 Enter");
    assert_string_equal(house_till_screen(f->mark), "admin");
    assert_int_equal(model_basket_seats(house_till_model(f->anna)), 2);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    void *house = f->house;
    house_till_free(&f->anna);
    house_till_free(&f->mark);
    free(f);
    return house_teardown(&house);
}

static void assert_seats(struct fixture *f, const char *a, const char *b, const char *status)
{
    assert_string_equal(house_status(f->house, a), status);
    assert_string_equal(house_status(f->house, b), status);
}

/* ---- releasing ---------------------------------------------------------------------------- */

static void four_keys_release_one_seat(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->mark, "R 1 1 Enter");
    assert_string_equal(house_status(f->house, "Stalls-A-5"), "available");
    assert_string_equal(house_status(f->house, "Stalls-A-6"), "held");
    assert_string_equal(house_till_message(f->mark), "Released 1 seat (house seats).");
    house_verify(f->house);
}

static void the_loser_is_told_who_why_and_what_instead(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->mark, "R 3 1 Enter");
    house_till_hear(f->anna);
    assert_int_equal(model_basket_seats(house_till_model(f->anna)), 1);
    const char *told = house_till_message(f->anna);
    assert_non_null(strstr(told, "mark released Stalls-A-5 (till stuck)."));
    assert_non_null(strstr(told, "Next best: Stalls-"));
}

static void ones_own_release_is_no_loss(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->anna, "r");
    house_till_hear(f->anna);
    assert_null(strstr(house_till_message(f->anna), "released"));
}

static void nothing_happens_without_reason_and_number(void **state)
{
    struct fixture *f = *state;
    static const char *const half[] = {"R Enter Enter Esc", "R 1 Enter Esc",
                                       "R 1 2 Enter Esc",   "R 1 1 Esc",
                                       "R y Esc",           "R 5 Enter 1 Enter Esc"};
    for (int i = 0; i < COUNT_OF(half); i++) {
        house_till_keys(f->mark, half[i]);
        assert_seats(f, "Stalls-A-5", "Stalls-A-6", "held");
        assert_string_equal(house_till_screen(f->mark), "admin");
    }
}

static void a_reason_may_be_typed(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->mark, "R 5");
    house_till_type(f->mark, "rain");
    house_till_keys(f->mark, "Enter 1 Enter");
    house_till_hear(f->anna);
    assert_non_null(strstr(house_till_message(f->anna), "(rain)"));
}

static void the_dialog_lists_who_holds_what_and_what_is_refused(void **state)
{
    struct fixture *f = *state;
    house_hold(f->house, "Stalls-B-5", NULL);
    house_sell(f->house);
    house_till_keys(f->mark, "m Down 2 m R");
    house_till_keys(f->mark, "Esc Esc / A 5 Enter m Right Right Down m R");
    assert_golden("admin-release-80x24-ascii.txt", house_till_text(f->mark));
    house_till_resize(f->mark, 12, 40);
    assert_true(house_till_shows(f->mark, "Stalls-A-5"));
    assert_true(house_till_shows(f->mark, "1 house"));
    house_till_resize(f->mark, 24, 80);
    house_till_keys(f->mark, "1 2 Enter");
    assert_seats(f, "Stalls-A-5", "Stalls-A-6", "available");
    assert_string_equal(house_status(f->house, "Stalls-B-5"), "sold");
}

static void a_seat_that_changed_hands_meanwhile_is_left_alone_and_named(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->mark, "2 m R 3");
    house_till_keys(f->anna, "r"); /* lets go of A6, and another takes it */
    house_hold(f->house, "Stalls-A-6", NULL);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    house_till_keys(f->mark, "2 Enter");
    assert_string_equal(house_status(f->house, "Stalls-A-5"), "available");
    assert_string_equal(house_status(f->house, "Stalls-A-6"), "held");
    assert_non_null(strstr(house_till_message(f->mark), "1 of 2"));
    assert_non_null(strstr(house_till_message(f->mark), "Stalls-A-6"));
    assert_true(house_till_shows(f->mark, "marked 1"));
}

static void a_free_or_sold_seat_opens_no_dialog(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->mark, "Left R");
    assert_non_null(strstr(house_till_message(f->mark), "free already"));
    house_till_keys(f->mark, "1 1 Enter");
    assert_string_equal(house_till_screen(f->mark), "admin");
}

/* ---- blocking ----------------------------------------------------------------------------- */

static void seats_are_blocked_unblocked_and_it_is_undone(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->mark, "/ B 1 Enter 2 m B 1 2 Enter");
    assert_seats(f, "Stalls-B-1", "Stalls-B-2", "blocked");
    house_till_keys(f->mark, "u Enter");
    assert_seats(f, "Stalls-B-1", "Stalls-B-2", "blocked");
    house_till_keys(f->mark, "u y");
    assert_seats(f, "Stalls-B-1", "Stalls-B-2", "available");
    house_till_keys(f->mark, "u y 2 m B 4 2 Enter 2 m U 1 2 Enter");
    assert_seats(f, "Stalls-B-1", "Stalls-B-2", "available");
    house_till_keys(f->mark, "u y");
    assert_seats(f, "Stalls-B-1", "Stalls-B-2", "blocked");
    house_verify(f->house);
}

static void a_released_block_is_blocked_again_but_a_hold_is_gone(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->mark, "/ B 1 Enter B 1 1 Enter R 1 1 Enter");
    assert_string_equal(house_status(f->house, "Stalls-B-1"), "available");
    house_till_keys(f->mark, "u y");
    assert_string_equal(house_status(f->house, "Stalls-B-1"), "blocked");
    house_till_keys(f->mark, "/ A 5 Enter R 1 1 Enter u");
    assert_non_null(strstr(house_till_message(f->mark), "cannot be given back"));
}

/* ---- marking and looking ------------------------------------------------------------------ */

static void a_rule_marks_what_is_held_too_long(void **state)
{
    struct fixture *f = *state;
    f->house->time.wall += 11 * 60000;
    f->house->time.mono += 11 * 60000;
    house_hold(f->house, "Stalls-C-4", NULL);
    house_till_keys(f->mark, "M");
    house_till_type(f->mark, "10");
    house_till_keys(f->mark, "Enter Enter Enter Enter Enter");
    assert_true(house_till_shows(f->mark, "marked 2: held 2"));
    house_till_keys(f->mark, "Esc M Enter 9 Enter Enter Enter Enter");
    assert_false(house_till_shows(f->mark, "marked"));
    house_till_keys(f->mark, "M Enter 1 Enter Enter Enter Enter");
    assert_true(house_till_shows(f->mark, "marked 3: held 3"));
}

static void the_list_says_who_holds_what_since_when(void **state)
{
    struct fixture *f = *state;
    f->house->time.wall += 65000;
    house_till_keys(f->mark, "L");
    assert_golden("admin-holds-80x24-ascii.txt", house_till_text(f->mark));
    house_till_keys(f->mark, "Space R 3 1 Enter");
    house_till_hear(f->anna);
    assert_int_equal(model_basket_seats(house_till_model(f->anna)), 1);
}

static void the_list_counts_no_seat_that_was_given_up(void **state)
{
    struct fixture *f = *state;
    house_hold(f->house, "Stalls-C-4", "Stalls-C-5", NULL);
    house_till_keys(f->mark, "/ C 4 Enter R 1 1 Enter L");
    assert_true(house_till_shows(f->mark, "  1   00:00   15:00  Stalls-C-5"));
}

static void what_others_do_is_fed(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->anna, "r");
    house_till_hear(f->mark);
    assert_true(house_till_shows(f->mark, "till-1 anna: let go of Stalls-A-6"));
    house_till_keys(f->mark, "f");
    assert_true(house_till_shows(f->mark, "till-1 anna: took Stalls-A-5"));
}

static void a_clerk_has_no_such_screen(void **state)
{
    struct fixture *f = *state;
    house_till_keys(f->anna, "g a");
    assert_string_equal(house_till_screen(f->anna), "map");
    assert_non_null(strstr(house_till_message(f->anna), "role"));
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        RULE(four_keys_release_one_seat),
        RULE(the_loser_is_told_who_why_and_what_instead),
        RULE(ones_own_release_is_no_loss),
        RULE(nothing_happens_without_reason_and_number),
        RULE(a_reason_may_be_typed),
        RULE(the_dialog_lists_who_holds_what_and_what_is_refused),
        RULE(a_seat_that_changed_hands_meanwhile_is_left_alone_and_named),
        RULE(a_free_or_sold_seat_opens_no_dialog),
        RULE(seats_are_blocked_unblocked_and_it_is_undone),
        RULE(a_released_block_is_blocked_again_but_a_hold_is_gone),
        RULE(a_rule_marks_what_is_held_too_long),
        RULE(the_list_says_who_holds_what_since_when),
        RULE(the_list_counts_no_seat_that_was_given_up),
        RULE(what_others_do_is_fed),
        RULE(a_clerk_has_no_such_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
