/* What the map shows of its seats: views, searches, and one seat looked at closely. */
#include "config.h"

#include "ui/sell.h"

#include <stdio.h>

/* ---- searching ---------------------------------------------------------------------------- */

void sell_find(struct map_screen *screen, const struct model *model, int direction,
               struct effects *effects)
{
    if (!map_find(&screen->map, model, direction))
        effect_error(effects, _("Nothing here is called \"%s\"."), screen->map.find);
}

void sell_next(struct map_screen *screen, const struct view *view, struct effects *effects)
{
    if (sell_has_offer(screen, view->model))
        sell_next_offer(screen, effects);
    else if (screen->map.find[0])
        sell_find(screen, view->model, 1, effects);
    else
        effect_say(effects, "%s", _("There is no offer and no search to go on with."));
}

void sell_ask_find(struct effects *effects)
{
    struct ask *ask = effect_ask(effects, ASK_TEXT, MAP_FIND);
    snprintf(ask->title, sizeof ask->title, "/");
}

/* ---- views -------------------------------------------------------------------------------- */

bool sell_shows_holders(const struct map_screen *screen)
{
    const struct map *map = &screen->map;
    return map->shows == MAP_HOLDER || map->shows == MAP_AGE || map->level == MAP_SEATS ||
           (screen->card && map->level != MAP_VENUE);
}

/* ---- taken away from here ------------------------------------------------------------------ */

/* One section is shown, of several: its picture is wanted, not the hall's. A name with a blank is a
 * word in quotes. */
static const char *only_section(const struct map *map, const struct plan *plan, struct arena *arena)
{
    const char *name = plan->sections[map->section].name;
    if (map->level == MAP_VENUE || plan->section_count < 2 || !*name || strchr(name, '"'))
        return "";
    return arena_printf(arena, " --section \"%s\"", name);
}

void sell_export(const struct map_screen *screen, const struct view *look, struct effects *effects)
{
    static const char *const views[MAP_SHOWS] = {
        [MAP_STATE] = "state", [MAP_PRICE] = "price", [MAP_HOLDER] = "holder", [MAP_AGE] = "age"};
    struct cmd *cmd = effect_send(effects, CMD_EXPORT);
    bool tiles = screen->map.level == MAP_VENUE && !screen->map.hall;
    const char *view = tiles ? "section" : views[screen->map.shows];
    cmd->u.export.line =
        arena_printf(cmd->meta.arena, "map %s --svg --view %s%s", screen->show, view,
                     only_section(&screen->map, look->model->map.plan, cmd->meta.arena));
    cmd->u.export.name = arena_printf(cmd->meta.arena, "%s-%s.svg", screen->show, view);
}

/* As many marked seats as one message carries. */
static void name_marked(const struct map *map, const struct plan *plan, char *out, size_t size)
{
    char label[SEAT_TEXT];
    size_t used = 0;
    for (int i = 0; i < map->mark_count && used + SEAT_TEXT < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? " " : "",
                                 plan_seat_label(plan, map->marks[i], label));
}

void sell_copy(const struct map_screen *screen, const struct model *model, struct effects *effects)
{
    const struct plan *plan = model->map.plan;
    char text[MESSAGE_TEXT] = "";
    if (screen->map.mark_count)
        name_marked(&screen->map, plan, text, sizeof text);
    else if (screen->map.level == MAP_VENUE)
        snprintf(text, sizeof text, "%s", plan->sections[screen->map.section].name);
    else
        plan_seat_label(plan, screen->map.seat, text);
    effect_copy(effects, text);
}

/* ---- one seat ----------------------------------------------------------------------------- */

/* A sold seat leads to its order. */
void sell_inspect(struct map_screen *screen, const struct view *view, struct effects *effects)
{
    char line[256], label[SEAT_TEXT];
    bool seat = screen->map.level != MAP_VENUE;
    if (seat && model_state(view->model, screen->map.seat).status == SEAT_SOLD) {
        plan_seat_label(view->model->map.plan, screen->map.seat, label);
        effect_open(effects, "orders", label);
        return;
    }
    if (seat) {
        screen->card = !screen->card;
        return;
    }
    map_describe(&screen->map, view, line, sizeof line);
    effect_say(effects, "%s", line);
}
