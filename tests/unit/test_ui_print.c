/* The printer on the screen: its word in the basket's row, what failed, and the queue. */
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

struct office {
    struct till *till;
    struct print_job jobs[3];
    int count;
    uint64_t again, dropped;
    int again_asked;
};

static void add_job(struct office *office, const char *title, enum print_state state,
                    const char *why)
{
    struct print_job *job = &office->jobs[office->count++];
    *job = (struct print_job){.no = (uint64_t)office->count, .state = state};
    job->at = office->till->clock.wall;
    snprintf(job->title, sizeof job->title, "%s", title);
    snprintf(job->why, sizeof job->why, "%s", why);
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct office *office = ctx;
    if (cmd->kind == CMD_PRINTS) {
        size_t size = sizeof *evt->u.prints.at;
        evt->u.prints.at = arena_array(evt->arena, (size_t)office->count + 1, size);
        memcpy(evt->u.prints.at, office->jobs, (size_t)office->count * size);
        evt->u.prints.count = office->count;
    } else if (cmd->kind == CMD_PRINT_AGAIN) {
        office->again = cmd->u.print;
        office->again_asked++;
    } else if (cmd->kind == CMD_PRINT_DROP) {
        office->dropped = cmd->u.print;
    } else {
        return false;
    }
    return true;
}

static void tell(struct office *office, int waiting, int failed, const char *why)
{
    struct print_sums sums = {.printer = "PRN-1", .waiting = waiting, .failed = failed};
    snprintf(sums.why, sizeof sums.why, "%s", why);
    fake_counter_print(office->till->fake, &sums);
    till_hear(office->till);
}

static int set_up(void **state)
{
    struct office *office = x_alloc(sizeof *office);
    office->till = till_new(24, 80, TIER_ASCII);
    fake_counter_serve(office->till->fake, serve, office);
    till_sign_in(office->till, "anna");
    *state = office;
    return 0;
}

static int tear_down(void **state)
{
    struct office *office = *state;
    till_free(&office->till);
    free(office);
    return 0;
}

static void a_till_without_a_printer_says_nothing_of_one(void **state)
{
    struct office *office = *state;
    assert_false(till_shows(office->till, "PRN"));
    till_keys(office->till, "g p");
    assert_true(till_shows(office->till, "This till has no printer."));
}

static void the_printer_stands_at_the_end_of_the_basket_row(void **state)
{
    struct office *office = *state;
    tell(office, 0, 0, "");
    const char *row = till_row(office->till, 21);
    assert_string_equal(row + strlen(row) - 6, "PRN ok");
    tell(office, 2, 0, "");
    assert_non_null(strstr(till_row(office->till, 21), "PRN 2 left"));
}

static void a_failure_is_told_once_and_stays_in_the_row(void **state)
{
    struct office *office = *state;
    tell(office, 0, 1, "out of paper");
    assert_string_equal(till_message(office->till),
                        "Not printed: out of paper. The sale stands; g p prints it again.");
    till_keys(office->till, "Esc");
    tell(office, 0, 1, "out of paper");
    assert_null(strstr(till_message(office->till), "out of paper"));
    assert_non_null(strstr(till_row(office->till, 21), "PRN FAILED 1"));
}

static void the_queue_shows_what_failed_and_why(void **state)
{
    struct office *office = *state;
    add_job(office, "B-7K3QM9 Stalls-A-1", PRINT_FAILED, "out of paper");
    add_job(office, "B-7K3QM9 Stalls-A-2", PRINT_WAITING, "");
    add_job(office, "B-4HTRX2 Circle-C-14", PRINT_DONE, "");
    tell(office, 1, 1, "out of paper");
    till_keys(office->till, "g p");
    till_golden(office->till, "print-80x24-ascii");
}

static void enter_tries_the_failed_one_again(void **state)
{
    struct office *office = *state;
    add_job(office, "B-1 A-1", PRINT_DONE, "");
    add_job(office, "B-2 A-1", PRINT_FAILED, "out of paper");
    till_keys(office->till, "g p Enter");
    assert_int_equal(office->again_asked, 0);
    till_keys(office->till, "Down Enter");
    assert_int_equal(office->again, 2);
    till_keys(office->till, "a");
    assert_int_equal(office->again, 0);
    assert_int_equal(office->again_asked, 2);
}

static void dropping_asks_first(void **state)
{
    struct office *office = *state;
    add_job(office, "B-1 A-1", PRINT_FAILED, "out of paper");
    till_keys(office->till, "g p r Enter");
    assert_int_equal(office->dropped, 0);
    till_keys(office->till, "r y");
    assert_int_equal(office->dropped, 1);
}

static void the_queue_follows_the_printer(void **state)
{
    struct office *office = *state;
    add_job(office, "B-1 A-1", PRINT_RUNNING, "");
    till_keys(office->till, "g p");
    assert_true(till_shows(office->till, "printing"));
    office->jobs[0].state = PRINT_DONE;
    tell(office, 0, 0, "");
    assert_true(till_shows(office->till, "printed"));
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_till_without_a_printer_says_nothing_of_one),
        RULE(the_printer_stands_at_the_end_of_the_basket_row),
        RULE(a_failure_is_told_once_and_stays_in_the_row),
        RULE(the_queue_shows_what_failed_and_why),
        RULE(enter_tries_the_failed_one_again),
        RULE(dropping_asks_first),
        RULE(the_queue_follows_the_printer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
