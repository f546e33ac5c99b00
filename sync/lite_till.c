/*
 * The till's disk on SQLite.
 *
 * A write begins a transaction where none has begun. show_seat always shows a seat as this till
 * has it; how the house has it is kept beside, only while an entry of the till is open for it.
 */
#include "config.h"

#include "sync/lite_till.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sync/lite_till_parts.h"

/* ---- clocks --------------------------------------------------------------------------------- */

struct till_clock lite_till_reading(const struct lite_till *till)
{
    return (struct till_clock){till->boot, clock_mono(&till->machine), clock_wall(&till->machine)};
}

int64_t lite_till_skew(const struct lite_till *till)
{
    const struct till_clock here = lite_till_reading(till);
    return heard_clock_skew(&till->heard, &here, till->latest);
}

int64_t lite_till_doubt(const struct lite_till *till)
{
    const struct till_clock here = lite_till_reading(till);
    return heard_clock_doubt(&till->heard, &here, till->latest);
}

static int64_t till_wall(void *ctx)
{
    const struct lite_till *till = ctx;
    const struct till_clock here = lite_till_reading(till);
    return heard_clock_now(&till->heard, &here, till->latest);
}

static int64_t till_mono(void *ctx)
{
    const struct lite_till *till = ctx;
    return clock_mono(&till->machine);
}

static void till_pause(void *ctx, int64_t ms)
{
    const struct lite_till *till = ctx;
    till->machine.pause_ms(till->machine.ctx, ms);
}

struct clock lite_till_clock(struct lite_till *till)
{
    return (struct clock){till_wall, till_mono, till_pause, till};
}

/* ---- opening -------------------------------------------------------------------------------- */

enum rc lite_till_open(const char *path, const struct crypt_port *crypt, const struct clock *clock,
                       struct lite_till **out, struct err *err)
{
    struct store *store;
    *out = NULL;
    bool left = lite_till_was_left(path);
    enum rc rc = lite_store_open_alone(path, crypt, clock, &store, err);
    if (rc == RC_CORRUPT && err && strcmp(err->native, "SQLITE_CORRUPT") == 0)
        return lite_till_damaged(path, err);
    if (rc != RC_OK)
        return rc;
    struct lite_till *till = x_alloc(sizeof *till);
    till->left = left;
    till->store = store;
    till->lite = lite_of(store);
    till->machine = *clock;
    till->boot = uuid_of_boot();
    till->lite->till = till;
    till->lite->clock = lite_till_clock(till);
    rc = lite_till_look_at_replica(till, err);
    if (rc != RC_OK)
        lite_till_close(&till);
    *out = till;
    return rc;
}

/* SQLite's locks are on these bytes of a file (sqlite.org/fileformat2.html, the lock-byte page). */
bool lite_till_is_taken(const char *path)
{
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000000, .l_len = 512};
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool taken = fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    close(fd);
    return taken;
}

void lite_till_close(struct lite_till **till)
{
    if (!*till)
        return;
    lite_rollback((*till)->lite);
    store_close(&(*till)->store);
    lite_till_forget_touched(*till);
    free(*till);
    *till = NULL;
}

struct store *lite_till_store(struct lite_till *till)
{
    return till->store;
}

const struct err *lite_till_why(const struct lite_till *till)
{
    return &till->why;
}

/* ---- transactions --------------------------------------------------------------------------- */

static bool went_well(struct lite_till *till, enum rc rc, const struct err *err)
{
    if (rc != RC_OK && till->why.rc == RC_OK)
        till->why = *err;
    return rc == RC_OK;
}

bool lite_till_begin(struct lite_till *till)
{
    struct err err;
    if (till->acting)
        return true;
    if (!till->writing)
        till->writing = went_well(till, lite_begin_write(till->lite, &err), &err);
    return till->writing;
}

static bool run(struct lite_till *till, struct query *q)
{
    struct err err;
    return went_well(till, query_run(q, &err), &err);
}

static bool ended(struct lite_till *till, struct query *q)
{
    struct err err;
    return went_well(till, query_end(q, &err), &err);
}

static bool commit(void *ctx)
{
    struct lite_till *till = ctx;
    struct err err;
    if (till->acting) /* whoever applies the act commits it (lite_apply.c) */
        return true;
    bool was_writing = till->writing;
    till->writing = false;
    return !was_writing || went_well(till, lite_commit(till->lite, &err), &err);
}

