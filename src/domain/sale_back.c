/* Giving money back: by the payments of the sale, each at most what it still holds. */
#include "config.h"

#include "src/base/tongue.h"
#include "src/domain/sale_money.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/intent.h"

struct share { /* a payment, and what of it has not been given back yet */
    const struct payment *payment;
    int64_t left;
};

struct shares {
    struct share *at; /* in order of payment */
    int count;
};

static int compare_shares(const void *a, const void *b)
{
    const struct payment *one = ((const struct share *)a)->payment;
    const struct payment *two = ((const struct share *)b)->payment;
    if (one->at != two->at)
        return one->at < two->at ? -1 : 1;
    return uuid_compare(&one->id, &two->id);
}

static bool same_source(const struct payment *a, const struct payment *b)
{
    return a->tender == b->tender && strcmp(a->auth, b->auth) == 0 &&
           strcmp(a->voucher, b->voucher) == 0;
}

/* Takes `amount` from the latest shares back; like: only from those of the same source. */
static int64_t take_from_latest(struct shares *shares, int64_t amount, const struct payment *like)
{
    for (int i = shares->count - 1; i >= 0 && amount > 0; i--) {
        struct share *share = &shares->at[i];
        if (like && !same_source(share->payment, like))
            continue;
        int64_t taken = amount < share->left ? amount : share->left;
        share->left -= taken;
        amount -= taken;
    }
    return amount;
}

/* What was given back by another tender than it was paid is taken off the latest payments. */
static struct shares shares_of(const struct sale *sale, struct arena *arena)
{
    struct shares shares = {
        .at = arena_array(arena, (size_t)sale->payment_count + 1, sizeof *shares.at)};
    for (int i = 0; i < sale->payment_count; i++)
        if (sale->payments[i].amount > 0)
            shares.at[shares.count++] =
                (struct share){&sale->payments[i], sale->payments[i].amount};
    qsort(shares.at, (size_t)shares.count, sizeof *shares.at, compare_shares);
    int64_t elsewhere = 0;
    for (int i = 0; i < sale->payment_count; i++)
        if (sale->payments[i].amount < 0)
            elsewhere += take_from_latest(&shares, -sale->payments[i].amount, &sale->payments[i]);
    take_from_latest(&shares, elsewhere, NULL);
    return shares;
}

static int64_t left_of(const struct shares *shares, int tender)
{
    int64_t sum = 0;
    for (int i = 0; i < shares->count; i++)
        if (tender < 0 || tender == (int)shares->at[i].payment->tender)
            sum += shares->at[i].left;
    return sum;
}

/* ---- writing it down ---------------------------------------------------------------------- */

struct giver {
    const struct money_back *back;
    const struct changeset *cs;
    struct money_moves *moves;
};

/* The house's payment provider gives the money back, so it leaves no drawer and no card terminal.
 */
static bool leaves_no_till(const struct money_back *back, const struct payment *source)
{
    return source->tender == TENDER_CARD && intent_is_auth(source->auth) &&
           !uuid_equal(&source->shift, &back->shift->id);
}

/* One line for each source, however many payments it had been. */
static struct payment *line_for(struct giver *giver, const struct payment *source)
{
    for (int i = 0; i < giver->moves->payments.count; i++)
        if (same_source(&giver->moves->payments.at[i], source))
            return &giver->moves->payments.at[i];
    struct payment *line = LIST_ADD(giver->cs->arena, &giver->moves->payments);
    *line = (struct payment){.id = uuid_make(giver->back->ids, giver->cs->now),
                             .sale = giver->back->sale->id,
                             .tender = source->tender,
                             .at = giver->cs->now};
    if (giver->back->shift && !leaves_no_till(giver->back, source))
        line->shift = giver->back->shift->id;
    text_copy(line->auth, sizeof line->auth, source->auth);
    text_copy(line->voucher, sizeof line->voucher, source->voucher);
    text_copy(line->reason, sizeof line->reason, giver->cs->reason);
    return line;
}

static enum verdict give(struct giver *giver, const struct payment *source, int64_t amount,
                         struct refusal *why)
{
    const struct money_back *back = giver->back;
    if (source->tender == TENDER_VOUCHER) {
        struct voucher *gift = sale_gift(back->gifts, back->gift_count, source->voucher,
                                         giver->cs->arena, giver->moves);
        if (!gift)
            return refuse(why, VERDICT_NOT_FOUND,
                          "Gift voucher \"%s\" no longer exists; give the money back in cash.",
                          source->voucher);
        const int64_t returned = amount < gift->used ? amount : gift->used;
        gift->used -= returned;
        gift->gave -= returned;
    }
    line_for(giver, source)->amount -= amount;
    return VERDICT_OK;
}

static enum verdict give_by_shares(struct giver *giver, const struct shares *shares,
                                   struct refusal *why)
{
    const struct money_back *back = giver->back;
    int64_t rest = back->amount;
    for (int i = 0; i < shares->count && rest > 0; i++) {
        int at = back->first_payment_first ? i : shares->count - 1 - i;
        const struct share *share = &shares->at[at];
        if (share->left == 0 || (back->tender >= 0 && back->tender != (int)share->payment->tender))
            continue;
        int64_t amount = rest < share->left ? rest : share->left;
        enum verdict verdict = give(giver, share->payment, amount, why);
        if (verdict != VERDICT_OK)
            return verdict;
        rest -= amount;
    }
    return VERDICT_OK;
}

static enum verdict check_enough(const struct money_back *back, const struct shares *shares,
                                 struct refusal *why)
{
    const char *currency = back->sale->currency;
    int by = back->tender == TENDER_CASH ? -1 : back->tender;
    int64_t left = left_of(shares, by);
    if (back->amount <= left)
        return VERDICT_OK;
    if (by < 0)
        return refuse(why, VERDICT_AMOUNT_MISMATCH,
                      "%s would go back, and only %s of what was paid for sale %s is left.",
                      amount_text(back->amount, currency).text, amount_text(left, currency).text,
                      back->sale->code);
    return refuse(why, VERDICT_AMOUNT_MISMATCH,
                  "%s cannot go back by %s: only %s of what it paid for sale %s is left; give it "
                  "back as it was paid, or in cash.",
                  amount_text(back->amount, currency).text,
                  tongue_word("tender", tender_name((enum tender)by)),
                  amount_text(left, currency).text, back->sale->code);
}

enum verdict sale_give_back(const struct money_back *back, const struct changeset *cs,
                            struct money_moves *moves, struct refusal *why)
{
    static const struct payment cash = {.tender = TENDER_CASH};
    struct giver giver = {.back = back, .cs = cs, .moves = moves};
    struct shares shares = shares_of(back->sale, cs->arena);
    enum verdict verdict = check_enough(back, &shares, why);
    if (verdict != VERDICT_OK || back->amount == 0)
        return verdict;
    if (back->tender == TENDER_CASH)
        return give(&giver, &cash, back->amount, why);
    return give_by_shares(&giver, &shares, why);
}
