/* Things as JSON. Money is minor units, times are ISO 8601 UTC, what is not there is null. */
#include "config.h"

#include "src/cmd/view.h"

#include "src/cmd/till_alone.h"

#include "src/domain/shift.h"

void json_labels(struct json_out *doc, const char *key, const char *const *labels, int count)
{
    member_array(doc, key);
    for (int i = 0; i < count; i++)
        json_string(doc, labels[i]);
    json_array_end(doc);
}

static void show_counts(struct json_out *doc, const struct show_count *count)
{
    member_int(doc, "available", count->available);
    member_int(doc, "held", count->held);
    member_int(doc, "sold", count->sold);
    member_int(doc, "blocked", count->blocked);
    member_int(doc, "revenue", count->revenue);
}

void json_show(struct call *call, const char *key, const struct show *show,
               const struct show_count *count)
{
    struct json_out *doc = call->doc;
    member_object(doc, key);
    member_text(doc, "id", show->id);
    member_text(doc, "title", show->title);
    member_text(doc, "hall", show->hall);
    member_time(doc, "starts_at", show->starts_at);
    member_text(doc, "status", show_status_name(show->status));
    member_text(doc, "currency", show->currency);
    member_int(doc, "hold_ttl", show->hold_ttl_ms / 1000);
    member_int(doc, "extension", show->extend_ms / 1000);
    member_int(doc, "ceiling", show->ceiling_ms / 1000);
    member_bool(doc, "gap_rule", show->gap_rule);
    member_bool(doc, "one_hold", show->one_hold);
    member_int(doc, "fee", show->fee);
    member_int(doc, "tax_bp", show->tax_bp);
    member_int(doc, "version", show->version);
    if (count)
        show_counts(doc, count);
    json_object_end(doc);
}

static bool hold_is_open(const struct hold *hold)
{
    return hold->status == HOLD_ACTIVE || hold->status == HOLD_PAYING;
}

static void hold_seats(struct json_out *doc, const struct hold *hold)
{
    member_array(doc, "seats");
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live || !hold_is_open(hold))
            json_string(doc, hold->seats[i].label);
    json_array_end(doc);
}

/* An active hold past its time is over, whether or not a sweep has said so. */
static const char *status_now(const struct call *call, const struct hold *hold)
{
    bool over = hold->status == HOLD_ACTIVE && hold->expires_at <= call->now;
    return hold_status_name(over ? HOLD_EXPIRED : hold->status);
}

static int64_t seconds_left(const struct call *call, const struct hold *hold)
{
    int64_t left = hold->expires_at - call->now;
    return hold_is_open(hold) && left > 0 ? left / 1000 : 0;
}

void json_hold(struct call *call, const char *key, const struct hold *hold)
{
    struct json_out *doc = call->doc;
    member_object(doc, key);
    member_uuid(doc, "id", &hold->id);
    member_text(doc, "show", view_show_id(call, hold->show));
    hold_seats(doc, hold);
    member_text(doc, "status", status_now(call, hold));
    member_time(doc, "expires_at", hold->expires_at);
    member_time(doc, "created_at", hold->created_at);
    member_text(doc, "holder", hold->holder);
    member_text(doc, "till", hold->till);
    member_text_or_null(doc, "email", hold->email);
    member_text(doc, "source", source_name(hold->source));
    member_text_or_null(doc, "reason", hold_end_name(hold->end));
    member_time(doc, "ended_at", hold->ended_at);
    member_uuid(doc, "sale", &hold->sale);
    member_int(doc, "version", hold->version);
    member_int(doc, "seconds_left", seconds_left(call, hold));
    json_object_end(doc);
}

