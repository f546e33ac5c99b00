#include "config.h"

#include "src/adapter/pg.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

/* A number's text lies in the query itself, which may still move: found when it is sent. */
enum { IS_NUMBER = -1 };

/* ---- preparing ------------------------------------------------------------------------------ */

/* The slot of a statement; its number is the statement's name. */
static int slot_of(struct pg *pg, const char *sql)
{
    uintptr_t hash = ((uintptr_t)sql >> 4) * 2654435761u;
    int slot = (int)(hash % PG_STATEMENTS);
    for (int i = 0; i < PG_STATEMENTS; i++, slot = (slot + 1) % PG_STATEMENTS)
        if (pg->prepared[slot] == sql || !pg->prepared[slot])
            return slot;
    assert(!"more statements than slots");
    return 0;
}

static bool worked(const PGresult *result)
{
    ExecStatusType status = result ? PQresultStatus(result) : PGRES_FATAL_ERROR;
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

/* In a transaction that reads, the server was told of a longer limit. */
static int limit_of(const struct pg *pg)
{
    return PQtransactionStatus(pg->conn) == PQTRANS_IDLE ? pg->limit_ms : PG_READ_MS;
}

static const char *name_of(int slot, char name[16])
{
    snprintf(name, 16, "s%d", slot);
    return name;
}

enum rc pg_prepare(struct pg *pg, const char *sql, struct err *err)
{
    char name[16];
    int slot = slot_of(pg, sql), limit = limit_of(pg);
    if (pg->prepared[slot])
        return RC_OK;
    if (!PQsendPrepare(pg->conn, name_of(slot, name), sql, 0, NULL)) {
        pg_disconnect(pg);
        return pg_fail_lost(pg, err);
    }
    PGresult *result = pg_receive(pg, limit);
    enum rc rc = worked(result) ? RC_OK : pg_fail(pg, result, err);
    PQclear(result);
    if (rc == RC_OK)
        pg->prepared[slot] = sql;
    return rc;
}

/* ---- running -------------------------------------------------------------------------------- */

/* What is put on its way; false: the line is lost. */
static bool send(struct query *q)
{
    char name[16];
    for (int i = 0; i < q->put; i++)
        if (q->lengths[i] == IS_NUMBER)
            q->values[i] = q->numbers[i];
    name_of(slot_of(q->pg, q->sql), name);
    if (PQsendQueryPrepared(q->pg->conn, name, q->put, q->values, q->lengths, q->formats, 1))
        return true;
    pg_disconnect(q->pg);
    return false;
}

PGresult *pg_query_send(struct query *q)
{
    int limit = limit_of(q->pg);
    return send(q) ? pg_receive(q->pg, limit) : NULL;
}

/* The server begins when it has all of it, and a batch is more than a socket takes at once. */
PGresult *pg_query_send_while(struct query *q, void (*meanwhile)(void *ctx), void *ctx)
{
    int limit = limit_of(q->pg);
    if (!send(q))
        return NULL;
    if (pg_send_rest(q->pg, limit))
        meanwhile(ctx);
    return pg_receive(q->pg, limit);
}

void pg_heed(struct store *store, const struct progress *progress)
{
    pg_of(store)->heeded = progress ? *progress : (struct progress){0};
}

/* Acts are sent by pg_apply.c, which asks nobody. */
static PGresult *read_heeding(struct query *q)
{
    struct pg *pg = q->pg;
    pg->reading = pg->heeded.tick;
    pg->stopped = pg->reading && !pg->heeded.tick(pg->heeded.ctx, 0, 0);
    PGresult *result = pg->stopped ? NULL : pg_query_send(q);
    pg->reading = false;
    pg_sweep_meanwhile_end(pg);
    return result;
}

static enum rc run_once(struct query *q)
{
    q->rc = pg_connect(q->pg, &q->err);
    if (q->rc == RC_OK)
        q->rc = pg_prepare(q->pg, q->sql, &q->err);
    if (q->rc != RC_OK)
        return q->rc;
    q->result = read_heeding(q);
    if (q->pg->stopped)
        q->rc = err_set_stopped(&q->err);
    else if (!worked(q->result))
        q->rc = pg_fail(q->pg, q->result, &q->err);
    q->pg->stopped = false;
    return q->rc;
}

/* What only reads may be asked a second time, when the line was cut and no transaction with it. */
static void run(struct query *q)
{
    bool alone = !q->pg->conn || PQtransactionStatus(q->pg->conn) == PQTRANS_IDLE;
    if (run_once(q) == RC_OK || q->rc == RC_CANCELLED || q->pg->conn || !alone)
        return;
    struct err first = q->err;
    q->rc = RC_OK;
    if (run_once(q) != RC_OK)
        q->err = first;
}

static bool ran(struct query *q)
{
    if (q->rc == RC_OK && !q->result)
        run(q);
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
    q->lengths[i] = IS_NUMBER;
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

/* ---- one moment ----------------------------------------------------------------------------- */

enum rc pg_begin_read(struct pg *pg, struct err *err)
{
    enum rc rc = pg_connect(pg, err);
    if (rc != RC_OK)
        return rc;
    return pg_do(pg,
                 "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;"
                 "SET LOCAL statement_timeout = 30000",
                 err);
}

enum rc pg_end_read(struct pg *pg, enum rc rc, struct err *err)
{
    if (!pg->conn)
        return rc;
    if (rc == RC_OK)
        return pg_do(pg, "COMMIT", err);
    if (pg_do(pg, "ROLLBACK", NULL) != RC_OK)
        pg_disconnect(pg);
    return rc;
}
