/*
 * An act of a till that is alone: journalled by the till's core and applied to the replica, in one
 * transaction. The core goes first and sees each seat as the act leaves it so far; then the replica
 * applies the act as any house would. What fails takes both back.
 */
#include "config.h"

#include <string.h>

#include "src/domain/act_bytes.h"
#include "src/domain/loan.h"
#include "src/port/stored.h"
#include "sync/lite_till_parts.h"

struct acted_seat *lite_till_acted(struct lite_till *till, int32_t show, int32_t seat)
{
    for (int i = 0; i < till->acted_count; i++)
        if (till->acted[i].show == show && till->acted[i].seat == seat)
            return &till->acted[i];
    return NULL;
}

bool lite_till_act_on(struct lite_till *till, int32_t show, int32_t seat,
                      const struct seat_state *state)
{
    struct acted_seat *acted = lite_till_acted(till, show, seat);
    if (!acted && till->acted_count == COUNT_OF(till->acted))
        return false;
    if (!acted)
        acted = &till->acted[till->acted_count++];
    *acted = (struct acted_seat){show, seat, *state};
    return true;
}

/* ---- the store's side ----------------------------------------------------------------------- */

static enum rc refused(struct apply_result *result, enum verdict verdict)
{
    result->applied = APPLIED_REFUSED;
    result->verdict = verdict;
    return RC_CONFLICT;
}

/* The seats are not as they were when the act was decided: it is decided again. */
static enum rc stale(struct apply_result *result)
{
    result->applied = APPLIED_STALE;
    return RC_CONFLICT;
}

/* A row that contradicts another is no lost race here, so its rc is not the one it had. */
static enum rc broken(const struct lite_till *till, struct err *err)
{
    if (till->why.rc != RC_OK)
        return err_set(err, RC_CONFIG, "JOURNAL", "%s", till->why.text);
    return err_set(err, RC_CONFIG, "JOURNAL",
                   "%s: the journal failed before, and nothing more is written to it; start the "
                   "till again",
                   till->lite->path);
}

/* Half a house would sell what the other half has sold. */
static enum rc not_ready(const struct lite_till *till, struct err *err)
{
    return err_set(err, RC_CONFIG, "NOT_READY",
                   "%s: this till does not have the whole house yet; let it finish with "
                   "`loge sync --once` while the house can be reached",
                   till->lite->path);
}

void lite_till_set_clock(struct lite_till *till, struct till_sync *core)
{
    core->clock.mono = clock_mono(&till->lite->clock);
    core->clock.wall = lite_now(till->lite);
}

/* Whoever was let in or out is judged by when it was; whoever was turned away is only told. */
static bool is_through_the_door(const struct changeset *cs)
{
    return (cs->act == ACT_ADMIT || cs->act == ACT_LEAVE) && cs->scans.count == 1 &&
           !uuid_is_zero(&cs->scans.at[0].ticket);
}

struct till_act lite_till_act_of(struct lite_till *till, const struct changeset *cs)
{
    struct till_act act = {.uid = cs->key,
                           .kind = ENTRY_SEATS,
                           .changes = cs->seats.at,
                           .count = cs->seats.count,
                           .payload = till->payload,
                           .payload_size =
                               (uint32_t)act_write(cs, till->payload, sizeof till->payload)};
    memcpy(act.fingerprint, cs->fingerprint, sizeof act.fingerprint);
    if (is_through_the_door(cs)) {
        const struct scan *scan = &cs->scans.at[0];
        act.kind = ENTRY_SCAN;
        act.scan = (struct entry_scan){scan->ticket, scan->gate, cs->act == ACT_LEAVE};
    }
    return act;
}

/* ---- which entry a sale's papers name -------------------------------------------------------- */

static enum rc put_sale_entry(struct lite_till *till, const struct uuid *sale, struct err *err)
{
    struct query q = query_start(till->lite, lite_sql_put_sale_entry);
    put_uuid(&q, sale);
    put_int(&q, till->core->meta.epoch);
    put_int(&q, (int64_t)till->core->meta.head_seq);
    return query_run(&q, err);
}

