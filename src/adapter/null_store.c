#include "config.h"

#include "src/adapter/null_store.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/list.h"
#include "src/domain/checkin.h"

struct receipt {
    struct uuid key;
    uint8_t fingerprint[FINGERPRINT_SIZE];
    enum act act;
    const char *answer;
};

struct null_store {
    struct store base;
    struct arena *arena;
    LIST(struct receipt) receipts;
};

static struct null_store *null_of(struct store *store)
{
    return (struct null_store *)(void *)store;
}

/* ---- reads: nothing is there ---------------------------------------------------------------- */

static enum rc nothing(void *rows, int *count)
{
    const void *none = NULL;
    memcpy(rows, &none, sizeof none);
    *count = 0;
    return RC_OK;
}

static enum rc not_found(bool *found)
{
    *found = false;
    return RC_OK;
}

static enum rc house_read(struct store *store, struct house *house, struct err *err)
{
    *house = (struct house){0};
    return RC_OK;
}

static enum rc hall_find(struct store *store, const char *id, struct hall *hall, bool *found,
                         struct err *err)
{
    return not_found(found);
}

static enum rc hall_list(struct store *store, struct arena *arena, struct hall **halls, int *count,
                         struct err *err)
{
    return nothing(halls, count);
}

static enum rc hall_plan(struct store *store, int32_t hall_no, struct arena *arena,
                         struct plan **plan, const char **document, struct err *err)
{
    *plan = arena_alloc(arena, sizeof **plan);
    if (document)
        *document = "";
    return RC_OK;
}

static enum rc hall_seats_in_use(struct store *store, int32_t hall_no, int64_t now,
                                 struct arena *arena, int32_t **seats, int *count, struct err *err)
{
    return nothing(seats, count);
}

static enum rc show_find(struct store *store, const char *id, struct arena *arena,
                         struct show *show, bool *found, struct err *err)
{
    return not_found(found);
}

static enum rc show_by_no(struct store *store, int32_t no, struct arena *arena, struct show *show,
                          bool *found, struct err *err)
{
    return not_found(found);
}

static enum rc show_list(struct store *store, int64_t now, struct arena *arena, struct show **shows,
                         struct show_count **counts, int *count, struct err *err)
{
    if (counts)
        *counts = NULL;
    return nothing(shows, count);
}

static enum rc show_sections(struct store *store, int32_t show, int64_t now, struct arena *arena,
                             struct section_count **sections, int *count, struct err *err)
{
    return nothing(sections, count);
}

static enum rc no_show(int32_t show, struct snapshot *snapshot, struct err *err)
{
    memset(snapshot, 0, sizeof *snapshot);
    return err_set(err, RC_CONFIG, "SHOW", "there is no show number %d: nothing is kept here",
                   show);
}

static enum rc map_read(struct store *store, int32_t show, struct arena *arena,
                        struct snapshot *snapshot, struct err *err)
{
    return no_show(show, snapshot, err);
}

static enum rc seats_since(struct store *store, int32_t show, int64_t after, int limit,
                           struct arena *arena, struct fresh_seat **seats, int *count,
                           int64_t *last_event, struct err *err)
{
    *last_event = 0;
    return nothing(seats, count);
}

static int watch_fd(struct store *store)
{
    return -1;
}

static enum rc rows_read(struct store *store, int32_t show, const char *const *labels, int count,
                         struct arena *arena, struct snapshot *snapshot, struct err *err)
{
    return no_show(show, snapshot, err);
}

static enum rc hold_read(struct store *store, const struct uuid *id, struct arena *arena,
                         struct hold *hold, bool *found, struct err *err)
{
    return not_found(found);
}

static enum rc hold_list(struct store *store, const struct hold_filter *filter, struct arena *arena,
                         struct hold **holds, int *count, struct err *err)
{
    return nothing(holds, count);
}

static enum rc sale_read(struct store *store, const struct uuid *id, const char *code,
                         struct arena *arena, struct sale *sale, bool *found, struct err *err)
{
    return not_found(found);
}

