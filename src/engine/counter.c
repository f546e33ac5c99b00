#include "config.h"

#include "src/engine/counter.h"

#include <stdio.h>
#include <string.h>

#include "src/base/tongue.h"
#include "src/domain/rights.h"
#include "src/engine/counter_ahead.h"
#include "src/engine/counter_conflict.h"
#include "src/engine/counter_door.h"
#include "src/engine/counter_look.h"
#include "src/engine/counter_print.h"
#include "src/engine/counter_scale.h"

typedef void (*serve_fn)(struct counter *, const struct cmd *, struct evt *);

/* ---- people ------------------------------------------------------------------------------- */

static void serve_sign_in(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (cmd->u.person.badge)
        desk_sign_in_badge(counter->desk, evt->arena, cmd->u.person.badge, cmd->meta.actor.till,
                           &evt->u.actor, &evt->outcome);
    else
        desk_sign_in(counter->desk, evt->arena, cmd->u.person.name, cmd->u.person.pin,
                     cmd->meta.actor.till, &evt->u.actor, &evt->outcome);
    if (!evt->outcome.verdict && rights_may(evt->u.actor.role, RIGHT_SELL))
        conflicts_count_soon(counter); /* a scanner may not see them */
}

static void serve_sign_act(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (cmd->u.person.badge)
        serve_sign_in(counter, cmd, evt);
    else
        desk_sign_for(counter->desk, evt->arena, cmd->u.person.name, cmd->u.person.pin,
                      cmd->meta.actor.till, &evt->u.actor, &evt->outcome);
    if (evt->outcome.verdict || rights_may(evt->u.actor.role, (enum right)cmd->u.person.right))
        return;
    evt->outcome.verdict = VERDICT_NOT_ALLOWED;
    snprintf(evt->outcome.message, sizeof evt->outcome.message,
             tongue(N_("The role of %s does not allow it either: %s.")), evt->u.actor.name,
             tongue(right_name((enum right)cmd->u.person.right)));
}

/* ---- a house without people ----------------------------------------------------------------- */

static bool find_founder(struct counter *counter, struct arena *arena, struct actor *founder,
                         struct outcome *out)
{
    struct store *store = counter->desk->store;
    struct staff *people;
    int count = 0;
    bool may = counter->founder && counter->founder(counter->line_ctx, founder);
    if (may && store->ops->staff_list(store, arena, &people, &count, &out->err))
        may = false;
    if (may && !count)
        return true;
    out->verdict = VERDICT_NOT_ALLOWED;
    snprintf(out->message, sizeof out->message, "%s",
             tongue(N_("People work in this house already. Ask one of its managers to add you.")));
    return false;
}

static void serve_is_new(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct actor founder = cmd->meta.actor;
    struct outcome unasked = {0};
    evt->u.is_new = find_founder(counter, evt->arena, &founder, &unasked);
}

static void serve_found(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct act_meta meta = cmd->meta;
    if (!find_founder(counter, evt->arena, &meta.actor, &evt->outcome))
        return;
    desk_staff_add(counter->desk, &meta, cmd->u.person.name, ROLE_MANAGER, cmd->u.person.pin,
                   &evt->outcome);
    if (!evt->outcome.verdict)
        serve_sign_in(counter, cmd, evt);
}

/* ---- acts --------------------------------------------------------------------------------- */

static void serve_hold(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_hold_new(counter->desk, &cmd->meta, &cmd->u.hold, &evt->outcome);
}

static void serve_hold_best(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_hold_best_named(counter->desk, &cmd->meta, &cmd->u.best, &evt->outcome);
}

static void serve_extend(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_hold_extend(counter->desk, &cmd->meta, &cmd->u.one_hold.hold, cmd->u.one_hold.by_ms,
                     &evt->outcome);
}

static void serve_release(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    enum hold_end end = cmd->u.one_hold.override ? END_ADMIN_OVERRIDE : END_USER_CANCELLED;
    desk_hold_release(counter->desk, &cmd->meta, &cmd->u.one_hold.hold, cmd->u.one_hold.labels,
                      cmd->u.one_hold.count, end, &evt->outcome);
}

static void serve_transfer(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (cmd->u.one_hold.email)
        desk_hold_give(counter->desk, &cmd->meta, &cmd->u.one_hold.hold, cmd->u.one_hold.email,
                       &evt->outcome);
    else
        desk_hold_transfer(counter->desk, &cmd->meta, &cmd->u.one_hold.hold, cmd->u.one_hold.to,
                           cmd->u.one_hold.to_till, &evt->outcome);
}

