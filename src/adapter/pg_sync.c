#include "config.h"

#include "src/adapter/pg_sync.h"

#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_rows.h"
#include "src/base/text.h"
#include "src/domain/bytes.h"

bool pg_sync_fail(struct pg_sync *sync, enum rc rc, const struct err *err)
{
    if (sync->rc == RC_OK) {
        sync->rc = rc;
        sync->err = *err;
    }
    return false;
}

/* A line that was lost took its transaction with it; nothing may run outside of one. */
bool pg_sync_is_open(const struct pg_sync *sync)
{
    return sync->rc == RC_OK && sync->pg->conn &&
           PQtransactionStatus(sync->pg->conn) == PQTRANS_INTRANS;
}

static bool lost(struct pg_sync *sync)
{
    struct err err;
    if (sync->rc != RC_OK)
        return false;
    return pg_sync_fail(sync, pg_fail_lost(sync->pg, &err), &err);
}

/* ---- the device ----------------------------------------------------------------------------- */

static void get_device(struct pg_sync *sync, struct query *q)
{
    struct house_device *device = &sync->device;
    pg_get_text(q, sync->till, sizeof sync->till);
    device->till = (uint16_t)pg_get_int(q);
    pg_get_bytes(q, sync->public, sizeof sync->public);
    device->quarantine = (enum quarantine)pg_get_int(q);
    device->epoch = (uint32_t)pg_get_int(q);
    device->granted = (uint32_t)pg_get_int(q);
    device->session = (uint64_t)pg_get_int(q);
    device->start_seq = (uint64_t)pg_get_int(q);
    device->last_seq = (uint64_t)pg_get_int(q);
    pg_get_bytes(q, device->start_hash, sizeof device->start_hash);
    pg_get_bytes(q, device->last_hash, sizeof device->last_hash);
    device->lent = pg_get_bool(q);
    device->recall = pg_get_bool(q);
    device->boot = pg_get_uuid(q);
    device->mono = pg_get_int(q);
    device->wall = pg_get_int(q);
    device->heard_at = pg_get_int(q);
}

static void get_house(struct pg_sync *sync, struct query *q)
{
    sync->house = pg_get_uuid(q);
    sync->now = pg_get_int(q);
    sync->rules.rebase = pg_get_bool(q);
    sync->rules.paid_beats_hold = pg_get_bool(q);
    sync->rules.reseat_most = (int32_t)pg_get_int(q);
    sync->lease_ms = pg_get_int(q);
    sync->last_event = (uint64_t)pg_get_int(q);
    sync->device.nonce = (uint64_t)pg_get_int(q);
}

