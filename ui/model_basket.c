/* The basket as the console knows it: my open holds, and what the news take from them. */
#include "config.h"

#include <string.h>

#include "ui/model_private.h"

const struct hold *model_find_hold(const struct model *model, const struct uuid *id)
{
    for (int i = 0; i < model->hold_count; i++)
        if (uuid_equal(&model->holds[i].id, id))
            return &model->holds[i];
    return NULL;
}

static bool hold_lives(const struct hold *hold)
{
    return hold->status == HOLD_ACTIVE || hold->status == HOLD_PAYING;
}

static void keep_hold(struct arena *arena, struct hold *to, const struct hold *from)
{
    *to = *from;
    to->seats = arena_array(arena, (size_t)from->seat_count + 1, sizeof *to->seats);
    to->seat_count = 0;
    for (int i = 0; i < from->seat_count; i++)
        if (from->seats[i].live)
            to->seats[to->seat_count++] = from->seats[i];
}

/* The basket as it is once `fresh` holds have come in; `only` them, or together with the others. */
void model_replace_holds(struct model *model, const struct hold *fresh, int count, bool only)
{
    struct arena *arena = arena_new();
    struct hold *holds = arena_array(arena, (size_t)(model->hold_count + count + 1), sizeof *holds);
    int kept = 0;
    for (int i = 0; i < model->hold_count && !only; i++) {
        bool replaced = false;
        for (int j = 0; j < count; j++)
            replaced = replaced || uuid_equal(&model->holds[i].id, &fresh[j].id);
        if (!replaced)
            keep_hold(arena, &holds[kept++], &model->holds[i]);
    }
    for (int i = 0; i < count; i++)
        if (hold_lives(&fresh[i]) && strcmp(fresh[i].holder, model->actor.name) == 0) {
            keep_hold(arena, &holds[kept], &fresh[i]);
            kept += holds[kept].seat_count > 0;
        }
    arena_free(&model->memory->holds);
    model->memory->holds = arena;
    model->holds = holds;
    model->hold_count = kept;
}

static void note_lost(struct lost_seats *lost, const struct hold *hold,
                      const struct hold_seat *seat, bool taken)
{
    bool other = lost->count && !uuid_equal(&lost->hold, &hold->id);
    if (other || lost->count == LOST_SEATS_MAX)
        return;
    lost->hold = hold->id;
    lost->taken = lost->taken || taken;
    lost->seats[lost->count] = seat->seat;
    memcpy(lost->labels[lost->count++], seat->label, sizeof seat->label);
}

bool model_take_lost(struct model *model, struct lost_seats *lost)
{
    *lost = model->lost;
    model->lost = (struct lost_seats){.count = 0};
    return lost->count > 0;
}

/* Seats that another store told count whatever their versions: it has never heard of those that the
 * basket was told of before. */
static bool is_lost(const struct model *model, const struct hold *hold, const struct hold_seat *of,
                    bool anew)
{
    int seat = model_seat_by_no(model, of->seat);
    if (seat < 0)
        return false;
    const struct seat_state state = model_state(model, seat);
    return (anew || state.version > of->version) &&
           !(state.status == SEAT_HELD && uuid_equal(&state.holder, &hold->id));
}

static bool is_somebodys(const struct model *model, const struct hold_seat *of)
{
    const struct seat_state state = model_state(model, model_seat_by_no(model, of->seat));
    return state.status == SEAT_HELD || state.status == SEAT_SOLD;
}

/* A seat of mine that somebody took or that is over leaves the basket. */
static bool drop_lost_seats(struct model *model, bool anew)
{
    bool changed = false;
    for (int h = 0; h < model->hold_count; h++) {
        struct hold *hold = &model->holds[h];
        int kept = 0;
        if (hold->show != model->map.show.no)
            continue;
        for (int i = 0; i < hold->seat_count; i++) {
            if (is_lost(model, hold, &hold->seats[i], anew))
                note_lost(&model->lost, hold, &hold->seats[i],
                          anew && is_somebodys(model, &hold->seats[i]));
            else
                hold->seats[kept++] = hold->seats[i];
        }
        changed = changed || kept != hold->seat_count;
        hold->seat_count = kept;
    }
    return changed;
}

static void drop_empty_holds(struct model *model)
{
    int kept = 0;
    for (int i = 0; i < model->hold_count; i++)
        if (model->holds[i].seat_count > 0)
            model->holds[kept++] = model->holds[i];
    model->hold_count = kept;
}

/* The basket holds nothing that the map knows to be gone, whichever of them came later. */
void model_settle_basket(struct model *model, bool anew, int64_t now)
{
    if (!model->open || !drop_lost_seats(model, anew))
        return;
    drop_empty_holds(model);
    model_look_at_all(model, now);
}

/* What an answer says of my seats may be newer than the map; seats let go come as news. */
void model_seats_follow(struct model *model, const struct hold *hold)
{
    if (!model->open || hold->show != model->map.show.no || !hold_lives(hold))
        return;
    for (int i = 0; i < hold->seat_count; i++) {
        int seat = model_seat_by_no(model, hold->seats[i].seat);
        if (seat < 0 || !hold->seats[i].live)
            continue;
        struct seat_state state = model_state(model, seat);
        if (hold->seats[i].version <= state.version)
            continue;
        state.version = hold->seats[i].version;
        state.status = SEAT_HELD;
        state.holder = hold->id;
        state.held_until = hold->expires_at;
        seat_book_put(model->memory->book, seat, &state);
    }
}

/* What I sold is no longer in my basket, whether the news of the seats are here yet or not. */
void model_drop_sold(struct model *model, const struct sale *sale)
{
    for (int h = 0; h < model->hold_count; h++) {
        struct hold *hold = &model->holds[h];
        int kept = 0;
        for (int i = 0; i < hold->seat_count; i++) {
            bool sold = false;
            for (int t = 0; t < sale->ticket_count && hold->show == sale->show; t++)
                sold = sold || sale->tickets[t].seat == hold->seats[i].seat;
            if (!sold)
                hold->seats[kept++] = hold->seats[i];
        }
        hold->seat_count = kept;
    }
    drop_empty_holds(model);
}

bool model_hold_is_over(const struct hold *hold, int64_t now)
{
    return hold->expires_at <= now && hold->status == HOLD_ACTIVE;
}

bool model_tick(struct model *model, int64_t now)
{
    bool changed = false;
    for (int i = 0; i < model->hold_count; i++)
        if (model_hold_is_over(&model->holds[i], now)) {
            model->holds[i].seat_count = 0;
            changed = true;
        }
    if (changed)
        drop_empty_holds(model);
    if (changed || now >= model->next_over)
        changed = model_look_at_all(model, now) || changed;
    return changed;
}
