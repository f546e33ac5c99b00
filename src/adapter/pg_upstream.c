#include "config.h"

#include "src/adapter/pg_upstream.h"

#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_pull.h"
#include "src/adapter/pg_rows.h"
#include "src/adapter/pg_sync.h"
#include "src/domain/bytes.h"

struct pg_upstream {
    struct upstream base; /* first */
    struct pg *pg;
    const struct crypt_port *crypt;
    struct sign_key key;
    struct pg_sync sync;
    struct chain_crypt chain;
    struct house_sync house;
    bool each; /* the last was forged: each is looked at in its turn */
};

static struct pg_upstream *of(struct upstream *upstream)
{
    return (struct pg_upstream *)(void *)upstream;
}

/* ---- hashes and signatures ------------------------------------------------------------------ */

static void hash(void *ctx, const struct chain_part *parts, int count, uint8_t out[ENTRY_HASH])
{
    const struct pg_upstream *up = ctx;
    struct hash_state state;
    up->crypt->hash_start(&state);
    for (int i = 0; i < count; i++)
        up->crypt->hash_add(&state, parts[i].bytes, parts[i].size);
    up->crypt->hash_end(&state, out);
}

static bool is_signed(const struct pg_upstream *up, const uint8_t of_hash[ENTRY_HASH],
                      const uint8_t signature[ENTRY_SIGNATURE])
{
    return up->crypt->sign_verify(up->sync.public, of_hash, ENTRY_HASH, signature);
}

/*
 * Entries hang on one another by their hashes, so whoever signs the last of a batch has signed all
 * of it, and of the others no signature is asked for. One that is spoiled (by another key even)
 * stands where the till says that it stands, with what the till says that it says: it is the till's
 * word as the rest is, and was not put there by anybody without the till's key. Looking at each
 * took as long as everything else that is done here.
 */
static bool signed_by(void *ctx, const struct uuid *device, const uint8_t of_hash[ENTRY_HASH],
                      const uint8_t signature[ENTRY_SIGNATURE])
{
    struct pg_upstream *up = ctx;
    return uuid_equal(device, &up->sync.device.id) &&
           (!up->each || is_signed(up, of_hash, signature));
}

/* The last that is written; the database is waited for meanwhile (pg_sync.h). */
static bool authentic(void *ctx)
{
    const struct pg_upstream *up = ctx;
    const struct sync_out *out = &up->sync.out;
    if (!out->entries.count)
        return true;
    const uint8_t *frame = out->bytes + out->entries.at[out->entries.count - 1].place;
    return is_signed(up, frame, frame + ENTRY_HASH);
}

static void sign_parts(void *ctx, const struct chain_part *parts, int count,
                       uint8_t out[ENTRY_SIGNATURE])
{
    const struct pg_upstream *up = ctx;
    uint8_t digest[ENTRY_HASH];
    hash(ctx, parts, count, digest);
    up->crypt->sign(&up->key, digest, sizeof digest, out);
}

static void derive(const struct crypt_port *crypt, const char *what, const uint8_t *from,
                   uint8_t out[PG_PROOF])
{
    struct hash_state state;
    crypt->hash_start(&state);
    crypt->hash_add(&state, what, strlen(what) + 1);
    crypt->hash_add(&state, from, PG_PROOF);
    crypt->hash_end(&state, out);
}

void pg_proof_of(const struct crypt_port *crypt, const struct sign_key *key, struct pg_proof *out)
{
    _Static_assert((int)SIGN_SEED == PG_PROOF && (int)HASH_SIZE == PG_PROOF,
                   "a hash of a hash of a seed");
    derive(crypt, "loge till proof", key->secret, out->journal);
    derive(crypt, "loge till act", out->journal, out->act);
}

static void prove(struct pg_upstream *up)
{
    struct pg_proof proof;
    pg_proof_of(up->crypt, &up->key, &proof);
    memcpy(up->sync.proof, proof.journal, sizeof up->sync.proof);
    up->pg->proof = up->sync.proof;
    up->pg->shows = true;
    memcpy(up->pg->shown, proof.act, sizeof up->pg->shown);
}

/* ---- one message ---------------------------------------------------------------------------- */

static const struct uuid *device_of(const struct sync_message *in)
{
    if (in->kind == SYNC_HELLO)
        return &in->hello.device;
    if (in->kind == SYNC_BATCH)
        return &in->batch.device;
    return in->kind == SYNC_PULL ? &in->pull.device : &in->give_back.device;
}

static void step(struct pg_upstream *up, struct arena *arena, const struct sync_message *in,
                 struct sync_message *out)
{
    struct pg_sync *sync = &up->sync;
    if (pg_sync_begin(sync, arena, device_of(in), in->kind != SYNC_PULL)) {
        up->house.behind = up->pg->behind;
        up->house.chain.house = sync->house;
        up->house.rules = sync->rules;
        up->house.lease_ms = sync->lease_ms;
        up->house.now = sync->now;
        house_step(&up->house, arena, in, out);
    }
    pg_sync_end(sync);
}

