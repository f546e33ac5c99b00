/* How the house's store uses its locks: a fast no, never a yes, and nothing left behind. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/adapter/null_feed.h"
#include "src/adapter/null_lock.h"

/* ---- a lock server and a store by script ---------------------------------------------------- */

enum { TAKES = 256 };

struct scripted_lock {
    struct lock base;
    enum lock_answer answer[TAKES]; /* LOCK_TAKEN when nothing else is said */
    int takes, releases, extends;
    int extends_most;                      /* then they are lost */
    int32_t taken[TAKES], released[TAKES]; /* shows */
    int seats;                             /* of the last wish */
    struct lock_seat first;                /* of the last wish */
};

static enum lock_answer take(struct lock *lock, const struct lock_wish *wish,
                             struct lock_refusal *refusal)
{
    struct scripted_lock *script = (struct scripted_lock *)(void *)lock;
    *refusal = (struct lock_refusal){.seat = wish->seats[0].seat, .version = 9};
    script->seats = wish->count;
    script->first = wish->seats[0];
    script->taken[script->takes] = wish->show;
    return script->answer[script->takes++];
}

static void release(struct lock *lock, const struct lock_wish *wish)
{
    struct scripted_lock *script = (struct scripted_lock *)(void *)lock;
    script->released[script->releases++] = wish->show;
}

static bool extend(struct lock *lock, const struct lock_wish *wish)
{
    struct scripted_lock *script = (struct scripted_lock *)(void *)lock;
    return script->extends++ < script->extends_most;
}

static void close_lock(struct lock *lock)
{
}

static const struct lock_ops lock_ops = {
    .name = "script", .take = take, .extend = extend, .release = release, .close = close_lock};

struct scripted_store {
    struct store base;
    enum rc rc;
    enum applied applied;
    int applies;
    struct meanwhile idle;
    struct fake_clock *time;
    int64_t takes_ms; /* an act; somebody waits for it */
};

enum { TICK_MS = 100 };

static enum rc apply(struct store *store, const struct changeset *cs, struct apply_result *result,
                     struct err *err)
{
    struct scripted_store *script = (struct scripted_store *)(void *)store;
    *result = (struct apply_result){.applied = script->applied};
    script->applies++;
    for (int64_t ms = 0; ms < script->takes_ms; ms += TICK_MS) {
        script->time->mono += TICK_MS;
        if (script->idle.tick)
            script->idle.tick(script->idle.ctx);
    }
    return script->rc;
}

static void meanwhile(struct store *store, const struct meanwhile *idle)
{
    struct scripted_store *script = (struct scripted_store *)(void *)store;
    script->idle = idle ? *idle : (struct meanwhile){0};
}

static void close_store(struct store *store)
{
}

static const struct store_ops store_ops = {
    .name = "script", .meanwhile = meanwhile, .apply = apply, .close = close_store};

/* ---- one act -------------------------------------------------------------------------------- */

struct fixture {
    struct scripted_lock lock;
    struct scripted_store inner;
    struct fake_clock time;
    struct store *house;
    struct arena *arena;
    struct changeset *cs;
    struct apply_result result;
};

static struct changeset *an_act(struct fixture *f, uint8_t key)
{
    struct changeset *cs = changeset_new(f->arena);
    cs->key.b[15] = key;
    return cs;
}

static void change(struct fixture *f, int32_t show, int32_t seat, uint32_t seen)
{
    *LIST_ADD(f->arena, &f->cs->seats) = (struct seat_change){
        .show = show, .seat = seat, .seen = seen, .act = ACT_BLOCK, .to = SEAT_BLOCKED};
}

static int setup(void **state)
{
    struct fixture *f = x_alloc(sizeof *f);
    f->lock.base.ops = &lock_ops;
    f->inner.base.ops = &store_ops;
    f->inner.time = &f->time;
    f->lock.extends_most = TAKES;
    f->time.mono = 1000;
    f->arena = arena_new();
    f->cs = an_act(f, 1);
    const struct house_front front = {&f->lock.base, null_registry(), null_feed(), NULL};
    const struct clock clock = clock_fake(&f->time);
    assert_int_equal(house_store_new(&f->inner.base, &front, &clock, false, &f->house, NULL),
                     RC_OK);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    store_close(&f->house);
    arena_free(&f->arena);
    free(f);
    return 0;
}

