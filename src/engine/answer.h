/*
 * What a replay of a key returns. The answer kept with the receipt names what the act made and the
 * figures it told the person; a replay reads those rows again and puts the first figures back.
 */
#ifndef LOGE_ENGINE_ANSWER_H
#define LOGE_ENGINE_ANSWER_H

#include "src/engine/desk.h"

/* In the arena. */
const char *answer_encode(const struct outcome *out, const char *trace, struct arena *arena);

/* Loads what the answer names into the outcome. */
enum rc answer_load(struct desk *desk, const char *answer, struct arena *arena, struct outcome *out,
                    struct err *err) MUST_USE;

#endif
