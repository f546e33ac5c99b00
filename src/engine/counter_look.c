#include "config.h"

#include "src/engine/counter_look.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/rights.h"
#include "src/engine/counter_ahead.h"
#include "src/engine/run.h"

/* A read failed: the answer says so in the store's own sentence. */
static bool failed(struct evt *evt, enum rc rc)
{
    if (!rc)
        return false;
    evt->outcome.verdict = VERDICT_UNAVAILABLE;
    snprintf(evt->outcome.message, sizeof evt->outcome.message, "%s", evt->outcome.err.text);
    return true;
}

static bool may(const struct cmd *cmd, enum right right, struct evt *evt)
{
    if (rights_may(cmd->meta.actor.role, right))
        return true;
    evt->outcome.verdict = VERDICT_NOT_ALLOWED;
    snprintf(evt->outcome.message, sizeof evt->outcome.message,
             tongue(N_("Your role (%s) does not allow this: %s.")),
             tongue_word("role", role_name(cmd->meta.actor.role)), tongue(right_name(right)));
    return false;
}

static int64_t now_of(const struct counter *counter)
{
    return clock_wall(&counter->desk->clock);
}

/* A number for the show that a person or a screen names; refuses what does not exist. */
static bool named_show(struct counter *counter, const struct cmd *cmd, const char *id,
                       struct evt *evt, struct show *show)
{
    struct run run;
    run_look(&run, counter->desk, &cmd->meta, &evt->outcome);
    run_looked(&run, run_find_show(&run, id, show));
    return !evt->outcome.verdict;
}

/* ---- shows and maps ----------------------------------------------------------------------- */

void look_shows(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct store *store = counter->desk->store;
    failed(evt,
           store->ops->show_list(store, now_of(counter), evt->arena, &evt->u.shows.at,
                                 &evt->u.shows.counts, &evt->u.shows.count, &evt->outcome.err));
    if (counter->last_show)
        evt->u.shows.last = counter->last_show(counter->line_ctx, cmd->meta.actor.name, evt->arena);
}

static void forget_show(struct counter *counter)
{
    counter->show_no = 0;
    arena_free(&counter->plan_arena);
}

/* Numbers to indexes, kept apart from the answer's arena: that one belongs to the screen. */
static void index_seats(struct counter *counter, const struct plan *plan)
{
    bool same = true;
    counter->index_count = 0;
    counter->index_of = NULL;
    for (int i = 0; i < plan->seat_count; i++) {
        same = same && plan->seats[i].no == i;
        if (plan->seats[i].no >= counter->index_count)
            counter->index_count = plan->seats[i].no + 1;
    }
    if (same)
        return;
    counter->index_of =
        arena_array(counter->plan_arena, (size_t)counter->index_count, sizeof *counter->index_of);
    for (int32_t no = 0; no < counter->index_count; no++)
        counter->index_of[no] = -1;
    for (int i = 0; i < plan->seat_count; i++)
        counter->index_of[plan->seats[i].no] = i;
}

void look_follow(struct counter *counter, const struct snapshot *map)
{
    forget_show(counter);
    counter->plan_arena = arena_new();
    counter->seat_count = map->plan->seat_count;
    index_seats(counter, map->plan);
    counter->show_no = map->show.no;
    counter->last_event = map->last_event;
}

static void open_map(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    forget_show(counter);
    counter->anew = false;
    if (ahead_take(counter, cmd, evt))
        return;
    forget_show(counter);
    desk_map(counter->desk, evt->arena, cmd->u.show, &evt->u.map, &evt->outcome);
    if (!evt->outcome.verdict)
        look_follow(counter, &evt->u.map);
}

void look_open_show(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    open_map(counter, cmd, evt);
    if (evt->outcome.verdict)
        return;
    text_copy(counter->opened.person, sizeof counter->opened.person, cmd->meta.actor.name);
    text_copy(counter->opened.show, sizeof counter->opened.show, evt->u.map.show.id);
}

void look_close_show(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    (void)cmd, (void)evt;
    forget_show(counter);
}

