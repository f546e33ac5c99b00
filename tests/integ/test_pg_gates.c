/*
 * One ticket at two gates that cannot hear of one another. Nobody can keep both from letting
 * somebody in; when they come home, in whatever order, the house finds it: the one who was first by
 * corrected time counts, the other is flagged, and both scans stay. And what else a door does
 * alone: everybody it turned away, and seats it keeps and lets go.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "src/base/text.h"
#include "src/engine/desk_office.h"
#include "tests/lib/pg_tills.h"

static struct pg_shop *shop;
static char sold[CODE_TEXT];        /* the order */
static char code[TICKET_CODE_TEXT]; /* of a ticket both gates know, as it is printed */

/* The house sells a ticket, both tills hear of it, and then of nothing more. */
static int set_up(void **state)
{
    void *made;
    assert_int_equal(pg_shop_setup(&made), 0);
    shop = made;
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(&shop->house);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    text_copy(sold, sizeof sold, shop->house.out.sale->code);
    house_sign(&shop->house, &shop->house.out.sale->tickets[0], code);
    for (int i = 0; i < PG_TILLS; i++) {
        pg_till_pull(&shop->till[i]);
        pg_till_knows(shop, &shop->till[i], "sam");
        house_become(&shop->till[i].home, "sam", ROLE_SCANNER);
    }
    return 0;
}

static int tear_down(void **state)
{
    void *made = shop;
    return pg_shop_teardown(&made);
}

/* ---- at a gate --------------------------------------------------------------------------------
 */

static enum door_code scan(int till, const char *text, bool leaving)
{
    struct house_fixture *home = &shop->till[till].home;
    const struct desk_scan request = {.show = HOUSE_SHOW,
                                      .text = text,
                                      .gate = (uint8_t)(till + 1),
                                      .leaving = leaving,
                                      .reentry = true};
    desk_scan(&home->desk, &home->meta, &request, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    return home->out.scanned->code;
}

static long long ask(const char *sql)
{
    char whole[700];
    snprintf(whole, sizeof whole, "SELECT (%s AND house = (SELECT max(house) FROM loge.house))",
             sql);
    return pg_server_count(shop->root, whole);
}

/* Gate 1 lets the ticket in, a minute later gate 2 does. */
static void both_let_it_in(void)
{
    assert_int_equal(scan(0, code, false), DOOR_ADMIT);
    pg_shop_pass(shop, 60000);
    assert_int_equal(scan(1, code, false), DOOR_ADMIT);
    pg_shop_pass(shop, 60000);
}

/* The scan that somebody is told of as one too many was made at this till. */
static void assert_one_too_many(const char *till)
{
    char sql[500];
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE heading = 5 AND outcome = 0"),
                     till ? 1 : 0);
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM loge.conflict AS k JOIN loge.scan AS s USING (house, ticket)"
             " WHERE k.outcome = 0 AND s.act = k.id AND s.till = '%s' AND k.till = s.till"
             " AND k.actor = s.actor AND k.made_at = s.at AND cardinality(k.seats) = 1"
             " AND (k.approver, k.approval) = ('', 0)",
             till ? till : "");
    assert_int_equal(ask(sql), till ? 1 : 0);
}

/* Whoever is in came in at this till, and the house knows since when. */
static void assert_counts(const char *till)
{
    char sql[500];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM loge.admission AS a JOIN loge.scan AS s USING (house, ticket)"
             " WHERE s.act = a.counted AND s.till = '%s'"
             " AND a.first_at = (SELECT min(q.at) FROM loge.scan AS q WHERE q.house = a.house"
             " AND NOT q.leaving)"
             " AND (a.last_at, a.gate, a.till) = (SELECT q.at, q.gate, q.till FROM loge.scan AS q"
             " WHERE q.house = a.house ORDER BY q.at DESC LIMIT 1)",
             till);
    assert_int_equal(ask(sql), 1);
}

static void both_come_home(int first)
{
    pg_till_push(shop, &shop->till[first]);
    pg_till_push(shop, &shop->till[1 - first]);
}

/* Both scans are kept, gate 1's counts, gate 2's is what somebody is told of. */
static void the_first_counts_and_both_are_kept(void)
{
    assert_int_equal(shop->till[0].state[1], ENTRY_ACCEPTED);
    assert_int_equal(shop->till[1].state[1], ENTRY_ACCEPTED);
    assert_int_equal(shop->till[0].heading[1], MERGE_PLAIN);
    assert_int_equal(ask("SELECT count(*) FROM loge.scan WHERE code = 0"), 2);
    assert_int_equal(ask("SELECT entries FROM loge.admission WHERE inside"), 2);
    assert_counts("till-1");
    assert_one_too_many("till-2");
    assert_int_equal(ask("SELECT count(*) FROM loge.event WHERE act = 33"), 1);
}

