/*
 * How often a till goes to PostgreSQL and back. A line of a millisecond is waited for once each
 * time, so the acts that everybody does all day are counted here, on the wire.
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "src/adapter/house_parts.h"
#include "src/adapter/pg.h"
#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "tests/contract/contract.h"
#include "tests/lib/cutter.h"
#include "tests/lib/fast_house.h"

static struct cutter line;

/* Whole maps that are read in PostgreSQL from now on. */
static int maps_read;

static enum rc count_map(struct store *store, int32_t show, struct arena *arena,
                         struct snapshot *snapshot, struct err *err)
{
    maps_read++;
    return pg_map_read(store, show, arena, snapshot, err);
}

static void count_maps(struct store *store)
{
    static struct store_ops counting;
    struct store *inner = house_of(store)->inner;
    counting = *inner->ops;
    counting.map_read = count_map;
    inner->ops = &counting;
    maps_read = 0;
}

const struct store_factory the_store = {"house, counted", true, fast_house_make, fast_house_open};

/* ---- a till whose map is fresh -------------------------------------------------------------- */

static void look(struct contract *c)
{
    struct fresh_seat *seats;
    int64_t last = 0;
    int count;
    assert_int_equal(c->store->ops->seats_since(c->store, c->show_no, 0, 100, c->arena, &seats,
                                                &count, &last, &c->err),
                     RC_OK);
}

static void follow(struct contract *c)
{
    struct pollfd reader = {.fd = c->store->ops->watch_fd(c->store), .events = POLLIN};
    look(c);
    for (int i = 0; i < 1000 && !house_store_speed(c->store).feed_alive; i++) {
        poll(&reader, 1, 20);
        look(c);
    }
    assert_true(house_store_speed(c->store).feed_alive);
}

static struct desk desk_of(struct contract *c)
{
    return (struct desk){.store = c->store,
                         .crypt = sodium_crypt(),
                         .clock = c->clock,
                         .ids = {.rng = rng_system()}};
}

/* As a console asks: under a key it has just made. */
static struct act_meta meta_of(struct contract *c)
{
    return (struct act_meta){.arena = c->arena,
                             .actor = {.name = "anna", .till = "till-1", .role = ROLE_CLERK},
                             .key = new_id(c),
                             .first_sent = true};
}

static struct outcome hold_at(struct desk *desk, const struct act_meta *meta, const char *label)
{
    struct outcome out;
    const struct desk_hold wish = {
        .show = "hamlet", .labels = &label, .count = 1, .channel = CHANNEL_COUNTER};
    desk_hold_new(desk, meta, &wish, &out);
    return out;
}

static struct outcome hold_under(struct contract *c, const struct act_meta *meta, const char *label)
{
    struct desk desk = desk_of(c);
    return hold_at(&desk, meta, label);
}

static struct outcome hold(struct contract *c, const char *label)
{
    const struct act_meta meta = meta_of(c);
    return hold_under(c, &meta, label);
}

static struct outcome hold_best(struct contract *c)
{
    struct outcome out;
    struct desk desk = desk_of(c);
    const struct act_meta meta = meta_of(c);
    const struct best_request wish = {
        .count = 2, .class_no = 0, .section = -1, .channel = CHANNEL_COUNTER};
    desk_hold_best(&desk, &meta, "hamlet", &wish, NULL, &out);
    return out;
}

static int trips_since(int *before)
{
    int now = atomic_load(&line.orders->trips), trips = now - *before;
    *before = now;
    return trips;
}

/* The first act prepares its statement. */
static int ready(struct contract *c)
{
    int before = 0;
    follow(c);
    assert_int_equal(hold(c, "Stalls-B-1").verdict, VERDICT_OK);
    (void)trips_since(&before);
    return before;
}

static void a_hold_from_a_fresh_map_is_one_trip(void **state)
{
    struct contract *c = *state;
    int trips = ready(c);
    assert_int_equal(hold(c, "Stalls-A-1").verdict, VERDICT_OK);
    assert_int_equal(trips_since(&trips), 1);
    assert_int_equal(hold_best(c).verdict, VERDICT_OK);
    assert_int_equal(trips_since(&trips), 1);
}

