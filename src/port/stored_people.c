/* Staff, customers, the vouchers they bring, and who waits. */
#include "config.h"

#include "src/port/stored.h"

enum rc stored_staff_list(struct store *store, struct arena *arena, struct staff **staff,
                          int *count, struct err *err)
{
    struct ask ask = ask_start(store, SQL_LIST_STAFF);
    return ask_list(&ask, &shape_staff, arena, staff, count, err);
}

enum rc stored_customer_find(struct store *store, const char *text, int limit, struct arena *arena,
                             struct customer **customers, int *count, struct err *err)
{
    struct ask ask = ask_start(store, SQL_FIND_CUSTOMERS);
    ask_text(&ask, text);
    ask_limit(&ask, limit);
    return ask_list(&ask, &shape_customer, arena, customers, count, err);
}

enum rc stored_voucher_read(struct store *store, const char *code, struct voucher *voucher,
                            bool *found, struct err *err)
{
    struct ask ask = ask_start(store, SQL_READ_VOUCHER);
    ask_text(&ask, code);
    return ask_one(&ask, &shape_voucher, voucher, found, err);
}

enum rc stored_voucher_list(struct store *store, struct arena *arena, struct voucher **vouchers,
                            int *count, struct err *err)
{
    struct ask ask = ask_start(store, SQL_LIST_VOUCHERS);
    return ask_list(&ask, &shape_voucher, arena, vouchers, count, err);
}

enum rc stored_loan_list(struct store *store, const char *code, const char *till,
                         struct arena *arena, struct voucher_loan **loans, int *count,
                         struct err *err)
{
    struct ask ask = ask_start(store, code ? SQL_LIST_VOUCHER_LOANS : SQL_LIST_TILL_LOANS);
    ask_text(&ask, code ? code : till);
    return ask_list(&ask, &shape_voucher_loan, arena, loans, count, err);
}

/* ---- who waits ------------------------------------------------------------------------------- */

enum rc stored_waiter_read(struct store *store, const struct uuid *id, struct waiter *waiter,
                           bool *found, struct err *err)
{
    struct ask ask = ask_start(store, SQL_READ_WAITER);
    ask_uuid(&ask, id);
    return ask_one(&ask, &shape_waiter, waiter, found, err);
}

enum rc stored_waiter_list(struct store *store, int32_t show, struct arena *arena,
                           struct waiter **waiters, int *count, struct err *err)
{
    struct ask ask = ask_start(store, SQL_LIST_WAITERS);
    ask_int(&ask, show);
    return ask_list(&ask, &shape_waiter, arena, waiters, count, err);
}

static struct ask ask_whom(struct store *store, const struct waiter_filter *filter)
{
    static const struct uuid first;
    struct ask ask = ask_start(store, filter->code      ? SQL_FIND_WAITER_OF_CODE
                                      : filter->hold    ? SQL_FIND_WAITER_OF_HOLD
                                      : filter->over_at ? SQL_LIST_LAPSED_WAITERS
                                                        : SQL_LIST_NEXT_WAITERS);
    if (filter->code) {
        ask_text(&ask, filter->code);
        return ask;
    }
    ask_int(&ask, filter->show);
    if (filter->hold) {
        ask_uuid(&ask, filter->hold);
        return ask;
    }
    if (filter->over_at) {
        ask_int(&ask, filter->over_at);
    } else {
        ask_int(&ask, filter->after ? filter->after->joined_at : INT64_MIN);
        ask_uuid(&ask, filter->after ? &filter->after->id : &first);
    }
    ask_int(&ask, filter->limit);
    return ask;
}

enum rc stored_waiter_find(struct store *store, const struct waiter_filter *filter,
                           struct arena *arena, struct waiter **waiters, int *count,
                           struct err *err)
{
    struct ask ask = ask_whom(store, filter);
    return ask_list(&ask, &shape_waiter, arena, waiters, count, err);
}
