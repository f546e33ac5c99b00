/* A weight as a scale writes it, in whole grams; there is no floating point. */
#ifndef LOGE_DOMAIN_SCALE_WEIGHT_H
#define LOGE_DOMAIN_SCALE_WEIGHT_H

#include <stdint.h>

#include "src/base/attr.h"

enum { SCALE_MOST_G = 1000000 }; /* a tonne: no scale at a door weighs more */

/*
 * Reads a number and its unit (kg, g, lb) off the front of a text; the blanks around them belong to
 * it. A point and a comma are both the decimal mark; what is less than a gram is rounded, half up.
 * Returns what comes behind; NULL: that is no weight.
 */
const char *scale_weight_take(const char *text, int32_t *grams) MUST_USE;

#endif
