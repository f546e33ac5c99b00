#include "config.h"

#include "src/cmd/draw.h"

#include <langinfo.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/domain/plan_draw.h"

enum { MINE_MAX = 64 };

static const char *translate(const char *english)
{
    return _(english);
}

/* As wide as the terminal; in a file as wide as a page. */
static struct plan_drawing drawing_here(int section)
{
    struct winsize size;
    struct plan_drawing drawing = {.section = section, .word = translate};
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        drawing.columns = size.ws_col;
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
        drawing.glyphs = PLAN_GRAPHIC;
    return drawing;
}

/* What the person acting holds in this show; a drawing without it is still a drawing. */
static int find_mine(struct call *call, int32_t show, struct uuid mine[MINE_MAX])
{
    struct hold *holds;
    struct err err;
    int count = 0;
    const struct hold_filter filter = {.show = show,
                                       .holder = call->meta.actor.name,
                                       .open_only = true,
                                       .now = call->now,
                                       .limit = MINE_MAX};
    struct store *store = call->desk.store;
    if (store->ops->hold_list(store, &filter, call->arena, &holds, &count, &err))
        return 0;
    for (int i = 0; i < count; i++)
        mine[i] = holds[i].id;
    return count;
}

void draw_map(struct call *call, const struct snapshot *map, int section)
{
    struct uuid mine[MINE_MAX];
    struct plan_drawing drawing = drawing_here(section);
    drawing.state = map->state;
    drawing.now = call->now;
    drawing.mine = mine;
    drawing.mine_count = find_mine(call, map->show.no, mine);
    fprintf(call->out, "%s\n\n%s", view_line(call, map->show.title),
            plan_draw(map->plan, &drawing, call->arena));
}

void draw_plan(struct call *call, const struct plan *plan)
{
    struct plan_drawing drawing = drawing_here(-1);
    fprintf(call->out, "%s\n\n%s", view_line(call, plan->name),
            plan_draw(plan, &drawing, call->arena));
}
