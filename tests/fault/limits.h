/* What brings a field's servers to their limits, while tills and consoles are at work. */
#ifndef LOGE_TESTS_FAULT_LIMITS_H
#define LOGE_TESTS_FAULT_LIMITS_H

#include "tests/fault/field.h"

/* SQL as the superuser, whatever it answers. */
void limit_run(struct field *field, const char *sql);

/* Now and then an act takes longer than it may, with its seats locked and half of it written. */
void limit_slow(struct field *field);
int limit_slow_so_far(struct field *field); /* such acts */
void limit_slow_end(struct field *field);

/* All lines are cut and so many may be opened; -1: as many as one likes. */
void limit_connections(struct field *field, int most);

void limit_memory(bool full); /* of Redis */
/* Every key there is becomes one of another type, or text that means nothing, for ever. How many.
 */
int limit_garbage(void);

#endif
