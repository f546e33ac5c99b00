/*
 * Seats that are kept for whoever lost theirs (src/domain/reseat.h) in the simulated house, and
 * what has to be so of them. What the counter would refuse is found here in another way than the
 * program finds it: by trying every choice of the row.
 */
#include "config.h"

#include <string.h>

#include "tests/model/sync_trade.h"

/* ---- one as it is --------------------------------------------------------------------------- */

static bool is_held_by(const struct world *world, int seat, const struct uuid *hold)
{
    const struct seat_state *state = &world->store.now.seats[seat].state;
    return state->status == SEAT_HELD && uuid_equal(&state->holder, hold);
}

/* The last seat that it loses ends it (loge.close_emptied). */
const struct hold *offers_read(struct world *world, const struct uuid *id)
{
    const struct hold *row = books_offer(world->store.now.books, id);
    struct hold *offer = arena_alloc(world->arena, sizeof *offer);
    int live = 0;
    *offer = *row;
    offer->seats = arena_array(world->arena, (size_t)row->seat_count + 1, sizeof *offer->seats);
    for (int i = 0; i < row->seat_count; i++) {
        const int seat = row->seats[i].seat;
        offer->seats[i] = (struct hold_seat){.seat = seat,
                                             .live = is_held_by(world, seat, id),
                                             .version = world->store.now.seats[seat].state.version,
                                             .class_no = (uint8_t)trade_class_of(seat)};
        live += offer->seats[i].live;
    }
    if (!live && offer->status == HOLD_ACTIVE)
        offer->status = HOLD_EXPIRED;
    return offer;
}

/* ---- as it is written ----------------------------------------------------------------------- */

static bool is_proposed(const struct changeset *cs, const struct uuid *hold)
{
    for (int i = 0; i < cs->conflicts.count; i++)
        if (uuid_equal(&cs->conflicts.at[i].proposal, hold))
            return true;
    return false;
}

static void note_seats(struct sim_house *store, const struct changeset *cs, struct hold *offer)
{
    struct arena *arena = store->world->arena;
    offer->seats = arena_array(arena, (size_t)cs->seats.count + 1, sizeof *offer->seats);
    offer->seat_count = 0;
    for (int i = 0; i < cs->seats.count; i++) {
        const struct seat_change *change = &cs->seats.at[i];
        if (change->to != SEAT_HELD || !uuid_equal(&change->holder, &offer->id))
            continue;
        offer->seats[offer->seat_count++].seat = change->seat;
        store->now.seats[change->seat].offered = true;
    }
}

static void check_taken(struct world *world, const struct books *books,
                        const struct conflict *decided, const struct changeset *cs);

void offers_write(struct sim_house *store, struct books *books, const struct changeset *cs)
{
    for (int i = 0; i < cs->holds.count; i++) {
        struct hold row = cs->holds.at[i];
        if (!books_offer(books, &row.id) && !is_proposed(cs, &row.id))
            continue;
        if (!row.version)
            note_seats(store, cs, &row);
        if (!books_put_offer(books, store->world->arena, &row))
            world_fault(store->world, "the office saw another offer");
    }
    for (int i = 0; i < cs->conflicts.count; i++)
        if (cs->conflicts.at[i].outcome == CONFLICT_OTHER)
            check_taken(store->world, books, &cs->conflicts.at[i], cs);
}

/* ---- when it is made ------------------------------------------------------------------------ */

enum { EVERY_CHOICE = 1 << SEATS };

/* How a row looks to a counter: sets of seats. What is neither is lent, and ends a run. */
struct row_look {
    uint32_t unused, taken;
};

static struct row_look look_at(const struct seat_now *seats, int64_t now)
{
    struct row_look row = {0};
    for (int i = 0; i < SEATS; i++) {
        const struct seat_state *seat = &seats[i].state;
        const bool over = seat->status == SEAT_HELD && seat->held_until <= now;
        if (seat->allotment)
            continue;
        if (seat->status == SEAT_AVAILABLE || over)
            row.unused |= 1u << i;
        else
            row.taken |= 1u << i;
    }
    return row;
}

/* Seats that nobody can sit beside. */
static uint32_t alone(uint32_t unused, uint32_t taken)
{
    return unused & taken << 1 & taken >> 1;
}

static bool leaves_one_alone(const struct row_look *row, uint32_t wish)
{
    return alone(row->unused & ~wish, row->taken | wish) & ~alone(row->unused, row->taken);
}

static int count_of(uint32_t set)
{
    return __builtin_popcount(set);
}

/* The rule yields where no choice of as many seats does better. */
static bool breaks_the_gap_rule(const struct row_look *row, uint32_t wish)
{
    if (!leaves_one_alone(row, wish))
        return false;
    for (uint32_t other = 1; other < EVERY_CHOICE; other++)
        if (!(other & ~row->unused) && count_of(other) == count_of(wish) &&
            !leaves_one_alone(row, other))
            return true;
    return false;
}

static uint32_t seats_held_by(const struct changeset *cs, const struct uuid *hold)
{
    uint32_t set = 0;
    for (int i = 0; i < cs->seats.count; i++)
        if (cs->seats.at[i].to == SEAT_HELD && uuid_equal(&cs->seats.at[i].holder, hold))
            set |= 1u << cs->seats.at[i].seat;
    return set;
}

