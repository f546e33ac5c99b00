/*
 * The tables say which fields travel. What reads fill in for showing (labels, sums, lists that
 * hang off a row) is left out: the house has it.
 */
#include "config.h"

#include "src/domain/act_bytes.h"

#include "src/domain/checkin.h"
#include "src/domain/door.h"
#include "src/domain/row_bytes.h"

#define SIZE_OF(type, field) ((uint16_t)sizeof(((struct type *)0)->field))
#define AT(type, field)      (uint16_t) offsetof(struct type, field), SIZE_OF(type, field)
#define TEXT(type, field)                 \
    {                                     \
        AT(type, field), FIELD_TEXT, 0, 0 \
    }
#define ID(type, field)                 \
    {                                   \
        AT(type, field), FIELD_ID, 0, 0 \
    }
#define WITHIN(type, field, lo, hi)           \
    {                                         \
        AT(type, field), FIELD_NUMBER, lo, hi \
    }
#define CHOICE(type, field, last) WITHIN(type, field, 0, last)
#define FLAG(type, field)         WITHIN(type, field, 0, 1)
#define BYTE(type, field)         WITHIN(type, field, 0, UINT8_MAX)
#define INT(type, field)          WITHIN(type, field, INT32_MIN, INT32_MAX)
#define SEEN(type)                WITHIN(type, version, 0, UINT32_MAX)
#define LONG(type, field)         WITHIN(type, field, INT64_MIN, INT64_MAX)
#define SHAPE(name)                                                               \
    static const struct shape name##_shape = {sizeof(struct name), name##_fields, \
                                              COUNT_OF(name##_fields)}

static const struct field hold_fields[] = {
    ID(hold, id),
    INT(hold, show),
    CHOICE(hold, status, HOLD_CANCELLED),
    CHOICE(hold, end, END_SYNC_CONFLICT),
    CHOICE(hold, source, SOURCE_WAITLIST),
    TEXT(hold, holder),
    TEXT(hold, till),
    TEXT(hold, email),
    LONG(hold, created_at),
    LONG(hold, expires_at),
    LONG(hold, ceiling_at),
    LONG(hold, ended_at),
    LONG(hold, paying_until),
    ID(hold, sale),
    SEEN(hold),
};
SHAPE(hold);

static const struct field sale_fields[] = {
    ID(sale, id),        TEXT(sale, code),
    INT(sale, show),     CHOICE(sale, status, SALE_REFUNDED),
    ID(sale, hold),      ID(sale, customer),
    ID(sale, shift),     TEXT(sale, name),
    TEXT(sale, email),   TEXT(sale, currency),
    LONG(sale, total),   LONG(sale, paid),
    TEXT(sale, sold_by), TEXT(sale, till),
    LONG(sale, sold_at), LONG(sale, collected_at),
    SEEN(sale),
};
SHAPE(sale);

static const struct field ticket_fields[] = {
    ID(ticket, id),
    ID(ticket, sale),
    TEXT(ticket, code),
    INT(ticket, show),
    INT(ticket, seat),
    CHOICE(ticket, status, TICKET_REPRINTED),
    CHOICE(ticket, type, TYPE_COMP),
    INT(ticket, class_no),
    INT(ticket, generation),
    LONG(ticket, price),
    LONG(ticket, discount),
    LONG(ticket, fee),
    LONG(ticket, tax),
    LONG(ticket, total),
    LONG(ticket, sold_at),
    TEXT(ticket, sold_by),
    TEXT(ticket, till),
    LONG(ticket, ended_at),
    TEXT(ticket, ended_by),
    TEXT(ticket, ended_till),
    LONG(ticket, kept),
    CHOICE(ticket, late, TICKET_LATE_MASK),
    SEEN(ticket),
};
SHAPE(ticket);

static const struct field payment_fields[] = {
    ID(payment, id),       ID(payment, sale),
    ID(payment, shift),    CHOICE(payment, tender, TENDER_VOUCHER),
    LONG(payment, amount), LONG(payment, given),
    TEXT(payment, auth),   TEXT(payment, voucher),
    TEXT(payment, reason), LONG(payment, at),
};
SHAPE(payment);

static const struct field shift_fields[] = {
    ID(shift, id),
    TEXT(shift, till),
    TEXT(shift, staff),
    LONG(shift, opened_at),
    LONG(shift, closed_at),
    LONG(shift, float_amount),
    TEXT(shift, currency),
    LONG(shift, expected[TENDER_CASH]),
    LONG(shift, expected[TENDER_CARD]),
    LONG(shift, expected[TENDER_VOUCHER]),
    LONG(shift, counted[TENDER_CASH]),
    LONG(shift, counted[TENDER_CARD]),
    LONG(shift, counted[TENDER_VOUCHER]),
    TEXT(shift, reason),
    SEEN(shift),
};
SHAPE(shift);

static const struct field shift_move_fields[] = {
    ID(shift_move, id),       ID(shift_move, shift),    CHOICE(shift_move, kind, MOVE_PAID_OUT),
    LONG(shift_move, amount), TEXT(shift_move, reason), LONG(shift_move, at),
};
SHAPE(shift_move);

static const struct field customer_fields[] = {
    ID(customer, id),      TEXT(customer, name),       TEXT(customer, email),
    TEXT(customer, phone), LONG(customer, created_at), SEEN(customer),
};
SHAPE(customer);

static const struct field waiter_fields[] = {
    ID(waiter, id),          INT(waiter, show),     CHOICE(waiter, status, WAIT_LEFT),
    TEXT(waiter, name),      TEXT(waiter, email),   TEXT(waiter, phone),
    INT(waiter, party),      INT(waiter, class_no), TEXT(waiter, section),
    INT(waiter, accessible), FLAG(waiter, aisle),   FLAG(waiter, together),
    LONG(waiter, joined_at), ID(waiter, hold),      TEXT(waiter, code),
    TEXT(waiter, till),      SEEN(waiter),
};
SHAPE(waiter);

static const struct field voucher_fields[] = {
    TEXT(voucher, code),
    CHOICE(voucher, kind, VOUCHER_GIFT),
    LONG(voucher, value),
    LONG(voucher, budget),
    LONG(voucher, used),
    INT(voucher, max_uses),
    INT(voucher, uses),
    INT(voucher, max_tickets),
    LONG(voucher, valid_from),
    LONG(voucher, valid_until),
    INT(voucher, show),
    FLAG(voucher, disabled),
    SEEN(voucher),
};
SHAPE(voucher);

static const struct field admission_fields[] = {
    ID(admission, ticket),   INT(admission, show),      FLAG(admission, inside),
    INT(admission, entries), LONG(admission, first_at), LONG(admission, last_at),
    BYTE(admission, gate),   TEXT(admission, till),     FLAG(admission, blocked),
    SEEN(admission),
};
SHAPE(admission);

static const struct field scan_fields[] = {
    ID(scan, id),
    LONG(scan, at),
    INT(scan, show),
    BYTE(scan, gate),
    CHOICE(scan, code, DOOR_CODE_COUNT - 1),
    CHOICE(scan, overridden, DOOR_CODE_COUNT - 1),
    FLAG(scan, leaving),
    ID(scan, ticket),
    TEXT(scan, label),
    TEXT(scan, till),
    TEXT(scan, actor),
    TEXT(scan, approver),
    TEXT(scan, reason),
};
SHAPE(scan);

static const struct field checkin_fields[] = {
    ID(checkin, ticket),
    WITHIN(checkin, entry, 1, INT32_MAX),
    INT(checkin, show),
    CHOICE(checkin, status, CHECKIN_STATUS_COUNT - 1),
    WITHIN(checkin, weight_g, 0, BAG_MOST_G),
    LONG(checkin, fee),
    LONG(checkin, at),
    TEXT(checkin, till),
    TEXT(checkin, seen_till),
    CHOICE(checkin, tender, TENDER_VOUCHER),
    LONG(checkin, paid),
    LONG(checkin, given),
    TEXT(checkin, auth),
    TEXT(checkin, voucher),
    ID(checkin, shift),
    SEEN(checkin),
};
SHAPE(checkin);

static const struct field change_note_fields[] = {
    CHOICE(change_note, act, ACT_COUNT - 1),
    INT(change_note, show),
    ID(change_note, subject),
    TEXT(change_note, note),
};
SHAPE(change_note);

static const struct field changeset_fields[] = {
    CHOICE(changeset, act, ACT_COUNT - 1),
    LONG(changeset, now),
    TEXT(changeset, actor.name),
    TEXT(changeset, actor.till),
    CHOICE(changeset, actor.role, ROLE_COUNT - 1),
    TEXT(changeset, approver),
    TEXT(changeset, reason),
    TEXT(changeset, note),
};

static const struct field origin_fields[] = {
    TEXT(changeset, actor.origin.address),
    TEXT(changeset, actor.origin.client),
};

/* The lists in their order, each with its shape. */
#define EACH_LIST(DO)         \
    DO(holds, hold)           \
    DO(sales, sale)           \
    DO(tickets, ticket)       \
    DO(payments, payment)     \
    DO(shifts, shift)         \
    DO(moves, shift_move)     \
    DO(customers, customer)   \
    DO(waiters, waiter)       \
    DO(vouchers, voucher)     \
    DO(admissions, admission) \
    DO(scans, scan)           \
    DO(notes, change_note)

#define PUT_LIST(list, row) put_rows(&to, &row##_shape, cs->list.at, cs->list.count);
#define TAKE_LIST(list, row)                                                  \
    cs->list.at = take_rows(&from, &row##_shape, cs->arena, &cs->list.count); \
    cs->list.room = cs->list.count;

static bool has_form(const struct changeset *cs)
{
    return !cs->staff.count && !cs->shows.count && !cs->halls.count && !cs->keys.count &&
           !cs->bag_rules.count;
}

/* The head is a row as the others are, but in the middle of a larger struct. */
static const struct shape head_shape = {0, changeset_fields, COUNT_OF(changeset_fields)};
static const struct shape origin_shape = {0, origin_fields, COUNT_OF(origin_fields)};

static bool has_origin(const struct changeset *cs)
{
    return *cs->actor.origin.address || *cs->actor.origin.client;
}

static int revision_of(const struct changeset *cs)
{
    return (has_origin(cs) ? ACT_REVISION_WEB : ACT_REVISION) + (cs->checkins.count > 0);
}

size_t act_write(const struct changeset *cs, uint8_t *out, size_t room)
{
    struct byte_writer to = {.at = out, .end = out + room, .bad = !has_form(cs)};
    put_number(&to, (uint64_t)revision_of(cs), 1);
    put_row(&to, &head_shape, cs);
    put_string(&to, cs->answer ? cs->answer : "");
    EACH_LIST(PUT_LIST)
    if (cs->checkins.count)
        PUT_LIST(checkins, checkin)
    if (has_origin(cs))
        put_row(&to, &origin_shape, cs);
    return to.bad ? 0 : (size_t)(to.at - out);
}

bool act_read(const uint8_t *bytes, size_t size, struct changeset *cs)
{
    struct byte_reader from = {.at = bytes, .end = bytes + size};
    const uint64_t revision = take_number(&from, 1);
    if (revision < ACT_REVISION || revision > ACT_REVISION_WEB_BAG)
        return false;
    take_row(&from, &head_shape, cs);
    cs->answer = take_string(&from, cs->arena);
    EACH_LIST(TAKE_LIST)
    if (revision == ACT_REVISION_BAG || revision == ACT_REVISION_WEB_BAG) {
        TAKE_LIST(checkins, checkin)
        from.bad = from.bad || !cs->checkins.count; /* an act has one form */
    }
    if (revision >= ACT_REVISION_WEB) {
        take_row(&from, &origin_shape, cs);
        from.bad = from.bad || !has_origin(cs);
    }
    return !from.bad && from.at == from.end;
}
