/*
 * Rows as bytes, by the table of their fields (row/row.h).
 *
 * Numbers take as few bytes as they need (the sign folded into the lowest bit, seven bits a byte,
 * least first), texts stand behind their length, ids are whole. Reading takes nothing for granted:
 * a number has one form and its field's range, a text fits, is valid UTF-8 and has no end inside.
 *
 * Before rows stands how many fields each has. A description only grows at its end, so what an
 * older program wrote is read for ever: the fields it did not know are nought. More than we know
 * are refused.
 */
#ifndef LOGE_DOMAIN_ROW_BYTES_H
#define LOGE_DOMAIN_ROW_BYTES_H

#include "src/base/arena.h"
#include "src/domain/bytes.h"
#include "src/domain/row/row.h"

void put_row(struct byte_writer *to, const struct row_shape *shape, const void *row);
void take_row(struct byte_reader *from, const struct row_shape *shape, void *row);

/* Any number of them, behind how many fields and rows there are. */
void put_rows(struct byte_writer *to, const struct row_shape *shape, const void *rows, int count);
/* Also of fewer fields. In the arena; NULL and 0 when there are none, or when they are bad. */
void *take_rows(struct byte_reader *from, const struct row_shape *shape, struct arena *arena,
                int *count);

/* A number of its own, as those in rows are; and a text, in memory of its own. */
void put_signed(struct byte_writer *to, int64_t number);
int64_t take_signed(struct byte_reader *from);
void put_string(struct byte_writer *to, const char *text);
const char *take_string(struct byte_reader *from, struct arena *arena)
    __attribute__((returns_nonnull));

#endif
