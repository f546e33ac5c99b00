/*
 * Holding two seats as a till does it, 16 tills at once, half a millisecond from the server: a desk
 * decides on its own live map, Redis keeps the rush off, PostgreSQL is asked once, others are told.
 *
 *   house.act_far    against the same act as one statement a round trip, over the same line
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "tests/bench/big_hall.h"
#include "tests/bench/pg_steps.h"
#include "tests/bench/servers.h"
#include "tests/lib/cutter.h"
#include "tests/lib/pg_till.h"

enum { ACTS = 30, WARM_UP = 10, ROUNDS = 5, FAR_US = 500, EACH = 600, ARENA_SEATS = TILLS * EACH };

#define ARENA_SHOW "tattoo"

struct act_till {
    struct desk desk;
    struct clock clock;
    int64_t last_event;
    int next; /* of its own seats */
};

static struct act_till desks[TILLS];
static const char *labels[ARENA_SEATS];
static int32_t show_no;

/* ---- a show with a drawing ------------------------------------------------------------------ */

static void expect(const struct outcome *out, const char *what)
{
    if (out->verdict)
        bench_fail("%s: %s %s", what, out->message, out->err.text);
}

static struct desk desk_on(struct store *store, const struct clock *clock)
{
    return (struct desk){
        .store = store, .crypt = sodium_crypt(), .clock = *clock, .ids = {.rng = rng_system()}};
}

static void add_show(struct desk *desk, struct arena *arena)
{
    const struct act_meta meta = {
        .arena = arena, .actor = {.name = "ruth", .till = "office", .role = ROLE_MANAGER}};
    const struct hall hall = {.id = "arena", .name = "The Arena"};
    const struct price prices[] = {{0, {4200, 2100, 3360, 3360, 0}}};
    const struct show show = {.id = ARENA_SHOW,
                              .title = "Tattoo",
                              .hall = "arena",
                              .currency = "EUR",
                              .status = SHOW_OPEN,
                              .starts_at = clock_wall(&desk->clock) + 86400000,
                              .hold_ttl_ms = 900000,
                              .ceiling_ms = 7200000,
                              .prices = prices,
                              .price_count = 1};
    struct outcome out = {0};
    desk_plan_import(desk, &meta, &hall, big_hall(arena, ARENA_SEATS), "", &out);
    expect(&out, "plan import");
    out = (struct outcome){0};
    desk_show_add(desk, &meta, &show, &out);
    expect(&out, "show add");
    struct snapshot map;
    out = (struct outcome){0};
    desk_map(desk, arena, ARENA_SHOW, &map, &out);
    expect(&out, "map");
    show_no = map.show.no;
    for (int i = 0; i < ARENA_SEATS; i++)
        labels[i] = plan_seat_label(map.plan, i, arena_alloc(arena, SEAT_TEXT));
}

static void furnish(struct field *field, struct arena *arena)
{
    const struct pg_person ruth = {"ruth", ROLE_MANAGER, PG_PASSWORD, false};
    struct clock clock = clock_system();
    char root[PG_URL], url[PG_URL], login[PG_LOGIN_TEXT];
    struct store *store;
    struct err err;
    pg_server_url(field->database, NULL, NULL, root);
    if (pg_staff_put(root, "The House", &ruth, login, &err) ||
        pg_store_open(pg_server_url(field->database, login, PG_PASSWORD, url), sodium_crypt(),
                      &clock, &store, &err))
        bench_fail("%s", err.text);
    pg_till_prove(store, "till-1");
    struct desk desk = desk_on(store, &clock);
    add_show(&desk, arena);
    store_close(&store);
}

/* ---- tills that follow the show ------------------------------------------------------------- */

static void look(struct act_till *till, struct arena *arena)
{
    struct store *store = till->desk.store;
    struct fresh_seat *seats;
    struct err err;
    int count;
    if (store->ops->seats_since(store, show_no, till->last_event, ARENA_SEATS, arena, &seats,
                                &count, &till->last_event, &err))
        bench_fail("%s", err.text);
}

