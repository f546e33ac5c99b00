/*
 * The terminal: opened, drawn on by difference, and given back as it was on every way out.
 *
 * curses stays behind this header: it opens and closes the terminal, the pen (ui/pen.h) draws. Keys
 * are read as bytes (ui/keys.h), so nothing here ever waits for input. One thread.
 *
 * Ways out: term_close; TERM, HUP and INT set a flag that term_signal hands out; SEGV, BUS, ABRT,
 * FPE, ILL and QUIT write the saved reset string, restore the saved modes and are raised again, so
 * that cores and sanitizers still work; term_stop is ^Z. A terminal that went away gives
 * TERM_GONE.
 */
#ifndef LOGE_UI_TERM_H
#define LOGE_UI_TERM_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "src/base/err.h"
#include "ui/canvas.h"
#include "ui/keys.h"
#include "ui/theme.h"

struct term;

struct term_options {
    bool mouse; /* report clicks; takes the terminal's own selection away */
    bool kiosk; /* no ^Z */
    bool light; /* dark on light */
    bool ascii; /* never graphics */
};

enum term_signal {
    SIGNAL_END,       /* TERM */
    SIGNAL_HANGUP,    /* HUP: nobody is there any more */
    SIGNAL_INTERRUPT, /* ^C */
    SIGNAL_RESIZE,
    SIGNAL_STOP, /* ^Z */
    SIGNAL_CONTINUE,
    SIGNAL_KINDS
};

/*
 * Blocks the signals above in the calling thread and what it starts from then on; they get through
 * only inside a wait with term_wait_mask. Call it before the first thread is made.
 */
void term_block_signals(void);
const sigset_t *term_wait_mask(void);
/* Did it come since last asked? */
bool term_signal(enum term_signal signal);

/* NULL and one sentence when this cannot be drawn on: no terminal, TERM unset, unknown or dumb. */
struct term *term_open(const struct term_options *options, struct err *err) MUST_USE;
void term_close(struct term **term);

int term_fd(const struct term *term);
/* Bytes read, 0 when there are none now, or TERM_GONE. */
enum { TERM_GONE = -1 };
int term_read(struct term *term, char *bytes, size_t size);

int term_rows(const struct term *term);
int term_columns(const struct term *term);
bool term_is_slow(const struct term *term); /* a serial line, where every byte is waited for */
enum tier term_tier(const struct term *term);
struct theme *term_theme(struct term *term); /* rebind before the first paint */
struct keys *term_keys(struct term *term);   /* owned by the term; knows this terminal's keys */

/* Takes over the terminal's size of now. */
void term_resize(struct term *term);
/* Shows a canvas of the terminal's size: what differs from the last one, in one go. */
void term_paint(struct term *term, const struct canvas *canvas);
/* The next paint draws everything anew (^L, another program wrote over us). */
void term_forget(struct term *term);
/* Is the line still busy with what was written? Then drawing more only makes it later. */
bool term_backed_up(struct term *term);
/* Drawing never waits for the line: what it does not take is kept. Gives it more; true: all is
 * sent. While it is not, term_line can be waited for until there is room. */
bool term_flush(struct term *term);
int term_line(const struct term *term);
void term_bell(struct term *term);
/* Text into the terminal's clipboard (OSC 52), bounded; false: this terminal has none. */
bool term_clipboard(struct term *term, const char *text) MUST_USE;

/* Whether clicks are reported now; the terminal's own selection is away as long. */
bool term_has_mouse(const struct term *term);
/* False: this terminal has no mouse. */
bool term_mouse(struct term *term, bool on) MUST_USE;

/* Asks once how wide the terminal draws; the answer comes as KEY_EVENT_CURSOR and goes here. True
 * when the tier changed, and with it everything drawn. */
bool term_probed(struct term *term, int column);

/* Gives the terminal back, stops this process, and takes the terminal again when it goes on. */
void term_stop(struct term *term);
/* Was ^Z typed? These bytes were read at once. */
bool term_wants_to_stop(const struct term *term, const char *bytes, int size);

#endif
