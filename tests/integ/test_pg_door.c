/* What a scanner can do with psql and his own password: scan, weigh bags, and nothing else. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

enum { NOT_ALLOWED = -111, INVALID = -115 };

static struct contract *c;
static char database[PG_NAME];
static PGconn *anna, *sam, *mark, *olga; /* clerk, scanner, supervisor; olga is of another house */

static int set_up(void **state)
{
    void *house;
    pg_house_make_beside(CONTRACT_NOW, database);
    olga = pg_house_sign_in(database, "olga", ROLE_SCANNER);
    pg_till_know(database, "door-1");
    contract_setup(&house);
    pg_till_know(database, "door-1");
    c = house;
    anna = pg_house_sign_in(database, "anna", ROLE_CLERK);
    sam = pg_house_sign_in(database, "sam", ROLE_SCANNER);
    mark = pg_house_sign_in(database, "mark", ROLE_SUPERVISOR);
    pg_house_plain_sql(database);
    return 0;
}

static int tear_down(void **state)
{
    PGconn *const all[] = {anna, sam, mark, olga};
    void *house = c;
    for (int i = 0; i < COUNT_OF(all); i++)
        PQfinish(all[i]);
    return contract_teardown(&house);
}

/* One act of the door, told to the server word for word; rows are expressions of SQL. */
struct at_door {
    const char *actor, *admissions, *scans, *keys;
    int act, note; /* what the act is, and what its line in the log says it is */
};

static const char *door_sql(const struct at_door *door, char sql[2048])
{
    snprintf(sql, 2048,
             "SELECT plain.door((SELECT loge.schema()), gen_random_uuid(),"
             " decode(repeat('ab', 32), 'hex'), %d::smallint, '%s', 'door-1', 0::smallint, '',"
             " 'a reason', '', '{}', %s, %s, %s,"
             " ARRAY[ROW(%d, %d, NULL, 'a line')::loge.note_row])",
             door->act, door->actor, door->keys ? door->keys : "NULL",
             door->admissions ? door->admissions : "NULL", door->scans ? door->scans : "NULL",
             door->note, c->show_no);
    return sql;
}

static long long try_door(PGconn *who, struct at_door door)
{
    char sql[2048];
    return pg_server_count(who, door_sql(&door, sql));
}

static const char *a_scan(const char *actor, int code, char out[256])
{
    snprintf(out, 256,
             "ARRAY[ROW(gen_random_uuid(), 1, %d, 0, %d, 0, false, NULL, '', 'door-1', '%s', '',"
             " '', gen_random_uuid())::loge.scan_row]",
             c->show_no, code, actor);
    return out;
}

/* Of a ticket nobody else has; version 0 is a new row. */
static const char *an_admission(int version, const char *blocked, char out[256])
{
    snprintf(out, 256,
             "ARRAY[ROW('01900000-0000-7000-8000-0000000000dd', %d, %d, true, 1, 1, 1, 0,"
             " 'door-1', %s)::loge.admission_row]",
             version, c->show_no, blocked);
    return out;
}

static const char a_key[] =
    "ARRAY[ROW(0, 0, 0, 7, decode(repeat('cd', 32), 'hex'), 'x', NULL, 0, '',"
    " 1, 0)::loge.key_row]";

static void a_scanner_scans(void **state)
{
    char scan[256], in[256];
    assert_true(try_door(sam, (struct at_door){.actor = "sam",
                                               .act = ACT_ADMIT,
                                               .note = ACT_ADMIT,
                                               .scans = a_scan("sam", 0, scan),
                                               .admissions = an_admission(0, "false", in)}) > 0);
    assert_int_equal(pg_server_count(sam, "SELECT count(*) FROM loge.admission"), 1);
    assert_int_equal(pg_server_count(olga, "SELECT count(*) FROM loge.admission"), 0);
    assert_int_equal(pg_server_count(olga, "SELECT count(*) FROM loge.scan"), 0);
}

static void a_scanner_overrides_and_blocks_nothing_and_makes_no_key(void **state)
{
    char scan[256], row[256], sql[2048];
    struct at_door door = {.actor = "sam", .act = ACT_ADMIT, .note = ACT_ADMIT};
    door.scans = a_scan("sam", 3, scan); /* let in by a supervisor, it says */
    assert_int_equal(try_door(sam, door), NOT_ALLOWED);
    door.scans = a_scan("sam", 0, scan);
    door.admissions = an_admission(1, "true", row);
    pg_server_refuses(sam, door_sql(&door, sql), "LG001");
    door = (struct at_door){.actor = "sam", .act = ACT_KEY, .note = ACT_KEY, .keys = a_key};
    assert_int_equal(try_door(sam, door), NOT_ALLOWED);
    assert_int_equal(
        try_door(anna,
                 (struct at_door){.actor = "anna", .act = ACT_KEY, .note = ACT_KEY, .keys = a_key}),
        NOT_ALLOWED);
    door.actor = "mark";
    assert_true(try_door(mark, door) > 0);
}

