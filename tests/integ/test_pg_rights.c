/*
 * What people can do with psql and their own password, which is all that anybody can steal.
 *
 * One house with a clerk anna (who holds a seat), a clerk ben, a scanner sam, a supervisor mark and
 * a manager ruth; and olga, a clerk of another house in the same database. Every attack has a
 * control nearby: the same call by somebody who may.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

enum { STALE = -2, TAKEN = -101, NOT_HOLDER = -105, NOT_ALLOWED = -111, INVALID = -115 };

static struct contract *c;
static char database[PG_NAME];
static PGconn *anna, *ben, *sam, *mark, *ruth, *olga, *root;
static struct hold annas;

/* ---- set-up --------------------------------------------------------------------------------- */

static int set_up(void **state)
{
    char url[PG_URL];
    void *house;
    pg_house_make_beside(CONTRACT_NOW, database);
    olga = pg_house_sign_in(database, "olga", ROLE_CLERK);
    pg_till_know(database, "till-1");
    contract_setup(&house);
    pg_till_know(database, "till-1");
    c = house;
    anna = pg_house_sign_in(database, "anna", ROLE_CLERK);
    ben = pg_house_sign_in(database, "ben", ROLE_CLERK);
    sam = pg_house_sign_in(database, "sam", ROLE_SCANNER);
    mark = pg_house_sign_in(database, "mark", ROLE_SUPERVISOR);
    ruth = pg_house_sign_in(database, "ruth", ROLE_MANAGER);
    root = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    annas = take(c, "Stalls-A-1", NULL, NULL);
    pg_house_plain_sql(database);
    return 0;
}

static int tear_down(void **state)
{
    PGconn *const all[] = {anna, ben, sam, mark, ruth, olga, root};
    void *house = c;
    for (int i = 0; i < COUNT_OF(all); i++)
        PQfinish(all[i]);
    return contract_teardown(&house);
}

/* ---- attempts ------------------------------------------------------------------------------- */

/* One change of one seat, told to the server word for word. */
struct attempt {
    const char *actor, *approver, *key; /* key NULL: a new one */
    const char *label;
    int act, was, became;
    int version_off; /* added to the version that is true */
    const char *holder, *prior, *more;
};

static const char *attempt_by(const char *function, const struct attempt *a, char sql[2048])
{
    struct seat_state seat = seat_now(c, a->label);
    snprintf(sql, 2048,
             "SELECT plain.%s((SELECT loge.schema()), %s, decode(repeat('ab', 32), 'hex'),"
             " %d::smallint, '%s', 'till-1', 1::smallint, '%s', 'a reason', '', '{}',"
             " ARRAY[ROW(1, %d, %d, %lld, %d, %d, %d, %s, %s, %lld, 0)::loge.step]%s%s)",
             function, a->key ? a->key : "gen_random_uuid()", a->act, a->actor,
             a->approver ? a->approver : "", c->show_no, seat_no(c, a->label),
             (long long)seat.version + a->version_off, a->act, a->was, a->became,
             a->holder ? a->holder : "NULL", a->prior ? a->prior : "NULL",
             a->became == SEAT_HELD ? (long long)(CONTRACT_NOW + MINUTE_MS) : 0,
             a->more ? ", " : "", a->more ? a->more : "");
    return sql;
}

static const char *attempt_sql(const struct attempt *a, char sql[2048])
{
    return attempt_by("apply", a, sql);
}

static long long try(PGconn *who, struct attempt attempt)
{
    char sql[2048];
    return pg_server_count(who, attempt_sql(&attempt, sql));
}

static const char *annas_hold(void)
{
    static char text[UUID_TEXT + 3];
    char id[UUID_TEXT];
    snprintf(text, sizeof text, "'%s'", uuid_text(&annas.id, id));
    return text;
}