void lite_till_undo(struct lite_till *till)
{
    if (till->acting)
        return;
    lite_rollback(till->lite);
    till->writing = false;
}

static void roll_back(void *ctx)
{
    lite_till_undo(ctx);
}

/* ---- entries -------------------------------------------------------------------------------- */

static bool append(void *ctx, const struct entry_frame *frame, const struct entry *entry)
{
    struct lite_till *till = ctx;
    if (!lite_till_begin(till))
        return false;
    struct query q = query_start(till->lite, lite_sql_insert_entry);
    put_int(&q, (int64_t)frame->seq);
    put_int(&q, frame->epoch);
    put_uuid(&q, &entry->uid);
    put_int(&q, entry->kind);
    put_int(&q, entry->final);
    put_int(&q, entry->wall);
    put_blob(&q, frame->hash, sizeof frame->hash);
    put_blob(&q, frame->signature, sizeof frame->signature);
    put_blob(&q, frame->body, frame->size);
    if (!run(till, &q))
        return false;
    q = query_start(till->lite, lite_sql_insert_entry_state);
    put_int(&q, (int64_t)frame->seq);
    put_int(&q, frame->kept);
    return run(till, &q);
}

/* The schema lets no body be longer; one that is was put there by somebody else. */
static bool keep_body(struct lite_till *till, struct query *q, struct entry_frame *out)
{
    size_t size;
    const void *body = get_bytes_here(q, &size);
    if (size > sizeof till->body)
        return false;
    memcpy(till->body, body, size);
    out->body = till->body;
    out->size = (uint32_t)size;
    return true;
}

static bool read_frame(void *ctx, uint64_t seq, struct entry_frame *out)
{
    struct lite_till *till = ctx;
    struct query q = query_start(till->lite, lite_sql_read_entry);
    put_int(&q, (int64_t)seq);
    bool found = query_row(&q);
    if (found) {
        *out = (struct entry_frame){.seq = seq, .epoch = (uint32_t)get_int(&q)};
        out->kept = get_int(&q);
        get_blob(&q, out->hash, sizeof out->hash);
        get_blob(&q, out->signature, sizeof out->signature);
        found = keep_body(till, &q, out);
    }
    return ended(till, &q) && found;
}

/* A whole journal is read once: the pages it goes through need no room of their own. */
static void keep_pages(struct lite_till *till, bool many)
{
    (void)sqlite3_exec(till->lite->db,
                       many ? "PRAGMA cache_size = -32000" : "PRAGMA cache_size = -400", NULL, NULL,
                       NULL);
}

static bool walk(void *ctx, uint64_t seq, bool (*see)(void *to, const struct entry_frame *frame),
                 void *to)
{
    struct lite_till *till = ctx;
    struct query q = query_start(till->lite, lite_sql_list_entries);
    bool good = true;
    put_int(&q, (int64_t)seq);
    keep_pages(till, false);
    while (good && query_row(&q)) {
        size_t size;
        struct entry_frame frame = {.seq = (uint64_t)get_int(&q)};
        frame.epoch = (uint32_t)get_int(&q);
        get_blob(&q, frame.hash, sizeof frame.hash);
        get_blob(&q, frame.signature, sizeof frame.signature);
        frame.body = get_bytes_here(&q, &size);
        frame.size = (uint32_t)size;
        good = size <= ENTRY_BYTES_MOST && see(to, &frame);
    }
    good = ended(till, &q) && good;
    keep_pages(till, true);
    return good;
}

static bool settle(void *ctx, const struct sync_verdict *verdict)
{
    struct lite_till *till = ctx;
    if (!lite_till_begin(till))
        return false;
    struct query q = query_start(till->lite, lite_sql_settle_entry);
    put_int(&q, (int64_t)verdict->seq);
    put_int(&q, verdict->state);
    put_int(&q, verdict->reason);
    put_int(&q, verdict->heading);
    put_int(&q, lite_now(till->lite));
    return run(till, &q);
}

