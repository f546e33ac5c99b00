/* What the console knows: seats by version, sums, basket. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/lib/builders.h"
#include "ui/model.h"

struct hall_open {
    struct model model;
    struct arena *plan; /* the drawing's, as a store would keep it */
    struct scene *scene;
};

/* A section of six seats and one of three; the first is sold, two are held, one is blocked. */
static int a_house(void **state)
{
    struct hall_open *house = x_alloc(sizeof *house);
    struct evt evt = {.kind = EVT_ANSWER, .cmd = CMD_OPEN_SHOW, .arena = arena_new()};
    house->plan = arena_new();
    house->scene = a_hall(house->plan, "=Stalls\nx.hhb.\n=Circle\n..w");
    model_init(&house->model);
    house->model.actor = anna();
    evt.u.map = house->scene->snapshot;
    assert_true(model_apply(&house->model, &evt, NOW));
    assert_null(evt.arena); /* the model keeps it as long as the show is open */
    *state = house;
    return 0;
}

static int house_away(void **state)
{
    struct hall_open *house = *state;
    model_done(&house->model);
    arena_free(&house->plan);
    free(house);
    return 0;
}

static bool tell(struct hall_open *house, int seat, struct seat_state state)
{
    struct map_seat news = {seat, state};
    struct evt evt = {.kind = EVT_SEATS};
    evt.u.seats.at = &news;
    evt.u.seats.count = 1;
    return model_apply(&house->model, &evt, NOW);
}

static struct seat_state newer(struct hall_open *house, int seat, enum seat_status status)
{
    return (struct seat_state){.status = (uint8_t)status,
                               .version = model_state(&house->model, seat).version + 1};
}

static bool take_hold(struct hall_open *house, const struct hold *hold)
{
    struct hold copy = *hold;
    struct evt evt = {.kind = EVT_ANSWER, .cmd = CMD_HOLD, .outcome = {.hold = &copy}};
    return model_apply(&house->model, &evt, NOW);
}

/* anna's hold of two seats, as the engine would answer it. */
static struct hold my_hold(struct hall_open *house, int first)
{
    static struct hold_seat seats[2];
    struct hold hold = {.id = an_id(0x77), .show = SHOW_NO, .expires_at = NOW + 10 * MINUTE};
    hold.seats = seats;
    hold.seat_count = 2;
    strcpy(hold.holder, "anna");
    for (int i = 0; i < 2; i++)
        seats[i] = (struct hold_seat){.seat = house->model.map.plan->seats[first + i].no,
                                      .live = true,
                                      .version = model_state(&house->model, first + i).version + 1};
    return hold;
}

/* The sums must always be what counting gives. */
static void assert_sums_are_right(const struct model *model)
{
    struct seat_sums total = {0}, sections[8] = {{0}};
    for (int i = 0; i < model->map.plan->seat_count; i++) {
        int section = model->map.plan->rows[model->map.plan->seats[i].row].section;
        total.of[model_glyph(model, i)]++;
        sections[section].of[model_glyph(model, i)]++;
    }
    assert_memory_equal(total.of, model->total.of, sizeof total.of);
    for (int i = 0; i < model->map.plan->section_count; i++)
        assert_memory_equal(sections[i].of, model->sections[i].of, sizeof total.of);
}

static void a_show_is_counted_by_section(void **state)
{
    struct hall_open *house = *state;
    assert_int_equal(house->model.total.seats, 9);
    assert_int_equal(house->model.sections[0].of[GLYPH_HELD], 2);
    assert_int_equal(house->model.sections[0].of[GLYPH_BLOCKED], 1);
    assert_int_equal(model_free(&house->model.sections[0]), 2);
    assert_int_equal(model_free(&house->model.sections[1]), 3);
    assert_int_equal(house->model.sections[1].of[GLYPH_WHEELCHAIR], 1);
    assert_sums_are_right(&house->model);
}

static void news_moves_two_counters(void **state)
{
    struct hall_open *house = *state;
    assert_true(tell(house, 1, newer(house, 1, SEAT_SOLD)));
    assert_int_equal(model_glyph(&house->model, 1), GLYPH_SOLD);
    assert_int_equal(house->model.sections[0].of[GLYPH_SOLD], 2);
    assert_sums_are_right(&house->model);
}

static void old_news_is_no_news(void **state)
{
    struct hall_open *house = *state;
    struct seat_state same = newer(house, 1, SEAT_SOLD);
    same.version--;
    assert_false(tell(house, 1, same));
    assert_int_equal(model_glyph(&house->model, 1), GLYPH_FREE);
}

