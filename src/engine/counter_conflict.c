#include "config.h"

#include "src/engine/counter_conflict.h"

#include <stdio.h>

#include "src/base/tongue.h"
#include "src/engine/counter_print.h"
#include "src/engine/desk_office.h"

enum { LISTED = 500, COUNT_MS = 15000 };

/* ---- listing and deciding ------------------------------------------------------------------ */

/* True, and the answer says so: there is nobody to ask. */
static bool cut_off(const struct counter *counter, struct evt *evt)
{
    if (!counter->desk->alone)
        return false;
    evt->outcome.verdict = VERDICT_UNAVAILABLE;
    snprintf(evt->outcome.message, sizeof evt->outcome.message, "%s",
             tongue(N_("Conflicts are decided at the house, which is out of reach; look again when "
                       "this till is ONLINE.")));
    return true;
}

void look_conflicts(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (cut_off(counter, evt))
        return;
    desk_conflict_list(counter->desk, &cmd->meta, !cmd->u.all_conflicts, LISTED,
                       &evt->u.conflicts.at, &evt->u.conflicts.count, &evt->outcome);
    if (!evt->outcome.verdict)
        desk_tail_list(counter->desk, &cmd->meta, &evt->u.conflicts.tails,
                       &evt->u.conflicts.tail_count, &evt->outcome);
}

/* New tickets are for the seats that had been kept. */
static void print_new(struct counter *counter, const struct cmd *cmd, const struct evt *evt)
{
    char id[UUID_TEXT];
    struct conflict conflict;
    struct outcome found;
    struct new_seats seats = {NULL, 0};
    desk_conflict_find(counter->desk, &cmd->meta, uuid_text(&cmd->u.decide.conflict, id), &conflict,
                       &found);
    if (found.verdict)
        return;
    seats.labels = arena_array(evt->arena, (size_t)conflict.offer_count + 1, sizeof *seats.labels);
    for (; seats.count < conflict.offer_count; seats.count++)
        seats.labels[seats.count] = conflict.offer[seats.count].label;
    print_exchanged(counter, cmd, evt, &seats);
}

void serve_decide(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (cut_off(counter, evt))
        return;
    desk_conflict_decide(counter->desk, &cmd->meta, &cmd->u.decide, &evt->outcome);
    conflicts_count_soon(counter);
    if (!evt->outcome.verdict && cmd->u.decide.outcome == CONFLICT_OTHER)
        print_new(counter, cmd, evt);
}

void serve_strike(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (!cut_off(counter, evt))
        desk_tail_strike(counter->desk, &cmd->meta, cmd->u.text, &evt->outcome);
}

void serve_settle(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    if (!cut_off(counter, evt))
        desk_went_back_settle(counter->desk, &cmd->meta, cmd->u.text, &evt->outcome);
}

/* ---- how many ------------------------------------------------------------------------------ */

void conflicts_count_soon(struct counter *counter)
{
    counter->conflicts_due = clock_mono(&counter->desk->clock);
}

void conflicts_count(struct counter *counter)
{
    const struct desk *desk = counter->desk;
    int64_t now = clock_mono(&desk->clock);
    const struct office_ops *ops;
    int count;
    if (now < counter->conflicts_due || desk->alone || !desk->store || !desk->store->ops->office)
        return;
    struct store *house = desk->store->ops->office(desk->store, &ops);
    if (!ops->open_conflicts(house, &count, NULL))
        counter->conflicts = count;
    counter->conflicts_due = now + COUNT_MS;
}
