/* Holds and sales as answers, and whose they are. */
#ifndef LOGE_API_HOLD_ANSWER_H
#define LOGE_API_HOLD_ANSWER_H

#include "src/api/exchange.h"

enum { HOLD_SECONDS_MAX = 7 * 24 * 3600 };

/* "customerEmail", which every customer of the web has. */
bool body_email(struct exchange *x, const char **out) MUST_USE;

/* "payment", made elsewhere: what it is called there is kept with it. Else the refusal says what
 * there could be instead (", or ..." or ""). */
bool body_payment(struct exchange *x, const char *instead, struct tender_line *tender) MUST_USE;

/* The hold that the path names, if it is this client's (or the client may do anything); another's
 * is not there. */
bool hold_of_client(struct exchange *x, struct hold *hold) MUST_USE;
/* The same of a hold that the body names. */
bool hold_by_name(struct exchange *x, const char *id, struct hold *hold) MUST_USE;
/* The same, answering nothing but that the house cannot be reached. */
enum hold_found { HOLD_MISSING, HOLD_FOUND, HOLD_UNREAD };
enum hold_found hold_look(struct exchange *x, const struct uuid *id, struct hold *hold) MUST_USE;

void hold_tell(struct exchange *x, const struct hold *hold);
/* What an act has made: 201, or 200 when it was so already. */
void hold_answer(struct exchange *x, const char *show);
/* What an act has changed. */
void hold_answer_as(struct exchange *x, int status);
void sale_answer(struct exchange *x);

#endif
