/* The print queue on commands of the shell: what comes out, what fails, what outlives a program. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/adapter/print_spool.h"
#include "src/base/arena.h"
#include "tests/lib/temp_dir.h"

enum { PATIENCE_MS = 20000 };

struct desk_printer {
    char dir[128], folder[160], paper[160];
    struct print_spool *spool;
    struct print_port port;
};

static void start_for(struct desk_printer *desk, const char *command, int64_t patience_ms)
{
    struct err err;
    const struct print_spool_options options = {.printer = "PRN-1",
                                                .command = command,
                                                .folder = desk->folder,
                                                .patience_ms = patience_ms,
                                                .clock = clock_system()};
    desk->spool = print_spool_start(&options, &err);
    if (!desk->spool)
        fail_msg("%s", err.text);
    desk->port = print_spool_port(desk->spool);
}

static void start(struct desk_printer *desk, const char *command)
{
    start_for(desk, command, PATIENCE_MS);
}

static int set_up(void **state)
{
    struct desk_printer *desk = x_alloc(sizeof *desk);
    temp_dir_make(desk->dir, sizeof desk->dir);
    snprintf(desk->folder, sizeof desk->folder, "%s/jobs", desk->dir);
    snprintf(desk->paper, sizeof desk->paper, "%s/paper", desk->dir);
    setenv("PAPER", desk->paper, 1);
    *state = desk;
    return 0;
}

static int tear_down(void **state)
{
    struct desk_printer *desk = *state;
    char command[512];
    print_spool_stop(&desk->spool);
    snprintf(command, sizeof command, "rm -rf '%s'", desk->dir);
    int code = system(command);
    free(desk);
    return code;
}

static void put(struct desk_printer *desk, const char *title, const char *text)
{
    struct err err;
    if (desk->port.put(desk->port.ctx, title, text, &err))
        fail_msg("%s", err.text);
}

/* Waits until nothing waits for the printer any more. */
static struct print_sums settled(struct desk_printer *desk)
{
    struct print_sums sums;
    for (desk->port.sums(desk->port.ctx, &sums); sums.waiting > 0;
         desk->port.sums(desk->port.ctx, &sums)) {
        struct pollfd fd = {.fd = desk->port.fd(desk->port.ctx), .events = POLLIN};
        char news[8];
        if (poll(&fd, 1, PATIENCE_MS) != 1)
            fail_msg("%d jobs still wait", sums.waiting);
        (void)!read(fd.fd, news, sizeof news);
    }
    return sums;
}

static struct print_job newest(struct desk_printer *desk)
{
    struct print_job job;
    assert_int_equal(desk->port.list(desk->port.ctx, &job, 1), 1);
    return job;
}

static const char *paper_of(struct desk_printer *desk)
{
    static char text[256];
    FILE *file = fopen(desk->paper, "r");
    size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[got] = '\0';
    if (file)
        fclose(file);
    return text;
}

/* ---- rules -------------------------------------------------------------------------------- */

static void what_is_put_comes_out_in_its_order(void **state)
{
    struct desk_printer *desk = *state;
    start(desk, "cat >>\"$PAPER\"");
    put(desk, "B-1 A-1", "first\n");
    put(desk, "B-1 A-2", "second\n");
    assert_int_equal(settled(desk).failed, 0);
    assert_string_equal(paper_of(desk), "first\nsecond\n");
    assert_int_equal(newest(desk).state, PRINT_DONE);
    assert_string_equal(newest(desk).title, "B-1 A-2");
}

static void a_failure_says_what_the_command_said(void **state)
{
    struct desk_printer *desk = *state;
    start(desk, "echo 'out of paper' >&2; echo more >&2; exit 3");
    put(desk, "B-1 A-1", "ticket\n");
    assert_int_equal(settled(desk).failed, 1);
    assert_int_equal(newest(desk).state, PRINT_FAILED);
    assert_string_equal(newest(desk).why, "out of paper");
}

static void a_silent_failure_tells_its_code(void **state)
{
    struct desk_printer *desk = *state;
    start(desk, "exit 3");
    put(desk, "B-1 A-1", "ticket\n");
    assert_string_equal(settled(desk).why, "The printing command failed with code 3.");
}