static void the_gate_that_was_first_comes_home_first(void **state)
{
    both_let_it_in();
    both_come_home(0);
    assert_int_equal(shop->till[1].heading[1], MERGE_TWICE_IN);
    the_first_counts_and_both_are_kept();
}

static void the_gate_that_was_first_comes_home_last(void **state)
{
    both_let_it_in();
    both_come_home(1);
    the_first_counts_and_both_are_kept();
}

/* Who went out at gate 2 is in by gate 1, and a supervisor signs for the ticket at gate 2: the
 * house has that gate's word for it. */
static void who_was_let_in_with_a_signature_was_signed_for_by_the_gates_word(void **state)
{
    struct house_fixture *gate = &shop->till[1].home;
    const struct desk_scan again = {.show = HOUSE_SHOW, .text = code, .gate = 2, .override = true};
    assert_int_equal(scan(1, code, false), DOOR_ADMIT);
    pg_shop_pass(shop, 60000);
    assert_int_equal(scan(1, code, true), DOOR_EXIT);
    pg_shop_pass(shop, 60000);
    assert_int_equal(scan(0, code, false), DOOR_ADMIT);
    pg_shop_pass(shop, 60000);
    gate->meta.approver = (struct actor){"mark", "till-2", ROLE_SUPERVISOR, {"", ""}};
    house_reason(gate, "twins");
    desk_scan(&gate->desk, &gate->meta, &again, &gate->out);
    ASSERT_VERDICT(gate, VERDICT_OK);
    assert_int_equal(gate->out.scanned->code, DOOR_OVERRIDE);
    both_come_home(0);
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE heading = 5"
                         " AND (till, approver, approval) = ('till-2', 'mark', 2)"),
                     1);
}

/* Gate 1's clock is four minutes ahead: it was first all the same. */
static void a_gates_clock_does_not_make_it_later(void **state)
{
    struct pg_till *gate = &shop->till[0];
    gate->home.desk.clock = lite_till_clock(gate->file.file); /* as a door has it */
    gate->home.time.wall += 4 * 60000;
    both_let_it_in();
    both_come_home(1);
    the_first_counts_and_both_are_kept();
    gate->home.desk.clock = clock_fake(&gate->home.time);
}

/* Gate 1 lets it in and out, and gate 2 in: before it is out at gate 1, or afterwards. */
static void in_and_out_and_in(bool before_it_is_out)
{
    assert_int_equal(scan(0, code, false), DOOR_ADMIT);
    pg_shop_pass(shop, 60000);
    if (before_it_is_out)
        assert_int_equal(scan(1, code, false), DOOR_ADMIT);
    pg_shop_pass(shop, 60000);
    assert_int_equal(scan(0, code, true), DOOR_EXIT);
    pg_shop_pass(shop, 60000);
    if (!before_it_is_out)
        assert_int_equal(scan(1, code, false), DOOR_ADMIT);
    pg_shop_pass(shop, 60000);
}

/* Who went out in between was let in twice and was nowhere twice. */
static void who_went_out_in_between_is_no_conflict(void **state)
{
    in_and_out_and_in(false);
    both_come_home(0);
    assert_int_equal(shop->till[1].heading[1], MERGE_PLAIN);
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE true"), 0);
    assert_counts("till-2");
}

/* As long as the exit is not home it looks like two people; then it is settled by itself. */
static void the_exit_that_comes_home_last_settles_it(void **state)
{
    assert_int_equal(scan(0, code, false), DOOR_ADMIT);
    pg_till_push(shop, &shop->till[0]);
    pg_shop_pass(shop, 60000);
    assert_int_equal(scan(0, code, true), DOOR_EXIT);
    pg_shop_pass(shop, 60000);
    assert_int_equal(scan(1, code, false), DOOR_ADMIT);
    pg_till_push(shop, &shop->till[1]);
    assert_one_too_many("till-2");
    pg_till_push(shop, &shop->till[0]);
    assert_one_too_many(NULL);
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE outcome = 1 AND heading = 5"),
                     1);
    assert_counts("till-2");
}

