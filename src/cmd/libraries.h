/*
 * Libraries that are loaded only when they are needed: a machine that lacks one starts and sells,
 * and finds out in the middle of something. So the health page and `loge doctor` ask for all of
 * them.
 */
#ifndef LOGE_CMD_LIBRARIES_H
#define LOGE_CMD_LIBRARIES_H

#include <stdbool.h>

#include "src/base/err.h"

struct library {
    const char *name;
    const char *use; /* what cannot be done without it; to be translated */
    enum rc (*need)(struct err *err);
    bool vital; /* tickets or the house itself need it */
};

/* All of them; *count of them. Asking loads a library, once in a process. */
const struct library *libraries_list(int *count);
/* Installed here? Where not, `why` says what to install. */
bool library_is_here(const struct library *library, struct err *why);

#endif
