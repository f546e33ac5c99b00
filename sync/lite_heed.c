/*
 * Stopping long work from inside: SQLite calls back every so many steps of its machine, on the
 * thread that works, so that nothing is interrupted that was not asked about.
 */
#include "config.h"

#include "sync/lite.h"

enum { MACHINE_STEPS = 20000, COUNTED_STEPS = 1024 };

static int ask(void *ctx)
{
    const struct lite *lite = ctx;
    return !lite->heeded.tick(lite->heeded.ctx, 0, 0);
}

void lite_heed_pause(struct lite *lite, bool paused)
{
    if (lite->heeded.tick && !paused)
        sqlite3_progress_handler(lite->db, MACHINE_STEPS, ask, lite);
    else
        sqlite3_progress_handler(lite->db, 0, NULL, NULL);
}

void lite_heed(struct store *store, const struct progress *progress)
{
    struct lite *lite = lite_of(store);
    lite->heeded = progress ? *progress : (struct progress){0};
    lite_heed_pause(lite, false);
}

enum rc lite_heed_step(struct lite *lite, int64_t done, int64_t total, struct err *err)
{
    if (!lite->heeded.tick || done % COUNTED_STEPS ||
        lite->heeded.tick(lite->heeded.ctx, done, total))
        return RC_OK;
    return err_set_stopped(err);
}
