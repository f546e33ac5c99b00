#include "config.h"

#include "src/adapter/house_store.h"

#include <stdlib.h>

#include "src/adapter/house_parts.h"
#include "src/adapter/redis_feed.h"
#include "src/adapter/redis_lock.h"
#include "src/adapter/redis_registry.h"

/* ---- what the fast layer has no part in ----------------------------------------------------- */

/*
 * PASSn(name, types): the operation of that name is the inner store's; n parameters stand between
 * the store and the err. That the types are the port's own is proved where `ops` is filled.
 */
#define INNER(store) (house_of(store)->inner)
#define PASS(name, parameters, ...)                             \
    static enum rc name parameters                              \
    {                                                           \
        return INNER(s)->ops->name(INNER(s), __VA_ARGS__, err); \
    }
#define S                          struct store *s
#define E                          struct err *err
#define PASS1(name, A)             PASS(name, (S, A a, E), a)
#define PASS2(name, A, B)          PASS(name, (S, A a, B b, E), a, b)
#define PASS3(name, A, B, C)       PASS(name, (S, A a, B b, C c, E), a, b, c)
#define PASS4(name, A, B, C, D)    PASS(name, (S, A a, B b, C c, D d, E), a, b, c, d)
#define PASS5(name, A, B, C, D, F) PASS(name, (S, A a, B b, C c, D d, F f, E), a, b, c, d, f)

PASS1(house_read, struct house *)
PASS3(hall_find, const char *, struct hall *, bool *)
PASS3(hall_list, struct arena *, struct hall **, int *)
PASS4(hall_plan, int32_t, struct arena *, struct plan **, const char **)
PASS5(hall_seats_in_use, int32_t, int64_t, struct arena *, int32_t **, int *)
PASS5(show_sections, int32_t, int64_t, struct arena *, struct section_count **, int *)
PASS4(hold_read, const struct uuid *, struct arena *, struct hold *, bool *)
PASS4(hold_list, const struct hold_filter *, struct arena *, struct hold **, int *)
PASS5(sale_read, const struct uuid *, const char *, struct arena *, struct sale *, bool *)
PASS4(sale_list, const struct sale_filter *, struct arena *, struct sale **, int *)
PASS3(staff_read, const char *, struct staff *, bool *)
PASS3(staff_list, struct arena *, struct staff **, int *)
PASS5(customer_find, const char *, int, struct arena *, struct customer **, int *)
PASS3(voucher_read, const char *, struct voucher *, bool *)
PASS3(voucher_list, struct arena *, struct voucher **, int *)
PASS5(loan_list, const char *, const char *, struct arena *, struct voucher_loan **, int *)
PASS3(shift_open, const char *, struct shift *, bool *)
PASS4(shift_read, const struct uuid *, const char *, struct shift *, bool *)
PASS4(shift_list, int, struct arena *, struct shift **, int *)
PASS3(waiter_read, const struct uuid *, struct waiter *, bool *)
PASS4(waiter_list, int32_t, struct arena *, struct waiter **, int *)
PASS4(waiter_find, const struct waiter_filter *, struct arena *, struct waiter **, int *)
PASS3(key_list, struct arena *, struct ticket_key **, int *)
PASS4(door_read, const struct uuid *, const char *, struct door_row *, bool *)
PASS3(checkin_read, const struct uuid *, struct checkin *, bool *)
PASS1(bag_rule_read, struct bag_rule *)
PASS2(door_count, int32_t, struct door_count *)
PASS5(scan_list, int32_t, int, struct arena *, struct scan **, int *)
PASS4(admitted, int32_t, struct arena *, int32_t **, int *)
PASS4(event_list, const struct event_filter *, struct arena *, struct event **, int *)
PASS4(report, const struct report_filter *, struct arena *, struct report_row **, int *)
PASS5(receipt_read, const struct uuid *, const uint8_t *, struct arena *, struct apply_result *,
      bool *)
PASS3(map_digest, int32_t, struct arena *, struct map_digest *)
PASS3(audit_seal, bool, int64_t, int *)
PASS3(audit_verify, struct arena *, const struct progress *, struct audit_report *)
PASS3(log_look, int64_t, bool *, int64_t *)

static void heed(struct store *s, const struct progress *progress)
{
    INNER(s)->ops->heed(INNER(s), progress);
}

/* Ports behind the store: whom to ask, and how. */
#define ASIDE(name, type)                                         \
    static struct store *name(struct store *s, const type **them) \
    {                                                             \
        return INNER(s)->ops->name(INNER(s), them);               \
    }
ASIDE(office, struct office_ops)
ASIDE(chores, struct chores_ops)
ASIDE(intents, struct intent_ops)
ASIDE(tokens, struct token_ops)
ASIDE(abuse, struct abuse_ops)
ASIDE(outbox, struct outbox_ops)

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
    house_aside_end(house);
    house_watch_close(house);
    house_map_drop(&house->map);
    house_map_drop(&house->spare);
    close_front(&house->front);
    free(house);
}

static void close_house(struct store *store)
{
    store_close(&house_of(store)->inner);
    drop(house_of(store));
}

static const struct store_ops ops = {
    .name = "house",
    .house_read = house_read,
    .hall_find = hall_find,
    .hall_list = hall_list,
    .hall_plan = hall_plan,
    .hall_seats_in_use = hall_seats_in_use,
    .show_find = house_show_find,
    .show_by_no = house_show_by_no,
    .show_list = house_show_list,
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

/* An operation that a store need not have is there when the inner one has it. */
static void leave_out_what_it_has_not(struct store_ops *ours, const struct store_ops *inner)
{
#define OPTIONAL(name) ours->name = inner->name ? ours->name : NULL
    OPTIONAL(map_digest);
    OPTIONAL(log_look);
    OPTIONAL(heed);
    OPTIONAL(office);
    OPTIONAL(chores);
    OPTIONAL(intents);
    OPTIONAL(tokens);
    OPTIONAL(abuse);
    OPTIONAL(outbox);
#undef OPTIONAL
}

enum rc house_store_new(struct store *inner, const struct house_front *front,
                        const struct clock *clock, bool follow, struct store **out, struct err *err)
{
    struct house_store *house = x_alloc(sizeof *house);
    house->ops = ops;
    leave_out_what_it_has_not(&house->ops, inner->ops);
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

struct registry *house_store_registry(struct store *store)
{
    return house_of(store)->front.registry;
}

void house_store_keep_maps(struct store *store)
{
    struct house_store *house = house_of(store);
    house->keeps = house->follow;
}
