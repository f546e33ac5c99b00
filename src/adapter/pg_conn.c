/*
 * Connections: made when needed, dropped when in doubt.
 *
 * Everything is sent without blocking and waited for with a deadline, because a server that is
 * frozen keeps its end of the line alive and would let us wait for ever.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/tongue.h"

/* Not the injected clock: a limit on waiting is about real time. */
int64_t pg_real_ms(void)
{
    struct clock clock = clock_system();
    return clock_mono(&clock);
}

/* ---- waiting -------------------------------------------------------------------------------- */

bool pg_wait_for(int fd, short events, int64_t deadline)
{
    struct pollfd poller = {.fd = fd, .events = events};
    for (;;) {
        int64_t left = deadline - pg_real_ms();
        int ready = left > 0 ? poll(&poller, 1, (int)left) : 0;
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

bool pg_ask_heeding(struct pg *pg)
{
    int walks = pg->rows.walks ? pg->rows.walks : 1;
    pg->asked_at = pg_real_ms();
    pg->stopped = !pg->heeded.tick(pg->heeded.ctx, pg->rows.done / walks, pg->rows.total / walks);
    return !pg->stopped;
}

/* As pg_wait_for, and whoever sent the act does what he has to do meanwhile. */
static bool wait_acting(struct pg *pg, short events, int64_t deadline)
{
    enum { TICK_MS = 100 };
    int64_t now;
    while ((now = pg_real_ms()) < deadline) {
        int64_t next = now + TICK_MS;
        if (pg_wait_for(PQsocket(pg->conn), events, next < deadline ? next : deadline))
            return true;
        pg->idle.tick(pg->idle.ctx);
    }
    return false;
}

/*
 * As pg_wait_for, and asks now and then whether it is still wanted, also while there is always more
 * to take. Whoever stops a read hangs up: the server notices within a second
 * (client_connection_check_interval), and no word that it should stop can come late and meet a
 * sale.
 */
static bool wait_heeding(struct pg *pg, short events, int64_t deadline)
{
    enum { ASK_MS = 100 };
    int64_t now;
    if (pg->acting && pg->idle.tick)
        return wait_acting(pg, events, deadline);
    if (!pg->reading)
        return pg_wait_for(PQsocket(pg->conn), events, deadline);
    while ((now = pg_real_ms()) < deadline) {
        if (now >= pg->asked_at + ASK_MS && !pg_ask_heeding(pg))
            return false;
        int64_t next = pg->asked_at + ASK_MS;
        if (pg_wait_for(PQsocket(pg->conn), events, next < deadline ? next : deadline))
            return true;
        pg_sweep_meanwhile(pg);
    }
    return false;
}

static bool send_rest(struct pg *pg, int64_t deadline)
{
    int unsent;
    while ((unsent = PQflush(pg->conn)) > 0)
        if (!wait_heeding(pg, POLLIN | POLLOUT, deadline) || !PQconsumeInput(pg->conn))
            return false;
    return unsent == 0;
}

bool pg_send_rest(struct pg *pg, int limit_ms)
{
    return send_rest(pg, pg_real_ms() + limit_ms);
}

/* Sends what is left and reads until a result is complete. */
static bool wait_result(struct pg *pg, int64_t deadline)
{
    if (!send_rest(pg, deadline))
        return false;
    while (PQisBusy(pg->conn))
        if (!wait_heeding(pg, POLLIN, deadline) || !PQconsumeInput(pg->conn))
            return false;
    return true;
}

/* Whoever waits for a server that is not there waits for nothing: not everybody dials each time. */
static void dial_less(struct pg *pg)
{
    enum { FIRST_MS = 250, MOST_MS = 2000 };
    if (!pg->base.ops)
        return;
    pg->dial_wait = pg->dial_wait ? 2 * pg->dial_wait : FIRST_MS;
    if (pg->dial_wait > MOST_MS)
        pg->dial_wait = MOST_MS;
    pg->dial_at = pg_real_ms() + pg->dial_wait;
}

/* A server that was silent for as long as anybody waits is not called up again at once, to be
 * waited for once more. */
static void note_loss(struct pg *pg, int64_t deadline)
{
    pg_disconnect(pg);
    if (pg->stopped)
        return;
    (void)pg_fail_lost(pg, &pg->down);
    if (pg_real_ms() >= deadline)
        dial_less(pg);
}

/* For whoever looks at the line. */
static void note_answer(struct pg *pg, int64_t asked)
{
    struct clock system = clock_system();
    pg->replied_at = clock_wall(&system);
    pg->delay_ms = pg_real_ms() - asked;
    pg->down.rc = RC_OK;
}

PGresult *pg_receive(struct pg *pg, int limit_ms)
{
    int64_t asked = pg_real_ms(), deadline = asked + limit_ms + PG_GRACE_MS;
    PGresult *last = NULL;
    for (;;) {
        if (!wait_result(pg, deadline))
            break;
        PGresult *next = PQgetResult(pg->conn);
        if (!next && last && PQstatus(pg->conn) == CONNECTION_OK) {
            note_answer(pg, asked);
            return last;
        }
        if (!next)
            break;
        bool failed = last && PQresultStatus(last) == PGRES_FATAL_ERROR;
        if (failed) {
            PQclear(next);
            continue;
        }
        PQclear(last);
        last = next;
    }
    PQclear(last);
    note_loss(pg, deadline);
    return NULL;
}

bool pg_receive_sync(struct pg *pg, int limit_ms)
{
    PGresult *result = NULL;
    if (wait_result(pg, pg_real_ms() + limit_ms + PG_GRACE_MS))
        result = PQgetResult(pg->conn);
    bool synced = result && PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    PQclear(result);
    return synced;
}

/* ---- notices -------------------------------------------------------------------------------- */

static void take_notice(void *ctx, const PGresult *result)
{
    struct pg *pg = ctx;
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    bool warning = severity && strcmp(severity, "WARNING") == 0;
    pg->doubt = pg->doubt || warning;
    log_event(pg->log, warning ? LEVEL_WARNING : LEVEL_DEBUG, "house", NULL, "the server remarked",
              LOG_FIELDS(LOG_CODE("state", pg_state(result))));
}

void pg_take_notices(struct pg *pg)
{
    PQsetNoticeReceiver(pg->conn, take_notice, pg);
}

/* ---- connecting ----------------------------------------------------------------------------- */

/* An idle connection has nothing to say; when it is readable, it has been closed or is stale. */
static bool still_there(struct pg *pg)
{
    struct pollfd poller = {.fd = PQsocket(pg->conn), .events = POLLIN};
    if (PQstatus(pg->conn) != CONNECTION_OK)
        return false;
    if (PQtransactionStatus(pg->conn) != PQTRANS_IDLE)
        return PQtransactionStatus(pg->conn) == PQTRANS_INTRANS;
    return poll(&poller, 1, 0) <= 0 ||
           (PQconsumeInput(pg->conn) && !PQisBusy(pg->conn) && PQstatus(pg->conn) == CONNECTION_OK);
}

static enum rc connect_now(struct pg *pg, struct err *err)
{
    enum rc rc = pg_dial(pg, err);
    if (rc == RC_OK && pg->house)
        rc = pg_schema_check(pg, err);
    return rc;
}

enum rc pg_connect(struct pg *pg, struct err *err)
{
    struct err ours;
    if (!err)
        err = &ours;
    if (pg->conn && still_there(pg))
        return RC_OK;
    if (!pg->url)
        return err_set(err, RC_CONFIG, "LOGIN", "nobody is signed in to %s; sign in first",
                       pg->where);
    if (pg->dial_wait && pg_real_ms() < pg->dial_at) {
        *err = pg->down;
        return err->rc;
    }
    pg_disconnect(pg);
    enum rc rc = connect_now(pg, err);
    if (rc == RC_OK) {
        pg->dial_wait = 0;
        pg->version = PQserverVersion(pg->conn);
        return RC_OK;
    }
    pg_disconnect(pg);
    pg->down = *err;
    if (rc == RC_TRANSIENT)
        dial_less(pg);
    return rc;
}

void pg_disconnect(struct pg *pg)
{
    if (pg->conn)
        PQfinish(pg->conn);
    pg->conn = NULL;
    memset(pg->prepared, 0, sizeof pg->prepared);
    pg->acts = 0;
}

struct pg *pg_new(const char *url, const struct crypt_port *crypt)
{
    struct pg *pg = x_alloc(sizeof *pg);
    pg->url = url ? x_strdup(url) : NULL;
    pg->crypt = crypt;
    pg->clock = clock_system();
    snprintf(pg->where, sizeof pg->where, "%s", tongue(N_("the house")));
    return pg;
}

/* It may hold a password. */
static void forget_text(char **text)
{
    if (*text)
        explicit_bzero(*text, strlen(*text));
    free(*text);
    *text = NULL;
}

void pg_free(struct pg *pg)
{
    pg_disconnect(pg);
    forget_text(&pg->url);
    free(pg->address);
    free(pg->freed);
    free(pg->past.path);
    explicit_bzero(pg->shown, sizeof pg->shown);
    free(pg);
}

void pg_become(struct pg *pg, struct pg *other)
{
    pg_disconnect(pg);
    forget_text(&pg->url);
    pg->url = other->url;
    pg->conn = other->conn;
    pg->told = other->told;
    pg->limit_ms = other->limit_ms;
    pg->version = other->version;
    pg->schema = other->schema;
    pg->host = other->host;
    pg_past_copy(pg, other);
    pg->replied_at = other->replied_at;
    pg->delay_ms = other->delay_ms;
    pg->dial_wait = 0;
    pg->down.rc = RC_OK;
    memcpy(pg->where, other->where, sizeof pg->where);
    memcpy(pg->prepared, other->prepared, sizeof pg->prepared);
    pg->acts = other->acts;
    pg_take_notices(pg);
    other->conn = NULL;
    other->url = NULL;
}

void pg_show_as(struct pg *pg, const struct pg *other)
{
    pg->shows = other->shows;
    memcpy(pg->shown, other->shown, sizeof pg->shown);
}

/* ---- plain statements ----------------------------------------------------------------------- */

PGresult *pg_run(struct pg *pg, const char *sql, struct err *err)
{
    if (!PQsendQuery(pg->conn, sql)) {
        pg_disconnect(pg);
        (void)pg_fail_lost(pg, err);
        return NULL;
    }
    PGresult *result = pg_receive(pg, pg->limit_ms);
    ExecStatusType status = result ? PQresultStatus(result) : PGRES_FATAL_ERROR;
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return result;
    (void)pg_fail(pg, result, err);
    PQclear(result);
    return NULL;
}

enum rc pg_do(struct pg *pg, const char *sql, struct err *err)
{
    struct err ours = {.rc = RC_TRANSIENT};
    PGresult *result = pg_run(pg, sql, &ours);
    if (!result) {
        if (err)
            *err = ours;
        return ours.rc;
    }
    PQclear(result);
    return RC_OK;
}

enum rc pg_limit(struct pg *pg, int limit_ms, struct err *err)
{
    char sql[64];
    if (pg->limit_ms == limit_ms)
        return RC_OK;
    snprintf(sql, sizeof sql, "SET statement_timeout = %d", limit_ms);
    enum rc rc = pg_do(pg, sql, err);
    if (rc == RC_OK)
        pg->limit_ms = limit_ms;
    return rc;
}
