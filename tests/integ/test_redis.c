/* Work locks on a real Redis, and the line to it when it is slow, gone, forgetful or many. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/lib/redis_till.h"

static struct lock_wish wish_for(const struct lock_seat *seats, int count, uint8_t owner)
{
    return (struct lock_wish){
        .show = SHOW, .owner = id(owner), .seats = seats, .count = count, .now = NOW};
}

/* ---- locks ---------------------------------------------------------------------------------- */

static void locks_are_taken_all_or_none(void **state)
{
    struct till *till = *state;
    assert_int_equal(take(till, 1, 2, 1), LOCK_TAKEN);
    assert_int_equal(take(till, 3, 2, 2), LOCK_BUSY);
    assert_reads("0", redis_server_say(&till_server, "EXISTS", "{main:7}:lock:3", NULL));
    assert_int_equal(take(till, 3, 3, 3), LOCK_TAKEN);
}

static void the_same_act_gets_its_locks_again(void **state)
{
    struct till *till = *state;
    assert_int_equal(take(till, 1, 2, 1), LOCK_TAKEN);
    assert_int_equal(take(till, 1, 2, 1), LOCK_TAKEN);
}

static void a_lock_lasts_as_long_as_an_act_works_and_no_longer(void **state)
{
    struct till *till = *state;
    take(till, 1, 1, 1);
    char *left = redis_server_say(&till_server, "PTTL", "{main:7}:lock:1", NULL);
    assert_in_range(atoi(left), 1, LOCK_MS);
    free(left);
}

static void only_the_owner_lets_go(void **state)
{
    struct till *till = *state;
    const struct lock_seat seat = {.seat = 1, .seen = 5};
    const struct lock_wish mine = wish_for(&seat, 1, 1), yours = wish_for(&seat, 1, 2);
    take(till, 1, 1, 1);
    till->lock->ops->release(till->lock, &yours);
    assert_int_equal(take(till, 1, 1, 2), LOCK_BUSY);
    till->lock->ops->release(till->lock, &mine);
    assert_int_equal(take(till, 1, 1, 2), LOCK_TAKEN);
}

static bool extend(struct till *till, int32_t a, int32_t b, uint8_t owner)
{
    const struct lock_seat seats[] = {{.seat = a}, {.seat = b}};
    const struct lock_wish wish = wish_for(seats, 2, owner);
    return till->lock->ops->extend(till->lock, &wish);
}

/* A time no till gives: one that is given again is seen, however busy this machine is. */
static void mark(const char *lock)
{
    assert_reads("1", redis_server_say(&till_server, "PEXPIRE", lock, "600000", NULL));
}

static bool was_extended(const char *lock)
{
    char *left = redis_server_say(&till_server, "PTTL", lock, NULL);
    bool given = atoi(left) <= LOCK_MS;
    free(left);
    return given;
}

static void the_owner_is_given_more_time(void **state)
{
    struct till *till = *state;
    take(till, 1, 2, 1);
    mark("{main:7}:lock:1");
    mark("{main:7}:lock:2");
    assert_true(extend(till, 1, 2, 1));
    assert_true(was_extended("{main:7}:lock:1"));
    assert_true(was_extended("{main:7}:lock:2"));
}

static void anothers_lock_is_never_extended_and_with_it_none(void **state)
{
    struct till *till = *state;
    take(till, 1, 1, 1);
    take(till, 2, 2, 2);
    mark("{main:7}:lock:1");
    mark("{main:7}:lock:2");
    assert_false(extend(till, 1, 2, 1));
    assert_false(was_extended("{main:7}:lock:1"));
    assert_false(was_extended("{main:7}:lock:2"));
}

static void a_lock_that_is_over_is_not_made_anew(void **state)
{
    struct till *till = *state;
    take(till, 1, 2, 1);
    assert_reads("1", redis_server_say(&till_server, "DEL", "{main:7}:lock:2", NULL));
    assert_false(extend(till, 1, 2, 1));
    assert_reads("0", redis_server_say(&till_server, "EXISTS", "{main:7}:lock:2", NULL));
}

