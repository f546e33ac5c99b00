#include "config.h"

#include "src/domain/house_rows.h"

#include <string.h>

#include "src/base/text.h"
#include "src/domain/loan.h"
#include "src/domain/row/row.h"

void house_rows_start(struct house_rows *rows, struct arena *arena)
{
    *rows = (struct house_rows){.arena = arena,
                                .now = changeset_new(arena),
                                .write = changeset_new(arena),
                                .money = changeset_new(arena)};
    changeset_use_index(rows->now);
    changeset_use_index(rows->write);
}

static int64_t moved_time(int64_t time, int64_t by)
{
    return time ? time + by : 0;
}

static int64_t off_by(const struct house_act *of)
{
    return of->made_at - of->entry->wall;
}

/* ---- what an act may change of a row that is there ------------------------------------------- */

struct may_change {
    enum act act;
    uint16_t offset, size;
};

#define CHANGES(act, row, member)                                                      \
    {                                                                                  \
        act, offsetof(struct row, member), (uint16_t)sizeof(((struct row *)0)->member) \
    }

static const struct may_change sale_changes[] = {
    CHANGES(ACT_COLLECT, sale, collected_at),
    CHANGES(ACT_EXCHANGE, sale, hold),
    CHANGES(ACT_EXCHANGE, sale, collected_at),
};

/* A ticket ends by whatever act ends it. */
static const struct may_change ticket_changes[] = {
    CHANGES(ACT_COUNT, ticket, status),   CHANGES(ACT_COUNT, ticket, ended_at),
    CHANGES(ACT_COUNT, ticket, ended_by), CHANGES(ACT_COUNT, ticket, ended_till),
    CHANGES(ACT_COUNT, ticket, kept),
};

static void take_changes(const struct may_change *may, int count, enum act act, const void *from,
                         void *into)
{
    for (int i = 0; i < count; i++)
        if (may[i].act == act || may[i].act == ACT_COUNT)
            memcpy((uint8_t *)into + may[i].offset, (const uint8_t *)from + may[i].offset,
                   may[i].size);
}

/* ---- one row a thing ------------------------------------------------------------------------- */

/*
 * The row as it is now and the one that is to be written become like this. A row that was made in
 * this batch stays one to insert (version 0) however often it changes; one that the house has is
 * written over the version that was read.
 */
#define LEAVE(rows, row_type, list, row)                                           \
    do {                                                                           \
        struct row_type *now_ = changeset_##row_type((rows)->now, &(row)->id);     \
        struct row_type *out_ = changeset_##row_type((rows)->write, &(row)->id);   \
        const uint32_t version_ = out_ ? out_->version : now_ ? now_->version : 0; \
        if (!out_)                                                                 \
            out_ = LIST_ADD((rows)->arena, &(rows)->write->list);                  \
        *out_ = *(row);                                                            \
        out_->version = version_;                                                  \
        if (!now_)                                                                 \
            now_ = LIST_ADD((rows)->arena, &(rows)->now->list);                    \
        *now_ = *(row);                                                            \
        now_->version = version_ ? version_ : 1;                                   \
    } while (0)

static void leave_sale(struct house_rows *rows, const struct sale *row)
{
    LEAVE(rows, sale, sales, row);
}

static void leave_ticket(struct house_rows *rows, const struct ticket *row)
{
    LEAVE(rows, ticket, tickets, row);
}

static void leave_shift(struct house_rows *rows, const struct shift *row)
{
    LEAVE(rows, shift, shifts, row);
}

static void leave_customer(struct house_rows *rows, const struct customer *row)
{
    LEAVE(rows, customer, customers, row);
}

/* ---- holds ----------------------------------------------------------------------------------- */

/* How long the house keeps what this act holds; 0: it holds nothing by this hold. */
static int64_t kept_until(const struct merge_result *effect, const struct uuid *hold)
{
    for (int i = effect->steps.count; i-- > 0;)
        if (effect->steps.at[i].to == SEAT_HELD && uuid_equal(&effect->steps.at[i].holder, hold))
            return effect->steps.at[i].held_until;
    return 0;
}

static struct hold *hold_to_write(struct house_rows *rows, const struct hold *made)
{
    struct hold *row = changeset_hold(rows->write, &made->id);
    if (row)
        return row;
    row = LIST_ADD(rows->arena, &rows->write->holds);
    row->version = made->version;
    return row;
}