static void a_scanner_writes_no_other_lines_into_the_log(void **state)
{
    char scan[256], sql[2048];
    struct at_door door = {.actor = "sam", .act = ACT_ADMIT, .note = ACT_REFUND};
    door.scans = a_scan("sam", 0, scan);
    assert_int_equal(try_door(sam, door), INVALID);
    door.note = ACT_ADMIT;
    door.actor = "mark";
    assert_int_equal(try_door(sam, door), NOT_ALLOWED);
    door.actor = "sam";
    door.scans = a_scan("mark", 0, scan);
    pg_server_refuses(sam, door_sql(&door, sql), "LG001");
    pg_server_refuses(sam, "DELETE FROM loge.scan", "42501");
    pg_server_refuses(mark, "UPDATE loge.ticket_key SET ended_at = 1", "42501");
}

/* ---- bags ----------------------------------------------------------------------------------- */

/* One act about the bag that came in with the ticket above; shift: of the money, else "NULL". */
struct at_bag {
    const char *actor, *approver, *shift;
    int act, note, version, status, fee, paid;
};

static const char *bag_sql(const struct at_bag *bag, char sql[2048])
{
    snprintf(
        sql, 2048,
        "SELECT plain.checkin((SELECT loge.schema()), gen_random_uuid(),"
        " decode(repeat('ab', 32), 'hex'), %d::smallint, '%s', 'door-1', 0::smallint, '%s',"
        " '', '', '{}', ARRAY[ROW('01900000-0000-7000-8000-0000000000dd', %d, 1, %d, %d, 30000,"
        " %d, 1, 'door-1', 0, %d, 0, '', '', %s, 0)::loge.checkin_row], NULL, NULL,"
        " ARRAY[ROW(%d, %d, NULL, 'a line')::loge.note_row])",
        bag->act, bag->actor, bag->approver ? bag->approver : "", bag->version, c->show_no,
        bag->status, bag->fee, bag->paid, bag->shift ? bag->shift : "NULL",
        bag->note ? bag->note : bag->act, c->show_no);
    return sql;
}

static long long try_bag(PGconn *who, struct at_bag bag)
{
    char sql[2048];
    return pg_server_count(who, bag_sql(&bag, sql));
}

static void refuses_bag(PGconn *who, struct at_bag bag, const char *sqlstate)
{
    char sql[2048];
    pg_server_refuses(who, bag_sql(&bag, sql), sqlstate);
}

static const struct at_bag heavy = {
    .actor = "sam", .act = ACT_BAG, .status = CHECKIN_WAITING, .fee = 5000};

static void a_scanner_weighs_in_his_own_name(void **state)
{
    struct at_bag bag = heavy;
    bag.actor = "mark";
    assert_int_equal(try_bag(sam, bag), NOT_ALLOWED);
    bag = heavy;
    bag.approver = "mark"; /* who has signed nothing */
    assert_int_equal(try_bag(sam, bag), NOT_ALLOWED);
    bag = heavy;
    bag.note = ACT_REFUND;
    assert_int_equal(try_bag(sam, bag), INVALID);
    bag = heavy;
    bag.fee = 1; /* the house asks for more */
    refuses_bag(sam, bag, "LG001");
    bag.status = CHECKIN_COMPLETED;
    bag.fee = 0;
    refuses_bag(sam, bag, "LG001");
    bag = heavy;
    bag.actor = "olga"; /* that ticket was never at a door of hers */
    refuses_bag(olga, bag, "23503");
    assert_true(try_bag(sam, heavy) > 0);
    assert_int_equal(pg_server_count(sam, "SELECT count(*) FROM loge.checkin"), 1);
    assert_int_equal(pg_server_count(olga, "SELECT count(*) FROM loge.checkin"), 0);
    pg_server_refuses(sam, "UPDATE loge.checkin SET fee = 0", "42501");
}

static void nobody_gets_a_bag_in_without_its_fee_and_a_scanner_takes_none(void **state)
{
    char id[UUID_TEXT], shift[UUID_TEXT + 8];
    const struct uuid open = open_shift(c, "door-1");
    snprintf(shift, sizeof shift, "'%s'", uuid_text(&open, id));
    struct at_bag paid = {.actor = "sam",
                          .act = ACT_BAG_FEE,
                          .version = 1,
                          .status = CHECKIN_COMPLETED,
                          .fee = 5000,
                          .paid = 5000,
                          .shift = shift};
    assert_int_equal(try_bag(sam, paid), NOT_ALLOWED);
    struct at_bag free = paid;
    free.fee = free.paid = 0;
    free.shift = NULL;
    refuses_bag(sam, free, "LG001");
    free.actor = "anna";
    refuses_bag(anna, free, "LG001");
    paid.actor = "anna";
    assert_true(try_bag(anna, paid) > 0);
    paid.version = 2;
    refuses_bag(anna, paid, "LG001"); /* it is done */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scanner_scans),
        cmocka_unit_test(a_scanner_overrides_and_blocks_nothing_and_makes_no_key),
        cmocka_unit_test(a_scanner_writes_no_other_lines_into_the_log),
        cmocka_unit_test(a_scanner_weighs_in_his_own_name),
        cmocka_unit_test(nobody_gets_a_bag_in_without_its_fee_and_a_scanner_takes_none),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
