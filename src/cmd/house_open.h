/*
 * The house of several tills, as loge.ini names it: a PostgreSQL store nobody has signed in to yet,
 * behind the house store when there is a Redis. Every command and the console open it here.
 */
#ifndef LOGE_CMD_HOUSE_OPEN_H
#define LOGE_CMD_HOUSE_OPEN_H

#include "src/cmd/call.h"
#include "src/port/guard.h"

/* Does loge.ini name a house of several tills? */
bool house_named(const struct call *call);

/*
 * Opens it as call->desk; nothing is connected until somebody signs in. follow: for programs that
 * stay and show maps. False: call->exit says why.
 */
bool house_open(struct call *call, bool follow) MUST_USE;
/* Where this till remembers which of the house's servers took over last. False: no such path. */
bool house_past(const struct call *call, char path[PATH_TEXT]);
/* What only somebody signed in can know: the house's name, money and schema. */
bool house_entered(struct call *call) MUST_USE;
void house_close(struct call *call);

/* What counts how fast strangers ask, with the house's Redis if there is one. NULL: call->exit says
 * why. */
struct guard *house_guard(struct call *call) MUST_USE;

/*
 * ONLINE, DEGRADED or OFFLINE with its sentence, and a layer each for PostgreSQL, Redis and the
 * feed, as they answered last; asks nobody.
 */
void house_health(struct call *call, struct health_report *health);
/* The sentence of a word, when people have to be told; of a till that waits without its house. */
/* Why the house is not reached, where there is more to say than that; NULL: there is not. */
const char *house_outage_text(const struct err *why);
void house_say_word(struct call *call, struct health_report *health);

#endif
