/*
 * The store: a few reads, one apply.
 *
 * Reads fill rows into the caller's arena and see one consistent moment each. A row that does not
 * exist is not an error: *found says so. Deciding happens outside; apply only compares and writes.
 * One store object belongs to one thread; several processes may have the same store open.
 *
 * Contract, the same for every store (tests/contract proves it):
 *   - apply writes everything or nothing, and returns after it is durable.
 *   - the key comes first: a known key with the same fingerprint is APPLIED_REPLAY and returns the
 *     first answer; with another fingerprint APPLIED_MISMATCH. Nothing is written in either case.
 *   - every seat change and guard must find its seat at the version seen, every row and every show
 *     that was seen at its version, else APPLIED_STALE with the fresh state of the seats named by
 *     the changeset (a store that refuses early: of the one that is known to have moved). So is
 *     money for a shift that was closed meanwhile.
 *   - a step the transition table does not know, or an extension, sale or transfer of a hold whose
 *     time is over on the store's clock, is APPLIED_REFUSED; so is ACT_EXPIRE of one that is not.
 *   - APPLIED_BUSY: somebody else is writing; nothing happened, try again. Or, of a changeset that
 *     wants to be done at once, pass over the seat it names: he may take it or let it go.
 */
#ifndef LOGE_PORT_STORE_H
#define LOGE_PORT_STORE_H

#include "src/base/err.h"
#include "src/domain/audit_report.h"
#include "src/domain/changeset.h"
#include "src/domain/digest.h"
#include "src/domain/entity.h"
#include "src/domain/report.h"
#include "src/domain/snapshot.h"

enum applied {
    APPLIED_OK,
    APPLIED_REPLAY,
    APPLIED_STALE,
    APPLIED_BUSY,
    APPLIED_REFUSED,
    APPLIED_MISMATCH
};

struct fresh_seat {
    int32_t show, seat;
    struct seat_state state;
};

struct apply_result {
    enum applied applied;
    enum verdict verdict;     /* with APPLIED_REFUSED */
    const char *answer;       /* with APPLIED_REPLAY; in the changeset's arena */
    enum act act;             /* with APPLIED_REPLAY: what the key had done */
    struct fresh_seat *fresh; /* with APPLIED_STALE; in the changeset's arena */
    int fresh_count;
    int64_t last_event; /* with APPLIED_OK: id of its last event */
    bool busy_known;    /* with APPLIED_BUSY: it is this seat that somebody has locked */
    int32_t busy_seat;
    bool by_front; /* Redis kept others off the seats, or refused; else the store was on its own */
};

struct section_count {
    char section[SECTION_TEXT];
    struct show_count count;
};

/* Whom of a waiting list: the first of these that is set. */
struct waiter_filter {
    const char *code; /* whose code this is, in any show; else, of one show */
    int32_t show;
    const struct uuid *hold;    /* whoever was offered this; else */
    int64_t over_at;            /* whose offer is no longer open then; else (0) */
    const struct waiter *after; /* who waits, behind this one; NULL: from the beginning */
    int limit;
};

/* Zero and "" mean "any". */
struct hold_filter {
    int32_t show;
    const char *holder, *till, *email;
    bool open_only; /* active or paying, and not over */
    int64_t now;
    int limit;
};

struct sale_filter {
    int32_t show;
    /* The code of an order or a ticket, which names that order alone; otherwise a part of a code,
     * name, email or phone, or a seat label. In any case. */
    const char *text;
    const char *till;
    int64_t from, until;
    int limit;
    bool due_only; /* only what is still to be paid for `show`; nothing else is looked at */
    /* The order with exactly this code, without its tickets and payments; nothing else is looked
     * at. What is found and what is not costs the same one statement. */
    const char *code;
};

struct event_filter {
    int64_t after; /* event id */
    int32_t show;
    int32_t seat; /* with show; -1: any */
    const char *actor, *till;
    struct uuid subject;
    bool newest_first;
    int limit;
};

/* What a door asks of one ticket. */
struct door_row {
    bool sold; /* there is a ticket; without: only an admission (a ticket of another program's) */
    struct ticket ticket;
    enum sale_status sale_status;
    char sale_code[CODE_TEXT];
    bool visited; /* it was at a door before */
    struct admission admission;
};

