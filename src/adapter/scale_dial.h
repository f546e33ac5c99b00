/* Opens the line to a scale; only its reader needs this. */
#ifndef LOGE_ADAPTER_SCALE_DIAL_H
#define LOGE_ADAPTER_SCALE_DIAL_H

#include "src/domain/scale_place.h"
#include "src/port/scale.h"

/*
 * A descriptor that never blocks; -1, and why not, in one sentence. A serial line is this
 * program's alone until it is closed. Reaching a host takes two seconds at most, or until `wake` is
 * readable.
 */
int scale_dial(const struct scale_place *place, int wake, char why[SCALE_WHY]) MUST_USE;

#endif