/* What was believed too early is taken back and done again. */
static void step_surely(struct pg_upstream *up, struct arena *arena, const struct sync_message *in,
                        struct sync_message *out)
{
    step(up, arena, in, out);
    if (!up->sync.forged)
        return;
    up->each = true;
    step(up, arena, in, out);
    up->each = false;
}

/* The house is there, and nothing happened. */
static bool is_busy(const struct pg_upstream *up)
{
    return up->sync.rc == RC_TRANSIENT && up->pg->conn;
}

static bool answer_busy(const struct sync_message *in, struct sync_message *out)
{
    *out = (struct sync_message){0};
    if (in->kind == SYNC_HELLO) {
        out->kind = SYNC_WELCOME;
        out->welcome = (struct sync_welcome){.nonce = in->hello.nonce, .status = SYNC_BUSY};
    } else if (in->kind == SYNC_BATCH) {
        out->kind = SYNC_VERDICTS;
        out->verdicts = (struct sync_verdicts){.session = in->batch.session, .status = SYNC_BUSY};
    } else if (in->kind == SYNC_GIVE_BACK) {
        out->kind = SYNC_GIVEN_BACK;
        out->given_back =
            (struct sync_given_back){.session = in->give_back.session, .status = SYNC_BUSY};
    } else {
        return false;
    }
    return true;
}

/* ---- an entry the database does not take ----------------------------------------------------- */

/* The first so many frames of a batch, and the last of them. */
static size_t size_of(const struct sync_batch *batch, int count, struct entry_frame *last)
{
    struct byte_reader from = {.at = batch->bytes, .end = batch->bytes + batch->size};
    for (int i = 0; i < count; i++)
        if (!batch_next(&from, last))
            break;
    return (size_t)(from.at - batch->bytes);
}

/* With only so many entries: does the database take them? */
static bool is_taken(struct pg_upstream *up, const struct sync_message *in, int count)
{
    struct arena *arena = arena_new();
    struct sync_message part = *in, out;
    struct entry_frame last;
    part.batch.size = size_of(&in->batch, count, &last);
    up->sync.dry = true;
    step(up, arena, &part, &out);
    up->sync.dry = false;
    arena_free(&arena);
    return !up->sync.wrong;
}

static int count_frames(const struct sync_batch *batch)
{
    struct byte_reader from = {.at = batch->bytes, .end = batch->bytes + batch->size};
    struct entry_frame frame;
    int count = 0;
    while (count < SYNC_ENTRIES_MOST && batch_next(&from, &frame))
        count++;
    return count;
}

/* From now on this entry does not fit. */
static bool mark(struct pg_upstream *up, const struct sync_message *in, int count)
{
    struct arena *arena = arena_new();
    struct entry_frame frame = {0};
    struct entry entry;
    (void)size_of(&in->batch, count, &frame);
    bool read = entry_read(arena, frame.body, frame.size, &entry) == ENTRY_GOOD;
    if (read)
        *LIST_ADD(up->sync.lasting, &up->sync.poison) = entry.uid;
    arena_free(&arena);
    return read;
}

/* The first entry that is not taken, by halves. False: there is none, it was something else. */
static bool find_poison(struct pg_upstream *up, const struct sync_message *in)
{
    int good = 0, bad = count_frames(&in->batch);
    while (bad - good > 1) {
        int middle = good + (bad - good) / 2;
        if (is_taken(up, in, middle))
            good = middle;
        else
            bad = middle;
    }
    return bad && !is_taken(up, in, bad) && mark(up, in, bad);
}

/* ---- the table of functions ----------------------------------------------------------------- */

static enum rc look(struct upstream *upstream, struct err *err)
{
    struct pg_upstream *up = of(upstream);
    enum rc rc = pg_connect(up->pg, err);
    return rc == RC_OK ? pg_do(up->pg, "SELECT 1", err) : rc;
}

