/* Who does the house's background work, and how it goes, for `loge status`. */
#ifndef LOGE_CMD_WORKER_ROWS_H
#define LOGE_CMD_WORKER_ROWS_H

#include "src/cmd/call.h"
#include "src/port/chores.h"

struct worker_rows {
    struct worker_row *at;
    int count;
};

/* None for whoever may not see them, and in a house that has none. */
enum rc worker_rows_read(struct call *call, struct worker_rows *rows, struct err *err) MUST_USE;
/* "workers": [...] */
void worker_rows_json(struct call *call, const struct worker_rows *rows);
void worker_rows_print(struct call *call, const struct worker_rows *rows);

#endif
