/*
 * qa.invariants() finds what is wrong with the journals a house was brought: one that was sound is
 * tampered with by somebody who may do anything, one thing at a time, and each has to be found by
 * its name, with nothing beside it but what goes with it inevitably. What it says of seats, holds
 * and money, as SQLite does too, is in tests/contract/findings.c.
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
#include "tests/lib/findings.h"
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

/* The names, in order. */
static const char *found(struct arena *arena)
{
    struct findings findings;
    findings_start(&findings, arena);
    PGresult *rows = PQexec(shop->root, "SELECT name, detail FROM qa.invariants()");
    assert_int_equal(PQresultStatus(rows), PGRES_TUPLES_OK);
    for (int i = 0; i < PQntuples(rows); i++)
        findings_add(&findings, PQgetvalue(rows, i, 0), PQgetvalue(rows, i, 1));
    PQclear(rows);
    return findings.names;
}

#define OURS "house = (SELECT max(house) FROM loge.house)"
#define TILL_1 \
    OURS " AND device = (SELECT device FROM loge.journal WHERE till = 'till-1' AND " OURS ")"
#define SEQ(n)    TILL_1 " AND seq = " #n
#define JOURNAL   OURS " AND till = 'till-1'"
#define OF_TILL_1 OURS " AND sale IN (SELECT id FROM loge.sale WHERE till = 'till-1' AND " OURS ")"

/* A gift voucher of 1.00, and 0.50 of it lent to a till. */
#define VOUCHER(used, lent)                                                                   \
    "INSERT INTO loge.voucher (house, code, kind, value, budget, used, lent, max_uses, uses," \
    " max_tickets, valid_from, valid_until, disabled, version) SELECT max(house), 'GIFT', 2," \
    " 100, 100, " #used ", " #lent ", 0, 0, 0, 0, 0, false, 1 FROM loge.house;"
#define LENT(device)                                                                         \
    "INSERT INTO loge.voucher_loan (house, code, device, till, money, uses, version) SELECT" \
    " house, 'GIFT', " device ", till, 50, 0, 1 FROM loge.journal WHERE " OURS " AND till =" \
    " 'till-2';"
#define A_TICKET                   \
    "FROM loge.ticket WHERE " OURS \
    " AND id = (SELECT min(id::text)::uuid FROM loge.ticket WHERE " OURS ")"
#define LET_IN(at)                                                                                \
    "INSERT INTO loge.scan (house, id, at, show_no, gate, code, overridden, leaving, ticket,"     \
    " label, till, actor, approver, reason, act, house_at) SELECT house, gen_random_uuid(), " #at \
    ", show_no, 0, 0, 0, false, id, '', 'till-1', 'anna', '', '', gen_random_uuid(), " #at        \
    " " A_TICKET ";"

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
    {"entry_not_done_and_done", "UPDATE loge.entry SET state = 6 WHERE " SEQ(1)},
    {"entry_with_two_verdicts",
     "INSERT INTO loge.entry SELECT house, device, seq, 9, uid, hash, signature, fingerprint, 3,"
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
    {"decision_of_nobody", "UPDATE loge.conflict SET outcome = 5, proposal = NULL WHERE " OURS},
    /* what is lent is lent to one living till */
    {"seat_lent_to_nobody", "DELETE FROM loge.lent WHERE " OURS},
    {"seat_lent_to_nobody",
     "UPDATE loge.journal SET quarantine = 4 WHERE " OURS " AND till = 'till-2'"},
    {"seat_lent_to_nobody",
     "UPDATE loge.show_seat SET allotment = 1 WHERE " OURS " AND allotment = 2"},
    {"loan_without_its_seat", "UPDATE loge.show_seat SET allotment = 0 WHERE " OURS},
    {"loan_the_till_is_not_told_of", "UPDATE loge.journal SET lent = false WHERE " OURS},
    {"voucher_lent_otherwise_than_it_says", VOUCHER(0, 10)},
    {"voucher_lent_beyond_its_limit", VOUCHER(80, 50) LENT("device")},
    {"voucher_lent_to_nobody", VOUCHER(0, 50) LENT("gen_random_uuid()")},
    /* at the door */
    {"let_in_twice_and_nobody_is_told", LET_IN(1) LET_IN(2)},
    {"told_of_who_was_not_let_in_twice",
     LET_IN(1) "INSERT INTO loge.conflict SELECT (jsonb_populate_record(c, jsonb_build_object('id',"
               " s.act, 'heading', 5, 'seq', 0, 'proposal', NULL, 'sale', NULL))).*"
               " FROM loge.conflict AS c, loge.scan AS s WHERE s.house = c.house AND c." OURS},
    {"bag_twice_and_its_money_nowhere",
     "UPDATE loge.conflict SET heading = 7, sale = NULL WHERE " OURS},
    {"fee_of_another_till",
     "INSERT INTO loge.admission (house, ticket, show_no, inside, entries, first_at, last_at, gate,"
     " till, blocked, version) SELECT house, id, show_no, true, 1, 1, 1, 0, 'till-9', false,"
     " 1 " A_TICKET
     "; INSERT INTO loge.checkin (house, ticket, entry, show_no, status, weight_g, fee,"
     " at, till, tender, paid, given, auth, voucher, shift, version) SELECT house, id, 1, show_no, "
     "2,"
     " 1, 1, 1, 'till-9', 0, 1, 1, '', '', (SELECT id FROM loge.shift WHERE " OURS
     " AND closed_at = 0 AND till <> 'till-9' LIMIT 1), 1 " A_TICKET},
    /* who signed at a till that was alone is marked, and nobody else */
    {"approval_without_its_mark",
     "UPDATE loge.event SET approver = 'mark', approval = 1 WHERE " OURS
     " AND key = (SELECT uid FROM loge.entry WHERE " SEQ(2) ")"},
    {"approval_marked_for_no_entry",
     "UPDATE loge.event SET approver = 'mark', approval = 2 WHERE " OURS
     " AND act = 2 AND key NOT IN (SELECT uid FROM loge.entry)"},
    /* the log */
    {"receipt_without_its_events",
     "UPDATE loge.receipt SET last_event = last_event + 1 WHERE " OURS " AND key NOT IN (SELECT uid"
     " FROM loge.entry) AND key = (SELECT max(key::text)::uuid FROM loge.receipt WHERE " OURS
     " AND key NOT IN (SELECT uid FROM loge.entry))"},
};

