#include "config.h"

#include "src/domain/policy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/tongue.h"

enum { MINUTE = 60000, FORTNIGHT = 14 * 24 * 60 };

static const struct {
    const char *name, *column, *meaning;
    int64_t unit, low, high;
    bool is_switch;
} table[POLICY_COUNT] = {
    [POLICY_REBASE] = {"rebase", "rebase",
                       N_("Take a seat that was sold alone when it is free again."), 1, 0, 1, true},
    [POLICY_PAID_BEATS_HOLD] = {"paid-beats-hold", "paid_beats_hold",
                                N_("Let what was sold alone take seats from an unpaid hold."), 1, 0,
                                1, true},
    [POLICY_RESEAT_MOST] = {"reseat-most", "reseat_most",
                            N_("Offer other seats to groups of up to so many; 0 offers none."), 1,
                            0, 100, false},
    [POLICY_LEASE] = {"lease-minutes", "lease_ms",
                      N_("So long a till that is alone sells for good what is lent to it."), MINUTE,
                      1, FORTNIGHT, false},
    [POLICY_DECIDE] = {"decide-minutes", "decide_ms",
                       N_("So long before a show its conflicts have to be decided."), MINUTE, 0,
                       FORTNIGHT, false},
    [POLICY_OFFLINE_DAYS] = {"offline-days", "offline_days",
                             N_("So many days people may sign in at a till that is alone."), 1, 1,
                             365, false},
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
    return table[key].is_switch;
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

bool policy_value_parse(enum policy_key key, const char *text, int64_t *out)
{
    char *end;
    if (table[key].is_switch) {
        *out = strcmp(text, "on") == 0;
        return *out || strcmp(text, "off") == 0;
    }
    errno = 0;
    long long units = strtoll(text, &end, 10);
    if (errno || end == text || *end || units < table[key].low || units > table[key].high)
        return false;
    *out = units * table[key].unit;
    return true;
}
