/*
 * A scale that somebody looks at: weights come as they change, while they are watched for.
 *
 * It is read by a thread of its own. None of these functions waits for the scale; what it has not
 * said, and what is wrong with it, is a reading like any other.
 */
#ifndef LOGE_PORT_SCALE_H
#define LOGE_PORT_SCALE_H

#include "src/domain/scale_text.h"

enum { SCALE_WHY = 160 };

struct scale_reading {
    enum scale_state state;
    int32_t grams;       /* SCALE_MOVING, SCALE_STILL */
    char why[SCALE_WHY]; /* SCALE_FAULT: one sentence */
};

struct scale_port {
    /* From now on, or no longer: its line is open only while somebody watches. */
    void (*watch)(void *ctx, bool on);
    void (*read)(void *ctx, struct scale_reading *out); /* as it stands now */
    int (*fd)(void *ctx); /* readable: it stands otherwise; read it empty (an eventfd) */
    void *ctx;
};

#endif
