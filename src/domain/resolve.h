/*
 * What a supervisor decides about a conflict, as a changeset: the seats that are free again, those
 * that were offered, the money back, or nothing. Whatever is decided, an offer that is not taken
 * goes back.
 */
#ifndef LOGE_DOMAIN_RESOLVE_H
#define LOGE_DOMAIN_RESOLVE_H

#include "src/domain/changeset.h"
#include "src/domain/snapshot.h"
#include "src/domain/verdict.h"

struct resolve_request {
    struct uuid_source *ids;
    const struct conflict *conflict;
    enum conflict_outcome outcome;
    const struct sale *sale;  /* of the loser; NULL: nothing was sold */
    const struct hold *offer; /* that keeps other seats; NULL: none does */

    /* CONFLICT_SAME: the seats of the conflict, by their indexes in these rows. */
    const struct snapshot *snapshot;
    const int *seats;

    /* CONFLICT_REFUND */
    int tender;                /* enum tender; -1: as it was paid */
    const struct shift *shift; /* open at this till; NULL: none is */
    const struct voucher *gifts;
    int gift_count;
};

/* Can this be decided at all? Asked before more is read. */
enum verdict resolve_check(const struct conflict *conflict, enum conflict_outcome outcome,
                           struct refusal *why);

/* *sale: as it is afterwards, with tickets and payments, in the changeset's arena; NULL without. */
enum verdict resolve_decide(const struct resolve_request *request, struct changeset *cs,
                            const struct sale **sale, struct refusal *why);

#endif