static void do_hold(struct house_rows *rows, const struct hold *made, const struct house_act *done)
{
    const int64_t by = off_by(done), until = kept_until(done->effect, &made->id);
    struct hold *row = hold_to_write(rows, made), hold = *made;
    hold.version = row->version;
    hold.created_at = moved_time(hold.created_at, by);
    hold.expires_at = until ? until : moved_time(hold.expires_at, by);
    hold.ceiling_at = moved_time(hold.ceiling_at, by);
    hold.ended_at = moved_time(hold.ended_at, by);
    hold.paying_until = moved_time(hold.paying_until, by);
    if (hold.ceiling_at && hold.ceiling_at < hold.expires_at)
        hold.ceiling_at = hold.expires_at;
    if (hold.source == SOURCE_COUNTER)
        hold.source = SOURCE_OFFLINE_SYNC;
    *row = hold;
}

/* ---- orders ---------------------------------------------------------------------------------- */

static void do_ticket(struct house_rows *rows, const struct ticket *made, int64_t by)
{
    const struct ticket *now = changeset_ticket(rows->now, &made->id);
    struct ticket wish = *made, ticket;
    wish.sold_at = moved_time(wish.sold_at, by);
    wish.ended_at = moved_time(wish.ended_at, by);
    ticket = now ? *now : wish;
    take_changes(ticket_changes, COUNT_OF(ticket_changes), ACT_COUNT, &wish, &ticket);
    leave_ticket(rows, &ticket);
}

static void do_sale(struct house_rows *rows, const struct sale *made, const struct house_act *done)
{
    const struct sale *now = changeset_sale(rows->now, &made->id);
    const int64_t by = off_by(done);
    struct sale wish = *made, sale;
    wish.sold_at = moved_time(wish.sold_at, by);
    wish.collected_at = moved_time(wish.collected_at, by);
    if (now && now->collected_at) /* the first who handed it over did */
        wish.collected_at = now->collected_at;
    sale = now ? *now : wish;
    if (now)
        take_changes(sale_changes, COUNT_OF(sale_changes), done->act->act, &wish, &sale);
    leave_sale(rows, &sale);
}

/* Payments and moves never change, so each stands in one list only, of what is written or of money
 * that is to be kept. */
static struct payment *take_payment(struct house_rows *rows, struct changeset *into,
                                    const struct payment *made, int64_t by)
{
    struct payment *payment = LIST_ADD(rows->arena, &into->payments);
    *payment = *made;
    payment->at = moved_time(payment->at, by);
    return payment;
}

static struct shift_move *take_move(struct house_rows *rows, struct changeset *into,
                                    const struct shift_move *made, int64_t by)
{
    struct shift_move *move = LIST_ADD(rows->arena, &into->moves);
    *move = *made;
    move->at = moved_time(move->at, by);
    return move;
}

static void take_payments(struct house_rows *rows, const struct house_act *of)
{
    const struct changeset *act = of->act;
    for (int i = 0; i < act->payments.count; i++)
        (void)take_payment(rows, rows->write, &act->payments.at[i], off_by(of));
    for (int i = 0; i < act->moves.count; i++)
        (void)take_move(rows, rows->write, &act->moves.at[i], off_by(of));
}

/* The state of an order that was there, by what it has after this act. Paper moves no state. */
static enum sale_status status_after(const struct sale *sale, enum act act,
                                     const struct valid_tickets *has)
{
    if (act == ACT_REFUND && !has->count)
        return SALE_REFUNDED;
    if (act == ACT_REFUND && sale->status != SALE_DUE)
        return SALE_PART_REFUNDED;
    if (act == ACT_PAY && has->count && sale->status == SALE_DUE && sale->paid >= has->total)
        return SALE_PAID;
    return sale->status;
}

/* Sums of an order that was there before this act, and its state. did: ACT_COUNT when nothing was
 * done to it but the money. */
static void settle_sale(struct house_rows *rows, const struct house_act *of, enum act did,
                        const struct uuid *id)
{
    const struct sale *now = changeset_sale(rows->now, id);
    const struct valid_tickets has = changeset_valid(rows->now, id);
    struct sale sale = *now;
    sale.paid += changeset_paid(of->act, id);
    sale.total = has.total;
    sale.status = status_after(&sale, did, &has);
    leave_sale(rows, &sale);
}

static void do_order(struct house_rows *rows, const struct house_act *done)
{
    const struct changeset *act = done->act;
    for (int i = 0; i < act->sales.count; i++)
        do_sale(rows, &act->sales.at[i], done);
    for (int i = 0; i < act->tickets.count; i++)
        do_ticket(rows, &act->tickets.at[i], off_by(done));
    for (int i = 0; i < act->sales.count; i++)
        if (act->sales.at[i].version)
            settle_sale(rows, done, act->act, &act->sales.at[i].id);
}

/* ---- shifts, people, vouchers, the door ------------------------------------------------------ */

