/*
 * A holder nobody refers to any more stays in the list until the list is full; then those that are
 * still referred to move into a new one. So a day of news costs no more memory than its seats do.
 */
#include "config.h"

#include "ui/seat_book.h"

#include <stdlib.h>

#include "src/base/arena.h"

enum { SPARE = 64 };

struct claim {
    struct uuid holder;
    int64_t until;
};

struct seat_book {
    struct seat_brief *seats;
    struct claim *claims; /* the first is nobody's */
    int count;
    uint32_t claim_count, room;
};

/* ---- claims ------------------------------------------------------------------------------- */

static bool is_claim(const struct claim *claim, const struct seat_state *state)
{
    return claim->until == state->held_until && uuid_equal(&claim->holder, &state->holder);
}

static struct claim *claims_new(uint32_t room)
{
    return x_alloc(room * sizeof(struct claim));
}

/* Where each claim that is still referred to goes; 0: nowhere. Returns how many do. */
static uint32_t renumber(const struct seat_book *book, uint32_t *to)
{
    uint32_t kept = 1;
    for (int i = 0; i < book->count; i++)
        if (book->seats[i].claim && !to[book->seats[i].claim])
            to[book->seats[i].claim] = kept++;
    return kept;
}

static void make_room(struct seat_book *book)
{
    uint32_t *to = x_alloc(book->room * sizeof *to);
    uint32_t kept = renumber(book, to);
    book->room = kept + kept / 4 + SPARE;
    struct claim *claims = claims_new(book->room);
    for (uint32_t i = 1; i < book->claim_count; i++)
        if (to[i])
            claims[to[i]] = book->claims[i];
    for (int i = 0; i < book->count; i++)
        book->seats[i].claim = to[book->seats[i].claim];
    free(book->claims);
    free(to);
    book->claims = claims;
    book->claim_count = kept;
}

static uint32_t add_claim(struct seat_book *book, const struct seat_state *state)
{
    if (book->claim_count == book->room)
        make_room(book);
    book->claims[book->claim_count] =
        (struct claim){.holder = state->holder, .until = state->held_until};
    return book->claim_count++;
}

/* The claim this seat had, a neighbour's, or the newest: that is where the same one stands. */
static uint32_t find_claim(const struct seat_book *book, int seat, const struct seat_state *state)
{
    const uint32_t near[] = {0, book->seats[seat].claim, seat ? book->seats[seat - 1].claim : 0,
                             seat + 1 < book->count ? book->seats[seat + 1].claim : 0,
                             book->claim_count - 1};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (is_claim(&book->claims[near[i]], state))
            return near[i];
    return book->claim_count;
}

/* ---- seats -------------------------------------------------------------------------------- */

static struct seat_brief brief_of(const struct seat_state *state, uint32_t claim)
{
    return (struct seat_brief){.version = state->version,
                               .claim = claim,
                               .allotment = state->allotment,
                               .status = state->status,
                               .open_to = state->open_to};
}

void seat_book_put(struct seat_book *book, int seat, const struct seat_state *state)
{
    uint32_t claim = find_claim(book, seat, state);
    if (claim == book->claim_count)
        claim = add_claim(book, state);
    book->seats[seat] = brief_of(state, claim);
}

struct seat_state seat_book_get(const struct seat_book *book, int seat)
{
    const struct seat_brief *brief = &book->seats[seat];
    const struct claim *claim = &book->claims[brief->claim];
    return (struct seat_state){.holder = claim->holder,
                               .held_until = claim->until,
                               .version = brief->version,
                               .status = brief->status,
                               .open_to = brief->open_to,
                               .allotment = brief->allotment};
}

const struct seat_brief *seat_book_brief(const struct seat_book *book, int seat)
{
    return &book->seats[seat];
}

int seat_book_room(const struct seat_book *book)
{
    return (int)book->room;
}

/* ---- life --------------------------------------------------------------------------------- */

static bool same_claim(const struct seat_state *a, const struct seat_state *b)
{
    return a->held_until == b->held_until && uuid_equal(&a->holder, &b->holder);
}

/* Counted before, so that a large list is never copied while it grows. */
static uint32_t count_claims(const struct seat_state *states, int count)
{
    static const struct seat_state nobody;
    uint32_t claims = 1;
    for (int i = 0; i < count; i++)
        claims +=
            !same_claim(&states[i], &nobody) && (i == 0 || !same_claim(&states[i], &states[i - 1]));
    return claims;
}

/* There is room for every claim; a seat without one, or with its neighbour's, needs no search. */
static void copy_state(struct seat_book *book, const struct seat_state *states, int seat)
{
    const struct seat_state *state = &states[seat];
    uint32_t claim = 0;
    if (!is_claim(&book->claims[0], state))
        claim = seat && same_claim(state, &states[seat - 1]) ? book->seats[seat - 1].claim
                                                             : add_claim(book, state);
    book->seats[seat] = brief_of(state, claim);
}

struct seat_book *seat_book_new(const struct seat_state *states, int count)
{
    struct seat_book *book = x_alloc(sizeof *book);
    book->seats = x_alloc((size_t)count * sizeof *book->seats);
    book->count = count;
    book->claim_count = 1;
    book->room = count_claims(states, count) + SPARE;
    book->claims = claims_new(book->room);
    for (int i = 0; i < count; i++)
        copy_state(book, states, i);
    return book;
}

void seat_book_free(struct seat_book **book)
{
    if (!*book)
        return;
    free((*book)->seats);
    free((*book)->claims);
    free(*book);
    *book = NULL;
}
