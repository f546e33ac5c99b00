/* Following a show: what another till does is seen at once, and what gets lost is found. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/redis_feed.h"
#include "tests/lib/tills.h"

/* ---- a follower ----------------------------------------------------------------------------- */

struct follower {
    struct tills *tills;
    struct house_fixture *till;
    int64_t last;
};

static int look(struct follower *f, struct fresh_seat **seats)
{
    struct store *store = f->till->desk.store;
    struct err err;
    int count = 0;
    if (store->ops->seats_since(store, f->tills->show, f->last, 100, f->till->arena, seats, &count,
                                &f->last, &err))
        fail_msg("%s", err.text);
    return count;
}

/* Opens the show as a console would, and waits until the feed lives. */
static struct follower follow(struct tills *tills, struct house_fixture *till)
{
    struct follower f = {tills, till, 0};
    struct store *store = till->desk.store;
    struct snapshot map;
    struct fresh_seat *seats;
    assert_int_equal(store->ops->map_read(store, tills->show, till->arena, &map, NULL), RC_OK);
    f.last = map.last_event;
    struct pollfd reader = {.fd = store->ops->watch_fd(store), .events = POLLIN};
    for (int i = 0; i < 1000 && !speed_of(till).feed_alive; i++) {
        look(&f, &seats);
        poll(&reader, 1, 20);
    }
    assert_true(speed_of(till).feed_alive);
    look(&f, &seats);
    return f;
}

/* Waits for news as a console does. */
static int next_news(struct follower *f, struct fresh_seat **seats)
{
    struct store *store = f->till->desk.store;
    struct pollfd reader = {.fd = store->ops->watch_fd(store), .events = POLLIN};
    for (int i = 0; i < 200; i++) {
        int count = look(f, seats);
        if (count)
            return count;
        poll(&reader, 1, 50);
    }
    return 0;
}

static int32_t number_of(struct tills *tills, const char *label)
{
    struct snapshot map;
    struct store *store = tills->house->desk.store;
    store->ops->map_read(store, tills->show, tills->house->arena, &map, NULL);
    return map.plan->seats[plan_find_seat(map.plan, label)].no;
}

static void publish(struct tills *tills, const char *label, const char *rest)
{
    char channel[32], line[160];
    snprintf(channel, sizeof channel, "{main:%d}:feed", tills->show);
    snprintf(line, sizeof line, "%d %s", number_of(tills, label), rest);
    char *heard = redis_server_say(&tills_server, "PUBLISH", channel, line, NULL);
    assert_int_not_equal(atoi(heard), 0);
    free(heard);
}

/* An act of a program that has no Redis: nobody is told. */
static void hold_silently(struct tills *tills, const char *label)
{
    struct house_fixture plain = *tills->house;
    plain.desk = house_second_desk(tills->house, &tills->house->desk.clock);
    house_hold(&plain, label, NULL);
    assert_got(&plain, VERDICT_OK);
    store_close(&plain.desk.store);
}

/* ---- hearing -------------------------------------------------------------------------------- */

