/*
 * Two tills on one house: two stores on one file, with one Redis (or what pretends to be one) in
 * front of both. Ends with the audit.
 */
#ifndef LOGE_TESTS_LIB_TILLS_H
#define LOGE_TESTS_LIB_TILLS_H

#include "src/adapter/house_store.h"
#include "tests/lib/house.h"
#include "tests/lib/redis_server.h"

extern struct redis_server tills_server; /* one a test program, emptied before each test */
int tills_start_server(void **state);
int tills_stop_server(void **state);

struct tills {
    struct house_fixture *house; /* till-1: anna, a clerk */
    struct house_fixture second; /* till-2: mark, a supervisor */
    int32_t show;
};

/* cmocka setup and teardown: *state is a struct tills *; open_tills puts Redis in front. */
int tills_setup(void **state);
int tills_teardown(void **state);
void open_tills(struct tills *tills, const char *address, bool follow);

void assert_got(struct house_fixture *till, enum verdict verdict);
struct house_speed speed_of(struct house_fixture *till);

#endif
