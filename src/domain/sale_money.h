/*
 * How the money of a sale comes in and goes back. Inside of the sale decisions.
 *
 * Both ways are worked out first and written afterwards, so that a refused act has written nothing.
 *
 * Going back: each payment gives back at most what it took, less what it gave back before. Refunds
 * start at the latest payment, a settled exchange at the first. Money may always go back in cash;
 * a card or a gift voucher takes back only what it paid itself.
 */
#ifndef LOGE_DOMAIN_SALE_MONEY_H
#define LOGE_DOMAIN_SALE_MONEY_H

#include "src/domain/amount.h"
#include "src/domain/sale.h"

struct money_moves {
    LIST(struct payment) payments;
    LIST(struct voucher) gifts; /* as they stand afterwards */
    int64_t change;
};

struct money_in {
    struct uuid_source *ids;
    const struct uuid *sale;
    const struct shift *shift; /* NULL: the money belongs to no shift */
    const char *currency;
    int32_t show;
    int64_t due;
    const struct tender_line *tenders; /* none: cash, exact */
    int tender_count;
    const struct voucher *gifts;
    int gift_count;
};

/* INVALID unless the tenders come to exactly what is due; NOT_FOUND for an unknown gift voucher. */
enum verdict sale_take_money(const struct money_in *in, const struct changeset *cs,
                             struct money_moves *moves, struct refusal *why);

struct money_back {
    struct uuid_source *ids;
    const struct sale *sale;
    const struct shift *shift;
    int64_t amount; /* >= 0 */
    int tender;     /* -1: as it was paid */
    bool first_payment_first;
    const struct voucher *gifts;
    int gift_count;
};

enum verdict sale_give_back(const struct money_back *back, const struct changeset *cs,
                            struct money_moves *moves, struct refusal *why);

/*
 * The working copy of a gift voucher: made on first use. NULL: not among those given. People type
 * codes as they like, so upper and lower case are the same.
 */
struct voucher *sale_gift(const struct voucher *gifts, int count, const char *code,
                          struct arena *arena, struct money_moves *moves);

void sale_write_money(const struct money_moves *moves, struct changeset *cs);

#endif
