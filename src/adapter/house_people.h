/* The people of a house, as PostgreSQL logins: "anna" signs in as "<the house's prefix>_anna". */
#ifndef LOGE_ADAPTER_HOUSE_PEOPLE_H
#define LOGE_ADAPTER_HOUSE_PEOPLE_H

#include "src/adapter/pg_store.h"
#include "src/port/people.h"

/* store: of pg_store_new, and must outlive it. */
struct people *house_people_new(struct store *store, const struct pg_address *address,
                                const char *prefix) RETURNS_FRESH;

/* From now on wrong PINs are counted with this login of the till; without it they are not. */
void house_people_count_at(struct people *people, const struct pg_gate *gate);

/* The login of a person; a name that begins with the prefix is one already. */
void house_login_of(const char *prefix, const char *name, char login[PG_LOGIN_TEXT]);

#endif
