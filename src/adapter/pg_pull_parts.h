/* Between the files of the pull; nothing outside src/adapter/pg_pull* includes this. */
#ifndef LOGE_ADAPTER_PG_PULL_PARTS_H
#define LOGE_ADAPTER_PG_PULL_PARTS_H

#include "src/adapter/pg_pull.h"

struct pull {
    struct pg *pg;
    struct arena *arena; /* of the answer */
    struct arena *work;
    struct replica_rows *out;
    struct err *err;
    int left; /* rows this piece may still have */
};

/* ---- pg_pull_rows.c ------------------------------------------------------------------------- */

/* A page of a table: what is behind a key, in the order of the key. */
struct pull_page {
    enum replica_table table;
    const char *where; /* SQL; "" */
    int most;          /* 0: all there are */
    /* filled in: how many came, and where the next page begins */
    int rows;
    bool last;
    int64_t at;
    struct uuid key;
};

enum rc pull_rows(struct pull *p, struct pull_page *page) MUST_USE;
bool pull_is_paged(enum replica_table table);
/* What is behind the end of a page, as SQL; "" when it is the beginning. */
const char *pull_behind(struct pull *p, enum replica_table table, int64_t at,
                        const struct uuid *key);

/* ---- pg_pull_first.c ------------------------------------------------------------------------ */

/* The next piece of a first pull. */
enum rc pull_first(struct pull *p) MUST_USE;

/* ---- pg_pull_changes.c ---------------------------------------------------------------------- */

/* What changed after the mark; lost: the house does not know this mark any more. */
enum rc pull_changes(struct pull *p, bool *lost) MUST_USE;
/* The rows asked for by name. */
enum rc pull_again(struct pull *p, const struct replica_ask *ask) MUST_USE;

#endif