/* A row for the new_holds of apply. */
static const char *hold_from(enum source source, const char *id, const char *holder, char out[256])
{
    snprintf(out, 256,
             "ARRAY[ROW('%s', 0, %d, 0, 0, %d, '%s', 'till-1', '', %lld, %lld, %lld, 0, 0,"
             " NULL)::loge.hold_row]",
             id, c->show_no, source, holder, (long long)CONTRACT_NOW,
             (long long)CONTRACT_NOW + MINUTE_MS, (long long)CONTRACT_NOW + MINUTE_MS);
    return out;
}

static const char *new_hold(const char *id, const char *holder, char out[256])
{
    return hold_from(SOURCE_COUNTER, id, holder, out);
}

/* ---- another house -------------------------------------------------------------------------- */

static void another_house_is_not_there(void **state)
{
    static const char *const tables[] = {"hall", "show",    "show_seat", "hold",    "claim",
                                         "sale", "receipt", "ticket",    "customer"};
    for (int i = 0; i < COUNT_OF(tables); i++) {
        char sql[160];
        snprintf(sql, sizeof sql, "SELECT count(house) FROM loge.%s", tables[i]);
        assert_int_equal(pg_server_count(olga, sql), 0);
        snprintf(sql, sizeof sql,
                 "SELECT count(house) FROM loge.%s WHERE house = (SELECT max(house) + 1 FROM"
                 " loge.house)",
                 tables[i]);
        assert_int_equal(pg_server_count(olga, sql), 0);
    }
    assert_int_equal(pg_server_count(olga, "SELECT count(house) FROM loge.event WHERE show_no > 0"),
                     0);
    assert_int_equal(pg_server_count(olga, "SELECT count(*) FROM loge.house"), 1);
    assert_int_equal(pg_server_count(olga, "SELECT count(*) FROM loge.login"), 1);
    assert_int_equal(pg_server_count(anna, "SELECT count(*) FROM loge.show_seat"), CONTRACT_SEATS);
}

static void another_houses_seat_cannot_be_taken(void **state)
{
    char hold[256];
    const char *id = "01900000-0000-7000-8000-000000000001";
    assert_int_equal(try(olga, (struct attempt){.actor = "olga",
                                                .label = "Stalls-B-1",
                                                .became = SEAT_HELD,
                                                .holder = "'01900000-0000-7000-8000-000000000001'",
                                                .more = new_hold(id, "olga", hold)}),
                     STALE);
    assert_int_equal(seat_now(c, "Stalls-B-1").status, SEAT_AVAILABLE);
}

static void nobody_can_become_somebody_else(void **state)
{
    pg_server_refuses(anna, "SET ROLE loge_fn", "42501");
    pg_server_refuses(anna, "SET ROLE loge_owner", "42501");
    pg_server_refuses(anna, "SET ROLE loge_manager", "42501");
    pg_server_refuses(anna, "SET SESSION AUTHORIZATION postgres", "42501");
    pg_server_refuses(ruth, "SET ROLE loge_staffer", "42501");
    pg_server_refuses(olga, "UPDATE loge.login SET house = house + 1", "42501");
}

/* ---- the whole matrix ----------------------------------------------------------------------- */

static char *file_text(const char *name)
{
    char path[512];
    const char *top = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/integ/%s", top ? top : ".", name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot read %s", path);
    char *text = x_alloc(64 * 1024);
    assert_true(fread(text, 1, 64 * 1024 - 1, file) > 0);
    fclose(file);
    return text;
}

/* tests/integ/pg_rights.txt is what we meant; whoever changes a right changes it there too. */
static void every_right_in_the_catalogue_is_on_the_list(void **state)
{
    char *sql = file_text("pg_rights.sql"), *list = file_text("pg_rights.txt"), *rest = list;
    PGresult *rights = PQexec(root, sql);
    assert_int_equal(PQresultStatus(rights), PGRES_TUPLES_OK);
    for (int i = 0; i < PQntuples(rights); i++)
        assert_string_equal(PQgetvalue(rights, i, 0), rest ? strsep(&rest, "\n") : "");
    assert_string_equal(rest ? rest : "", "");
    PQclear(rights);
    free(sql);
    free(list);
}

