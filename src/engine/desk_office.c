#include "config.h"

#include "src/engine/desk_office.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/resolve.h"
#include "src/engine/desk_office_parts.h"
#include "src/engine/run_money.h"

/* ---- the house's office --------------------------------------------------------------------- */

enum verdict office_find(struct run *run, struct office *office)
{
    struct store *store = run->desk->store;
    if (run_at_house(run))
        return VERDICT_UNAVAILABLE;
    if (!store->ops->office) {
        (void)refuse(&run->why, VERDICT_INVALID,
                     "This house has no other tills; join tills to a house on PostgreSQL first.");
        return VERDICT_INVALID;
    }
    office->store = store->ops->office(store, &office->ops);
    return VERDICT_OK;
}

void office_acted(struct run *run, enum verdict verdict)
{
    run_looked(run, verdict);
    run->out->changed = !verdict;
}

enum verdict office_failed(enum rc rc)
{
    return rc == RC_OK ? VERDICT_OK : VERDICT_UNAVAILABLE;
}

enum verdict office_start(struct run *run, enum right right, struct office *office)
{
    enum verdict verdict = run_allowed(run, right);
    text_copy(run->cs->reason, sizeof run->cs->reason, run->meta->reason ? run->meta->reason : "");
    return verdict ? verdict : office_find(run, office);
}

enum verdict office_find_till(struct run *run, const struct office *office, const char *name,
                              struct office_till *till)
{
    struct office_till *all;
    int count;
    bool found = false;
    enum verdict verdict =
        office_failed(office->ops->tills(office->store, run->arena, &all, &count, &run->out->err));
    for (int i = 0; i < count && !verdict; i++)
        if (strcmp(all[i].till, name) == 0 && (!found || till->quarantine == QUARANTINE_REVOKED)) {
            *till = all[i];
            found = true;
        }
    if (verdict || found)
        return verdict;
    return refuse(&run->why, VERDICT_NOT_FOUND, "There is no till \"%.23s\" that keeps a journal.",
                  name);
}

enum verdict office_look_at(struct run *run, const char *name, struct office *office,
                            struct office_till *till)
{
    enum verdict verdict = office_find(run, office);
    return verdict ? verdict : office_find_till(run, office, name, till);
}

/* ---- tills ---------------------------------------------------------------------------------- */

void desk_till_list(struct desk *desk, const struct act_meta *meta, struct office_till **tills,
                    int *count, struct outcome *out)
{
    struct run run;
    struct office office;
    *count = 0;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_find(&run, &office);
    if (!verdict)
        verdict =
            office_failed(office.ops->tills(office.store, meta->arena, tills, count, &out->err));
    run_looked(&run, verdict);
}

typedef enum rc (*till_deed)(struct store *, const struct uuid *, const char *why, enum verdict *,
                             struct err *);

static void change_till(struct run *run, const struct office *office, const char *name,
                        till_deed deed, const char *no)
{
    struct office_till till;
    enum verdict done = VERDICT_OK, verdict = office_find_till(run, office, name, &till);
    if (!verdict)
        verdict = office_failed(
            deed(office->store, &till.device, run->cs->reason, &done, &run->out->err));
    if (!verdict && done)
        verdict = refuse(&run->why, done, no, name);
    office_acted(run, verdict);
}

void desk_till_dead(struct desk *desk, const struct act_meta *meta, const char *till,
                    struct outcome *out)
{
    struct run run;
    struct office office;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_TILLS, &office);
    if (!verdict)
        verdict = run_needs_reason(&run);
    if (verdict)
        run_looked(&run, verdict);
    else
        change_till(&run, &office, till, office.ops->dead,
                    N_("Till %.23s could not be given up; try again."));
}

void desk_till_readmit(struct desk *desk, const struct act_meta *meta, const char *till,
                       struct outcome *out)
{
    struct run run;
    struct office office;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_TILLS, &office);
    if (verdict)
        run_looked(&run, verdict);
    else
        change_till(&run, &office, till, office.ops->readmit,
                    N_("Till %.23s is not shut out; there is nothing to let in again."));
}

static enum verdict vouch(struct run *run, const char *name, const char *person)
{
    struct office office;
    struct office_till till;
    enum verdict done = VERDICT_OK, verdict = office_start(run, RIGHT_TILLS, &office);
    if (!verdict)
        verdict = office_find_till(run, &office, name, &till);
    if (!verdict)
        verdict = office_failed(office.ops->vouch(office.store, &till.device, person,
                                                  run->cs->reason, &done, &run->out->err));
    if (!verdict && done)
        verdict = refuse(&run->why, done, "Nobody called \"%.31s\" works here.", person);
    return verdict;
}

void desk_till_vouch(struct desk *desk, const struct act_meta *meta, const char *till,
                     const char *person, struct outcome *out)
{
    struct run run;
    run_look(&run, desk, meta, out);
    office_acted(&run, vouch(&run, till, person));
}

