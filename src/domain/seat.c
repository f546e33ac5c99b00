#include "config.h"

#include "src/domain/seat.h"

#include "src/domain/enum_text.h"

static const char *const status_names[] = {
    [SEAT_AVAILABLE] = "available",
    [SEAT_HELD] = "held",
    [SEAT_SOLD] = "sold",
    [SEAT_BLOCKED] = "blocked",
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
};

static const char *const source_names[] = {
    [SOURCE_COUNTER] = "counter",   [SOURCE_WEB] = "web",
    [SOURCE_SCANNER] = "scanner",   [SOURCE_OFFLINE_SYNC] = "offline_sync",
    [SOURCE_WAITLIST] = "waitlist",
};

_Static_assert(COUNT_OF(status_names) == SEAT_STATUS_COUNT, "every status has a name");
_Static_assert(COUNT_OF(act_names) == ACT_COUNT, "every act has a name");

ENUM_TEXT(seat_status, status_names)
ENUM_TEXT(act, act_names)
ENUM_TEXT(source, source_names)

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
