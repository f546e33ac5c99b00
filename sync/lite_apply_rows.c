/*
 * The rows of a changeset that are not seats, halls or shows.
 *
 * A row with version 0 is inserted, any other must be found at the version it was read with. Both
 * statements take the row's fields in their order.
 */
#include "config.h"

#include "src/domain/row/steps.h"
#include "sync/lite_apply.h"

/* How a kind of row is written; update NULL: it never changes. */
struct row_writer {
    const char *insert, *update;
};

static const struct row_writer writers[ROW_KINDS] = {
#define ROWS(NAME, list, row, journal, written) [ROWS_##NAME] = {written(row)},
#define CHANGED(row)                            lite_sql_insert_##row, lite_sql_update_##row
#define ADDED(row)                              lite_sql_insert_##row, NULL
#define ITSELF(row)                             NULL, NULL
#include "src/domain/changeset.def"
#undef ROWS
};

/* A row that is new may meet one of the same key (apply_end says stale), one that changes must be
 * found, and one that never changes may find its shift closed. */
static enum rc write_row(struct apply *a, enum row_kind kind, const struct row_shape *shape,
                         const void *row)
{
    const struct row_writer *how = &writers[kind];
    const bool changes = how->update && row_version(shape, row);
    struct query q = query_start(a->lite, changes ? how->update : how->insert);
    lite_put_row(&q, shape, row);
    if (changes && row_steps_of(shape)) /* it finds no row that may not move so */
        put_int(&q, a->cs->act);
    return changes || !how->update ? apply_end_one(a, &q) : apply_end(a, &q);
}

/* ---- lists ---------------------------------------------------------------------------------- */

enum which_rows { ALL_ROWS, NEW_ROWS, CHANGED_ROWS };

static enum rc write_some(struct apply *a, enum row_kind kind, enum which_rows which)
{
    const struct row_range rows = changeset_rows(a->cs, kind);
    enum rc rc = RC_OK;
    for (int i = 0; i < rows.count && rc == RC_OK; i++) {
        const void *row = (const char *)rows.at + (size_t)i * rows.shape->size;
        if (which == ALL_ROWS || (which == NEW_ROWS) == !row_version(rows.shape, row))
            rc = write_row(a, kind, rows.shape, row);
    }
    return rc;
}

/*
 * Parents before children, as the foreign keys ask: shifts before payments (a sale may open the
 * shift that its money goes into), customers before sales, new holds before sales, and sales before
 * the holds that became them. Updates of tickets come before inserts: an old ticket must give up
 * the seat before the new one can be valid.
 */
static enum rc write_described(struct apply *a)
{
    static const struct {
        enum row_kind kind;
        enum which_rows which;
    } order[] = {
        {ROWS_SHIFTS, ALL_ROWS},   {ROWS_MOVES, ALL_ROWS},       {ROWS_VOUCHERS, ALL_ROWS},
        {ROWS_LOANS, ALL_ROWS},    {ROWS_CUSTOMERS, ALL_ROWS},   {ROWS_HOLDS, NEW_ROWS},
        {ROWS_SALES, ALL_ROWS},    {ROWS_TICKETS, CHANGED_ROWS}, {ROWS_TICKETS, NEW_ROWS},
        {ROWS_PAYMENTS, ALL_ROWS}, {ROWS_HOLDS, CHANGED_ROWS},   {ROWS_WAITERS, ALL_ROWS},
        {ROWS_STAFF, ALL_ROWS},    {ROWS_KEYS, ALL_ROWS},        {ROWS_ADMISSIONS, ALL_ROWS},
        {ROWS_SCANS, ALL_ROWS},
    };
    enum rc rc = RC_OK;
    for (int i = 0; i < COUNT_OF(order) && rc == RC_OK; i++)
        rc = write_some(a, order[i].kind, order[i].which);
    return rc;
}

enum rc apply_rows(struct apply *a)
{
    const struct changeset *cs = a->cs;
    enum rc rc = write_described(a);
    for (int i = 0; i < cs->checkins.count && rc == RC_OK; i++)
        rc = apply_checkin(a, &cs->checkins.at[i]);
    for (int i = 0; i < cs->bag_rules.count && rc == RC_OK; i++)
        rc = apply_bag_rule(a, &cs->bag_rules.at[i]);
    return rc;
}
