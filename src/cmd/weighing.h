/* The scale that loge.ini names. */
#ifndef LOGE_CMD_WEIGHING_H
#define LOGE_CMD_WEIGHING_H

#include <stdbool.h>

#include "src/port/scale.h"

/* One look at it, for `loge doctor`: what lies there, or why nobody knows (false), in a sentence.
 * Waits for it a few seconds. */
bool weighing_try(const char *place, char text[SCALE_WHY]);

#endif
