/* Where an act stands in a journal, as a paper says it, and what a house has not got of it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/base/attr.h"
#include "src/domain/entry_mark.h"

static const struct entry_mark the_mark = {7, 1, 42};

static const char *text_of(const struct entry_mark *mark)
{
    static char text[ENTRY_MARK_TEXT];
    return entry_mark_text(mark, text);
}

static bool is_read(const char *text)
{
    struct entry_mark mark;
    return entry_mark_parse(text, &mark);
}

/* ---- as a text ------------------------------------------------------------------------------ */

static void a_mark_is_read_as_it_was_written(void **state)
{
    const struct entry_mark marks[] = {the_mark, {1, 1, 1}, {UINT16_MAX, UINT32_MAX, INT64_MAX}};
    for (int i = 0; i < COUNT_OF(marks); i++) {
        struct entry_mark read = {0};
        assert_true(entry_mark_parse(text_of(&marks[i]), &read));
        assert_int_equal(read.till, marks[i].till);
        assert_int_equal(read.epoch, marks[i].epoch);
        assert_int_equal(read.seq, marks[i].seq);
    }
    assert_int_equal(strncmp(text_of(&the_mark), "J7-1-42-", 8), 0);
    assert_string_equal(text_of(&(struct entry_mark){7, 1, 0}), "");
}

static void a_scanner_and_a_hasty_hand_are_read_too(void **state)
{
    char typed[ENTRY_MARK_TEXT * 2], text[ENTRY_MARK_TEXT];
    snprintf(typed, sizeof typed, "  %s\r\n", entry_mark_text(&the_mark, text));
    assert_true(is_read(typed));
    typed[2] = 'j';
    assert_true(is_read(typed));
    assert_false(is_read(""));
    assert_false(is_read("J7-1-42"));
    assert_false(is_read("J007-1-42-AA"));
    assert_false(is_read("J7-1-99999999999999999999999-AA"));
}

/* Nobody hunts for an entry that was never made. */
static void a_digit_that_is_wrong_is_noticed(void **state)
{
    char text[ENTRY_MARK_TEXT];
    int taken = 0;
    for (uint64_t seq = 1; seq < 1000; seq++) {
        const struct entry_mark mark = {7, 1, seq};
        entry_mark_text(&mark, text);
        char *last = strrchr(text, '-') - 1;
        *last = (char)(*last == '9' ? '0' : *last + 1);
        taken += is_read(text);
    }
    assert_true(taken < 10);
}

/* ---- what is missing ------------------------------------------------------------------------ */

static uint64_t missing(uint32_t epoch, uint64_t seq, const struct tail_known *known)
{
    const struct entry_mark mark = {7, epoch, seq};
    return tail_missing(&mark, known);
}

static void what_has_arrived_is_not_missing(void **state)
{
    const struct tail_known known = {.epoch = 1, .last_seq = 42, .had = 42};
    assert_int_equal(missing(1, 1, &known), 0);
    assert_int_equal(missing(1, 42, &known), 0);
    assert_int_equal(missing(1, 43, &known), 1);
    assert_int_equal(missing(1, 50, &known), 8);
}

/* Entries 21 to 25 were open when it was let in again: now they are 26 to 30. */
static void a_journal_in_a_new_epoch_takes_its_open_entries_along(void **state)
{
    struct tail_known known = {.epoch = 2, .start_seq = 25, .last_seq = 25, .had = 20};
    assert_int_equal(missing(1, 20, &known), 0);
    assert_int_equal(missing(1, 23, &known), 3);
    known.last_seq = 28;
    assert_int_equal(missing(1, 23, &known), 0);
    assert_int_equal(missing(1, 25, &known), 2);
    known.last_seq = 40;
    assert_int_equal(missing(1, 25, &known), 0);
}

/* An older copy went on: what the lost one did after it is in no journal any more. */
static void what_an_older_copy_never_had_is_missing_for_ever(void **state)
{
    const struct tail_known known = {.epoch = 2, .start_seq = 25, .last_seq = 90, .had = 30};
    assert_int_equal(missing(1, 30, &known), 0);
    assert_int_equal(missing(1, 35, &known), 5);
    const struct tail_known other = {.epoch = 2, .start_seq = 25, .last_seq = 90, .had = 90};
    assert_int_equal(missing(2, 91, &other), 1);
    assert_int_equal(missing(3, 92, &other), 2); /* it begins with its next hello */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mark_is_read_as_it_was_written),
        cmocka_unit_test(a_scanner_and_a_hasty_hand_are_read_too),
        cmocka_unit_test(a_digit_that_is_wrong_is_noticed),
        cmocka_unit_test(what_has_arrived_is_not_missing),
        cmocka_unit_test(a_journal_in_a_new_epoch_takes_its_open_entries_along),
        cmocka_unit_test(what_an_older_copy_never_had_is_missing_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
