/*
 * A screen is a const table: name, title, actions, and functions that draw and that answer keys.
 *
 * Its state is a struct of its own, zeroed by the console when the screen opens and freed when it
 * closes. `draw` is pure: state and view in, cells out. Handlers change the state and ask for
 * effects; they never act. Adding a screen is one file (ui/screen_NAME.c) and one line in
 * ui/screens.c.
 */
#ifndef LOGE_UI_SCREEN_H
#define LOGE_UI_SCREEN_H

#include "ui/action.h"
#include "ui/canvas.h"
#include "ui/chart.h"
#include "ui/draft.h"
#include "ui/effect.h"
#include "ui/intl.h"
#include "ui/keys.h"
#include "ui/model.h"

/* What every screen may look at. */
struct view {
    const struct model *model;
    const struct messages *messages;
    const struct keymap *keymap;   /* of the screen below help, for help */
    const struct keymap *own_keys; /* of this screen, to print its keys as they are bound */
    struct draft *draft;           /* the order being made; handlers may change it, drawing not */
    const char *venue;             /* the house's name; NULL: not known */
    const char *welcome;           /* for the sign-in screen; NULL: nothing */
    enum tier tier;
    enum chart_ink ink; /* how finely charts may be drawn */
    int64_t now;        /* the house's time, ms */
    bool training;      /* nothing here is real */
    bool compact;       /* under 60x16: draw a list, not a picture */
    int rows, columns;  /* of the body, as drawn last */
};

enum input_kind {
    INPUT_ACTION,   /* action, count (0: none was typed), code: the key it came by */
    INPUT_KEY,      /* code: only while the screen is typing */
    INPUT_TEXT,     /* text: pasted */
    INPUT_SCAN,     /* text: a code from a scanner; never acted on as keys */
    INPUT_CLICK,    /* row, column within the body; the item of a list that stands there */
    INPUT_ANSWERED, /* action: the ask's id; text; or confirmed */
    INPUT_TYPED,    /* the same while it is being typed (live asks) */
    INPUT_DECLINED, /* the ask was left: no change */
    INPUT_SHOWN,    /* the screen is on top again */
};

struct input {
    enum input_kind kind;
    int action;
    int count; /* typed before an action; of INPUT_SCAN: how much of it came as keys before */
    int32_t code;
    const char *text;
    int row, column;
    int item; /* NO_ITEM: none */
};

struct screen {
    const char *name;  /* "map": in settings, behind ':', in tests */
    const char *title; /* N_: capitals, the first word of row 1 */
    const char *help;  /* N_: a sentence, for the g menu */
    char go;           /* the letter behind g; 0 for none */
    bool of_show;      /* g opens it for the show one is looking at: its argument is a show's id */
    int right;         /* needed to open it, or RIGHT_NONE */
    bool signed_out;   /* may be seen by nobody in particular */
    bool locks;        /* while it is open, nothing else opens */
    enum moves moves;
    const struct action *actions;
    int action_count;
    size_t state_size;

    /* All but draw and input may be NULL. */
    void (*open)(void *state, const struct view *view, const char *argument,
                 struct effects *effects);
    void (*close)(void *state);
    /* What stands behind the title in row 1. */
    void (*subject)(const void *state, const struct view *view, char *out, size_t size);
    void (*draw)(const void *state, const struct view *view, struct canvas *canvas,
                 struct area body);
    void (*input)(void *state, const struct view *view, const struct input *input,
                  struct effects *effects);
    /* An answer to a command of this screen, after the model has seen it. A screen that keeps
     * rows of it takes the arena (evt->arena = NULL) and frees it in close. */
    void (*answer)(void *state, const struct view *view, struct evt *evt, struct effects *effects);
    /* Seats of the open show changed; the model has seen it. Told to the screen on top. */
    void (*news)(void *state, const struct view *view, const struct evt *evt,
                 struct effects *effects);
    /* The printer's queue changed. Told to the screen on top. */
    void (*paper)(void *state, const struct view *view, struct effects *effects);
    /* Seats of the basket are free again, because their time was up (draft_ended). Told to the
     * screen on top; one without it has it said for it. */
    void (*ended)(void *state, const struct view *view, struct effects *effects);
    /* The till was alone and has its house again. Told to the screen on top, which may ask anew
     * what only the house knows. */
    void (*house_back)(void *state, const struct view *view, struct effects *effects);
    /* Wants to know what lies on the scale, which the model has while this is true of the screen on
     * top. */
    bool (*weighs)(const void *state);
    /* Keys go to INPUT_KEY instead of the bindings (a form); Esc and C-c still leave. */
    bool (*typing)(const void *state);
    /* Esc: true when the screen took a step back within itself, so that it stays open. */
    bool (*back)(void *state, const struct view *view, struct effects *effects);
    /* The show one is looking at, by id; without this function the open one. */
    const char *(*show)(const void *state);
    /* Is this action of any use now? Else it is not hinted at. */
    bool (*offers)(const void *state, const struct view *view, const struct action *action);
};

/* Every screen there is; the first is where a session starts. */
extern const struct screen *const screens[];
extern const int screen_count;
const struct screen *screen_find(const char *name); /* NULL: there is none */
const struct screen *screen_by_letter(char go);

#endif
