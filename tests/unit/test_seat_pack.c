#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "src/domain/plan_text.h"
#include "src/domain/seat_names.h"
#include "src/domain/seat_pack.h"
#include "tests/lib/builders.h"
#include "tests/unit/plan_same.h"

enum { SEATS = 3000, ROWS = 30, ROUNDS = 40 };

static int arena_up(void **state)
{
    *state = arena_new();
    return 0;
}

static int arena_down(void **state)
{
    struct arena *arena = *state;
    arena_free(&arena);
    return 0;
}

/* ---- plans ---------------------------------------------------------------------------------- */

static void assert_comes_back(struct arena *arena, const struct plan *plan)
{
    struct packed packed = places_pack(plan);
    struct plan back = {.seat_count = plan->seat_count};
    assert_true(places_unpack(packed.bytes, packed.size, arena, &back));
    assert_int_equal(back.row_count, plan->row_count);
    for (int i = 0; i < plan->row_count; i++) {
        assert_int_equal(back.rows[i].section, plan->rows[i].section);
        assert_int_equal(back.rows[i].line, plan->rows[i].line);
        assert_string_equal(back.rows[i].label, plan->rows[i].label);
    }
    for (int i = 0; i < plan->seat_count; i++)
        assert_true(same_seat(plan, &back, i));
    packed_free(&packed);
}

/* ROWS rows for these seats. */
static struct plan a_plan(struct arena *arena, struct plan_seat *seats,
                          const struct seat_names *names)
{
    struct plan plan = {
        .seats = seats, .seat_count = SEATS, .row_count = ROWS, .names = seat_names_text(names)};
    plan.rows = arena_array(arena, ROWS, sizeof *plan.rows);
    for (int i = 0; i < ROWS; i++) {
        plan.rows[i] = (struct plan_row){.section = i / 3, .line = -i};
        snprintf(plan.rows[i].label, ROW_TEXT, "%.*s", i % ROW_TEXT, "ABCDEFGHIJKLMNO");
    }
    return plan;
}

static void a_drawn_hall_comes_back_seat_by_seat(void **state)
{
    const struct scene *scene = a_hall(*state, "=Stalls\n..w._.hb.\n.x..\n=Circle\n....");
    assert_comes_back(*state, scene->snapshot.plan);
}

/* Nothing is as expected: numbers, places, kinds and names jump, some seats have a guid. */
static void any_seats_come_back(void **state)
{
    uint64_t seed = 7;
    struct rng rng = rng_seeded(&seed);
    struct seat_names names = {.arena = *state};
    struct plan_seat *seats = arena_array(*state, SEATS, sizeof *seats);
    for (int i = 0; i < SEATS; i++) {
        uint32_t dice[6];
        char number[NUMBER_TEXT], guid[20];
        rng.fill(rng.ctx, dice, sizeof dice);
        snprintf(number, sizeof number, "%u", dice[0] % 90);
        snprintf(guid, sizeof guid, "%u", dice[1]);
        seats[i] = (struct plan_seat){.no = (int32_t)(dice[2] >> 1),
                                      .row = dice[3] % ROWS,
                                      .cell = (int32_t)(dice[3] >> 8),
                                      .class_no = (dice[4] >> 8) & 255,
                                      .flags = (dice[4] >> 16) & SEAT_FLAGS};
        seats[i].x = (float)dice[5] / 7;
        seats[i].y = -(float)dice[0] / 3;
        seats[i].name = seat_names_keep(&names, number, dice[1] % 3 ? "" : guid);
    }
    const struct plan plan = a_plan(*state, seats, &names);
    assert_comes_back(*state, &plan);
}

static void no_seats_are_packed_too(void **state)
{
    static const struct plan none;
    assert_comes_back(*state, &none);
}

/* What one expects costs one byte. */
static void a_regular_hall_takes_little_more_than_a_byte_a_seat(void **state)
{
    struct seat_names names = {.arena = *state};
    struct plan_seat *seats = arena_array(*state, SEATS, sizeof *seats);
    char number[NUMBER_TEXT];
    for (int i = 0; i < SEATS; i++) {
        int place = i % (SEATS / ROWS);
        snprintf(number, sizeof number, "%d", place + 1);
        seats[i] =
            (struct plan_seat){.no = i, .row = plan_row_read(i / (SEATS / ROWS)), .cell = place};
        seats[i].x = (float)place;
        seats[i].y = (float)seats[i].row;
        seats[i].name = seat_names_keep(&names, number, "");
    }
    const struct plan plan = a_plan(*state, seats, &names);
    struct packed packed = places_pack(&plan);
    assert_true(packed.size < SEATS * 2);
    packed_free(&packed);
}

/* ---- states --------------------------------------------------------------------------------- */

