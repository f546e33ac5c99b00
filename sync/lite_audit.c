/*
 * audit verify: walks everything once and says what does not fit.
 *
 * Three proofs. The seals: no event was changed, added or taken away since its block was sealed.
 * The chains: each seat's events count its versions one by one, each step is one the transition
 * table knows and begins where the one before ended, and the last is how the seat stands. The
 * invariants (view qa_invariants): seats, claims, holds, tickets, sales and payments agree.
 */
#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/list.h"
#include "sync/lite_seal.h"

enum { TICK_EVERY = 4096 };

struct chain { /* one seat of one show */
    int32_t seat;
    uint32_t version, seen; /* as it stands; as the log has it so far */
    uint8_t status, last;
};

struct show_chains {
    int32_t show;
    int first, count; /* in audit.chains, ascending by seat */
};

struct audit {
    struct lite *lite;
    struct arena *arena;
    struct audit_report *report;
    LIST(struct chain) chains;
    LIST(struct show_chains) shows;
    LIST(struct seal) seals;
    int seal; /* the one being checked */
    struct hash_state state;
    uint8_t head[HASH_SIZE];
    int64_t last, end; /* last event walked; highest id ever given */
};

/* "seat Stalls-A-1 of hamlet", for people. */
static const char *seat_name(struct audit *audit, int32_t show, int32_t seat)
{
    const char *name = NULL;
    if (audit->report->fault_count >= AUDIT_FAULTS_KEPT)
        return ""; /* the text will not be kept */
    struct query q = query_start(audit->lite, lite_sql_name_seat);
    put_int(&q, show);
    put_int(&q, seat);
    if (query_row(&q)) {
        const char *id = get_text_in(&q, audit->arena);
        name = arena_printf(audit->arena, "seat %s of %s", get_text_in(&q, audit->arena), id);
    }
    (void)query_end_code(&q);
    return name ? name : arena_printf(audit->arena, "seat %d of show %d", seat, show);
}

/* ---- what is there -------------------------------------------------------------------------- */

static enum rc load_chains(struct audit *audit, struct err *err)
{
    struct show_chains *show = NULL;
    struct query q = query_start(audit->lite, lite_sql_walk_seats);
    while (query_row(&q)) {
        int32_t no = (int32_t)get_int(&q);
        struct chain *chain = LIST_ADD(audit->arena, &audit->chains);
        if (!show || show->show != no) {
            show = LIST_ADD(audit->arena, &audit->shows);
            *show = (struct show_chains){.show = no, .first = audit->chains.count - 1};
        }
        show->count++;
        chain->seat = (int32_t)get_int(&q);
        chain->status = (uint8_t)get_int(&q);
        chain->version = (uint32_t)get_int(&q);
        chain->seen = 1;
    }
    return query_end(&q, err);
}

static enum rc load_seals(struct audit *audit, struct err *err)
{
    struct query q = query_start(audit->lite, lite_sql_list_seals);
    while (query_row(&q)) {
        struct seal *seal = LIST_ADD(audit->arena, &audit->seals);
        seal->block = get_int(&q);
        seal->first = get_int(&q);
        seal->last = get_int(&q);
        get_blob(&q, seal->previous, HASH_SIZE);
        get_blob(&q, seal->hash, HASH_SIZE);
    }
    audit->report->blocks = audit->seals.count;
    return query_end(&q, err);
}

static enum rc load_counts(struct audit *audit, struct err *err)
{
    struct query q = query_start(audit->lite, lite_sql_count_rows);
    if (query_row(&q)) {
        audit->report->seats = get_int(&q);
        audit->report->holds = get_int(&q);
        audit->report->sales = get_int(&q);
        audit->report->approvals = get_int(&q);
        audit->report->approvals_by_tills = get_int(&q);
    }
    enum rc rc = query_end(&q, err);
    if (rc != RC_OK)
        return rc;
    q = query_start(audit->lite, lite_sql_read_event_end);
    audit->end = query_row(&q) ? get_int(&q) : 0;
    return query_end(&q, err);
}

/* ---- seals ---------------------------------------------------------------------------------- */

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
        if (seal->first != last + 1)
            audit_note(audit->report, seal->first,
                       "seal %" PRId64 " does not begin where the one before ended", seal->block);
        previous = seal->hash;
        last = seal->last;
    }
    memcpy(audit->report->head, previous, HASH_SIZE);
}

