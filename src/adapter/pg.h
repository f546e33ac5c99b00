/*
 * Inside the PostgreSQL store; nothing outside src/adapter/pg_* includes this.
 *
 * Statements come from data/sql and are prepared once a connection. A query is a value with a
 * sticky rc: after the first thing that fails, every later call on it does nothing, and
 * pg_query_end() tells. So a function reads straight down:
 *
 *     struct query q = pg_query_start(pg, pg_sql_read_hold);
 *     pg_put_uuid(&q, id);
 *     if (pg_query_row(&q))
 *         pg_get_text(&q, hold->holder, sizeof hold->holder);
 *     return pg_query_end(&q, err);
 *
 * pg_put_ and pg_get_ go from the first parameter and column to the last, in the order of the SQL
 * file. Every call has a time limit; one that runs out drops the connection.
 */
#ifndef LOGE_ADAPTER_PG_H
#define LOGE_ADAPTER_PG_H

#include <libpq-fe.h>

#include "gen/pg_sql.h"
#include "src/adapter/pg_store.h"
#include "src/base/paths.h"
#include "src/domain/row/row.h"
#include "src/domain/seat_names.h"

enum {
    PG_STATEMENTS = 128, /* room for prepared ones; a power of two, more than there are files */
    PG_PARAMS = 40,
    PG_FLIGHT = 64,     /* queries in one trip, at most */
    PG_IS_NUMBER = -1,  /* a length: the text lies in the query itself, which may still move */
    PG_ACT_MS = 2000,   /* an act */
    PG_READ_MS = 30000, /* a read, and an act on very many rows */
    PG_GRACE_MS = 3000, /* what the network may add to what the server allows itself */
};

/* The newest history of a house that was seen. */
enum { PG_CLUSTER_TEXT = 24 };
struct pg_past {
    char cluster[PG_CLUSTER_TEXT]; /* the server's own number, which its standbys share */
    int64_t timeline;              /* grows whenever one of them takes over */
    int64_t silent_at; /* monotonic: one of several servers did not answer; 0: all did */
    char *path;        /* where it is written down; NULL: nowhere */
};

/* The server's clock when it was looked at, and ours; zeroes: not yet. */
struct pg_steady {
    int64_t wall, mono;
    int64_t believed_at; /* it has jumped ahead, and is followed from then on; 0: it has not */
};

/*
 * The server's clock as it said last, and our monotonic one then: a wall clock that is set
 * meanwhile changes nothing. mono 0: not yet.
 */
struct pg_told {
    int64_t house, mono;
};

struct pg {
    struct store base; /* first: a struct store * is a struct pg * */
    PGconn *conn;      /* NULL until needed */
    char *url;
    char where[160]; /* "playhouse on db.example.org", for sentences */
    const struct crypt_port *crypt;
    struct clock clock;
    struct log *log;
    bool house;                   /* connections are checked for being a house we know */
    bool line;                    /* only brings a journal home: the house may be newer than we */
    bool behind;                  /* it is */
    int schema;                   /* edition_schema() of the program when it connected */
    int house_revision;           /* of sync; of a line */
    bool alone;                   /* nothing in front keeps the rush off */
    bool doubt;                   /* the server warned while it committed */
    struct pg_told told;          /* the server's clock, counted on from there */
    int limit_ms;                 /* statement_timeout of the session */
    int brief_ms;                 /* for a server to answer a call; 0: as long as ever */
    const uint8_t *proof;         /* of the till that a line speaks for, PG_PROOF bytes; or NULL */
    bool shows;                   /* the till whose acts these are has a key */
    uint8_t shown[PG_PROOF];      /* and they show this of it */
    struct pg_address *address;   /* of a store that people sign in to; NULL: url is all */
    int64_t replied_at, delay_ms; /* the last answer: when (wall), after how long */
    int64_t dial_at, dial_wait;   /* monotonic: not before; 0 while all is well */
    int version;
    int host; /* of several: the one that was in charge when it was asked last */
    struct pg_past past;
    struct pg_steady steady;
    struct fresh_seat *freed; /* by the last sweep */
    struct err down;          /* why the line is not up; rc RC_OK: it is, or was never tried */
    struct progress heeded;   /* whoever may stop a read; tick NULL: nobody */
    bool reading, stopped;    /* he is asked now; he has stopped it */
    int64_t asked_at;         /* monotonic: he was asked last */
    struct meanwhile idle;    /* what is done while an act is waited for; tick NULL: nothing */
    bool acting;              /* one is */
    unsigned acts;            /* applied by this connection */
    struct {
        int64_t done, total; /* rows of a long read; total 0: nobody counts them */
        int walks;           /* so many of them are one of what is read; 0: one */
    } rows;
    bool begins, ends; /* the next flight is the first, the last of a moment */
    struct pg *aside;  /* a line for what cannot wait for a long read; NULL: none needed */
    int64_t aside_at;  /* monotonic: not before; 0: the read has just begun */
    const char *prepared[PG_STATEMENTS]; /* the SQL text's address is its key */
};

