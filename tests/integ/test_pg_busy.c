/*
 * Two tills and no Redis: what one has locked in PostgreSQL the other does not wait for. A seat
 * that was named is refused, a moment later, with its name; where any seat will do it is passed
 * over.
 *
 * The other till is a transaction that stays open as long as the test wants. Would anybody queue
 * behind it, the server would end that after lock_timeout, and not be able to say which seat it
 * was.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

static char database[PG_NAME];
static PGconn *other;
static int pauses, pauses_until_end;
static const char *end;

static enum rc open_till(const char *dir, const struct clock *clock, struct store **store,
                         struct err *err)
{
    const struct redis_config nobody = {.house = "main", .address = "unix:/nonexistent"};
    struct store *inner;
    enum rc rc = pg_house_open(database, clock, &inner, err);
    return rc ? rc : house_store_open(inner, &nobody, clock, false, store, err);
}

static enum rc create(const char *dir, const struct clock *clock, struct store **store,
                      struct err *err)
{
    pg_house_make(database);
    return open_till(dir, clock, store, err);
}

const struct store_factory the_store = {"postgresql without redis", true, create, open_till};

/* ---- the other till ------------------------------------------------------------------------- */

static int come_in(void **state)
{
    char url[PG_URL];
    contract_setup(state);
    other = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    pauses = 0;
    end = NULL;
    return 0;
}

static int leave(void **state)
{
    PQfinish(other);
    return contract_teardown(state);
}

/* Has begun something with these seats, and what nobody knows yet. */
static void is_at(struct contract *c, const char *a, const char *b)
{
    char sql[320];
    snprintf(sql, sizeof sql,
             "BEGIN; SELECT count(*) FROM (SELECT 1 FROM loge.show_seat WHERE show_no = %d AND"
             " seat_no IN (%d, %d) FOR NO KEY UPDATE) AS s",
             c->show_no, seat_no(c, a), seat_no(c, b ? b : a));
    assert_int_equal(pg_server_count(other, sql), b ? 2 : 1);
}

/* When our till has paused so often, the other one ends what it began. */
static void ends_after(int count, const char *how)
{
    pauses_until_end = count;
    end = how;
}

static void count_pause(void *ctx, int64_t ms)
{
    if (++pauses == pauses_until_end && end)
        pg_server_do(other, end);
}

/* ---- ours ----------------------------------------------------------------------------------- */

static struct desk desk_of(struct contract *c)
{
    struct desk desk = {.store = c->store,
                        .crypt = sodium_crypt(),
                        .clock = c->clock,
                        .ids = {.rng = rng_system()}};
    desk.clock.pause_ms = count_pause;
    return desk;
}

static struct outcome hold_with(struct desk *desk, struct contract *c, const struct actor *actor,
                                const char *label)
{
    struct outcome out;
    const struct act_meta meta = {.arena = c->arena, .actor = *actor};
    const struct desk_hold wish = {
        .show = "hamlet", .labels = &label, .count = 1, .channel = CHANNEL_COUNTER};
    desk_hold_new(desk, &meta, &wish, &out);
    return out;
}

static struct outcome hold_named(struct contract *c, const char *label)
{
    struct desk desk = desk_of(c);
    return hold_with(&desk, c,
                     &(struct actor){.name = "anna", .till = "till-1", .role = ROLE_CLERK}, label);
}

/* With a login of his own: the contract's carries what everybody does, as a manager. */
static struct store *store_of_scanner(struct contract *c, struct actor *actor)
{
    char login[PG_LOGIN_TEXT], url[PG_URL];
    struct store *store;
    struct err err;
    *actor = (struct actor){.till = "door-1", .role = ROLE_SCANNER};
    snprintf(actor->name, PERSON_TEXT, "%.20s-sam", database);
    pg_house_person(database, actor->name, ROLE_SCANNER, login);
    pg_server_url(database, login, PG_PASSWORD, url);
    if (pg_store_open(url, sodium_crypt(), &c->clock, &store, &err))
        fail_msg("%s", err.text);
    pg_till_act_at(database, store, actor->till);
    pg_store_set_alone(store);
    return store;
}

