/*
 * A till whose program is older than its house brings home what it did alone. The house of a later
 * time is this one with another number of schema, with what acts online call taken away; journals
 * of each revision there was are kept as they were written (tests/data/journal).
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "src/base/text.h"
#include "src/domain/bytes.h"
#include "tests/lib/pg_tills.h"
#include "tests/unit/plan_files.h"

enum { MOST_BYTES = 16 * 1024 };

/* ---- a house of a later time ------------------------------------------------------------------
 */

static char now_schema[16];

static void say_number(struct pg_shop *shop, const char *what, int number)
{
    char sql[200];
    snprintf(sql, sizeof sql,
             "CREATE OR REPLACE FUNCTION loge.%s() RETURNS integer LANGUAGE sql IMMUTABLE"
             " PARALLEL SAFE RETURN %d",
             what, number);
    pg_server_do(shop->root, sql);
}

static void house_moves_on(struct pg_shop *shop, int revisions)
{
    pg_server_ask(shop->root, "SELECT loge.schema()", now_schema, sizeof now_schema);
    say_number(shop, "schema", atoi(now_schema) + 1);
    say_number(shop, "sync_revision", SYNC_REVISION + revisions);
    pg_server_do(shop->root, "ALTER FUNCTION loge.apply RENAME TO apply_9");
}

static void house_is_as_before(struct pg_shop *shop)
{
    say_number(shop, "schema", atoi(now_schema));
    say_number(shop, "sync_revision", SYNC_REVISION);
    pg_server_do(shop->root, "ALTER FUNCTION loge.apply_9 RENAME TO apply");
}

static void dial_again(struct pg_shop *shop, struct pg_till *till)
{
    upstream_close(&till->up);
    till->up = pg_shop_line(shop, shop->anna, &till->file.crypt.key);
}

/* Two seats are sold alone; then the house becomes newer, and the till finds it again. */
static void come_home_later(struct pg_shop *shop, struct pg_till *till, int revisions)
{
    house_hold(&till->home, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(&till->home);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    house_moves_on(shop, revisions);
    dial_again(shop, till);
    pg_till_push(shop, till);
    house_is_as_before(shop);
}

/* ---- tills of an earlier one ------------------------------------------------------------------
 */

static void is_heard(int revisions_later, void *state)
{
    struct pg_shop *shop = state;
    struct pg_till *till = &shop->till[0];
    come_home_later(shop, till, revisions_later);
    assert_int_equal(till->state[1], ENTRY_ACCEPTED);
    assert_int_equal(till->state[2], ENTRY_ACCEPTED);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "sold");
    assert_int_equal(till->file.core.trouble, SYNC_BEHIND);
    assert_int_equal(till->file.core.mode.now, MODE_RETURNING);
    assert_false(till->file.core.mode.uploaded);
}

static void a_till_is_heard_by_a_house_whose_schema_moved_on(void **state)
{
    is_heard(0, *state);
}

static void a_till_is_heard_by_a_house_that_is_two_revisions_newer(void **state)
{
    is_heard(SYNC_BACK, *state);
}

static void is_kept(int revisions_later, enum sync_status why, void *state)
{
    struct pg_shop *shop = state;
    struct pg_till *till = &shop->till[0];
    come_home_later(shop, till, revisions_later);
    assert_int_equal(till->file.core.trouble, why);
    assert_int_equal(till->file.core.meta.first_open, 1);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "available");
    dial_again(shop, till); /* and is heard when both are of an age */
    pg_till_push(shop, till);
    assert_int_equal(till->state[2], ENTRY_ACCEPTED);
    assert_int_equal(till->file.core.trouble, SYNC_OK);
}

static void a_till_three_revisions_behind_waits_for_its_upgrade(void **state)
{
    is_kept(SYNC_BACK + 1, SYNC_TOO_OLD, *state);
}

static void a_till_that_is_newer_waits_for_its_house(void **state)
{
    is_kept(-1, SYNC_TOO_NEW, *state);
}

/* Whoever does not ask first is refused by the house itself. */
static void the_house_hears_no_revision_it_does_not_know(void **state)
{
    struct pg_shop *shop = *state;
    char url[PG_URL], sql[200];
    PGconn *conn = pg_server_connect(pg_server_url(shop->database, shop->anna, PG_PASSWORD, url));
    static const int strange[] = {SYNC_REVISION - SYNC_BACK - 1, SYNC_REVISION + 1};
    for (int i = 0; i < COUNT_OF(strange); i++) {
        snprintf(sql, sizeof sql, "SELECT * FROM sync2.open(%d, gen_random_uuid(), '\\x00', false)",
                 strange[i]);
        PGresult *result = PQexec(conn, sql);
        assert_string_equal(PQresultErrorField(result, PG_DIAG_SQLSTATE), "LG003");
        PQclear(result);
    }
    PQfinish(conn);
}