static enum rc act(struct fixture *f)
{
    return f->house->ops->apply(f->house, f->cs, &f->result, NULL);
}

/* ---- rules ---------------------------------------------------------------------------------- */

static void seats_are_locked_in_order_and_each_once(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 30, 5);
    change(f, 1, 20, 7);
    change(f, 1, 20, 8);
    act(f);
    assert_int_equal(f->lock.takes, 1);
    assert_int_equal(f->lock.seats, 2);
    assert_int_equal(f->lock.first.seat, 20);
    assert_int_equal(f->lock.first.seen, 7); /* the version that was seen, not the one in between */
}

static void an_act_on_two_shows_locks_both_or_none(void **state)
{
    struct fixture *f = *state;
    change(f, 2, 1, 5);
    change(f, 1, 1, 5);
    f->lock.answer[1] = LOCK_HELD;
    assert_int_equal(act(f), RC_OK);
    assert_int_equal(f->result.applied, APPLIED_STALE);
    assert_int_equal(f->lock.taken[0], 1);
    assert_int_equal(f->lock.taken[1], 2);
    assert_int_equal(f->lock.releases, 1);
    assert_int_equal(f->lock.released[0], 1);
    assert_int_equal(f->inner.applies, 0);
}

static void nobody_to_ask_means_asking_the_store(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    f->lock.answer[0] = LOCK_ABSENT;
    act(f);
    assert_int_equal(f->inner.applies, 1);
    assert_int_equal(f->result.applied, APPLIED_OK);
}

static void an_act_without_seats_asks_for_no_lock(void **state)
{
    struct fixture *f = *state;
    act(f);
    assert_int_equal(f->lock.takes, 0);
    assert_int_equal(f->inner.applies, 1);
}

static void a_very_large_act_does_not_hold_the_lock_server_up(void **state)
{
    struct fixture *f = *state;
    for (int seat = 0; seat <= LOCK_SEATS_MAX; seat++)
        change(f, 1, seat, 5);
    act(f);
    assert_int_equal(f->lock.takes, 0);
    assert_int_equal(f->inner.applies, 1);
}

static void what_the_store_refuses_lets_its_locks_go(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    f->inner.applied = APPLIED_REFUSED;
    act(f);
    assert_int_equal(f->lock.releases, 1);
}

static void where_the_store_itself_is_waited_for_nobody_else_is_let_in(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    f->inner.applied = APPLIED_BUSY;
    act(f);
    assert_int_equal(f->lock.releases, 0);
    f->cs->any_will_do = true; /* it goes elsewhere */
    act(f);
    assert_int_equal(f->lock.releases, 1);
}

static void an_answer_that_was_lost_is_passed_on_and_the_next_try_goes_to_the_store(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    f->inner.rc = RC_UNKNOWN;
    assert_int_equal(act(f), RC_UNKNOWN);
    assert_int_equal(f->lock.releases, 1);
    f->inner.rc = RC_OK;
    f->inner.applied = APPLIED_REPLAY;
    f->lock.answer[1] = LOCK_HELD; /* by this very act, for all the front knows */
    assert_int_equal(act(f), RC_OK);
    assert_int_equal(f->result.applied, APPLIED_REPLAY);
}

static void a_hold_is_believed_once_an_act(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    f->lock.answer[0] = f->lock.answer[1] = LOCK_HELD;
    act(f);
    assert_int_equal(f->result.applied, APPLIED_STALE);
    assert_int_equal(f->result.fresh[0].state.version, 9);
    act(f);
    assert_int_equal(f->inner.applies, 1);
}

static void answer_until(struct fixture *f, int turn, enum lock_answer answer)
{
    for (int i = 0; i < turn; i++)
        f->lock.answer[i] = answer;
}

static void whoever_finds_somebody_at_it_waits_and_asks_the_store_only_then(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    answer_until(f, 10, LOCK_BUSY);
    assert_int_equal(act(f), RC_OK);
    assert_int_equal(f->result.applied, APPLIED_OK);
    assert_int_equal(f->lock.takes, 11);
    assert_int_equal(f->inner.applies, 1);
}

