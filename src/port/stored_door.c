/* Keys, tickets at the door, and bags. */
#include "config.h"

#include "src/port/stored.h"

enum rc stored_key_list(struct store *store, struct arena *arena, struct ticket_key **keys,
                        int *count, struct err *err)
{
    struct ask ask = ask_start(store, SQL_LIST_KEYS);
    return ask_list(&ask, &shape_ticket_key, arena, keys, count, err);
}

/* ---- one ticket --------------------------------------------------------------------------- */

static enum rc read_ticket(struct store *store, const struct uuid *id, const char *code,
                           struct door_row *row, struct err *err)
{
    struct ask ask = ask_start(store, id ? SQL_READ_TICKET : SQL_FIND_TICKET);
    if (id)
        ask_uuid(&ask, id);
    else
        ask_text(&ask, code);
    row->sold = ask_row(&ask);
    if (row->sold) {
        told_ticket(&ask, &row->ticket);
        row->sale_status = (enum sale_status)told_int(&ask);
        told_text(&ask, row->sale_code, sizeof row->sale_code);
    }
    return ask_end(&ask, err);
}

enum rc stored_door_read(struct store *store, const struct uuid *id, const char *code,
                         struct door_row *row, bool *found, struct err *err)
{
    const struct query_ops *ops = store->ops->query;
    *row = (struct door_row){0};
    enum rc rc = ops->begin(store, err);
    if (rc != RC_OK)
        return rc;
    rc = read_ticket(store, id, code, row, err);
    ops->last(store);
    if (rc == RC_OK && (id || row->sold)) {
        struct ask ask = ask_start(store, SQL_READ_ADMISSION);
        ask_uuid(&ask, id ? id : &row->ticket.id);
        rc = ask_one(&ask, &shape_admission, &row->admission, &row->visited, err);
    }
    *found = row->sold || row->visited;
    return ops->finish(store, rc, err);
}

enum rc stored_checkin_read(struct store *store, const struct uuid *ticket, struct checkin *checkin,
                            bool *found, struct err *err)
{
    struct ask ask = ask_start(store, SQL_READ_CHECKIN);
    ask_uuid(&ask, ticket);
    return ask_one(&ask, &shape_checkin, checkin, found, err);
}

enum rc stored_bag_rule_read(struct store *store, struct bag_rule *rule, struct err *err)
{
    struct ask ask = ask_start(store, SQL_READ_BAG_RULE);
    *rule = (struct bag_rule){0};
    if (ask_row(&ask)) {
        rule->limit_g = (int32_t)told_int(&ask);
        rule->fee = told_int(&ask);
    }
    return ask_end(&ask, err);
}

/* ---- of a show ---------------------------------------------------------------------------- */

enum rc stored_door_count(struct store *store, int32_t show, struct door_count *door,
                          struct err *err)
{
    struct ask ask = ask_start(store, SQL_COUNT_DOOR);
    *door = (struct door_count){0};
    ask_int(&ask, show);
    if (ask_row(&ask)) {
        door->tickets = (int32_t)told_int(&ask);
        door->inside = (int32_t)told_int(&ask);
        door->entered = (int32_t)told_int(&ask);
        door->refused = (int32_t)told_int(&ask);
    }
    return ask_end(&ask, err);
}

enum rc stored_scan_list(struct store *store, int32_t show, int limit, struct arena *arena,
                         struct scan **scans, int *count, struct err *err)
{
    struct ask ask = ask_start(store, SQL_LIST_SCANS);
    ask_int(&ask, show);
    ask_int(&ask, limit);
    return ask_list(&ask, &shape_scan, arena, scans, count, err);
}

enum rc stored_admitted(struct store *store, int32_t show, struct arena *arena, int32_t **seats,
                        int *count, struct err *err)
{
    struct ask ask = ask_start(store, SQL_LIST_ADMITTED);
    ask_int(&ask, show);
    return ask_numbers(&ask, arena, seats, count, err);
}
