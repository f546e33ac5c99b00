#include "config.h"

#include "src/port/ask.h"

#include <assert.h>
#include <string.h>

bool ask_has(const struct store *store, enum statement statement)
{
    return store->ops->query->texts[statement] != NULL;
}

struct ask ask_start(struct store *store, enum statement statement)
{
    struct ask ask;
    ask.store = store;
    ask.ops = store->ops->query;
    assert(ask_has(store, statement));
    ask.ops->start(store, ask.ops->texts[statement], ask_query(&ask));
    return ask;
}

void ask_fly(struct ask *const *asks, int count)
{
    struct query *queries[ASK_FLIGHT];
    assert(count <= ASK_FLIGHT);
    for (int i = 0; i < count; i++)
        queries[i] = ask_query(asks[i]);
    if (count && asks[0]->ops->fly)
        asks[0]->ops->fly(queries, count);
}

enum rc ask_one(struct ask *ask, const struct row_shape *shape, void *row, bool *found,
                struct err *err)
{
    *found = ask_row(ask);
    if (*found)
        told_row(ask, shape, row);
    return ask_end(ask, err);
}

enum rc ask_list(struct ask *ask, const struct row_shape *shape, struct arena *arena, void *rows,
                 int *count, struct err *err)
{
    char *at = NULL;
    int room = 0;
    for (*count = 0; ask_row(ask); ++*count) {
        if (*count == room) {
            const int more = room ? room * 2 : 4;
            at = arena_grow(arena, at, (size_t)room, (size_t)more, shape->size);
            room = more;
        }
        told_row(ask, shape, at + (size_t)*count * shape->size);
    }
    memcpy(rows, &at, sizeof at);
    return ask_end(ask, err);
}

enum rc ask_numbers(struct ask *ask, struct arena *arena, int32_t **numbers, int *count,
                    struct err *err)
{
    LIST(int32_t) list = {0};
    while (ask_row(ask))
        *LIST_ADD(arena, &list) = (int32_t)told_int(ask);
    *numbers = list.at;
    *count = list.count;
    return ask_end(ask, err);
}