struct door_count {
    int32_t tickets; /* valid ones */
    int32_t inside, entered, refused;
};

/* What a store that is a replica of another knows of itself. */
struct replica_age {
    int64_t listed;  /* the house's clock when it had all there was; 0: never */
    int64_t skew_ms; /* by how much this till's idea of that clock may be wrong */
    int64_t list_ms; /* POLICY_LIST_OLD; 0: as ever */
    bool list_scanner;
};

struct sweep_result {
    int holds, seats;
    bool more; /* the limit was reached */
    /* What was freed, by show and number, as it is now; until the store's next call. NULL: look
     * into the log. */
    const struct fresh_seat *freed;
};

/* Called during long work with what is done and what there is; false stops it (RC_CANCELLED). */
struct progress {
    bool (*tick)(void *ctx, int64_t done, int64_t total);
    void *ctx;
};

/* What somebody has to do now and then while he waits. */
struct meanwhile {
    void (*tick)(void *ctx);
    void *ctx;
};

struct house {
    char name[NAME_TEXT];
    char currency[CURRENCY_TEXT];
    char timezone[ZONE_TEXT]; /* "Europe/Berlin"; days and hours of its reports are those there */
    int32_t schema;
    int64_t created_at;
};

struct store;
struct chores_ops;
struct office_ops;
struct intent_ops;
struct token_ops;
struct abuse_ops;
struct outbox_ops;

struct query_ops;
struct store_ops {
    const char *name;              /* "sqlite", "null", ... */
    const struct query_ops *query; /* ask.h; NULL: of a store without statements */

    enum rc (*house_read)(struct store *, struct house *, struct err *);

    enum rc (*hall_find)(struct store *, const char *id, struct hall *, bool *found, struct err *);
    enum rc (*hall_list)(struct store *, struct arena *, struct hall **, int *, struct err *);
    /* The plan with every live seat's number, and the document it came from. */
    enum rc (*hall_plan)(struct store *, int32_t hall_no, struct arena *, struct plan **,
                         const char **document, struct err *);
    /* Numbers of seats that are held (not over) or sold in any show of the hall. */
    enum rc (*hall_seats_in_use)(struct store *, int32_t hall_no, int64_t now, struct arena *,
                                 int32_t **seats, int *count, struct err *);

    enum rc (*show_find)(struct store *, const char *id, struct arena *, struct show *, bool *found,
                         struct err *);
    enum rc (*show_by_no)(struct store *, int32_t no, struct arena *, struct show *, bool *found,
                          struct err *);
    /* Ordered by start. counts may be NULL; else one a show. */
    enum rc (*show_list)(struct store *, int64_t now, struct arena *, struct show **,
                         struct show_count **counts, int *, struct err *);
    enum rc (*show_sections)(struct store *, int32_t show, int64_t now, struct arena *,
                             struct section_count **, int *, struct err *);

