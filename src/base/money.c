#include "config.h"

#include "src/base/money.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/tongue.h"

static bool within_limit(int64_t amount)
{
    return amount >= -MONEY_MAX && amount <= MONEY_MAX;
}

bool money_add(int64_t a, int64_t b, int64_t *out)
{
    int64_t sum;
    if (__builtin_add_overflow(a, b, &sum) || !within_limit(sum))
        return false;
    *out = sum;
    return true;
}

bool money_times(int64_t amount, int64_t count, int64_t *out)
{
    int64_t product;
    if (__builtin_mul_overflow(amount, count, &product) || !within_limit(product))
        return false;
    *out = product;
    return true;
}

/* amount * part / whole in 128 bits, half away from zero. */
static int64_t rounded_ratio(int64_t amount, int64_t part, int64_t whole)
{
    assert(within_limit(amount) && whole > 0);
    __int128 twice = (__int128)amount * part * 2;
    __int128 rounded = (twice + (twice < 0 ? -whole : whole)) / ((__int128)whole * 2);
    assert(rounded >= INT64_MIN && rounded <= INT64_MAX);
    return (int64_t)rounded;
}

int64_t money_share(int64_t amount, int64_t basis_points)
{
    return rounded_ratio(amount, basis_points, BASIS_POINTS);
}

int64_t money_tax_within(int64_t gross, int64_t basis_points)
{
    return rounded_ratio(gross, basis_points, BASIS_POINTS + basis_points);
}

bool currency_valid(const char *currency)
{
    for (int i = 0; i < 3; i++)
        if (currency[i] < 'A' || currency[i] > 'Z')
            return false;
    return currency[3] == '\0';
}

/* ISO 4217 currencies whose minor unit is not a hundredth. */
int currency_decimals(const char *currency)
{
    static const char *const lists[] = {
        [0] = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
        [3] = "BHD IQD JOD KWD LYD OMR TND",
        [4] = "CLF UYW",
    };
    if (!currency_valid(currency))
        return 2;
    for (int decimals = 0; decimals < COUNT_OF(lists); decimals++)
        if (lists[decimals] && strstr(lists[decimals], currency))
            return decimals;
    return 2;
}

static int64_t power_of_ten(int exponent)
{
    int64_t power = 1;
    while (exponent-- > 0)
        power *= 10;
    return power;
}

char *money_text(int64_t amount, const char *currency, char out[MONEY_TEXT])
{
    int decimals = currency_decimals(currency);
    uint64_t unit = (uint64_t)power_of_ten(decimals);
    uint64_t size = amount < 0 ? -(uint64_t)amount : (uint64_t)amount;
    const char *sign = amount < 0 ? "-" : "";
    if (decimals == 0)
        snprintf(out, MONEY_TEXT, "%s%" PRIu64, sign, size);
    else
        snprintf(out, MONEY_TEXT, "%s%" PRIu64 ".%0*" PRIu64, sign, size / unit, decimals,
                 size % unit);
    return out;
}

char *money_said(int64_t amount, const char *currency, char out[MONEY_TEXT])
{
    /* L10N: what stands between units and cents: 42.00. A point or a comma. */
    const char *mark = tongue_word("number", ".");
    char *point = strchr(money_text(amount, currency, out), '.');
    if (point && mark[0] && !mark[1])
        *point = mark[0];
    return out;
}

/* Appends the digits at *at to *value; stops at MONEY_MAX. Returns how many, or -1 when too large.
 */
static int take_digits(const char **at, int64_t *value)
{
    int digits = 0;
    for (; **at >= '0' && **at <= '9'; ++*at, digits++) {
        *value = *value * 10 + (**at - '0');
        if (!within_limit(*value))
            return -1;
    }
    return digits;
}

bool money_parse(const char *text, const char *currency, int64_t *out)
{
    int64_t value = 0;
    int given = 0, decimals = currency_decimals(currency);
    bool negative = *text == '-';
    text += negative;
    if (take_digits(&text, &value) <= 0)
        return false;
    if (*text == '.' || *text == ',') {
        text++;
        given = take_digits(&text, &value);
        if (given <= 0 || given > decimals)
            return false;
    }
    value *= power_of_ten(decimals - given);
    if (*text != '\0' || !within_limit(value))
        return false;
    *out = negative ? -value : value;
    return true;
}

bool money_read(const char *text, const char *currency, int64_t *out)
{
    /* L10N: what stands between thousands: 38,412. One character of ASCII: a comma, a point, or a
     * blank. */
    const char *group = tongue_word("number", ",");
    const char *mark = strpbrk(text, ".,");
    if (mark && *mark == *group && strlen(mark + 1) == 3)
        return false;
    return money_parse(text, currency, out);
}