static enum rc sale_list(struct store *store, const struct sale_filter *filter, struct arena *arena,
                         struct sale **sales, int *count, struct err *err)
{
    return nothing(sales, count);
}

static enum rc staff_read(struct store *store, const char *name, struct staff *staff, bool *found,
                          struct err *err)
{
    return not_found(found);
}

static enum rc staff_list(struct store *store, struct arena *arena, struct staff **staff,
                          int *count, struct err *err)
{
    return nothing(staff, count);
}

static enum rc customer_find(struct store *store, const char *text, int limit, struct arena *arena,
                             struct customer **customers, int *count, struct err *err)
{
    return nothing(customers, count);
}

static enum rc voucher_read(struct store *store, const char *code, struct voucher *voucher,
                            bool *found, struct err *err)
{
    return not_found(found);
}

static enum rc voucher_list(struct store *store, struct arena *arena, struct voucher **vouchers,
                            int *count, struct err *err)
{
    return nothing(vouchers, count);
}

static enum rc loan_list(struct store *store, const char *code, const char *till,
                         struct arena *arena, struct voucher_loan **loans, int *count,
                         struct err *err)
{
    return nothing(loans, count);
}

static enum rc shift_open(struct store *store, const char *till, struct shift *shift, bool *found,
                          struct err *err)
{
    return not_found(found);
}

static enum rc shift_read(struct store *store, const struct uuid *id, const char *till,
                          struct shift *shift, bool *found, struct err *err)
{
    return not_found(found);
}

static enum rc shift_list(struct store *store, int limit, struct arena *arena,
                          struct shift **shifts, int *count, struct err *err)
{
    return nothing(shifts, count);
}

static enum rc waiter_read(struct store *store, const struct uuid *id, struct waiter *waiter,
                           bool *found, struct err *err)
{
    return not_found(found);
}

static enum rc waiter_list(struct store *store, int32_t show, struct arena *arena,
                           struct waiter **waiters, int *count, struct err *err)
{
    return nothing(waiters, count);
}

static enum rc waiter_find(struct store *store, const struct waiter_filter *filter,
                           struct arena *arena, struct waiter **waiters, int *count,
                           struct err *err)
{
    return nothing(waiters, count);
}

static enum rc key_list(struct store *store, struct arena *arena, struct ticket_key **keys,
                        int *count, struct err *err)
{
    return nothing(keys, count);
}

static enum rc door_read(struct store *store, const struct uuid *id, const char *code,
                         struct door_row *row, bool *found, struct err *err)
{
    *found = false;
    return RC_OK;
}

static enum rc checkin_read(struct store *store, const struct uuid *ticket, struct checkin *checkin,
                            bool *found, struct err *err)
{
    *found = false;
    return RC_OK;
}

static enum rc bag_rule_read(struct store *store, struct bag_rule *rule, struct err *err)
{
    *rule = (struct bag_rule){.limit_g = BAG_LIMIT_G, .fee = BAG_FEE};
    return RC_OK;
}

static enum rc door_count(struct store *store, int32_t show, struct door_count *door,
                          struct err *err)
{
    *door = (struct door_count){0};
    return RC_OK;
}

static enum rc scan_list(struct store *store, int32_t show, int limit, struct arena *arena,
                         struct scan **scans, int *count, struct err *err)
{
    return nothing(scans, count);
}

static enum rc admitted(struct store *store, int32_t show, struct arena *arena, int32_t **seats,
                        int *count, struct err *err)
{
    return nothing(seats, count);
}

static enum rc event_list(struct store *store, const struct event_filter *filter,
                          struct arena *arena, struct event **events, int *count, struct err *err)
{
    return nothing(events, count);
}

static enum rc report(struct store *store, const struct report_filter *filter, struct arena *arena,
                      struct report_row **rows, int *count, struct err *err)
{
    return nothing(rows, count);
}

/* ---- apply: keys only ----------------------------------------------------------------------- */

