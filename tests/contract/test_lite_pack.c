/* Packed maps of the SQLite store: when they are read, when not, and when they are made. */
#include "config.h"

#include "src/domain/seat_pack.h"
#include "sync/lite.h"
#include "tests/contract/contract.h"

static void pack_now(struct store *store)
{
    static const struct lite_packing everything = {.least_seats = 1, .least_events = 0};
    lite_pack(lite_of(store), &everything);
}

static void in_the_file(struct contract *c, const char *sql)
{
    assert_int_equal(sqlite3_exec(lite_of(c->store)->db, sql, NULL, NULL, NULL), SQLITE_OK);
}

static struct snapshot read_map(struct contract *c)
{
    struct snapshot map;
    assert_int_equal(c->store->ops->map_read(c->store, c->show_no, c->arena, &map, &c->err), RC_OK);
    return map;
}

static struct seat_state stands(struct contract *c, const char *label)
{
    struct snapshot map = read_map(c);
    return map.state[plan_find_seat(map.plan, label)];
}

/* Behind everybody's back, so that it shows where a map came from. */
static void spoil_rows(struct contract *c)
{
    in_the_file(c, "UPDATE show_seat SET status = 3, version = 900");
    in_the_file(c, "UPDATE hall_seat SET number = 'spoilt'");
}

static void a_packed_map_is_read_without_its_rows(void **state)
{
    struct contract *c = *state;
    pack_now(c->store);
    spoil_rows(c);
    struct snapshot map = read_map(c);
    assert_int_equal(map.state[0].status, SEAT_AVAILABLE);
    assert_int_equal(map.state[0].version, 1);
    assert_string_equal(plan_seat_number(map.plan, &map.plan->seats[0]), "1");
}

static void what_happened_since_is_read_from_the_rows(void **state)
{
    struct contract *c = *state;
    pack_now(c->store);
    in_the_file(c, "INSERT INTO event (at, act, actor, till, approver, role, show_no, seat_no,"
                   " version, was, became, held_ms, reason, note)"
                   " VALUES (1, 0, '', '', '', 0, 1, 2, 2, 0, 1, 0, '', '')");
    in_the_file(c, "UPDATE show_seat SET version = 2, allotment = 7 WHERE seat_no IN (2, 3)");
    assert_int_equal(read_map(c).state[2].allotment, 7);
    assert_int_equal(read_map(c).state[3].allotment, 0);
}

static void another_plan_or_show_is_walked_over(void **state)
{
    struct contract *c = *state;
    pack_now(c->store);
    spoil_rows(c);
    in_the_file(c, "UPDATE show SET version = version + 1");
    assert_int_equal(stands(c, "Stalls-A-1").version, 900);
    in_the_file(c, "UPDATE hall SET plan_version = plan_version + 1");
    struct snapshot map = read_map(c);
    assert_string_equal(plan_seat_number(map.plan, &map.plan->seats[0]), "spoilt");
}

static void bytes_that_do_not_fit_are_walked_over(void **state)
{
    struct contract *c = *state;
    pack_now(c->store);
    spoil_rows(c);
    in_the_file(c, "UPDATE packed_plan SET seats = x'0102030405'");
    in_the_file(c, "UPDATE packed_map SET states = x''");
    struct snapshot map = read_map(c);
    assert_int_equal(map.state[0].version, 900);
    assert_string_equal(plan_seat_number(map.plan, &map.plan->seats[0]), "spoilt");
}

static void a_seat_in_a_row_that_is_not_there_is_walked_over(void **state)
{
    struct contract *c = *state;
    struct snapshot map = read_map(c);
    map.plan->seats[4].row = map.plan->row_count;
    struct packed packed = places_pack(map.plan);
    pack_now(c->store);
    struct query q = query_start(lite_of(c->store), lite_sql_put_packed_plan);
    put_int(&q, c->hall_no);
    put_blob(&q, packed.bytes, packed.size);
    assert_int_equal(query_run(&q, &c->err), RC_OK);
    packed_free(&packed);
    assert_true(read_map(c).plan->seats[4].row < map.plan->row_count);
}

static int64_t count_of(struct contract *c, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    assert_int_equal(sqlite3_prepare_v2(lite_of(c->store)->db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t count = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return count;
}

static void a_small_hall_is_not_packed(void **state)
{
    struct contract *c = *state;
    in_the_file(c, "DELETE FROM packed_map; DELETE FROM packed_plan");
    lite_rest(c->store);
    assert_int_equal(count_of(c, "SELECT (SELECT count(*) FROM packed_map) +"
                                 " (SELECT count(*) FROM packed_plan)"),
                     0);
}

/* While somebody writes, packing gives way at once and leaves no transaction behind. */
static void packing_gives_way_to_who_writes(void **state)
{
    struct contract *c = *state;
    struct store *other;
    in_the_file(c, "DELETE FROM packed_map; DELETE FROM packed_plan");
    assert_int_equal(the_store.open(c->dir, &c->clock, &other, &c->err), RC_OK);
    assert_int_equal(lite_begin_write(lite_of(other), &c->err), RC_OK);
    int64_t before = clock_mono(&c->clock);
    pack_now(c->store);
    assert_int_equal(clock_mono(&c->clock), before);
    lite_rollback(lite_of(other));
    assert_int_equal(count_of(c, "SELECT count(*) FROM packed_plan"), 0);
    assert_true(sqlite3_get_autocommit(lite_of(c->store)->db));
    pack_now(c->store);
    assert_int_equal(count_of(c, "SELECT count(*) FROM packed_plan"), 1);
    store_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TEST(a_packed_map_is_read_without_its_rows),
        CONTRACT_TEST(what_happened_since_is_read_from_the_rows),
        CONTRACT_TEST(another_plan_or_show_is_walked_over),
        CONTRACT_TEST(bytes_that_do_not_fit_are_walked_over),
        CONTRACT_TEST(a_seat_in_a_row_that_is_not_there_is_walked_over),
        CONTRACT_TEST(a_small_hall_is_not_packed),
        CONTRACT_TEST(packing_gives_way_to_who_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