static void serve_sell(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_sell(counter->desk, &cmd->meta, &cmd->u.sell, &evt->outcome);
    print_handed_over(counter, cmd, evt);
}

static void serve_pay(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_pay(counter->desk, &cmd->meta, cmd->u.sale.id, cmd->u.sale.tenders,
             cmd->u.sale.tender_count, &evt->outcome);
}

static void serve_collect(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_collect(counter->desk, &cmd->meta, cmd->u.sale.id, &evt->outcome);
    print_handed_over(counter, cmd, evt);
}

static void serve_refund(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (cmd->u.sale.for_customer)
        desk_refund_for_customer(counter->desk, &cmd->meta, cmd->u.sale.id, cmd->u.sale.labels,
                                 cmd->u.sale.count, &evt->outcome);
    else
        desk_refund(counter->desk, &cmd->meta, cmd->u.sale.id, cmd->u.sale.labels,
                    cmd->u.sale.count, cmd->u.sale.keep_fees, cmd->u.sale.tender, &evt->outcome);
}

static void serve_exchange(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    const struct new_seats seats = print_new_seats(counter, cmd);
    desk_exchange(counter->desk, &cmd->meta, &cmd->u.exchange, &evt->outcome);
    print_exchanged(counter, cmd, evt, &seats);
}

static void serve_reprint(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_reprint(counter->desk, &cmd->meta, cmd->u.sale.id,
                 cmd->u.sale.count ? cmd->u.sale.labels[0] : "", &evt->outcome);
    print_again(counter, cmd, evt);
}

static void serve_block(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_seats_block(counter->desk, &cmd->meta, cmd->u.seats.show, cmd->u.seats.labels,
                     cmd->u.seats.count, cmd->u.seats.open_to, &evt->outcome);
}

static void serve_unblock(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_seats_unblock(counter->desk, &cmd->meta, cmd->u.seats.show, cmd->u.seats.labels,
                       cmd->u.seats.count, &evt->outcome);
}

static void serve_free_seats(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    const struct desk_release release = {cmd->u.seats.show, cmd->u.seats.labels,
                                         cmd->u.seats.holders, cmd->u.seats.count};
    desk_seats_release_seen(counter->desk, &cmd->meta, &release, &evt->outcome);
}

static void serve_customer_put(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_customer_put(counter->desk, &cmd->meta, &cmd->u.customer, &evt->outcome);
}

static void serve_shift_open(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_shift_open(counter->desk, &cmd->meta, cmd->u.money.amount, &evt->outcome);
}

static void serve_shift_move(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_shift_move(counter->desk, &cmd->meta, cmd->u.money.kind, cmd->u.money.amount,
                    &evt->outcome);
}

static void serve_shift_close(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_shift_close(counter->desk, &cmd->meta, cmd->u.money.counted, counter->difference_limit,
                     &evt->outcome);
    print_cash_up(counter, cmd, evt);
}

static void serve_wait_join(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_wait_join(counter->desk, &cmd->meta, cmd->u.waiter.show, &cmd->u.waiter.waiter,
                   cmd->u.waiter.class_name, &evt->outcome);
}

static void serve_wait_leave(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_wait_leave(counter->desk, &cmd->meta, &cmd->u.waiter.id, &evt->outcome);
}

static void serve_wait_serve(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_wait_serve(counter->desk, &cmd->meta, cmd->u.show, &evt->outcome);
}

static void serve_sweep(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_expire(counter->desk, &cmd->meta, NULL, &evt->outcome);
}

static void serve_line(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (counter->run_line)
        evt->u.text = counter->run_line(counter->line_ctx, &cmd->meta, cmd->u.text);
}

static void serve_export(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (counter->export_line)
        evt->u.text = counter->export_line(counter->line_ctx, &cmd->meta, cmd->u.export.line,
                                           cmd->u.export.name, &evt->outcome);
}

/* ---- the table ---------------------------------------------------------------------------- */

