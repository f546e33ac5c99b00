/*
 * Tills that a test acts at without joining each by hand. What only the key of such a till gives is
 * its name, and what its acts show follows from that as for any till (loge.act_secret).
 */
#ifndef LOGE_TESTS_LIB_PG_TILL_H
#define LOGE_TESTS_LIB_PG_TILL_H

#include "src/adapter/pg_store.h"

/* Those of the newest house from now on, apart by commas; again is nothing new. */
void pg_till_know(const char *database, const char *tills);
/* What this store does, it does at such a till. */
void pg_till_prove(struct store *store, const char *till);
/* Both. */
void pg_till_act_at(const char *database, struct store *store, const char *till);

#endif