static void end_seal(struct audit *audit, const struct seal *seal)
{
    uint8_t hash[HASH_SIZE];
    audit->lite->crypt->hash_end(&audit->state, hash);
    if (memcmp(hash, seal->hash, HASH_SIZE) != 0)
        audit_note(audit->report, seal->first,
                   "events %" PRId64 " to %" PRId64 " are not what was sealed in block %" PRId64,
                   seal->first, seal->last, seal->block);
    audit->seal++;
}

/* A block whose last event is gone ends when a later one is met. */
static void pass_seals(struct audit *audit, int64_t id)
{
    while (audit->seal < audit->seals.count && audit->seals.at[audit->seal].last < id) {
        const struct seal *seal = &audit->seals.at[audit->seal++];
        audit_note(audit->report, seal->last, "events of sealed block %" PRId64 " are missing",
                   seal->block);
    }
}

static void check_seal(struct audit *audit, const struct query *q, int64_t id, bool first_of_block)
{
    if (audit->seal >= audit->seals.count) {
        audit->report->unsealed++;
        if (!audit->report->unproved_from)
            audit->report->unproved_from = id;
        return;
    }
    const struct seal *seal = &audit->seals.at[audit->seal];
    if (first_of_block)
        lite_seal_start(audit->lite, &audit->state, seal->previous);
    lite_seal_add(audit->lite, &audit->state, q);
    if (id == seal->last)
        end_seal(audit, seal);
}

/* ---- chains --------------------------------------------------------------------------------- */

static struct chain *find_chain(struct audit *audit, int32_t show, int32_t seat)
{
    for (int i = 0; i < audit->shows.count; i++) {
        const struct show_chains *chains = &audit->shows.at[i];
        if (chains->show != show)
            continue;
        int low = chains->first, high = low + chains->count;
        int guess = low + seat; /* numbers are mostly 0, 1, 2 ... */
        if (guess < high && audit->chains.at[guess].seat == seat)
            return &audit->chains.at[guess];
        while (low < high) {
            int middle = low + (high - low) / 2;
            if (audit->chains.at[middle].seat < seat)
                low = middle + 1;
            else
                high = middle;
        }
        bool found = low < chains->first + chains->count && audit->chains.at[low].seat == seat;
        return found ? &audit->chains.at[low] : NULL;
    }
    return NULL;
}

struct step { /* a seat event */
    int64_t id;
    enum act act;
    int32_t show, seat;
    uint32_t version;
    uint8_t was, became;
};

static void check_step(struct audit *audit, const struct step *step)
{
    struct chain *chain = find_chain(audit, step->show, step->seat);
    if (!chain) {
        audit_note(audit->report, step->id, "event %" PRId64 " is about %s, which does not exist",
                   step->id, seat_name(audit, step->show, step->seat));
        return;
    }
    if (step->version != chain->seen + 1)
        audit_note(audit->report, step->id, "event %" PRId64 ": %s goes from version %u to %u",
                   step->id, seat_name(audit, step->show, step->seat), chain->seen, step->version);
    else if (chain->seen > 1 && step->was != chain->last)
        audit_note(audit->report, step->id, "event %" PRId64 ": %s was not %s before", step->id,
                   seat_name(audit, step->show, step->seat),
                   seat_status_name((enum seat_status)step->was));
    if (!seat_transition((enum seat_status)step->was, step->act, (enum seat_status)step->became))
        audit_note(audit->report, step->id, "event %" PRId64 ": %s cannot become %s from %s by %s",
                   step->id, seat_name(audit, step->show, step->seat),
                   seat_status_name((enum seat_status)step->became),
                   seat_status_name((enum seat_status)step->was), act_name(step->act));
    chain->seen = step->version;
    chain->last = step->became;
}

static void check_chain_end(struct audit *audit, int32_t show, const struct chain *chain)
{
    if (chain->seen != chain->version)
        audit_note(audit->report, 0, "%s stands at version %u, its log ends at %u",
                   seat_name(audit, show, chain->seat), chain->version, chain->seen);
    else if (chain->seen > 1 && chain->last != chain->status)
        audit_note(audit->report, 0, "%s is %s, its log ends with %s",
                   seat_name(audit, show, chain->seat),
                   seat_status_name((enum seat_status)chain->status),
                   seat_status_name((enum seat_status)chain->last));
    else if (chain->seen == 1 && chain->status != SEAT_AVAILABLE && chain->status != SEAT_BLOCKED)
        audit_note(audit->report, 0, "%s is %s and its log says nothing",
                   seat_name(audit, show, chain->seat),
                   seat_status_name((enum seat_status)chain->status));
}

