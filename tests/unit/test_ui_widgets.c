/* The small parts of screens: a line being typed, a form, a list, messages, numbers. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "ui/action.h"
#include "ui/form.h"
#include "ui/format.h"
#include "ui/line.h"
#include "ui/list.h"
#include "ui/message.h"

/* ---- a line ------------------------------------------------------------------------------- */

static void type(struct line *line, const char *names)
{
    char copy[256], *rest = copy;
    strcpy(copy, names);
    for (char *name; (name = strsep(&rest, " "));) {
        int32_t code;
        assert_true(key_parse(name, &code));
        assert_true(line_key(line, code));
    }
}

static void a_line_is_edited_by_characters_not_bytes(void **state)
{
    struct line line;
    line_set(&line, "");
    type(&line, "M ü l l e r Left Left Backspace Home Delete m");
    assert_string_equal(line.text, "müler");
    type(&line, "Right Backspace");
    assert_string_equal(line.text, "mler");
}

static void a_mark_goes_with_its_letter(void **state)
{
    struct line line;
    line_set(&line, "ae\u0301");
    type(&line, "Backspace");
    assert_string_equal(line.text, "a");
}

static void words_and_lines_are_cut(void **state)
{
    struct line line;
    line_set(&line, "sell two best");
    type(&line, "C-w");
    assert_string_equal(line.text, "sell two ");
    type(&line, "Home Right Right C-k");
    assert_string_equal(line.text, "se");
    type(&line, "C-u");
    assert_string_equal(line.text, "");
}

static void pasted_binary_becomes_blanks_and_never_overflows(void **state)
{
    struct line line;
    char much[4 * LINE_BYTES];
    line_set(&line, "");
    line_insert(&line, "a\r\n\033[2J\xff"
                       "b");
    assert_string_equal(line.text, "a   [2Jb");
    memset(much, 'x', sizeof much - 1);
    much[sizeof much - 1] = '\0';
    line_insert(&line, much);
    assert_int_equal(strlen(line.text), LINE_BYTES - 1);
    assert_int_equal(line.length, LINE_BYTES - 1);
}

static void a_long_line_shows_where_the_cursor_is(void **state)
{
    struct arena *arena = arena_new();
    struct canvas *canvas = canvas_new(1, 6);
    struct line line;
    line_set(&line, "0123456789");
    line_draw(&line, canvas, canvas_area(canvas), STYLE_TEXT, false);
    assert_string_equal(canvas_text(canvas, arena), "56789\n");
    assert_int_equal(canvas->cursor_column, 5);
    canvas_free(&canvas);
    arena_free(&arena);
}

/* ---- a form ------------------------------------------------------------------------------- */

static void enter_goes_on_and_submits_at_the_end(void **state)
{
    struct form form = {.count = 0};
    form_add(&form, "Name", false, "");
    form_add(&form, "PIN", true, "");
    assert_int_equal(form_key(&form, 'x'), FORM_CHANGED);
    assert_int_equal(form_key(&form, KEYCODE_ENTER), FORM_MOVED);
    assert_int_equal(form_key(&form, '1'), FORM_CHANGED);
    assert_int_equal(form_key(&form, KEYCODE_ENTER), FORM_SUBMIT);
    assert_string_equal(form_text(&form, 0), "x");
    assert_string_equal(form_text(&form, 1), "1");
    assert_int_equal(form_key(&form, KEYCODE_BACKTAB), FORM_MOVED);
    assert_int_equal(form_key(&form, KEYCODE_UP), FORM_MOVED);
    assert_int_equal(form.focus, 0);
    assert_int_equal(form_key(&form, KEYCODE_F1), FORM_IGNORED);
}

/* ---- a list ------------------------------------------------------------------------------- */

