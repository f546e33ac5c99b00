/* Orders with their tickets and payments, and shifts with their sums. */
#include "config.h"

#include "src/port/stored.h"

#include <stdlib.h>

void told_ticket(struct ask *ask, struct ticket *ticket)
{
    told_row(ask, &shape_ticket, ticket);
    told_text(ask, ticket->label, sizeof ticket->label);
}

/* What a sale has besides its row. */
struct sale_asks {
    struct ask tickets, payments;
};

static void ask_parts(struct store *store, const struct uuid *sale, struct sale_asks *asks)
{
    asks->tickets = ask_start(store, SQL_LIST_TICKETS);
    ask_uuid(&asks->tickets, sale);
    asks->payments = ask_start(store, SQL_LIST_PAYMENTS);
    ask_uuid(&asks->payments, sale);
}

static enum rc take_parts(struct sale_asks *asks, struct arena *arena, struct sale *sale,
                          struct err *err)
{
    LIST(struct ticket) tickets = {0};
    while (ask_row(&asks->tickets))
        told_ticket(&asks->tickets, LIST_ADD(arena, &tickets));
    sale->tickets = tickets.at;
    sale->ticket_count = tickets.count;
    enum rc rc = ask_end(&asks->tickets, err);
    enum rc paid = ask_list(&asks->payments, &shape_payment, arena, &sale->payments,
                            &sale->payment_count, rc == RC_OK ? err : NULL);
    return rc == RC_OK ? paid : rc;
}

/* Of some sales, in one trip. Every query is ended, whatever fails. */
static enum rc read_parts(struct store *store, struct arena *arena, struct sale *sales, int count,
                          struct err *err)
{
    struct ask *asks[ASK_FLIGHT];
    struct sale_asks *parts = x_alloc((size_t)count * sizeof *parts);
    enum rc rc = RC_OK;
    for (int i = 0; i < count; i++) {
        ask_parts(store, &sales[i].id, &parts[i]);
        asks[2 * i] = &parts[i].tickets;
        asks[2 * i + 1] = &parts[i].payments;
    }
    ask_fly(asks, 2 * count);
    for (int i = 0; i < count; i++) {
        enum rc one = take_parts(&parts[i], arena, &sales[i], rc == RC_OK ? err : NULL);
        rc = rc == RC_OK ? one : rc;
    }
    free(parts);
    return rc;
}

static enum rc read_all_parts(struct store *store, struct arena *arena, struct sale *sales,
                              int count, struct err *err)
{
    const int flight = store->ops->query->flight, most = flight >= 2 ? flight / 2 : 1;
    enum rc rc = RC_OK;
    for (int left = count; left > 0 && rc == RC_OK; left -= most) {
        const bool last = left <= most;
        if (last)
            store->ops->query->last(store);
        rc = read_parts(store, arena, &sales[count - left], last ? left : most, err);
    }
    return rc;
}

static enum rc read_by_id(struct store *store, const struct uuid *id, struct arena *arena,
                          struct sale *sale, bool *found, struct err *err)
{
    struct ask row = ask_start(store, SQL_READ_SALE);
    struct sale_asks parts;
    ask_uuid(&row, id);
    ask_parts(store, id, &parts);
    store->ops->query->last(store);
    ask_fly((struct ask *const[]){&row, &parts.tickets, &parts.payments}, 3);
    enum rc rc = ask_one(&row, &shape_sale, sale, found, err);
    enum rc rest = take_parts(&parts, arena, sale, rc == RC_OK ? err : NULL);
    return rc == RC_OK ? rest : rc;
}

static enum rc read_by_code(struct store *store, const char *code, struct arena *arena,
                            struct sale *sale, bool *found, struct err *err)
{
    struct ask row = ask_start(store, SQL_FIND_SALE);
    ask_text(&row, code);
    enum rc rc = ask_one(&row, &shape_sale, sale, found, err);
    return rc == RC_OK && *found ? read_all_parts(store, arena, sale, 1, err) : rc;
}

enum rc stored_sale_read(struct store *store, const struct uuid *id, const char *code,
                         struct arena *arena, struct sale *sale, bool *found, struct err *err)
{
    enum rc rc = store->ops->query->begin(store, err);
    if (rc != RC_OK)
        return rc;
    rc = id ? read_by_id(store, id, arena, sale, found, err)
            : read_by_code(store, code, arena, sale, found, err);
    return store->ops->query->finish(store, rc, err);
}

/* ---- lists ----------------------------------------------------------------------------------- */

struct sales_found {
    struct sale *at;
    int count;
};

