/* The waiting list: first come, first served, among those whom the free seats suit. */
#ifndef LOGE_DOMAIN_WAITLIST_H
#define LOGE_DOMAIN_WAITLIST_H

#include "src/domain/best.h"
#include "src/domain/changeset.h"

enum { PARTY_MAX = 50 };

/* "w-7k3qm9" as it was made, "W-7K3QM9". False: this is not a waiter's code. */
bool wait_code_parse(const char *text, char out[CODE_TEXT]) MUST_USE;

enum verdict wait_decide_join(const struct snapshot *show, const struct waiter *wish,
                              struct changeset *cs, struct refusal *why);
/* offer: what is held for the waiter, which others can have then; NULL: nothing is. */
enum verdict wait_decide_leave(const struct waiter *waiter, const struct hold *offer,
                               struct changeset *cs, struct refusal *why);

/* The waiter has been offered this hold. */
void wait_mark_offered(const struct waiter *waiter, const struct uuid *hold, struct changeset *cs);
/* ... and has bought it. */
void wait_mark_served(const struct waiter *waiter, struct changeset *cs);
/* ... and let it run out: whoever does not answer loses the place in line to the next. */
void wait_mark_lapsed(const struct waiter *waiter, struct changeset *cs);

#endif
