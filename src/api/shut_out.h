/* Who is shut out: what the house said last, and what it does not know yet. One lock, any thread.
 */
#ifndef LOGE_API_SHUT_OUT_H
#define LOGE_API_SHUT_OUT_H

#include "src/port/abuse.h"

enum { SHUT_OUT_MOST = 10000, SHUT_OUT_NEWS = 256 };

struct shut_out;

struct shut_out *shut_out_new(void) RETURNS_FRESH;
void shut_out_free(struct shut_out **list);

/* Until when; 0: it is not. */
int64_t shut_out_until(struct shut_out *list, const char *asker, int64_t now);

/* It happened now. What is only refused (until 0) is news once a minute. False: it was no news, or
 * too much is waiting to be written already. */
bool shut_out_add(struct shut_out *list, const struct abuse *abuse);
/* False: it was not shut out. */
bool shut_out_remove(struct shut_out *list, const char *asker);

/* ---- for whoever writes it down ---------------------------------------------------------------
 */

/* The oldest news; false: there is none. */
bool shut_out_next(struct shut_out *list, struct abuse *news);
/* It was written. */
void shut_out_told(struct shut_out *list, const struct abuse *news);

/* Something only refused whose count has grown for some seconds; false: there is none. */
bool shut_out_grown(struct shut_out *list, int64_t now, struct abuse *grown);
/* It was written. */
void shut_out_grown_told(struct shut_out *list, int64_t now, const struct abuse *grown);

/* To be taken before the house is asked: what is learnt is dropped when somebody was let in since.
 */
uint64_t shut_out_mark(struct shut_out *list);
void shut_out_learn(struct shut_out *list, const struct abuse *abuse, int count, uint64_t mark);

/* Somebody who was let in since the last call, whose pace is to be forgotten; false: nobody. */
bool shut_out_let_in(struct shut_out *list, char asker[PACE_NAME]);

#endif
