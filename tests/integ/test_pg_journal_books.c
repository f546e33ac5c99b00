/*
 * qa.invariants() finds what is wrong with the journals a house was brought: one that was sound is
 * tampered with by somebody who may do anything, one thing at a time, and each has to be found by
 * its name. (What it says of seats, holds and money has its controls in tests/fault.)
 */
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

static struct pg_shop *shop;

/* Till 1 has brought a sale that fits (entries 1 and 2) and one that does not (3 and 4), for which
 * other seats are kept; two seats are lent to till 2. */
static int set_up(void **state)
{
    static const char *const lent[] = {"Stalls-C-1", "Stalls-C-2"};
    assert_int_equal(pg_shop_setup(state), 0);
    shop = *state;
    house_sell_two(&shop->till[0].home, "Stalls-B-1", "Stalls-B-2");
    house_sell_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(shop->till[0].state[2], ENTRY_ACCEPTED);
    assert_int_equal(shop->till[0].state[4], ENTRY_CONFLICT);
    house_become(&shop->house, "mark", ROLE_SUPERVISOR);
    desk_allot_take(&shop->house.desk, &shop->house.meta, "till-2", HOUSE_SHOW, lent, 2,
                    &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    return 0;
}

static int tear_down(void **state)
{
    *state = shop;
    return pg_shop_teardown(state);
}

/* ---- what is found ----------------------------------------------------------------------------
 */

static int found(const char *name)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM qa.invariants() WHERE name = '%s'", name);
    return (int)pg_server_count(shop->root, sql);
}

#define OURS "house = (SELECT max(house) FROM loge.house)"
#define TILL_1 \
    OURS " AND device = (SELECT device FROM loge.journal WHERE till = 'till-1' AND " OURS ")"
#define SEQ(n)    TILL_1 " AND seq = " #n
#define JOURNAL   OURS " AND till = 'till-1'"
#define OF_TILL_1 OURS " AND sale IN (SELECT id FROM loge.sale WHERE till = 'till-1' AND " OURS ")"

static const struct {
    const char *name, *sql;
} tampers[] = {
    /* numbers without a gap, each with its verdict */
    {"journal_with_a_gap", "DELETE FROM loge.entry WHERE " SEQ(3)},
    {"journal_with_a_gap", "DELETE FROM loge.entry WHERE " SEQ(1)},
    {"journal_with_a_gap", "UPDATE loge.entry SET epoch = 7 WHERE " SEQ(2)},
    {"journal_with_a_gap", "DELETE FROM loge.journal WHERE " JOURNAL},
    {"journal_ends_elsewhere", "DELETE FROM loge.entry WHERE " SEQ(4)},
    {"journal_ends_elsewhere", "UPDATE loge.journal SET last_seq = 5 WHERE " JOURNAL},
    {"journal_ends_elsewhere", "UPDATE loge.journal SET last_hash = start_hash WHERE " JOURNAL},
    /* each follows from the one before it */
    {"entry_that_does_not_follow", "UPDATE loge.entry SET body = body || '\\x00' WHERE " SEQ(1)},
    {"entry_that_does_not_follow", "UPDATE loge.entry SET hash = sha256(hash) WHERE " SEQ(
                                       4) "; UPDATE loge.journal SET last_hash"
                                          " = sha256(last_hash) WHERE " JOURNAL},
    {"entry_that_does_not_follow", "UPDATE loge.house SET uid = gen_random_uuid() WHERE " OURS},
    /* what was accepted was done, once; what was not was not */
    {"entry_done_without_a_trace", "UPDATE loge.entry SET state = 2 WHERE " SEQ(4)},
    {"entry_done_without_a_trace", "DELETE FROM loge.receipt WHERE " OURS
                                   " AND key = (SELECT uid FROM loge.entry WHERE " SEQ(2) ")"},
    {"entry_done_without_a_trace", "UPDATE loge.event SET key = NULL WHERE " OURS
                                   " AND key = (SELECT uid FROM loge.entry WHERE " SEQ(1) ")"},
    {"entry_not_done_and_done", "UPDATE loge.entry SET state = 5 WHERE " SEQ(1)},
    {"entry_with_two_verdicts",
     "INSERT INTO loge.entry SELECT house, device, seq, 9, uid, hash, signature, fingerprint, 6,"
     " reason, heading, made_at, at, brought_by, left_show, left_seat, left_version, body FROM"
     " loge.entry WHERE " SEQ(1)},
    {"seat_older_than_an_entry_left_it",
     "UPDATE loge.show_seat SET version = 2 WHERE " OURS " AND status = 2"},
    {"admission_of_no_entry",
     "INSERT INTO loge.admission (house, ticket, show_no, inside, entries, first_at, last_at, gate,"
     " till, blocked, counted, version) SELECT house, id, show_no, true, 1, 1, 1, 0, 'till-1',"
     " false, gen_random_uuid(), 1 FROM loge.ticket WHERE " OURS " LIMIT 1"},
    /* whoever lost something is told of, and decided about by somebody */
    {"entry_that_nobody_is_told_of", "DELETE FROM loge.conflict WHERE " OURS},
    {"conflict_without_its_entry", "UPDATE loge.conflict SET seq = 2 WHERE " OURS},
    {"conflict_without_its_loser", "UPDATE loge.conflict SET sale = NULL WHERE " OURS},
    {"conflict_without_its_owners", "UPDATE loge.conflict SET owners = '{}' WHERE " OURS},
    {"conflict_without_its_owners",
     "UPDATE loge.conflict SET owners[1] = gen_random_uuid() WHERE " OURS},
    {"offer_of_a_decided_conflict",
     "UPDATE loge.conflict SET outcome = 5, decided_by = 'mark' WHERE " OURS},
    {"decision_of_nobody", "UPDATE loge.conflict SET outcome = 5 WHERE " OURS},
    /* what is lent is lent to one living till */
    {"seat_lent_to_nobody", "DELETE FROM loge.lent WHERE " OURS},
    {"seat_lent_to_nobody",
     "UPDATE loge.journal SET quarantine = 4 WHERE " OURS " AND till = 'till-2'"},
    {"seat_lent_to_nobody",
     "UPDATE loge.show_seat SET allotment = 1 WHERE " OURS " AND allotment = 2"},
    {"loan_without_its_seat", "UPDATE loge.show_seat SET allotment = 0 WHERE " OURS},
    {"loan_the_till_is_not_told_of", "UPDATE loge.journal SET lent = false WHERE " OURS},
};