/* What may go with it: a hash stands on the entry that is gone, money on the order that was told
 * of. */
static const struct {
    const char *name, *with;
} beside[] = {
    {"journal_with_a_gap", "entry_that_does_not_follow"},
    {"journal_ends_elsewhere", "conflict_without_its_entry"},
    {"entry_that_nobody_is_told_of", "sale_paid_more_than_its_tickets"},
    {"conflict_without_its_loser", "sale_paid_more_than_its_tickets"},
    {"bag_twice_and_its_money_nowhere", "sale_paid_more_than_its_tickets"},
    {"seat_lent_to_nobody", "loan_without_its_seat"},
};

static bool is_told_so(const char *name, const char *found, struct arena *arena)
{
    bool so = strcmp(found, name) == 0;
    for (int i = 0; i < COUNT_OF(beside); i++) {
        struct findings both;
        findings_start(&both, arena);
        findings_add(&both, name, "");
        findings_add(&both, beside[i].with, "");
        so = so || (strcmp(beside[i].name, name) == 0 && strcmp(both.names, found) == 0);
    }
    return so;
}

static void what_is_wrong_with_a_journal_is_found(void **state)
{
    struct arena *arena = arena_new();
    int wrong = 0;
    assert_string_equal(found(arena), "");
    for (int i = 0; i < COUNT_OF(tampers); i++) {
        pg_server_do(shop->root, "BEGIN");
        pg_server_do(shop->root, "SET LOCAL session_replication_role = replica");
        pg_server_do(shop->root, tampers[i].sql);
        const char *here = found(arena);
        pg_server_do(shop->root, "ROLLBACK");
        if (is_told_so(tampers[i].name, here, arena))
            continue;
        wrong++;
        print_error("%s is told as: %s\n%s\n", tampers[i].name, here, tampers[i].sql);
    }
    assert_int_equal(wrong, 0);
    assert_string_equal(found(arena), "");
    arena_free(&arena);
}

/* Under one heading an act may have used up more than one voucher. */
static void a_voucher_that_is_told_beside_others_is_told(void **state)
{
    struct arena *arena = arena_new();
    pg_server_do(shop->root, "BEGIN");
    pg_server_do(shop->root, "SET LOCAL session_replication_role = replica");
    pg_server_do(shop->root, VOUCHER(150, 0));
    assert_string_equal(found(arena), "voucher_over_its_limit");
    pg_server_do(shop->root, "UPDATE loge.conflict SET about = 'LESS, GIFT' WHERE " OURS);
    assert_string_equal(found(arena), "");
    pg_server_do(shop->root, "UPDATE loge.conflict SET about = 'LESS, GIFT-2' WHERE " OURS);
    assert_string_equal(found(arena), "voucher_over_its_limit");
    pg_server_do(shop->root, "ROLLBACK");
    arena_free(&arena);
}

static bool has_case(const char *name)
{
    for (int i = 0; i < COUNT_OF(tampers); i++)
        if (strcmp(tampers[i].name, name) == 0)
            return true;
    return false;
}

static bool is_among(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static void each_finding_of_this_store_alone_has_a_case(void **state)
{
    struct arena *arena = arena_new();
    const char *const *names = findings_named("pg", arena);
    const char *const *both = findings_named("lite", arena);
    int alone = 0;
    for (int i = 0; names[i]; i++) {
        alone += !is_among(both, names[i]);
        if (!is_among(both, names[i]) && !has_case(names[i]))
            fail_msg("%s has no case", names[i]);
    }
    assert_true(alone > 0);
    arena_free(&arena);
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
        cmocka_unit_test(a_voucher_that_is_told_beside_others_is_told),
        cmocka_unit_test(each_finding_of_this_store_alone_has_a_case),
        cmocka_unit_test(an_entry_that_its_till_did_not_sign_is_found),
        cmocka_unit_test(a_row_that_its_entry_says_otherwise_is_found),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
