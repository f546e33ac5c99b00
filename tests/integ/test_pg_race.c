/*
 * Many tills at once: 64 processes, one seat, one winner; then groups of seats in any order, which
 * must neither tear nor deadlock. Each process has a login and a connection of its own.
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/adapter/sodium_crypt.h"
#include "tests/contract/contract.h"
#include "tests/lib/first_take.h"
#include "tests/lib/pg_house.h"

enum { TILLS = 64, ROUNDS = 10, GROUP = 3, PATIENCE_MS = 60000, ASK_AGAIN_MS = 10 };

struct tally {
    int won, stale, busy, other;
};

/* ---- one till ------------------------------------------------------------------------------- */

/* While there is time: a machine that has much to do may keep 64 at the door for a while. */
static bool may_ask_again(int64_t until)
{
    struct clock clock = clock_system();
    poll(NULL, 0, ASK_AGAIN_MS);
    return clock_mono(&clock) < until;
}

static int64_t patience(void)
{
    struct clock clock = clock_system();
    return clock_mono(&clock) + PATIENCE_MS;
}

static struct store *open_till(struct contract *c)
{
    struct store *store = NULL;
    struct err err;
    int64_t until = patience();
    enum rc rc;
    while ((rc = the_store.open(c->dir, &c->clock, &store, &err)) == RC_TRANSIENT)
        if (!may_ask_again(until))
            break;
    if (rc == RC_OK)
        return store;
    fprintf(stderr, "%s\n", err.text);
    _exit(1);
}

/* Busy is not taken, and an answer that was lost is asked for under the same key. */
static enum rc apply_for_certain(struct store *store, const struct changeset *cs,
                                 struct apply_result *result, struct err *err)
{
    int64_t until = patience();
    for (;;) {
        enum rc rc = store->ops->apply(store, cs, result, err);
        bool known =
            rc == RC_OK ? result->applied != APPLIED_BUSY : rc != RC_TRANSIENT && rc != RC_UNKNOWN;
        if (known || !may_ask_again(until))
            return rc;
    }
}

/* Wants these seats as they stood before anybody began. */
static void want(struct contract *c, struct store *store, const int *seats, int count,
                 struct tally *tally)
{
    struct apply_result result;
    struct err err;
    struct changeset *cs = an_act(c, ACT_HOLD);
    const struct hold *hold = hold_row(c, cs, new_id(c));
    for (int i = 0; i < count; i++)
        *LIST_ADD(c->arena, &cs->seats) = first_take(hold, seats[i]);
    if (apply_for_certain(store, cs, &result, &err) != RC_OK)
        tally->other++;
    else if (result.applied == APPLIED_OK || result.applied == APPLIED_REPLAY)
        tally->won++;
    else if (result.applied == APPLIED_STALE)
        tally->stale++;
    else if (result.applied == APPLIED_BUSY)
        tally->busy++;
    else
        tally->other++;
}

/* ---- all of them ---------------------------------------------------------------------------- */

typedef void (*till_work)(struct contract *, struct store *, struct tally *);

