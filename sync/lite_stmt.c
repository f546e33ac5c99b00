#include "config.h"

#include "sync/lite.h"

#include <assert.h>
#include <string.h>

#include "src/base/text.h"

static unsigned slot_of(const char *sql)
{
    uintptr_t address = (uintptr_t)sql;
    return (unsigned)((address >> 3) * 2654435761u) & (LITE_STATEMENTS - 1);
}

/* Finds the statement of this text, or prepares it; the cache never empties until close. */
static int prepared(struct lite *lite, const char *sql, sqlite3_stmt **stmt)
{
    unsigned slot = slot_of(sql);
    while (lite->cached[slot] && lite->cached[slot] != sql)
        slot = (slot + 1) & (LITE_STATEMENTS - 1);
    if (!lite->cached[slot]) {
        int code = sqlite3_prepare_v3(lite->db, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                      &lite->cache[slot], NULL);
        if (code != SQLITE_OK)
            return code;
        lite->cached[slot] = sql;
    }
    *stmt = lite->cache[slot];
    return SQLITE_OK;
}

struct query query_start(struct lite *lite, const char *sql)
{
    struct query q = {.lite = lite};
    if (sqlite3_get_autocommit(lite->db))
        lite_wait_restart(lite);
    q.code = prepared(lite, sql, &q.stmt);
    assert(!q.stmt || !sqlite3_stmt_busy(q.stmt));
    return q;
}

static void note_code(struct query *q, int code)
{
    if (q->code == SQLITE_OK)
        q->code = code;
}

void put_int(struct query *q, int64_t value)
{
    if (q->code == SQLITE_OK)
        note_code(q, sqlite3_bind_int64(q->stmt, ++q->put, value));
}

void put_real(struct query *q, double value)
{
    if (q->code == SQLITE_OK)
        note_code(q, sqlite3_bind_double(q->stmt, ++q->put, value));
}

void put_text(struct query *q, const char *text)
{
    if (q->code == SQLITE_OK)
        note_code(q, sqlite3_bind_text(q->stmt, ++q->put, text ? text : "", -1, SQLITE_STATIC));
}

void put_blob(struct query *q, const void *bytes, size_t size)
{
    if (q->code == SQLITE_OK)
        note_code(q, sqlite3_bind_blob64(q->stmt, ++q->put, bytes, size, SQLITE_STATIC));
}

void put_null(struct query *q)
{
    if (q->code == SQLITE_OK)
        note_code(q, sqlite3_bind_null(q->stmt, ++q->put));
}

void put_uuid(struct query *q, const struct uuid *id)
{
    if (uuid_is_zero(id))
        put_null(q);
    else
        put_blob(q, id->b, sizeof id->b);
}

bool query_row(struct query *q)
{
    if (q->code != SQLITE_OK)
        return false;
    q->get = 0;
    int code = sqlite3_step(q->stmt);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        q->code = code;
    return false;
}

int64_t get_int(struct query *q)
{
    return sqlite3_column_int64(q->stmt, q->get++);
}

float get_float(struct query *q)
{
    return (float)sqlite3_column_double(q->stmt, q->get++);
}

void get_text(struct query *q, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(q->stmt, q->get);
    size_t length = (size_t)sqlite3_column_bytes(q->stmt, q->get++);
    if (text && length < size)
        memcpy(out, text, length + 1);
    else
        text_copy(out, size, text ? text : "");
}

const char *get_text_here(struct query *q)
{
    const char *text = (const char *)sqlite3_column_text(q->stmt, q->get++);
    return text ? text : "";
}

const char *get_text_in(struct query *q, struct arena *arena)
{
    const char *text = (const char *)sqlite3_column_text(q->stmt, q->get);
    size_t length = (size_t)sqlite3_column_bytes(q->stmt, q->get++);
    return length ? arena_strndup(arena, text, length) : "";
}

void get_blob(struct query *q, void *out, size_t size)
{
    const void *bytes = sqlite3_column_blob(q->stmt, q->get);
    size_t length = (size_t)sqlite3_column_bytes(q->stmt, q->get++);
    memset(out, 0, size);
    if (bytes)
        memcpy(out, bytes, length < size ? length : size);
}

const void *get_bytes_here(struct query *q, size_t *size)
{
    const void *bytes = sqlite3_column_blob(q->stmt, q->get);
    *size = (size_t)sqlite3_column_bytes(q->stmt, q->get++);
    return bytes ? bytes : "";
}

struct uuid get_uuid(struct query *q)
{
    struct uuid id = {{0}};
    get_blob(q, id.b, sizeof id.b);
    return id;
}

/* The reset's own code repeats the step's, so it says nothing new. */
int query_end_code(struct query *q)
{
    if (q->stmt)
        (void)sqlite3_reset(q->stmt);
    return q->code;
}

enum rc query_end(struct query *q, struct err *err)
{
    int code = query_end_code(q);
    if (q->odd)
        return row_refused(q->odd_row, q->odd, q->lite->path, err);
    return code == SQLITE_OK ? RC_OK : lite_fail(q->lite, code, err);
}

enum rc query_run(struct query *q, struct err *err)
{
    while (query_row(q))
        ;
    return query_end(q, err);
}

void query_again(struct query *q)
{
    if (q->stmt)
        (void)sqlite3_reset(q->stmt);
    q->put = q->get = 0;
}

/* ---- rows of the house ----------------------------------------------------------------------- */

static void put_field(struct query *q, const struct row_field *field, const void *row)
{
    const void *at = field_of(field, row);
    if (field->kind == FIELD_TEXT)
        put_text(q, at);
    else if (field->kind == FIELD_ID)
        put_uuid(q, at);
    else if (field->kind == FIELD_BYTES)
        put_blob(q, at, field->size);
    else if (field->kind == FIELD_OPTIONAL && !field_number(field, row))
        put_null(q);
    else
        put_int(q, field_number(field, row));
}

void lite_put_row(struct query *q, const struct row_shape *shape, const void *row)
{
    for (int i = 0; i < shape->count; i++)
        if (shape->fields[i].column)
            put_field(q, &shape->fields[i], row);
}

/* As when the statement itself had failed: no row follows, and query_end() says why. */
static void refuse_row(struct query *q, const struct row_shape *shape,
                       const struct row_field *field)
{
    if (q->code != SQLITE_OK)
        return;
    q->code = SQLITE_MISMATCH;
    q->odd_row = shape;
    q->odd = field;
}

/* False: no such row can be. NULL is what a row made of zeroes has. */
static bool get_field(struct query *q, const struct row_field *field, void *row)
{
    const bool is_null = sqlite3_column_type(q->stmt, q->get) == SQLITE_NULL;
    void *at = field_in(field, row);
    if (!field_has_length(field)) {
        const int64_t number = get_int(q);
        field_set_number(field, number, row);
        return is_null || field_takes_number(field, number);
    }
    const size_t length = (size_t)sqlite3_column_bytes(q->stmt, q->get);
    if (field->kind == FIELD_TEXT)
        get_text(q, at, field->size);
    else
        get_blob(q, at, field->size);
    return is_null || field_takes_length(field, length);
}

void lite_get_row(struct query *q, const struct row_shape *shape, void *row)
{
    memset(row, 0, shape->size);
    for (int i = 0; i < shape->count; i++)
        if (shape->fields[i].column && !get_field(q, &shape->fields[i], row))
            refuse_row(q, shape, &shape->fields[i]);
}
