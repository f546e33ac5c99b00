#include "config.h"

#include "ui/map_holds.h"

void map_holds_ask(struct map_holds *holds, const char *show, struct effects *effects)
{
    holds->again = holds->asking;
    if (holds->asking)
        return;
    struct cmd *cmd = effect_look(effects, CMD_HOLDS);
    cmd->u.show = arena_strdup(cmd->meta.arena, show);
    holds->asking = true;
}

void map_holds_take(struct map_holds *holds, struct map *map, const char *show, struct evt *evt,
                    struct effects *effects)
{
    holds->asking = false;
    if (evt->outcome.verdict == VERDICT_OK) {
        arena_free(&holds->arena);
        holds->arena = evt->arena;
        evt->arena = NULL;
        map->holds = holds->at = evt->u.holds.at;
        map->hold_count = holds->count = evt->u.holds.count;
    }
    if (holds->again)
        map_holds_ask(holds, show, effects);
}

void map_holds_done(struct map_holds *holds)
{
    arena_free(&holds->arena);
    holds->count = 0;
}

bool map_holds_in(const struct evt *news)
{
    for (int i = 0; i < news->u.seats.count; i++)
        if (news->u.seats.at[i].state.status == SEAT_HELD)
            return true;
    return false;
}
