/*
 * Controls for audit verify: somebody with a SQL prompt takes off the locks and changes one thing,
 * and the check must name it.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "sync/lite.h"
#include "tests/contract/contract.h"

static void tamper(struct contract *c, const char *sql)
{
    static const char unlock[] =
        "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;"
        "DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted;"
        "DROP TRIGGER seal_is_never_changed; DROP TRIGGER seal_is_never_deleted;";
    sqlite3 *db;
    assert_int_equal(sqlite3_open(arena_printf(c->arena, "%s/house.db", c->dir), &db), SQLITE_OK);
    if (sqlite3_exec(db, unlock, NULL, NULL, NULL) || sqlite3_exec(db, sql, NULL, NULL, NULL))
        fail_msg("%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_changes(db), 1); /* the statement must have hit something */
    sqlite3_close(db);
}

static struct audit_report verify(struct contract *c)
{
    struct audit_report report;
    assert_int_equal(c->store->ops->audit_verify(c->store, c->arena, NULL, &report, &c->err),
                     RC_OK);
    return report;
}

static void seal_all(struct contract *c)
{
    int blocks;
    assert_int_equal(c->store->ops->audit_seal(c->store, true, c->time.wall, &blocks, &c->err),
                     RC_OK);
}

/* Two sealed blocks: seats sold; A-3 held; A-4 let go. A third, unsealed: B-1 held. */
static int busy_setup(void **state)
{
    struct uuid none = {{0}};
    contract_setup(state);
    struct contract *c = *state;
    sell(c, take(c, "Stalls-A-1", "Stalls-A-2", NULL).id, none);
    seal_all(c);
    take(c, "Stalls-A-3", NULL, NULL);
    struct hold hold = take(c, "Stalls-A-4", NULL, NULL);
    struct changeset *cs = an_act(c, ACT_RELEASE);
    struct hold *row = LIST_ADD(c->arena, &cs->holds);
    *row = hold;
    row->status = HOLD_CANCELLED;
    row->end = END_USER_CANCELLED;
    change(c, cs, "Stalls-A-4", ACT_RELEASE, SEAT_AVAILABLE);
    expect_ok(c, cs);
    seal_all(c);
    take(c, "Stalls-B-1", NULL, NULL);
    assert_sound(c);
    return 0;
}

#define TAMPER_TEST(name) cmocka_unit_test_setup_teardown(name, busy_setup, contract_teardown)

static void expect_fault(struct contract *c, const char *sql, const char *part)
{
    tamper(c, sql);
    struct audit_report report = verify(c);
    assert_true(report.fault_count > 0);
    for (int i = 0; i < report.fault_count; i++)
        if (strstr(report.faults[i].text, part))
            return;
    fail_msg("no fault says \"%s\"; the first is \"%s\"", part, report.faults[0].text);
}

/* ---- the log -------------------------------------------------------------------------------- */

static void a_changed_line_is_found(void **state)
{
    expect_fault(*state, "UPDATE event SET actor = 'nobody' WHERE id = 2",
                 "not what was sealed in block 1");
}

static void a_changed_byte_beyond_what_a_reader_shows_is_found(void **state)
{
    expect_fault(*state, "UPDATE event SET note = note || char(0) || 'x' WHERE id = 5",
                 "not what was sealed in block 2");
}

static void a_changed_address_is_found(void **state)
{
    expect_fault(*state, "UPDATE event SET address = '192.0.2.7' WHERE id = 2",
                 "not what was sealed in block 1");
}

static void a_changed_client_is_found(void **state)
{
    expect_fault(*state, "UPDATE event SET client = 'shop' WHERE id = 2",
                 "not what was sealed in block 1");
}

static void a_line_taken_out_is_found(void **state)
{
    expect_fault(*state, "DELETE FROM event WHERE id = 3", "events 3 to 3 are missing");
}

static void the_last_line_of_a_block_taken_out_is_found(void **state)
{
    struct contract *c = *state;
    tamper(c, "DELETE FROM event WHERE id = 4");
    struct audit_report report = verify(c);
    assert_string_equal(report.faults[0].text, "events 4 to 4 are missing");
    assert_string_equal(report.faults[1].text, "events of sealed block 1 are missing");
    assert_true(report.fault_count < 5); /* and block 2 is not blamed */
}

