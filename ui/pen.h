/*
 * The pen: turns "this text, so, there" into as few bytes as this terminal understands.
 *
 * It knows where the terminal's cursor stands and how it writes, and says only what differs. Bytes
 * are gathered in memory; whoever holds the pen writes them out in one go. What the terminal
 * understands is read from terminfo; nothing else is ever sent.
 */
#ifndef LOGE_UI_PEN_H
#define LOGE_UI_PEN_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/term_info.h"
#include "ui/theme.h"

/* What terminfo says, by its own short names. */
enum pen_word {
    PEN_CUP,
    PEN_HPA,
    PEN_VPA,
    PEN_CUU,
    PEN_CUD,
    PEN_CUB,
    PEN_CUF,
    PEN_CUU1,
    PEN_CUF1,
    PEN_SC,
    PEN_RC,
    PEN_CLEAR,
    PEN_EL,
    PEN_SETAF,
    PEN_SETAB,
    PEN_BOLD,
    PEN_REV,
    PEN_SMUL,
    PEN_SGR0,
    PEN_WORDS
};

struct pen_place {
    int row, column;
    struct look look;
    bool look_known;
};

struct pen {
    char *bytes; /* gathered since pen_begin */
    size_t used, room;
    int row, column; /* of the cursor; -1: not known, then both are */
    int columns;     /* of the terminal */
    struct look look;
    bool look_known;
    enum colour_depth depth;
    char words[PEN_WORDS][TERMINFO_TEXT]; /* "" for what it cannot do */
    bool attributes_travel;               /* moving while writing bold leaves no marks */
    bool corner_scrolls;                  /* writing the last cell would scroll the screen */
    bool underline_or_colour;             /* not both */
    struct pen_place saved;               /* what the terminal would go back to ... */
    bool saved_known;                     /* ... if it was ever asked to remember */
};

/* The terminal is the one curses has opened. */
void pen_init(struct pen *pen, enum colour_depth depth);
void pen_done(struct pen *pen);

/* Nothing is known of the terminal any more: the cursor and the colours may be anywhere. */
void pen_forget(struct pen *pen);
void pen_begin(struct pen *pen, int columns);

void pen_move(struct pen *pen, int row, int column);
void pen_look(struct pen *pen, const struct look *look);
bool pen_writes_so(const struct pen *pen, const struct look *look);
/* So many columns wide, from where the cursor stands. */
void pen_text(struct pen *pen, const char *text, int width);
void pen_clear(struct pen *pen);     /* all; the cursor goes home */
void pen_clear_end(struct pen *pen); /* the rest of the row, if it can */
bool pen_clears_end(const struct pen *pen);

/*
 * Writes somewhere else and comes back for less than two moves; false: this terminal cannot. It
 * remembers one place until it is told another, so the same place is saved once and gone back to
 * as often as wanted. What is saved counts only when it is sent: pen_unsave takes it back when
 * nothing followed.
 */
bool pen_save(struct pen *pen);
void pen_unsave(struct pen *pen);
void pen_restore(struct pen *pen);

#endif