static void random_states(struct seat_state *states, int count, uint64_t seed)
{
    struct rng rng = rng_seeded(&seed);
    memset(states, 0, (size_t)count * sizeof *states);
    for (int i = 0; i < count; i++) {
        uint8_t dice[4];
        rng.fill(rng.ctx, dice, sizeof dice);
        states[i].version = 1;
        if (i > 0 && dice[0] % 4) {
            states[i] = states[i - 1];
            continue;
        }
        states[i].status = dice[1] % SEAT_STATUS_COUNT;
        states[i].version = dice[2] % 2 ? 1 : UINT32_MAX - dice[2];
        states[i].open_to = dice[3] & 7;
        states[i].allotment = dice[3] & 8 ? UINT16_MAX : 0;
        if (states[i].status == SEAT_HELD)
            states[i].held_until = dice[3] & 16 ? INT64_MAX : 1700000000000 + dice[3];
        if (states[i].status == SEAT_HELD || states[i].status == SEAT_SOLD)
            rng.fill(rng.ctx, &states[i].holder, sizeof states[i].holder);
    }
}

static void any_states_come_back(void **state)
{
    static struct seat_state states[SEATS], back[SEATS];
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        int count = SEATS / (int)round;
        random_states(states, count, round);
        struct packed packed = states_pack(states, count);
        assert_true(states_unpack(packed.bytes, packed.size, back, count));
        assert_memory_equal(states, back, (size_t)count * sizeof *states);
        packed_free(&packed);
    }
}

static void a_new_show_is_a_few_bytes(void **state)
{
    static struct seat_state states[SEATS];
    for (int i = 0; i < SEATS; i++)
        states[i] = (struct seat_state){.version = 1};
    struct packed packed = states_pack(states, SEATS);
    assert_true(packed.size < 8);
    packed_free(&packed);
}

/* ---- bytes that lie ------------------------------------------------------------------------- */

/* Exactly as many as there are, so that reading beyond the end is seen by a sanitizer. */
static uint8_t *some_of(const struct packed *packed, size_t size)
{
    uint8_t *bytes = malloc(size ? size : 1);
    assert_non_null(bytes);
    memcpy(bytes, packed->bytes, size);
    return bytes;
}

static void bytes_that_end_early_are_refused(void **state)
{
    const struct scene *scene = a_hall(*state, "=Stalls\n..w._.hb.\n.x..");
    const struct plan *plan = scene->snapshot.plan;
    struct packed seats = places_pack(plan);
    struct plan back = {.seat_count = plan->seat_count};
    struct packed states = states_pack(scene->snapshot.state, plan->seat_count);
    struct seat_state *stands = arena_array(*state, (size_t)plan->seat_count, sizeof *stands);
    for (size_t size = 0; size < seats.size; size++) {
        uint8_t *bytes = some_of(&seats, size);
        assert_false(places_unpack(bytes, size, *state, &back));
        free(bytes);
    }
    for (size_t size = 0; size < states.size; size++) {
        uint8_t *bytes = some_of(&states, size);
        assert_false(states_unpack(bytes, size, stands, plan->seat_count));
        free(bytes);
    }
    back.seat_count--;
    assert_false(places_unpack(seats.bytes, seats.size, *state, &back));
    assert_false(states_unpack(states.bytes, states.size, stands, plan->seat_count - 1));
    packed_free(&seats);
    packed_free(&states);
}

/* Whatever comes out of them, nothing is read or written where it should not be. */
static void bytes_that_are_wrong_do_no_harm(void **state)
{
    const struct scene *scene = a_hall(*state, "=Stalls\n..w._.hb.\n.x..");
    const struct plan *plan = scene->snapshot.plan;
    struct packed seats = places_pack(plan);
    struct plan back = {.seat_count = plan->seat_count};
    struct packed states = states_pack(scene->snapshot.state, plan->seat_count);
    struct seat_state *stands = arena_array(*state, (size_t)plan->seat_count, sizeof *stands);
    for (size_t at = 0; at < seats.size * 256; at++) {
        uint8_t *bytes = some_of(&seats, seats.size);
        bytes[at / 256] = (uint8_t)at;
        if (places_unpack(bytes, seats.size, *state, &back))
            for (int i = 0; i < plan->seat_count; i++)
                assert_true(back.seats[i].row < back.row_count &&
                            strlen(plan_seat_number(&back, &back.seats[i])) < NUMBER_TEXT);
        free(bytes);
    }
    for (size_t at = 0; at < states.size * 256; at++) {
        uint8_t *bytes = some_of(&states, states.size);
        bytes[at / 256] = (uint8_t)at;
        if (states_unpack(bytes, states.size, stands, plan->seat_count))
            assert_true(stands[0].status < SEAT_STATUS_COUNT);
        free(bytes);
    }
    packed_free(&seats);
    packed_free(&states);
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, arena_up, arena_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(a_drawn_hall_comes_back_seat_by_seat),
        WITH_ARENA(any_seats_come_back),
        WITH_ARENA(no_seats_are_packed_too),
        WITH_ARENA(a_regular_hall_takes_little_more_than_a_byte_a_seat),
        WITH_ARENA(any_states_come_back),
        WITH_ARENA(a_new_show_is_a_few_bytes),
        WITH_ARENA(bytes_that_end_early_are_refused),
        WITH_ARENA(bytes_that_are_wrong_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
