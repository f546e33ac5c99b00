/*
 * Money is a whole number of minor units (cents) in the show's currency; there is no floating
 * point.
 *
 * One rounding rule, used everywhere a fraction can appear (percentages, tax): half away from zero,
 * once, on each ticket. Sums are sums of rounded tickets, so a receipt always adds up.
 */
#ifndef LOGE_BASE_MONEY_H
#define LOGE_BASE_MONEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { CURRENCY_TEXT = 4, MONEY_TEXT = 32 };
enum { BASIS_POINTS = 10000 }; /* 100 % */

/* No single amount in Loge may pass this (a billion units); keeps every sum far from overflow. */
#define MONEY_MAX ((int64_t)100000000000)

bool money_add(int64_t a, int64_t b, int64_t *out) MUST_USE; /* false: past MONEY_MAX */
bool money_times(int64_t amount, int64_t count, int64_t *out) MUST_USE;

/* amount * basis_points / 10000, rounded half away from zero. |amount| <= MONEY_MAX. */
int64_t money_share(int64_t amount, int64_t basis_points);
/* The tax contained in a gross amount at this rate: gross * bp / (10000 + bp), same rounding. */
int64_t money_tax_within(int64_t gross, int64_t basis_points);

/* "84.00" (two decimals; none for JPY, three for KWD and the like). Returns out. */
char *money_text(int64_t amount, const char *currency, char out[MONEY_TEXT]);
/* The same with the decimal mark of the language spoken (tongue.h): "84,00". Returns out. */
char *money_said(int64_t amount, const char *currency, char out[MONEY_TEXT]);
/*
 * "84", "84.5", "84.00", "84,00", "-3.20". No exponent, no spaces, no thousands marks: a point and
 * a comma are both the decimal mark, in every language, because people type what their keyboard
 * has. What could be thousands is refused and never guessed: more digits than the currency has
 * decimals follow the mark in "1.000" and in "1,000", and two marks are one too many.
 */
bool money_parse(const char *text, const char *currency, int64_t *out) MUST_USE;
/*
 * The same for what a person types. Where a currency has three decimals "1.000" is a thousand to
 * some and one to others: three digits behind the thousands mark of the language spoken are
 * refused.
 */
bool money_read(const char *text, const char *currency, int64_t *out) MUST_USE;
/* Three capital letters. */
bool currency_valid(const char *currency);
int currency_decimals(const char *currency);

#endif