static inline struct pg *pg_of(struct store *store)
{
    return (struct pg *)(void *)store;
}

/* ---- pg_error.c ----------------------------------------------------------------------------- */

/* What an SQLSTATE means for the caller; fills err with one sentence. */
enum rc pg_fail_state(struct pg *pg, const char *state, struct err *err);
/* As above, from a result; NULL or without a state: the connection was lost. */
enum rc pg_fail(struct pg *pg, const PGresult *result, struct err *err);
/* Which row and column a wall of the database stands on goes to the program's log: what was sent is
 * none of it. What names no row is not logged. key may be NULL. */
void pg_log_wall(const struct pg *pg, const struct uuid *key, const PGresult *refused);
enum rc pg_fail_lost(struct pg *pg, struct err *err);
/* The house could not prove that it is the house: states of our own. */
#define PG_TLS_HOST   "TLS01"
#define PG_TLS_SIGNER "TLS02"
#define PG_TLS_NONE   "TLS03"
/* As a pooler in transaction mode makes a server answer. */
#define PG_POOL_MODE "42P05"
/* The state of a line that did not come about, from libpq's English words. */
const char *pg_line_state(const char *text);
/* The state of a failed result, "" when there is none. */
const char *pg_state(const PGresult *result);

/* ---- pg_conn.c ------------------------------------------------------------------------------ */

struct pg *pg_new(const char *url, const struct crypt_port *crypt);
void pg_free(struct pg *pg);
/* Takes the other one's connection and login over; that one can only be freed then. */
void pg_become(struct pg *pg, struct pg *other);
/* Acts at the other one's till. */
void pg_show_as(struct pg *pg, const struct pg *other);
/* A connection that works, made anew when it does not. */
enum rc pg_connect(struct pg *pg, struct err *err) MUST_USE;
void pg_disconnect(struct pg *pg);
/* Runs plain SQL without parameters; the last result, or NULL and err. Text format. */
PGresult *pg_run(struct pg *pg, const char *sql, struct err *err) MUST_USE;
/* As pg_run, for statements whose result does not matter. */
enum rc pg_do(struct pg *pg, const char *sql, struct err *err) MUST_USE;
/* Is what is read still wanted? Whoever heeds it is told how far it is. */
bool pg_ask_heeding(struct pg *pg);
/* Until the server has all that was put on its way; false: not within the limit, or it is gone. */
bool pg_send_rest(struct pg *pg, int limit_ms) MUST_USE;
/* The result of what was sent, within the limit; NULL: lost or stopped, the connection is gone. */
PGresult *pg_receive(struct pg *pg, int limit_ms);
/* The end of a pipeline; false: the line is lost. */
bool pg_receive_sync(struct pg *pg, int limit_ms) MUST_USE;
/* Lets the server work on a statement for so long. */
enum rc pg_limit(struct pg *pg, int limit_ms, struct err *err) MUST_USE;

/* Milliseconds for limits on waiting: those are about real time, whatever clock is injected. */
int64_t pg_real_ms(void);
/* False: the time is over. */
bool pg_wait_for(int fd, short events, int64_t deadline);
/* What the server remarks is heard from now on. */
void pg_take_notices(struct pg *pg);

/* ---- pg_dial.c ------------------------------------------------------------------------------ */

/* A new line to the server of the house that takes writes, ready for work. */
enum rc pg_dial(struct pg *pg, struct err *err) MUST_USE;

/* ---- pg_steady.c ---------------------------------------------------------------------------- */

/* The server's clock as it was read just now. */
void pg_steady_note(struct pg *pg, int64_t theirs);
/* The server has just said what time it is, to a question that took so long. */
void pg_told_note(struct pg *pg, int64_t theirs, int64_t took_ms);
/* The server's clock now; ours until it has said so. */
int64_t pg_now(const struct pg *pg);
/* Until when what is over may be freed, if it is `now` by the server's clock. */
int64_t pg_steady_until(const struct pg *pg, int64_t now);

/* ---- pg_pool.c ------------------------------------------------------------------------------ */

/* RC_CONFIG: a pooler in transaction mode stands before the house. */
enum rc pg_pool_check(struct pg *pg, struct err *err) MUST_USE;

/* ---- pg_past.c ------------------------------------------------------------------------------ */

