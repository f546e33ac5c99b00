/* A till's line to a house that answers, hangs, dies and comes back; no thread, no waiting. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "sync/till_line.h"
#include "tests/lib/sync_pair.h"

/* What becomes of a question. */
enum line_is { LINE_UP, LINE_DOWN, LINE_ANSWER_LOST, LINE_REFUSES };

struct shop {
    struct upstream base; /* first: what the line asks */
    struct upstream *upstream;
    struct pair *pair;
    struct till_line *line;
    enum line_is is;
    bool hangs; /* questions wait at the house's door */
    struct uplink_ask waiting[UPLINK_ROOM];
    int waiting_count;
    int looks, says, pulls, pieces; /* pieces: the house still has for the replica */
    int late;                       /* so many of them do not belong where they are taken */
    int64_t taken;
    bool closed;
};

static enum rc fault(enum rc rc, struct err *err)
{
    return err_set(err, rc, "", "The house is not there.");
}

static enum rc outcome(const struct shop *shop, struct err *err)
{
    switch (shop->is) {
    case LINE_UP:
        return RC_OK;
    case LINE_DOWN:
        return fault(RC_TRANSIENT, err);
    case LINE_ANSWER_LOST:
        return fault(RC_UNKNOWN, err);
    case LINE_REFUSES:
        return fault(RC_CONFIG, err);
    }
    return RC_OK;
}

static enum rc look(struct upstream *upstream, struct err *err)
{
    struct shop *shop = (struct shop *)(void *)upstream;
    shop->looks++;
    return outcome(shop, err);
}

static enum rc say_to(struct upstream *upstream, struct arena *arena, const struct sync_message *in,
                      struct sync_message *out, struct err *err)
{
    struct shop *shop = (struct shop *)(void *)upstream;
    (void)arena;
    shop->says++;
    if (shop->is == LINE_UP || shop->is == LINE_ANSWER_LOST)
        *out = pair_ask(shop->pair, in);
    return outcome(shop, err);
}

static enum rc pull(struct upstream *upstream, struct arena *arena, const struct replica_ask *ask,
                    struct replica_rows **out, struct err *err)
{
    struct shop *shop = (struct shop *)(void *)upstream;
    *out = arena_alloc(arena, sizeof **out);
    shop->pulls++;
    (*out)->after = (*out)->mark = ask->after;
    if (shop->pieces > 0)
        (*out)->mark.event++;
    if (shop->pieces > 0)
        (*out)->more = --shop->pieces > 0;
    return outcome(shop, err);
}

static void past(struct upstream *upstream, char out[UPSTREAM_PAST])
{
    (void)upstream;
    out[0] = '\0';
}

static void close_it(struct upstream *upstream)
{
    struct shop *shop = (struct shop *)(void *)upstream;
    shop->closed = true;
}

static const struct upstream_ops ops = {
    .look = look, .say = say_to, .pull = pull, .past = past, .close = close_it};

static enum rc want(void *ctx, struct arena *arena, struct replica_ask *ask, struct err *err)
{
    const struct shop *shop = ctx;
    (void)arena, (void)err;
    *ask = (struct replica_ask){.after = {.event = shop->taken}};
    return RC_OK;
}

static enum rc take(void *ctx, const struct replica_rows *rows, struct err *err)
{
    struct shop *shop = ctx;
    if (shop->late > 0 && shop->late--)
        return err_set(err, RC_CONFLICT, "", "It came late.");
    assert_int_equal(rows->after.event, shop->taken);
    shop->taken = rows->mark.event;
    return RC_OK;
}

/* ---- time ----------------------------------------------------------------------------------- */

static int64_t wall(void *ctx)
{
    const struct shop *shop = ctx;
    return shop->pair->world.now;
}

static int64_t mono(void *ctx)
{
    return wall(ctx) - 900000000;
}

static void ask_house(struct shop *shop, const struct uplink_ask *ask)
{
    struct uplink_answer answer = {.kind = ask->kind};
    uplink_do(&shop->upstream, ask, &answer);
    till_line_hear(shop->line, &answer);
}