static const serve_fn table[CMD_KINDS] = {
    [CMD_SIGN_IN] = serve_sign_in,
    [CMD_SIGN_ACT] = serve_sign_act,
    [CMD_IS_NEW] = serve_is_new,
    [CMD_FOUND] = serve_found,
    [CMD_SHOWS] = look_shows,
    [CMD_OPEN_SHOW] = look_open_show,
    [CMD_CLOSE_SHOW] = look_close_show,
    [CMD_READ_AHEAD] = look_ahead,
    [CMD_BASKET] = look_basket,
    [CMD_HOLDS] = look_holds,
    [CMD_BEST] = look_best,
    [CMD_QUOTE] = look_quote,
    [CMD_SALES] = look_sales,
    [CMD_SALE] = look_sale,
    [CMD_DUE] = look_due,
    [CMD_CUSTOMERS] = look_customers,
    [CMD_SHIFT] = look_shift,
    [CMD_WAITERS] = look_waiters,
    [CMD_EVENTS] = look_events,
    [CMD_AUDIT] = look_audit,
    [CMD_REPORT] = look_report,
    [CMD_SECTIONS] = look_sections,
    [CMD_HISTORY] = look_history,
    [CMD_HEALTH] = look_health,
    [CMD_WORKERS] = look_workers,
    [CMD_DOOR] = look_door,
    [CMD_CHECKIN] = look_checkin,
    [CMD_CONFLICTS] = look_conflicts,
    [CMD_PRINTS] = look_prints,
    [CMD_SCALE] = watch_scale,
    [CMD_HOLD] = serve_hold,
    [CMD_HOLD_BEST] = serve_hold_best,
    [CMD_EXTEND] = serve_extend,
    [CMD_RELEASE] = serve_release,
    [CMD_TRANSFER] = serve_transfer,
    [CMD_SELL] = serve_sell,
    [CMD_PAY] = serve_pay,
    [CMD_COLLECT] = serve_collect,
    [CMD_REFUND] = serve_refund,
    [CMD_EXCHANGE] = serve_exchange,
    [CMD_REPRINT] = serve_reprint,
    [CMD_BLOCK] = serve_block,
    [CMD_UNBLOCK] = serve_unblock,
    [CMD_FREE_SEATS] = serve_free_seats,
    [CMD_CUSTOMER_PUT] = serve_customer_put,
    [CMD_SHIFT_OPEN] = serve_shift_open,
    [CMD_SHIFT_MOVE] = serve_shift_move,
    [CMD_SHIFT_CLOSE] = serve_shift_close,
    [CMD_WAIT_JOIN] = serve_wait_join,
    [CMD_WAIT_LEAVE] = serve_wait_leave,
    [CMD_WAIT_SERVE] = serve_wait_serve,
    [CMD_SWEEP] = serve_sweep,
    [CMD_SCAN] = serve_scan,
    [CMD_BAG_WEIGH] = serve_bag_weigh,
    [CMD_BAG_PAY] = serve_bag_pay,
    [CMD_BAG_STOP] = serve_bag_stop,
    [CMD_PRINT_AGAIN] = serve_print_again,
    [CMD_PRINT_DROP] = serve_print_drop,
    [CMD_PRINT_SHIFT] = serve_print_shift,
    [CMD_DECIDE] = serve_decide,
    [CMD_STRIKE] = serve_strike,
    [CMD_SETTLE] = serve_settle,
    [CMD_LINE] = serve_line,
    [CMD_EXPORT] = serve_export,
};

/* ---- beside the commands ------------------------------------------------------------------- */

static void note_aside(struct counter *counter, enum aside did)
{
    counter->anew |= did != ASIDE_SAME;
    if (did == ASIDE_SWITCHED)
        ahead_forget(counter);
}

/* ---- long work ---------------------------------------------------------------------------- */

enum { WORK_MS = 100 };

static bool was_cancelled(const struct counter *counter, uint64_t id)
{
    return counter->cancelled && counter->cancelled(counter->watcher, id);
}

/* Counts that were told are not wiped out by a step that has none. */
bool counter_tick(struct counter *counter, const char *what, int64_t done, int64_t total)
{
    struct evt evt = {.id = counter->work.id, .kind = EVT_PROGRESS};
    int64_t now = clock_mono(&counter->desk->clock);
    if (!counter->work.id)
        return true;
    if (was_cancelled(counter, counter->work.id))
        return false;
    if (!counter->tell_work || now < counter->work.due || (counter->work.counted && total == 0))
        return true;
    counter->work.due = now + WORK_MS;
    counter->work.counted = total > 0;
    snprintf(evt.u.work.what, sizeof evt.u.work.what, "%s", what ? what : "");
    evt.u.work.done = done;
    evt.u.work.total = total;
    counter->tell_work(counter->watcher, &evt);
    return true;
}

