/* The names of what must not be, as a store's own SQL has them (data/schema/STORE/code/qa.sql), and
 * what rows must be by row/truths.def: for tests that have a case for each. */
#ifndef LOGE_TESTS_LIB_FINDINGS_H
#define LOGE_TESTS_LIB_FINDINGS_H

#include "src/base/arena.h"

/* NULL ends the list. */
const char *const *findings_named(const char *store, struct arena *arena);
/* "order sale.paid": a row and its column that is not true; once for each way in which it is not.
 */
const char *const *findings_truths(struct arena *arena);

/* Names and what they are about, a line each, as text that tests compare: each name once, in order.
 */
struct findings {
    struct arena *arena;
    const char *lines; /* all, as they were read */
    const char *names; /* "this_is_wrong that_is_too" */
};
void findings_start(struct findings *findings, struct arena *arena);
void findings_add(struct findings *findings, const char *name, const char *detail);

#endif
