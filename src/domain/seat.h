/*
 * What a seat can be and how it may change: design.md section 5 as one table.
 *
 * seat_transition() is the only judge of a change; both stores and the audit check ask it (the
 * PostgreSQL table is generated from the same source, transitions.def). Everything else is a bug.
 *
 * A block can be lifted for some channels (open_to). A hold through one of them takes the seat out
 * of its block for good: when that hold lets go, the seat is available to everybody, and whoever
 * wants it kept back blocks it again. So a seat never has to remember what it was before.
 */
#ifndef LOGE_DOMAIN_SEAT_H
#define LOGE_DOMAIN_SEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/uuid.h"

enum seat_status {
    SEAT_AVAILABLE = 0,
    SEAT_HELD = 1,
    SEAT_SOLD = 2,
    SEAT_BLOCKED = 3,
    SEAT_STATUS_COUNT
};

enum act {
    ACT_HOLD = 0,
    ACT_EXTEND = 1,
    ACT_SELL = 2,
    ACT_RELEASE = 3,  /* by the holder */
    ACT_OVERRIDE = 4, /* a supervisor's release, with a reason */
    ACT_EXPIRE = 5,   /* by the sweep, or by the hold that takes the seat over */
    ACT_TRANSFER = 6,
    ACT_BLOCK = 7,
    ACT_UNBLOCK = 8,
    ACT_REFUND = 9,
    ACT_EXCHANGE = 10,
    /* acts without a seat */
    ACT_SHIFT_OPEN = 11,
    ACT_SHIFT_MOVE = 12,
    ACT_SHIFT_CLOSE = 13,
    ACT_SHOW_ADD = 14,
    ACT_SHOW_STATUS = 15,
    ACT_PLAN_IMPORT = 16,
    ACT_STAFF = 17,
    ACT_CUSTOMER = 18,
    ACT_VOUCHER = 19,
    ACT_WAIT_JOIN = 20,
    ACT_WAIT_LEAVE = 21,
    ACT_WAIT_SERVE = 22,
    ACT_REPRINT = 23,
    ACT_PAY = 24, /* money for a sale that was reserved unpaid */
    ACT_COLLECT = 25,
    ACT_ADMIT = 26,     /* at the door */
    ACT_LEAVE = 27,     /* out of it, to come back */
    ACT_TURN_AWAY = 28, /* not let in */
    ACT_KEY = 29,       /* a key that tickets are signed with */
    ACT_TICKET_BLOCK = 30,
    ACT_LEND = 31,      /* to a till alone */
    ACT_TAKE_BACK = 32, /* what was lent */
    ACT_CONFLICT = 33,  /* what a till did alone did not fit, or was decided on */
    ACT_TILL = 34,      /* a till's journal: recalled, shut out, let in again */
    ACT_BAG = 35,       /* weighed at the door */
    ACT_BAG_FEE = 36,   /* paid for, because it is heavy */
    ACT_BAG_STOP = 37,  /* not paid for: the check-in begins anew */
    ACT_COUNT
};

/* Whom a blocked seat is still open to; a blocked seat with no bit is open to nobody. */
enum channel { CHANNEL_COUNTER = 1, CHANNEL_WEB = 2, CHANNEL_WAITLIST = 4 };

enum source {
    SOURCE_COUNTER = 0,
    SOURCE_WEB = 1,
    SOURCE_SCANNER = 2,
    SOURCE_OFFLINE_SYNC = 3,
    SOURCE_WAITLIST = 4,
    SOURCE_COUNT
};

/* What is so now for one seat of one show. Lives in an array beside plan->seats. */
struct seat_state {
    struct uuid holder; /* the hold (held) or the sale (sold); zero otherwise */
    int64_t held_until; /* ms; only while held */
    uint32_t version;   /* grows by one with each change; a new show's seats start at 1 */
    uint8_t status;     /* enum seat_status */
    uint8_t open_to;    /* enum channel bits; only while blocked */
    uint16_t allotment; /* lent to this till (0: nobody) */
};

const char *seat_status_name(enum seat_status status); /* "available" ... */
bool seat_status_parse(const char *text, enum seat_status *out);
const char *act_word(enum act act); /* for people: tongue_word("act", act_word(act)) */
const char *act_name(enum act act); /* "hold", "extend", "override" ... also in the event log */
bool act_parse(const char *text, enum act *out);
const char *source_name(enum source source);
bool source_parse(const char *text, enum source *out);

/* May a seat go from `from` to `to` by this act? */
bool seat_transition(enum seat_status from, enum act act, enum seat_status to);

/* A held seat whose time is over is free, whether or not a sweep has run. */
static inline bool seat_hold_over(const struct seat_state *seat, int64_t now)
{
    return seat->status == SEAT_HELD && seat->held_until <= now;
}

/* Can this channel take the seat right now? */
bool seat_is_free(const struct seat_state *seat, int64_t now, enum channel channel,
                  uint16_t allotment);

#endif