static void a_list_moves_within_its_ends(void **state)
{
    struct list list = {0};
    assert_true(list_move(&list, ACTION_UP, 0, 10, 25));
    assert_int_equal(list.cursor, 0);
    list_move(&list, ACTION_DOWN, 3, 10, 25);
    assert_int_equal(list.cursor, 3);
    list_move(&list, ACTION_PAGE_DOWN, 0, 10, 25);
    assert_int_equal(list.cursor, 13);
    assert_int_equal(list_top(&list, 10, 25), 10);
    list_move(&list, ACTION_LAST, 0, 10, 25);
    assert_int_equal(list.cursor, 24);
    assert_int_equal(list_top(&list, 10, 25), 15);
    assert_false(list_move(&list, ACTION_OPEN, 0, 10, 25));
    list_clamp(&list, 0);
    assert_int_equal(list.cursor, 0);
}

/* ---- messages ----------------------------------------------------------------------------- */

static void information_does_not_cover_an_error(void **state)
{
    struct messages *messages = x_alloc(sizeof *messages);
    messages_add(messages, true, "bad", 1, 1);
    messages_add(messages, false, "good", 2, 2);
    assert_string_equal(messages_shown(messages)->text, "bad");
    assert_int_equal(messages->count, 2);
    messages_dismiss(messages);
    assert_null(messages_shown(messages));
    free(messages);
}

static void the_log_is_bounded_and_keeps_the_newest(void **state)
{
    struct messages *messages = x_alloc(sizeof *messages);
    for (int i = 0; i < MESSAGES_KEPT + 10; i++)
        messages_add(messages, false, i == MESSAGES_KEPT + 9 ? "last" : "old", i, i);
    assert_int_equal(messages->count, MESSAGES_KEPT);
    assert_string_equal(messages_get(messages, MESSAGES_KEPT - 1)->text, "last");
    assert_int_equal(messages_get(messages, 0)->at, 10);
    free(messages);
}

/* ---- numbers and times -------------------------------------------------------------------- */

static void numbers_are_grouped(void **state)
{
    char out[FORMAT_TEXT];
    assert_string_equal(format_number(0, out), "0");
    assert_string_equal(format_number(999, out), "999");
    assert_string_equal(format_number(38412, out), "38,412");
    assert_string_equal(format_number(-1234567, out), "-1,234,567");
    assert_string_equal(format_number(INT64_MIN, out), "-9,223,372,036,854,775,808");
}

static void money_has_the_decimals_of_its_currency(void **state)
{
    char out[FORMAT_TEXT];
    assert_string_equal(format_money(8400, "EUR", out), "84.00");
    assert_string_equal(format_money(123456789, "EUR", out), "1,234,567.89");
    assert_string_equal(format_money(-500, "EUR", out), "-5.00");
    assert_string_equal(format_money(1500, "JPY", out), "1,500");
}

static void time_left_never_shows_less_than_there_is(void **state)
{
    char out[FORMAT_TEXT];
    assert_string_equal(format_left(1, out), "00:01");
    assert_string_equal(format_left(59999, out), "01:00");
    assert_string_equal(format_left(3600000, out), "1:00:00");
    assert_string_equal(format_left(-5, out), "00:00");
}

static void a_house_is_full_only_when_it_is(void **state)
{
    assert_int_equal(format_percent(999, 1000), 99);
    assert_int_equal(format_percent(1000, 1000), 100);
    assert_int_equal(format_percent(0, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_edited_by_characters_not_bytes),
        cmocka_unit_test(a_mark_goes_with_its_letter),
        cmocka_unit_test(words_and_lines_are_cut),
        cmocka_unit_test(pasted_binary_becomes_blanks_and_never_overflows),
        cmocka_unit_test(a_long_line_shows_where_the_cursor_is),
        cmocka_unit_test(enter_goes_on_and_submits_at_the_end),
        cmocka_unit_test(a_list_moves_within_its_ends),
        cmocka_unit_test(information_does_not_cover_an_error),
        cmocka_unit_test(the_log_is_bounded_and_keeps_the_newest),
        cmocka_unit_test(numbers_are_grouped),
        cmocka_unit_test(money_has_the_decimals_of_its_currency),
        cmocka_unit_test(time_left_never_shows_less_than_there_is),
        cmocka_unit_test(a_house_is_full_only_when_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