static struct outcome hold_best(struct contract *c, int count)
{
    struct outcome out;
    struct desk desk = desk_of(c);
    const struct act_meta meta = {.arena = c->arena,
                                  .actor = {.name = "anna", .till = "till-1", .role = ROLE_CLERK}};
    const struct best_request wish = {
        .count = count, .class_no = 0, .section = -1, .channel = CHANNEL_COUNTER};
    desk_hold_best(&desk, &meta, "hamlet", &wish, NULL, &out);
    return out;
}

static bool has(const struct outcome *out, const char *label)
{
    for (int i = 0; out->hold && i < out->hold->seat_count; i++)
        if (strcmp(out->hold->seats[i].label, label) == 0)
            return true;
    return false;
}

/* ---- a seat with a name --------------------------------------------------------------------- */

static void the_store_names_the_seat_that_is_locked(void **state)
{
    struct contract *c = *state;
    is_at(c, "Stalls-A-2", NULL);
    const struct apply_result result =
        apply(c, taking(c, new_id(c), "Stalls-A-1", "Stalls-A-2", NULL));
    assert_int_equal(result.applied, APPLIED_BUSY);
    assert_true(result.busy_known);
    assert_int_equal(result.busy_seat, seat_no(c, "Stalls-A-2"));
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_AVAILABLE);
    pg_server_do(other, "ROLLBACK");
    expect_ok(c, taking(c, new_id(c), "Stalls-A-1", "Stalls-A-2", NULL));
}

static void a_house_that_has_no_redis_does_the_same(void **state)
{
    struct contract *c = *state;
    struct apply_result result;
    struct store *alone;
    struct err err;
    assert_int_equal(pg_house_open(database, &c->clock, &alone, &err), RC_OK);
    is_at(c, "Stalls-A-2", NULL);
    const struct changeset *cs = taking(c, new_id(c), "Stalls-A-2", NULL, NULL);
    assert_int_equal(alone->ops->apply(alone, cs, &result, &err), RC_OK);
    assert_int_equal(result.applied, APPLIED_BUSY);
    assert_false(result.busy_known); /* something may be in front of it */
    pg_store_set_alone(alone);
    assert_int_equal(alone->ops->apply(alone, cs, &result, &err), RC_OK);
    assert_true(result.busy_known);
    store_close(&alone);
    pg_server_do(other, "ROLLBACK");
}