static void news_about_no_seat_is_ignored(void **state)
{
    struct hall_open *house = *state;
    assert_false(tell(house, -1, (struct seat_state){.version = 99}));
    assert_false(tell(house, 9, (struct seat_state){.version = 99}));
}

static void a_block_lifted_for_us_is_free_and_for_others_is_not(void **state)
{
    struct hall_open *house = *state;
    struct seat_state blocked = newer(house, 4, SEAT_BLOCKED);
    blocked.open_to = CHANNEL_WEB;
    assert_true(tell(house, 4, blocked));
    assert_int_equal(model_glyph(&house->model, 4), GLYPH_CHANNEL);
    blocked = newer(house, 4, SEAT_BLOCKED);
    blocked.open_to = CHANNEL_WEB | CHANNEL_COUNTER;
    assert_true(tell(house, 4, blocked));
    assert_int_equal(model_glyph(&house->model, 4), GLYPH_FREE);
    assert_sums_are_right(&house->model);
}

static void my_hold_is_mine_before_the_news_comes(void **state)
{
    struct hall_open *house = *state;
    struct hold hold = my_hold(house, 6);
    assert_true(take_hold(house, &hold));
    assert_int_equal(model_glyph(&house->model, 6), GLYPH_MINE);
    assert_int_equal(model_basket_seats(&house->model), 2);
    assert_int_equal(model_seat_price(&house->model, 6), 4200);
    assert_non_null(model_hold_of(&house->model, 7));
    assert_sums_are_right(&house->model);
}

static void somebody_elses_hold_is_not_mine(void **state)
{
    struct hall_open *house = *state;
    struct hold hold = my_hold(house, 6);
    strcpy(hold.holder, "mark");
    take_hold(house, &hold);
    assert_int_equal(model_basket_seats(&house->model), 0);
    assert_int_equal(model_glyph(&house->model, 6), GLYPH_HELD);
    assert_sums_are_right(&house->model);
}

static void a_seat_that_is_taken_leaves_the_basket(void **state)
{
    struct hall_open *house = *state;
    struct hold hold = my_hold(house, 6);
    take_hold(house, &hold);
    assert_true(tell(house, 6, newer(house, 6, SEAT_AVAILABLE)));
    assert_int_equal(model_basket_seats(&house->model), 1);
    assert_true(tell(house, 7, newer(house, 7, SEAT_SOLD)));
    assert_int_equal(house->model.hold_count, 0);
    assert_sums_are_right(&house->model);
}

static void a_released_hold_leaves_the_basket(void **state)
{
    struct hall_open *house = *state;
    struct hold hold = my_hold(house, 6);
    take_hold(house, &hold);
    hold.status = HOLD_CANCELLED;
    take_hold(house, &hold);
    assert_int_equal(house->model.hold_count, 0);
    assert_sums_are_right(&house->model);
}

static void a_hold_that_is_over_is_free_without_news(void **state)
{
    struct hall_open *house = *state;
    struct hold hold = my_hold(house, 6);
    take_hold(house, &hold);
    assert_false(model_tick(&house->model, NOW + 10 * MINUTE - 1));
    assert_true(model_tick(&house->model, NOW + 10 * MINUTE));
    assert_int_equal(model_glyph(&house->model, 6), GLYPH_FREE);
    assert_int_equal(house->model.hold_count, 0);
    assert_true(model_tick(&house->model, ANOTHER_DAY));
    assert_int_equal(house->model.total.of[GLYPH_HELD], 0);
    assert_sums_are_right(&house->model);
}

static void a_refused_answer_changes_nothing(void **state)
{
    struct hall_open *house = *state;
    struct hold hold = my_hold(house, 6);
    struct evt evt = {.kind = EVT_ANSWER,
                      .cmd = CMD_HOLD,
                      .outcome = {.verdict = VERDICT_SEAT_TAKEN, .hold = &hold}};
    assert_false(model_apply(&house->model, &evt, NOW));
    assert_int_equal(house->model.hold_count, 0);
}

static void signing_out_leaves_nothing_behind(void **state)
{
    struct hall_open *house = *state;
    struct hold hold = my_hold(house, 6);
    take_hold(house, &hold);
    model_sign_out(&house->model);
    assert_int_equal(house->model.hold_count, 0);
    assert_false(house->model.open);
    assert_string_equal(house->model.actor.name, "");
    assert_false(tell(house, 0, (struct seat_state){.version = 99}));
}

