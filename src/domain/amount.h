/* Money in a sentence: `amount_text(8400, "EUR").text` is "84.00 EUR", good to the end of the call.
 */
#ifndef LOGE_DOMAIN_AMOUNT_H
#define LOGE_DOMAIN_AMOUNT_H

#include "src/base/money.h"

struct amount_text {
    char text[MONEY_TEXT + CURRENCY_TEXT];
};

struct amount_text amount_text(int64_t amount, const char *currency);

#endif
