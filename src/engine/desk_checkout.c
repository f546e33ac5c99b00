#include "config.h"

#include "src/engine/desk_checkout.h"

#include <string.h>

#include "src/base/text.h"
#include "src/engine/checkout_parts.h"
#include "src/engine/run_money.h"
#include "src/engine/shape.h"

enum { OTHERS_MOST = 32 }; /* holds of one customer at other shows */

/* ---- keys and what came of it --------------------------------------------------------------- */

/* A UUID of the free form (version 8), always the same for this act of this checkout. */
static struct uuid key_of(const struct desk *desk, const struct uuid *id, const char *act)
{
    struct hash_state state;
    uint8_t hash[HASH_SIZE];
    struct uuid key;
    desk->crypt->hash_start(&state);
    desk->crypt->hash_add(&state, "checkout ", strlen("checkout "));
    desk->crypt->hash_add(&state, act, strlen(act));
    desk->crypt->hash_add(&state, id->b, sizeof id->b);
    desk->crypt->hash_end(&state, hash);
    memcpy(key.b, hash, sizeof key.b);
    key.b[6] = (uint8_t)((key.b[6] & 0x0f) | 0x80);
    key.b[8] = (uint8_t)((key.b[8] & 0x3f) | 0x80);
    return key;
}

void checkout_act(struct desk *desk, const struct act_meta *meta, const struct intent *intent,
                  const char *name, run_step step, struct outcome *out)
{
    struct act_meta mine = *meta;
    struct fingerprint print;
    mine.key = key_of(desk, &intent->id, name);
    fingerprint_start(&print, desk->crypt, ACT_PAY);
    fingerprint_text(&print, name);
    fingerprint_uuid(&print, &intent->id);
    run_act(desk, &mine, out, &print, step, intent);
}

bool checkout_nobody_knows(const struct outcome *out)
{
    return out->verdict == VERDICT_UNAVAILABLE || out->verdict == VERDICT_VERSION_CONFLICT ||
           out->verdict == VERDICT_RATE_LIMITED;
}

static bool seats_are_gone(const struct outcome *out)
{
    return out->verdict == VERDICT_HOLD_EXPIRED || out->verdict == VERDICT_HOLD_NOT_FOUND ||
           out->verdict == VERDICT_NOT_HOLDER || out->verdict == VERDICT_SEAT_TAKEN ||
           out->verdict == VERDICT_SEAT_BLOCKED || out->verdict == VERDICT_SEAT_NOT_FOUND;
}

/* A sale under this key, or a key under which the seats were let go. */
static enum intent_result result_of_sale(const struct outcome *out)
{
    if (checkout_nobody_knows(out))
        return DID_UNKNOWN;
    if (out->verdict)
        return seats_are_gone(out) ? DID_GONE : DID_REFUSED;
    return out->sale ? DID_DONE : DID_GONE;
}

static enum intent_result result_of_release(const struct outcome *out)
{
    if (checkout_nobody_knows(out))
        return DID_UNKNOWN;
    if (out->verdict)
        return DID_REFUSED;
    return out->sale ? DID_SELL : DID_DONE;
}

/* ---- keeping the seats -------------------------------------------------------------------- */

static bool is_of_intent(const struct intent *intent, const struct uuid *hold)
{
    for (int i = 0; i < intent->hold_count; i++)
        if (uuid_equal(&intent->hold[i], hold))
            return true;
    return false;
}

/* What the customer holds, at this show or (0) at all there are. */
static enum rc list_holds(struct desk *desk, const struct act_meta *meta,
                          const struct intent *intent, int32_t show, struct hold **holds,
                          int *count, struct err *err)
{
    const struct hold_filter filter = {.show = show,
                                       .holder = meta->actor.name,
                                       .email = intent->email,
                                       .open_only = true,
                                       .now = clock_wall(&desk->clock)};
    *count = 0;
    return *intent->email
               ? desk->store->ops->hold_list(desk->store, &filter, meta->arena, holds, count, err)
               : RC_OK;
}

