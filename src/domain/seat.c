#include "config.h"

#include "src/domain/seat.h"

#include "src/base/tongue.h"
#include "src/domain/enum_text.h"

static const char *const status_names[] = {
    [SEAT_AVAILABLE] = NC_("seat", "available"),
    [SEAT_HELD] = NC_("seat", "held"),
    [SEAT_SOLD] = NC_("seat", "sold"),
    [SEAT_BLOCKED] = NC_("seat", "blocked"),
};

static const char *const act_names[] = {
    [ACT_HOLD] = "hold",
    [ACT_EXTEND] = "extend",
    [ACT_SELL] = "sell",
    [ACT_RELEASE] = "release",
    [ACT_OVERRIDE] = "override",
    [ACT_EXPIRE] = "expire",
    [ACT_TRANSFER] = "transfer",
    [ACT_BLOCK] = "block",
    [ACT_UNBLOCK] = "unblock",
    [ACT_REFUND] = "refund",
    [ACT_EXCHANGE] = "exchange",
    [ACT_SHIFT_OPEN] = "shift_open",
    [ACT_SHIFT_MOVE] = "shift_move",
    [ACT_SHIFT_CLOSE] = "shift_close",
    [ACT_SHOW_ADD] = "show_add",
    [ACT_SHOW_STATUS] = "show_status",
    [ACT_PLAN_IMPORT] = "plan_import",
    [ACT_STAFF] = "staff",
    [ACT_CUSTOMER] = "customer",
    [ACT_VOUCHER] = "voucher",
    [ACT_WAIT_JOIN] = "wait_join",
    [ACT_WAIT_LEAVE] = "wait_leave",
    [ACT_WAIT_SERVE] = "wait_serve",
    [ACT_REPRINT] = "reprint",
    [ACT_PAY] = "pay",
    [ACT_COLLECT] = "collect",
    [ACT_ADMIT] = "admit",
    [ACT_LEAVE] = "go-out",
    [ACT_TURN_AWAY] = "turn-away",
    [ACT_KEY] = "key",
    [ACT_TICKET_BLOCK] = "ticket",
    [ACT_LEND] = "lend",
    [ACT_TAKE_BACK] = "take-back",
    [ACT_CONFLICT] = "conflict",
    [ACT_TILL] = "till",
    [ACT_BAG] = "bag",
    [ACT_BAG_FEE] = "bag-fee",
    [ACT_BAG_STOP] = "bag-stop",
};

static const char *const act_words[] = {
    /* L10N: what somebody did, in the audit log; at most 11 columns each. */
    [ACT_HOLD] = NC_("act", "hold"),
    [ACT_EXTEND] = NC_("act", "extend"),
    [ACT_SELL] = NC_("act", "sell"),
    [ACT_RELEASE] = NC_("act", "release"),
    [ACT_OVERRIDE] = NC_("act", "override"),
    [ACT_EXPIRE] = NC_("act", "expire"),
    [ACT_TRANSFER] = NC_("act", "transfer"),
    [ACT_BLOCK] = NC_("act", "block"),
    [ACT_UNBLOCK] = NC_("act", "unblock"),
    [ACT_REFUND] = NC_("act", "refund"),
    [ACT_EXCHANGE] = NC_("act", "exchange"),
    [ACT_SHIFT_OPEN] = NC_("act", "shift open"),
    [ACT_SHIFT_MOVE] = NC_("act", "cash move"),
    [ACT_SHIFT_CLOSE] = NC_("act", "shift close"),
    [ACT_SHOW_ADD] = NC_("act", "new show"),
    [ACT_SHOW_STATUS] = NC_("act", "show status"),
    [ACT_PLAN_IMPORT] = NC_("act", "plan"),
    [ACT_STAFF] = NC_("act", "staff"),
    [ACT_CUSTOMER] = NC_("act", "customer"),
    [ACT_VOUCHER] = NC_("act", "voucher"),
    [ACT_WAIT_JOIN] = NC_("act", "join list"),
    [ACT_WAIT_LEAVE] = NC_("act", "leave list"),
    [ACT_WAIT_SERVE] = NC_("act", "offer"),
    [ACT_REPRINT] = NC_("act", "reprint"),
    [ACT_PAY] = NC_("act", "pay"),
    [ACT_COLLECT] = NC_("act", "collect"),
    [ACT_ADMIT] = NC_("act", "admit"),
    [ACT_LEAVE] = NC_("act", "go out"),
    [ACT_TURN_AWAY] = NC_("act", "turn away"),
    [ACT_KEY] = NC_("act", "key"),
    [ACT_TICKET_BLOCK] = NC_("act", "ticket"),
    [ACT_LEND] = NC_("act", "lend"),
    [ACT_TAKE_BACK] = NC_("act", "take back"),
    [ACT_CONFLICT] = NC_("act", "conflict"),
    [ACT_TILL] = NC_("act", "till"),
    [ACT_BAG] = NC_("act", "bag"),
    [ACT_BAG_FEE] = NC_("act", "bag fee"),
    [ACT_BAG_STOP] = NC_("act", "bag stop"),
};

static const char *const source_names[] = {
    [SOURCE_COUNTER] = "counter",   [SOURCE_WEB] = "web",
    [SOURCE_SCANNER] = "scanner",   [SOURCE_OFFLINE_SYNC] = "offline_sync",
    [SOURCE_WAITLIST] = "waitlist",
};

_Static_assert(COUNT_OF(act_words) == ACT_COUNT, "every act has a word");

ENUM_TEXT(seat_status, status_names, SEAT_STATUS_COUNT)
ENUM_TEXT(act, act_names, ACT_COUNT)

const char *act_word(enum act act)
{
    return act_words[act];
}
ENUM_TEXT(source, source_names, SOURCE_COUNT)

static const bool transitions[SEAT_STATUS_COUNT][ACT_COUNT][SEAT_STATUS_COUNT] = {
#define SEAT_TRANSITION(from, act, to) [SEAT_##from][ACT_##act][SEAT_##to] = true,
#include "src/domain/transitions.def"
#undef SEAT_TRANSITION
};

/* Stores ask about what they read, so numbers from outside the enums are refused, not asserted. */
bool seat_transition(enum seat_status from, enum act act, enum seat_status to)
{
    if ((unsigned)from >= SEAT_STATUS_COUNT || (unsigned)act >= ACT_COUNT ||
        (unsigned)to >= SEAT_STATUS_COUNT)
        return false;
    return transitions[from][act][to];
}

bool seat_is_free(const struct seat_state *seat, int64_t now, enum channel channel,
                  uint16_t allotment)
{
    if (seat->allotment && seat->allotment != allotment)
        return false;
    switch ((enum seat_status)seat->status) {
    case SEAT_AVAILABLE:
        return true;
    case SEAT_HELD:
        return seat_hold_over(seat, now);
    case SEAT_BLOCKED:
        return seat->open_to & channel;
    case SEAT_SOLD:
    case SEAT_STATUS_COUNT:
        break;
    }
    return false;
}