void look_best(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_best(counter->desk, &cmd->meta, cmd->u.best.show, &cmd->u.best.request,
              cmd->u.best.class_name, cmd->u.best.section_name, &evt->u.best.result,
              evt->u.best.labels, &evt->outcome);
}

void look_sections(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct store *store = counter->desk->store;
    struct show show;
    if (named_show(counter, cmd, cmd->u.show, evt, &show))
        failed(evt, store->ops->show_sections(store, show.no, now_of(counter), evt->arena,
                                              &evt->u.sections.at, &evt->u.sections.count,
                                              &evt->outcome.err));
}

/* ---- holds and sales ---------------------------------------------------------------------- */

static void list_holds(struct counter *counter, const struct hold_filter *filter, struct evt *evt)
{
    struct store *store = counter->desk->store;
    failed(evt, store->ops->hold_list(store, filter, evt->arena, &evt->u.holds.at,
                                      &evt->u.holds.count, &evt->outcome.err));
}

void look_basket(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    const struct hold_filter mine = {
        .holder = cmd->meta.actor.name, .open_only = true, .now = now_of(counter)};
    list_holds(counter, &mine, evt);
}

void look_holds(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct show show;
    if (!named_show(counter, cmd, cmd->u.show, evt, &show))
        return;
    const struct hold_filter all = {.show = show.no, .open_only = true, .now = now_of(counter)};
    list_holds(counter, &all, evt);
}

void look_quote(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_quote(counter->desk, &cmd->meta, &cmd->u.sell, &evt->u.quote, &evt->outcome);
}

void look_sales(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct store *store = counter->desk->store;
    if (may(cmd, RIGHT_LOOK_UP, evt))
        failed(evt, store->ops->sale_list(store, &cmd->u.sales, evt->arena, &evt->u.sales.at,
                                          &evt->u.sales.count, &evt->outcome.err));
}

void look_due(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct store *store = counter->desk->store;
    struct show show;
    if (!may(cmd, RIGHT_LOOK_UP, evt) || !named_show(counter, cmd, cmd->u.show, evt, &show))
        return;
    const struct sale_filter due = {.show = show.no, .due_only = true};
    int32_t *came;
    if (failed(evt, store->ops->sale_list(store, &due, evt->arena, &evt->u.sales.at,
                                          &evt->u.sales.count, &evt->outcome.err)) ||
        failed(evt, store->ops->admitted(store, show.no, evt->arena, &came,
                                         &evt->u.sales.admitted_count, &evt->outcome.err)))
        return;
    evt->u.sales.admitted = came;
}

void look_sale(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (!may(cmd, RIGHT_LOOK_UP, evt))
        return;
    desk_sale_find(counter->desk, evt->arena, cmd->u.sale.id, &evt->outcome);
    evt->u.sales.at = evt->outcome.sale;
    evt->u.sales.count = evt->outcome.sale ? 1 : 0;
}

/* ---- people, money, records --------------------------------------------------------------- */

void look_customers(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    enum { SHOWN = 50 };
    struct store *store = counter->desk->store;
    if (may(cmd, RIGHT_LOOK_UP, evt))
        failed(evt, store->ops->customer_find(store, cmd->u.text, SHOWN, evt->arena,
                                              &evt->u.customers.at, &evt->u.customers.count,
                                              &evt->outcome.err));
}

void look_shift(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct store *store = counter->desk->store;
    struct shift *shift = arena_alloc(evt->arena, sizeof *shift);
    struct house house;
    bool found = false;
    if (failed(evt, store->ops->house_read(store, &house, &evt->outcome.err)) ||
        failed(evt, store->ops->shift_read(store, NULL, cmd->meta.actor.till, shift, &found,
                                           &evt->outcome.err)))
        return;
    evt->outcome.shift = found ? shift : NULL;
    memcpy(evt->u.drawer.house, house.name, sizeof house.name);
    memcpy(evt->u.drawer.currency, house.currency, sizeof house.currency);
    evt->u.drawer.difference_limit = counter->difference_limit;
}

