/* A bare canvas for tests of what draws on it. */
#ifndef LOGE_TESTS_BOARD_H
#define LOGE_TESTS_BOARD_H

#include <stdlib.h>

#include "ui/canvas.h"

struct board {
    struct arena *arena;
    struct canvas *canvas;
};

static inline struct board *board_new(int rows, int columns)
{
    struct board *board = x_alloc(sizeof *board);
    board->arena = arena_new();
    board->canvas = canvas_new(rows, columns);
    return board;
}

static inline int board_away(void **state)
{
    struct board *board = *state;
    canvas_free(&board->canvas);
    arena_free(&board->arena);
    free(board);
    return 0;
}

#endif
