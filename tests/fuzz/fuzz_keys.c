/*
 * The reader of keys against anything a line can send: every first byte of a pair says how long
 * after the one before the second came. Whatever it is, reading ends, events are whole and nothing
 * waits for ever.
 */
#include "config.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ui/keys.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct key_event *event)
{
    char name[KEYS_NAME_TEXT];
    if (event->kind == KEY_EVENT_PRESS)
        assert(event->code != KEYCODE_NONE && *key_text(event->code, name));
    if (event->kind == KEY_EVENT_PASTE || event->kind == KEY_EVENT_SCAN)
        assert(event->text && strlen(event->text) < KEYS_TEXT);
}

static void drain(struct keys *keys, int64_t now)
{
    struct key_event event;
    for (int events = 0; keys_next(keys, now, &event); events++) {
        assert(events <= 2 * KEYS_TEXT);
        check(&event);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct keys *keys = keys_new(KEYS_ESCAPE_MS);
    int64_t now = 1;
    for (size_t i = 0; i < size; i++) {
        char byte = (char)data[i];
        if (i % 2 == 0 && size > 64)
            now += data[i]; /* a long input is half times */
        else
            (void)keys_feed(keys, &byte, 1, now);
        drain(keys, now);
    }
    for (int turns = 0; keys_deadline(keys) != INT64_MAX; turns++) {
        assert(turns < 1000);
        now = keys_deadline(keys) > now ? keys_deadline(keys) : now + 1;
        drain(keys, now);
    }
    keys_free(&keys);
    return 0;
}
