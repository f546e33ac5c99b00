/*
 * Promise 1 of the design: the fast layer costs speed and nothing else, whatever answers at its
 * address. Each test has two tills on one house and ends with the audit.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/redis_liar.h"
#include "tests/lib/tills.h"

/* ---- what tills do -------------------------------------------------------------------------- */

static void assert_best_is_found(struct house_fixture *till)
{
    const struct best_request two_seats = {.count = 2, .class_no = -1, .section = -1};
    desk_hold_best(&till->desk, &till->meta, HOUSE_SHOW, &two_seats, NULL, &till->out);
    assert_got(till, VERDICT_OK);
    desk_hold_release(&till->desk, &till->meta, &till->out.hold->id, NULL, 0, END_USER_CANCELLED,
                      &till->out);
    assert_got(till, VERDICT_OK);
}

/* Till 1 holds and sells; till 2 is refused those seats and gets others. Nothing is lost. */
static void assert_selling_goes_on(struct tills *tills)
{
    struct house_fixture *one = tills->house, *two = &tills->second;
    house_hold(one, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_got(one, VERDICT_OK);
    house_hold(two, "Stalls-A-2", "Stalls-A-3", NULL);
    assert_got(two, VERDICT_SEAT_TAKEN);
    house_sell(one);
    assert_got(one, VERDICT_OK);
    house_hold(two, "Stalls-A-2", NULL);
    assert_got(two, VERDICT_SEAT_TAKEN);
    house_hold(two, "Stalls-A-3", "Stalls-A-4", NULL);
    assert_got(two, VERDICT_OK);
    house_sell(two);
    assert_got(two, VERDICT_OK);
    assert_string_equal(house_status(one, "Stalls-A-3"), "sold");
    assert_best_is_found(one);
    assert_best_is_found(two);
}

/* A hold of one seat as till 2 would have decided it before till 1 was faster. */
static struct apply_result late_hold(struct tills *tills, const char *label, uint32_t seen,
                                     const struct uuid *key)
{
    struct house_fixture *two = &tills->second;
    struct snapshot map;
    struct apply_result result;
    struct err err;
    struct store *store = two->desk.store;
    assert_int_equal(store->ops->map_read(store, tills->show, two->arena, &map, &err), RC_OK);
    struct changeset *cs = changeset_new(two->arena);
    cs->key = *key;
    cs->now = two->time.wall;
    cs->act = ACT_HOLD;
    cs->actor = two->meta.actor;
    struct hold *hold = LIST_ADD(two->arena, &cs->holds);
    *hold = (struct hold){.id = uuid_make(&two->desk.ids, cs->now),
                          .show = tills->show,
                          .created_at = cs->now,
                          .expires_at = cs->now + 900000,
                          .ceiling_at = cs->now + 900000};
    *LIST_ADD(two->arena, &cs->seats) =
        (struct seat_change){.show = tills->show,
                             .seat = map.plan->seats[plan_find_seat(map.plan, label)].no,
                             .seen = seen,
                             .act = ACT_HOLD,
                             .from = SEAT_AVAILABLE,
                             .to = SEAT_HELD,
                             .holder = hold->id,
                             .held_until = hold->expires_at};
    if (store->ops->apply(store, cs, &result, &err))
        fail_msg("%s", err.text);
    return result;
}

static struct house_layers layers_of(struct tills *tills)
{
    struct house_layers layers;
    struct err err;
    if (house_store_layers(tills->house->desk.store, tills->show, &layers, &err))
        fail_msg("%s", err.text);
    return layers;
}

/* ---- a server that can be trusted ----------------------------------------------------------- */

static void a_good_server_knows_who_holds_what(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, false);
    assert_selling_goes_on(tills);
    house_hold(tills->house, "Stalls-B-1", "Stalls-B-2", NULL);
    struct house_layers layers = layers_of(tills);
    assert_true(layers.agree);
    assert_int_equal(layers.registry.holds, 1);
    assert_int_equal(layers.registry.seats, 2);
    assert_int_equal(speed_of(tills->house).redis.failures, 0);
}