/* Whoever pays for some of his seats has not lost interest in the others. */
static enum verdict extend_the_others(struct run *run, const struct intent *intent,
                                      const struct show *show)
{
    struct hold *holds;
    int count;
    if (list_holds(run->desk, run->meta, intent, intent->show, &holds, &count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    for (int i = 0; i < count; i++) {
        struct refusal as_far_as_it_goes;
        if (!is_of_intent(intent, &holds[i].id))
            (void)hold_decide_extend(show, &holds[i], 0, run->cs, &as_far_as_it_goes);
    }
    return VERDICT_OK;
}

static enum verdict step_keep(struct run *run, const void *request)
{
    const struct intent *intent = request;
    struct show show;
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    run->cs->act = ACT_EXTEND;
    if (!verdict)
        verdict = run_read_show(run, intent->show, &show);
    for (int i = 0; i < intent->hold_count && !verdict; i++) {
        struct hold hold;
        verdict = run_read_hold(run, &intent->hold[i], &hold);
        if (!verdict)
            verdict =
                hold_decide_paying(&hold, intent->deadline + CHECKOUT_GRACE_MS, run->cs, &run->why);
        if (!verdict && i == 0)
            run->out->hold = shape_changed_hold(run->cs, &hold);
    }
    return verdict ? verdict : extend_the_others(run, intent, &show);
}

/* Those at other shows, each in an act of its own and as far as it goes: of these seats nothing
 * hangs on it. */
static void extend_elsewhere(struct desk *desk, const struct act_meta *meta,
                             const struct intent *intent)
{
    struct hold *holds;
    struct outcome out;
    struct err err;
    int count;
    if (list_holds(desk, meta, intent, 0, &holds, &count, &err))
        return;
    for (int i = 0; i < count && i < OTHERS_MOST; i++) {
        struct act_meta mine = *meta;
        char name[UUID_TEXT];
        if (holds[i].show == intent->show)
            continue;
        mine.key = key_of(desk, &intent->id, uuid_text(&holds[i].id, name));
        desk_hold_extend(desk, &mine, &holds[i].id, 0, &out);
    }
}

enum intent_result desk_checkout_keep(struct desk *desk, const struct act_meta *meta,
                                      const struct intent *intent, struct outcome *out)
{
    checkout_act(desk, meta, intent, "keep", step_keep, out);
    if (checkout_nobody_knows(out))
        return DID_UNKNOWN;
    if (!out->verdict)
        extend_elsewhere(desk, meta, intent);
    return out->verdict ? DID_REFUSED : DID_DONE;
}

/* ---- selling ------------------------------------------------------------------------------ */

static const struct desk_type *types_of(struct run *run, const struct intent *intent)
{
    struct desk_type *types =
        arena_array(run->arena, (size_t)intent->seat_count + 1, sizeof *types);
    for (int i = 0; i < intent->seat_count; i++)
        types[i] = (struct desk_type){intent->seats[i].label, intent->seats[i].type};
    return types;
}

/* For exactly what was paid: if it would cost anything else by now, it is refused. */
static enum verdict sell_holds(struct run *run, const struct intent *intent,
                               const struct uuid *holds, int count)
{
    struct tender_line line = {.tender = TENDER_CARD, .amount = intent->amount};
    const struct desk_sell wish = {.hold = holds[0],
                                   .also = holds + 1,
                                   .also_count = count - 1,
                                   .types = types_of(run, intent),
                                   .type_count = intent->seat_count,
                                   .voucher = *intent->voucher ? intent->voucher : NULL,
                                   .tenders = &line,
                                   .tender_count = 1,
                                   .pickup = true,
                                   .paying = true,
                                   .name = intent->name,
                                   .email = intent->email};
    intent_auth(&intent->id, line.auth);
    run->cs->act = ACT_SELL;
    return run_sell(run, &wish);
}

static enum verdict step_sell(struct run *run, const void *request)
{
    const struct intent *intent = request;
    return sell_holds(run, intent, intent->hold, intent->hold_count);
}

enum intent_result desk_checkout_sell(struct desk *desk, const struct act_meta *meta,
                                      const struct intent *intent, struct outcome *out)
{
    checkout_act(desk, meta, intent, "end", step_sell, out);
    return result_of_sale(out);
}

/* ---- letting go --------------------------------------------------------------------------- */

/* The note makes it an act even when the seats went before: the key is used, and nobody sells. */
static enum verdict step_release(struct run *run, const void *request)
{
    const struct intent *intent = request;
    enum hold_end end = intent->wanted ? END_PAYMENT_FAILED : END_USER_CANCELLED;
    enum verdict verdict = VERDICT_OK;
    run->cs->act = ACT_RELEASE;
    run_name_end(run, end);
    for (int i = 0; i < intent->hold_count && !verdict; i++) {
        struct hold hold;
        verdict = run_read_hold(run, &intent->hold[i], &hold);
        if (!verdict && hold.status == HOLD_PAYING)
            verdict = hold_decide_unpaid(&hold, end, run->cs, &run->why);
        if (!verdict && i == 0)
            run->out->hold = shape_changed_hold(run->cs, &hold);
    }
    if (!verdict)
        run_add_note(run, ACT_RELEASE, &intent->id, hold_end_name(end))->show = intent->show;
    return verdict;
}

enum intent_result desk_checkout_release(struct desk *desk, const struct act_meta *meta,
                                         const struct intent *intent, struct outcome *out)
{
    checkout_act(desk, meta, intent, "end", step_release, out);
    return result_of_release(out);
}

/* ---- late money --------------------------------------------------------------------------- */

/* The new hold is the client's that held the seats before, and so is its order. */
static enum verdict act_for_client(struct run *run, const struct intent *intent)
{
    struct hold before;
    enum verdict verdict = run_read_hold(run, &intent->hold[0], &before);
    if (!verdict)
        text_copy(run->cs->actor.till, sizeof before.till, before.till);
    return verdict;
}

/* A seat that is left alone now is no fault of whoever paid for its neighbours. */
static enum verdict step_hold_again(struct run *run, const void *request)
{
    const struct intent *intent = request;
    const char **labels = arena_array(run->arena, (size_t)intent->seat_count + 1, sizeof *labels);
    int *seats = arena_array(run->arena, (size_t)intent->seat_count + 1, sizeof *seats);
    struct snapshot snapshot;
    const struct hold *existing = NULL;
    run->cs->act = ACT_HOLD;
    for (int i = 0; i < intent->seat_count; i++)
        labels[i] = intent->seats[i].label;
    enum verdict verdict =
        run_read_seats(run, intent->show, labels, intent->seat_count, &snapshot, seats);
    if (verdict)
        return verdict;
    const struct hold_request wish = {.id = uuid_make(&run->ids.source, run->now),
                                      .seats = seats,
                                      .count = intent->seat_count,
                                      .email = intent->email,
                                      .source = SOURCE_WEB,
                                      .channel = CHANNEL_WEB,
                                      .allotment = run->desk->allotment,
                                      .override_gap = true};
    verdict = act_for_client(run, intent);
    if (!verdict)
        verdict = hold_decide_new(&snapshot, &wish, run->cs, &existing, &run->why);
    if (!verdict)
        run->out->hold = shape_new_hold(run->cs, &wish.id, snapshot.plan, seats, wish.count);
    return verdict;
}

/* The intent as it would be sold now: by the hold that was made again. */
static struct intent with_hold(const struct intent *intent, const struct hold *hold)
{
    struct intent again = *intent;
    again.hold_count = hold ? 1 : 0;
    if (hold)
        again.hold[0] = hold->id;
    return again;
}

static enum verdict step_give_up(struct run *run, const void *request)
{
    const struct intent *again = request;
    enum verdict verdict = VERDICT_OK;
    run->cs->act = ACT_RELEASE;
    run_name_end(run, END_PAYMENT_FAILED);
    if (again->hold_count) {
        struct hold hold;
        verdict = run_read_hold(run, &again->hold[0], &hold);
        if (!verdict)
            verdict = hold_decide_unpaid(&hold, END_PAYMENT_FAILED, run->cs, &run->why);
    }
    if (!verdict)
        run_add_note(run, ACT_RELEASE, &again->id, "late payment")->show = again->show;
    return verdict;
}

static enum intent_result sell_again(struct desk *desk, const struct act_meta *meta,
                                     const struct intent *again, struct outcome *out)
{
    if (again->hold_count) {
        checkout_act(desk, meta, again, "late", step_sell, out);
        enum intent_result result = result_of_sale(out);
        if (result == DID_UNKNOWN || result == DID_DONE)
            return result;
    }
    char why[sizeof out->message];
    memcpy(why, out->message, sizeof why);
    checkout_act(desk, meta, again, "late", step_give_up, out);
    enum intent_result given_up = result_of_release(out);
    if (given_up == DID_DONE)
        memcpy(out->message, why, sizeof why);
    return given_up == DID_DONE ? DID_GONE : given_up;
}

enum intent_result desk_checkout_retake(struct desk *desk, const struct act_meta *meta,
                                        const struct intent *intent, struct outcome *out)
{
    enum intent_result ended = desk_checkout_release(desk, meta, intent, out);
    if (ended == DID_UNKNOWN || ended == DID_SELL)
        return ended;
    checkout_act(desk, meta, intent, "again", step_hold_again, out);
    if (checkout_nobody_knows(out))
        return DID_UNKNOWN;
    const struct intent again = with_hold(intent, out->verdict ? NULL : out->hold);
    return sell_again(desk, meta, &again, out);
}

/* ---- tickets without money ------------------------------------------------------------------ */

static enum verdict step_take_back(struct run *run, const void *request)
{
    const struct intent *intent = request;
    char id[UUID_TEXT];
    run->cs->act = ACT_REFUND;
    return run_refund_all(run, uuid_text(&intent->sale, id), TENDER_CARD);
}

enum intent_result desk_checkout_take_back(struct desk *desk, const struct act_meta *meta,
                                           const struct intent *intent, struct outcome *out)
{
    checkout_act(desk, meta, intent, "back", step_take_back, out);
    if (checkout_nobody_knows(out))
        return DID_UNKNOWN;
    return out->verdict ? DID_REFUSED : DID_DONE;
}
