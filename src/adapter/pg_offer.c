/*
 * What the house does about a till when the till has spoken: other seats for whoever lost theirs by
 * what it did alone (domain/reseat.h), and the seats that are always lent to it (domain/loan.h).
 *
 * Each is an act of its own, read, decided and applied with the versions that were seen: looking
 * for seats takes long in a large hall, and whoever holds locks that long keeps others from
 * selling. What the till was told stands without it; what fails here is looked for again when it
 * speaks next.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_rows.h"
#include "src/adapter/pg_sync.h"
#include "src/base/text.h"
#include "src/domain/loan.h"
#include "src/domain/reseat.h"

enum { TRIES = 3 }; /* somebody took one of the seats meanwhile */

/* ---- whoever lost seats ---------------------------------------------------------------------- */

struct loser {
    struct conflict conflict;
    int32_t *seats;
    int count;
    const char *email;
    struct actor actor; /* who looks for others: the login of this line */
};

static void get_seats(struct query *q, struct arena *arena, struct loser *loser)
{
    const char *text = pg_get_text_in(q, arena);
    loser->seats = arena_array(arena, strlen(text) / 2 + 1, sizeof *loser->seats);
    for (char *end; *text; text = end) {
        loser->seats[loser->count++] = (int32_t)strtol(text, &end, 10);
        if (end == text)
            return;
    }
}

static void get_loser(struct query *q, struct arena *arena, struct loser *loser)
{
    pg_get_row(q, &shape_conflict, &loser->conflict);
    get_seats(q, arena, loser);
    loser->email = pg_get_text_in(q, arena);
    pg_get_text(q, loser->actor.name, sizeof loser->actor.name);
    loser->actor.role = (enum role)pg_get_int(q);
    text_copy(loser->actor.till, sizeof loser->actor.till, loser->conflict.till);
}

