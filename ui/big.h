/* An amount in digits five rows high, to be read from across the counter. */
#ifndef LOGE_UI_BIG_H
#define LOGE_UI_BIG_H

#include "ui/canvas.h"

enum { BIG_ROWS = 5 };

int big_columns(const char *text);
/* Digits, '.', ',', '-' and blanks; anything else is a blank. What does not fit is clipped. */
void big_draw(struct canvas *canvas, struct area area, enum tier tier, enum style style,
              const char *text);

#endif
