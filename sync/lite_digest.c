/* How a show stands as a few sums: one walk in key order, nothing kept. */
#include "config.h"

#include "sync/lite.h"

enum rc lite_map_versions(struct lite *lite, int32_t show, struct map_digest *digest,
                          struct err *err)
{
    struct query q = query_start(lite, lite_sql_read_show_versions);
    put_int(&q, show);
    bool found = query_row(&q);
    if (found) {
        digest->show_version = (uint32_t)get_int(&q);
        digest->plan_version = (int32_t)get_int(&q);
    }
    enum rc rc = query_end(&q, err);
    if (rc == RC_OK && !found)
        return err_set(err, RC_CONFIG, "SHOW", "%s has no show number %d", lite->path, show);
    return rc;
}

static enum rc sum_seats(struct lite *lite, int32_t show, struct arena *arena,
                         struct map_digest *digest, struct err *err)
{
    struct query q = query_start(lite, lite_sql_list_seat_states);
    put_int(&q, show);
    while (query_row(&q)) {
        struct seat_state state = {0};
        int32_t no = (int32_t)get_int(&q);
        state.status = (uint8_t)get_int(&q);
        state.version = (uint32_t)get_int(&q);
        digest_add(digest, arena, no, &state);
    }
    return query_end(&q, err);
}

enum rc lite_map_digest(struct store *store, int32_t show, struct arena *arena,
                        struct map_digest *digest, struct err *err)
{
    struct lite *lite = lite_of(store);
    *digest = (struct map_digest){0};
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = lite_map_versions(lite, show, digest, err);
    if (rc == RC_OK)
        rc = lite_last_event(lite, &digest->last_event, err);
    if (rc == RC_OK)
        rc = sum_seats(lite, show, arena, digest, err);
    return lite_end_read(lite, rc, err);
}
