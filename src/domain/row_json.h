/*
 * Rows as JSON, by their descriptions (row/row.h): a member for each field that SHOWS, of a type
 * that follows from the field's kind. Money is minor units, times are ISO 8601 UTC, enums are
 * words.
 *
 * Programs read the members in an order, and between them some that no row has. So an answer tells
 * its row by names, in that order, with its own members between them:
 *
 *     struct row_json told = row_json_begin(doc, "sale", &shape_sale, sale);
 *     row_json_tell(&told, "id code");
 *     member_text(doc, "show", at->show);
 *     row_json_rest(&told, "version");
 *     row_json_end(&told);
 *
 * What nobody named comes with the rest, so a field that is described from today on is told in
 * every answer about its row. Nothing that shows is left out: row_json_end() aborts.
 */
#ifndef LOGE_DOMAIN_ROW_JSON_H
#define LOGE_DOMAIN_ROW_JSON_H

#include "src/base/json_out.h"
#include "src/domain/row/row.h"

struct row_json {
    struct json_out *doc;
    const struct row_shape *shape;
    const void *row;
    uint64_t told; /* a bit a field */
    int next;      /* behind the last that was told: names mostly go on from there */
};

/* An object is begun: a member (key), or an element of an array (NULL). */
struct row_json row_json_begin(struct json_out *doc, const char *key, const struct row_shape *shape,
                               const void *row) MUST_USE;
/* These, in this order, separated by blanks. */
void row_json_tell(struct row_json *told, const char *names);
/* These are not told here, or were by the answer itself. */
void row_json_leave(struct row_json *told, const char *names);
/* All others, in the order of the description, and behind them `last`. */
void row_json_rest(struct row_json *told, const char *last);
/* Aborts unless each field that shows was told, or left. */
void row_json_check(const struct row_json *told);
/* The object is ended, and checked. */
void row_json_end(struct row_json *told);

#endif