static void check_chain_ends(struct audit *audit)
{
    for (int i = 0; i < audit->shows.count; i++) {
        const struct show_chains *show = &audit->shows.at[i];
        for (int k = 0; k < show->count; k++)
            check_chain_end(audit, show->show, &audit->chains.at[show->first + k]);
    }
}

/* ---- the walk ------------------------------------------------------------------------------- */

static struct step get_step(const struct query *q)
{
    sqlite3_stmt *stmt = q->stmt; /* columns of walk_events.sql */
    return (struct step){
        .id = sqlite3_column_int64(stmt, 0),
        .act = (enum act)sqlite3_column_int(stmt, 2),
        .show = sqlite3_column_int(stmt, 7),
        .seat = sqlite3_column_int(stmt, 8),
        .version = (uint32_t)sqlite3_column_int64(stmt, 9),
        .was = (uint8_t)sqlite3_column_int(stmt, 10),
        .became = (uint8_t)sqlite3_column_int(stmt, 11),
    };
}

static void check_event(struct audit *audit, const struct query *q)
{
    struct step step = get_step(q);
    int before = audit->seal;
    bool opened = audit->report->events == 0;
    if (step.id != audit->last + 1)
        audit_note(audit->report, step.id, "events %" PRId64 " to %" PRId64 " are missing",
                   audit->last + 1, step.id - 1);
    pass_seals(audit, step.id);
    bool ended = audit->seal > 0 && audit->last == audit->seals.at[audit->seal - 1].last;
    check_seal(audit, q, step.id, opened || ended || audit->seal != before);
    if (step.seat >= 0)
        check_step(audit, &step);
    audit->last = step.id;
    audit->report->events++;
}

static bool tick(const struct audit *audit, const struct progress *progress)
{
    return !progress || audit->report->events % TICK_EVERY != 0 ||
           progress->tick(progress->ctx, audit->report->events, audit->end);
}

static enum rc walk(struct audit *audit, const struct progress *progress, struct err *err)
{
    bool stopped = false;
    struct query q = query_start(audit->lite, lite_sql_walk_events);
    put_int(&q, 0);
    put_int(&q, -1);
    while (!stopped && query_row(&q)) {
        check_event(audit, &q);
        stopped = !tick(audit, progress);
    }
    enum rc rc = query_end(&q, err);
    return rc == RC_OK && stopped ? err_set_stopped(err) : rc;
}

static void check_end(struct audit *audit)
{
    if (audit->last < audit->end)
        audit_note(audit->report, audit->last + 1, "events %" PRId64 " to %" PRId64 " are missing",
                   audit->last + 1, audit->end);
    pass_seals(audit, INT64_MAX);
    check_chain_ends(audit);
}

static enum rc check_invariants(struct audit *audit, struct err *err)
{
    struct query q = query_start(audit->lite, lite_sql_list_invariants);
    while (query_row(&q)) {
        const char *name = get_text_in(&q, audit->arena);
        audit_note(audit->report, 0, "%s: %s", name, get_text_in(&q, audit->arena));
    }
    return query_end(&q, err);
}

/* A page that went bad under rows nobody has looked at would be found when it is too late. */
static enum rc check_file(struct audit *audit, struct err *err)
{
    struct query q = query_start(audit->lite, lite_sql_check_file);
    while (query_row(&q)) {
        const char *finding = get_text_in(&q, audit->arena);
        if (strcmp(finding, "ok") != 0)
            audit_note(audit->report, 0, "the file is damaged: %s", finding);
    }
    return query_end(&q, err);
}

static enum rc verify(struct audit *audit, const struct progress *progress, struct err *err)
{
    enum rc rc = load_counts(audit, err);
    if (rc == RC_OK)
        rc = load_chains(audit, err);
    if (rc == RC_OK)
        rc = load_seals(audit, err);
    if (rc != RC_OK)
        return rc;
    check_seal_links(audit);
    rc = walk(audit, progress, err);
    if (rc != RC_OK)
        return rc;
    check_end(audit);
    rc = check_invariants(audit, err);
    return rc == RC_OK ? check_file(audit, err) : rc;
}

enum rc lite_audit_verify(struct store *store, struct arena *arena, const struct progress *progress,
                          struct audit_report *report, struct err *err)
{
    struct audit audit = {.lite = lite_of(store), .arena = arena, .report = report};
    audit_report_start(report, arena);
    enum rc rc = lite_begin_read(audit.lite, err);
    if (rc != RC_OK)
        return rc;
    return lite_end_read(audit.lite, verify(&audit, progress, err), err);
}
