/*
 * Acts as values: what a person asks of the box office and what comes of it. Screens, scripts and
 * the service all speak these; the desk (src/engine) does them.
 */
#ifndef LOGE_PORT_ACT_H
#define LOGE_PORT_ACT_H

#include "src/base/err.h"
#include "src/domain/conflict.h"
#include "src/domain/best.h"
#include "src/domain/checkin.h"
#include "src/domain/door.h"
#include "src/domain/plan_merge.h"
#include "src/domain/price.h"
#include "src/domain/sale.h"
#include "src/domain/verdict.h"
#include "src/port/store.h"

/* Who acts, and under which key. */
struct act_meta {
    struct arena *arena;
    struct actor actor;
    struct actor approver; /* name "" when nobody signed */
    const char *reason;    /* NULL or "" when none was given */
    const char *note;
    const char *trace; /* of the request it comes from (base/trace.h); NULL: of none */
    struct uuid key;   /* zero: a fresh one is made; given: a retry is recognised */
    bool first_sent;   /* the key was made for this: nobody can have used it before */
    bool elsewhere;    /* at another till than the one that acts: RIGHT_OTHER_TILL is needed */
};

/* What becomes of something a till did alone that did not fit. */
struct desk_decision {
    struct uuid conflict;
    enum conflict_outcome outcome;
    enum tender tender; /* with CONFLICT_REFUND */
};

/* What came of a scan: the act is done, and recorded, whether or not the door opens. */
struct scanned {
    enum door_code code;
    enum door_code was; /* with DOOR_OVERRIDE: what it had been */
    bool sold;          /* the ticket is one of the house's; else only what follows `ticket` */
    struct ticket ticket;
    char sale[CODE_TEXT];
    char seed[32]; /* of a ticket of pretix */
    bool visited;
    struct admission admission; /* as it was before */
    int64_t at;
    bool unsigned_too; /* whoever scans may let this one in without a supervisor */
};

/* Of several seats that were named for one act, each with what came of it. */
struct seat_outcome {
    const char *label;
    enum verdict verdict;
    bool was_free; /* there was nothing to do */
};

struct outcome {
    enum verdict verdict;
    char message[320];
    const char *seats[REFUSAL_SEATS]; /* labels a refusal is about */
    int seat_count;
    struct err err; /* with VERDICT_UNAVAILABLE */
    bool busy;      /* the house is there: somebody else is at the seats, or is writing */
    bool replay;    /* this key had been done before; the answer is the first one */
    bool changed;   /* false: it was so already */

    struct hold *hold;
    struct hold *given_up; /* the customer's older holds, which a new one ended */
    int given_up_count;
    struct sale *sale;
    struct show *show;
    struct shift *shift;
    struct waiter *waiter;
    struct customer *customer;
    struct voucher *voucher;
    struct hall *hall;
    struct scanned *scanned;
    struct checked *checked;
    struct ticket_key *key;
    struct plan_diff diff;
    int64_t change, given_back;
    int offered; /* to how many of a waiting list */
    /* With a release of seats by their names: every one, in the order of the wish. */
    struct seat_outcome *each;
    int each_count;
    struct sweep_result swept;
    int sealed; /* blocks of the log, with a sweep; none: nothing is left to seal */
};

struct desk_scan {
    const char *show; /* id */
    const char *text; /* as the scanner gave it, or a ticket's short code */
    uint8_t gate;     /* 0: none in particular */
    bool leaving;     /* out instead of in */
    bool reentry;     /* who went out may come in again */
    bool override;    /* let in all the same, with meta->reason */
};

struct desk_hold {
    const char *show;
    const char *const *labels;
    int count;
    const char *email; /* NULL: walk-up */
    int64_t ttl_ms;    /* 0: the show's */
    enum source source;
    enum channel channel;
    bool override_gap; /* with meta->reason */
    bool one_hold; /* the customer's others for this show are given up, whatever the show says */
};

/* The best seats there are; class and section by name, NULL: as the request has them. */
struct desk_best {
    const char *show;
    struct best_request request;
    const char *class_name, *section_name;
    const char *email; /* NULL: walk-up */
    int64_t ttl_ms;    /* 0: the show's */
};

/* Offers to whoever is next in line. */
struct desk_offers {
    const char *show;
    int64_t ttl_ms; /* how long one stands; 0: as long as any hold of the show */
    int most;
};

struct desk_release {
    const char *show;
    const char *const *labels;
    const struct uuid *holders; /* the hold seen on each, zero for a blocked seat; NULL: any */
    int count;
};

struct desk_type {     /* "adult=2,child=1" in order of seats, or by label */
    const char *label; /* NULL: the next seat not named yet */
    enum price_type type;
};
struct desk_sell {
    struct uuid hold;
    const struct uuid *also; /* the person's other holds for this show, sold in the same order */
    int also_count;
    const struct desk_type *types;
    int type_count;
    struct discount discount;
    const char *voucher; /* NULL */
    const struct tender_line *tenders;
    int tender_count;
    bool due;
    bool pickup;              /* paid now, handed over later */
    bool paying;              /* the holds are being paid for, and this is that payment */
    const char *name, *email; /* NULL: from the hold */
    struct uuid customer;     /* zero: a walk-up */
};

/* Tickets of a sale against the seats of one hold or several. */
struct desk_exchange {
    const char *sale;          /* id or code */
    const char *const *labels; /* of the old seats; NULL: every valid ticket */
    int count;
    struct uuid hold;
    const struct uuid *also; /* the person's other holds for the same show */
    int also_count;
    const struct tender_line *tenders;
    int tender_count;
};

struct desk_swap_place {
    const char *sale;
    const char *label;
};

#endif
