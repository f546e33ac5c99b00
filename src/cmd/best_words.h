/* What `best` and `hold best` have in common. */
#ifndef LOGE_CMD_BEST_WORDS_H
#define LOGE_CMD_BEST_WORDS_H

#include "src/cmd/call.h"

/* The count and the options of best_options; class and section stay "any". */
bool best_words(struct call *call, const char *count, struct best_request *request) MUST_USE;
/* --class and --section, looked up in the hall of this show. */
bool best_places(struct call *call, const char *show, struct best_request *request) MUST_USE;

#endif
