#include "config.h"

#include "src/adapter/json_in.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/plan_extra.h"

/* A parsed value costs many times its text, so what is clearly no plan is refused before. */
enum { COMMAS_MOST = 6 * 1000 * 1000, OBJECTS_MOST = 1000 * 1000 };

void json_in_fault(struct json_in *in, const char *fmt, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, tongue(fmt), ap);
    va_end(ap);
    plan_fault_add(in->faults, 0, 0, "%s%s%s", in->path, in->length ? ": " : "", text);
}

static size_t entered(struct json_in *in, int added)
{
    size_t mark = in->length, room = sizeof in->path - mark;
    in->length = (size_t)added < room ? mark + (size_t)added : sizeof in->path - 1;
    return mark;
}

size_t json_in_enter_key(struct json_in *in, const char *key)
{
    return entered(in, snprintf(in->path + in->length, sizeof in->path - in->length, "%s%s",
                                in->length ? "." : "", key));
}

size_t json_in_enter_index(struct json_in *in, size_t index)
{
    return entered(in,
                   snprintf(in->path + in->length, sizeof in->path - in->length, "[%zu]", index));
}

void json_in_leave(struct json_in *in, size_t mark)
{
    in->length = mark;
    in->path[mark] = '\0';
}

static bool too_many_values(const char *text, size_t size)
{
    int commas = 0, objects = 0;
    for (size_t i = 0; i < size; i++) {
        commas += text[i] == ',';
        objects += text[i] == '{';
    }
    return commas > COMMAS_MOST || objects > OBJECTS_MOST;
}

json_t *json_in_load(struct json_in *in, const char *text, size_t size)
{
    json_error_t error;
    if (size > PLAN_BYTES_MAX) {
        plan_fault_add(in->faults, 0, 0, "the file is larger than 64 MiB");
        return NULL;
    }
    if (too_many_values(text, size)) {
        plan_fault_add(in->faults, 0, 0, "the file holds more than a plan of %d seats could",
                       (int)PLAN_SEATS_MAX);
        return NULL;
    }
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        plan_fault_add(in->faults, error.line > 0 ? error.line : 0,
                       error.column > 0 ? error.column : 0, "this is not JSON: %s", error.text);
    else if (!json_is_object(json)) {
        plan_fault_add(in->faults, 0, 0, "a plan is a JSON object");
        json_decref(json);
        json = NULL;
    }
    return json;
}

static const char *why_bad_text(const char *text)
{
    size_t length = strlen(text);
    const char *end = text + length;
    if (length > JSON_TEXT_LONGEST)
        return N_("is longer than 1000 bytes");
    while (text < end) {
        uint32_t point = text_next(&text, end);
        if (point != '\n' && text_char_columns(point) < 0)
            return N_("holds a control character or turns text around");
    }
    return NULL;
}

static const char *read_text(struct json_in *in, const json_t *value, const char **out)
{
    if (!json_is_string(value))
        return N_("must be a text");
    *out = arena_strdup(in->arena, json_string_value(value));
    return why_bad_text(*out);
}

static const char *read_number(const json_t *value, bool whole, double *out)
{
    if (!json_is_number(value))
        return whole ? N_("must be a whole number") : N_("must be a number");
    double number = json_number_value(value);
    if (!(fabs(number) <= JSON_NUMBER_MOST))
        return N_("must be a number from -1000000 to 1000000");
    if (whole && number != trunc(number))
        return N_("must be a whole number");
    *out = number;
    return NULL;
}

static const char *read_bool(const json_t *value, bool *out)
{
    if (!json_is_boolean(value) && !json_is_null(value))
        return N_("must be true or false");
    *out = json_is_true(value);
    return NULL;
}

