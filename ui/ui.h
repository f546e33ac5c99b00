/*
 * The console's front door: a terminal, a counter to talk to, and a person.
 *
 * Call ui_prepare before the first thread is made, ui_run in the thread that owns the terminal.
 */
#ifndef LOGE_UI_UI_H
#define LOGE_UI_UI_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/err.h"
#include "ui/console.h"

/* What whoever was signed in leaves behind. */
struct ui_left {
    int seats;     /* held; 0: nothing */
    int64_t until; /* the house's time, ms */
};

struct ui_options {
    struct console_options console; /* its port is set by ui_run */
    bool mouse, kiosk, light, ascii;
    struct ui_left *left; /* filled at the end; NULL: nobody asks */
};

enum ui_end {
    UI_QUIT,    /* asked for */
    UI_ENDED,   /* TERM */
    UI_GONE,    /* the terminal went away, or HUP */
    UI_REFUSED, /* no terminal to draw on: err says why in one sentence */
    UI_CLOSED,  /* the counter could not begin (EVT_CLOSED), and knows why */
};

/* Signals that only the loop may hear. The language is begun already (ui/language.h). */
void ui_prepare(void);

enum ui_end ui_run(const struct counter_port *port, const struct ui_options *options,
                   struct err *err) MUST_USE;

#endif