/* ---- tables --------------------------------------------------------------------------------- */

static void nobody_writes_a_table(void **state)
{
    PGconn *const people[] = {anna, sam, mark, ruth};
    char sql[256];
    PGresult *tables = PQexec(root, "SELECT tablename FROM pg_tables WHERE schemaname = 'loge'");
    assert_true(PQntuples(tables) >= 25);
    for (int i = 0; i < PQntuples(tables); i++) {
        const char *table = PQgetvalue(tables, i, 0);
        for (int p = 0; p < COUNT_OF(people); p++) {
            snprintf(sql, sizeof sql, "INSERT INTO loge.%s DEFAULT VALUES", table);
            pg_server_refuses(people[p], sql, "42501");
            snprintf(sql, sizeof sql, "DELETE FROM loge.%s", table);
            pg_server_refuses(people[p], sql, "42501");
            snprintf(sql, sizeof sql, "TRUNCATE loge.%s", table);
            pg_server_refuses(people[p], sql, "42501");
        }
    }
    PQclear(tables);
}

static void the_log_cannot_be_touched(void **state)
{
    PGconn *const people[] = {anna, mark, ruth};
    for (int p = 0; p < COUNT_OF(people); p++) {
        pg_server_refuses(people[p], "UPDATE loge.event SET actor = 'nobody'", "42501");
        pg_server_refuses(people[p], "UPDATE loge.receipt SET answer = ''", "42501");
        pg_server_refuses(people[p], "UPDATE loge.seal SET hash = previous", "42501");
    }
    pg_server_refuses(anna, "SELECT actor FROM loge.event", "42501");
    assert_true(pg_server_count(mark, "SELECT count(actor) FROM loge.event") > 0);
}

static void a_pin_is_nobodys_business(void **state)
{
    pg_server_refuses(anna, "SELECT pin_hash FROM loge.staff", "42501");
    assert_int_equal(
        pg_server_count(anna, "SELECT count(*) FROM loge.list_staff(NULL) WHERE pin_hash <> ''"),
        0);
}

static void nobody_makes_things_of_his_own_in_there(void **state)
{
    pg_server_refuses(anna, "CREATE TABLE loge.x (i integer)", "42501");
    pg_server_refuses(ruth, "CREATE FUNCTION loge.x() RETURNS void LANGUAGE sql AS ''", "42501");
    pg_server_refuses(anna, "SELECT loge.answer(0)", "42501");
    pg_server_refuses(anna, "SELECT loge.write_staff(NULL, NULL)", "42501");
    pg_server_refuses(sam, "SELECT loge.seal_events(true, 1)", "42501");
}

/* A table of one's own with the name of ours is not what the functions look at. */
static void a_temporary_table_shadows_nothing(void **state)
{
    pg_server_do(ben, "CREATE TEMP TABLE login (login name, house integer, name text)");
    pg_server_do(ben, "CREATE TEMP TABLE show_seat (house integer)");
    assert_int_equal(try(ben, (struct attempt){.actor = "ben",
                                               .label = "Stalls-B-2",
                                               .act = ACT_BLOCK,
                                               .became = SEAT_BLOCKED}),
                     NOT_ALLOWED);
    pg_server_do(ben, "DISCARD TEMP");
}

/* ---- acts ----------------------------------------------------------------------------------- */

static void a_forged_actor_is_refused(void **state)
{
    assert_int_equal(try(ben, (struct attempt){.actor = "mark",
                                               .label = "Stalls-B-1",
                                               .act = ACT_BLOCK,
                                               .became = SEAT_BLOCKED}),
                     NOT_ALLOWED);
    assert_int_equal(seat_now(c, "Stalls-B-1").status, SEAT_AVAILABLE);
}

