/* The counter at the door: scans, the figures beside them, and bags. */
#include "config.h"

#include "src/engine/counter_door.h"

#include <stdio.h>

enum { LAST_SCANS = 5 };

/* Whatever cannot be read is left out: a scan that was done is done. */
static void add_figures(struct counter *counter, const struct show *show, struct evt *evt)
{
    struct store *store = counter->desk->store;
    struct err err;
    if (store->ops->door_count(store, show->no, &evt->u.door.count, &err) ||
        store->ops->scan_list(store, show->no, LAST_SCANS, evt->arena, &evt->u.door.last,
                              &evt->u.door.last_count, &err))
        return;
    evt->u.door.show = arena_strdup(evt->arena, show->id);
    evt->u.door.title = arena_strdup(evt->arena, show->title);
    evt->u.door.starts_at = show->starts_at;
}

void look_door(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct show show;
    desk_door_show(counter->desk, evt->arena, cmd->u.show, &show, &evt->outcome);
    if (!evt->outcome.verdict)
        add_figures(counter, &show, evt);
}

void serve_scan(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct desk_scan scan = cmd->u.scan;
    struct outcome found;
    struct show show;
    scan.gate = counter->door_gate;
    scan.reentry = counter->door_reentry;
    desk_scan(counter->desk, &cmd->meta, &scan, &evt->outcome);
    if (evt->outcome.verdict)
        return;
    desk_door_show(counter->desk, evt->arena, scan.show, &show, &found);
    if (!found.verdict)
        add_figures(counter, &show, evt);
}

/* ---- bags ---------------------------------------------------------------------------------- */

void look_checkin(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_checkin_look(counter->desk, &cmd->meta, cmd->u.bag.ticket, &evt->outcome);
}

void serve_bag_weigh(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_checkin_weigh(counter->desk, &cmd->meta, cmd->u.bag.ticket, cmd->u.bag.weight_g,
                       &evt->outcome);
}

void serve_bag_pay(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_checkin_pay(counter->desk, &cmd->meta, cmd->u.bag.ticket, cmd->u.bag.tenders,
                     cmd->u.bag.tender_count, &evt->outcome);
}

void serve_bag_stop(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    desk_checkin_stop(counter->desk, &cmd->meta, cmd->u.bag.ticket, &evt->outcome);
}
