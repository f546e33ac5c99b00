/*
 * How queries are run: alone, or several in one trip.
 *
 * A flight is libpq's pipeline: whatever has to go with its queries (the beginning of a moment,
 * statements this connection has not prepared yet, the end of the moment) goes with them, and one
 * sync after all of it. The server works through it in order; after the first thing that fails it
 * does nothing more until the sync, so one failure is the failure of all that came behind it. We
 * read while we write (pg_conn.c), or the two ends would wait for each other with full buffers.
 *
 * One query that needs nothing besides is sent without a pipeline.
 *
 * A read may take half a minute, and a server that is frozen should be noticed in five seconds. So
 * in front of what may take long goes something that is answered at once, and is waited for first.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <assert.h>
#include <stdio.h>

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
    return PQtransactionStatus(pg->conn) == PQTRANS_IDLE && !pg->begins ? pg->limit_ms : PG_READ_MS;
}

static const char *name_of(int slot, char name[16])
{
    snprintf(name, 16, "s%d", slot);
    return name;
}

static bool put_statement(struct pg *pg, const char *sql)
{
    char name[16];
    return PQsendPrepare(pg->conn, name_of(slot_of(pg, sql), name), sql, 0, NULL);
}

enum rc pg_prepare(struct pg *pg, const char *sql, struct err *err)
{
    int slot = slot_of(pg, sql);
    if (pg->prepared[slot])
        return RC_OK;
    if (!put_statement(pg, sql)) {
        pg_disconnect(pg);
        return pg_fail_lost(pg, err);
    }
    PGresult *result = pg_receive(pg, pg->limit_ms);
    enum rc rc = worked(result) ? RC_OK : pg_fail(pg, result, err);
    PQclear(result);
    if (rc == RC_OK)
        pg->prepared[slot] = sql;
    return rc;
}

/* ---- one alone ------------------------------------------------------------------------------ */

static bool put_query(struct query *q)
{
    char name[16];
    for (int i = 0; i < q->put; i++)
        if (q->lengths[i] == PG_IS_NUMBER)
            q->values[i] = q->numbers[i];
    name_of(slot_of(q->pg, q->sql), name);
    return PQsendQueryPrepared(q->pg->conn, name, q->put, q->values, q->lengths, q->formats, 1);
}