static int list_losers(struct pg_sync *sync, struct loser **losers)
{
    LIST(struct loser) list = {0};
    struct query q = pg_query_start(sync->pg, pg_sql_sync_losers);
    pg_put_uuid(&q, &sync->device.id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    while (pg_query_row(&q))
        get_loser(&q, sync->arena, LIST_ADD(sync->arena, &list));
    *losers = list.at;
    return pg_query_end(&q, NULL) == RC_OK ? list.count : 0;
}

/* ---- other seats for one of them --------------------------------------------------------------
 */

struct looking {
    struct pg_sync *sync;
    struct loser *loser;
    struct uuid_source ids;
    struct arena *arena; /* of one try */
};

static struct changeset *start_act(struct looking *at)
{
    struct changeset *cs = changeset_new(at->arena);
    cs->now = at->sync->now;
    cs->key = uuid_make(&at->ids, cs->now);
    cs->act = ACT_CONFLICT;
    cs->actor = at->loser->actor;
    cs->answer = "{}";
    return cs;
}

static bool withdraw(struct looking *at, struct changeset *cs)
{
    struct hold offer;
    struct store *store = &at->sync->pg->base;
    bool found = false;
    if (pg_hold_read(store, &at->loser->conflict.proposal, at->arena, &offer, &found, NULL) ||
        !found)
        return false;
    return offer.status != HOLD_ACTIVE || reseat_withdraw(&offer, cs, NULL) == VERDICT_OK;
}

static bool look_for_seats(struct looking *at, struct changeset *cs, struct conflict *row)
{
    struct snapshot snapshot;
    struct reseat_request wish = {.snapshot = &snapshot,
                                  .lost = at->loser->seats,
                                  .count = at->loser->count,
                                  .hold = uuid_make(&at->ids, cs->now),
                                  .until = row->deadline,
                                  .email = at->loser->email};
    row->proposal = wish.hold;
    return !pg_map_read(&at->sync->pg->base, row->show, at->arena, &snapshot, NULL) &&
           !reseat_decide(&wish, cs, NULL);
}

/* An offer that lost a seat goes back first, whatever is found instead. */
static enum applied apply_one(struct looking *at)
{
    struct apply_result result;
    struct changeset *cs = start_act(at);
    struct conflict *row = LIST_ADD(cs->arena, &cs->conflicts);
    *row = at->loser->conflict;
    bool had = !uuid_is_zero(&row->proposal);
    if (had ? !withdraw(at, cs) : !look_for_seats(at, cs, row))
        return APPLIED_REFUSED;
    if (had)
        row->proposal = (struct uuid){{0}};
    if (pg_apply(&at->sync->pg->base, cs, &result, NULL))
        return APPLIED_REFUSED;
    if (result.applied == APPLIED_OK && had) {
        at->loser->conflict.proposal = row->proposal;
        at->loser->conflict.version++;
        return APPLIED_STALE; /* and now others */
    }
    return result.applied;
}

static void offer_seats(struct pg_sync *sync, struct loser *loser)
{
    struct looking at = {.sync = sync, .loser = loser, .ids = {.rng = rng_system()}};
    enum applied applied = APPLIED_STALE;
    for (int try = 0; try <= TRIES && (applied == APPLIED_STALE || applied == APPLIED_BUSY);
         try++) {
        at.arena = arena_new();
        applied = apply_one(&at);
        arena_free(&at.arena);
    }
}

/* The till has told all it had when it last said hello. */
static bool is_told(const struct pg_sync *sync)
{
    return sync->out.entries.at[sync->out.entries.count - 1].receipt.seq >= sync->head;
}

void pg_sync_offer_seats(struct pg_sync *sync)
{
    struct loser *losers;
    if (!sync->out.entries.count || !is_told(sync))
        return;
    int count = list_losers(sync, &losers);
    for (int i = 0; i < count; i++)
        offer_seats(sync, &losers[i]);
}

/* ---- what is always lent to a till ------------------------------------------------------------
 */

struct loan {
    struct show show; /* number, status and start */
    char section[SECTION_TEXT];
    int32_t wanted; /* 0: it only has some */
    int32_t has;    /* that are free */
};

struct loans {
    struct pg *pg;
    const struct uuid *device;
    struct arena *arena;
    int64_t now;
    bool barred; /* none may be lent to it */
    bool told;   /* it has sent all it did */
    LIST(struct loan) list;
};

static void get_loan(struct query *q, struct loan *loan)
{
    loan->show.no = (int32_t)pg_get_int(q);
    loan->show.status = (enum show_status)pg_get_int(q);
    loan->show.starts_at = pg_get_int(q);
    pg_get_text(q, loan->section, sizeof loan->section);
    loan->wanted = (int32_t)pg_get_int(q);
    loan->has = (int32_t)pg_get_int(q);
}

static bool list_loans(struct loans *loans, uint64_t head)
{
    struct query q = pg_query_start(loans->pg, pg_sql_list_loans);
    pg_put_uuid(&q, loans->device);
    pg_put_int(&q, LOAN_OVER_MS);
    while (pg_query_row(&q)) {
        loans->told = (uint64_t)pg_get_int(&q) == head;
        loans->barred = pg_get_bool(&q);
        loans->now = pg_get_int(&q);
        get_loan(&q, LIST_ADD(loans->arena, &loans->list));
    }
    return pg_query_end(&q, NULL) == RC_OK;
}

static bool send_loan(struct loans *loans, int32_t show, const int32_t *seats, int count)
{
    int32_t *shows = arena_array(loans->arena, (size_t)count, sizeof *shows);
    for (int i = 0; i < count; i++)
        shows[i] = show;
    struct query q = pg_query_start(loans->pg, pg_sql_lend_seats);
    pg_put_uuid(&q, loans->device);
    pg_put_bytes(&q, loans->pg->proof, PG_PROOF);
    pg_put_text(&q, rows_of_numbers(loans->arena, shows, count));
    pg_put_text(&q, rows_of_numbers(loans->arena, seats, count));
    return pg_query_run(&q, NULL) == RC_OK;
}

static void lend_missing(struct loans *loans, const struct loan *loan)
{
    int missing = loan->wanted - loan->has;
    bool sent = missing <= 0;
    int32_t *seats = arena_array(loans->arena, (size_t)(sent ? 0 : missing) + 1, sizeof *seats);
    for (int try = 0; try < TRIES && !sent; try++) {
        struct snapshot map;
        if (pg_map_read(&loans->pg->base, loan->show.no, loans->arena, &map, NULL))
            return;
        int count = loan_choose(&map, loan->section, missing, seats);
        sent = !count || send_loan(loans, loan->show.no, seats, count);
    }
}

/* Not before the till has told what it did with them. */
static void take_back_over(struct loans *loans)
{
    int32_t *shows = arena_array(loans->arena, (size_t)loans->list.count + 1, sizeof *shows);
    int count = 0;
    for (int i = 0; i < loans->list.count; i++) {
        const struct show *show = &loans->list.at[i].show;
        if (loan_is_over(show->status, show->starts_at, loans->now))
            shows[count++] = show->no;
    }
    if (!count || !loans->told)
        return;
    struct query q = pg_query_start(loans->pg, pg_sql_take_back_seats);
    pg_put_uuid(&q, loans->device);
    pg_put_bytes(&q, loans->pg->proof, PG_PROOF);
    pg_put_text(&q, rows_of_numbers(loans->arena, shows, count));
    (void)!pg_query_run(&q, NULL);
}

void pg_sync_renew_loans(struct pg_sync *sync, const struct uuid *device, uint64_t head)
{
    struct loans loans = {.pg = sync->pg, .device = device, .arena = arena_new()};
    if (list_loans(&loans, head) && !loans.barred) {
        take_back_over(&loans);
        for (int i = 0; i < loans.list.count; i++)
            lend_missing(&loans, &loans.list.at[i]);
    }
    arena_free(&loans.arena);
}
