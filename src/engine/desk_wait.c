/* The waiting list: join, leave, and serving the next in line. */
#include "config.h"

#include "src/engine/desk.h"

#include <stdio.h>

#include "src/domain/waitlist.h"
#include "src/engine/run.h"
#include "src/engine/shape.h"

/* ---- join --------------------------------------------------------------------------------- */

struct join_wish {
    const char *show;
    const struct waiter *waiter;
    const char *class_name;
};

static enum verdict name_class(struct run *run, const struct plan *plan, const char *name,
                               struct waiter *waiter)
{
    waiter->class_no = name ? plan_find_class(plan, name) : -1;
    if (name && waiter->class_no < 0)
        return refuse(&run->why, VERDICT_INVALID, "This hall has no price class '%.40s'.", name);
    return VERDICT_OK;
}

static enum verdict step_join(struct run *run, const void *request)
{
    const struct join_wish *wish = request;
    struct snapshot snapshot;
    struct waiter *waiter = arena_alloc(run->arena, sizeof *waiter);
    *waiter = *wish->waiter;
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (!verdict)
        verdict = run_read_map(run, wish->show, &snapshot);
    if (!verdict)
        verdict = name_class(run, snapshot.plan, wish->class_name, waiter);
    if (verdict)
        return verdict;
    waiter->id = uuid_make(&run->ids.source, run->now);
    waiter->show = snapshot.show.no;
    waiter->joined_at = run->now;
    verdict = wait_decide_join(&snapshot, waiter, run->cs, &run->why);
    waiter->version = 1; /* as the act leaves it */
    run->out->waiter = verdict ? NULL : waiter;
    return verdict;
}

void desk_wait_join(struct desk *desk, const struct act_meta *meta, const char *show,
                    const struct waiter *waiter, const char *class_name, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_WAIT_JOIN);
    fingerprint_text(&print, show);
    fingerprint_text(&print, waiter->name);
    fingerprint_text(&print, waiter->email);
    fingerprint_text(&print, waiter->phone);
    fingerprint_text(&print, waiter->section);
    fingerprint_text(&print, class_name);
    const int64_t parts[] = {waiter->party, waiter->accessible, waiter->aisle, waiter->together};
    for (int i = 0; i < COUNT_OF(parts); i++)
        fingerprint_number(&print, parts[i]);
    const struct join_wish wish = {show, waiter, class_name};
    run_act(desk, meta, out, &print, step_join, &wish);
}

/* ---- leave -------------------------------------------------------------------------------- */

static enum verdict step_leave(struct run *run, const void *request)
{
    struct store *store = run->desk->store;
    struct waiter *waiter = arena_alloc(run->arena, sizeof *waiter);
    bool found;
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (verdict)
        return verdict;
    if (store->ops->waiter_read(store, request, waiter, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!found)
        return refuse(&run->why, VERDICT_NOT_FOUND,
                      "There is no such entry on the waiting list; `loge wait list` names them.");
    verdict = wait_decide_leave(waiter, run->cs, &run->why);
    if (verdict)
        return verdict;
    waiter->version += waiter->status != WAIT_LEFT;
    waiter->status = WAIT_LEFT;
    run->out->waiter = waiter;
    return VERDICT_OK;
}

void desk_wait_leave(struct desk *desk, const struct act_meta *meta, const struct uuid *waiter,
                     struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_WAIT_LEAVE);
    fingerprint_uuid(&print, waiter);
    run_act(desk, meta, out, &print, step_leave, waiter);
}

