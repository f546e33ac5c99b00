#include "config.h"

#include "tests/lib/redis_till.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdlib.h>

struct redis_server till_server;

int till_start_server(void **state)
{
    redis_server_start(&till_server);
    return 0;
}

int till_stop_server(void **state)
{
    redis_server_stop(&till_server);
    return 0;
}

void till_open(struct till *till, const char *address)
{
    const struct redis_config config = {
        .house = "main", .address = address, .connect_ms = 5000, .command_ms = 5000};
    struct err err;
    *till = (struct till){.arena = arena_new(), .clock = clock_system()};
    if (redis_link_new(&config, &till->clock, &till->link, &err) ||
        redis_feed_new(till->link, &till->clock, &till->feed, &err))
        fail_msg("%s", err.text);
    till->lock = redis_lock_new(till->link);
    till->registry = redis_registry_new(till->link);
}

void till_close(struct till *till)
{
    lock_close(&till->lock);
    registry_close(&till->registry);
    feed_close(&till->feed);
    redis_link_free(&till->link);
    arena_free(&till->arena);
}

int till_setup(void **state)
{
    struct till *till = malloc(sizeof *till);
    free(redis_server_say(&till_server, "FLUSHALL", NULL));
    till_open(till, till_server.address);
    *state = till;
    return 0;
}

int till_teardown(void **state)
{
    till_close(*state);
    free(*state);
    return 0;
}

struct uuid id(uint8_t number)
{
    return (struct uuid){{[15] = number}};
}

static struct lock_wish wish_of(const struct lock_seat *seats, int count, uint8_t owner)
{
    return (struct lock_wish){
        .show = SHOW, .owner = id(owner), .seats = seats, .count = count, .now = NOW};
}

enum lock_answer take(struct till *till, int32_t a, int32_t b, uint8_t owner)
{
    const struct lock_seat seats[] = {{.seat = a, .seen = 5}, {.seat = b, .seen = 5}};
    const struct lock_wish wish = wish_of(seats, a == b ? 1 : 2, owner);
    struct lock_refusal refusal;
    return till->lock->ops->take(till->lock, &wish, &refusal);
}

struct registry_seat held(int32_t seat, uint32_t version, uint8_t hold)
{
    return (struct registry_seat){.seat = seat,
                                  .state = {.status = SEAT_HELD,
                                            .version = version,
                                            .holder = id(hold),
                                            .held_until = NOW + 900000},
                                  .holder = "anna",
                                  .held_at = NOW,
                                  .source = "counter",
                                  .status = "active"};
}

struct registry_seat freed(int32_t seat, uint32_t version)
{
    return (struct registry_seat){.seat = seat,
                                  .state = {.status = SEAT_AVAILABLE, .version = version}};
}

void record(struct till *till, struct registry_seat seat, uint8_t token)
{
    const struct registry_record record = {
        .show = SHOW, .seats = &seat, .count = 1, .token = id(token), .now = NOW};
    till->registry->ops->record(till->registry, &record);
}

struct registry_count count_of(struct till *till)
{
    struct registry_count count = {-1, -1};
    till->registry->ops->count(till->registry, SHOW, NOW, &count);
    return count;
}

void assert_reads(const char *expected, char *answer)
{
    assert_string_equal(answer, expected);
    free(answer);
}

void wait_until_alive(struct till *till)
{
    struct feed_notes notes;
    struct pollfd reader = {.fd = till->feed->ops->fd(till->feed), .events = POLLIN};
    for (int i = 0; i < 1000; i++) {
        bool alive = till->feed->ops->take(till->feed, till->arena, &notes);
        if (alive)
            return;
        poll(&reader, 1, 20);
    }
    fail_msg("the feed did not come alive");
}

struct feed_notes next_notes(struct till *till)
{
    struct feed_notes notes = {0};
    struct pollfd reader = {.fd = till->feed->ops->fd(till->feed), .events = POLLIN};
    assert_int_equal(poll(&reader, 1, 10000), 1);
    assert_true(till->feed->ops->take(till->feed, till->arena, &notes));
    return notes;
}
