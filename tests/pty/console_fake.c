/*
 * The console in front of a counter without an engine, for tests on a pty. The wall clock stands
 * at Friday 20 November 2026, 18:41 UTC, unless it is --running.
 *
 *   console_fake [--seats N] [--news N] [--mouse] [--kiosk] [--running]
 *
 * --news lets so many seats of other tills change a second.
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/domain/hall_maker.h"
#include "tests/lib/fake_counter.h"
#include "tests/lib/news.h"
#include "ui/language.h"
#include "ui/ui.h"

enum { PLAYHOUSE = 1100 };
#define FRIDAY_EVENING ((int64_t)1795200060000)

/* ---- the console ---------------------------------------------------------------------------- */

static int64_t standing_wall(void *ctx)
{
    return FRIDAY_EVENING;
}

static bool has(int argc, char **argv, const char *word)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

static int number_of(int argc, char **argv, const char *word)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return atoi(argv[i + 1]);
    return 0;
}

int main(int argc, char **argv)
{
    static const int ends[] = {[UI_QUIT] = 0, [UI_ENDED] = 10, [UI_GONE] = 11, [UI_REFUSED] = 12};
    struct clock clock = clock_system();
    struct arena *arena = arena_new();
    struct err err = {.text = ""};
    language_begin();
    ui_prepare();
    if (!has(argc, argv, "--running"))
        clock.wall_ms = standing_wall;
    int seats = number_of(argc, argv, "--seats"), changes = number_of(argc, argv, "--news");
    struct fake_counter *fake =
        fake_counter_new(clock, seats ? hall_make_arena(seats, arena) : NULL);
    struct news *news =
        changes ? news_new(fake_counter_port(fake), seats ? seats : PLAYHOUSE, changes) : NULL;
    struct ui_options options = {.mouse = has(argc, argv, "--mouse"),
                                 .kiosk = has(argc, argv, "--kiosk")};
    options.console = (struct console_options){.clock = clock, .till = "T3"};
    enum ui_end end = ui_run(news ? news_port(news) : fake_counter_port(fake), &options, &err);
    if (end == UI_REFUSED)
        fprintf(stderr, "%s\n", err.text);
    news_free(&news);
    fake_counter_free(&fake);
    arena_free(&arena);
    return ends[end];
}