/* As the service does: it reads maps and follows no screen, so nothing asks for what changed. */
static void the_best_seats_from_a_map_that_is_only_read_are_one_trip(void **state)
{
    struct contract *c = *state;
    struct snapshot map;
    struct pollfd reader = {.fd = c->store->ops->watch_fd(c->store), .events = POLLIN};
    house_store_keep_maps(c->store);
    for (int i = 0; i < 1000 && !house_store_speed(c->store).feed_alive; i++) {
        assert_int_equal(c->store->ops->map_read(c->store, c->show_no, c->arena, &map, &c->err),
                         RC_OK);
        poll(&reader, 1, 20);
    }
    assert_true(house_store_speed(c->store).feed_alive);
    assert_int_equal(hold_best(c).verdict, VERDICT_OK); /* what the feed may have missed, once */
    int trips = atomic_load(&line.orders->trips);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hold_best(c).verdict, VERDICT_OK);
        assert_int_equal(trips_since(&trips), 1);
    }
}

/* A key that may have been sent before is asked for first. */
static void a_key_that_may_be_known_costs_one_trip_more(void **state)
{
    struct contract *c = *state;
    (void)ready(c);
    struct act_meta meta = meta_of(c);
    int trips = atomic_load(&line.orders->trips);
    assert_int_equal(hold_under(c, &meta, "Stalls-A-1").verdict, VERDICT_OK);
    assert_int_equal(trips_since(&trips), 1);
    meta.first_sent = false;
    struct outcome again = hold_under(c, &meta, "Stalls-A-1");
    assert_int_equal(again.verdict, VERDICT_OK);
    assert_true(again.replay);
}

/* The map is seconds old and says the show is open. */
static void nobody_sells_a_closed_show_from_a_fresh_map(void **state)
{
    struct contract *c = *state;
    struct store *other;
    (void)ready(c);
    assert_int_equal(fast_house_open(c->dir, &c->clock, &other, &c->err), RC_OK);
    struct desk office = desk_of(c);
    struct outcome out;
    office.store = other;
    const struct act_meta ruth = {
        .arena = c->arena, .actor = {.name = "ruth", .till = "office", .role = ROLE_MANAGER}};
    desk_show_status(&office, &ruth, "hamlet", SHOW_CLOSED, &out);
    assert_int_equal(out.verdict, VERDICT_OK);
    assert_int_equal(hold(c, "Stalls-A-1").verdict, VERDICT_SHOW_NOT_OPEN);
    assert_int_equal(hold_best(c).verdict, VERDICT_SHOW_NOT_OPEN);
    store_close(&other);
}

/* However many want it: what the house has said a moment ago needs not be asked again. */
static void a_hundred_refusals_ask_the_house_once(void **state)
{
    enum { REFUSALS = 100, ASKED_ONCE = 12 };
    struct contract *c = *state;
    int trips = ready(c);
    struct desk desk = desk_of(c), other = desk;
    struct act_meta mark = meta_of(c);
    strcpy(mark.actor.name, "mark");
    assert_int_equal(fast_house_open(c->dir, &c->clock, &other.store, &c->err), RC_OK);
    assert_int_equal(hold_at(&other, &mark, "Stalls-A-1").verdict, VERDICT_OK);
    store_close(&other.store);
    for (int second = 0; second < 3; second++) {
        (void)trips_since(&trips);
        for (int i = 0; i < REFUSALS; i++) {
            const struct act_meta anna = meta_of(c);
            assert_int_equal(hold_at(&desk, &anna, "Stalls-A-1").verdict, VERDICT_SEAT_TAKEN);
        }
        assert_true(trips_since(&trips) <= ASKED_ONCE);
        c->time.mono += 1100;
    }
}

static struct seat_state seat_of(struct contract *c, const char *label)
{
    struct snapshot map;
    assert_int_equal(c->store->ops->map_read(c->store, c->show_no, c->arena, &map, &c->err), RC_OK);
    return map.state[plan_find_seat(map.plan, label)];
}

