/*
 * Actions: everything a key can do on a screen, as one const table a screen.
 *
 * From this table come the key bindings, the row of hints, the help page, the names settings and
 * the command line use, and the check of rights. So they cannot drift apart: help shows the keys
 * as they are bound now.
 */
#ifndef LOGE_UI_ACTION_H
#define LOGE_UI_ACTION_H

#include <stdbool.h>
#include <stdint.h>

#include "src/domain/rights.h"
#include "ui/canvas.h"
#include "ui/keys.h"

enum action_flag {
    ACTION_COUNTS = 1, /* digits typed before it are its count */
    ACTION_CARD = 2,   /* a choice of a form; its digit key is no count */
};

enum { RIGHT_NONE = -1 };

struct action {
    int id;           /* what the screen's handler is given */
    const char *name; /* "best": for settings ("keys.map.best") and for tests */
    const char *keys; /* by default, blank separated: "b F5" */
    const char *hint; /* N_: one or two words for the row of hints; "" when never shown there */
    const char *help; /* N_: a whole sentence */
    int right;        /* enum right it needs, or RIGHT_NONE */
    uint8_t rank;     /* of the hint: 1 stays longest when the row is short */
    uint8_t flags;    /* enum action_flag */
};

/* What means the same on every screen. Screens number their own actions from ACTION_OWN. */
enum shared_action {
    ACTION_NONE,
    /* handled by the app */
    ACTION_HELP,
    ACTION_BACK,
    ACTION_GO,
    ACTION_COMMAND,
    ACTION_MESSAGES,
    ACTION_CANCEL,
    ACTION_REDRAW,
    ACTION_MOUSE,
    /* handed to the screen: the moves its table asks for, the rest if it lists them */
    ACTION_UP,
    ACTION_DOWN,
    ACTION_LEFT,
    ACTION_RIGHT,
    ACTION_PAGE_UP,
    ACTION_PAGE_DOWN,
    ACTION_FIRST,
    ACTION_LAST,
    ACTION_NEXT_PANE,
    ACTION_PREVIOUS_PANE,
    ACTION_OPEN,
    ACTION_OUT,
    ACTION_FIND,
    ACTION_NEXT,
    ACTION_PREVIOUS,
    ACTION_REFRESH,
    ACTION_OWN = 100,
};

/* Tables every screen may have behind its own: moving in a list, moving on a map as well. */
enum moves { MOVES_NONE, MOVES_LIST, MOVES_MAP };

/* The app's own table, behind every screen's. */
extern const struct action app_actions[];
extern const int app_action_count;

/* ---- bindings ----------------------------------------------------------------------------- */

/* One setting: "keys.map.best" = "b F5", "theme.seat.free" = "48". */
struct ui_setting {
    const char *name, *value;
};

enum { KEYMAP_MAX = 160 };

struct keymap {
    struct {
        int32_t code;
        const struct action *action;
    } at[KEYMAP_MAX];
    int count;
    const struct action *shown[KEYMAP_MAX]; /* every action once, screen's first */
    int shown_count;
};

/* The bindings of a screen: settings win over defaults, the screen wins over the app. Settings
 * that name a key that may not be bound are left out. */
struct keymap_source {
    const char *screen; /* its name in settings */
    const struct action *actions;
    int action_count;
    enum moves moves;
    const struct ui_setting *settings;
    int setting_count;
};
void keymap_build(struct keymap *keymap, const struct keymap_source *source);

/* NULL when the key does nothing here. */
const struct action *keymap_find(const struct keymap *keymap, int32_t code);

/* The first key an action is bound to, as text; "" when it has none. Returns out. */
char *keymap_key(const struct keymap *keymap, const struct action *action,
                 char out[KEYS_NAME_TEXT]);

/* Keys that belong to somebody else: flow control, screen, tmux, ssh. */
bool key_forbidden(int32_t code);

/* May this person do it, as far as the role tells? The engine asks again. */
bool action_allowed(const struct action *action, enum role role);

/* ---- shown -------------------------------------------------------------------------------- */

/* Is this action of any use right now? NULL offers everything. */
struct offer {
    bool (*yes)(const void *ctx, const struct action *action);
    const void *ctx;
    bool typing; /* letters are text now: only keys that cannot be typed are offered */
};

/* One row: the hints that fit, best ranks first, in the order of the table; "? help" always. */
void keymap_draw_hints(const struct keymap *keymap, enum role role, struct offer offer,
                       struct canvas *canvas, struct area area);

/* The key of the hint that stands at this column of such a row; KEYCODE_NONE: there is none. */
int32_t keymap_hint_at(const struct keymap *keymap, enum role role, struct offer offer, int columns,
                       int column);

/* The actions a filter lets through (any letters of key, name or sentence; "" all), for help. */
int keymap_filter(const struct keymap *keymap, enum role role, const char *filter,
                  const struct action *found[KEYMAP_MAX]);

#endif
