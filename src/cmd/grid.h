/* A table for people: columns as wide as their widest cell, amounts to the right. */
#ifndef LOGE_CMD_GRID_H
#define LOGE_CMD_GRID_H

#include <stdio.h>

#include "src/base/list.h"

struct grid {
    struct arena *arena;
    int columns;
    unsigned right;           /* bit a column: aligned to the right */
    LIST(const char *) cells; /* the heads come first */
};

/* Heads parted by '|'; '>' before a head aligns its column to the right. */
void grid_start(struct grid *grid, struct arena *arena, const char *heads);
/* The next cell, row by row. */
void grid_cell(struct grid *grid, const char *fmt, ...) PRINTF(2, 3);
void grid_print(const struct grid *grid, FILE *out);

static inline int grid_rows(const struct grid *grid)
{
    return grid->cells.count / grid->columns - 1;
}

#endif
