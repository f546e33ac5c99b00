/* Stands in for the holds' own judge of ownership where only sales are under test. */
#include "config.h"

#include <string.h>

#include "src/domain/hold.h"

enum verdict hold_check_owner(const struct hold *hold, const struct actor *actor, int64_t now,
                              struct refusal *why)
{
    if (hold->expires_at <= now)
        return refuse(why, VERDICT_HOLD_EXPIRED, NULL);
    return strcmp(hold->holder, actor->name) ? refuse(why, VERDICT_NOT_HOLDER, NULL) : VERDICT_OK;
}
