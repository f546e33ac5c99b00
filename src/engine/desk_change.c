/* What happens to a hold once it is there: extend, release, transfer; and the sweep. */
#include "config.h"

#include "src/engine/desk.h"

#include <string.h>

#include "src/base/text.h"
#include "src/engine/run.h"
#include "src/engine/shape.h"

/* ---- extend ------------------------------------------------------------------------------- */

struct extend_wish {
    const struct uuid *hold;
    int64_t by_ms;
};

static enum verdict step_extend(struct run *run, const void *request)
{
    const struct extend_wish *wish = request;
    struct hold hold = {0};
    struct show show;
    enum verdict verdict = run_allowed(run, RIGHT_HOLD);
    if (!verdict)
        verdict = run_read_hold(run, wish->hold, &hold);
    if (!verdict)
        verdict = run_read_show(run, hold.show, &show);
    if (!verdict)
        verdict = hold_decide_extend(&show, &hold, wish->by_ms, run->cs, &run->why);
    if (!verdict)
        run->out->hold = shape_changed_hold(run->cs, &hold);
    return verdict;
}

void desk_hold_extend(struct desk *desk, const struct act_meta *meta, const struct uuid *hold,
                      int64_t by_ms, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_EXTEND);
    fingerprint_uuid(&print, hold);
    fingerprint_number(&print, by_ms);
    const struct extend_wish wish = {.hold = hold, .by_ms = by_ms};
    run_act(desk, meta, out, &print, step_extend, &wish);
}

/* ---- release ------------------------------------------------------------------------------ */

struct release_wish {
    const struct uuid *hold;
    const char *const *labels;
    int count;
    enum hold_end end;
};

static int32_t seat_of_label(const struct hold *hold, const char *label)
{
    for (int i = 0; i < hold->seat_count; i++)
        if (!strcmp(hold->seats[i].label, label))
            return hold->seats[i].seat;
    return -1;
}

static enum verdict seats_of_labels(struct run *run, const struct hold *hold,
                                    const struct release_wish *wish, int32_t *seats)
{
    for (int i = 0; i < wish->count; i++) {
        seats[i] = seat_of_label(hold, wish->labels[i]);
        if (seats[i] >= 0)
            continue;
        run_name_label(run, wish->labels[i]);
        return refuse(&run->why, VERDICT_SEAT_NOT_FOUND, "This hold has no seat '%.80s'.",
                      wish->labels[i]);
    }
    return VERDICT_OK;
}

/* Letting go of another's seats is a supervisor's act, and stays on record as one. */
static enum verdict who_lets_go(struct run *run, const struct hold *hold, enum hold_end *end)
{
    if (hold_is_of(hold, &run->meta->actor) && *end != END_ADMIN_OVERRIDE)
        return run_allowed(run, RIGHT_HOLD);
    if (*end == END_USER_CANCELLED)
        *end = END_ADMIN_OVERRIDE;
    run->cs->act = ACT_OVERRIDE;
    enum verdict verdict = run_allowed(run, RIGHT_RELEASE_OTHERS);
    return verdict ? verdict : run_needs_reason(run);
}

static enum verdict step_release(struct run *run, const void *request)
{
    const struct release_wish *wish = request;
    enum hold_end end = wish->end;
    struct hold hold;
    enum verdict verdict = run_read_hold(run, wish->hold, &hold);
    if (!verdict)
        verdict = who_lets_go(run, &hold, &end);
    int32_t *seats = arena_array(run->arena, (size_t)wish->count + 1, sizeof *seats);
    if (!verdict)
        verdict = seats_of_labels(run, &hold, wish, seats);
    if (!verdict)
        verdict = hold_decide_release(&hold, seats, wish->count, end, run->cs, &run->why);
    run_name_end(run, end);
    if (!verdict)
        run->out->hold = shape_changed_hold(run->cs, &hold);
    return verdict;
}

void desk_hold_release(struct desk *desk, const struct act_meta *meta, const struct uuid *hold,
                       const char *const *labels, int count, enum hold_end end, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_RELEASE);
    fingerprint_uuid(&print, hold);
    fingerprint_labels(&print, labels, count);
    fingerprint_number(&print, end);
    const struct release_wish wish = {hold, labels, labels ? count : 0, end};
    run_act(desk, meta, out, &print, step_release, &wish);
}

/* ---- transfer ----------------------------------------------------------------------------- */

struct transfer_wish {
    const struct uuid *hold;
    const char *to, *to_till;
};