static void what_the_other_holds_in_the_end_is_believed_however_long_it_took(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    answer_until(f, 10, LOCK_BUSY);
    f->lock.answer[10] = LOCK_HELD;
    act(f);
    assert_int_equal(f->result.applied, APPLIED_STALE);
    assert_int_equal(f->result.fresh_count, 1);
    assert_int_equal(f->inner.applies, 0);
}

/* Longer than one that died can keep a lock: then it is a lie. */
static void nobody_waits_for_ever(void **state)
{
    struct fixture *f = *state;
    int64_t began = f->time.mono;
    change(f, 1, 1, 5);
    answer_until(f, TAKES, LOCK_BUSY);
    act(f);
    assert_int_equal(f->result.applied, APPLIED_OK);
    assert_in_range(f->time.mono - began, LOCK_MS + 1, 5 * LOCK_MS);
    began = f->time.mono;
    act(f); /* it was sent before, and may be done */
    assert_int_equal(f->time.mono, began);
    assert_int_equal(f->inner.applies, 2);
}

/* Each act on another seat: the lie is told once for all of them, and forgotten after a while. */
static void a_lock_that_never_ends_costs_its_show_one_wait(void **state)
{
    enum { A_ROW = 17, LONG_AFTER = 120000 };
    struct fixture *f = *state;
    int64_t began = f->time.mono;
    for (uint8_t seat = 0; seat < A_ROW; seat++) {
        f->cs = an_act(f, (uint8_t)(100 + seat));
        change(f, 1, seat, 5);
        f->lock.takes = 0;
        answer_until(f, TAKES, LOCK_BUSY);
        act(f);
        assert_int_equal(f->result.applied, APPLIED_OK);
    }
    assert_in_range(f->time.mono - began, LOCK_MS + 1, 5 * LOCK_MS);
    began = f->time.mono += LONG_AFTER;
    f->cs = an_act(f, 99);
    change(f, 1, 1, 5);
    f->lock.takes = 0;
    act(f);
    assert_true(f->time.mono - began > LOCK_MS);
}

static void an_act_that_is_done_soon_extends_no_lock(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    f->inner.takes_ms = LOCK_MS / 2 - TICK_MS;
    act(f);
    assert_int_equal(f->lock.extends, 0);
}

/* Each time before they are over, and not after others have lost their patience. */
static void an_act_that_takes_long_keeps_its_locks_while_others_are_patient(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    f->inner.takes_ms = 3 * LOCK_MS;
    act(f);
    assert_int_equal(f->lock.extends, 6);
    assert_null(f->inner.idle.tick);
    f->cs = an_act(f, 2);
    change(f, 1, 1, 5);
    f->inner.takes_ms = 20 * LOCK_MS;
    act(f);
    assert_int_equal(f->lock.extends, 12);
}

static void an_act_on_two_shows_keeps_the_locks_of_both(void **state)
{
    struct fixture *f = *state;
    change(f, 2, 1, 5);
    change(f, 1, 1, 5);
    f->inner.takes_ms = LOCK_MS / 2;
    act(f);
    assert_int_equal(f->lock.extends, 2);
}

static void locks_that_are_lost_are_not_asked_for_again_and_the_store_decides(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    f->inner.takes_ms = 3 * LOCK_MS;
    f->lock.extends_most = 2;
    assert_int_equal(act(f), RC_OK);
    assert_int_equal(f->result.applied, APPLIED_OK);
    assert_int_equal(f->lock.extends, 3);
}

static void who_was_given_no_lock_has_none_to_keep(void **state)
{
    struct fixture *f = *state;
    change(f, 1, 1, 5);
    f->lock.answer[0] = LOCK_ABSENT;
    f->inner.takes_ms = 3 * LOCK_MS;
    act(f);
    assert_int_equal(f->lock.extends, 0);
}

static void two_who_wait_come_back_at_different_times(void **state)
{
    struct fixture *f = *state;
    int64_t took[2];
    for (int i = 0; i < 2; i++) {
        f->cs = an_act(f, (uint8_t)(i + 1));
        memset(f->cs->key.b + 8, i ? 200 : 20, 7);
        change(f, 1, 1, 5);
        int64_t began = f->time.mono;
        f->lock.takes = 0;
        answer_until(f, 10, LOCK_BUSY);
        act(f);
        took[i] = f->time.mono - began;
    }
    assert_true(took[1] > took[0] + 50);
}

