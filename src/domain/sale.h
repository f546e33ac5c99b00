/*
 * Selling, refunding, exchanging: decisions over holds and sales.
 *
 * Money rules: a sale is paid in full by its tenders, or is SALE_DUE (reserved, pays at pickup).
 * Cash may be over-given (change is shown); card and voucher may not. A refund gives back by the
 * payments it came from, the latest first, unless told otherwise: any of it in cash, or by a card
 * or gift voucher up to what that still holds; never more than was paid. A part of a SALE_DUE that
 * is refunded frees its seats, and what is left stays due. An exchange keeps the old seats until
 * the new ones are taken in the same act, and settles the difference; new seats cost their list
 * price and fee, discounts of the old tickets are not carried over.
 *
 * A refused act has written nothing into the changeset.
 */
#ifndef LOGE_DOMAIN_SALE_H
#define LOGE_DOMAIN_SALE_H

#include "src/domain/changeset.h"
#include "src/domain/price.h"
#include "src/domain/snapshot.h"

enum { TENDERS_MAX = 8 };

struct tender_line {
    enum tender tender;
    int64_t amount; /* 0: whatever is left to pay */
    int64_t given;  /* cash; 0: exact */
    char auth[AUTH_TEXT];
    char voucher[VOUCHER_TEXT]; /* gift voucher's code */
};

struct seat_type { /* the price type of one seat of the hold */
    int32_t seat;
    enum price_type type;
};

struct sell_request {
    struct uuid sale_id;
    char sale_code[CODE_TEXT];
    struct uuid_source *ids; /* for tickets, payments and their codes */
    const struct show *show;
    const struct hold *hold;
    const struct hold *also; /* the person's other holds for this show, sold in the same order */
    int also_count;
    const struct seat_type *types; /* seats not named here are adult */
    int type_count;
    struct discount discount;
    const struct voucher *voucher; /* reduces prices; NULL if none */
    const struct voucher *gifts;   /* every gift voucher named by a tender */
    int gift_count;
    const struct tender_line *tenders; /* none: cash, exact; a total of 0 needs none */
    int tender_count;
    bool due;    /* reserve unpaid: tenders must be empty */
    bool pickup; /* paid now, picked up later */
    bool paying; /* its holds are being paid for elsewhere, and this is that payment */
    const char *name, *email;
    struct uuid customer;
    const struct shift *shift; /* the till's open shift */
};

struct sell_result {
    int64_t total, change;
    const struct sale *sale; /* with tickets and payments, in the changeset's arena */
};

enum verdict sale_decide_sell(const struct sell_request *request, struct changeset *cs,
                              struct sell_result *result, struct refusal *why);

/* Money for a SALE_DUE. */
struct pay_request {
    struct uuid_source *ids;
    const struct sale *sale;
    const struct voucher *gifts;
    int gift_count;
    const struct tender_line *tenders;
    int tender_count;
    const struct shift *shift;
};
enum verdict sale_decide_pay(const struct pay_request *request, struct changeset *cs,
                             struct sell_result *result, struct refusal *why);

/* A ticket's seat as it stands now. */
struct seat_now {
    int32_t show, seat;
    struct seat_state state;
};

struct refund_request {
    struct uuid_source *ids;
    const struct show *show;
    const struct sale *sale;
    const int32_t *seats; /* seat numbers to refund; none: all valid tickets */
    int seat_count;
    const struct seat_now *now; /* state of those seats */
    int now_count;
    bool keep_fees; /* fees are not given back */
    int tender;     /* enum tender to give back by; -1: as it was paid */
    const struct shift *shift;
    const struct voucher *gifts; /* gift vouchers this sale was paid with, to be credited */
    int gift_count;
};
enum verdict sale_decide_refund(const struct refund_request *request, struct changeset *cs,
                                int64_t *given_back, struct refusal *why);

/*
 * Old tickets of a sale against as many new seats, held in one hold or several (of any one show):
 * each old ticket's place moves to the new seat of the same rank, and types follow.
 * The difference is paid by tenders, or given back by the tender of the first payment
 * (by the next ones, once that holds no more). seat_count 0: every valid ticket.
 */
struct exchange_request {
    struct uuid_source *ids;
    const struct sale *sale;
    const struct show *old_show, *new_show;
    const int32_t *old_seats;
    int seat_count;
    const struct seat_now *now; /* state of the old seats */
    int now_count;
    const struct hold *hold; /* with those behind it exactly seat_count live seats */
    const struct hold *also;
    int also_count;
    const struct tender_line *tenders;
    int tender_count;
    const struct voucher *gifts;
    int gift_count;
    const struct shift *shift;
};
enum verdict sale_decide_exchange(const struct exchange_request *request, struct changeset *cs,
                                  struct sell_result *result, struct refusal *why);

/*
 * Circular swap: ticket i's seat goes to the owner of ticket i+1, the last to the first; 2 to 20
 * tickets of one show and one price class, no money moves. Every seat stays sold throughout.
 */
struct swap_place {
    const struct sale *sale;
    int32_t seat;
    struct seat_state state;
};
enum verdict sale_decide_swap(struct uuid_source *ids, const struct swap_place *places, int count,
                              struct changeset *cs, struct refusal *why);

/* The tickets of a paid order are handed over, once. */
enum verdict sale_decide_collect(const struct sale *sale, struct changeset *cs,
                                 struct refusal *why);

/* A new barcode for a ticket; the old one stops working. The reason stands in the changeset. */
enum verdict sale_decide_reprint(struct uuid_source *ids, const struct sale *sale, int32_t seat,
                                 struct changeset *cs, struct refusal *why);

/*
 * "B-7K3QM9": letters that cannot be mistaken for one another, from random bits. Six of 27 may
 * meet another sale's once in a house's lifetime: the store refuses the second. Returns out.
 */
char *sale_make_code(struct uuid_source *ids, char prefix, char out[CODE_TEXT]);

#endif
