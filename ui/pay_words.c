/* Payments and discounts in words, and back. */
#include "config.h"

#include "ui/pay.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"

const char *way_word(enum way way)
{
    /* L10N: ways to pay, behind their key; at most 16 columns, except the last two */
    static const char *const words[] = {[WAY_NONE] = "",
                                        [WAY_CASH] = N_("Cash"),
                                        [WAY_CARD] = N_("Card terminal"),
                                        [WAY_GIFT] = N_("Voucher or gift card"),
                                        [WAY_SPLIT] = N_("Split between several"),
                                        [WAY_PICKUP] = N_("Will-call, pay at pickup")};
    return _(words[way]);
}

char *discount_words(const struct discount *discount, const char *currency, char *out, size_t size)
{
    char money[FORMAT_TEXT];
    format_money(discount->value, currency, money);
    switch (discount->kind) {
    case DISCOUNT_NONE:
        text_copy(out, size, "");
        break;
    case DISCOUNT_PERCENT:
        /* 1250 basis points are 12.5 % */
        snprintf(out, size, discount->value % 100 ? "%d.%02d%%" : "%d%%",
                 (int)(discount->value / 100), (int)(discount->value % 100));
        break;
    case DISCOUNT_EACH:
        snprintf(out, size, _("%s each"), money);
        break;
    case DISCOUNT_ORDER:
        snprintf(out, size, _("%s off the order"), money);
        break;
    }
    return out;
}

/* Basis points are hundredths of a per cent, as cents are of a euro. */
static bool parse_percent(const char *text, size_t length, int64_t *out)
{
    char digits[16];
    if (length == 0 || length >= sizeof digits)
        return false;
    memcpy(digits, text, length);
    digits[length] = '\0';
    return money_read(digits, "EUR", out) && *out >= 0 && *out <= BASIS_POINTS;
}

bool discount_parse(const char *text, const char *currency, struct discount *out)
{
    char amount[32];
    size_t length = strlen(text);
    *out = (struct discount){.kind = DISCOUNT_NONE};
    if (length == 0)
        return true;
    if (text[length - 1] == '%') {
        out->kind = DISCOUNT_PERCENT;
        return parse_percent(text, length - 1, &out->value);
    }
    bool each = length > 5 && strcmp(text + length - 5, "/each") == 0;
    out->kind = each ? DISCOUNT_EACH : DISCOUNT_ORDER;
    return text_copy(amount, sizeof amount, text) &&
           (amount[each ? length - 5 : length] = '\0', money_read(amount, currency, &out->value)) &&
           out->value >= 0 && out->value <= MONEY_MAX;
}

static void tell_little(const struct tenders *tenders, int64_t total, const char *currency,
                        struct effects *effects)
{
    char money[FORMAT_TEXT];
    format_money(tenders_missing(tenders, total, currency), currency, money);
    if (tenders->way != WAY_SPLIT)
        /* L10N: an amount; s is the key that splits a payment */
        effect_error(effects, _("%s is missing. Take more, or split it between several with s."),
                     money);
    else if (tenders_left(tenders, total) > 0)
        /* L10N: an amount; c, d and v are keys */
        effect_error(effects, _("%s is missing. c takes it in cash, d by card, v by gift card."),
                     money);
    else
        /* L10N: an amount: less was handed over than the part paid in cash */
        effect_error(effects, _("%s of the part in cash is missing. Take more, or erase it."),
                     money);
}

void tell_fault(enum tenders_fault fault, const struct tenders *tenders, int64_t total,
                const char *currency, struct effects *effects)
{
    switch (fault) {
    case TENDERS_GOOD:
        break;
    case TENDERS_NO_WAY:
        effect_error(effects, "%s",
                     _("How is it paid? c cash, d card, v voucher, s split, w will-call."));
        break;
    case TENDERS_NO_SUM:
        effect_error(effects, _("\"%s\" is not an amount."), tenders->typed);
        break;
    case TENDERS_TOO_LITTLE:
        tell_little(tenders, total, currency, effects);
        break;
    case TENDERS_TOO_MUCH:
        effect_error(effects, "%s",
                     _("That is more than is to pay. Take it back and say it anew."));
        break;
    case TENDERS_OVER_BALANCE:
        effect_error(effects, "%s", _("The gift card does not hold that much."));
        break;
    case TENDERS_NOTHING_LEFT:
        effect_error(effects, "%s", _("Nothing is left to pay. Enter takes the money."));
        break;
    case TENDERS_TOO_MANY:
        effect_error(effects,
                     ngettext("An order is paid in at most %d part.",
                              "An order is paid in at most %d parts.", TENDERS_MAX),
                     TENDERS_MAX);
        break;
    }
}
