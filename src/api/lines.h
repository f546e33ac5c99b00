/*
 * Who is connected, and since when each has been about to say something. One lock, any thread.
 *
 * One address has so many connections and no more; and whoever takes longer than his time to say
 * what he wants, a byte now and then, is hung up on.
 */
#ifndef LOGE_API_LINES_H
#define LOGE_API_LINES_H

#include "src/api/origin.h"

struct lines;
struct line;

struct lines *lines_new(void) RETURNS_FRESH;
/* When nobody is connected any more. NULL inside is fine. */
void lines_free(struct lines **lines);

/* fd: open until lines_close(). From now on it is about to ask something. */
struct line *lines_open(struct lines *lines, int fd, const struct origin *from, int64_t mono);
void lines_close(struct lines *lines, struct line *line);
/* It has asked and is waited for; or it was answered, and may ask something new. */
void lines_asked(struct lines *lines, struct line *line);
void lines_answered(struct lines *lines, struct line *line, int64_t mono);

/* How many an address has; all of a /64 of IPv6 are one. */
int lines_of(struct lines *lines, const struct origin *from);
/* Hangs up on whoever has been about to ask since before that; how many those are. */
int lines_cut(struct lines *lines, int64_t mono);

#endif
