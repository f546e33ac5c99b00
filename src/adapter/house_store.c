#include "config.h"

#include "src/adapter/house_store.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/adapter/house_parts.h"
#include "src/adapter/redis_feed.h"
#include "src/adapter/redis_lock.h"
#include "src/adapter/redis_registry.h"

/* ---- what the fast layer has no part in ----------------------------------------------------- */

#define INNER(store) (house_of(store)->inner)

static enum rc house_read(struct store *s, struct house *house, struct err *err)
{
    return INNER(s)->ops->house_read(INNER(s), house, err);
}

static enum rc hall_find(struct store *s, const char *id, struct hall *hall, bool *found,
                         struct err *err)
{
    return INNER(s)->ops->hall_find(INNER(s), id, hall, found, err);
}

static enum rc hall_list(struct store *s, struct arena *arena, struct hall **halls, int *count,
                         struct err *err)
{
    return INNER(s)->ops->hall_list(INNER(s), arena, halls, count, err);
}

static enum rc hall_plan(struct store *s, int32_t hall_no, struct arena *arena, struct plan **plan,
                         const char **document, struct err *err)
{
    return INNER(s)->ops->hall_plan(INNER(s), hall_no, arena, plan, document, err);
}

static enum rc hall_seats_in_use(struct store *s, int32_t hall_no, int64_t now, struct arena *arena,
                                 int32_t **seats, int *count, struct err *err)
{
    return INNER(s)->ops->hall_seats_in_use(INNER(s), hall_no, now, arena, seats, count, err);
}

/* Whoever reads the show's row finds out that the own map has an old one. */
static void compare_show(struct house_store *house, const struct show *show)
{
    if (house_map_is(&house->map, show->no) && house->map.at.show.version != show->version)
        house->checked_at = house_mono(house) - FRESH_MS - 1;
}

static enum rc show_find(struct store *s, const char *id, struct arena *arena, struct show *show,
                         bool *found, struct err *err)
{
    enum rc rc = INNER(s)->ops->show_find(INNER(s), id, arena, show, found, err);
    if (!rc && *found)
        compare_show(house_of(s), show);
    return rc;
}

static enum rc show_by_no(struct store *s, int32_t no, struct arena *arena, struct show *show,
                          bool *found, struct err *err)
{
    enum rc rc = INNER(s)->ops->show_by_no(INNER(s), no, arena, show, found, err);
    if (!rc && *found)
        compare_show(house_of(s), show);
    return rc;
}

static enum rc show_list(struct store *s, int64_t now, struct arena *arena, struct show **shows,
                         struct show_count **counts, int *count, struct err *err)
{
    return INNER(s)->ops->show_list(INNER(s), now, arena, shows, counts, count, err);
}

static enum rc show_sections(struct store *s, int32_t show, int64_t now, struct arena *arena,
                             struct section_count **sections, int *count, struct err *err)
{
    return INNER(s)->ops->show_sections(INNER(s), show, now, arena, sections, count, err);
}

static enum rc hold_read(struct store *s, const struct uuid *id, struct arena *arena,
                         struct hold *hold, bool *found, struct err *err)
{
    return INNER(s)->ops->hold_read(INNER(s), id, arena, hold, found, err);
}

static enum rc hold_list(struct store *s, const struct hold_filter *filter, struct arena *arena,
                         struct hold **holds, int *count, struct err *err)
{
    return INNER(s)->ops->hold_list(INNER(s), filter, arena, holds, count, err);
}

static enum rc sale_read(struct store *s, const struct uuid *id, const char *code,
                         struct arena *arena, struct sale *sale, bool *found, struct err *err)
{
    return INNER(s)->ops->sale_read(INNER(s), id, code, arena, sale, found, err);
}

static enum rc sale_list(struct store *s, const struct sale_filter *filter, struct arena *arena,
                         struct sale **sales, int *count, struct err *err)
{
    return INNER(s)->ops->sale_list(INNER(s), filter, arena, sales, count, err);
}

static enum rc staff_read(struct store *s, const char *name, struct staff *staff, bool *found,
                          struct err *err)
{
    return INNER(s)->ops->staff_read(INNER(s), name, staff, found, err);
}

static enum rc staff_list(struct store *s, struct arena *arena, struct staff **staff, int *count,
                          struct err *err)
{
    return INNER(s)->ops->staff_list(INNER(s), arena, staff, count, err);
}

static enum rc customer_find(struct store *s, const char *text, int limit, struct arena *arena,
                             struct customer **customers, int *count, struct err *err)
{
    return INNER(s)->ops->customer_find(INNER(s), text, limit, arena, customers, count, err);
}

static enum rc voucher_read(struct store *s, const char *code, struct voucher *voucher, bool *found,
                            struct err *err)
{
    return INNER(s)->ops->voucher_read(INNER(s), code, voucher, found, err);
}