static void who_came_in_before_the_other_was_out_is_told_of(void **state)
{
    in_and_out_and_in(true);
    both_come_home(0);
    assert_one_too_many("till-2");
    assert_int_equal(ask("SELECT count(*) FROM loge.admission WHERE NOT inside"), 1);
}

static void and_so_it_is_when_his_gate_comes_home_first(void **state)
{
    in_and_out_and_in(true);
    both_come_home(1);
    assert_one_too_many("till-2");
    assert_counts("till-1");
}

/* Gate 2 hears of nothing; gate 1 lets it in online, later, and is the one too many all the same.
 */
static void an_admission_online_can_be_the_one_too_many(void **state)
{
    const struct desk_scan request = {.show = HOUSE_SHOW, .text = code, .gate = 3};
    assert_int_equal(scan(1, code, false), DOOR_ADMIT);
    pg_shop_pass(shop, 60000);
    desk_scan(&shop->house.desk, &shop->house.meta, &request, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    pg_till_push(shop, &shop->till[1]);
    assert_int_equal(shop->till[1].heading[1], MERGE_PLAIN);
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE heading = 5 AND seq = 0"), 1);
    assert_int_equal(ask("SELECT entries FROM loge.admission WHERE inside"), 2);
}

/* Whoever judges a ticket's passages keeps others from adding one: nobody is judged without another
 * that is just being written. */
static void a_ticket_that_is_being_judged_is_waited_for(void **state)
{
    struct house_fixture *house = &shop->house;
    const struct desk_scan request = {.show = HOUSE_SHOW, .text = code, .gate = 3};
    pg_server_do(shop->root, "BEGIN");
    pg_server_do(shop->root, "SELECT pg_advisory_xact_lock(loge.ticket_lock(t.house, t.id))"
                             " FROM loge.ticket AS t");
    desk_scan(&house->desk, &house->meta, &request, &house->out);
    ASSERT_VERDICT(house, VERDICT_UNAVAILABLE);
    pg_server_do(shop->root, "ROLLBACK");
    desk_scan(&house->desk, &house->meta, &request, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    assert_int_equal(ask("SELECT entries FROM loge.admission WHERE inside"), 1);
}

/* So does a gate that comes home: its batch is said again, and judged then. */
static void a_gate_that_comes_home_waits_for_it_too(void **state)
{
    struct pg_till *till = &shop->till[0];
    struct sync_message answer = {0};
    struct err err;
    assert_int_equal(scan(0, code, false), DOOR_ADMIT);
    const struct sync_message batch = pg_till_whole_batch(till);
    pg_server_do(shop->root, "BEGIN");
    pg_server_do(shop->root, "SELECT pg_advisory_xact_lock(loge.ticket_lock(t.house, t.id))"
                             " FROM loge.ticket AS t");
    enum rc rc = till->up->ops->say(till->up, till->arena, &batch, &answer, &err);
    pg_server_do(shop->root, "ROLLBACK");
    assert_true(rc != RC_OK || answer.verdicts.status == SYNC_BUSY);
    pg_till_push(shop, till);
    assert_int_equal(till->state[1], ENTRY_ACCEPTED);
}

/* The house gives the money back, and a gate that has not heard of it lets the ticket in. */
static void a_ticket_that_was_given_back_is_told_of_and_stays_in(void **state)
{
    struct house_fixture *house = &shop->house;
    house_become(house, "ruth", ROLE_MANAGER);
    house->meta.reason = "ill";
    desk_refund(&house->desk, &house->meta, sold, NULL, 0, false, -1, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    assert_int_equal(scan(0, code, false), DOOR_ADMIT);
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(shop->till[0].state[1], ENTRY_ACCEPTED);
    assert_int_equal(shop->till[0].heading[1], MERGE_REVOKED_IN);
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE heading = 6 AND outcome = 0"
                         " AND till = 'till-1' AND cardinality(seats) = 1"),
                     1);
    assert_int_equal(ask("SELECT entries FROM loge.admission WHERE inside"), 1);
}

/* The other way about: gate 2 has let it in and come home before till 1, which gave the money back
 * alone, does. */
static void money_that_went_back_is_told_of_when_it_comes_home_last(void **state)
{
    struct house_fixture *home = &shop->till[0].home;
    house_become(home, "ruth", ROLE_MANAGER);
    house_hold(home, "Stalls-B-1", NULL);
    house_sell(home);
    ASSERT_VERDICT(home, VERDICT_OK);
    text_copy(sold, sizeof sold, home->out.sale->code);
    pg_till_push(shop, &shop->till[0]);
    house_sign(&shop->house, &home->out.sale->tickets[0], code);
    pg_till_pull(&shop->till[1]);
    pg_till_pull(&shop->till[0]);
    home->meta.reason = "ill";
    desk_refund(&home->desk, &home->meta, sold, NULL, 0, false, -1, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    pg_shop_pass(shop, 60000);
    assert_int_equal(scan(1, code, false), DOOR_ADMIT);
    pg_till_push(shop, &shop->till[1]);
    assert_int_equal(shop->till[1].heading[1], MERGE_PLAIN);
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(shop->till[0].heading[3], MERGE_REVOKED_IN);
    assert_int_equal(shop->till[0].state[3], ENTRY_ACCEPTED);
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE heading = 6 AND outcome = 0"
                         " AND till = 'till-1' AND cardinality(seats) = 1 AND sale IS NULL"
                         " AND ticket IS NOT NULL"),
                     1);
}

