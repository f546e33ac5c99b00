/*
 * Everything a screen can ask of the counter, at a till that is alone: it is done and stands in the
 * journal, or it is refused by a whole sentence. A command more without a line here fails.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/engine/counter.h"
#include "tests/lib/lone_lines.h"

struct fixture {
    struct house_fixture *house;
    struct lone lone;
    struct counter counter;
    struct counter_aside aside;
    char told[500]; /* what was not as expected first */
};

/* ---- a counter beside which the house can be lost ------------------------------------------- */

static enum aside failed(void *ctx, enum cmd_kind kind, const struct err *why)
{
    struct fixture *f = ctx;
    (void)kind, (void)why;
    if (f->house->desk.alone)
        return ASIDE_SAME;
    lone_go_alone(&f->lone);
    return ASIDE_SWITCHED;
}

static enum aside turn(void *ctx)
{
    (void)ctx;
    return ASIDE_SAME;
}

static int no_fd(void *ctx)
{
    (void)ctx;
    return -1;
}

static int64_t never(void *ctx)
{
    (void)ctx;
    return INT64_MAX;
}

static const char *run_line(void *ctx, const struct act_meta *meta, const char *line)
{
    (void)ctx;
    return arena_strdup(meta->arena, line);
}

static const char *export_line(void *ctx, const struct act_meta *meta, const char *line,
                               const char *name, struct outcome *outcome)
{
    (void)ctx, (void)line, (void)outcome;
    return arena_strdup(meta->arena, name);
}

static int set_up(void **state)
{
    struct fixture *f = x_alloc(sizeof *f);
    void *house;
    if (house_setup(&house))
        return -1;
    f->house = house;
    lone_begin(&f->lone, f->house);
    f->aside = (struct counter_aside){f, turn, failed, no_fd, never, NULL};
    counter_init(&f->counter, &f->house->desk);
    f->counter.aside = &f->aside;
    f->counter.run_line = run_line;
    f->counter.export_line = export_line;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    void *house = f->house;
    counter_close(&f->counter);
    lone_end(&f->lone);
    free(f);
    return house_teardown(&house);
}

/* ---- walking --------------------------------------------------------------------------------- */

static struct evt serve(struct fixture *f, const struct lone_line *line)
{
    static uint64_t id;
    struct evt evt = {.id = 0};
    struct cmd cmd = {.id = ++id, .kind = line->kind, .meta = f->house->meta};
    cmd.meta.key = uuid_make(&f->house->desk.ids, (int64_t)id);
    line->fill(&f->lone, &cmd);
    counter_serve(&f->counter, &cmd, &evt);
    assert_int_equal(evt.id, cmd.id);
    if (evt.outcome.hold)
        f->lone.made = evt.outcome.hold->id;
    return evt;
}

static bool is_of_house(const char *message)
{
    return strstr(message, "the house") || strstr(message, "The house");
}

static bool is_as_expected(const struct lone_line *line, const struct outcome *out, int entries)
{
    switch (line->end) {
    case LONE_SEEN:
        return !out->verdict && !entries;
    case LONE_DONE:
        return !out->verdict && entries > 0;
    case LONE_HOUSE:
        return out->verdict == VERDICT_UNAVAILABLE && !entries && lone_is_told(out->message) &&
               is_of_house(out->message);
    case LONE_RULE:
        return out->verdict && out->verdict != VERDICT_UNAVAILABLE && !entries &&
               lone_is_told(out->message);
    }
    return false;
}

/* Returns how many did something else, and tells the first. before: what is done before each. */
static int walk(struct fixture *f, void (*before)(struct lone *))
{
    int wrong = 0;
    f->told[0] = '\0';
    for (int i = 0; i < lone_line_count; i++) {
        int journalled = lone_journalled(&f->lone);
        before(&f->lone);
        struct evt evt = serve(f, &lone_lines[i]);
        int entries = lone_journalled(&f->lone) - journalled;
        if (is_as_expected(&lone_lines[i], &evt.outcome, entries))
            continue;
        if (!wrong++)
            snprintf(f->told, sizeof f->told, "%s: %s, %d entries: %s", lone_lines[i].what,
                     verdict_code(evt.outcome.verdict), entries, evt.outcome.message);
    }
    return wrong;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static void each_command_has_a_line(void **state)
{
    (void)state;
    bool walked[CMD_KINDS] = {true};
    for (int i = 0; i < lone_line_count; i++)
        walked[lone_lines[i].kind] = true;
    for (int kind = 0; kind < CMD_KINDS; kind++)
        if (!walked[kind])
            fail_msg("command %d of src/port/cmd.h is not walked at a till that is alone", kind);
}

static void each_is_done_or_refused_in_a_sentence(void **state)
{
    struct fixture *f = *state;
    if (walk(f, lone_go_alone))
        fail_msg("%s", f->told);
    assert_true(till_verify(&f->lone.till.core));
}

static void each_is_the_same_when_the_house_is_lost_over_it(void **state)
{
    struct fixture *f = *state;
    lone_lose_house(&f->lone);
    if (walk(f, lone_go_home))
        fail_msg("%s", f->told);
}

/* ---- controls: what the walk would have to find ------------------------------------------------
 */

static void go_alone_without_a_journal(struct lone *lone)
{
    lone_go_alone(lone);
    lite_till_journal(lone->till.file, NULL);
}

static void what_is_not_journalled_is_found(void **state) /* control */
{
    int kept = 0;
    for (int i = 0; i < lone_line_count; i++)
        kept += lone_lines[i].end == LONE_DONE;
    assert_int_equal(walk(*state, go_alone_without_a_journal), kept);
}

static void a_house_that_is_lost_and_not_left_is_found(void **state) /* control */
{
    struct fixture *f = *state;
    f->counter.aside = NULL;
    lone_lose_house(&f->lone);
    assert_true(walk(f, lone_go_home) > lone_line_count / 2);
}

#define WALK(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_command_has_a_line),
        WALK(each_is_done_or_refused_in_a_sentence),
        WALK(each_is_the_same_when_the_house_is_lost_over_it),
        WALK(what_is_not_journalled_is_found),
        WALK(a_house_that_is_lost_and_not_left_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
