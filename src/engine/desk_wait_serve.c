/* The waiting list: offers to the next in line, and what becomes of them. */
#include "config.h"

#include "src/domain/wait_serve.h"
#include "src/engine/desk.h"
#include "src/engine/run.h"
#include "src/engine/shape.h"

enum { LINE_PAGE = 256, LAPSED_AT_ONCE = 500 };

static enum verdict find_waiters(struct run *run, const struct waiter_filter *filter,
                                 struct waiter **waiters, int *count)
{
    struct store *store = run->desk->store;
    if (store->ops->waiter_find(store, filter, run->arena, waiters, count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    return VERDICT_OK;
}

/* ---- an offer is taken --------------------------------------------------------------------- */

enum verdict run_serve_waiter(struct run *run, const struct hold *hold)
{
    const struct waiter_filter filter = {.show = hold->show, .hold = &hold->id};
    struct waiter *waiters;
    int count;
    if (hold->source != SOURCE_WAITLIST)
        return VERDICT_OK;
    enum verdict verdict = find_waiters(run, &filter, &waiters, &count);
    for (int i = 0; !verdict && i < count; i++)
        wait_mark_served(&waiters[i], run->cs);
    return verdict;
}

/* ---- serve -------------------------------------------------------------------------------- */

/* Offers that nobody took in time: their seats are free again, and so is the place in line. */
static enum verdict settle_offers(struct run *run, int32_t show)
{
    const struct waiter_filter filter = {
        .show = show, .over_at = run->now, .limit = LAPSED_AT_ONCE};
    struct waiter *waiters;
    int count;
    enum verdict verdict = find_waiters(run, &filter, &waiters, &count);
    for (int i = 0; !verdict && i < count; i++)
        wait_mark_lapsed(&waiters[i], run->cs);
    return verdict;
}

/* Sold out, nobody needs to be asked what he waits for. */
static bool anything_is_free(const struct snapshot *snapshot, int64_t now)
{
    for (int i = 0; i < snapshot->plan->seat_count; i++)
        if (seat_is_free(&snapshot->state[i], now, CHANNEL_WAITLIST, 0))
            return true;
    return false;
}

static enum verdict serve_line(struct run *run, struct wait_round *round)
{
    struct waiter_filter next = {.show = round->snapshot.show.no, .limit = LINE_PAGE};
    struct waiter *waiters;
    int count;
    do {
        enum verdict verdict = find_waiters(run, &next, &waiters, &count);
        if (!verdict)
            verdict = wait_round_serve(round, waiters, count, run->cs, &run->why);
        if (verdict)
            return verdict;
        next.after = count ? &waiters[count - 1] : NULL;
    } while (count == LINE_PAGE && !wait_round_is_full(round, run->cs));
    wait_round_end(run->cs);
    return VERDICT_OK;
}

/* A round that many others got in the way of is tried once more with the first in line alone. */
static int offers_of(const struct run *run, const struct desk_offers *wish)
{
    return wish->most > 1 && !run->last_try ? wish->most : 1;
}

static void tell_first(struct run *run, const struct wait_round *round)
{
    struct outcome *out = run->out;
    out->offered = round->offered;
    if (!round->offered)
        return;
    out->hold = shape_new_hold(run->cs, &round->first.hold, round->snapshot.plan,
                               round->first_seats.seats, round->first_seats.count);
    out->waiter = arena_alloc(run->arena, sizeof *out->waiter);
    *out->waiter = round->first;
}

static enum verdict make_offers(struct run *run, const struct snapshot *snapshot,
                                const struct desk_offers *wish)
{
    struct wait_round round;
    const struct show *show = &snapshot->show;
    wait_round_start(&round, snapshot, run->now, run->arena);
    round.ttl_ms = wish->ttl_ms < show->ceiling_ms ? wish->ttl_ms : show->ceiling_ms;
    round.most = offers_of(run, wish);
    struct uuid *names = arena_array(run->arena, (size_t)round.most, sizeof *names);
    for (int i = 0; i < round.most; i++)
        names[i] = uuid_make(&run->ids.source, run->now);
    round.names = names;
    enum verdict verdict = serve_line(run, &round);
    if (!verdict)
        tell_first(run, &round);
    return verdict;
}

static enum verdict step_serve(struct run *run, const void *request)
{
    const struct desk_offers *wish = request;
    struct snapshot snapshot;
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (!verdict)
        verdict = run_read_map(run, wish->show, &snapshot);
    if (verdict)
        return verdict;
    verdict = settle_offers(run, snapshot.show.no);
    if (verdict || !anything_is_free(&snapshot, run->now))
        return verdict;
    return make_offers(run, &snapshot, wish);
}

void desk_wait_offer(struct desk *desk, const struct act_meta *meta, const struct desk_offers *wish,
                     struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_WAIT_SERVE);
    fingerprint_text(&print, wish->show);
    run_act(desk, meta, out, &print, step_serve, wish);
}

void desk_wait_serve(struct desk *desk, const struct act_meta *meta, const char *show,
                     struct outcome *out)
{
    const struct desk_offers one = {.show = show, .most = 1};
    desk_wait_offer(desk, meta, &one, out);
}
