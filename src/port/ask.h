/*
 * Reads that every store does in the same way, written once.
 *
 * A statement that both stores have (data/sql) has a number, and each store lends its own query
 * (the struct query of sync/lite.h and of src/adapter/pg.h) by a table of functions. So a read that
 * only asks, takes and returns stands in src/port/stored_*.c for both:
 *
 *     struct ask ask = ask_start(store, SQL_READ_WAITER);
 *     ask_uuid(&ask, id);
 *     return ask_one(&ask, &shape_waiter, waiter, found, err);
 *
 * As in the stores themselves, a failure sticks: ask_end() tells of the first one, and until then
 * every call is harmless. Parameters and columns come in the order of the SQL.
 */
#ifndef LOGE_PORT_ASK_H
#define LOGE_PORT_ASK_H

#include <stddef.h>

#include "gen/statements.h"
#include "src/domain/row/row.h"
#include "src/port/store.h"

struct query; /* each store has its own */

struct query_ops {
    const char *const *texts; /* by enum statement; NULL: another store's */
    void (*start)(struct store *, const char *sql, struct query *);
    void (*put_int)(struct query *, int64_t);
    void (*put_text)(struct query *, const char *); /* must live until the first row */
    void (*put_uuid)(struct query *, const struct uuid *);
    bool (*row)(struct query *);
    int64_t (*get_int)(struct query *);
    void (*get_text)(struct query *, char *out, size_t size);
    const char *(*get_text_in)(struct query *, struct arena *);
    void (*get_bytes)(struct query *, void *out, size_t size);
    void (*get_row)(struct query *, const struct row_shape *, void *row);
    enum rc (*end)(struct query *, struct err *);

    /* A moment that does not change: begin, what is asked, `last` before the last of it, finish. */
    enum rc (*begin)(struct store *, struct err *);
    void (*last)(struct store *);
    enum rc (*finish)(struct store *, enum rc, struct err *);
    /* Sends several at once; NULL: each runs when its first row is asked for, and a statement may
     * be among those that are under way only once. */
    void (*fly)(struct query *const *, int count);
    int flight; /* how many at most */
};

enum { ASK_ROOM = 2560, ASK_FLIGHT = 64 };

struct ask {
    struct store *store;
    const struct query_ops *ops;
    union {
        max_align_t align;
        char room[ASK_ROOM];
    } query;
};

bool ask_has(const struct store *store, enum statement statement);
struct ask ask_start(struct store *store, enum statement statement);
void ask_fly(struct ask *const *asks, int count);

/* A row that is described, and whether there is one. */
enum rc ask_one(struct ask *ask, const struct row_shape *shape, void *row, bool *found,
                struct err *err) MUST_USE;
/* All of them; *rows (a struct NAME ** of the shape) is in the arena. */
enum rc ask_list(struct ask *ask, const struct row_shape *shape, struct arena *arena, void *rows,
                 int *count, struct err *err) MUST_USE;
/* One number a row. */
enum rc ask_numbers(struct ask *ask, struct arena *arena, int32_t **numbers, int *count,
                    struct err *err) MUST_USE;

static inline struct query *ask_query(struct ask *ask)
{
    return (struct query *)(void *)ask->query.room;
}
static inline void ask_int(struct ask *ask, int64_t value)
{
    ask->ops->put_int(ask_query(ask), value);
}
/* 0 or less: all of them. */
static inline void ask_limit(struct ask *ask, int limit)
{
    ask_int(ask, limit > 0 ? limit : INT64_MAX);
}
static inline void ask_text(struct ask *ask, const char *text)
{
    ask->ops->put_text(ask_query(ask), text);
}
static inline void ask_uuid(struct ask *ask, const struct uuid *id)
{
    ask->ops->put_uuid(ask_query(ask), id);
}
static inline bool ask_row(struct ask *ask)
{
    return ask->ops->row(ask_query(ask));
}
static inline int64_t told_int(struct ask *ask)
{
    return ask->ops->get_int(ask_query(ask));
}
static inline void told_text(struct ask *ask, char *out, size_t size)
{
    ask->ops->get_text(ask_query(ask), out, size);
}
static inline void told_bytes(struct ask *ask, void *out, size_t size)
{
    ask->ops->get_bytes(ask_query(ask), out, size);
}
static inline void told_row(struct ask *ask, const struct row_shape *shape, void *row)
{
    ask->ops->get_row(ask_query(ask), shape, row);
}
static inline enum rc ask_end(struct ask *ask, struct err *err)
{
    return ask->ops->end(ask_query(ask), err);
}

#endif
