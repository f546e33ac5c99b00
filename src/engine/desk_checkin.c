/* The bag check at the door: weighed, paid for when it is heavy, or given up. */
#include "config.h"

#include <string.h>

#include "src/domain/checkin.h"
#include "src/engine/bag_rows.h"
#include "src/engine/checkout_parts.h"
#include "src/engine/desk_checkout.h"
#include "src/engine/run_money.h"

struct bag_wish {
    const char *ticket; /* its id or short code */
    int32_t weight_g;
    const struct tender_line *tenders;
    int count;
};

/* ---- whose bag it is ---------------------------------------------------------------------- */

static enum verdict read_rows(struct run *run, const char *ticket, struct bag_rows *rows)
{
    struct uuid id;
    bool by_id = uuid_parse(ticket, &id);
    if (bag_rows_read(run->desk->store, by_id ? &id : NULL, ticket, rows, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (rows->found)
        return VERDICT_OK;
    return refuse(&run->why, VERDICT_NOT_FOUND, "There is no ticket '%.40s'.", ticket);
}

/* The check-in of whoever is in with that ticket, as it stands. */
static enum verdict look(struct run *run, const char *ticket)
{
    struct bag_rows rows;
    enum verdict verdict = run_allowed(run, RIGHT_BAG);
    if (!verdict)
        verdict = read_rows(run, ticket, &rows);
    if (verdict)
        return verdict;
    run->out->checked = bag_rows_show(&rows, run->arena);
    return checkin_now(rows.weighed ? &rows.kept : NULL, &rows.door.admission,
                       &run->out->checked->checkin, &run->why);
}

/* As the act leaves it. */
static enum verdict decided(struct run *run, enum verdict verdict)
{
    if (verdict)
        return verdict;
    run->out->checked->checkin = run->cs->checkins.at[0];
    run->out->checked->checkin.version++;
    return VERDICT_OK;
}

void desk_checkin_look(struct desk *desk, const struct act_meta *meta, const char *ticket,
                       struct outcome *out)
{
    struct run run;
    run_look(&run, desk, meta, out);
    run_looked(&run, look(&run, ticket));
}

/* ---- the bag ------------------------------------------------------------------------------ */

static enum verdict step_weigh(struct run *run, const void *request)
{
    const struct bag_wish *wish = request;
    enum verdict verdict = look(run, wish->ticket);
    return verdict ? verdict
                   : decided(run, checkin_decide_weigh(&run->out->checked->checkin,
                                                       &run->out->checked->rule, wish->weight_g,
                                                       run->cs, &run->why));
}

void desk_checkin_weigh(struct desk *desk, const struct act_meta *meta, const char *ticket,
                        int32_t weight_g, struct outcome *out)
{
    const struct bag_wish wish = {.ticket = ticket, .weight_g = weight_g};
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_BAG);
    fingerprint_text(&print, ticket);
    fingerprint_row(&print, &shape_checkin, &(struct checkin){.weight_g = weight_g});
    run_act(desk, meta, out, &print, step_weigh, &wish);
}

static enum verdict step_stop(struct run *run, const void *request)
{
    const struct bag_wish *wish = request;
    enum verdict verdict = look(run, wish->ticket);
    return verdict
               ? verdict
               : decided(run, checkin_decide_stop(&run->out->checked->checkin, run->cs, &run->why));
}

void desk_checkin_stop(struct desk *desk, const struct act_meta *meta, const char *ticket,
                       struct outcome *out)
{
    const struct bag_wish wish = {.ticket = ticket};
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_BAG_STOP);
    fingerprint_text(&print, ticket);
    run_act(desk, meta, out, &print, step_stop, &wish);
}

/* ---- its fee ------------------------------------------------------------------------------ */

/* Money is in the hands of whoever is signed in, so nobody can sign for it. */
static enum verdict may_take_money(struct run *run)
{
    if (rights_may(run->meta->actor.role, RIGHT_BAG_FEE))
        return VERDICT_OK;
    return refuse(&run->why, VERDICT_NOT_ALLOWED,
                  "Whoever only scans takes no money; let somebody of the counter take the fee.");
}

