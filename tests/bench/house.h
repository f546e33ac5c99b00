/* A house for measuring: one hall, one open show, a manager with an open shift; and bare SQLite. */
#ifndef LOGE_TESTS_BENCH_HOUSE_H
#define LOGE_TESTS_BENCH_HOUSE_H

#include <sqlite3.h>

#include "src/engine/desk.h"

struct bench_house {
    struct arena *arena;   /* lives as long as the house */
    struct arena *scratch; /* for acts; the caller resets it */
    struct fake_clock time;
    struct desk desk;
    const struct plan *plan;
    int next_seat; /* nobody has bought this one yet */
    char path[320];
};

#define BENCH_SHOW "field-day"

/* In bench_dir(). seats is a multiple of 100. */
void bench_house_open(struct bench_house *house, int seats);
void bench_house_close(struct bench_house *house);

/* Who acts, in the scratch arena. */
struct act_meta bench_manager(struct bench_house *house);

/* Ends the program when an act was refused. */
void bench_expect_ok(const struct outcome *outcome, const char *what);

/* Holds two seats and sells them, so many times; nanoseconds. */
int64_t bench_sell_pairs(struct bench_house *house, int pairs);

/* ---- the yardstick: the bare SQLite API on a copy of the house --------------------------------
 */

/* A connection with the durability and the cache of the house's own store, so that neither is the
 * advantage. */
sqlite3 *bare_open(const char *path);
/* A copy of the house as it is now, beside it; opened. */
sqlite3 *bare_copy(const struct bench_house *house, const char *name);
sqlite3_stmt *bare_prepare(sqlite3 *db, const char *sql);
void bare_exec(sqlite3 *db, const char *sql);
/* Runs a statement that returns no rows, and makes it ready again. */
void bare_run(sqlite3_stmt *stmt);

#endif