static void the_newest_line_taken_out_is_found(void **state)
{
    expect_fault(*state, "DELETE FROM event WHERE id = (SELECT max(id) FROM event)",
                 "events 8 to 8 are missing");
}

static void a_line_put_in_is_found(void **state)
{
    expect_fault(*state,
                 "INSERT INTO event (at, act, actor, till, approver, role, show_no, seat_no,"
                 " version, was, became, held_ms, reason, note)"
                 " VALUES (1, 7, 'x', '', '', 1, 1, 9, 2, 0, 3, 0, '', '')",
                 "seat Stalls-B-4 of hamlet stands at version 1, its log ends at 2");
}

static void a_step_the_table_does_not_know_is_found(void **state)
{
    expect_fault(*state, "UPDATE event SET act = 2, became = 2 WHERE id = 8",
                 "seat Stalls-B-1 of hamlet cannot become sold from available by sell");
}

static void a_step_from_another_state_is_found(void **state)
{
    expect_fault(*state, "UPDATE event SET was = 3 WHERE id = 7", "was not blocked before");
}

static void a_line_about_no_seat_at_all_is_found(void **state)
{
    expect_fault(*state, "UPDATE event SET seat_no = 777 WHERE id = 8",
                 "is about seat 777 of show 1, which does not exist");
}

static void a_changed_seal_is_found(void **state)
{
    expect_fault(*state, "UPDATE seal SET hash = zeroblob(32) WHERE block = 1",
                 "seal 2 does not follow from the seal before");
}

static void a_seal_taken_out_is_found(void **state)
{
    expect_fault(*state, "DELETE FROM seal WHERE block = 1", "seal 1 is missing");
}

/* ---- seats against the log ------------------------------------------------------------------ */

static void a_version_that_jumped_is_found(void **state)
{
    expect_fault(*state, "UPDATE show_seat SET version = version + 1 WHERE seat_no = 0",
                 "seat Stalls-A-1 of hamlet stands at version 4, its log ends at 3");
}

static void a_seat_freed_quietly_is_found(void **state)
{
    expect_fault(*state,
                 "UPDATE show_seat SET status = 0, holder = NULL, held_until = 0 WHERE seat_no = 2",
                 "seat Stalls-A-3 of hamlet is available, its log ends with held");
}

static void a_seat_never_logged_and_not_free_is_found(void **state)
{
    expect_fault(*state,
                 "UPDATE show_seat SET status = 1, holder = randomblob(16) WHERE seat_no = 8",
                 "seat Stalls-B-3 of hamlet is held and its log says nothing");
}

/* ---- seats against claims, holds, tickets and money ----------------------------------------- */

static void an_orphaned_claim_is_found(void **state)
{
    expect_fault(*state, "UPDATE claim SET live = 0 WHERE seat_no = 2",
                 "held_seat_without_claim: show 1 seat 2");
}

static void a_claim_without_a_held_seat_is_found(void **state)
{
    expect_fault(*state, "UPDATE claim SET live = 1 WHERE seat_no = 3",
                 "claim_without_held_seat: show 1 seat 3");
}

static void a_claim_of_an_ended_hold_is_found(void **state)
{
    expect_fault(*state,
                 "UPDATE hold SET status = 4 WHERE id = (SELECT holder FROM show_seat"
                 " WHERE seat_no = 2)",
                 "claim_of_ended_hold");
}

static void an_open_hold_without_seats_is_found(void **state)
{
    expect_fault(*state, "UPDATE hold SET status = 0 WHERE status = 4", "open_hold_without_seat");
}

static void a_hold_past_its_ceiling_is_found(void **state)
{
    expect_fault(*state,
                 "UPDATE hold SET expires_at = ceiling_at + 1 WHERE id = (SELECT holder"
                 " FROM show_seat WHERE seat_no = 2)",
                 "hold_past_its_ceiling");
}

static void a_converted_hold_without_a_sale_is_found(void **state)
{
    expect_fault(*state, "UPDATE hold SET sale = NULL WHERE status = 2",
                 "converted_hold_without_sale");
}

static void a_sale_of_an_open_hold_is_found(void **state)
{
    expect_fault(*state, "UPDATE sale SET hold = (SELECT id FROM hold WHERE status = 4)",
                 "sale_of_a_hold_that_is_not_converted");
}

