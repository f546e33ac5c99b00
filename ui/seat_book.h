/*
 * How the seats of a show stand, in 12 bytes a seat instead of the 32 of struct seat_state: most
 * seats are held by nobody, and those that are taken share their holders. Who holds and until when
 * stands once for all neighbours of a hold or a sale, in a list beside.
 */
#ifndef LOGE_UI_SEAT_BOOK_H
#define LOGE_UI_SEAT_BOOK_H

#include "src/base/attr.h"
#include "src/domain/seat.h"

/* What most questions about a seat are about. */
struct seat_brief {
    uint32_t version;
    uint32_t claim; /* the book's own: who holds it, and until when; 0: nobody, and no time */
    uint16_t allotment;
    uint8_t status, open_to;
};
_Static_assert(sizeof(struct seat_brief) == 12, "see above");

struct seat_book;

struct seat_book *seat_book_new(const struct seat_state *states, int count) RETURNS_FRESH;
void seat_book_free(struct seat_book **book); /* NULL is fine; nulls it */

struct seat_state seat_book_get(const struct seat_book *book, int seat);
/* Until the next put. */
const struct seat_brief *seat_book_brief(const struct seat_book *book, int seat);
void seat_book_put(struct seat_book *book, int seat, const struct seat_state *state);

/* How many holders the list has room for: what there are now and some more. */
int seat_book_room(const struct seat_book *book);

#endif
