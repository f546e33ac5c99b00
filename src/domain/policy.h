/*
 * A house's own rules, one number each: about tills that work alone, web customers, and bags.
 * Switches are 1 and 0, times are milliseconds, money is minor units; people say "on" and "off",
 * minutes and days, and "50.00".
 */
#ifndef LOGE_DOMAIN_POLICY_H
#define LOGE_DOMAIN_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"
#include "src/base/money.h"

enum policy_key {
    POLICY_REBASE,           /* a seat that moved and is free again is taken */
    POLICY_PAID_BEATS_HOLD,  /* a sale made alone takes a seat from an unpaid hold */
    POLICY_RESEAT_MOST,      /* the largest group that is offered other seats */
    POLICY_LEASE,            /* how long a till sells for good what is lent to it */
    POLICY_DECIDE,           /* how long before a show its conflicts have to be decided */
    POLICY_OFFLINE_DAYS,     /* how long people may sign in at a till that is alone */
    POLICY_WEB_REFUND,       /* customers of the web may give their tickets back */
    POLICY_WEB_REFUND_UNTIL, /* ... until so long before the show */
    POLICY_WEB_REFUND_FEES,  /* ... and the house keeps its fees */
    POLICY_LIST_OLD,         /* how old a door's list may be that cannot ask the house */
    POLICY_LIST_SCANNER,     /* the scanner lets people in by an older one, without a supervisor */
    POLICY_BAG_LIMIT,        /* the heaviest bag that costs nothing */
    POLICY_BAG_FEE,          /* what a heavier one costs */
    POLICY_COUNT
};

struct house_policy {
    int64_t value[POLICY_COUNT];
};

const char *policy_name(enum policy_key key);    /* "lease-minutes" */
const char *policy_column(enum policy_key key);  /* "lease_ms", as stores call it */
const char *policy_meaning(enum policy_key key); /* a whole sentence, to be translated */
bool policy_is_switch(enum policy_key key);
bool policy_is_money(enum policy_key key);
bool policy_is_of_tills(enum policy_key key); /* nothing to a house of one till */
int64_t policy_unit(enum policy_key key);     /* what people's numbers are counted in */
bool policy_parse(const char *name, enum policy_key *out) MUST_USE;

/* "on", "off", a number of units or an amount; false: it may not be that. */
bool policy_value_parse(enum policy_key key, const char *text, const char *currency,
                        int64_t *out) MUST_USE;
enum { POLICY_TEXT = MONEY_TEXT };
/* As it is parsed; returns out. */
char *policy_value_text(enum policy_key key, int64_t value, const char *currency,
                        char out[POLICY_TEXT]);
void policy_range(enum policy_key key, int64_t *low, int64_t *high); /* in units */

#endif
