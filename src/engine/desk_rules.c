/* A house's own rules, and those about what is lent to its tills. */
#include "config.h"

#include <string.h>

#include "src/base/tongue.h"
#include "src/engine/desk_office_parts.h"

/* ---- what is lent by rule -------------------------------------------------------------------- */

/* A rule for every show has number 0. */
static enum verdict find_place(struct run *run, const struct desk_loan_rule *wish, int32_t *show)
{
    struct show found;
    *show = 0;
    if (!wish->show)
        return VERDICT_OK;
    enum verdict verdict = run_find_show(run, wish->show, &found);
    *show = verdict ? 0 : found.no;
    return verdict;
}

static enum verdict set_rule(struct run *run, const struct office *office,
                             const struct desk_loan_rule *wish)
{
    struct office_till till;
    int32_t show = 0;
    enum verdict verdict = office_find_till(run, office, wish->till, &till);
    if (!verdict)
        verdict = find_place(run, wish, &show);
    if (!verdict)
        verdict = office_failed(office->ops->set_rule(office->store, &till.device, show,
                                                      wish->section ? wish->section : "",
                                                      wish->seats, &run->out->err));
    return verdict;
}

void desk_loan_rule_set(struct desk *desk, const struct act_meta *meta,
                        const struct desk_loan_rule *wish, struct outcome *out)
{
    struct run run;
    struct office office;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_POLICY, &office);
    office_acted(&run, verdict ? verdict : set_rule(&run, &office, wish));
}

void desk_loan_rules(struct desk *desk, const struct act_meta *meta, const char *name,
                     struct loan_rule **rules, int *count, struct outcome *out)
{
    struct run run;
    struct office office;
    struct office_till till;
    *count = 0;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_look_at(&run, name, &office, &till);
    if (!verdict)
        verdict = office_failed(
            office.ops->rules(office.store, &till.device, meta->arena, rules, count, &out->err));
    run_looked(&run, verdict);
}

/* ---- the house's rules ------------------------------------------------------------------------
 */

void desk_policy_read(struct desk *desk, const struct act_meta *meta, struct house_policy *policy,
                      struct outcome *out)
{
    struct run run;
    struct office office;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_find(&run, &office);
    if (!verdict)
        verdict = office_failed(office.ops->policy(office.store, policy, &out->err));
    run_looked(&run, verdict);
}

void desk_policy_set(struct desk *desk, const struct act_meta *meta, enum policy_key key,
                     int64_t value, struct outcome *out)
{
    struct run run;
    struct office office;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_POLICY, &office);
    if (!verdict)
        verdict = office_failed(office.ops->set_policy(office.store, key, value, &out->err));
    office_acted(&run, verdict);
}
