/*
 * What any fast layer must do, told as tests: the same sentences for Redis and for none at all. A
 * program that checks one defines the_front() and calls speed_main().
 */
#ifndef LOGE_TESTS_CONTRACT_SPEED_H
#define LOGE_TESTS_CONTRACT_SPEED_H

#include "src/adapter/house_store.h"

/* A new end of it, knowing nothing of the show; closed by the test. */
struct house_front the_front(const struct clock *clock);

int speed_main(void);

#endif
