#include "config.h"

#include "src/domain/scale_weight.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { DIGITS_MAX = 6, PARTS_OF_GRAM = 100000 };

/* What one of it weighs, in hundred-thousandths of a gram: a pound is 453.59237 g to the digit. */
static const struct unit {
    const char *name;
    int64_t weighs;
} units[] = {
    {"kg", (int64_t)1000 * PARTS_OF_GRAM},
    {"g", PARTS_OF_GRAM},
    {"lb", 45359237},
};

struct number {
    int64_t digits; /* without the mark */
    int64_t whole;  /* what one is in them: 100 for two decimals */
};

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " ");
}

/* False: there is none, or more than any scale shows; so nothing can overflow. */
static bool take_digits(const char **text, struct number *number)
{
    int digits = 0;
    for (; **text >= '0' && **text <= '9' && digits <= DIGITS_MAX; ++*text, digits++) {
        number->digits = number->digits * 10 + (**text - '0');
        number->whole *= 10;
    }
    return digits > 0 && digits <= DIGITS_MAX;
}

static bool take_number(const char **text, struct number *number)
{
    *number = (struct number){0, 1};
    bool fine = take_digits(text, number);
    number->whole = 1;
    if (!fine || (**text != '.' && **text != ','))
        return fine;
    ++*text;
    return take_digits(text, number);
}

static const struct unit *take_unit(const char **text)
{
    size_t letters = 0;
    for (; (**text | 0x20) >= 'a' && (**text | 0x20) <= 'z' && letters < 3; letters++)
        ++*text;
    for (int i = 0; i < COUNT_OF(units); i++)
        if (strlen(units[i].name) == letters &&
            strncasecmp(*text - letters, units[i].name, letters) == 0)
            return &units[i];
    return NULL;
}

/* In 128 bits: twelve digits of pounds are more than 64 can hold. */
static bool to_grams(const struct number *number, const struct unit *unit, int32_t *grams)
{
    __int128 whole = (__int128)number->whole * PARTS_OF_GRAM;
    __int128 rounded = ((__int128)number->digits * unit->weighs * 2 + whole) / (whole * 2);
    if (rounded > SCALE_MOST_G)
        return false;
    *grams = (int32_t)rounded;
    return true;
}

const char *scale_weight_take(const char *text, int32_t *grams)
{
    struct number number;
    text = skip_blanks(text);
    bool negative = *text == '-';
    text = skip_blanks(text + (*text == '-' || *text == '+'));
    if (!take_number(&text, &number))
        return NULL;
    text = skip_blanks(text);
    const struct unit *unit = take_unit(&text);
    if (!unit || !to_grams(&number, unit, grams))
        return NULL;
    if (negative)
        *grams = -*grams;
    return skip_blanks(text);
}
