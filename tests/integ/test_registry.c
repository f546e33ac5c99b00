/* The registry and the feed on a real Redis: what they keep, what they judge, what they skip. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdlib.h>

#include "tests/lib/redis_till.h"

/* ---- registry ------------------------------------------------------------------------------- */

static void a_hold_is_known_by_seat_by_hold_and_by_end(void **state)
{
    struct till *till = *state;
    record(till, held(1, 6, 40), 3);
    assert_int_equal(count_of(till).holds, 1);
    assert_reads("{\"holder\":\"anna\",\"token\":\"00000000-0000-0000-0000-000000000003\","
                 "\"expires_at\":1790000900000,\"held_at\":1790000000000,"
                 "\"hold\":\"00000000-0000-0000-0000-000000000028\",\"version\":6}",
                 redis_server_say(&till_server, "GET", "{main:7}:seat:1", NULL));
    const char *hold = "00000000-0000-0000-0000-000000000028";
    assert_reads("1790000900000",
                 redis_server_say(&till_server, "ZSCORE", "{main:7}:holds", hold, NULL));
    assert_reads("6", redis_server_say(&till_server, "HGET",
                                       "{main:7}:hold:00000000-0000-0000-0000-000000000028",
                                       "seat:1", NULL));
    const char *const fields[] = {"source", "counter", "status", "active", "show", "7"};
    for (int i = 0; i < COUNT_OF(fields); i += 2)
        assert_reads(fields[i + 1],
                     redis_server_say(&till_server, "HGET",
                                      "{main:7}:hold:00000000-0000-0000-0000-000000000028",
                                      fields[i], NULL));
    char *left = redis_server_say(&till_server, "PTTL", "{main:7}:seat:1", NULL);
    assert_in_range(atoi(left), 950000, 960000);
    free(left);
}

static void what_is_recorded_lets_go_of_the_acts_locks(void **state)
{
    struct till *till = *state;
    take(till, 1, 1, 1);
    record(till, freed(1, 6), 1);
    assert_int_equal(take(till, 1, 1, 2), LOCK_TAKEN);
    record(till, freed(1, 7), 1);
    assert_int_equal(take(till, 1, 1, 3), LOCK_BUSY); /* somebody else's by now */
}

static void a_hold_ends_with_its_last_seat(void **state)
{
    struct till *till = *state;
    record(till, held(1, 6, 40), 0);
    record(till, held(2, 6, 40), 0);
    record(till, freed(1, 7), 0);
    assert_int_equal(count_of(till).holds, 1);
    assert_int_equal(count_of(till).seats, 1);
    record(till, freed(2, 7), 0);
    assert_int_equal(count_of(till).holds, 0);
    assert_reads("0", redis_server_say(&till_server, "EXISTS",
                                       "{main:7}:hold:00000000-0000-0000-0000-000000000028", NULL));
}

static void old_news_does_not_come_back(void **state)
{
    struct till *till = *state;
    record(till, held(1, 6, 40), 0);
    record(till, freed(1, 7), 0);
    record(till, held(1, 6, 40), 0);
    assert_int_equal(count_of(till).seats, 0);
    assert_int_equal(take(till, 1, 1, 2), LOCK_TAKEN);
}

static void what_was_found_wrong_is_put_right_whatever_its_version(void **state)
{
    struct till *till = *state;
    struct registry_seat right = freed(1, 4);
    record(till, held(1, 99, 40), 0);
    right.instead_of = 98;
    record(till, right, 0);
    assert_int_equal(count_of(till).seats, 1);
    right.instead_of = 99;
    record(till, right, 0);
    assert_int_equal(count_of(till).seats, 0);
}

static void a_list_tells_every_seat_that_is_held_and_not_over(void **state)
{
    struct till *till = *state;
    struct registry_entry *entries;
    int count;
    record(till, held(1, 6, 40), 0);
    record(till, held(2, 8, 41), 0);
    assert_true(
        till->registry->ops->list(till->registry, SHOW, NOW, till->arena, &entries, &count));
    assert_int_equal(count, 2);
    assert_int_equal(entries[0].seat + entries[1].seat, 3);
    assert_int_equal(entries[0].version + entries[1].version, 14);
    assert_true(till->registry->ops->list(till->registry, SHOW, NOW + 900000, till->arena, &entries,
                                          &count));
    assert_int_equal(count, 0);
    till->registry->ops->forget(till->registry, SHOW, 10);
    assert_reads("0", redis_server_say(&till_server, "DBSIZE", NULL));
}

