/*
 * audit verify: walks everything once and says what does not fit.
 *
 * The proofs. The seals are made anew here, from the events as they are sent: none was changed,
 * added or taken away since its block was sealed. The chains: each seat's events count its versions
 * one by one, each step is one the transition table knows and begins where the one before ended,
 * and the last is how the seat stands. The invariants: seats, claims, holds, tickets, sales and
 * payments agree. The signatures: each entry that came home in a journal was signed by its till's
 * key, or one behind it was, whoever wrote it into the database. Chains and invariants are asked of
 * the database, which has all it takes; signatures it looks at one a batch, so they are looked at
 * here. And the rows: what each entry says that was done, of tickets, payments and money moved, is
 * what the house has. (Of acts that were refused or lost, an office decides what becomes of it.)
 * And the people: whoever acts in an entry has signed in at that till, or a supervisor vouched for
 * him.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/adapter/pg_rows.h"
#include "src/base/list.h"
#include "src/domain/act_bytes.h"
#include "src/domain/entry.h"

enum { PAGE = 4096, ENTRY_PAGE = 512 };
enum { OID_INT8 = 20, OID_INT2 = 21, OID_INT4 = 23, OID_UUID = 2950 };

struct seal {
    int64_t block, first, last;
    uint8_t previous[HASH_SIZE], hash[HASH_SIZE];
};

struct audit {
    struct pg *pg;
    struct audit_report *report;
    LIST(struct seal) seals;
    int seal;  /* the one being checked */
    bool open; /* its hash has begun */
    struct hash_state state;
    int64_t last, total; /* last event walked; how many there are */
};

/* ---- what is there -------------------------------------------------------------------------- */

