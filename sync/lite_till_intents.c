#include "config.h"

#include "sync/lite_till_intents.h"

#include "src/domain/intent_bytes.h"
#include "sync/lite_till_kept.h"
#include "sync/lite_till_parts.h"

/* ---- keeping -------------------------------------------------------------------------------- */

static enum rc put_intent(struct lite *lite, const struct intent *intent, const uint8_t *body,
                          size_t size, struct err *err)
{
    struct query q = query_start(lite, lite_sql_put_kept_intent);
    put_uuid(&q, &intent->id);
    put_int(&q, intent->version);
    put_int(&q, lite_now(lite));
    put_blob(&q, body, size);
    return query_run(&q, err);
}

static enum rc run_since(struct lite *lite, const char *sql, struct err *err)
{
    struct query q = query_start(lite, sql);
    put_int(&q, lite_now(lite) - KEPT_MS);
    return query_run(&q, err);
}

static enum rc write_intent(struct lite *lite, const struct intent *intent, const uint8_t *body,
                            size_t size, struct err *err)
{
    enum rc rc = lite_begin_write(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = put_intent(lite, intent, body, size, err);
    if (rc == RC_OK)
        rc = run_since(lite, lite_sql_delete_old_kept_intents, err);
    if (rc == RC_OK)
        rc = lite_commit(lite, err);
    if (rc != RC_OK)
        lite_rollback(lite);
    return rc;
}

enum rc lite_till_keep_intent(struct lite_till *till, const struct intent *intent, struct err *err)
{
    struct arena *arena = arena_new();
    uint8_t *body = arena_alloc(arena, INTENT_BYTES_MOST);
    const size_t size = intent_write(intent, body, INTENT_BYTES_MOST);
    enum rc rc = RC_OK;
    lite_till_wait_for_disk(till, false);
    if (size)
        rc = write_intent(till->lite, intent, body, size, err);
    lite_till_wait_for_disk(till, true);
    arena_free(&arena);
    return rc;
}

/* ---- what the house is to have ----------------------------------------------------------------
 */

enum rc lite_till_owe_intents(struct lite_till *till, struct err *err)
{
    return run_since(till->lite, lite_sql_owe_kept_intents, err);
}

enum rc lite_till_owed_intents(struct lite_till *till, int limit, struct arena *arena,
                               struct intent **out, int *count, struct err *err)
{
    LIST(struct intent) list = {0};
    struct query q = query_start(till->lite, lite_sql_list_owed_intents);
    put_int(&q, limit);
    while (query_row(&q)) {
        struct intent intent;
        size_t size;
        const void *bytes = get_bytes_here(&q, &size);
        if (intent_read(bytes, size, arena, &intent))
            *LIST_ADD(arena, &list) = intent;
    }
    *out = list.at;
    *count = list.count;
    return query_end(&q, err);
}

enum rc lite_till_settle_intent(struct lite_till *till, const struct intent *intent,
                                struct err *err)
{
    struct query q = query_start(till->lite, lite_sql_settle_kept_intent);
    put_uuid(&q, &intent->id);
    put_int(&q, intent->version);
    return query_run(&q, err);
}