static enum verdict check_receiver(struct run *run, const char *name)
{
    struct store *store = run->desk->store;
    struct staff staff;
    bool found;
    if (store->ops->staff_read(store, name, &staff, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (found && !staff.disabled && rights_may(staff.role, RIGHT_SELL))
        return VERDICT_OK;
    return refuse(&run->why, VERDICT_NOT_FOUND,
                  "Nobody called '%.40s' sells here; `loge staff list` names who does.", name);
}

static enum verdict step_transfer(struct run *run, const void *request)
{
    const struct transfer_wish *wish = request;
    struct hold hold;
    enum verdict verdict = run_read_hold(run, wish->hold, &hold);
    if (verdict)
        return verdict;
    bool own = !strcmp(hold.holder, run->meta->actor.name);
    verdict = run_allowed(run, own ? RIGHT_SELL : RIGHT_TRANSFER_OTHERS);
    if (!verdict && !own)
        verdict = run_needs_reason(run);
    if (!verdict)
        verdict = check_receiver(run, wish->to);
    if (!verdict)
        verdict = hold_decide_transfer(&hold, wish->to, wish->to_till, run->cs, &run->why);
    if (!verdict)
        run->out->hold = shape_changed_hold(run->cs, &hold);
    return verdict;
}

void desk_hold_transfer(struct desk *desk, const struct act_meta *meta, const struct uuid *hold,
                        const char *to, const char *to_till, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_TRANSFER);
    fingerprint_uuid(&print, hold);
    fingerprint_text(&print, to);
    fingerprint_text(&print, to_till);
    const struct transfer_wish wish = {hold, to, to_till};
    run_act(desk, meta, out, &print, step_transfer, &wish);
}

/* ---- to another customer ------------------------------------------------------------------ */

struct give_wish {
    const struct uuid *hold;
    const char *email;
};

static enum verdict read_theirs(struct run *run, const struct show *show, struct hold_heir *heir)
{
    const struct hold_filter filter = {
        .show = show->no, .email = heir->email, .open_only = true, .now = run->now};
    struct store *store = run->desk->store;
    struct hold *theirs = NULL;
    if (show->one_hold &&
        store->ops->hold_list(store, &filter, run->arena, &theirs, &heir->count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    heir->theirs = theirs;
    return VERDICT_OK;
}

static enum verdict step_give(struct run *run, const void *request)
{
    const struct give_wish *wish = request;
    struct hold_heir heir = {.email = wish->email};
    struct hold hold;
    struct show show;
    enum verdict verdict = run_read_hold(run, wish->hold, &hold);
    if (verdict)
        return verdict;
    bool own = !strcmp(hold.holder, run->meta->actor.name);
    verdict = run_allowed(run, own ? RIGHT_HOLD : RIGHT_TRANSFER_OTHERS);
    if (!verdict && !own)
        verdict = run_needs_reason(run);
    if (!verdict)
        verdict = run_read_show(run, hold.show, &show);
    if (!verdict)
        verdict = read_theirs(run, &show, &heir);
    if (!verdict)
        verdict = hold_decide_give(&show, &hold, &heir, run->cs, &run->why);
    if (!verdict)
        run->out->hold = shape_changed_hold(run->cs, &hold);
    return verdict;
}

void desk_hold_give(struct desk *desk, const struct act_meta *meta, const struct uuid *hold,
                    const char *email, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_TRANSFER);
    fingerprint_uuid(&print, hold);
    fingerprint_text(&print, "customer");
    fingerprint_text(&print, email);
    const struct give_wish wish = {hold, email};
    run_act(desk, meta, out, &print, step_give, &wish);
}

/* ---- the sweep ---------------------------------------------------------------------------- */

enum { SWEEP_SEATS = 20000 }; /* in one transaction: well under a second of holding others up */

/* Time ends a hold, so the log names the sweep, and the till that it ran at, not who started it. */
static enum verdict sweep_all(struct run *run, const struct progress *progress)
{
    struct store *store = run->desk->store;
    struct actor sweep = {.name = "sweep", .role = ROLE_SERVICE};
    text_copy(sweep.till, sizeof sweep.till, run->meta->actor.till);
    struct sweep_result batch = {.more = true};
    while (batch.more) {
        if (store->ops->sweep(store, &sweep, run->now, SWEEP_SEATS, &batch, &run->out->err))
            return VERDICT_UNAVAILABLE;
        run->out->swept.holds += batch.holds;
        run->out->swept.seats += batch.seats;
        if (batch.more && progress && !progress->tick(progress->ctx, run->out->swept.seats, 0)) {
            err_set(&run->out->err, RC_CANCELLED, "",
                    "Stopped on request after %d seats; the rest are freed by the next sweep.",
                    run->out->swept.seats);
            return VERDICT_UNAVAILABLE;
        }
    }
    return VERDICT_OK;
}

/* The log is sealed here, in the background, so that no sale ever waits for it. */
static enum verdict seal_full_blocks(struct run *run)
{
    struct store *store = run->desk->store;
    if (store->ops->audit_seal(store, false, run->now, &run->out->sealed, &run->out->err))
        return VERDICT_UNAVAILABLE;
    return VERDICT_OK;
}

void desk_expire(struct desk *desk, const struct act_meta *meta, const struct progress *progress,
                 struct outcome *out)
{
    struct run run;
    run_look(&run, desk, meta, out);
    enum verdict verdict = run_allowed(&run, RIGHT_EXPIRE);
    if (!verdict)
        verdict = sweep_all(&run, progress);
    if (!verdict)
        verdict = seal_full_blocks(&run);
    run_looked(&run, verdict);
    out->changed = out->swept.seats > 0;
    metrics_add(desk->metrics, DESK_HOLDS_EXPIRED, out->swept.holds);
}
