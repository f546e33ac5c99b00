#include "config.h"

#include "ui/key_run.h"

#include <string.h>

#include "src/base/text.h"

bool key_run_has_room(const struct key_run *run, size_t size)
{
    return (size_t)run->length + size <= sizeof run->text;
}

void key_run_add(struct key_run *run, const char *bytes, size_t size, int64_t at)
{
    run->same = run->length == 0 ||
                (run->same && size <= (size_t)run->length && memcmp(run->text, bytes, size) == 0);
    memcpy(run->text + run->length, bytes, size);
    run->length += (int)size;
    run->characters++;
    run->last_at = at;
}

void key_run_end(struct key_run *run)
{
    *run = (struct key_run){.length = 0};
}

bool key_run_waits(const struct key_run *run)
{
    return run->delivered < run->length;
}

bool key_run_next(struct key_run *run, struct key_event *event)
{
    const char *at = run->text + run->delivered, *end = run->text + run->length;
    if (!key_run_waits(run))
        return false;
    *event = (struct key_event){.kind = KEY_EVENT_PRESS, .code = (int32_t)text_next(&at, end)};
    run->delivered = (int)(at - run->text);
    run->delivered_characters++;
    return true;
}

bool key_run_is_code(const struct key_run *run)
{
    bool small = false;
    for (int i = 0; i < run->length; i++)
        small = small || (run->text[i] >= 'a' && run->text[i] <= 'z') || run->text[i] == ' ';
    return run->over ||
           (run->characters >= (small ? KEYS_SCAN_ANY_MIN : KEYS_SCAN_MIN) && !run->same);
}

bool key_run_begins_with_capital(const struct key_run *run)
{
    return run->text[0] >= 'A' && run->text[0] <= 'Z';
}
