/*
 * How the seats of a show stand, in 8 bytes a seat instead of the 32 of struct seat_state: most
 * stand as their neighbours do, free or in one hold or sale. How they stand is told once for them,
 * in a list beside; a seat has its version and its place in that list.
 */
#ifndef LOGE_UI_SEAT_BOOK_H
#define LOGE_UI_SEAT_BOOK_H

#include "src/base/attr.h"
#include "src/domain/seat.h"

struct seat_book;

struct seat_book *seat_book_new(const struct seat_state *states, int count) RETURNS_FRESH;
void seat_book_free(struct seat_book **book); /* NULL is fine; nulls it */

struct seat_state seat_book_get(const struct seat_book *book, int seat);
uint32_t seat_book_version(const struct seat_book *book, int seat);
/* All of it but the version, until the next put. */
const struct seat_state *seat_book_stand(const struct seat_book *book, int seat);
void seat_book_put(struct seat_book *book, int seat, const struct seat_state *state);

/* How many ways to stand the list has room for: what there are now and some more. */
int seat_book_room(const struct seat_book *book);

#endif
