#include "config.h"

#include "tests/lib/replica_kit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_pull.h"
#include "src/adapter/sodium_crypt.h"
#include "sync/lite_store.h"

/* ---- chance --------------------------------------------------------------------------------- */

static uint64_t next_chance(struct replica_kit *kit)
{
    uint64_t x = kit->chance;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return kit->chance = x;
}

int replica_kit_below(struct replica_kit *kit, int most)
{
    return (int)(next_chance(kit) % (uint64_t)most);
}

/* ---- the house ------------------------------------------------------------------------------ */

void replica_kit_open(struct replica_kit *kit, struct contract *c, uint64_t seed)
{
    *kit = (struct replica_kit){.c = c, .chance = seed * 2654435761u + 88172645463325252u};
    kit->desk =
        (struct desk){.store = c->store, .crypt = sodium_crypt(), .clock = c->clock, .ids = c->ids};
    kit->login = c->store;
    kit->meta = (struct act_meta){.arena = c->arena,
                                  .actor = {.name = "ruth", .till = "till-1", .role = ROLE_MANAGER},
                                  .reason = "because"};
}

static struct desk *desk_of(struct replica_kit *kit)
{
    kit->desk.ids = kit->c->ids;
    return &kit->desk;
}

/* ---- acts ----------------------------------------------------------------------------------- */

static const char *const labels[] = {"Stalls-A-1", "Stalls-A-2", "Stalls-A-3", "Stalls-A-4",
                                     "Stalls-A-5", "Stalls-A-6", "Stalls-B-1", "Stalls-B-2",
                                     "Stalls-B-3", "Stalls-B-4", "Circle-A-1", "Circle-A-2"};

static const char *some_show(struct replica_kit *kit)
{
    return replica_kit_below(kit, 4) || !kit->late ? "hamlet" : "late";
}

static void act_hold(struct replica_kit *kit)
{
    int first = replica_kit_below(kit, COUNT_OF(labels) - 1);
    const struct desk_hold wish = {.show = some_show(kit),
                                   .labels = &labels[first],
                                   .count = 1 + replica_kit_below(kit, 2),
                                   .email = replica_kit_below(kit, 2) ? "eve@example.org" : NULL,
                                   .ttl_ms = replica_kit_below(kit, 3) ? 0 : 30000,
                                   .channel = CHANNEL_COUNTER,
                                   .override_gap = true};
    desk_hold_new(desk_of(kit), &kit->meta, &wish, &kit->out);
}

/* Some hold of the house, the last ones rather; zero: none. */
static struct uuid some_hold(struct replica_kit *kit, bool open_only)
{
    const struct hold_filter filter = {
        .open_only = open_only, .now = clock_wall(&kit->desk.clock), .limit = 8};
    struct store *store = kit->desk.store;
    struct hold *holds;
    int count;
    assert_int_equal(store->ops->hold_list(store, &filter, kit->c->arena, &holds, &count, NULL),
                     RC_OK);
    return count ? holds[replica_kit_below(kit, count)].id : (struct uuid){{0}};
}

static const struct sale *some_sale(struct replica_kit *kit)
{
    const struct sale_filter filter = {.limit = 8};
    struct store *store = kit->desk.store;
    struct sale *sales;
    int count;
    assert_int_equal(store->ops->sale_list(store, &filter, kit->c->arena, &sales, &count, NULL),
                     RC_OK);
    return count ? &sales[replica_kit_below(kit, count)] : NULL;
}

static void act_sell(struct replica_kit *kit)
{
    struct desk_sell wish = {.hold = some_hold(kit, true), .name = "Eve", .pickup = true};
    wish.due = replica_kit_below(kit, 4) == 0;
    wish.voucher = kit->ten && replica_kit_below(kit, 3) == 0 ? "TEN" : NULL;
    desk_sell(desk_of(kit), &kit->meta, &wish, &kit->out);
}

static void act_exchange(struct replica_kit *kit)
{
    const struct sale *sale = some_sale(kit);
    if (!sale)
        return;
    const struct desk_exchange wish = {.sale = sale->code, .hold = some_hold(kit, true)};
    desk_exchange(desk_of(kit), &kit->meta, &wish, &kit->out);
}

static void act_refund(struct replica_kit *kit)
{
    const struct sale *sale = some_sale(kit);
    if (sale)
        desk_refund(desk_of(kit), &kit->meta, sale->code, NULL, 0, false, -1, &kit->out);
}

static void act_pay(struct replica_kit *kit)
{
    const struct sale *sale = some_sale(kit);
    if (sale)
        desk_pay(desk_of(kit), &kit->meta, sale->code, NULL, 0, &kit->out);
}

static void act_collect(struct replica_kit *kit)
{
    const struct sale *sale = some_sale(kit);
    if (sale)
        desk_collect(desk_of(kit), &kit->meta, sale->code, &kit->out);
}

