/* Each class of a plan as one character, for drawings: its initial where it is free. */
#ifndef LOGE_DOMAIN_PLAN_LETTERS_H
#define LOGE_DOMAIN_PLAN_LETTERS_H

#include "src/domain/plan.h"

enum { LETTER_TEXT = 4 };

struct plan_letters {
    char of[PLAN_CLASSES_MAX][LETTER_TEXT];
};

struct plan_letters plan_class_letters(const struct plan *plan);

/* Letters that mean something else in a drawing: no class is drawn as one of these. */
#define PLAN_LETTERS_TAKEN "owcr#.|:+=\""

#endif
