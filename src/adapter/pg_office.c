/* What supervisors decide about tills that work alone (port/office.h). */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_office_rules.h"
#include "src/adapter/pg_rows.h"
#include "src/adapter/pg_sync.h"
#include "src/port/office.h"

/* ---- tills ---------------------------------------------------------------------------------- */

static void get_till(struct query *q, struct office_till *till)
{
    till->device = pg_get_uuid(q);
    pg_get_text(q, till->till, sizeof till->till);
    till->no = (int32_t)pg_get_int(q);
    till->quarantine = (enum quarantine)pg_get_int(q);
    till->recall = pg_get_bool(q);
    till->entries = pg_get_int(q);
    till->heard_at = pg_get_int(q);
    till->seats = (int32_t)pg_get_int(q);
    till->open = (int32_t)pg_get_int(q);
}

static enum rc tills(struct store *store, struct arena *arena, struct office_till **out, int *count,
                     struct err *err)
{
    LIST(struct office_till) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_tills);
    while (pg_query_row(&q))
        get_till(&q, LIST_ADD(arena, &list));
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

/* ---- the same steps as the house's side of sync -----------------------------------------------
 */

struct deed {
    bool (*act)(struct house_sync *, const struct uuid *device);
    const char *why;               /* it stands in the log; NULL: nothing */
    const struct seat_news *seats; /* of a loan, else NULL */
    int seat_count;
};

static bool lend_seats(struct pg_sync *sync, struct house_sync *house, const struct uuid *device,
                       const struct deed *deed)
{
    struct seat_key *keys = arena_array(sync->arena, (size_t)deed->seat_count, sizeof *keys);
    for (int i = 0; i < deed->seat_count; i++)
        keys[i] = (struct seat_key){0, deed->seats[i].show, deed->seats[i].seat};
    return pg_sync_load_seats(sync, keys, deed->seat_count) &&
           house_lend(house, device, deed->seats, deed->seat_count);
}

