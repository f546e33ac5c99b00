#include "config.h"

#include "src/domain/sale_ticket.h"

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/hold.h"
#include "src/domain/row/steps.h"

/* ---- from a hold -------------------------------------------------------------------------- */

static void add_live_seats(struct live_seats *live, const struct hold *hold)
{
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live)
            live->at[live->count++] = &hold->seats[i];
}

struct live_seats sale_live_seats(const struct hold *hold, const struct hold *also, int also_count,
                                  struct arena *arena)
{
    int most = hold->seat_count;
    for (int i = 0; i < also_count; i++)
        most += also[i].seat_count;
    struct live_seats live = {.at = arena_array(arena, (size_t)most + 1, sizeof *live.at)};
    add_live_seats(&live, hold);
    for (int i = 0; i < also_count; i++)
        add_live_seats(&live, &also[i]);
    return live;
}

enum verdict sale_check_holds(const struct hold *hold, const struct hold *also, int also_count,
                              const struct changeset *cs, struct refusal *why)
{
    enum verdict verdict = hold_check_owner(hold, &cs->actor, cs->now, why);
    for (int i = 0; verdict == VERDICT_OK && i < also_count; i++) {
        verdict = hold_check_owner(&also[i], &cs->actor, cs->now, why);
        if (verdict == VERDICT_OK && also[i].show != hold->show)
            return refuse(why, VERDICT_NOT_POSSIBLE,
                          "The seats of one order are all for one show; sell the others on their "
                          "own.");
    }
    return verdict;
}

enum verdict sale_check_not_paying(const struct hold *hold, const struct hold *also, int also_count,
                                   struct refusal *why)
{
    enum verdict verdict = hold_check_not_paying(hold, why);
    for (int i = 0; verdict == VERDICT_OK && i < also_count; i++)
        verdict = hold_check_not_paying(&also[i], why);
    return verdict;
}

enum verdict sale_check_types(const struct show *show, const struct live_seats *seats,
                              const struct quote *quote, struct refusal *why)
{
    for (int i = 0; i < quote->count; i++) {
        const struct price_line *line = &quote->lines[i];
        if (price_of(show, line->class_no, line->type) < 0)
            return refuse(why, VERDICT_NOT_POSSIBLE,
                          "%s cannot be sold as %s: its price class has no such price in this "
                          "show; choose another type.",
                          seats->at[i]->label, tongue_word("type", price_type_name(line->type)));
    }
    return VERDICT_OK;
}

struct ticket sale_new_ticket(struct uuid_source *ids, const struct changeset *cs)
{
    struct ticket ticket = {
        .id = uuid_make(ids, cs->now), .status = TICKET_VALID, .generation = 1, .sold_at = cs->now};
    text_copy(ticket.sold_by, sizeof ticket.sold_by, cs->actor.name);
    text_copy(ticket.till, sizeof ticket.till, cs->actor.till);
    sale_make_ticket_code(ids, ticket.code);
    return ticket;
}

void sale_price_ticket(struct ticket *ticket, const struct price_line *line)
{
    ticket->type = line->type;
    ticket->class_no = line->class_no;
    ticket->price = line->price;
    ticket->discount = line->discount;
    ticket->fee = line->fee;
    ticket->tax = line->tax;
    ticket->total = line->total;
}

void sale_seat_ticket(struct ticket *ticket, int32_t show, const struct hold_seat *seat)
{
    ticket->show = show;
    ticket->seat = seat->seat;
    text_copy(ticket->label, sizeof ticket->label, seat->label);
}

enum verdict sale_convert_hold(const struct hold *hold, const struct uuid *sale, enum act act,
                               struct changeset *cs, struct refusal *why)
{
    for (int i = 0; i < hold->seat_count; i++) {
        if (!hold->seats[i].live)
            continue;
        *LIST_ADD(cs->arena, &cs->seats) = (struct seat_change){.show = hold->show,
                                                                .seat = hold->seats[i].seat,
                                                                .seen = hold->seats[i].version,
                                                                .act = act,
                                                                .from = SEAT_HELD,
                                                                .to = SEAT_SOLD,
                                                                .holder = *sale,
                                                                .was = hold->id};
    }
    struct hold *row = LIST_ADD(cs->arena, &cs->holds);
    *row = *hold;
    row->sale = *sale;
    row->ended_at = cs->now;
    return hold_step(row, act, HOLD_CONVERTED, why);
}

/* ---- of a sale ---------------------------------------------------------------------------- */

int sale_valid_tickets(const struct sale *sale)
{
    int count = 0;
    for (int i = 0; i < sale->ticket_count; i++)
        count += sale->tickets[i].status == TICKET_VALID;
    return count;
}

enum verdict sale_check_has_seats(const struct sale *sale, struct refusal *why)
{
    if (sale_valid_tickets(sale))
        return VERDICT_OK;
    return refuse(why, VERDICT_NOT_POSSIBLE,
                  "The seats of sale %s were somebody else's; decide its conflict first.",
                  sale->code);
}

static enum verdict no_valid_ticket(const struct sale *sale, const struct ticket *over,
                                    struct refusal *why)
{
    if (!over)
        return refuse(why, VERDICT_SEAT_NOT_FOUND, "That seat is not part of sale %s.", sale->code);
    if (over->status == TICKET_REFUNDED)
        return refuse(why, VERDICT_TICKET_NOT_VALID,
                      "The ticket for %s in sale %s has been refunded already.", over->label,
                      sale->code);
    return refuse(
        why, VERDICT_TICKET_NOT_VALID,
        "The ticket for %s in sale %s has been exchanged; use the seat it was exchanged for.",
        over->label, sale->code);
}

