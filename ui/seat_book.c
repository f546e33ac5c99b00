/*
 * A way to stand that no seat is left with stays in the list until the list is full; then those
 * that seats still stand in move into a new one. So a day of news costs no more memory than its
 * seats do.
 */
#include "config.h"

#include "ui/seat_book.h"

#include <stdlib.h>

#include "src/base/arena.h"

enum { SPARE = 64 };

struct place {
    uint32_t version;
    uint32_t stand; /* which in the list */
};
_Static_assert(sizeof(struct place) == 8, "see seat_book.h");

struct seat_book {
    struct place *seats;
    struct seat_state *stands; /* their versions mean nothing; the first is free and nobody's */
    int count;
    uint32_t stand_count, room;
};

/* ---- stands ------------------------------------------------------------------------------- */

static bool alike(const struct seat_state *a, const struct seat_state *b)
{
    return a->status == b->status && a->held_until == b->held_until && a->open_to == b->open_to &&
           a->allotment == b->allotment && uuid_equal(&a->holder, &b->holder);
}

static struct seat_state *stands_new(uint32_t room)
{
    return x_alloc(room * sizeof(struct seat_state));
}

/* Without copying it, where the list is large: the system moves its pages. */
static void set_room(struct seat_book *book, uint32_t room)
{
    book->stands = x_resize(book->stands, room * sizeof *book->stands);
    book->room = room;
}

/* Where each stand that a seat is left with goes; 0: nowhere. Returns how many do. */
static uint32_t renumber(const struct seat_book *book, uint32_t *to)
{
    uint32_t kept = 1;
    for (int i = 0; i < book->count; i++)
        if (book->seats[i].stand && !to[book->seats[i].stand])
            to[book->seats[i].stand] = kept++;
    return kept;
}

static void make_room(struct seat_book *book)
{
    uint32_t *to = x_alloc(book->room * sizeof *to);
    uint32_t kept = renumber(book, to);
    book->room = kept + kept / 4 + SPARE;
    struct seat_state *stands = stands_new(book->room);
    for (uint32_t i = 1; i < book->stand_count; i++)
        if (to[i])
            stands[to[i]] = book->stands[i];
    for (int i = 0; i < book->count; i++)
        book->seats[i].stand = to[book->seats[i].stand];
    free(book->stands);
    free(to);
    book->stands = stands;
    book->stand_count = kept;
}

static uint32_t add_stand(struct seat_book *book, const struct seat_state *state)
{
    if (book->stand_count == book->room)
        make_room(book);
    book->stands[book->stand_count] = *state;
    return book->stand_count++;
}

/* How this seat stood, a neighbour does, or the newest: that is where the same one is found. */
static uint32_t find_stand(const struct seat_book *book, int seat, const struct seat_state *state)
{
    const uint32_t near[] = {0, book->seats[seat].stand, seat ? book->seats[seat - 1].stand : 0,
                             seat + 1 < book->count ? book->seats[seat + 1].stand : 0,
                             book->stand_count - 1};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (alike(&book->stands[near[i]], state))
            return near[i];
    return book->stand_count;
}

/* ---- seats -------------------------------------------------------------------------------- */

void seat_book_put(struct seat_book *book, int seat, const struct seat_state *state)
{
    uint32_t stand = find_stand(book, seat, state);
    if (stand == book->stand_count)
        stand = add_stand(book, state);
    book->seats[seat] = (struct place){.version = state->version, .stand = stand};
}

uint32_t seat_book_version(const struct seat_book *book, int seat)
{
    return book->seats[seat].version;
}

const struct seat_state *seat_book_stand(const struct seat_book *book, int seat)
{
    return &book->stands[book->seats[seat].stand];
}

struct seat_state seat_book_get(const struct seat_book *book, int seat)
{
    struct seat_state state = *seat_book_stand(book, seat);
    state.version = seat_book_version(book, seat);
    return state;
}

int seat_book_room(const struct seat_book *book)
{
    return (int)book->room;
}

/* ---- life --------------------------------------------------------------------------------- */

/* Nearly all are free, or stand as the one before: these need no search. */
static uint32_t stand_of(struct seat_book *book, const struct seat_state *states, int seat)
{
    if (alike(&book->stands[0], &states[seat]))
        return 0;
    if (seat && alike(&states[seat], &states[seat - 1]))
        return book->seats[seat - 1].stand;
    if (book->stand_count == book->room)
        set_room(book, book->room * 2);
    return add_stand(book, &states[seat]);
}

struct seat_book *seat_book_new(const struct seat_state *states, int count)
{
    struct seat_book *book = x_alloc(sizeof *book);
    book->seats = x_alloc((size_t)count * sizeof *book->seats);
    book->count = count;
    book->stand_count = 1;
    book->stands = stands_new(SPARE);
    book->room = SPARE;
    for (int i = 0; i < count; i++)
        book->seats[i] =
            (struct place){.version = states[i].version, .stand = stand_of(book, states, i)};
    set_room(book, book->stand_count + SPARE);
    return book;
}

void seat_book_free(struct seat_book **book)
{
    if (!*book)
        return;
    free((*book)->seats);
    free((*book)->stands);
    free(*book);
    *book = NULL;
}