static void a_command_that_is_not_there_is_told(void **state)
{
    struct desk_printer *desk = *state;
    start(desk, "exec 2>/dev/null; /nowhere/print-it");
    put(desk, "B-1 A-1", "ticket\n");
    assert_string_equal(settled(desk).why, "The printing command was not found.");
}

static void a_printer_that_does_not_answer_is_given_up(void **state)
{
    struct desk_printer *desk = *state;
    start_for(desk, "tail -f /dev/null", 1000);
    put(desk, "B-1 A-1", "ticket\n");
    assert_string_equal(settled(desk).why, "The printer did not answer for 1 s.");
}

static void what_failed_is_printed_when_it_is_tried_again(void **state)
{
    struct desk_printer *desk = *state;
    start(desk, "test -e \"$PAPER.in\" && cat >>\"$PAPER\"");
    put(desk, "B-1 A-1", "ticket\n");
    assert_int_equal(settled(desk).failed, 1);
    assert_false(desk->port.again(desk->port.ctx, newest(desk).no + 1));
    char tray[256];
    snprintf(tray, sizeof tray, "%s.in", desk->paper);
    fclose(fopen(tray, "w"));
    assert_true(desk->port.again(desk->port.ctx, newest(desk).no));
    assert_int_equal(settled(desk).failed, 0);
    assert_string_equal(paper_of(desk), "ticket\n");
    assert_int_equal(newest(desk).tries, 2);
}

static void what_is_dropped_is_gone(void **state)
{
    struct desk_printer *desk = *state;
    start(desk, "exit 1");
    put(desk, "B-1 A-1", "ticket\n");
    settled(desk);
    assert_true(desk->port.drop(desk->port.ctx, newest(desk).no));
    print_spool_stop(&desk->spool);
    start(desk, "cat >>\"$PAPER\"");
    struct print_job job;
    assert_int_equal(desk->port.list(desk->port.ctx, &job, 1), 0);
}

static void a_program_that_ends_leaves_its_queue_to_the_next(void **state)
{
    struct desk_printer *desk = *state;
    start(desk, "tail -f /dev/null");
    put(desk, "B-1 A-1", "one\n");
    put(desk, "B-1 A-2", "two\n");
    print_spool_stop(&desk->spool);
    start(desk, "cat >>\"$PAPER\"");
    assert_int_equal(settled(desk).failed, 2);
    assert_string_equal(newest(desk).title, "B-1 A-2");
    assert_string_equal(paper_of(desk), "");
    assert_true(desk->port.again(desk->port.ctx, 0));
    settled(desk);
    assert_string_equal(paper_of(desk), "one\ntwo\n");
}

static void two_programs_of_one_till_keep_their_paper_apart(void **state)
{
    struct desk_printer *desk = *state;
    struct desk_printer other = *desk;
    start(desk, "exit 1");
    start(&other, "exit 1");
    put(desk, "B-1 A-1", "one\n");
    settled(desk);
    struct print_job job;
    assert_int_equal(other.port.list(other.port.ctx, &job, 1), 0);
    print_spool_stop(&other.spool);
}

static void a_queue_that_cannot_be_written_is_refused(void **state)
{
    struct desk_printer *desk = *state;
    struct err err;
    start(desk, "cat >>\"$PAPER\"");
    char path[256];
    snprintf(path, sizeof path, "rm -rf '%s'", desk->folder);
    assert_int_equal(system(path), 0);
    assert_int_not_equal(desk->port.put(desk->port.ctx, "B-1 A-1", "ticket\n", &err), RC_OK);
    assert_non_null(strstr(err.text, "cannot be written"));
    struct print_job job;
    assert_int_equal(desk->port.list(desk->port.ctx, &job, 1), 0);
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(what_is_put_comes_out_in_its_order),
        RULE(a_failure_says_what_the_command_said),
        RULE(a_silent_failure_tells_its_code),
        RULE(a_command_that_is_not_there_is_told),
        RULE(a_printer_that_does_not_answer_is_given_up),
        RULE(what_failed_is_printed_when_it_is_tried_again),
        RULE(what_is_dropped_is_gone),
        RULE(a_program_that_ends_leaves_its_queue_to_the_next),
        RULE(two_programs_of_one_till_keep_their_paper_apart),
        RULE(a_queue_that_cannot_be_written_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
