#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/domain/hall_maker.h"
#include "tests/unit/plan_same.h"
#include "tests/unit/plan_tray.h"

static void is_sound(const struct plan *plan, int seats)
{
    bool sound = plan_check(plan, arena, &faults);
    print_faults(&faults);
    assert_true(sound);
    assert_int_equal(plan->seat_count, seats);
}

static int with_flag(const struct plan *plan, uint8_t flag)
{
    int count = 0;
    for (int i = 0; i < plan->seat_count; i++)
        count += (plan->seats[i].flags & flag) != 0;
    return count;
}

static void the_studio_stands_around_its_floor(void **state)
{
    const struct plan *plan = hall_make_studio(arena);
    is_sound(plan, 62);
    assert_true(plan->focal_x == 0 && plan->focal_y == 0);
    for (int i = 0; i < plan->seat_count; i++) {
        const struct plan_seat *seat = &plan->seats[i];
        float away = fmaxf(fabsf(seat->x), fabsf(seat->y));
        bool front = plan->rows[seat->row].label[0] == 'A';
        assert_true(away == (front ? 6 : 8));
    }
    assert_int_equal(with_flag(plan, SEAT_WHEELCHAIR), 2);
}

static int seats_of(const struct plan *plan, const char *section)
{
    int i = plan_find_section(plan, section);
    assert_true(i >= 0);
    return plan->sections[i].seat_count;
}

static void the_playhouse_has_eleven_hundred_seats_on_three_floors_and_in_boxes(void **state)
{
    const struct plan *plan = hall_make_playhouse(arena);
    is_sound(plan, 1100);
    assert_int_equal(seats_of(plan, "Stalls"), 560);
    assert_int_equal(seats_of(plan, "Circle"), 300);
    assert_int_equal(seats_of(plan, "Balcony"), 180);
    assert_int_equal(seats_of(plan, "Boxes Left") + seats_of(plan, "Boxes Right"), 60);
    assert_true(plan_find_seat(plan, "Stalls-I-1") < 0);
    assert_true(plan_find_seat(plan, "Boxes Right-Box 12-1") >= 0);
    for (int flag = SEAT_WHEELCHAIR; flag <= SEAT_AISLE; flag *= 2)
        assert_true(with_flag(plan, (uint8_t)flag) > 0);
}

static void an_arena_has_exactly_the_seats_asked_for(void **state)
{
    const int sizes[] = {1, 7, 8, 63, 4000, 4001, 12345, 100000, PLAN_SEATS_MAX};
    for (int i = 0; i < (int)(sizeof sizes / sizeof sizes[0]); i++)
        is_sound(hall_make_arena(sizes[i], arena), sizes[i]);
}

static void an_arena_goes_round_its_pitch(void **state)
{
    const struct plan *plan = hall_make_arena(20000, arena);
    int quarters[4] = {0};
    assert_true(plan->focal_x == 0 && plan->focal_y == 0);
    for (int s = 0; s < plan->section_count; s++)
        quarters[(plan->sections[s].x > 0) + 2 * (plan->sections[s].y > 0)]++;
    for (int i = 0; i < 4; i++)
        assert_true(quarters[i] >= 8);
    for (int i = 0; i < plan->seat_count; i++) /* nobody sits on the pitch */
        assert_true(fabsf(plan->seats[i].x) > 105 || fabsf(plan->seats[i].y) > 68);
}

static void seats_of_an_arena_do_not_stand_on_one_another(void **state)
{
    const struct plan *plan = hall_make_arena(20000, arena);
    for (int s = 0; s < plan->section_count; s++)
        for (int t = 0; t < s; t++)
            assert_true(hypotf(plan->sections[s].x - plan->sections[t].x,
                               plan->sections[s].y - plan->sections[t].y) > 15);
}

static void drawings_of_the_halls_can_be_had(void **state)
{
    assert_non_null(strstr(hall_drawing("studio"), "title The Studio"));
    assert_non_null(strstr(hall_drawing("playhouse"), "title The Playhouse"));
    assert_null(hall_drawing("arena"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(the_studio_stands_around_its_floor),
        T(the_playhouse_has_eleven_hundred_seats_on_three_floors_and_in_boxes),
        T(an_arena_has_exactly_the_seats_asked_for),
        T(an_arena_goes_round_its_pitch),
        T(seats_of_an_arena_do_not_stand_on_one_another),
        T(drawings_of_the_halls_can_be_had),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
