/* Staff. */
#include "config.h"

#include "sync/lite.h"

enum rc lite_staff_read(struct store *store, const char *name, struct staff *staff, bool *found,
                        struct err *err)
{
    struct query q = query_start(lite_of(store), lite_sql_read_staff);
    put_text(&q, name);
    put_int(&q, lite_now(lite_of(store)));
    *found = query_row(&q);
    if (*found)
        lite_get_row(&q, &shape_staff, staff);
    return query_end(&q, err);
}