/* Does this server go on with the newest history there is? Remembers it; else RC_TRANSIENT. */
enum rc pg_past_check(struct pg *pg, const char *cluster, int64_t timeline,
                      struct err *err) MUST_USE;
/* One of several servers did not answer when all were asked: lately? */
bool pg_past_was_silent(const struct pg *pg);
void pg_past_note_silent(struct pg *pg, bool silent);
void pg_past_keep(struct pg *pg, const char *path);
/* For port/upstream.h; "": no server has answered. */
void pg_past_text(const struct pg *pg, char out[UPSTREAM_PAST]);
/* And the server's clock as it was. */
void pg_past_copy(struct pg *to, const struct pg *from);

/* ---- pg_schema.c ---------------------------------------------------------------------------- */

/* Is this a house of our schema? Part of every connection of a store. */
enum rc pg_schema_check(struct pg *pg, struct err *err) MUST_USE;

/* Who the connection's login is. */
enum rc pg_member_get(struct pg *pg, const char *house, struct pg_member *me,
                      struct err *err) MUST_USE;

/* ---- pg_query.c ----------------------------------------------------------------------------- */

struct query {
    struct pg *pg;
    const char *sql;
    enum rc rc; /* RC_OK, or the first failure */
    struct err err;
    PGresult *result; /* once run */
    int put, row, get;
    const char *values[PG_PARAMS];
    int lengths[PG_PARAMS], formats[PG_PARAMS];
    char numbers[PG_PARAMS][24];
};

struct query pg_query_start(struct pg *pg, const char *sql);
void pg_put_int(struct query *q, int64_t value);
void pg_put_bool(struct query *q, bool value);
void pg_put_text(struct query *q, const char *text); /* must live until the first row; NULL as "" */
void pg_put_bytes(struct query *q, const void *bytes, size_t size);
void pg_put_uuid(struct query *q, const struct uuid *id); /* zero as NULL */
void pg_put_null(struct query *q);
/* What acts show of their till's key; NULL: it has none. */
void pg_put_shown(struct query *q);
/* Runs at the first call, unless it has flown. True: there is a row. False: no more, or it failed.
 */
bool pg_query_row(struct query *q);
/* How many rows there are in all, or were changed; runs if need be. */
int pg_query_count(struct query *q);
int64_t pg_get_int(struct query *q);
bool pg_get_bool(struct query *q);
float pg_get_float(struct query *q);
float pg_float_at(const char *at); /* four bytes as they are sent */
void pg_get_text(struct query *q, char *out, size_t size);
const char *pg_get_text_in(struct query *q, struct arena *arena); /* "" needs no memory */
const char *pg_get_text_here(struct query *q);                    /* until the query ends */
void pg_get_bytes(struct query *q, void *out, size_t size);       /* zeroes when NULL or shorter */
struct uuid pg_get_uuid(struct query *q);
/* As `{columns NAME}` in the SQL file asks for it; what a row has besides is zero. */
void pg_get_row(struct query *q, const struct row_shape *shape, void *row);
bool next_is_null(const struct query *q);
enum rc pg_query_end(struct query *q, struct err *err);
/* Of a function that answers with a verdict's number (pg_verdict); and ends the query. */
enum rc pg_query_verdict(struct query *q, enum verdict *verdict, struct err *err);
/* For statements that return nothing that matters. */
enum rc pg_query_run(struct query *q, struct err *err);

/* ---- pg_flight.c ---------------------------------------------------------------------------- */

/* Runs queries that do not need each other's answers, in order and in one trip; each is read
 * afterwards as if it had been run by itself. */
void pg_fly(struct query *const *queries, int count);

/* Prepares a statement on the connection there is. */
enum rc pg_prepare(struct pg *pg, const char *sql, struct err *err) MUST_USE;
/* Sends what was put to a prepared statement, once; NULL: lost. The caller clears the result. */
PGresult *pg_query_send(struct query *q);
/* The same, with something of one's own to do while the server works. */
PGresult *pg_query_send_while(struct query *q, void (*meanwhile)(void *ctx), void *ctx);

/*
 * Reads that see one moment. It begins with the first query (in the same trip); end commits when rc
 * is RC_OK, returns rc or the commit's. last: the next query or flight of the moment is its last,
 * so the end goes along with it.
 */
enum rc pg_begin_read(struct pg *pg, struct err *err) MUST_USE;
void pg_read_last(struct pg *pg);
enum rc pg_end_read(struct pg *pg, enum rc rc, struct err *err) MUST_USE;

/* ---- rows, each in its own file ------------------------------------------------------------- */

