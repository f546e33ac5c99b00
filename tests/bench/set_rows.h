/*
 * The yardstick of a push: a bare program that writes the very rows a house wrote, so many journal
 * entries a transaction, each table by one prepared INSERT or UPDATE of all its rows at once.
 *
 * It learns them from a house that has taken a journal: each row belongs to the entry that wrote
 * it. They are read into memory in the server's own binary format, and given back in it.
 */
#ifndef LOGE_TESTS_BENCH_SET_ROWS_H
#define LOGE_TESTS_BENCH_SET_ROWS_H

#include <stdint.h>

#include <libpq-fe.h>

struct set_rows;

/* Learns what so many entries of the house's one journal wrote, after the first ones; by a
 * superuser's connection. */
struct set_rows *set_rows_new(PGconn *from, int after, int entries, int batch);
void set_rows_free(struct set_rows **rows);

/* Writes it, through another superuser's connection, into a house without it; nanoseconds. */
int64_t set_rows_write(const struct set_rows *rows, PGconn *to);

/* Ends the program unless both houses have as many rows in every table, and as many seats sold. */
void set_rows_compare(PGconn *a, PGconn *b);

#endif
