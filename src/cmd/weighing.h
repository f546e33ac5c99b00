/* The scale that loge.ini names, at the console's door. */
#ifndef LOGE_CMD_WEIGHING_H
#define LOGE_CMD_WEIGHING_H

#include "src/adapter/scale_reader.h"
#include "src/cmd/call.h"
#include "src/engine/counter.h"

struct weighing {
    struct scale_reader *reader; /* NULL: there is none */
    struct scale_port port;
};

/* Gives the counter a scale, if there is one; a fault is told where something is weighed. */
void weighing_start(struct weighing *weighing, const struct call *call, struct counter *counter);
void weighing_stop(struct weighing *weighing);

/* One look at it, for `loge doctor`: what lies there, or why nobody knows (false), in a sentence.
 * Waits for it a few seconds. */
bool weighing_try(const char *place, char text[SCALE_WHY]);
/* What lies on it, once it lies still: waits for that as long as anybody would. False: why not. */
bool weighing_settle(const char *place, int32_t *grams, char why[SCALE_WHY]) MUST_USE;

#endif