static void what_is_wrong_with_a_journal_is_found(void **state)
{
    assert_int_equal(pg_server_count(shop->root, "SELECT count(*) FROM qa.invariants()"), 0);
    for (int i = 0; i < COUNT_OF(tampers); i++) {
        pg_server_do(shop->root, "BEGIN");
        pg_server_do(shop->root, "SET LOCAL session_replication_role = replica");
        pg_server_do(shop->root, tampers[i].sql);
        int here = found(tampers[i].name);
        pg_server_do(shop->root, "ROLLBACK");
        if (!here)
            fail_msg("%s was not found after %s", tampers[i].name, tampers[i].sql);
    }
}

#define TURN_A_BIT(n)                                          \
    "UPDATE loge.entry SET signature = set_byte(signature, 0," \
    " get_byte(signature, 0) # 1) WHERE " SEQ(n)

/* Whoever may write into the database makes a chain that fits; only the till can sign it. What
 * stands before an entry that it has signed hangs on that. */
static void an_entry_that_its_till_did_not_sign_is_found(void **state)
{
    char faults[300];
    pg_server_do(shop->root, "SET session_replication_role = replica");
    pg_server_do(shop->root, TURN_A_BIT(2));
    assert_string_equal(pg_shop_faults(shop, faults), "");
    pg_server_do(shop->root, TURN_A_BIT(4));
    assert_string_equal(pg_shop_faults(shop, faults),
                        "entry 4 of till-1 is not signed by that till");
    pg_server_do(shop->root, TURN_A_BIT(4));
    assert_string_equal(pg_shop_faults(shop, faults), "");
    pg_server_do(shop->root, TURN_A_BIT(2));
    pg_server_do(shop->root, "SET session_replication_role = origin");
}

/* By somebody who may write anywhere, so that everything else agrees. */
static void a_row_that_its_entry_says_otherwise_is_found(void **state)
{
    static const struct {
        const char *change, *back;
    } rows[] = {
        {"UPDATE loge.ticket SET price = price + 100, discount = discount + 100 WHERE " JOURNAL,
         "UPDATE loge.ticket SET price = price - 100, discount = discount - 100 WHERE " JOURNAL},
        {"UPDATE loge.payment SET tender = 1 - tender WHERE " OF_TILL_1,
         "UPDATE loge.payment SET tender = 1 - tender WHERE " OF_TILL_1},
        {"UPDATE loge.payment SET auth = 'a card''s' WHERE " OF_TILL_1,
         "UPDATE loge.payment SET auth = '' WHERE " OF_TILL_1},
    };
    char faults[300];
    pg_server_do(shop->root, "SET session_replication_role = replica");
    assert_string_equal(pg_shop_faults(shop, faults), "");
    for (int i = 0; i < COUNT_OF(rows); i++) {
        pg_server_do(shop->root, rows[i].change);
        if (!strstr(pg_shop_faults(shop, faults), "of till-1 says otherwise than the books"))
            fail_msg("%s: %s", rows[i].change, faults);
        pg_server_do(shop->root, rows[i].back);
    }
    pg_server_do(shop->root, "SET session_replication_role = origin");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_with_a_journal_is_found),
        cmocka_unit_test(an_entry_that_its_till_did_not_sign_is_found),
        cmocka_unit_test(a_row_that_its_entry_says_otherwise_is_found),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
