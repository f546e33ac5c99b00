#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/heat.h"
#include "tests/lib/builders.h"

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

static struct heat_request request_of(enum heat_view view, const struct scene *scene)
{
    return (struct heat_request){.view = view,
                                 .plan = scene->plan,
                                 .state = scene->snapshot.state,
                                 .show = &scene->snapshot.show,
                                 .now = NOW};
}

/* "free 3, held 1": the legend in short. */
static const char *legend(const struct heat *heat, struct arena *arena)
{
    const char *text = "";
    for (int i = 0; i < heat->kind_count; i++)
        text = arena_printf(arena, "%s%s%s %d", text, text[0] ? ", " : "", heat->kinds[i].name,
                            heat->kinds[i].seats);
    return text;
}

static const char *kind_of(const struct heat *heat, int seat)
{
    return heat->kinds[heat->kind_of[seat]].name;
}

static void every_seat_is_counted_as_it_stands(void **state)
{
    struct scene *scene = a_row(*state, "..xhbw#e");
    struct heat_request request = request_of(HEAT_STATE, scene);
    struct heat *heat = heat_make(&request, *state);
    assert_string_equal(legend(heat, *state),
                        "free 3, free wheelchair place 1, held 1, sold 1, blocked 1");
    assert_string_equal(kind_of(heat, 2), "sold");
    assert_string_equal(kind_of(heat, 6), "free"); /* its hold is over */
}

static void a_block_that_is_open_to_the_web_is_told_apart(void **state)
{
    struct scene *scene = a_row(*state, "bb");
    scene->snapshot.state[1].open_to = CHANNEL_WEB;
    struct heat_request request = request_of(HEAT_STATE, scene);
    assert_string_equal(legend(heat_make(&request, *state), *state),
                        "blocked 1, other channels only 1");
}

static void no_two_states_share_a_shape(void **state)
{
    struct scene *scene = a_row(*state, ".wxhbb");
    scene->snapshot.state[5].open_to = CHANNEL_WEB;
    struct heat_request request = request_of(HEAT_STATE, scene);
    struct heat *heat = heat_make(&request, *state);
    assert_int_equal(heat->kind_count, 6);
    for (int i = 0; i < heat->kind_count; i++)
        for (int j = 0; j < i; j++)
            assert_int_not_equal(heat->kinds[i].mark, heat->kinds[j].mark);
}

/* ---- price -------------------------------------------------------------------------------- */

static void the_dearest_seats_come_first_and_darkest(void **state)
{
    struct scene *scene = a_row(*state, "..x..");
    struct plan_class *classes = arena_array(*state, 2, sizeof *classes);
    struct price prices[2] = {{.class_no = 0, .amount = {2000}}, {.class_no = 1, .amount = {4200}}};
    strcpy(classes[0].name, "Side");
    strcpy(classes[1].name, "Front");
    scene->plan->classes = classes;
    scene->plan->class_count = 2;
    scene->plan->seats[3].class_no = scene->plan->seats[2].class_no = 1;
    scene->snapshot.show.prices = prices;
    scene->snapshot.show.price_count = 2;
    struct heat_request request = request_of(HEAT_PRICE, scene);
    struct heat *heat = heat_make(&request, *state);
    assert_string_equal(legend(heat, *state), "Front 1, Side 3, not free 1");
    assert_string_equal(heat->kinds[0].figures, "42.00 EUR");
    assert_true(heat->kinds[0].shade > heat->kinds[1].shade);
}

/* ---- holders ------------------------------------------------------------------------------ */

static struct hold a_hold_of(uint8_t id, const char *holder, const char *till, int minutes_old)
{
    struct hold hold = {.id = an_id(id), .created_at = NOW - (int64_t)minutes_old * MINUTE};
    snprintf(hold.holder, sizeof hold.holder, "%s", holder);
    snprintf(hold.till, sizeof hold.till, "%s", till);
    return hold;
}

static void hold_seat(struct scene *scene, int seat, uint8_t id)
{
    scene->snapshot.state[seat].holder = an_id(id);
}