static enum rc list_with(struct store *store, enum statement statement,
                         const struct sale_filter *filter, struct arena *arena,
                         struct sales_found *found, struct err *err)
{
    struct ask ask = ask_start(store, statement);
    if (filter->code) {
        ask_text(&ask, filter->code);
    } else if (filter->due_only) {
        ask_int(&ask, filter->show);
    } else {
        ask_int(&ask, filter->show);
        ask_text(&ask, filter->till);
        ask_int(&ask, filter->from);
        ask_int(&ask, filter->until);
        ask_text(&ask, filter->text);
        ask_limit(&ask, filter->limit);
    }
    return ask_list(&ask, &shape_sale, arena, &found->at, &found->count, err);
}

/* A code has an index; a part of a word is looked for in every sale. */
static enum rc list_sales(struct store *store, const struct sale_filter *filter,
                          struct arena *arena, struct sales_found *found, struct err *err)
{
    enum rc rc = RC_OK;
    if (filter->code)
        return list_with(store, SQL_FIND_SALE, filter, arena, found, err);
    if (filter->due_only)
        return list_with(store, SQL_LIST_SALES_DUE, filter, arena, found, err);
    if (filter->text && *filter->text)
        rc = list_with(store, SQL_LIST_SALES_BY_CODE, filter, arena, found, err);
    return rc || found->count ? rc : list_with(store, SQL_LIST_SALES, filter, arena, found, err);
}

enum rc stored_sale_list(struct store *store, const struct sale_filter *filter, struct arena *arena,
                         struct sale **sales, int *count, struct err *err)
{
    struct sales_found found = {0};
    enum rc rc = store->ops->query->begin(store, err);
    if (rc != RC_OK)
        return rc;
    rc = list_sales(store, filter, arena, &found, err);
    if (rc == RC_OK && !filter->code)
        rc = read_all_parts(store, arena, found.at, found.count, err);
    *sales = found.at;
    *count = found.count;
    return store->ops->query->finish(store, rc, err);
}

/* ---- shifts ---------------------------------------------------------------------------------- */

/* Payments leave the row of their shift alone: its version is the row's, and one for each of them.
 */
static enum rc read_payments(struct store *store, struct shift *shift, struct err *err)
{
    struct ask ask = ask_start(store, SQL_SUM_PAYMENTS);
    ask_uuid(&ask, &shift->id);
    while (ask_row(&ask)) {
        int64_t tender = told_int(&ask);
        shift->taken[tender] += told_int(&ask);
        shift->version += (uint32_t)told_int(&ask);
    }
    return ask_end(&ask, err);
}

static enum rc read_sums(struct store *store, struct shift *shift, struct err *err)
{
    enum rc rc = read_payments(store, shift, err);
    if (rc != RC_OK)
        return rc;
    struct ask ask = ask_start(store, SQL_SUM_MOVES);
    ask_uuid(&ask, &shift->id);
    while (ask_row(&ask)) {
        int64_t kind = told_int(&ask);
        shift->moved[kind] += told_int(&ask);
    }
    return ask_end(&ask, err);
}

enum rc stored_shift_open(struct store *store, const char *till, struct shift *shift, bool *found,
                          struct err *err)
{
    struct ask ask = ask_start(store, SQL_FIND_OPEN_SHIFT);
    ask_text(&ask, till);
    return ask_one(&ask, &shape_shift, shift, found, err);
}

enum rc stored_shift_read(struct store *store, const struct uuid *id, const char *till,
                          struct shift *shift, bool *found, struct err *err)
{
    enum rc rc = store->ops->query->begin(store, err);
    if (rc != RC_OK)
        return rc;
    struct ask ask = ask_start(store, id ? SQL_READ_SHIFT : SQL_FIND_OPEN_SHIFT);
    if (id)
        ask_uuid(&ask, id);
    else
        ask_text(&ask, till);
    rc = ask_one(&ask, &shape_shift, shift, found, err);
    if (rc == RC_OK && *found)
        rc = read_sums(store, shift, err);
    return store->ops->query->finish(store, rc, err);
}

enum rc stored_shift_list(struct store *store, int limit, struct arena *arena,
                          struct shift **shifts, int *count, struct err *err)
{
    enum rc rc = store->ops->query->begin(store, err);
    if (rc != RC_OK)
        return rc;
    struct ask ask = ask_start(store, SQL_LIST_SHIFTS);
    ask_limit(&ask, limit);
    rc = ask_list(&ask, &shape_shift, arena, shifts, count, err);
    for (int i = 0; i < *count && rc == RC_OK; i++)
        rc = read_sums(store, &(*shifts)[i], err);
    return store->ops->query->finish(store, rc, err);
}