static void who_comes_too_late_is_refused_without_asking_the_store(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, false);
    house_hold(tills->house, "Stalls-A-1", NULL);
    int64_t before = speed_of(&tills->second).applies;
    for (int i = 0; i < 50; i++) {
        struct uuid key = uuid_make(&tills->second.desk.ids, tills->house->time.wall + i);
        struct apply_result result = late_hold(tills, "Stalls-A-1", 1, &key);
        assert_int_equal(result.applied, APPLIED_STALE);
        assert_int_equal(result.fresh[0].state.status, SEAT_HELD);
    }
    assert_int_equal(speed_of(&tills->second).applies, before);
    assert_int_equal(speed_of(&tills->second).refused_early, 50);
}

static void the_same_act_is_refused_early_only_once(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, false);
    house_hold(tills->house, "Stalls-A-1", NULL);
    struct uuid key = uuid_make(&tills->second.desk.ids, tills->house->time.wall);
    late_hold(tills, "Stalls-A-1", 1, &key);
    assert_int_equal(speed_of(&tills->second).applies, 0);
    assert_int_equal(late_hold(tills, "Stalls-A-1", 1, &key).applied, APPLIED_STALE);
    assert_int_equal(speed_of(&tills->second).applies, 1); /* the store said so itself */
}

static void a_sweep_is_told_to_the_registry(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, false);
    house_hold(tills->house, "Stalls-A-1", "Stalls-A-2", NULL);
    tills->house->time.wall += 900001;
    desk_expire(&tills->house->desk, &tills->house->meta, NULL, &tills->house->out);
    tills->house->time.wall -= 900001; /* even to somebody whose clock is late */
    struct house_layers layers = layers_of(tills);
    assert_int_equal(layers.registry.seats, 0);
    assert_true(layers.agree);
}

/* ---- servers that cannot -------------------------------------------------------------------- */

static void with_a_liar(struct tills *tills, enum lie lie)
{
    struct redis_liar liar;
    redis_liar_start(&liar, lie);
    open_tills(tills, liar.address, false);
    assert_selling_goes_on(tills);
    redis_liar_stop(&liar);
}

static void one_that_says_ok_to_everything_costs_only_speed(void **state)
{
    struct tills *tills = *state;
    with_a_liar(tills, LIE_OK);
    assert_int_equal(speed_of(tills->house).state, BREAKER_OPEN); /* and was found out */
}

static void one_that_talks_nonsense_costs_only_speed(void **state)
{
    struct tills *tills = *state;
    with_a_liar(tills, LIE_NONSENSE);
    assert_int_equal(speed_of(tills->house).state, BREAKER_OPEN);
}

static void one_that_grants_every_lock_gives_nobody_a_seat_twice(void **state)
{
    struct tills *tills = *state;
    with_a_liar(tills, LIE_GRANTED);
    assert_int_equal(speed_of(tills->house).redis.failures, 0); /* it was believed, and yet */
}

static void one_that_says_held_loses_no_sale(void **state)
{
    struct tills *tills = *state;
    with_a_liar(tills, LIE_HELD);
    assert_true(speed_of(tills->house).refused_early > 0); /* control: it did say so */
}

static void one_that_says_busy_loses_no_sale(void **state)
{
    struct tills *tills = *state;
    with_a_liar(tills, LIE_BUSY);
    assert_true(speed_of(tills->house).refused_early > 0);
}

static void one_that_is_not_there_costs_only_speed(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, "unix:/nonexistent/redis.sock", false);
    assert_selling_goes_on(tills);
    assert_int_equal(speed_of(tills->house).refused_early, 0);
}

static void one_that_is_frozen_costs_five_waits_and_is_found_again(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, false);
    redis_server_freeze(&tills_server);
    assert_selling_goes_on(tills);
    for (int i = 0; i < 4; i++) { /* the last two waits of till 1, and then none */
        house_hold(tills->house, "Stalls-C-3", "Stalls-C-4", NULL);
        assert_got(tills->house, VERDICT_OK);
        desk_hold_release(&tills->house->desk, &tills->house->meta, &tills->house->out.hold->id,
                          NULL, 0, END_USER_CANCELLED, &tills->house->out);
        assert_got(tills->house, VERDICT_OK);
    }
    assert_int_equal(speed_of(tills->house).state, BREAKER_OPEN);
    assert_int_equal(speed_of(tills->house).redis.failures, 5);
    redis_server_thaw(&tills_server);
    tills->house->time.mono += 30000;
    house_hold(tills->house, "Stalls-C-5", "Stalls-C-6", NULL);
    assert_got(tills->house, VERDICT_OK);
    assert_int_equal(speed_of(tills->house).state, BREAKER_CLOSED);
}