/* What is asked is answered, until nothing is asked any more at this moment. */
static void turn(struct shop *shop)
{
    struct uplink_ask ask;
    till_line_tick(shop->line);
    while (till_line_next(shop->line, &ask)) {
        if (shop->hangs)
            shop->waiting[shop->waiting_count++] = ask;
        else
            ask_house(shop, &ask);
        till_line_tick(shop->line);
    }
}

static void pass(struct shop *shop, int64_t ms)
{
    int64_t end = shop->pair->world.now + ms;
    turn(shop);
    for (int64_t due = till_line_due(shop->line); due <= end - 900000000;
         due = till_line_due(shop->line)) {
        shop->pair->world.now = due + 900000000;
        turn(shop);
    }
    shop->pair->world.now = end;
    turn(shop);
}

static void answer_late(struct shop *shop)
{
    shop->hangs = false;
    for (int i = 0; i < shop->waiting_count; i++)
        ask_house(shop, &shop->waiting[i]);
    shop->waiting_count = 0;
}

/* ---- the fixture ---------------------------------------------------------------------------- */

static void start(struct shop *shop)
{
    const struct till_line_spec spec = {.core = &shop->pair->till,
                                        .clock = {.wall_ms = wall, .mono_ms = mono, .ctx = shop},
                                        .pace = till_line_pace,
                                        .want = want,
                                        .take = take,
                                        .ctx = shop};
    shop->line = till_line_new(&spec);
}

static int set_up(void **state)
{
    struct shop *shop = x_alloc(sizeof *shop);
    shop->base.ops = &ops;
    shop->upstream = &shop->base;
    shop->pair = pair_new();
    start(shop);
    *state = shop;
    return 0;
}

static int tear_down(void **state)
{
    struct shop *shop = *state;
    answer_late(shop);
    till_line_free(&shop->line);
    pair_free(&shop->pair);
    free(shop);
    return 0;
}

static enum till_mode mode_of(struct shop *shop)
{
    struct till_standing standing;
    till_line_standing(shop->line, &standing);
    return standing.mode;
}

static uint64_t pending(struct shop *shop)
{
    struct till_standing standing;
    till_line_standing(shop->line, &standing);
    return standing.pending;
}

static void sell_three(struct shop *shop)
{
    for (int i = 0; i < 3; i++)
        assert_int_equal(pair_both(shop->pair, i, i + 1), VERDICT_OK);
}

static void assert_accepted_once(struct shop *shop)
{
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pair_state(shop->pair, i + 1), ENTRY_ACCEPTED);
        assert_int_equal(shop->pair->world.deeds[i].effects, 1);
    }
    assert_int_equal(pending(shop), 0);
}

/* ---- out and back --------------------------------------------------------------------------- */

static void what_was_sold_alone_comes_home_and_the_till_is_online(void **state)
{
    struct shop *shop = *state;
    sell_three(shop);
    pass(shop, 5000);
    assert_accepted_once(shop);
    assert_int_equal(mode_of(shop), MODE_ONLINE);
    assert_true(till_line_changed(shop->line));
    assert_false(till_line_changed(shop->line));
}

static void nobody_is_online_before_ten_good_looks(void **state)
{
    struct shop *shop = *state;
    while (shop->looks < MODE_GOOD_PROBES) {
        assert_int_not_equal(mode_of(shop), MODE_ONLINE);
        pass(shop, 10);
    }
    assert_int_equal(mode_of(shop), MODE_ONLINE);
}

static void who_was_let_in_at_the_start_needs_no_run_of_looks(void **state)
{
    struct shop *shop = *state;
    till_line_found(shop->line);
    turn(shop);
    assert_int_equal(mode_of(shop), MODE_ONLINE);
}

static void who_has_something_to_upload_needs_it_all_the_same(void **state)
{
    struct shop *shop = *state;
    sell_three(shop);
    till_line_found(shop->line);
    turn(shop);
    assert_int_not_equal(mode_of(shop), MODE_ONLINE);
    pass(shop, 5000);
    assert_int_equal(mode_of(shop), MODE_ONLINE);
}

