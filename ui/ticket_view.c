#include "config.h"

#include "ui/ticket_view.h"

#include <string.h>
#include <time.h>

#include "src/domain/ticket_text.h"

static const char *translate(const char *text)
{
    return _(text);
}

static int offset_min(int64_t wall_ms)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm parts = {0};
    localtime_r(&seconds, &parts);
    return (int)(parts.tm_gmtoff / 60);
}

void ticket_view_draw(const struct view *view, const struct show *show, const struct sale *sale,
                      const struct ticket *ticket, struct canvas *canvas, struct area area)
{
    struct arena *arena = arena_new();
    bool known = view->model->open && view->model->map.show.no == show->no;
    const struct ticket_paper paper = {.house = view->venue ? view->venue : "",
                                       .show = show,
                                       .plan = known ? view->model->map.plan : NULL,
                                       .sale = sale,
                                       .columns = TICKET_NARROW,
                                       .offset_min = offset_min(show->starts_at),
                                       .sold_offset_min = offset_min(sale->sold_at),
                                       .training = view->training,
                                       .provisional = sale->provisional,
                                       .mark = sale->mark,
                                       .language = translate,
                                       .arena = arena};
    const char *text = ticket_text(&paper, ticket);
    for (int row = 0; *text; row++) {
        size_t length = strcspn(text, "\n");
        draw_text(canvas, area, row, 0, STYLE_TEXT, arena_strndup(arena, text, length));
        text += length + (text[length] == '\n');
    }
    arena_free(&arena);
}
