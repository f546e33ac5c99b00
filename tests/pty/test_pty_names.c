/*
 * Names of other scripts on a real screen: two columns a letter in Japanese, marks above and below
 * in Arabic, and what stands behind a name stands where it does behind any other.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/lib/pty_house.h"

enum { ROWS = 24, COLUMNS = 80 };

static const char *const names[] = {
    "Ada Lovelace",
    "山田太郎",
    "ﾔﾏﾀﾞ はなこ",
    "فاطمة الزهراء",
    "مُحَمَّد", /* with marks, which take no column */
    "佐藤 بنت Müller",
    "長い長い長い名前の持ち主である株式会社の代表", /* longer than its field */
};
enum { NAMES = sizeof names / sizeof *names };

static void sell_to(const char *name)
{
    pty_shell("hold=$(\"$LOGE\" hold best hamlet-1 1 --json | "
              "sed -n 's/.*\"id\": *\"\\([0-9a-f-]\\{36\\}\\)\".*/\\1/p' | head -n 1) && "
              "\"$LOGE\" hold sell \"$hold\" --pay cash --name '%s' >/dev/null",
              name);
}

static int make_house(void **state)
{
    pty_house_make(state);
    for (int i = 0; i < NAMES; i++)
        sell_to(names[i]);
    return 0;
}

static struct pty *the_orders(const char *locale)
{
    struct pty *pty =
        pty_console((struct pty_start){.locale = locale, .rows = ROWS, .columns = COLUMNS});
    pty_idle(pty);
    pty_sign_in(pty, "ruth", "3333");
    pty_keys(pty, "g o");
    assert_true(pty_shows(pty, "ORDERS"));
    return pty;
}

/* Where a word of one column a letter begins, -1: nowhere in that row. */
static int column_of(struct pty *pty, int row, const char *word)
{
    for (int column = 0; column < COLUMNS; column++) {
        size_t i = 0;
        while (word[i] && column + (int)i < COLUMNS &&
               pty_cell(pty, row, column + (int)i).text[0] == word[i])
            i++;
        if (!word[i])
            return column;
    }
    return -1;
}

/* The newest orders are the first. */
static void assert_columns(struct pty *pty)
{
    const int first = 3, status = column_of(pty, 1, "Status"), sold = column_of(pty, 1, "Sold");
    assert_true(status > 0 && sold > status);
    for (int row = first; row < first + NAMES; row++) {
        assert_int_equal(column_of(pty, row, "paid"), status);
        assert_string_equal(pty_cell(pty, row, sold - 1).text, " ");
        assert_string_not_equal(pty_cell(pty, row, sold).text, " ");
        assert_string_equal(pty_cell(pty, row, status - 1).text, " ");
    }
}

static void what_stands_behind_a_name_stands_in_its_column(void **state)
{
    struct pty *pty = the_orders("C.UTF-8");
    assert_columns(pty);
    for (int i = 0; i < NAMES - 1; i++)
        if (!pty_shows(pty, names[i]))
            fail_msg("%s is not shown:\n%s", names[i], pty_text(pty));
    assert_true(pty_shows(pty, "長い長い長い名前"));
    assert_false(pty_shows(pty, names[NAMES - 1]));
    pty_free(&pty);
}

static void letters_that_are_not_there_take_their_columns_too(void **state)
{
    struct pty *pty = the_orders("C");
    assert_columns(pty);
    assert_true(pty_shows(pty, "Ada Lovelace"));
    pty_free(&pty);
}

static void a_letter_of_two_columns_is_one_cell_of_two(void **state)
{
    struct pty *pty = the_orders("C.UTF-8");
    int row = 3;
    while (row < ROWS && strcmp(pty_cell(pty, row, 11).text, "山") != 0)
        row++;
    assert_in_range(row, 3, 3 + NAMES - 1);
    assert_int_equal(pty_cell(pty, row, 11).width, 2);
    assert_string_equal(pty_cell(pty, row, 13).text, "田");
    pty_free(&pty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stands_behind_a_name_stands_in_its_column),
        cmocka_unit_test(letters_that_are_not_there_take_their_columns_too),
        cmocka_unit_test(a_letter_of_two_columns_is_one_cell_of_two),
    };
    return cmocka_run_group_tests(tests, make_house, pty_house_remove);
}
