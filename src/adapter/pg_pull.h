/* Inside the PostgreSQL adapter: a till's replica, out of the house. */
#ifndef LOGE_ADAPTER_PG_PULL_H
#define LOGE_ADAPTER_PG_PULL_H

#include "src/adapter/pg.h"
#include "src/port/replica.h"

/*
 * The next piece after a mark (upstream_ops.pull): of a first pull, some ten thousand rows; later
 * whatever some hundreds of events changed. As much of the house as the login may see.
 */
enum rc pg_pull(struct pg *pg, struct arena *arena, const struct replica_ask *ask,
                struct replica_rows **out, struct err *err) MUST_USE;

#endif
