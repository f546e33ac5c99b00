/* The health page: the word in a sentence, every layer with its age, the version, the log. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/till.h"

/* What the house answers; `ahead` is by how much its clock is ahead. */
struct place {
    struct till *till;
    bool store_well;
    int64_t ahead;
    bool went_back;   /* no. 3, and was not settled */
    bool has_workers; /* and these */
    struct worker_row workers[3];
    int worker_count;
};

static void add(struct health_report *health, const char *name, const char *state,
                const char *detail)
{
    int at = health->layer_count++;
    snprintf(health->layer[at].name, sizeof health->layer[at].name, "%s", name);
    snprintf(health->layer[at].state, sizeof health->layer[at].state, "%s", state);
    snprintf(health->layer[at].detail, sizeof health->layer[at].detail, "%s", detail);
    health->layer[at].well = true;
    health->layer[at].at = health->at;
}

static void answer_workers(const struct place *house, struct evt *evt)
{
    evt->u.workers.wanted = house->has_workers;
    evt->u.workers.count = house->worker_count;
    evt->u.workers.at = arena_alloc(evt->arena, sizeof house->workers);
    memcpy(evt->u.workers.at, house->workers, sizeof house->workers);
}

static void add_went_back(struct health_report *health)
{
    add(health, "house", "went back, no. 3",
        "Lost what was done after 19:30. Tills brought back 11 of 12 acts; 1 did not fit.");
    health->layer[health->layer_count - 1].well = false;
    health->layer[health->layer_count - 1].went_back = 3;
}

/* Only as the manager says so, and why. */
static void settle(struct place *house, const struct cmd *cmd)
{
    assert_string_equal(cmd->u.text, "3");
    assert_string_equal(cmd->meta.reason, "books compared");
    house->went_back = false;
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct place *house = ctx;
    struct health_report *health = &evt->u.health;
    if (cmd->kind == CMD_WORKERS)
        answer_workers(house, evt);
    if (cmd->kind == CMD_SETTLE)
        settle(house, cmd);
    if (cmd->kind != CMD_HEALTH)
        return cmd->kind == CMD_WORKERS || cmd->kind == CMD_SETTLE;
    health->at = house->till->clock.wall + house->ahead;
    health->word = house->store_well ? HEALTH_LOCAL : HEALTH_READ_ONLY;
    add(health, "store", house->store_well ? "sqlite, answers" : "sqlite, does not answer",
        house->store_well ? "The Playhouse, schema 2" : "The disk is full.");
    health->layer[0].well = house->store_well;
    health->layer[0].at = house->store_well ? health->at : 0;
    add(health, "disk", "61 GB free", "/var/lib/loge/house.db");
    add(health, "log", "warning",
        "/var/log/a/folder/with/a/name/that/does/not/fit/the/page/loge.log");
    if (house->went_back)
        add_went_back(health);
    return true;
}

static int page_of(void **state, const char *name)
{
    struct place *house = x_alloc(sizeof *house);
    house->till = till_new(24, 80, TIER_ASCII);
    house->store_well = true;
    fake_counter_serve(house->till->fake, serve, house);
    till_sign_in(house->till, name);
    till_keys(house->till, "g h");
    *state = house;
    return 0;
}

static int a_page(void **state)
{
    return page_of(state, "anna");
}

static int a_managers_page(void **state)
{
    return page_of(state, "ruth");
}

static int away(void **state)
{
    struct place *house = *state;
    till_free(&house->till);
    free(house);
    return 0;
}

static void every_layer_says_how_it_is(void **state)
{
    struct place *house = *state;
    till_golden(house->till, "health-80x24-ascii");
    till_resize(house->till, 12, 40);
    till_golden(house->till, "health-40x12-ascii");
}

static void a_path_that_does_not_fit_is_shown_below(void **state)
{
    struct place *house = *state;
    assert_false(till_shows(house->till, "page/loge.log"));
    till_keys(house->till, "Down Down");
    assert_true(till_shows(house->till, "page/loge.log"));
}