static void a_hold_newer_than_what_was_seen_is_a_reason_to_refuse(void **state)
{
    struct till *till = *state;
    struct lock_refusal refusal;
    const struct lock_seat seats[] = {{.seat = 1, .seen = 5}, {.seat = 2, .seen = 5}};
    const struct lock_wish wish = wish_for(seats, 2, 9);
    record(till, held(2, 6, 40), 0);
    assert_int_equal(till->lock->ops->take(till->lock, &wish, &refusal), LOCK_HELD);
    assert_int_equal(refusal.seat, 2);
    assert_int_equal(refusal.version, 6);
    assert_int_equal(refusal.hold.b[15], 40);
    assert_int_equal(refusal.expires_at, NOW + 900000);
    assert_reads("0", redis_server_say(&till_server, "EXISTS", "{main:7}:lock:1", NULL));
}

static void a_hold_no_newer_than_what_was_seen_is_none(void **state)
{
    struct till *till = *state;
    record(till, held(1, 5, 40), 0);
    assert_int_equal(take(till, 1, 1, 9), LOCK_TAKEN);
}

static void the_acts_own_hold_and_one_that_is_over_are_none(void **state)
{
    struct till *till = *state;
    struct lock_refusal refusal;
    struct lock_seat seat = {.seat = 1, .seen = 5, .was = id(40)};
    struct lock_wish wish = wish_for(&seat, 1, 9);
    record(till, held(1, 6, 40), 0);
    assert_int_equal(till->lock->ops->take(till->lock, &wish, &refusal), LOCK_TAKEN);
    seat.was = id(0);
    seat.becomes = id(40);
    assert_int_equal(till->lock->ops->take(till->lock, &wish, &refusal), LOCK_TAKEN);
    seat.becomes = id(0);
    assert_int_equal(till->lock->ops->take(till->lock, &wish, &refusal), LOCK_HELD);
    wish.now = NOW + 900000;
    assert_int_equal(till->lock->ops->take(till->lock, &wish, &refusal), LOCK_TAKEN);
}

static void garbage_under_our_names_says_nothing_and_is_swept_away(void **state)
{
    struct till *till = *state;
    free(redis_server_say(&till_server, "RPUSH", "{main:7}:lock:1", "x", NULL));
    free(redis_server_say(&till_server, "SADD", "{main:7}:seat:1", "x", NULL));
    free(redis_server_say(&till_server, "SET", "{main:7}:seat:2", "[1,{", NULL));
    free(redis_server_say(&till_server, "SET", "{main:7}:lock:2", "no end", NULL));
    free(redis_server_say(&till_server, "SET", "{main:7}:holds", "x", NULL));
    free(redis_server_say(&till_server, "SET", "{main:7}:map", "x", NULL));
    free(redis_server_say(&till_server, "SET", "{main:7}:count", "x", NULL));
    assert_int_equal(take(till, 1, 2, 1), LOCK_TAKEN);
    record(till, held(1, 6, 40), 1);
    record(till, held(2, 6, 40), 1);
    assert_int_equal(take(till, 1, 1, 2), LOCK_HELD);
    assert_int_equal(count_of(till).seats, 2);
    assert_int_equal(redis_counts(till->link).failures, 0);
}

static void a_lock_that_lasts_longer_than_any_lock_is_swept_away(void **state)
{
    struct till *till = *state;
    take(till, 1, 1, 1);
    assert_int_equal(take(till, 1, 1, 2), LOCK_BUSY); /* control */
    mark("{main:7}:lock:1");
    assert_int_equal(take(till, 1, 1, 2), LOCK_TAKEN);
}

/* ---- link ----------------------------------------------------------------------------------- */

static void a_server_that_forgot_the_scripts_is_told_them_again(void **state)
{
    struct till *till = *state;
    take(till, 1, 1, 1);
    for (int i = 0; i < 2; i++) /* the second time it is loaded */
        record(till, freed(9, 6), 0);
    free(redis_server_say(&till_server, "SCRIPT", "FLUSH", NULL));
    assert_int_equal(take(till, 1, 1, 2), LOCK_BUSY);
    free(redis_server_say(&till_server, "SCRIPT", "FLUSH", NULL));
    record(till, held(2, 6, 40), 0); /* told: its failure is seen with the next reply */
    assert_int_equal(take(till, 3, 3, 1), LOCK_TAKEN);
    record(till, held(2, 6, 40), 0);
    assert_int_equal(count_of(till).seats, 1);
    assert_int_equal(redis_counts(till->link).failures, 0);
}

