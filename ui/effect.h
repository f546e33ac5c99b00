/*
 * Effects: what a screen wants done. Handlers never act; they add effects, and the console does
 * them after the handler has returned. So a screen is tested by looking at what it asked for.
 */
#ifndef LOGE_UI_EFFECT_H
#define LOGE_UI_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"
#include "src/port/cmd.h"
#include "ui/message.h"

enum { EFFECTS_MAX = 8, ASK_TITLE = 96, ASK_BODY = 1200 };

enum effect_kind {
    EFFECT_OPEN, /* another screen, `text` is its argument */
    EFFECT_BACK,
    EFFECT_SEND,
    EFFECT_EVERY_HOLD, /* `act` on each hold of the basket, however many there are */
    EFFECT_SAY,        /* fades */
    EFFECT_ERROR,      /* stays until a key */
    EFFECT_BELL,
    EFFECT_ASK,
    EFFECT_COPY, /* text to the terminal's clipboard */
    EFFECT_SIGN_OUT,
    EFFECT_QUIT,
};

enum ask_kind {
    ASK_TEXT,  /* one line in the message row */
    ASK_YES,   /* a dialog; y does it, Enter and Esc mean "no change" */
    ASK_COUNT, /* a dialog; typing exactly `count` and Enter does it */
};

/* The answer comes to the screen's input handler as INPUT_ANSWERED with this id. */
struct ask {
    enum ask_kind kind;
    int id;
    char title[ASK_TITLE]; /* translated; ASK_TEXT: what stands before the line */
    char body[ASK_BODY]; /* translated, lines by '\n': what will happen; ASK_TEXT: to start with */
    int count;
    bool live; /* ASK_TEXT: tell of every change, as INPUT_TYPED */
};

struct effect {
    enum effect_kind kind;
    const char *screen; /* a screen's name */
    char text[MESSAGE_TEXT];
    struct cmd *cmd; /* in its own arena */
    enum cmd_kind act;
    bool quiet; /* nobody waits for its answer */
    struct ask ask;
};

struct effects {
    struct effect at[EFFECTS_MAX];
    int count;
    uint64_t *next_id; /* of commands */
};

void effect_open(struct effects *effects, const char *screen, const char *argument);
void effect_back(struct effects *effects);
void effect_say(struct effects *effects, const char *fmt, ...) PRINTF(2, 3);
void effect_error(struct effects *effects, const char *fmt, ...) PRINTF(2, 3);
/* What was not done and why, in the house's words or else in the rule's. */
const char *outcome_sentence(const struct outcome *outcome);
void effect_refused(struct effects *effects, const struct outcome *outcome);
void effect_saved(struct effects *effects, const char *path); /* a file was written */
/* One line is asked for, in the message row. */
void effect_ask_text(struct effects *effects, int id, const char *title);
void effect_bell(struct effects *effects);
void effect_copy(struct effects *effects, const char *text);
void effect_quit(struct effects *effects);
void effect_sign_out(struct effects *effects);
/* Fill what is returned. More than EFFECTS_MAX effects of one handler are a bug. */
struct ask *effect_ask(struct effects *effects, enum ask_kind kind, int id)
    __attribute__((returns_nonnull));
/*
 * A command to send: it has its id (the answer carries it) and its arena in meta.arena, for what
 * the request needs. The console adds who acts, the key and the deadline.
 */
struct cmd *effect_send(struct effects *effects, enum cmd_kind kind)
    __attribute__((returns_nonnull));
/* CMD_EXTEND or CMD_RELEASE, once for each hold; an answer comes for each. */
void effect_every_hold(struct effects *effects, enum cmd_kind act);
/* The same as effect_send for what nobody waits for: no wait is shown, and Esc does not stop it. */
struct cmd *effect_look(struct effects *effects, enum cmd_kind kind)
    __attribute__((returns_nonnull));

#endif
