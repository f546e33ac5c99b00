/*
 * Printable characters that came one right after the other: fingers, or a scanner. Inside of
 * ui/keys.c, which knows when they came.
 */
#ifndef LOGE_UI_KEY_RUN_H
#define LOGE_UI_KEY_RUN_H

#include "ui/keys.h"

enum { KEY_RUN_TEXT = 512 };

struct key_run {
    char text[KEY_RUN_TEXT];
    int length, delivered; /* bytes */
    int characters, delivered_characters;
    int64_t last_at;
    bool same;     /* all one character: a key that is held down */
    bool flushing; /* it was fingers: out with it */
    bool over;     /* more than any code has: it was no fingers, and the rest is not kept */
};

/* Room for one more has to be there. */
void key_run_add(struct key_run *run, const char *bytes, size_t size, int64_t at);
bool key_run_has_room(const struct key_run *run, size_t size);
void key_run_end(struct key_run *run);

/* Something of it has not gone out as keys yet. */
bool key_run_waits(const struct key_run *run);
/* The next of it as a key; false when there is none. */
bool key_run_next(struct key_run *run, struct key_event *event) MUST_USE;

/* With Enter behind it. */
bool key_run_is_code(const struct key_run *run);
bool key_run_begins_with_capital(const struct key_run *run);

#endif
