/*
 * Inside apply: one changeset on its way into the file. Nothing outside sync/lite_* includes this.
 *
 * A step returns RC_OK, or RC_CONFLICT when the store's answer is known and is not "done": then
 * result->applied says which (STALE, REFUSED ...). Any other rc is the outside world failing.
 */
#ifndef LOGE_SYNC_LITE_APPLY_H
#define LOGE_SYNC_LITE_APPLY_H

#include "sync/lite.h"

struct apply {
    struct lite *lite;
    const struct changeset *cs;
    struct apply_result *result;
    struct err *err;
    int64_t now;               /* the store's clock, once for the whole act */
    LIST(struct uuid) ended;   /* holds that lost a claim by ACT_EXPIRE */
    struct uuid asked;         /* the hold whose start is known ... */
    int64_t asked_created;     /* ... and when that was */
    int64_t *held_ms;          /* by seat change: how long the seat had been held */
    struct seat_state *before; /* by seat change: what was so */
    int32_t new_show;          /* number of the show this act added */
};

/* ---- lite_apply.c --------------------------------------------------------------------------- */

enum rc apply_stale(struct apply *a);
enum rc apply_refuse(struct apply *a, enum verdict verdict);
/* Ends a statement that writes rows: somebody was faster (STALE), or the rows cannot be (REFUSED).
 */
enum rc apply_end(struct apply *a, struct query *q);
/* For an UPDATE that must find its row at the version seen. */
enum rc apply_end_one(struct apply *a, struct query *q);

/* ---- the steps, in order -------------------------------------------------------------------- */

enum rc apply_seats(struct apply *a);     /* lite_apply_seats.c: shows seen, guards, changes */
enum rc apply_hall_rows(struct apply *a); /* lite_apply_hall.c: halls and their plans */
enum rc apply_show_rows(struct apply *a); /* lite_apply_hall.c: shows, prices, their seats */
enum rc apply_rows(struct apply *a);      /* lite_apply_rows.c: everything else */
enum rc apply_checkin(struct apply *a, const struct checkin *checkin); /* lite_checkin.c */
enum rc apply_bag_rule(struct apply *a, const struct bag_rule *rule);
enum rc apply_claims(struct apply *a);      /* lite_apply_seats.c */
enum rc apply_ended_holds(struct apply *a); /* lite_apply_seats.c: expired to the last seat */
enum rc apply_events(struct apply *a);      /* lite_event.c */

#endif
