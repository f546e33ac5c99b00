#include "config.h"

#include "src/domain/doc.h"

#include "src/base/member.h"
#include "src/base/text.h"
#include "src/domain/conflict.h"
#include "src/domain/row_json.h"
#include "src/domain/shift.h"

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
    struct row_json told = row_json_begin(doc, key, &shape_show, show);
    row_json_tell(&told, "id title");
    member_text(doc, "hall", show->hall);
    row_json_tell(&told, "starts_at status currency");
    member_int(doc, "hold_ttl", show->hold_ttl_ms / 1000);
    member_int(doc, "extension", show->extend_ms / 1000);
    member_int(doc, "ceiling", show->ceiling_ms / 1000);
    row_json_rest(&told, "version");
    row_json_check(&told);
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
    struct row_json told = row_json_begin(doc, key, &shape_hold, hold);
    row_json_tell(&told, "id");
    member_text(doc, "show", at->show);
    hold_seats(doc, hold);
    member_text(doc, "status", status_now(hold, at->now));
    row_json_tell(&told, "expires_at created_at holder till email source reason");
    row_json_rest(&told, "version");
    member_int(doc, "seconds_left", seconds_left(hold, at->now));
    row_json_end(&told);
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
    struct row_json told = row_json_begin(doc, NULL, &shape_ticket, ticket);
    row_json_tell(&told, "id code");
    member_text(doc, "seat", ticket->label);
    row_json_rest(&told, "generation");
    if (qr)
        member_text_or_null(doc, "qr", *qr);
    row_json_end(&told);
}

static void write_payment(struct json_out *doc, const struct payment *payment)
{
    struct row_json told = row_json_begin(doc, NULL, &shape_payment, payment);
    row_json_rest(&told, "shift at");
    row_json_end(&told);
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
    struct row_json told = row_json_begin(doc, key, &shape_sale, sale);
    row_json_tell(&told, "id code");
    member_text(doc, "show", at->show);
    row_json_tell(&told, "status total paid");
    member_int(doc, "due", sale->total > sale->paid ? sale->total - sale->paid : 0);
    row_json_tell(&told, "currency name email");
    row_json_rest(&told, "version");
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
    row_json_end(&told);
}

void doc_checkin(struct json_out *doc, const char *key, const struct checked *checked)
{
    const struct checkin *checkin = &checked->checkin;
    struct row_json told = row_json_begin(doc, key, &shape_checkin, checkin);
    row_json_tell(&told, "id");
    member_text_or_null(doc, "ticket_code", checked->code);
    member_text_or_null(doc, "seat", checked->label);
    row_json_tell(&told, "status entry weight_g");
    member_int(doc, "limit_g", checked->rule.limit_g);
    row_json_tell(&told, "fee paid");
    member_text_or_null(doc, "tender", checkin->paid ? tender_name(checkin->tender) : NULL);
    member_text(doc, "currency", checked->currency);
    row_json_rest(&told, "at");
    row_json_end(&told);
}

/* The token is what the payer's page shows the provider; nothing else of theirs is told. */
static void intent_money(struct row_json *told)
{
    row_json_leave(told, "checkin sale");
    row_json_tell(told, "payment amount currency refunded reference token pay_until");
    row_json_rest(told, "why");
}

void doc_checkout(struct json_out *doc, const char *key, const struct intent *intent)
{
    struct row_json told = row_json_begin(doc, key, &shape_intent, intent);
    row_json_tell(&told, "id");
    member_text(doc, "show", intent->show_id);
    member_text(doc, "status", intent_here_name(intent->here));
    intent_money(&told);
    row_json_tell(&told, "sale");
    member_array(doc, "seats");
    for (int i = 0; i < intent->seat_count; i++) {
        member_object(doc, NULL);
        member_text(doc, "id", intent->seats[i].label);
        member_text(doc, "type", price_type_name(intent->seats[i].type));
        json_object_end(doc);
    }
    json_array_end(doc);
    row_json_end(&told);
}

void doc_fee(struct json_out *doc, const char *key, const struct intent *intent)
{
    struct row_json told = row_json_begin(doc, key, &shape_intent, intent);
    row_json_tell(&told, "id checkin");
    member_text(doc, "status", intent->here == HERE_SOLD ? "paid" : intent_here_name(intent->here));
    intent_money(&told);
    row_json_end(&told);
}

void doc_waiter(struct json_out *doc, const char *key, const struct waiter *waiter,
                const struct doc_at *at)
{
    struct row_json told = row_json_begin(doc, key, &shape_waiter, waiter);
    row_json_tell(&told, "id");
    member_text(doc, "show", at->show);
    row_json_tell(&told, "code");
    row_json_rest(&told, "version");
    row_json_end(&told);
}

void doc_customer(struct json_out *doc, const char *key, const struct customer *customer)
{
    struct row_json told = row_json_begin(doc, key, &shape_customer, customer);
    row_json_rest(&told, "version");
    row_json_end(&told);
}

