#include "config.h"

#include "src/domain/entity.h"

#include "src/domain/enum_text.h"

static const char *const roles[] = {"scanner", "clerk", "supervisor", "manager", "service"};
static const char *const show_statuses[] = {"draft", "open", "closed"};
static const char *const price_types[] = {"adult", "child", "senior", "student", "comp"};
static const char *const hold_statuses[] = {"active", "paying", "converted", "expired",
                                            "cancelled"};
static const char *const hold_ends[] = {
    "", "ttl_expired", "user_cancelled", "payment_failed", "admin_override", "sync_conflict"};
static const char *const sale_statuses[] = {"paid", "due", "part_refunded", "refunded"};
static const char *const ticket_statuses[] = {"valid", "refunded", "exchanged", "reprinted"};
static const char *const tenders[] = {"cash", "card", "voucher"};
static const char *const voucher_kinds[] = {"amount", "percent", "gift"};
static const char *const move_kinds[] = {"drop", "paid_in", "paid_out"};
static const char *const wait_statuses[] = {"waiting", "offered", "served", "left"};

_Static_assert(COUNT_OF(roles) == ROLE_COUNT, "every role has a name");
_Static_assert(COUNT_OF(price_types) == TYPE_COUNT, "every price type has a name");
_Static_assert(COUNT_OF(tenders) == TENDER_COUNT, "every tender has a name");

ENUM_TEXT(role, roles)
ENUM_TEXT(show_status, show_statuses)
ENUM_TEXT(price_type, price_types)
ENUM_TEXT(hold_status, hold_statuses)
ENUM_TEXT(hold_end, hold_ends)
ENUM_TEXT(sale_status, sale_statuses)
ENUM_TEXT(ticket_status, ticket_statuses)
ENUM_TEXT(tender, tenders)
ENUM_TEXT(voucher_kind, voucher_kinds)
ENUM_TEXT(move_kind, move_kinds)
ENUM_TEXT(wait_status, wait_statuses)
