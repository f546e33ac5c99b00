#include "config.h"

#include "src/domain/intent_bytes.h"

#include <stddef.h>

#include "src/domain/row_bytes.h"

enum { INTENT_REVISION = 1 };

#define AT(type, field) \
    (uint16_t) offsetof(struct type, field), (uint16_t)sizeof(((struct type *)0)->field)
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
#define LONG(type, field) WITHIN(type, field, INT64_MIN, INT64_MAX)

static const struct field intent_fields[] = {
    ID(intent, id),
    WITHIN(intent, here, 0, HERE_STUCK),
    WITHIN(intent, there, 0, THERE_REFUNDED),
    WITHIN(intent, wanted, 0, 1),
    WITHIN(intent, told, 0, 1),
    WITHIN(intent, show, INT32_MIN, INT32_MAX),
    ID(intent, ticket),
    WITHIN(intent, entry, INT32_MIN, INT32_MAX),
    WITHIN(intent, asked, 0, UINT32_MAX),
    TEXT(intent, till),
    TEXT(intent, voucher),
    TEXT(intent, name),
    TEXT(intent, email),
    TEXT(intent, currency),
    LONG(intent, amount),
    LONG(intent, made_at),
    LONG(intent, deadline),
    TEXT(intent, ref),
    TEXT(intent, token),
    LONG(intent, refunded),
    ID(intent, sale),
    TEXT(intent, note),
    WITHIN(intent, version, 0, UINT32_MAX),
};
static const struct shape intent_shape = {0, intent_fields, COUNT_OF(intent_fields)};

static const struct field seat_fields[] = {
    TEXT(intent_seat, label),
    WITHIN(intent_seat, type, 0, TYPE_COMP),
};
static const struct shape seat_shape = {sizeof(struct intent_seat), seat_fields,
                                        COUNT_OF(seat_fields)};

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