void doc_voucher(struct json_out *doc, const char *key, const struct voucher *voucher,
                 const struct doc_at *at)
{
    struct row_json told = row_json_begin(doc, key, &shape_voucher, voucher);
    row_json_tell(&told, "code kind value budget used lent lent_uses max_uses uses max_tickets");
    row_json_tell(&told, "valid_from valid_until");
    member_text_or_null(doc, "show", at->show);
    row_json_rest(&told, "version");
    row_json_end(&told);
}

void doc_staff(struct json_out *doc, const char *key, const struct staff *staff,
               const struct doc_at *at)
{
    struct row_json told = row_json_begin(doc, key, &shape_staff, staff);
    row_json_rest(&told, "disabled");
    member_bool(doc, "locked", staff->locked_until > at->now);
    row_json_end(&told);
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

void doc_shift(struct json_out *doc, const char *key, const struct shift *shift)
{
    struct row_json told = row_json_begin(doc, key, &shape_shift, shift);
    row_json_tell(&told, "id till staff");
    member_text(doc, "status", shift->closed_at ? "closed" : "open");
    row_json_tell(&told, "opened_at closed_at currency float");
    member_int(doc, "drops", shift->moved[MOVE_DROP]);
    member_int(doc, "paid_in", shift->moved[MOVE_PAID_IN]);
    member_int(doc, "paid_out", shift->moved[MOVE_PAID_OUT]);
    shift_tenders(doc, shift);
    row_json_rest(&told, "reason version");
    row_json_end(&told);
}

static void conflict_seats(struct json_out *doc, const char *key, const struct conflict_seat *seats,
                           int count)
{
    member_array(doc, key);
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_text(doc, "id", seats[i].label);
        member_text(doc, "status", seat_status_name((enum seat_status)seats[i].status));
        member_text_or_null(doc, "owner", seats[i].owner);
        member_text_or_null(doc, "till", seats[i].till);
        member_text_or_null(doc, "sale", seats[i].code);
        member_text_or_null(doc, "approver", seats[i].approver);
        member_text_or_null(doc, "approval", approval_name(seats[i].approval));
        json_object_end(doc);
    }
    json_array_end(doc);
}

void doc_conflict(struct json_out *doc, const char *key, const struct conflict *conflict)
{
    struct row_json told = row_json_begin(doc, key, &shape_conflict, conflict);
    row_json_tell(&told, "id");
    member_text(doc, "kind", conflict_word(conflict->heading));
    member_text(doc, "reason", conflict_reason(conflict->heading, conflict->reason));
    row_json_tell(&told, "till actor approver approval made_at deadline");
    member_text_or_null(doc, "show", conflict->show_id);
    member_text_or_null(doc, "sale", conflict->code);
    member_text_or_null(doc, "name", conflict->name);
    member_text_or_null(doc, "email", conflict->email);
    member_int(doc, "paid", conflict->paid);
    row_json_tell(&told, "amount about");
    conflict_seats(doc, "seats", conflict->seats, conflict->seat_count);
    conflict_seats(doc, "offer", conflict->offer, conflict->offer_count);
    row_json_rest(&told, "outcome decided_by decided_at");
    row_json_end(&told);
}

void doc_event(struct json_out *doc, const char *key, const struct event *event,
               const struct doc_at *at)
{
    bool seat = event->seat >= 0;
    struct row_json told = row_json_begin(doc, key, &shape_event, event);
    member_int(doc, "id", event->id);
    row_json_tell(&told, "at act actor role till approver approval");
    member_text_or_null(doc, "show", at->show);
    member_text_or_null(doc, "seat", seat ? event->label : NULL);
    member_text(doc, "from", seat ? seat_status_name((enum seat_status)event->from) : NULL);
    member_text(doc, "to", seat ? seat_status_name((enum seat_status)event->to) : NULL);
    row_json_tell(&told, "version subject");
    member_int(doc, "held_seconds", event->held_ms / 1000);
    row_json_rest(&told, "");
    row_json_end(&told);
}

void doc_ticket_key(struct json_out *doc, const char *key, const struct ticket_key *signs,
                    const struct doc_at *at)
{
    char hex[2 * sizeof signs->public + 1];
    struct row_json told = row_json_begin(doc, key, &shape_ticket_key, signs);
    row_json_tell(&told, "id");
    member_text(doc, "kind", signs->kind == KEY_PRETIX ? "pretix" : "house");
    member_text(doc, "public", text_hex(hex, signs->public, sizeof signs->public));
    row_json_tell(&told, "till");
    member_text_or_null(doc, "show", at->show);
    row_json_rest(&told, "");
    row_json_end(&told);
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
    _Static_assert(COUNT_OF(events) == SEAT_STATUS_COUNT, "every state of a seat has its event");
    return events[status];
}

const char *doc_holder_kind(enum source source)
{
    static const char *const kinds[] = {[SOURCE_COUNTER] = "clerk",
                                        [SOURCE_WEB] = "customer",
                                        [SOURCE_SCANNER] = "scanner",
                                        [SOURCE_OFFLINE_SYNC] = "clerk",
                                        [SOURCE_WAITLIST] = "customer"};
    _Static_assert(COUNT_OF(kinds) == SOURCE_COUNT,
                   "every source of a hold has its kind of holder");
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