static enum verdict read_line(struct run *run, int32_t show, struct waiter **waiters, int *count)
{
    struct store *store = run->desk->store;
    if (store->ops->waiter_list(store, show, run->arena, waiters, count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    return VERDICT_OK;
}

/* ---- an offer is taken --------------------------------------------------------------------- */

enum verdict run_serve_waiter(struct run *run, const struct hold *hold)
{
    struct waiter *waiters;
    int count;
    if (hold->source != SOURCE_WAITLIST)
        return VERDICT_OK;
    enum verdict verdict = read_line(run, hold->show, &waiters, &count);
    for (int i = 0; !verdict && i < count; i++)
        if (waiters[i].status == WAIT_OFFERED && uuid_equal(&waiters[i].hold, &hold->id))
            wait_mark_served(&waiters[i], run->cs);
    return verdict;
}

/* ---- serve -------------------------------------------------------------------------------- */

struct serve_wish {
    const char *show;
    int64_t offer_ms;
};

/* No longer than any hold of the show may last. */
static int64_t offer_time(const struct show *show, int64_t offer_ms)
{
    return offer_ms < show->ceiling_ms ? offer_ms : show->ceiling_ms;
}

static enum verdict hold_for(struct run *run, const struct snapshot *snapshot,
                             const struct waiter *waiter, const struct best_result *seats,
                             int64_t offer_ms)
{
    struct hold_request hold = {
        .id = uuid_make(&run->ids.source, run->now),
        .seats = seats->seats,
        .count = seats->count,
        .ttl_ms = offer_time(&snapshot->show, offer_ms),
        .email = waiter->email,
        .source = SOURCE_WAITLIST,
        .channel = CHANNEL_WAITLIST,
    };
    const struct hold *existing = NULL;
    enum verdict verdict = hold_decide_new(snapshot, &hold, run->cs, &existing, &run->why);
    if (verdict)
        return verdict;
    wait_mark_offered(waiter, &hold.id, run->cs);
    run->out->hold = shape_new_hold(run->cs, &hold.id, snapshot->plan, hold.seats, hold.count);
    struct waiter *offered = arena_alloc(run->arena, sizeof *offered);
    *offered = *waiter;
    offered->status = WAIT_OFFERED;
    offered->version++;
    offered->hold = hold.id;
    run->out->waiter = offered;
    return VERDICT_OK;
}

/* Offers that nobody took in time: their seats are free again, and so is the place in line. */
static enum verdict settle_offers(struct run *run, const struct waiter *waiters, int count)
{
    for (int i = 0; i < count; i++) {
        if (waiters[i].status != WAIT_OFFERED)
            continue;
        struct hold hold;
        enum verdict verdict = run_read_hold(run, &waiters[i].hold, &hold);
        if (verdict)
            return verdict;
        bool open = hold.status == HOLD_PAYING || hold.expires_at > run->now;
        if (hold.status == HOLD_CANCELLED || hold.status == HOLD_EXPIRED || !open)
            wait_mark_lapsed(&waiters[i], run->cs);
    }
    return VERDICT_OK;
}

static enum verdict step_serve(struct run *run, const void *request)
{
    const struct serve_wish *wish = request;
    struct snapshot snapshot;
    struct waiter *waiters;
    int count;
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (!verdict)
        verdict = run_read_map(run, wish->show, &snapshot);
    if (!verdict)
        verdict = read_line(run, snapshot.show.no, &waiters, &count);
    if (!verdict)
        verdict = settle_offers(run, waiters, count);
    if (verdict)
        return verdict;
    struct best_result seats;
    const struct best_index *index = best_index_new(snapshot.plan, run->arena);
    int next = wait_next(index, &snapshot, waiters, count, run->now, &seats);
    return next < 0 ? VERDICT_OK : hold_for(run, &snapshot, &waiters[next], &seats, wish->offer_ms);
}

void desk_wait_offer(struct desk *desk, const struct act_meta *meta, const char *show,
                     int64_t offer_ms, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_WAIT_SERVE);
    fingerprint_text(&print, show);
    const struct serve_wish wish = {show, offer_ms};
    run_act(desk, meta, out, &print, step_serve, &wish);
}

void desk_wait_serve(struct desk *desk, const struct act_meta *meta, const char *show,
                     struct outcome *out)
{
    desk_wait_offer(desk, meta, show, 0, out);
}
