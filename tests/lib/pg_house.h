/*
 * Houses in the throw-away server, one database a test, made from a template so that each takes
 * milliseconds. Their clock (loge.now_ms) is a row that tests move.
 */
#ifndef LOGE_TESTS_LIB_PG_HOUSE_H
#define LOGE_TESTS_LIB_PG_HOUSE_H

#include "src/adapter/pg_store.h"
#include "tests/lib/pg_server.h"
#include "tests/lib/pg_till.h"

#define PG_PASSWORD "correct-horse"

/* A new house "The House" in a database of its own; starts the server if need be. */
void pg_house_make(char database[PG_NAME]);

/* A new empty house in a database that has others already, at this time; much faster. */
void pg_house_make_beside(int64_t now, char database[PG_NAME]);

/*
 * A store for contract tests: its login carries everybody's acts, and the house's clock follows
 * the given one, which must outlive the store.
 */
enum rc pg_house_open(const char *database, const struct clock *clock, struct store **out,
                      struct err *err);

/* The database of the store that was opened last. */
const char *pg_house_database(void);

/* A member of staff who can sign in with PG_PASSWORD; login names the role. */
void pg_house_person(const char *database, const char *name, enum role role,
                     char login[PG_LOGIN_TEXT]);

/* The same person's own connection. */
PGconn *pg_house_sign_in(const char *database, const char *name, enum role role);

/*
 * In every house of tests public.shown_of(TILL) is what acts at a till of pg_till.h show, and
 * public.act_shown(BYTES) the same of a till whose key gives these.
 */

/* plain.apply, plain.sign, plain.hold, plain.door and plain.checkin: the functions that write acts,
 * with a parameter for each thing they take, for tests that spell acts out in SQL. They run as
 * whoever calls. */
void pg_house_plain_sql(const char *database);

/* The house's clock from now on; 0: the real one. */
void pg_house_set_clock(const char *database, int64_t ms);

#endif
