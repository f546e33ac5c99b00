#include "config.h"

#include "src/cmd/draw.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"

enum { LABEL_COLUMNS = 5 };

/* What stands for a seat of the plan; ctx is whatever the caller draws from. */
typedef char seat_glyph(const void *ctx, int seat);

static int row_cells(const struct plan *plan, const struct plan_row *row)
{
    int cells = 0;
    for (int i = row->first; i < row->first + row->count; i++)
        if (plan->seats[i].cell >= cells)
            cells = plan->seats[i].cell + 1;
    return cells;
}

static void draw_row(const struct plan *plan, const struct plan_row *row, struct arena *arena,
                     seat_glyph *glyph, const void *ctx)
{
    char label[LABEL_COLUMNS * 4 + 1];
    int cells = row_cells(plan, row);
    char *line = arena_alloc(arena, (size_t)cells + 1);
    memset(line, ' ', (size_t)cells);
    for (int i = row->first; i < row->first + row->count; i++)
        line[plan->seats[i].cell] = glyph(ctx, i);
    text_fit(label, sizeof label, row->label, LABEL_COLUMNS, true);
    printf("%s %s\n", label, line);
}

static void draw(const struct plan *plan, struct arena *arena, seat_glyph *glyph, const void *ctx)
{
    for (int i = 0; i < plan->section_count; i++) {
        const struct plan_section *section = &plan->sections[i];
        printf("%s%s\n", i ? "\n" : "", section->name);
        for (int row = section->first_row; row < section->first_row + section->row_count; row++)
            draw_row(plan, &plan->rows[row], arena, glyph, ctx);
    }
}

/* ---- how a show stands -------------------------------------------------------------------- */

struct standing {
    const struct snapshot *map;
    int64_t now;
};

static char standing_glyph(const void *ctx, int seat)
{
    static const char glyphs[] = {
        [SEAT_AVAILABLE] = 'o', [SEAT_HELD] = '%', [SEAT_SOLD] = '#', [SEAT_BLOCKED] = 'x'};
    const struct standing *standing = ctx;
    const struct seat_state *state = &standing->map->state[seat];
    bool free = state->status == SEAT_AVAILABLE || seat_hold_over(state, standing->now);
    if (free && standing->map->plan->seats[seat].flags & SEAT_WHEELCHAIR)
        return 'w';
    return free ? 'o' : glyphs[state->status];
}

void draw_map(struct call *call, const struct snapshot *map)
{
    const struct standing standing = {map, call->now};
    printf("%s\n\n", map->show.title);
    draw(map->plan, call->arena, standing_glyph, &standing);
    printf("\n%s\n", _("o free   w wheelchair place   % held   # sold   x blocked"));
}

/* ---- an empty hall ------------------------------------------------------------------------ */

static char plan_glyph(const void *ctx, int seat)
{
    const struct plan *plan = ctx;
    const struct plan_seat *at = &plan->seats[seat];
    return at->flags & SEAT_WHEELCHAIR   ? 'w'
           : at->flags & SEAT_COMPANION  ? 'c'
           : at->flags & SEAT_RESTRICTED ? 'r'
           : at->flags & SEAT_HOUSE      ? '#'
                                         : 'o';
}

void draw_plan(const struct plan *plan, struct arena *arena)
{
    printf("%s\n\n", plan->name);
    draw(plan, arena, plan_glyph, plan);
    printf("\n%s\n", _("o seat   w wheelchair place   c companion   r restricted view   # house "
                       "seat"));
}