static void a_sold_seat_without_a_valid_ticket_is_found(void **state)
{
    expect_fault(*state, "UPDATE ticket SET status = 3 WHERE seat_no = 0",
                 "sold_seat_without_ticket: show 1 seat 0");
}

static void a_ticket_without_its_seat_is_found(void **state)
{
    expect_fault(*state, "UPDATE ticket SET seat_no = 9 WHERE seat_no = 0",
                 "ticket_without_sold_seat");
}

static void a_valid_ticket_of_a_refunded_sale_is_found(void **state)
{
    expect_fault(*state, "UPDATE sale SET status = 3", "valid_ticket_of_refunded_sale");
}

static void a_total_that_is_not_its_tickets_is_found(void **state)
{
    expect_fault(*state, "UPDATE sale SET total = total - 1", "sale_total_is_not_its_tickets");
}

static void money_that_went_missing_is_found(void **state)
{
    expect_fault(*state, "UPDATE payment SET amount = amount - 100",
                 "sale_paid_is_not_its_payments");
}

#define A_SHIFT(closed, cash)                                                                      \
    "INSERT INTO shift SELECT x'00112233445566778899aabbccddeeff', 't', 'anna', 1, " closed ", 0," \
    " 'EUR', " cash ", 0, 0, 0, 0, 0, '', 1;"

static void a_ticket_that_does_not_add_up_is_found(void **state)
{
    expect_fault(*state, "UPDATE ticket SET price = price + 1 WHERE seat_no = 0",
                 "ticket_does_not_add_up");
}

static void a_voucher_over_its_limit_is_found(void **state)
{
    expect_fault(
        *state,
        "INSERT INTO voucher (code, kind, value, budget, used, max_uses, uses, max_tickets,"
        " valid_from, valid_until, disabled, version) VALUES ('GIFT', 2, 0, 100, 101, 0, 1,"
        " 0, 0, 0, 0, 1)",
        "voucher_over_its_limit: voucher GIFT voucher.used");
}

static void a_drawer_that_does_not_add_up_is_found(void **state)
{
    expect_fault(*state, A_SHIFT("2", "1"), "shift_does_not_add_up: till t shift.expected_cash");
}

static void a_payment_in_a_closed_shift_is_found(void **state)
{
    expect_fault(*state,
                 A_SHIFT("2", "0") "UPDATE payment SET shift = x'00112233445566778899aabbccddeeff'",
                 "payment_in_a_closed_shift");
}

static void an_order_that_was_paid_too_much_is_found(void **state)
{
    expect_fault(*state,
                 "UPDATE payment SET amount = amount + 100;"
                 "UPDATE sale SET paid = paid + 100",
                 "sale_paid_more_than_its_tickets");
}

static void a_bag_of_nobody_who_was_let_in_is_found(void **state)
{
    expect_fault(
        *state,
        "INSERT INTO checkin SELECT id, 1, show_no, 2, 0, 0, 0, '', 0, 0, 0, '', '', NULL, 1, 0"
        " FROM ticket LIMIT 1",
        "bag_of_nobody_who_was_let_in");
}

static void a_fee_of_a_closed_shift_is_found(void **state)
{
    expect_fault(
        *state,
        A_SHIFT(
            "2",
            "0") "INSERT INTO checkin SELECT t.id, 1, t.show_no, 2, 30000, 5000, 3, '', 0, 5000, 0,"
                 " '', '', s.id, 1, 0 FROM ticket AS t, shift AS s LIMIT 1",
        "fee_taken_after_its_shift");
}

/* ---- the locks themselves ------------------------------------------------------------------- */

