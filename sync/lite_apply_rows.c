/*
 * The rows of a changeset that are not seats, halls or shows.
 *
 * A row with version 0 is inserted, any other must be found at the version it was read with. The
 * statement that updates takes the same parameters as the one that inserts, so each kind of row is
 * written down once. Updates of tickets come before inserts: an old ticket must give up the seat
 * before the new one can be valid.
 */
#include "config.h"

#include "sync/lite_apply.h"

static enum rc end_row(struct apply *a, struct query *q, uint32_t version)
{
    return version ? apply_end_one(a, q) : apply_end(a, q);
}

static void put_show(struct query *q, int32_t show)
{
    if (show)
        put_int(q, show);
    else
        put_null(q);
}

static enum rc write_hold(struct apply *a, const struct hold *hold)
{
    struct query q =
        query_start(a->lite, hold->version ? lite_sql_update_hold : lite_sql_insert_hold);
    put_uuid(&q, &hold->id);
    put_int(&q, hold->version);
    put_int(&q, hold->show);
    put_int(&q, hold->status);
    put_int(&q, hold->end);
    put_int(&q, hold->source);
    put_text(&q, hold->holder);
    put_text(&q, hold->till);
    put_text(&q, hold->email);
    put_int(&q, hold->created_at);
    put_int(&q, hold->expires_at);
    put_int(&q, hold->ceiling_at);
    put_int(&q, hold->ended_at);
    put_int(&q, hold->paying_until);
    put_uuid(&q, &hold->sale);
    return end_row(a, &q, hold->version);
}

static enum rc write_sale(struct apply *a, const struct sale *sale)
{
    struct query q =
        query_start(a->lite, sale->version ? lite_sql_update_sale : lite_sql_insert_sale);
    put_uuid(&q, &sale->id);
    put_int(&q, sale->version);
    put_text(&q, sale->code);
    put_int(&q, sale->show);
    put_int(&q, sale->status);
    put_uuid(&q, &sale->hold);
    put_uuid(&q, &sale->customer);
    put_uuid(&q, &sale->shift);
    put_text(&q, sale->name);
    put_text(&q, sale->email);
    put_text(&q, sale->currency);
    put_int(&q, sale->total);
    put_int(&q, sale->paid);
    put_text(&q, sale->sold_by);
    put_text(&q, sale->till);
    put_int(&q, sale->sold_at);
    put_int(&q, sale->collected_at);
    return end_row(a, &q, sale->version);
}

static enum rc write_ticket(struct apply *a, const struct ticket *ticket)
{
    struct query q =
        query_start(a->lite, ticket->version ? lite_sql_update_ticket : lite_sql_insert_ticket);
    put_uuid(&q, &ticket->sale);
    put_uuid(&q, &ticket->id);
    put_int(&q, ticket->version);
    put_text(&q, ticket->code);
    put_int(&q, ticket->show);
    put_int(&q, ticket->seat);
    put_int(&q, ticket->status);
    put_int(&q, ticket->type);
    put_int(&q, ticket->class_no);
    put_int(&q, ticket->generation);
    put_int(&q, ticket->price);
    put_int(&q, ticket->discount);
    put_int(&q, ticket->fee);
    put_int(&q, ticket->tax);
    put_int(&q, ticket->total);
    put_int(&q, ticket->sold_at);
    put_text(&q, ticket->sold_by);
    put_text(&q, ticket->till);
    put_int(&q, ticket->ended_at);
    put_text(&q, ticket->ended_by);
    put_text(&q, ticket->ended_till);
    put_int(&q, ticket->kept);
    put_int(&q, ticket->late);
    return end_row(a, &q, ticket->version);
}

static enum rc write_payment(struct apply *a, const struct payment *payment)
{
    struct query q = query_start(a->lite, lite_sql_insert_payment);
    put_uuid(&q, &payment->sale);
    put_uuid(&q, &payment->id);
    put_uuid(&q, &payment->shift);
    put_int(&q, payment->tender);
    put_int(&q, payment->amount);
    put_int(&q, payment->given);
    put_text(&q, payment->auth);
    put_text(&q, payment->voucher);
    put_text(&q, payment->reason);
    put_int(&q, payment->at);
    return apply_end_one(a, &q);
}

static enum rc write_shift(struct apply *a, const struct shift *shift)
{
    struct query q =
        query_start(a->lite, shift->version ? lite_sql_update_shift : lite_sql_insert_shift);
    put_uuid(&q, &shift->id);
    put_int(&q, shift->version);
    put_text(&q, shift->till);
    put_text(&q, shift->staff);
    put_int(&q, shift->opened_at);
    put_int(&q, shift->closed_at);
    put_int(&q, shift->float_amount);
    put_text(&q, shift->currency);
    for (int tender = 0; tender < TENDER_COUNT; tender++)
        put_int(&q, shift->expected[tender]);
    for (int tender = 0; tender < TENDER_COUNT; tender++)
        put_int(&q, shift->counted[tender]);
    put_text(&q, shift->reason);
    return end_row(a, &q, shift->version);
}