static enum verdict pay_fee(struct run *run, const struct bag_wish *wish)
{
    const struct checked *checked = run->out->checked;
    struct shift shift;
    struct fee_request fee = {.ids = &run->ids.source,
                              .currency = checked->currency,
                              .tenders = wish->tenders,
                              .tender_count = wish->count,
                              .shift = &shift};
    enum verdict verdict =
        run_read_gifts(run, wish->tenders, wish->count, &fee.gifts, &fee.gift_count);
    if (!verdict)
        verdict = run_open_shift(run, checked->currency, &shift);
    return verdict ? verdict
                   : decided(run, checkin_decide_pay(&checked->checkin, &fee, run->cs,
                                                     &run->out->change, &run->why));
}

static enum verdict step_pay(struct run *run, const void *request)
{
    const struct bag_wish *wish = request;
    enum verdict verdict = may_take_money(run);
    if (!verdict)
        verdict = look(run, wish->ticket);
    return verdict ? verdict : pay_fee(run, wish);
}

void desk_checkin_pay(struct desk *desk, const struct act_meta *meta, const char *ticket,
                      const struct tender_line *tenders, int count, struct outcome *out)
{
    const struct bag_wish wish = {.ticket = ticket, .tenders = tenders, .count = count};
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_BAG_FEE);
    fingerprint_text(&print, ticket);
    fingerprint_tenders(&print, tenders, count);
    run_act(desk, meta, out, &print, step_pay, &wish);
}

/* ---- its fee by the house's payment provider ------------------------------------------------ */

/* The check-in as it stands, if it is the fee of this intent that it waits for. */
static enum verdict look_for_fee(struct run *run, const struct intent *intent)
{
    char id[UUID_TEXT];
    enum verdict verdict = look(run, uuid_text(&intent->ticket, id));
    if (!verdict)
        verdict = checkin_check_waiting(&run->out->checked->checkin, &run->why);
    if (verdict || intent_is_awaited_by(intent, &run->out->checked->checkin))
        return verdict;
    return refuse(&run->why, VERDICT_STATE_CONFLICT,
                  "This fee is no longer due: the bag was weighed again.");
}

static void look_at_fee(struct desk *desk, const struct act_meta *meta, const struct intent *intent,
                        struct outcome *out)
{
    struct run run;
    run_look(&run, desk, meta, out);
    run_looked(&run, look_for_fee(&run, intent));
}

enum intent_result desk_fee_keep(struct desk *desk, const struct act_meta *meta,
                                 const struct intent *intent, struct outcome *out)
{
    look_at_fee(desk, meta, intent, out);
    if (checkout_nobody_knows(out))
        return DID_UNKNOWN;
    return out->verdict ? DID_REFUSED : DID_DONE;
}

static enum verdict step_book(struct run *run, const void *request)
{
    const struct intent *intent = request;
    struct tender_line line = {.tender = TENDER_CARD, .amount = intent->amount};
    const struct bag_wish wish = {.tenders = &line, .count = 1};
    intent_auth(&intent->id, line.auth);
    run->cs->act = ACT_BAG_FEE;
    enum verdict verdict = may_take_money(run);
    if (!verdict)
        verdict = look_for_fee(run, intent);
    return verdict ? verdict : pay_fee(run, &wish);
}

enum intent_result desk_fee_book(struct desk *desk, const struct act_meta *meta,
                                 const struct intent *intent, struct outcome *out)
{
    checkout_act(desk, meta, intent, "fee", step_book, out);
    if (checkout_nobody_knows(out))
        return DID_UNKNOWN;
    return out->verdict ? DID_GONE : DID_DONE;
}

static bool is_paid_by(const struct checkin *checkin, const struct intent *intent)
{
    char auth[AUTH_TEXT];
    return checkin->status == CHECKIN_COMPLETED && checkin->entry == intent->entry &&
           strcmp(checkin->auth, intent_auth(&intent->id, auth)) == 0;
}

enum intent_result desk_fee_release(struct desk *desk, const struct act_meta *meta,
                                    const struct intent *intent, struct outcome *out)
{
    look_at_fee(desk, meta, intent, out);
    if (checkout_nobody_knows(out))
        return DID_UNKNOWN;
    return out->checked && is_paid_by(&out->checked->checkin, intent) ? DID_SELL : DID_DONE;
}

enum intent_result desk_fee_take_back(struct desk *desk, const struct act_meta *meta,
                                      const struct intent *intent, struct outcome *out)
{
    struct run run;
    (void)intent;
    run_look(&run, desk, meta, out);
    run_looked(&run, refuse(&run.why, VERDICT_NOT_POSSIBLE,
                            "The payment provider gave this fee back, and the check-in is "
                            "completed."));
    return DID_REFUSED;
}