static enum rc voucher_list(struct store *s, struct arena *arena, struct voucher **vouchers,
                            int *count, struct err *err)
{
    return INNER(s)->ops->voucher_list(INNER(s), arena, vouchers, count, err);
}

static enum rc shift_open(struct store *s, const char *till, struct shift *shift, bool *found,
                          struct err *err)
{
    return INNER(s)->ops->shift_open(INNER(s), till, shift, found, err);
}

static enum rc shift_read(struct store *s, const struct uuid *id, const char *till,
                          struct shift *shift, bool *found, struct err *err)
{
    return INNER(s)->ops->shift_read(INNER(s), id, till, shift, found, err);
}

static enum rc shift_list(struct store *s, int limit, struct arena *arena, struct shift **shifts,
                          int *count, struct err *err)
{
    return INNER(s)->ops->shift_list(INNER(s), limit, arena, shifts, count, err);
}

static enum rc waiter_read(struct store *s, const struct uuid *id, struct waiter *waiter,
                           bool *found, struct err *err)
{
    return INNER(s)->ops->waiter_read(INNER(s), id, waiter, found, err);
}

static enum rc waiter_list(struct store *s, int32_t show, struct arena *arena,
                           struct waiter **waiters, int *count, struct err *err)
{
    return INNER(s)->ops->waiter_list(INNER(s), show, arena, waiters, count, err);
}

static enum rc key_list(struct store *s, struct arena *arena, struct ticket_key **keys, int *count,
                        struct err *err)
{
    return INNER(s)->ops->key_list(INNER(s), arena, keys, count, err);
}

static enum rc door_read(struct store *s, const struct uuid *id, const char *code,
                         struct door_row *row, bool *found, struct err *err)
{
    return INNER(s)->ops->door_read(INNER(s), id, code, row, found, err);
}

static enum rc door_count(struct store *s, int32_t show, struct door_count *door, struct err *err)
{
    return INNER(s)->ops->door_count(INNER(s), show, door, err);
}

static enum rc scan_list(struct store *s, int32_t show, int limit, struct arena *arena,
                         struct scan **scans, int *count, struct err *err)
{
    return INNER(s)->ops->scan_list(INNER(s), show, limit, arena, scans, count, err);
}

static enum rc admitted(struct store *s, int32_t show, struct arena *arena, int32_t **seats,
                        int *count, struct err *err)
{
    return INNER(s)->ops->admitted(INNER(s), show, arena, seats, count, err);
}

static enum rc event_list(struct store *s, const struct event_filter *filter, struct arena *arena,
                          struct event **events, int *count, struct err *err)
{
    return INNER(s)->ops->event_list(INNER(s), filter, arena, events, count, err);
}

static enum rc report(struct store *s, const struct report_filter *filter, struct arena *arena,
                      struct report_row **rows, int *count, struct err *err)
{
    return INNER(s)->ops->report(INNER(s), filter, arena, rows, count, err);
}

static enum rc receipt_read(struct store *s, const struct uuid *key,
                            const uint8_t fingerprint[FINGERPRINT_SIZE], struct arena *arena,
                            struct apply_result *result, bool *found, struct err *err)
{
    return INNER(s)->ops->receipt_read(INNER(s), key, fingerprint, arena, result, found, err);
}

static enum rc map_digest(struct store *s, int32_t show, struct arena *arena,
                          struct map_digest *digest, struct err *err)
{
    return INNER(s)->ops->map_digest(INNER(s), show, arena, digest, err);
}

static enum rc audit_seal(struct store *s, bool everything, int64_t now, int *blocks,
                          struct err *err)
{
    return INNER(s)->ops->audit_seal(INNER(s), everything, now, blocks, err);
}

static enum rc audit_verify(struct store *s, struct arena *arena, const struct progress *progress,
                            struct audit_report *report_out, struct err *err)
{
    return INNER(s)->ops->audit_verify(INNER(s), arena, progress, report_out, err);
}

static enum rc log_look(struct store *s, int64_t id, bool *there, int64_t *newest, struct err *err)
{
    return INNER(s)->ops->log_look(INNER(s), id, there, newest, err);
}

static void heed(struct store *s, const struct progress *progress)
{
    INNER(s)->ops->heed(INNER(s), progress);
}

/* ---- life ----------------------------------------------------------------------------------- */

static void close_front(struct house_front *front)
{
    lock_close(&front->lock);
    registry_close(&front->registry);
    feed_close(&front->feed);
    redis_link_free(&front->link);
}

static void drop(struct house_store *house)
{
    house_watch_close(house);
    house_map_drop(&house->map);
    close_front(&house->front);
    free(house);
}

