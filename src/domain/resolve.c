#include "config.h"

#include "src/domain/resolve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/conflict.h"
#include "src/domain/hold_parts.h"
#include "src/domain/intent.h"
#include "src/domain/reseat.h"
#include "src/domain/row/steps.h"
#include "src/domain/sale_money.h"
#include "src/domain/sale_ticket.h"

enum {
    SALE_MS = 60 * 1000
}; /* a hold that is sold in the same act is open for this long at most */

/* ---- may it be decided so? ------------------------------------------------------------------ */

enum verdict resolve_check(const struct conflict *conflict, enum conflict_outcome outcome,
                           struct refusal *why)
{
    bool again = conflict->outcome == CONFLICT_DUE && outcome == CONFLICT_REFUND;
    if (conflict->outcome != CONFLICT_OPEN && !again)
        return refuse(why, VERDICT_STATE_CONFLICT, "This was decided already, by %s.",
                      conflict->decided_by);
    if (outcome <= CONFLICT_FIRST || outcome >= CONFLICT_OUTCOMES)
        return refuse(why, VERDICT_INVALID, NULL);
    if (outcome != CONFLICT_KEEP && uuid_is_zero(&conflict->sale))
        return refuse(why, VERDICT_NOT_POSSIBLE,
                      "Nothing was sold here, so it can only be kept as it is.");
    if (outcome == CONFLICT_REFUND && conflict->total && conflict->paid <= conflict->total)
        return refuse(why, VERDICT_NOT_POSSIBLE,
                      "Order %s was not paid more than its tickets cost; refund or exchange them "
                      "there.",
                      conflict->code);
    if (outcome == CONFLICT_OTHER && !conflict->offer_count)
        return refuse(why, VERDICT_NOT_POSSIBLE,
                      "No other seats are held for this sale; give the money back, or exchange.");
    return VERDICT_OK;
}

static enum verdict refuse_moved(struct refusal *why)
{
    return refuse(why, VERDICT_STATE_CONFLICT,
                  "Somebody else has decided or moved this meanwhile; look again.");
}

/* ---- the tickets that lost their seats ------------------------------------------------------ */

static bool is_of_conflict(const struct conflict *conflict, int32_t seat)
{
    for (int i = 0; i < conflict->seat_count; i++)
        if (conflict->seats[i].seat == seat)
            return true;
    return false;
}

struct lost_tickets {
    const struct ticket **at; /* by seat number */
    int count;
};

static int compare_tickets(const void *x, const void *y)
{
    const struct ticket *const *a = x, *const *b = y;
    return ((*a)->seat > (*b)->seat) - ((*a)->seat < (*b)->seat);
}

static struct lost_tickets lost_tickets(const struct resolve_request *request, struct arena *arena)
{
    const struct sale *sale = request->sale;
    struct lost_tickets lost = {
        .at = arena_array(arena, (size_t)sale->ticket_count + 1, sizeof *lost.at)};
    for (int i = 0; i < sale->ticket_count; i++) {
        const struct ticket *ticket = &sale->tickets[i];
        if (ticket->status == TICKET_EXCHANGED && is_of_conflict(request->conflict, ticket->seat))
            lost.at[lost.count++] = ticket;
    }
    qsort(lost.at, (size_t)lost.count, sizeof(const struct ticket *), compare_tickets);
    return lost;
}

/* ---- the sale afterwards -------------------------------------------------------------------- */

struct deciding {
    const struct resolve_request *request;
    struct changeset *cs;
    struct refusal *why;
    struct sale *row; /* of the loser; its tickets and payments are in the changeset */
};

static struct sale *put_sale(const struct deciding *act)
{
    struct sale *row = LIST_ADD(act->cs->arena, &act->cs->sales);
    *row = *act->request->sale;
    return row;
}

/* It was reserved, and paid for while its seats were somebody else's. */
static enum verdict note_paid(struct deciding *act)
{
    struct sale *row = act->row;
    bool paid = row->status == SALE_DUE && row->paid > 0 && row->paid >= row->total;
    return paid ? sale_step(row, ACT_CONFLICT, SALE_PAID, act->why) : VERDICT_OK;
}

static struct ticket *ticket_with(struct sale *sale, const struct uuid *id)
{
    for (int i = 0; i < sale->ticket_count; i++)
        if (uuid_equal(&sale->tickets[i].id, id))
            return &sale->tickets[i];
    return &sale->tickets[sale->ticket_count++];
}

