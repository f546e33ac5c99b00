/* What a till did alone and does not fit, and what became of it. */
#ifndef LOGE_DOMAIN_CONFLICT_H
#define LOGE_DOMAIN_CONFLICT_H

#include <stdbool.h>

#include "src/base/attr.h"
#include "src/domain/merge.h"

/* Numbers stand in the database. */
enum conflict_outcome {
    CONFLICT_OPEN = 0,
    CONFLICT_FIRST = 1,  /* whoever came first keeps the seat; there was no money in it */
    CONFLICT_SAME = 2,   /* the seats that were sold, which were free again */
    CONFLICT_OTHER = 3,  /* the seats that were proposed */
    CONFLICT_REFUND = 4, /* the money was given back */
    CONFLICT_KEEP = 5,   /* it stays as it is */
    CONFLICT_DUE = 6,    /* the money is to be given back; a refund may follow */
    CONFLICT_OUTCOMES
};

const char *conflict_outcome_name(enum conflict_outcome outcome); /* "open", "same" ... */
bool conflict_outcome_parse(const char *text, enum conflict_outcome *out) MUST_USE;

/* Why it is one, in a word that has a translation (tongue_word("conflict", ...)). */
const char *conflict_word(enum merge_class heading);

/* The same as a code: that of the refusal, and where the act took place all the same, of what is
 * wrong with it. */
const char *conflict_reason(enum merge_class heading, enum verdict verdict);

#endif