static void act_reprint(struct replica_kit *kit)
{
    const struct sale *sale = some_sale(kit);
    struct store *store = kit->desk.store;
    struct sale whole;
    bool found;
    if (!sale)
        return;
    assert_int_equal(
        store->ops->sale_read(store, &sale->id, NULL, kit->c->arena, &whole, &found, NULL), RC_OK);
    for (int i = 0; i < whole.ticket_count; i++)
        if (whole.tickets[i].status == TICKET_VALID) {
            desk_reprint(desk_of(kit), &kit->meta, sale->code, whole.tickets[i].label, &kit->out);
            return;
        }
}

static void act_scan(struct replica_kit *kit)
{
    const struct sale *sale = some_sale(kit);
    struct store *store = kit->desk.store;
    struct sale whole = {0};
    struct desk_scan scan = {.show = "hamlet", .text = "T-NOSUCHONE", .reentry = true};
    bool found;
    if (sale)
        assert_int_equal(
            store->ops->sale_read(store, &sale->id, NULL, kit->c->arena, &whole, &found, NULL),
            RC_OK);
    if (whole.ticket_count)
        scan.text = whole.tickets[0].code;
    scan.override = replica_kit_below(kit, 2);
    scan.leaving = replica_kit_below(kit, 3) == 0;
    desk_scan(desk_of(kit), &kit->meta, &scan, &kit->out);
}

static void act_let_go(struct replica_kit *kit)
{
    const struct uuid hold = some_hold(kit, true);
    int what = replica_kit_below(kit, 4);
    if (what == 0)
        desk_hold_extend(desk_of(kit), &kit->meta, &hold, 0, &kit->out);
    else if (what == 1)
        desk_hold_transfer(desk_of(kit), &kit->meta, &hold, "mark", "till-2", &kit->out);
    else
        desk_hold_release(desk_of(kit), &kit->meta, &hold, NULL, 0, END_USER_CANCELLED, &kit->out);
}

static void act_block(struct replica_kit *kit)
{
    const char *const *one = &labels[replica_kit_below(kit, COUNT_OF(labels))];
    if (replica_kit_below(kit, 2))
        desk_seats_block(desk_of(kit), &kit->meta, "hamlet", one, 1, CHANNEL_WEB, &kit->out);
    else
        desk_seats_unblock(desk_of(kit), &kit->meta, "hamlet", one, 1, &kit->out);
}

static void act_shift(struct replica_kit *kit)
{
    static const int64_t counted[TENDER_COUNT];
    int what = replica_kit_below(kit, 4);
    if (what == 0)
        desk_shift_close(desk_of(kit), &kit->meta, counted, 1000000, &kit->out);
    else if (what == 1)
        desk_shift_move(desk_of(kit), &kit->meta, MOVE_PAID_IN, 500, &kit->out);
    else
        desk_shift_open(desk_of(kit), &kit->meta, 10000, &kit->out);
}

static void act_wait(struct replica_kit *kit)
{
    const struct waiter waiter = {
        .name = "Joe", .email = "joe@example.org", .party = 1, .class_no = -1};
    if (replica_kit_below(kit, 2))
        desk_wait_serve(desk_of(kit), &kit->meta, "hamlet", &kit->out);
    else
        desk_wait_join(desk_of(kit), &kit->meta, "hamlet", &waiter, NULL, &kit->out);
}

static void act_people(struct replica_kit *kit)
{
    struct customer customer = {.email = "mia@example.org"};
    snprintf(customer.name, sizeof customer.name, "Mia %d", replica_kit_below(kit, 100));
    if (replica_kit_below(kit, 8)) /* a PIN takes its time */
        desk_customer_put(desk_of(kit), &kit->meta, &customer, &kit->out);
    else
        desk_staff_put(desk_of(kit), &kit->meta, "paul",
                       replica_kit_below(kit, 2) ? ROLE_CLERK : ROLE_SUPERVISOR,
                       replica_kit_below(kit, 2), "1234", &kit->out);
}

static void act_house(struct replica_kit *kit)
{
    static const struct price prices[] = {{0, {4000, 2000, 2000, 2000, 0}},
                                          {1, {3000, 2000, 2000, 2000, 0}}};
    const struct show late = {.id = "late",
                              .title = "Late",
                              .hall = "studio",
                              .currency = "EUR",
                              .starts_at = CONTRACT_NOW + 7200000,
                              .hold_ttl_ms = 900000,
                              .extend_ms = 300000,
                              .ceiling_ms = 7200000,
                              .prices = prices,
                              .price_count = 2};
    const struct voucher ten = {
        .code = "TEN", .kind = VOUCHER_PERCENT, .value = 1000, .max_uses = 50};
    struct ticket_key key = {.kind = KEY_HOUSE, .till = "till-1"};
    int what = replica_kit_below(kit, 5);
    key.public[0] = (uint8_t)replica_kit_below(kit, 200);
    if (what == 0) {
        desk_show_add(desk_of(kit), &kit->meta, &late, &kit->out);
        kit->late |= !kit->out.verdict;
    } else if (what == 1) {
        desk_voucher_put(desk_of(kit), &kit->meta, &ten, NULL, &kit->out);
        kit->ten |= !kit->out.verdict;
    } else if (what == 2)
        desk_key_add(desk_of(kit), &kit->meta, &key, &kit->out);
    else
        desk_show_status(desk_of(kit), &kit->meta, "late", SHOW_OPEN, &kit->out);
}

