/*
 * The console without a terminal: keys, answers and time go in; a canvas comes out.
 *
 * Everything people see happens here, and none of it waits: commands go through the counter's
 * port, answers come back by id. ui/app.c puts a terminal in front; tests put a canvas.
 */
#ifndef LOGE_UI_CONSOLE_H
#define LOGE_UI_CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/clock.h"
#include "src/port/evt.h"
#include "ui/action.h"
#include "ui/canvas.h"
#include "ui/keys.h"
#include "ui/message.h"
#include "ui/model.h"

enum { COMPLETIONS_MAX = 32, COMPLETION_TEXT = 64, COMMAND_HISTORY = 50 };
enum { SPINNER_AFTER_MS = 150, GO_MENU_AFTER_MS = 300, COMMAND_TIME_MS = 30000 };

struct console_options {
    const struct counter_port *port;
    struct clock clock;
    const struct ui_setting *settings;
    int setting_count;
    const char *venue, *till; /* for row 1; NULL: not known */
    const char *welcome;      /* below the sign-in form: whom one can sign in as; NULL: nothing */
    const char *term;         /* as in TERM; NULL: not known */
    bool training;
    enum health word;      /* until the counter says one */
    int64_t lock_after_ms; /* nobody pressed a key for so long: it locks; 0: never */
    bool slow; /* a serial line (ui_run sees it): the countdown moves every ten seconds until the
                  last minute */
    /* Words that may stand next on a command line, beside the console's own; NULL: none. Returns
     * how many; each begins with the last word of `line`. */
    int (*complete)(void *ctx, const char *line, char out[COMPLETIONS_MAX][COMPLETION_TEXT]);
    void *complete_ctx;
    struct rng rng; /* for the keys of acts */
};

struct console;

struct console *console_new(const struct console_options *options) RETURNS_FRESH;
void console_free(struct console **console);

void console_key(struct console *console, const struct key_event *event);
/* Takes what the counter has to say, at most `limit` messages. True: there may be more. */
bool console_receive(struct console *console, int limit);
/* Lets time pass. */
void console_tick(struct console *console);
/* Monotonic ms at which console_tick has something to do; INT64_MAX: never. */
int64_t console_due(const struct console *console);

void console_draw(struct console *console, enum tier tier, struct canvas *canvas);

/* What should be drawn: nothing; what the house does (soon: see app.c); what the person
 * did (now). Drawing settles it. */
enum dirt { DIRT_NONE, DIRT_NEWS, DIRT_KEY };
enum dirt console_dirt(const struct console *console);
void console_touch(struct console *console, enum dirt dirt);
/* How much the house has told so far: seats that changed, and whatever else, one each. */
uint64_t console_heard(const struct console *console);

/* Into the message row and the log. */
void console_say(struct console *console, bool error, const char *text);

/* How many seats are in the basket, and until when all of them are held. */
int console_left(const struct console *console, int64_t *until);
bool console_done(const struct console *console);
/* The counter could not begin: there is nobody to ask. */
bool console_closed(const struct console *console);
bool console_waiting(const struct console *console); /* for an answer */
/* Wishes for the terminal, each told once. */
bool console_take_bell(struct console *console);
bool console_take_redraw(struct console *console);
bool console_take_mouse(struct console *console);       /* on, or off again */
const char *console_take_copy(struct console *console); /* NULL: none */

/* For tests. */
const struct model *console_model(const struct console *console);
const char *console_screen(const struct console *console); /* the name of the one on top */
const struct messages *console_messages(const struct console *console);

#endif
