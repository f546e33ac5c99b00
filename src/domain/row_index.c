#include "config.h"

#include "src/domain/row_index.h"

#include <string.h>

enum { ROOM_FIRST = 64 };

static const struct uuid *id_of_row(const struct row_index *index, const struct indexed_rows *rows,
                                    int at)
{
    return (const struct uuid *)((const uint8_t *)rows->at + (size_t)at * rows->size +
                                 index->offset);
}

/* Ids are made of time and chance; whoever makes his own finds his own rows more slowly. */
static int32_t *head_of(const struct row_index *index, const struct uuid *id)
{
    uint64_t high, low;
    memcpy(&high, id->b, sizeof high);
    memcpy(&low, id->b + sizeof high, sizeof low);
    const uint64_t mixed = (high ^ low) * UINT64_C(0x9E3779B97F4A7C15);
    return &index->heads[mixed >> 32 & (uint64_t)(index->heads_room - 1)];
}

static void make_room(struct row_index *index, int count)
{
    int room = index->heads_room ? index->heads_room : ROOM_FIRST;
    while (room < count)
        room *= 2;
    index->heads = arena_array(index->arena, (size_t)room, sizeof *index->heads);
    index->next = arena_array(index->arena, (size_t)room, sizeof *index->next);
    index->heads_room = index->next_room = room;
    index->count = 0;
}

/* A chain has the latest row first. */
static void put_rows(struct row_index *index, const struct indexed_rows *rows)
{
    if (rows->count < index->count || rows->count > index->next_room)
        make_room(index, rows->count);
    for (; index->count < rows->count; index->count++) {
        int32_t *head = head_of(index, id_of_row(index, rows, index->count));
        index->next[index->count] = *head;
        *head = index->count + 1;
    }
}

static int walk_chain(const struct row_index *index, const struct indexed_rows *rows, int32_t at,
                      const struct uuid *id)
{
    while (at && !uuid_equal(id_of_row(index, rows, at - 1), id))
        at = index->next[at - 1];
    return at - 1;
}

int row_index_first(struct row_index *index, const struct indexed_rows *rows, const struct uuid *id)
{
    if (rows->count != index->count)
        put_rows(index, rows);
    return index->count ? walk_chain(index, rows, *head_of(index, id), id) : -1;
}

int row_index_next(const struct row_index *index, const struct indexed_rows *rows, int at,
                   const struct uuid *id)
{
    return walk_chain(index, rows, index->next[at], id);
}
