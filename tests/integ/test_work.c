/* Long work of the engine is told as it goes on, and ends with nothing half done. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/adapter/plan_json.h"
#include "src/cmd/line.h"
#include "src/cmd/save.h"
#include "src/domain/hall_maker.h"
#include "src/engine/counter_thread.h"
#include "tests/lib/house.h"

enum { BIG_HALL = 6000, PATIENCE_MS = 10000, STEP_MS = 10 };

/* A watcher that says when: each question takes STEP_MS of the house's time. */
struct fixture {
    struct house_fixture *house;
    struct counter counter;
    struct call console;
    int asked, told, stop_after; /* told so often; 0: never */
    bool stopped;
    int64_t told_at, least_gap;
    struct evt last;
};

static bool cancelled(void *ctx, uint64_t id)
{
    struct fixture *f = ctx;
    assert_int_equal(id, 7);
    f->house->time.mono += STEP_MS;
    if (f->asked++ == 0)
        return false; /* it is begun */
    return f->stopped || (f->stop_after && f->told >= f->stop_after);
}

static void tell_work(void *ctx, const struct evt *evt)
{
    struct fixture *f = ctx;
    int64_t gap = f->house->time.mono - f->told_at;
    if (f->told++ && gap < f->least_gap)
        f->least_gap = gap;
    f->told_at = f->house->time.mono;
    f->last = *evt;
}

static const char *run_line(void *ctx, const struct act_meta *meta, const char *line)
{
    int code;
    struct fixture *f = ctx;
    return line_run(&f->console, meta, line, &code);
}

static const char *export_line(void *ctx, const struct act_meta *meta, const char *line,
                               const char *name, struct outcome *outcome)
{
    struct fixture *f = ctx;
    return save_line(&f->console, meta, line, name, outcome);
}

static int setup(void **state)
{
    static struct fixture f;
    void *house;
    if (house_setup(&house))
        return -1;
    f = (struct fixture){.house = house, .least_gap = INT64_MAX};
    house_become(f.house, "ruth", ROLE_MANAGER);
    counter_init(&f.counter, &f.house->desk);
    f.counter.tell_work = tell_work;
    f.counter.cancelled = cancelled;
    f.counter.watcher = &f;
    f.counter.run_line = run_line;
    f.counter.export_line = export_line;
    f.counter.line_ctx = &f;
    f.console =
        (struct call){.settings = settings_new(), .desk = f.house->desk, .counter = &f.counter};
    snprintf(f.console.paths.data, sizeof f.console.paths.data, "%s", f.house->dir);
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    void *house = f->house;
    house_verify(f->house);
    settings_free(&f->console.settings);
    counter_close(&f->counter);
    return house_teardown(&house);
}

static const char *big_hall_file(struct fixture *f)
{
    struct arena *arena = f->house->arena;
    const char *path = arena_printf(arena, "%s/big.json", f->house->dir);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(plan_document_write(hall_make_arena(BIG_HALL, arena), arena), file);
    assert_int_equal(fclose(file), 0);
    return path;
}

/* What the line printed, until the next one. */
static const char *serve_line(struct fixture *f, const char *line)
{
    struct evt evt;
    f->asked = 0;
    struct cmd cmd = {.id = 7, .kind = CMD_LINE, .meta = f->house->meta, .u.text = line};
    counter_serve(&f->counter, &cmd, &evt);
    return evt.u.text;
}

static const char *import(struct fixture *f)
{
    const char *path = big_hall_file(f);
    const char *line = arena_printf(f->house->arena, "plan import %s --hall big", path);
    const char *printed = serve_line(f, line);
    assert_int_equal(unlink(path), 0);
    return printed;
}

static bool has_hall(struct fixture *f)
{
    struct store *store = f->house->desk.store;
    struct hall hall;
    bool found = false;
    assert_int_equal(store->ops->hall_find(store, "big", &hall, &found, NULL), RC_OK);
    return found;
}

static void an_import_tells_how_far_it_is(void **state)
{
    struct fixture *f = *state;
    import(f);
    assert_true(has_hall(f));
    assert_true(f->told >= 1);
    assert_int_equal(f->last.id, 7);
    assert_string_equal(f->last.u.work.what, "Importing");
    assert_int_equal(f->last.u.work.total, BIG_HALL);
}

static void nothing_is_told_more_than_ten_times_a_second(void **state)
{
    struct fixture *f = *state;
    import(f);
    assert_true(f->told > 1);
    assert_true(f->asked > f->told);
    assert_true(f->least_gap >= 100);
}

static void a_stopped_import_leaves_nothing(void **state)
{
    struct fixture *f = *state;
    f->stop_after = 1;
    assert_non_null(strstr(import(f), "Stopped as asked; nothing was changed."));
    assert_false(has_hall(f));
}

static void what_comes_after_it_is_not_stopped(void **state)
{
    struct fixture *f = *state;
    f->stop_after = 1;
    import(f);
    f->stop_after = 0;
    import(f);
    assert_true(has_hall(f));
}

static void the_check_of_the_log_prints_no_bar_into_the_answer(void **state)
{
    struct fixture *f = *state;
    const char *printed = serve_line(f, "audit verify");
    assert_non_null(strstr(printed, "agree"));
    assert_null(strchr(printed, '\r'));
    assert_null(strchr(printed, '['));
}

