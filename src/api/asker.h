/* Who asks the service, as people write it and as programs read it. */
#ifndef LOGE_API_ASKER_H
#define LOGE_API_ASKER_H

#include "src/base/json_out.h"
#include "src/port/abuse.h"

/* "192.0.2.1", "2001:db8::1", "2001:db8::/64" or "t:NAME" of a token, as it is counted. */
bool asker_parse(const char *word, char out[PACE_NAME]) MUST_USE;

/* One element of an array. */
void asker_doc(struct json_out *doc, const struct abuse *abuse, int64_t now);

#endif
