/*
 * Every act is a changeset with the versions it saw.
 *
 * Deciding (pure) makes one; a store's apply compares the versions, checks each step against the
 * transition table, and writes everything or nothing under one key. Nothing in a changeset needs a
 * business rule to be applied, so the same bytes can be applied now or later, here or upstream.
 *
 * Seats change in the order of `seats`, and one seat may change twice: taking over an expired hold
 * is {held -> available by ACT_EXPIRE, seen v} then {available -> held by ACT_HOLD, seen v+1}.
 * A store that closes the last live claim of an active hold by ACT_EXPIRE closes the hold too.
 *
 * The store writes the audit log: one event a seat change (with how long it had been held), and
 * one for each entry of `notes` (acts without a seat).
 */
#ifndef LOGE_DOMAIN_CHANGESET_H
#define LOGE_DOMAIN_CHANGESET_H

#include "src/base/list.h"
#include "src/domain/entity.h"

enum { FINGERPRINT_SIZE = 32 };

struct seat_change {
    int32_t show;
    int32_t seat; /* plan_seat.no */
    uint32_t seen;
    enum act act;
    uint8_t from, to;   /* enum seat_status */
    struct uuid holder; /* after: hold (held), sale (sold), zero otherwise */
    struct uuid was;    /* before: the hold that is left, or the sale; zero if none */
    int64_t held_until; /* after, while held */
    uint8_t open_to;    /* after, while blocked */
};

/* A seat that must not have moved for the verdict to be right. */
struct seat_guard {
    int32_t show, seat;
    uint32_t seen;
};

/* A show whose row must be as it was read: open for sale, at these prices. */
struct show_guard {
    int32_t show;
    uint32_t seen;
};

/* An audit line for an act without a seat. */
struct change_note {
    enum act act;
    int32_t show; /* 0: none */
    struct uuid subject;
    char note[NOTE_TEXT];
};

/* A hall's plan, new or changed; every seat has its number (plan_merge gave it). */
struct hall_change {
    struct hall hall;
    const struct plan *plan;
    const char *document; /* the plan in the house's own format, kept whole */
};

struct changeset {
    struct arena *arena;
    struct uuid key;
    uint8_t fingerprint[FINGERPRINT_SIZE]; /* of the request: same key, other content is refused */
    enum act act;
    int64_t now; /* when it was decided */
    struct actor actor;
    char approver[PERSON_TEXT]; /* who signed for it, when the actor's role was not enough */
    char reason[REASON_TEXT];
    char note[NOTE_TEXT];
    const char *answer; /* what a replay of the key returns; opaque to the store */
    bool at_once;       /* better refused (BUSY) than queued behind whoever has a seat locked */
    bool only_hold;     /* STALE when the new hold's customer has another that this does not end */
    bool any_will_do;   /* other seats do as well: a seat that is not free is BUSY, not STALE */

    LIST(struct seat_change) seats;
    LIST(struct seat_guard) guards;
    LIST(struct show_guard) shows_seen; /* each once; a journal does not keep them */
    LIST(struct hold) holds;            /* row only: claims follow from the seat changes */
    LIST(struct sale) sales;            /* row only: tickets and payments stand below */
    LIST(struct ticket) tickets;
    LIST(struct payment) payments; /* insert only */
    LIST(struct shift) shifts;
    LIST(struct shift_move) moves; /* insert only */
    LIST(struct customer) customers;
    LIST(struct waiter) waiters;
    LIST(struct voucher) vouchers;
    LIST(struct staff) staff;
    LIST(struct show) shows; /* version 0: the store also opens its seats from the hall's plan */
    LIST(struct hall_change) halls;
    LIST(struct ticket_key) keys;
    LIST(struct admission) admissions;
    LIST(struct scan) scans; /* insert only */
    LIST(struct checkin) checkins;
    LIST(struct bag_rule) bag_rules; /* one at most, of a store that keeps it itself */
    LIST(struct change_note) notes;
};

/* An empty changeset in this arena. */
struct changeset *changeset_new(struct arena *arena);

#endif
