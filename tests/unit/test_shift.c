#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/base/tongue.h"
#include "src/domain/shift.h"
#include "tests/lib/builders.h"
#include "tests/lib/sale_builders.h"

static struct office office;
static struct shift shift; /* 100.00 float, 250.00 cash, 84.00 card taken */

static int set_up(void **state)
{
    office_open(&office);
    shift = office.shift;
    shift.float_amount = 10000;
    shift.taken[TENDER_CASH] = 25000;
    shift.taken[TENDER_CARD] = 8400;
    shift.version = 4;
    return 0;
}

static int tear_down(void **state)
{
    office_close(&office);
    return 0;
}

static void refused(enum verdict got, enum verdict wanted, const char *part)
{
    office_refused(&office, got, wanted, part);
}

/* ---- open --------------------------------------------------------------------------------- */

static enum verdict open_with(const struct shift *existing, int64_t amount, const char *currency)
{
    const struct uuid id = an_id(5);
    return shift_decide_open(existing, &id, amount, currency,
                             office_act(&office, ACT_SHIFT_OPEN, ""), &office.why);
}

static const char *in_german(const char *text)
{
    return strcmp(text, "number\004.") == 0 ? "," : text;
}

static void the_log_is_the_same_in_every_language(void **state)
{
    tongue_set(in_german);
    enum verdict opened = open_with(NULL, 10050, "EUR");
    tongue_set(NULL);
    assert_int_equal(opened, VERDICT_OK);
    assert_string_equal(office.cs->notes.at[0].note, "float 100.50 EUR");
}

static char *on_tuesday(int64_t wall_ms, char out[TONGUE_WHEN_TEXT])
{
    snprintf(out, TONGUE_WHEN_TEXT, "Tuesday and %d ms", (int)(wall_ms % 1000));
    return out;
}

static void a_refusal_tells_a_moment_as_people_here_do(void **state)
{
    struct shift open = {.staff = "anna", .till = "till-1", .opened_at = 5};
    tongue_set_when(on_tuesday);
    enum verdict opened = open_with(&open, 0, "EUR");
    tongue_set_when(NULL);
    refused(opened, VERDICT_SHIFT_OPEN, "since Tuesday and 5 ms;");
    refused(open_with(&open, 0, "EUR"), VERDICT_SHIFT_OPEN, "since 1970-01-01T00:00:00.005Z;");
}

static void a_refusal_has_the_marks_of_the_language(void **state)
{
    tongue_set(in_german);
    enum verdict opened = open_with(NULL, -1, "EUR");
    tongue_set(NULL);
    refused(opened, VERDICT_INVALID, "1000000000,00 EUR");
}

static void a_shift_opens_with_a_float(void **state)
{
    const struct uuid id = an_id(5);
    assert_int_equal(open_with(NULL, 10000, "EUR"), VERDICT_OK);
    assert_int_equal(office.cs->shifts.count, 1);
    const struct shift *row = &office.cs->shifts.at[0];
    assert_true(uuid_equal(&row->id, &id));
    assert_string_equal(row->staff, "anna");
    assert_string_equal(row->till, "till-1");
    assert_string_equal(row->currency, "EUR");
    assert_int_equal(row->opened_at, NOW);
    assert_int_equal(row->closed_at, 0);
    assert_int_equal(row->float_amount, 10000);
    assert_int_equal(row->version, 0);
}

static void opening_stays_on_record(void **state)
{
    const struct uuid id = an_id(5);
    assert_int_equal(open_with(NULL, 10000, "EUR"), VERDICT_OK);
    assert_int_equal(office.cs->notes.count, 1);
    assert_int_equal(office.cs->notes.at[0].act, ACT_SHIFT_OPEN);
    assert_true(uuid_equal(&office.cs->notes.at[0].subject, &id));
    assert_string_equal(office.cs->notes.at[0].note, "float 100.00 EUR");
}

static void a_till_has_one_shift_at_a_time(void **state)
{
    refused(open_with(&shift, 0, "EUR"), VERDICT_SHIFT_OPEN,
            "anna has had a shift open at till till-1");
}

