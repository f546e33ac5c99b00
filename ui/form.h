/* A few labelled lines, one under the other. Enter goes to the next and at the last submits. */
#ifndef LOGE_UI_FORM_H
#define LOGE_UI_FORM_H

#include <stdbool.h>

#include "ui/canvas.h"
#include "ui/line.h"

enum { FORM_FIELDS_MAX = 12 };

struct field {
    const char *label; /* N_ */
    bool secret;
    struct line line;
};

struct form {
    struct field fields[FORM_FIELDS_MAX];
    int count, focus;
};

enum form_result { FORM_IGNORED, FORM_MOVED, FORM_CHANGED, FORM_SUBMIT };

/* Adds a field; returns its index. */
int form_add(struct form *form, const char *label, bool secret, const char *text);
enum form_result form_key(struct form *form, int32_t code);
const char *form_text(const struct form *form, int field);
/* Draws from the area's first row on, one row a field; returns the rows used. */
int form_draw(const struct form *form, struct canvas *canvas, struct area area);

#endif
