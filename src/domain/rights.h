/*
 * Who may do what: one table, asked by the engine before every act and by screens to know what to
 * offer. A person whose role is not enough can have the act signed by somebody whose role is.
 */
#ifndef LOGE_DOMAIN_RIGHTS_H
#define LOGE_DOMAIN_RIGHTS_H

#include "src/domain/entity.h"

enum right {
    RIGHT_HOLD,    /* hold, extend, release own holds */
    RIGHT_SELL,    /* sell, waiting list, customers */
    RIGHT_LOOK_UP, /* orders, customers, vouchers and who waits, with names and addresses */
    RIGHT_OVERRIDE_GAP,
    RIGHT_RELEASE_OTHERS,
    RIGHT_TRANSFER_OTHERS,
    RIGHT_BLOCK,
    RIGHT_REFUND_OWN_SHIFT, /* a sale of the same till's open shift */
    RIGHT_REFUND_ANY,
    RIGHT_EXCHANGE,
    RIGHT_COMP,     /* tickets for nothing */
    RIGHT_DISCOUNT, /* by hand, up to DISCOUNT_CLERK_MAX */
    RIGHT_DISCOUNT_ANY,
    RIGHT_SHIFT,
    RIGHT_SHIFT_OTHERS,
    RIGHT_OTHER_TILL, /* act for another till than this folder's: its drawer, its shift */
    RIGHT_REPORT,
    RIGHT_AUDIT,
    RIGHT_SHOWS, /* plans, shows, prices, vouchers */
    RIGHT_STAFF,
    RIGHT_EXPIRE,
    RIGHT_DOOR,          /* scan tickets */
    RIGHT_BAG,           /* weigh bags at the door */
    RIGHT_BAG_FEE,       /* take what a heavy one costs */
    RIGHT_DOOR_OVERRIDE, /* let in who would be refused; block tickets */
    RIGHT_KEYS,          /* keys that tickets are signed with */
    RIGHT_TILLS,         /* lend seats to tills, decide what they did alone */
    RIGHT_POLICY,        /* the house's own rules, and what is lent by rule */
    RIGHT_RECONCILE,     /* rewrite what Redis knows */
    RIGHT_COUNT
};

enum { DISCOUNT_CLERK_MAX = 1000 }; /* basis points */

bool rights_may(enum role role, enum right right);
const char *right_name(enum right right); /* for the refusal: "release other people's seats" */

#endif
