/* What happens to a hold once it is there: longer, let go, or another's. */
#include "config.h"

#include "src/base/tongue.h"
#include "src/domain/hold.h"

#include <string.h>
#include <strings.h>

#include "src/base/text.h"
#include "src/domain/hold_parts.h"
#include "src/domain/rights.h"

/* ---- extend -------------------------------------------------------------------------------- */

static enum verdict check_longer(const struct hold *hold, int64_t by_ms, struct refusal *why)
{
    if (by_ms < 1000)
        return refuse(why, VERDICT_INVALID,
                      "A hold is extended by one second at least; give a longer time.");
    if (hold->expires_at >= hold->ceiling_at)
        return refuse(why, VERDICT_CEILING_REACHED,
                      "This hold has been extended as far as the show allows; sell or release it.");
    return VERDICT_OK;
}

enum verdict hold_decide_extend(const struct show *show, const struct hold *hold, int64_t by_ms,
                                struct changeset *cs, struct refusal *why)
{
    if (!by_ms)
        by_ms = show->extend_ms;
    enum verdict verdict = hold_check_owner(hold, &cs->actor, cs->now, why);
    if (!verdict)
        verdict = hold_check_not_paying(hold, why);
    if (!verdict)
        verdict = check_longer(hold, by_ms, why);
    if (verdict)
        return verdict;
    struct hold row = *hold;
    int64_t room = hold->ceiling_at - hold->expires_at;
    row.expires_at += by_ms < room ? by_ms : room;
    verdict = hold_put_step(cs, &row, ACT_EXTEND, HOLD_ACTIVE, why);
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live)
            hold_change_seat(cs, &row, &hold->seats[i], ACT_EXTEND, SEAT_HELD);
    return verdict;
}

/* ---- release ------------------------------------------------------------------------------- */

static enum verdict check_override(const struct changeset *cs, struct refusal *why)
{
    if (!*cs->approver && !rights_may(cs->actor.role, RIGHT_RELEASE_OTHERS))
        return refuse(
            why, VERDICT_NOT_ALLOWED,
            "Your role (%s) does not allow this: %s. Somebody whose role does can sign for it.",
            tongue_word("role", role_name(cs->actor.role)),
            tongue(right_name(RIGHT_RELEASE_OTHERS)));
    if (!*cs->reason)
        return refuse(why, VERDICT_INVALID, "Releasing somebody's seats needs a reason; say why.");
    return VERDICT_OK;
}

static enum verdict check_releaser(const struct hold *hold, enum hold_end end,
                                   const struct changeset *cs, struct refusal *why)
{
    enum verdict verdict = VERDICT_OK;
    switch (end) {
    case END_PAYMENT_FAILED:
    case END_SYNC_CONFLICT:
        return VERDICT_OK;
    case END_ADMIN_OVERRIDE:
        verdict = check_override(cs, why);
        break;
    case END_USER_CANCELLED:
        verdict = hold_check_owner(hold, &cs->actor, cs->now, why);
        break;
    case END_NONE:
    case END_TTL_EXPIRED:
    case HOLD_END_COUNT:
        return refuse(why, VERDICT_INVALID, "A hold expires by itself; to end it now, release it.");
    }
    return verdict ? verdict : hold_check_not_paying(hold, why);
}

/* Is the hold's seat among the named ones? None named: every one is. */
static bool is_named(const struct hold_seat *seat, const int32_t *seats, int count)
{
    for (int i = 0; i < count; i++)
        if (seats[i] == seat->seat)
            return true;
    return count == 0;
}

static bool has_seat(const struct hold *hold, int32_t seat)
{
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].seat == seat)
            return true;
    return false;
}

static enum verdict check_named(const struct hold *hold, const int32_t *seats, int count,
                                struct refusal *why)
{
    for (int i = 0; i < count; i++)
        if (!has_seat(hold, seats[i]))
            return refuse(why, VERDICT_SEAT_NOT_FOUND,
                          "One of these seats is not in this hold; name only seats it has.");
    return VERDICT_OK;
}

struct release {
    const struct hold *hold;
    const int32_t *seats;
    int count;
    enum hold_end end;
};

