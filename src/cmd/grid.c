#include "config.h"

#include "src/cmd/grid.h"

#include <stdarg.h>
#include <string.h>

#include "src/base/text.h"

enum { GRID_COLUMNS_MAX = 16 };

void grid_start(struct grid *grid, struct arena *arena, const char *heads)
{
    *grid = (struct grid){.arena = arena};
    while (*heads) {
        size_t length = strcspn(heads, "|");
        if (heads[0] == '>')
            grid->right |= 1U << grid->columns;
        size_t mark = heads[0] == '>';
        *LIST_ADD(arena, &grid->cells) = arena_strndup(arena, heads + mark, length - mark);
        grid->columns++;
        heads += length + (heads[length] == '|');
    }
}

/* Control bytes from an old or foreign file must not reach the terminal: they count one column. */
void grid_cell(struct grid *grid, const char *fmt, ...)
{
    char text[512], safe[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    text_fit(safe, sizeof safe, text, text_columns(text), false);
    *LIST_ADD(grid->arena, &grid->cells) = arena_strdup(grid->arena, safe);
}

static void find_widths(const struct grid *grid, int widths[GRID_COLUMNS_MAX])
{
    memset(widths, 0, sizeof(int[GRID_COLUMNS_MAX]));
    for (int i = 0; i < grid->cells.count; i++) {
        int columns = text_columns(grid->cells.at[i]);
        if (columns > widths[i % grid->columns])
            widths[i % grid->columns] = columns;
    }
}

static void print_cell(const struct grid *grid, FILE *out, int at, int width)
{
    int column = at % grid->columns;
    const char *text = grid->cells.at[at];
    int pad = width - text_columns(text);
    bool last = column == grid->columns - 1;
    if (grid->right & (1U << column))
        fprintf(out, "%*s%s%s", pad, "", text, last ? "\n" : "  ");
    else if (last)
        fprintf(out, "%s\n", text);
    else
        fprintf(out, "%s%*s  ", text, pad, "");
}

void grid_print(const struct grid *grid, FILE *out)
{
    int widths[GRID_COLUMNS_MAX];
    find_widths(grid, widths);
    for (int i = 0; i < grid->cells.count; i++)
        print_cell(grid, out, i, widths[i % grid->columns]);
}