static enum rc write_move(struct apply *a, const struct shift_move *move)
{
    struct query q = query_start(a->lite, lite_sql_insert_move);
    put_uuid(&q, &move->shift);
    put_uuid(&q, &move->id);
    put_int(&q, move->kind);
    put_int(&q, move->amount);
    put_text(&q, move->reason);
    put_int(&q, move->at);
    return apply_end_one(a, &q);
}

static enum rc write_customer(struct apply *a, const struct customer *customer)
{
    struct query q = query_start(a->lite, customer->version ? lite_sql_update_customer
                                                            : lite_sql_insert_customer);
    put_uuid(&q, &customer->id);
    put_int(&q, customer->version);
    put_text(&q, customer->name);
    put_text(&q, customer->email);
    put_text(&q, customer->phone);
    put_int(&q, customer->created_at);
    return end_row(a, &q, customer->version);
}

static enum rc write_waiter(struct apply *a, const struct waiter *waiter)
{
    struct query q =
        query_start(a->lite, waiter->version ? lite_sql_update_waiter : lite_sql_insert_waiter);
    put_uuid(&q, &waiter->id);
    put_int(&q, waiter->version);
    put_int(&q, waiter->show);
    put_int(&q, waiter->status);
    put_text(&q, waiter->name);
    put_text(&q, waiter->email);
    put_text(&q, waiter->phone);
    put_int(&q, waiter->party);
    put_int(&q, waiter->class_no);
    put_text(&q, waiter->section);
    put_int(&q, waiter->accessible);
    put_int(&q, waiter->aisle);
    put_int(&q, waiter->together);
    put_int(&q, waiter->joined_at);
    put_uuid(&q, &waiter->hold);
    put_text(&q, waiter->code);
    put_text(&q, waiter->till);
    return end_row(a, &q, waiter->version);
}

static enum rc write_voucher(struct apply *a, const struct voucher *voucher)
{
    struct query q =
        query_start(a->lite, voucher->version ? lite_sql_update_voucher : lite_sql_insert_voucher);
    put_text(&q, voucher->code);
    put_int(&q, voucher->version);
    put_int(&q, voucher->kind);
    put_int(&q, voucher->value);
    put_int(&q, voucher->budget);
    put_int(&q, voucher->used);
    put_int(&q, voucher->max_uses);
    put_int(&q, voucher->uses);
    put_int(&q, voucher->max_tickets);
    put_int(&q, voucher->valid_from);
    put_int(&q, voucher->valid_until);
    put_show(&q, voucher->show);
    put_int(&q, voucher->disabled);
    return end_row(a, &q, voucher->version);
}

static enum rc write_staff(struct apply *a, const struct staff *staff)
{
    struct query q =
        query_start(a->lite, staff->version ? lite_sql_update_staff : lite_sql_insert_staff);
    put_text(&q, staff->name);
    put_int(&q, staff->version);
    put_int(&q, staff->role);
    put_int(&q, staff->disabled);
    put_int(&q, staff->failures);
    put_int(&q, staff->locked_until);
    put_text(&q, staff->pin_hash);
    put_text(&q, staff->badge);
    return end_row(a, &q, staff->version);
}

/* ---- the door ----------------------------------------------------------------------------- */

static enum rc write_key(struct apply *a, const struct ticket_key *key)
{
    struct query q = query_start(a->lite, key->version ? lite_sql_update_key : lite_sql_insert_key);
    if (key->id)
        put_int(&q, key->id);
    else
        put_null(&q);
    put_int(&q, key->version);
    put_int(&q, key->kind);
    put_int(&q, key->house);
    put_blob(&q, key->public, sizeof key->public);
    put_text(&q, key->till);
    put_show(&q, key->show);
    put_int(&q, key->subevent);
    put_text(&q, key->products);
    put_int(&q, key->made_at);
    put_int(&q, key->ended_at);
    return end_row(a, &q, key->version);
}

static enum rc write_admission(struct apply *a, const struct admission *admission)
{
    struct query q = query_start(a->lite, admission->version ? lite_sql_update_admission
                                                             : lite_sql_insert_admission);
    put_uuid(&q, &admission->ticket);
    put_int(&q, admission->version);
    put_int(&q, admission->show);
    put_int(&q, admission->inside);
    put_int(&q, admission->entries);
    put_int(&q, admission->first_at);
    put_int(&q, admission->last_at);
    put_int(&q, admission->gate);
    put_text(&q, admission->till);
    put_int(&q, admission->blocked);
    return end_row(a, &q, admission->version);
}

