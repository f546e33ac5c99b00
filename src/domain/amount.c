#include "config.h"

#include "src/domain/amount.h"

#include <stdio.h>

struct amount_text amount_text(int64_t amount, const char *currency)
{
    struct amount_text out;
    char digits[MONEY_TEXT];
    snprintf(out.text, sizeof out.text, "%s %s", money_said(amount, currency, digits), currency);
    return out;
}

struct amount_text amount_kept(int64_t amount, const char *currency)
{
    struct amount_text out;
    char digits[MONEY_TEXT];
    snprintf(out.text, sizeof out.text, "%s %s", money_text(amount, currency, digits), currency);
    return out;
}
