/*
 * The house on PostgreSQL as a till that keeps a journal reaches it (port/upstream.h).
 *
 * There is no server program: a message is judged here, in the till's own process, and written with
 * the rights of the login in the URL through functions that wall it in
 * (data/schema/pg/code/journal.sql, sync_write.sql). The till's key proves that it is this till; a
 * hash of its secret part is shown to the house, which keeps the hash of that.
 */
#ifndef LOGE_ADAPTER_PG_UPSTREAM_H
#define LOGE_ADAPTER_PG_UPSTREAM_H

#include "src/adapter/pg_store.h"
#include "src/port/upstream.h"

/* Opens nothing yet: a connection is made when something is asked. What is pointed to but the URL
 * and the key must outlive it. */
struct upstream *pg_upstream_new(const char *url, const struct crypt_port *crypt,
                                 const struct clock *clock,
                                 const struct sign_key *key) RETURNS_FRESH;

/* As pg_store_remember_in(), and the same file. */
void pg_upstream_remember_in(struct upstream *upstream, const char *path);

#endif
