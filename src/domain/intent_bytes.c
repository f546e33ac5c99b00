#include "config.h"

#include "src/domain/intent_bytes.h"

#include "src/domain/row/sent.h"
#include "src/domain/row_bytes.h"

enum { INTENT_REVISION = 1 };

static const struct row_field intent_fields[] = {
    SENT_ID(intent, id),
    SENT_WITHIN(intent, here, 0, HERE_STUCK),
    SENT_WITHIN(intent, there, 0, THERE_REFUNDED),
    SENT_WITHIN(intent, wanted, 0, 1),
    SENT_WITHIN(intent, told, 0, 1),
    SENT_WITHIN(intent, show, INT32_MIN, INT32_MAX),
    SENT_ID(intent, ticket),
    SENT_WITHIN(intent, entry, INT32_MIN, INT32_MAX),
    SENT_WITHIN(intent, asked, 0, UINT32_MAX),
    SENT_TEXT(intent, till),
    SENT_TEXT(intent, voucher),
    SENT_TEXT(intent, name),
    SENT_TEXT(intent, email),
    SENT_TEXT(intent, currency),
    SENT_LONG(intent, amount),
    SENT_LONG(intent, made_at),
    SENT_LONG(intent, deadline),
    SENT_TEXT(intent, ref),
    SENT_TEXT(intent, token),
    SENT_LONG(intent, refunded),
    SENT_ID(intent, sale),
    SENT_TEXT(intent, note),
    SENT_WITHIN(intent, version, 0, UINT32_MAX),
};
static const struct row_shape intent_shape = SENT_SHAPE("intent", 0, intent_fields);

static const struct row_field seat_fields[] = {
    SENT_TEXT(intent_seat, label),
    SENT_WITHIN(intent_seat, type, 0, TYPE_COMP),
};
static const struct row_shape seat_shape =
    SENT_SHAPE("seat", sizeof(struct intent_seat), seat_fields);

size_t intent_write(const struct intent *intent, uint8_t *out, size_t room)
{
    struct byte_writer to = {.at = out, .end = out + room};
    put_number(&to, INTENT_REVISION, 1);
    put_row(&to, &intent_shape, intent);
    put_raw(&to, intent->print, sizeof intent->print);
    put_number(&to, (uint64_t)intent->hold_count, 1);
    for (int i = 0; i < intent->hold_count; i++)
        put_id(&to, &intent->hold[i]);
    put_rows(&to, &seat_shape, intent->seats, intent->seat_count);
    return to.bad ? 0 : (size_t)(to.at - out);
}

bool intent_read(const uint8_t *bytes, size_t size, struct arena *arena, struct intent *intent)
{
    struct byte_reader from = {.at = bytes, .end = bytes + size};
    *intent = (struct intent){.next_at = INTENT_NEVER};
    const uint64_t revision = take_number(&from, 1);
    take_row(&from, &intent_shape, intent);
    take_raw(&from, intent->print, sizeof intent->print);
    const uint64_t holds = take_number(&from, 1);
    if (revision != INTENT_REVISION || holds > INTENT_HOLDS)
        return false;
    intent->hold_count = (int)holds;
    for (int i = 0; i < intent->hold_count; i++)
        intent->hold[i] = take_id(&from);
    intent->seats = take_rows(&from, &seat_shape, arena, &intent->seat_count);
    return !from.bad && from.at == from.end;
}
