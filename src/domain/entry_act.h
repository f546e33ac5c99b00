/*
 * The act of a journal entry: is it one that a till may have done alone, and does it say the same
 * of itself everywhere?
 */
#ifndef LOGE_DOMAIN_ENTRY_ACT_H
#define LOGE_DOMAIN_ENTRY_ACT_H

#include "src/domain/entry.h"

/* till: whose journal it is. Whose rows they are, the store judges: a service's till brings those
 * of its clients, too. */
bool entry_act_is_whole(const struct entry *entry, const struct changeset *act, const char *till);

#endif
