/*
 * What seats cost.
 *
 *   price     of the class and type (adult, child, senior, student, comp), from the show
 * - discount  percent or fixed, by hand or by voucher: on each ticket, never below zero
 * + fee       the show's booking fee on each ticket that still costs something
 * = total     in which `tax` is contained at the show's rate
 *
 * Percentages round half away from zero on each ticket (money.h); a fixed discount off the whole
 * order is spread over the tickets in proportion, largest remainders first, so nothing is lost.
 *
 * A comp ticket costs nothing, whatever the show says. A voucher takes its amount or percentage off
 * each ticket in turn, until its budget is used up; only tickets that cost something count against
 * its number of tickets.
 */
#ifndef LOGE_DOMAIN_PRICE_H
#define LOGE_DOMAIN_PRICE_H

#include "src/domain/entity.h"
#include "src/domain/verdict.h"

enum discount_kind { DISCOUNT_NONE, DISCOUNT_PERCENT, DISCOUNT_EACH, DISCOUNT_ORDER };

struct discount {
    enum discount_kind kind;
    int64_t value; /* basis points, or minor units a ticket or an order */
};

struct price_line { /* in: class and type; out: the rest */
    int32_t class_no;
    enum price_type type;
    int64_t price, discount, fee, tax, total;
};

struct quote {
    struct price_line *lines; /* the caller's array */
    int count;
    int64_t total, tax, fees, discounts;
    int64_t from_voucher; /* what the voucher took off */
};

/* What this class costs as this type, before discount and fee; -1: not sold as this. */
int64_t price_of(const struct show *show, int32_t class_no, enum price_type type);

/*
 * Fills the lines and sums. voucher may be NULL (a VOUCHER_GIFT is a means of payment and takes
 * nothing off here). INVALID: a type not sold in that class, an expired, exhausted, foreign or
 * disabled voucher, too many tickets for it, a discount that is negative or over 100 %, an
 * amount over MONEY_MAX. Hand discount first, then the voucher on what is left.
 */
enum verdict price_quote(const struct show *show, const struct discount *discount,
                         const struct voucher *voucher, int64_t now, struct quote *quote,
                         struct refusal *why);

/* May this voucher be used at all for this show, now? (kind-independent checks) */
enum verdict voucher_check(const struct voucher *voucher, int32_t show, int64_t now,
                           struct refusal *why);

/* What may still be spent of its budget here: without what is lent to other tills. */
int64_t voucher_left(const struct voucher *voucher);

/* Concessions when a show names only adult prices: child 50 %, senior and student 80 %, comp 0. */
void price_default_concessions(struct price *price);

#endif
