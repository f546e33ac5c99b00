#include "config.h"

#include <string.h>

#include "src/adapter/plan_json.h"

static const char *const format_names[] = {"drawing", "pretix", "seatsio", "document"};

const char *plan_format_name(enum plan_format format)
{
    return format_names[format];
}

bool plan_format_parse(const char *text, enum plan_format *out)
{
    for (int i = 0; i < COUNT_OF(format_names); i++) {
        if (strcmp(text, format_names[i]) != 0)
            continue;
        *out = (enum plan_format)i;
        return true;
    }
    return false;
}

static bool begins_like_json(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!strchr(" \t\r\n", text[i]))
            return text[i] == '{';
    return false;
}

static bool holds(const char *text, size_t size, const char *key)
{
    return memmem(text, size, key, strlen(key)) != NULL;
}

enum plan_format plan_format_guess(const char *text, size_t size)
{
    if (!begins_like_json(text, size))
        return PLAN_TEXT;
    if (holds(text, size, "\"loge_plan\""))
        return PLAN_DOCUMENT;
    return holds(text, size, "\"subChart\"") ? PLAN_SEATSIO : PLAN_PRETIX;
}

struct plan *plan_read(enum plan_format format, const char *text, size_t size, struct arena *arena,
                       struct plan_faults *faults, struct plan_faults *notes)
{
    switch (format) {
    case PLAN_TEXT:
        return plan_text_parse(text, size, arena, faults);
    case PLAN_PRETIX:
        return pretix_plan_read(text, size, arena, faults);
    case PLAN_SEATSIO:
        return seatsio_chart_read(text, size, arena, faults, notes);
    case PLAN_DOCUMENT:
        return plan_document_read(text, size, arena, faults);
    }
    return NULL;
}