static void a_clerk_does_no_supervisors_act(void **state)
{
    struct attempt block = {
        .actor = "ben", .label = "Stalls-B-1", .act = ACT_BLOCK, .became = SEAT_BLOCKED};
    assert_int_equal(try(ben, block), NOT_ALLOWED);
    assert_int_equal(try(anna, (struct attempt){.actor = "anna",
                                                .label = "Stalls-A-1",
                                                .act = ACT_OVERRIDE,
                                                .was = SEAT_HELD}),
                     NOT_ALLOWED);
    block.actor = "mark";
    assert_true(try(mark, block) > 0);
    assert_true(try(mark, (struct attempt){.actor = "mark",
                                           .label = "Stalls-B-1",
                                           .act = ACT_UNBLOCK,
                                           .was = SEAT_BLOCKED}) > 0);
}

static void a_scanner_does_nothing_at_the_counter(void **state)
{
    const struct attempt block = {
        .actor = "sam", .label = "Stalls-B-1", .act = ACT_BLOCK, .became = SEAT_BLOCKED};
    assert_int_equal(try(sam, block), NOT_ALLOWED);
    pg_server_refuses(sam, "SELECT email FROM loge.customer", "42501");
    assert_int_equal(pg_server_count(sam, "SELECT count(*) FROM loge.show"), 1);
}

/* Seats at the door: holds of his own, said to be from there, and nothing with money in it. */
static void a_scanner_holds_at_the_door_and_sells_nothing(void **state)
{
    static const char id[] = "01900000-0000-7000-8000-00000000000e";
    char hold[256], quoted[64];
    snprintf(quoted, sizeof quoted, "'%s'", id);
    struct attempt take = {.actor = "sam",
                           .label = "Stalls-A-4",
                           .became = SEAT_HELD,
                           .holder = quoted,
                           .more = hold_from(SOURCE_COUNTER, id, "sam", hold)};
    assert_int_equal(try(sam, take), NOT_ALLOWED);
    hold_from(SOURCE_SCANNER, id, "anna", hold);
    assert_int_equal(try(sam, take), NOT_ALLOWED);
    hold_from(SOURCE_SCANNER, id, "sam", hold);
    assert_true(try(sam, take) > 0);
    assert_int_equal(pg_server_count(sam, "SELECT count(*) FROM loge.hold"), 1);
    struct attempt end = {.actor = "sam",
                          .label = "Stalls-A-4",
                          .act = ACT_SELL,
                          .was = SEAT_HELD,
                          .became = SEAT_SOLD,
                          .prior = quoted,
                          .holder = "gen_random_uuid()"};
    assert_int_equal(try(sam, end), NOT_ALLOWED);
    char ended[300];
    snprintf(ended, sizeof ended,
             "NULL, ARRAY[ROW('%s', 1, %d, 4, 2, 2, 'sam', 'till-1', '', 1, %lld, %lld, 1, 0,"
             " NULL)::loge.hold_row]",
             id, c->show_no, (long long)CONTRACT_NOW + MINUTE_MS,
             (long long)CONTRACT_NOW + MINUTE_MS);
    end.act = ACT_RELEASE;
    end.became = SEAT_AVAILABLE;
    end.holder = NULL;
    end.more = ended;
    assert_true(try(sam, end) > 0);
    end.more = NULL;
    end.label = "Stalls-A-1";
    end.prior = annas_hold();
    assert_int_equal(try(sam, end), NOT_HOLDER);
}

static void a_signature_has_to_be_given(void **state)
{
    struct attempt block = {.actor = "ben",
                            .approver = "mark",
                            .key = "'01900000-0000-7000-8000-00000000000a'",
                            .label = "Stalls-B-3",
                            .act = ACT_BLOCK,
                            .became = SEAT_BLOCKED};
    assert_int_equal(try(ben, block), NOT_ALLOWED);
    char sql[2048];
    pg_server_refuses(ben, attempt_by("sign", &block, sql), "42501");
    pg_server_do(mark, sql);
    assert_true(try(ben, block) > 0);
    assert_int_equal(seat_now(c, "Stalls-B-3").status, SEAT_BLOCKED);
}

