/* What a replica has of the house, as text. */
#ifndef LOGE_TESTS_LIB_REPLICA_DUMP_H
#define LOGE_TESTS_LIB_REPLICA_DUMP_H

#include "src/base/arena.h"

/* Every row of the house in a file that nobody has open; how people sign in there is left out. */
const char *replica_dump(struct arena *arena, const char *path);

/* Fails the test with the first lines that differ. */
void replica_assert_same(const char *ours, const char *other);
/* Every row that names another has it, and the house is sound. */
void replica_assert_sound(const char *dump);

#endif