static bool tick_store(void *ctx, int64_t done, int64_t total)
{
    return counter_tick(ctx, NULL, done, total);
}

void counter_heed(struct counter *counter, const struct progress *progress)
{
    struct store *store = counter->desk->store;
    if (store->ops->heed)
        store->ops->heed(store, progress);
}

static void serve_stoppable(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    const struct progress watch = {tick_store, counter};
    counter->work.id = cmd->id;
    counter->work.due = clock_mono(&counter->desk->clock) + WORK_MS;
    counter->work.counted = false;
    counter_heed(counter, &watch);
    table[cmd->kind](counter, cmd, evt);
    counter_heed(counter, NULL);
    counter->work.id = 0;
}

/*
 * The house was lost on the way, and the till goes on alone: so does this command. What may have
 * been done there is done under the same key, or not at all.
 */
static bool goes_on_elsewhere(struct counter *counter, const struct cmd *cmd, const struct evt *evt)
{
    const struct outcome *out = &evt->outcome;
    bool lost = out->verdict == VERDICT_UNAVAILABLE &&
                (out->err.rc == RC_TRANSIENT ||
                 (out->err.rc == RC_UNKNOWN && !uuid_is_zero(&cmd->meta.key)));
    if (!lost || !counter->aside)
        return false;
    enum aside did = counter->aside->failed(counter->aside->ctx, cmd->kind, &out->err);
    note_aside(counter, did);
    return did == ASIDE_SWITCHED;
}

static void serve_it(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (cmd_can_stop(cmd->kind))
        serve_stoppable(counter, cmd, evt);
    else
        table[cmd->kind](counter, cmd, evt);
}

/* Every sale that is shown says what it is worth, and which entry its papers name. */
static void note_sales(const struct counter *counter, struct evt *evt)
{
    const struct desk_watch *watch = counter->desk->watch;
    bool listed = evt->cmd == CMD_SALES && !evt->outcome.verdict;
    if (!counter->desk->alone || !watch || !watch->note_sale)
        return;
    if (evt->outcome.sale)
        watch->note_sale(watch->ctx, evt->outcome.sale);
    for (int i = 0; listed && i < evt->u.sales.count; i++)
        watch->note_sale(watch->ctx, &evt->u.sales.at[i]);
}

static void start_answer(const struct cmd *cmd, struct evt *evt)
{
    *evt =
        (struct evt){.id = cmd->id, .kind = EVT_ANSWER, .cmd = cmd->kind, .arena = cmd->meta.arena};
}

static void refuse_stopped(struct evt *evt)
{
    evt->outcome.verdict = VERDICT_UNAVAILABLE;
    err_set_stopped(&evt->outcome.err);
    snprintf(evt->outcome.message, sizeof evt->outcome.message, "%s", evt->outcome.err.text);
}

/* ---- serving ------------------------------------------------------------------------------ */

static void refuse_late(struct evt *evt)
{
    evt->outcome.verdict = VERDICT_UNAVAILABLE;
    snprintf(evt->outcome.message, sizeof evt->outcome.message,
             "The counter was busy for too long and did not start this; try again.");
}

void counter_serve(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    bool known = cmd->kind < CMD_KINDS && table[cmd->kind];
    start_answer(cmd, evt);
    if (cmd->deadline && clock_mono(&counter->desk->clock) > cmd->deadline) {
        refuse_late(evt);
    } else if (known && cmd_can_stop(cmd->kind) && was_cancelled(counter, cmd->id)) {
        refuse_stopped(evt);
    } else if (known) {
        serve_it(counter, cmd, evt);
        if (goes_on_elsewhere(counter, cmd, evt)) {
            struct cmd again = *cmd;
            again.meta.first_sent = false;
            start_answer(&again, evt);
            serve_it(counter, &again, evt);
        }
        note_sales(counter, evt);
    }
}

void counter_after(struct counter *counter)
{
    if (counter->note_show && counter->opened.person[0])
        counter->note_show(counter->line_ctx, counter->opened.person, counter->opened.show);
    counter->opened.person[0] = '\0';
}

/* ---- the line ----------------------------------------------------------------------------- */