static bool keep(void *ctx, uint64_t seq)
{
    struct lite_till *till = ctx;
    if (!lite_till_begin(till))
        return false;
    struct query q = query_start(till->lite, lite_sql_keep_entry);
    put_int(&q, (int64_t)seq);
    return run(till, &q);
}

void lite_till_wait_for_disk(struct lite_till *till, bool wait)
{
    (void)sqlite3_exec(till->lite->db,
                       wait ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", NULL,
                       NULL, NULL);
}

static bool mark_sent(void *ctx, uint64_t first, uint64_t last, bool sent)
{
    struct lite_till *till = ctx;
    lite_till_wait_for_disk(till, false);
    bool good = lite_till_begin(till);
    if (good) {
        struct query q = query_start(till->lite, lite_sql_mark_entries);
        put_int(&q, (int64_t)first);
        put_int(&q, (int64_t)last);
        put_int(&q, sent ? ENTRY_SENT : ENTRY_PENDING);
        good = run(till, &q) && commit(till);
    }
    if (!good)
        roll_back(till);
    lite_till_wait_for_disk(till, true);
    return good;
}

/* ---- seats ---------------------------------------------------------------------------------- */

static bool read_terms(struct lite_till *till, int32_t show, uint32_t *terms)
{
    struct query q = query_start(till->lite, lite_sql_read_till_terms);
    put_int(&q, show);
    *terms = query_row(&q) ? (uint32_t)get_int(&q) : 0;
    return ended(till, &q);
}

static bool read_seat(void *ctx, int32_t show, int32_t seat, struct replica_seat *out)
{
    struct lite_till *till = ctx;
    memset(out, 0, sizeof *out);
    struct query shown = query_start(till->lite, lite_sql_read_seat);
    bool found = lite_get_seat(&shown, show, seat, &out->mine);
    if (!ended(till, &shown) || !found)
        return false;
    const struct acted_seat *acted = lite_till_acted(till, show, seat);
    struct query open = query_start(till->lite, lite_sql_read_till_seat);
    if (lite_get_seat(&open, show, seat, &out->house))
        out->tip = (uint64_t)get_int(&open);
    else
        out->house = out->mine;
    if (acted)
        out->mine = acted->state;
    return ended(till, &open) && read_terms(till, show, &out->terms);
}

static void put_state(struct query *q, const struct seat_state *state)
{
    put_int(q, state->status);
    put_int(q, state->version);
    put_int(q, state->held_until);
    put_int(q, state->open_to);
    put_int(q, state->allotment);
    put_uuid(q, &state->holder);
}

enum rc lite_till_claim(struct lite *lite, int32_t show, int32_t seat, const struct uuid *hold,
                        struct err *err)
{
    struct query q = query_start(lite, lite_sql_end_seat_claim);
    put_int(&q, show);
    put_int(&q, seat);
    put_uuid(&q, hold);
    enum rc rc = query_run(&q, err);
    if (rc != RC_OK || uuid_is_zero(hold))
        return rc;
    struct query open = query_start(lite, lite_sql_open_known_claim);
    put_uuid(&open, hold);
    put_int(&open, seat);
    put_int(&open, show);
    return query_run(&open, err);
}

static bool claim_seat(struct lite_till *till, int32_t show, int32_t seat,
                       const struct seat_state *state)
{
    static const struct uuid nobody = {{0}};
    struct err err;
    bool held = state->status == SEAT_HELD;
    return went_well(
        till, lite_till_claim(till->lite, show, seat, held ? &state->holder : &nobody, &err), &err);
}

/* No event of this file's log says so, and a packed map is brought up to date by the log. */
static bool show_seat(struct lite_till *till, int32_t show, int32_t seat,
                      const struct seat_state *state)
{
    struct query packed = query_start(till->lite, lite_sql_drop_packed_map);
    put_int(&packed, show);
    if (!run(till, &packed))
        return false;
    struct query q = query_start(till->lite, lite_sql_put_seat_state);
    put_int(&q, show);
    put_int(&q, seat);
    put_state(&q, state);
    return run(till, &q) && claim_seat(till, show, seat, state);
}

static bool remember_house(struct lite_till *till, int32_t show, int32_t seat,
                           const struct replica_seat *in)
{
    struct query q =
        query_start(till->lite, in->tip ? lite_sql_put_till_seat : lite_sql_drop_till_seat);
    put_int(&q, show);
    put_int(&q, seat);
    if (in->tip) {
        put_int(&q, (int64_t)in->tip);
        put_state(&q, &in->house);
    }
    return run(till, &q);
}

