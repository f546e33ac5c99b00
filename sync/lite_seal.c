#include "config.h"

#include "sync/lite_seal.h"

#include <string.h>

enum { BLOCKS_AT_ONCE = 256 }; /* in one transaction, so that selling never waits long */
enum { BLOCKS_ASIDE = 4 };     /* while somebody waits for the file: some ms */

void lite_seal_start(struct lite *lite, struct hash_state *state, const uint8_t previous[HASH_SIZE])
{
    lite->crypt->hash_start(state);
    lite->crypt->hash_add(state, previous, HASH_SIZE);
}

/* Small pieces are gathered, because each call of the hash costs more than their bytes. */
struct gather {
    struct lite *lite;
    struct hash_state *state;
    size_t used;
    uint8_t bytes[512];
};

static void flush(struct gather *g)
{
    g->lite->crypt->hash_add(g->state, g->bytes, g->used);
    g->used = 0;
}

static void add_bytes(struct gather *g, const void *bytes, size_t size)
{
    if (size > sizeof g->bytes - g->used)
        flush(g);
    if (size > sizeof g->bytes) {
        g->lite->crypt->hash_add(g->state, bytes, size);
    } else if (size > 0) {
        memcpy(g->bytes + g->used, bytes, size);
        g->used += size;
    }
}

static void add_tagged(struct gather *g, char tag, uint64_t value, size_t bytes)
{
    uint8_t head[9] = {(uint8_t)tag};
    for (size_t i = 0; i < bytes; i++)
        head[1 + i] = (uint8_t)(value >> (8 * (bytes - 1 - i)));
    add_bytes(g, head, 1 + bytes);
}

static void add_column(struct gather *g, sqlite3_stmt *stmt, int column)
{
    int type = sqlite3_column_type(stmt, column);
    if (type == SQLITE_NULL) {
        add_tagged(g, 'n', 0, 0);
    } else if (type == SQLITE_INTEGER) {
        add_tagged(g, 'i', (uint64_t)sqlite3_column_int64(stmt, column), 8);
    } else {
        const void *bytes = sqlite3_column_blob(stmt, column);
        size_t size = (size_t)sqlite3_column_bytes(stmt, column);
        add_tagged(g, type == SQLITE_TEXT ? 't' : 'b', size, 4);
        add_bytes(g, bytes, size);
    }
}

void lite_seal_add(struct lite *lite, struct hash_state *state, const struct query *q)
{
    struct gather g;
    g.lite = lite;
    g.state = state;
    g.used = 0;
    int columns = sqlite3_column_count(q->stmt);
    for (int i = 0; i < columns; i++)
        add_column(&g, q->stmt, i);
    flush(&g);
}

static enum rc read_last(struct lite *lite, struct seal *last, struct err *err)
{
    *last = (struct seal){0};
    struct query q = query_start(lite, lite_sql_read_last_seal);
    if (query_row(&q)) {
        last->block = get_int(&q);
        last->last = get_int(&q);
        get_blob(&q, last->hash, sizeof last->hash);
    }
    return query_end(&q, err);
}

/* Hashes the next block; returns how many events it has, at most AUDIT_BLOCK. */
static enum rc hash_block(struct lite *lite, const struct seal *last, struct seal *next,
                          int *events, struct err *err)
{
    struct hash_state state;
    *next = (struct seal){.block = last->block + 1, .first = last->last + 1};
    memcpy(next->previous, last->hash, HASH_SIZE);
    *events = 0;
    lite_seal_start(lite, &state, next->previous);
    struct query q = query_start(lite, lite_sql_walk_events);
    put_int(&q, last->last);
    put_int(&q, AUDIT_BLOCK);
    while (query_row(&q)) {
        next->last = sqlite3_column_int64(q.stmt, 0);
        lite_seal_add(lite, &state, &q);
        ++*events;
    }
    lite->crypt->hash_end(&state, next->hash);
    return query_end(&q, err);
}

static enum rc insert_seal(struct lite *lite, const struct seal *seal, int64_t now, struct err *err)
{
    struct query q = query_start(lite, lite_sql_insert_seal);
    put_int(&q, seal->block);
    put_int(&q, seal->first);
    put_int(&q, seal->last);
    put_int(&q, now);
    put_blob(&q, seal->previous, HASH_SIZE);
    put_blob(&q, seal->hash, HASH_SIZE);
    return query_run(&q, err);
}

static enum rc seal_some(struct lite *lite, bool everything, int64_t now, int *sealed,
                         struct err *err)
{
    int most = everything ? BLOCKS_AT_ONCE : BLOCKS_ASIDE;
    struct seal last, next;
    int events = AUDIT_BLOCK;
    *sealed = 0;
    enum rc rc = read_last(lite, &last, err);
    while (rc == RC_OK && *sealed < most) {
        rc = hash_block(lite, &last, &next, &events, err);
        if (rc != RC_OK || events == 0 || (events < AUDIT_BLOCK && !everything))
            break;
        rc = insert_seal(lite, &next, now, err);
        last = next;
        ++*sealed;
    }
    return rc;
}

enum rc lite_audit_seal(struct store *store, bool everything, int64_t now, int *blocks,
                        struct err *err)
{
    struct lite *lite = lite_of(store);
    int sealed = BLOCKS_AT_ONCE;
    enum rc rc = RC_OK;
    *blocks = 0;
    while (rc == RC_OK && sealed == BLOCKS_AT_ONCE) {
        rc = lite_begin_write(lite, err);
        if (rc != RC_OK)
            return rc;
        rc = seal_some(lite, everything, now, &sealed, err);
        if (rc == RC_OK)
            rc = lite_commit(lite, err);
        else
            lite_rollback(lite);
        if (rc == RC_OK)
            *blocks += sealed;
    }
    return rc;
}
