#include "config.h"

#include "src/engine/bag_rows.h"

#include "src/base/text.h"

static enum rc read_checkin(struct store *store, struct bag_rows *rows, struct err *err)
{
    const struct uuid *ticket =
        rows->door.visited ? &rows->door.admission.ticket : &rows->door.ticket.id;
    return rows->found ? store->ops->checkin_read(store, ticket, &rows->kept, &rows->weighed, err)
                       : RC_OK;
}

enum rc bag_rows_read(struct store *store, const struct uuid *id, const char *code,
                      struct bag_rows *rows, struct err *err)
{
    const struct store_ops *ops = store->ops;
    *rows = (struct bag_rows){0};
    enum rc rc = ops->door_read(store, id, code, &rows->door, &rows->found, err);
    if (rc == RC_OK)
        rc = read_checkin(store, rows, err);
    if (rc == RC_OK)
        rc = ops->bag_rule_read(store, &rows->rule, err);
    return rc == RC_OK ? ops->house_read(store, &rows->house, err) : rc;
}

struct checked *bag_rows_show(const struct bag_rows *rows, struct arena *arena)
{
    struct checked *checked = arena_alloc(arena, sizeof *checked);
    *checked = (struct checked){.checkin = rows->kept, .rule = rows->rule};
    text_copy(checked->currency, sizeof checked->currency, rows->house.currency);
    text_copy(checked->code, sizeof checked->code, rows->door.ticket.code);
    text_copy(checked->label, sizeof checked->label, rows->door.ticket.label);
    return checked;
}