static void a_bad_look_takes_the_till_out(void **state)
{
    struct shop *shop = *state;
    struct till_standing standing;
    pass(shop, 5000);
    shop->is = LINE_DOWN;
    pass(shop, till_line_pace.look_ms);
    till_line_standing(shop->line, &standing);
    assert_int_equal(standing.mode, MODE_OFFLINE);
    assert_string_equal(standing.why.text, "The house is not there.");
}

static void an_act_that_did_not_arrive_takes_it_out_at_once(void **state)
{
    struct shop *shop = *state;
    struct err err;
    pass(shop, 5000);
    fault(RC_UNKNOWN, &err);
    till_line_lost(shop->line, &err);
    assert_int_equal(mode_of(shop), MODE_OFFLINE);
    assert_true(till_line_changed(shop->line));
    pass(shop, 10000);
    assert_int_equal(mode_of(shop), MODE_ONLINE);
}

static void a_house_that_is_away_is_looked_for_less_often(void **state)
{
    struct shop *shop = *state;
    shop->is = LINE_DOWN;
    pass(shop, 60000);
    assert_in_range(shop->looks, 25, 35);
    shop->looks = 0;
    pass(shop, 64000);
    assert_in_range(shop->looks, 7, 10);
    shop->looks = 0;
    till_line_retry(shop->line); /* a person asks */
    turn(shop);
    assert_int_equal(shop->looks, 1);
}

/* Wherever in the pauses between two looks the house comes back. */
static void after_a_short_outage_it_is_home_within_four_seconds(void **state)
{
    struct shop *shop = *state;
    for (int outage = 3000; outage < 40000; outage += 4321) {
        shop->is = LINE_DOWN;
        pass(shop, outage);
        assert_int_equal(mode_of(shop), MODE_OFFLINE);
        shop->is = LINE_UP;
        pass(shop, 4000);
        assert_int_equal(mode_of(shop), MODE_ONLINE);
    }
}

static void an_operator_keeps_it_offline(void **state)
{
    struct shop *shop = *state;
    pass(shop, 5000);
    till_line_hold(shop->line, true);
    pass(shop, 60000);
    assert_int_equal(mode_of(shop), MODE_OFFLINE);
    till_line_hold(shop->line, false);
    pass(shop, 5000);
    assert_int_equal(mode_of(shop), MODE_ONLINE);
}

/* ---- in the middle of it -------------------------------------------------------------------- */

static void a_line_that_breaks_in_the_upload_goes_on_where_it_was(void **state)
{
    struct shop *shop = *state;
    sell_three(shop);
    shop->is = LINE_DOWN;
    pass(shop, 3000);
    assert_int_equal(pending(shop), 3);
    shop->is = LINE_UP;
    pass(shop, 20000);
    assert_accepted_once(shop);
}

static void an_answer_that_is_lost_does_nothing_twice(void **state)
{
    struct shop *shop = *state;
    sell_three(shop);
    till_line_tick(shop->line);
    for (int i = 0; i < 6; i++) { /* hello and batches arrive, and no answer ever */
        shop->is = i % 2 ? LINE_ANSWER_LOST : LINE_UP;
        pass(shop, till_line_pace.back_ms);
    }
    shop->is = LINE_UP;
    pass(shop, 30000);
    assert_accepted_once(shop);
    assert_int_equal(mode_of(shop), MODE_ONLINE);
}

static void a_house_that_hangs_is_lost_and_its_late_answer_does_no_harm(void **state)
{
    struct shop *shop = *state;
    struct till_standing standing;
    pass(shop, 5000);
    shop->hangs = true;
    pass(shop, till_line_pace.look_ms + till_line_pace.patience_ms);
    till_line_standing(shop->line, &standing);
    assert_int_equal(standing.mode, MODE_OFFLINE);
    assert_non_null(strstr(standing.why.text, "has not answered for 10 seconds"));
    sell_three(shop);
    pass(shop, 60000);
    assert_true(shop->waiting_count < 5); /* what hangs is not piled up */
    answer_late(shop);
    pass(shop, 10000);
    assert_accepted_once(shop);
}

/* ---- the house's rows ----------------------------------------------------------------------- */

