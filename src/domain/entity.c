#include "config.h"

#include "src/domain/entity.h"

#include "src/base/tongue.h"
#include "src/domain/enum_text.h"

static const char *const roles[] = {NC_("role", "scanner"), NC_("role", "clerk"),
                                    NC_("role", "supervisor"), NC_("role", "manager"),
                                    NC_("role", "service")};
static const char *const show_statuses[] = {NC_("show", "draft"), NC_("show", "open"),
                                            NC_("show", "closed")};
static const char *const price_types[] = {NC_("type", "adult"), NC_("type", "child"),
                                          NC_("type", "senior"), NC_("type", "student"),
                                          NC_("type", "comp")};
static const char *const hold_statuses[] = {NC_("hold", "active"), NC_("hold", "paying"),
                                            NC_("hold", "converted"), NC_("hold", "expired"),
                                            NC_("hold", "cancelled")};
static const char *const hold_ends[] = {
    "",
    NC_("end", "ttl_expired"),
    NC_("end", "user_cancelled"),
    NC_("end", "payment_failed"),
    NC_("end", "admin_override"),
    NC_("end", "sync_conflict"),
};
static const char *const sale_statuses[] = {NC_("sale", "paid"), NC_("sale", "due"),
                                            NC_("sale", "part_refunded"), NC_("sale", "refunded")};
static const char *const ticket_statuses[] = {NC_("ticket", "valid"), NC_("ticket", "refunded"),
                                              NC_("ticket", "exchanged"),
                                              NC_("ticket", "reprinted")};
static const char *const voucher_kinds[] = {NC_("voucher", "amount"), NC_("voucher", "percent"),
                                            NC_("voucher", "gift")};
static const char *const move_kinds[] = {NC_("move", "drop"), NC_("move", "paid_in"),
                                         NC_("move", "paid_out")};
static const char *const wait_statuses[] = {NC_("waiter", "waiting"), NC_("waiter", "offered"),
                                            NC_("waiter", "served"), NC_("waiter", "left")};
static const char *const approvals[] = {"", "house", "till"};
static const char *const checkin_statuses[] = {"IN_PROGRESS", "WAITING_FOR_PAYMENT", "COMPLETED"};

ENUM_TEXT(role, roles, ROLE_COUNT)
ENUM_TEXT(approval, approvals, APPROVAL_COUNT)
ENUM_TEXT(show_status, show_statuses, SHOW_STATUS_COUNT)
ENUM_TEXT(price_type, price_types, TYPE_COUNT)
ENUM_TEXT(hold_status, hold_statuses, HOLD_STATUS_COUNT)
ENUM_TEXT(hold_end, hold_ends, HOLD_END_COUNT)
ENUM_TEXT(sale_status, sale_statuses, SALE_STATUS_COUNT)
ENUM_TEXT(ticket_status, ticket_statuses, TICKET_STATUS_COUNT)
ENUM_TEXT(voucher_kind, voucher_kinds, VOUCHER_KIND_COUNT)
ENUM_TEXT(move_kind, move_kinds, MOVE_KIND_COUNT)
ENUM_TEXT(wait_status, wait_statuses, WAIT_STATUS_COUNT)
ENUM_TEXT(checkin_status, checkin_statuses, CHECKIN_STATUS_COUNT)