static void name_places(const struct plan *plan, struct evt *evt)
{
    const char **classes = arena_array(evt->arena, (size_t)plan->class_count + 1, sizeof *classes);
    const char **sections =
        arena_array(evt->arena, (size_t)plan->section_count + 1, sizeof *sections);
    for (int i = 0; i < plan->class_count; i++)
        classes[i] = arena_strdup(evt->arena, plan->classes[i].name);
    for (int i = 0; i < plan->section_count; i++)
        sections[i] = arena_strdup(evt->arena, plan->sections[i].name);
    evt->u.waiters.classes = classes;
    evt->u.waiters.sections = sections;
    evt->u.waiters.class_count = plan->class_count;
    evt->u.waiters.section_count = plan->section_count;
}

/* The plan itself is not kept: of a large hall the names are a few, the seats many. */
static void read_places(struct counter *counter, const struct show *show, struct evt *evt)
{
    struct store *store = counter->desk->store;
    struct arena *scratch = arena_new();
    struct plan *plan;
    const char *document;
    if (!failed(evt, store->ops->hall_plan(store, show->hall_no, scratch, &plan, &document,
                                           &evt->outcome.err)))
        name_places(plan, evt);
    arena_free(&scratch);
}

void look_waiters(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct store *store = counter->desk->store;
    struct show show;
    if (!may(cmd, RIGHT_LOOK_UP, evt) || !named_show(counter, cmd, cmd->u.show, evt, &show) ||
        failed(evt, store->ops->waiter_list(store, show.no, evt->arena, &evt->u.waiters.at,
                                            &evt->u.waiters.count, &evt->outcome.err)))
        return;
    evt->u.waiters.show = arena_strdup(evt->arena, show.id);
    evt->u.waiters.title = arena_strdup(evt->arena, show.title);
    evt->u.waiters.starts_at = show.starts_at;
    read_places(counter, &show, evt);
}

/* From which network something came is personal data: for those who may read the log. */
static void hide_addresses(const struct cmd *cmd, struct evt *evt)
{
    if (rights_may(cmd->meta.actor.role, RIGHT_AUDIT))
        return;
    for (int i = 0; i < evt->u.events.count; i++)
        *evt->u.events.at[i].address = '\0';
}

/* What befell one hold, sale or shift concerns whoever has it; the log at large does not. */
void look_events(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (uuid_is_zero(&cmd->u.events.subject) && !may(cmd, RIGHT_AUDIT, evt))
        return;
    struct store *store = counter->desk->store;
    if (!failed(evt, store->ops->event_list(store, &cmd->u.events, evt->arena, &evt->u.events.at,
                                            &evt->u.events.count, &evt->outcome.err)))
        hide_addresses(cmd, evt);
}

static enum verdict narrow_seat(struct run *run, const char *label, struct event_filter *filter)
{
    struct snapshot rows;
    int seat;
    if (!filter->show)
        return refuse(&run->why, VERDICT_INVALID,
                      "Every hall has such a seat; name the show as well: seat %.40s show ID.",
                      label);
    enum verdict verdict = run_read_seats(run, filter->show, &label, 1, &rows, &seat);
    if (!verdict)
        filter->seat = rows.plan->seats[seat].no;
    return verdict;
}

/* Words become numbers and ids. */
static enum verdict narrow(struct run *run, const struct cmd *cmd, struct event_filter *filter)
{
    enum verdict verdict = VERDICT_OK;
    struct show show = {.no = 0};
    struct sale sale = {.show = 0};
    *filter = cmd->u.audit.filter;
    filter->seat = -1;
    if (cmd->u.audit.show) {
        verdict = run_find_show(run, cmd->u.audit.show, &show);
        filter->show = show.no;
    }
    if (!verdict && cmd->u.audit.seat)
        verdict = narrow_seat(run, cmd->u.audit.seat, filter);
    if (!verdict && cmd->u.audit.order) {
        verdict = run_read_sale(run, cmd->u.audit.order, &sale);
        filter->subject = sale.id;
    }
    return verdict;
}

