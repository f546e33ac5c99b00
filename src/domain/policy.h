/*
 * What a house wants done about tills that work alone: its own rules, one number each. Switches are
 * 1 and 0, times are milliseconds; people say "on" and "off", minutes and days.
 */
#ifndef LOGE_DOMAIN_POLICY_H
#define LOGE_DOMAIN_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"

enum policy_key {
    POLICY_REBASE,          /* a seat that moved and is free again is taken */
    POLICY_PAID_BEATS_HOLD, /* a sale made alone takes a seat from an unpaid hold */
    POLICY_RESEAT_MOST,     /* the largest group that is offered other seats */
    POLICY_LEASE,           /* how long a till sells for good what is lent to it */
    POLICY_DECIDE,          /* how long before a show its conflicts have to be decided */
    POLICY_OFFLINE_DAYS,    /* how long people may sign in at a till that is alone */
    POLICY_COUNT
};

struct house_policy {
    int64_t value[POLICY_COUNT];
};

const char *policy_name(enum policy_key key);    /* "lease-minutes" */
const char *policy_column(enum policy_key key);  /* "lease_ms", as stores call it */
const char *policy_meaning(enum policy_key key); /* a whole sentence, to be translated */
bool policy_is_switch(enum policy_key key);
int64_t policy_unit(enum policy_key key); /* what people's numbers are counted in */
bool policy_parse(const char *name, enum policy_key *out) MUST_USE;

/* "on", "off" or a number of units; false: it may not be that. */
bool policy_value_parse(enum policy_key key, const char *text, int64_t *out) MUST_USE;
void policy_range(enum policy_key key, int64_t *low, int64_t *high); /* in units */

#endif
