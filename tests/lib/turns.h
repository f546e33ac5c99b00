/* For tests on a terminal: how many turns the loop of a console has made that
 * tests/lib/turn_count.c is linked into, each a wait it came back from. */
#ifndef LOGE_TESTS_TURNS_H
#define LOGE_TESTS_TURNS_H

#include <stdint.h>

/* "NAME=value" for the environment of the program whose turns are counted from then on. */
const char *turns_env(void);

uint64_t turns_made(void);

#endif
