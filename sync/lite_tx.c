/*
 * Transactions, and waiting for other processes.
 *
 * A writer says BEGIN IMMEDIATE: a transaction that read first and then wants to write could not
 * wait at all. Waiting goes by the injected clock, a few milliseconds at a time and never in step
 * with the others, until LITE_WAIT_MS have gone by in all.
 */
#include "config.h"

#include "sync/lite.h"

static uint32_t next_jitter(struct lite *lite)
{
    uint32_t x = lite->jitter;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return lite->jitter = x;
}

static int wait_for_others(void *ctx, int tries)
{
    struct lite *lite = ctx;
    int64_t left = lite->deadline - clock_mono(&lite->clock);
    if (left <= 0)
        return 0;
    int64_t pause = tries < 3 ? 1 : 1 + next_jitter(lite) % 12;
    lite->clock.pause_ms(lite->clock.ctx, pause < left ? pause : left);
    return 1;
}

void lite_wait_install(struct lite *lite)
{
    sqlite3_busy_handler(lite->db, wait_for_others, lite);
    lite_wait_restart(lite);
}

void lite_wait_restart(struct lite *lite)
{
    lite->deadline = clock_mono(&lite->clock) + LITE_WAIT_MS;
}

static enum rc run(struct lite *lite, const char *sql, struct err *err)
{
    struct query q = query_start(lite, sql);
    return query_run(&q, err);
}

enum rc lite_begin_read(struct lite *lite, struct err *err)
{
    return run(lite, lite_sql_begin_read, err);
}

enum rc lite_begin_write(struct lite *lite, struct err *err)
{
    return run(lite, lite_sql_begin_write, err);
}

/*
 * A disk that fails while the journal is being closed leaves open whether the act is in the file:
 * only asking again with the same key can tell.
 */
enum rc lite_commit(struct lite *lite, struct err *err)
{
    lite_heed_pause(lite, true);
    struct query q = query_start(lite, lite_sql_commit_transaction);
    (void)query_row(&q);
    int code = query_end_code(&q);
    lite_heed_pause(lite, false);
    if (code == SQLITE_OK)
        return RC_OK;
    enum rc rc = lite_fail(lite, code, err);
    if ((code & 0xff) == SQLITE_IOERR)
        rc = err_set(err, RC_UNKNOWN, lite_code_name(code),
                     "%s: the disk failed at the last moment; it is not known whether the act was "
                     "saved, ask again",
                     lite->path);
    lite_rollback(lite);
    return rc;
}

/* After some errors SQLite has rolled back already, and then there is nothing to do. */
void lite_rollback(struct lite *lite)
{
    if (sqlite3_get_autocommit(lite->db))
        return;
    lite_heed_pause(lite, true);
    struct query q = query_start(lite, lite_sql_rollback_transaction);
    (void)query_row(&q);
    (void)query_end_code(&q);
    lite_heed_pause(lite, false);
}

enum rc lite_end_read(struct lite *lite, enum rc rc, struct err *err)
{
    if (rc == RC_OK)
        return lite_commit(lite, err);
    lite_rollback(lite);
    return rc;
}