static void it_does_so_of_a_hold_that_is_over_too(void **state)
{
    struct contract *c = *state;
    take(c, "Stalls-A-1", NULL, NULL);
    pass_time(c, 16 * MINUTE_MS);
    is_at(c, "Stalls-A-1", NULL);
    const struct outcome out = hold_named(c, "Stalls-A-1");
    assert_int_equal(out.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(out.seat_count, 1);
    pg_server_do(other, "ROLLBACK");
    assert_int_equal(hold_named(c, "Stalls-A-1").verdict, VERDICT_OK);
}

static void whoever_wants_it_is_told_which_seat_and_may_try_again(void **state)
{
    struct contract *c = *state;
    is_at(c, "Stalls-A-1", NULL);
    const struct outcome out = hold_named(c, "Stalls-A-1");
    assert_int_equal(out.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(out.err.rc, RC_TRANSIENT);
    assert_int_equal(out.seat_count, 1);
    assert_string_equal(out.seats[0], "Stalls-A-1");
    assert_non_null(strstr(out.message, "Somebody else is at Stalls-A-1 at this moment"));
    assert_int_equal(pauses, 3);
    pg_server_do(other, "ROLLBACK");
    assert_int_equal(hold_named(c, "Stalls-A-1").verdict, VERDICT_OK);
}

static void so_is_whoever_only_scans(void **state)
{
    struct contract *c = *state;
    struct actor sam;
    struct desk desk = desk_of(c);
    desk.store = store_of_scanner(c, &sam);
    is_at(c, "Stalls-A-1", NULL);
    const struct outcome out = hold_with(&desk, c, &sam, "Stalls-A-1");
    assert_int_equal(out.verdict, VERDICT_UNAVAILABLE);
    assert_non_null(strstr(out.message, "Somebody else is at Stalls-A-1 at this moment"));
    pg_server_do(other, "ROLLBACK");
    assert_int_equal(hold_with(&desk, c, &sam, "Stalls-A-1").verdict, VERDICT_OK);
    store_close(&desk.store);
}

static void what_the_other_lets_go_is_ours(void **state)
{
    struct contract *c = *state;
    is_at(c, "Stalls-A-1", NULL);
    ends_after(2, "ROLLBACK");
    assert_int_equal(hold_named(c, "Stalls-A-1").verdict, VERDICT_OK);
}

static void what_the_other_takes_is_taken(void **state)
{
    struct contract *c = *state;
    char sql[256];
    is_at(c, "Stalls-A-1", NULL);
    snprintf(sql, sizeof sql,
             "UPDATE loge.show_seat SET status = 3, version = version + 1 WHERE show_no = %d AND"
             " seat_no = %d; COMMIT",
             c->show_no, seat_no(c, "Stalls-A-1"));
    ends_after(1, sql);
    assert_int_equal(hold_named(c, "Stalls-A-1").verdict, VERDICT_SEAT_BLOCKED);
}

/* What is paid for waits its turn: money lies on the counter. */
static void whoever_sells_may_wait(void **state)
{
    struct contract *c = *state;
    const struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    is_at(c, "Stalls-A-1", NULL);
    const struct apply_result result = apply(c, selling(c, &hold, (struct uuid){{0}}, new_id(c)));
    assert_int_equal(result.applied, APPLIED_BUSY);
    assert_false(result.busy_known);
}

/* ---- any seat ------------------------------------------------------------------------------- */

static void the_best_that_nobody_has_locked_are_held(void **state)
{
    struct contract *c = *state;
    struct outcome out = hold_best(c, 2);
    assert_int_equal(out.verdict, VERDICT_OK);
    const char *first = out.hold->seats[0].label, *second = out.hold->seats[1].label;
    struct desk desk = desk_of(c);
    const struct act_meta meta = {.arena = c->arena,
                                  .actor = {.name = "anna", .till = "till-1", .role = ROLE_CLERK}};
    struct outcome gone;
    desk_hold_release(&desk, &meta, &out.hold->id, NULL, 0, END_USER_CANCELLED, &gone);
    assert_int_equal(gone.verdict, VERDICT_OK);
    is_at(c, first, second);
    out = hold_best(c, 2);
    assert_int_equal(out.verdict, VERDICT_OK);
    assert_int_equal(out.hold->seat_count, 2);
    assert_false(has(&out, first) || has(&out, second));
    assert_int_equal(pauses, 0);
    pg_server_do(other, "ROLLBACK");
    assert_sound(c);
}

/* Five side by side there are nowhere else: that is worth a moment, and then it is known. */
static void seats_that_are_not_elsewhere_are_worth_a_moment(void **state)
{
    struct contract *c = *state;
    is_at(c, "Stalls-A-2", "Stalls-B-2");
    ends_after(1, "ROLLBACK");
    const struct outcome out = hold_best(c, 3);
    assert_int_equal(out.verdict, VERDICT_OK);
    assert_int_equal(pauses, 1);
}

static void when_all_are_locked_nothing_is_sold_out(void **state)
{
    struct contract *c = *state;
    is_at(c, "Stalls-A-2", "Stalls-B-2");
    const struct outcome out = hold_best(c, 3);
    assert_int_equal(out.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(pauses, 3);
    pg_server_do(other, "ROLLBACK");
    assert_int_equal(hold_best(c, 3).verdict, VERDICT_OK);
}

/* ---- the runner ----------------------------------------------------------------------------- */

#define TRY(f) cmocka_unit_test_setup_teardown(f, come_in, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TRY(the_store_names_the_seat_that_is_locked),
        TRY(a_house_that_has_no_redis_does_the_same),
        TRY(it_does_so_of_a_hold_that_is_over_too),
        TRY(whoever_wants_it_is_told_which_seat_and_may_try_again),
        TRY(so_is_whoever_only_scans),
        TRY(what_the_other_lets_go_is_ours),
        TRY(what_the_other_takes_is_taken),
        TRY(whoever_sells_may_wait),
        TRY(the_best_that_nobody_has_locked_are_held),
        TRY(seats_that_are_not_elsewhere_are_worth_a_moment),
        TRY(when_all_are_locked_nothing_is_sold_out),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
