/*
 * Connections: made when needed, dropped when in doubt.
 *
 * Everything is sent without blocking and waited for with a deadline, because a server that is
 * frozen keeps its end of the line alive and would let us wait for ever.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_library.h"
#include "src/base/text.h"
#include "src/base/tongue.h"

enum { CONNECT_MS = 4000, KEYS_MAX = 64 };

/* Not the injected clock: a limit on waiting is about real time. */
static int64_t real_ms(void)
{
    struct clock clock = clock_system();
    return clock_mono(&clock);
}

/* ---- the address ---------------------------------------------------------------------------- */

struct address {
    const char *keys[KEYS_MAX], *values[KEYS_MAX];
    int count;
};

static const char *address_get(const struct address *address, const char *key)
{
    for (int i = 0; i < address->count; i++)
        if (strcmp(address->keys[i], key) == 0)
            return address->values[i];
    return NULL;
}

static void address_add(struct address *address, const char *key, const char *value)
{
    if (address_get(address, key) || address->count == KEYS_MAX - 1)
        return;
    address->keys[address->count] = key;
    address->values[address->count++] = value;
}

static bool is_this_machine(const char *host)
{
    return !host || !*host || *host == '/' || *host == '@' || strcmp(host, "localhost") == 0 ||
           strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0;
}

static const char *host_of(const struct address *address)
{
    const char *host = address_get(address, "hostaddr");
    if (!host)
        host = address_get(address, "host");
    return host ? host : getenv("PGHOST");
}

static void address_defaults(struct address *address)
{
    static const char *const defaults[][2] = {
        {"connect_timeout", "3"},
        {"keepalives", "1"},
        {"keepalives_idle", "2"},
        {"keepalives_count", "3"},
        {"keepalives_interval", "1"},
        {"tcp_user_timeout", "4000"},
        {"target_session_attrs", "read-write"},
        {"application_name", "loge"},
    };
    for (int i = 0; i < COUNT_OF(defaults); i++)
        address_add(address, defaults[i][0], defaults[i][1]);
    if (!is_this_machine(host_of(address)) && !getenv("PGSSLMODE"))
        address_add(address, "sslmode", "verify-full");
    address_add(address, "client_encoding", "UTF8");
}

static void name_the_house(struct pg *pg, const struct address *address)
{
    const char *host = host_of(address), *name = address_get(address, "dbname");
    char clean[64];
    text_escape(clean, sizeof clean, name ? name : tongue(N_("the house")));
    if (is_this_machine(host))
        snprintf(pg->where, sizeof pg->where, tongue(N_("%s on this machine")), clean);
    else
        /* L10N: a house, and the server it is on: the first part of a sentence about it */
        snprintf(pg->where, sizeof pg->where, tongue(N_("%s on %.80s")), clean, host);
}

/* options owns the values and must outlive the address. */
static enum rc address_parse(struct pg *pg, struct address *address, PQconninfoOption **options,
                             struct err *err)
{
    enum rc rc = pg_library_need(err);
    if (rc != RC_OK)
        return rc;
    *options = PQconninfoParse(pg->url, NULL);
    if (!*options)
        return err_set(err, RC_CONFIG, "URL",
                       "the address of the house cannot be read; write it like "
                       "postgresql://person@host/database");
    for (const PQconninfoOption *o = *options; o->keyword; o++)
        if (o->val)
            address_add(address, o->keyword, o->val);
    name_the_house(pg, address);
    address_defaults(address);
    return RC_OK;
}

/* ---- waiting -------------------------------------------------------------------------------- */

