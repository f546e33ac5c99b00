/* What a scanner can do with psql and his own password: scan, and nothing else. */
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
    contract_setup(&house);
    c = house;
    anna = pg_house_sign_in(database, "anna", ROLE_CLERK);
    sam = pg_house_sign_in(database, "sam", ROLE_SCANNER);
    mark = pg_house_sign_in(database, "mark", ROLE_SUPERVISOR);
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
             "SELECT loge.door_1((SELECT loge.schema()), gen_random_uuid(),"
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

static const char a_key[] = "ARRAY[ROW(0, 0, 0, 7, decode(repeat('cd', 32), 'hex'), 'x', NULL, 0,"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scanner_scans),
        cmocka_unit_test(a_scanner_overrides_and_blocks_nothing_and_makes_no_key),
        cmocka_unit_test(a_scanner_writes_no_other_lines_into_the_log),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
