/* Holds and sales as answers, and whose they are. */
#ifndef LOGE_API_HOLD_ANSWER_H
#define LOGE_API_HOLD_ANSWER_H

#include "src/api/exchange.h"
#include "src/port/checkouts.h"

enum { HOLD_SECONDS_MAX = 7 * 24 * 3600 };

/* "customerEmail", which every customer of the web has. */
bool body_email(struct exchange *x, const char **out) MUST_USE;

/* "payment", made elsewhere: what it is called there is kept with it. Else the refusal says what
 * there could be instead (", or ..." or ""). */
bool body_payment(struct exchange *x, const char *instead, struct tender_line *tender) MUST_USE;

/* Was it made at this client's till, or may the client do anything? */
bool is_own_till(const struct exchange *x, const char *till);

/* The hold that the path names, if it is this client's (or the client may do anything); another's
 * is not there. */
bool hold_of_client(struct exchange *x, struct hold *hold) MUST_USE;
/* The same of a hold that the body names. Both take a hold's id or the code of a waiter's offer. */
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
/* The customer's order of this client's with this seat; when the request has a key, also one that
 * gave it back before (that may have been this very request). */
bool sale_with_seat(struct exchange *x, int32_t show, const char *email, const char *label,
                    struct sale *out) MUST_USE;
/* Gives tickets of the order back, NULL for all, as the house's rule has it; and answers. */
void sale_return(struct exchange *x, const struct sale *sale, const char *const *labels, int count);
/* A sale of this client's as a member of a document, its tickets signed. */
void sale_put(struct exchange *x, struct json_out *doc, const struct sale *sale);

/* "reason" and "notes" as they were given, null when they were not, into the document. */
void why_put(struct exchange *x);
/* What was let go, seat by seat: status, counts, reason, notes, a message and "seats", into the
 * document that was begun. */
void released_put(struct exchange *x, const struct released_seat *seats, int count);
/* The hold as an act has left it, with all of that. */
void released_answer(struct exchange *x);

#endif
