/*
 * Sending the outbox: a few letters are taken, written, sent, and what became of each is said.
 *
 * Mail and web servers are two chores, so that one that hangs does not keep the other waiting; and
 * once a server has not answered, the other letters for it are put off without asking it again. A
 * mail server that puts off one mail (its reader is greylisted) is asked for the others.
 * A letter is tried again after 30 s, 1 min, ... 1 h, and is dead when it was refused for good or
 * after three days.
 */
#ifndef LOGE_ENGINE_CHORE_POST_H
#define LOGE_ENGINE_CHORE_POST_H

#include "src/engine/chore.h"
#include "src/port/outbox.h"
#include "src/port/post.h"

enum { LETTERS_AT_ONCE = 16, LETTER_LEASE_MS = 300000 };

/* The words of a letter; in the step's arena. */
struct letter_text {
    bool nothing;               /* there is nothing left to tell */
    const char *subject, *text; /* of a mail */
    const char *html;           /* NULL: text alone */
    const struct post_part *parts;
    int part_count;
    const char *body; /* of a call: JSON */
};

struct post_office {
    const struct post_port *port;
    /* Reads what the letter is about, as it is now. */
    enum rc (*write)(void *ctx, struct chore_step *step, const struct letter *letter,
                     struct letter_text *out, struct err *err);
    void *ctx;
};

/* The office must outlive them; each on a thread needs a port of its own. */
struct chore chore_mail(struct post_office *office);
struct chore chore_webhooks(struct post_office *office);

/* When to try again after so many tries, without the chance that is added. */
int64_t letter_pause(int32_t tries);

#endif
