/* A till's end of Redis for tests, and small things to say to it. Times stand at TILL_NOW. */
#ifndef LOGE_TESTS_LIB_REDIS_TILL_H
#define LOGE_TESTS_LIB_REDIS_TILL_H

#include "src/adapter/redis_feed.h"
#include "src/adapter/redis_link.h"
#include "src/adapter/redis_lock.h"
#include "src/adapter/redis_registry.h"
#include "src/base/list.h"
#include "tests/lib/redis_server.h"

enum { SHOW = 7 };
#define NOW ((int64_t)1790000000000)

struct till {
    struct redis_link *link;
    struct lock *lock;
    struct registry *registry;
    struct feed *feed;
    struct arena *arena;
    struct clock clock;
};

void till_open(struct till *till, const char *address);
void till_close(struct till *till);

/* One server a test program, one till a test; the server is emptied before each. */
extern struct redis_server till_server;
int till_start_server(void **state);
int till_stop_server(void **state);
int till_setup(void **state); /* *state is a struct till * */
int till_teardown(void **state);

struct uuid id(uint8_t number);

/* One seat (a == b) or two, as seen at version 5. */
enum lock_answer take(struct till *till, int32_t a, int32_t b, uint8_t owner);

struct registry_seat held(int32_t seat, uint32_t version, uint8_t hold); /* 15 minutes, by anna */
struct registry_seat freed(int32_t seat, uint32_t version);
void record(struct till *till, struct registry_seat seat, uint8_t token);
struct registry_count count_of(struct till *till);

/* Frees the answer. */
void assert_reads(const char *expected, char *answer);

void wait_until_alive(struct till *till);        /* the feed */
struct feed_notes next_notes(struct till *till); /* waits for some */

#endif