    /* The whole hall. */
    enum rc (*map_read)(struct store *, int32_t show, struct arena *, struct snapshot *,
                        struct err *);
    /*
     * The seats of a show that changed after an event, as they are now (each once), and the id of
     * the last event looked at. More than `limit`: *count is -1, read the map again.
     */
    enum rc (*seats_since)(struct store *, int32_t show, int64_t after, int limit, struct arena *,
                           struct fresh_seat **, int *count, int64_t *last_event, struct err *);
    /*
     * A descriptor that becomes readable when somebody may have changed the store; owned by the
     * store, -1 when there is none and one has to look now and then. Drain it by reading.
     */
    int (*watch_fd)(struct store *);
    /*
     * Nobody has asked for anything for a while: memory that only makes reads faster may go, and
     * what makes the next ones faster may be prepared. NULL: there is neither.
     */
    void (*rest)(struct store *);
    /* Another line to the same store as the same person, for a thread of its own; whoever asked
     * closes it. NULL, or answers NULL: there is none. */
    struct store *(*another)(struct store *);
    /*
     * From now on whatever takes long asks this now and then: with counts where there is something
     * to count, else with 0 of 0. False ends it: RC_CANCELLED, and nothing is changed. progress
     * NULL: nobody is asked any more. Never asked once an act is being made durable. NULL: this
     * store finishes what it began.
     */
    void (*heed)(struct store *, const struct progress *progress);
    /*
     * From now on this is called several times a second while the answer of an act is waited for;
     * it may not use the store. idle NULL: nothing is to be done. NULL: nobody waits here for long.
     */
    void (*meanwhile)(struct store *, const struct meanwhile *idle);
    /*
     * Is this event in the log, and which is the newest (0: none yet)? An event that was there and
     * is not any more was taken back with all that followed: a backup was restored. NULL: nobody
     * else could have seen it.
     */
    enum rc (*log_look)(struct store *, int64_t id, bool *there, int64_t *newest, struct err *);
    /*
     * Which history of the house this is; 0: not known yet. Another number: another server has gone
     * on from an earlier moment, and has given the numbers of lost events to its own. NULL: there
     * is only one.
     */
    int64_t (*history)(struct store *);
    /* How the live seats stand, as sums; NULL when the store cannot tell short of the whole map. */
    enum rc (*map_digest)(struct store *, int32_t show, struct arena *, struct map_digest *,
                          struct err *);
    /*
     * The last reads led to a refusal. True when some of them were hearsay (a feed, a cache) and
     * might have told otherwise: until the next apply or doubt, reads come from the truth; decide
     * once more. NULL: reads always are the truth.
     */
    bool (*doubt)(struct store *);
    /* The rows in which the labelled seats stand; labels that do not exist add nothing. */
    enum rc (*rows_read)(struct store *, int32_t show, const char *const *labels, int count,
                         struct arena *, struct snapshot *, struct err *);

    enum rc (*hold_read)(struct store *, const struct uuid *, struct arena *, struct hold *,
                         bool *found, struct err *);
    enum rc (*hold_list)(struct store *, const struct hold_filter *, struct arena *, struct hold **,
                         int *, struct err *);
    /* By id, or by code when id is NULL. With tickets and payments. */
    enum rc (*sale_read)(struct store *, const struct uuid *id, const char *code, struct arena *,
                         struct sale *, bool *found, struct err *);
    enum rc (*sale_list)(struct store *, const struct sale_filter *, struct arena *, struct sale **,
                         int *, struct err *);

    enum rc (*staff_read)(struct store *, const char *name, struct staff *, bool *found,
                          struct err *);
    enum rc (*staff_list)(struct store *, struct arena *, struct staff **, int *, struct err *);
    enum rc (*customer_find)(struct store *, const char *text, int limit, struct arena *,
                             struct customer **, int *, struct err *);
    enum rc (*voucher_read)(struct store *, const char *code, struct voucher *, bool *found,
                            struct err *);
    enum rc (*voucher_list)(struct store *, struct arena *, struct voucher **, int *, struct err *);
    /* What is lent of a voucher, or (code NULL) of any to the till of that name. */
    enum rc (*loan_list)(struct store *, const char *code, const char *till, struct arena *,
                         struct voucher_loan **, int *, struct err *);

    /* The open shift of a till without its sums, which count in its version: a sale asks for it,
     * and need not add up the day. It cannot be closed by this. */
    enum rc (*shift_open)(struct store *, const char *till, struct shift *, bool *found,
                          struct err *);
    /* The open shift of a till, or by id; with sums. */
    enum rc (*shift_read)(struct store *, const struct uuid *id, const char *till, struct shift *,
                          bool *found, struct err *);
    enum rc (*shift_list)(struct store *, int limit, struct arena *, struct shift **, int *,
                          struct err *);

    enum rc (*waiter_read)(struct store *, const struct uuid *, struct waiter *, bool *found,
                           struct err *);
    /* Waiting and offered, first come first. */
    enum rc (*waiter_list)(struct store *, int32_t show, struct arena *, struct waiter **, int *,
                           struct err *);

    /* Those in line whom the filter means, in order of joining. */
    enum rc (*waiter_find)(struct store *, const struct waiter_filter *, struct arena *,
                           struct waiter **, int *, struct err *);