#define HOLD_40 "{main:7}:hold:00000000-0000-0000-0000-000000000028"

static int listed(struct till *till)
{
    struct registry_entry *entries;
    int count;
    assert_true(
        till->registry->ops->list(till->registry, SHOW, NOW, till->arena, &entries, &count));
    return count;
}

static void what_nobody_wrote_into_a_hold_is_not_counted(void **state)
{
    struct till *till = *state;
    record(till, held(1, 6, 40), 0);
    free(redis_server_say(&till_server, "HSET", HOLD_40, "garbage", "1", NULL));
    assert_int_equal(count_of(till).seats, 1);
    free(redis_server_say(&till_server, "HSET", HOLD_40, "seat:9", "5", NULL));
    assert_int_equal(listed(till), 1);
    assert_int_equal(count_of(till).seats, 1); /* and gone, once it was looked for */
}

/* What takes a seat from Redis' locks is its own entry: it has to be missed. */
static void a_seat_whose_entry_is_gone_is_not_listed(void **state)
{
    struct till *till = *state;
    record(till, held(1, 6, 40), 0);
    record(till, held(2, 6, 40), 0);
    free(redis_server_say(&till_server, "DEL", "{main:7}:seat:2", NULL));
    assert_int_equal(listed(till), 1);
    record(till, held(2, 6, 40), 0);
    assert_int_equal(listed(till), 2);
}

static void a_hold_begins_anew_when_its_end_was_lost(void **state)
{
    struct till *till = *state;
    record(till, held(1, 6, 40), 0);
    record(till, held(2, 6, 40), 0);
    free(redis_server_say(&till_server, "DEL", "{main:7}:holds", NULL));
    free(redis_server_say(&till_server, "DEL", "{main:7}:seat:1", NULL));
    record(till, held(1, 6, 40), 0);
    assert_int_equal(count_of(till).seats, 1);
}

static struct registry_map a_map(struct till *till, int64_t last_event, uint32_t version)
{
    struct registry_map map = {
        .show_version = 2, .plan_version = 1, .last_event = last_event, .count = 3};
    map.state = arena_array(till->arena, 3, sizeof *map.state);
    for (int i = 0; i < 3; i++)
        map.state[i] = (struct seat_state){.version = version, .held_until = NOW, .open_to = 2};
    return map;
}

static void a_map_is_kept_whole_and_follows_what_is_recorded(void **state)
{
    struct till *till = *state;
    struct registry_map map = a_map(till, 100, 5), back;
    till->registry->ops->map_put(till->registry, SHOW, &map);
    record(till, held(1, 6, 40), 0);
    record(till, held(2, 4, 40), 0); /* older than the map */
    assert_true(till->registry->ops->map_get(till->registry, SHOW, till->arena, &back));
    assert_int_equal(back.count, 3);
    assert_int_equal(back.last_event, 100);
    assert_int_equal(back.show_version, 2);
    assert_int_equal(back.state[0].open_to, 2);
    assert_int_equal(back.state[0].held_until, NOW);
    assert_int_equal(back.state[1].status, SEAT_HELD);
    assert_int_equal(back.state[1].version, 6);
    assert_int_equal(back.state[1].holder.b[15], 40);
    assert_int_equal(back.state[2].version, 5);
    char *left = redis_server_say(&till_server, "PTTL", "{main:7}:map", NULL);
    assert_in_range(atoi(left), 1, REGISTRY_MAP_MS);
    free(left);
}

static void an_older_map_does_not_replace_a_newer_one(void **state)
{
    struct till *till = *state;
    struct registry_map newer = a_map(till, 300, 9), older = a_map(till, 299, 5), back;
    till->registry->ops->map_put(till->registry, SHOW, &newer);
    till->registry->ops->map_put(till->registry, SHOW, &older);
    assert_true(till->registry->ops->map_get(till->registry, SHOW, till->arena, &back));
    assert_int_equal(back.last_event, 300);
}

static int64_t publish(struct till *till, int64_t since, int64_t last)
{
    const struct registry_message message = {
        .show = "play", .since = since, .last = last, .bytes = "{}", .size = 2};
    int64_t told;
    assert_true(till->registry->ops->publish(till->registry, &message, &told));
    return told;
}

static void a_message_goes_on_where_the_last_one_ended(void **state)
{
    struct till *till = *state;
    assert_int_equal(publish(till, -1, 10), 10);
    assert_int_equal(publish(till, -1, 12), 10); /* another service took it for the first */
    assert_int_equal(publish(till, 10, 12), 12);
    assert_int_equal(publish(till, 10, 13), 12); /* or has not heard that it was sent */
    free(redis_server_say(&till_server, "DEL", "{main:0}:told:play", NULL));
    assert_int_equal(publish(till, 12, 14), -1);
}

