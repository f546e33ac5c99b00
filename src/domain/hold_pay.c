/* A hold while somebody pays for it elsewhere: kept until then, and let go when nothing came. */
#include "config.h"

#include "src/domain/hold.h"
#include "src/domain/hold_parts.h"

enum verdict hold_check_not_paying(const struct hold *hold, struct refusal *why)
{
    if (hold->status != HOLD_PAYING)
        return VERDICT_OK;
    return refuse(
        why, VERDICT_PAYMENT_PENDING,
        "A payment for this hold is under way; wait until it has gone through or failed.");
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

enum verdict hold_decide_paying(const struct hold *hold, int64_t until, struct changeset *cs,
                                struct refusal *why)
{
    enum verdict verdict = hold_check_owner(hold, &cs->actor, cs->now, why);
    if (!verdict)
        verdict = hold_check_not_paying(hold, why);
    if (verdict)
        return verdict;
    struct hold row = *hold;
    row.paying_until = until;
    row.expires_at = later(hold->expires_at, until);
    verdict = hold_put_step(cs, &row, ACT_EXTEND, HOLD_PAYING, why);
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live)
            hold_change_seat(cs, &row, &hold->seats[i], ACT_EXTEND, SEAT_HELD);
    return verdict;
}

enum verdict hold_decide_unpaid(const struct hold *hold, enum hold_end end, struct changeset *cs,
                                struct refusal *why)
{
    int rows = cs->holds.count;
    enum verdict verdict = hold_decide_release(hold, NULL, 0, END_PAYMENT_FAILED, cs, why);
    if (!verdict && cs->holds.count > rows)
        cs->holds.at[rows].end = end;
    return verdict;
}
