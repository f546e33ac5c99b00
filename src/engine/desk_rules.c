/* A house's own rules, and those about what is lent to its tills. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/loan.h"
#include "src/engine/desk_office_parts.h"
#include "src/engine/run_money.h"

/* ---- what is lent of vouchers ----------------------------------------------------------------
 */

static int count_tills(const struct office_till *tills, int count)
{
    int living = 0;
    for (int i = 0; i < count; i++)
        living += tills[i].quarantine != QUARANTINE_REVOKED;
    return living;
}

static enum verdict find_borrower(struct run *run, const char *name, struct office_till *till,
                                  int *tills)
{
    struct office office;
    struct office_till *all;
    int count;
    enum verdict verdict = office_start(run, RIGHT_TILLS, &office);
    if (!verdict)
        verdict = office_find_till(run, &office, name, till);
    if (!verdict)
        verdict = office_failed(
            office.ops->tills(office.store, run->arena, &all, &count, &run->out->err));
    if (verdict)
        return verdict;
    *tills = count_tills(all, count);
    if (till->quarantine || till->recall)
        return refuse(&run->why, VERDICT_NOT_POSSIBLE,
                      "Till %.23s cannot be lent anything now; it is shut out, or asked for what "
                      "it has.",
                      name);
    return VERDICT_OK;
}

static enum verdict read_voucher_loans(struct run *run, const char *code,
                                       const struct voucher **voucher, struct voucher_loan **loans,
                                       int *count)
{
    struct store *store = run->desk->store;
    enum verdict verdict = run_read_voucher(run, code, voucher);
    if (!verdict)
        verdict = office_failed(store->ops->loan_list(store, (*voucher)->code, NULL, run->arena,
                                                      loans, count, &run->out->err));
    return verdict;
}

static const struct voucher_loan *loan_of_device(const struct voucher_loan *loans, int count,
                                                 const struct uuid *device)
{
    for (int i = 0; i < count; i++)
        if (uuid_equal(&loans[i].device, device))
            return &loans[i];
    return NULL;
}

static enum verdict step_voucher_loan(struct run *run, const void *request)
{
    const struct desk_voucher_loan *wish = request;
    struct loan_request lend = {.till = wish->till, .money = wish->money, .uses = wish->uses};
    struct store *store = run->desk->store;
    struct office_till till;
    struct house house;
    struct voucher_loan *loans;
    int count;
    enum verdict verdict = find_borrower(run, wish->till, &till, &lend.tills);
    if (!verdict)
        verdict = office_failed(store->ops->house_read(store, &house, &run->out->err));
    if (!verdict)
        verdict = read_voucher_loans(run, wish->code, &lend.voucher, &loans, &count);
    if (verdict)
        return verdict;
    lend.device = till.device;
    lend.own = loan_of_device(loans, count, &till.device);
    lend.currency = house.currency;
    verdict = loan_decide(&lend, run->cs, &run->why);
    if (!verdict)
        run_add_note(run, ACT_LEND, &till.device, lend.voucher->code);
    return verdict;
}

void desk_allot_voucher(struct desk *desk, const struct act_meta *meta,
                        const struct desk_voucher_loan *wish, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_LEND);
    struct voucher_loan asked = {.money = wish->money, .uses = wish->uses};
    text_copy(asked.till, sizeof asked.till, wish->till);
    text_copy(asked.code, sizeof asked.code, wish->code);
    fingerprint_row(&print, &shape_voucher_loan, &asked);
    run_act(desk, meta, out, &print, step_voucher_loan, wish);
}

void desk_allot_vouchers(struct desk *desk, const struct act_meta *meta, const char *till,
                         struct voucher_loan **loans, int *count, struct outcome *out)
{
    struct run run;
    struct store *store = desk->store;
    *count = 0;
    run_look(&run, desk, meta, out);
    enum verdict verdict = run_allowed(&run, RIGHT_LOOK_UP);
    if (!verdict)
        verdict = office_failed(
            store->ops->loan_list(store, NULL, till, meta->arena, loans, count, &out->err));
    run_looked(&run, verdict);
}

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

/* ---- the house's rules ---------------------------------------------------------------------- */

/* A house of one till keeps its rules itself: those about bags. */
static bool is_of_one_till(const struct run *run, enum policy_key key)
{
    return !run->desk->alone && !run->desk->store->ops->office && !policy_is_of_tills(key);
}

static enum verdict read_own(struct run *run, struct house_policy *policy)
{
    struct store *store = run->desk->store;
    struct bag_rule rule;
    if (store->ops->bag_rule_read(store, &rule, &run->out->err))
        return VERDICT_UNAVAILABLE;
    policy->value[POLICY_BAG_LIMIT] = rule.limit_g;
    policy->value[POLICY_BAG_FEE] = rule.fee;
    return VERDICT_OK;
}

static enum verdict read_policy(struct run *run, struct house_policy *policy)
{
    struct office office;
    if (is_of_one_till(run, POLICY_BAG_LIMIT))
        return read_own(run, policy);
    enum verdict verdict = office_find(run, &office);
    return verdict ? verdict
                   : office_failed(office.ops->policy(office.store, policy, &run->out->err));
}

void desk_policy_read(struct desk *desk, const struct act_meta *meta, struct house_policy *policy,
                      struct outcome *out)
{
    struct run run;
    run_look(&run, desk, meta, out);
    run_looked(&run, read_policy(&run, policy));
}

struct own_rule {
    enum policy_key key;
    int64_t value;
};

static enum verdict step_own_rule(struct run *run, const void *request)
{
    const struct own_rule *wish = request;
    struct house_policy policy;
    char text[NOTE_TEXT];
    enum verdict verdict = run_allowed(run, RIGHT_POLICY);
    if (!verdict)
        verdict = read_own(run, &policy);
    if (verdict)
        return verdict;
    policy.value[wish->key] = wish->value;
    struct bag_rule *rule = LIST_ADD(run->arena, &run->cs->bag_rules);
    rule->limit_g = (int32_t)policy.value[POLICY_BAG_LIMIT];
    rule->fee = policy.value[POLICY_BAG_FEE];
    snprintf(text, sizeof text, "%s %" PRId64, policy_column(wish->key), wish->value);
    run_add_note(run, ACT_TILL, NULL, text);
    return VERDICT_OK;
}

static void set_own(struct desk *desk, const struct act_meta *meta, const struct own_rule *wish,
                    struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_TILL);
    fingerprint_number(&print, wish->key);
    fingerprint_number(&print, wish->value);
    run_act(desk, meta, out, &print, step_own_rule, wish);
}

void desk_policy_set(struct desk *desk, const struct act_meta *meta, enum policy_key key,
                     int64_t value, struct outcome *out)
{
    const struct own_rule wish = {key, value};
    struct run run;
    struct office office;
    run_look(&run, desk, meta, out);
    if (is_of_one_till(&run, key)) {
        set_own(desk, meta, &wish, out);
        return;
    }
    enum verdict verdict = office_start(&run, RIGHT_POLICY, &office);
    if (!verdict)
        verdict = office_failed(office.ops->set_policy(office.store, key, value, &out->err));
    office_acted(&run, verdict);
}