static void nobody_publishes_what_nobody_reads(void **state)
{
    struct till *till = *state;
    const struct uuid service = {{1}};
    struct registry_reader *readers;
    int count;
    assert_true(
        till->registry->ops->readers(till->registry, &service, till->arena, &readers, &count));
    assert_int_equal(count, 0);
    assert_reads("0", redis_server_say(&till_server, "EXISTS", "{main:0}:publisher", NULL));
}

#define PAGE "{main:0}:page:play"

static bool page_of(struct till *till, struct registry_page *page)
{
    return till->registry->ops->page_get(till->registry, "play", till->arena, page);
}

static void put_page(struct till *till, const char *text, int64_t age_ms)
{
    const struct registry_page page = {text, strlen(text), age_ms};
    till->registry->ops->page_put(till->registry, "play", &page);
}

/* Moves the moment at which the page was taken, by the server's own clock. */
static void move_page(struct till *till, int64_t by_ms)
{
    char text[24];
    char *taken = redis_server_say(&till_server, "HGET", PAGE, "taken", NULL);
    snprintf(text, sizeof text, "%lld", atoll(taken) + (long long)by_ms);
    free(redis_server_say(&till_server, "HSET", PAGE, "taken", text, NULL));
    free(taken);
}

static void a_page_comes_back_with_its_age_and_not_after_a_minute(void **state)
{
    struct till *till = *state;
    struct registry_page page;
    assert_false(page_of(till, &page));
    put_page(till, "seats", 7000);
    assert_true(page_of(till, &page));
    assert_int_equal(page.size, 5);
    assert_memory_equal(page.bytes, "seats", 5);
    assert_in_range(page.age_ms, 7000, REGISTRY_MAP_MS);
    move_page(till, -REGISTRY_MAP_MS);
    assert_false(page_of(till, &page));
    move_page(till, (int64_t)2 * REGISTRY_MAP_MS * 10); /* a clock that was put back */
    assert_false(page_of(till, &page));
    put_page(till, "anew", 0);
    assert_true(page_of(till, &page));
    assert_memory_equal(page.bytes, "anew", 4);
}

static void an_older_page_does_not_replace_a_newer_one(void **state)
{
    struct till *till = *state;
    struct registry_page page;
    put_page(till, "newer", 0);
    put_page(till, "older", 50000);
    assert_true(page_of(till, &page));
    assert_memory_equal(page.bytes, "newer", 5);
}

static void what_is_no_page_is_not_read(void **state)
{
    static const char *const taken[] = {"", "yesterday", "nan", "-inf", "1e999"};
    struct till *till = *state;
    struct registry_page page;
    free(redis_server_say(&till_server, "SET", PAGE, "x", NULL));
    assert_false(page_of(till, &page));
    put_page(till, "seats", 0);
    assert_true(page_of(till, &page));
    for (int i = 0; i < COUNT_OF(taken); i++) {
        free(redis_server_say(&till_server, "HSET", PAGE, "taken", taken[i], NULL));
        assert_false(page_of(till, &page));
    }
    put_page(till, "seats", 0);
    assert_true(page_of(till, &page));
    free(redis_server_say(&till_server, "HDEL", PAGE, "page", NULL));
    assert_false(page_of(till, &page));
}

static void counts_follow_while_they_are_kept(void **state)
{
    struct till *till = *state;
    int32_t seats[SEAT_STATUS_COUNT] = {10, 1, 2, 3};
    assert_false(till->registry->ops->occupancy_get(till->registry, SHOW, seats));
    till->registry->ops->occupancy_put(till->registry, SHOW, seats);
    struct registry_seat seat = held(1, 6, 40);
    const struct registry_record record = {
        .show = SHOW, .seats = &seat, .count = 1, .now = NOW, .moved = {-1, 1}};
    till->registry->ops->record(till->registry, &record);
    till->registry->ops->record(till->registry, &record); /* no news: counted once */
    assert_true(till->registry->ops->occupancy_get(till->registry, SHOW, seats));
    assert_int_equal(seats[SEAT_AVAILABLE], 9);
    assert_int_equal(seats[SEAT_HELD], 2);
    assert_int_equal(seats[SEAT_BLOCKED], 3);
}

/* ---- feed ----------------------------------------------------------------------------------- */