/* A value of a column's type that is not what it is without one. */
#define SOME_VALUE                                                                       \
    "CASE c.atttypid::regtype::text WHEN 'text' THEN '\"x\"' WHEN 'boolean' THEN 'true'" \
    " WHEN 'uuid' THEN '\"00000000-0000-7000-8000-000000000001\"'"                       \
    " WHEN 'bytea' THEN '\"\\\\x01\"' ELSE '1' END::jsonb"

static const char *columns_of(const char *type, const char *condition, char sql[2048])
{
    snprintf(sql, 2048,
             "SELECT coalesce(string_agg(c.attname, ' ' ORDER BY c.attnum), '') FROM pg_attribute"
             " AS c WHERE c.attrelid = 'loge.%s'::regclass AND c.attnum > 0 AND %s",
             type, condition);
    return sql;
}

static void says(const char *sql, const char *expected, const char *what)
{
    PGresult *answer = PQexec(root, sql);
    if (PQresultStatus(answer) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(root));
    if (strcmp(PQgetvalue(answer, 0, 0), expected) != 0)
        fail_msg("%s is signed without: %s", what, PQgetvalue(answer, 0, 0));
    PQclear(answer);
}

/* Whatever column of a row an act brings, another value is another content: a row has one more as
 * soon as it is described (data/schema/pg/code/types.sql). */
static void a_signature_is_for_every_column_of_every_row(void **state)
{
    (void)state;
    char sql[2048], same[1024];
    PGresult *types =
        PQexec(root, "SELECT typname FROM pg_type WHERE typtype = 'c' AND typnamespace"
                     " = 'loge'::regnamespace AND (typname ~ '_row$' OR typname ="
                     " 'step')");
    assert_true(PQntuples(types) > 15);
    for (int i = 0; i < PQntuples(types); i++) {
        const char *type = PQgetvalue(types, i, 0);
        snprintf(same, sizeof same,
                 "loge.content_of(NULL, ROW(ARRAY[jsonb_populate_record(NULL::loge.%s,"
                 " jsonb_build_object(c.attname, " SOME_VALUE "))])::text) = loge.content_of(NULL,"
                 " ROW(ARRAY[jsonb_populate_record(NULL::loge.%s, '{}')])::text)",
                 type, type);
        says(columns_of(type, same, sql), "", type);
    }
    PQclear(types);
}

/* Of the act itself all that is done by it. The key and the approver are what a signature is looked
 * up by; the role and the proof are the login's; the rest is what is told of it afterwards. */
static void a_signature_is_for_the_act(void **state)
{
    (void)state;
    char sql[2048];
    says(columns_of("act",
                    "loge.content_of(jsonb_populate_record(NULL::loge.act,"
                    " jsonb_build_object(c.attname, " SOME_VALUE ")), '') ="
                    " loge.content_of(jsonb_populate_record(NULL::loge.act, '{}'), '')",
                    sql),
         "key print actor_role approver answer address client shown", "an act");
}

static void an_illegal_step_is_refused(void **state)
{
    assert_int_equal(try(ben, (struct attempt){.actor = "ben",
                                               .label = "Stalls-B-1",
                                               .act = ACT_SELL,
                                               .became = SEAT_SOLD,
                                               .holder = "gen_random_uuid()"}),
                     INVALID);
    assert_int_equal(try(mark, (struct attempt){.actor = "mark",
                                                .label = "Stalls-B-1",
                                                .act = ACT_REFUND,
                                                .was = SEAT_SOLD}),
                     INVALID);
}

