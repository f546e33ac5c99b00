/*
 * What tills show of a house while none, half or all of what Redis publishes is lost, and while
 * their lines to Redis are cut over and over: when it is quiet again every map is what PostgreSQL
 * knows within ten seconds. The control is the clock: as long as it stands still no till compares
 * anything, and what was lost is seen to be missing.
 *
 * ROUNDS: so many times, with other acts each time; `make torture` takes more.
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "tests/contract/contract.h"
#include "tests/lib/cutter.h"
#include "tests/lib/fast_house.h"

enum { TILLS = 3, HANDS = 4, ACTS = 30, CUT_EVERY = 3, LIMIT = 100 };
enum { STEP_MS = 100, AGREE_MS = 10000, PATIENCE = 3000, A_WHILE = 60 };

const struct store_factory the_store = {"house, followed", true, fast_house_make, fast_house_open};

/* ---- a till that shows a map ---------------------------------------------------------------- */

struct screen {
    struct store *store;
    struct arena *arena;
    struct snapshot map;
    int64_t last;
};

struct field {
    struct contract *c;
    struct cutter cutter;
    struct store *truth; /* PostgreSQL and nothing before it */
    struct screen screens[TILLS];
    struct uuid holds[HANDS]; /* zero: an empty hand */
};

static void draw_anew(const struct contract *c, struct screen *screen)
{
    struct err err;
    arena_reset(screen->arena);
    if (screen->store->ops->map_read(screen->store, c->show_no, screen->arena, &screen->map, &err))
        fail_msg("%s", err.text);
}

static void draw_one(struct screen *screen, const struct fresh_seat *news)
{
    for (int i = 0; i < screen->map.plan->seat_count; i++)
        if (screen->map.plan->seats[i].no == news->seat)
            screen->map.state[i] = news->state;
}

/* True: something was new. */
static bool look(const struct contract *c, struct screen *screen)
{
    struct arena *arena = arena_new();
    struct fresh_seat *news;
    struct err err;
    int count = 0;
    if (screen->store->ops->seats_since(screen->store, c->show_no, screen->last, LIMIT, arena,
                                        &news, &count, &screen->last, &err))
        fail_msg("%s", err.text);
    for (int i = 0; i < count; i++)
        draw_one(screen, &news[i]);
    if (count < 0)
        draw_anew(c, screen);
    arena_free(&arena);
    return count != 0;
}

static bool all_look(struct field *field)
{
    bool news = false;
    poll(NULL, 0, 1);
    for (int i = 0; i < TILLS; i++)
        news = look(field->c, &field->screens[i]) || news;
    return news;
}

static bool all_alive(const struct field *field)
{
    bool alive = true;
    for (int i = 0; i < TILLS; i++)
        alive = alive && house_store_speed(field->screens[i].store).feed_alive;
    return alive;
}

static void open_screen(struct field *field, struct screen *screen)
{
    struct contract *c = field->c;
    char address[32];
    snprintf(address, sizeof address, "127.0.0.1:%d", field->cutter.port);
    const struct redis_config config = {
        .house = "main", .address = address, .connect_ms = 5000, .command_ms = 5000};
    struct store *inner;
    *screen = (struct screen){.arena = arena_new()};
    if (pg_house_open(fast_house_database, &c->clock, &inner, &c->err) ||
        house_store_open(inner, &config, &c->clock, true, &screen->store, &c->err))
        fail_msg("%s", c->err.text);
    draw_anew(c, screen);
    screen->last = screen->map.last_event;
}

static void open_field(struct field *field, struct contract *c)
{
    *field = (struct field){.c = c};
    cutter_start(&field->cutter, fast_house_redis.address);
    if (pg_house_open(fast_house_database, &c->clock, &field->truth, &c->err))
        fail_msg("%s", c->err.text);
    for (int i = 0; i < TILLS; i++)
        open_screen(field, &field->screens[i]);
    for (int i = 0; i < PATIENCE && !all_alive(field); i++)
        all_look(field);
    assert_true(all_alive(field));
}

static void close_field(struct field *field)
{
    for (int i = 0; i < TILLS; i++) {
        store_close(&field->screens[i].store);
        arena_free(&field->screens[i].arena);
    }
    store_close(&field->truth);
    cutter_stop(&field->cutter);
}

/* ---- what is done, and what is seen of it ---------------------------------------------------- */

