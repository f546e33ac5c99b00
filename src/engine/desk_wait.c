/* The waiting list: join and leave. */
#include "config.h"

#include "src/engine/desk.h"

#include "src/base/text.h"
#include "src/domain/sale.h"
#include "src/domain/waitlist.h"
#include "src/engine/run.h"

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
    sale_make_code(&run->ids.source, 'W', waiter->code);
    text_copy(waiter->till, sizeof waiter->till, run->meta->actor.till);
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
    fingerprint_row(&print, &shape_waiter, waiter);
    fingerprint_text(&print, class_name);
    const struct join_wish wish = {show, waiter, class_name};
    run_act(desk, meta, out, &print, step_join, &wish);
}

/* ---- leave -------------------------------------------------------------------------------- */

/* What is held for somebody; alone it stays so until it runs out, for the house to give it on. */
static enum verdict read_offer(struct run *run, const struct waiter *waiter,
                               const struct hold **offer)
{
    if (waiter->status != WAIT_OFFERED || run->desk->alone)
        return VERDICT_OK;
    struct hold *hold = arena_alloc(run->arena, sizeof *hold);
    *offer = hold;
    return run_read_hold(run, &waiter->hold, hold);
}

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
    const struct hold *offer = NULL;
    verdict = read_offer(run, waiter, &offer);
    if (!verdict)
        verdict = wait_decide_leave(waiter, offer, run->cs, &run->why);
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