static void a_version_that_jumps_is_stale(void **state)
{
    struct attempt block = {.actor = "mark",
                            .label = "Stalls-B-1",
                            .act = ACT_BLOCK,
                            .became = SEAT_BLOCKED,
                            .version_off = 5};
    assert_int_equal(try(mark, block), STALE);
    block.version_off = -1;
    assert_int_equal(try(mark, block), STALE);
}

static void anothers_hold_is_left_alone(void **state)
{
    struct attempt touch = {.actor = "ben",
                            .label = "Stalls-A-1",
                            .act = ACT_RELEASE,
                            .was = SEAT_HELD,
                            .prior = annas_hold()};
    assert_int_equal(try(ben, touch), NOT_HOLDER);
    touch.act = ACT_EXPIRE;
    assert_int_equal(try(ben, touch), TAKEN);
    touch.act = ACT_EXTEND;
    touch.became = SEAT_HELD;
    touch.holder = annas_hold();
    assert_int_equal(try(ben, touch), NOT_HOLDER);
    touch.act = ACT_TRANSFER;
    assert_int_equal(try(ben, touch), NOT_HOLDER);
    touch.act = ACT_SELL;
    touch.became = SEAT_SOLD;
    assert_int_equal(try(ben, touch), NOT_HOLDER);
    touch.act = ACT_EXTEND; /* ... into a hold of his own */
    touch.became = SEAT_HELD;
    touch.holder = "gen_random_uuid()";
    assert_int_equal(try(ben, touch), INVALID);
    assert_int_equal(seat_now(c, "Stalls-A-1").version, 2);
}

static void anothers_hold_cannot_be_rewritten(void **state)
{
    char sql[2048];
    snprintf(sql, sizeof sql,
             "SELECT plain.apply((SELECT loge.schema()), gen_random_uuid(),"
             " decode(repeat('ab', 32), 'hex'), 1::smallint, 'ben', 'till-1', 1::smallint, '', '',"
             " '', '{}', NULL, NULL, ARRAY[ROW(%s, 1, %d, 0, 0, 0, 'ben', 'till-1', '', 0, 0, 0, 0,"
             " 0, NULL)::loge.hold_row])",
             annas_hold(), c->show_no);
    assert_int_equal(pg_server_count(ben, sql), NOT_HOLDER);
    assert_string_equal(read_hold(c, annas.id).holder, "anna");
}

static void a_hold_in_anothers_name_is_refused(void **state)
{
    char hold[256];
    struct attempt take = {.actor = "ben",
                           .label = "Stalls-B-1",
                           .became = SEAT_HELD,
                           .holder = "'01900000-0000-7000-8000-000000000002'"};
    take.more = new_hold("01900000-0000-7000-8000-000000000002", "anna", hold);
    assert_int_equal(try(ben, take), NOT_ALLOWED);
    take.more = NULL;
    take.holder = annas_hold();
    assert_int_equal(try(ben, take), INVALID);
    take.holder = "'01900000-0000-7000-8000-000000000002'";
    take.more = new_hold("01900000-0000-7000-8000-000000000002", "ben", hold);
    assert_true(try(ben, take) > 0);
}

/* hold_seats, the short way for the act that everybody waits for, has the same walls. */
static long long try_hold(PGconn *who, const char *actor, const char *holder, const char *label,
                          long long seen)
{
    char sql[2048], hold[256];
    snprintf(sql, sizeof sql,
             "SELECT plain.hold((SELECT loge.schema()), gen_random_uuid(),"
             " decode(repeat('ab', 32), 'hex'), 0::smallint, '%s', 'till-1', 1::smallint, '', '',"
             " '', '{}', '{%d}', '{%lld}', '{1}', (%s)[1])",
             actor, seat_no(c, label), seen,
             new_hold("01900000-0000-7000-8000-000000000003", holder, hold));
    return pg_server_count(who, sql);
}

