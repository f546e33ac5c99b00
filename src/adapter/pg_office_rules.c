/* A house's own rules, and those about what is lent to its tills (port/office.h). */
#include "config.h"

#include "src/adapter/pg_office_rules.h"

enum rc pg_loan_rules(struct store *store, const struct uuid *device, struct arena *arena,
                      struct loan_rule **out, int *count, struct err *err)
{
    LIST(struct loan_rule) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_loan_rules);
    pg_put_uuid(&q, device);
    while (pg_query_row(&q)) {
        struct loan_rule *rule = LIST_ADD(arena, &list);
        pg_get_text(&q, rule->show, sizeof rule->show);
        pg_get_text(&q, rule->section, sizeof rule->section);
        rule->seats = (int32_t)pg_get_int(&q);
    }
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

enum rc pg_set_loan_rule(struct store *store, const struct uuid *device, int32_t show,
                         const char *section, int32_t seats, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_set_loan_rule);
    pg_put_uuid(&q, device);
    if (show < 0)
        pg_put_null(&q);
    else
        pg_put_int(&q, show);
    pg_put_text(&q, section);
    pg_put_int(&q, seats);
    return pg_query_run(&q, err);
}

enum rc pg_policy_read(struct store *store, struct house_policy *out, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_policy);
    if (pg_query_row(&q)) {
        out->value[POLICY_REBASE] = pg_get_bool(&q);
        out->value[POLICY_PAID_BEATS_HOLD] = pg_get_bool(&q);
        out->value[POLICY_RESEAT_MOST] = pg_get_int(&q);
        out->value[POLICY_LEASE] = pg_get_int(&q);
        out->value[POLICY_DECIDE] = pg_get_int(&q);
        out->value[POLICY_OFFLINE_DAYS] = pg_get_int(&q);
        out->value[POLICY_WEB_REFUND] = pg_get_bool(&q);
        out->value[POLICY_WEB_REFUND_UNTIL] = pg_get_int(&q);
        out->value[POLICY_WEB_REFUND_FEES] = pg_get_bool(&q);
        out->value[POLICY_LIST_OLD] = pg_get_int(&q);
        out->value[POLICY_LIST_SCANNER] = pg_get_bool(&q);
        out->value[POLICY_BAG_LIMIT] = pg_get_int(&q);
        out->value[POLICY_BAG_FEE] = pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

enum rc pg_policy_set(struct store *store, enum policy_key key, int64_t value, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_set_policy);
    pg_put_text(&q, policy_column(key));
    pg_put_int(&q, value);
    return pg_query_run(&q, err);
}