static void open_desk(struct field_till *till, const char *url, const char *redis)
{
    struct act_till *act = &desks[till->number];
    struct redis_config config = {
        .house = "bench", .address = redis, .connect_ms = 2000, .command_ms = 500};
    struct store *inner;
    struct err err;
    act->clock = clock_system();
    if (pg_store_open(url, sodium_crypt(), &act->clock, &inner, &err))
        bench_fail("%s", err.text);
    pg_till_prove(inner, "till-1");
    if (house_store_open(inner, &config, &act->clock, true, &till->store, &err))
        bench_fail("%s", err.text);
    act->desk = desk_on(till->store, &act->clock);
    struct pollfd reader = {.fd = till->store->ops->watch_fd(till->store), .events = POLLIN};
    look(act, till->arena);
    while (!house_store_speed(till->store).feed_alive) {
        poll(&reader, 1, 20);
        look(act, till->arena);
    }
}

static void hold_two(struct field_till *till)
{
    struct act_till *act = &desks[till->number];
    const char *const wanted[] = {labels[EACH * till->number + act->next],
                                  labels[EACH * till->number + act->next + 1]};
    const struct desk_hold wish = {
        .show = ARENA_SHOW, .labels = wanted, .count = 2, .channel = CHANNEL_COUNTER};
    struct act_meta meta = {.arena = till->arena,
                            .actor = {.name = "anna", .till = "till-1", .role = ROLE_CLERK}};
    struct outcome out;
    arena_reset(till->arena);
    act->next += 2;
    meta.key = uuid_make(&till->ids, clock_wall(&act->clock));
    meta.first_sent = true;
    desk_hold_new(&act->desk, &meta, &wish, &out);
    expect(&out, "hold");
}

/* ---- the figure ----------------------------------------------------------------------------- */

/* A console looks whenever there are news; here before the clock runs. */
static int64_t ours(void *ctx)
{
    struct field *field = ctx;
    for (int i = 0; i < TILLS; i++)
        look(&desks[i], field->tills[i].arena);
    return field_run(field, hold_two, ACTS);
}

static int64_t by_steps(void *ctx)
{
    return field_run(ctx, pg_steps_read_and_hold, ACTS);
}

static void measure(struct field *field, const struct bench_figure *figure, const char *redis)
{
    struct cutter line;
    char target[32], url[PG_URL];
    snprintf(target, sizeof target, "127.0.0.1:%d", pg_server_port());
    cutter_start(&line, target);
    field_url(field, false, line.port, url);
    for (int i = 0; i < TILLS; i++)
        open_desk(&field->tills[i], url, redis);
    pg_steps_open(field, line.port);
    field_run(field, pg_steps_read_and_hold, WARM_UP);
    field_run(field, hold_two, WARM_UP);
    atomic_store(&line.orders->delay_us, FAR_US);
    int before = atomic_load(&line.orders->trips);
    (void)ours(field);
    printf("  %.2f trips to the server an act\n",
           (double)(atomic_load(&line.orders->trips) - before) / (TILLS * ACTS));
    bench_run(figure, field);
    field_close_stores(field);
    cutter_stop(&line);
}

int main(void)
{
    static struct field field;
    static struct redis_server redis;
    const struct bench_figure figure = {.name = "house.act_far",
                                        .goal = ">=3",
                                        .what =
                                            "a desk's hold of 2, 0.5 ms each way; by statements",
                                        .ratio = BENCH_RATE,
                                        .units = TILLS * ACTS,
                                        .rounds = ROUNDS,
                                        .ours = ours,
                                        .bare = by_steps};
    if (!bench_servers(&figure, 1))
        return bench_end();
    struct arena *arena = arena_new();
    redis_server_start(&redis);
    field_open(&field);
    furnish(&field, arena);
    measure(&field, &figure, redis.address);
    redis_server_stop(&redis);
    field_close(&field);
    arena_free(&arena);
    return bench_end();
}
