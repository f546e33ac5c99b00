/*
 * The replica in a till's file: the house's rows, taken piece by piece as they come, each piece
 * with the mark behind it in one transaction.
 *
 * What the till's own acts have written and the house has not judged yet stays as the till has it,
 * whatever comes: seats until their entries are settled, other rows until they were asked for again
 * by name. A till whose first pull did not finish has half a house, and journals nothing.
 */
#ifndef LOGE_SYNC_LITE_REPLICA_H
#define LOGE_SYNC_LITE_REPLICA_H

#include "src/port/replica.h"
#include "sync/lite_till.h"

/* What to ask the house next; rows that entries wrote are named once those are settled. */
enum rc lite_till_ask(struct lite_till *till, struct arena *arena, struct replica_ask *ask,
                      struct err *err) MUST_USE;

/*
 * Writes a piece. RC_CONFLICT: it does not belong here (it came twice or late, or something was
 * journalled meanwhile that it would undo); nothing was changed, ask again.
 */
enum rc lite_till_take(struct lite_till *till, const struct replica_rows *rows,
                       struct err *err) MUST_USE;

/* How the replica stands. */
struct till_replica {
    bool ready;      /* the first pull was finished */
    int32_t step;    /* of REPLICA_TABLE_COUNT, while it is not */
    int64_t listed;  /* the house's clock when all there was had been taken; 0: never */
    int64_t skew_ms; /* how far this machine's clock is ahead of the house's; negative: behind */
    int32_t days;    /* for how long a person may sign in here without the house */
    struct replica_mark mark;
};
enum rc lite_till_replica(struct lite_till *till, struct till_replica *out,
                          struct err *err) MUST_USE;

/*
 * The house has given this till up: names, addresses and PINs go out of its copy of the house, page
 * by page, and that has to come anew before anybody works alone. The journal stays as it is.
 */
enum rc lite_till_wipe(struct lite_till *till, struct err *err) MUST_USE;

/*
 * A person has just shown the house who he is: this PIN signs him in here without it, for the
 * house's number of days from now. Hashes it, which takes its time. After those days staff_read
 * shows no PIN for him.
 */
enum rc lite_till_remember(struct lite_till *till, const char *name, enum role role,
                           const char *pin, int64_t now, struct err *err) MUST_USE;
/* His wrong PINs in a row here, and until when he is locked; the house is not told. */
enum rc lite_till_count_pin(struct lite_till *till, const struct staff *person,
                            struct err *err) MUST_USE;

/* Does the act change a seat or a row that an entry of the journal has changed which the house has
 * not judged? */
enum rc lite_till_is_open(struct lite_till *till, const struct changeset *cs, bool *open,
                          struct err *err) MUST_USE;

#endif
