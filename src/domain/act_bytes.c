/*
 * Rows travel with every field that src/domain/row describes. What reads fill in for showing
 * (labels, sums, lists that hang off a row) is left out: the house has it.
 */
#include "config.h"

#include "src/domain/act_bytes.h"

#include "src/domain/checkin.h"
#include "src/domain/door.h"
#include "src/domain/row/sent.h"
#include "src/domain/row_bytes.h"

/* ---- what is no row of the house ------------------------------------------------------------- */

static const struct row_field change_note_fields[] = {
    SENT_CHOICE(change_note, act, ACT_COUNT - 1),
    SENT_INT(change_note, show),
    SENT_ID(change_note, subject),
    SENT_TEXT(change_note, note),
};
static const struct row_shape shape_change_note =
    SENT_SHAPE("note", sizeof(struct change_note), change_note_fields);

static const struct row_field changeset_fields[] = {
    SENT_CHOICE(changeset, act, ACT_COUNT - 1),
    SENT_LONG(changeset, now),
    SENT_TEXT(changeset, actor.name),
    SENT_TEXT(changeset, actor.till),
    SENT_CHOICE(changeset, actor.role, ROLE_COUNT - 1),
    SENT_TEXT(changeset, approver),
    SENT_TEXT(changeset, reason),
    SENT_TEXT(changeset, note),
};

static const struct row_field origin_fields[] = {
    SENT_TEXT(changeset, actor.origin.address),
    SENT_TEXT(changeset, actor.origin.client),
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

#define PUT_LIST(list, row) put_rows(&to, &shape_##row, cs->list.at, cs->list.count);
#define TAKE_LIST(list, row)                                                  \
    cs->list.at = take_rows(&from, &shape_##row, cs->arena, &cs->list.count); \
    cs->list.room = cs->list.count;

static bool has_form(const struct changeset *cs)
{
    return !cs->staff.count && !cs->shows.count && !cs->halls.count && !cs->keys.count &&
           !cs->bag_rules.count;
}

/* The head is a row as the others are, but in the middle of a larger struct. */
static const struct row_shape head_shape = SENT_SHAPE("head", 0, changeset_fields);
static const struct row_shape origin_shape = SENT_SHAPE("origin", 0, origin_fields);

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