/* ---- lent seats ----------------------------------------------------------------------------- */

struct loan {
    const char *till, *show;
    const char *const *labels;
    int count;
};

static enum verdict lend(struct run *run, const struct office *office, const struct loan *loan)
{
    enum { SEATS_AT_ONCE = 1000 };
    struct office_till till;
    struct show show;
    struct snapshot map;
    enum verdict done = VERDICT_OK, verdict = office_find_till(run, office, loan->till, &till);
    if (!verdict && (loan->count < 1 || loan->count > SEATS_AT_ONCE))
        verdict = refuse(&run->why, VERDICT_INVALID, "Name 1 to %d seats at once, not %d.",
                         SEATS_AT_ONCE, loan->count);
    if (!verdict)
        verdict = run_find_show(run, loan->show, &show);
    if (verdict)
        return verdict;
    int *at = arena_array(run->arena, (size_t)loan->count, sizeof *at);
    int32_t *seats = arena_array(run->arena, (size_t)loan->count, sizeof *seats);
    verdict = run_read_seats(run, show.no, loan->labels, loan->count, &map, at);
    for (int i = 0; i < loan->count && !verdict; i++)
        seats[i] = map.plan->seats[at[i]].no;
    if (!verdict)
        verdict = office_failed(office->ops->lend(office->store, &till.device, show.no, seats,
                                                  loan->count, &done, &run->out->err));
    if (!verdict && done)
        verdict = refuse(&run->why, done,
                         "Not all of these seats are free, or till %.23s may be lent none; "
                         "nothing was lent.",
                         loan->till);
    return verdict;
}

void desk_allot_take(struct desk *desk, const struct act_meta *meta, const char *till,
                     const char *show, const char *const *labels, int count, struct outcome *out)
{
    struct run run;
    struct office office;
    const struct loan loan = {till, show, labels, count};
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_TILLS, &office);
    office_acted(&run, verdict ? verdict : lend(&run, &office, &loan));
}

/* Or they would lend it others at once. */
static enum verdict drop_rules(struct run *run, const struct office *office, const char *name)
{
    struct office_till till;
    enum verdict verdict = office_find_till(run, office, name, &till);
    return verdict ? verdict
                   : office_failed(office->ops->set_rule(office->store, &till.device, -1, "", 0,
                                                         &run->out->err));
}

void desk_allot_return(struct desk *desk, const struct act_meta *meta, const char *till,
                       struct outcome *out)
{
    struct run run;
    struct office office;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_TILLS, &office);
    if (!verdict)
        verdict = drop_rules(&run, &office, till);
    if (verdict)
        run_looked(&run, verdict);
    else
        change_till(&run, &office, till, office.ops->recall,
                    N_("Till %.23s has no seats of its own; there is nothing to return."));
}

void desk_allot_list(struct desk *desk, const struct act_meta *meta, const char *name,
                     struct lent_seat **seats, int *count, struct outcome *out)
{
    struct run run;
    struct office office;
    struct office_till till;
    *count = 0;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_look_at(&run, name, &office, &till);
    if (!verdict)
        verdict = office_failed(
            office.ops->lent(office.store, &till.device, meta->arena, seats, count, &out->err));
    run_looked(&run, verdict);
}

/* ---- conflicts ------------------------------------------------------------------------------ */

enum { CONFLICTS_MOST = 1000 };

void desk_conflict_list(struct desk *desk, const struct act_meta *meta, bool open_only, int limit,
                        struct conflict **conflicts, int *count, struct outcome *out)
{
    struct run run;
    struct office office;
    *count = 0;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_SELL, &office);
    if (!verdict)
        verdict = office_failed(office.ops->conflicts(office.store, open_only, limit, meta->arena,
                                                      conflicts, count, &out->err));
    run_looked(&run, verdict);
}

static bool is_called(const struct conflict *conflict, const char *name)
{
    char id[UUID_TEXT];
    return strcmp(conflict->code, name) == 0 ||
           (strlen(name) >= 8 && strncmp(uuid_text(&conflict->id, id), name, strlen(name)) == 0);
}

/* One that is open before one that was decided. */
static enum verdict find_conflict(struct run *run, const struct office *office, const char *name,
                                  struct conflict *out)
{
    struct conflict *all;
    int count = 0, found = 0;
    enum verdict verdict = office_failed(office->ops->conflicts(
        office->store, false, CONFLICTS_MOST, run->arena, &all, &count, &run->out->err));
    for (int i = 0; i < count && !verdict; i++)
        if (is_called(&all[i], name) && (!found || out->outcome != CONFLICT_OPEN)) {
            *out = all[i];
            found++;
        }
    if (verdict || found)
        return verdict;
    return refuse(&run->why, VERDICT_NOT_FOUND,
                  "There is no conflict \"%.40s\"; `loge conflict list` shows them.", name);
}

