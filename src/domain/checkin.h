/*
 * The check-in of whoever was let in, and the bag that came along.
 *
 *   scanned green ──> IN_PROGRESS ── light bag, or none ──────────> COMPLETED
 *                       │     ^                                        ^
 *                   heavy bag │ not paid: failed, or given up          │
 *                       v     │                                        │
 *                     WAITING_FOR_PAYMENT ── the fee is paid ──────────┘
 *
 * A check-in belongs to a ticket and to one time that it was let in: whoever goes out and comes
 * back begins anew, unless a bag still waits for its fee. It begins with the scan and has no row
 * before its bag is weighed, so a door without a scale pays nothing for it.
 *
 * A till that is alone goes on checking bags in. Should another door have done so meanwhile, the
 * check-in stays as the house has it; what the till did stands in the log, the money it took in its
 * books, and somebody is told.
 *
 * Weights are whole grams. How heavy is heavy, and what it costs, is the house's own rule.
 */
#ifndef LOGE_DOMAIN_CHECKIN_H
#define LOGE_DOMAIN_CHECKIN_H

#include "src/domain/changeset.h"
#include "src/domain/sale.h"
#include "src/domain/verdict.h"

enum {
    BAG_LIMIT_G = 25000, /* of a house that has not said anything else */
    BAG_FEE = 5000,
    BAG_MOST_G = 500000, /* more is a mistake of the scale's, or of whoever typed it */
    WEIGHT_TEXT = 16,
};

/* A bag at the door as it is told, with the house's rule about it. */
struct checked {
    struct checkin checkin;
    struct bag_rule rule;
    char currency[CURRENCY_TEXT];
    char code[CODE_TEXT], label[SEAT_TEXT]; /* of the ticket; "" of another program's */
};

/*
 * May a row become that one? before: NULL when there is none yet. For stores: what was asked for is
 * what is paid, and nothing is paid that was not asked for.
 */
bool checkin_may_become(const struct checkin *before, const struct checkin *after);

/*
 * Does a step that a till took alone stand on the check-in as the house has it? kept: NULL when
 * there is none. Two doors that were cut off count from the same version, so it matters who wrote
 * it as well. What this very door wrote last it goes on with, whatever it had heard of its version:
 * a journal is in order. The fee is what the till knew of the rule: that is what it asked for.
 */
bool checkin_follows(const struct checkin *kept, const struct checkin *step);

/* What a bag of this weight costs; 0: nothing. */
int64_t bag_fee(const struct bag_rule *rule, int32_t weight_g);

/*
 * The check-in of whoever is in with a ticket; kept: the newest that was written down, NULL: none.
 * INVALID when nobody is in with it and none waits for its fee.
 */
enum verdict checkin_now(const struct checkin *kept, const struct admission *admission,
                         struct checkin *now, struct refusal *why);

/* The bag is weighed; 0 grams: there is none. */
enum verdict checkin_decide_weigh(const struct checkin *now, const struct bag_rule *rule,
                                  int32_t weight_g, struct changeset *cs, struct refusal *why);

/* Does it wait for a fee? What a payment of it is asked before. */
enum verdict checkin_check_waiting(const struct checkin *now, struct refusal *why);

struct fee_request {
    struct uuid_source *ids;
    const char *currency;
    const struct tender_line *tenders; /* none: cash, exact */
    int tender_count;                  /* a fee is paid in one way */
    const struct voucher *gifts;       /* the gift voucher that the tender names */
    int gift_count;
    const struct shift *shift; /* the till's open shift */
};

/* The fee is paid; change: what goes back of the cash that was handed over. */
enum verdict checkin_decide_pay(const struct checkin *now, const struct fee_request *fee,
                                struct changeset *cs, int64_t *change, struct refusal *why);

/* The payment failed, or whoever owns the bag does not want to pay: it can be weighed again. */
enum verdict checkin_decide_stop(const struct checkin *now, struct changeset *cs,
                                 struct refusal *why);

/* "27.5", "27,5", "27": kilograms as people type them, three decimals at most. */
bool weight_parse(const char *text, int32_t *grams) MUST_USE;
/* "27.5" in every language, and as the language spoken has it: "27,5". Return out. */
char *weight_text(int32_t grams, char out[WEIGHT_TEXT]);
char *weight_said(int32_t grams, char out[WEIGHT_TEXT]);

#endif