static void one_that_lost_everything_costs_only_speed(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, false);
    house_hold(tills->house, "Stalls-B-1", "Stalls-B-2", NULL);
    free(redis_server_say(&tills_server, "FLUSHALL", NULL));
    free(redis_server_say(&tills_server, "SCRIPT", "FLUSH", NULL));
    house_hold(&tills->second, "Stalls-B-2", "Stalls-B-3", NULL);
    assert_got(&tills->second, VERDICT_SEAT_TAKEN);
    assert_selling_goes_on(tills);
}

static char *seat_key(struct tills *tills, const char *label, char key[64])
{
    struct snapshot map;
    struct store *store = tills->house->desk.store;
    store->ops->map_read(store, tills->show, tills->house->arena, &map, NULL);
    snprintf(key, 64, "{main:%d}:seat:%d", tills->show,
             map.plan->seats[plan_find_seat(map.plan, label)].no);
    return key;
}

/* Saved while a seat was held, restored after it was let go. */
static void one_that_was_restored_from_an_old_file_loses_no_sale(void **state)
{
    struct tills *tills = *state;
    char key[64];
    open_tills(tills, tills_server.address, false);
    house_hold(tills->house, "Stalls-A-1", "Stalls-A-2", NULL);
    free(redis_server_say(&tills_server, "SAVE", NULL));
    desk_hold_release(&tills->house->desk, &tills->house->meta, &tills->house->out.hold->id, NULL,
                      0, END_USER_CANCELLED, &tills->house->out);
    assert_got(tills->house, VERDICT_OK);
    redis_server_kill(&tills_server);
    redis_server_restart(&tills_server);
    char *stale = redis_server_say(&tills_server, "GET", seat_key(tills, "Stalls-A-1", key), NULL);
    assert_non_null(strstr(stale, "\"hold\"")); /* control: the old hold is back in Redis */
    free(stale);
    tills->house->time.mono += 30000;
    assert_selling_goes_on(tills);
    stale = redis_server_say(&tills_server, "GET", seat_key(tills, "Stalls-A-1", key), NULL);
    assert_null(strstr(stale, "\"hold\"")); /* healed by the sale */
    free(stale);
}

static void keys_of_the_wrong_kind_lose_no_sale(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, false);
    char key[64];
    for (int seat = 0; seat < 30; seat++) {
        snprintf(key, sizeof key, "{main:%d}:seat:%d", tills->show, seat);
        free(redis_server_say(&tills_server, "RPUSH", key, "garbage", NULL));
        snprintf(key, sizeof key, "{main:%d}:lock:%d", tills->show, seat);
        free(redis_server_say(&tills_server, "SADD", key, "garbage", NULL));
    }
    assert_selling_goes_on(tills);
    assert_int_equal(speed_of(tills->house).redis.failures, 0);
}

