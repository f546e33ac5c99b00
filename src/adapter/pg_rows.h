/*
 * Arrays of rows as PostgreSQL reads them, '{"(1,\"A\",)","(2,\"B\",)"}': how a changeset travels
 * to the apply function. Inside the PostgreSQL store.
 */
#ifndef LOGE_ADAPTER_PG_ROWS_H
#define LOGE_ADAPTER_PG_ROWS_H

#include "src/adapter/pg.h"
#include "src/base/arena.h"
#include "src/domain/changeset.h"
#include "src/domain/row/row.h"

struct rows {
    struct arena *arena;
    char *text;
    size_t used, room;
    int fields; /* of the row that is open */
};

struct rows rows_start(struct arena *arena);
/* An array of plain values instead of rows: they follow at once. */
void rows_array(struct rows *rows);
void row_open(struct rows *rows);
void row_int(struct rows *rows, int64_t value);
void row_bool(struct rows *rows, bool value);
void row_text(struct rows *rows, const char *text);
void row_uuid(struct rows *rows, const struct uuid *id); /* zero as NULL */
void row_null(struct rows *rows);
void row_word(struct rows *rows, const char *word); /* as it stands: in an array, NULL */
void row_bytes(struct rows *rows, const uint8_t *bytes, size_t size);
/* Every field that has a column. */
void row_fields(struct rows *rows, const struct row_shape *shape, const void *row);
void row_close(struct rows *rows);
/* The text, or NULL when there was no row. */
const char *rows_end(struct rows *rows);

/* An array of one row. */
const char *rows_of_one(struct arena *arena, const struct row_shape *shape, const void *row);

/* Arrays of plain values. */
const char *rows_of_numbers(struct arena *arena, const int32_t *numbers, int count);
const char *rows_of_versions(struct arena *arena, const uint32_t *versions, int count);
const char *rows_of_ids(struct arena *arena, const struct uuid *ids, int count);
const char *rows_of_texts(struct arena *arena, const char *const *texts, int count);

/* ---- pg_rows_of.c: the rows of a changeset; NULL when it has none of the kind ---------------- */

/* Changes and guards in the order in which seats are locked: by show and seat. */
const char *rows_of_steps(const struct changeset *cs);
const char *rows_of_notes(const struct changeset *cs);
const char *rows_of_holds(const struct changeset *cs, bool fresh);
/* Of any other kind that is described. */
const char *rows_of_list(const struct changeset *cs, enum row_kind kind);
/* Such a text as a parameter. */
void pg_put_rows(struct query *q, const char *rows);
/* Sales and what comes with them, as parameters in the order of changeset.def. */
void pg_put_order_rows(struct query *q, const struct changeset *cs);

/* ---- pg_halls_of.c: halls and shows as JSON; NULL when there are none ------------------------ */

const char *json_of_halls(const struct changeset *cs);
const char *json_of_shows(const struct changeset *cs);

#endif
