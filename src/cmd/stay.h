/*
 * A command that stays: it reads its standard input line after line, and between two lines this
 * till's line to the house takes its turn (till_here.h), as it does in a console. So a door that is
 * fed by a scanner goes on alone when the house is lost, says so, and comes home by itself.
 *
 * Elsewhere than at a till of a house of several it only reads lines.
 */
#ifndef LOGE_CMD_STAY_H
#define LOGE_CMD_STAY_H

#include "src/cmd/call.h"

struct stay {
    struct call *call;
    char *bytes; /* that were read; line from `at` on */
    size_t room, size, at;
    int64_t sweep_due;
    bool ended;
    bool within; /* a line that was too long: what is left of it is no line */
};

/* Somebody acts already. Another program that has this till's file keeps it: this one then works
 * only as long as the house is reached. */
void stay_begin(struct stay *stay, struct call *call);
void stay_end(struct stay *stay);

/* The next line, without its end, until the next call; NULL: there is none, or it was stopped. */
char *stay_line(struct stay *stay);

/*
 * An act with a key of its own came back with this: was the house lost, and can the till go on
 * alone? Then the very same act is to be done once more.
 */
bool stay_goes_on(struct stay *stay, const struct outcome *out) MUST_USE;

#endif