void desk_conflict_find(struct desk *desk, const struct act_meta *meta, const char *id,
                        struct conflict *conflict, struct outcome *out)
{
    struct run run;
    struct office office;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_SELL, &office);
    run_looked(&run, verdict ? verdict : find_conflict(&run, &office, id, conflict));
}

/* ---- a decision ----------------------------------------------------------------------------- */

/* What was decided on: by its id, not another one of that sale. */
static enum verdict read_conflict(struct run *run, const struct office *office,
                                  const struct uuid *id, struct conflict *conflict)
{
    bool found = false;
    enum verdict verdict = office_failed(office->ops->conflict_read(
        office->store, id, run->arena, conflict, &found, &run->out->err));
    if (verdict || found)
        return verdict;
    return refuse(&run->why, VERDICT_NOT_FOUND, NULL);
}

static enum verdict read_loser(struct run *run, const struct conflict *conflict,
                               struct resolve_request *resolve)
{
    char name[UUID_TEXT];
    struct sale *sale = arena_alloc(run->arena, sizeof *sale);
    if (uuid_is_zero(&conflict->sale))
        return VERDICT_OK;
    resolve->sale = sale;
    return run_read_sale(run, uuid_text(&conflict->sale, name), sale);
}

static enum verdict read_offer(struct run *run, const struct conflict *conflict,
                               struct resolve_request *resolve)
{
    struct hold *offer = arena_alloc(run->arena, sizeof *offer);
    if (uuid_is_zero(&conflict->proposal))
        return VERDICT_OK;
    resolve->offer = offer;
    return run_read_hold(run, &conflict->proposal, offer);
}

static enum verdict read_same_seats(struct run *run, const struct conflict *conflict,
                                    struct resolve_request *resolve)
{
    int count = conflict->seat_count;
    const char **labels = arena_array(run->arena, (size_t)count + 1, sizeof *labels);
    int *seats = arena_array(run->arena, (size_t)count + 1, sizeof *seats);
    struct snapshot *rows = arena_alloc(run->arena, sizeof *rows);
    for (int i = 0; i < count; i++)
        labels[i] = conflict->seats[i].label;
    resolve->snapshot = rows;
    resolve->seats = seats;
    return run_read_seats(run, conflict->show, labels, count, rows, seats);
}

/* The till's own drawer, which is not opened for this. */
static enum verdict read_money(struct run *run, struct resolve_request *resolve)
{
    struct store *store = run->desk->store;
    struct shift *shift = arena_alloc(run->arena, sizeof *shift);
    bool found;
    if (store->ops->shift_open(store, run->meta->actor.till, shift, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    resolve->shift = found ? shift : NULL;
    return run_read_paid_gifts(run, resolve->sale, &resolve->gifts, &resolve->gift_count);
}

static enum verdict read_for_decision(struct run *run, const struct conflict *conflict,
                                      struct resolve_request *resolve)
{
    enum verdict verdict = read_loser(run, conflict, resolve);
    if (!verdict)
        verdict = read_offer(run, conflict, resolve);
    if (!verdict && resolve->outcome == CONFLICT_SAME)
        verdict = read_same_seats(run, conflict, resolve);
    if (!verdict && resolve->outcome == CONFLICT_REFUND)
        verdict = read_money(run, resolve);
    return verdict;
}

static enum verdict step_decide(struct run *run, const void *request)
{
    const struct desk_decision *wish = request;
    struct office office;
    struct conflict conflict = {0};
    struct resolve_request resolve = {.ids = &run->ids.source,
                                      .conflict = &conflict,
                                      .outcome = wish->outcome,
                                      .tender = (int)wish->tender};
    const struct sale *after = NULL;
    enum verdict verdict = office_start(run, RIGHT_TILLS, &office);
    if (!verdict)
        verdict = run_needs_reason(run);
    if (!verdict)
        verdict = read_conflict(run, &office, &wish->conflict, &conflict);
    if (!verdict)
        verdict = resolve_check(&conflict, wish->outcome, &run->why);
    if (!verdict)
        verdict = read_for_decision(run, &conflict, &resolve);
    if (!verdict)
        verdict = resolve_decide(&resolve, run->cs, &after, &run->why);
    if (!verdict && after) {
        run->out->sale = arena_alloc(run->arena, sizeof *run->out->sale);
        *run->out->sale = *after;
    }
    return verdict;
}

void desk_conflict_decide(struct desk *desk, const struct act_meta *meta,
                          const struct desk_decision *wish, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_CONFLICT);
    fingerprint_row(&print, &shape_conflict,
                    &(struct conflict){.id = wish->conflict, .outcome = wish->outcome});
    fingerprint_number(&print, wish->tender);
    run_act(desk, meta, out, &print, step_decide, wish);
}
