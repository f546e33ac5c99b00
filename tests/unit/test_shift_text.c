#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/clock.h"
#include "src/base/text.h"
#include "src/domain/shift.h"
#include "src/domain/shift_text.h"
#include "tests/lib/builders.h"
#include "tests/lib/golden.h"

static int an_arena(void **state)
{
    *state = arena_new();
    return 0;
}

static int arena_away(void **state)
{
    struct arena *arena = *state;
    arena_free(&arena);
    return 0;
}

static int64_t at(const char *text)
{
    int64_t ms;
    assert_true(time_parse(text, &ms));
    return ms;
}

/* Open: a float of 100.00, 124.00 in cash and 84.00 by card taken, 20.00 dropped. */
static struct shift an_open_shift(void)
{
    struct shift shift = {.id = an_id(0xab),
                          .till = "box-1",
                          .staff = "anna",
                          .currency = "EUR",
                          .opened_at = at("2026-11-18T08:00Z"),
                          .float_amount = 10000,
                          .taken = {12400, 8400, 0},
                          .moved = {2000, 0, 550}};
    return shift;
}

static struct shift a_closed_shift(int64_t cash_over)
{
    struct shift shift = an_open_shift();
    shift.closed_at = at("2026-11-18T17:45Z");
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++)
        shift.counted[tender] = shift.expected[tender] = shift_expected(&shift, tender);
    shift.counted[TENDER_CASH] += cash_over;
    return shift;
}

static const char *text_of(const struct shift *shift, int columns, struct arena *arena)
{
    const struct shift_paper paper = {.house = "The Demo House",
                                      .shift = shift,
                                      .columns = columns,
                                      .offset_min = 60,
                                      .arena = arena};
    return shift_text(&paper);
}

/* The last amount in the line that begins so. */
static int64_t figure(const char *text, const char *line)
{
    const char *found = strstr(text, line), *end, *begin;
    assert_non_null(found);
    end = begin = strchr(found, '\n');
    while (begin[-1] != ' ')
        begin--;
    char amount[32] = "";
    memcpy(amount, begin, (size_t)(end - begin));
    int64_t value;
    assert_true(money_parse(amount, "EUR", &value));
    return value;
}

static void a_narrow_cash_up_looks_as_it_did(void **state)
{
    struct shift shift = a_closed_shift(-150);
    strcpy(shift.reason, "wrong change at noon");
    assert_golden("shift-40.txt", text_of(&shift, 40, *state));
}

static void a_wide_cash_up_looks_as_it_did(void **state)
{
    struct shift shift = a_closed_shift(0);
    assert_golden("shift-80.txt", text_of(&shift, 80, *state));
}

static void an_open_shift_shows_what_should_be_there_and_no_count(void **state)
{
    struct shift shift = an_open_shift();
    const char *text = text_of(&shift, 40, *state);
    assert_non_null(strstr(text, "SHIFT, STILL OPEN"));
    assert_int_equal(figure(text, "Cash expected"), 10000 + 12400 - 2000 - 550);
    assert_null(strstr(text, "counted"));
}

static void too_little_is_short_and_too_much_is_over(void **state)
{
    struct shift under = a_closed_shift(-1), over = a_closed_shift(1), even = a_closed_shift(0);
    assert_int_equal(figure(text_of(&under, 40, *state), "  short"), -1);
    assert_int_equal(figure(text_of(&over, 40, *state), "  over"), 1);
    assert_null(strstr(text_of(&even, 40, *state), "  short"));
    assert_non_null(strstr(text_of(&even, 40, *state), "  agrees"));
}

static void the_largest_amounts_keep_to_the_paper(void **state)
{
    struct shift shift = a_closed_shift(0);
    for (int i = 0; i < TENDER_COUNT; i++)
        shift.expected[i] = shift.counted[i] = shift.taken[i] = MONEY_MAX;
    shift.counted[0] = 0;
    for (int columns = 40; columns <= 80; columns += 40) {
        char *text = arena_strdup(*state, text_of(&shift, columns, *state));
        assert_non_null(strstr(text, "1000000000.00"));
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
            assert_true(text_columns(line) <= columns);
    }
}

/* Whatever happened in a shift, its paper adds up. */
static void every_cash_up_adds_up(void **state)
{
    uint64_t seed = 42;
    for (int round = 0; round < 100; round++) {
        struct shift shift = an_open_shift();
        int64_t *const amounts[] = {&shift.float_amount, &shift.taken[0], &shift.taken[1],
                                    &shift.taken[2],     &shift.moved[0], &shift.moved[1],
                                    &shift.moved[2]};
        for (int i = 0; i < COUNT_OF(amounts); i++) {
            seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
            *amounts[i] = (int64_t)(seed >> 40);
        }
        const char *text = text_of(&shift, 40, *state);
        assert_int_equal(figure(text, "Float") + figure(text, "Cash taken") +
                             figure(text, "Dropped into") + figure(text, "Paid in") +
                             figure(text, "Paid out"),
                         figure(text, "Cash expected"));
        assert_int_equal(figure(text, "Taken: Cash") + figure(text, "Taken: Card") +
                             figure(text, "Taken: Voucher"),
                         figure(text, "TAKEN IN ALL"));
    }
}

/* The house closes the shift of a till that comes home with another one. */
static void a_shift_that_was_not_counted_agrees_with_nothing(void **state)
{
    struct shift shift = an_open_shift();
    shift.closed_at = at("2026-11-18T17:45Z");
    strcpy(shift.reason, SHIFT_SYNC);
    const char *text = text_of(&shift, 80, *state);
    assert_null(strstr(text, "agrees"));
    assert_non_null(strstr(text, "NOT COUNTED"));
}

static void what_came_home_after_its_shift_says_so(void **state)
{
    struct shift shift = an_open_shift();
    shift.closed_at = shift.opened_at;
    strcpy(shift.reason, SHIFT_SYNC);
    assert_non_null(strstr(text_of(&shift, 80, *state), "CAME HOME LATE"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, an_arena, arena_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_narrow_cash_up_looks_as_it_did),
        TEST(a_wide_cash_up_looks_as_it_did),
        TEST(an_open_shift_shows_what_should_be_there_and_no_count),
        TEST(too_little_is_short_and_too_much_is_over),
        TEST(the_largest_amounts_keep_to_the_paper),
        TEST(every_cash_up_adds_up),
        TEST(a_shift_that_was_not_counted_agrees_with_nothing),
        TEST(what_came_home_after_its_shift_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