static const struct sale *show_sale(const struct deciding *act)
{
    const struct changeset *cs = act->cs;
    const struct sale *before = act->request->sale;
    struct sale *sale = arena_alloc(cs->arena, sizeof *sale);
    *sale = cs->sales.count ? cs->sales.at[cs->sales.count - 1] : *before;
    sale->version += cs->sales.count > 0;
    sale->tickets =
        arena_grow(cs->arena, before->tickets, (size_t)before->ticket_count,
                   (size_t)(before->ticket_count + cs->tickets.count) + 1, sizeof *sale->tickets);
    sale->payments = arena_grow(cs->arena, before->payments, (size_t)before->payment_count,
                                (size_t)(before->payment_count + cs->payments.count) + 1,
                                sizeof *sale->payments);
    for (int i = 0; i < cs->tickets.count; i++)
        *ticket_with(sale, &cs->tickets.at[i].id) = cs->tickets.at[i];
    for (int i = 0; i < cs->payments.count; i++)
        sale->payments[sale->payment_count++] = cs->payments.at[i];
    return sale;
}

/* ---- its money ------------------------------------------------------------------------------- */

/* Beyond what its tickets cost; what was kept of a fee when a ticket was refunded stays kept. Less
 * than 0: so much is missing. */
static int64_t paid_too_much(const struct sale *sale)
{
    int64_t over = sale->paid - sale->total;
    for (int i = 0; i < sale->ticket_count; i++)
        if (sale->tickets[i].status == TICKET_REFUNDED)
            over -= sale->tickets[i].kept;
    return over;
}

/* Tickets come back only for money that is there: the till may have given it back meanwhile. What
 * was reserved is paid later. */
static enum verdict check_paid(const struct sale *sale, const struct lost_tickets *lost,
                               struct refusal *why)
{
    int64_t over = paid_too_much(sale);
    for (int i = 0; i < lost->count; i++)
        over -= lost->at[i]->total;
    if (sale->status == SALE_DUE || over >= 0)
        return VERDICT_OK;
    return refuse(why, VERDICT_NOT_PAID,
                  "The money of sale %s was given back; sell its seats anew.", sale->code);
}

/* ---- the seats that were offered ------------------------------------------------------------ */

/* As a reprint is, but it counts from now on: no report knew the one that lost its seat. */
static void put_other_ticket(const struct deciding *act, const struct ticket *old,
                             const struct hold_seat *seat)
{
    struct ticket *ticket = LIST_ADD(act->cs->arena, &act->cs->tickets);
    *ticket = *old;
    ticket->id = uuid_make(act->request->ids, act->cs->now);
    sale_make_ticket_code(act->request->ids, ticket->code);
    ticket->version = 0;
    ticket->generation++;
    ticket->status = TICKET_VALID;
    ticket->sold_at = act->cs->now;
    sale_seat_ticket(ticket, act->request->offer->show, seat);
}

static int compare_seats(const void *x, const void *y)
{
    const struct hold_seat *const *a = x, *const *b = y;
    return ((*a)->seat > (*b)->seat) - ((*a)->seat < (*b)->seat);
}

static struct live_seats live_by_seat(const struct hold *offer, struct arena *arena)
{
    struct live_seats live = sale_live_seats(offer, NULL, 0, arena);
    qsort(live.at, (size_t)live.count, sizeof(const struct hold_seat *), compare_seats);
    return live;
}

static enum verdict check_alike(const struct lost_tickets *lost, const struct live_seats *live,
                                struct refusal *why)
{
    if (!lost->count || lost->count != live->count)
        return refuse_moved(why);
    for (int i = 0; i < lost->count; i++)
        if (lost->at[i]->class_no != live->at[i]->class_no)
            return refuse(why, VERDICT_NOT_POSSIBLE,
                          "%s is of another price class than what was paid; exchange the tickets "
                          "instead.",
                          live->at[i]->label);
    return VERDICT_OK;
}

static enum verdict give_others(struct deciding *act)
{
    const struct resolve_request *request = act->request;
    const struct hold *offer = request->offer;
    if (!offer || !hold_is_alive(offer, act->cs->now))
        return refuse_moved(act->why);
    struct lost_tickets lost = lost_tickets(request, act->cs->arena);
    struct live_seats live = live_by_seat(offer, act->cs->arena);
    enum verdict verdict = check_alike(&lost, &live, act->why);
    if (!verdict)
        verdict = check_paid(request->sale, &lost, act->why);
    if (verdict)
        return verdict;
    act->row = put_sale(act);
    act->row->hold = offer->id;
    verdict = sale_convert_hold(offer, &request->sale->id, ACT_SELL, act->cs, act->why);
    for (int i = 0; i < lost.count; i++) {
        put_other_ticket(act, lost.at[i], live.at[i]);
        act->row->total += lost.at[i]->total;
    }
    return verdict == VERDICT_OK ? note_paid(act) : verdict;
}