static bool counts(const char *command)
{
    char *stats = redis_server_say(&till_server, "INFO", "commandstats", NULL);
    bool counted = strstr(stats, command);
    free(stats);
    return counted;
}

/* A single command locks, records and ends: nothing is loaded for acts that never come. */
static void one_act_loads_no_script_and_the_second_only_its_own(void **state)
{
    struct till *till = *state;
    free(redis_server_say(&till_server, "CONFIG", "RESETSTAT", NULL));
    assert_int_equal(take(till, 1, 1, 1), LOCK_TAKEN);
    record(till, held(1, 6, 40), 1);
    assert_int_equal(count_of(till).seats, 1);
    assert_false(counts("cmdstat_script"));
    assert_true(counts("cmdstat_eval:calls=3"));
    for (uint8_t owner = 2; owner < 5; owner++)
        assert_int_equal(take(till, 1, 1, owner), LOCK_HELD);
    assert_true(counts("cmdstat_evalsha:calls=3"));
    assert_true(counts("cmdstat_script|load:calls=1") || counts("cmdstat_script:calls=1"));
}

static void a_restarted_server_is_found_again(void **state)
{
    struct till *till = *state;
    assert_int_equal(take(till, 1, 1, 1), LOCK_TAKEN);
    redis_server_kill(&till_server);
    assert_int_equal(take(till, 2, 2, 2), LOCK_ABSENT);
    redis_server_restart(&till_server);
    assert_int_equal(take(till, 1, 1, 2), LOCK_TAKEN);
}

static void a_frozen_server_costs_its_time_limit_five_times_and_then_nothing(void **state)
{
    struct fake_clock time = {.wall = NOW, .mono = 1000};
    struct clock clock = clock_fake(&time);
    const struct redis_config config = {.house = "main", .address = till_server.address};
    struct redis_link *link;
    assert_int_equal(redis_link_new(&config, &clock, &link, NULL), RC_OK);
    redis_server_freeze(&till_server);
    for (int i = 0; i < 5; i++) {
        redis_start(link, SHOW);
        redis_word(link, "PING");
        assert_null(redis_ask(link));
    }
    assert_int_equal(redis_breaker(link).state, BREAKER_OPEN);
    assert_false(redis_may_ask(link));
    redis_server_thaw(&till_server);
    redis_start(link, SHOW);
    redis_word(link, "PING");
    assert_null(redis_ask(link));
    assert_int_equal(redis_counts(link).calls, 5);
    time.mono += 1000;
    assert_true(redis_may_ask(link));
    assert_non_null(redis_ask(link));
    assert_int_equal(redis_breaker(link).state, BREAKER_CLOSED);
    redis_link_free(&link);
}

static void a_password_is_given_and_a_wrong_one_is_a_failure(void **state)
{
    struct clock clock = clock_system();
    struct redis_config config = {
        .house = "main", .address = till_server.address, .password = "sesame", .command_ms = 5000};
    struct redis_link *right, *wrong;
    assert_int_equal(redis_link_new(&config, &clock, &right, NULL), RC_OK);
    config.password = "guess";
    assert_int_equal(redis_link_new(&config, &clock, &wrong, NULL), RC_OK);
    free(redis_server_say(&till_server, "CONFIG", "SET", "requirepass", "sesame", NULL));
    redis_start(right, SHOW);
    redis_word(right, "PING");
    bool let_in = redis_ask(right) != NULL;
    redis_start(wrong, SHOW);
    redis_word(wrong, "PING");
    bool kept_out = redis_ask(wrong) == NULL;
    redis_start(right, SHOW);
    const char *const words[] = {"CONFIG", "SET", "requirepass", ""};
    for (int i = 0; i < COUNT_OF(words); i++)
        redis_word(right, words[i]);
    assert_non_null(redis_ask(right));
    assert_true(let_in);
    assert_true(kept_out);
    assert_non_null(strstr(redis_last_error(wrong), "WRONGPASS"));
    redis_link_free(&right);
    redis_link_free(&wrong);
}