static enum rc load_counts(struct audit *audit, struct err *err)
{
    struct query q = pg_query_start(audit->pg, pg_sql_count_rows);
    if (pg_query_row(&q)) {
        audit->report->seats = pg_get_int(&q);
        audit->report->holds = pg_get_int(&q);
        audit->report->sales = pg_get_int(&q);
        audit->report->approvals = pg_get_int(&q);
        audit->report->approvals_by_tills = pg_get_int(&q);
        audit->total = pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

static enum rc load_seals(struct audit *audit, struct arena *arena, struct err *err)
{
    struct query q = pg_query_start(audit->pg, pg_sql_list_seals);
    while (pg_query_row(&q)) {
        struct seal *seal = LIST_ADD(arena, &audit->seals);
        seal->block = pg_get_int(&q);
        seal->first = pg_get_int(&q);
        seal->last = pg_get_int(&q);
        pg_get_bytes(&q, seal->previous, HASH_SIZE);
        pg_get_bytes(&q, seal->hash, HASH_SIZE);
    }
    audit->report->blocks = audit->seals.count;
    return pg_query_end(&q, err);
}

static void check_seal_links(struct audit *audit)
{
    static const uint8_t none[HASH_SIZE];
    const uint8_t *previous = none;
    int64_t last = 0;
    for (int i = 0; i < audit->seals.count; i++) {
        const struct seal *seal = &audit->seals.at[i];
        if (i == audit->seals.count - audit->report->sealed_now)
            audit->report->unproved_from = seal->first;
        if (seal->block != i + 1)
            audit_note(audit->report, 0, "seal %d is missing (found seal %" PRId64 ")", i + 1,
                       seal->block);
        if (memcmp(seal->previous, previous, HASH_SIZE) != 0)
            audit_note(audit->report, 0, "seal %" PRId64 " does not follow from the seal before",
                       seal->block);
        if (seal->first <= last)
            audit_note(audit->report, seal->first,
                       "seal %" PRId64 " begins before the one before ended", seal->block);
        previous = seal->hash;
        last = seal->last;
    }
    memcpy(audit->report->head, previous, HASH_SIZE);
}

/* ---- the bytes of an event ------------------------------------------------------------------ */

static void hash_number(struct audit *audit, char tag, uint64_t value, size_t size)
{
    uint8_t bytes[9] = {(uint8_t)tag};
    for (size_t i = 0; i < size; i++)
        bytes[1 + i] = (uint8_t)(value >> (8 * (size - 1 - i)));
    audit->pg->crypt->hash_add(&audit->state, bytes, 1 + size);
}

static void hash_column(struct audit *audit, struct query *q, int column)
{
    Oid type = PQftype(q->result, column);
    q->get = column;
    if (next_is_null(q)) {
        audit->pg->crypt->hash_add(&audit->state, "n", 1);
        return;
    }
    if (type == OID_INT8 || type == OID_INT4 || type == OID_INT2) {
        hash_number(audit, 'i', (uint64_t)pg_get_int(q), 8);
        return;
    }
    size_t size = (size_t)PQgetlength(q->result, q->row, column);
    hash_number(audit, type == OID_UUID ? 'b' : 't', size, 4);
    audit->pg->crypt->hash_add(&audit->state, PQgetvalue(q->result, q->row, column), size);
}

/* ---- seals against events ------------------------------------------------------------------- */

static void end_seal(struct audit *audit)
{
    const struct seal *seal = &audit->seals.at[audit->seal++];
    uint8_t hash[HASH_SIZE];
    audit->pg->crypt->hash_end(&audit->state, hash);
    audit->open = false;
    if (memcmp(hash, seal->hash, HASH_SIZE) != 0)
        audit_note(audit->report, seal->first,
                   "events %" PRId64 " to %" PRId64 " are not what was sealed in block %" PRId64,
                   seal->first, seal->last, seal->block);
}

/* A block whose last event is gone ends when a later one is met. */
static void pass_seals(struct audit *audit, int64_t id)
{
    while (audit->seal < audit->seals.count && audit->seals.at[audit->seal].last < id) {
        const struct seal *seal = &audit->seals.at[audit->seal++];
        audit->open = false;
        audit_note(audit->report, seal->last, "events of sealed block %" PRId64 " are missing",
                   seal->block);
    }
}

static void check_event(struct audit *audit, struct query *q)
{
    q->get = 0;
    int64_t id = pg_get_int(q);
    pass_seals(audit, id);
    audit->last = id;
    audit->report->events++;
    if (audit->seal >= audit->seals.count) {
        audit->report->unsealed++;
        if (!audit->report->unproved_from)
            audit->report->unproved_from = id;
        return;
    }
    const struct seal *seal = &audit->seals.at[audit->seal];
    if (id < seal->first)
        audit_note(audit->report, id,
                   "event %" PRId64 " came into the log after it had been sealed", id);
    if (!audit->open) {
        audit->pg->crypt->hash_start(&audit->state);
        audit->pg->crypt->hash_add(&audit->state, seal->previous, HASH_SIZE);
        audit->open = true;
    }
    for (int i = 0; i < PQnfields(q->result); i++)
        hash_column(audit, q, i);
    if (id == seal->last)
        end_seal(audit);
}

static enum rc walk_page(struct audit *audit, int *seen, struct err *err)
{
    struct query q = pg_query_start(audit->pg, pg_sql_walk_events);
    pg_put_int(&q, audit->last);
    pg_put_int(&q, PAGE);
    for (*seen = 0; pg_query_row(&q); ++*seen)
        check_event(audit, &q);
    return pg_query_end(&q, err);
}

/* Says how far it is; whoever watches may end it there. */
static enum rc after_page(const struct audit *audit, const struct progress *progress,
                          struct err *err)
{
    if (!progress || progress->tick(progress->ctx, audit->report->events, audit->total))
        return RC_OK;
    return err_set_stopped(err);
}

static enum rc walk(struct audit *audit, const struct progress *progress, struct err *err)
{
    int seen = PAGE;
    enum rc rc = RC_OK;
    while (rc == RC_OK && seen == PAGE) {
        rc = walk_page(audit, &seen, err);
        if (rc == RC_OK && seen == PAGE)
            rc = after_page(audit, progress, err);
    }
    if (rc == RC_OK)
        pass_seals(audit, INT64_MAX);
    return rc;
}

/* ---- what the database finds ---------------------------------------------------------------- */

static enum rc check_chains(struct audit *audit, struct arena *arena, struct err *err)
{
    struct query q = pg_query_start(audit->pg, pg_sql_list_chain_faults);
    while (pg_query_row(&q)) {
        int64_t event = pg_get_int(&q);
        audit_note(audit->report, event, "%s", pg_get_text_in(&q, arena));
    }
    return pg_query_end(&q, err);
}

static enum rc check_invariants(struct audit *audit, struct arena *arena, struct err *err)
{
    struct query q = pg_query_start(audit->pg, pg_sql_list_invariants);
    while (pg_query_row(&q)) {
        const char *name = pg_get_text_in(&q, arena);
        audit_note(audit->report, 0, "%s: %s", name, pg_get_text_in(&q, arena));
    }
    return pg_query_end(&q, err);
}

/* ---- journals -------------------------------------------------------------------------------- */

/* The last entry that was looked at, and the first since the till's last good signature in that
 * epoch: a later one covers it, as its hash goes through all that stands before (whether it does,
 * the invariants say). */
struct entry_place {
    struct uuid device;
    int64_t seq, epoch;
    int64_t unsigned_seq, unsigned_epoch; /* 0: none */
    char till[TILL_TEXT];
};

static void note_unsigned(struct audit *audit, struct entry_place *place)
{
    if (place->unsigned_seq)
        audit_note(audit->report, 0, "entry %" PRId64 " of %s is not signed by that till",
                   place->unsigned_seq, place->till);
    place->unsigned_seq = 0;
}

static void look_at_signature(struct audit *audit, struct entry_place *place, bool good)
{
    const bool same = place->unsigned_epoch == place->epoch;
    if (good && same)
        place->unsigned_seq = 0;
    if (good || (place->unsigned_seq && same))
        return;
    note_unsigned(audit, place);
    place->unsigned_seq = place->seq;
    place->unsigned_epoch = place->epoch;
}

/* What the entries of a page say: who acts, and where they were done the rows that the house has
 * ever after, each with its entry. */
struct said_by {
    int64_t seq;
    char till[TILL_TEXT];
};

struct said {
    struct changeset *rows;
    LIST(struct said_by) tickets, payments, moves, entries;
    LIST(struct uuid) devices;
    LIST(const char *) actors;
};

static struct said_by said_by(const struct entry_place *place)
{
    struct said_by by = {.seq = place->seq};
    memcpy(by.till, place->till, sizeof by.till);
    return by;
}

static void take_said(struct said *said, const struct changeset *act,
                      const struct entry_place *place)
{
    struct arena *arena = said->rows->arena;
    for (int i = 0; i < act->tickets.count; i++)
        if (!act->tickets.at[i].version) {
            *LIST_ADD(arena, &said->rows->tickets) = act->tickets.at[i];
            *LIST_ADD(arena, &said->tickets) = said_by(place);
        }
    for (int i = 0; i < act->payments.count; i++) {
        *LIST_ADD(arena, &said->rows->payments) = act->payments.at[i];
        *LIST_ADD(arena, &said->payments) = said_by(place);
    }
    for (int i = 0; i < act->moves.count; i++) {
        *LIST_ADD(arena, &said->rows->moves) = act->moves.at[i];
        *LIST_ADD(arena, &said->moves) = said_by(place);
    }
}

static void take_actor(struct said *said, const struct changeset *act,
                       const struct entry_place *place)
{
    struct arena *arena = said->rows->arena;
    *LIST_ADD(arena, &said->entries) = said_by(place);
    *LIST_ADD(arena, &said->devices) = place->device;
    *LIST_ADD(arena, &said->actors) = act->actor.name;
}

/* The body is read again from its beginning. */
static void read_body(struct query *q, struct said *said, const struct entry_place *place)
{
    struct arena *arena = said->rows->arena;
    struct changeset *act = changeset_new(arena);
    struct entry entry;
    const int column = q->get++;
    const bool done = pg_get_bool(q);
    const uint8_t *body = (const uint8_t *)PQgetvalue(q->result, q->row, column);
    const uint32_t size = (uint32_t)PQgetlength(q->result, q->row, column);
    if (entry_read(arena, body, size, &entry) != ENTRY_GOOD ||
        !act_read(entry.payload, entry.payload_size, act))
        return;
    take_actor(said, act, place);
    if (done)
        take_said(said, act, place);
}

static void check_entry(struct audit *audit, struct query *q, struct entry_place *place,
                        struct said *said)
{
    uint8_t public[SIGN_PUBLIC], hash[ENTRY_HASH], signature[ENTRY_SIGNATURE];
    const struct uuid device = pg_get_uuid(q);
    if (!uuid_equal(&device, &place->device))
        note_unsigned(audit, place);
    place->device = device;
    place->seq = pg_get_int(q);
    place->epoch = pg_get_int(q);
    pg_get_text(q, place->till, sizeof place->till);
    pg_get_bytes(q, public, sizeof public);
    pg_get_bytes(q, hash, sizeof hash);
    pg_get_bytes(q, signature, sizeof signature);
    read_body(q, said, place);
    look_at_signature(audit, place,
                      audit->pg->crypt->sign_verify(public, hash, sizeof hash, signature));
}

/* Asks which of these rows the house has otherwise, or not at all. */
static enum rc check_said(struct audit *audit, const char *sql, const char *rows,
                          const struct said_by *by, struct err *err)
{
    if (!rows)
        return RC_OK;
    struct query q = pg_query_start(audit->pg, sql);
    pg_put_rows(&q, rows);
    while (pg_query_row(&q)) {
        const struct said_by *said = &by[pg_get_int(&q) - 1];
        audit_note(audit->report, 0, "entry %" PRId64 " of %s says otherwise than the books",
                   said->seq, said->till);
    }
    return pg_query_end(&q, err);
}

/* Whoever has a till's key can sign in anybody's name, so who acts had to be there
 * (code/evidence.sql).
 */
static enum rc check_actors(struct audit *audit, const struct said *said, struct err *err)
{
    struct arena *arena = said->rows->arena;
    if (!said->entries.count)
        return RC_OK;
    struct query q = pg_query_start(audit->pg, pg_sql_list_strangers);
    pg_put_text(&q, rows_of_ids(arena, said->devices.at, said->devices.count));
    pg_put_text(&q, rows_of_texts(arena, said->actors.at, said->actors.count));
    while (pg_query_row(&q)) {
        const int64_t at = pg_get_int(&q) - 1;
        const struct said_by *by = &said->entries.at[at];
        audit_note(audit->report, 0, "entry %" PRId64 " of %s: %s has not signed in there", by->seq,
                   by->till, said->actors.at[at]);
    }
    return pg_query_end(&q, err);
}

static enum rc check_rows(struct audit *audit, const struct said *said, struct err *err)
{
    const struct changeset *rows = said->rows;
    enum rc rc = check_said(audit, pg_sql_list_unlike_tickets, rows_of_list(rows, ROWS_TICKETS),
                            said->tickets.at, err);
    if (rc == RC_OK)
        rc = check_said(audit, pg_sql_list_unlike_payments, rows_of_list(rows, ROWS_PAYMENTS),
                        said->payments.at, err);
    return rc == RC_OK ? check_said(audit, pg_sql_list_unlike_moves, rows_of_list(rows, ROWS_MOVES),
                                    said->moves.at, err)
                       : rc;
}

static enum rc check_page(struct audit *audit, struct entry_place *place, struct arena *arena,
                          int *seen, struct err *err)
{
    struct said said = {.rows = changeset_new(arena)};
    struct query q = pg_query_start(audit->pg, pg_sql_list_entry_proofs);
    pg_put_uuid(&q, &place->device);
    pg_put_int(&q, place->seq);
    pg_put_int(&q, place->epoch);
    pg_put_int(&q, ENTRY_PAGE);
    for (*seen = 0; pg_query_row(&q); ++*seen)
        check_entry(audit, &q, place, &said);
    enum rc rc = pg_query_end(&q, err);
    if (rc == RC_OK)
        rc = check_actors(audit, &said, err);
    return rc == RC_OK ? check_rows(audit, &said, err) : rc;
}

static enum rc check_entries(struct audit *audit, const struct progress *progress, struct err *err)
{
    struct entry_place place = {.seq = 0};
    struct arena *arena = arena_new();
    int seen = ENTRY_PAGE;
    enum rc rc = RC_OK;
    while (rc == RC_OK && seen == ENTRY_PAGE) {
        rc = check_page(audit, &place, arena, &seen, err);
        arena_reset(arena);
        if (rc == RC_OK && seen == ENTRY_PAGE)
            rc = after_page(audit, progress, err);
    }
    arena_free(&arena);
    if (rc == RC_OK)
        note_unsigned(audit, &place);
    return rc;
}

static enum rc verify(struct audit *audit, struct arena *arena, const struct progress *progress,
                      struct err *err)
{
    enum rc rc = load_counts(audit, err);
    if (rc == RC_OK)
        rc = load_seals(audit, arena, err);
    if (rc != RC_OK)
        return rc;
    check_seal_links(audit);
    rc = walk(audit, progress, err);
    if (rc == RC_OK)
        rc = check_chains(audit, arena, err);
    if (rc == RC_OK)
        rc = check_invariants(audit, arena, err);
    return rc == RC_OK ? check_entries(audit, progress, err) : rc;
}

enum rc pg_audit_verify(struct store *store, struct arena *arena, const struct progress *progress,
                        struct audit_report *report, struct err *err)
{
    struct audit audit = {.pg = pg_of(store), .report = report};
    audit_report_start(report, arena);
    enum rc rc = pg_begin_read(audit.pg, err);
    if (rc != RC_OK)
        return rc;
    return pg_end_read(audit.pg, verify(&audit, arena, progress, err), err);
}
