/*
 * A till that its operator keeps offline stays so when the program is started again: an empty file
 * beside the till's own says it (`till-NAME.db.held`). Only the operator lets it go.
 */
#ifndef LOGE_CMD_TILL_HELD_H
#define LOGE_CMD_TILL_HELD_H

#include <stdbool.h>

#include "src/base/err.h"

/* path: of the till's file. */
bool till_held_is(const char *path);
/* On the disk when it returns. */
enum rc till_held_put(const char *path, bool held, struct err *err) MUST_USE;

#endif
