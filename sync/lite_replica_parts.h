/* Between the files of a till's replica; nothing outside sync/lite_replica* includes this. */
#ifndef LOGE_SYNC_LITE_REPLICA_PARTS_H
#define LOGE_SYNC_LITE_REPLICA_PARTS_H

#include "sync/lite_replica.h"
#include "sync/lite_till_parts.h"

/* ---- lite_replica_own.c: what the till's own acts wrote -------------------------------------- */

/* Notes the entries that are not in it yet; those up to `settled` never come into it. */
enum rc touched_note(struct lite_till *till, uint64_t settled, struct err *err) MUST_USE;
/* NULL: no act of the till's own wrote it. */
struct touched_row *touched_find(struct touched *touched, const struct replica_name *name);
/* Forgets these rows. */
void touched_drop(struct touched *touched, const struct replica_name *names, int count);
/* Does the act change what an entry after `through` has changed? */
bool touched_is_open(struct lite_till *till, const struct changeset *cs, uint64_t through);
/* The entry before the first one that still has a row in it. */
uint64_t touched_settled(const struct touched *touched);

/* ---- lite_replica_rows.c: rows as they travel ------------------------------------------------ */

struct taking {
    struct lite_till *till;
    struct lite *lite;
    struct err *err;
    bool fresh;         /* of the first pull */
    bool any_open;      /* some seat has an open entry */
    int32_t days;       /* the house's, when it came */
    int32_t packed_out; /* the show whose packed map was thrown away last */
};

enum rc take_part(struct taking *t, const struct replica_part *part) MUST_USE;
/* A row of the till's own goes; the house's comes after it, if it has one. */
enum rc take_away(struct taking *t, const struct replica_name *name) MUST_USE;
/* Everything of the house's goes. */
enum rc take_all_away(struct taking *t) MUST_USE;

#endif