static bool remember_terms(struct lite_till *till, int32_t show, uint32_t terms)
{
    struct query q = query_start(till->lite, lite_sql_put_till_terms);
    put_int(&q, show);
    put_int(&q, terms);
    return run(till, &q);
}

/* An act's seats are written by applying it. */
static bool show_as(struct lite_till *till, int32_t show, int32_t seat,
                    const struct seat_state *state)
{
    return till->acting ? lite_till_act_on(till, show, seat, state)
                        : show_seat(till, show, seat, state);
}

/* News of a seat the replica does not have: it comes with its plan, and as it is then. */
static bool put_seat(void *ctx, int32_t show, int32_t seat, const struct replica_seat *in)
{
    struct lite_till *till = ctx;
    struct replica_seat known;
    if (!lite_till_begin(till))
        return false;
    if (!read_seat(till, show, seat, &known))
        return till->why.rc == RC_OK;
    return remember_house(till, show, seat, in) &&
           show_as(till, show, seat, in->tip ? &in->mine : &in->house) &&
           (in->terms == known.terms || remember_terms(till, show, in->terms));
}

/* ---- what it remembers of itself ------------------------------------------------------------ */

static bool put_meta(void *ctx, const struct till_meta *meta)
{
    struct lite_till *till = ctx;
    if (!lite_till_begin(till))
        return false;
    struct query q = query_start(till->lite, lite_sql_put_till_meta);
    put_uuid(&q, &meta->device);
    put_int(&q, meta->till);
    put_int(&q, meta->epoch);
    put_int(&q, (int64_t)meta->start_seq);
    put_int(&q, (int64_t)meta->head_seq);
    put_blob(&q, meta->start_hash, sizeof meta->start_hash);
    put_blob(&q, meta->head_hash, sizeof meta->head_hash);
    put_int(&q, (int64_t)meta->first_open);
    put_int(&q, (int64_t)meta->cursor);
    put_uuid(&q, &meta->lease_boot);
    put_int(&q, meta->lease_ends);
    put_int(&q, meta->giving_back);
    put_int(&q, (int64_t)meta->give_back_through);
    put_int(&q, meta->shut_out.status);
    put_int(&q, meta->shut_out.why);
    put_int(&q, meta->shut_out.at);
    return run(till, &q);
}

static void get_meta(struct query *q, struct till_meta *meta)
{
    meta->device = get_uuid(q);
    meta->till = (uint16_t)get_int(q);
    meta->epoch = (uint32_t)get_int(q);
    meta->start_seq = (uint64_t)get_int(q);
    meta->head_seq = (uint64_t)get_int(q);
    get_blob(q, meta->start_hash, sizeof meta->start_hash);
    get_blob(q, meta->head_hash, sizeof meta->head_hash);
    meta->first_open = (uint64_t)get_int(q);
    meta->cursor = (uint64_t)get_int(q);
    meta->lease_boot = get_uuid(q);
    meta->lease_ends = get_int(q);
    meta->giving_back = get_int(q);
    meta->give_back_through = (uint64_t)get_int(q);
    meta->shut_out.status = (enum sync_status)get_int(q);
    meta->shut_out.why = (enum quarantine)get_int(q);
    meta->shut_out.at = get_int(q);
}

enum rc lite_till_meta(struct lite_till *till, struct till_meta *meta, bool *found, struct err *err)
{
    struct query q = query_start(till->lite, lite_sql_read_till_meta);
    memset(meta, 0, sizeof *meta);
    *found = query_row(&q);
    if (*found)
        get_meta(&q, meta);
    return query_end(&q, err);
}

struct till_disk lite_till_disk(struct lite_till *till)
{
    return (struct till_disk){.ctx = till,
                              .append = append,
                              .frame = read_frame,
                              .walk = walk,
                              .settle = settle,
                              .keep = keep,
                              .mark_sent = mark_sent,
                              .seat = read_seat,
                              .put_seat = put_seat,
                              .put_meta = put_meta,
                              .commit = commit,
                              .rollback = roll_back};
}