static void a_float_is_from_nothing_to_the_most_there_is(void **state)
{
    assert_int_equal(open_with(NULL, 0, "EUR"), VERDICT_OK);
    assert_int_equal(open_with(NULL, MONEY_MAX, "EUR"), VERDICT_OK);
    refused(open_with(NULL, -1, "EUR"), VERDICT_INVALID, "A float is between");
    refused(open_with(NULL, MONEY_MAX + 1, "EUR"), VERDICT_INVALID, "1000000000.00 EUR");
}

static void a_currency_has_three_capitals(void **state)
{
    refused(open_with(NULL, 0, "eur"), VERDICT_INVALID, "three capital letters");
}

/* ---- moves -------------------------------------------------------------------------------- */

static enum verdict move(enum move_kind kind, int64_t amount)
{
    const struct uuid id = an_id(6);
    return shift_decide_move(&shift, &id, kind, amount,
                             office_act(&office, ACT_SHIFT_MOVE, "to the safe"), &office.why);
}

static void cash_is_float_taken_and_moved(void **state)
{
    assert_int_equal(shift_expected(&shift, TENDER_CASH), 35000);
    shift.moved[MOVE_DROP] = 20000;
    shift.moved[MOVE_PAID_IN] = 500;
    shift.moved[MOVE_PAID_OUT] = 30;
    assert_int_equal(shift_expected(&shift, TENDER_CASH), 15470);
}

static void other_tenders_are_what_was_taken(void **state)
{
    shift.moved[MOVE_DROP] = 20000;
    assert_int_equal(shift_expected(&shift, TENDER_CARD), 8400);
    assert_int_equal(shift_expected(&shift, TENDER_VOUCHER), 0);
}

static void a_drop_is_written_down(void **state)
{
    const struct uuid id = an_id(6);
    assert_int_equal(move(MOVE_DROP, 20000), VERDICT_OK);
    assert_int_equal(office.cs->moves.count, 1);
    const struct shift_move *row = &office.cs->moves.at[0];
    assert_true(uuid_equal(&row->id, &id));
    assert_true(uuid_equal(&row->shift, &shift.id));
    assert_int_equal(row->kind, MOVE_DROP);
    assert_int_equal(row->amount, 20000);
    assert_string_equal(row->reason, "to the safe");
    assert_int_equal(row->at, NOW);
    assert_int_equal(office.cs->notes.at[0].act, ACT_SHIFT_MOVE);
    assert_non_null(strstr(office.cs->notes.at[0].note, "200.00 EUR"));
}

/* Only the version of the shift keeps two drops at once from taking the same cash. */
static void a_move_is_bound_to_the_shift_it_saw(void **state)
{
    assert_int_equal(move(MOVE_DROP, 1), VERDICT_OK);
    assert_int_equal(office.cs->shifts.count, 1);
    assert_int_equal(office.cs->shifts.at[0].version, 4);
    assert_int_equal(office.cs->shifts.at[0].closed_at, 0);
}

static void no_more_cash_leaves_than_the_till_should_hold(void **state)
{
    assert_int_equal(move(MOVE_DROP, 35000), VERDICT_OK);
    refused(move(MOVE_DROP, 35001), VERDICT_AMOUNT_MISMATCH,
            "350.01 EUR cannot leave the till: it should hold 350.00 EUR");
    refused(move(MOVE_PAID_OUT, 35001), VERDICT_AMOUNT_MISMATCH, "cannot leave the till");
    assert_int_equal(move(MOVE_PAID_IN, MONEY_MAX), VERDICT_OK);
}

static void a_move_moves_something(void **state)
{
    refused(move(MOVE_PAID_IN, 0), VERDICT_INVALID, "more than nothing");
    refused(move(MOVE_PAID_IN, -5), VERDICT_INVALID, "more than nothing");
    refused(move(MOVE_PAID_IN, MONEY_MAX + 1), VERDICT_INVALID, "at most 1000000000.00 EUR");
}

static void a_closed_shift_moves_no_cash(void **state)
{
    shift.closed_at = NOW - 1;
    refused(move(MOVE_PAID_IN, 5), VERDICT_SHIFT_CLOSED, "was closed at");
}

/* ---- close -------------------------------------------------------------------------------- */

static enum verdict close_with(int64_t cash_counted, int64_t card_counted, int64_t limit,
                               const char *reason)
{
    const int64_t counted[TENDER_COUNT] = {
        [TENDER_CASH] = cash_counted, [TENDER_CARD] = card_counted};
    return shift_decide_close(&shift, counted, limit, office_act(&office, ACT_SHIFT_CLOSE, reason),
                              &office.why);
}