static void the_short_way_to_a_hold_has_the_same_walls(void **state)
{
    char sql[2048] = "SELECT loge.hold_seats(0, NULL, NULL, '{1}', '{1}', '{1}', NULL)";
    const char *label = "Stalls-B-4";
    assert_int_equal(try_hold(ben, "mark", "mark", label, 1), NOT_ALLOWED);
    assert_int_equal(try_hold(ben, "ben", "anna", label, 1), NOT_ALLOWED);
    assert_int_equal(try_hold(olga, "olga", "olga", label, 1), STALE);
    assert_int_equal(try_hold(ben, "ben", "ben", label, 2), STALE);
    assert_int_equal(try_hold(ben, "ben", "ben", "Stalls-A-1", 2), INVALID); /* anna's */
    assert_int_equal(try_hold(ben, "ben", "ben", "Circle-A-3", 1), INVALID); /* blocked */
    pg_server_refuses(sam, sql, "42501");
    assert_int_equal(seat_now(c, label).status, SEAT_AVAILABLE);
    assert_true(try_hold(ben, "ben", "ben", label, 1) > 0);
    assert_int_equal(seat_now(c, label).status, SEAT_HELD);
}

/* Which house its rows are compared with, the short way reads itself: it is not what somebody has
 * set. */
static void the_short_way_writes_in_the_house_of_the_login_only(void **state)
{
    static const char receipt[] =
        "INSERT INTO loge.receipt SELECT house, gen_random_uuid(), sha256('x'), 0, 0, 0, ''"
        " FROM generate_series(%d, %d) AS house";
    const char *label = "Circle-A-1";
    char sql[200];
    const int ours = (int)pg_server_count(ben, "SELECT house FROM loge.login");
    const int theirs = (int)pg_server_count(olga, "SELECT house FROM loge.login");
    snprintf(sql, sizeof sql, "SET loge.house = '%d'", theirs);
    pg_server_do(ben, sql);
    pg_server_do(ben, "BEGIN");
    assert_true(try_hold(ben, "ben", "ben", label, 1) > 0);
    pg_server_do(ben, "ROLLBACK");
    snprintf(sql, sizeof sql, "SET loge.house = '%d'", ours);
    pg_server_do(olga, sql);
    assert_int_equal(try_hold(olga, "olga", "olga", label, 1), STALE);
    assert_int_equal(pg_server_count(olga, "SELECT count(*) FROM loge.hold"), 0);

    pg_server_do(root, "BEGIN; SET LOCAL ROLE loge_holder");
    snprintf(sql, sizeof sql, "SET LOCAL loge.house = '%d'", ours);
    pg_server_do(root, sql);
    assert_int_equal(pg_server_count(root, "SELECT count(DISTINCT house) FROM loge.show_seat"), 1);
    snprintf(sql, sizeof sql, receipt, ours, ours);
    pg_server_do(root, sql);
    snprintf(sql, sizeof sql, receipt, theirs, theirs);
    pg_server_refuses(root, sql, "42501");
    pg_server_do(root, "ROLLBACK");
}

/* Locking seats ahead of a hold is for those who may hold them, and of their own house only. */
static void seats_are_locked_by_those_who_may_hold_them(void **state)
{
    char sql[160];
    const int seat = seat_no(c, "Stalls-B-4");
    snprintf(sql, sizeof sql, "SELECT coalesce(loge.busy_seat(%d, '{%d}'), -1)", c->show_no, seat);
    pg_server_do(olga, "BEGIN");
    assert_int_equal(pg_server_count(olga, sql), -1);
    pg_server_do(anna, "BEGIN");
    assert_int_equal(pg_server_count(sam, sql), -1);  /* nor does a scanner lock any */
    assert_int_equal(pg_server_count(anna, sql), -1); /* olga has locked nothing here */
    assert_int_equal(pg_server_count(ben, sql), seat);
    pg_server_do(olga, "ROLLBACK");
    pg_server_do(anna, "ROLLBACK");
    assert_int_equal(pg_server_count(ben, sql), -1);
}

