/*
 * The life of a hold, as decisions: snapshot + request -> verdict + changeset.
 * The changeset comes with key, actor, now and reason filled in by the engine.
 */
#ifndef LOGE_DOMAIN_HOLD_H
#define LOGE_DOMAIN_HOLD_H

#include "src/domain/changeset.h"
#include "src/domain/snapshot.h"

enum { HOLD_SEATS_MAX = 500 };

struct hold_request {
    struct uuid id;   /* of the new hold */
    const int *seats; /* indexes into the plan, as the person named them */
    int count;
    int64_t ttl_ms;    /* 0: the show's */
    const char *email; /* "" for a walk-up */
    enum source source;
    enum channel channel;
    uint16_t allotment;
    bool override_gap;       /* signed for, with a reason */
    const struct hold *mine; /* open holds of the same holder in this show */
    int mine_count;
    bool everywhere; /* they are all of that address instead, whoever made them */
};

/*
 * Seats the holder has already are fine and stay in their hold. When nothing is left to take,
 * *existing is that hold and the changeset is empty.
 */
enum verdict hold_decide_new(const struct snapshot *snapshot, const struct hold_request *request,
                             struct changeset *cs, const struct hold **existing,
                             struct refusal *why);

/* by_ms 0: the show's extension. Never past the hold's ceiling; at the ceiling it is refused. */
enum verdict hold_decide_extend(const struct show *show, const struct hold *hold, int64_t by_ms,
                                struct changeset *cs, struct refusal *why);

/*
 * Frees the named seats (labels resolved to hall seat numbers; none named: all) of a hold. `end`
 * tells who lets go: END_USER_CANCELLED needs the holder, END_ADMIN_OVERRIDE a reason and the
 * right, END_PAYMENT_FAILED comes from a payment. Releasing what is already over is VERDICT_OK
 * with an empty changeset: twice is once.
 */
enum verdict hold_decide_release(const struct hold *hold, const int32_t *seats, int count,
                                 enum hold_end end, struct changeset *cs, struct refusal *why);

/* The hold, its seats and its deadline move to another holder (and till). */
enum verdict hold_decide_transfer(const struct hold *hold, const char *to, const char *to_till,
                                  struct changeset *cs, struct refusal *why);

/*
 * It is another customer's from now on; whoever keeps it keeps it. theirs: the open holds the new
 * customer has in this show, wherever they were made: where one is all a customer gets,
 * HELD_ELSEWHERE. What a waiter was offered is that waiter's.
 */
struct hold_heir {
    const char *email;
    const struct hold *theirs;
    int count;
};
enum verdict hold_decide_give(const struct show *show, const struct hold *hold,
                              const struct hold_heir *heir, struct changeset *cs,
                              struct refusal *why);

/* Seats of a snapshot, by index. Blocking a blocked seat changes nothing; held and sold refuse. */
enum verdict hold_decide_block(const struct snapshot *snapshot, const int *seats, int count,
                               uint8_t open_to, struct changeset *cs, struct refusal *why);
enum verdict hold_decide_unblock(const struct snapshot *snapshot, const int *seats, int count,
                                 struct changeset *cs, struct refusal *why);

/*
 * Somebody pays for it elsewhere: the seats are kept until then at least, and nobody else changes
 * or sells them meanwhile. How much later than now, and not past the ceiling, is up to the caller.
 */
enum verdict hold_decide_paying(const struct hold *hold, int64_t until, struct changeset *cs,
                                struct refusal *why);
/* Nothing came of it: all seats are free, with END_PAYMENT_FAILED or END_USER_CANCELLED. */
enum verdict hold_decide_unpaid(const struct hold *hold, enum hold_end end, struct changeset *cs,
                                struct refusal *why);
/* INVALID while somebody pays for it elsewhere. */
enum verdict hold_check_not_paying(const struct hold *hold, struct refusal *why);

/* Shared with selling: is this hold alive and the actor's? HOLD_EXPIRED, NOT_HOLDER, ... */
enum verdict hold_check_owner(const struct hold *hold, const struct actor *actor, int64_t now,
                              struct refusal *why);

/* Where a hold comes from: whoever only scans holds at a door, whatever was wished. */
enum source hold_source_of(enum role role, enum source wished);

/*
 * Is this actor's word good for the hold? An offer of the waiting list belongs to its waiter, so
 * every clerk sells it to them; which client of the service may is the service's wall.
 */
bool hold_is_of(const struct hold *hold, const struct actor *actor);

#endif