static void assert_same_note(const struct feed_note *a, const struct feed_note *b)
{
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->state.status, b->state.status);
    assert_int_equal(a->state.version, b->state.version);
    assert_int_equal(a->state.held_until, b->state.held_until);
    assert_int_equal(a->state.open_to, b->state.open_to);
    assert_int_equal(a->state.allotment, b->state.allotment);
    assert_true(uuid_equal(&a->state.holder, &b->state.holder));
}

static void who_follows_a_show_hears_of_its_seats(void **state)
{
    struct till *till = *state;
    const struct feed_note told[] = {
        {12, {.version = 6, .status = SEAT_HELD, .holder = id(40), .held_until = NOW}},
        {13, {.version = 7, .status = SEAT_BLOCKED, .open_to = 2, .allotment = 9}}};
    till->feed->ops->subscribe(till->feed, SHOW);
    wait_until_alive(till);
    static const int32_t moved[SEAT_STATUS_COUNT] = {-2, 1, 0, 1};
    till->feed->ops->publish(till->feed, SHOW + 1, told, 2, moved);
    till->feed->ops->publish(till->feed, SHOW, told, 2, moved);
    struct feed_notes notes = next_notes(till);
    assert_int_equal(notes.list.count, 2);
    assert_same_note(&notes.list.at[0], &told[0]);
    assert_same_note(&notes.list.at[1], &told[1]);
    for (int i = 0; i < SEAT_STATUS_COUNT; i++)
        assert_int_equal(notes.moved[i], moved[i]);
}

static void a_feed_that_was_away_says_so(void **state)
{
    struct till *till = *state;
    struct feed_notes notes;
    till->feed->ops->subscribe(till->feed, SHOW);
    wait_until_alive(till);
    free(redis_server_say(&till_server, "CLIENT", "KILL", "TYPE", "pubsub", NULL));
    struct pollfd reader = {.fd = till->feed->ops->fd(till->feed), .events = POLLIN};
    poll(&reader, 1, 10000);
    assert_false(till->feed->ops->take(till->feed, till->arena, &notes));
    wait_until_alive(till);
}

static void lines_that_make_no_sense_are_skipped(void **state)
{
    struct till *till = *state;
    till->feed->ops->subscribe(till->feed, SHOW);
    wait_until_alive(till);
    free(redis_server_say(&till_server, "PUBLISH", "{main:7}:feed",
                          "x\n\n12 6 eaten - 0 0 0\n12 6 held - 0 0\n-1 6 held - 0 0 0\n"
                          "12 6 held - 0 0 0 0\n12 99999999999 held - 0 0 0\n14 3 sold - 0 0 0",
                          NULL));
    struct feed_notes notes = next_notes(till);
    assert_int_equal(notes.list.count, 1);
    assert_int_equal(notes.list.at[0].seat, 14);
}

int main(void)
{
#define ON_REDIS(name) cmocka_unit_test_setup_teardown(name, till_setup, till_teardown)
    const struct CMUnitTest tests[] = {
        ON_REDIS(a_hold_is_known_by_seat_by_hold_and_by_end),
        ON_REDIS(what_is_recorded_lets_go_of_the_acts_locks),
        ON_REDIS(a_hold_ends_with_its_last_seat),
        ON_REDIS(old_news_does_not_come_back),
        ON_REDIS(what_was_found_wrong_is_put_right_whatever_its_version),
        ON_REDIS(a_list_tells_every_seat_that_is_held_and_not_over),
        ON_REDIS(what_nobody_wrote_into_a_hold_is_not_counted),
        ON_REDIS(a_seat_whose_entry_is_gone_is_not_listed),
        ON_REDIS(a_hold_begins_anew_when_its_end_was_lost),
        ON_REDIS(a_map_is_kept_whole_and_follows_what_is_recorded),
        ON_REDIS(a_message_goes_on_where_the_last_one_ended),
        ON_REDIS(nobody_publishes_what_nobody_reads),
        ON_REDIS(an_older_map_does_not_replace_a_newer_one),
        ON_REDIS(a_page_comes_back_with_its_age_and_not_after_a_minute),
        ON_REDIS(an_older_page_does_not_replace_a_newer_one),
        ON_REDIS(what_is_no_page_is_not_read),
        ON_REDIS(counts_follow_while_they_are_kept),
        ON_REDIS(who_follows_a_show_hears_of_its_seats),
        ON_REDIS(a_feed_that_was_away_says_so),
        ON_REDIS(lines_that_make_no_sense_are_skipped),
    };
    if (!redis_server_here())
        return 0;
    return cmocka_run_group_tests(tests, till_start_server, till_stop_server);
}
