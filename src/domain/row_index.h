/*
 * Rows of a list by an id in them: several may have the same (the tickets of an order).
 *
 * The list grows, and its rows keep their ids; whoever asks has what was added since put in first.
 * A list that became shorter is put in anew. Places are numbers, so the list may move.
 */
#ifndef LOGE_DOMAIN_ROW_INDEX_H
#define LOGE_DOMAIN_ROW_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/arena.h"
#include "src/base/uuid.h"

struct row_index {
    struct arena *arena;
    size_t offset;         /* of the id in a row */
    int32_t *heads, *next; /* place + 1; 0: none */
    int heads_room, next_room, count;
};

struct indexed_rows {
    const void *at;
    int count;
    size_t size;
};

/* A row with that id, or another after `at`, the latest first; -1: there is none. */
int row_index_first(struct row_index *index, const struct indexed_rows *rows,
                    const struct uuid *id);
int row_index_next(const struct row_index *index, const struct indexed_rows *rows, int at,
                   const struct uuid *id);

#endif
