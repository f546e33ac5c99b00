#include "config.h"

#include "src/domain/doc.h"

#include "src/base/member.h"

void doc_labels(struct json_out *doc, const char *key, const char *const *labels, int count)
{
    member_array(doc, key);
    for (int i = 0; i < count; i++)
        json_string(doc, labels[i]);
    json_array_end(doc);
}

void doc_counts(struct json_out *doc, const struct show_count *count)
{
    member_int(doc, "available", count->available);
    member_int(doc, "held", count->held);
    member_int(doc, "sold", count->sold);
    member_int(doc, "blocked", count->blocked);
}

void doc_show_open(struct json_out *doc, const char *key, const struct show *show)
{
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
static const char *status_now(const struct hold *hold, int64_t now)
{
    bool over = hold->status == HOLD_ACTIVE && hold->expires_at <= now;
    return hold_status_name(over ? HOLD_EXPIRED : hold->status);
}

static int64_t seconds_left(const struct hold *hold, int64_t now)
{
    int64_t left = hold->expires_at - now;
    return hold_is_open(hold) && left > 0 ? left / 1000 : 0;
}

void doc_hold(struct json_out *doc, const char *key, const struct hold *hold,
              const struct doc_at *at)
{
    member_object(doc, key);
    member_uuid(doc, "id", &hold->id);
    member_text(doc, "show", at->show);
    hold_seats(doc, hold);
    member_text(doc, "status", status_now(hold, at->now));
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
    member_int(doc, "seconds_left", seconds_left(hold, at->now));
    json_object_end(doc);
}

void doc_given_up(struct json_out *doc, const struct hold *holds, int count)
{
    member_array(doc, "given_up");
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_uuid(doc, "id", &holds[i].id);
        member_text(doc, "till", holds[i].till);
        member_array(doc, "seats");
        for (int k = 0; k < holds[i].seat_count; k++)
            if (holds[i].seats[k].live)
                json_string(doc, holds[i].seats[k].label);
        json_array_end(doc);
        json_object_end(doc);
    }
    json_array_end(doc);
}

static void write_ticket(struct json_out *doc, const struct ticket *ticket, const char *const *qr)
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
    if (qr)
        member_text_or_null(doc, "qr", *qr);
    json_object_end(doc);
}

static void write_payment(struct json_out *doc, const struct payment *payment)
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

static void sale_lists(struct json_out *doc, const struct sale *sale, const char *const *qr)
{
    member_array(doc, "tickets");
    for (int i = 0; i < sale->ticket_count; i++)
        write_ticket(doc, &sale->tickets[i], qr ? &qr[i] : NULL);
    json_array_end(doc);
    member_array(doc, "payments");
    for (int i = 0; i < sale->payment_count; i++)
        write_payment(doc, &sale->payments[i]);
    json_array_end(doc);
}

void doc_sale(struct json_out *doc, const char *key, const struct sale *sale,
              const struct doc_at *at, const struct doc_sale_extra *extra)
{
    member_object(doc, key);
    member_uuid(doc, "id", &sale->id);
    member_text(doc, "code", sale->code);
    member_text(doc, "show", at->show);
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
    if (extra->alone) {
        char mark[ENTRY_MARK_TEXT];
        member_bool(doc, "provisional", extra->provisional);
        member_text_or_null(doc, "journal", entry_mark_text(&extra->mark, mark));
    }
    sale_lists(doc, sale, extra->qr);
    if (extra->counted) {
        member_int(doc, "change", extra->change);
        member_int(doc, "given_back", extra->given_back);
    }
    json_object_end(doc);
}

void doc_checkin(struct json_out *doc, const char *key, const struct checked *checked)
{
    const struct checkin *checkin = &checked->checkin;
    member_object(doc, key);
    member_uuid(doc, "id", &checkin->ticket);
    member_text_or_null(doc, "ticket_code", checked->code);
    member_text_or_null(doc, "seat", checked->label);
    member_text(doc, "status", checkin_status_name(checkin->status));
    member_int(doc, "entry", checkin->entry);
    member_int(doc, "weight_g", checkin->weight_g);
    member_int(doc, "limit_g", checked->rule.limit_g);
    member_int(doc, "fee", checkin->fee);
    member_int(doc, "paid", checkin->paid);
    member_text_or_null(doc, "tender", checkin->paid ? tender_name(checkin->tender) : NULL);
    member_text(doc, "currency", checked->currency);
    member_time(doc, "at", checkin->at);
    json_object_end(doc);
}

/* The token is what the payer's page shows the provider; nothing else of theirs is told. */
static void intent_money(struct json_out *doc, const struct intent *intent)
{
    member_text(doc, "payment", intent_there_name(intent->there));
    member_int(doc, "amount", intent->amount);
    member_text(doc, "currency", intent->currency);
    member_int(doc, "refunded", intent->refunded);
    member_text_or_null(doc, "reference", intent->ref);
    member_text_or_null(doc, "token", intent->token);
    member_time(doc, "pay_until", intent->deadline);
    member_text_or_null(doc, "why", intent->note);
}

