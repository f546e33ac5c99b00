/* The form somebody joins a waiting list with: who, how many, where, and how they are told. */
#ifndef LOGE_UI_WAIT_FORM_H
#define LOGE_UI_WAIT_FORM_H

#include <stdbool.h>

#include "src/domain/entity.h"
#include "ui/canvas.h"
#include "ui/form.h"

/* What the places of a show are called. */
struct wait_places {
    const char *const *classes, *const *sections;
    int class_count, section_count;
};

struct wait_wish {
    struct waiter waiter;
    const char *class_name; /* of the places; NULL: any */
};

void wait_form_start(struct form *form);
/*
 * Reads the form. A class or section may be begun only, as long as one name begins so. False:
 * why says in a sentence what is missing, and the cursor stands there.
 */
bool wait_form_read(struct form *form, const struct wait_places *places, struct wait_wish *wish,
                    char why[160]) MUST_USE;
/* The form, and what may be typed into the focused line. */
void wait_form_draw(const struct form *form, const struct wait_places *places,
                    struct canvas *canvas, struct area area);

#endif
