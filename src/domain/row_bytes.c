#include "config.h"

#include "src/domain/row_bytes.h"

#include "src/base/text.h"

/* ---- numbers -------------------------------------------------------------------------------- */

void put_signed(struct byte_writer *to, int64_t number)
{
    uint64_t left = (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0);
    for (; left >= 0x80; left >>= 7)
        put_number(to, (left & 0x7f) | 0x80, 1);
    put_number(to, left, 1);
}

int64_t take_signed(struct byte_reader *from)
{
    uint64_t number = 0, part;
    int shift = 0;
    if (!from->bad && from->at < from->end && *from->at < 0x80) { /* most are small */
        part = *from->at++;
        return (int64_t)(part >> 1 ^ -(part & 1));
    }
    do {
        part = take_number(from, 1);
        if (shift == 63 && part > 1)
            from->bad = true; /* more than 64 bits */
        number |= (part & 0x7f) << shift;
        shift += 7;
    } while (part >= 0x80 && shift < 64 && !from->bad);
    if (part >= 0x80 || (shift > 7 && part == 0))
        from->bad = true; /* a number has one form */
    return (int64_t)(number >> 1 ^ -(number & 1));
}

/* ---- texts ---------------------------------------------------------------------------------- */

void put_string(struct byte_writer *to, const char *text)
{
    size_t length = strlen(text);
    put_signed(to, (int64_t)length);
    put_raw(to, text, length);
}

/* Shorter than room; borrowed, and not ended. */
static const char *take_string_here(struct byte_reader *from, size_t room, size_t *length)
{
    int64_t wanted = take_signed(from);
    if (wanted < 0 || (uint64_t)wanted >= room)
        from->bad = true;
    *length = from->bad ? 0 : (size_t)wanted;
    const char *text = (const char *)take_view(from, *length);
    if (!from->bad && (memchr(text, '\0', *length) || !text_valid(text, *length)))
        from->bad = true;
    return from->bad ? "" : text;
}

static void take_string_into(struct byte_reader *from, char *out, size_t size)
{
    size_t length;
    const char *text = take_string_here(from, size, &length);
    if (!from->bad)
        memcpy(out, text, length);
}

const char *take_string(struct byte_reader *from, struct arena *arena)
{
    size_t length;
    const char *text = take_string_here(from, (size_t)(from->end - from->at), &length);
    return from->bad ? "" : arena_strndup(arena, text, length);
}

/* ---- rows ----------------------------------------------------------------------------------- */

void put_row(struct byte_writer *to, const struct row_shape *shape, const void *row)
{
    for (int i = 0; i < shape->count; i++) {
        const struct row_field *field = &shape->fields[i];
        if (field->kind == FIELD_TEXT)
            put_string(to, field_of(field, row));
        else if (field->kind == FIELD_ID || field->kind == FIELD_BYTES)
            put_raw(to, field_of(field, row), field->size);
        else
            put_signed(to, field_number(field, row));
    }
}

static void take_field(struct byte_reader *from, const struct row_field *field, void *row)
{
    if (field->kind == FIELD_TEXT) {
        take_string_into(from, field_in(field, row), field->size);
    } else if (field->kind == FIELD_ID || field->kind == FIELD_BYTES) {
        take_raw(from, field_in(field, row), field->size);
    } else {
        int64_t number = take_signed(from);
        if (number < field->low || number > field->high)
            from->bad = true;
        if (!from->bad)
            field_set_number(field, number, row);
    }
}

/* The first fields of a row that is all nought; the others stay so, if they may. */
static void take_fields(struct byte_reader *from, const struct row_shape *shape, int count,
                        void *row)
{
    for (int i = 0; i < count; i++)
        take_field(from, &shape->fields[i], row);
    for (int i = count; i < shape->count; i++)
        if (!field_has_length(&shape->fields[i]) && !field_takes_number(&shape->fields[i], 0))
            from->bad = true;
}

void take_row(struct byte_reader *from, const struct row_shape *shape, void *row)
{
    memset(row, 0, shape->size);
    take_fields(from, shape, shape->count, row);
}

void put_rows(struct byte_writer *to, const struct row_shape *shape, const void *rows, int count)
{
    put_signed(to, shape->count);
    put_signed(to, count);
    for (int i = 0; i < count; i++)
        put_row(to, shape, (const uint8_t *)rows + (size_t)i * shape->size);
}

/* Between the two; least if it is bad. */
static int take_count(struct byte_reader *from, int64_t least, int64_t most)
{
    const int64_t count = take_signed(from);
    if (count < least || count > most)
        from->bad = true;
    return (int)(from->bad ? least : count);
}

/* Each field takes a byte at least, so bytes that are there bound the memory that is taken. */
void *take_rows(struct byte_reader *from, const struct row_shape *shape, struct arena *arena,
                int *count)
{
    const int fields = take_count(from, 1, shape->count);
    *count = take_count(from, 0, (from->end - from->at) / fields);
    if (!*count)
        return NULL;
    uint8_t *rows = arena_array(arena, (size_t)*count, shape->size);
    for (int i = 0; i < *count; i++)
        take_fields(from, shape, fields, rows + (size_t)i * shape->size);
    return rows;
}