static struct tally race(struct contract *c, till_work work)
{
    int start[2], done[2];
    struct tally sum = {0}, one;
    assert_int_equal(pipe(start), 0);
    assert_int_equal(pipe(done), 0);
    for (int till = 0; till < TILLS; till++) {
        if (fork() != 0)
            continue;
        char byte;
        struct tally tally = {0};
        c->seed = 1000 + (uint64_t)till;
        c->ids.rng = rng_seeded(&c->seed);
        struct store *store = open_till(c);
        close(start[1]);
        if (read(start[0], &byte, 1) == 0)
            work(c, store, &tally);
        _exit(write(done[1], &tally, sizeof tally) != sizeof tally);
    }
    close(start[0]);
    close(start[1]); /* and they are off */
    close(done[1]);
    while (read(done[0], &one, sizeof one) == sizeof one) {
        sum.won += one.won;
        sum.stale += one.stale;
        sum.busy += one.busy;
        sum.other += one.other;
    }
    close(done[0]);
    for (int till = 0, status; till < TILLS; till++) {
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    return sum;
}

static void one_seat(struct contract *c, struct store *store, struct tally *tally)
{
    const int seat = seat_no(c, "Stalls-A-1");
    want(c, store, &seat, 1, tally);
}

/* Each another seat, all for one address, which may have one hold. */
static void one_customer(struct contract *c, struct store *store, struct tally *tally)
{
    struct apply_result result;
    struct err err;
    struct changeset *cs = an_act(c, ACT_HOLD);
    const struct hold *hold = hold_row(c, cs, new_id(c));
    *LIST_ADD(c->arena, &cs->seats) = first_take(hold, (int)(c->seed % 4));
    cs->only_hold = true;
    if (apply_for_certain(store, cs, &result, &err) != RC_OK)
        tally->other++;
    else if (result.applied == APPLIED_OK)
        tally->won++;
    else if (result.applied == APPLIED_STALE)
        tally->stale++;
    else
        tally->other++;
}

static void some_groups(struct contract *c, struct store *store, struct tally *tally)
{
    for (int round = 0; round < ROUNDS; round++) {
        int seats[GROUP];
        uint8_t dice[GROUP];
        c->ids.rng.fill(c->ids.rng.ctx, dice, sizeof dice);
        for (int i = 0; i < GROUP; i++)
            seats[i] = (dice[0] + i * (1 + dice[1] % 4)) % (CONTRACT_SEATS - 1);
        for (int i = 0; i < GROUP; i++) {
            int k = dice[2] % GROUP, kept = seats[i];
            seats[i] = seats[k];
            seats[k] = kept;
        }
        want(c, store, seats, GROUP, tally);
    }
}

static long long number(struct contract *c, const char *sql)
{
    char url[PG_URL], text[32];
    PGconn *conn = pg_server_connect(pg_server_url(pg_house_database(), NULL, NULL, url));
    long long value = atoll(pg_server_ask(conn, sql, text, sizeof text));
    PQfinish(conn);
    return value;
}

#define DEADLOCKS "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"

static void of_64_tills_one_gets_the_seat(void **state)
{
    struct contract *c = *state;
    struct tally sum = race(c, one_seat);
    assert_int_equal(sum.won, 1);
    assert_int_equal(sum.other, 0);
    assert_int_equal(sum.stale, TILLS - 1);
    assert_int_equal(seat_now(c, "Stalls-A-1").version, 2);
    assert_sound(c);
}

static void of_64_tills_one_gets_a_hold_for_a_customer(void **state)
{
    struct contract *c = *state;
    struct tally sum = race(c, one_customer);
    assert_int_equal(sum.won, 1);
    assert_int_equal(sum.stale, TILLS - 1);
    assert_int_equal(number(c, "SELECT count(*) FROM loge.hold WHERE status = 0 AND house ="
                               " (SELECT max(house) FROM loge.house)"),
                     1);
    assert_sound(c);
}

static void groups_in_any_order_neither_tear_nor_deadlock(void **state)
{
    struct contract *c = *state;
    long long before = number(c, DEADLOCKS);
    struct tally sum = race(c, some_groups);
    assert_true(sum.won > 0);
    assert_int_equal(sum.other, 0);
    assert_int_equal(sum.won + sum.stale, TILLS * ROUNDS);
    assert_int_equal(number(c, DEADLOCKS), before);
    assert_int_equal(number(c, "SELECT count(*) FROM loge.show_seat WHERE status = 1 AND house ="
                               " (SELECT max(house) FROM loge.house)"),
                     sum.won * GROUP);
    assert_sound(c);
}

/* ---- two that let go of one hold ------------------------------------------------------------ */

#define HOUSE "(SELECT max(house) FROM loge.house)"
/* What the functions inside are told of whoever acts. */
#define DOER                                                                               \
    "jsonb_populate_record(NULL::loge.doer, jsonb_build_object('house', " HOUSE            \
    ", 'name', 'anna', 'role', 1, 'carries', true, 'may', 2, 'till', 'till-1', 'base', 0," \
    " 'now_ms', loge.now_ms()))"

static PGconn *behind(void)
{
    char url[PG_URL];
    return pg_server_connect(pg_server_url(pg_house_database(), NULL, NULL, url));
}

static void say(PGconn *conn, const char *fmt, const struct hold *hold, int seat)
{
    char sql[1024], id[UUID_TEXT];
    snprintf(sql, sizeof sql, fmt, uuid_text(&hold->id, id), seat);
    pg_server_do(conn, sql);
}

static bool waits_for_a_lock(PGconn *watcher)
{
    char text[16];
    pg_server_ask(watcher, "SELECT count(*) FROM pg_locks WHERE NOT granted", text, sizeof text);
    return atoi(text) > 0;
}

/* Each of them has freed a seat, and neither has said so to the other yet. */
static void a_hold_that_two_let_go_of_at_once_is_over(void **state)
{
    static const char free_seat[] = "BEGIN; UPDATE loge.claim SET live = false"
                                    " WHERE house = " HOUSE " AND hold_id = '%s' AND seat_no = %d";
    static const char end_hold[] = "SELECT loge.end_holds(" DOER ", ARRAY['%s'::uuid]) -- %d";
    struct contract *c = *state;
    char sql[1024], id[UUID_TEXT], status[16];
    PGconn *one = behind(), *two = behind(), *watcher = behind();
    const struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    say(one, free_seat, &hold, seat_no(c, "Stalls-A-1"));
    say(two, free_seat, &hold, seat_no(c, "Stalls-A-2"));
    say(one, end_hold, &hold, 1);
    snprintf(sql, sizeof sql, end_hold, uuid_text(&hold.id, id), 2);
    assert_int_equal(PQsendQuery(two, sql), 1);
    while (!waits_for_a_lock(watcher) && PQconsumeInput(two) && PQisBusy(two))
        ;
    pg_server_do(one, "COMMIT");
    PQclear(PQgetResult(two));
    assert_null(PQgetResult(two));
    pg_server_do(two, "COMMIT");
    snprintf(sql, sizeof sql, "SELECT status FROM loge.hold WHERE id = '%s'", id);
    assert_string_equal(pg_server_ask(watcher, sql, status, sizeof status), "3");
    PQfinish(one);
    PQfinish(two);
    PQfinish(watcher);
}

/* It was extended after the sweep had begun to look and before it could lock the seat. */
static void a_hold_that_is_extended_meanwhile_is_not_swept(void **state)
{
    static const char extend[] =
        "BEGIN; UPDATE loge.show_seat SET held_until = held_until + 60000, version = version + 1"
        " WHERE house = " HOUSE " AND holder = '%s'; -- %d";
    static const char extend_hold[] =
        "UPDATE loge.hold SET expires_at = expires_at + 60000, version = version + 1"
        " WHERE house = " HOUSE " AND id = '%s'; -- %d";
    struct contract *c = *state;
    struct sweep_result swept;
    PGconn *one = behind();
    const struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    say(one, extend, &hold, 0);
    say(one, extend_hold, &hold, 0);
    pass_time(c, 15 * MINUTE_MS + SECOND_MS);
    const struct actor actor = {.name = "anna", .till = "till-1", .role = ROLE_CLERK};
    assert_int_equal(c->store->ops->sweep(c->store, &actor, c->time.wall, 100, &swept, &c->err),
                     RC_OK);
    assert_int_equal(swept.seats, 0);
    pg_server_do(one, "COMMIT");
    assert_int_equal(c->store->ops->sweep(c->store, &actor, c->time.wall, 100, &swept, &c->err),
                     RC_OK);
    assert_int_equal(swept.seats, 0);
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_HELD);
    PQfinish(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TEST(of_64_tills_one_gets_the_seat),
        CONTRACT_TEST(of_64_tills_one_gets_a_hold_for_a_customer),
        CONTRACT_TEST(groups_in_any_order_neither_tear_nor_deadlock),
        CONTRACT_TEST(a_hold_that_two_let_go_of_at_once_is_over),
        CONTRACT_TEST(a_hold_that_is_extended_meanwhile_is_not_swept),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
