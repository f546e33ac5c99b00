/*
 * audit verify: walks everything once and says what does not fit.
 *
 * Four proofs. The seals are made anew here, from the events as they are sent: none was changed,
 * added or taken away since its block was sealed. The chains: each seat's events count its versions
 * one by one, each step is one the transition table knows and begins where the one before ended,
 * and the last is how the seat stands. The invariants: seats, claims, holds, tickets, sales and
 * payments agree. The signatures: each entry that came home in a journal was signed by its till's
 * key, whoever wrote it into the database. Chains and invariants are asked of the database, which
 * has all it takes; it knows no signatures, so those are looked at here.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/list.h"
#include "src/domain/entry.h"

enum { PAGE = 4096 };
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

/* The last entry that was looked at. */
struct entry_place {
    struct uuid device;
    int64_t seq, epoch;
};

static void check_entry(struct audit *audit, struct query *q, struct entry_place *place)
{
    uint8_t public[SIGN_PUBLIC], hash[ENTRY_HASH], signature[ENTRY_SIGNATURE];
    char till[TILL_TEXT];
    place->device = pg_get_uuid(q);
    place->seq = pg_get_int(q);
    place->epoch = pg_get_int(q);
    pg_get_text(q, till, sizeof till);
    pg_get_bytes(q, public, sizeof public);
    pg_get_bytes(q, hash, sizeof hash);
    pg_get_bytes(q, signature, sizeof signature);
    if (!audit->pg->crypt->sign_verify(public, hash, sizeof hash, signature))
        audit_note(audit->report, 0, "entry %" PRId64 " of %s is not signed by that till",
                   place->seq, till);
}

static enum rc check_entries(struct audit *audit, const struct progress *progress, struct err *err)
{
    struct entry_place place = {.seq = 0};
    int seen = PAGE;
    enum rc rc = RC_OK;
    while (rc == RC_OK && seen == PAGE) {
        struct query q = pg_query_start(audit->pg, pg_sql_list_entry_proofs);
        pg_put_uuid(&q, &place.device);
        pg_put_int(&q, place.seq);
        pg_put_int(&q, place.epoch);
        pg_put_int(&q, PAGE);
        for (seen = 0; pg_query_row(&q); seen++)
            check_entry(audit, &q, &place);
        rc = pg_query_end(&q, err);
        if (rc == RC_OK && seen == PAGE)
            rc = after_page(audit, progress, err);
    }
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