static void a_layer_that_fails_is_named(void **state)
{
    struct place *house = *state;
    house->store_well = false;
    till_keys(house->till, "z");
    assert_true(till_shows(house->till, "FAULT store      sqlite, does not answ"));
    assert_true(till_shows(house->till, "never"));
    assert_true(till_shows(house->till, "READ ONLY"));
    assert_true(till_shows(house->till, "The disk is full."));
}

static void an_answer_grows_old(void **state)
{
    struct place *house = *state;
    till_pass(house->till, 5 * 60000);
    assert_true(till_shows(house->till, "5 min ago"));
    till_keys(house->till, "z");
    assert_true(till_shows(house->till, "0 s ago"));
}

static void clocks_that_differ_are_told(void **state)
{
    struct place *house = *state;
    assert_true(till_shows(house->till, "clock agrees"));
    house->ahead = 40000;
    till_keys(house->till, "z");
    assert_true(till_shows(house->till, "Clocks differ by 40 seconds"));
}

static void a_manager_settles_that_the_house_went_back(void **state)
{
    struct place *house = *state;
    house->went_back = true;
    till_keys(house->till, "z x 1 1 Enter");
    assert_true(till_shows(house->till, "Settled. No till tells of it any more"));
    assert_false(till_shows(house->till, "went back"));
}

static void nothing_is_settled_before_the_manager_confirms(void **state)
{
    struct place *house = *state;
    house->went_back = true;
    till_keys(house->till, "z x");
    assert_true(till_shows(house->till, "Sales and payments may be missing."));
    till_golden(house->till, "health-settle-80x24-ascii");
    till_keys(house->till, "Esc z");
    assert_true(till_shows(house->till, "FAULT house      went back, no. 3"));
}

static void a_clerk_settles_nothing(void **state)
{
    struct place *house = *state;
    house->went_back = true;
    till_keys(house->till, "z x");
    assert_false(till_shows(house->till, "Sales and payments may be missing."));
}

static void a_worker(struct place *house, const char *name, int64_t age_ms, const char *fault)
{
    struct worker_row *row = &house->workers[house->worker_count++];
    *row = (struct worker_row){.age_ms = age_ms, .beat_at = house->till->clock.wall - age_ms};
    snprintf(row->worker, sizeof row->worker, "%s", name);
    snprintf(row->instance, sizeof row->instance, "box.example.org/4711");
    snprintf(row->fault, sizeof row->fault, "%s", fault);
}

static void who_is_late_in_the_background_is_named(void **state)
{
    struct place *house = *state;
    house->has_workers = true;
    a_worker(house, "mail", 4000, "smtp.example.org does not answer");
    a_worker(house, "reaper", 90000, "");
    a_worker(house, "waiting", 91000, "");
    till_keys(house->till, "z");
    assert_true(till_shows(house->till, "FAULT mail       box.example.org/4711"));
    assert_true(till_shows(house->till, "ok    reaper "));
    assert_true(till_shows(house->till, "LATE  waiting"));
    till_golden(house->till, "health-workers-80x24-ascii");
    till_resize(house->till, 12, 40);
    till_keys(house->till, ">");
    assert_true(till_shows(house->till, "LATE  waiting"));
}

static void a_house_in_which_nobody_works_says_so(void **state)
{
    struct place *house = *state;
    assert_false(till_shows(house->till, "Nobody does"));
    house->has_workers = true;
    till_keys(house->till, "z");
    assert_true(till_shows(house->till, "Nobody does the house's work in the background"));
}

int main(void)
{
#define PAGE(name) cmocka_unit_test_setup_teardown(name, a_page, away)
    const struct CMUnitTest tests[] = {
        PAGE(every_layer_says_how_it_is),
        PAGE(a_path_that_does_not_fit_is_shown_below),
        PAGE(a_layer_that_fails_is_named),
        PAGE(an_answer_grows_old),
        PAGE(clocks_that_differ_are_told),
        cmocka_unit_test_setup_teardown(a_manager_settles_that_the_house_went_back, a_managers_page,
                                        away),
        cmocka_unit_test_setup_teardown(nothing_is_settled_before_the_manager_confirms,
                                        a_managers_page, away),
        PAGE(a_clerk_settles_nothing),
        PAGE(who_is_late_in_the_background_is_named),
        PAGE(a_house_in_which_nobody_works_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
