#include "config.h"

#include "src/domain/qr.h"

#include <string.h>

/* Is there ink at this place, counted from the corner of the quiet zone? */
static bool is_drawn(const struct qr *qr, const struct qr_style *style, int row, int column)
{
    row -= style->quiet;
    column -= style->quiet;
    bool within = row >= 0 && column >= 0 && row < qr->size && column < qr->size;
    bool dark = within && qr->dark[row * qr->size + column];
    return row < qr->size + style->quiet && dark != style->light;
}

static int side(const struct qr *qr, const struct qr_style *style)
{
    return qr->size + 2 * style->quiet;
}

int qr_columns(const struct qr *qr, const struct qr_style *style)
{
    return side(qr, style) * (style->ascii ? 2 : 1);
}

static const char *ascii_line(const struct qr *qr, const struct qr_style *style, int row,
                              struct arena *arena)
{
    int width = side(qr, style);
    char *line = arena_alloc(arena, (size_t)width * 2 + 1);
    for (int column = 0; column < width; column++)
        memset(line + (size_t)column * 2, is_drawn(qr, style, row, column) ? '#' : ' ', 2);
    line[(size_t)width * 2] = '\0';
    return line;
}

static const char *block_line(const struct qr *qr, const struct qr_style *style, int row,
                              struct arena *arena)
{
    static const char *const blocks[] = {" ", "\u2584", "\u2580", "\u2588"};
    int width = side(qr, style);
    char *line = arena_alloc(arena, (size_t)width * 3 + 1), *at = line;
    for (int column = 0; column < width; column++) {
        const char *block =
            blocks[is_drawn(qr, style, row, column) * 2 + is_drawn(qr, style, row + 1, column)];
        at = stpcpy(at, block);
    }
    return line;
}

const char *const *qr_lines(const struct qr *qr, const struct qr_style *style, struct arena *arena,
                            int *count)
{
    int step = style->ascii ? 1 : 2;
    *count = (side(qr, style) + step - 1) / step;
    const char **lines = arena_array(arena, (size_t)*count, sizeof *lines);
    for (int i = 0; i < *count; i++)
        lines[i] =
            style->ascii ? ascii_line(qr, style, i, arena) : block_line(qr, style, i * 2, arena);
    return lines;
}
