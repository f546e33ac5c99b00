/* Codes of squares as characters: two a character, or two characters each. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/qr.h"

/* A square of dots: 'x' is dark. */
static void a_code(const char *dots, int size, struct qr *qr)
{
    *qr = (struct qr){.size = size};
    for (int i = 0; i < size * size; i++)
        qr->dark[i] = dots[i] == 'x';
}

static void assert_drawn(const struct qr *qr, struct qr_style style, const char *const *wanted,
                         int rows)
{
    struct arena *arena = arena_new();
    int count;
    const char *const *lines = qr_lines(qr, &style, arena, &count);
    assert_int_equal(count, rows);
    for (int i = 0; i < rows; i++)
        assert_string_equal(lines[i], wanted[i]);
    arena_free(&arena);
}

static void two_squares_are_one_half_block_each(void **state)
{
    static const char *const wanted[] = {"\u2580\u2584\u2588", "\u2580  "};
    struct qr qr;
    a_code("x.x"
           ".xx"
           "x..",
           3, &qr);
    assert_drawn(&qr, (struct qr_style){.quiet = 0}, wanted, 2);
    assert_int_equal(qr_columns(&qr, &(struct qr_style){.quiet = 0}), 3);
}

static void in_ascii_two_signs_are_a_square(void **state)
{
    static const char *const wanted[] = {"##  ", "  ##"};
    struct qr qr;
    a_code("x."
           ".x",
           2, &qr);
    assert_drawn(&qr, (struct qr_style){.ascii = true}, wanted, 2);
    assert_int_equal(qr_columns(&qr, &(struct qr_style){.ascii = true}), 4);
}

static void it_is_quiet_all_around(void **state)
{
    static const char *const wanted[] = {"      ", "  ##  ", "      "};
    struct qr qr;
    a_code("x", 1, &qr);
    assert_drawn(&qr, (struct qr_style){.quiet = 1, .ascii = true}, wanted, 3);
}

/* Light letters on a dark screen: the quiet zone is drawn, and the dark squares are left out. */
static void where_ink_is_light_the_rest_is_drawn(void **state)
{
    static const char *const wanted[] = {"######", "##  ##", "######"};
    struct qr qr;
    a_code("x", 1, &qr);
    assert_drawn(&qr, (struct qr_style){.quiet = 1, .ascii = true, .light = true}, wanted, 3);
}

/* Nothing is drawn below the last row, whichever way round. */
static void an_odd_row_has_nothing_below_it(void **state)
{
    static const char *const dark[] = {"\u2580"}, *const light[] = {" "};
    struct qr qr;
    a_code("x", 1, &qr);
    assert_drawn(&qr, (struct qr_style){.quiet = 0}, dark, 1);
    assert_drawn(&qr, (struct qr_style){.quiet = 0, .light = true}, light, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_squares_are_one_half_block_each),
        cmocka_unit_test(in_ascii_two_signs_are_a_square),
        cmocka_unit_test(it_is_quiet_all_around),
        cmocka_unit_test(where_ink_is_light_the_rest_is_drawn),
        cmocka_unit_test(an_odd_row_has_nothing_below_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
