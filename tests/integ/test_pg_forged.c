/* Journals that are not what they say, and tills that are not the ones they name. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "src/engine/desk_office.h"
#include "tests/lib/pg_tills.h"

#define OURS "house = (SELECT max(house) FROM loge.house)"

static long long ask(struct pg_shop *shop, const char *sql)
{
    return pg_server_count(shop->root, sql);
}

static void a_byte_that_changed_on_the_way_is_noticed(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_hold(&till->home, "Stalls-A-1", "Stalls-A-2", NULL);
    struct sync_message batch = pg_till_whole_batch(till);
    ((uint8_t *)(uintptr_t)batch.batch.bytes)[batch.batch.size - 1] ^= 1;
    pg_till_ask(till, &batch);
    assert_int_equal(till->trouble, SYNC_DAMAGED);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.entry WHERE " OURS), 0);
}

static void a_signature_of_another_key_shuts_the_journal_out(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    till->file.crypt.key = shop->till[1].file.crypt.key;
    house_hold(&till->home, "Stalls-A-1", "Stalls-A-2", NULL);
    pg_till_push(shop, till);
    assert_int_equal(till->trouble, SYNC_QUARANTINED);
    assert_int_equal(till->quarantine, QUARANTINE_FORGED);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.entry WHERE " OURS), 0);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.event WHERE act = 34 AND note = 'forged'"
                               " AND " OURS),
                     1);
}

/* Three acts, of which the one in the middle is signed with another key. */
static void sell_with_a_forged_middle(struct pg_shop *shop, struct pg_till *till)
{
    const struct sign_key own = till->file.crypt.key;
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    till->file.crypt.key = shop->till[1].file.crypt.key;
    house_hold(&till->home, "Stalls-B-1", "Stalls-B-2", NULL);
    till->file.crypt.key = own;
    house_sell(&till->home);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
}

/* Nobody without its key could have put it below what the till signed then. */
static void what_a_later_signature_covers_is_what_the_till_said(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    sell_with_a_forged_middle(shop, till);
    pg_till_push(shop, till);
    assert_int_equal(till->quarantine, QUARANTINE_NONE);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.entry WHERE state = 2 AND " OURS), 4);
    assert_string_equal(house_status(&shop->house, "Stalls-B-1"), "sold");
}

/* What stood before it counts, and nothing behind it is looked at. */
static void a_batch_with_a_forged_end_is_taken_up_to_the_first_forged_entry(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    sell_with_a_forged_middle(shop, till);
    till->file.crypt.key = shop->till[1].file.crypt.key;
    house_hold(&till->home, "Stalls-C-1", "Stalls-C-2", NULL);
    pg_till_push(shop, till);
    assert_int_equal(till->state[2], ENTRY_ACCEPTED);
    assert_int_equal(till->quarantine, QUARANTINE_FORGED);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.entry WHERE " OURS), 2);
    assert_int_equal(ask(shop, "SELECT last_seq FROM loge.journal WHERE no = 1 AND " OURS), 2);
    assert_string_equal(house_status(&shop->house, "Stalls-B-1"), "available");
}

/* A doubled message is one message: the batch that is on its way is still listened to. */
static void a_hello_that_comes_twice_begins_one_session(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    const struct sync_message hello = pg_till_hello(till), batch = pg_till_whole_batch(till);
    const struct sync_welcome first = pg_till_ask(till, &hello).welcome;
    const struct sync_welcome again = pg_till_ask(till, &hello).welcome;
    assert_int_equal(first.session, batch.batch.session + 1);
    assert_int_equal(again.session, first.session);
    assert_int_equal(again.status, SYNC_OK);
    pg_till_ask(till, &batch);
    assert_int_equal(till->trouble, SYNC_OTHER_SESSION);
}

/* Whoever has a password and not the till's key is not this till. */
static void nobody_pushes_without_the_tills_key(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    upstream_close(&till->up);
    till->up = pg_shop_line(shop, shop->anna, &shop->till[1].file.crypt.key);
    house_hold(&till->home, "Stalls-A-1", "Stalls-A-2", NULL);
    pg_till_push(shop, till);
    assert_int_equal(till->trouble, SYNC_UNKNOWN);
}

static void a_clerk_makes_no_till_known(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    struct enrolment who = {.device = {{9}}, .till = "till-9"};
    struct enrolled is;
    struct err err;
    assert_int_equal(till->up->ops->enrol(till->up, &who, &is, &err), RC_CONFIG);
    /* A till that is known may be made known again by anybody who has its key. */
    who = (struct enrolment){.device = till->file.device, .till = "till-1"};
    memcpy(who.public, till->file.crypt.key.public, sizeof who.public);
    assert_int_equal(till->up->ops->enrol(till->up, &who, &is, &err), RC_OK);
    assert_int_equal(is.till, 1);
    who.public[0] ^= 1;
    assert_int_equal(till->up->ops->enrol(till->up, &who, &is, &err), RC_CONFIG);
}

/* An old copy of the file is put back, and the till sells on. */
static void an_old_copy_of_the_journal_is_shut_out(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    const struct till_meta empty = till->file.core.meta;
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    till->file.core.meta = empty; /* as the copy has it */
    pg_till_push(shop, till);
    assert_int_equal(till->trouble, SYNC_QUARANTINED);
    assert_int_equal(till->quarantine, QUARANTINE_ROLLBACK);
}

