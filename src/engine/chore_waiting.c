/*
 * The waiting list: whoever is first in line among those whom the free seats suit is offered them,
 * or (the show's rule) gets an order to be paid at the box office.
 *
 * A show's line is served by one instance at a time: it has the turn, keeps it while it lives, and
 * loses it to another soon after it died.
 */
#include "config.h"

#include "src/engine/chores.h"

#include <string.h>

#define REFUSED "REFUSED" /* by a rule: not the house's fault */
enum { LOOK_MS = 2000, TURN_MS = 6000, OFFERS_AT_ONCE = 128 };

static enum rc failure(const struct outcome *out, struct err *err)
{
    if (out->err.rc) {
        *err = out->err;
        return err->rc;
    }
    return err_set(err, RC_TRANSIENT, REFUSED, "%s", out->message);
}

static enum rc sell(struct chore_step *step, const struct outcome *offer, struct err *err)
{
    struct outcome out;
    const struct desk_sell wish = {.hold = offer->hold->id,
                                   .due = true,
                                   .name = offer->waiter->name,
                                   .email = offer->waiter->email};
    desk_sell(step->desk, &step->meta, &wish, &out);
    return out.verdict ? failure(&out, err) : RC_OK;
}

/* Until nobody else can be seated, or for as long as one step may take. Sales are made one by one.
 */
static enum rc serve_show(struct chore_step *step, const struct wait_turn *turn, struct err *err)
{
    enum rc rc = RC_OK;
    int served = 0;
    struct outcome out = {0};
    const struct desk_offers wish = {.show = turn->show_id,
                                     .ttl_ms = turn->rule.offer_ms,
                                     .most = turn->rule.sells ? 1 : OFFERS_AT_ONCE};
    do {
        desk_wait_offer(step->desk, &step->meta, &wish, &out);
        if (out.verdict)
            return failure(&out, err);
        if (out.hold && turn->rule.sells)
            rc = sell(step, &out, err);
        served += out.offered;
    } while (!rc && out.offered && served < OFFERS_AT_ONCE);
    step->done += served;
    if (out.offered)
        step->next_ms = 0;
    return rc;
}

/*
 * A show whose line cannot be served is told of and keeps no other show waiting. Two in a row that
 * the world is to blame for are the house's trouble.
 */
static enum rc serve_shows(struct chore_step *step, const struct wait_turn *turns, int count,
                           struct err *err)
{
    int lost = 0;
    for (int i = 0; i < count && lost < 2; i++) {
        enum rc rc = serve_show(step, &turns[i], err);
        if (rc)
            (void)err_set(&step->left, rc, err->native, "%s: %s", turns[i].show_id, err->text);
        lost = rc && strcmp(err->native, REFUSED) != 0 ? lost + 1 : 0;
    }
    return lost == 2 ? err->rc : RC_OK;
}

static enum rc serve(void *ctx, struct chore_step *step, struct err *err)
{
    const struct chores_ops *ops;
    struct wait_turn *turns;
    int count = 0;
    struct store *store = step->desk->store;
    step->next_ms = LOOK_MS;
    if (!store->ops->chores)
        return err_set(err, RC_CONFIG, "CHORES", "Nobody serves the waiting lists of this house");
    struct store *keeper = store->ops->chores(store, &ops);
    enum rc rc =
        ops->wait_turns(keeper, step->instance, TURN_MS, step->meta.arena, &turns, &count, err);
    return rc ? rc : serve_shows(step, turns, count, err);
}

struct chore chore_waiting(void)
{
    return (struct chore){.name = "waiting", .step = serve, .patience_ms = LOOK_MS};
}
