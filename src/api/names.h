/* The ids of shows by their numbers: neither changes, so each is asked for once. Any thread. */
#ifndef LOGE_API_NAMES_H
#define LOGE_API_NAMES_H

#include <stdint.h>

#include "src/base/arena.h"
#include "src/base/attr.h"

struct names;

struct names *names_new(void) RETURNS_FRESH;
void names_free(struct names **names);

/* NULL: not known yet. Lives as long as the names. */
const char *names_find(struct names *names, int32_t no);
const char *names_add(struct names *names, int32_t no, const char *id);

#endif
