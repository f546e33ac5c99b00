#include "config.h"

#include "sync/lite.h"

static enum rc read_document(struct lite *lite, int32_t hall_no, struct arena *arena,
                             const char **document, struct err *err)
{
    struct query q = query_start(lite, lite_sql_read_document);
    put_int(&q, hall_no);
    *document = query_row(&q) ? get_text_in(&q, arena) : "";
    return query_end(&q, err);
}

enum rc lite_hall_plan(struct store *store, int32_t hall_no, struct arena *arena,
                       struct plan **plan, const char **document, struct err *err)
{
    struct lite *lite = lite_of(store);
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = lite_plan_read(lite, hall_no, arena, plan, err);
    if (rc == RC_OK && document)
        rc = read_document(lite, hall_no, arena, document, err);
    return lite_end_read(lite, rc, err);
}
