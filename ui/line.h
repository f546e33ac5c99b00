/* One line of text being typed: in a field, behind ':' or '/'. */
#ifndef LOGE_UI_LINE_H
#define LOGE_UI_LINE_H

#include <stdbool.h>

#include "ui/canvas.h"
#include "ui/keys.h"

enum { LINE_BYTES = 256 };

struct line {
    char text[LINE_BYTES];
    int length, cursor; /* bytes; the cursor stands between characters */
};

void line_set(struct line *line, const char *text); /* cursor at the end */
/* True when the key was one of editing; Enter, Esc, Tab, Up and Down are not. */
bool line_key(struct line *line, int32_t code);
/* Types a text: control characters become blanks, what does not fit is dropped whole. */
void line_insert(struct line *line, const char *text);
/* Draws what fits around the cursor, and parks the terminal's cursor there. Secret: stars. */
void line_draw(const struct line *line, struct canvas *canvas, struct area area, enum style style,
               bool secret);

#endif