enum verdict sale_find_ticket(const struct sale *sale, int32_t seat, const struct ticket **out,
                              struct refusal *why)
{
    const struct ticket *found = NULL, *over = NULL;
    for (int i = 0; i < sale->ticket_count; i++) {
        const struct ticket *ticket = &sale->tickets[i];
        if (ticket->seat != seat)
            continue;
        bool valid = ticket->status == TICKET_VALID;
        if (valid && !found)
            found = ticket;
        if (!valid && (!over || ticket->status != TICKET_REPRINTED))
            over = ticket;
    }
    *out = found;
    return found ? VERDICT_OK : no_valid_ticket(sale, over, why);
}

enum verdict sale_check_seat(const struct ticket *ticket, const struct seat_state *state,
                             struct refusal *why)
{
    if (state && state->status == SEAT_SOLD && uuid_equal(&state->holder, &ticket->sale))
        return VERDICT_OK;
    return refuse(why, VERDICT_VERSION_CONFLICT,
                  "%s is no longer sold to this sale: somebody else changed it at the same moment; "
                  "look the sale up again.",
                  ticket->label);
}

static const struct seat_state *state_of(const struct ticket_pick *pick,
                                         const struct ticket *ticket)
{
    for (int i = 0; i < pick->now_count; i++)
        if (pick->now[i].seat == ticket->seat && pick->now[i].show == ticket->show)
            return &pick->now[i].state;
    return NULL;
}

static enum verdict pick_one(const struct ticket_pick *pick, const struct ticket *ticket,
                             struct picks *picks, struct refusal *why)
{
    const struct seat_state *state = state_of(pick, ticket);
    enum verdict verdict = sale_check_seat(ticket, state, why);
    if (verdict != VERDICT_OK)
        return verdict;
    for (int i = 0; i < picks->count; i++)
        if (picks->at[i].ticket == ticket)
            return refuse(why, VERDICT_DUPLICATE_SEAT, "%s was named twice; name each seat once.",
                          ticket->label);
    picks->at[picks->count++] = (struct picked){.ticket = ticket, .seen = state->version};
    picks->total += ticket->total;
    return VERDICT_OK;
}

static enum verdict pick_all(const struct ticket_pick *pick, struct picks *picks,
                             struct refusal *why)
{
    enum verdict verdict = VERDICT_OK;
    for (int i = 0; i < pick->sale->ticket_count && verdict == VERDICT_OK; i++)
        if (pick->sale->tickets[i].status == TICKET_VALID)
            verdict = pick_one(pick, &pick->sale->tickets[i], picks, why);
    if (verdict == VERDICT_OK && picks->count == 0)
        return refuse(why, VERDICT_TICKET_NOT_VALID,
                      "Every ticket of sale %s has been refunded already; nothing is left in it.",
                      pick->sale->code);
    return verdict;
}

static enum verdict pick_named(const struct ticket_pick *pick, struct picks *picks,
                               struct refusal *why)
{
    for (int i = 0; i < pick->seat_count; i++) {
        const struct ticket *ticket = NULL;
        enum verdict verdict = sale_find_ticket(pick->sale, pick->seats[i], &ticket, why);
        if (ticket)
            verdict = pick_one(pick, ticket, picks, why);
        if (verdict != VERDICT_OK)
            return verdict;
    }
    return VERDICT_OK;
}

enum verdict sale_pick_tickets(const struct ticket_pick *pick, struct arena *arena,
                               struct picks *picks, struct refusal *why)
{
    int most = pick->seat_count + pick->sale->ticket_count;
    *picks = (struct picks){.at = arena_array(arena, (size_t)most + 1, sizeof *picks->at)};
    return pick->seat_count ? pick_named(pick, picks, why) : pick_all(pick, picks, why);
}

/* What an act makes of a valid ticket. */
static enum ticket_status ended_by_act(enum act act)
{
    if (act == ACT_REPRINT)
        return TICKET_REPRINTED;
    return act == ACT_REFUND ? TICKET_REFUNDED : TICKET_EXCHANGED;
}

enum verdict sale_retire_ticket(const struct ticket *ticket, enum act act, struct changeset *cs,
                                struct refusal *why)
{
    struct ticket *row = LIST_ADD(cs->arena, &cs->tickets);
    *row = *ticket;
    return ticket_step(row, act, ended_by_act(act), why);
}

enum verdict sale_end_ticket(const struct ticket *ticket, enum act act, int64_t kept,
                             struct changeset *cs, struct refusal *why)
{
    enum verdict verdict = sale_retire_ticket(ticket, act, cs, why);
    struct ticket *row = &cs->tickets.at[cs->tickets.count - 1];
    row->ended_at = cs->now;
    text_copy(row->ended_by, sizeof row->ended_by, cs->actor.name);
    text_copy(row->ended_till, sizeof row->ended_till, cs->actor.till);
    row->kept = kept;
    return verdict;
}

void sale_free_seat(const struct picked *picked, enum act act, struct changeset *cs)
{
    *LIST_ADD(cs->arena, &cs->seats) = (struct seat_change){.show = picked->ticket->show,
                                                            .seat = picked->ticket->seat,
                                                            .seen = picked->seen,
                                                            .act = act,
                                                            .from = SEAT_SOLD,
                                                            .to = SEAT_AVAILABLE,
                                                            .was = picked->ticket->sale};
}
