/*
 * The cash-up of a shift as plain text (a Z report once it is closed): what there was, what came
 * in and went out, what should be there, what was counted, and the difference.
 */
#ifndef LOGE_DOMAIN_SHIFT_TEXT_H
#define LOGE_DOMAIN_SHIFT_TEXT_H

#include "src/domain/entity.h"
#include "src/domain/say.h"

struct shift_paper {
    const char *house;
    const struct shift *shift; /* with its sums */
    int columns;               /* 40 or 80 */
    int offset_min;            /* the house's offset from UTC */
    bool training;
    say_in *language;
    struct arena *arena; /* the text lives here */
};

const char *shift_text(const struct shift_paper *paper);

#endif