/* ---- everybody who was turned away ------------------------------------------------------------
 */

static void who_was_turned_away_is_kept_too(void **state)
{
    assert_int_equal(scan(0, code, false), DOOR_ADMIT);
    assert_int_equal(scan(0, code, false), DOOR_ALREADY_IN);
    char *sign = &code[strlen(code) - 2];
    *sign = *sign == '0' ? '1' : '0'; /* a letter that codes have */
    assert_int_equal(scan(0, code, false), DOOR_FORGED);
    assert_int_equal(scan(0, "scribble", false), DOOR_NO_TICKET);
    pg_till_push(shop, &shop->till[0]);
    for (int seq = 1; seq <= 4; seq++)
        assert_int_equal(shop->till[0].state[seq], ENTRY_ACCEPTED);
    assert_int_equal(ask("SELECT count(*) FROM loge.scan WHERE till = 'till-1' AND actor = 'sam'"),
                     4);
    assert_int_equal(ask("SELECT count(*) FROM loge.event WHERE act = 28"), 3);
    assert_int_equal(ask("SELECT entries FROM loge.admission WHERE true"), 1);
}

/* ---- seats at the door ------------------------------------------------------------------------
 */

static struct uuid hold_at_the_door(struct house_fixture *home, const char *first,
                                    const char *second)
{
    const char *const labels[] = {first, second};
    const struct desk_hold wish = {.show = HOUSE_SHOW,
                                   .labels = labels,
                                   .count = 2,
                                   .channel = CHANNEL_COUNTER,
                                   .source = SOURCE_SCANNER};
    desk_hold_new(&home->desk, &home->meta, &wish, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    return home->out.hold->id;
}

/* Two holds are made at a door that is alone, and one of them let go; the house has the other. */
static void holds_of_a_door_come_home(void **state)
{
    struct house_fixture *home = &shop->till[0].home;
    const struct uuid first = hold_at_the_door(home, "Stalls-B-1", "Stalls-B-2");
    hold_at_the_door(home, "Stalls-C-1", "Stalls-C-2");
    desk_hold_release(&home->desk, &home->meta, &first, NULL, 0, END_USER_CANCELLED, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    pg_till_push(shop, &shop->till[0]);
    for (int seq = 1; seq <= 3; seq++)
        assert_int_equal(shop->till[0].state[seq], ENTRY_ACCEPTED);
    assert_string_equal(house_status(&shop->house, "Stalls-B-1"), "available");
    assert_string_equal(house_status(&shop->house, "Stalls-C-1"), "held");
    assert_int_equal(ask("SELECT count(*) FROM loge.hold WHERE source = 2"), 2);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(the_gate_that_was_first_comes_home_first),
        RULE(the_gate_that_was_first_comes_home_last),
        RULE(who_was_let_in_with_a_signature_was_signed_for_by_the_gates_word),
        RULE(a_gates_clock_does_not_make_it_later),
        RULE(who_went_out_in_between_is_no_conflict),
        RULE(the_exit_that_comes_home_last_settles_it),
        RULE(who_came_in_before_the_other_was_out_is_told_of),
        RULE(and_so_it_is_when_his_gate_comes_home_first),
        RULE(an_admission_online_can_be_the_one_too_many),
        RULE(a_ticket_that_is_being_judged_is_waited_for),
        RULE(a_gate_that_comes_home_waits_for_it_too),
        RULE(a_ticket_that_was_given_back_is_told_of_and_stays_in),
        RULE(money_that_went_back_is_told_of_when_it_comes_home_last),
        RULE(who_was_turned_away_is_kept_too),
        RULE(holds_of_a_door_come_home),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
