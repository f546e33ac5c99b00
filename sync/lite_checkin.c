/* The bag check at the door. */
#include "config.h"

#include "src/domain/checkin.h"
#include "src/port/stored.h"
#include "sync/lite_apply.h"

/* What a bag costs is the house's rule at this moment, not when it was decided. */
static enum rc check_fee(struct apply *a, const struct checkin *after)
{
    struct bag_rule rule;
    enum rc rc = stored_bag_rule_read(&a->lite->base, &rule, a->err);
    if (rc != RC_OK || after->fee == bag_fee(&rule, after->weight_g))
        return rc;
    return apply_stale(a);
}

/* Another version than was seen is for the statement that writes to find. */
static enum rc check_step(struct apply *a, const struct checkin *after)
{
    struct checkin before;
    bool found;
    enum rc rc = stored_checkin_read(&a->lite->base, &after->ticket, &before, &found, a->err);
    found = found && before.entry == after->entry;
    if (rc != RC_OK || (found ? before.version : 0) != after->version)
        return rc;
    if (!checkin_may_become(found ? &before : NULL, after))
        return apply_refuse(a, VERDICT_INVALID);
    bool weighed = !found || before.status == CHECKIN_IN_PROGRESS;
    return weighed ? check_fee(a, after) : RC_OK;
}

enum rc apply_checkin(struct apply *a, const struct checkin *checkin)
{
    enum rc rc = check_step(a, checkin);
    if (rc != RC_OK)
        return rc;
    struct query q =
        query_start(a->lite, checkin->version ? lite_sql_update_checkin : lite_sql_insert_checkin);
    lite_put_row(&q, &shape_checkin, checkin);
    if (checkin->version)
        put_int(&q, a->cs->act);
    return apply_end_one(a, &q);
}

enum rc apply_bag_rule(struct apply *a, const struct bag_rule *rule)
{
    struct query q = query_start(a->lite, lite_sql_set_bag_rule);
    put_int(&q, rule->limit_g);
    put_int(&q, rule->fee);
    return apply_end_one(a, &q);
}