static const struct receipt *find_receipt(const struct null_store *null, const struct uuid *key)
{
    for (int i = 0; i < null->receipts.count; i++)
        if (uuid_equal(&null->receipts.at[i].key, key))
            return &null->receipts.at[i];
    return NULL;
}

static enum rc receipt_read(struct store *store, const struct uuid *key,
                            const uint8_t fingerprint[FINGERPRINT_SIZE], struct arena *arena,
                            struct apply_result *result, bool *found, struct err *err)
{
    const struct receipt *receipt = find_receipt(null_of(store), key);
    memset(result, 0, sizeof *result);
    *found = receipt != NULL;
    if (!receipt)
        return RC_OK;
    bool same = memcmp(receipt->fingerprint, fingerprint, FINGERPRINT_SIZE) == 0;
    result->applied = same ? APPLIED_REPLAY : APPLIED_MISMATCH;
    result->act = receipt->act;
    result->answer = same ? arena_strdup(arena, receipt->answer) : "";
    return RC_OK;
}

static enum rc apply(struct store *store, const struct changeset *cs, struct apply_result *result,
                     struct err *err)
{
    struct null_store *null = null_of(store);
    bool found;
    enum rc rc = receipt_read(store, &cs->key, cs->fingerprint, cs->arena, result, &found, err);
    if (rc != RC_OK || found)
        return rc;
    struct receipt *receipt = LIST_ADD(null->arena, &null->receipts);
    receipt->key = cs->key;
    receipt->act = cs->act;
    receipt->answer = arena_strdup(null->arena, cs->answer);
    memcpy(receipt->fingerprint, cs->fingerprint, FINGERPRINT_SIZE);
    return RC_OK;
}

static enum rc sweep(struct store *store, const struct actor *actor, int64_t now, int limit,
                     struct sweep_result *result, struct err *err)
{
    *result = (struct sweep_result){0};
    return RC_OK;
}

static enum rc audit_seal(struct store *store, bool everything, int64_t now, int *blocks,
                          struct err *err)
{
    *blocks = 0;
    return RC_OK;
}

static enum rc audit_verify(struct store *store, struct arena *arena,
                            const struct progress *progress, struct audit_report *report,
                            struct err *err)
{
    *report = (struct audit_report){0};
    return RC_OK;
}

static void close_null(struct store *store)
{
    struct null_store *null = null_of(store);
    arena_free(&null->arena);
    free(null);
}

struct store *null_store_new(void)
{
    static const struct store_ops ops = {
        .name = "null",
        .house_read = house_read,
        .hall_find = hall_find,
        .hall_list = hall_list,
        .hall_plan = hall_plan,
        .hall_seats_in_use = hall_seats_in_use,
        .show_find = show_find,
        .show_by_no = show_by_no,
        .show_list = show_list,
        .show_sections = show_sections,
        .map_read = map_read,
        .seats_since = seats_since,
        .watch_fd = watch_fd,
        .rows_read = rows_read,
        .hold_read = hold_read,
        .hold_list = hold_list,
        .sale_read = sale_read,
        .sale_list = sale_list,
        .staff_read = staff_read,
        .staff_list = staff_list,
        .customer_find = customer_find,
        .voucher_read = voucher_read,
        .voucher_list = voucher_list,
        .loan_list = loan_list,
        .shift_open = shift_open,
        .shift_read = shift_read,
        .shift_list = shift_list,
        .waiter_read = waiter_read,
        .waiter_list = waiter_list,
        .waiter_find = waiter_find,
        .key_list = key_list,
        .door_read = door_read,
        .checkin_read = checkin_read,
        .bag_rule_read = bag_rule_read,
        .door_count = door_count,
        .scan_list = scan_list,
        .admitted = admitted,
        .event_list = event_list,
        .report = report,
        .receipt_read = receipt_read,
        .apply = apply,
        .sweep = sweep,
        .audit_seal = audit_seal,
        .audit_verify = audit_verify,
        .close = close_null,
    };
    struct null_store *null = x_alloc(sizeof *null);
    null->base.ops = &ops;
    null->arena = arena_new();
    return &null->base;
}
