/* Training: a copy of the house to try things on, and nothing of it left afterwards. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/cmd/training.h"
#include "tests/lib/house.h"

/* A call on the house, as `loge --training` has it before anything is opened. */
static struct call a_call(struct house_fixture *h)
{
    struct call call = {.arena = h->arena, .out = stdout, .err = stdout};
    call.desk.crypt = h->desk.crypt;
    call.desk.clock = h->desk.clock;
    call.desk.ids = h->desk.ids;
    call.meta.arena = h->arena;
    call.settings = settings_new();
    snprintf(call.paths.data, PATH_TEXT, "%s", h->dir);
    snprintf(call.paths.state, PATH_TEXT, "%s", h->dir);
    snprintf(call.paths.runtime, PATH_TEXT, "%s", h->dir);
    snprintf(call.file, PATH_TEXT, "%s", h->path);
    return call;
}

static void end(struct call *call, struct training *training)
{
    training_end(call, training);
    settings_free(&call->settings);
}

static void what_is_sold_in_training_is_not_sold(void **state)
{
    struct house_fixture *h = *state;
    struct call call = a_call(h);
    struct training training;
    struct outcome out;
    const char *labels[] = {"Stalls-B-1", "Stalls-B-2"};
    const struct desk_hold hold = {
        .show = HOUSE_SHOW, .labels = labels, .count = 2, .channel = CHANNEL_COUNTER};
    bool copied;
    assert_true(training_begin(&call, &training, &copied));
    assert_true(copied);
    assert_true(call.training);
    assert_string_not_equal(call.file, h->path);
    desk_hold_new(&call.desk, &h->meta, &hold, &out);
    assert_int_equal(out.verdict, VERDICT_OK);
    assert_string_equal(house_status(h, "Stalls-B-1"), "available");
    end(&call, &training);
}

static void what_is_held_shows_in_training_as_it_stands(void **state)
{
    struct house_fixture *h = *state;
    struct call call = a_call(h);
    struct training training;
    struct snapshot map;
    struct outcome out;
    bool copied;
    house_hold(h, "Stalls-B-3", "Stalls-B-4", NULL);
    assert_true(training_begin(&call, &training, &copied));
    desk_map(&call.desk, h->arena, HOUSE_SHOW, &map, &out);
    assert_int_equal(out.verdict, VERDICT_OK);
    assert_int_equal(map.state[plan_find_seat(map.plan, "Stalls-B-3")].status, SEAT_HELD);
    end(&call, &training);
}

static void nothing_of_it_is_left(void **state)
{
    struct house_fixture *h = *state;
    struct call call = a_call(h);
    struct training training;
    char exports[PATH_TEXT + 16];
    bool copied;
    assert_true(training_begin(&call, &training, &copied));
    snprintf(exports, sizeof exports, "%s/exports", training.dir);
    assert_int_equal(mkdir(exports, 0700), 0);
    end(&call, &training);
    assert_int_not_equal(access(training.dir, F_OK), 0);
}

static void a_folder_left_by_a_killed_console_goes_one_in_use_stays(void **state)
{
    struct house_fixture *h = *state;
    struct call call = a_call(h), other = a_call(h);
    struct training training, others;
    char left[128], file[160];
    bool copied;
    snprintf(left, sizeof left, "%s/training-abcdef", h->dir);
    snprintf(file, sizeof file, "%s/house.db", left);
    assert_int_equal(mkdir(left, 0700), 0);
    fclose(fopen(file, "w"));
    assert_true(training_begin(&call, &training, &copied));
    assert_int_not_equal(access(left, F_OK), 0);
    assert_true(training_begin(&other, &others, &copied));
    assert_int_equal(access(training.dir, F_OK), 0);
    end(&other, &others);
    end(&call, &training);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        RULE(what_is_sold_in_training_is_not_sold),
        RULE(what_is_held_shows_in_training_as_it_stands),
        RULE(nothing_of_it_is_left),
        RULE(a_folder_left_by_a_killed_console_goes_one_in_use_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
