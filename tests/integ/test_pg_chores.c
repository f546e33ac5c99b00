/* Background work on PostgreSQL: rows of workers, holds that end, turns at a line, and history. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "src/engine/chores.h"
#include "src/engine/counter.h"
#include "tests/lib/pg_tills.h"

static const struct actor service = {.name = "serve", .till = "serve", .role = ROLE_SERVICE};

static struct store *keeper(struct pg_shop *shop, const struct chores_ops **ops)
{
    return shop->house.desk.store->ops->chores(shop->house.desk.store, ops);
}

static struct worker_row *rows(struct pg_shop *shop, int *count)
{
    const struct chores_ops *ops;
    struct worker_row *row;
    struct err err;
    struct store *store = keeper(shop, &ops);
    assert_int_equal(ops->workers(store, shop->house.arena, &row, count, &err), RC_OK);
    return row;
}

static enum rc nothing(void *ctx, struct chore_step *step, struct err *err)
{
    return RC_OK;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static void a_worker_has_a_row_while_it_lives(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = {.name = "idle", .step = nothing};
    struct chore_run run;
    int count;
    chore_start(&run, &chore, &shop->house.desk, &service);
    chore_turn(&run);
    const struct worker_row *row = rows(shop, &count);
    assert_int_equal(count, 1);
    assert_string_equal(row->worker, "idle");
    assert_int_equal(row->age_ms, 0);
    chore_end(&run);
    rows(shop, &count);
    assert_int_equal(count, 0);
}

static void one_that_died_is_seen_by_its_age_and_forgotten_after_a_day(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = {.name = "idle", .step = nothing};
    struct chore_run dead, alive;
    int count;
    chore_start(&dead, &chore, &shop->house.desk, &service);
    chore_turn(&dead);
    pg_shop_pass(shop, 90000);
    assert_int_equal(rows(shop, &count)->age_ms, 90000);
    pg_shop_pass(shop, 24 * 3600 * 1000);
    chore_start(&alive, &chore, &shop->house.desk, &service);
    chore_turn(&alive);
    rows(shop, &count);
    assert_int_equal(count, 1);
    chore_end(&alive);
    arena_free(&dead.arena);
}

static void a_clerk_is_no_worker(void **state)
{
    struct pg_shop *shop = *state;
    char url[PG_URL];
    PGconn *anna = pg_server_connect(pg_server_url(shop->database, shop->anna, PG_PASSWORD, url));
    pg_server_refuses(anna, "SELECT loge.beat('reaper', 'x', 0, 0, 0, 0, '', true)", "42501");
    pg_server_refuses(anna, "SELECT * FROM loge.wait_turns('x', 1000)", "42501");
    pg_server_refuses(anna, "SELECT loge.count_occupancy()", "42501");
    PQfinish(anna);
}

/* ---- the reaper ----------------------------------------------------------------------------- */

static int64_t reap(struct pg_shop *shop, struct chore_run *run, int64_t pass_ms)
{
    pg_shop_pass(shop, pass_ms);
    return chore_turn(run);
}

static void a_hold_is_released_when_it_is_over_and_not_before(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = chore_reaper();
    struct chore_run run;
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    int64_t left = shop->house.out.hold->expires_at - clock_wall(&shop->house.desk.clock);
    chore_start(&run, &chore, &shop->house.desk, &service);
    int64_t nap = reap(shop, &run, left - 300);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "held");
    assert_int_equal(nap, 300); /* it wakes for this one */
    reap(shop, &run, nap);
    assert_int_equal(pg_server_count(shop->root, "SELECT count(*) FROM loge.show_seat AS t"
                                                 " JOIN loge.hold AS h ON h.house = t.house"
                                                 " AND h.id = t.holder WHERE h.holder = 'anna'"
                                                 " AND t.status = 1"),
                     0);
    assert_int_equal(run.row.done, 1);
    chore_end(&run);
}

static void it_never_sleeps_past_a_hold_made_meanwhile(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = chore_reaper();
    struct chore_run run;
    chore_start(&run, &chore, &shop->house.desk, &service);
    assert_in_range(reap(shop, &run, 0), 0, 5000);
    chore_end(&run);
}

