/* Things as JSON. Money is minor units, times are ISO 8601 UTC, what is not there is null. */
#include "config.h"

#include "src/cmd/view.h"

#include "src/cmd/till_alone.h"
#include "src/domain/doc.h"
#include "src/domain/shift.h"

static void json_counts(struct json_out *doc, const struct show_count *count)
{
    doc_counts(doc, count);
    member_int(doc, "revenue", count->revenue);
}

void json_show(struct call *call, const char *key, const struct show *show,
               const struct show_count *count)
{
    doc_show_open(call->doc, key, show);
    if (count)
        json_counts(call->doc, count);
    json_object_end(call->doc);
}

void json_hold(struct call *call, const char *key, const struct hold *hold)
{
    const struct doc_at at = {view_show_id(call, hold->show), call->now};
    doc_hold(call->doc, key, hold, &at);
}

void json_sale(struct call *call, const char *key, const struct sale *sale,
               const struct outcome *out)
{
    const struct doc_at at = {view_show_id(call, sale->show), call->now};
    const struct doc_sale_extra extra = {.alone = call->till != NULL,
                                         .provisional = till_alone_sale_provisional(call, sale),
                                         .mark = till_alone_mark(call, sale),
                                         .counted = out != NULL,
                                         .change = out ? out->change : 0,
                                         .given_back = out ? out->given_back : 0};
    doc_sale(call->doc, key, sale, &at, &extra);
}

/* Amounts by tender: expected as it stands now until the money is counted. */
static void shift_tenders(struct json_out *doc, const struct shift *shift)
{
    bool counted = shift_is_counted(shift);
    member_array(doc, "tenders");
    for (int i = 0; i < TENDER_COUNT; i++) {
        int64_t expected = counted ? shift->expected[i] : shift_expected(shift, (enum tender)i);
        member_object(doc, NULL);
        member_text(doc, "tender", tender_name((enum tender)i));
        member_int(doc, "taken", shift->taken[i]);
        member_int(doc, "expected", expected);
        if (counted) {
            member_int(doc, "counted", shift->counted[i]);
            member_int(doc, "difference", shift->counted[i] - expected);
        } else if (shift->closed_at) {
            json_key(doc, "counted");
            json_null(doc);
            json_key(doc, "difference");
            json_null(doc);
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
    const struct doc_at at = {view_show_id(call, waiter->show), call->now};
    doc_waiter(call->doc, key, waiter, &at);
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
    member_int(doc, "lent", voucher->lent);
    member_int(doc, "lent_uses", voucher->lent_uses);
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
