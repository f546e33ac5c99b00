/* For tests of plans: an arena and a list of faults, both anew for each test. */
#ifndef LOGE_TESTS_PLAN_TRAY_H
#define LOGE_TESTS_PLAN_TRAY_H

#include <string.h>

#include "src/domain/plan_text.h"

static struct arena *arena;
static struct plan_faults faults;

static int set_up(void **state)
{
    arena = arena_new();
    memset(&faults, 0, sizeof faults);
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&arena);
    return 0;
}

#define T(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

#endif
