/*
 * A house as it stands in a theatre, for contract tests: PostgreSQL decides, Redis is in front, and
 * the till keeps its own map.
 */
#ifndef LOGE_TESTS_LIB_FAST_HOUSE_H
#define LOGE_TESTS_LIB_FAST_HOUSE_H

#include "src/adapter/house_store.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/redis_server.h"

extern struct redis_server fast_house_redis; /* whoever runs the tests starts it */
extern char fast_house_database[PG_NAME];

/* For a struct store_factory: a new house and a till on it, and one more till. */
enum rc fast_house_make(const char *dir, const struct clock *clock, struct store **store,
                        struct err *err);
enum rc fast_house_open(const char *dir, const struct clock *clock, struct store **store,
                        struct err *err);

#endif
