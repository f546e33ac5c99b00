#include "config.h"

#include "src/domain/intent_bytes.h"

#include "src/domain/row/sent.h"
#include "src/domain/row_bytes.h"

enum { INTENT_REVISION = 1 };

/* As read from the house, and nowhere in its row. */
static const struct row_field beside_fields[] = {SENT_TEXT(intent, till)};
static const struct row_shape beside_shape = SENT_SHAPE("intent", 0, beside_fields);

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
    put_rows(&to, &shape_intent, intent, 1);
    put_row(&to, &beside_shape, intent);
    put_number(&to, (uint64_t)intent->hold_count, 1);
    for (int i = 0; i < intent->hold_count; i++)
        put_id(&to, &intent->hold[i]);
    put_rows(&to, &seat_shape, intent->seats, intent->seat_count);
    return to.bad ? 0 : (size_t)(to.at - out);
}

bool intent_read(const uint8_t *bytes, size_t size, struct arena *arena, struct intent *intent)
{
    struct byte_reader from = {.at = bytes, .end = bytes + size};
    const uint64_t revision = take_number(&from, 1);
    int rows;
    const struct intent *row = take_rows(&from, &shape_intent, arena, &rows);
    *intent = rows == 1 ? *row : (struct intent){0};
    take_row(&from, &beside_shape, intent);
    const uint64_t holds = take_number(&from, 1);
    if (rows != 1 || revision != INTENT_REVISION || holds > INTENT_HOLDS)
        return false;
    intent->hold_count = (int)holds;
    for (int i = 0; i < intent->hold_count; i++)
        intent->hold[i] = take_id(&from);
    intent->seats = take_rows(&from, &seat_shape, arena, &intent->seat_count);
    return !from.bad && from.at == from.end;
}