/* ---- whose turn it is ----------------------------------------------------------------------- */

static void wait_for_seats(struct pg_shop *shop)
{
    const struct waiter waiter = {
        .name = "Ida", .email = "ida@example.org", .party = 2, .class_no = -1};
    desk_wait_join(&shop->house.desk, &shop->house.meta, HOUSE_SHOW, &waiter, NULL,
                   &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

static int turns(struct pg_shop *shop, const char *instance)
{
    const struct chores_ops *ops;
    struct wait_turn *turn;
    struct err err;
    int count;
    struct store *store = keeper(shop, &ops);
    assert_int_equal(ops->wait_turns(store, instance, 5000, shop->house.arena, &turn, &count, &err),
                     RC_OK);
    return count;
}

static void a_line_is_served_by_one_instance_at_a_time(void **state)
{
    struct pg_shop *shop = *state;
    assert_int_equal(turns(shop, "a"), 0);
    wait_for_seats(shop);
    assert_int_equal(turns(shop, "a"), 1);
    assert_int_equal(turns(shop, "b"), 0);
    assert_int_equal(turns(shop, "a"), 1); /* it keeps it */
}

static void an_instance_that_died_loses_its_turn(void **state)
{
    struct pg_shop *shop = *state;
    wait_for_seats(shop);
    assert_int_equal(turns(shop, "a"), 1);
    pg_shop_pass(shop, 5000);
    assert_int_equal(turns(shop, "b"), 1);
    assert_int_equal(turns(shop, "a"), 0);
}

static void a_rule_of_a_show_is_what_a_manager_said(void **state)
{
    struct pg_shop *shop = *state;
    const struct chores_ops *ops;
    struct wait_rule rule = {.sells = true, .offer_ms = 120000};
    char ruth[PG_LOGIN_TEXT], url[PG_URL];
    struct store *manager;
    struct err err;
    pg_house_person(shop->database, "ruth", ROLE_MANAGER, ruth);
    pg_server_url(shop->database, ruth, PG_PASSWORD, url);
    assert_int_equal(
        pg_store_open(url, shop->house.desk.crypt, &shop->house.desk.clock, &manager, &err), RC_OK);
    struct store *store = manager->ops->chores(manager, &ops);
    assert_int_equal(ops->wait_rule_put(store, 1, &rule, &err), RC_OK);
    rule = (struct wait_rule){0};
    assert_int_equal(ops->wait_rule(store, 1, &rule, &err), RC_OK);
    assert_true(rule.sells);
    assert_int_equal(rule.offer_ms, 120000);
    store_close(&manager);
}

/* ---- the waiting list ----------------------------------------------------------------------- */

static void wait_as(struct pg_shop *shop, const char *name, int party)
{
    struct waiter waiter = {.email = "somebody@example.org", .party = party, .class_no = -1};
    snprintf(waiter.name, sizeof waiter.name, "%s", name);
    pg_shop_pass(shop, 1000);
    desk_wait_join(&shop->house.desk, &shop->house.meta, HOUSE_SHOW, &waiter, NULL,
                   &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

static const char *status_of(struct pg_shop *shop, const char *name, char out[16])
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "SELECT status FROM loge.waitlist WHERE name = '%s' ORDER BY house DESC LIMIT 1",
             name);
    return pg_server_ask(shop->root, sql, out, 16);
}

static void serve_once(struct pg_shop *shop, struct chore_run *run)
{
    run->due = 0;
    chore_turn(run);
    assert_string_equal(run->row.fault, "");
}

/* All but the first so many seats of the hall are blocked. */
static void leave_free(struct pg_shop *shop, int seats)
{
    static const char *const labels[] = {
        "Stalls-A-1", "Stalls-A-2", "Stalls-A-3", "Stalls-A-4", "Stalls-A-5",
        "Stalls-A-6", "Stalls-A-7", "Stalls-A-8", "Stalls-B-1", "Stalls-B-2",
        "Stalls-B-3", "Stalls-B-4", "Stalls-B-5", "Stalls-B-6", "Stalls-B-7",
        "Stalls-B-8", "Stalls-C-1", "Stalls-C-2", "Stalls-C-3", "Stalls-C-4",
        "Stalls-C-5", "Stalls-C-6", "Stalls-C-7", "Stalls-C-8", "Stalls-C-9"};
    house_become(&shop->house, "mark", ROLE_SUPERVISOR);
    house_reason(&shop->house, "test");
    desk_seats_block(&shop->house.desk, &shop->house.meta, HOUSE_SHOW, labels + seats,
                     COUNT_OF(labels) - seats, 0, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

static void open_again(struct pg_shop *shop, const char *first, const char *second)
{
    const char *const labels[] = {first, second};
    desk_seats_unblock(&shop->house.desk, &shop->house.meta, HOUSE_SHOW, labels, 2,
                       &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

static void free_seats_go_to_whoever_came_first_and_fits(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = chore_waiting();
    struct chore_run run;
    char status[16];
    wait_as(shop, "Ida", 4);
    wait_as(shop, "Jan", 2);
    wait_as(shop, "Kim", 2);
    leave_free(shop, 2);
    chore_start(&run, &chore, &shop->house.desk, &service);
    serve_once(shop, &run);
    assert_string_equal(status_of(shop, "Ida", status), "0"); /* keeps the place in line */
    assert_string_equal(status_of(shop, "Jan", status), "1");
    assert_string_equal(status_of(shop, "Kim", status), "0");
    open_again(shop, "Stalls-A-3", "Stalls-A-4");
    serve_once(shop, &run);
    assert_string_equal(status_of(shop, "Kim", status), "1");
    assert_int_equal(run.row.done, 2);
    chore_end(&run);
}

static void an_offer_lasts_as_long_as_the_show_says_and_goes_to_the_next(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = chore_waiting();
    struct chore_run run;
    char status[16];
    wait_as(shop, "Ida", 2);
    wait_as(shop, "Jan", 2);
    leave_free(shop, 2);
    chore_start(&run, &chore, &shop->house.desk, &service);
    serve_once(shop, &run);
    pg_server_do(shop->root, "UPDATE loge.wait_rule SET offer_ms = 60000");
    assert_string_equal(status_of(shop, "Ida", status), "1");
    pg_shop_pass(shop, 900000); /* the show's own time for a hold: the rule came later */
    serve_once(shop, &run);
    assert_string_equal(status_of(shop, "Ida", status), "3");
    assert_string_equal(status_of(shop, "Jan", status), "1");
    pg_shop_pass(shop, 60000);
    serve_once(shop, &run);
    assert_string_equal(status_of(shop, "Jan", status), "3");
    chore_end(&run);
}

static void a_show_can_sell_to_whoever_is_next(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = chore_waiting();
    struct chore_run run;
    char status[16];
    wait_as(shop, "Ida", 2);
    pg_server_do(shop->root, "INSERT INTO loge.wait_rule (house, show_no, sells)"
                             " SELECT max(house), 1, true FROM loge.house");
    chore_start(&run, &chore, &shop->house.desk, &service);
    serve_once(shop, &run);
    assert_string_equal(status_of(shop, "Ida", status), "2");
    assert_int_equal(pg_server_count(shop->root, "SELECT count(*) FROM loge.sale WHERE status = 1"
                                                 " AND name = 'Ida' AND house ="
                                                 " (SELECT max(house) FROM loge.house)"),
                     1);
    chore_end(&run);
}

/* A second show, with one who waits for it. */
static void add_show(struct pg_shop *shop)
{
    struct house_fixture *house = &shop->house;
    const struct waiter waiter = {
        .name = "Leo", .email = "leo@example.org", .party = 2, .class_no = -1};
    const struct show show = house_show("macbeth");
    house_become(house, "ruth", ROLE_MANAGER);
    desk_show_add(&house->desk, &house->meta, &show, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    desk_show_status(&house->desk, &house->meta, "macbeth", SHOW_OPEN, &house->out);
    desk_wait_join(&house->desk, &house->meta, "macbeth", &waiter, NULL, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
}

/* No show allows a hold of a millisecond; shows are served in the order of their numbers. */
static void a_show_that_refuses_keeps_no_other_show_waiting(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = chore_waiting();
    struct chore_run run;
    char status[16];
    wait_as(shop, "Ida", 2);
    add_show(shop);
    pg_server_do(shop->root, "INSERT INTO loge.wait_rule (house, show_no, offer_ms)"
                             " SELECT max(house), 1, 1 FROM loge.house");
    chore_start(&run, &chore, &shop->house.desk, &service);
    chore_turn(&run);
    assert_string_equal(status_of(shop, "Ida", status), "0");
    assert_string_equal(status_of(shop, "Leo", status), "1");
    assert_non_null(strstr(run.row.fault, "hamlet: "));
    assert_int_equal(run.row.failures, 0);
    assert_in_range(run.due - clock_mono(&shop->house.desk.clock), 1, 2000);
    chore_end(&run);
}

/* An offer is the service's hold, and a clerk lets nobody else's hold go; but this he does. */
static void whoever_leaves_lets_go_of_what_the_service_offered(void **state)
{
    struct pg_shop *shop = *state;
    struct house_fixture *house = &shop->house;
    char url[PG_URL];
    struct store *clerk;
    struct err err;
    wait_as(shop, "Ida", 2);
    struct uuid id = house->out.waiter->id;
    house_become(house, "ruth", ROLE_MANAGER);
    desk_wait_serve(&house->desk, &house->meta, HOUSE_SHOW, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    const char *label = house->out.hold->seats[0].label;
    pg_server_url(shop->database, shop->anna, PG_PASSWORD, url);
    assert_int_equal(pg_store_open(url, house->desk.crypt, &house->desk.clock, &clerk, &err),
                     RC_OK);
    struct desk desk = house->desk;
    pg_till_act_at(shop->database, clerk, house->meta.actor.till);
    desk.store = clerk;
    house_become(house, "anna", ROLE_CLERK);
    desk_wait_leave(&desk, &house->meta, &id, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    assert_string_equal(house_status(house, label), "available");
    store_close(&clerk);
}

static void two_instances_offer_nothing_twice(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = chore_waiting();
    struct chore_run run, other;
    wait_as(shop, "Ida", 2);
    wait_as(shop, "Jan", 2);
    chore_start(&run, &chore, &shop->house.desk, &service);
    chore_start(&other, &chore, &shop->house.desk, &service);
    serve_once(shop, &run);
    serve_once(shop, &other);
    assert_int_equal(run.row.done, 2);
    assert_int_equal(other.row.done, 0);
    chore_end(&run);
    chore_end(&other);
}

/* ---- history -------------------------------------------------------------------------------- */

static int history(struct pg_shop *shop, int most, struct occupancy_point **points)
{
    const struct occupancy_span all = {.most = most};
    const struct chores_ops *ops;
    struct err err;
    int count;
    struct store *store = keeper(shop, &ops);
    assert_int_equal(ops->occupancy(store, 1, &all, shop->house.arena, points, &count, &err),
                     RC_OK);
    return count;
}

static void how_full_a_show_is_is_noted_once_a_minute(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = chore_occupancy();
    struct occupancy_point *points;
    struct chore_run run, other;
    chore_start(&run, &chore, &shop->house.desk, &service);
    chore_start(&other, &chore, &shop->house.desk, &service);
    chore_turn(&run);
    chore_turn(&other); /* it was done already */
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(&shop->house);
    pg_shop_pass(shop, 60000);
    chore_turn(&run);
    assert_int_equal(history(shop, 0, &points), 2);
    assert_int_equal(points[1].at - points[0].at, 60000);
    assert_int_equal(points[0].seats[SEAT_SOLD], 0);
    assert_int_equal(points[0].seats[SEAT_AVAILABLE], 25);
    assert_int_equal(points[1].seats[SEAT_SOLD], 2);
    assert_int_equal(points[1].seats[SEAT_AVAILABLE], 23);
    pg_shop_pass(shop, 60000);
    chore_turn(&run);
    assert_int_equal(history(shop, 1, &points), 1); /* the newest stands for the others */
    assert_int_equal(points[0].seats[SEAT_SOLD], 2);
    assert_int_equal(history(shop, 100, &points), 3);
    chore_end(&run);
    chore_end(&other);
}

/* ---- at the console ------------------------------------------------------------------------- */

static void ask_counter(struct pg_shop *shop, enum role role, struct cmd *cmd, struct evt *evt)
{
    struct counter counter;
    cmd->id = 1;
    cmd->deadline = INT64_MAX;
    cmd->meta = (struct act_meta){.arena = arena_new(), .actor = {"mark", "till-1", role}};
    counter_init(&counter, &shop->house.desk);
    counter_serve(&counter, cmd, evt);
    counter_close(&counter);
}

static void a_supervisor_is_told_who_works_and_a_clerk_is_not(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = {.name = "idle", .step = nothing};
    struct cmd cmd = {.kind = CMD_WORKERS};
    struct chore_run run;
    struct evt evt;
    chore_start(&run, &chore, &shop->house.desk, &service);
    chore_turn(&run);
    ask_counter(shop, ROLE_SUPERVISOR, &cmd, &evt);
    assert_true(evt.u.workers.wanted);
    assert_int_equal(evt.u.workers.count, 1);
    assert_string_equal(evt.u.workers.at[0].worker, "idle");
    arena_free(&evt.arena);
    ask_counter(shop, ROLE_CLERK, &cmd, &evt);
    assert_false(evt.u.workers.wanted);
    assert_int_equal(evt.u.workers.count, 0);
    arena_free(&evt.arena);
    chore_end(&run);
}

static void a_supervisor_is_told_how_full_a_show_became_and_a_clerk_is_not(void **state)
{
    struct pg_shop *shop = *state;
    const struct chore chore = chore_occupancy();
    struct cmd cmd = {.kind = CMD_HISTORY, .u.history.show = HOUSE_SHOW};
    struct chore_run run;
    struct evt evt;
    chore_start(&run, &chore, &shop->house.desk, &service);
    chore_turn(&run);
    ask_counter(shop, ROLE_SUPERVISOR, &cmd, &evt);
    assert_int_equal(evt.u.history.count, 1);
    assert_int_equal(evt.u.history.at[0].seats[SEAT_AVAILABLE], 25);
    arena_free(&evt.arena);
    ask_counter(shop, ROLE_CLERK, &cmd, &evt);
    assert_int_equal(evt.outcome.verdict, VERDICT_NOT_ALLOWED);
    arena_free(&evt.arena);
    chore_end(&run);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_worker_has_a_row_while_it_lives),
        CASE(one_that_died_is_seen_by_its_age_and_forgotten_after_a_day),
        CASE(a_clerk_is_no_worker),
        CASE(a_hold_is_released_when_it_is_over_and_not_before),
        CASE(it_never_sleeps_past_a_hold_made_meanwhile),
        CASE(a_line_is_served_by_one_instance_at_a_time),
        CASE(an_instance_that_died_loses_its_turn),
        CASE(a_rule_of_a_show_is_what_a_manager_said),
        CASE(free_seats_go_to_whoever_came_first_and_fits),
        CASE(an_offer_lasts_as_long_as_the_show_says_and_goes_to_the_next),
        CASE(a_show_can_sell_to_whoever_is_next),
        CASE(a_show_that_refuses_keeps_no_other_show_waiting),
        CASE(whoever_leaves_lets_go_of_what_the_service_offered),
        CASE(two_instances_offer_nothing_twice),
        CASE(how_full_a_show_is_is_noted_once_a_minute),
        CASE(a_supervisor_is_told_who_works_and_a_clerk_is_not),
        CASE(a_supervisor_is_told_how_full_a_show_became_and_a_clerk_is_not),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
