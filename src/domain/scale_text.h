/*
 * What a scale says on its line, and when its weight may be believed.
 *
 * Understood are the lines of Mettler Toledo's SICS ("S S     12.34 kg", D while it moves, + and -
 * beyond its range), of the A&D and CAS family ("ST,GS,+  12.34kg", US while it moves, OL beyond),
 * and a plain number with its unit. A scale sends them all the time, or when it is asked.
 *
 * An ear collects bytes into lines and judges what it heard. It has no clock and waits for nothing:
 * whatever comes in, and for however long, it keeps one line and one weight. A weight is at rest
 * when the scale has said so twice, so that one spoiled byte is nobody's fee; or when nothing else
 * was said for a second, which is how scales that do not say whether they rest, and those with a
 * key to press, are believed.
 */
#ifndef LOGE_DOMAIN_SCALE_TEXT_H
#define LOGE_DOMAIN_SCALE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { SCALE_LINE = 64, SCALE_REST_MS = 1000, SCALE_PATIENCE_MS = 3000 };

enum scale_word {
    SCALE_NO_WORD, /* not understood */
    SCALE_BUSY,    /* asked, it cannot say now */
    SCALE_MOVES,   /* grams */
    SCALE_RESTS,   /* grams */
    SCALE_PLAIN,   /* grams, and not whether it moves */
    SCALE_BEYOND,  /* more than it weighs */
    SCALE_BELOW,   /* less than nothing: it was not empty when it was set to zero */
};

struct scale_said {
    enum scale_word word;
    int32_t grams;
};

/* One line, without its end. */
struct scale_said scale_line_read(const char *line);

enum scale_state {
    SCALE_WAITING, /* nothing yet, and not for long */
    SCALE_MOVING,  /* grams, for now */
    SCALE_STILL,   /* grams: that is what it weighs */
    SCALE_TOO_HEAVY,
    SCALE_TOO_LIGHT,
    SCALE_SILENT,  /* for SCALE_PATIENCE_MS */
    SCALE_GARBLED, /* it says something, but nothing that is understood */
    SCALE_FAULT,   /* the line itself: it cannot be opened, or went away */
};

/* NULL: there is a weight to show. Else a sentence (N_) for whoever stands at the scale. */
const char *scale_state_sentence(enum scale_state state);

struct scale_ear {
    char line[SCALE_LINE];
    int used;
    bool too_long;  /* the line is: it is left out up to its end */
    bool whole;     /* the line was heard from its beginning */
    bool noise;     /* something came since heard_at */
    int64_t opened; /* all moments are monotonic milliseconds */
    struct scale_said said;
    int times;        /* so often in a row, as far as that matters */
    int64_t since;    /* that long */
    int64_t heard_at; /* last understood */
};

void scale_ear_open(struct scale_ear *ear, int64_t now);
void scale_ear_hear(struct scale_ear *ear, const char *bytes, size_t count, int64_t now);
/* *grams: of what moves or is still; else 0. */
enum scale_state scale_ear_tell(const struct scale_ear *ear, int64_t now, int32_t *grams);

#endif