static void rows_are_pulled_piece_by_piece_until_there_are_none(void **state)
{
    struct shop *shop = *state;
    shop->pieces = 7;
    pass(shop, 5000);
    assert_int_equal(shop->taken, 7);
    int pulls = shop->pulls;
    pass(shop, 10 * till_line_pace.pull_ms);
    assert_in_range(shop->pulls - pulls, 9, 11);
    shop->pieces = 1;
    till_line_follow(shop->line); /* an act was done at the house */
    turn(shop);
    assert_int_equal(shop->pieces, 0);
}

static void a_piece_that_comes_late_is_asked_for_anew(void **state)
{
    struct shop *shop = *state;
    shop->pieces = 1;
    shop->late = 1;
    while (!shop->pulls)
        pass(shop, 10);
    assert_int_equal(shop->pulls, 2);
}

static void nothing_is_pulled_while_there_is_something_to_upload(void **state)
{
    struct shop *shop = *state;
    shop->pieces = 7;
    sell_three(shop);
    till_line_tick(shop->line);
    while (pending(shop)) {
        assert_int_equal(shop->pulls, 0);
        pass(shop, 10);
    }
    pass(shop, 5000);
    assert_int_equal(shop->pieces, 0);
}

static void rows_that_are_refused_leave_the_till_online(void **state)
{
    struct shop *shop = *state;
    struct till_standing standing;
    pass(shop, 5000);
    till_line_follow(shop->line);
    shop->is = LINE_REFUSES;
    till_line_tick(shop->line);
    struct uplink_ask next;
    assert_true(till_line_next(shop->line, &next));
    assert_int_equal(next.kind, UPLINK_PULL);
    ask_house(shop, &next);
    till_line_standing(shop->line, &standing);
    assert_int_equal(standing.mode, MODE_ONLINE);
    assert_int_equal(standing.why.rc, RC_CONFIG);
}

/* The person whom the house waited for may be the one who asks from now on. */
static void a_journal_that_was_not_taken_is_sent_again_when_somebody_else_asks(void **state)
{
    struct shop *shop = *state;
    struct pair *pair = shop->pair;
    pair->till.limits.renew_ms = 1000000;
    pair->world.house.revision = SYNC_REVISION - 1;
    sell_three(shop);
    pass(shop, 5000);
    assert_int_equal(pair->till.phase, TILL_STOPPED);
    pair->world.house.revision = SYNC_REVISION;
    pass(shop, 5000);
    assert_int_equal(pending(shop), 3);
    till_line_use(shop->line, &shop->base);
    turn(shop);
    assert_int_equal(pending(shop), 0);
}

/* ---- how it stands -------------------------------------------------------------------------- */

static void it_says_how_much_is_left_and_for_how_long(void **state)
{
    struct shop *shop = *state;
    struct till_standing standing;
    int64_t made_at = shop->pair->world.now;
    sell_three(shop);
    till_line_standing(shop->line, &standing);
    assert_int_equal(standing.pending, 3);
    assert_int_equal(standing.oldest.at, made_at);
    assert_int_equal(standing.left_ms, -1);
    struct uplink_ask ask;
    for (till_line_tick(shop->line); pending(shop) == 3; till_line_tick(shop->line)) {
        assert_true(till_line_next(shop->line, &ask));
        shop->pair->world.now += 100;
        ask_house(shop, &ask);
    }
    till_line_standing(shop->line, &standing);
    assert_int_equal(standing.pending, 1); /* a batch has two */
    assert_int_equal(standing.done, 2);
    assert_in_range(standing.left_ms, 50, 200);
    pass(shop, 5000);
    till_line_standing(shop->line, &standing);
    assert_int_equal(standing.left_ms, 0);
    assert_int_equal(standing.oldest.at, 0);
    assert_in_range(standing.uploaded_at, made_at + 1, shop->pair->world.now);
}

/* ---- the thread ----------------------------------------------------------------------------- */

static void wait_for_answer(struct uplink *uplink, struct uplink_answer *answer)
{
    while (!uplink_receive(uplink, answer))
        clock_system().pause_ms(NULL, 1);
}