bool counter_line(struct counter *counter, struct evt *evt)
{
    struct health_report health = {.at = clock_wall(&counter->desk->clock)};
    if (!counter->look_at_line)
        return false;
    counter->look_at_line(counter->line_ctx, &health);
    health.conflicts = counter->conflicts;
    if (health.word == counter->told && health.map_as_of == counter->told_as_of &&
        health.journal == counter->told_journal && health.conflicts == counter->told_conflicts)
        return false;
    counter->told = health.word;
    counter->told_as_of = health.map_as_of;
    counter->told_journal = health.journal;
    counter->told_conflicts = health.conflicts;
    *evt = (struct evt){.kind = EVT_HEALTH, .u.health = health};
    return true;
}

/* ---- following the open show -------------------------------------------------------------- */

enum { NEWS_MAX = 4096 };

int32_t counter_index_of(const struct counter *counter, int32_t no)
{
    if (no < 0 || no >= counter->index_count)
        return -1;
    return counter->index_of ? counter->index_of[no] : no;
}

static void translate_news(const struct counter *counter, const struct fresh_seat *fresh, int count,
                           struct evt *evt)
{
    evt->u.seats.at = arena_array(evt->arena, (size_t)count, sizeof *evt->u.seats.at);
    for (int i = 0; i < count; i++) {
        int32_t no = fresh[i].seat;
        int32_t index = counter_index_of(counter, no);
        if (index >= 0)
            evt->u.seats.at[evt->u.seats.count++] = (struct map_seat){index, fresh[i].state};
    }
}

/* Too much at once: the whole map again, as news of every seat. */
static enum follow follow_whole(struct counter *counter, struct evt *evt)
{
    struct store *store = counter->desk->store;
    struct snapshot map;
    if (store->ops->map_read(store, counter->show_no, evt->arena, &map, NULL))
        return FOLLOW_BUSY;
    counter->last_event = map.last_event;
    if (map.plan->seat_count != counter->seat_count)
        return FOLLOW_QUIET; /* another plan: the screen opens the show anew */
    evt->u.seats.at =
        arena_array(evt->arena, (size_t)map.plan->seat_count, sizeof *evt->u.seats.at);
    for (int i = 0; i < map.plan->seat_count; i++)
        evt->u.seats.at[i] = (struct map_seat){i, map.state[i]};
    evt->u.seats.count = map.plan->seat_count;
    return FOLLOW_NEWS;
}

/* Without an open show there are no seats to tell, but the basket may be another one. */
bool counter_turn(struct counter *counter, struct evt *evt)
{
    if (counter->aside)
        note_aside(counter, counter->aside->turn(counter->aside->ctx));
    if (!counter->anew)
        return false;
    *evt = (struct evt){.kind = EVT_SEATS, .arena = arena_new(), .u.seats.anew = true};
    enum follow read = counter->show_no ? follow_whole(counter, evt) : FOLLOW_NEWS;
    counter->anew = read == FOLLOW_BUSY;
    evt->u.seats.last_event = counter->last_event;
    if (read != FOLLOW_NEWS)
        arena_free(&evt->arena);
    return read == FOLLOW_NEWS;
}

static enum follow follow(struct counter *counter, struct evt *evt)
{
    struct store *store = counter->desk->store;
    struct fresh_seat *fresh;
    int count;
    int64_t last = counter->last_event;
    if (store->ops->seats_since(store, counter->show_no, counter->last_event, NEWS_MAX, evt->arena,
                                &fresh, &count, &last, NULL))
        return FOLLOW_BUSY;
    if (count < 0)
        return follow_whole(counter, evt);
    /* A feed tells of seats before the log's end is known to have moved. */
    bool happened = count || last != counter->last_event;
    counter->last_event = last;
    if (count)
        translate_news(counter, fresh, count, evt);
    return happened ? FOLLOW_NEWS : FOLLOW_QUIET;
}

enum follow counter_follow(struct counter *counter, struct evt *evt)
{
    if (!counter->show_no)
        return FOLLOW_QUIET;
    *evt = (struct evt){.kind = EVT_SEATS, .arena = arena_new()};
    enum follow found = follow(counter, evt);
    if (found == FOLLOW_NEWS)
        evt->u.seats.last_event = counter->last_event;
    else
        arena_free(&evt->arena);
    return found;
}

void counter_init(struct counter *counter, struct desk *desk)
{
    *counter = (struct counter){.desk = desk, .conflicts_due = INT64_MAX};
}

void counter_close(struct counter *counter)
{
    arena_free(&counter->plan_arena);
    ahead_forget(counter);
    counter->show_no = 0;
}