static void a_name_that_cannot_lead_a_key_is_refused(void **state)
{
    struct till *till = *state;
    struct redis_link *link;
    struct err err;
    struct redis_config config = {.house = "a}b", .address = till_server.address};
    assert_int_equal(redis_link_new(&config, &till->clock, &link, &err), RC_CONFIG);
    assert_null(link);
    config.house = "";
    assert_int_equal(redis_link_new(&config, &till->clock, &link, &err), RC_CONFIG);
}

/* ---- cluster -------------------------------------------------------------------------------- */

static void a_cluster_is_followed_wherever_a_show_lives(void **state)
{
    struct redis_server nodes[REDIS_CLUSTER];
    struct till till;
    redis_cluster_start(nodes);
    till_open(&till, nodes[0].address);
    for (int32_t show = 1; show <= 12; show++) {
        const struct lock_seat seats[] = {{.seat = 1, .seen = 5}, {.seat = 2, .seen = 5}};
        struct lock_wish wish = {
            .show = show, .owner = id(1), .seats = seats, .count = 2, .now = NOW};
        struct lock_refusal refusal;
        assert_int_equal(till.lock->ops->take(till.lock, &wish, &refusal), LOCK_TAKEN);
        struct registry_seat seat = held(1, 6, 40);
        const struct registry_record record = {
            .show = show, .seats = &seat, .count = 1, .token = id(1), .now = NOW};
        till.registry->ops->record(till.registry, &record);
        wish.owner = id(2);
        assert_int_equal(till.lock->ops->take(till.lock, &wish, &refusal), LOCK_HELD);
    }
    assert_true(redis_counts(till.link).moved > 0);
    assert_int_equal(redis_counts(till.link).failures, 0);
    for (int i = 0; i < REDIS_CLUSTER; i++) {
        char *keys = redis_server_say(&nodes[i], "DBSIZE", NULL);
        assert_int_not_equal(atoi(keys), 0); /* shows were spread: the test tested something */
        free(keys);
    }
    till.feed->ops->subscribe(till.feed, SHOW);
    wait_until_alive(&till);
    const struct feed_note told = {12, {.version = 6, .status = SEAT_SOLD}};
    till.feed->ops->publish(till.feed, SHOW, &told, 1, (int32_t[SEAT_STATUS_COUNT]){0});
    assert_int_equal(next_notes(&till).list.count, 1);
    till_close(&till);
    redis_cluster_stop(nodes);
}

int main(void)
{
#define ON_REDIS(name) cmocka_unit_test_setup_teardown(name, till_setup, till_teardown)
    const struct CMUnitTest tests[] = {
        ON_REDIS(locks_are_taken_all_or_none),
        ON_REDIS(the_same_act_gets_its_locks_again),
        ON_REDIS(a_lock_lasts_as_long_as_an_act_works_and_no_longer),
        ON_REDIS(only_the_owner_lets_go),
        ON_REDIS(the_owner_is_given_more_time),
        ON_REDIS(anothers_lock_is_never_extended_and_with_it_none),
        ON_REDIS(a_lock_that_is_over_is_not_made_anew),
        ON_REDIS(a_hold_newer_than_what_was_seen_is_a_reason_to_refuse),
        ON_REDIS(a_hold_no_newer_than_what_was_seen_is_none),
        ON_REDIS(the_acts_own_hold_and_one_that_is_over_are_none),
        ON_REDIS(garbage_under_our_names_says_nothing_and_is_swept_away),
        ON_REDIS(a_lock_that_lasts_longer_than_any_lock_is_swept_away),
        ON_REDIS(a_server_that_forgot_the_scripts_is_told_them_again),
        ON_REDIS(one_act_loads_no_script_and_the_second_only_its_own),
        ON_REDIS(a_restarted_server_is_found_again),
        ON_REDIS(a_frozen_server_costs_its_time_limit_five_times_and_then_nothing),
        ON_REDIS(a_password_is_given_and_a_wrong_one_is_a_failure),
        ON_REDIS(a_name_that_cannot_lead_a_key_is_refused),
        ON_REDIS(a_cluster_is_followed_wherever_a_show_lives),
    };
    if (!redis_server_here())
        return 0;
    return cmocka_run_group_tests(tests, till_start_server, till_stop_server);
}