static void json_ticket(struct json_out *doc, const struct ticket *ticket)
{
    member_object(doc, NULL);
    member_uuid(doc, "id", &ticket->id);
    member_text(doc, "code", ticket->code);
    member_text(doc, "seat", ticket->label);
    member_text(doc, "status", ticket_status_name(ticket->status));
    member_text(doc, "type", price_type_name(ticket->type));
    member_int(doc, "price", ticket->price);
    member_int(doc, "discount", ticket->discount);
    member_int(doc, "fee", ticket->fee);
    member_int(doc, "tax", ticket->tax);
    member_int(doc, "total", ticket->total);
    member_int(doc, "generation", ticket->generation);
    json_object_end(doc);
}

static void json_payment(struct json_out *doc, const struct payment *payment)
{
    member_object(doc, NULL);
    member_uuid(doc, "id", &payment->id);
    member_text(doc, "tender", tender_name(payment->tender));
    member_int(doc, "amount", payment->amount);
    member_int(doc, "given", payment->given);
    member_text_or_null(doc, "auth", payment->auth);
    member_text_or_null(doc, "voucher", payment->voucher);
    member_text_or_null(doc, "reason", payment->reason);
    member_uuid(doc, "shift", &payment->shift);
    member_time(doc, "at", payment->at);
    json_object_end(doc);
}

static void sale_lists(struct json_out *doc, const struct sale *sale)
{
    member_array(doc, "tickets");
    for (int i = 0; i < sale->ticket_count; i++)
        json_ticket(doc, &sale->tickets[i]);
    json_array_end(doc);
    member_array(doc, "payments");
    for (int i = 0; i < sale->payment_count; i++)
        json_payment(doc, &sale->payments[i]);
    json_array_end(doc);
}

void json_sale(struct call *call, const char *key, const struct sale *sale,
               const struct outcome *out)
{
    struct json_out *doc = call->doc;
    member_object(doc, key);
    member_uuid(doc, "id", &sale->id);
    member_text(doc, "code", sale->code);
    member_text(doc, "show", view_show_id(call, sale->show));
    member_text(doc, "status", sale_status_name(sale->status));
    member_int(doc, "total", sale->total);
    member_int(doc, "paid", sale->paid);
    member_int(doc, "due", sale->total > sale->paid ? sale->total - sale->paid : 0);
    member_text(doc, "currency", sale->currency);
    member_text_or_null(doc, "name", sale->name);
    member_text_or_null(doc, "email", sale->email);
    member_uuid(doc, "hold", &sale->hold);
    member_uuid(doc, "customer", &sale->customer);
    member_uuid(doc, "shift", &sale->shift);
    member_text(doc, "sold_by", sale->sold_by);
    member_text(doc, "till", sale->till);
    member_time(doc, "sold_at", sale->sold_at);
    member_time(doc, "collected_at", sale->collected_at);
    member_int(doc, "version", sale->version);
    if (call->till)
        member_bool(doc, "provisional", till_alone_sale_provisional(call, sale));
    sale_lists(doc, sale);
    if (out) {
        member_int(doc, "change", out->change);
        member_int(doc, "given_back", out->given_back);
    }
    json_object_end(doc);
}

/* Amounts by tender: expected as it stands now while the shift is open. */
static void shift_tenders(struct json_out *doc, const struct shift *shift)
{
    bool closed = shift->closed_at != 0;
    member_array(doc, "tenders");
    for (int i = 0; i < TENDER_COUNT; i++) {
        int64_t expected = closed ? shift->expected[i] : shift_expected(shift, (enum tender)i);
        member_object(doc, NULL);
        member_text(doc, "tender", tender_name((enum tender)i));
        member_int(doc, "taken", shift->taken[i]);
        member_int(doc, "expected", expected);
        if (closed) {
            member_int(doc, "counted", shift->counted[i]);
            member_int(doc, "difference", shift->counted[i] - expected);
        }
        json_object_end(doc);
    }
    json_array_end(doc);
}

