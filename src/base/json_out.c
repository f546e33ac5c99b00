#include "config.h"

#include "src/base/json_out.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/text.h"

enum { FIRST_ROOM = 1024 };

struct level {
    bool object, filled;
};

struct json_out {
    char *text;
    size_t length, room;
    struct level levels[JSON_DEPTH];
    int depth;
    bool has_key; /* a key waits for its value */
    bool done;
};

struct json_out *json_out_new(void)
{
    struct json_out *json = x_alloc(sizeof *json);
    json->room = FIRST_ROOM;
    json->text = x_alloc(json->room);
    return json;
}

void json_out_free(struct json_out **json)
{
    if (!*json)
        return;
    free((*json)->text);
    free(*json);
    *json = NULL;
}

void json_out_reset(struct json_out *json)
{
    json->length = 0;
    json->depth = 0;
    json->has_key = json->done = false;
}

static void reserve(struct json_out *json, size_t more)
{
    if (json->room - json->length > more)
        return;
    json->room = (json->room + more) * 2;
    char *larger = x_alloc(json->room);
    memcpy(larger, json->text, json->length);
    free(json->text);
    json->text = larger;
}

static void put(struct json_out *json, const char *bytes, size_t size)
{
    reserve(json, size);
    memcpy(json->text + json->length, bytes, size);
    json->length += size;
    json->text[json->length] = '\0';
}

static struct level *inside(struct json_out *json)
{
    return json->depth > 0 ? &json->levels[json->depth - 1] : NULL;
}

static void separate(struct json_out *json, struct level *level)
{
    if (level->filled)
        put(json, ",", 1);
    level->filled = true;
}

/* Every value starts here: the one place that knows where a value may stand. */
static void start_value(struct json_out *json)
{
    struct level *level = inside(json);
    assert(!json->done && "one document holds one value");
    assert((!level || level->object == json->has_key) && "an object takes keys, an array does not");
    if (level && !level->object)
        separate(json, level);
    json->has_key = false;
    json->done = !level;
}

static void begin(struct json_out *json, bool object)
{
    assert(json->depth < JSON_DEPTH);
    start_value(json);
    json->done = false;
    json->levels[json->depth++] = (struct level){.object = object};
    put(json, object ? "{" : "[", 1);
}

static void end(struct json_out *json, bool object)
{
    struct level *level = inside(json);
    assert(level && level->object == object && !json->has_key);
    json->done = --json->depth == 0;
    put(json, object ? "}" : "]", 1);
}

void json_object_begin(struct json_out *json)
{
    begin(json, true);
}

void json_object_end(struct json_out *json)
{
    end(json, true);
}

void json_array_begin(struct json_out *json)
{
    begin(json, false);
}

void json_array_end(struct json_out *json)
{
    end(json, false);
}

static const char *short_escape(uint32_t point)
{
    switch (point) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return NULL;
    }
}

static void put_escaped(struct json_out *json, uint32_t point)
{
    char escape[8];
    const char *brief = short_escape(point);
    if (!brief)
        snprintf(escape, sizeof escape, "\\u%04x", point & 0xffffu);
    put(json, brief ? brief : escape, strlen(brief ? brief : escape));
}

/* All characters without a width lie below U+10000, so four hex digits are enough for them. */
static bool must_escape(uint32_t point)
{
    return point == '"' || point == '\\' || text_char_columns(point) < 0;
}

static void put_quoted(struct json_out *json, const char *text)
{
    const char *stop = text + strlen(text), *plain = text;
    put(json, "\"", 1);
    while (text < stop) {
        const char *from = text;
        uint32_t point = text_next(&text, stop);
        bool broken = point == 0xfffd && text - from == 1;
        if (!broken && !must_escape(point))
            continue;
        put(json, plain, (size_t)(from - plain));
        if (broken)
            put(json, "\xEF\xBF\xBD", 3);
        else
            put_escaped(json, point);
        plain = text;
    }
    put(json, plain, (size_t)(stop - plain));
    put(json, "\"", 1);
}

void json_key(struct json_out *json, const char *key)
{
    struct level *level = inside(json);
    assert(level && level->object && !json->has_key && "a key belongs into an object");
    separate(json, level);
    put_quoted(json, key);
    put(json, ":", 1);
    json->has_key = true;
}

void json_string(struct json_out *json, const char *text)
{
    if (!text) {
        json_null(json);
        return;
    }
    start_value(json);
    put_quoted(json, text);
}

void json_int(struct json_out *json, int64_t number)
{
    char digits[24];
    start_value(json);
    put(json, digits, (size_t)snprintf(digits, sizeof digits, "%" PRId64, number));
}

void json_number(struct json_out *json, double number)
{
    char text[40];
    assert(number - number == 0 && "JSON has no infinities and no NaN");
    int length = snprintf(text, sizeof text, "%.15g", number);
    if (strtod(text, NULL) != number)
        length = snprintf(text, sizeof text, "%.17g", number);
    start_value(json);
    put(json, text, (size_t)length);
}

void json_bool(struct json_out *json, bool on)
{
    start_value(json);
    put(json, on ? "true" : "false", on ? 4 : 5);
}

void json_null(struct json_out *json)
{
    start_value(json);
    put(json, "null", 4);
}

const char *json_out_text(const struct json_out *json, size_t *length)
{
    assert(json->done && "the document is not finished");
    if (length)
        *length = json->length;
    return json->text;
}

bool json_out_print(const struct json_out *json, FILE *file)
{
    size_t length;
    const char *text = json_out_text(json, &length);
    return fwrite(text, 1, length, file) == length && fputc('\n', file) != EOF && fflush(file) == 0;
}