/* Whatever of a sale the act writes. */
static enum rc note_sales(struct lite_till *till, const struct changeset *cs, struct err *err)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < cs->sales.count && rc == RC_OK; i++)
        rc = put_sale_entry(till, &cs->sales.at[i].id, err);
    for (int i = 0; i < cs->tickets.count && !cs->sales.count && rc == RC_OK; i++)
        rc = put_sale_entry(till, &cs->tickets.at[i].sale, err);
    return rc;
}

enum rc lite_till_entry_of(struct lite_till *till, const struct uuid *sale, struct entry_mark *out,
                           struct err *err)
{
    struct query q = query_start(till->lite, lite_sql_read_sale_entry);
    put_uuid(&q, sale);
    bool found = query_row(&q);
    out->epoch = found ? (uint32_t)get_int(&q) : 0;
    out->seq = found ? (uint64_t)get_int(&q) : 0;
    return query_end(&q, err);
}

/* ---- what it gives away of vouchers ----------------------------------------------------------
 */

static enum rc look_at_voucher(struct lite_till *till, const struct changeset *cs,
                               const struct voucher *voucher, struct till_act *act, struct err *err)
{
    struct voucher_loan *loans;
    int count;
    enum rc rc = stored_loan_list(till->store, voucher->code, NULL, cs->arena, &loans, &count, err);
    if (rc != RC_OK)
        return rc;
    act->gives = act->gives || voucher_has_budget(voucher) || voucher_has_uses(voucher);
    if (!loan_covers(voucher, loan_of_till(loans, count, cs->actor.till), voucher->gave))
        act->beyond = true;
    return RC_OK;
}

/* Before it is done: by what the till has left of its loans then. */
static enum rc look_at_vouchers(struct lite_till *till, const struct changeset *cs,
                                struct till_act *act, struct err *err)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < cs->vouchers.count && rc == RC_OK; i++)
        if (cs->vouchers.at[i].gave > 0)
            rc = look_at_voucher(till, cs, &cs->vouchers.at[i], act, err);
    return rc;
}

static enum rc use_loans(struct lite_till *till, const struct changeset *cs, struct err *err)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < cs->vouchers.count && rc == RC_OK; i++) {
        const struct voucher *voucher = &cs->vouchers.at[i];
        if (voucher->gave <= 0)
            continue;
        struct query q = query_start(till->lite, lite_sql_use_voucher_loan);
        put_text(&q, voucher->code);
        put_text(&q, cs->actor.till);
        put_int(&q, voucher->gave);
        put_int(&q, voucher->kind != VOUCHER_GIFT);
        rc = query_run(&q, err);
    }
    return rc;
}

/* ---- the act --------------------------------------------------------------------------------- */

static enum rc write_act(void *ctx, const struct changeset *cs, struct apply_result *result,
                         struct err *err)
{
    struct lite_till *till = ctx;
    struct till_written written;
    struct till_act act = lite_till_act_of(till, cs);
    till->before = till->core->meta;
    till->mode_before = till->core->mode;
    if (till->half)
        return not_ready(till, err);
    if (!act.payload_size)
        return refused(result, VERDICT_INVALID);
    enum rc rc = look_at_vouchers(till, cs, &act, err);
    if (rc != RC_OK)
        return rc;
    lite_till_set_clock(till, till->core);
    till->acting = true;
    enum verdict verdict = till_journal(till->core, cs->arena, &act, &written);
    till->acting = false;
    till->acted_count = 0;
    if (verdict == VERDICT_UNAVAILABLE)
        return broken(till, err);
    if (verdict == VERDICT_SEAT_TAKEN || verdict == VERDICT_NOT_HOLDER)
        return stale(result);
    if (verdict != VERDICT_OK)
        return refused(result, verdict);
    rc = use_loans(till, cs, err);
    return rc == RC_OK ? note_sales(till, cs, err) : rc;
}

/* A disk that failed once is not written to again: only a new start tells what is on it. */
static void act_done(void *ctx, enum rc rc)
{
    struct lite_till *till = ctx;
    if (rc == RC_OK)
        return;
    till->core->meta = till->before;
    till->core->mode = till->mode_before;
    if (rc == RC_UNKNOWN || rc == RC_CONFIG || rc == RC_CORRUPT)
        till->core->latched = true;
}

void lite_till_journal(struct lite_till *till, struct till_sync *core)
{
    till->core = core;
    till->journal = (struct lite_journal){till, write_act, act_done};
    till->lite->journal = core ? &till->journal : NULL;
}