static void closing_keeps_what_was_expected_and_counted(void **state)
{
    assert_int_equal(close_with(34900, 8400, 100, ""), VERDICT_OK);
    assert_int_equal(office.cs->shifts.count, 1);
    const struct shift *row = &office.cs->shifts.at[0];
    assert_int_equal(row->closed_at, NOW);
    assert_int_equal(row->expected[TENDER_CASH], 35000);
    assert_int_equal(row->counted[TENDER_CASH], 34900);
    assert_int_equal(row->expected[TENDER_CARD], 8400);
    assert_int_equal(row->counted[TENDER_CARD], 8400);
    assert_int_equal(row->version, 4);
    assert_int_equal(office.cs->notes.count, 1);
    assert_int_equal(office.cs->notes.at[0].act, ACT_SHIFT_CLOSE);
    assert_string_equal(office.cs->notes.at[0].note,
                        "cash 349.00 EUR counted, 350.00 EUR expected");
}

static void a_difference_over_the_limit_needs_a_reason(void **state)
{
    refused(close_with(34899, 8400, 100, ""), VERDICT_AMOUNT_MISMATCH,
            "cash: 1.01 EUR are missing. 348.99 EUR was counted where 350.00 EUR should be");
    refused(close_with(35101, 8400, 100, ""), VERDICT_AMOUNT_MISMATCH, "cash: 1.01 EUR too much");
    assert_int_equal(close_with(34899, 8400, 100, "miscounted change"), VERDICT_OK);
    assert_string_equal(office.cs->shifts.at[0].reason, "miscounted change");
}

static void every_tender_is_compared(void **state)
{
    refused(close_with(35000, 8300, 0, ""), VERDICT_AMOUNT_MISMATCH, "card: 1.00 EUR are missing");
    assert_int_equal(close_with(35000, 8400, 0, ""), VERDICT_OK);
}

static void counted_cash_is_not_negative(void **state)
{
    refused(close_with(-1, 8400, MONEY_MAX, "x"), VERDICT_INVALID, "cash: what was counted");
    refused(close_with(35000, MONEY_MAX + 1, MONEY_MAX, "x"), VERDICT_INVALID,
            "card: what was counted");
}

static void more_given_back_by_card_than_taken_closes(void **state)
{
    shift.taken[TENDER_CARD] = -4200;
    assert_int_equal(close_with(35000, -4200, 0, ""), VERDICT_OK);
    assert_int_equal(office.cs->shifts.at[0].counted[TENDER_CARD], -4200);
}

static void what_was_not_counted_is_as_expected(void **state)
{
    assert_int_equal(close_with(35000, SHIFT_AS_EXPECTED, 0, ""), VERDICT_OK);
    assert_int_equal(office.cs->shifts.at[0].counted[TENDER_CARD], 8400);
}

static void a_shift_closes_once(void **state)
{
    shift.closed_at = 1000;
    refused(close_with(35000, 8400, 0, ""), VERDICT_SHIFT_CLOSED,
            "was closed at 1970-01-01T00:00:01Z");
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(the_log_is_the_same_in_every_language),
        RULE(a_refusal_tells_a_moment_as_people_here_do),
        RULE(a_refusal_has_the_marks_of_the_language),
        RULE(a_shift_opens_with_a_float),
        RULE(opening_stays_on_record),
        RULE(a_till_has_one_shift_at_a_time),
        RULE(a_float_is_from_nothing_to_the_most_there_is),
        RULE(a_currency_has_three_capitals),
        RULE(cash_is_float_taken_and_moved),
        RULE(other_tenders_are_what_was_taken),
        RULE(a_drop_is_written_down),
        RULE(a_move_is_bound_to_the_shift_it_saw),
        RULE(no_more_cash_leaves_than_the_till_should_hold),
        RULE(a_move_moves_something),
        RULE(a_closed_shift_moves_no_cash),
        RULE(closing_keeps_what_was_expected_and_counted),
        RULE(a_difference_over_the_limit_needs_a_reason),
        RULE(every_tender_is_compared),
        RULE(counted_cash_is_not_negative),
        RULE(more_given_back_by_card_than_taken_closes),
        RULE(what_was_not_counted_is_as_expected),
        RULE(a_shift_closes_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