/* What is put on its way; false: the line is lost. */
static bool send(struct query *q)
{
    bool sent = put_query(q);
    if (!sent)
        pg_disconnect(q->pg);
    return sent;
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

/* ---- several together ----------------------------------------------------------------------- */

struct flight {
    struct pg *pg;
    struct query *const *queries;
    int count, limit;
    bool begins, ends;
    bool greets;              /* it begins nothing, and yet may take long */
    bool prepares[PG_FLIGHT]; /* with its statement before it */
    PGresult *failed;         /* the first thing that did */
};

static bool put_plain(struct pg *pg, const char *sql)
{
    return PQsendQueryParams(pg->conn, sql, 0, NULL, NULL, NULL, NULL, 0);
}

static bool put_one(struct flight *flight, int i)
{
    struct query *q = flight->queries[i];
    int slot = slot_of(flight->pg, q->sql);
    flight->prepares[i] = !flight->pg->prepared[slot];
    if (flight->prepares[i] && !put_statement(flight->pg, q->sql))
        return false;
    flight->pg->prepared[slot] = q->sql;
    return put_query(q);
}

static bool put_all(struct flight *flight)
{
    struct pg *pg = flight->pg;
    bool put = PQenterPipelineMode(pg->conn);
    if (flight->begins)
        put = put && put_plain(pg, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") &&
              put_plain(pg, "SET LOCAL statement_timeout = 30000");
    if (flight->greets)
        put = put && put_plain(pg, "SELECT");
    if (flight->begins || flight->greets)
        put = put && PQsendFlushRequest(pg->conn);
    for (int i = 0; i < flight->count; i++)
        put = put && put_one(flight, i) && (!pg->rows.total || PQsendFlushRequest(pg->conn));
    if (flight->ends)
        put = put && put_plain(pg, "COMMIT");
    return put && PQpipelineSync(pg->conn);
}

/* The next answer; NULL: it is none, and why is known. */
static PGresult *take_within(struct flight *flight, int limit_ms)
{
    PGresult *result = flight->pg->conn ? pg_receive(flight->pg, limit_ms) : NULL;
    if (worked(result))
        return result;
    if (result && !flight->failed)
        flight->failed = result;
    else
        PQclear(result);
    return NULL;
}

static PGresult *take_one(struct flight *flight)
{
    return take_within(flight, flight->limit);
}

static bool take_done(struct flight *flight, int limit_ms)
{
    PGresult *result = take_within(flight, limit_ms);
    PQclear(result);
    return result != NULL;
}

/* Answered at once, or the server is frozen and nobody waits for its reads. */
static bool take_greeting(struct flight *flight)
{
    int limit_ms = flight->pg->limit_ms, answers = flight->begins ? 2 : flight->greets ? 1 : 0;
    bool all = true;
    for (int i = 0; i < answers; i++)
        all = take_done(flight, limit_ms) && all;
    return all;
}

static void take_all(struct flight *flight)
{
    struct pg *pg = flight->pg;
    bool begun = take_greeting(flight);
    for (int i = 0; i < flight->count; i++) {
        struct query *q = flight->queries[i];
        if (flight->prepares[i] && !take_done(flight, flight->limit) && pg->conn)
            pg->prepared[slot_of(pg, q->sql)] = NULL;
        q->result = take_one(flight);
        if (q->result)
            pg->rows.done += PQntuples(q->result);
    }
    if (flight->ends)
        (void)take_done(flight, flight->limit);
    if (begun)
        pg->begins = false;
    if (pg->conn && (!pg_receive_sync(pg, flight->limit) || !PQexitPipelineMode(pg->conn)))
        pg_disconnect(pg);
}

static void fly(struct flight *flight)
{
    if (put_all(flight))
        take_all(flight);
    else
        pg_disconnect(flight->pg);
}

/* ---- reads ---------------------------------------------------------------------------------- */

void pg_heed(struct store *store, const struct progress *progress)
{
    pg_of(store)->heeded = progress ? *progress : (struct progress){0};
}

static bool needs_nothing_else(struct flight *flight)
{
    const char *sql = flight->queries[0]->sql;
    return flight->count == 1 && !flight->begins && !flight->ends && !flight->greets &&
           flight->pg->prepared[slot_of(flight->pg, sql)];
}

static void run_flight(struct flight *flight)
{
    struct query *first = flight->queries[0];
    if (!needs_nothing_else(flight)) {
        fly(flight);
        return;
    }
    first->result = pg_query_send(first);
    if (!worked(first->result)) {
        flight->failed = first->result;
        first->result = NULL;
    }
}

/* Acts are sent by pg_apply.c, which asks nobody. */
static void run_heeding(struct flight *flight)
{
    struct pg *pg = flight->pg;
    pg->reading = pg->heeded.tick;
    pg->stopped = pg->reading && !pg_ask_heeding(pg);
    if (!pg->stopped)
        run_flight(flight);
    pg->reading = false;
    pg_sweep_meanwhile_end(pg);
}

/* The rc of those that have no result. */
static void settle(struct flight *flight)
{
    struct err why;
    if (flight->pg->stopped)
        err_set_stopped(&why);
    else
        (void)pg_fail(flight->pg, flight->failed, &why);
    for (int i = 0; i < flight->count; i++) {
        struct query *q = flight->queries[i];
        q->rc = q->result ? RC_OK : why.rc;
        if (!q->result)
            q->err = why;
    }
    PQclear(flight->failed);
    flight->pg->stopped = false;
}

static void cannot(struct query *const *queries, int count, const struct err *why)
{
    for (int i = 0; i < count; i++) {
        queries[i]->rc = why->rc;
        queries[i]->err = *why;
    }
}

static enum rc fly_once(struct query *const *queries, int count)
{
    struct pg *pg = queries[0]->pg;
    struct err err;
    if (pg_connect(pg, &err) != RC_OK) {
        cannot(queries, count, &err);
        return err.rc;
    }
    struct flight flight = {.pg = pg,
                            .queries = queries,
                            .count = count,
                            .limit = limit_of(pg),
                            .begins = pg->begins,
                            .ends = pg->ends,
                            .greets = !pg->begins && limit_of(pg) > pg->limit_ms};
    run_heeding(&flight);
    settle(&flight);
    return queries[count - 1]->rc; /* whatever fails, the last one fails with it */
}

static void forget_results(struct query *const *queries, int count)
{
    for (int i = 0; i < count; i++) {
        PQclear(queries[i]->result);
        queries[i]->result = NULL;
        queries[i]->rc = RC_OK;
    }
}

/* What only reads may be asked a second time, when the line was cut and no transaction with it. */
void pg_fly(struct query *const *queries, int count)
{
    struct pg *pg = queries[0]->pg;
    assert(count <= PG_FLIGHT);
    bool alone = !pg->conn || PQtransactionStatus(pg->conn) == PQTRANS_IDLE;
    enum rc rc = fly_once(queries, count);
    if (rc == RC_OK || rc == RC_CANCELLED || pg->conn || !alone)
        return;
    struct err first = queries[count - 1]->err;
    forget_results(queries, count);
    if (fly_once(queries, count) != RC_OK)
        queries[count - 1]->err = first;
}

/* ---- one moment ----------------------------------------------------------------------------- */

enum rc pg_begin_read(struct pg *pg, struct err *err)
{
    enum rc rc = pg_connect(pg, err);
    pg->begins = rc == RC_OK;
    pg->ends = false;
    return rc;
}

void pg_read_last(struct pg *pg)
{
    pg->ends = true;
}

enum rc pg_end_read(struct pg *pg, enum rc rc, struct err *err)
{
    pg->begins = pg->ends = false;
    pg->rows.total = pg->rows.walks = 0;
    if (!pg->conn || PQtransactionStatus(pg->conn) == PQTRANS_IDLE)
        return rc;
    if (rc == RC_OK)
        return pg_do(pg, "COMMIT", err);
    if (pg_do(pg, "ROLLBACK", NULL) != RC_OK)
        pg_disconnect(pg);
    return rc;
}