static void close_house(struct store *store)
{
    store_close(&house_of(store)->inner);
    drop(house_of(store));
}

static struct store *office(struct store *s, const struct office_ops **office_ops)
{
    return INNER(s)->ops->office(INNER(s), office_ops);
}

static struct store *chores(struct store *s, const struct chores_ops **chores_ops)
{
    return INNER(s)->ops->chores(INNER(s), chores_ops);
}

static struct store *intents(struct store *s, const struct intent_ops **intent_ops)
{
    return INNER(s)->ops->intents(INNER(s), intent_ops);
}

static struct store *tokens(struct store *s, const struct token_ops **token_ops)
{
    return INNER(s)->ops->tokens(INNER(s), token_ops);
}

static struct store *abuse(struct store *s, const struct abuse_ops **abuse_ops)
{
    return INNER(s)->ops->abuse(INNER(s), abuse_ops);
}

static struct store *outbox(struct store *s, const struct outbox_ops **outbox_ops)
{
    return INNER(s)->ops->outbox(INNER(s), outbox_ops);
}

static const struct store_ops ops = {
    .name = "house",
    .house_read = house_read,
    .hall_find = hall_find,
    .hall_list = hall_list,
    .hall_plan = hall_plan,
    .hall_seats_in_use = hall_seats_in_use,
    .show_find = show_find,
    .show_by_no = show_by_no,
    .show_list = show_list,
    .show_sections = show_sections,
    .map_read = house_map_read,
    .seats_since = house_seats_since,
    .watch_fd = house_watch_fd,
    .heed = heed,
    .map_digest = map_digest,
    .log_look = log_look,
    .doubt = house_doubt,
    .rows_read = house_rows_read,
    .hold_read = hold_read,
    .hold_list = hold_list,
    .sale_read = sale_read,
    .sale_list = sale_list,
    .staff_read = staff_read,
    .staff_list = staff_list,
    .customer_find = customer_find,
    .voucher_read = voucher_read,
    .voucher_list = voucher_list,
    .shift_open = shift_open,
    .shift_read = shift_read,
    .shift_list = shift_list,
    .waiter_read = waiter_read,
    .waiter_list = waiter_list,
    .key_list = key_list,
    .door_read = door_read,
    .door_count = door_count,
    .scan_list = scan_list,
    .admitted = admitted,
    .event_list = event_list,
    .report = report,
    .receipt_read = receipt_read,
    .apply = house_apply,
    .sweep = house_sweep,
    .audit_seal = audit_seal,
    .audit_verify = audit_verify,
    .office = office,
    .chores = chores,
    .intents = intents,
    .tokens = tokens,
    .abuse = abuse,
    .outbox = outbox,
    .close = close_house,
};

enum rc house_store_new(struct store *inner, const struct house_front *front,
                        const struct clock *clock, bool follow, struct store **out, struct err *err)
{
    struct house_store *house = x_alloc(sizeof *house);
    house->ops = ops;
    if (!inner->ops->map_digest)
        house->ops.map_digest = NULL;
    if (!inner->ops->log_look)
        house->ops.log_look = NULL;
    if (!inner->ops->office)
        house->ops.office = NULL;
    if (!inner->ops->chores)
        house->ops.chores = NULL;
    if (!inner->ops->intents)
        house->ops.intents = NULL;
    if (!inner->ops->tokens)
        house->ops.tokens = NULL;
    if (!inner->ops->abuse)
        house->ops.abuse = NULL;
    if (!inner->ops->outbox)
        house->ops.outbox = NULL;
    if (!inner->ops->heed)
        house->ops.heed = NULL;
    house->base.ops = &house->ops;
    house->inner = inner;
    house->front = *front;
    house->clock = *clock;
    house->follow = follow;
    house->watch = house->timer = house->told = -1;
    house->mended_at = house_mono(house);
    enum rc rc = follow ? house_watch_open(house, err) : RC_OK;
    *out = rc ? NULL : &house->base;
    if (rc)
        drop(house);
    return rc;
}

enum rc house_store_open(struct store *inner, const struct redis_config *config,
                         const struct clock *clock, bool follow, struct store **out,
                         struct err *err)
{
    struct house_front front = {0};
    *out = NULL;
    enum rc rc = redis_link_new(config, clock, &front.link, err);
    if (!rc)
        rc = redis_feed_new(front.link, clock, &front.feed, err);
    if (rc) {
        redis_link_free(&front.link);
        return rc;
    }
    front.lock = redis_lock_new(front.link);
    front.registry = redis_registry_new(front.link);
    return house_store_new(inner, &front, clock, follow, out, err);
}

void house_store_keep_maps(struct store *store)
{
    struct house_store *house = house_of(store);
    house->keeps = house->follow;
}