static void a_damaged_page_that_nobody_reads_is_found(void **state)
{
    expect_fault(
        *state,
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = (SELECT rootpage "
        "FROM sqlite_master WHERE name = 'payment_shift') WHERE name = 'waitlist_line'",
        "the file is damaged");
}

static void the_log_cannot_be_changed_by_accident(void **state)
{
    struct contract *c = *state;
    sqlite3 *db = lite_of(c->store)->db;
    static const char *const attempts[] = {"UPDATE event SET actor = 'x'", "DELETE FROM event",
                                           "UPDATE seal SET at = 0",       "DELETE FROM seal",
                                           "UPDATE receipt SET act = 1",   "DELETE FROM receipt"};
    for (int i = 0; i < COUNT_OF(attempts); i++)
        assert_int_equal(sqlite3_exec(db, attempts[i], NULL, NULL, NULL),
                         SQLITE_CONSTRAINT_TRIGGER);
}

static void two_live_claims_on_a_seat_cannot_be_written(void **state)
{
    struct contract *c = *state;
    assert_int_equal(sqlite3_exec(lite_of(c->store)->db,
                                  "INSERT INTO claim SELECT id, 2, 1, 1 FROM hold WHERE status = 4",
                                  NULL, NULL, NULL),
                     SQLITE_CONSTRAINT_UNIQUE);
}

static int64_t count(struct contract *c, const char *view)
{
    sqlite3_stmt *stmt;
    const char *sql = arena_printf(c->arena, "SELECT count(*) FROM %s", view);
    assert_int_equal(sqlite3_prepare_v2(lite_of(c->store)->db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t rows = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return rows;
}

static void the_views_show_what_there_is(void **state)
{
    struct contract *c = *state;
    assert_int_equal(count(c, "qa_seat"), CONTRACT_SEATS);
    assert_int_equal(count(c, "qa_seat WHERE status = 'sold' AND seat = 'Stalls-A-1'"), 1);
    assert_int_equal(count(c, "qa_claim WHERE live AND status = 'active'"), 2);
    assert_int_equal(count(c, "qa_event"), 8);
    assert_int_equal(count(c, "qa_event WHERE seat = 'Stalls-A-4' AND became = 'available'"), 1);
    assert_true(count(c, "qa_receipt WHERE answer = '{}'") >= 8);
    assert_int_equal(count(c, "qa_invariants"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TAMPER_TEST(a_changed_line_is_found),
        TAMPER_TEST(a_changed_address_is_found),
        TAMPER_TEST(a_changed_client_is_found),
        TAMPER_TEST(a_changed_byte_beyond_what_a_reader_shows_is_found),
        TAMPER_TEST(a_line_taken_out_is_found),
        TAMPER_TEST(the_last_line_of_a_block_taken_out_is_found),
        TAMPER_TEST(the_newest_line_taken_out_is_found),
        TAMPER_TEST(a_line_put_in_is_found),
        TAMPER_TEST(a_step_the_table_does_not_know_is_found),
        TAMPER_TEST(a_step_from_another_state_is_found),
        TAMPER_TEST(a_line_about_no_seat_at_all_is_found),
        TAMPER_TEST(a_changed_seal_is_found),
        TAMPER_TEST(a_seal_taken_out_is_found),
        TAMPER_TEST(a_version_that_jumped_is_found),
        TAMPER_TEST(a_seat_freed_quietly_is_found),
        TAMPER_TEST(a_seat_never_logged_and_not_free_is_found),
        TAMPER_TEST(an_orphaned_claim_is_found),
        TAMPER_TEST(a_claim_without_a_held_seat_is_found),
        TAMPER_TEST(a_claim_of_an_ended_hold_is_found),
        TAMPER_TEST(an_open_hold_without_seats_is_found),
        TAMPER_TEST(a_hold_past_its_ceiling_is_found),
        TAMPER_TEST(a_converted_hold_without_a_sale_is_found),
        TAMPER_TEST(a_sale_of_an_open_hold_is_found),
        TAMPER_TEST(a_sold_seat_without_a_valid_ticket_is_found),
        TAMPER_TEST(a_ticket_without_its_seat_is_found),
        TAMPER_TEST(a_valid_ticket_of_a_refunded_sale_is_found),
        TAMPER_TEST(a_total_that_is_not_its_tickets_is_found),
        TAMPER_TEST(money_that_went_missing_is_found),
        TAMPER_TEST(a_ticket_that_does_not_add_up_is_found),
        TAMPER_TEST(a_voucher_over_its_limit_is_found),
        TAMPER_TEST(a_drawer_that_does_not_add_up_is_found),
        TAMPER_TEST(a_payment_in_a_closed_shift_is_found),
        TAMPER_TEST(an_order_that_was_paid_too_much_is_found),
        TAMPER_TEST(a_bag_of_nobody_who_was_let_in_is_found),
        TAMPER_TEST(a_fee_of_a_closed_shift_is_found),
        TAMPER_TEST(a_damaged_page_that_nobody_reads_is_found),
        TAMPER_TEST(the_log_cannot_be_changed_by_accident),
        TAMPER_TEST(two_live_claims_on_a_seat_cannot_be_written),
        TAMPER_TEST(the_views_show_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