static void what_one_till_does_the_other_sees_without_asking_the_store(void **state)
{
    struct tills *tills = *state;
    struct fresh_seat *seats;
    open_tills(tills, tills_server.address, true);
    struct follower f = follow(tills, &tills->second);
    int64_t asked = speed_of(&tills->second).truth_reads;
    house_hold(tills->house, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_int_equal(next_news(&f, &seats), 2);
    assert_int_equal(seats[0].seat, number_of(tills, "Stalls-A-1"));
    assert_int_equal(seats[0].state.status, SEAT_HELD);
    assert_int_equal(seats[0].state.version, 2);
    assert_true(uuid_equal(&seats[0].state.holder, &tills->house->out.hold->id));
    assert_int_equal(seats[0].state.held_until, tills->house->out.hold->expires_at);
    assert_int_equal(look(&f, &seats), 0); /* told once */
    assert_int_equal(speed_of(&tills->second).truth_reads, asked);
}

static void its_own_acts_are_news_to_its_screen_too(void **state)
{
    struct tills *tills = *state;
    struct fresh_seat *seats;
    open_tills(tills, tills_server.address, true);
    struct follower f = follow(tills, tills->house);
    house_hold(tills->house, "Stalls-A-1", NULL);
    assert_int_equal(next_news(&f, &seats), 1);
    assert_int_equal(seats[0].state.status, SEAT_HELD);
}

static void an_act_from_a_live_map_reads_no_seat_from_the_store(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, true);
    follow(tills, &tills->second);
    int64_t asked = speed_of(&tills->second).truth_reads;
    house_hold(&tills->second, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_got(&tills->second, VERDICT_OK);
    assert_int_equal(speed_of(&tills->second).truth_reads, asked);
    assert_int_equal(speed_of(&tills->second).own_rows, 1);
    assert_string_equal(house_status(&tills->second, "Stalls-A-2"), "held");
}

/* Messages until one tells of seats; how the counts moved. */
static void assert_moved(struct feed *feed, struct arena *arena, int available, int held)
{
    struct feed_notes notes = {0};
    struct pollfd reader = {.fd = feed->ops->fd(feed), .events = POLLIN};
    for (int i = 0; i < 1000 && !notes.list.count; i++) {
        poll(&reader, 1, 20);
        feed->ops->take(feed, arena, &notes);
    }
    assert_int_equal(notes.list.count, abs(held));
    assert_int_equal(notes.moved[SEAT_AVAILABLE], available);
    assert_int_equal(notes.moved[SEAT_HELD], held);
    assert_int_equal(notes.moved[SEAT_SOLD], 0);
}

/* A board in the foyer has no map. */
static void whoever_only_counts_is_told_how_the_counts_moved(void **state)
{
    struct tills *tills = *state;
    const struct redis_config config = {
        .house = "main", .address = tills_server.address, .connect_ms = 5000, .command_ms = 5000};
    struct clock clock = clock_system();
    struct redis_link *link;
    struct feed *feed;
    struct feed_notes notes;
    open_tills(tills, tills_server.address, false);
    assert_int_equal(redis_link_new(&config, &clock, &link, NULL), RC_OK);
    assert_int_equal(redis_feed_new(link, &clock, &feed, NULL), RC_OK);
    feed->ops->subscribe(feed, tills->show);
    struct pollfd reader = {.fd = feed->ops->fd(feed), .events = POLLIN};
    for (int i = 0; i < 1000 && !feed->ops->take(feed, tills->house->arena, &notes); i++)
        poll(&reader, 1, 20);
    house_hold(tills->house, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_moved(feed, tills->house->arena, -2, 2);
    const struct uuid hold = tills->house->out.hold->id;
    desk_hold_release(&tills->house->desk, &tills->house->meta, &hold, NULL, 0, END_USER_CANCELLED,
                      &tills->house->out);
    assert_moved(feed, tills->house->arena, 2, -2);
    feed_close(&feed);
    redis_link_free(&link);
}

static void late_news_is_judged_by_its_version(void **state)
{
    struct tills *tills = *state;
    struct fresh_seat *seats;
    open_tills(tills, tills_server.address, true);
    struct follower f = follow(tills, &tills->second);
    house_hold(tills->house, "Stalls-A-1", NULL);
    next_news(&f, &seats);
    publish(tills, "Stalls-A-1", "1 available - 0 0 0\n");
    publish(tills, "Stalls-A-2", "2 held 00000000-0000-0000-0000-0000000000ff 4000000000000 0 0\n");
    assert_int_equal(next_news(&f, &seats), 1); /* the second message only */
    assert_int_equal(seats[0].seat, number_of(tills, "Stalls-A-2"));
    assert_string_equal(house_status(&tills->second, "Stalls-A-1"), "held");
}

static void read_whole(struct tills *tills, struct house_fixture *till)
{
    struct snapshot map;
    struct store *store = till->desk.store;
    assert_int_equal(store->ops->map_read(store, tills->show, till->arena, &map, NULL), RC_OK);
}

/* The news of it is on its way. */
static void wait_until_held(struct house_fixture *till, const char *label)
{
    for (int i = 0; i < 500 && strcmp(house_status(till, label), "held") != 0; i++)
        poll(NULL, 0, 10);
    assert_string_equal(house_status(till, label), "held");
}

static void whoever_reads_a_show_whole_again_and_again_keeps_it(void **state)
{
    struct tills *tills = *state;
    struct house_fixture *till = &tills->second;
    open_tills(tills, tills_server.address, true);
    for (int i = 0; i < 3; i++)
        read_whole(tills, till);
    assert_int_equal(speed_of(till).own_maps, 0); /* control: unless it was told to */
    house_store_keep_maps(till->desk.store);
    read_whole(tills, till);
    assert_int_equal(speed_of(till).own_maps, 1);
    house_hold(tills->house, "Stalls-A-1", NULL);
    read_whole(tills, till);
    assert_int_equal(speed_of(till).own_maps, 2);
    wait_until_held(till, "Stalls-A-1");
}

/* ---- what gets lost ------------------------------------------------------------------------- */

static void a_feed_that_was_cut_is_caught_up_from_the_log(void **state)
{
    struct tills *tills = *state;
    struct fresh_seat *seats;
    open_tills(tills, tills_server.address, true);
    struct follower f = follow(tills, &tills->second);
    free(redis_server_say(&tills_server, "CLIENT", "KILL", "TYPE", "pubsub", NULL));
    house_hold(tills->house, "Stalls-A-1", NULL); /* told to nobody */
    assert_int_equal(next_news(&f, &seats), 1);
    assert_int_equal(seats[0].state.status, SEAT_HELD);
}

static void a_lost_message_is_found_by_the_sums(void **state)
{
    struct tills *tills = *state;
    struct fresh_seat *seats;
    open_tills(tills, tills_server.address, true);
    struct follower f = follow(tills, &tills->second);
    hold_silently(tills, "Stalls-A-1");
    assert_int_equal(look(&f, &seats), 0); /* control: it was lost */
    tills->house->time.mono += 5000;
    assert_int_equal(look(&f, &seats), 1);
    assert_int_equal(seats[0].seat, number_of(tills, "Stalls-A-1"));
    assert_int_equal(seats[0].state.status, SEAT_HELD);
}

static void without_redis_the_log_is_followed(void **state)
{
    struct tills *tills = *state;
    struct fresh_seat *seats;
    struct snapshot map;
    open_tills(tills, "unix:/nonexistent/redis.sock", true);
    struct follower f = {tills, &tills->second, 0};
    struct store *store = tills->second.desk.store;
    store->ops->map_read(store, tills->show, tills->second.arena, &map, NULL);
    f.last = map.last_event;
    look(&f, &seats);
    house_hold(tills->house, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_int_equal(next_news(&f, &seats), 2);
    assert_int_equal(look(&f, &seats), 0);
}

static void a_map_without_a_feed_is_proved_before_it_is_shown(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, true);
    follow(tills, &tills->second);
    free(redis_server_say(&tills_server, "CLIENT", "KILL", "TYPE", "pubsub", NULL));
    house_hold(tills->house, "Stalls-A-1", NULL);
    int64_t asked = speed_of(&tills->second).truth_reads;
    assert_string_equal(house_status(&tills->second, "Stalls-A-1"), "held");
    /* the sums alone: the block came from the registry's map, which agrees with them */
    assert_int_equal(speed_of(&tills->second).truth_reads, asked + 1);
}

static void a_map_in_redis_that_is_wrong_is_not_believed(void **state)
{
    struct tills *tills = *state;
    char key[32];
    open_tills(tills, tills_server.address, true);
    follow(tills, &tills->second);
    free(redis_server_say(&tills_server, "CLIENT", "KILL", "TYPE", "pubsub", NULL));
    house_hold(tills->house, "Stalls-A-1", NULL);
    snprintf(key, sizeof key, "{main:%d}:map", tills->show);
    free(redis_server_say(&tills_server, "SETRANGE", key, "64", "lies lies lies", NULL));
    int64_t asked = speed_of(&tills->second).truth_reads;
    assert_string_equal(house_status(&tills->second, "Stalls-A-1"), "held");
    assert_int_equal(speed_of(&tills->second).truth_reads, asked + 2); /* sums, then the rows */
}

/* ---- what is not true ----------------------------------------------------------------------- */

static void a_feed_that_lies_loses_no_sale(void **state)
{
    struct tills *tills = *state;
    struct fresh_seat *seats;
    open_tills(tills, tills_server.address, true);
    struct follower f = follow(tills, &tills->second);
    publish(tills, "Stalls-A-1",
            "999 held 00000000-0000-0000-0000-0000000000ff 4000000000000 0 0\n");
    assert_int_equal(next_news(&f, &seats), 1);
    assert_string_equal(house_status(&tills->second, "Stalls-A-1"), "held"); /* control */
    house_hold(&tills->second, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_got(&tills->second, VERDICT_OK);
    house_sell(&tills->second);
    assert_got(&tills->second, VERDICT_OK);
}

static void a_lie_is_off_the_screen_when_the_sums_are_compared(void **state)
{
    struct tills *tills = *state;
    struct fresh_seat *seats;
    open_tills(tills, tills_server.address, true);
    struct follower f = follow(tills, &tills->second);
    publish(tills, "Stalls-A-1", "999 sold 00000000-0000-0000-0000-0000000000ff 0 0 0\n");
    assert_int_equal(next_news(&f, &seats), 1);
    tills->house->time.mono += 5000;
    assert_int_equal(look(&f, &seats), 1);
    assert_int_equal(seats[0].state.status, SEAT_AVAILABLE);
    assert_int_equal(seats[0].state.version, 1);
}

static void a_feed_that_says_free_sells_nothing_twice(void **state)
{
    struct tills *tills = *state;
    struct fresh_seat *seats;
    open_tills(tills, tills_server.address, true);
    struct follower f = follow(tills, &tills->second);
    house_hold(tills->house, "Stalls-A-1", NULL);
    next_news(&f, &seats);
    publish(tills, "Stalls-A-1", "999 available - 0 0 0\n");
    assert_int_equal(next_news(&f, &seats), 1);
    house_hold(&tills->second, "Stalls-A-1", NULL);
    assert_got(&tills->second, VERDICT_SEAT_TAKEN);
}

static void a_show_that_was_closed_is_closed_to_who_has_an_old_map(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, true);
    follow(tills, &tills->second);
    house_become(tills->house, "ruth", ROLE_MANAGER);
    desk_show_status(&tills->house->desk, &tills->house->meta, HOUSE_SHOW, SHOW_CLOSED,
                     &tills->house->out);
    assert_got(tills->house, VERDICT_OK);
    house_hold(&tills->second, "Stalls-A-1", NULL);
    assert_got(&tills->second, VERDICT_SHOW_NOT_OPEN);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, tills_setup, tills_teardown)
    const struct CMUnitTest tests[] = {
        RULE(what_one_till_does_the_other_sees_without_asking_the_store),
        RULE(its_own_acts_are_news_to_its_screen_too),
        RULE(an_act_from_a_live_map_reads_no_seat_from_the_store),
        RULE(whoever_only_counts_is_told_how_the_counts_moved),
        RULE(late_news_is_judged_by_its_version),
        RULE(whoever_reads_a_show_whole_again_and_again_keeps_it),
        RULE(a_feed_that_was_cut_is_caught_up_from_the_log),
        RULE(a_lost_message_is_found_by_the_sums),
        RULE(without_redis_the_log_is_followed),
        RULE(a_map_without_a_feed_is_proved_before_it_is_shown),
        RULE(a_map_in_redis_that_is_wrong_is_not_believed),
        RULE(a_feed_that_lies_loses_no_sale),
        RULE(a_lie_is_off_the_screen_when_the_sums_are_compared),
        RULE(a_feed_that_says_free_sells_nothing_twice),
        RULE(a_show_that_was_closed_is_closed_to_who_has_an_old_map),
    };
    if (!redis_server_here())
        return 0;
    return cmocka_run_group_tests(tests, tills_start_server, tills_stop_server);
}
