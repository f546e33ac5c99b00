/*
 * The rows of a house as JSON, the same for the command line and for the house's service.
 * Money is minor units, times are ISO 8601 UTC, what is not there is null.
 *
 * Each writes one member of an object (key), or one element of an array (key NULL).
 */
#ifndef LOGE_DOMAIN_DOC_H
#define LOGE_DOMAIN_DOC_H

#include "src/base/json_out.h"
#include "src/domain/checkin.h"
#include "src/domain/entity.h"
#include "src/domain/intent.h"
#include "src/domain/sale.h"
#include "src/domain/snapshot.h"

/* Whose id a row only has the number of, and the moment it is looked at. */
struct doc_at {
    const char *show;
    int64_t now;
};

/* What a sale is told with, beside itself. */
struct doc_sale_extra {
    bool alone, provisional; /* of a till that can be alone: is it final? */
    struct entry_mark mark;  /* and where it stands in its journal */
    bool counted;            /* what went over the counter */
    int64_t change, given_back;
    const char *const
        *qr; /* one a ticket: its signed code, NULL where there is none. NULL: not told */
};

/* Adult, of a class; -1: not sold to adults. */
int64_t doc_adult_price(const struct show *show, int class_no);

/* Without its end, so that its counts can follow. */
void doc_show_open(struct json_out *doc, const char *key, const struct show *show);
void doc_counts(struct json_out *doc, const struct show_count *count);
void doc_hold(struct json_out *doc, const char *key, const struct hold *hold,
              const struct doc_at *at);
void doc_sale(struct json_out *doc, const char *key, const struct sale *sale,
              const struct doc_at *at, const struct doc_sale_extra *extra);
void doc_waiter(struct json_out *doc, const char *key, const struct waiter *waiter,
                const struct doc_at *at);
void doc_customer(struct json_out *doc, const char *key, const struct customer *customer);
void doc_voucher(struct json_out *doc, const char *key, const struct voucher *voucher,
                 const struct doc_at *at);
void doc_staff(struct json_out *doc, const char *key, const struct staff *staff,
               const struct doc_at *at);
void doc_shift(struct json_out *doc, const char *key, const struct shift *shift);
void doc_conflict(struct json_out *doc, const char *key, const struct conflict *conflict);
void doc_event(struct json_out *doc, const char *key, const struct event *event,
               const struct doc_at *at);
void doc_ticket_key(struct json_out *doc, const char *key, const struct ticket_key *signs,
                    const struct doc_at *at);
void doc_checkout(struct json_out *doc, const char *key, const struct intent *intent);
/* A payment of the fee of a bag. */
void doc_fee(struct json_out *, const char *key, const struct intent *);
void doc_checkin(struct json_out *doc, const char *key, const struct checked *checked);
/* A seat of a map as staff see it, by its index; a hold that is over leaves it available. */
void doc_seat(struct json_out *doc, const struct snapshot *map, int index, int64_t now);
/*
 * The same for readers who own none of it: nothing that says which seats are held or were bought
 * together. So no hold, no order, and the end of a hold to the full minute, because seats of one
 * hold end in the same millisecond.
 */
void doc_public_seat(struct json_out *doc, const struct snapshot *map, int index, int64_t now);
/* The full minute at or after it; 0 stays 0. */
int64_t doc_public_end(int64_t at);
/* "given_up": the customer's older holds, with the seats they had. */
void doc_given_up(struct json_out *doc, const struct hold *holds, int count);
void doc_labels(struct json_out *doc, const char *key, const char *const *labels, int count);

/*
 * What strangers are told of a change of a seat: its event ("seat_held", "seat_released",
 * "seat_sold", "seat_blocked"), why, where it came from, and what kind of person it is about. Never
 * a name, and never what somebody typed as a reason.
 */
struct told_change {
    const char *event, *reason, *source, *holder;
    int64_t until; /* while held; else 0 */
};
const char *doc_seat_event(enum seat_status status);
const char *doc_holder_kind(enum source source);
void doc_change(struct json_out *doc, const struct told_change *news);

#endif
