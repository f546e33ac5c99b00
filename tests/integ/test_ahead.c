/* Reading ahead: a show opened from what was read before is the show as it is now. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "src/domain/plan_text.h"
#include "src/engine/counter.h"
#include "tests/lib/house.h"

enum { A_MOMENT = 1000 };

struct fixture {
    struct house_fixture *house;
    struct counter counter;
    struct evt map;
};

static int setup(void **state)
{
    struct fixture *f = x_alloc(sizeof *f);
    void *house;
    if (house_setup(&house))
        return -1;
    f->house = house;
    counter_init(&f->counter, &f->house->desk);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    void *house = f->house;
    arena_free(&f->map.arena);
    counter_close(&f->counter);
    free(f);
    return house_teardown(&house);
}

static struct evt ask(struct fixture *f, enum cmd_kind kind, const char *show)
{
    struct cmd cmd = {.id = 1, .kind = kind, .u.show = show};
    struct evt evt;
    cmd.meta.arena = arena_new();
    cmd.meta.actor = f->house->meta.actor;
    counter_serve(&f->counter, &cmd, &evt);
    return evt;
}

static void wish_for(struct fixture *f, const char *show)
{
    struct evt answer = ask(f, CMD_READ_AHEAD, show);
    assert_int_equal(answer.outcome.verdict, VERDICT_OK);
    arena_free(&answer.arena);
}

static void read_ahead(struct fixture *f, const char *show)
{
    wish_for(f, show);
    f->house->time.mono += A_MOMENT;
    assert_true(counter_read_ahead(&f->counter));
    assert_non_null(f->counter.ahead.arena);
}

/* True: it was opened from what had been read. */
static bool open_show(struct fixture *f)
{
    const struct arena *ahead = f->counter.ahead.arena;
    f->map = ask(f, CMD_OPEN_SHOW, HOUSE_SHOW);
    assert_int_equal(f->map.outcome.verdict, VERDICT_OK);
    assert_null(f->counter.ahead.arena);
    return ahead && f->map.arena == ahead;
}

static const struct seat_state *seat(const struct fixture *f, const char *label)
{
    int index = plan_find_seat(f->map.u.map.plan, label);
    assert_in_range(index, 0, f->map.u.map.plan->seat_count - 1);
    return &f->map.u.map.state[index];
}

static void a_show_that_was_read_opens_from_memory(void **state)
{
    struct fixture *f = *state;
    read_ahead(f, HOUSE_SHOW);
    assert_true(open_show(f));
    assert_int_equal(f->map.u.map.plan->seat_count, 25);
    assert_int_equal(seat(f, "Stalls-A-1")->status, SEAT_AVAILABLE);
}

static void what_happened_since_is_in_it(void **state)
{
    struct fixture *f = *state;
    read_ahead(f, HOUSE_SHOW);
    house_hold(f->house, "Stalls-B-1", "Stalls-B-2", NULL);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_true(open_show(f));
    assert_int_equal(seat(f, "Stalls-B-2")->status, SEAT_HELD);
    assert_true(uuid_equal(&seat(f, "Stalls-B-2")->holder, &f->house->out.hold->id));
    assert_int_equal(seat(f, "Stalls-B-2")->version, 2);
}

static void it_is_followed_from_there_on(void **state)
{
    struct fixture *f = *state;
    struct evt news;
    read_ahead(f, HOUSE_SHOW);
    house_hold(f->house, "Stalls-B-1", "Stalls-B-2", NULL);
    assert_true(open_show(f));
    assert_int_equal(counter_follow(&f->counter, &news), FOLLOW_QUIET);
    house_hold(f->house, "Stalls-C-5", "Stalls-C-6", NULL);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_int_equal(counter_follow(&f->counter, &news), FOLLOW_NEWS);
    assert_int_equal(news.u.seats.count, 2);
    arena_free(&news.arena);
}

/* Money for an order, say: a screen asks again what is still to be paid. */
static void what_moves_no_seat_of_it_is_told_too(void **state)
{
    struct fixture *f = *state;
    struct evt news;
    struct show other = house_show("other");
    assert_false(open_show(f));
    assert_int_equal(counter_follow(&f->counter, &news), FOLLOW_QUIET);
    house_become(f->house, "ruth", ROLE_MANAGER);
    desk_show_add(&f->house->desk, &f->house->meta, &other, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_int_equal(counter_follow(&f->counter, &news), FOLLOW_NEWS);
    assert_int_equal(news.u.seats.count, 0);
    arena_free(&news.arena);
    assert_int_equal(counter_follow(&f->counter, &news), FOLLOW_QUIET);
}

static void another_status_is_read_anew(void **state)
{
    struct fixture *f = *state;
    read_ahead(f, HOUSE_SHOW);
    house_become(f->house, "ruth", ROLE_MANAGER);
    desk_show_status(&f->house->desk, &f->house->meta, HOUSE_SHOW, SHOW_CLOSED, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_false(open_show(f));
    assert_int_equal(f->map.u.map.show.status, SHOW_CLOSED);
}

static void another_plan_is_read_anew(void **state)
{
    static const char smaller[] = "title Test hall\nstage top\nclass S Stalls\nsection Stalls\n"
                                  "numbers left 1\nA SSSS:SSSS\nB SSSS.SSSS\n";
    struct fixture *f = *state;
    struct plan_faults faults = {0};
    const struct hall hall = {.id = "main", .name = "Main House"};
    read_ahead(f, HOUSE_SHOW);
    struct plan *plan = plan_text_parse(smaller, strlen(smaller), f->house->arena, &faults);
    assert_non_null(plan);
    house_become(f->house, "ruth", ROLE_MANAGER);
    desk_plan_import(&f->house->desk, &f->house->meta, &hall, plan, smaller, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_false(open_show(f));
    assert_int_equal(f->map.u.map.plan->seat_count, 16);
}

static void another_show_than_the_one_read_is_read(void **state)
{
    struct fixture *f = *state;
    wish_for(f, "no-such-show");
    f->house->time.mono += A_MOMENT;
    assert_true(counter_read_ahead(&f->counter));
    assert_null(f->counter.ahead.arena);
    assert_false(open_show(f));
}

static void a_cursor_that_runs_on_reads_nothing(void **state)
{
    struct fixture *f = *state;
    wish_for(f, HOUSE_SHOW);
    assert_false(counter_read_ahead(&f->counter));
    assert_true(counter_ahead_due(&f->counter) > f->house->time.mono);
    assert_false(open_show(f));
    assert_int_equal(counter_ahead_due(&f->counter), INT64_MAX); /* the wish was granted by that */
}

static void nothing_is_read_while_a_show_is_open(void **state)
{
    struct fixture *f = *state;
    assert_false(open_show(f));
    wish_for(f, HOUSE_SHOW);
    f->house->time.mono += A_MOMENT;
    assert_false(counter_read_ahead(&f->counter));
    struct evt closed = ask(f, CMD_CLOSE_SHOW, "");
    arena_free(&closed.arena);
    assert_true(counter_read_ahead(&f->counter));
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        RULE(a_show_that_was_read_opens_from_memory),
        RULE(what_happened_since_is_in_it),
        RULE(it_is_followed_from_there_on),
        RULE(what_moves_no_seat_of_it_is_told_too),
        RULE(another_status_is_read_anew),
        RULE(another_plan_is_read_anew),
        RULE(another_show_than_the_one_read_is_read),
        RULE(a_cursor_that_runs_on_reads_nothing),
        RULE(nothing_is_read_while_a_show_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