/* What somebody did in between is in the log. */
static void a_map_that_was_opened_is_followed_without_reading_it_again(void **state)
{
    struct contract *c = *state;
    struct act_meta mark = meta_of(c);
    struct desk desk = desk_of(c);
    count_maps(c->store);
    assert_int_equal(seat_of(c, "Stalls-A-1").status, SEAT_AVAILABLE);
    assert_int_equal(maps_read, 1);
    assert_int_equal(fast_house_open(c->dir, &c->clock, &desk.store, &c->err), RC_OK);
    strcpy(mark.actor.name, "mark");
    assert_int_equal(hold_at(&desk, &mark, "Stalls-A-1").verdict, VERDICT_OK);
    store_close(&desk.store);
    follow(c);
    assert_int_equal(seat_of(c, "Stalls-A-1").status, SEAT_HELD);
    assert_int_equal(maps_read, 1);
}

/* ---- reads ---------------------------------------------------------------------------------- */

static PGconn *superuser(void)
{
    char url[PG_URL];
    return pg_server_connect(pg_server_url(fast_house_database, NULL, NULL, url));
}

static void do_as_superuser(const char *sql)
{
    PGconn *root = superuser();
    pg_server_do(root, sql);
    PQfinish(root);
}

/* Asked of PostgreSQL; the first time it prepares, too. */
static enum rc read_show(struct contract *c)
{
    struct show show;
    bool found;
    enum rc rc = c->store->ops->show_find(c->store, "hamlet", c->arena, &show, &found, &c->err);
    if (!rc) {
        assert_true(found);
        assert_int_equal(show.price_count, 2);
    }
    return rc;
}

static int holds_read(struct contract *c)
{
    const struct hold_filter all = {.show = c->show_no};
    struct hold *holds;
    int count = 0;
    if (c->store->ops->hold_list(c->store, &all, c->arena, &holds, &count, &c->err))
        fail_msg("%s", c->err.text);
    for (int i = 0; i < count; i++)
        assert_int_equal(holds[i].seat_count, 1);
    return count;
}

static void a_show_with_its_prices_is_one_trip_even_the_first_time(void **state)
{
    struct contract *c = *state;
    int trips = atomic_load(&line.orders->trips);
    assert_int_equal(read_show(c), RC_OK);
    assert_int_equal(trips_since(&trips), 1);
    assert_int_equal(read_show(c), RC_OK);
    assert_int_equal(trips_since(&trips), 1);
}

static void so_is_a_hold_with_its_seats(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    int trips = atomic_load(&line.orders->trips);
    hold = read_hold(c, hold.id);
    assert_int_equal(hold.seat_count, 2);
    assert_string_equal(hold.seats[1].label, "Stalls-A-2");
    assert_int_equal(trips_since(&trips), 1);
}

static void so_is_a_sale_with_its_tickets_and_payments(void **state)
{
    struct contract *c = *state;
    struct uuid none = {{0}};
    struct sale sale = sell(c, take(c, "Stalls-A-1", "Stalls-A-2", NULL).id, none);
    int trips = atomic_load(&line.orders->trips);
    sale = read_sale(c, sale.id);
    assert_int_equal(sale.ticket_count, 2);
    assert_int_equal(sale.payment_count, 1);
    assert_int_equal(trips_since(&trips), 1);
}

/* The request, too, is more than a line takes at once. */
static void twenty_thousand_holds_are_two_trips(void **state)
{
    struct contract *c = *state;
    enum { HOLDS = 20000 };
    char sql[600];
    take(c, "Stalls-A-1", NULL, NULL);
    (void)holds_read(c);
    snprintf(sql, sizeof sql,
             "INSERT INTO loge.hold SELECT house, gen_random_uuid(), show_no, 4, 2, 0, 'anna',"
             " 'till-1', '', 1, 2, 2, 3, 0, NULL, 2 FROM loge.hold, generate_series(2, %d);"
             "INSERT INTO loge.claim SELECT house, id, 0, show_no, false FROM loge.hold"
             " WHERE status = 4; ANALYZE loge.hold, loge.claim",
             HOLDS);
    do_as_superuser(sql);
    int trips = atomic_load(&line.orders->trips);
    assert_int_equal(holds_read(c), HOLDS);
    /* The names of so many holds may be on their way still when the server says that it is there.
     */
    assert_true(trips_since(&trips) <= 2 + 1);
}

