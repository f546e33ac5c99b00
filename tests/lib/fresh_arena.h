/* An arena for each test of a program: WITH_ARENA(name) in its list. */
#ifndef LOGE_TESTS_LIB_FRESH_ARENA_H
#define LOGE_TESTS_LIB_FRESH_ARENA_H

#include "src/base/arena.h"

static struct arena *arena;

static int fresh_arena(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int drop_arena(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, fresh_arena, drop_arena)

#endif