/* NULL, or what is wrong with the value. */
static const char *read_value(struct json_in *in, const json_t *value, enum json_kind kind,
                              void *out)
{
    switch (kind) {
    case JSON_IN_TEXT_OR_NULL:
        if (json_is_null(value)) {
            *(const char **)out = plan_null;
            return NULL;
        }
        return read_text(in, value, out);
    case JSON_IN_TEXT:
        return read_text(in, value, out);
    case JSON_IN_NUMBER_OR_NULL:
        return json_is_null(value) ? NULL : read_number(value, false, out);
    case JSON_IN_NUMBER:
    case JSON_IN_WHOLE:
        return read_number(value, kind == JSON_IN_WHOLE, out);
    case JSON_IN_BOOL_OR_NULL:
        return read_bool(value, out);
    case JSON_IN_LIST:
        *(const json_t **)out = value;
        return json_is_array(value) ? NULL : N_("must be a list");
    case JSON_IN_OBJECT:
        *(const json_t **)out = value;
        return json_is_object(value) ? NULL : N_("must be an object");
    case JSON_IN_VALUE:
        *(const json_t **)out = value;
        return NULL;
    case JSON_IN_IGNORED:
        break;
    }
    return NULL;
}

static void clear_field(const struct json_field *field, void *out)
{
    void *at = (char *)out + field->offset;
    if (field->kind == JSON_IN_NUMBER || field->kind == JSON_IN_WHOLE ||
        field->kind == JSON_IN_NUMBER_OR_NULL)
        *(double *)at = (double)NAN;
    else if (field->kind == JSON_IN_BOOL_OR_NULL)
        *(bool *)at = false;
    else if (field->kind != JSON_IN_IGNORED)
        *(void **)at = NULL;
}

static int find_field(const struct json_field *fields, int count, const char *key)
{
    for (int i = 0; i < count; i++)
        if (strcmp(fields[i].key, key) == 0)
            return i;
    return -1;
}

static bool is_ignored(const struct json_in *in, const char *key)
{
    for (const char *const *ignored = in->ignored; ignored && *ignored; ignored++)
        if (strcmp(*ignored, key) == 0)
            return true;
    return false;
}

static bool read_key(struct json_in *in, const char *key, const json_t *value,
                     const struct json_field *field, void *out)
{
    if (!field && is_ignored(in, key))
        return true;
    size_t mark = json_in_enter_key(in, key);
    const char *why = field ? read_value(in, value, field->kind, (char *)out + field->offset)
                            : N_("this key is not known");
    if (why)
        json_in_fault(in, "%s", tongue(why));
    json_in_leave(in, mark);
    return !why;
}

static bool read_keys(struct json_in *in, const json_t *json, const struct json_field *fields,
                      int count, void *out)
{
    bool sound = true;
    for (void *at = json_object_iter((json_t *)(uintptr_t)json); at;
         at = json_object_iter_next((json_t *)(uintptr_t)json, at)) {
        const char *key = json_object_iter_key(at);
        int i = find_field(fields, count, key);
        if (!read_key(in, key, json_object_iter_value(at), i < 0 ? NULL : &fields[i], out))
            sound = false;
    }
    return sound;
}

bool json_in_object(struct json_in *in, const json_t *json, const struct json_field *fields,
                    int field_count, void *out)
{
    bool sound = true;
    for (int i = 0; i < field_count; i++)
        clear_field(&fields[i], out);
    if (!json_is_object(json)) {
        json_in_fault(in, "must be an object");
        return false;
    }
    for (int i = 0; i < field_count; i++) {
        if (!fields[i].required || json_object_get(json, fields[i].key))
            continue;
        json_in_fault(in, "\"%s\" is missing", fields[i].key);
        sound = false;
    }
    return read_keys(in, json, fields, field_count, out) && sound;
}

bool json_in_name(struct json_in *in, const char *key, const char *text, char *out, size_t size)
{
    if (text_copy(out, size, text))
        return true;
    size_t mark = json_in_enter_key(in, key);
    json_in_fault(in, "is longer than %zu bytes", size - 1);
    json_in_leave(in, mark);
    return false;
}
