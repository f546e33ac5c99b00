/*
 * The rows of many acts, one row a thing: as the last act that was done leaves it. A row that was
 * made in this batch stays one to insert (version 0) however often it changes.
 *
 * A till's clock may be anywhere: times are moved by as much as it is off.
 */
#include "config.h"

#include <string.h>

#include "src/adapter/pg_sync.h"
#include "src/base/text.h"

/* The row with this id, as it was before in *old, or a new one. */
#define FOLD(arena, list, row, old)                                                 \
    do {                                                                            \
        int at_ = 0;                                                                \
        while (at_ < (list)->count && !uuid_equal(&(list)->at[at_].id, &(row)->id)) \
            at_++;                                                                  \
        if (at_ == (list)->count)                                                   \
            *LIST_ADD((arena), (list)) = *(row);                                    \
        else {                                                                      \
            (old) = (list)->at[at_];                                                \
            (list)->at[at_] = *(row);                                               \
            (list)->at[at_].version = (old).version;                                \
        }                                                                           \
    } while (0)

static int64_t moved(int64_t time, int64_t by)
{
    return time ? time + by : 0;
}

/* ---- holds ---------------------------------------------------------------------------------- */

/* How long the house keeps what this act holds; 0: it holds nothing by this hold. */
static int64_t kept_until(const struct merge_result *effect, const struct uuid *hold)
{
    for (int i = effect->steps.count; i-- > 0;)
        if (effect->steps.at[i].to == SEAT_HELD && uuid_equal(&effect->steps.at[i].holder, hold))
            return effect->steps.at[i].held_until;
    return 0;
}

static void fold_hold(struct pg_sync *sync, const struct hold *made, int64_t by,
                      const struct merge_result *effect)
{
    struct hold hold = *made, old;
    int64_t until = kept_until(effect, &hold.id);
    hold.created_at = moved(hold.created_at, by);
    hold.expires_at = until ? until : moved(hold.expires_at, by);
    hold.ceiling_at = moved(hold.ceiling_at, by);
    hold.ended_at = moved(hold.ended_at, by);
    hold.paying_until = moved(hold.paying_until, by);
    if (hold.ceiling_at && hold.ceiling_at < hold.expires_at)
        hold.ceiling_at = hold.expires_at;
    if (hold.source == SOURCE_COUNTER)
        hold.source = SOURCE_OFFLINE_SYNC;
    FOLD(sync->arena, &sync->out.rows->holds, &hold, old);
}

/* ---- money ---------------------------------------------------------------------------------- */

static void fold_sale(struct pg_sync *sync, const struct sale *made, int64_t by)
{
    struct sale sale = *made, old;
    sale.sold_at = moved(sale.sold_at, by);
    sale.collected_at = moved(sale.collected_at, by);
    FOLD(sync->arena, &sync->out.rows->sales, &sale, old);
}

static void fold_ticket(struct pg_sync *sync, const struct ticket *made, int64_t by)
{
    struct ticket ticket = *made, old;
    ticket.sold_at = moved(ticket.sold_at, by);
    ticket.ended_at = moved(ticket.ended_at, by);
    FOLD(sync->arena, &sync->out.rows->tickets, &ticket, old);
}

static void fold_payments(struct pg_sync *sync, const struct changeset *act, int64_t by)
{
    for (int i = 0; i < act->payments.count; i++) {
        struct payment *payment = LIST_ADD(sync->arena, &sync->out.rows->payments);
        *payment = act->payments.at[i];
        payment->at = moved(payment->at, by);
    }
    for (int i = 0; i < act->moves.count; i++) {
        struct shift_move *move = LIST_ADD(sync->arena, &sync->out.rows->moves);
        *move = act->moves.at[i];
        move->at = moved(move->at, by);
    }
}

static void fold_shift(struct pg_sync *sync, const struct shift *made, int64_t by)
{
    struct shift shift = *made, old;
    shift.opened_at = moved(shift.opened_at, by);
    shift.closed_at = moved(shift.closed_at, by);
    FOLD(sync->arena, &sync->out.rows->shifts, &shift, old);
}