static void take_shift(struct house_rows *rows, const struct shift *made, int64_t by)
{
    struct shift shift = *made;
    shift.opened_at = moved_time(shift.opened_at, by);
    shift.closed_at = moved_time(shift.closed_at, by);
    if (!shift.version && !changeset_shift(rows->now, &shift.id)) {
        leave_shift(rows, &shift);
        return;
    }
    struct shift *out = changeset_shift(rows->write, &shift.id);
    struct shift *now = changeset_shift(rows->now, &shift.id);
    if (now && now->closed_at) /* the first who counted it did, and nobody opens it again */
        return;
    if (out || now)
        shift.version = out ? out->version : now->version;
    if (!out)
        out = LIST_ADD(rows->arena, &rows->write->shifts);
    *out = shift;
    if (now)
        *now = shift;
}

/* Other tills use the same voucher meanwhile, so only by how much this act did is written. */
static void take_voucher(struct house_rows *rows, const struct voucher *voucher)
{
    struct voucher *now = changeset_voucher(rows->now, voucher->code);
    struct voucher *used = LIST_ADD(rows->arena, &rows->write->vouchers);
    *used = *voucher;
    used->used = voucher->gave;
    used->uses = voucher->kind != VOUCHER_GIFT; /* a gift has money, and no number of uses */
    if (!now)
        return;
    loan_use(now, changeset_loan(rows->now, voucher->code), voucher->gave);
    now->used = now->used + used->used < 0 ? 0 : now->used + used->used;
    now->uses += used->uses;
}

static void take_people(struct house_rows *rows, const struct changeset *act)
{
    for (int i = 0; i < act->customers.count; i++)
        leave_customer(rows, &act->customers.at[i]);
    for (int i = 0; i < act->waiters.count; i++) {
        struct waiter *row = changeset_waiter(rows->write, &act->waiters.at[i].id);
        if (!row)
            row = LIST_ADD(rows->arena, &rows->write->waiters);
        *row = act->waiters.at[i];
    }
    for (int i = 0; i < act->vouchers.count; i++)
        take_voucher(rows, &act->vouchers.at[i]);
}

static void take_scans(struct house_rows *rows, const struct house_act *done)
{
    for (int i = 0; i < done->act->scans.count; i++) {
        struct scan *scan = LIST_ADD(rows->arena, &rows->write->scans);
        *scan = done->act->scans.at[i];
        scan->at = moved_time(scan->at, off_by(done));
        scan->act = done->entry->uid;
    }
}

/* ---- bags ------------------------------------------------------------------------------------ */

static bool same_checkin(const struct checkin *a, const struct checkin *b)
{
    return uuid_equal(&a->ticket, &b->ticket) && a->entry == b->entry;
}

struct checkin *house_rows_checkin(const struct house_rows *rows, const struct checkin *step)
{
    for (int i = 0; i < rows->now->checkins.count; i++)
        if (same_checkin(&rows->now->checkins.at[i], step))
            return &rows->now->checkins.at[i];
    return NULL;
}

static struct bag_row *bag_of(struct house_rows *rows, const struct checkin *step, uint32_t seen)
{
    for (int i = 0; i < rows->bags.count; i++)
        if (same_checkin(&rows->bags.at[i].row, step))
            return &rows->bags.at[i];
    struct bag_row *row = LIST_ADD(rows->arena, &rows->bags);
    row->seen = seen;
    return row;
}

/* The next step of the batch is judged by what this one leaves. */
static void do_bag(struct house_rows *rows, const struct checkin *step, int64_t by)
{
    struct checkin *known = house_rows_checkin(rows, step);
    const uint32_t version = known ? known->version : 0;
    struct bag_row *out = bag_of(rows, step, version);
    if (!known)
        known = LIST_ADD(rows->arena, &rows->now->checkins);
    out->row = *step;
    out->row.at = moved_time(step->at, by);
    out->row.version = version + 1;
    *known = out->row;
}

/* A fee that has no check-in of its own at the house stands in the till's books by itself. */
static void salvage_fee(struct house_rows *rows, const struct house_act *of)
{
    const struct uuid *uid = &of->entry->uid;
    for (int i = 0; i < of->act->checkins.count; i++) {
        const struct checkin *step = &of->act->checkins.at[i];
        if (!step->paid)
            continue;
        struct payment *payment = LIST_ADD(rows->arena, &rows->money->payments);
        *payment = (struct payment){.id = *uid,
                                    .sale = *uid,
                                    .shift = step->shift,
                                    .tender = step->tender,
                                    .amount = step->paid,
                                    .given = step->given,
                                    .at = moved_time(step->at, off_by(of))};
        text_copy(payment->auth, sizeof payment->auth, step->auth);
        text_copy(payment->voucher, sizeof payment->voucher, step->voucher);
    }
}

static void do_bags(struct house_rows *rows, const struct house_act *done)
{
    if (done->effect->heading == MERGE_BAG_TWICE) {
        rows->bag_twice = true;
        salvage_fee(rows, done);
        return;
    }
    for (int i = 0; i < done->act->checkins.count; i++)
        do_bag(rows, &done->act->checkins.at[i], off_by(done));
}

