#include "config.h"

#include "tests/contract/contract_speed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

enum { SHOW = 3 };
#define NOW ((int64_t)1790000000000)

struct ends {
    struct clock clock;
    struct house_front a, b; /* two tills */
    struct arena *arena;
};

static void close_front(struct house_front *front)
{
    lock_close(&front->lock);
    registry_close(&front->registry);
    feed_close(&front->feed);
    redis_link_free(&front->link);
}

static int setup(void **state)
{
    struct ends *ends = x_alloc(sizeof *ends);
    ends->clock = clock_system();
    ends->a = the_front(&ends->clock);
    ends->b = the_front(&ends->clock);
    ends->arena = arena_new();
    ends->a.registry->ops->forget(ends->a.registry, SHOW, 16);
    *state = ends;
    return 0;
}

static int teardown(void **state)
{
    struct ends *ends = *state;
    close_front(&ends->a);
    close_front(&ends->b);
    arena_free(&ends->arena);
    free(ends);
    return 0;
}

static const struct lock_seat two_seats[] = {{.seat = 1, .seen = 5}, {.seat = 2, .seen = 5}};

static struct lock_wish wish_of(uint8_t owner)
{
    return (struct lock_wish){.show = SHOW,
                              .owner = {{[0] = 1, [15] = owner}},
                              .seats = two_seats,
                              .count = 2,
                              .now = NOW};
}

static void no_two_acts_are_let_through_at_once(void **state)
{
    struct ends *ends = *state;
    const struct lock_wish mine = wish_of(1), yours = wish_of(2);
    struct lock_refusal refusal = {0};
    struct registry_count counted;
    enum lock_answer first = ends->a.lock->ops->take(ends->a.lock, &mine, &refusal);
    enum lock_answer second = ends->b.lock->ops->take(ends->b.lock, &yours, &refusal);
    assert_true(first != LOCK_TAKEN || second == LOCK_BUSY);
    assert_true(second != LOCK_BUSY || refusal.seat == 1);
    ends->b.lock->ops->release(ends->b.lock, &yours);
    assert_int_equal(ends->b.lock->ops->take(ends->b.lock, &yours, &refusal), second);
    ends->a.lock->ops->release(ends->a.lock, &mine);
    ends->a.registry->ops->count(ends->a.registry, SHOW, NOW, &counted); /* answered: it is done */
    assert_int_equal(ends->b.lock->ops->take(ends->b.lock, &yours, &refusal), first);
    ends->b.lock->ops->release(ends->b.lock, &yours);
}

static void who_has_locks_extends_them_and_nobody_else_does(void **state)
{
    struct ends *ends = *state;
    const struct lock_wish mine = wish_of(1), yours = wish_of(2);
    struct lock_refusal refusal;
    assert_false(ends->a.lock->ops->extend(ends->a.lock, &mine));
    bool taken = ends->a.lock->ops->take(ends->a.lock, &mine, &refusal) == LOCK_TAKEN;
    assert_int_equal(ends->a.lock->ops->extend(ends->a.lock, &mine), taken);
    assert_false(ends->b.lock->ops->extend(ends->b.lock, &yours));
    ends->a.lock->ops->release(ends->a.lock, &mine);
}

static void what_is_recorded_is_listed_and_counted_or_nothing_is(void **state)
{
    struct ends *ends = *state;
    const struct registry_seat seat = {.seat = 4,
                                       .state = {.status = SEAT_HELD,
                                                 .version = 6,
                                                 .holder = {{[15] = 40}},
                                                 .held_until = NOW + 60000},
                                       .holder = "anna",
                                       .held_at = NOW};
    const struct registry_record record = {.show = SHOW, .seats = &seat, .count = 1, .now = NOW};
    struct registry_entry *entries;
    struct registry_count counted;
    int count;
    ends->a.registry->ops->record(ends->a.registry, &record);
    bool answers =
        ends->a.registry->ops->list(ends->a.registry, SHOW, NOW, ends->arena, &entries, &count);
    assert_int_equal(ends->b.registry->ops->count(ends->b.registry, SHOW, NOW, &counted), answers);
    if (!answers)
        return;
    assert_int_equal(count, 1);
    assert_int_equal(counted.seats, 1);
    assert_int_equal(entries[0].seat, 4);
    assert_int_equal(entries[0].version, 6);
    ends->a.registry->ops->forget(ends->a.registry, SHOW, 16);
    assert_true(
        ends->a.registry->ops->list(ends->a.registry, SHOW, NOW, ends->arena, &entries, &count));
    assert_int_equal(count, 0);
}

static void a_map_and_counts_come_back_as_they_were_or_not_at_all(void **state)
{
    struct ends *ends = *state;
    struct seat_state states[2] = {{.version = 3}, {.version = 4, .status = SEAT_SOLD}};
    const struct registry_map map = {
        .show_version = 2, .plan_version = 1, .last_event = 7, .state = states, .count = 2};
    const int32_t counts[SEAT_STATUS_COUNT] = {1, 0, 1, 0};
    struct registry_map back;
    int32_t seats[SEAT_STATUS_COUNT];
    assert_false(ends->a.registry->ops->map_get(ends->a.registry, SHOW + 1, ends->arena, &back));
    ends->a.registry->ops->map_put(ends->a.registry, SHOW, &map);
    ends->a.registry->ops->occupancy_put(ends->a.registry, SHOW, counts);
    if (ends->a.registry->ops->map_get(ends->a.registry, SHOW, ends->arena, &back)) {
        assert_int_equal(back.count, 2);
        assert_int_equal(back.last_event, 7);
        assert_int_equal(back.state[1].status, SEAT_SOLD);
    }
    if (ends->a.registry->ops->occupancy_get(ends->a.registry, SHOW, seats))
        assert_int_equal(seats[SEAT_SOLD], 1);
}

static void who_follows_nothing_hears_nothing(void **state)
{
    struct ends *ends = *state;
    const struct feed_note note = {1, {.version = 2}};
    struct feed_notes notes;
    static const int32_t moved[SEAT_STATUS_COUNT] = {-1, 1, 0, 0};
    ends->a.feed->ops->publish(ends->a.feed, SHOW, &note, 1, moved);
    assert_false(ends->b.feed->ops->take(ends->b.feed, ends->arena, &notes));
    assert_int_equal(notes.list.count, 0);
    ends->b.feed->ops->subscribe(ends->b.feed, SHOW);
    ends->b.feed->ops->subscribe(ends->b.feed, 0);
    assert_false(ends->b.feed->ops->take(ends->b.feed, ends->arena, &notes));
}

int speed_main(void)
{
#define SENTENCE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        SENTENCE(no_two_acts_are_let_through_at_once),
        SENTENCE(who_has_locks_extends_them_and_nobody_else_does),
        SENTENCE(what_is_recorded_is_listed_and_counted_or_nothing_is),
        SENTENCE(a_map_and_counts_come_back_as_they_were_or_not_at_all),
        SENTENCE(who_follows_nothing_hears_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