static void where_others_will_do_a_seat_is_passed_over_and_no_more_is_read(void **state)
{
    enum { BELIEVED = 12 };
    struct fixture *f = *state;
    change(f, 1, 3, 5);
    f->cs->any_will_do = true;
    for (int i = 0; i <= BELIEVED; i++)
        f->lock.answer[i] = i % 2 ? LOCK_HELD : LOCK_BUSY;
    for (int i = 0; i < BELIEVED; i++) {
        act(f);
        assert_int_equal(f->result.applied, APPLIED_BUSY);
        assert_true(f->result.busy_known);
        assert_int_equal(f->inner.applies, 0);
    }
    act(f); /* it has said so often enough */
    assert_int_equal(f->inner.applies, 1);
}

static void another_act_is_refused_anew(void **state)
{
    struct fixture *f = *state;
    f->lock.answer[0] = f->lock.answer[1] = LOCK_HELD;
    change(f, 1, 1, 5);
    act(f);
    f->cs = an_act(f, 2);
    change(f, 1, 1, 5);
    act(f);
    assert_int_equal(f->inner.applies, 0);
}

/* ---- the null ports ------------------------------------------------------------------------- */

static void a_house_without_a_fast_layer_is_told_so_and_nothing_else(void **state)
{
    struct lock *lock = null_lock();
    struct registry *registry = null_registry();
    struct feed *feed = null_feed();
    const struct lock_seat seat = {.seat = 1};
    const struct lock_wish wish = {.show = 1, .seats = &seat, .count = 1};
    struct lock_refusal refusal;
    struct registry_map map;
    struct registry_entry *entries;
    struct registry_count count;
    struct feed_notes notes;
    int32_t seats[SEAT_STATUS_COUNT];
    int entry_count;
    struct arena *arena = arena_new();
    assert_int_equal(lock->ops->take(lock, &wish, &refusal), LOCK_ABSENT);
    assert_false(lock->ops->extend(lock, &wish));
    assert_false(registry->ops->list(registry, 1, 0, arena, &entries, &entry_count));
    assert_false(registry->ops->count(registry, 1, 0, &count));
    assert_false(registry->ops->map_get(registry, 1, arena, &map));
    assert_false(registry->ops->occupancy_get(registry, 1, seats));
    assert_false(feed->ops->take(feed, arena, &notes));
    assert_int_equal(notes.list.count, 0);
    assert_int_equal(feed->ops->fd(feed), -1);
    lock_close(&lock);
    registry_close(&registry);
    feed_close(&feed);
    assert_null(lock);
    arena_free(&arena);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        RULE(seats_are_locked_in_order_and_each_once),
        RULE(an_act_on_two_shows_locks_both_or_none),
        RULE(nobody_to_ask_means_asking_the_store),
        RULE(an_act_without_seats_asks_for_no_lock),
        RULE(a_very_large_act_does_not_hold_the_lock_server_up),
        RULE(what_the_store_refuses_lets_its_locks_go),
        RULE(where_the_store_itself_is_waited_for_nobody_else_is_let_in),
        RULE(an_answer_that_was_lost_is_passed_on_and_the_next_try_goes_to_the_store),
        RULE(a_hold_is_believed_once_an_act),
        RULE(whoever_finds_somebody_at_it_waits_and_asks_the_store_only_then),
        RULE(what_the_other_holds_in_the_end_is_believed_however_long_it_took),
        RULE(nobody_waits_for_ever),
        RULE(a_lock_that_never_ends_costs_its_show_one_wait),
        RULE(an_act_that_is_done_soon_extends_no_lock),
        RULE(an_act_that_takes_long_keeps_its_locks_while_others_are_patient),
        RULE(an_act_on_two_shows_keeps_the_locks_of_both),
        RULE(locks_that_are_lost_are_not_asked_for_again_and_the_store_decides),
        RULE(who_was_given_no_lock_has_none_to_keep),
        RULE(two_who_wait_come_back_at_different_times),
        RULE(where_others_will_do_a_seat_is_passed_over_and_no_more_is_read),
        RULE(another_act_is_refused_anew),
        cmocka_unit_test(a_house_without_a_fast_layer_is_told_so_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
