/*
 * Inside the SQLite store; nothing outside sync/lite_* includes this.
 *
 * Statements come from data/sql/lite (one a file) and are prepared once a store object. A query is
 * a value with a sticky code: after the first thing that fails, every later call on it does
 * nothing, and query_end() tells. So a function reads straight down:
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

void lite_heed(struct store *, const struct progress *);
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

/* ---- lite_text.c ---------------------------------------------------------------------------- */

/* SQL functions text_within() and text_same(); returns SQLite's code. */
int lite_text_functions(sqlite3 *db);

/* ---- rows, each in its own file ------------------------------------------------------------- */

/* With the label of its seat. */
void lite_get_ticket(struct query *q, struct ticket *ticket);
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

enum rc lite_house_read(struct store *, struct house *, struct err *);
enum rc lite_hall_find(struct store *, const char *, struct hall *, bool *, struct err *);
enum rc lite_hall_list(struct store *, struct arena *, struct hall **, int *, struct err *);
enum rc lite_hall_plan(struct store *, int32_t, struct arena *, struct plan **, const char **,
                       struct err *);
enum rc lite_hall_seats_in_use(struct store *, int32_t, int64_t, struct arena *, int32_t **, int *,
                               struct err *);
enum rc lite_show_find(struct store *, const char *, struct arena *, struct show *, bool *,
                       struct err *);
enum rc lite_show_by_no(struct store *, int32_t, struct arena *, struct show *, bool *,
                        struct err *);
enum rc lite_show_list(struct store *, int64_t, struct arena *, struct show **,
                       struct show_count **, int *, struct err *);
enum rc lite_show_sections(struct store *, int32_t, int64_t, struct arena *,
                           struct section_count **, int *, struct err *);
enum rc lite_map_read(struct store *, int32_t, struct arena *, struct snapshot *, struct err *);
enum rc lite_seats_since(struct store *, int32_t, int64_t, int, struct arena *,
                         struct fresh_seat **, int *, int64_t *, struct err *);
int lite_watch_fd(struct store *);
void lite_rest(struct store *);
/* Of the show and of its drawing. */
enum rc lite_map_versions(struct lite *, int32_t show, struct map_digest *, struct err *) MUST_USE;
enum rc lite_map_digest(struct store *, int32_t, struct arena *, struct map_digest *, struct err *);
enum rc lite_rows_read(struct store *, int32_t, const char *const *, int, struct arena *,
                       struct snapshot *, struct err *);
enum rc lite_hold_read(struct store *, const struct uuid *, struct arena *, struct hold *, bool *,
                       struct err *);
enum rc lite_hold_list(struct store *, const struct hold_filter *, struct arena *, struct hold **,
                       int *, struct err *);
enum rc lite_sale_read(struct store *, const struct uuid *, const char *, struct arena *,
                       struct sale *, bool *, struct err *);
enum rc lite_sale_list(struct store *, const struct sale_filter *, struct arena *, struct sale **,
                       int *, struct err *);
enum rc lite_staff_read(struct store *, const char *, struct staff *, bool *, struct err *);
enum rc lite_staff_list(struct store *, struct arena *, struct staff **, int *, struct err *);
enum rc lite_customer_find(struct store *, const char *, int, struct arena *, struct customer **,
                           int *, struct err *);
enum rc lite_voucher_read(struct store *, const char *, struct voucher *, bool *, struct err *);
enum rc lite_voucher_list(struct store *, struct arena *, struct voucher **, int *, struct err *);
enum rc lite_shift_open(struct store *, const char *, struct shift *, bool *, struct err *);
enum rc lite_shift_read(struct store *, const struct uuid *, const char *, struct shift *, bool *,
                        struct err *);
enum rc lite_shift_list(struct store *, int, struct arena *, struct shift **, int *, struct err *);
enum rc lite_waiter_read(struct store *, const struct uuid *, struct waiter *, bool *,
                         struct err *);
enum rc lite_waiter_find(struct store *, const struct waiter_filter *, struct arena *,
                         struct waiter **, int *, struct err *);
enum rc lite_waiter_list(struct store *, int32_t, struct arena *, struct waiter **, int *,
                         struct err *);
enum rc lite_key_list(struct store *, struct arena *, struct ticket_key **, int *, struct err *);
enum rc lite_door_read(struct store *, const struct uuid *, const char *, struct door_row *, bool *,
                       struct err *);
enum rc lite_checkin_read(struct store *, const struct uuid *, struct checkin *, bool *,
                          struct err *);
enum rc lite_bag_rule_read(struct store *, struct bag_rule *, struct err *);
enum rc lite_replica_age(struct store *, struct replica_age *, bool *, struct err *);
enum rc lite_door_count(struct store *, int32_t, struct door_count *, struct err *);
enum rc lite_scan_list(struct store *, int32_t, int, struct arena *, struct scan **, int *,
                       struct err *);
enum rc lite_admitted(struct store *, int32_t, struct arena *, int32_t **, int *, struct err *);
enum rc lite_event_list(struct store *, const struct event_filter *, struct arena *,
                        struct event **, int *, struct err *);
enum rc lite_report(struct store *, const struct report_filter *, struct arena *,
                    struct report_row **, int *, struct err *);
enum rc lite_receipt_read(struct store *, const struct uuid *, const uint8_t[FINGERPRINT_SIZE],
                          struct arena *, struct apply_result *, bool *, struct err *);
enum rc lite_apply(struct store *, const struct changeset *, struct apply_result *, struct err *);
enum rc lite_sweep(struct store *, const struct actor *, int64_t, int, struct sweep_result *,
                   struct err *);
enum rc lite_audit_seal(struct store *, bool, int64_t, int *, struct err *);
enum rc lite_audit_verify(struct store *, struct arena *, const struct progress *,
                          struct audit_report *, struct err *);

#endif
