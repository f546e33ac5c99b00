/*
 * The words of a letter from the outbox: a mail in the language of this program, or JSON for a web
 * server, both about things as they are when it is sent.
 */
#ifndef LOGE_CMD_LETTER_H
#define LOGE_CMD_LETTER_H

#include "src/cmd/call.h"
#include "src/engine/chore_post.h"

/* For post_office.write; ctx is a struct call that is only read: the house, the settings. */
enum rc letter_write(void *ctx, struct chore_step *step, const struct letter *letter,
                     struct letter_text *out, struct err *err);

#endif