void pg_get_show(struct query *q, struct show *show);
/* A show's row and its prices, one for each class of the hall: asked (and flown with others, or
 * not), then taken; the prices live in the arena. */
struct pg_show_query {
    struct query row, prices;
};
struct pg_show_query pg_show_ask(struct pg *pg, int32_t no);
enum rc pg_show_take(struct pg_show_query *ask, struct arena *arena, struct show *show, bool *found,
                     struct err *err) MUST_USE;
void pg_get_state(struct query *q, struct seat_state *state);
/* The newest event that no running transaction can still precede. */
struct query pg_last_event_ask(struct pg *pg);
enum rc pg_last_event_take(struct query *q, int64_t *id, struct err *err) MUST_USE;
/* The seats a changeset names, each once, as they stand now; those that are gone are left out. */
enum rc pg_fresh_seats(struct pg *pg, const struct changeset *cs, struct apply_result *result,
                       struct err *err) MUST_USE;

/* ---- pg_apply.c ----------------------------------------------------------------------------- */

/* The verdict in what a function of the database answers: 0, or -100 and below. RC_CORRUPT: it is
 * no answer this program knows. */
enum rc pg_verdict(struct pg *pg, int64_t answer, enum verdict *verdict, struct err *err) MUST_USE;
/* The answer (below 0) that was raised as LG001; else RC_CORRUPT. */
enum rc pg_raised(struct pg *pg, const PGresult *failed, int64_t *answer, struct err *err) MUST_USE;

/* ---- pg_take.c: the hot act, and acts that wait for nobody ---------------------------------- */

/* Nothing but available seats into one new hold? */
bool pg_is_taking(const struct changeset *cs);
/* The statement by which somebody signs for it, and its parameters. */
const char *pg_approval_for(const struct changeset *cs);
void pg_put_approval(struct query *q, const struct changeset *cs);
/* The parameters of hold_seats from the version of the show on. */
void pg_put_taking(struct query *q, const struct changeset *cs);
/* Seats of one show, to be changed now or not? */
bool pg_is_at_once(const struct changeset *cs);
/* The last parameters of apply_act_at_once.sql: the show, and all seats of the act. */
void pg_put_places(struct query *q, const struct changeset *cs);

/* ---- pg_plan.c: the drawing, whole and by rows ---------------------------------------------- */

/* Everything but sections, rows and seats; seat_count as the hall has it. */
enum rc pg_plan_frame(struct pg *pg, int32_t hall_no, struct arena *arena, struct plan *plan,
                      struct err *err) MUST_USE;
/* Reads the static columns of one seat; the arena holds the guid. */
void pg_plan_seat(struct query *q, struct seat_names *names, struct plan_seat *seat);
/*
 * A statement over all seats, in pieces: $2 and $3 are the first and the last seat of each. They go
 * in one trip, and whoever waits is told how many rows have come.
 */
struct pg_pieces {
    struct query *at; /* each to be ended, whatever came of the others */
    int count;
};
struct pg_pieces pg_pieces_fly(struct pg *pg, const char *sql, int32_t no, int seat_count,
                               struct arena *arena);
/* Ends them; RC_OK, or the first failure. */
enum rc pg_pieces_end(struct pg_pieces *pieces, struct err *err) MUST_USE;

/* The whole plan of a hall inside a transaction. */
enum rc pg_plan_read(struct pg *pg, int32_t hall_no, struct arena *arena, struct plan **plan,
                     struct err *err) MUST_USE;

/* ---- the operations ------------------------------------------------------------------------- */

#define PG_STORE_OPS(OP) \
    OP(house_read)       \
    OP(hall_plan)        \
    OP(show_find)        \
    OP(show_by_no)       \
    OP(show_list)        \
    OP(map_read)         \
    OP(seats_since)      \
    OP(heed)             \
    OP(meanwhile)        \
    OP(log_look)         \
    OP(history)          \
    OP(map_digest)       \
    OP(rows_read)        \
    OP(hold_read)        \
    OP(hold_list)        \
    OP(staff_read)       \
    OP(apply)            \
    OP(sweep)            \
    OP(audit_seal)       \
    OP(audit_verify)     \
    OP(office)           \
    OP(chores)           \
    OP(tokens)           \
    OP(abuse)            \
    OP(outbox)           \
    OP(intents)
#define PG_DECLARE(op) STORE_OP(op) pg_##op;
PG_STORE_OPS(PG_DECLARE)
extern const struct query_ops pg_query_ops; /* pg_ask.c */

/* A row of read_checkin. */
/* While a read has the line to itself: what is over is freed all the same, over another one. */
void pg_sweep_meanwhile(struct pg *pg);
void pg_sweep_meanwhile_end(struct pg *pg);

#endif
