#include "config.h"

#include "src/domain/price.h"

#include <assert.h>

#include "src/base/tongue.h"
#include "src/domain/amount.h"

int64_t price_of(const struct show *show, int32_t class_no, enum price_type type)
{
    for (int i = 0; i < show->price_count; i++) {
        if (show->prices[i].class_no != class_no)
            continue;
        int64_t amount = show->prices[i].amount[type];
        return amount > 0 && type == TYPE_COMP ? 0 : amount;
    }
    return -1;
}

void price_default_concessions(struct price *price)
{
    int64_t adult = price->amount[TYPE_ADULT];
    bool sold = adult >= 0;
    price->amount[TYPE_CHILD] = sold ? money_share(adult, 5000) : -1;
    price->amount[TYPE_SENIOR] = sold ? money_share(adult, 8000) : -1;
    price->amount[TYPE_STUDENT] = sold ? money_share(adult, 8000) : -1;
    price->amount[TYPE_COMP] = sold ? 0 : -1;
}

/* ---- vouchers ----------------------------------------------------------------------------- */

static enum verdict check_voucher_time(const struct voucher *voucher, int64_t now,
                                       struct refusal *why)
{
    char when[TONGUE_WHEN_TEXT];
    if (voucher->valid_from && now < voucher->valid_from)
        return refuse(why, VERDICT_VOUCHER_NOT_VALID, "Voucher %s is not valid before %s.",
                      voucher->code, tongue_when(voucher->valid_from, when));
    if (voucher->valid_until && now >= voucher->valid_until)
        return refuse(why, VERDICT_VOUCHER_NOT_VALID,
                      "Voucher %s was valid until %s; it has expired.", voucher->code,
                      tongue_when(voucher->valid_until, when));
    return VERDICT_OK;
}

int64_t voucher_left(const struct voucher *voucher)
{
    return voucher->budget - voucher->used - voucher->held;
}

static bool voucher_is_spent(const struct voucher *voucher)
{
    bool limited = voucher->budget > 0 || voucher->kind == VOUCHER_GIFT;
    return limited && voucher_left(voucher) <= 0;
}

/* The rest of it is somewhere else. */
static enum verdict rest_is_lent(const struct voucher *voucher, struct refusal *why)
{
    return refuse(why, VERDICT_VOUCHER_NOT_VALID,
                  "The rest of voucher %s is lent to %s; use it there, or ask a supervisor to "
                  "recall it.",
                  voucher->code, voucher->held_by);
}

enum verdict voucher_check(const struct voucher *voucher, int32_t show, int64_t now,
                           struct refusal *why)
{
    if (voucher->disabled)
        return refuse(why, VERDICT_VOUCHER_NOT_VALID, "Voucher %s has been withdrawn.",
                      voucher->code);
    enum verdict verdict = check_voucher_time(voucher, now, why);
    if (verdict != VERDICT_OK)
        return verdict;
    if (voucher->show && voucher->show != show)
        return refuse(why, VERDICT_VOUCHER_NOT_VALID, "Voucher %s is for another show.",
                      voucher->code);
    if (voucher->max_uses && voucher->uses >= voucher->max_uses)
        return refuse(why, VERDICT_VOUCHER_NOT_VALID,
                      "Voucher %s has been used %d times, as often as it may be.", voucher->code,
                      voucher->uses);
    if (voucher->held_uses && voucher->uses + voucher->held_uses >= voucher->max_uses)
        return rest_is_lent(voucher, why);
    if (voucher->held && voucher->used < voucher->budget && voucher_is_spent(voucher))
        return rest_is_lent(voucher, why);
    if (voucher_is_spent(voucher))
        return refuse(why, VERDICT_VOUCHER_NOT_VALID,
                      "Voucher %s is used up; nothing is left on it.", voucher->code);
    return VERDICT_OK;
}

/* ---- list prices -------------------------------------------------------------------------- */

static enum verdict too_much(const struct show *show, struct refusal *why)
{
    return refuse(why, VERDICT_NOT_POSSIBLE,
                  "That comes to more than %s, the most one sale may cost; sell fewer seats at "
                  "once.",
                  amount_text(MONEY_MAX, show->currency).text);
}

static enum verdict fill_prices(const struct show *show, struct quote *quote, struct refusal *why)
{
    int64_t sum = 0;
    for (int i = 0; i < quote->count; i++) {
        struct price_line *line = &quote->lines[i];
        assert(line->type < TYPE_COUNT);
        line->price = price_of(show, line->class_no, line->type);
        line->discount = 0;
        if (line->price < 0)
            return refuse(why, VERDICT_NOT_POSSIBLE,
                          "Ticket %d of this order cannot be sold as %s: its price class has no "
                          "such price in this show; choose another type.",
                          i + 1, tongue_word("type", price_type_name(line->type)));
        if (line->price > MONEY_MAX || !money_add(sum, line->price, &sum))
            return too_much(show, why);
    }
    return VERDICT_OK;
}

/* ---- discounts ---------------------------------------------------------------------------- */

static int64_t line_left(const struct price_line *line)
{
    return line->price - line->discount;
}

static int64_t at_most(int64_t amount, int64_t most)
{
    return amount < most ? amount : most;
}

