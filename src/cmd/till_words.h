/* What a till's standing is called, for the health page, `loge status` and `loge sync`. */
#ifndef LOGE_CMD_TILL_WORDS_H
#define LOGE_CMD_TILL_WORDS_H

#include "src/cmd/call.h"
#include "sync/till_line.h"

/* Why the house does not take this till's journal; "" when it does. May live in the arena. */
const char *till_trouble_text(struct arena *arena, const struct till_standing *standing);
/* The same as the house said it last, which may have been before this start. */
const char *till_shut_out_text(struct arena *arena, const struct till_standing *standing);
/* "3 sales wait, the oldest since 19:04" or so, in the arena. */
const char *till_pending_text(struct arena *arena, const struct till_standing *standing);
/* "lent seats for 14 min"; "" when none are lent. */
const char *till_lease_text(struct arena *arena, const struct till_standing *standing);

#endif
