/*
 * Other seats for whoever lost theirs to somebody else: side by side, in the class that was paid,
 * the nearest to those that were lost, and by the rules of the counter (best.h, hold.h). So what is
 * offered could be held and sold there as well, and costs what was paid for what was lost.
 *
 * A party is not split, and does not move to another class: a supervisor exchanges such tickets.
 * Wheelchair places are replaced by as many wheelchair places, and offered to nobody else.
 */
#ifndef LOGE_DOMAIN_RESEAT_H
#define LOGE_DOMAIN_RESEAT_H

#include "src/domain/changeset.h"
#include "src/domain/snapshot.h"
#include "src/domain/verdict.h"

struct reseat_request {
    const struct snapshot *snapshot; /* the whole hall */
    const int32_t *lost;             /* seat numbers */
    int count;
    struct uuid hold; /* of the new one */
    int64_t until;    /* it has to be decided by then */
    const char *email;
};

/*
 * A hold of theirs that is in nobody's basket: a supervisor decides about it. The changeset gets
 * the seats, guards and the hold. NOT_ENOUGH_SEATS, NOT_POSSIBLE (of several classes, or of a plan
 * that has lost them) or why such seats cannot be held.
 */
enum verdict reseat_decide(const struct reseat_request *request, struct changeset *cs,
                           struct refusal *why);

/* What is left of an offer goes back, because it lost a seat or was not wanted. */
enum verdict reseat_withdraw(const struct hold *offer, struct changeset *cs, struct refusal *why);

#endif