static void all_shows_with_prices_and_counts_are_two_trips(void **state)
{
    struct contract *c = *state;
    struct show *shows;
    struct show_count *counts;
    int count, trips = 0;
    do_as_superuser("INSERT INTO loge.show SELECT house, no + n, id || n, title, hall_no, currency,"
                    " status, starts_at + n, hold_ttl_ms, extend_ms, ceiling_ms, gap_rule,"
                    " one_hold, fee, tax_bp, version FROM loge.show, generate_series(1, 15) AS n");
    for (int again = 0; again < 2; again++) {
        (void)trips_since(&trips);
        assert_int_equal(c->store->ops->show_list(c->store, c->time.wall, c->arena, &shows, &counts,
                                                  &count, &c->err),
                         RC_OK);
        assert_int_equal(trips_since(&trips), 2);
    }
    assert_int_equal(count, 16);
    assert_int_equal(counts[0].available, CONTRACT_SEATS - 1);
    assert_int_equal(counts[0].blocked, 1);
    assert_int_equal(shows[15].price_count, 2);
}

/* One statement of several fails: nothing is made of what came behind it, and the line goes on. */
static void a_flight_that_fails_leaves_a_line_that_works(void **state)
{
    struct contract *c = *state;
    do_as_superuser("ALTER TABLE loge.price RENAME TO cost");
    assert_int_equal(read_show(c), RC_CORRUPT);
    assert_int_equal(read_show(c), RC_CORRUPT);
    do_as_superuser("ALTER TABLE loge.cost RENAME TO price");
    assert_int_equal(read_show(c), RC_OK);
    take(c, "Stalls-A-1", NULL, NULL);
}

/* It only reads: whoever was cut off asks again, on a new line. */
static void a_flight_whose_answer_is_cut_is_flown_again(void **state)
{
    struct contract *c = *state;
    int fired = atomic_load(&line.orders->fired);
    assert_int_equal(read_show(c), RC_OK);
    atomic_store(&line.orders->least, 100);
    cutter_order(&line, CUT_ANSWER, 60);
    assert_int_equal(read_show(c), RC_OK);
    assert_int_equal(atomic_load(&line.orders->fired), fired + 1);
}

static int over_the_line(void **state)
{
    pg_server_start();
    char target[32];
    snprintf(target, sizeof target, "127.0.0.1:%d", pg_server_port());
    cutter_start(&line, target);
    pg_server_send_people_to(line.port);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TEST(a_hold_from_a_fresh_map_is_one_trip),
        CONTRACT_TEST(the_best_seats_from_a_map_that_is_only_read_are_one_trip),
        CONTRACT_TEST(a_key_that_may_be_known_costs_one_trip_more),
        CONTRACT_TEST(nobody_sells_a_closed_show_from_a_fresh_map),
        CONTRACT_TEST(a_hundred_refusals_ask_the_house_once),
        CONTRACT_TEST(a_map_that_was_opened_is_followed_without_reading_it_again),
        CONTRACT_TEST(a_show_with_its_prices_is_one_trip_even_the_first_time),
        CONTRACT_TEST(so_is_a_hold_with_its_seats),
        CONTRACT_TEST(so_is_a_sale_with_its_tickets_and_payments),
        CONTRACT_TEST(twenty_thousand_holds_are_two_trips),
        CONTRACT_TEST(all_shows_with_prices_and_counts_are_two_trips),
        CONTRACT_TEST(a_flight_that_fails_leaves_a_line_that_works),
        CONTRACT_TEST(a_flight_whose_answer_is_cut_is_flown_again),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    redis_server_start(&fast_house_redis);
    int failed = cmocka_run_group_tests(tests, over_the_line, NULL);
    cutter_stop(&line);
    redis_server_stop(&fast_house_redis);
    return failed;
}
