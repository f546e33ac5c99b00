#include "config.h"

#include "src/domain/conflict.h"

#include "src/base/tongue.h"
#include "src/domain/enum_text.h"

static const char *const outcomes[] = {
    [CONFLICT_OPEN] = NC_("conflict", "open"),     [CONFLICT_FIRST] = NC_("conflict", "first"),
    [CONFLICT_SAME] = NC_("conflict", "same"),     [CONFLICT_OTHER] = NC_("conflict", "other"),
    [CONFLICT_REFUND] = NC_("conflict", "refund"), [CONFLICT_KEEP] = NC_("conflict", "keep"),
    [CONFLICT_DUE] = NC_("conflict", "due"),
};
ENUM_TEXT(conflict_outcome, outcomes, CONFLICT_OUTCOMES)

const char *conflict_word(enum merge_class heading)
{
    static const char *const words[] = {
        [MERGE_PLAIN] = NC_("conflict", "broken entry"),
        [MERGE_PAID_WON] = NC_("conflict", "holder gave way"),
        [MERGE_FIRST_WRITER] = NC_("conflict", "hold too late"),
        [MERGE_RESEAT] = NC_("conflict", "sold twice"),
        [MERGE_DECIDE] = NC_("conflict", "to decide"),
        [MERGE_TWICE_IN] = NC_("conflict", "admitted twice"),
        [MERGE_REVOKED_IN] = NC_("conflict", "admitted, not valid"),
        [MERGE_BAG_TWICE] = NC_("conflict", "bag twice"),
        [MERGE_OVERPAID] = NC_("conflict", "overpaid"),
        [MERGE_PAPER] = NC_("conflict", "stray ticket"),
        [MERGE_OVER_BUDGET] = NC_("conflict", "voucher overspent"),
        [MERGE_SHIFT_TWICE] = NC_("conflict", "shift closed twice"),
        [MERGE_MOVED] = NC_("conflict", "changed twice"),
    };
    _Static_assert(COUNT_OF(words) == MERGE_CLASS_COUNT, "every heading has a word");
    assert((unsigned)heading < COUNT_OF(words));
    return words[heading];
}

const char *conflict_reason(enum merge_class heading, enum verdict verdict)
{
    static const char *const done[] = {
        [MERGE_PAID_WON] = "SEAT_TAKEN",           [MERGE_TWICE_IN] = "ALREADY_IN",
        [MERGE_REVOKED_IN] = "TICKET_REVOKED",     [MERGE_BAG_TWICE] = "BAG_TWICE",
        [MERGE_PAPER] = "COLLECTED_TWICE",         [MERGE_OVER_BUDGET] = "VOUCHER_OVERSPENT",
        [MERGE_SHIFT_TWICE] = "SHIFT_CLOSED_TWICE"};
    bool told = verdict == VERDICT_OK && (unsigned)heading < COUNT_OF(done) && done[heading];
    return told ? done[heading] : verdict_code(verdict);
}
