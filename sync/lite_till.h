/*
 * A till's file: its journal, and beside it its replica of the house.
 *
 * The till's core (src/domain/till_sync.h) writes through lite_till_disk(); one transaction holds
 * what belongs together, and it is on the disk when commit says so. Nobody else may have the file
 * open meanwhile: the WAL of SQLite before 3.51.3 may be damaged by two connections.
 */
#ifndef LOGE_SYNC_LITE_TILL_H
#define LOGE_SYNC_LITE_TILL_H

#include "src/domain/till_sync.h"
#include "sync/lite_store.h"

struct lite_till;

/* As lite_store_open, alone; clock is this machine's own. RC_TRANSIENT: somebody has the file. */
enum rc lite_till_open(const char *path, const struct crypt_port *crypt, const struct clock *clock,
                       struct lite_till **out, struct err *err) MUST_USE;
/* The house's clock, as far as this machine knows it (src/domain/heard_clock.h), for as long as the
 * till is open; one without a replica knows its own only. */
struct clock lite_till_clock(struct lite_till *till);
/* Has another program this till's file now? Nobody is waited for. */
bool lite_till_is_taken(const char *path);
void lite_till_close(struct lite_till **till);

/*
 * Is every page what it should be? Looked at only where the program that had the file last did not
 * close it, and it takes about as long as verifying the journal. RC_CORRUPT: one is not.
 */
enum rc lite_till_pages(struct lite_till *till, struct err *err) MUST_USE;

/* The replica, to be read. It is closed with the till. */
struct store *lite_till_store(struct lite_till *till);

/* What the core reads and writes by, for as long as the till is open. */
struct till_disk lite_till_disk(struct lite_till *till);

/*
 * From now on an act that is applied to the replica's store stands in the journal too, or neither
 * happens. The core is the one that writes by this till's disk; NULL: no more.
 */
void lite_till_journal(struct lite_till *till, struct till_sync *core);

/* False in *found: this file has never been a till's. */
enum rc lite_till_meta(struct lite_till *till, struct till_meta *meta, bool *found,
                       struct err *err) MUST_USE;

/* The latest entry that is about a sale; seq 0: none is. The till's number is left alone. */
enum rc lite_till_entry_of(struct lite_till *till, const struct uuid *sale, struct entry_mark *out,
                           struct err *err) MUST_USE;

/* Why a read or write failed; its first failure. */
const struct err *lite_till_why(const struct lite_till *till);

#endif