/* A hold that never was, newer than everything: believed for one look at the store. */
static void a_hold_that_never_was_is_healed_by_the_first_who_wants_the_seat(void **state)
{
    struct tills *tills = *state;
    char key[64];
    open_tills(tills, tills_server.address, false);
    free(redis_server_say(&tills_server, "SET", seat_key(tills, "Stalls-A-1", key),
                          "{\"hold\":\"00000000-0000-0000-0000-0000000000ff\",\"version\":77,"
                          "\"expires_at\":4000000000000}",
                          NULL));
    house_hold(tills->house, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_got(tills->house, VERDICT_OK);
    assert_int_equal(speed_of(tills->house).refused_early, 1);
    assert_int_equal(speed_of(tills->house).healed, 1);
    char *entry = redis_server_say(&tills_server, "GET", key, NULL);
    assert_non_null(strstr(entry, "\"holder\":\"anna\""));
    free(entry);
}

static void a_cluster_is_as_good_as_one_server(void **state)
{
    struct tills *tills = *state;
    struct redis_server nodes[REDIS_CLUSTER];
    redis_cluster_start(nodes);
    open_tills(tills, nodes[2].address, false);
    assert_selling_goes_on(tills);
    house_hold(tills->house, "Stalls-B-1", "Stalls-B-2", NULL);
    struct house_layers layers = layers_of(tills);
    assert_true(layers.agree);
    assert_int_equal(layers.registry.seats, 2);
    for (int i = 0; i < REDIS_CLUSTER; i++)
        redis_server_kill(&nodes[i]);
    house_hold(&tills->second, "Stalls-B-3", "Stalls-B-4", NULL);
    assert_got(&tills->second, VERDICT_OK);
    redis_cluster_stop(nodes);
}

/* ---- mending -------------------------------------------------------------------------------- */

static void drift_is_found_and_mended(void **state)
{
    struct tills *tills = *state;
    struct house_drift drift;
    char key[64];
    open_tills(tills, tills_server.address, false);
    struct store *store = tills->house->desk.store;
    house_hold(tills->house, "Stalls-A-1", "Stalls-A-2", NULL);
    house_hold(tills->house, "Stalls-B-1", "Stalls-B-2", NULL);
    free(redis_server_say(&tills_server, "SAVE", NULL));
    desk_hold_release(&tills->house->desk, &tills->house->meta, &tills->house->out.hold->id, NULL,
                      0, END_USER_CANCELLED, &tills->house->out);
    redis_server_kill(&tills_server); /* stale: B-1 and B-2 come back */
    redis_server_restart(&tills_server);
    tills->house->time.mono += 30000;
    house_hold(tills->house, "Stalls-C-3", "Stalls-C-4", NULL);
    snprintf(key, sizeof key, "{main:%d}:hold:", tills->show);
    char id[UUID_TEXT];
    strcat(key, uuid_text(&tills->house->out.hold->id, id));
    free(redis_server_say(&tills_server, "DEL", key, NULL)); /* missing: C-3 and C-4 */
    assert_false(layers_of(tills).agree);
    assert_int_equal(house_store_mend(store, &drift, NULL), RC_OK);
    assert_int_equal(drift.stale, 2);
    assert_int_equal(drift.missing, 2);
    assert_true(layers_of(tills).agree);
    assert_int_equal(house_store_mend(store, &drift, NULL), RC_OK);
    assert_int_equal(drift.stale + drift.missing, 0);
}

/* Whenever till 1 reads how the house stands, till 2 has just done something. */
static struct {
    const struct store_ops *ops;
    struct house_fixture *second;
    int reads;
} rival;

static enum rc list_after_an_act(struct store *store, const struct hold_filter *filter,
                                 struct arena *arena, struct hold **holds, int *count,
                                 struct err *err)
{
    static const char *const seats[] = {"Stalls-A-1", "Stalls-B-1", "Stalls-C-3"};
    if (rival.second && rival.reads < COUNT_OF(seats))
        house_hold(rival.second, seats[rival.reads], NULL);
    rival.reads++;
    return rival.ops->hold_list(store, filter, arena, holds, count, err);
}

static void what_is_done_between_its_two_reads_is_no_drift(void **state)
{
    static struct store_ops ops;
    struct tills *tills = *state;
    struct store *inner = tills->house->desk.store;
    struct house_drift drift;
    rival.ops = inner->ops;
    rival.second = NULL;
    ops = *inner->ops;
    ops.hold_list = list_after_an_act;
    inner->ops = &ops;
    open_tills(tills, tills_server.address, false);
    rival.reads = 0;
    rival.second = &tills->second;
    assert_int_equal(house_store_mend(tills->house->desk.store, &drift, NULL), RC_OK);
    rival.second = NULL;
    assert_int_equal(rival.reads, 2); /* control: the first look found something */
    assert_int_equal(drift.stale + drift.missing, 0);
    assert_int_equal(layers_of(tills).registry.seats, 2);
    assert_true(layers_of(tills).agree);
}

static const char *count_key(const struct tills *tills)
{
    static char key[40];
    snprintf(key, sizeof key, "{main:%d}:count", tills->show);
    return key;
}

static void reconcile_rewrites_what_the_registry_knows(void **state)
{
    struct tills *tills = *state;
    struct house_drift drift;
    open_tills(tills, tills_server.address, false);
    struct store *store = tills->house->desk.store;
    house_hold(tills->house, "Stalls-A-1", "Stalls-A-2", NULL);
    free(redis_server_say(&tills_server, "FLUSHALL", NULL));
    assert_false(layers_of(tills).agree); /* control */
    assert_int_equal(house_store_reconcile(store, NULL, &drift, NULL), RC_OK);
    assert_int_equal(drift.missing, 2);
    assert_true(layers_of(tills).agree);
    char *held = redis_server_say(&tills_server, "HGET", count_key(tills), "held", NULL);
    assert_string_equal(held, "2");
    free(held);
}

/* ---- how full it is ------------------------------------------------------------------------- */

static int32_t held_as_listed(struct house_fixture *till)
{
    struct store *store = till->desk.store;
    struct show *shows;
    struct show_count *counts;
    int count;
    assert_int_equal(
        store->ops->show_list(store, till->time.wall, till->arena, &shows, &counts, &count, NULL),
        RC_OK);
    for (int i = 0; i < count; i++)
        if (strcmp(shows[i].id, HOUSE_SHOW) == 0)
            return counts[i].held;
    return -1;
}

/* The second till serves many; the house is its word against Redis'. */
static void whoever_serves_many_counts_every_ten_seconds(void **state)
{
    struct tills *tills = *state;
    open_tills(tills, tills_server.address, true);
    house_store_keep_maps(tills->second.desk.store);
    assert_int_equal(held_as_listed(&tills->second), 0);
    house_hold(tills->house, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_int_equal(held_as_listed(&tills->second), 2); /* moved by the act */
    free(redis_server_say(&tills_server, "HSET", count_key(tills), "held", "7", NULL));
    assert_int_equal(held_as_listed(&tills->second), 7); /* control: it was not counted */
    assert_int_equal(held_as_listed(tills->house), 2);   /* tills count each time */
    tills->house->time.mono += 10000;
    assert_int_equal(held_as_listed(&tills->second), 2);
    free(redis_server_say(&tills_server, "DEL", count_key(tills), NULL));
    assert_int_equal(held_as_listed(&tills->second), 2);
}

static void nobody_to_mend_with_is_said(void **state)
{
    struct tills *tills = *state;
    struct house_drift drift;
    struct err err;
    open_tills(tills, "unix:/nonexistent/redis.sock", false);
    assert_int_equal(house_store_mend(tills->house->desk.store, &drift, &err), RC_TRANSIENT);
    assert_int_equal(house_store_reconcile(tills->house->desk.store, NULL, &drift, &err),
                     RC_TRANSIENT);
}

int main(void)
{
#define PROMISE(name) cmocka_unit_test_setup_teardown(name, tills_setup, tills_teardown)
    const struct CMUnitTest tests[] = {
        PROMISE(a_good_server_knows_who_holds_what),
        PROMISE(who_comes_too_late_is_refused_without_asking_the_store),
        PROMISE(the_same_act_is_refused_early_only_once),
        PROMISE(a_sweep_is_told_to_the_registry),
        PROMISE(one_that_says_ok_to_everything_costs_only_speed),
        PROMISE(one_that_talks_nonsense_costs_only_speed),
        PROMISE(one_that_grants_every_lock_gives_nobody_a_seat_twice),
        PROMISE(one_that_says_held_loses_no_sale),
        PROMISE(one_that_says_busy_loses_no_sale),
        PROMISE(one_that_is_not_there_costs_only_speed),
        PROMISE(one_that_is_frozen_costs_five_waits_and_is_found_again),
        PROMISE(one_that_lost_everything_costs_only_speed),
        PROMISE(one_that_was_restored_from_an_old_file_loses_no_sale),
        PROMISE(keys_of_the_wrong_kind_lose_no_sale),
        PROMISE(a_hold_that_never_was_is_healed_by_the_first_who_wants_the_seat),
        PROMISE(a_cluster_is_as_good_as_one_server),
        PROMISE(drift_is_found_and_mended),
        PROMISE(what_is_done_between_its_two_reads_is_no_drift),
        PROMISE(reconcile_rewrites_what_the_registry_knows),
        PROMISE(whoever_serves_many_counts_every_ten_seconds),
        PROMISE(nobody_to_mend_with_is_said),
    };
    if (!redis_server_here())
        return 0;
    return cmocka_run_group_tests(tests, tills_start_server, tills_stop_server);
}
