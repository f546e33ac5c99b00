/* What a till did alone and does not fit, and what became of it. */
#ifndef LOGE_DOMAIN_CONFLICT_H
#define LOGE_DOMAIN_CONFLICT_H

#include <stdbool.h>

#include "src/base/attr.h"
#include "src/domain/merge.h"

const char *conflict_outcome_name(enum conflict_outcome outcome); /* "open", "same" ... */
bool conflict_outcome_parse(const char *text, enum conflict_outcome *out) MUST_USE;

/* Why it is one, in a word that has a translation (tongue_word("conflict", ...)). */
const char *conflict_word(enum merge_class heading);

/* The same as a code: that of the refusal, and where the act took place all the same, of what is
 * wrong with it. */
const char *conflict_reason(enum merge_class heading, enum verdict verdict);

#endif