    /* The keys that tickets of this house, or of pretix for it, are signed with; by id. */
    enum rc (*key_list)(struct store *, struct arena *, struct ticket_key **, int *, struct err *);
    /* One ticket at the door, by id, or by code when id is NULL. *found: it was sold or admitted.
     */
    enum rc (*door_read)(struct store *, const struct uuid *id, const char *code, struct door_row *,
                         bool *found, struct err *);
    /* The newest check-in of a ticket whose bag was weighed. */
    enum rc (*checkin_read)(struct store *, const struct uuid *ticket, struct checkin *,
                            bool *found, struct err *);
    /* What the house wants of bags. */
    enum rc (*bag_rule_read)(struct store *, struct bag_rule *, struct err *);
    /* How old what is known here is. *found false, or NULL: this is the house itself. */
    enum rc (*replica_age)(struct store *, struct replica_age *, bool *found, struct err *);
    enum rc (*door_count)(struct store *, int32_t show, struct door_count *, struct err *);
    /* The last scans of a show, newest first. */
    enum rc (*scan_list)(struct store *, int32_t show, int limit, struct arena *, struct scan **,
                         int *, struct err *);
    /* Numbers of the seats whose people were let in, in order. */
    enum rc (*admitted)(struct store *, int32_t show, struct arena *, int32_t **seats, int *,
                        struct err *);

    enum rc (*event_list)(struct store *, const struct event_filter *, struct arena *,
                          struct event **, int *, struct err *);
    enum rc (*report)(struct store *, const struct report_filter *, struct arena *,
                      struct report_row **, int *, struct err *);

    /* What a key has done, before deciding anything again. */
    enum rc (*receipt_read)(struct store *, const struct uuid *key,
                            const uint8_t fingerprint[FINGERPRINT_SIZE], struct arena *,
                            struct apply_result *, bool *found, struct err *);
    enum rc (*apply)(struct store *, const struct changeset *, struct apply_result *, struct err *);

    /* Housekeeping: frees seats of holds that are over, at most `limit` seats in one go. */
    enum rc (*sweep)(struct store *, const struct actor *, int64_t now, int limit,
                     struct sweep_result *, struct err *);
    bool tells_freed; /* a sweep fills `freed` */
    /* Seals full blocks of events, as many as take no time to speak of; whoever wants more calls
     * again until there were none. `everything`: all of them, and what is left over. */
    enum rc (*audit_seal)(struct store *, bool everything, int64_t now, int *blocks, struct err *);
    enum rc (*audit_verify)(struct store *, struct arena *, const struct progress *,
                            struct audit_report *, struct err *);
    /* Tills that work alone (office.h): whom to ask, and how. NULL: a house of one till. */
    struct store *(*office)(struct store *, const struct office_ops **ops);
    /* Background work (chores.h): whom to ask, and how. NULL: nobody does any. */
    struct store *(*chores)(struct store *, const struct chores_ops **ops);
    /* Payments by a provider (intent.h), the same way. NULL: a house of one till. */
    struct store *(*intents)(struct store *, const struct intent_ops **ops);
    /* Tokens of the house's service (token.h): whom to ask, and how. NULL: it can have none. */
    struct store *(*tokens)(struct store *, const struct token_ops **ops);
    /* Who asked the service too fast (abuse.h): whom to ask, and how. NULL: nobody counts. */
    struct store *(*abuse)(struct store *, const struct abuse_ops **ops);
    /* Letters (outbox.h): whom to ask, and how. NULL: none are sent. */
    struct store *(*outbox)(struct store *, const struct outbox_ops **ops);

    void (*close)(struct store *);
};

struct store {
    const struct store_ops *ops;
};

/* The type of an operation, to declare who does it: STORE_OP(hold_read) lite_hold_read; */
#define STORE_OP(op) __typeof__(*((const struct store_ops *)NULL)->op)

/* Closes and nulls; NULL is fine. */
static inline void store_close(struct store **store)
{
    if (*store)
        (*store)->ops->close(*store);
    *store = NULL;
}

#endif