void doc_checkout(struct json_out *doc, const char *key, const struct intent *intent)
{
    member_object(doc, key);
    member_uuid(doc, "id", &intent->id);
    member_text(doc, "show", intent->show_id);
    member_text(doc, "status", intent_here_name(intent->here));
    intent_money(doc, intent);
    member_uuid(doc, "sale", &intent->sale);
    member_array(doc, "seats");
    for (int i = 0; i < intent->seat_count; i++) {
        member_object(doc, NULL);
        member_text(doc, "id", intent->seats[i].label);
        member_text(doc, "type", price_type_name(intent->seats[i].type));
        json_object_end(doc);
    }
    json_array_end(doc);
    json_object_end(doc);
}

void doc_fee(struct json_out *doc, const char *key, const struct intent *intent)
{
    member_object(doc, key);
    member_uuid(doc, "id", &intent->id);
    member_uuid(doc, "checkin", &intent->ticket);
    member_text(doc, "status", intent->here == HERE_SOLD ? "paid" : intent_here_name(intent->here));
    intent_money(doc, intent);
    json_object_end(doc);
}

void doc_waiter(struct json_out *doc, const char *key, const struct waiter *waiter,
                const struct doc_at *at)
{
    member_object(doc, key);
    member_uuid(doc, "id", &waiter->id);
    member_text(doc, "show", at->show);
    member_text_or_null(doc, "code", waiter->code);
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

int64_t doc_adult_price(const struct show *show, int class_no)
{
    return class_no < show->price_count ? show->prices[class_no].amount[TYPE_ADULT] : -1;
}

static void seat_kind(struct json_out *doc, const struct plan *plan, const struct plan_seat *seat)
{
    member_text(doc, "class", plan->classes[seat->class_no].name);
    member_bool(doc, "accessible", seat->flags & SEAT_WHEELCHAIR);
    member_bool(doc, "companion", seat->flags & SEAT_COMPANION);
    member_bool(doc, "restricted", seat->flags & SEAT_RESTRICTED);
}

static void write_state(struct json_out *doc, const struct seat_state *state, int64_t now,
                        bool for_staff)
{
    static const struct uuid none;
    enum seat_status status =
        seat_hold_over(state, now) ? SEAT_AVAILABLE : (enum seat_status)state->status;
    bool held = status == SEAT_HELD, sold = status == SEAT_SOLD;
    int64_t end = held ? state->held_until : 0;
    member_text(doc, "status", seat_status_name(status));
    member_int(doc, "version", state->version);
    if (for_staff)
        member_uuid(doc, "hold", held ? &state->holder : &none);
    member_time(doc, "held_until", for_staff ? end : doc_public_end(end));
    if (for_staff)
        member_uuid(doc, "sale", sold ? &state->holder : &none);
}

static void write_seat(struct json_out *doc, const struct snapshot *map, int index, int64_t now,
                       bool for_staff)
{
    const struct plan *plan = map->plan;
    const struct plan_seat *seat = &plan->seats[index];
    const struct plan_row *row = &plan->rows[seat->row];
    int64_t price = doc_adult_price(&map->show, seat->class_no);
    char label[SEAT_TEXT];
    json_object_begin(doc);
    member_text(doc, "id", plan_seat_label(plan, index, label));
    member_text(doc, "section", plan->sections[row->section].name);
    member_text(doc, "row", row->label);
    member_text(doc, "number", plan_seat_number(plan, seat));
    write_state(doc, &map->state[index], now, for_staff);
    member_key(doc, "price");
    if (price < 0)
        json_null(doc);
    else
        json_int(doc, price);
    seat_kind(doc, plan, seat);
    json_object_end(doc);
}

void doc_seat(struct json_out *doc, const struct snapshot *map, int index, int64_t now)
{
    write_seat(doc, map, index, now, true);
}

/* ---- for strangers -------------------------------------------------------------------------- */

int64_t doc_public_end(int64_t at)
{
    enum { STEP_MS = 60000 };
    return (at + STEP_MS - 1) / STEP_MS * STEP_MS;
}

void doc_public_seat(struct json_out *doc, const struct snapshot *map, int index, int64_t now)
{
    write_seat(doc, map, index, now, false);
}

const char *doc_seat_event(enum seat_status status)
{
    static const char *const events[] = {[SEAT_AVAILABLE] = "seat_released",
                                         [SEAT_HELD] = "seat_held",
                                         [SEAT_SOLD] = "seat_sold",
                                         [SEAT_BLOCKED] = "seat_blocked"};
    return events[status];
}

const char *doc_holder_kind(enum source source)
{
    static const char *const kinds[] = {[SOURCE_COUNTER] = "clerk",
                                        [SOURCE_WEB] = "customer",
                                        [SOURCE_SCANNER] = "scanner",
                                        [SOURCE_OFFLINE_SYNC] = "clerk",
                                        [SOURCE_WAITLIST] = "customer"};
    return kinds[source];
}

void doc_change(struct json_out *doc, const struct told_change *news)
{
    member_text(doc, "event", news->event);
    member_text_or_null(doc, "reason", news->reason);
    member_text_or_null(doc, "source", news->source);
    member_text_or_null(doc, "holder", news->holder);
    member_time(doc, "until", news->until);
}
