/*
 * A house in a throw-away PostgreSQL for the bench programs, and 16 tills that all work at once.
 *
 * The same rows are written by our store and by a yardstick, each into a show of its own, so both
 * find the same tables, indexes and keys. PostgreSQL has the statistics that `show add` leaves, and
 * no others. The server waits for no disk (fsync = off): what is compared is work. Seats are handed
 * out from the front; none is used twice.
 */
#ifndef LOGE_TESTS_BENCH_PG_FIELD_H
#define LOGE_TESTS_BENCH_PG_FIELD_H

#include <pthread.h>

#include "src/adapter/house_store.h"
#include "src/adapter/pg_store.h"
#include "tests/bench/bench.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/redis_server.h"

enum { TILLS = 16, FIELD_SEATS = 16 * 15000 };
enum { OUR_SHOW = 1, RAW_SHOW, STEPS_SHOW, SHOWS = STEPS_SHOW };

#define FIELD_PRINT                                                    \
    "\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab" \
    "\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab\xab"
#define FIELD_ANSWER \
    "{\"hold\":\"01900000-0000-7000-8000-000000000001\",\"seats\":[\"A-1\",\"A-2\"]}"

struct field_till {
    struct field *field;
    struct store *store; /* ours */
    PGconn *conn;        /* the yardstick's, NULL until it needs one */
    struct arena *arena;
    struct uuid_source ids;
    int number, next_seat[SHOWS + 1];
    int64_t next_event;
};

struct field {
    char database[PG_NAME], login[PG_LOGIN_TEXT];
    struct field_till tills[TILLS];
    void (*work)(struct field_till *till);
    int times;
    pthread_barrier_t start;
};

void field_open(struct field *field);
void field_close(struct field *field);

/* A connection string of a till: over the socket, or (port not 0) over that loopback port. */
const char *field_url(const struct field *field, bool superuser, int port, char url[PG_URL]);

/* PostgreSQL alone, reached as told; the tills' stores are opened anew. */
void field_open_stores(struct field *field, int port);
/* The same with Redis in front. */
void field_open_house(struct field *field, const char *redis_address);
void field_close_stores(struct field *field);

/* The next free seat of a till in a show. */
int field_seat(struct field_till *till, int show);
/* Two seats into a new hold, as an engine would have decided it. */
struct changeset *field_hold(struct field_till *till);
/* ... and applied by the till's store. */
void field_apply(struct field_till *till);

/* Every till does the work so many times, all at once; nanoseconds until the last is done. */
int64_t field_run(struct field *field, void (*work)(struct field_till *till), int times);

#endif