static void the_houses_clock_counts(void **state)
{
    struct hall_open *house = *state;
    struct evt evt = {.kind = EVT_HEALTH};
    evt.u.health = (struct health_report){.word = HEALTH_ONLINE, .at = NOW + 40 * SECOND};
    model_apply(&house->model, &evt, NOW);
    assert_int_equal(house->model.ahead_ms, 40 * SECOND);
    model_apply(&house->model, &evt, NOW + 40 * SECOND); /* told in the house's time by now */
    assert_int_equal(house->model.ahead_ms, 40 * SECOND);
    evt.u.health.at = NOW - 30; /* an answer that was some time on its way is no skew */
    model_apply(&house->model, &evt, NOW + 40 * SECOND);
    assert_int_equal(house->model.ahead_ms, 0);
}

/* While no show was open, nobody told of its seats. */
static void a_map_that_is_opened_takes_lost_seats_from_the_basket(void **state)
{
    struct hall_open *house = *state;
    struct hold hold = my_hold(house, 1);
    struct lost_seats lost;
    assert_true(take_hold(house, &hold));
    struct evt map = {.kind = EVT_ANSWER, .cmd = CMD_OPEN_SHOW, .arena = arena_new()};
    map.u.map = a_hall(house->plan, "=Stalls\nx.hhb.\n=Circle\n..w")->snapshot;
    map.u.map.state[1].version = hold.seats[0].version + 1;
    assert_true(model_apply(&house->model, &map, NOW));
    assert_int_equal(model_basket_seats(&house->model), 1);
    assert_true(model_take_lost(&house->model, &lost));
    assert_int_equal(lost.count, 1);
}

static void tell_from_another_store(struct hall_open *house, struct map_seat *at, int count)
{
    struct evt evt = {.kind = EVT_SEATS, .u.seats = {.at = at, .count = count, .anew = true}};
    assert_true(model_apply(&house->model, &evt, NOW));
}

/* A till that comes home has counted its own versions meanwhile; the house's may be smaller. */
static void what_another_store_tells_counts_whatever_its_versions(void **state)
{
    struct hall_open *house = *state;
    struct hold hold = my_hold(house, 1);
    struct lost_seats lost;
    hold.seats[0].version += 5;
    hold.seats[1].version += 5;
    assert_true(take_hold(house, &hold));
    struct seat_state others = newer(house, 1, SEAT_HELD), mine = others;
    others.version = mine.version = hold.seats[0].version - 4;
    others.held_until = mine.held_until = NOW + MINUTE;
    others.holder = an_id(0x99);
    mine.holder = hold.id;
    struct map_seat seats[] = {{1, others}, {2, mine}};
    tell_from_another_store(house, seats, 2);
    assert_int_equal(model_basket_seats(&house->model), 1);
    assert_int_equal(model_glyph(&house->model, 1), GLYPH_HELD);
    assert_int_equal(model_glyph(&house->model, 2), GLYPH_MINE);
    assert_true(model_take_lost(&house->model, &lost));
    assert_int_equal(lost.count, 1);
    assert_true(lost.taken);
}

static void a_seat_another_store_has_free_is_lost_to_nobody(void **state)
{
    struct hall_open *house = *state;
    struct hold hold = my_hold(house, 1);
    struct lost_seats lost;
    assert_true(take_hold(house, &hold));
    struct map_seat seats[] = {{1, newer(house, 1, SEAT_AVAILABLE)}};
    tell_from_another_store(house, seats, 1);
    assert_true(model_take_lost(&house->model, &lost));
    assert_false(lost.taken);
}

#define IN_A_HOUSE(test) cmocka_unit_test_setup_teardown(test, a_house, house_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_HOUSE(what_another_store_tells_counts_whatever_its_versions),
        IN_A_HOUSE(a_seat_another_store_has_free_is_lost_to_nobody),
        IN_A_HOUSE(a_map_that_is_opened_takes_lost_seats_from_the_basket),
        IN_A_HOUSE(a_show_is_counted_by_section),
        IN_A_HOUSE(news_moves_two_counters),
        IN_A_HOUSE(old_news_is_no_news),
        IN_A_HOUSE(news_about_no_seat_is_ignored),
        IN_A_HOUSE(a_block_lifted_for_us_is_free_and_for_others_is_not),
        IN_A_HOUSE(my_hold_is_mine_before_the_news_comes),
        IN_A_HOUSE(somebody_elses_hold_is_not_mine),
        IN_A_HOUSE(a_seat_that_is_taken_leaves_the_basket),
        IN_A_HOUSE(a_released_hold_leaves_the_basket),
        IN_A_HOUSE(a_hold_that_is_over_is_free_without_news),
        IN_A_HOUSE(a_refused_answer_changes_nothing),
        IN_A_HOUSE(signing_out_leaves_nothing_behind),
        IN_A_HOUSE(the_houses_clock_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