/* ---- the seats that were sold, free again ---------------------------------------------------- */

static enum verdict check_free(const struct deciding *act)
{
    const struct resolve_request *request = act->request;
    for (int i = 0; i < request->conflict->seat_count; i++)
        if (!seat_is_free(&request->snapshot->state[request->seats[i]], act->cs->now, 0, 0))
            return refuse(act->why, VERDICT_SEAT_TAKEN,
                          "These seats are not free again; choose another way.");
    return VERDICT_OK;
}

static struct hold new_hold(const struct deciding *act)
{
    struct hold hold = {.id = uuid_make(act->request->ids, act->cs->now),
                        .show = act->request->conflict->show,
                        .status = HOLD_ACTIVE,
                        .source = SOURCE_OFFLINE_SYNC,
                        .created_at = act->cs->now,
                        .expires_at = act->cs->now + SALE_MS,
                        .ceiling_at = act->cs->now + SALE_MS};
    text_copy(hold.holder, sizeof hold.holder, act->cs->actor.name);
    text_copy(hold.till, sizeof hold.till, act->cs->actor.till);
    text_copy(hold.email, sizeof hold.email, act->request->sale->email);
    return hold;
}

/* Each seat is held, and the hold sold, as at a counter that has it for no time at all. */
static enum verdict take_again(const struct deciding *act, struct hold *hold)
{
    const struct resolve_request *request = act->request;
    int count = request->conflict->seat_count;
    hold->seats = arena_array(act->cs->arena, (size_t)count + 1, sizeof *hold->seats);
    *LIST_ADD(act->cs->arena, &act->cs->holds) = *hold;
    for (int i = 0; i < count; i++) {
        uint32_t seen = hold_end_overdue(act->cs, request->snapshot, request->seats[i]);
        struct seat_change *change =
            hold_change_state(act->cs, request->snapshot, request->seats[i], ACT_HOLD, SEAT_HELD);
        change->seen = seen;
        change->from = SEAT_AVAILABLE;
        change->holder = hold->id;
        change->held_until = hold->expires_at;
        hold->seats[hold->seat_count++] =
            (struct hold_seat){.seat = change->seat, .live = true, .version = seen + 1};
    }
    hold->version = 1; /* as the line above leaves it */
    return sale_convert_hold(hold, &request->sale->id, ACT_SELL, act->cs, act->why);
}

static enum verdict give_the_same(struct deciding *act)
{
    struct lost_tickets lost = lost_tickets(act->request, act->cs->arena);
    enum verdict verdict = check_free(act);
    if (!verdict && (!lost.count || lost.count != act->request->conflict->seat_count))
        verdict = refuse_moved(act->why);
    if (!verdict)
        verdict = check_paid(act->request->sale, &lost, act->why);
    if (verdict)
        return verdict;
    struct hold hold = new_hold(act);
    act->row = put_sale(act);
    act->row->hold = hold.id;
    verdict = take_again(act, &hold);
    for (int i = 0; i < lost.count && verdict == VERDICT_OK; i++) {
        struct ticket *again = LIST_ADD(act->cs->arena, &act->cs->tickets);
        *again = *lost.at[i];
        again->sold_at = act->cs->now;
        act->row->total += again->total;
        verdict = ticket_step(again, ACT_CONFLICT, TICKET_VALID, act->why);
    }
    return verdict == VERDICT_OK ? note_paid(act) : verdict;
}

/* ---- the money back -------------------------------------------------------------------------- */

/* What the provider gives back leaves no drawer. */
static bool needs_a_shift(const struct money_moves *money)
{
    for (int i = 0; i < money->payments.count; i++)
        if (money->payments.at[i].tender != TENDER_CARD ||
            !intent_is_auth(money->payments.at[i].auth))
            return true;
    return false;
}