static void the_thread_answers_in_order_and_closes_what_it_was_given(void **state)
{
    struct shop *shop = *state;
    struct err err;
    struct uplink_answer answer;
    const struct clock clock = clock_system();
    struct uplink *uplink = uplink_start(&clock, &err);
    assert_non_null(uplink);
    const struct uplink_ask asks[] = {{.kind = UPLINK_LOOK},
                                      {.kind = UPLINK_USE, .upstream = &shop->base},
                                      {.kind = UPLINK_LOOK},
                                      {.kind = UPLINK_PULL, .arena = arena_new()}};
    static const enum rc expected[] = {RC_TRANSIENT, RC_OK, RC_OK, RC_OK};
    for (int i = 0; i < COUNT_OF(asks); i++)
        assert_true(uplink_send(uplink, &asks[i]));
    for (int i = 0; i < COUNT_OF(asks); i++) {
        wait_for_answer(uplink, &answer);
        assert_int_equal(answer.kind, asks[i].kind);
        assert_int_equal(answer.rc, expected[i]);
        uplink_answer_free(&answer);
    }
    assert_int_equal(shop->looks, 1);
    assert_false(shop->closed);
    uplink_stop(&uplink);
    assert_true(shop->closed);
}

/* World and clock are one thread's at a time: the other one waits for its next question. */
static void turn_with(struct shop *shop, struct uplink *uplink)
{
    struct uplink_ask ask;
    struct uplink_answer answer;
    till_line_tick(shop->line);
    while (till_line_next(shop->line, &ask)) {
        assert_true(uplink_send(uplink, &ask));
        wait_for_answer(uplink, &answer);
        till_line_hear(shop->line, &answer);
    }
    shop->pair->world.now += 10;
}

static void a_real_thread_brings_the_journal_home(void **state)
{
    struct shop *shop = *state;
    struct err err;
    const struct clock clock = clock_system();
    struct uplink *uplink = uplink_start(&clock, &err);
    assert_non_null(uplink);
    sell_three(shop);
    till_line_use(shop->line, &shop->base);
    while (mode_of(shop) != MODE_ONLINE)
        turn_with(shop, uplink);
    uplink_stop(&uplink);
    assert_accepted_once(shop);
}

static void a_turn_hands_over_and_takes_in(void **state)
{
    struct shop *shop = *state;
    struct err err;
    const struct clock clock = clock_system();
    struct uplink *uplink = uplink_start(&clock, &err);
    assert_non_null(uplink);
    struct till_standing standing = {0};
    while (standing.why.rc != RC_TRANSIENT) { /* nobody has signed in */
        till_line_turn(shop->line, uplink);
        till_line_standing(shop->line, &standing);
    }
    assert_non_null(strstr(standing.why.text, "Nobody has signed in"));
    uplink_stop(&uplink);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(what_was_sold_alone_comes_home_and_the_till_is_online),
        RULE(nobody_is_online_before_ten_good_looks),
        RULE(who_was_let_in_at_the_start_needs_no_run_of_looks),
        RULE(who_has_something_to_upload_needs_it_all_the_same),
        RULE(a_bad_look_takes_the_till_out),
        RULE(an_act_that_did_not_arrive_takes_it_out_at_once),
        RULE(a_house_that_is_away_is_looked_for_less_often),
        RULE(after_a_short_outage_it_is_home_within_four_seconds),
        RULE(an_operator_keeps_it_offline),
        RULE(a_line_that_breaks_in_the_upload_goes_on_where_it_was),
        RULE(an_answer_that_is_lost_does_nothing_twice),
        RULE(a_house_that_hangs_is_lost_and_its_late_answer_does_no_harm),
        RULE(rows_are_pulled_piece_by_piece_until_there_are_none),
        RULE(a_piece_that_comes_late_is_asked_for_anew),
        RULE(nothing_is_pulled_while_there_is_something_to_upload),
        RULE(rows_that_are_refused_leave_the_till_online),
        RULE(a_journal_that_was_not_taken_is_sent_again_when_somebody_else_asks),
        RULE(it_says_how_much_is_left_and_for_how_long),
        RULE(the_thread_answers_in_order_and_closes_what_it_was_given),
        RULE(a_real_thread_brings_the_journal_home),
        RULE(a_turn_hands_over_and_takes_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
