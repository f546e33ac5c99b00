/*
 * Small builders for tests of the rules: a hall is a few characters, everything else has a default.
 *
 *   struct scene *scene = a_row(arena, "..oox");
 *
 * One character a seat; rows are separated by '\n', and a line "=Stalls" begins a section.
 *   .  available            o  available, and part of the wish (scene->wish)
 *   x  sold                 h  held by somebody else until ANOTHER_DAY
 *   e  held, but over       m  held by hold scene->mine, alive
 *   b  blocked              l  available, lent to another till
 *   w  wheelchair place     c  companion place       r  restricted view     (all available)
 *   #  wall   _ or blank  aisle (seats beside it are SEAT_AISLE): no seats, both end a run
 *
 * Rows are A, B, C ... (AA after Z), seats count from 1. A seat's number in the hall is
 * SEAT_NO + its index and versions differ from seat to seat, so that a mix-up is noticed.
 */
#ifndef LOGE_TESTS_BUILDERS_H
#define LOGE_TESTS_BUILDERS_H

#include "src/base/arena.h"
#include "src/domain/changeset.h"
#include "src/domain/snapshot.h"

enum { SEAT_NO = 1000, SHOW_NO = 7, OTHER_TILL = 9 };
enum { SECOND = 1000, MINUTE = 60 * SECOND };
#define NOW         ((int64_t)1800000000000)
#define ANOTHER_DAY (NOW + (int64_t)24 * 60 * MINUTE)

struct scene {
    struct arena *arena;
    struct plan *plan; /* the snapshot's, writable */
    struct snapshot snapshot;
    int *wish; /* indexes of the 'o' seats, ascending */
    int wish_count;
    struct hold mine; /* anna's, with the 'm' seats; 10 minutes left */
};

struct scene *a_hall(struct arena *arena, const char *drawing);
struct scene *a_row(struct arena *arena, const char *drawing); /* the same; reads better */

/* Open, EUR, one hold ttl of 15 min, extension 5 min, ceiling 2 h, gap rule on, adult 42.00. */
struct show a_show(struct arena *arena);

/* An id that is easy to recognise: all bytes n. */
struct uuid an_id(uint8_t n);

struct actor anna(void); /* clerk at till-1 */
struct actor mark(void); /* supervisor at till-2 */

/* By anna at NOW, with a key. */
struct changeset *a_changeset(struct arena *arena);

/* anna's active hold of these seats, 10 minutes left; the snapshot's seats become held by it. */
struct hold *a_hold(struct scene *scene, struct uuid id, const int *seats, int count);

/* The seat changes in short, "0:release@3 1:expire@4 1:hold@5": index, act, version seen. */
const char *changes_of(const struct changeset *cs);

/* No seat, guard or hold in it. */
bool is_empty(const struct changeset *cs);

#endif
