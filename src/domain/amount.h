/*
 * Money in a sentence: `amount_text(8400, "EUR").text` is "84.00 EUR" in English and "84,00 EUR"
 * where the language spoken says so, good to the end of the call. What is kept in the log is
 * written with amount_kept, which is the same in every language.
 */
#ifndef LOGE_DOMAIN_AMOUNT_H
#define LOGE_DOMAIN_AMOUNT_H

#include "src/base/money.h"

struct amount_text {
    char text[MONEY_TEXT + CURRENCY_TEXT];
};

struct amount_text amount_text(int64_t amount, const char *currency);
struct amount_text amount_kept(int64_t amount, const char *currency);

#endif