static void hold_or_let_go(struct contract *c, struct uuid *hold)
{
    struct desk desk = {
        .store = c->store, .crypt = sodium_crypt(), .clock = c->clock, .ids = {.rng = c->ids.rng}};
    const struct act_meta meta = {.arena = c->arena,
                                  .actor = {.name = "anna", .till = "till-1", .role = ROLE_CLERK}};
    const struct best_request wish = {
        .count = 1, .class_no = -1, .section = -1, .channel = CHANNEL_COUNTER};
    struct outcome out;
    if (uuid_is_zero(hold))
        desk_hold_best(&desk, &meta, "hamlet", &wish, NULL, &out);
    else
        desk_hold_release(&desk, &meta, hold, NULL, 0, END_USER_CANCELLED, &out);
    if (out.verdict)
        fail_msg("%s", out.message);
    *hold = uuid_is_zero(hold) ? out.hold->id : (struct uuid){{0}};
}

/* Seats come into some hands and leave them; in the end each has one. */
static void sell_on(struct field *field, bool storms)
{
    for (int i = 0; i < ACTS + HANDS; i++) {
        struct uuid *hold = &field->holds[i % HANDS];
        if (i < ACTS || uuid_is_zero(hold))
            hold_or_let_go(field->c, hold);
        if (storms && i % CUT_EVERY == 0) {
            cutter_order(&field->cutter, CUT_LINES, 0);
            field->c->time.mono += STEP_MS;
        }
        all_look(field);
    }
}

static int differences(struct field *field)
{
    struct arena *arena = arena_new();
    struct snapshot truth;
    int found = 0;
    struct contract *c = field->c;
    if (field->truth->ops->map_read(field->truth, c->show_no, arena, &truth, &c->err))
        fail_msg("%s", c->err.text);
    for (int t = 0; t < TILLS; t++)
        for (int i = 0; i < truth.plan->seat_count; i++)
            found += field->screens[t].map.state[i].version != truth.state[i].version ||
                     field->screens[t].map.state[i].status != truth.state[i].status;
    arena_free(&arena);
    return found;
}

/* By what is heard alone, the clock standing still. */
static int left_when_all_is_heard(struct field *field, int looks)
{
    int left = differences(field);
    for (int i = 0; i < looks && left; i++) {
        all_look(field);
        left = differences(field);
    }
    return left;
}

/* How long it takes on the tills' clock; more than AGREE_MS: they do not. */
static int64_t until_they_agree(struct field *field)
{
    int64_t began = field->c->time.mono;
    while (differences(field) && field->c->time.mono - began <= AGREE_MS) {
        field->c->time.mono += STEP_MS;
        all_look(field);
    }
    return field->c->time.mono - began;
}

static int rounds(void)
{
    const char *text = getenv("ROUNDS");
    return text && atoi(text) > 0 ? atoi(text) : 1;
}

/* How many seats were shown wrongly before anything was compared. */
static int follow_with(struct contract *c, const char *what, int deaf, bool storms)
{
    struct field field;
    int wrong = 0;
    int64_t longest = 0;
    open_field(&field, c);
    atomic_store(&field.cutter.orders->deaf, deaf);
    for (int round = 0; round < rounds(); round++) {
        sell_on(&field, storms);
        wrong += left_when_all_is_heard(&field, deaf ? A_WHILE : PATIENCE);
        int64_t took = until_they_agree(&field);
        longest = took > longest ? took : longest;
    }
    printf("# maps, %s: %d messages lost, %d seats wrong, right after %.1f s\n", what,
           atomic_load(&field.cutter.orders->lost), wrong, (double)longest / 1000);
    assert_in_range(longest, 0, AGREE_MS);
    assert_true((deaf > 0) == (atomic_load(&field.cutter.orders->lost) > 0));
    close_field(&field);
    assert_sound(c);
    return wrong;
}

static void with_all_messages_a_map_is_right_at_once(void **state)
{
    assert_int_equal(follow_with(*state, "nothing lost", 0, false), 0);
}

static void half_of_the_messages_is_enough(void **state)
{
    assert_true(follow_with(*state, "half lost", 50, false) > 0);
}

static void none_is_enough(void **state)
{
    assert_true(follow_with(*state, "all lost", 100, false) > 0);
}

/* What was published meanwhile stands in the log, and that is read before anything is compared. */
static void lines_that_are_cut_over_and_over_leave_no_gap(void **state)
{
    assert_int_equal(follow_with(*state, "lines cut", 0, true), 0);
}

static void nor_do_they_when_half_is_lost_as_well(void **state)
{
    follow_with(*state, "half lost and lines cut", 50, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TEST(with_all_messages_a_map_is_right_at_once),
        CONTRACT_TEST(half_of_the_messages_is_enough),
        CONTRACT_TEST(none_is_enough),
        CONTRACT_TEST(lines_that_are_cut_over_and_over_leave_no_gap),
        CONTRACT_TEST(nor_do_they_when_half_is_lost_as_well),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    redis_server_start(&fast_house_redis);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    redis_server_stop(&fast_house_redis);
    return failed;
}
