/*
 * The house's rows on their way into a till's replica.
 *
 * A till that is new asks from a zeroed mark on and gets the house whole, piece by piece; later it
 * asks from its mark on and gets what changed. Each piece is written together with the mark behind
 * it, so a pull may stop anywhere and go on from there. Rows are as the house has them now: one
 * that comes twice, or late, is judged by its version.
 */
#ifndef LOGE_PORT_REPLICA_H
#define LOGE_PORT_REPLICA_H

#include <stdint.h>

#include "src/domain/entity.h"
#include "src/domain/snapshot.h"

/* How far a replica is; meaningful to the house only, kept by the till as it came. */
struct replica_mark {
    int64_t event; /* what changed up to this event of the house is there */
    int32_t step;  /* of a first pull that is not finished; 0: finished, or not begun */
    int64_t at;    /* in this step */
    int64_t until; /* the event at which the first pull began */
};

struct replica_rows;

#endif
