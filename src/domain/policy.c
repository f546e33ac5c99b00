#include "config.h"

#include "src/domain/policy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/checkin.h"

enum { MINUTE = 60000, FORTNIGHT = 14 * 24 * 60, YEAR = 366 * 24 * 60 };

static const struct {
    const char *name, *column, *meaning;
    int64_t unit, low, high;
    enum { COUNTED, SWITCH, MONEY } kind;
} table[POLICY_COUNT] = {
    [POLICY_REBASE] = {"rebase", "rebase",
                       N_("Take a seat that was sold alone when it is free again."), 1, 0, 1,
                       SWITCH},
    [POLICY_PAID_BEATS_HOLD] = {"paid-beats-hold", "paid_beats_hold",
                                N_("Let what was sold alone take seats from an unpaid hold."), 1, 0,
                                1, SWITCH},
    [POLICY_RESEAT_MOST] = {"reseat-most", "reseat_most",
                            N_("Offer other seats to groups of up to so many; 0 offers none."), 1,
                            0, 100, COUNTED},
    [POLICY_LEASE] = {"lease-minutes", "lease_ms",
                      N_("So long a till that is alone sells for good what is lent to it."), MINUTE,
                      1, FORTNIGHT, COUNTED},
    [POLICY_DECIDE] = {"decide-minutes", "decide_ms",
                       N_("So long before a show its conflicts have to be decided."), MINUTE, 0,
                       FORTNIGHT, COUNTED},
    [POLICY_OFFLINE_DAYS] = {"offline-days", "offline_days",
                             N_("So many days people may sign in at a till that is alone."), 1, 1,
                             365, COUNTED},
    [POLICY_WEB_REFUND] = {"web-refund", "web_refund",
                           N_("Let web customers return tickets for their money."), 1, 0, 1,
                           SWITCH},
    [POLICY_WEB_REFUND_UNTIL] = {"web-refund-minutes", "web_refund_until_ms",
                                 N_("Until so long before the show web customers return tickets."),
                                 MINUTE, 0, YEAR, COUNTED},
    [POLICY_WEB_REFUND_FEES] = {"web-refund-keeps-fees", "web_refund_fees",
                                N_("Keep the fees when web customers return tickets."), 1, 0, 1,
                                SWITCH},
    [POLICY_LIST_OLD] = {"list-minutes", "list_ms",
                         N_("After so many minutes alone a door's list of tickets is old."), MINUTE,
                         1, FORTNIGHT, COUNTED},
    [POLICY_LIST_SCANNER] = {"list-scanner", "list_scanner",
                             N_("Let scanner staff admit by an old list, with a reason."), 1, 0, 1,
                             SWITCH},
    [POLICY_BAG_LIMIT] = {"bag-limit-grams", "bag_limit_g",
                          N_("A bag of up to so many grams comes in for nothing."), 1, 0,
                          BAG_MOST_G, COUNTED},
    [POLICY_BAG_FEE] = {"bag-fee", "bag_fee", N_("What a heavier bag costs; 0 asks for nothing."),
                        1, 0, MONEY_MAX, MONEY},
};

const char *policy_name(enum policy_key key)
{
    return table[key].name;
}

const char *policy_column(enum policy_key key)
{
    return table[key].column;
}

const char *policy_meaning(enum policy_key key)
{
    return table[key].meaning;
}

bool policy_is_switch(enum policy_key key)
{
    return table[key].kind == SWITCH;
}

bool policy_is_money(enum policy_key key)
{
    return table[key].kind == MONEY;
}

bool policy_is_of_tills(enum policy_key key)
{
    return key < POLICY_BAG_LIMIT;
}

int64_t policy_unit(enum policy_key key)
{
    return table[key].unit;
}

void policy_range(enum policy_key key, int64_t *low, int64_t *high)
{
    *low = table[key].low;
    *high = table[key].high;
}

bool policy_parse(const char *name, enum policy_key *out)
{
    for (int key = 0; key < POLICY_COUNT; key++)
        if (strcmp(table[key].name, name) == 0) {
            *out = (enum policy_key)key;
            return true;
        }
    return false;
}

static bool parse_switch(const char *text, int64_t *out)
{
    *out = strcmp(text, "on") == 0;
    return *out || strcmp(text, "off") == 0;
}

static bool parse_number(enum policy_key key, const char *text, int64_t *out)
{
    int64_t units;
    if (!text_to_int(text, table[key].low, table[key].high, &units))
        return false;
    *out = units * table[key].unit;
    return true;
}

bool policy_value_parse(enum policy_key key, const char *text, const char *currency, int64_t *out)
{
    switch (table[key].kind) {
    case SWITCH:
        return parse_switch(text, out);
    case MONEY:
        return money_parse(text, currency, out) && *out >= 0;
    case COUNTED:
        break;
    }
    return parse_number(key, text, out);
}

char *policy_value_text(enum policy_key key, int64_t value, const char *currency,
                        char out[POLICY_TEXT])
{
    if (table[key].kind == MONEY)
        return money_text(value, currency, out);
    if (table[key].kind == SWITCH)
        snprintf(out, POLICY_TEXT, "%s", value ? "on" : "off");
    else
        snprintf(out, POLICY_TEXT, "%" PRId64, value / table[key].unit);
    return out;
}