static bool read_device(struct pg_sync *sync, const struct uuid *id, bool waits)
{
    struct err err;
    struct query q = pg_query_start(sync->pg, pg_sql_sync_open);
    pg_put_int(&q, SYNC_REVISION);
    pg_put_uuid(&q, id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    pg_put_bool(&q, waits);
    sync->known = pg_query_row(&q);
    if (sync->known) {
        sync->device.id = *id;
        get_device(sync, &q);
        get_house(sync, &q);
    }
    enum rc rc = pg_query_end(&q, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

static void forget_message(struct pg_sync *sync, struct arena *arena)
{
    sync->arena = arena;
    sync->rc = RC_OK;
    sync->wrong = sync->forged = sync->known = sync->fits = false;
    sync->device = (struct house_device){0};
    sync->batch = NULL;
    sync->batch_count = 0;
    memset(&sync->seats, 0, sizeof sync->seats);
    memset(&sync->left, 0, sizeof sync->left);
    memset(&sync->left_by, 0, sizeof sync->left_by);
    memset(&sync->receipts, 0, sizeof sync->receipts);
    memset(&sync->passages, 0, sizeof sync->passages);
    memset(&sync->revoked, 0, sizeof sync->revoked);
    memset(&sync->people, 0, sizeof sync->people);
    memset(&sync->signed_in, 0, sizeof sync->signed_in);
    memset(&sync->lends, 0, sizeof sync->lends);
    memset(&sync->out, 0, sizeof sync->out);
    sync->act = NULL;
    house_rows_start(&sync->rows, arena);
}

bool pg_sync_begin(struct pg_sync *sync, struct arena *arena, const struct uuid *device, bool waits)
{
    struct err err;
    forget_message(sync, arena);
    enum rc rc = pg_connect(sync->pg, &err);
    if (rc == RC_OK)
        rc = pg_limit(sync->pg, PG_READ_MS, &err);
    if (rc == RC_OK)
        rc = pg_prepare(sync->pg, pg_sql_sync_open, &err);
    sync->pg->doubt = false;
    if (rc == RC_OK)
        rc = pg_do(sync->pg, "BEGIN", &err);
    if (rc != RC_OK)
        return pg_sync_fail(sync, rc, &err);
    return read_device(sync, device, waits);
}

void pg_sync_end(struct pg_sync *sync)
{
    struct pg *pg = sync->pg;
    if (pg->conn && PQtransactionStatus(pg->conn) != PQTRANS_IDLE &&
        pg_do(pg, "ROLLBACK", NULL) != RC_OK)
        pg_disconnect(pg);
}

void pg_sync_look_for_forgery(struct pg_sync *sync)
{
    if (sync->authentic && !sync->authentic(sync->authentic_ctx))
        sync->forged = true;
}

/* ---- the table of functions ----------------------------------------------------------------- */

static bool device(void *ctx, const struct uuid *id, struct house_device *out)
{
    const struct pg_sync *sync = ctx;
    if (!sync->known || !uuid_equal(id, &sync->device.id))
        return false;
    *out = sync->device;
    return true;
}

static void put_head(struct query *q, const struct pg_sync *sync, const struct house_device *device)
{
    pg_put_uuid(q, &device->id);
    pg_put_bytes(q, sync->proof, sizeof sync->proof);
    pg_put_int(q, device->epoch);
    pg_put_int(q, device->granted);
    pg_put_int(q, (int64_t)device->session);
    pg_put_int(q, (int64_t)device->start_seq);
    pg_put_int(q, (int64_t)device->last_seq);
    pg_put_bytes(q, device->start_hash, sizeof device->start_hash);
    pg_put_bytes(q, device->last_hash, sizeof device->last_hash);
    pg_put_int(q, device->quarantine);
    pg_put_bool(q, device->lent);
    pg_put_bool(q, device->recall);
    pg_put_uuid(q, &device->boot);
    pg_put_int(q, device->mono);
    pg_put_int(q, device->wall);
    pg_put_int(q, device->heard_at);
    pg_put_int(q, sync->out.events);
}

static bool put_nonce(struct pg_sync *sync, const struct house_device *device)
{
    struct err err;
    if (device->nonce == sync->device.nonce)
        return true;
    struct query q = pg_query_start(sync->pg, pg_sql_sync_nonce);
    pg_put_uuid(&q, &device->id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    pg_put_int(&q, (int64_t)device->nonce);
    enum rc rc = pg_query_run(&q, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

static bool put_told(struct pg_sync *sync, const struct house_device *device)
{
    struct err err;
    if (!device->told_seq || !device->told_epoch)
        return true;
    struct query q = pg_query_start(sync->pg, pg_sql_sync_told);
    pg_put_uuid(&q, &device->id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    pg_put_int(&q, device->told_epoch);
    pg_put_int(&q, (int64_t)device->told_seq);
    enum rc rc = pg_query_run(&q, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

/* A till is put in quarantine by what it says itself, and signs: what it says does not fit. For
 * this session, so that nobody says it once more. */
static void sign_doubt(struct pg_sync *sync, const struct house_device *device,
                       uint8_t out[ENTRY_SIGNATURE])
{
    static const char what[] = "loge till doubt";
    uint8_t place[1 + 8 + 4 + 8];
    struct byte_writer to = {.at = place, .end = place + sizeof place};
    put_number(&to, device->quarantine, 1);
    put_number(&to, sync->device.session, 8);
    put_number(&to, device->doubt.epoch, 4);
    put_number(&to, device->doubt.seq, 8);
    const struct chain_part parts[] = {{what, sizeof what},
                                       {sync->house.b, sizeof sync->house.b},
                                       {device->id.b, sizeof device->id.b},
                                       {place, sizeof place},
                                       {device->doubt.hash, ENTRY_HASH}};
    sync->sign(sync->authentic_ctx, parts, COUNT_OF(parts), out);
}

static bool put_doubt(struct pg_sync *sync, const struct house_device *device)
{
    struct err err;
    uint8_t sworn[ENTRY_SIGNATURE];
    if (device->quarantine == sync->device.quarantine || !device->quarantine || !sync->sign)
        return true;
    sign_doubt(sync, device, sworn);
    struct query q = pg_query_start(sync->pg, pg_sql_sync_doubt);
    pg_put_uuid(&q, &device->id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    pg_put_int(&q, device->quarantine);
    pg_put_int(&q, device->doubt.epoch);
    pg_put_int(&q, (int64_t)device->doubt.seq);
    pg_put_bytes(&q, device->doubt.hash, ENTRY_HASH);
    pg_put_bytes(&q, device->doubt.signature, ENTRY_SIGNATURE);
    pg_put_bytes(&q, sworn, sizeof sworn);
    enum rc rc = pg_query_run(&q, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

/* The last write of a message: what was collected goes before it. */
static bool put_device(void *ctx, const struct house_device *device)
{
    struct pg_sync *sync = ctx;
    struct err err;
    if (!pg_sync_is_open(sync))
        return lost(sync);
    if ((sync->out.entries.count && !pg_sync_send(sync)) || !put_nonce(sync, device) ||
        !put_told(sync, device) || !put_doubt(sync, device))
        return false;
    struct query q = pg_query_start(sync->pg, pg_sql_sync_head);
    put_head(&q, sync, device);
    enum rc rc = pg_query_run(&q, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

static bool lend(void *ctx, int32_t show, int32_t seat, uint16_t till)
{
    struct pg_sync *sync = ctx;
    *LIST_ADD(sync->arena, &sync->lends) = (struct seat_key){.show = show, .seat = seat};
    return till == sync->device.till;
}

static bool send_lends(struct pg_sync *sync)
{
    struct err err;
    int32_t *shows = arena_array(sync->arena, (size_t)sync->lends.count, sizeof *shows);
    int32_t *seats = arena_array(sync->arena, (size_t)sync->lends.count, sizeof *seats);
    for (int i = 0; i < sync->lends.count; i++) {
        shows[i] = sync->lends.at[i].show;
        seats[i] = sync->lends.at[i].seat;
    }
    struct query q = pg_query_start(sync->pg, pg_sql_lend_seats);
    pg_put_uuid(&q, &sync->device.id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    pg_put_text(&q, rows_of_numbers(sync->arena, shows, sync->lends.count));
    pg_put_text(&q, rows_of_numbers(sync->arena, seats, sync->lends.count));
    enum rc rc = pg_query_run(&q, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

static bool take_back(void *ctx, uint16_t till)
{
    struct pg_sync *sync = ctx;
    struct err err;
    if (!pg_sync_is_open(sync) || till != sync->device.till)
        return lost(sync);
    struct query q = pg_query_start(sync->pg, pg_sql_take_back_seats);
    pg_put_uuid(&q, &sync->device.id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    pg_put_null(&q);
    if (pg_query_row(&q))
        sync->out.events += (int)pg_get_int(&q);
    enum rc rc = pg_query_end(&q, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

static uint64_t last_event(void *ctx)
{
    const struct pg_sync *sync = ctx;
    return sync->last_event;
}

/* A commit whose answer was lost, or came with a doubt, may have happened: the same message again
 * finds that out. */
static bool commit(void *ctx)
{
    struct pg_sync *sync = ctx;
    struct err err;
    if (!pg_sync_is_open(sync))
        return lost(sync);
    if (sync->lends.count && !send_lends(sync))
        return false;
    pg_sync_look_for_forgery(sync);
    if (sync->dry || sync->forged)
        return false;
    enum rc rc = pg_do(sync->pg, "COMMIT", &err);
    if (rc == RC_OK && sync->pg->doubt)
        rc = pg_fail_lost(sync->pg, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

static void roll_back(void *ctx)
{
    pg_sync_end(ctx);
}

static const struct house_store store = {.prepare = pg_sync_prepare,
                                         .device = device,
                                         .put_device = put_device,
                                         .receipt = pg_sync_receipt,
                                         .receipt_of = pg_sync_receipt_of,
                                         .fits = pg_sync_fits,
                                         .signed_in = pg_sync_signed_in,
                                         .rows = pg_sync_house_rows,
                                         .put_entry = pg_sync_put_entry,
                                         .seat = pg_sync_seat,
                                         .left = pg_sync_left,
                                         .ticket = pg_sync_ticket,
                                         .used = pg_sync_used,
                                         .bag_moved = pg_sync_bag_moved,
                                         .lend = lend,
                                         .take_back = take_back,
                                         .events = pg_sync_events,
                                         .last_event = last_event,
                                         .commit = commit,
                                         .rollback = roll_back};

void pg_sync_init(struct pg_sync *sync, struct pg *pg)
{
    *sync = (struct pg_sync){.pg = pg, .store = store, .lasting = arena_new()};
    sync->store.ctx = sync;
}

void pg_sync_done(struct pg_sync *sync)
{
    arena_free(&sync->lasting);
    explicit_bzero(sync->proof, sizeof sync->proof);
}