static bool is_one_run(uint32_t set)
{
    const uint32_t lowest = set & -set;
    return set && !((set + lowest) & set);
}

void offers_check_made(struct world *world, const struct seat_now *seats,
                       const struct conflict *conflict, const struct changeset *cs)
{
    const struct uuid *offer = &cs->conflicts.at[0].proposal;
    const struct row_look row = look_at(seats, world->now);
    const uint32_t set = seats_held_by(cs, offer);
    money_suspect(world, &conflict->sale);
    if (uuid_is_zero(offer))
        return;
    if (count_of(set) != conflict->seat_count || !is_one_run(set))
        world_fault(world, "%d seats were lost, and seats %x are offered", conflict->seat_count,
                    (unsigned)set);
    if (set & ~row.unused)
        world_fault(world, "of seats %x, which are offered, %x are taken, lent or blocked",
                    (unsigned)set, (unsigned)(set & ~row.unused));
    if (breaks_the_gap_rule(&row, set))
        world_fault(world, "seats %x are offered, and leave a seat alone", (unsigned)set);
    for (int i = 0; i < SEATS; i++)
        if (set & 1u << i && trade_class_of(i) != trade_class_of(conflict->seats[0].seat))
            world_fault(world, "seat %d is offered, and is of another class", i);
}

/* ---- when it is taken ----------------------------------------------------------------------- */

static bool is_of(const struct conflict *conflict, int seat)
{
    for (int i = 0; i < conflict->seat_count; i++)
        if (conflict->seats[i].seat == seat)
            return true;
    return false;
}

/* Valid tickets of the loser's order on seats that are offered; or (on) on those that were lost,
 * unless they are free again and offered. */
static int64_t sum_on(const struct books *books, const struct conflict *conflict, bool on,
                      int *valid)
{
    const struct hold *offer = books_offer(books, &conflict->proposal);
    int64_t sum = 0;
    *valid = 0;
    for (int i = 0; i < books->of[BOOK_TICKETS].count; i++) {
        const struct ticket *ticket = BOOK_ROW(books, BOOK_TICKETS, ticket, i);
        bool offered = false;
        for (int j = 0; j < offer->seat_count; j++)
            offered = offered || offer->seats[j].seat == ticket->seat;
        if (!uuid_equal(&ticket->sale, &conflict->sale) || ticket->status != TICKET_VALID ||
            (on ? offered || !is_of(conflict, ticket->seat) : !offered))
            continue;
        ++*valid;
        sum += ticket->total;
    }
    return sum;
}

/* As many tickets as were lost, each valid once, for what they had cost. */
static void check_taken(struct world *world, const struct books *books,
                        const struct conflict *decided, const struct changeset *cs)
{
    const struct sale *before = books_sale(world->store.now.books, &decided->sale);
    const struct sale *after = books_sale(books, &decided->sale);
    const struct hold *offer = books_offer(books, &decided->proposal);
    int lost, others;
    money_suspect(world, &decided->sale);
    (void)sum_on(books, decided, true, &lost);
    const int64_t sum = sum_on(books, decided, false, &others);
    if (offer->status != HOLD_CONVERTED || others != decided->seat_count || lost)
        world_fault(world,
                    "%d seats were lost, and %d tickets are valid on those that were offered, "
                    "%d on the old ones",
                    decided->seat_count, others, lost);
    if (after->total != before->total + sum || after->paid != before->paid || cs->payments.count)
        world_fault(world, "other seats were taken, and %d of %d became %d of %d",
                    (int)before->paid, (int)before->total, (int)after->paid, (int)after->total);
    for (int i = 0; i < offer->seat_count; i++) {
        const struct seat_state *seat = &world->store.now.seats[offer->seats[i].seat].state;
        if (seat->status != SEAT_SOLD || !uuid_equal(&seat->holder, &decided->sale))
            world_fault(world, "seat %d was taken, and is not its order's", offer->seats[i].seat);
    }
}

/* ---- in the end ----------------------------------------------------------------------------- */

static const struct conflict *open_for(const struct books *books, const struct uuid *offer)
{
    for (int i = 0; i < books->of[BOOK_CONFLICTS].count; i++) {
        const struct conflict *conflict = BOOK_ROW(books, BOOK_CONFLICTS, conflict, i);
        if (conflict->outcome == CONFLICT_OPEN && uuid_equal(&conflict->proposal, offer))
            return conflict;
    }
    return NULL;
}

/* Seats are kept for somebody about whom nothing is decided, until then. */
void offers_check_end(struct world *world)
{
    const struct books *books = world->store.now.books;
    for (int i = 0; i < books->of[BOOK_OFFERS].count; i++) {
        const struct hold *offer = BOOK_ROW(books, BOOK_OFFERS, hold, i);
        const struct conflict *conflict = open_for(books, &offer->id);
        for (int j = 0; j < offer->seat_count; j++) {
            const int seat = offer->seats[j].seat;
            if (!is_held_by(world, seat, &offer->id))
                continue;
            if (!conflict)
                world_fault(world, "seat %d is kept for somebody who wants it no more", seat);
            else if (world->store.now.seats[seat].state.held_until != conflict->deadline)
                world_fault(world, "seat %d is not kept until it has to be decided", seat);
        }
    }
}
