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

static void ask_holds(const struct map_screen *screen, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_HOLDS);
    cmd->u.show = arena_strdup(cmd->meta.arena, screen->show);
}

void sell_change_view(struct map_screen *screen, struct effects *effects)
{
    screen->map.shows = (screen->map.shows + 1) % MAP_SHOWS;
    if (screen->map.shows == MAP_HOLDER)
        ask_holds(screen, effects);
}

/* ---- one seat ----------------------------------------------------------------------------- */

/* A sold seat leads to its order. */
void sell_inspect(struct map_screen *screen, const struct view *view, struct effects *effects)
{
    char line[256], label[SEAT_TEXT];
    bool seat = screen->map.level != MAP_VENUE;
    if (seat && model_glyph(view->model, screen->map.seat) == GLYPH_SOLD) {
        plan_seat_label(view->model->map.plan, screen->map.seat, label);
        effect_open(effects, "orders", label);
        return;
    }
    map_describe(&screen->map, view, line, sizeof line);
    effect_say(effects, "%s", line);
}