static enum verdict give_money(struct deciding *act)
{
    const struct resolve_request *request = act->request;
    const struct sale *sale = request->sale;
    const int64_t over = paid_too_much(sale);
    const struct money_back back = {.ids = request->ids,
                                    .sale = sale,
                                    .shift = request->shift,
                                    .amount = over > 0 ? over : 0,
                                    .tender = request->tender,
                                    .gifts = request->gifts,
                                    .gift_count = request->gift_count};
    struct money_moves money = {0};
    enum verdict verdict = sale_give_back(&back, act->cs, &money, act->why);
    if (verdict)
        return verdict;
    if (!request->shift && needs_a_shift(&money))
        return refuse(act->why, VERDICT_SHIFT_CLOSED,
                      "Money is given back out of an open shift; open one at this till first.");
    act->row = put_sale(act);
    act->row->paid -= back.amount;
    sale_write_money(&money, act->cs);
    if (sale_valid_tickets(sale) && !request->conflict->seat_count)
        return VERDICT_OK; /* only what was paid too much goes back */
    return sale_step(act->row, ACT_CONFLICT,
                     sale_valid_tickets(sale) ? SALE_PART_REFUNDED : SALE_REFUNDED, act->why);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static enum verdict put_decision(const struct deciding *act)
{
    const struct resolve_request *request = act->request;
    const struct conflict *conflict = request->conflict;
    struct changeset *cs = act->cs;
    struct conflict *row = LIST_ADD(cs->arena, &cs->conflicts);
    *row = *conflict;
    row->decided_at = cs->now;
    text_copy(row->decided_by, sizeof row->decided_by, cs->actor.name);
    text_copy(row->note, sizeof row->note, cs->note);
    struct change_note *note = LIST_ADD(cs->arena, &cs->notes);
    *note = (struct change_note){.act = ACT_CONFLICT,
                                 .show = conflict->show,
                                 .subject =
                                     uuid_is_zero(&conflict->sale) ? conflict->id : conflict->sale};
    text_copy(note->note, sizeof note->note, conflict_outcome_name(request->outcome));
    return conflict_step(row, cs->act, request->outcome, act->why);
}

static bool has_changed(const struct changeset *cs, int32_t seat)
{
    for (int i = 0; i < cs->seats.count; i++)
        if (cs->seats.at[i].seat == seat)
            return true;
    return false;
}

/* Those of its seats that were lost themselves, and whose time was over, were taken again
 * (take_again): the last of them ends it (changeset.h). */
static enum verdict withdraw_offer(const struct deciding *act)
{
    struct hold rest = *act->request->offer;
    struct arena *arena = act->cs->arena;
    int left = 0, taken = 0;
    rest.seats = arena_grow(arena, rest.seats, (size_t)rest.seat_count, (size_t)rest.seat_count + 1,
                            sizeof *rest.seats);
    for (int i = 0; i < rest.seat_count; i++) {
        const bool again = rest.seats[i].live && has_changed(act->cs, rest.seats[i].seat);
        rest.seats[i].live = rest.seats[i].live && !again;
        left += rest.seats[i].live;
        taken += again;
    }
    return taken && !left ? VERDICT_OK : reseat_withdraw(&rest, act->cs, act->why);
}

static enum verdict decide_outcome(struct deciding *act)
{
    switch (act->request->outcome) {
    case CONFLICT_OTHER:
        return give_others(act);
    case CONFLICT_SAME:
        return give_the_same(act);
    case CONFLICT_REFUND:
        return give_money(act);
    case CONFLICT_OPEN:
    case CONFLICT_FIRST:
    case CONFLICT_KEEP:
    case CONFLICT_DUE:
    case CONFLICT_OUTCOMES:
        break;
    }
    return VERDICT_OK;
}

enum verdict resolve_decide(const struct resolve_request *request, struct changeset *cs,
                            const struct sale **sale, struct refusal *why)
{
    struct deciding act = {.request = request, .cs = cs, .why = why};
    enum verdict verdict = resolve_check(request->conflict, request->outcome, why);
    *sale = NULL;
    if (verdict)
        return verdict;
    assert(request->sale || request->outcome == CONFLICT_KEEP);
    verdict = decide_outcome(&act);
    if (verdict)
        return verdict;
    if (request->offer && request->outcome != CONFLICT_OTHER &&
        request->offer->status == HOLD_ACTIVE)
        verdict = withdraw_offer(&act);
    if (verdict)
        return verdict;
    verdict = put_decision(&act);
    if (verdict == VERDICT_OK && request->sale)
        *sale = show_sale(&act);
    return verdict;
}
