#include "config.h"

#include "tests/fault/tap.h"

#include <signal.h>
#include <unistd.h>

#include "tests/fault/history.h"

static struct {
    const struct store_ops *real;
    struct store_ops ops;
    int history;
    struct tap_orders *orders;
} tap;

static void come_to(enum tap_moment moment)
{
    int here = (int)moment;
    if (atomic_compare_exchange_strong(&tap.orders->moment, &here, TAP_NOWHERE))
        kill(getpid(), atomic_load(&tap.orders->signal));
}

static enum rc apply(struct store *store, const struct changeset *cs, struct apply_result *result,
                     struct err *err)
{
    history_sent(tap.history, cs);
    come_to(TAP_LOCKED);
    enum rc rc = tap.real->apply(store, cs, result, err);
    if (rc == RC_UNKNOWN)
        atomic_fetch_add(&tap.orders->lost, 1);
    if (!rc && (result->applied == APPLIED_STALE || result->applied == APPLIED_BUSY))
        atomic_fetch_add(&tap.orders->met, 1);
    if (!rc && result->applied == APPLIED_OK)
        come_to(TAP_COMMITTED);
    return rc;
}

static enum rc map_read(struct store *store, int32_t show, struct arena *arena,
                        struct snapshot *snapshot, struct err *err)
{
    int64_t began = history_now();
    enum rc rc = tap.real->map_read(store, show, arena, snapshot, err);
    if (!rc)
        history_saw(tap.history, began, snapshot);
    return rc;
}

static enum rc rows_read(struct store *store, int32_t show, const char *const *labels, int count,
                         struct arena *arena, struct snapshot *snapshot, struct err *err)
{
    int64_t began = history_now();
    enum rc rc = tap.real->rows_read(store, show, labels, count, arena, snapshot, err);
    if (!rc)
        history_saw(tap.history, began, snapshot);
    return rc;
}

void tap_put(struct store *store, int history, struct tap_orders *orders)
{
    tap.history = history;
    tap.orders = orders;
    tap.real = store->ops;
    tap.ops = *store->ops;
    tap.ops.apply = apply;
    tap.ops.map_read = map_read;
    tap.ops.rows_read = rows_read;
    store->ops = &tap.ops;
}