/* Other tills use the same voucher meanwhile, so only by how much this act did counts. */
static void fold_voucher(struct pg_sync *sync, const struct voucher *voucher)
{
    struct voucher *used = LIST_ADD(sync->arena, &sync->out.rows->vouchers);
    *used = *voucher;
    used->used = voucher->gave;
    used->uses = voucher->kind != VOUCHER_GIFT; /* a gift has money, and no number of uses */
}

/* ---- people and the door -------------------------------------------------------------------- */

static void fold_people(struct pg_sync *sync, const struct changeset *act)
{
    for (int i = 0; i < act->customers.count; i++) {
        struct customer old;
        FOLD(sync->arena, &sync->out.rows->customers, &act->customers.at[i], old);
    }
    for (int i = 0; i < act->waiters.count; i++) {
        struct waiter old;
        FOLD(sync->arena, &sync->out.rows->waiters, &act->waiters.at[i], old);
    }
    for (int i = 0; i < act->vouchers.count; i++)
        fold_voucher(sync, &act->vouchers.at[i]);
}

static void fold_scans(struct pg_sync *sync, const struct changeset *act, const struct uuid *uid,
                       int64_t by)
{
    for (int i = 0; i < act->scans.count; i++) {
        struct scan *scan = LIST_ADD(sync->arena, &sync->out.rows->scans);
        *scan = act->scans.at[i];
        scan->at = moved(scan->at, by);
        scan->act = *uid;
    }
}

/* ---- bags ----------------------------------------------------------------------------------- */

static struct bag_out *bag_row(struct pg_sync *sync, const struct checkin *step, uint32_t seen)
{
    struct sync_out *out = &sync->out;
    for (int i = 0; i < out->bags.count; i++)
        if (uuid_equal(&out->bags.at[i].row.ticket, &step->ticket) &&
            out->bags.at[i].row.entry == step->entry)
            return &out->bags.at[i];
    struct bag_out *row = LIST_ADD(sync->arena, &out->bags);
    row->seen = seen;
    return row;
}

/* The next step of the batch is judged by what this one leaves. */
static void fold_bag(struct pg_sync *sync, const struct checkin *step, int64_t by)
{
    struct checkin *known = pg_sync_checkin(sync, step);
    const uint32_t version = known ? known->version : 0;
    struct bag_out *out = bag_row(sync, step, version);
    if (!known)
        known = LIST_ADD(sync->arena, &sync->checkins);
    out->row = *step;
    out->row.at = moved(step->at, by);
    out->row.version = version + 1;
    *known = out->row;
}

/* A fee that has no check-in of its own at the house stands in the till's books by itself. */
static void fold_fee(struct pg_sync *sync, const struct changeset *act, const struct uuid *uid,
                     int64_t by)
{
    for (int i = 0; i < act->checkins.count; i++) {
        const struct checkin *step = &act->checkins.at[i];
        if (!step->paid)
            continue;
        struct payment *payment = LIST_ADD(sync->arena, &sync->out.money->payments);
        *payment = (struct payment){.id = *uid,
                                    .sale = *uid,
                                    .shift = step->shift,
                                    .tender = step->tender,
                                    .amount = step->paid,
                                    .given = step->given,
                                    .at = moved(step->at, by)};
        text_copy(payment->auth, sizeof payment->auth, step->auth);
        text_copy(payment->voucher, sizeof payment->voucher, step->voucher);
    }
}

static void fold_bags(struct pg_sync *sync, const struct entry *entry, int64_t by,
                      const struct merge_result *effect)
{
    const struct changeset *act = sync->act;
    if (effect->heading == MERGE_BAG_TWICE) {
        sync->out.bag_twice = true;
        fold_fee(sync, act, &entry->uid, by);
        return;
    }
    for (int i = 0; i < act->checkins.count; i++)
        fold_bag(sync, &act->checkins.at[i], by);
}

/* ---- an act --------------------------------------------------------------------------------- */

