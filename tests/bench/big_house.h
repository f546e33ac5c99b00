/*
 * A house of one hall of 100,000 seats and one open show, in a throw-away PostgreSQL, for the bench
 * programs; a manager is signed in, and the yardstick has a connection as superuser. The house is
 * as it ships: only the product's own acts have run ANALYZE, and autovacuum is off.
 */
#ifndef LOGE_TESTS_BENCH_BIG_HOUSE_H
#define LOGE_TESTS_BENCH_BIG_HOUSE_H

#include "src/adapter/pg_store.h"
#include "src/engine/desk.h"
#include "tests/lib/pg_server.h"

enum { BIG_SEATS = 100000 };

#define BIG_SHOW "field-day"

struct big_house {
    char database[PG_NAME], url[PG_URL]; /* url: of the manager */
    char login[PG_LOGIN_TEXT];
    int seats; /* set before it is opened; 0: BIG_SEATS */
    struct desk desk;
    struct arena *arena;
    PGconn *bare;
    int64_t sum; /* keeps the compiler from leaving the reading out */
};

void big_house_open(struct big_house *house);
void big_house_close(struct big_house *house);

/* Nobody is connected any more: the database can be copied. */
void big_house_leave(struct big_house *house);

/* The manager's way to a copy of the house. Returns url. */
const char *big_house_url(const struct big_house *house, const char *database, char url[PG_URL]);

/* Who acts, in the house's arena. */
struct act_meta big_house_manager(struct big_house *house);

/* Another till's store of the same house. */
struct store *big_house_store(struct big_house *house);

/* Ends the program when an act was refused. */
void big_house_expect(const struct outcome *outcome, const char *what);

#endif
