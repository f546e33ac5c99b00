#include "config.h"

#include "src/api/body.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "src/api/reply.h"
#include "src/base/text.h"

/* jansson recurses: how deep is counted before it is asked. */
static bool too_deep(const char *text, size_t size)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && (c == '}' || c == ']'))
            depth--;
        if (depth > BODY_DEPTH)
            return true;
    }
    return false;
}

static bool take(struct exchange *x)
{
    json_error_t fault;
    x->json = json_loadb(x->body, x->body_size, JSON_REJECT_DUPLICATES, &fault);
    if (!x->json)
        reply_invalid(x, "The body is not JSON: line %d, column %d: %.120s.", fault.line,
                      fault.column, fault.text);
    return x->json != NULL;
}

bool body_read(struct exchange *x)
{
    if (x->body_size == 0) {
        x->json = json_object();
        return true;
    }
    if (too_deep(x->body, x->body_size)) {
        reply_invalid(x, "The body is nested more than %d levels deep.", BODY_DEPTH);
        return false;
    }
    if (!take(x))
        return false;
    if (json_is_object(x->json))
        return true;
    reply_invalid(x, "The body has to be one JSON object.");
    return false;
}

static json_t *member(const struct exchange *x, const char *name)
{
    json_t *value = json_object_get(x->json, name);
    return json_is_null(value) ? NULL : value;
}

bool body_has(const struct exchange *x, const char *name)
{
    return member(x, name) != NULL;
}

/* As it may be stored. */
static bool clean(struct exchange *x, const char *name, const char *raw, size_t size,
                  const char **out)
{
    char *text = arena_alloc(x->arena, size);
    const char *fault = text_clean(raw, text, size);
    *out = text;
    if (fault)
        reply_invalid(x, "\"%s\" %s.", name, fault);
    return !fault;
}

bool body_text(struct exchange *x, const char *name, size_t size, const char **out)
{
    const json_t *value = member(x, name);
    *out = NULL;
    if (!value)
        return true;
    if (json_is_string(value))
        return clean(x, name, json_string_value(value), size, out);
    reply_invalid(x, "\"%s\" has to be a text.", name);
    return false;
}

bool body_need_text(struct exchange *x, const char *name, size_t size, const char **out)
{
    if (!body_text(x, name, size, out))
        return false;
    if (*out && **out)
        return true;
    reply_invalid(x, "\"%s\" is missing.", name);
    return false;
}

bool body_why(struct exchange *x)
{
    return body_text(x, "reason", REASON_TEXT, &x->cmd.meta.reason) &&
           body_text(x, "notes", NOTE_TEXT, &x->cmd.meta.note);
}

bool body_int(struct exchange *x, const char *name, int64_t low, int64_t high, int64_t *out)
{
    const json_t *value = member(x, name);
    *out = json_integer_value(value);
    if (!value || (json_is_integer(value) && *out >= low && *out <= high))
        return true;
    reply_invalid(x, "\"%s\" has to be a whole number from %lld to %lld.", name, (long long)low,
                  (long long)high);
    return false;
}

bool body_need_thousandths(struct exchange *x, const char *name, int64_t low, int64_t high,
                           int64_t *out)
{
    const json_t *value = member(x, name);
    double thousandths = json_number_value(value) * 1000;
    bool within = thousandths >= (double)low && thousandths <= (double)high;
    *out = within ? llround(thousandths) : 0;
    /* What cannot be written in binary is a little off, and a fourth decimal is far more so. */
    if (value && json_is_number(value) && within && fabs(thousandths - (double)*out) < 1e-4)
        return true;
    reply_invalid(x, "\"%s\" has to be a number from %g to %g with three decimals at most.", name,
                  (double)low / 1000, (double)high / 1000);
    return false;
}

bool body_bool(struct exchange *x, const char *name, bool *out)
{
    const json_t *value = member(x, name);
    *out = json_is_true(value);
    if (!value || json_is_boolean(value))
        return true;
    reply_invalid(x, "\"%s\" has to be true or false.", name);
    return false;
}

static bool take_texts(struct exchange *x, const char *name, const json_t *list, const char **texts)
{
    enum { LONGEST = 160 };
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i);
        if (!json_is_string(value)) {
            reply_invalid(x, "\"%s\" has to be a list of texts.", name);
            return false;
        }
        if (!clean(x, name, json_string_value(value), LONGEST, &texts[i]))
            return false;
    }
    return true;
}

bool body_texts(struct exchange *x, const char *name, int most, const char *const **out, int *count)
{
    const json_t *list = member(x, name);
    size_t size = json_array_size(list);
    *out = NULL;
    *count = 0;
    if (!list)
        return true;
    if (!json_is_array(list) || size > (size_t)most) {
        reply_invalid(x, "\"%s\" has to be a list of at most %d texts.", name, most);
        return false;
    }
    const char **texts = arena_array(x->arena, size + 1, sizeof *texts);
    *out = texts;
    *count = (int)size;
    return take_texts(x, name, list, texts);
}

bool body_enter(struct exchange *x, const char *name, json_t **outer)
{
    json_t *inner = member(x, name);
    if (!json_is_object(inner))
        return false;
    *outer = x->json;
    x->json = inner;
    return true;
}

void body_leave(struct exchange *x, json_t *outer)
{
    x->json = outer;
}

void body_free(struct exchange *x)
{
    json_decref(x->json);
    x->json = NULL;
}