void pg_sync_fold_done(struct pg_sync *sync, const struct entry *entry, int64_t made_at,
                       const struct merge_result *effect)
{
    const struct changeset *act = sync->act;
    int64_t by = made_at - entry->wall;
    for (int i = 0; i < act->holds.count; i++)
        fold_hold(sync, &act->holds.at[i], by, effect);
    for (int i = 0; i < act->sales.count; i++)
        fold_sale(sync, &act->sales.at[i], by);
    for (int i = 0; i < act->tickets.count; i++)
        fold_ticket(sync, &act->tickets.at[i], by);
    for (int i = 0; i < act->shifts.count; i++)
        fold_shift(sync, &act->shifts.at[i], by);
    fold_payments(sync, act, by);
    fold_people(sync, act);
    fold_scans(sync, act, &entry->uid, by);
    fold_bags(sync, entry, by, effect);
}

/* ---- an act that was not done ---------------------------------------------------------------- */

static int64_t paid_in(const struct changeset *act, const struct uuid *sale)
{
    int64_t paid = 0;
    for (int i = 0; i < act->payments.count; i++)
        if (uuid_equal(&act->payments.at[i].sale, sale))
            paid += act->payments.at[i].amount;
    return paid;
}

/* Its seats are somebody else's: it stands there with its money and without a valid ticket. */
static void fold_lost_sale(struct pg_sync *sync, const struct changeset *act,
                           const struct sale *made, int64_t by)
{
    struct sale sale = *made;
    if (sale.version)
        return;
    sale.hold = (struct uuid){{0}};
    sale.total = 0;
    fold_sale(sync, &sale, by);
    for (int i = 0; i < act->tickets.count; i++) {
        struct ticket ticket = act->tickets.at[i];
        ticket.status = TICKET_EXCHANGED;
        ticket.sold_at = 0; /* no report counts it, unless an office gives it a seat */
        if (uuid_equal(&ticket.sale, &sale.id) && !ticket.version)
            fold_ticket(sync, &ticket, by);
    }
}

/* Money for a sale that was made in this batch belongs to its row, which is still to be written. */
static void add_money(struct pg_sync *sync, const struct changeset *act)
{
    for (int i = 0; i < sync->out.rows->sales.count; i++) {
        struct sale *sale = &sync->out.rows->sales.at[i];
        bool made_here = false;
        for (int k = 0; k < act->sales.count; k++)
            made_here = made_here ||
                        (!act->sales.at[k].version && uuid_equal(&act->sales.at[k].id, &sale->id));
        if (!sale->version && !made_here)
            sale->paid += paid_in(act, &sale->id);
    }
}

void pg_sync_fold_lost(struct pg_sync *sync, const struct entry *entry, int64_t made_at)
{
    const struct changeset *act = sync->act;
    int64_t by = made_at - entry->wall;
    for (int i = 0; i < act->sales.count; i++)
        fold_lost_sale(sync, act, &act->sales.at[i], by);
    for (int i = 0; i < act->shifts.count; i++) /* a till's first sale opens its shift */
        fold_shift(sync, &act->shifts.at[i], by);
    add_money(sync, act);
    fold_payments(sync, act, by);
    fold_people(sync, act);
}

void pg_sync_fold_refused(struct pg_sync *sync, const struct entry *entry, int64_t made_at)
{
    const struct changeset *act = sync->act;
    if (!act || uuid_is_zero(&entry->uid) || pg_sync_poisoned(sync, &entry->uid) > 1)
        return;
    for (int i = 0; i < act->shifts.count; i++) /* what is sold after it is sold in that shift */
        if (strcmp(act->shifts.at[i].till, sync->till) == 0)
            fold_shift(sync, &act->shifts.at[i], made_at - entry->wall);
    for (int i = 0; i < act->payments.count; i++) {
        struct payment *payment = LIST_ADD(sync->arena, &sync->out.money->payments);
        *payment = act->payments.at[i];
        payment->sale = entry->uid;
        payment->at = moved(payment->at, made_at - entry->wall);
    }
    fold_fee(sync, act, &entry->uid, made_at - entry->wall);
    for (int i = 0; i < act->moves.count; i++) {
        struct shift_move *move = LIST_ADD(sync->arena, &sync->out.money->moves);
        *move = act->moves.at[i];
        move->at = moved(move->at, made_at - entry->wall);
        text_copy(move->reason, sizeof move->reason, "sync"); /* its own may be what is refused */
    }
}
