/*
 * Inside the SQLite store; nothing outside sync/lite_* includes this.
 *
 * Statements come from data/sql and are prepared once a store object. A query is a value with a
 * sticky code: after the first thing that fails, every later call on it does nothing, and
 * query_end() tells. So a function reads straight down:
 *
 *     struct query q = query_start(lite, lite_sql_read_house);
 *     put_int(&q, no);
 *     if (query_row(&q))
 *         get_text(&q, house->name, sizeof house->name);
 *     return query_end(&q, err);
 *
 * put_ and get_ go from the first parameter and column to the last, in the order of the SQL file.
 */
#ifndef LOGE_SYNC_LITE_H
#define LOGE_SYNC_LITE_H

#include <sqlite3.h>

#include "gen/lite_sql.h"
#include "src/base/clock.h"
#include "src/domain/row/row.h"
#include "src/domain/seat_names.h"
#include "src/port/crypt.h"
#include "src/port/store.h"
#include "sync/lite_store.h"

enum {
    LITE_APPLICATION = 0x4C6F6765, /* "Loge", in the file's header */
    LITE_WAIT_MS = 5000,           /* for other writers, in all, per read or apply */
    LITE_STATEMENTS = 512, /* room of the cache; a power of two, more than there are files */
};

struct lite_till;

struct lite {
    struct store base; /* first: a struct store * is a struct lite * */
    sqlite3 *db;
    const struct crypt_port *crypt;
    struct clock clock;
    char *path;
    bool alone;                         /* nobody else has the file: a till's */
    const struct lite_till *till;       /* that till; NULL: it is none's */
    int64_t deadline;                   /* monotonic: until when to wait for others */
    struct progress heeded;             /* tick NULL: nobody is asked */
    int watch;                          /* inotify, -1 until asked for */
    const struct lite_journal *journal; /* acts stand in it as well; NULL: there is none */
    uint32_t jitter;                    /* so that waiting processes do not knock in step */
    sqlite3_stmt *cache[LITE_STATEMENTS];
    const char *cached[LITE_STATEMENTS]; /* the SQL text's address is its key */
};

/* What an act of this file is written into besides, in the same transaction. */
struct lite_journal {
    void *ctx;
    /* RC_CONFLICT when *result says why not. */
    enum rc (*write)(void *ctx, const struct changeset *cs, struct apply_result *result,
                     struct err *err);
    void (*done)(void *ctx, enum rc rc); /* how the transaction ended */
};

static inline struct lite *lite_of(struct store *store)
{
    return (struct lite *)(void *)store;
}

/* ---- lite_store.c --------------------------------------------------------------------------- */

/* As lite_store_open, with the file for itself. RC_TRANSIENT: somebody has it. */
enum rc lite_store_open_alone(const char *path, const struct crypt_port *crypt,
                              const struct clock *clock, struct store **out,
                              struct err *err) MUST_USE;

/* ---- lite_error.c --------------------------------------------------------------------------- */

/* What a result code of SQLite means for the caller; fills err with one sentence. */
enum rc lite_fail(struct lite *lite, int code, struct err *err);
const char *lite_code_name(int code);

/* ---- lite_heed.c: long work that can be stopped ---------------------------------------------- */

/* After `done` of `total` steps of something countable: RC_CANCELLED when it shall stop. */
enum rc lite_heed_step(struct lite *lite, int64_t done, int64_t total, struct err *err) MUST_USE;
/* While an act is made durable nobody is asked: it is done, or it is not known. */
void lite_heed_pause(struct lite *lite, bool paused);

/* ---- lite_stmt.c ---------------------------------------------------------------------------- */

struct query {
    struct lite *lite;
    sqlite3_stmt *stmt;
    int code; /* SQLITE_OK, or the first failure */
    int put, get;
    /* With SQLITE_MISMATCH: the row that was read and cannot be. */
    const struct row_shape *odd_row;
    const struct row_field *odd;
};

struct query query_start(struct lite *lite, const char *sql);
void put_int(struct query *q, int64_t value);
void put_real(struct query *q, double value);
void put_text(struct query *q, const char *text); /* must live until query_end; NULL as "" */
void put_blob(struct query *q, const void *bytes, size_t size);
void put_uuid(struct query *q, const struct uuid *id); /* zero as NULL */
void put_null(struct query *q);
/* Every field that has a column, in their order: `{values NAME}`. The row must live until
 * query_end. */
void lite_put_row(struct query *q, const struct row_shape *shape, const void *row);
/* True: there is a row. False: no more, or it failed. */
bool query_row(struct query *q);
int64_t get_int(struct query *q);
float get_float(struct query *q);
void get_text(struct query *q, char *out, size_t size);
const char *get_text_in(struct query *q, struct arena *arena); /* "" needs no memory */
const char *get_text_here(struct query *q);                    /* until the next row */
void get_blob(struct query *q, void *out, size_t size);        /* zeroes when NULL or shorter */
const void *get_bytes_here(struct query *q, size_t *size);     /* until the next row; not NULL */
struct uuid get_uuid(struct query *q);
/* As `{columns NAME}` in the SQL file asks for it; what a row has besides is zero. */
void lite_get_row(struct query *q, const struct row_shape *shape, void *row);
enum rc query_end(struct query *q, struct err *err);
/* For statements that return nothing: steps once and ends. */
enum rc query_run(struct query *q, struct err *err);
/* As query_end, and the code is left to the caller (constraints that mean something). */
int query_end_code(struct query *q);
/* As query_start, for running again with other values: keeps what is prepared. */
void query_again(struct query *q);

