#include "config.h"

#include "src/adapter/pg_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

enum { ROOM_AT_FIRST = 512 };

struct rows rows_start(struct arena *arena)
{
    return (struct rows){.arena = arena};
}

static void make_room(struct rows *rows, size_t more)
{
    size_t room = rows->room ? rows->room : ROOM_AT_FIRST;
    while (rows->used + more + 1 > room)
        room *= 2;
    if (room == rows->room)
        return;
    rows->text = arena_grow(rows->arena, rows->text, rows->used, room, 1);
    rows->room = room;
}

static void add(struct rows *rows, const char *text, size_t size)
{
    make_room(rows, size);
    memcpy(rows->text + rows->used, text, size);
    rows->used += size;
    rows->text[rows->used] = '\0';
}

#define ADD(rows, literal) add((rows), (literal), sizeof(literal) - 1)

static void next_field(struct rows *rows)
{
    if (rows->fields++)
        ADD(rows, ",");
}

void rows_array(struct rows *rows)
{
    ADD(rows, "{");
}

void row_open(struct rows *rows)
{
    if (rows->used)
        ADD(rows, ",\"(");
    else
        ADD(rows, "{\"(");
    rows->fields = 0;
}

void row_close(struct rows *rows)
{
    ADD(rows, ")\"");
}

const char *rows_end(struct rows *rows)
{
    if (!rows->used)
        return NULL;
    ADD(rows, "}");
    return rows->text;
}

void row_int(struct rows *rows, int64_t value)
{
    char text[24];
    next_field(rows);
    add(rows, text, (size_t)snprintf(text, sizeof text, "%" PRId64, value));
}

void row_bool(struct rows *rows, bool value)
{
    next_field(rows);
    add(rows, value ? "t" : "f", 1);
}

void row_null(struct rows *rows)
{
    next_field(rows);
}

void row_word(struct rows *rows, const char *word)
{
    next_field(rows);
    add(rows, word, strlen(word));
}

void row_uuid(struct rows *rows, const struct uuid *id)
{
    char text[UUID_TEXT];
    next_field(rows);
    if (!uuid_is_zero(id))
        add(rows, uuid_text(id, text), UUID_TEXT - 1);
}

/* Quoted twice: as a field of a row, and that as an element of an array. */
void row_text(struct rows *rows, const char *text)
{
    next_field(rows);
    ADD(rows, "\\\"");
    while (*text) {
        size_t plain = strcspn(text, "\"\\");
        add(rows, text, plain);
        text += plain;
        if (*text == '"')
            ADD(rows, "\\\\\\\"");
        else if (*text == '\\')
            ADD(rows, "\\\\\\\\");
        text += *text ? 1 : 0;
    }
    ADD(rows, "\\\"");
}

void row_bytes(struct rows *rows, const uint8_t *bytes, size_t size)
{
    char *text = arena_alloc(rows->arena, 2 * size + 3);
    text[0] = '\\';
    text[1] = 'x';
    text_hex(text + 2, bytes, size);
    row_text(rows, text);
}

static void row_field(struct rows *rows, const struct row_field *field, const void *row)
{
    const void *at = field_of(field, row);
    if (field->kind == FIELD_TEXT)
        row_text(rows, at);
    else if (field->kind == FIELD_ID)
        row_uuid(rows, at);
    else if (field->kind == FIELD_BYTES)
        row_bytes(rows, at, field->size);
    else if (field->kind == FIELD_FLAG)
        row_bool(rows, field_number(field, row));
    else if (field->kind == FIELD_OPTIONAL && !field_number(field, row))
        row_null(rows);
    else
        row_int(rows, field_number(field, row));
}

void row_fields(struct rows *rows, const struct row_shape *shape, const void *row)
{
    for (int i = 0; i < shape->count; i++)
        if (shape->fields[i].column)
            row_field(rows, &shape->fields[i], row);
}

const char *rows_of_one(struct arena *arena, const struct row_shape *shape, const void *row)
{
    struct rows rows = rows_start(arena);
    row_open(&rows);
    row_fields(&rows, shape, row);
    row_close(&rows);
    return rows_end(&rows);
}

const char *rows_of_numbers(struct arena *arena, const int32_t *numbers, int count)
{
    struct rows rows = rows_start(arena);
    ADD(&rows, "{");
    for (int i = 0; i < count; i++)
        row_int(&rows, numbers[i]);
    ADD(&rows, "}");
    return rows.text;
}

const char *rows_of_versions(struct arena *arena, const uint32_t *versions, int count)
{
    struct rows rows = rows_start(arena);
    ADD(&rows, "{");
    for (int i = 0; i < count; i++)
        row_int(&rows, versions[i]);
    ADD(&rows, "}");
    return rows.text;
}

const char *rows_of_ids(struct arena *arena, const struct uuid *ids, int count)
{
    struct rows rows = rows_start(arena);
    rows_array(&rows);
    for (int i = 0; i < count; i++)
        row_uuid(&rows, &ids[i]);
    return rows_end(&rows);
}

const char *rows_of_texts(struct arena *arena, const char *const *texts, int count)
{
    struct rows rows = rows_start(arena);
    ADD(&rows, "{");
    for (int i = 0; i < count; i++) {
        next_field(&rows);
        ADD(&rows, "\"");
        for (const char *c = texts[i]; *c; c++) {
            if (*c == '"' || *c == '\\')
                ADD(&rows, "\\");
            add(&rows, c, 1);
        }
        ADD(&rows, "\"");
    }
    ADD(&rows, "}");
    return rows.text;
}
