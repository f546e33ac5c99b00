/* Who asked the house's service too fast (port/abuse.h). */
#ifndef LOGE_DOMAIN_ABUSE_H
#define LOGE_DOMAIN_ABUSE_H

#include "src/domain/entity.h"
#include "src/domain/pace.h"

enum { ABUSE_ROUTE = 96 };

#include "src/domain/row/members.h"

struct abuse {
#include "src/domain/row/abuse.def"
};

#include "src/domain/row/members_end.h"

#endif
