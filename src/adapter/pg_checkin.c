/* The bag check at the door. */
#include "config.h"

#include "src/adapter/pg.h"

enum rc pg_checkin_read(struct store *store, const struct uuid *ticket, struct checkin *checkin,
                        bool *found, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_checkin);
    pg_put_uuid(&q, ticket);
    *found = pg_query_row(&q);
    if (*found)
        pg_get_row(&q, &shape_checkin, checkin);
    return pg_query_end(&q, err);
}

enum rc pg_bag_rule_read(struct store *store, struct bag_rule *rule, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_bag_rule);
    *rule = (struct bag_rule){0};
    if (pg_query_row(&q)) {
        rule->limit_g = (int32_t)pg_get_int(&q);
        rule->fee = pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}
