/*
 * Serving the waiting list: whoever is first in line among those whom the free seats suit is
 * offered them, then the next, until nobody else can be seated or the round has made all its
 * offers.
 *
 * One whom nothing suits keeps the place in line and does not hold up the rest. A wish that found
 * nothing finds nothing later in the round, because seats only go; so ten thousand who want the
 * same cost one search.
 */
#ifndef LOGE_DOMAIN_WAIT_SERVE_H
#define LOGE_DOMAIN_WAIT_SERVE_H

#include "src/domain/waitlist.h"

enum { WAIT_ROUND_SEATS = 400 /* after so many a round is full: it is one act */ };

struct wait_round {
    struct arena *arena;
    const struct best_index *index;
    struct snapshot snapshot; /* its states are the round's own: what it offers is taken in it */
    int64_t now;
    int64_t ttl_ms;           /* of an offer */
    const struct uuid *names; /* of the offers' holds */
    int most;                 /* offers, at most; so many names there are */

    int offered;
    struct waiter first;                  /* to whom the first offer was made, as it leaves him */
    struct best_result first_seats;       /* and of what */
    LIST(const struct waiter *) hopeless; /* one for each wish that found nothing */
};

/* A round in this show; the caller fills in ttl_ms, names and most. */
void wait_round_start(struct wait_round *round, const struct snapshot *snapshot, int64_t now,
                      struct arena *arena);
bool wait_round_is_full(const struct wait_round *round, const struct changeset *cs);

/*
 * The first of these who can be seated now, and where; they are in order of joining. Returns the
 * index into waiters or -1.
 */
int wait_next(struct wait_round *round, const struct waiter *waiters, int count,
              struct best_result *seats);

/* Makes the offers that there can be to these, who come after all those before. VERDICT_OK, or why
 * this show makes none at all. The waiters must live as long as the round. */
enum verdict wait_round_serve(struct wait_round *round, const struct waiter *waiters, int count,
                              struct changeset *cs, struct refusal *why);

/* When the last offer was made: seats that the round takes need no guard. */
void wait_round_end(struct changeset *cs);

#endif