/* The hall with one seat less, or whole again. */
static void act_plan(struct replica_kit *kit)
{
    struct plan *plan = arena_alloc(kit->c->arena, sizeof *plan);
    const struct hall hall = {.id = "studio", .name = "The Studio"};
    *plan = *kit->c->plan;
    plan->seat_count -= replica_kit_below(kit, 2);
    plan->sections = arena_grow(kit->c->arena, plan->sections, (size_t)plan->section_count,
                                (size_t)plan->section_count, sizeof *plan->sections);
    plan->rows = arena_grow(kit->c->arena, plan->rows, (size_t)plan->row_count,
                            (size_t)plan->row_count, sizeof *plan->rows);
    plan->seats = arena_grow(kit->c->arena, plan->seats, (size_t)plan->seat_count,
                             (size_t)plan->seat_count, sizeof *plan->seats);
    plan->rows[2].count -= CONTRACT_SEATS - plan->seat_count;
    plan->sections[1].seat_count -= CONTRACT_SEATS - plan->seat_count;
    desk_plan_import(desk_of(kit), &kit->meta, &hall, plan, "a document", &kit->out);
}

static void act_time(struct replica_kit *kit)
{
    pass_time(kit->c, 1000 * (1 + replica_kit_below(kit, 60)));
    desk_expire(desk_of(kit), &kit->meta, NULL, &kit->out);
}

void replica_kit_act(struct replica_kit *kit)
{
    static const struct {
        void (*act)(struct replica_kit *);
        int often;
    } acts[] = {{act_hold, 12},  {act_sell, 8},    {act_refund, 2},  {act_exchange, 2},
                {act_pay, 1},    {act_collect, 1}, {act_reprint, 2}, {act_scan, 4},
                {act_let_go, 3}, {act_block, 2},   {act_shift, 2},   {act_wait, 3},
                {act_people, 2}, {act_house, 3},   {act_plan, 1},    {act_time, 2}};
    int which = 0, at = replica_kit_below(kit, 50);
    while ((at -= acts[which].often) >= 0)
        which = (which + 1) % COUNT_OF(acts);
    kit->out = (struct outcome){.verdict = VERDICT_NOT_FOUND};
    acts[which].act(kit);
    kit->c->ids = kit->desk.ids;
    if (kit->out.verdict == VERDICT_UNAVAILABLE)
        fail_msg("act %d: %s", which, kit->out.err.text);
    kit->acts += !kit->out.verdict;
}

/* ---- files ---------------------------------------------------------------------------------- */

void replica_file_open(struct replica_kit *kit, struct replica_file *file)
{
    struct err err;
    if (lite_till_open(file->path, sodium_crypt(), &kit->desk.clock, &file->till, &err))
        fail_msg("%s", err.text);
}

void replica_file_close(struct replica_file *file)
{
    lite_till_close(&file->till);
}

void replica_file_make(struct replica_kit *kit, struct replica_file *file, const char *name)
{
    static const struct house nothing = {.name = "?", .currency = "EUR"};
    struct store *store;
    struct err err;
    snprintf(file->path, sizeof file->path, "%s/%s", kit->c->dir, name);
    if (lite_store_create(file->path, &nothing, sodium_crypt(), &kit->desk.clock, &store, &err))
        fail_msg("%s", err.text);
    store_close(&store);
    replica_file_open(kit, file);
}

struct replica_rows *replica_file_ask(struct replica_kit *kit, struct replica_file *file)
{
    struct replica_ask ask;
    struct replica_rows *rows;
    struct err err;
    assert_int_equal(lite_till_ask(file->till, kit->c->arena, &ask, &err), RC_OK);
    ask.most = kit->most;
    if (pg_pull(pg_of(kit->login), kit->c->arena, &ask, &rows, &err))
        fail_msg("%s", err.text);
    return rows;
}

void replica_file_take(struct replica_file *file, const struct replica_rows *rows)
{
    struct err err;
    if (lite_till_take(file->till, rows, &err))
        fail_msg("%s", err.text);
}

int replica_file_pull(struct replica_kit *kit, struct replica_file *file)
{
    int pieces = 0;
    bool more = true;
    while (more) {
        const struct replica_rows *rows = replica_file_ask(kit, file);
        replica_file_take(file, rows);
        more = rows->more;
        pieces++;
    }
    return pieces;
}
