/* What the decisions about holds share among themselves. */
#ifndef LOGE_DOMAIN_HOLD_PARTS_H
#define LOGE_DOMAIN_HOLD_PARTS_H

#include "src/domain/hold.h"

/* Not ended, and its time is not over. A hold being paid for lives until its payment's deadline. */
bool hold_is_alive(const struct hold *hold, int64_t now);

/* HOLD_EXPIRED with the sentence that fits how the hold ended; VERDICT_OK while it is alive. */
enum verdict hold_check_alive(const struct hold *hold, int64_t now, struct refusal *why);

/* The hold's row goes into the changeset, moved by an act (row/steps.h), or is refused. */
enum verdict hold_put_step(struct changeset *cs, const struct hold *hold, enum act act,
                           enum hold_status to, struct refusal *why);

/* Cancelled now by this act, for this reason. */
enum verdict hold_put_closed(struct changeset *cs, const struct hold *hold, enum act act,
                             enum hold_end end, struct refusal *why);

/* One seat of a hold: from held to `to`; stays with the hold while it is held. */
struct seat_change *hold_change_seat(struct changeset *cs, const struct hold *hold,
                                     const struct hold_seat *seat, enum act act,
                                     enum seat_status to);

/* A seat of the snapshot, from what it is to `to`, belonging to nobody before or after. */
struct seat_change *hold_change_state(struct changeset *cs, const struct snapshot *snapshot,
                                      int seat, enum act act, enum seat_status to);

/* Takes a seat whose hold is over back first; returns the version that the next change sees. */
uint32_t hold_end_overdue(struct changeset *cs, const struct snapshot *snapshot, int seat);

/* Some seats of a snapshot, ascending. */
struct seat_list {
    const struct snapshot *snapshot;
    int *at;
    int count;
};

/*
 * Refuses because of these seats: they are listed, and named at the start of the message as far as
 * there is room; `one` or `many` is the rest of the sentence.
 */
enum verdict hold_refuse_seats(struct refusal *why, enum verdict verdict,
                               const struct seat_list *seats, const char *one, const char *many)
    __attribute__((format(printf, 4, 0), format(printf, 5, 0)));

/*
 * A wish, sorted, in the changeset's arena. SEAT_NOT_FOUND for an index outside the plan,
 * DUPLICATE_SEAT for one that was named twice.
 */
enum verdict hold_sort_wish(struct seat_list *list, const int *seats, int count,
                            struct changeset *cs, struct refusal *why);

#endif
