/* Places change hands without money: the circular swap, and a new ticket for the same seat. */
#include "config.h"

#include <stdio.h>

#include "src/base/tongue.h"
#include "src/domain/row/steps.h"
#include "src/domain/sale_ticket.h"

enum { SWAP_MIN = 2, SWAP_MAX = 20 };

struct ring { /* tickets[i] is valid for the seat of places[i] */
    struct uuid_source *ids;
    const struct swap_place *places;
    const struct ticket *tickets[SWAP_MAX];
    int count;
};

static enum verdict check_alike(const struct ring *ring, int index, struct refusal *why)
{
    const struct ticket *first = ring->tickets[0], *ticket = ring->tickets[index];
    if (ticket->show != first->show)
        return refuse(why, VERDICT_NOT_POSSIBLE,
                      "%s is for another show than %s; a swap stays within one show, exchange the "
                      "tickets instead.",
                      ticket->label, first->label);
    if (ticket->class_no != first->class_no)
        return refuse(why, VERDICT_NOT_POSSIBLE,
                      "%s is of another price class than %s; a swap moves no money, exchange the "
                      "tickets instead.",
                      ticket->label, first->label);
    for (int i = 0; i < index; i++)
        if (ring->tickets[i]->seat == ticket->seat)
            return refuse(why, VERDICT_DUPLICATE_SEAT, "%s was named twice; name each seat once.",
                          ticket->label);
    return VERDICT_OK;
}

static enum verdict check_place(struct ring *ring, int index, struct refusal *why)
{
    const struct swap_place *place = &ring->places[index];
    enum verdict verdict = sale_find_ticket(place->sale, place->seat, &ring->tickets[index], why);
    if (verdict == VERDICT_OK)
        verdict = sale_check_seat(ring->tickets[index], &place->state, why);
    if (verdict == VERDICT_OK)
        verdict = check_alike(ring, index, why);
    return verdict;
}

/* The same ticket once more: a new barcode, and of it only the newest works. */
static struct ticket next_generation(const struct ticket *old, struct uuid_source *ids, int64_t now)
{
    struct ticket fresh = *old;
    fresh.id = uuid_make(ids, now);
    sale_make_ticket_code(ids, fresh.code);
    fresh.version = 0;
    fresh.sold_at = 0; /* the sale stands at the old one */
    fresh.generation++;
    return fresh;
}

/* What was paid stays with who paid it; only the place is another. */
static enum verdict write_ticket(const struct ring *ring, int from, int to, struct changeset *cs,
                                 struct refusal *why)
{
    const struct ticket *place = ring->tickets[from], *owner = ring->tickets[to];
    struct ticket fresh = next_generation(owner, ring->ids, cs->now);
    fresh.seat = place->seat;
    snprintf(fresh.label, sizeof fresh.label, "%s", place->label);
    enum verdict verdict = sale_retire_ticket(owner, ACT_EXCHANGE, cs, why);
    *LIST_ADD(cs->arena, &cs->tickets) = fresh;
    return verdict;
}

static void write_seat(const struct ring *ring, int from, int to, struct changeset *cs)
{
    *LIST_ADD(cs->arena, &cs->seats) =
        (struct seat_change){.show = ring->tickets[from]->show,
                             .seat = ring->tickets[from]->seat,
                             .seen = ring->places[from].state.version,
                             .act = ACT_EXCHANGE,
                             .from = SEAT_SOLD,
                             .to = SEAT_SOLD,
                             .holder = ring->tickets[to]->sale,
                             .was = ring->tickets[from]->sale};
}

enum verdict sale_decide_swap(struct uuid_source *ids, const struct swap_place *places, int count,
                              struct changeset *cs, struct refusal *why)
{
    struct ring ring = {.ids = ids, .places = places, .count = count};
    if (count < SWAP_MIN || count > SWAP_MAX)
        return refuse(why, VERDICT_INVALID, "A swap is among %d to %d tickets, not %d.", SWAP_MIN,
                      SWAP_MAX, count);
    for (int i = 0; i < count; i++) {
        enum verdict verdict = check_place(&ring, i, why);
        if (verdict != VERDICT_OK)
            return verdict;
    }
    enum verdict verdict = VERDICT_OK;
    for (int i = 0; i < count && verdict == VERDICT_OK; i++) {
        write_seat(&ring, i, (i + 1) % count, cs);
        verdict = write_ticket(&ring, i, (i + 1) % count, cs, why);
    }
    return verdict;
}

/* ---- reprint ------------------------------------------------------------------------------ */

enum verdict sale_decide_reprint(struct uuid_source *ids, const struct sale *sale, int32_t seat,
                                 struct changeset *cs, struct refusal *why)
{
    const struct ticket *old;
    enum verdict verdict = sale_find_ticket(sale, seat, &old, why);
    if (verdict != VERDICT_OK)
        return verdict;
    if (!*cs->reason)
        return refuse(why, VERDICT_INVALID,
                      "A reprint of the ticket for %s needs a reason, because the old one stops "
                      "working.",
                      old->label);
    struct ticket fresh = next_generation(old, ids, cs->now);
    verdict = sale_retire_ticket(old, ACT_REPRINT, cs, why);
    *LIST_ADD(cs->arena, &cs->tickets) = fresh;
    struct change_note *note = LIST_ADD(cs->arena, &cs->notes);
    *note = (struct change_note){.act = ACT_REPRINT, .show = old->show, .subject = sale->id};
    snprintf(note->note, sizeof note->note, "%s: %s replaces %s", old->label, fresh.code,
             old->code);
    return verdict;
}

/* ---- pickup ------------------------------------------------------------------------------- */

enum verdict sale_decide_collect(const struct sale *sale, struct changeset *cs, struct refusal *why)
{
    char when[TONGUE_WHEN_TEXT];
    if (sale->status == SALE_REFUNDED)
        return refuse(why, VERDICT_TICKET_NOT_VALID,
                      "%s was refunded; there is nothing to hand over.", sale->code);
    if (sale->status == SALE_DUE)
        return refuse(why, VERDICT_NOT_PAID, "%s is not paid yet; take the money first.",
                      sale->code);
    if (sale->collected_at)
        return refuse(why, VERDICT_STATE_CONFLICT,
                      "%s was collected already, at %s; look into its log before giving more.",
                      sale->code, tongue_when(sale->collected_at, when));
    const enum verdict verdict = sale_check_has_seats(sale, why);
    if (verdict != VERDICT_OK)
        return verdict;
    struct sale *after = LIST_ADD(cs->arena, &cs->sales);
    *after = *sale;
    after->collected_at = cs->now;
    struct change_note *note = LIST_ADD(cs->arena, &cs->notes);
    *note = (struct change_note){.act = ACT_COLLECT, .show = sale->show, .subject = sale->id};
    snprintf(note->note, sizeof note->note, "%s collected", sale->code);
    return sale_step(after, ACT_COLLECT, after->status, why);
}