static void seats_are_counted_by_who_holds_them_at_which_till(void **state)
{
    struct scene *scene = a_row(*state, "hhhhh.x");
    const struct hold holds[] = {a_hold_of(9, "joe", "till-2", 3),
                                 a_hold_of(3, "anna", "till-1", 7),
                                 a_hold_of(5, "joe", "till-2", 12)};
    hold_seat(scene, 0, 9);
    hold_seat(scene, 1, 3);
    hold_seat(scene, 2, 5);
    hold_seat(scene, 3, 9);
    hold_seat(scene, 4, 77);
    struct heat_request request = request_of(HEAT_HOLDER, scene);
    request.holds = holds;
    request.hold_count = 3;
    struct heat *heat = heat_make(&request, *state);
    assert_string_equal(legend(heat, *state),
                        "joe, till-2 3, anna, till-1 1, others 1, free 1, sold 1");
    assert_string_equal(heat->kinds[0].figures, "longest 12 min");
    assert_string_equal(heat->kinds[0].letter, "1");
    assert_string_equal(kind_of(heat, 1), "anna, till-1");
}

static void more_holders_than_letters_are_others(void **state)
{
    char drawing[61];
    struct hold holds[60];
    memset(drawing, 'h', 60);
    drawing[60] = '\0';
    struct scene *scene = a_row(*state, drawing);
    for (int i = 0; i < 60; i++) {
        char name[PERSON_TEXT];
        snprintf(name, sizeof name, "person%02d", i);
        holds[i] = a_hold_of((uint8_t)(100 + i), name, "t", 1);
        hold_seat(scene, i, (uint8_t)(100 + i));
    }
    struct heat_request request = request_of(HEAT_HOLDER, scene);
    request.holds = holds;
    request.hold_count = 60;
    struct heat *heat = heat_make(&request, *state);
    int sum = 0;
    for (int i = 0; i < heat->kind_count; i++)
        sum += heat->kinds[i].seats;
    assert_int_equal(sum, 60);
    assert_string_equal(kind_of(heat, 0), "person00, t");
    assert_string_equal(kind_of(heat, 59), "others");
}

static void a_hold_grows_older_and_darker(void **state)
{
    static const int ages[] = {0, 1, 5, 10, 15, 30, 300};
    struct scene *scene = a_row(*state, "hhhhhhhh");
    struct hold holds[7];
    for (int i = 0; i < 7; i++) {
        holds[i] = a_hold_of((uint8_t)(i + 1), "joe", "t", ages[i]);
        hold_seat(scene, i, (uint8_t)(i + 1));
    }
    hold_seat(scene, 7, 99);
    struct heat_request request = request_of(HEAT_AGE, scene);
    request.holds = holds;
    request.hold_count = 7;
    struct heat *heat = heat_make(&request, *state);
    assert_string_equal(legend(heat, *state),
                        "under 1 min 1, 1 to 5 min 1, 5 to 10 min 1, 10 to 15 min 1, "
                        "15 to 30 min 1, over 30 min 2, not known since when 1");
    for (int i = 1; i < 6; i++)
        assert_true(heat->kinds[i].shade > heat->kinds[i - 1].shade);
}

/* ---- sections ----------------------------------------------------------------------------- */

static void a_section_is_as_full_as_it_is_sold(void **state)
{
    struct scene *scene = a_hall(*state, "=Stalls\nxxh.b\n=Circle\n....\n=Box\nbb");
    struct heat_section *sections = heat_sections(scene->plan, scene->snapshot.state, NOW, *state);
    assert_int_equal(sections[0].sold, 2);
    assert_int_equal(sections[0].held, 1);
    assert_int_equal(sections[0].free, 1);
    assert_int_equal(sections[0].blocked, 1);
    assert_int_equal(heat_percent_sold(&sections[0]), 50); /* the blocked one cannot be sold */
    assert_int_equal(heat_percent_sold(&sections[1]), 0);
    assert_int_equal(heat_percent_sold(&sections[2]), 0);
}

static void all_but_one_is_not_a_full_house(void **state)
{
    const struct heat_section nearly = {.sold = 999, .free = 1}, full = {.sold = 1000};
    assert_int_equal(heat_percent_sold(&nearly), 99);
    assert_int_equal(heat_percent_sold(&full), 100);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, an_arena, arena_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_seat_is_counted_as_it_stands),
        TEST(a_block_that_is_open_to_the_web_is_told_apart),
        TEST(no_two_states_share_a_shape),
        TEST(the_dearest_seats_come_first_and_darkest),
        TEST(seats_are_counted_by_who_holds_them_at_which_till),
        TEST(more_holders_than_letters_are_others),
        TEST(a_hold_grows_older_and_darker),
        TEST(a_section_is_as_full_as_it_is_sold),
        TEST(all_but_one_is_not_a_full_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
