#include "config.h"

#include "src/domain/row_json.h"

#include <assert.h>
#include <string.h>

#include "src/base/member.h"

enum { NAME_ROOM = 32 };

struct row_json row_json_begin(struct json_out *doc, const char *key, const struct row_shape *shape,
                               const void *row)
{
    assert(shape->count <= 64);
    member_object(doc, key);
    return (struct row_json){.doc = doc, .shape = shape, .row = row};
}

static void tell_text(struct row_json *told, const struct row_field *field, const char *text)
{
    const char *name = field_member(field);
    if (field->may_be_null)
        member_text_or_null(told->doc, name, text);
    else
        member_text(told->doc, name, text);
}

static void tell_number(struct row_json *told, const struct row_field *field, int64_t number)
{
    if (field->word)
        tell_text(told, field, field->word((unsigned)number));
    else if (field->is_time)
        member_time(told->doc, field_member(field), number);
    else
        member_int(told->doc, field_member(field), number);
}

static void tell_field(struct row_json *told, int i)
{
    const struct row_field *field = &told->shape->fields[i];
    const void *at = field_of(field, told->row);
    assert(field->is_shown && field->kind != FIELD_BYTES);
    if (field->kind == FIELD_TEXT)
        tell_text(told, field, at);
    else if (field->kind == FIELD_ID)
        member_uuid(told->doc, field_member(field), at);
    else if (field->kind == FIELD_FLAG)
        member_bool(told->doc, field_member(field), field_number(field, told->row));
    else
        tell_number(told, field, field_number(field, told->row));
    told->told |= UINT64_C(1) << i;
    told->next = i + 1;
}

static int find_field(const struct row_json *told, const char *name)
{
    for (int k = 0; k < told->shape->count; k++) {
        int i = (told->next + k) % told->shape->count;
        const struct row_field *field = &told->shape->fields[i];
        if (field->is_shown && strcmp(field_member(field), name) == 0)
            return i;
    }
    assert(!"a member that no field shows as");
    return -1;
}

/* Which field the first of the names is; names moves behind it. -1: there is none. */
static int next_field(const struct row_json *told, const char **names)
{
    char name[NAME_ROOM];
    size_t length = strcspn(*names, " ");
    if (!length)
        return -1;
    assert(length < sizeof name);
    memcpy(name, *names, length);
    name[length] = '\0';
    *names += length + strspn(*names + length, " ");
    return find_field(told, name);
}

void row_json_tell(struct row_json *told, const char *names)
{
    for (int i = next_field(told, &names); i >= 0; i = next_field(told, &names))
        tell_field(told, i);
}

void row_json_leave(struct row_json *told, const char *names)
{
    for (int i = next_field(told, &names); i >= 0; i = next_field(told, &names))
        told->told |= UINT64_C(1) << i;
}

void row_json_rest(struct row_json *told, const char *last)
{
    const char *names = last;
    row_json_leave(told, last);
    for (int i = 0; i < told->shape->count; i++)
        if (told->shape->fields[i].is_shown && !(told->told >> i & 1))
            tell_field(told, i);
    row_json_tell(told, names);
}

void row_json_check(const struct row_json *told)
{
    for (int i = 0; i < told->shape->count; i++)
        assert(told->told >> i & 1 || !told->shape->fields[i].is_shown);
}

void row_json_end(struct row_json *told)
{
    row_json_check(told);
    json_object_end(told->doc);
}
