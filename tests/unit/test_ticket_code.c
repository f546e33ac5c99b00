/* The text of a signed ticket: what goes in comes out, and nothing else is taken for one. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/base64.h"
#include "src/domain/ticket_code.h"

static const int64_t evening = INT64_C(1795196400000); /* on a minute */

static struct ticket_mark a_mark(void)
{
    return (struct ticket_mark){.house = 0xc0ffee,
                                .key = 3,
                                .gate = 2,
                                .show = 17,
                                .seat = 4711,
                                .ticket = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}},
                                .generation = 2,
                                .from = evening,
                                .until = evening + 4 * 3600000};
}

static void write_code(const struct ticket_mark *mark, char out[TICKET_CODE_TEXT])
{
    struct ticket_frame frame;
    memset(frame.signature, 0xa5, sizeof frame.signature);
    assert_true(ticket_mark_write(mark, frame.bytes));
    ticket_code_write(&frame, out);
}

static enum ticket_form read_code(const char *text, struct ticket_mark *mark)
{
    struct ticket_frame frame;
    return ticket_code_read(text, strlen(text), &frame, mark);
}

static void a_mark_comes_back_as_it_went_in(void **state)
{
    struct ticket_mark mark = a_mark(), back;
    char text[TICKET_CODE_TEXT];
    write_code(&mark, text);
    assert_int_equal(read_code(text, &back), TICKET_FORM_FINE);
    assert_int_equal(back.house, mark.house);
    assert_int_equal(back.key, mark.key);
    assert_int_equal(back.gate, mark.gate);
    assert_int_equal(back.show, mark.show);
    assert_int_equal(back.seat, mark.seat);
    assert_true(uuid_equal(&back.ticket, &mark.ticket));
    assert_int_equal(back.generation, mark.generation);
    assert_int_equal(back.from, mark.from);
    assert_int_equal(back.until, mark.until);
}