static enum rc write_scan(struct apply *a, const struct scan *scan)
{
    struct query q = query_start(a->lite, lite_sql_insert_scan);
    put_uuid(&q, &scan->id);
    put_int(&q, scan->at);
    put_int(&q, scan->show);
    put_int(&q, scan->gate);
    put_int(&q, scan->code);
    put_int(&q, scan->overridden);
    put_int(&q, scan->leaving);
    put_uuid(&q, &scan->ticket);
    put_text(&q, scan->label);
    put_text(&q, scan->till);
    put_text(&q, scan->actor);
    put_text(&q, scan->approver);
    put_text(&q, scan->reason);
    return apply_end_one(a, &q);
}

/* ---- lists ---------------------------------------------------------------------------------- */

static enum rc write_tickets(struct apply *a, bool fresh)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < a->cs->tickets.count && rc == RC_OK; i++)
        if ((a->cs->tickets.at[i].version == 0) == fresh)
            rc = write_ticket(a, &a->cs->tickets.at[i]);
    return rc;
}

static enum rc write_holds(struct apply *a, bool fresh)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < a->cs->holds.count && rc == RC_OK; i++)
        if ((a->cs->holds.at[i].version == 0) == fresh)
            rc = write_hold(a, &a->cs->holds.at[i]);
    return rc;
}

static enum rc write_sales(struct apply *a)
{
    const struct changeset *cs = a->cs;
    enum rc rc = write_holds(a, true);
    for (int i = 0; i < cs->sales.count && rc == RC_OK; i++)
        rc = write_sale(a, &cs->sales.at[i]);
    if (rc == RC_OK)
        rc = write_tickets(a, false);
    if (rc == RC_OK)
        rc = write_tickets(a, true);
    for (int i = 0; i < cs->payments.count && rc == RC_OK; i++)
        rc = write_payment(a, &cs->payments.at[i]);
    return rc == RC_OK ? write_holds(a, false) : rc;
}

static enum rc write_money(struct apply *a)
{
    const struct changeset *cs = a->cs;
    enum rc rc = RC_OK;
    for (int i = 0; i < cs->shifts.count && rc == RC_OK; i++)
        rc = write_shift(a, &cs->shifts.at[i]);
    for (int i = 0; i < cs->moves.count && rc == RC_OK; i++)
        rc = write_move(a, &cs->moves.at[i]);
    for (int i = 0; i < cs->vouchers.count && rc == RC_OK; i++)
        rc = write_voucher(a, &cs->vouchers.at[i]);
    for (int i = 0; i < cs->customers.count && rc == RC_OK; i++)
        rc = write_customer(a, &cs->customers.at[i]);
    return rc;
}

static enum rc write_people(struct apply *a)
{
    const struct changeset *cs = a->cs;
    enum rc rc = RC_OK;
    for (int i = 0; i < cs->waiters.count && rc == RC_OK; i++)
        rc = write_waiter(a, &cs->waiters.at[i]);
    for (int i = 0; i < cs->staff.count && rc == RC_OK; i++)
        rc = write_staff(a, &cs->staff.at[i]);
    return rc;
}

static enum rc write_door(struct apply *a)
{
    const struct changeset *cs = a->cs;
    enum rc rc = RC_OK;
    for (int i = 0; i < cs->keys.count && rc == RC_OK; i++)
        rc = write_key(a, &cs->keys.at[i]);
    for (int i = 0; i < cs->admissions.count && rc == RC_OK; i++)
        rc = write_admission(a, &cs->admissions.at[i]);
    for (int i = 0; i < cs->scans.count && rc == RC_OK; i++)
        rc = write_scan(a, &cs->scans.at[i]);
    for (int i = 0; i < cs->checkins.count && rc == RC_OK; i++)
        rc = apply_checkin(a, &cs->checkins.at[i]);
    for (int i = 0; i < cs->bag_rules.count && rc == RC_OK; i++)
        rc = apply_bag_rule(a, &cs->bag_rules.at[i]);
    return rc;
}

/*
 * Parents before children, as the foreign keys ask: shifts before payments (a sale may open the
 * shift that its money goes into), customers before sales, new holds before sales, and sales before
 * the holds that became them.
 */
enum rc apply_rows(struct apply *a)
{
    enum rc rc = write_money(a);
    if (rc == RC_OK)
        rc = write_sales(a);
    if (rc == RC_OK)
        rc = write_people(a);
    return rc == RC_OK ? write_door(a) : rc;
}
