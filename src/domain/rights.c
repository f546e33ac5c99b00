#include "config.h"

#include "src/domain/rights.h"

#include <assert.h>

#include "src/base/tongue.h"

enum {
    SCANNER = 1 << ROLE_SCANNER,
    CLERK = 1 << ROLE_CLERK,
    SUPERVISOR = 1 << ROLE_SUPERVISOR,
    MANAGER = 1 << ROLE_MANAGER,
    SERVICE = 1 << ROLE_SERVICE,
    SENIORS = SUPERVISOR | MANAGER,
    COUNTER = CLERK | SENIORS,
};

/* The scanner admits, and keeps seats for whoever it has to send to the counter; the service sells
 * for people who are not here. */
static const struct {
    unsigned roles;
    const char *name;
} table[] = {
    [RIGHT_HOLD] = {SCANNER | COUNTER | SERVICE, N_("hold seats")},
    [RIGHT_SELL] = {COUNTER | SERVICE, N_("sell seats")},
    [RIGHT_LOOK_UP] = {COUNTER | SERVICE, N_("look up orders and customers")},
    [RIGHT_OVERRIDE_GAP] = {SENIORS, N_("leave a single seat")},
    [RIGHT_RELEASE_OTHERS] = {SENIORS, N_("release other people's seats")},
    [RIGHT_TRANSFER_OTHERS] = {SENIORS, N_("transfer other people's holds")},
    [RIGHT_BLOCK] = {SENIORS, N_("block and unblock seats")},
    [RIGHT_REFUND_OWN_SHIFT] = {COUNTER, N_("refund a sale of the till's open shift")},
    [RIGHT_REFUND_ANY] = {SENIORS, N_("refund any sale")},
    [RIGHT_EXCHANGE] = {COUNTER, N_("exchange tickets")},
    [RIGHT_COMP] = {SENIORS, N_("give tickets for nothing")},
    [RIGHT_DISCOUNT] = {COUNTER, N_("give a small discount")},
    [RIGHT_DISCOUNT_ANY] = {SENIORS, N_("give any discount")},
    [RIGHT_SHIFT] = {COUNTER, N_("open and close a shift")},
    [RIGHT_SHIFT_OTHERS] = {SENIORS, N_("close other people's shifts")},
    [RIGHT_OTHER_TILL] = {SENIORS, N_("act for another till")},
    [RIGHT_REPORT] = {SENIORS, N_("see reports")},
    [RIGHT_AUDIT] = {SENIORS, N_("see the audit log")},
    [RIGHT_SHOWS] = {MANAGER, N_("change plans, shows, prices and vouchers")},
    [RIGHT_STAFF] = {MANAGER, N_("change staff")},
    [RIGHT_DOOR] = {SCANNER | COUNTER, N_("scan tickets at the door")},
    [RIGHT_BAG] = {SCANNER | COUNTER | SERVICE, N_("check bags at the door")},
    [RIGHT_BAG_FEE] = {COUNTER | SERVICE, N_("take the fee of a bag")},
    [RIGHT_DOOR_OVERRIDE] = {SENIORS, N_("let in who would be refused")},
    [RIGHT_KEYS] = {SENIORS, N_("change the keys that tickets are signed with")},
    [RIGHT_TILLS] = {SENIORS, N_("decide about tills that work alone")},
    [RIGHT_POLICY] = {MANAGER, N_("change the house's rules")},
    [RIGHT_RECONCILE] = {SENIORS, N_("rewrite what Redis knows")},
    [RIGHT_EXPIRE] = {COUNTER | SERVICE, N_("sweep holds that are over")},
};

_Static_assert(COUNT_OF(table) == RIGHT_COUNT, "every right has its row");

bool rights_may(enum role role, enum right right)
{
    assert((unsigned)right < RIGHT_COUNT && (unsigned)role < ROLE_COUNT);
    return table[right].roles >> role & 1;
}

const char *right_name(enum right right)
{
    assert((unsigned)right < RIGHT_COUNT);
    return table[right].name;
}