void look_audit(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct store *store = counter->desk->store;
    struct event_filter filter;
    struct run run;
    if (!may(cmd, RIGHT_AUDIT, evt))
        return;
    run_look(&run, counter->desk, &cmd->meta, &evt->outcome);
    run_looked(&run, narrow(&run, cmd, &filter));
    if (!evt->outcome.verdict)
        failed(evt, store->ops->event_list(store, &filter, evt->arena, &evt->u.events.at,
                                           &evt->u.events.count, &evt->outcome.err));
}

void look_report(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct store *store = counter->desk->store;
    if (may(cmd, RIGHT_REPORT, evt))
        failed(evt, store->ops->report(store, &cmd->u.report, evt->arena, &evt->u.report.at,
                                       &evt->u.report.count, &evt->outcome.err));
}

void look_history(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    enum { POINTS = 1000 };
    const struct occupancy_span span = {.from = cmd->u.history.from, .most = POINTS};
    const struct chores_ops *ops;
    struct store *store = counter->desk->store;
    struct show show;
    if (!may(cmd, RIGHT_REPORT, evt) || !store->ops->chores ||
        !named_show(counter, cmd, cmd->u.history.show, evt, &show))
        return;
    struct store *keeper = store->ops->chores(store, &ops);
    failed(evt, ops->occupancy(keeper, show.no, &span, evt->arena, &evt->u.history.at,
                               &evt->u.history.count, &evt->outcome.err));
}

/* ---- health ------------------------------------------------------------------------------- */

static void look_at_store(struct counter *counter, struct health_report *health)
{
    const struct clock *clock = &counter->desk->clock;
    int64_t asked = clock_mono(clock);
    struct store *store = counter->desk->store;
    struct house house;
    struct err err = {0};
    bool well = !store->ops->house_read(store, &house, &err);
    health->word = well ? HEALTH_LOCAL : HEALTH_READ_ONLY;
    health->layer_count = 1;
    snprintf(health->layer[0].name, sizeof health->layer[0].name, "%s", tongue(N_("store")));
    snprintf(health->layer[0].state, sizeof health->layer[0].state,
             tongue(well ? N_("%s, answers") : N_("%s, does not answer")), store->ops->name);
    if (well)
        snprintf(health->layer[0].detail, sizeof health->layer[0].detail,
                 tongue(N_("%.60s, schema %d, answered in %lld ms")), house.name, house.schema,
                 (long long)(clock_mono(clock) - asked));
    else
        snprintf(health->layer[0].detail, sizeof health->layer[0].detail, "%.119s", err.text);
    health->layer[0].well = well;
    health->layer[0].at = well ? health->at : 0;
}

/* Of a house of several tills each link tells of itself; the store is asked so that they can. */
static void look_at_links(struct counter *counter, struct health_report *health)
{
    struct store *store = counter->desk->store;
    struct house house;
    if (counter->aside)
        counter->aside->look_now(counter->aside->ctx);
    (void)!store->ops->house_read(store, &house, NULL);
    counter->look_at_line(counter->line_ctx, health);
    counter->told = health->word;
    counter->told_as_of = health->map_as_of;
    counter->told_journal = health->journal;
    health->conflicts = counter->told_conflicts = counter->conflicts;
}

void look_health(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct health_report *health = &evt->u.health;
    health->at = now_of(counter);
    if (counter->look_at_line)
        look_at_links(counter, health);
    else
        look_at_store(counter, health);
    if (counter->look_around)
        counter->look_around(counter->line_ctx, cmd->meta.actor.role, health);
}

void look_workers(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    const struct chores_ops *ops;
    struct store *store = counter->desk->store;
    evt->u.workers.wanted = store->ops->chores && worker_seen_by(cmd->meta.actor.role);
    if (!evt->u.workers.wanted)
        return;
    struct store *keeper = store->ops->chores(store, &ops);
    failed(evt, ops->workers(keeper, evt->arena, &evt->u.workers.at, &evt->u.workers.count,
                             &evt->outcome.err));
}
