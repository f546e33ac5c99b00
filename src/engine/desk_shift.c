/* Money periods: open with a float, drops, close with a count. */
#include "config.h"

#include "src/engine/desk.h"

#include <stdio.h>
#include <string.h>

#include "src/domain/shift.h"
#include "src/engine/run.h"

static enum verdict read_shift(struct run *run, struct shift *shift, bool *found)
{
    struct store *store = run->desk->store;
    if (store->ops->shift_read(store, NULL, run->meta->actor.till, shift, found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    return VERDICT_OK;
}

static enum verdict need_shift(struct run *run, struct shift *shift)
{
    bool found = false;
    enum verdict verdict = run_allowed(run, RIGHT_SHIFT);
    if (!verdict)
        verdict = read_shift(run, shift, &found);
    if (!verdict && found && strcmp(shift->staff, run->meta->actor.name) != 0)
        verdict = run_allowed(run, RIGHT_SHIFT_OTHERS);
    if (verdict || found)
        return verdict;
    return refuse(&run->why, VERDICT_NOT_FOUND,
                  "No shift is open at till %s; `loge shift open` opens one.",
                  run->meta->actor.till);
}

static void show_shift(struct run *run)
{
    struct shift *shift = arena_alloc(run->arena, sizeof *shift);
    *shift = run->cs->shifts.at[run->cs->shifts.count - 1];
    run->out->shift = shift;
}

/* Sums and the version come from the store, as they are after the act. */
static void show_shift_after(struct desk *desk, struct outcome *out)
{
    bool found;
    if (!out->verdict && out->shift)
        (void)!desk->store->ops->shift_read(desk->store, &out->shift->id, NULL, out->shift, &found,
                                            NULL);
}

/* ---- open --------------------------------------------------------------------------------- */

static enum verdict step_open(struct run *run, const void *request)
{
    const int64_t *float_amount = request;
    struct store *store = run->desk->store;
    struct shift existing;
    struct house house;
    bool found = false;
    enum verdict verdict = run_allowed(run, RIGHT_SHIFT);
    if (!verdict)
        verdict = read_shift(run, &existing, &found);
    if (!verdict && store->ops->house_read(store, &house, &run->out->err))
        verdict = VERDICT_UNAVAILABLE;
    if (verdict)
        return verdict;
    struct uuid id = uuid_make(&run->ids.source, run->now);
    verdict = shift_decide_open(found ? &existing : NULL, &id, *float_amount, house.currency,
                                run->cs, &run->why);
    if (!verdict)
        show_shift(run);
    return verdict;
}

void desk_shift_open(struct desk *desk, const struct act_meta *meta, int64_t float_amount,
                     struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_SHIFT_OPEN);
    fingerprint_text(&print, meta->actor.till);
    fingerprint_row(&print, &shape_shift, &(struct shift){.float_amount = float_amount});
    run_act(desk, meta, out, &print, step_open, &float_amount);
    show_shift_after(desk, out);
}

/* ---- drops and the like ------------------------------------------------------------------- */

struct move_wish {
    enum move_kind kind;
    int64_t amount;
};

static enum verdict step_move(struct run *run, const void *request)
{
    const struct move_wish *wish = request;
    struct shift *shift = arena_alloc(run->arena, sizeof *shift);
    enum verdict verdict = need_shift(run, shift);
    if (verdict)
        return verdict;
    struct uuid id = uuid_make(&run->ids.source, run->now);
    verdict = shift_decide_move(shift, &id, wish->kind, wish->amount, run->cs, &run->why);
    run->out->shift = verdict ? NULL : shift;
    return verdict;
}

void desk_shift_move(struct desk *desk, const struct act_meta *meta, enum move_kind kind,
                     int64_t amount, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_SHIFT_MOVE);
    fingerprint_text(&print, meta->actor.till);
    fingerprint_row(&print, &shape_shift_move,
                    &(struct shift_move){.kind = kind, .amount = amount});
    const struct move_wish wish = {kind, amount};
    run_act(desk, meta, out, &print, step_move, &wish);
    show_shift_after(desk, out);
}

/* ---- close -------------------------------------------------------------------------------- */

struct close_wish {
    const int64_t *counted;
    int64_t limit;
};

static enum verdict step_close(struct run *run, const void *request)
{
    const struct close_wish *wish = request;
    struct shift shift;
    enum verdict verdict = need_shift(run, &shift);
    if (!verdict)
        verdict = shift_decide_close(&shift, wish->counted, wish->limit, run->cs, &run->why);
    if (!verdict)
        show_shift(run);
    return verdict;
}

void desk_shift_close(struct desk *desk, const struct act_meta *meta,
                      const int64_t counted[TENDER_COUNT], int64_t limit, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_SHIFT_CLOSE);
    fingerprint_text(&print, meta->actor.till);
    struct shift asked = {0};
    memcpy(asked.counted, counted, sizeof asked.counted);
    fingerprint_row(&print, &shape_shift, &asked);
    const struct close_wish wish = {counted, limit};
    run_act(desk, meta, out, &print, step_close, &wish);
    show_shift_after(desk, out);
}