/* ---- lite_tx.c ------------------------------------------------------------------------------ */

/* Readers see one moment; writers are alone from the start, so that no read has to be upgraded. */
enum rc lite_begin_read(struct lite *lite, struct err *err) MUST_USE;
enum rc lite_begin_write(struct lite *lite, struct err *err) MUST_USE;
enum rc lite_commit(struct lite *lite, struct err *err) MUST_USE;
void lite_rollback(struct lite *lite);
/* Ends a read: commits when rc is RC_OK, else rolls back; returns rc or the commit's. */
enum rc lite_end_read(struct lite *lite, enum rc rc, struct err *err) MUST_USE;
/* Installs the busy handler, which waits by the store's clock until lite->deadline. */
void lite_wait_install(struct lite *lite);
void lite_wait_restart(struct lite *lite);

static inline int64_t lite_now(const struct lite *lite)
{
    return clock_wall(&lite->clock);
}

/* ---- lite_schema.c -------------------------------------------------------------------------- */

/* Settings of a connection; checks that the file is a house this program can read; upgrades it. */
enum rc lite_schema_open(struct lite *lite, struct err *err) MUST_USE;
/* Fills an empty file. */
enum rc lite_schema_create(struct lite *lite, const struct house *house, struct err *err) MUST_USE;
int lite_schema_newest(void);
/* From now on this program is a later one with one more migration, whose number follows the last;
 * NULL: itself again. So that a test can bring a house up to date. Not copied. */
void lite_schema_add(const struct sql_migration *migration);

/* ---- lite_text.c ---------------------------------------------------------------------------- */

/* SQL functions text_within() and text_same(); returns SQLite's code. */
int lite_text_functions(sqlite3 *db);

/* ---- rows, each in its own file ------------------------------------------------------------- */

void lite_get_show(struct query *q, struct show *show);
/* show->prices in the arena, one for each class of the hall. */
enum rc lite_show_prices(struct lite *lite, struct arena *arena, struct show *show,
                         struct err *err) MUST_USE;
/* The show by number, inside a transaction; a show that is not there leaves *found false. */
enum rc lite_show_get(struct lite *lite, int32_t no, struct arena *arena, struct show *show,
                      bool *found, struct err *err) MUST_USE;
/* One live seat as it stands; false: none, or the query failed. q: lite_sql_read_seat, started. */
bool lite_get_seat(struct query *q, int32_t show, int32_t seat, struct seat_state *state);
enum rc lite_last_event(struct lite *lite, int64_t *id, struct err *err) MUST_USE;

/* ---- lite_plan.c: the drawing, whole and by rows -------------------------------------------- */

/* Everything but rows and seats: name, classes, areas. counts of sections and rows stay 0. */
enum rc lite_plan_frame(struct lite *lite, int32_t hall_no, struct arena *arena, struct plan *plan,
                        struct err *err) MUST_USE;
enum rc lite_plan_sections(struct lite *lite, int32_t hall_no, struct arena *arena,
                           struct plan *plan, struct err *err) MUST_USE;
enum rc lite_plan_rows(struct lite *lite, int32_t hall_no, struct arena *arena, struct plan *plan,
                       struct err *err) MUST_USE;
/* Reads the static columns of one seat; the arena holds the guid. */
void lite_plan_seat(struct query *q, struct seat_names *names, struct plan_seat *seat);
/* The whole plan of a hall inside a transaction. */
enum rc lite_plan_read(struct lite *lite, int32_t hall_no, struct arena *arena, struct plan **plan,
                       struct err *err) MUST_USE;

/* ---- lite_pack.c: large maps as bytes ----------------------------------------------------------
 */

/* Rows and seats of the hall's plan, inside a transaction; not found: they are rubbish. */
enum rc lite_packed_plan(struct lite *lite, int32_t hall_no, struct arena *arena, struct plan *plan,
                         bool *found, struct err *err) MUST_USE;
/* How the map's seats stood after that event. Not found: the states are rubbish. */
enum rc lite_packed_states(struct lite *lite, struct snapshot *map, int64_t *after, bool *found,
                           struct err *err) MUST_USE;

/* Halls of so many seats, and their shows once the log has grown by so many events. */
struct lite_packing {
    int least_seats, least_events;
};
/* Packs some of what is to be packed, if nobody else is writing. */
void lite_pack(struct lite *lite, const struct lite_packing *packing);

/* A show with its whole hall, inside a transaction. */
enum rc lite_map_whole(struct lite *lite, int32_t show, struct arena *arena,
                       struct snapshot *snapshot, struct err *err) MUST_USE;

/* ---- the operations ------------------------------------------------------------------------- */

#define LITE_STORE_OPS(OP) \
    OP(house_read)         \
    OP(hall_plan)          \
    OP(show_find)          \
    OP(show_by_no)         \
    OP(show_list)          \
    OP(map_read)           \
    OP(seats_since)        \
    OP(watch_fd)           \
    OP(rest)               \
    OP(heed)               \
    OP(map_digest)         \
    OP(rows_read)          \
    OP(hold_read)          \
    OP(hold_list)          \
    OP(staff_read)         \
    OP(replica_age)        \
    OP(apply)              \
    OP(sweep)              \
    OP(audit_seal)         \
    OP(audit_verify)
#define LITE_DECLARE(op) STORE_OP(op) lite_##op;
LITE_STORE_OPS(LITE_DECLARE)
extern const struct query_ops lite_query_ops; /* lite_ask.c */

/* Of the show and of its drawing. */
enum rc lite_map_versions(struct lite *, int32_t show, struct map_digest *, struct err *) MUST_USE;

#endif