void json_shift(struct call *call, const char *key, const struct shift *shift)
{
    struct json_out *doc = call->doc;
    member_object(doc, key);
    member_uuid(doc, "id", &shift->id);
    member_text(doc, "till", shift->till);
    member_text(doc, "staff", shift->staff);
    member_text(doc, "status", shift->closed_at ? "closed" : "open");
    member_time(doc, "opened_at", shift->opened_at);
    member_time(doc, "closed_at", shift->closed_at);
    member_text(doc, "currency", shift->currency);
    member_int(doc, "float", shift->float_amount);
    member_int(doc, "drops", shift->moved[MOVE_DROP]);
    member_int(doc, "paid_in", shift->moved[MOVE_PAID_IN]);
    member_int(doc, "paid_out", shift->moved[MOVE_PAID_OUT]);
    shift_tenders(doc, shift);
    member_text_or_null(doc, "reason", shift->reason);
    member_int(doc, "version", shift->version);
    json_object_end(doc);
}

void json_waiter(struct call *call, const char *key, const struct waiter *waiter)
{
    struct json_out *doc = call->doc;
    member_object(doc, key);
    member_uuid(doc, "id", &waiter->id);
    member_text(doc, "show", view_show_id(call, waiter->show));
    member_text(doc, "status", wait_status_name(waiter->status));
    member_text_or_null(doc, "name", waiter->name);
    member_text_or_null(doc, "email", waiter->email);
    member_text_or_null(doc, "phone", waiter->phone);
    member_int(doc, "party", waiter->party);
    member_text_or_null(doc, "section", waiter->section);
    member_int(doc, "accessible", waiter->accessible);
    member_bool(doc, "aisle", waiter->aisle);
    member_bool(doc, "together", waiter->together);
    member_time(doc, "joined_at", waiter->joined_at);
    member_uuid(doc, "hold", &waiter->hold);
    member_int(doc, "version", waiter->version);
    json_object_end(doc);
}

void json_customer(struct call *call, const char *key, const struct customer *customer)
{
    struct json_out *doc = call->doc;
    member_object(doc, key);
    member_uuid(doc, "id", &customer->id);
    member_text(doc, "name", customer->name);
    member_text_or_null(doc, "email", customer->email);
    member_text_or_null(doc, "phone", customer->phone);
    member_time(doc, "created_at", customer->created_at);
    member_int(doc, "version", customer->version);
    json_object_end(doc);
}

void json_voucher(struct call *call, const char *key, const struct voucher *voucher)
{
    struct json_out *doc = call->doc;
    member_object(doc, key);
    member_text(doc, "code", voucher->code);
    member_text(doc, "kind", voucher_kind_name(voucher->kind));
    member_int(doc, "value", voucher->value);
    member_int(doc, "budget", voucher->budget);
    member_int(doc, "used", voucher->used);
    member_int(doc, "max_uses", voucher->max_uses);
    member_int(doc, "uses", voucher->uses);
    member_int(doc, "max_tickets", voucher->max_tickets);
    member_time(doc, "valid_from", voucher->valid_from);
    member_time(doc, "valid_until", voucher->valid_until);
    member_text_or_null(doc, "show", voucher->show ? view_show_id(call, voucher->show) : NULL);
    member_bool(doc, "disabled", voucher->disabled);
    member_int(doc, "version", voucher->version);
    json_object_end(doc);
}

void json_staff(struct call *call, const char *key, const struct staff *staff)
{
    struct json_out *doc = call->doc;
    member_object(doc, key);
    member_text(doc, "name", staff->name);
    member_text(doc, "role", role_name(staff->role));
    member_bool(doc, "disabled", staff->disabled);
    member_bool(doc, "locked", staff->locked_until > call->now);
    json_object_end(doc);
}

void json_hall(struct call *call, const char *key, const struct hall *hall)
{
    struct json_out *doc = call->doc;
    member_object(doc, key);
    member_text(doc, "id", hall->id);
    member_text(doc, "name", hall->name);
    member_int(doc, "seats", hall->seats);
    member_int(doc, "plan_version", hall->plan_version);
    json_object_end(doc);
}