/* ---- people the house has not seen there ------------------------------------------------------
 */

/* anna sells, sam sells, who never signed in here while the house was there, and anna again. */
static void sell_in_turn(struct pg_shop *shop, struct pg_till *till, char sam[PG_LOGIN_TEXT])
{
    pg_house_person(shop->database, "sam", ROLE_CLERK, sam);
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    house_become(&till->home, "sam", ROLE_CLERK);
    house_sell_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    house_become(&till->home, "anna", ROLE_CLERK);
    house_sell_two(&till->home, "Stalls-C-1", "Stalls-C-2");
    ASSERT_VERDICT(&till->home, VERDICT_OK);
}

static void waits_for_sam(struct pg_shop *shop, struct pg_till *till)
{
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 2, ENTRY_ACCEPTED);
    ASSERT_ENTRY(till, 3, ENTRY_PENDING);
    assert_int_equal(till->trouble, SYNC_STRANGER);
    assert_int_equal(till->quarantine, QUARANTINE_NONE);
    assert_int_equal(till->file.core.meta.first_open, 3);
    assert_int_equal(till->file.core.meta.shut_out.status, SYNC_STRANGER);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.entry WHERE " OURS), 2);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.conflict WHERE " OURS), 0);
    assert_string_equal(house_status(&shop->house, "Stalls-B-1"), "available");
}

static void is_all_home(struct pg_shop *shop, struct pg_till *till)
{
    char faults[300];
    pg_till_push(shop, till);
    for (int seq = 1; seq <= 6; seq++)
        ASSERT_ENTRY(till, seq, ENTRY_ACCEPTED);
    assert_int_equal(till->file.core.meta.shut_out.status, SYNC_OK);
    assert_true(till_uploaded(&till->file.core));
    assert_int_equal(ask(shop, "SELECT count(DISTINCT sold_by) FROM loge.sale WHERE " OURS), 2);
    assert_string_equal(pg_shop_faults(shop, faults), "");
}

static void somebody_asks(struct pg_shop *shop, struct pg_till *till, const char *login)
{
    upstream_close(&till->up);
    till->up = pg_shop_line(shop, login, &till->file.crypt.key);
}

static void what_a_stranger_did_waits_until_he_signs_in_there(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    char sam[PG_LOGIN_TEXT];
    sell_in_turn(shop, till, sam);
    waits_for_sam(shop, till);
    pg_till_restart(till);
    waits_for_sam(shop, till);
    somebody_asks(shop, till, shop->mark); /* a supervisor's line is not sam's either */
    waits_for_sam(shop, till);
    somebody_asks(shop, till, sam);
    is_all_home(shop, till);
}

static void what_a_stranger_did_waits_until_a_supervisor_vouches_for_him(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    struct house_fixture *house = &shop->house;
    char sam[PG_LOGIN_TEXT];
    sell_in_turn(shop, till, sam);
    waits_for_sam(shop, till);
    desk_till_vouch(&house->desk, &house->meta, "till-1", "sam", &house->out);
    ASSERT_VERDICT(house, VERDICT_NOT_ALLOWED);
    house_become(house, "ruth", ROLE_MANAGER);
    desk_till_vouch(&house->desk, &house->meta, "till-2", "sam", &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    waits_for_sam(shop, till); /* that was another till */
    desk_till_vouch(&house->desk, &house->meta, "till-1", "tim", &house->out);
    ASSERT_VERDICT(house, VERDICT_NOT_FOUND);
    desk_till_vouch(&house->desk, &house->meta, "till-1", "sam", &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    is_all_home(shop, till);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.signed_in WHERE person = 'sam' AND"
                               " vouched_by <> '' AND " OURS),
                     2);
}

/* Whoever writes the tables is found by whoever verifies. */
static void verifying_names_entries_of_strangers(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    char faults[300];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    assert_string_equal(pg_shop_faults(shop, faults), "");
    pg_server_do(shop->root,
                 "UPDATE loge.signed_in SET person = 'eve' WHERE person = 'anna' AND"
                 " device = (SELECT device FROM loge.journal WHERE no = 1 AND " OURS ") AND " OURS);
    assert_string_equal(pg_shop_faults(shop, faults),
                        "entry 1 of till-1: anna has not signed in there");
    pg_server_do(shop->root,
                 "UPDATE loge.signed_in SET person = 'anna' WHERE person = 'eve' AND " OURS);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)
    const struct CMUnitTest tests[] = {
        RULE(a_byte_that_changed_on_the_way_is_noticed),
        RULE(a_signature_of_another_key_shuts_the_journal_out),
        RULE(what_a_later_signature_covers_is_what_the_till_said),
        RULE(a_batch_with_a_forged_end_is_taken_up_to_the_first_forged_entry),
        RULE(a_hello_that_comes_twice_begins_one_session),
        RULE(nobody_pushes_without_the_tills_key),
        RULE(a_clerk_makes_no_till_known),
        RULE(an_old_copy_of_the_journal_is_shut_out),
        RULE(what_a_stranger_did_waits_until_he_signs_in_there),
        RULE(what_a_stranger_did_waits_until_a_supervisor_vouches_for_him),
        RULE(verifying_names_entries_of_strangers),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
