#include "config.h"

#include "src/domain/sale_money.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "src/base/text.h"

enum { AUTH_MIN = 4 };

struct voucher *sale_gift(const struct voucher *gifts, int count, const char *code,
                          struct arena *arena, struct money_moves *moves)
{
    for (int i = 0; i < moves->gifts.count; i++)
        if (strcasecmp(moves->gifts.at[i].code, code) == 0)
            return &moves->gifts.at[i];
    for (int i = 0; i < count; i++) {
        if (strcasecmp(gifts[i].code, code) != 0)
            continue;
        struct voucher *copy = LIST_ADD(arena, &moves->gifts);
        *copy = gifts[i];
        return copy;
    }
    return NULL;
}

void sale_write_money(const struct money_moves *moves, struct changeset *cs)
{
    for (int i = 0; i < moves->payments.count; i++)
        *LIST_ADD(cs->arena, &cs->payments) = moves->payments.at[i];
    for (int i = 0; i < moves->gifts.count; i++)
        *LIST_ADD(cs->arena, &cs->vouchers) = moves->gifts.at[i];
}

/* ---- the shape of the tenders ------------------------------------------------------------- */

static bool auth_is_good(const char *auth)
{
    size_t length = strnlen(auth, AUTH_TEXT);
    if (length < AUTH_MIN || length >= AUTH_TEXT)
        return false;
    for (const char *c = auth; *c; c++)
        if (!((*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z')))
            return false;
    return true;
}

static enum verdict check_line(const struct money_in *in, const struct tender_line *line,
                               struct refusal *why)
{
    assert(line->tender < TENDER_COUNT);
    if (line->amount < 0 || line->given < 0)
        return refuse(why, VERDICT_INVALID,
                      "A payment cannot be negative; to give money back, refund the sale.");
    if (line->amount > MONEY_MAX || line->given > MONEY_MAX)
        return refuse(why, VERDICT_INVALID, "A payment can be at most %s.",
                      amount_text(MONEY_MAX, in->currency).text);
    if (line->tender == TENDER_CARD && !auth_is_good(line->auth))
        return refuse(why, VERDICT_INVALID,
                      "A card payment needs the authorisation code from the terminal: %d to %d "
                      "letters or digits.",
                      AUTH_MIN, AUTH_TEXT - 1);
    return VERDICT_OK;
}

static enum verdict too_much(const struct money_in *in, int64_t offered, struct refusal *why)
{
    return refuse(why, VERDICT_AMOUNT_MISMATCH,
                  "%s is to be paid and the tenders come to %s: %s too much; lower one of them "
                  "(for cash, say apart what was handed over).",
                  amount_text(in->due, in->currency).text, amount_text(offered, in->currency).text,
                  amount_text(offered - in->due, in->currency).text);
}

/* The sum of the amounts that were named; each is checked first, so eight of them cannot overflow.
 */
static enum verdict check_tenders(const struct money_in *in, int64_t *named, struct refusal *why)
{
    *named = 0;
    if (in->tender_count > TENDERS_MAX)
        return refuse(why, VERDICT_INVALID, "A sale can be paid in at most %d parts, not %d.",
                      TENDERS_MAX, in->tender_count);
    for (int i = 0; i < in->tender_count; i++) {
        enum verdict verdict = check_line(in, &in->tenders[i], why);
        if (verdict != VERDICT_OK)
            return verdict;
        *named += in->tenders[i].amount;
    }
    return *named > in->due ? too_much(in, *named, why) : VERDICT_OK;
}

static enum verdict check_nothing_given(const struct money_in *in, struct refusal *why)
{
    for (int i = 0; i < in->tender_count; i++)
        if (in->tenders[i].given)
            return refuse(why, VERDICT_AMOUNT_MISMATCH,
                          "Nothing is to be paid; hand back the %s and leave the payment out.",
                          amount_text(in->tenders[i].given, in->currency).text);
    return VERDICT_OK;
}

/* ---- one tender --------------------------------------------------------------------------- */

struct till { /* what is handed from one tender to the next */
    const struct money_in *in;
    const struct changeset *cs;
    struct money_moves *moves;
    int64_t open; /* for tenders without an amount */
    int64_t taken;
};

static struct payment *add_payment(struct till *till, enum tender tender, int64_t amount)
{
    const struct money_in *in = till->in;
    struct payment *payment = LIST_ADD(till->cs->arena, &till->moves->payments);
    *payment = (struct payment){.id = uuid_make(in->ids, till->cs->now),
                                .sale = *in->sale,
                                .tender = tender,
                                .amount = amount,
                                .at = till->cs->now};
    if (in->shift)
        payment->shift = in->shift->id;
    return payment;
}

static enum verdict take_cash(struct till *till, const struct tender_line *line, int64_t amount,
                              struct refusal *why)
{
    const char *currency = till->in->currency;
    int64_t given = line->given ? line->given : amount;
    if (given < amount)
        return refuse(why, VERDICT_AMOUNT_MISMATCH,
                      "%s in cash is to be paid and %s was handed over: %s is missing.",
                      amount_text(amount, currency).text, amount_text(given, currency).text,
                      amount_text(amount - given, currency).text);
    add_payment(till, TENDER_CASH, amount)->given = given;
    till->moves->change += given - amount;
    return VERDICT_OK;
}

static enum verdict take_card(struct till *till, const struct tender_line *line, int64_t amount,
                              struct refusal *why)
{
    if (line->given && line->given != amount)
        return refuse(why, VERDICT_AMOUNT_MISMATCH,
                      "A card pays its exact part, %s; change is given on cash only.",
                      amount_text(amount, till->in->currency).text);
    struct payment *payment = add_payment(till, TENDER_CARD, amount);
    text_copy(payment->auth, sizeof payment->auth, line->auth);
    return VERDICT_OK;
}

static enum verdict check_gift(const struct till *till, const struct voucher *gift,
                               struct refusal *why)
{
    if (gift->kind != VOUCHER_GIFT)
        return refuse(why, VERDICT_VOUCHER_NOT_VALID,
                      "Voucher %s takes money off tickets and cannot pay; name it as the sale's "
                      "voucher instead.",
                      gift->code);
    return voucher_check(gift, till->in->show, till->cs->now, why);
}

/* Finds the voucher of a tender; the first time it is named, one more use is counted. */
static enum verdict find_gift(struct till *till, const char *code, struct voucher **gift,
                              struct refusal *why)
{
    struct money_moves *moves = till->moves;
    int before = moves->gifts.count;
    *gift = sale_gift(till->in->gifts, till->in->gift_count, code, till->cs->arena, moves);
    if (!*gift)
        return refuse(why, VERDICT_NOT_FOUND, "There is no gift voucher \"%s\".", code);
    if (moves->gifts.count == before)
        return VERDICT_OK;
    enum verdict verdict = check_gift(till, *gift, why);
    (*gift)->uses++;
    return verdict;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static enum verdict take_gift(struct till *till, const struct tender_line *line, int64_t wanted,
                              struct refusal *why)
{
    struct voucher *gift;
    enum verdict verdict = find_gift(till, line->voucher, &gift, why);
    if (verdict != VERDICT_OK)
        return verdict;
    int64_t left = voucher_left(gift);
    int64_t amount = line->amount ? line->amount : least(wanted, left);
    if (amount > left && gift->held)
        return refuse(why, VERDICT_VOUCHER_NOT_VALID,
                      "Gift voucher %s has %s left here, and the rest is lent to %s; pay another "
                      "way, or ask a supervisor to recall it.",
                      gift->code, amount_text(left, till->in->currency).text, gift->held_by);
    if (amount > left || amount == 0)
        return refuse(why, VERDICT_VOUCHER_NOT_VALID,
                      "Gift voucher %s has %s left; pay the rest another way.", gift->code,
                      amount_text(left, till->in->currency).text);
    gift->used += amount;
    gift->gave += amount;
    struct payment *payment = add_payment(till, TENDER_VOUCHER, amount);
    text_copy(payment->voucher, sizeof payment->voucher, gift->code);
    return VERDICT_OK;
}

static enum verdict take_tender(struct till *till, int index, struct refusal *why)
{
    static enum verdict (*const take[])(struct till *, const struct tender_line *, int64_t,
                                        struct refusal *) = {
        [TENDER_CASH] = take_cash,
        [TENDER_CARD] = take_card,
        [TENDER_VOUCHER] = take_gift,
    };
    _Static_assert(COUNT_OF(take) == TENDER_COUNT, "every tender is taken");
    const struct tender_line *line = &till->in->tenders[index];
    int64_t amount = line->amount ? line->amount : till->open;
    if (amount == 0)
        return refuse(why, VERDICT_AMOUNT_MISMATCH,
                      "Nothing is left for payment %d to pay; leave it out or lower the others.",
                      index + 1);
    enum verdict verdict = take[line->tender](till, line, amount, why);
    if (verdict != VERDICT_OK)
        return verdict;
    int64_t paid = till->moves->payments.at[till->moves->payments.count - 1].amount;
    till->taken += paid;
    till->open -= line->amount ? 0 : paid;
    return VERDICT_OK;
}

/* ---- all of them -------------------------------------------------------------------------- */

static enum verdict take_tenders(struct till *till, struct refusal *why)
{
    const struct money_in *in = till->in;
    for (int i = 0; i < in->tender_count; i++) {
        enum verdict verdict = take_tender(till, i, why);
        if (verdict != VERDICT_OK)
            return verdict;
    }
    if (till->taken < in->due)
        return refuse(why, VERDICT_AMOUNT_MISMATCH,
                      "%s is to be paid and the tenders come to %s: %s is missing; add a payment.",
                      amount_text(in->due, in->currency).text,
                      amount_text(till->taken, in->currency).text,
                      amount_text(in->due - till->taken, in->currency).text);
    return VERDICT_OK;
}

enum verdict sale_take_money(const struct money_in *in, const struct changeset *cs,
                             struct money_moves *moves, struct refusal *why)
{
    static const struct tender_line exact_cash = {.tender = TENDER_CASH};
    struct money_in all = *in;
    if (all.tender_count == 0) {
        all.tenders = &exact_cash;
        all.tender_count = 1;
    }
    int64_t named;
    enum verdict verdict = check_tenders(&all, &named, why);
    if (verdict != VERDICT_OK)
        return verdict;
    if (all.due == 0)
        return check_nothing_given(&all, why);
    struct till till = {.in = &all, .cs = cs, .moves = moves, .open = all.due - named};
    return take_tenders(&till, why);
}