/* ---- journals as they were written ------------------------------------------------------------
 */

/* The uid of the house they were written for, and its entries as they travel. */
struct record {
    uint8_t bytes[MOST_BYTES];
    size_t size;
};

static void write_record(const struct pg_till *till, const struct sync_batch *batch,
                         const char *path)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    for (size_t i = 0; i < sizeof till->file.house_id.b; i++)
        fprintf(out, "%02x", till->file.house_id.b[i]);
    for (size_t i = 0; i < batch->size; i++)
        fprintf(out, "%s%02x", i % 48 ? "" : "\n", batch->bytes[i]);
    fprintf(out, "\n");
    assert_int_equal(fclose(out), 0);
}

static void read_record(struct arena *arena, int revision, struct record *record)
{
    const char *text =
        read_test_file(arena, arena_printf(arena, "tests/data/journal/revision-%d", revision));
    for (; *text; text += *text == '\n' ? 1 : 2)
        if (*text != '\n') {
            assert_true(record->size < sizeof record->bytes);
            assert_int_equal(sscanf(text, "%2hhx", &record->bytes[record->size++]), 1);
        }
}

static int tell_last(const struct record *record, struct sync_hello *hello)
{
    struct byte_reader from = {.at = record->bytes + sizeof(struct uuid),
                               .end = record->bytes + record->size};
    struct entry_frame frame;
    int count = 0;
    for (; batch_next(&from, &frame); count++) {
        hello->head_seq = frame.seq;
        memcpy(hello->head_hash, frame.hash, ENTRY_HASH);
    }
    return count;
}

static void is_house_of(struct pg_shop *shop, const struct record *record)
{
    char sql[200], uid[UUID_TEXT];
    struct uuid id;
    memcpy(id.b, record->bytes, sizeof id.b);
    uuid_text(&id, uid);
    snprintf(sql, sizeof sql,
             "UPDATE loge.house SET uid = '%s' WHERE house = (SELECT max(house) FROM loge.house)",
             uid);
    pg_server_do(shop->root, sql);
}