static void the_text_fits_a_small_square(void **state)
{
    struct ticket_mark mark = a_mark();
    char text[TICKET_CODE_TEXT];
    write_code(&mark, text);
    assert_int_equal(strlen(text), 154); /* what a QR code of version 5 holds */
    assert_int_equal(strspn(text, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"), 154);
}

static void a_window_is_rounded_outwards(void **state)
{
    struct ticket_mark mark = a_mark(), back;
    char text[TICKET_CODE_TEXT];
    mark.from += 59999;
    mark.until += 1;
    write_code(&mark, text);
    assert_int_equal(read_code(text, &back), TICKET_FORM_FINE);
    assert_int_equal(back.from, evening);
    assert_int_equal(back.until, evening + 4 * 3600000 + 15 * 60000);
}

static void a_ticket_without_an_end_has_none(void **state)
{
    struct ticket_mark mark = a_mark(), back;
    char text[TICKET_CODE_TEXT];
    mark.until = 0;
    write_code(&mark, text);
    assert_int_equal(read_code(text, &back), TICKET_FORM_FINE);
    assert_int_equal(back.until, 0);
}

static void numbers_that_do_not_fit_are_not_written(void **state)
{
    static const struct ticket_mark wrong[] = {
        {.show = 1 << 24, .from = 1},
        {.show = -1, .from = 1},
        {.show = 1, .seat = -1},
        {.show = 1, .seat = 1 << 24},
        {.show = 1, .from = -1},
        {.show = 1, .from = INT64_C(60000) << 32},
        {.show = 1, .from = 120000, .until = 60000},
        {.show = 1, .from = 0, .until = INT64_C(900000) * 65536},
    };
    uint8_t bytes[TICKET_SIGNED];
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_false(ticket_mark_write(&wrong[i], bytes));
}

static void small_letters_read_like_capitals(void **state)
{
    struct ticket_mark mark = a_mark(), back;
    char text[TICKET_CODE_TEXT];
    write_code(&mark, text);
    for (char *at = text; *at; at++)
        if (*at >= 'A' && *at <= 'Z')
            *at = (char)(*at - 'A' + 'a');
    assert_int_equal(read_code(text, &back), TICKET_FORM_FINE);
    assert_int_equal(back.seat, mark.seat);
}

static void cut_off_and_too_long_is_said(void **state)
{
    struct ticket_mark mark = a_mark(), back;
    char text[TICKET_CODE_TEXT + 1];
    write_code(&mark, text);
    for (size_t length = 1; length < TICKET_CODE_LENGTH; length++) {
        char shorter[TICKET_CODE_TEXT] = "";
        memcpy(shorter, text, length);
        assert_int_equal(read_code(shorter, &back), TICKET_FORM_LENGTH);
    }
    strcat(text, "0");
    assert_int_equal(read_code(text, &back), TICKET_FORM_LENGTH);
}

static void other_texts_are_no_tickets(void **state)
{
    static const char *const others[] = {"", "T-ABCDEFGHJK", "B-7K3QM9", "4006381333931",
                                         "http://"};
    struct ticket_mark back;
    for (int i = 0; i < COUNT_OF(others); i++)
        assert_int_equal(read_code(others[i], &back), TICKET_FORM_OTHER);
}

static void a_strange_letter_or_group_is_refused(void **state)
{
    struct ticket_mark mark = a_mark(), back;
    char text[TICKET_CODE_TEXT];
    write_code(&mark, text);
    text[40] = '!';
    assert_int_equal(read_code(text, &back), TICKET_FORM_LETTERS);
    write_code(&mark, text);
    memcpy(text + 40, ":::", 3); /* more than two bytes can say */
    assert_int_equal(read_code(text, &back), TICKET_FORM_LETTERS);
}

static void a_newer_version_is_said_and_version_0_is_none(void **state)
{
    struct ticket_mark mark = a_mark(), back;
    uint8_t bytes[TICKET_SIGNED];
    assert_true(ticket_mark_write(&mark, bytes));
    bytes[0] = 2;
    assert_int_equal(ticket_mark_read(bytes, &back), TICKET_FORM_VERSION);
    bytes[0] = 0;
    assert_int_equal(ticket_mark_read(bytes, &back), TICKET_FORM_VALUE);
}

static void a_ticket_of_no_show_or_no_name_is_none(void **state)
{
    uint8_t bytes[TICKET_SIGNED];
    struct ticket_mark mark = a_mark(), back;
    mark.show = 0;
    assert_true(ticket_mark_write(&mark, bytes));
    assert_int_equal(ticket_mark_read(bytes, &back), TICKET_FORM_VALUE);
    mark = a_mark();
    mark.ticket = (struct uuid){0};
    assert_true(ticket_mark_write(&mark, bytes));
    assert_int_equal(ticket_mark_read(bytes, &back), TICKET_FORM_VALUE);
}

/* ---- the alphabets ------------------------------------------------------------------------ */

static void base45_is_the_one_of_the_standard(void **state)
{
    char text[16];
    uint8_t bytes[8];
    assert_string_equal(base45_write((const uint8_t *)"AB", 2, text), "BB8");
    assert_string_equal(base45_write((const uint8_t *)"Hello!!", 7, text), "%69 VD92EX0");
    assert_true(base45_read("QED8WEX0", 8, bytes, 5));
    assert_memory_equal(bytes, "ietf!", 5);
    assert_false(base45_read("GGW", 3, bytes, 2)); /* 65536 */
    assert_false(base45_read("BB8", 3, bytes, 3));
}

static void base64_takes_no_liberties(void **state)
{
    uint8_t bytes[8];
    size_t size;
    assert_true(base64_read("bG9nZQ==", 8, bytes, sizeof bytes, &size));
    assert_int_equal(size, 4);
    assert_memory_equal(bytes, "loge", 4);
    assert_false(base64_read("bG9nZQ=", 7, bytes, sizeof bytes, &size));
    assert_false(base64_read("bG9nZR==", 8, bytes, sizeof bytes, &size)); /* bits left over */
    assert_false(base64_read("bG9n-Q==", 8, bytes, sizeof bytes, &size));
    assert_false(base64_read("bG9nZQ==", 8, bytes, 3, &size));
    assert_false(base64_read("====", 4, bytes, sizeof bytes, &size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mark_comes_back_as_it_went_in),
        cmocka_unit_test(the_text_fits_a_small_square),
        cmocka_unit_test(a_window_is_rounded_outwards),
        cmocka_unit_test(a_ticket_without_an_end_has_none),
        cmocka_unit_test(numbers_that_do_not_fit_are_not_written),
        cmocka_unit_test(small_letters_read_like_capitals),
        cmocka_unit_test(cut_off_and_too_long_is_said),
        cmocka_unit_test(other_texts_are_no_tickets),
        cmocka_unit_test(a_strange_letter_or_group_is_refused),
        cmocka_unit_test(a_newer_version_is_said_and_version_0_is_none),
        cmocka_unit_test(a_ticket_of_no_show_or_no_name_is_none),
        cmocka_unit_test(base45_is_the_one_of_the_standard),
        cmocka_unit_test(base64_takes_no_liberties),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
