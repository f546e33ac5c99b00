/* A weight for `loge bag`, from the scale that loge.ini names. */
#ifndef LOGE_CMD_BAG_SCALE_H
#define LOGE_CMD_BAG_SCALE_H

#include <stdbool.h>

#include "src/base/attr.h"
#include "src/port/scale.h"

/* What lies on it, once it lies still: waits for that as long as anybody would. False: why not, in
 * a sentence. */
bool bag_scale_read(const char *place, int32_t *grams, char why[SCALE_WHY]) MUST_USE;

#endif
