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
#include "src/domain/row/row.h"

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
#define ROWS(NAME, list, row, journal, written) LIST(struct row) list;
#include "src/domain/changeset.def"
#undef ROWS

    struct changeset_index *index; /* NULL: few rows, which are looked through */
};

/* The lists by number, for what treats all kinds alike. */
enum row_kind {
#define ROWS(NAME, list, row, journal, written) ROWS_##NAME,
#include "src/domain/changeset.def"
#undef ROWS
    ROW_KINDS
};

/* What stands before the rows of a kind in a journal. Tills and houses have journals: a number is
 * never given again, and a new kind takes the next. */
enum journal_list {
    JOURNAL_KEPT = 0, /* in no journal */
    JOURNAL_HOLDS = 1,
    JOURNAL_SALES = 2,
    JOURNAL_TICKETS = 3,
    JOURNAL_PAYMENTS = 4,
    JOURNAL_SHIFTS = 5,
    JOURNAL_MOVES = 6,
    JOURNAL_CUSTOMERS = 7,
    JOURNAL_WAITERS = 8,
    JOURNAL_VOUCHERS = 9,
    JOURNAL_ADMISSIONS = 10,
    JOURNAL_SCANS = 11,
    JOURNAL_NOTES = 12,
    JOURNAL_CHECKINS = 13,
    JOURNAL_ORIGIN = 63, /* not rows, but where an act over HTTP came from; always the last */
};

struct row_range {
    void *at;
    int count;
    const struct row_shape *shape; /* without fields: a hall's plan, the rule for bags */
};

/* An empty changeset in this arena. */
struct changeset *changeset_new(struct arena *arena);
/* For very many rows: they are found by an index. Ids stay once they were asked for. */
void changeset_use_index(struct changeset *cs);

struct row_range changeset_rows(const struct changeset *cs, enum row_kind kind);
void changeset_set_rows(struct changeset *cs, enum row_kind kind, void *at, int count);
enum journal_list changeset_journal_list(enum row_kind kind);

/* How many rows there are, of all kinds; seats are none. */
int changeset_count_rows(const struct changeset *cs);

/* A row of it; NULL: it has none. */
struct hold *changeset_hold(const struct changeset *cs, const struct uuid *id);
struct sale *changeset_sale(const struct changeset *cs, const struct uuid *id);
struct ticket *changeset_ticket(const struct changeset *cs, const struct uuid *id);
struct shift *changeset_shift(const struct changeset *cs, const struct uuid *id);
struct customer *changeset_customer(const struct changeset *cs, const struct uuid *id);
struct waiter *changeset_waiter(const struct changeset *cs, const struct uuid *id);
struct voucher *changeset_voucher(const struct changeset *cs, const char *code);
/* The first of that voucher: of rows about one till, that till's. */
struct voucher_loan *changeset_loan(const struct changeset *cs, const char *code);

/* What its payments and its valid tickets say of an order. */
int64_t changeset_paid(const struct changeset *cs, const struct uuid *sale);
struct valid_tickets {
    int count;
    int64_t total;
    int64_t kept; /* of fees, at refunds of others */
};
struct valid_tickets changeset_valid(const struct changeset *cs, const struct uuid *sale);

#endif
