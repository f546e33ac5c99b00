/* Staff. */
#include "config.h"

#include "src/adapter/pg.h"

enum rc pg_staff_read(struct store *store, const char *name, struct staff *staff, bool *found,
                      struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_staff);
    pg_put_text(&q, name);
    *found = pg_query_row(&q);
    if (*found)
        pg_get_row(&q, &shape_staff, staff);
    return pg_query_end(&q, err);
}
