/*
 * From the terminal's bytes to keys.
 *
 * Pure: bytes and times go in, key events come out, so that everything a terminal, a scanner or a
 * broken line can send is tested without one. Nothing here waits: an unfinished sequence is kept
 * until keys_deadline, then it is settled.
 *
 *   sequences   what terminfo names, the common forms of xterm, linux and vt, and SGR mouse; any
 *               other CSI, SS3 or string sequence is swallowed whole, so it never decays to letters
 *   Esc         alone once `escape_ms` have passed with nothing behind it
 *   paste       bracketed paste is one event; not one byte of it is a key
 *   scanner     characters faster than fingers, ended by Enter, that look like a code, are one
 *               event, and so are more of them than any code has. A capital letter is held back
 *               for the length of such a gap, because codes begin with one; other first letters go
 *               out at once. What goes on as fast behind a code is no key: a ticket may not press
 *               keys at the door.
 */
#ifndef LOGE_UI_KEYS_H
#define LOGE_UI_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

/* A key is a character (Unicode, Enter 13, Tab 9, Esc 27, Ctrl-L 12) or one of these. */
enum keycode {
    KEYCODE_NONE = 0,
    KEYCODE_TAB = 9,
    KEYCODE_ENTER = 13,
    KEYCODE_ESC = 27,
    KEYCODE_SPACE = 32,
    KEYCODE_UP = 0x200000, /* past Unicode */
    KEYCODE_DOWN,
    KEYCODE_LEFT,
    KEYCODE_RIGHT,
    KEYCODE_HOME,
    KEYCODE_END,
    KEYCODE_PAGE_UP,
    KEYCODE_PAGE_DOWN,
    KEYCODE_INSERT,
    KEYCODE_DELETE,
    KEYCODE_BACKSPACE,
    KEYCODE_BACKTAB,
    KEYCODE_F1, /* to F12 in order */
    KEYCODE_F12 = KEYCODE_F1 + 11,
};

enum {
    KEYS_ESCAPE_MS = 50,    /* on this machine; give 150 over a network or a serial line */
    KEYS_SEQUENCE_MS = 400, /* the rest of a sequence whose introducer is here */
    KEYS_PASTE_MS = 1000,   /* a paste that never ends ends here */
    KEYS_BURST_MS = 25,     /* no finger is faster */
    KEYS_SCAN_MIN = 6,      /* characters of a code */
    KEYS_SCAN_ANY_MIN = 14, /* of a code with small letters in it */
    KEYS_TEXT = 4096,       /* a longer paste is cut */
    KEYS_NAME_TEXT = 16,
};

enum key_event_kind {
    KEY_EVENT_PRESS,
    KEY_EVENT_PASTE,  /* text */
    KEY_EVENT_SCAN,   /* text; `delivered` characters of it went out as keys already */
    KEY_EVENT_MOUSE,  /* row, column from 0; code: 1 left button, 4 wheel up, 5 wheel down */
    KEY_EVENT_CURSOR, /* the terminal's answer to "where is the cursor": row, column from 0 */
};

struct key_event {
    enum key_event_kind kind;
    int32_t code;
    int row, column;
    int delivered;
    const char *text; /* valid until the next call of keys_next or keys_feed */
};

struct keys;

struct keys *keys_new(int escape_ms) RETURNS_FRESH;
void keys_free(struct keys **keys);
/* What this terminal's terminfo entry sends for a key. Too long or empty is ignored. */
void keys_define(struct keys *keys, const char *sequence, int32_t code);

/* Returns how many bytes were taken; fewer than size means: take events out first. */
size_t keys_feed(struct keys *keys, const char *bytes, size_t size, int64_t now);
bool keys_next(struct keys *keys, int64_t now, struct key_event *event) MUST_USE;
/* When keys_next should be called again though nothing came; INT64_MAX: only when something does.
 */
int64_t keys_deadline(const struct keys *keys);
/* Forgets half-sent things (after a stop, say). */
void keys_reset(struct keys *keys);

/* "Enter", "C-l", "F1", "Space", "b". False: there is no such key. */
bool key_parse(const char *name, int32_t *code) MUST_USE;
char *key_text(int32_t code, char out[KEYS_NAME_TEXT]); /* returns out */

#endif