static bool say_why(struct pg_sync *sync, const char *why)
{
    struct err err;
    if (!why || !*why)
        return true;
    struct query q = pg_query_start(sync->pg, pg_sql_say_why);
    pg_put_text(&q, why);
    (void)pg_query_row(&q);
    enum rc rc = pg_query_end(&q, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

/* One transaction; `no` when it cannot be so. */
static enum rc do_deed(struct store *store, const struct uuid *device, const struct deed *deed,
                       enum verdict no, enum verdict *verdict, struct err *err)
{
    struct pg_sync sync;
    struct arena *arena = arena_new();
    pg_sync_init(&sync, pg_of(store));
    struct house_sync house = {.store = &sync.store, .revision = SYNC_REVISION};
    bool done = pg_sync_begin(&sync, arena, device, true) && say_why(&sync, deed->why) &&
                (deed->act ? deed->act(&house, device) : lend_seats(&sync, &house, device, deed));
    pg_sync_end(&sync);
    *verdict = done ? VERDICT_OK : no;
    enum rc rc = sync.rc;
    if (rc != RC_OK && err)
        *err = sync.err;
    pg_sync_done(&sync);
    arena_free(&arena);
    return rc;
}

static enum rc lend(struct store *store, const struct uuid *device, int32_t show,
                    const int32_t *seats, int count, enum verdict *verdict, struct err *err)
{
    struct seat_news *news = x_alloc(((size_t)count + 1) * sizeof *news);
    const struct deed deed = {.seats = news, .seat_count = count};
    for (int i = 0; i < count; i++)
        news[i] = (struct seat_news){.show = show, .seat = seats[i]};
    enum rc rc = do_deed(store, device, &deed, VERDICT_SEAT_TAKEN, verdict, err);
    free(news);
    return rc;
}

static enum rc recall(struct store *store, const struct uuid *device, const char *why,
                      enum verdict *verdict, struct err *err)
{
    const struct deed deed = {.act = house_recall, .why = why};
    return do_deed(store, device, &deed, VERDICT_INVALID, verdict, err);
}

static enum rc dead(struct store *store, const struct uuid *device, const char *why,
                    enum verdict *verdict, struct err *err)
{
    const struct deed deed = {.act = house_declare_dead, .why = why};
    return do_deed(store, device, &deed, VERDICT_INVALID, verdict, err);
}

static enum rc readmit(struct store *store, const struct uuid *device, const char *why,
                       enum verdict *verdict, struct err *err)
{
    const struct deed deed = {.act = house_readmit, .why = why};
    return do_deed(store, device, &deed, VERDICT_INVALID, verdict, err);
}

static enum rc vouch(struct store *store, const struct uuid *device, const char *person,
                     const char *why, enum verdict *verdict, struct err *err)
{
    struct pg *pg = pg_of(store);
    struct query q = pg_query_start(pg, pg_sql_vouch_for_person);
    pg_put_uuid(&q, device);
    pg_put_text(&q, person);
    pg_put_text(&q, why);
    int64_t answer = pg_query_row(&q) ? pg_get_int(&q) : 0;
    enum rc rc = pg_query_end(&q, err);
    *verdict = answer == -1 ? VERDICT_NOT_FOUND : VERDICT_OK;
    return rc == RC_OK && answer < -1 ? pg_verdict(pg, answer, verdict, err) : rc;
}

static enum rc lent(struct store *store, const struct uuid *device, struct arena *arena,
                    struct lent_seat **out, int *count, struct err *err)
{
    LIST(struct lent_seat) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_lent);
    pg_put_uuid(&q, device);
    while (pg_query_row(&q)) {
        struct lent_seat *seat = LIST_ADD(arena, &list);
        seat->show = (int32_t)pg_get_int(&q);
        seat->seat = (int32_t)pg_get_int(&q);
        pg_get_text(&q, seat->label, sizeof seat->label);
        seat->status = (uint8_t)pg_get_int(&q);
    }
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

/* ---- conflicts ------------------------------------------------------------------------------ */

static void get_conflict(struct query *q, struct conflict *conflict)
{
    pg_get_row(q, &shape_conflict, conflict);
    pg_get_text(q, conflict->show_id, sizeof conflict->show_id);
    pg_get_text(q, conflict->title, sizeof conflict->title);
    conflict->starts_at = pg_get_int(q);
    pg_get_text(q, conflict->code, sizeof conflict->code);
    pg_get_text(q, conflict->name, sizeof conflict->name);
    pg_get_text(q, conflict->email, sizeof conflict->email);
    pg_get_text(q, conflict->phone, sizeof conflict->phone);
    pg_get_text(q, conflict->currency, sizeof conflict->currency);
    conflict->paid = pg_get_int(q);
    conflict->total = pg_get_int(q);
    conflict->tender = (enum tender)pg_get_int(q);
}

static void get_seat(struct query *q, struct conflict_seat *seat)
{
    seat->seat = (int32_t)pg_get_int(q);
    pg_get_text(q, seat->label, sizeof seat->label);
    seat->status = (uint8_t)pg_get_int(q);
    pg_get_text(q, seat->owner, sizeof seat->owner);
    pg_get_text(q, seat->till, sizeof seat->till);
    pg_get_text(q, seat->code, sizeof seat->code);
    seat->since = pg_get_int(q);
    seat->price = pg_get_int(q);
    seat->admitted = pg_get_bool(q);
    pg_get_text(q, seat->approver, sizeof seat->approver);
    seat->approval = (enum approval)pg_get_int(q);
    pg_get_text(q, seat->approved_at, sizeof seat->approved_at);
}

static enum rc read_seats(struct pg *pg, struct arena *arena, struct conflict *conflict,
                          struct err *err)
{
    LIST(struct conflict_seat) wanted = {0}, offer = {0};
    struct query q = pg_query_start(pg, pg_sql_list_conflict_seats);
    pg_put_uuid(&q, &conflict->id);
    while (pg_query_row(&q)) {
        bool held = pg_get_int(&q) != 0;
        get_seat(&q, held ? LIST_ADD(arena, &offer) : LIST_ADD(arena, &wanted));
    }
    conflict->seats = wanted.at;
    conflict->seat_count = wanted.count;
    conflict->offer = offer.at;
    conflict->offer_count = offer.count;
    return pg_query_end(&q, err);
}

/* id NULL: those that are listed, else this one. */
static enum rc read_conflicts(struct pg *pg, const struct uuid *id, bool open_only, int limit,
                              struct arena *arena, struct conflict **out, int *count,
                              struct err *err)
{
    LIST(struct conflict) list = {0};
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q = pg_query_start(pg, pg_sql_list_conflicts);
    pg_put_bool(&q, open_only);
    pg_put_int(&q, limit);
    if (id)
        pg_put_uuid(&q, id);
    else
        pg_put_null(&q);
    while (pg_query_row(&q))
        get_conflict(&q, LIST_ADD(arena, &list));
    rc = pg_query_end(&q, err);
    for (int i = 0; i < list.count && rc == RC_OK; i++)
        rc = read_seats(pg, arena, &list.at[i], err);
    *out = list.at;
    *count = list.count;
    return pg_end_read(pg, rc, err);
}

static enum rc conflicts(struct store *store, bool open_only, int limit, struct arena *arena,
                         struct conflict **out, int *count, struct err *err)
{
    return read_conflicts(pg_of(store), NULL, open_only, limit, arena, out, count, err);
}

static enum rc conflict_read(struct store *store, const struct uuid *id, struct arena *arena,
                             struct conflict *out, bool *found, struct err *err)
{
    struct conflict *one;
    int count = 0;
    enum rc rc = read_conflicts(pg_of(store), id, false, 1, arena, &one, &count, err);
    *found = rc == RC_OK && count == 1;
    if (*found)
        *out = *one;
    return rc;
}

static enum rc open_conflicts(struct store *store, int *count, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_count_conflicts);
    *count = pg_query_row(&q) ? (int)pg_get_int(&q) : 0;
    return pg_query_end(&q, err);
}

static const struct office_ops ops = {.tills = tills,
                                      .lend = lend,
                                      .recall = recall,
                                      .dead = dead,
                                      .readmit = readmit,
                                      .vouch = vouch,
                                      .lent = lent,
                                      .rules = pg_loan_rules,
                                      .set_rule = pg_set_loan_rule,
                                      .policy = pg_policy_read,
                                      .set_policy = pg_policy_set,
                                      .conflicts = conflicts,
                                      .conflict_read = conflict_read,
                                      .open_conflicts = open_conflicts,
                                      .tail = pg_tail,
                                      .tails = pg_tails,
                                      .strike = pg_strike_tail,
                                      .went_back = pg_went_back,
                                      .settle_went_back = pg_settle_went_back};

struct store *pg_office(struct store *store, const struct office_ops **out)
{
    *out = &ops;
    return store;
}
