/* What the files of the console share; nobody else includes it. */
#ifndef LOGE_UI_CONSOLE_PRIVATE_H
#define LOGE_UI_CONSOLE_PRIVATE_H

#include "ui/console.h"
#include "ui/line.h"
#include "ui/screen.h"

enum { LAYERS_MAX = 24, PENDING_MAX = 64, ASK_COMMAND = -1 };
/* Smaller than this the body is a list; smaller than that it is nothing. */
enum { LIST_ROWS = 16, LIST_COLUMNS = 60, LEAST_ROWS = 12, LEAST_COLUMNS = 40 };

/* So little is left of a hold that every second counts. */
enum { URGENT_MS = 60000 };

/* One open screen; they lie on one another. */
struct layer {
    const struct screen *screen;
    void *state;
    uint32_t serial; /* never used twice, so a late answer finds its asker or nobody */
    struct keymap keymap;
};

/* A command on its way. */
struct pending {
    uint64_t id; /* 0: unused */
    uint32_t layer;
    int64_t since; /* monotonic */
    bool let_go;   /* nobody waits for it any more */
    bool quiet;    /* nobody ever did */
    bool can_stop; /* it need not be finished ... */
    bool stopping; /* ... and was asked to end */
    char what[WORK_TEXT];
    int64_t done, total; /* total 0: nobody has counted */
};

struct history {
    char at[COMMAND_HISTORY][LINE_BYTES];
    int count, shown; /* shown == count: the line being typed */
};

/* Seats that left the basket, while it is asked who took them and what there is instead. */
struct bereft {
    uint64_t asked; /* the command whose answer goes on with it; 0: none */
    struct lost_seats seats;
    char told[MESSAGE_TEXT]; /* who and why */
};

/* Which sold seats are still to be paid: one question at a time. */
struct due_question {
    uint64_t asked;   /* the command whose answer is awaited; 0: none */
    int64_t asked_at; /* monotonic */
    bool again;       /* something was sold since */
};

struct console {
    struct console_options options;
    struct model model;
    struct messages messages;
    struct draft draft;
    struct layer layers[LAYERS_MAX];
    int layer_count;
    uint32_t serial;
    struct pending pending[PENDING_MAX];
    uint64_t next_id;
    struct uuid_source ids;

    int count;        /* digits typed so far */
    bool going;       /* g was pressed */
    int64_t going_at; /* monotonic */
    bool asking;
    struct ask ask;
    struct line line;
    struct history history;

    struct bereft bereft;
    uint64_t basket_asked; /* since the store changed; 0: its answer is here */
    struct due_question due;
    struct uuid warned; /* the hold whose end was told */
    int64_t warned_ms;  /* at so much left */
    int conflicts_told; /* how many were open when it was said */
    struct {
        uint64_t asked; /* the command whose answer is awaited; 0: none */
        int count;      /* how many were open when the map was marked */
    } marks;
    bool weighing; /* the scale is watched */
    enum health health_told;
    char health_text[MESSAGE_TEXT]; /* what was said of it */

    int64_t pressed_at;    /* monotonic, the last key */
    int rows, columns;     /* as drawn last */
    int items[CANVAS_MAX]; /* which item of a list stands in a row, as drawn last */
    enum dirt dirt;
    uint64_t heard; /* console_heard() */
    bool done, closed, bell, redraw, mouse;
    bool copy_wanted;
    char copy[MESSAGE_TEXT];
};

static inline struct layer *console_top(struct console *console)
{
    return &console->layers[console->layer_count - 1];
}

static inline int64_t console_mono(const struct console *console)
{
    return clock_mono(&console->options.clock);
}

/* The house's time. */
static inline int64_t console_now(const struct console *console)
{
    return clock_wall(&console->options.clock) + console->model.ahead_ms;
}

/* console_draw.c: the key whose hint stands there in the last row; KEYCODE_NONE: none. */
int32_t console_hint_at(struct console *console, int column);

/* The key that extends a hold here; false: this screen has none. */
bool console_extend_key(struct console *console, char key[KEYS_NAME_TEXT]);

struct view console_view(struct console *console, enum tier tier);

/* console_effect.c */
bool console_locked(const struct console *console);
struct effects console_effects(struct console *console);
void console_do(struct console *console, struct effects *effects, uint32_t layer);
void console_open(struct console *console, const char *name, const char *argument);
void console_send(struct console *console, const struct effect *effect, uint32_t layer);
struct pending *console_find_pending(struct console *console, uint64_t id); /* NULL: none */
void console_forget_pending(struct console *console, uint64_t id);
struct pending *console_oldest_wait(struct console *console); /* NULL: nobody waits */
void console_stop_waiting(struct console *console); /* Esc: stops what can be, lets go the rest */
void console_to_screen(struct console *console, const struct input *input);

/* console_hold.c: how long the basket is held */
void console_tick_holds(struct console *console);
void console_holds_ended(struct console *console); /* the draft has noted the seats */

/* console_lost.c: seats of the basket that somebody took away */
void console_lost_seats(struct console *console, const struct lost_seats *lost);
bool console_lost_answer(struct console *console, const struct evt *evt); /* true: it was ours */
void console_ask_basket(struct console *console);
bool console_basket_answer(struct console *console, const struct evt *evt); /* true: it was ours */

/* console_conflicts.c: the model has seen it */
void console_conflicts_hear(struct console *console, const struct evt *evt);
bool console_conflicts_answer(struct console *console,
                              const struct evt *evt); /* true: it was ours */

/* console_scale.c: after whatever a screen did */
void console_heed_scale(struct console *console);

/* console_due.c: sold seats that are still to be paid */
void console_due_hear(struct console *console, const struct evt *evt);   /* the model has seen it */
bool console_due_answer(struct console *console, const struct evt *evt); /* true: it was ours */
int64_t console_due_at(const struct console *console); /* monotonic: when to ask; INT64_MAX */
void console_due_tick(struct console *console);

/* May who is signed in open it, as far as the role tells? */
bool console_allows(const struct console *console, const struct screen *screen);

/* console_go.c: the menu behind g */
void console_draw_go(const struct console *console, enum tier tier, struct canvas *canvas,
                     struct area body);

/* console_ask.c */
void console_ask(struct console *console, const struct ask *ask);
void console_ask_command(struct console *console);
void console_ask_key(struct console *console, int32_t code);
void console_ask_text(struct console *console, const char *text);
void console_ask_decline(struct console *console);
void console_draw_ask(struct console *console, enum tier tier, struct canvas *canvas,
                      struct area body, struct area message_row);
/* What the keys do while it is open, in the last row. */
void console_draw_ask_keys(const struct console *console, struct canvas *canvas, struct area row);

#endif
