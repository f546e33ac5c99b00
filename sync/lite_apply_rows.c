/*
 * The rows of a changeset that are not seats, halls or shows.
 *
 * A row with version 0 is inserted, any other must be found at the version it was read with. Both
 * statements take the row's fields in their order.
 */
#include "config.h"

#include "sync/lite_apply.h"

/* How a kind of row is written; update NULL: it never changes. */
struct row_writer {
    const struct row_shape *shape;
    const char *insert, *update;
};

static const struct row_writer holds = {&shape_hold, lite_sql_insert_hold, lite_sql_update_hold};
static const struct row_writer sales = {&shape_sale, lite_sql_insert_sale, lite_sql_update_sale};
static const struct row_writer tickets = {&shape_ticket, lite_sql_insert_ticket,
                                          lite_sql_update_ticket};
static const struct row_writer payments = {&shape_payment, lite_sql_insert_payment, NULL};
static const struct row_writer shifts = {&shape_shift, lite_sql_insert_shift,
                                         lite_sql_update_shift};
static const struct row_writer moves = {&shape_shift_move, lite_sql_insert_move, NULL};
static const struct row_writer customers = {&shape_customer, lite_sql_insert_customer,
                                            lite_sql_update_customer};
static const struct row_writer waiters = {&shape_waiter, lite_sql_insert_waiter,
                                          lite_sql_update_waiter};
static const struct row_writer vouchers = {&shape_voucher, lite_sql_insert_voucher,
                                           lite_sql_update_voucher};
static const struct row_writer people = {&shape_staff, lite_sql_insert_staff,
                                         lite_sql_update_staff};
static const struct row_writer keys = {&shape_ticket_key, lite_sql_insert_key, lite_sql_update_key};
static const struct row_writer admissions = {&shape_admission, lite_sql_insert_admission,
                                             lite_sql_update_admission};
static const struct row_writer scans = {&shape_scan, lite_sql_insert_scan, NULL};

/* A row that is new may meet one of the same key (apply_end says stale), one that changes must be
 * found, and one that never changes may find its shift closed. */
static enum rc write_row(struct apply *a, const struct row_writer *how, const void *row)
{
    const bool changes = how->update && row_version(how->shape, row);
    struct query q = query_start(a->lite, changes ? how->update : how->insert);
    lite_put_row(&q, how->shape, row);
    return changes || !how->update ? apply_end_one(a, &q) : apply_end(a, &q);
}

/* ---- lists ---------------------------------------------------------------------------------- */

enum which_rows { ALL_ROWS, NEW_ROWS, CHANGED_ROWS };

static bool is_among(const struct row_writer *how, const void *row, enum which_rows which)
{
    const bool is_new = how->update && !row_version(how->shape, row);
    return which == ALL_ROWS || (which == NEW_ROWS) == is_new;
}

static enum rc write_some(struct apply *a, const struct row_writer *how, const void *rows,
                          int count, enum which_rows which)
{
    enum rc rc = RC_OK;
    const uint8_t *row = rows;
    for (int i = 0; i < count && rc == RC_OK; i++, row += how->shape->size)
        if (is_among(how, row, which))
            rc = write_row(a, how, row);
    return rc;
}

/* A kind of row, and the list of a changeset that has it. */
#define WRITE(writer, list, which) write_some(a, &(writer), cs->list.at, cs->list.count, which)

/* Updates of tickets come before inserts: an old ticket must give up the seat before the new one
 * can be valid. */
static enum rc write_sales(struct apply *a)
{
    const struct changeset *cs = a->cs;
    enum rc rc = WRITE(holds, holds, NEW_ROWS);
    if (rc == RC_OK)
        rc = WRITE(sales, sales, ALL_ROWS);
    if (rc == RC_OK)
        rc = WRITE(tickets, tickets, CHANGED_ROWS);
    if (rc == RC_OK)
        rc = WRITE(tickets, tickets, NEW_ROWS);
    if (rc == RC_OK)
        rc = WRITE(payments, payments, ALL_ROWS);
    if (rc == RC_OK)
        rc = WRITE(holds, holds, CHANGED_ROWS);
    return rc;
}

static enum rc write_money(struct apply *a)
{
    const struct changeset *cs = a->cs;
    enum rc rc = WRITE(shifts, shifts, ALL_ROWS);
    if (rc == RC_OK)
        rc = WRITE(moves, moves, ALL_ROWS);
    if (rc == RC_OK)
        rc = WRITE(vouchers, vouchers, ALL_ROWS);
    if (rc == RC_OK)
        rc = WRITE(customers, customers, ALL_ROWS);
    return rc;
}

static enum rc write_people(struct apply *a)
{
    const struct changeset *cs = a->cs;
    enum rc rc = WRITE(waiters, waiters, ALL_ROWS);
    if (rc == RC_OK)
        rc = WRITE(people, staff, ALL_ROWS);
    return rc;
}

static enum rc write_door(struct apply *a)
{
    const struct changeset *cs = a->cs;
    enum rc rc = WRITE(keys, keys, ALL_ROWS);
    if (rc == RC_OK)
        rc = WRITE(admissions, admissions, ALL_ROWS);
    if (rc == RC_OK)
        rc = WRITE(scans, scans, ALL_ROWS);
    for (int i = 0; i < cs->checkins.count && rc == RC_OK; i++)
        rc = apply_checkin(a, &cs->checkins.at[i]);
    for (int i = 0; i < cs->bag_rules.count && rc == RC_OK; i++)
        rc = apply_bag_rule(a, &cs->bag_rules.at[i]);
    return rc;
}

/*
 * Parents before children, as the foreign keys ask: shifts before payments (a sale may open the
 * shift that its money goes into), customers before sales, new holds before sales, and sales before
 * the holds that became them.
 */
enum rc apply_rows(struct apply *a)
{
    enum rc rc = write_money(a);
    if (rc == RC_OK)
        rc = write_sales(a);
    if (rc == RC_OK)
        rc = write_people(a);
    return rc == RC_OK ? write_door(a) : rc;
}