static enum verdict release_named(const struct release *release, struct changeset *cs,
                                  struct refusal *why)
{
    const struct hold *hold = release->hold;
    enum act act = release->end == END_ADMIN_OVERRIDE ? ACT_OVERRIDE : ACT_RELEASE;
    int left = 0, changes = cs->seats.count;
    for (int i = 0; i < hold->seat_count; i++) {
        const struct hold_seat *seat = &hold->seats[i];
        if (!seat->live)
            continue;
        if (is_named(seat, release->seats, release->count))
            hold_change_seat(cs, hold, seat, act, SEAT_AVAILABLE);
        else
            left++;
    }
    /* It has none of them: a row without an event would be a change without a trace. */
    if (cs->seats.count == changes)
        return VERDICT_OK;
    return left ? hold_put_step(cs, hold, act, hold->status, why)
                : hold_put_closed(cs, hold, act, release->end, why);
}

enum verdict hold_decide_release(const struct hold *hold, const int32_t *seats, int count,
                                 enum hold_end end, struct changeset *cs, struct refusal *why)
{
    if (hold->status == HOLD_CONVERTED)
        return refuse(why, VERDICT_HOLD_EXPIRED,
                      "These seats have been sold; refund the sale to free them.");
    enum verdict verdict = check_named(hold, seats, count, why);
    if (verdict || !hold_is_alive(hold, cs->now))
        return verdict;
    verdict = check_releaser(hold, end, cs, why);
    if (!verdict)
        verdict = release_named(&(struct release){hold, seats, count, end}, cs, why);
    return verdict;
}

/* ---- transfer ------------------------------------------------------------------------------ */

static enum verdict check_giver(const struct hold *hold, const struct changeset *cs,
                                struct refusal *why)
{
    enum verdict verdict = hold_check_owner(hold, &cs->actor, cs->now, why);
    bool may = *cs->approver || rights_may(cs->actor.role, RIGHT_TRANSFER_OTHERS);
    if (verdict == VERDICT_NOT_HOLDER && may)
        verdict = VERDICT_OK;
    return verdict ? verdict : hold_check_not_paying(hold, why);
}

enum verdict hold_decide_transfer(const struct hold *hold, const char *to, const char *to_till,
                                  struct changeset *cs, struct refusal *why)
{
    enum verdict verdict = check_giver(hold, cs, why);
    if (verdict)
        return verdict;
    if (strcmp(hold->holder, to) == 0 && strcmp(hold->till, to_till) == 0)
        return VERDICT_OK;
    struct hold after = *hold;
    if (!*to || !text_copy(after.holder, sizeof after.holder, to) ||
        !text_copy(after.till, sizeof after.till, to_till))
        return refuse(why, VERDICT_INVALID,
                      "A hold goes to a person at a till, each by a short name; say to whom.");
    verdict = hold_put_step(cs, &after, ACT_TRANSFER, HOLD_ACTIVE, why);
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live)
            hold_change_seat(cs, hold, &hold->seats[i], ACT_TRANSFER, SEAT_HELD);
    return verdict;
}

/* ---- another customer ---------------------------------------------------------------------- */

static bool has_another(const struct hold_heir *heir, const struct hold *hold, int64_t now)
{
    for (int i = 0; i < heir->count; i++) {
        const struct hold *other = &heir->theirs[i];
        if (other->status == HOLD_ACTIVE && other->source != SOURCE_WAITLIST &&
            hold_is_alive(other, now) && !uuid_equal(&other->id, &hold->id))
            return true;
    }
    return false;
}

enum verdict hold_decide_give(const struct show *show, const struct hold *hold,
                              const struct hold_heir *heir, struct changeset *cs,
                              struct refusal *why)
{
    enum verdict verdict = check_giver(hold, cs, why);
    if (verdict)
        return verdict;
    if (hold->source == SOURCE_WAITLIST)
        return refuse(why, VERDICT_NOT_POSSIBLE,
                      "The waiting list offered these seats to one customer; release them, and the "
                      "next in line gets them.");
    if (strcasecmp(hold->email, heir->email) == 0)
        return VERDICT_OK;
    if (show->one_hold && has_another(heir, hold, cs->now))
        return refuse(why, VERDICT_HELD_ELSEWHERE, NULL);
    struct hold after = *hold;
    text_copy(after.email, sizeof after.email, heir->email);
    verdict = hold_put_step(cs, &after, ACT_TRANSFER, HOLD_ACTIVE, why);
    cs->only_hold = show->one_hold;
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live)
            hold_change_seat(cs, hold, &hold->seats[i], ACT_TRANSFER, SEAT_HELD);
    return verdict;
}
