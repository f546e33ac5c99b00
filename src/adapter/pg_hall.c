#include "config.h"

#include "src/adapter/pg.h"

static enum rc read_document(struct pg *pg, int32_t hall_no, struct arena *arena,
                             const char **document, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_read_document);
    pg_put_int(&q, hall_no);
    *document = pg_query_row(&q) ? pg_get_text_in(&q, arena) : "";
    return pg_query_end(&q, err);
}

enum rc pg_hall_plan(struct store *store, int32_t hall_no, struct arena *arena, struct plan **plan,
                     const char **document, struct err *err)
{
    struct pg *pg = pg_of(store);
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    rc = pg_plan_read(pg, hall_no, arena, plan, err);
    if (rc == RC_OK && document)
        rc = read_document(pg, hall_no, arena, document, err);
    return pg_end_read(pg, rc, err);
}
