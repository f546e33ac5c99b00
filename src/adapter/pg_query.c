#include "config.h"

#include "src/adapter/pg.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

/* ---- running -------------------------------------------------------------------------------- */

static bool ran(struct query *q)
{
    if (q->rc == RC_OK && !q->result)
        pg_fly(&q, 1);
    return q->rc == RC_OK;
}

struct query pg_query_start(struct pg *pg, const char *sql)
{
    return (struct query){.pg = pg, .sql = sql, .row = -1};
}

bool pg_query_row(struct query *q)
{
    q->get = 0;
    return ran(q) && ++q->row < PQntuples(q->result);
}

int pg_query_count(struct query *q)
{
    return ran(q) ? PQntuples(q->result) : 0;
}

enum rc pg_query_end(struct query *q, struct err *err)
{
    PQclear(q->result);
    q->result = NULL;
    if (q->rc != RC_OK && err)
        *err = q->err;
    return q->rc;
}

enum rc pg_query_verdict(struct query *q, enum verdict *verdict, struct err *err)
{
    int64_t answer = pg_query_row(q) ? pg_get_int(q) : 0;
    enum rc rc = pg_query_end(q, err);
    return rc == RC_OK ? pg_verdict(q->pg, answer, verdict, err) : rc;
}

enum rc pg_query_run(struct query *q, struct err *err)
{
    (void)ran(q);
    return pg_query_end(q, err);
}

/* ---- parameters ----------------------------------------------------------------------------- */

static int next_param(struct query *q)
{
    assert(q->put < PG_PARAMS);
    return q->put++;
}

void pg_put_int(struct query *q, int64_t value)
{
    int i = next_param(q);
    snprintf(q->numbers[i], sizeof q->numbers[i], "%" PRId64, value);
    q->values[i] = NULL;
    q->lengths[i] = PG_IS_NUMBER;
}

void pg_put_bool(struct query *q, bool value)
{
    pg_put_text(q, value ? "t" : "f");
}

void pg_put_text(struct query *q, const char *text)
{
    int i = next_param(q);
    q->values[i] = text ? text : "";
    q->formats[i] = 0;
}

void pg_put_bytes(struct query *q, const void *bytes, size_t size)
{
    int i = next_param(q);
    q->values[i] = bytes;
    q->lengths[i] = (int)size;
    q->formats[i] = 1;
}

void pg_put_null(struct query *q)
{
    q->values[next_param(q)] = NULL;
}

void pg_put_shown(struct query *q)
{
    if (q->pg->shows)
        pg_put_bytes(q, q->pg->shown, sizeof q->pg->shown);
    else
        pg_put_null(q);
}

void pg_put_uuid(struct query *q, const struct uuid *id)
{
    if (!id || uuid_is_zero(id)) {
        pg_put_null(q);
        return;
    }
    pg_put_bytes(q, id, sizeof *id);
}

/* ---- columns, in binary --------------------------------------------------------------------- */

bool next_is_null(const struct query *q)
{
    return PQgetisnull(q->result, q->row, q->get);
}

static uint64_t big_endian(const char *at, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value = value << 8 | (uint8_t)at[i];
    return value;
}

int64_t pg_get_int(struct query *q)
{
    int size = PQgetlength(q->result, q->row, q->get);
    const char *at = PQgetvalue(q->result, q->row, q->get++);
    uint64_t value = big_endian(at, size);
    if (size == 2)
        return (int16_t)value;
    return size == 4 ? (int64_t)(int32_t)value : (int64_t)value;
}

bool pg_get_bool(struct query *q)
{
    return pg_get_int(q) != 0;
}

float pg_float_at(const char *at)
{
    uint32_t bits = (uint32_t)big_endian(at, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float pg_get_float(struct query *q)
{
    return pg_float_at(PQgetvalue(q->result, q->row, q->get++));
}

void pg_get_text(struct query *q, char *out, size_t size)
{
    text_copy(out, size, PQgetvalue(q->result, q->row, q->get++));
}

const char *pg_get_text_here(struct query *q)
{
    return PQgetvalue(q->result, q->row, q->get++);
}

const char *pg_get_text_in(struct query *q, struct arena *arena)
{
    int size = PQgetlength(q->result, q->row, q->get);
    const char *text = PQgetvalue(q->result, q->row, q->get++);
    return size ? arena_strndup(arena, text, (size_t)size) : "";
}

void pg_get_bytes(struct query *q, void *out, size_t size)
{
    size_t length = (size_t)PQgetlength(q->result, q->row, q->get);
    const char *bytes = PQgetvalue(q->result, q->row, q->get++);
    memset(out, 0, size);
    memcpy(out, bytes, length < size ? length : size);
}

struct uuid pg_get_uuid(struct query *q)
{
    struct uuid id = {{0}};
    pg_get_bytes(q, id.b, sizeof id.b);
    return id;
}

/* ---- rows of the house ----------------------------------------------------------------------- */

/* As when the query itself had failed: no row follows, and pg_query_end() says why. */
static void refuse_row(struct query *q, const struct row_shape *shape,
                       const struct row_field *field)
{
    if (q->rc == RC_OK)
        q->rc = row_refused(shape, field, q->pg->where, &q->err);
}

/* False: no such row can be. NULL is what a row made of zeroes has. */
static bool get_field(struct query *q, const struct row_field *field, void *row)
{
    const bool is_null = next_is_null(q);
    const size_t length = (size_t)PQgetlength(q->result, q->row, q->get);
    void *at = field_in(field, row);
    if (!field_has_length(field)) {
        const int64_t number = pg_get_int(q);
        field_set_number(field, number, row);
        return is_null || field_takes_number(field, number);
    }
    if (field->kind == FIELD_TEXT)
        pg_get_text(q, at, field->size);
    else
        pg_get_bytes(q, at, field->size);
    return is_null || field_takes_length(field, length);
}

void pg_get_row(struct query *q, const struct row_shape *shape, void *row)
{
    memset(row, 0, shape->size);
    for (int i = 0; i < shape->count; i++)
        if (shape->fields[i].column && !get_field(q, &shape->fields[i], row))
            refuse_row(q, shape, &shape->fields[i]);
}
