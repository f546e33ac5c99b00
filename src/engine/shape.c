#include "config.h"

#include "src/engine/shape.h"

static const struct hold *row_in(const struct changeset *cs, const struct uuid *id)
{
    for (int i = 0; i < cs->holds.count; i++)
        if (uuid_equal(&cs->holds.at[i].id, id))
            return &cs->holds.at[i];
    return NULL;
}

static bool takes(const struct seat_change *change, const struct uuid *hold)
{
    return change->act == ACT_HOLD && uuid_equal(&change->holder, hold);
}

static bool describe(struct hold_seat *seat, const struct seat_change *change,
                     const struct plan *plan, int index)
{
    if (plan->seats[index].no != change->seat)
        return false;
    *seat = (struct hold_seat){.seat = change->seat,
                               .live = true,
                               .version = change->seen + 1,
                               .class_no = plan->seats[index].class_no};
    plan_seat_label(plan, index, seat->label);
    return true;
}

struct hold *shape_new_hold(const struct changeset *cs, const struct uuid *id,
                            const struct plan *plan, const int *wish, int count)
{
    struct hold *hold = arena_alloc(cs->arena, sizeof *hold);
    *hold = *row_in(cs, id);
    hold->version = 1;
    hold->seats = arena_array(cs->arena, (size_t)count, sizeof *hold->seats);
    hold->seat_count = 0;
    for (int i = 0; i < cs->seats.count; i++)
        for (int w = 0; takes(&cs->seats.at[i], id) && w < count; w++)
            if (describe(&hold->seats[hold->seat_count], &cs->seats.at[i], plan, wish[w])) {
                hold->seat_count++;
                break;
            }
    return hold;
}

static void settle_seat(struct hold_seat *seat, const struct changeset *cs)
{
    for (int i = 0; i < cs->seats.count; i++) {
        const struct seat_change *change = &cs->seats.at[i];
        if (change->seat != seat->seat || !seat->live)
            continue;
        seat->version = change->seen + 1;
        seat->live = change->to == SEAT_HELD;
    }
}

struct hold *shape_changed_hold(const struct changeset *cs, const struct hold *before)
{
    struct hold *hold = arena_alloc(cs->arena, sizeof *hold);
    const struct hold *row = row_in(cs, &before->id);
    *hold = row ? *row : *before;
    if (row)
        hold->version = row->version + 1;
    hold->seat_count = before->seat_count;
    hold->seats = arena_grow(cs->arena, before->seats, (size_t)before->seat_count,
                             (size_t)before->seat_count, sizeof *hold->seats);
    for (int i = 0; i < hold->seat_count; i++)
        settle_seat(&hold->seats[i], cs);
    return hold;
}
