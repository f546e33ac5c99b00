/*
 * What an act looks at: a show, the seats of some rows (or of the whole hall) and how they stand.
 * Deciding reads a snapshot and never changes it.
 */
#ifndef LOGE_DOMAIN_SNAPSHOT_H
#define LOGE_DOMAIN_SNAPSHOT_H

#include "src/domain/entity.h"

struct snapshot {
    struct show show;
    const struct plan *plan;  /* whole rows only, so that neighbours are always there */
    struct seat_state *state; /* one per plan->seats, the same index */
    bool whole;               /* every row of the hall is there */
    int64_t last_event;       /* the event log's last id when this was read */
    int32_t plan_version;     /* of a whole one: the drawing's; 0: the store does not say */
};

#endif