static enum rc enrol(struct upstream *upstream, const struct enrolment *who, struct enrolled *out,
                     struct err *err)
{
    struct pg_upstream *up = of(upstream);
    struct query q = pg_query_start(up->pg, pg_sql_enrol_till);
    pg_put_uuid(&q, &who->device);
    pg_put_text(&q, who->till);
    pg_put_bytes(&q, who->public, sizeof who->public);
    pg_put_bytes(&q, up->sync.proof, sizeof up->sync.proof);
    if (pg_query_row(&q)) {
        out->house = pg_get_uuid(&q);
        out->till = (uint16_t)pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

/* What the house is asked in, it has to know first. */
static bool understands(const struct pg_upstream *up, const struct sync_message *in,
                        struct sync_message *out)
{
    enum sync_status status = sync_revision(up->house.revision, in->hello.revision);
    *out = (struct sync_message){.kind = SYNC_WELCOME};
    out->welcome = (struct sync_welcome){.nonce = in->hello.nonce, .status = status};
    return status == SYNC_OK;
}

static enum rc say(struct upstream *upstream, struct arena *arena, const struct sync_message *in,
                   struct sync_message *out, struct err *err)
{
    enum { POISON_MOST = 16 }; /* in one message; the next one goes on */
    struct pg_upstream *up = of(upstream);
    enum rc rc = pg_connect(up->pg, err);
    if (rc != RC_OK)
        return rc;
    up->house.revision = up->pg->house_revision;
    if (in->kind == SYNC_HELLO && !understands(up, in, out))
        return RC_OK;
    if (in->kind == SYNC_HELLO)
        up->sync.head = in->hello.head_seq;
    if (in->kind == SYNC_HELLO && up->pg->conn)
        pg_sync_renew_loans(&up->sync, &in->hello.device, in->hello.head_seq);
    for (int found = 0; found <= POISON_MOST; found++) {
        step_surely(up, arena, in, out);
        if (!up->sync.wrong || in->kind != SYNC_BATCH || !find_poison(up, in))
            break;
    }
    if (up->sync.rc == RC_OK && out->kind == SYNC_VERDICTS && out->verdicts.status == SYNC_OK)
        pg_sync_offer_seats(&up->sync);
    if (up->sync.rc == RC_OK)
        return RC_OK;
    if ((is_busy(up) || up->sync.wrong) && answer_busy(in, out))
        return RC_OK;
    *err = up->sync.err;
    return up->sync.rc;
}

static void close_upstream(struct upstream *upstream)
{
    struct pg_upstream *up = of(upstream);
    pg_sync_done(&up->sync);
    up->crypt->forget(&up->key, sizeof up->key);
    pg_free(up->pg);
    free(up);
}

static enum rc pull(struct upstream *upstream, struct arena *arena, const struct replica_ask *ask,
                    struct replica_rows **out, struct err *err)
{
    return pg_pull(of(upstream)->pg, arena, ask, out, err);
}

/* ---- what it knows -------------------------------------------------------------------------- */

static void past(struct upstream *upstream, char out[UPSTREAM_PAST])
{
    pg_past_text(of(upstream)->pg, out);
}

static const char *times_of(struct arena *arena, const struct act_keys *keys)
{
    struct rows rows = rows_start(arena);
    rows_array(&rows);
    for (int i = 0; i < keys->count; i++)
        row_int(&rows, keys->times ? keys->times[i] : 0);
    return rows_end(&rows);
}

static enum rc unknown(struct upstream *upstream, struct arena *arena, const struct act_keys *keys,
                       struct act_keys *out, struct err *err)
{
    struct pg *pg = of(upstream)->pg;
    LIST(struct uuid) list = {0};
    char now[UPSTREAM_PAST];
    *out = (struct act_keys){0};
    if (!keys->count)
        return RC_OK;
    pg_past_text(pg, now);
    struct query q = pg_query_start(pg, pg_sql_list_unknown_keys);
    pg_put_bytes(&q, of(upstream)->sync.proof, sizeof of(upstream)->sync.proof);
    pg_put_text(&q, now);
    pg_put_text(&q, keys->before);
    pg_put_text(&q, rows_of_ids(arena, keys->at, keys->count));
    pg_put_text(&q, times_of(arena, keys));
    while (pg_query_row(&q))
        *LIST_ADD(arena, &list) = pg_get_uuid(&q);
    *out = (struct act_keys){.at = list.at, .count = list.count};
    return pg_query_end(&q, err);
}

void pg_upstream_remember_in(struct upstream *upstream, const char *path)
{
    pg_past_keep(of(upstream)->pg, path);
}

static const struct upstream_ops ops = {.look = look,
                                        .enrol = enrol,
                                        .say = say,
                                        .pull = pull,
                                        .past = past,
                                        .unknown = unknown,
                                        .close = close_upstream};

struct upstream *pg_upstream_new(const char *url, const struct crypt_port *crypt,
                                 const struct clock *clock, const struct sign_key *key)
{
    struct pg_upstream *up = x_alloc(sizeof *up);
    up->base.ops = &ops;
    up->pg = pg_new(url, crypt);
    up->pg->house = up->pg->line = true;
    up->pg->clock = *clock;
    up->crypt = crypt;
    up->chain = (struct chain_crypt){.ctx = up, .hash = hash, .signed_by = signed_by};
    pg_sync_init(&up->sync, up->pg);
    up->sync.authentic = authentic;
    up->sync.authentic_ctx = up;
    up->sync.sign = sign_parts;
    up->key = *key;
    prove(up);
    up->house = (struct house_sync){
        .store = &up->sync.store, .chain = {.crypt = &up->chain}, .revision = SYNC_REVISION};
    return &up->base;
}
