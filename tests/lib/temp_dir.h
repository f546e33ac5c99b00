/* A directory of a test's own, under $TMPDIR or /tmp. */
#ifndef LOGE_TESTS_TEMP_DIR_H
#define LOGE_TESTS_TEMP_DIR_H

#include <stddef.h>

void temp_dir_make(char *path, size_t size); /* aborts when it cannot */
void temp_dir_remove(const char *path);      /* with every file in it; no folders inside */

/* For what does not have to survive the machine: temporary folders lie in memory from now on, where
 * the machine has some for that and nobody has named another place. */
void temp_dir_in_memory(void);

#endif