/* False: the time is over. */
static bool wait_for(int fd, short events, int64_t deadline)
{
    struct pollfd poller = {.fd = fd, .events = events};
    for (;;) {
        int64_t left = deadline - real_ms();
        int ready = left > 0 ? poll(&poller, 1, (int)left) : 0;
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

static bool wait_connected(PGconn *conn)
{
    int64_t deadline = real_ms() + CONNECT_MS;
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
        short events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        if (!wait_for(PQsocket(conn), events, deadline))
            return false;
        state = PQconnectPoll(conn);
    }
    return state == PGRES_POLLING_OK;
}

/*
 * As wait_for, and asks now and then whether it is still wanted. Whoever stops a read hangs up: the
 * server notices within a second (client_connection_check_interval), and no word that it should
 * stop can come late and meet a sale.
 */
static bool wait_heeding(struct pg *pg, short events, int64_t deadline)
{
    enum { ASK_MS = 100 };
    int64_t now;
    if (!pg->reading)
        return wait_for(PQsocket(pg->conn), events, deadline);
    while ((now = real_ms()) < deadline) {
        int64_t until = now + ASK_MS < deadline ? now + ASK_MS : deadline;
        if (wait_for(PQsocket(pg->conn), events, until))
            return true;
        pg->stopped = !pg->heeded.tick(pg->heeded.ctx, 0, 0);
        if (pg->stopped)
            break;
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
    return send_rest(pg, real_ms() + limit_ms);
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

/* For whoever looks at the line. */
static void note_answer(struct pg *pg, int64_t asked)
{
    struct clock system = clock_system();
    pg->replied_at = clock_wall(&system);
    pg->delay_ms = real_ms() - asked;
    pg->down.rc = RC_OK;
}

PGresult *pg_receive(struct pg *pg, int limit_ms)
{
    int64_t asked = real_ms(), deadline = asked + limit_ms + PG_GRACE_MS;
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
    pg_disconnect(pg);
    if (!pg->stopped)
        (void)pg_fail_lost(pg, &pg->down);
    return NULL;
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

/* ---- connecting ----------------------------------------------------------------------------- */

/* With this verbosity a refusal ends in its SQLSTATE, whatever the language of the server. */
static void refusal_state(const char *text, char state[6])
{
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t length = strlen(text);
    while (length && strchr("\n ", text[length - 1]))
        length--;
    if (length > 6 && text[length - 6] == ' ' && strspn(text + length - 5, letters) == 5)
        memcpy(state, text + length - 5, 5);
}

static enum rc refused(struct pg *pg, struct err *err)
{
    char state[6];
    memcpy(state, pg_line_state(PQerrorMessage(pg->conn)), sizeof state);
    refusal_state(PQerrorMessage(pg->conn), state);
    if (PQconnectionNeedsPassword(pg->conn))
        memcpy(state, "28P01", 5);
    return pg_fail_state(pg, state, err);
}

/* Nobody sees libpq's own words, but what is wrong with a certificate is told by nothing else. */
static locale_t speak_english(locale_t *ours)
{
    locale_t before = uselocale((locale_t)0);
    *ours = newlocale(LC_MESSAGES_MASK, "C", duplocale(before));
    if (*ours)
        uselocale(*ours);
    return before;
}

static void speak_again(locale_t before, locale_t ours)
{
    uselocale(before);
    if (ours)
        freelocale(ours);
}

static bool ring(struct pg *pg)
{
    locale_t ours, before = speak_english(&ours);
    bool up = PQstatus(pg->conn) != CONNECTION_BAD && wait_connected(pg->conn);
    speak_again(before, ours);
    return up;
}

static enum rc dial(struct pg *pg, struct err *err)
{
    struct address address = {.count = 0};
    PQconninfoOption *options;
    enum rc rc = address_parse(pg, &address, &options, err);
    if (rc != RC_OK)
        return rc;
    pg->conn = PQconnectStartParams(address.keys, address.values, 0);
    PQconninfoFree(options);
    if (!pg->conn)
        return err_set(err, RC_TRANSIENT, "ENOMEM", "there is not enough memory to connect");
    PQsetErrorVerbosity(pg->conn, PQERRORS_SQLSTATE);
    PQsetNoticeReceiver(pg->conn, take_notice, pg);
    if (ring(pg)) {
        PQsetnonblocking(pg->conn, 1);
        return RC_OK;
    }
    rc = refused(pg, err);
    pg_disconnect(pg);
    return rc;
}

/*
 * A server or a login that does not wait for its disk is refused, though it could be told to here:
 * whatever else writes to it would not. It is told all the same, should the settings change while
 * we are connected. (The list is read from the left.) Both ends notice within about four seconds
 * when the other one is gone, so that a dead till keeps no lock for longer. Our functions plan
 * without sequential scans; where one is needed all the same, its plan looks dear enough to the
 * server to be compiled, which takes many times as long as running it.
 */
static const char settings[] =
    "SET lock_timeout = 250; SET idle_in_transaction_session_timeout = 3000;"
    "SET client_min_messages = warning; SET statement_timeout = 2000; SET jit = off;"
    "SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3;"
    "SET tcp_user_timeout = 4000; SET client_connection_check_interval = 1000;"
    "SELECT current_setting('synchronous_commit'), set_config('synchronous_commit',"
    " CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply'"
    " ELSE 'on' END, false), floor(extract(epoch FROM clock_timestamp()) * 1000)";

static bool is_durable(const char *synchronous_commit)
{
    return strcmp(synchronous_commit, "on") == 0 || strcmp(synchronous_commit, "remote_apply") == 0;
}

static enum rc settle_in(struct pg *pg, struct err *err)
{
    int64_t before = clock_wall(&pg->clock), theirs;
    pg->limit_ms = PG_ACT_MS;
    PGresult *result = pg_run(pg, settings, err);
    if (!result)
        return err ? err->rc : RC_TRANSIENT;
    bool durable = is_durable(PQgetvalue(result, 0, 0));
    if (text_to_int(PQgetvalue(result, 0, 2), 0, INT64_MAX, &theirs))
        pg->ahead = theirs - before - (clock_wall(&pg->clock) - before) / 2;
    PQclear(result);
    if (durable)
        return RC_OK;
    return err_set(err, RC_CONFIG, "DURABLE",
                   "%s does not wait for its disk, so a sale could be lost; set "
                   "synchronous_commit to on, in its settings or for this login",
                   pg->where);
}

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

/* Whoever waits for a server that is not there waits for nothing: not everybody dials each time. */
static void dial_less(struct pg *pg)
{
    enum { FIRST_MS = 500, MOST_MS = 5000 };
    pg->dial_wait = pg->dial_wait ? 2 * pg->dial_wait : FIRST_MS;
    if (pg->dial_wait > MOST_MS)
        pg->dial_wait = MOST_MS;
    pg->dial_at = real_ms() + pg->dial_wait;
}

static enum rc connect_now(struct pg *pg, struct err *err)
{
    enum rc rc = dial(pg, err);
    if (rc == RC_OK)
        rc = settle_in(pg, err);
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
    if (pg->dial_wait && real_ms() < pg->dial_at) {
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
    if (rc == RC_TRANSIENT && pg->base.ops)
        dial_less(pg);
    return rc;
}

void pg_disconnect(struct pg *pg)
{
    if (pg->conn)
        PQfinish(pg->conn);
    pg->conn = NULL;
    memset(pg->prepared, 0, sizeof pg->prepared);
}

struct pg *pg_new(const char *url)
{
    struct pg *pg = x_alloc(sizeof *pg);
    pg->url = url ? x_strdup(url) : NULL;
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
    free(pg);
}

void pg_become(struct pg *pg, struct pg *other)
{
    pg_disconnect(pg);
    forget_text(&pg->url);
    pg->url = other->url;
    pg->conn = other->conn;
    pg->ahead = other->ahead;
    pg->limit_ms = other->limit_ms;
    pg->version = other->version;
    pg->replied_at = other->replied_at;
    pg->delay_ms = other->delay_ms;
    pg->dial_wait = 0;
    pg->down.rc = RC_OK;
    memcpy(pg->where, other->where, sizeof pg->where);
    memcpy(pg->prepared, other->prepared, sizeof pg->prepared);
    PQsetNoticeReceiver(pg->conn, take_notice, pg);
    other->conn = NULL;
    other->url = NULL;
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
