#include "config.h"

#include "src/engine/desk_office.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/sale_ticket.h"
#include "src/engine/desk_office_parts.h"

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

static enum verdict is_possible(struct run *run, const struct conflict *conflict,
                                const struct desk_decision *wish)
{
    bool again = conflict->outcome == CONFLICT_DUE && wish->outcome == CONFLICT_REFUND;
    if (conflict->outcome != CONFLICT_OPEN && !again)
        return refuse(&run->why, VERDICT_STATE_CONFLICT, "This was decided already, by %s.",
                      conflict->decided_by);
    if (wish->outcome != CONFLICT_KEEP && uuid_is_zero(&conflict->sale))
        return refuse(&run->why, VERDICT_NOT_POSSIBLE,
                      "Nothing was sold here, so it can only be kept as it is.");
    if (wish->outcome == CONFLICT_OTHER && !conflict->offer_count)
        return refuse(&run->why, VERDICT_NOT_POSSIBLE,
                      "No other seats are held for this sale; give the money back, or exchange.");
    return VERDICT_OK;
}

static const char *const *new_codes(struct run *run, int count)
{
    const char **codes = arena_array(run->arena, (size_t)count + 1, sizeof *codes);
    for (int i = 0; i < count; i++) {
        char code[CODE_TEXT];
        codes[i] = arena_strdup(run->arena, sale_make_ticket_code(&run->desk->ids, code));
    }
    return codes;
}

static void fill_decision(struct run *run, const struct conflict *conflict,
                          const struct desk_decision *wish, struct conflict_decision *decision)
{
    struct fingerprint print;
    run_fingerprint(&print, run->desk, run->meta, ACT_CONFLICT);
    fingerprint_uuid(&print, &conflict->id);
    fingerprint_number(&print, wish->outcome);
    fingerprint_number(&print, wish->tender);
    *decision = (struct conflict_decision){.key = run->meta->key,
                                           .conflict = conflict->id,
                                           .outcome = wish->outcome,
                                           .tender = wish->tender,
                                           .till = run->meta->actor.till,
                                           .reason = run->meta->reason,
                                           .note = run->meta->note,
                                           .code_count = conflict->offer_count};
    decision->codes = new_codes(run, conflict->offer_count);
    if (uuid_is_zero(&decision->key))
        decision->key = uuid_make(&run->desk->ids, run->now);
    fingerprint_end(&print, decision->fingerprint);
}

static enum verdict why_not(struct run *run, enum verdict done, const struct desk_decision *wish)
{
    if (!done)
        return VERDICT_OK;
    if (done == VERDICT_SEAT_TAKEN)
        return refuse(&run->why, done, "These seats are not free again; choose another way.");
    if (done == VERDICT_INVALID && wish->outcome == CONFLICT_REFUND)
        return refuse(&run->why, VERDICT_SHIFT_CLOSED,
                      "Money is given back out of an open shift; open one at this till first.");
    if (done == VERDICT_NOT_ALLOWED)
        return refuse(&run->why, done, "The house does not let you decide this.");
    return refuse(&run->why, done == VERDICT_INVALID ? VERDICT_STATE_CONFLICT : done,
                  "Somebody else has decided or moved this meanwhile; look again.");
}

/* By its id: what was listed and decided on, not another one of that sale. */
static enum verdict read_conflict(struct run *run, const struct office *office,
                                  const struct uuid *id, struct conflict *conflict)
{
    char name[UUID_TEXT];
    return find_conflict(run, office, uuid_text(id, name), conflict);
}

static enum verdict read_sale(struct run *run, const struct uuid *id)
{
    char name[UUID_TEXT];
    struct sale *sale = arena_alloc(run->arena, sizeof *sale);
    if (uuid_is_zero(id))
        return VERDICT_OK;
    enum verdict verdict = run_read_sale(run, uuid_text(id, name), sale);
    run->out->sale = verdict ? NULL : sale;
    return verdict;
}

static enum verdict decide(struct run *run, const struct office *office,
                           const struct desk_decision *wish)
{
    struct conflict conflict = {0};
    struct conflict_decision decision;
    enum verdict done = VERDICT_OK;
    enum verdict verdict = read_conflict(run, office, &wish->conflict, &conflict);
    if (!verdict)
        verdict = is_possible(run, &conflict, wish);
    if (verdict)
        return verdict;
    fill_decision(run, &conflict, wish, &decision);
    verdict = office_failed(office->ops->decide(office->store, &decision, &done, &run->out->err));
    if (!verdict)
        verdict = why_not(run, done, wish);
    return verdict ? verdict : read_sale(run, &conflict.sale);
}

void desk_conflict_decide(struct desk *desk, const struct act_meta *meta,
                          const struct desk_decision *wish, struct outcome *out)
{
    struct run run;
    struct office office;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_TILLS, &office);
    if (!verdict)
        verdict = run_needs_reason(&run);
    office_acted(&run, verdict ? verdict : decide(&run, &office, wish));
}