/* ---- an act ---------------------------------------------------------------------------------- */

void house_rows_done(struct house_rows *rows, const struct house_act *done)
{
    const struct changeset *act = done->act;
    for (int i = 0; i < act->shifts.count; i++) /* a till's first act may open its shift */
        take_shift(rows, &act->shifts.at[i], off_by(done));
    if (done->effect->same)
        return;
    for (int i = 0; i < act->holds.count; i++)
        do_hold(rows, &act->holds.at[i], done);
    do_order(rows, done);
    take_payments(rows, done);
    take_people(rows, act);
    take_scans(rows, done);
    do_bags(rows, done);
}

/* Its seats are somebody else's: it stands there with its money and without a valid ticket. */
static void lose_sale(struct house_rows *rows, const struct house_act *lost,
                      const struct sale *made)
{
    struct sale sale = *made;
    sale.hold = (struct uuid){{0}};
    sale.total = 0;
    sale.sold_at = moved_time(sale.sold_at, off_by(lost));
    sale.collected_at = moved_time(sale.collected_at, off_by(lost));
    leave_sale(rows, &sale);
    for (int i = 0; i < lost->act->tickets.count; i++) {
        struct ticket ticket = lost->act->tickets.at[i];
        if (!uuid_equal(&ticket.sale, &sale.id) || ticket.version)
            continue;
        ticket.status = TICKET_EXCHANGED;
        ticket.sold_at = 0; /* no report counts it, unless an office gives it a seat */
        ticket.ended_at = moved_time(ticket.ended_at, off_by(lost));
        leave_ticket(rows, &ticket);
    }
}

/* What was paid in vain is paid all the same. */
/*
 * A paper that admits nobody stands there as what became of the ticket it was to replace, so that a
 * door says so. No report counts it.
 */
static void lose_paper(struct house_rows *rows, const struct house_act *lost)
{
    enum ticket_status became = TICKET_REPRINTED;
    for (int i = 0; i < lost->act->tickets.count; i++) {
        const struct ticket *now = changeset_ticket(rows->now, &lost->act->tickets.at[i].id);
        if (now && now->status == TICKET_REFUNDED)
            became = TICKET_REFUNDED;
    }
    for (int i = 0; i < lost->act->tickets.count; i++) {
        struct ticket paper = lost->act->tickets.at[i];
        if (paper.version || !changeset_sale(rows->now, &paper.sale))
            continue;
        paper.status = became;
        paper.sold_at = 0;
        leave_ticket(rows, &paper);
    }
}

static void lose_sales(struct house_rows *rows, const struct house_act *lost)
{
    const enum act did = lost->act->act == ACT_PAY ? ACT_PAY : ACT_COUNT;
    for (int i = 0; i < lost->act->sales.count; i++) {
        const struct sale *sale = &lost->act->sales.at[i];
        if (!sale->version)
            lose_sale(rows, lost, sale);
        else if (changeset_sale(rows->now, &sale->id))
            settle_sale(rows, lost, did, &sale->id);
    }
}

void house_rows_lost(struct house_rows *rows, const struct house_act *lost)
{
    const struct changeset *act = lost->act;
    lose_sales(rows, lost);
    if (act->act == ACT_REPRINT)
        lose_paper(rows, lost);
    for (int i = 0; i < act->shifts.count; i++)
        take_shift(rows, &act->shifts.at[i], off_by(lost));
    take_payments(rows, lost);
    if (lost->effect->heading == MERGE_MOVED)
        return; /* the house's words stand */
    take_people(rows, act);
}

void house_rows_refused(struct house_rows *rows, const struct house_act *refused)
{
    const struct changeset *act = refused->act;
    for (int i = 0; i < act->shifts.count; i++) /* what is sold after it is sold in that shift */
        if (strcmp(act->shifts.at[i].till, refused->till) == 0)
            take_shift(rows, &act->shifts.at[i], off_by(refused));
    for (int i = 0; i < act->payments.count; i++)
        take_payment(rows, rows->money, &act->payments.at[i], off_by(refused))->sale =
            refused->entry->uid;
    for (int i = 0; i < act->vouchers.count;
         i++) /* its money is kept, so it is no longer on the card */
        if (act->vouchers.at[i].kind == VOUCHER_GIFT &&
            changeset_voucher(rows->now, act->vouchers.at[i].code))
            take_voucher(rows, &act->vouchers.at[i]);
    salvage_fee(rows, refused);
    for (int i = 0; i < act->moves.count; i++) {
        struct shift_move *move = take_move(rows, rows->money, &act->moves.at[i], off_by(refused));
        text_copy(move->reason, sizeof move->reason, "sync"); /* its own may be what is refused */
    }
}