static enum verdict check_discount(const struct discount *discount, struct refusal *why)
{
    bool percent = discount->kind == DISCOUNT_PERCENT;
    if (discount->kind == DISCOUNT_NONE)
        return VERDICT_OK;
    if (discount->value < 0)
        return refuse(why, VERDICT_INVALID, "A discount cannot be negative.");
    if (percent && discount->value > BASIS_POINTS)
        return refuse(why, VERDICT_INVALID, "A discount cannot be over 100 %%.");
    if (!percent && discount->value > MONEY_MAX)
        return refuse(why, VERDICT_INVALID, "That discount is larger than any sale can be.");
    return VERDICT_OK;
}

static struct price_line *largest_remainder(struct quote *quote)
{
    struct price_line *best = &quote->lines[0];
    for (int i = 1; i < quote->count; i++)
        if (quote->lines[i].total > best->total)
            best = &quote->lines[i];
    return best;
}

/*
 * Every ticket gets the whole units of its share; the units left over go one each to the tickets
 * that lost most by that, the earlier first. `total` is not known yet and keeps the remainder.
 */
static void spread_over_order(struct quote *quote, int64_t amount)
{
    int64_t sum = 0;
    for (int i = 0; i < quote->count; i++)
        sum += quote->lines[i].price;
    if (sum == 0)
        return;
    int64_t rest = amount = at_most(amount, sum);
    for (int i = 0; i < quote->count; i++) {
        struct price_line *line = &quote->lines[i];
        __int128 share = (__int128)amount * line->price;
        line->discount = (int64_t)(share / sum);
        line->total = (int64_t)(share % sum);
        rest -= line->discount;
    }
    for (; rest > 0; rest--) {
        struct price_line *line = largest_remainder(quote);
        line->discount++;
        line->total = -1;
    }
}

static void take_off_by_hand(struct quote *quote, const struct discount *discount)
{
    for (int i = 0; i < quote->count; i++) {
        struct price_line *line = &quote->lines[i];
        if (discount->kind == DISCOUNT_PERCENT)
            line->discount = money_share(line->price, discount->value);
        if (discount->kind == DISCOUNT_EACH)
            line->discount = at_most(discount->value, line->price);
    }
    if (discount->kind == DISCOUNT_ORDER)
        spread_over_order(quote, discount->value);
}

static int64_t voucher_off(const struct voucher *voucher, int64_t left)
{
    if (voucher->kind == VOUCHER_PERCENT)
        return money_share(left, at_most(voucher->value, BASIS_POINTS));
    return at_most(voucher->value, left);
}

static int tickets_that_cost(const struct quote *quote)
{
    int count = 0;
    for (int i = 0; i < quote->count; i++)
        count += line_left(&quote->lines[i]) > 0;
    return count;
}

/* Ticket by ticket until the voucher's budget is used up; the tickets after that pay in full. */
static void take_off_by_voucher(struct quote *quote, const struct voucher *voucher)
{
    for (int i = 0; i < quote->count; i++) {
        struct price_line *line = &quote->lines[i];
        int64_t off = voucher_off(voucher, line_left(line));
        if (voucher->budget)
            off = at_most(off, voucher_left(voucher) - quote->from_voucher);
        line->discount += off;
        quote->from_voucher += off;
    }
}

static enum verdict use_voucher(const struct show *show, const struct voucher *voucher, int64_t now,
                                struct quote *quote, struct refusal *why)
{
    quote->from_voucher = 0;
    if (!voucher || voucher->kind == VOUCHER_GIFT)
        return VERDICT_OK;
    enum verdict verdict = voucher_check(voucher, show->no, now, why);
    if (verdict != VERDICT_OK)
        return verdict;
    int tickets = tickets_that_cost(quote);
    if (voucher->max_tickets && tickets > voucher->max_tickets)
        return refuse(why, VERDICT_VOUCHER_NOT_VALID,
                      "Voucher %s is good for %d tickets a sale, and this sale has %d; sell the "
                      "others apart.",
                      voucher->code, voucher->max_tickets, tickets);
    take_off_by_voucher(quote, voucher);
    return VERDICT_OK;
}

/* ---- the quote ---------------------------------------------------------------------------- */

static bool finish_line(const struct show *show, struct price_line *line)
{
    line->fee = line_left(line) > 0 ? show->fee : 0;
    if (!money_add(line_left(line), line->fee, &line->total))
        return false;
    line->tax = money_tax_within(line->total, show->tax_bp);
    return true;
}

/* Tax, fees and discounts are parts of sums that fit, so only the total needs watching. */
static enum verdict sum_up(const struct show *show, struct quote *quote, struct refusal *why)
{
    quote->total = quote->tax = quote->fees = quote->discounts = 0;
    for (int i = 0; i < quote->count; i++) {
        struct price_line *line = &quote->lines[i];
        if (!finish_line(show, line) || !money_add(quote->total, line->total, &quote->total))
            return too_much(show, why);
        quote->tax += line->tax;
        quote->fees += line->fee;
        quote->discounts += line->discount;
    }
    return VERDICT_OK;
}

enum verdict price_quote(const struct show *show, const struct discount *discount,
                         const struct voucher *voucher, int64_t now, struct quote *quote,
                         struct refusal *why)
{
    enum verdict verdict = check_discount(discount, why);
    if (verdict != VERDICT_OK)
        return verdict;
    verdict = fill_prices(show, quote, why);
    if (verdict != VERDICT_OK)
        return verdict;
    take_off_by_hand(quote, discount);
    verdict = use_voucher(show, voucher, now, quote, why);
    if (verdict != VERDICT_OK)
        return verdict;
    return sum_up(show, quote, why);
}