static void a_seat_is_not_sold_without_a_ticket(void **state)
{
    char sql[2048];
    const struct attempt sell = {.actor = "anna",
                                 .label = "Stalls-A-1",
                                 .act = ACT_SELL,
                                 .was = SEAT_HELD,
                                 .became = SEAT_SOLD,
                                 .holder = "gen_random_uuid()"};
    pg_server_refuses(anna, attempt_sql(&sell, sql), "LG001");
    assert_int_equal(seat_now(c, "Stalls-A-1").status, SEAT_HELD);
}

static void an_act_needs_read_committed(void **state)
{
    char sql[2048];
    const struct attempt block = {
        .actor = "mark", .label = "Stalls-B-1", .act = ACT_BLOCK, .became = SEAT_BLOCKED};
    pg_server_do(mark, "BEGIN ISOLATION LEVEL REPEATABLE READ");
    pg_server_refuses(mark, attempt_sql(&block, sql), "LG002");
    pg_server_do(mark, "ROLLBACK");
}

/* Reports are written with the login of whoever looks: a superuser's sees every house. */
static void a_superuser_sees_every_house_in_reports(void **state)
{
    static const char *const views[] = {"seat", "claim", "receipt", "event"};
    char sql[80];
    for (int i = 0; i < COUNT_OF(views); i++) {
        snprintf(sql, sizeof sql, "SELECT count(*) FROM qa.%s", views[i]);
        long long own = pg_server_count(mark, sql);
        assert_true(own > 0);
        assert_true(pg_server_count(root, sql) >= own);
    }
    assert_int_equal(pg_server_count(mark, "SELECT count(*) FROM qa.admission"), 0);
    assert_int_equal(pg_server_count(ruth, "SELECT count(*) FROM qa.checkin"), 0);
}

static void all_that_left_the_house_sound(void **state)
{
    assert_sound(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_house_is_not_there),
        cmocka_unit_test(another_houses_seat_cannot_be_taken),
        cmocka_unit_test(nobody_can_become_somebody_else),
        cmocka_unit_test(every_right_in_the_catalogue_is_on_the_list),
        cmocka_unit_test(nobody_writes_a_table),
        cmocka_unit_test(the_log_cannot_be_touched),
        cmocka_unit_test(a_pin_is_nobodys_business),
        cmocka_unit_test(nobody_makes_things_of_his_own_in_there),
        cmocka_unit_test(a_temporary_table_shadows_nothing),
        cmocka_unit_test(a_forged_actor_is_refused),
        cmocka_unit_test(a_clerk_does_no_supervisors_act),
        cmocka_unit_test(a_scanner_does_nothing_at_the_counter),
        cmocka_unit_test(a_scanner_holds_at_the_door_and_sells_nothing),
        cmocka_unit_test(a_signature_has_to_be_given),
        cmocka_unit_test(a_signature_is_for_every_column_of_every_row),
        cmocka_unit_test(a_signature_is_for_the_act),
        cmocka_unit_test(an_illegal_step_is_refused),
        cmocka_unit_test(a_version_that_jumps_is_stale),
        cmocka_unit_test(anothers_hold_is_left_alone),
        cmocka_unit_test(anothers_hold_cannot_be_rewritten),
        cmocka_unit_test(a_hold_in_anothers_name_is_refused),
        cmocka_unit_test(the_short_way_writes_in_the_house_of_the_login_only),
        cmocka_unit_test(the_short_way_to_a_hold_has_the_same_walls),
        cmocka_unit_test(seats_are_locked_by_those_who_may_hold_them),
        cmocka_unit_test(a_seat_is_not_sold_without_a_ticket),
        cmocka_unit_test(an_act_needs_read_committed),
        cmocka_unit_test(a_superuser_sees_every_house_in_reports),
        cmocka_unit_test(all_that_left_the_house_sound),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
