/*
 * What tills are lent, so that they can sell and give away for good while they are alone.
 *
 * Seats, by the house's rules: so many free ones of each show on sale, from the end of the section
 * or the hall, where the counter sells last. A show that is over has none.
 *
 * Vouchers, one by one, by a supervisor: of a gift card money, of a promotion with a budget money,
 * of one that is good for so many orders a number of them. Whatever is lent is nobody else's: other
 * tills and the house see so much less on the voucher, and are told where the rest is. The till
 * itself uses what is free first, then its loan. Alone it knows nothing of what is free, so it
 * gives for good what it is lent and no more; beyond that the sale is PROVISIONAL, and when it
 * comes home without money behind it, a conflict. A loan grows only when it is lent and shrinks
 * only by what the till says: it ends when the till was asked for it and has told everything
 * (SYNC_GIVE_BACK), or was given up. A till that was not heard for longer than its lease gives
 * nothing for good.
 */
#ifndef LOGE_DOMAIN_LOAN_H
#define LOGE_DOMAIN_LOAN_H

#include <stdbool.h>

#include "src/domain/changeset.h"
#include "src/domain/snapshot.h"
#include "src/domain/verdict.h"

enum { LOAN_OVER_MS = 6 * 60 * 60 * 1000 }; /* after its start a show is over */

bool loan_is_over(enum show_status status, int64_t starts_at, int64_t now);

/*
 * The seats to lend: as many as are missing, or as there are. section "": of the whole hall.
 * missing <= 0: none. Numbers into seats (room for `missing`), the last of the hall first; how
 * many.
 */
int loan_choose(const struct snapshot *snapshot, const char *section, int missing, int32_t *seats);

/* ---- vouchers -------------------------------------------------------------------------------- */

/* Does it run out: of money, of orders? One that never does is given away for good by everybody. */
bool voucher_has_budget(const struct voucher *voucher);
bool voucher_has_uses(const struct voucher *voucher);

/* What is lent of a voucher to one till; NULL: nothing. */
const struct voucher_loan *loan_of_till(const struct voucher_loan *loans, int count,
                                        const char *till);
/* For whoever spends it at this till: fills what of the voucher is lent to it, and to others. */
void loan_tell(struct voucher *voucher, const struct voucher_loan *loans, int count,
               const char *till, const char *currency);

/* Is it for good that a till alone gives so much away in one order? own may be NULL. */
bool loan_covers(const struct voucher *voucher, const struct voucher_loan *own, int64_t gave);
/* How much of it nothing stands behind at the house: it is neither free nor lent to that till. */
int64_t loan_beyond(const struct voucher *voucher, const struct voucher_loan *own, int64_t gave);
/* An order is home that gave so much away: so much less is lent. own may be NULL. */
void loan_use(struct voucher *voucher, struct voucher_loan *own, int64_t gave);

struct loan_request {
    const struct voucher *voucher;
    const struct voucher_loan *own; /* what the till has already; NULL: nothing */
    struct uuid device;
    const char *till;
    int tills; /* that could be lent something */
    /* More of these; 0 and 0: all that is free of a gift card, which one person carries to one
     * till, and of others what falls to each till. */
    int64_t money;
    int32_t uses;
    const char *currency;
};

enum verdict loan_decide(const struct loan_request *request, struct changeset *cs,
                         struct refusal *why);

#endif
