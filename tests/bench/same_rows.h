/*
 * The yardstick of a sale: a bare program that writes the very rows the engine wrote, in as many
 * transactions.
 *
 * It learns them by looking at what the engine wrote just before: each receipt with its events,
 * hold, claims, sale, tickets and payments, and of a till its journal entry too. They are read into
 * memory and then written into a copy of the house that has not seen them.
 */
#ifndef LOGE_TESTS_BENCH_SAME_ROWS_H
#define LOGE_TESTS_BENCH_SAME_ROWS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct same_rows;

/* Both are borrowed; rows from before this moment are not learnt. Journal: acts stand in it too. */
struct same_rows *same_rows_new(sqlite3 *from, sqlite3 *to, bool journal);
/* Finalizes what was prepared on `to`. */
void same_rows_free(struct same_rows **rows);

/* Forgets, and learns the acts since the last time; ends the program unless they are so many. */
void same_rows_learn(struct same_rows *rows, int acts);
/* Writes what was learnt; nanoseconds. */
int64_t same_rows_write(struct same_rows *rows);

#endif
