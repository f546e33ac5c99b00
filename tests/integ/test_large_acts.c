/*
 * The largest act of each kind at a till that is alone: it stands in the journal, or one sentence
 * says how much can be done; never is anything written by halves, and never does the till stop.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/domain/alone.h"
#include "tests/bench/bench.h"
#include "tests/bench/till.h"

enum { SEATS = 1500, MOST = 500 };

struct fixture {
    struct bench_till till;
    struct outcome out;
    char labels[SEATS][SEAT_TEXT];
};

static int set_up(void **state)
{
    struct fixture *f = x_alloc(sizeof *f);
    bench_till_open(&f->till, SEATS);
    for (int i = 0; i < SEATS; i++)
        plan_seat_label(f->till.house.plan, i, f->labels[i]);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    bench_till_close(&f->till);
    free(f);
    return bench_end();
}

/* ---- acts ----------------------------------------------------------------------------------- */

static struct act_meta ruth(struct fixture *f)
{
    struct act_meta meta = bench_manager(&f->till.house);
    meta.reason = "ill";
    memset(&f->out, 0, sizeof f->out);
    return meta;
}

static struct uuid hold(struct fixture *f, int first, int count)
{
    const char *wish[SEATS];
    struct act_meta meta = ruth(f);
    for (int i = 0; i < count; i++)
        wish[i] = f->labels[first + i];
    desk_hold_new(&f->till.house.desk, &meta,
                  &(struct desk_hold){.show = BENCH_SHOW,
                                      .labels = wish,
                                      .count = count,
                                      .source = SOURCE_COUNTER,
                                      .channel = CHANNEL_COUNTER},
                  &f->out);
    return f->out.verdict == VERDICT_OK ? f->out.hold->id : (struct uuid){{0}};
}

static const char *sell(struct fixture *f, struct uuid of)
{
    static char code[CODE_TEXT];
    const struct tender_line cash = {.tender = TENDER_CASH};
    struct act_meta meta = ruth(f);
    desk_sell(&f->till.house.desk, &meta,
              &(struct desk_sell){.hold = of, .tenders = &cash, .tender_count = 1}, &f->out);
    snprintf(code, sizeof code, "%s", f->out.verdict == VERDICT_OK ? f->out.sale->code : "");
    return code;
}

static void exchange(struct fixture *f, const char *code, struct uuid other)
{
    const struct tender_line cash = {.tender = TENDER_CASH};
    struct act_meta meta = ruth(f);
    desk_exchange(
        &f->till.house.desk, &meta,
        &(struct desk_exchange){.sale = code, .hold = other, .tenders = &cash, .tender_count = 1},
        &f->out);
}

/* A hold as it was made while the house could be reached. */
static struct uuid hold_online(struct fixture *f, int first, int count)
{
    struct desk *desk = &f->till.house.desk;
    lite_till_journal(f->till.file, NULL);
    desk->alone = false;
    struct uuid id = hold(f, first, count);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    desk->alone = true;
    lite_till_journal(f->till.file, &f->till.core);
    return id;
}

#define DONE(f)                                        \
    do {                                               \
        if ((f)->out.verdict != VERDICT_OK)            \
            fail_msg("refused: %s", (f)->out.message); \
        assert_false((f)->till.core.latched);          \
    } while (0)

/* Nothing was written, people are told how much can be done, and the till goes on. */
static void is_refused(struct fixture *f, uint64_t head)
{
    assert_int_equal(f->out.verdict, VERDICT_NOT_POSSIBLE);
    assert_non_null(strstr(f->out.message, "400 seats"));
    assert_int_equal(f->till.core.meta.head_seq, head);
    assert_false(f->till.core.latched);
    hold(f, SEATS - 2, 2);
    DONE(f);
}

/* ---- what fits ------------------------------------------------------------------------------ */

static void the_largest_hold_can_be_sold_and_taken_back(void **state)
{
    struct fixture *f = *state;
    struct act_meta meta;
    struct uuid id = hold(f, 0, ALONE_SEATS);
    DONE(f);
    const char *code = sell(f, id);
    DONE(f);
    meta = ruth(f);
    desk_reprint(&f->till.house.desk, &meta, code, f->labels[0], &f->out);
    DONE(f);
    meta = ruth(f);
    desk_refund(&f->till.house.desk, &meta, code, NULL, 0, false, TENDER_CASH, &f->out);
    DONE(f);
    assert_true(till_verify(&f->till.core));
}

static void the_largest_exchange_fits(void **state)
{
    struct fixture *f = *state;
    char code[CODE_TEXT];
    snprintf(code, sizeof code, "%s", sell(f, hold(f, 0, ALONE_SEATS / 2)));
    DONE(f);
    struct uuid other = hold(f, MOST, ALONE_SEATS / 2);
    DONE(f);
    exchange(f, code, other);
    DONE(f);
}

static void any_hold_of_the_house_can_be_let_go(void **state)
{
    struct fixture *f = *state;
    struct uuid id = hold_online(f, 0, MOST);
    struct act_meta meta = ruth(f);
    desk_hold_extend(&f->till.house.desk, &meta, &id, 60000, &f->out);
    DONE(f);
    meta = ruth(f);
    desk_hold_release(&f->till.house.desk, &meta, &id, NULL, 0, END_USER_CANCELLED, &f->out);
    DONE(f);
}

/* ---- what does not -------------------------------------------------------------------------- */

static void a_hold_that_could_not_be_sold_is_refused_at_once(void **state)
{
    struct fixture *f = *state;
    const uint64_t head = f->till.core.meta.head_seq;
    hold(f, 0, ALONE_SEATS + 1);
    is_refused(f, head);
}

static void an_exchange_that_does_not_fit_is_refused_before_anything_is_written(void **state)
{
    struct fixture *f = *state;
    char code[CODE_TEXT];
    snprintf(code, sizeof code, "%s", sell(f, hold(f, 0, ALONE_SEATS)));
    struct uuid other = hold(f, MOST, ALONE_SEATS);
    DONE(f);
    const uint64_t head = f->till.core.meta.head_seq;
    exchange(f, code, other);
    is_refused(f, head);
}

/* Whoever asks the core past the desk stops no till either. */
static void the_core_refuses_what_is_too_large(void **state)
{
    struct fixture *f = *state;
    static const uint8_t payload[ENTRY_BYTES_MOST];
    const struct till_act act = {
        .uid = {{7}}, .kind = ENTRY_SEATS, .payload = payload, .payload_size = sizeof payload};
    const uint64_t head = f->till.core.meta.head_seq;
    struct till_written written;
    assert_int_equal(till_journal(&f->till.core, f->till.house.scratch, &act, &written),
                     VERDICT_INVALID);
    assert_int_equal(f->till.core.meta.head_seq, head);
    assert_false(f->till.core.latched);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(the_largest_hold_can_be_sold_and_taken_back),
        RULE(the_largest_exchange_fits),
        RULE(any_hold_of_the_house_can_be_let_go),
        RULE(a_hold_that_could_not_be_sold_is_refused_at_once),
        RULE(an_exchange_that_does_not_fit_is_refused_before_anything_is_written),
        RULE(the_core_refuses_what_is_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