static void a_check_of_the_log_can_be_stopped(void **state)
{
    struct fixture *f = *state;
    import(f); /* a hall is one event: what is asked here are the store's own steps */
    f->stopped = true;
    assert_non_null(strstr(serve_line(f, "audit verify"), "Stopped as asked"));
}

/* ---- reading ------------------------------------------------------------------------------- */

static struct evt serve_kind(struct fixture *f, struct cmd cmd)
{
    struct evt evt;
    f->asked = 0;
    cmd.id = 7;
    cmd.meta = f->house->meta;
    counter_serve(&f->counter, &cmd, &evt);
    return evt;
}

static void a_show_on_a_big_hall(struct fixture *f)
{
    import(f);
    struct show show = house_show("big-night");
    snprintf(show.hall, sizeof show.hall, "big");
    desk_show_add(&f->house->desk, &f->house->meta, &show, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_OK);
}

static void the_first_load_of_a_show_can_be_stopped(void **state)
{
    struct fixture *f = *state;
    a_show_on_a_big_hall(f);
    f->stopped = true;
    struct evt evt = serve_kind(f, (struct cmd){.kind = CMD_OPEN_SHOW, .u.show = "big-night"});
    assert_int_equal(evt.outcome.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(evt.outcome.err.rc, RC_CANCELLED);
    f->stopped = false;
    evt = serve_kind(f, (struct cmd){.kind = CMD_OPEN_SHOW, .u.show = "big-night"});
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    assert_int_equal(evt.u.map.plan->seat_count, BIG_HALL);
}

/* A report of all seats is read whole before anything is saved. */
static void a_stopped_export_leaves_no_file(void **state)
{
    struct fixture *f = *state;
    const struct cmd save = {
        .kind = CMD_EXPORT,
        .u.export = {.line = "report occupancy --csv --show big-night", .name = "occupancy.csv"}};
    char folder[PATH_TEXT + 16];
    a_show_on_a_big_hall(f);
    snprintf(folder, sizeof folder, "%s/exports", f->console.paths.data);
    f->stopped = true;
    struct evt evt = serve_kind(f, save);
    assert_int_not_equal(evt.outcome.verdict, VERDICT_OK);
    if (!strstr(evt.outcome.message, "Stopped as asked"))
        fail_msg("%s", evt.outcome.message);
    assert_int_not_equal(access(folder, F_OK), 0);
    f->stopped = false;
    evt = serve_kind(f, save);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    assert_int_equal(access(evt.u.text, F_OK), 0);
    assert_int_equal(unlink(evt.u.text), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* ---- on its thread -------------------------------------------------------------------------- */

static struct evt answer(const struct counter_port *port)
{
    struct evt evt;
    while (!port->receive(port->ctx, &evt) || evt.kind != EVT_ANSWER) {
        struct pollfd fd = {.fd = port->fd(port->ctx), .events = POLLIN};
        if (poll(&fd, 1, PATIENCE_MS) != 1)
            fail_msg("nothing came from the counter");
    }
    return evt;
}

static void what_was_cancelled_before_its_turn_is_not_begun(void **state)
{
    struct fixture *f = *state;
    struct counter_thread *thread = counter_thread_start(&f->counter, NULL);
    const struct counter_port port = counter_thread_port(thread);
    struct cmd cmd = {.id = 8, .kind = CMD_SHOWS, .meta = f->house->meta};
    cmd.meta.arena = arena_new();
    port.cancel(port.ctx, 8);
    assert_true(port.send(port.ctx, &cmd));
    struct evt evt = answer(&port);
    assert_int_equal(evt.outcome.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(evt.outcome.err.rc, RC_CANCELLED);
    arena_free(&evt.arena);
    counter_thread_stop(&thread);
}

static void an_act_at_the_counter_cannot_be_cancelled(void **state)
{
    struct fixture *f = *state;
    struct counter_thread *thread = counter_thread_start(&f->counter, NULL);
    const struct counter_port port = counter_thread_port(thread);
    const char *const labels[] = {"Stalls-A-1"};
    struct cmd cmd = {.id = 9, .kind = CMD_HOLD, .meta = f->house->meta};
    cmd.meta.arena = arena_new();
    cmd.u.hold = (struct desk_hold){.show = HOUSE_SHOW, .labels = labels, .count = 1};
    port.cancel(port.ctx, 9);
    assert_true(port.send(port.ctx, &cmd));
    struct evt evt = answer(&port);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    arena_free(&evt.arena);
    counter_thread_stop(&thread);
    assert_string_equal(house_status(f->house, "Stalls-A-1"), "held");
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        RULE(an_import_tells_how_far_it_is),
        RULE(nothing_is_told_more_than_ten_times_a_second),
        RULE(a_stopped_import_leaves_nothing),
        RULE(what_comes_after_it_is_not_stopped),
        RULE(the_check_of_the_log_prints_no_bar_into_the_answer),
        RULE(a_check_of_the_log_can_be_stopped),
        RULE(the_first_load_of_a_show_can_be_stopped),
        RULE(a_stopped_export_leaves_no_file),
        RULE(what_was_cancelled_before_its_turn_is_not_begun),
        RULE(an_act_at_the_counter_cannot_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