/* Somebody comes in with a heavy bag, and pays for it. */
static void a_bag(struct house_fixture *home, const char *ticket)
{
    const struct desk_scan scan = {.show = HOUSE_SHOW, .text = ticket, .override = true};
    house_become(home, "mark", ROLE_SUPERVISOR);
    house_reason(home, "known");
    desk_scan(&home->desk, &home->meta, &scan, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    desk_checkin_weigh(&home->desk, &home->meta, ticket, BAG_LIMIT_G + 1, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    desk_checkin_pay(&home->desk, &home->meta, ticket, NULL, 0, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    house_become(home, "anna", ROLE_CLERK);
}

/* What the till of a test does in the evening that is kept: a shift, two sales, one given back, and
 * a bag. */
static void an_evening(struct house_fixture *home)
{
    desk_shift_open(&home->desk, &home->meta, 10000, &home->out);
    house_hold(home, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(home);
    a_bag(home, home->out.sale->tickets[0].code);
    house_hold(home, "Stalls-A-3", "Stalls-A-4", NULL);
    house_sell(home);
    house_reason(home, "ill");
    desk_refund(&home->desk, &home->meta, home->out.sale->code, NULL, 0, false, TENDER_CASH,
                &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    house_hold(home, "Stalls-B-1", "Stalls-B-2", NULL);
    ASSERT_VERDICT(home, VERDICT_OK);
}

/* For a new revision: LOGE_RECORD=tests/data/journal/revision-N tests/integ/test_pg_ages */
static void record_if_asked(struct pg_till *till)
{
    const char *path = getenv("LOGE_RECORD");
    if (!path)
        return;
    an_evening(&till->home);
    const struct sync_message batch = pg_till_whole_batch(till);
    write_record(till, &batch.batch, path);
}

static void comes_home(struct pg_shop *shop, struct pg_till *till, const struct record *record,
                       int revision)
{
    struct sync_message hello = pg_till_hello(till), batch = {.kind = SYNC_BATCH};
    hello.hello.revision = revision;
    const int count = tell_last(record, &hello.hello);
    is_house_of(shop, record);
    const struct sync_message welcome = pg_till_ask(till, &hello);
    assert_int_equal(welcome.welcome.status, SYNC_OK);
    batch.batch = (struct sync_batch){.device = till->file.device,
                                      .session = welcome.welcome.session,
                                      .bytes = record->bytes + sizeof(struct uuid),
                                      .size = record->size - sizeof(struct uuid)};
    (void)pg_till_ask(till, &batch);
    assert_int_equal(till->trouble, SYNC_OK);
    assert_true(count > 1);
    for (int seq = 1; seq <= count; seq++)
        if (!entry_state_done(till->state[seq]))
            fail_msg("revision %d: entry %d is %s", revision, seq,
                     entry_state_name(till->state[seq]));
}

static void a_journal_comes_home(int revision, struct pg_shop *shop)
{
    struct record *record = arena_alloc(shop->till[0].arena, sizeof *record);
    record->size = 0;
    read_record(shop->till[0].arena, revision, record);
    comes_home(shop, &shop->till[1], record, revision);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "sold");
    assert_string_equal(house_status(&shop->house, "Stalls-A-3"), "available");
    assert_string_equal(house_status(&shop->house, "Stalls-B-2"), "held");
}

_Static_assert(SYNC_REVISION == 2, "a journal of every revision that is taken is kept and heard");

static void a_journal_of_revision_2_comes_home(void **state)
{
    struct pg_shop *shop = *state;
    record_if_asked(&shop->till[1]);
    a_journal_comes_home(2, shop);
    assert_int_equal(pg_server_count(shop->root, "SELECT count(*) FROM loge.checkin"
                                                 " WHERE paid > 0 AND house = (SELECT max(house)"
                                                 " FROM loge.house)"),
                     1);
}

/* ---- a row of the house that has grown --------------------------------------------------------
 */

/* As the schema of a later program has it: a column, and with it a field of the row. */
static const char one_field_more[] =
    "ALTER TABLE loge.sale ADD COLUMN thanked_at bigint NOT NULL DEFAULT 7;"
    "ALTER TYPE loge.sale_row ADD ATTRIBUTE thanked_at bigint CASCADE;"
    "DO $$ DECLARE fields text := pg_get_function_arguments('loge.a_sale'::regproc);"
    " names text := (SELECT array_to_string(proargnames, ', ') FROM pg_proc"
    "  WHERE oid = 'loge.a_sale'::regproc);"
    "BEGIN DROP FUNCTION loge.a_sale;"
    " EXECUTE format('CREATE FUNCTION loge.a_sale(%s, thanked_at bigint DEFAULT 0) RETURNS"
    " loge.sale_row LANGUAGE sql IMMUTABLE RETURN ROW(%s, thanked_at)::loge.sale_row', fields,"
    " names); GRANT EXECUTE ON FUNCTION loge.a_sale TO PUBLIC; END $$";

/* What a till sends stands for itself: the types of its revision stay, today's do not. */
static void a_sale_as_it_was_is_read(struct pg_shop *shop, const char *sale, const char *type,
                                     bool good)
{
    char sql[400];
    snprintf(sql, sizeof sql, "SELECT $s$%s$s$::%s", sale, type);
    PGresult *result = PQexec(shop->root, sql);
    assert_int_equal(PQresultStatus(result), good ? PGRES_TUPLES_OK : PGRES_FATAL_ERROR);
    PQclear(result);
}

/* The last, because the rows of this database have that field from then on. */
static void a_sale_comes_home_to_a_house_whose_orders_have_one_field_more(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    char sale[300], type[32];
    pg_server_ask(shop->root, "SELECT loge.a_sale()::text", sale, sizeof sale);
    house_hold(&till->home, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(&till->home);
    pg_server_do(shop->root, one_field_more);
    a_sale_as_it_was_is_read(shop, sale, "loge.sale_row", false);
    snprintf(type, sizeof type, "sync%d.sale_row", SYNC_REVISION);
    a_sale_as_it_was_is_read(shop, sale, type, true);
    dial_again(shop, till);
    pg_till_push(shop, till);
    assert_int_equal(till->state[1], ENTRY_ACCEPTED);
    assert_int_equal(till->state[2], ENTRY_ACCEPTED);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "sold");
    assert_int_equal(pg_server_count(shop->root, "SELECT count(*) FROM loge.sale WHERE house ="
                                                 " (SELECT max(house) FROM loge.house)"),
                     1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_till_is_heard_by_a_house_whose_schema_moved_on),
        TEST(a_till_is_heard_by_a_house_that_is_two_revisions_newer),
        TEST(a_till_three_revisions_behind_waits_for_its_upgrade),
        TEST(a_till_that_is_newer_waits_for_its_house),
        TEST(the_house_hears_no_revision_it_does_not_know),
        TEST(a_journal_of_revision_2_comes_home),
        TEST(a_sale_comes_home_to_a_house_whose_orders_have_one_field_more),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
