/*
 * The last part of a dialog that takes something away: one of five reasons (the fifth is typed),
 * then the number of things it is about, then Enter. Whatever else is pressed changes nothing.
 */
#ifndef LOGE_UI_CONFIRM_H
#define LOGE_UI_CONFIRM_H

#include "ui/effect.h"
#include "ui/line.h"

enum { CONFIRM_REASONS = 5, CONFIRM_ROWS = 3 };

struct confirm {
    const char *const *reasons; /* N_, CONFIRM_REASONS of them; the last means "other" */
    int count;                  /* what has to be typed */
    int reason;                 /* 1 to 5; 0: not chosen yet */
    bool words;                 /* reason 5 is being typed */
    struct line text;           /* reason 5 */
    struct line number;
};

void confirm_start(struct confirm *confirm, const char *const *reasons, int count);
/* True: reason and number are there; do it. */
bool confirm_key(struct confirm *confirm, int32_t code, struct effects *effects);
void confirm_paste(struct confirm *confirm, const char *text);
/* As it is recorded: in English, or as it was typed. */
const char *confirm_reason(const struct confirm *confirm);
/* Three rows; prompt is translated: "Type the number of seats to release, then Enter:" */
void confirm_draw(const struct confirm *confirm, struct canvas *canvas, struct area rows,
                  const char *prompt);

#endif
