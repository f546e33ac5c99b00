/* The bag check at the door. */
#include "config.h"

#include "src/adapter/pg.h"

void pg_get_checkin(struct query *q, struct checkin *checkin)
{
    *checkin = (struct checkin){.ticket = pg_get_uuid(q)};
    checkin->version = (uint32_t)pg_get_int(q);
    checkin->entry = (int32_t)pg_get_int(q);
    checkin->show = (int32_t)pg_get_int(q);
    checkin->status = (enum checkin_status)pg_get_int(q);
    checkin->weight_g = (int32_t)pg_get_int(q);
    checkin->fee = pg_get_int(q);
    checkin->at = pg_get_int(q);
    pg_get_text(q, checkin->till, sizeof checkin->till);
    checkin->tender = (enum tender)pg_get_int(q);
    checkin->paid = pg_get_int(q);
    checkin->given = pg_get_int(q);
    pg_get_text(q, checkin->auth, sizeof checkin->auth);
    pg_get_text(q, checkin->voucher, sizeof checkin->voucher);
    checkin->shift = pg_get_uuid(q);
}

enum rc pg_checkin_read(struct store *store, const struct uuid *ticket, struct checkin *checkin,
                        bool *found, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_checkin);
    pg_put_uuid(&q, ticket);
    *found = pg_query_row(&q);
    if (*found)
        pg_get_checkin(&q, checkin);
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
