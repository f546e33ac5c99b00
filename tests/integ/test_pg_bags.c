/*
 * Bags that doors checked in alone, when they come home: in any order, in one batch or many, once
 * or twice. A check-in of which the house knows nothing else is as the door left it; one that
 * another door had begun stays as the house has it, and what was paid for it is in the till's
 * books.
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

enum { LIGHT = 12000, HEAVY = 30000, HEAVIER = 31000, FEE = 5000 };

static struct pg_shop *shop;
static char ticket[CODE_TEXT], code[TICKET_CODE_TEXT]; /* of one that everybody knows */

static void hear_of_the_house(void)
{
    for (int i = 0; i < PG_TILLS; i++)
        pg_till_pull(&shop->till[i]);
}

/* The house sells a ticket, both tills hear of it, and then of nothing more. */
static int set_up(void **state)
{
    void *made;
    assert_int_equal(pg_shop_setup(&made), 0);
    shop = made;
    house_hold(&shop->house, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(&shop->house);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    text_copy(ticket, sizeof ticket, shop->house.out.sale->tickets[0].code);
    house_sign(&shop->house, &shop->house.out.sale->tickets[0], code);
    hear_of_the_house();
    return 0;
}

/* And the books are right. */
static int tear_down(void **state)
{
    void *made = shop;
    return pg_shop_teardown(&made);
}

/* ---- at a door --------------------------------------------------------------------------------
 */

static void let_in(struct house_fixture *home)
{
    const struct desk_scan request = {.show = HOUSE_SHOW, .text = code};
    desk_scan(&home->desk, &home->meta, &request, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    assert_int_equal(home->out.scanned->code, DOOR_ADMIT);
}

static void weigh(struct house_fixture *home, int32_t weight_g, enum checkin_status becomes)
{
    desk_checkin_weigh(&home->desk, &home->meta, ticket, weight_g, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    assert_int_equal(home->out.checked->checkin.status, becomes);
}

static void pay(struct house_fixture *home, const struct tender_line *line)
{
    desk_checkin_pay(&home->desk, &home->meta, ticket, line, line ? 1 : 0, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    assert_int_equal(home->out.checked->checkin.status, CHECKIN_COMPLETED);
}

static void give_up(struct house_fixture *home)
{
    desk_checkin_stop(&home->desk, &home->meta, ticket, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
}

/* A heavy bag, given up once and paid for in cash: entries 1 to 5. */
static void check_in(struct pg_till *till)
{
    let_in(&till->home);
    weigh(&till->home, HEAVY, CHECKIN_WAITING);
    give_up(&till->home);
    weigh(&till->home, HEAVIER, CHECKIN_WAITING);
    pay(&till->home, NULL);
}

/* ---- at the house -----------------------------------------------------------------------------
 */

#define OURS "house = (SELECT max(house) FROM loge.house)"

static long long ask(const char *sql)
{
    char whole[700];
    snprintf(whole, sizeof whole, "SELECT (%s AND " OURS ")", sql);
    return pg_server_count(shop->root, whole);
}

static void assert_accepted(const struct pg_till *till, int first, int last,
                            enum merge_class heading)
{
    for (int seq = first; seq <= last; seq++) {
        assert_int_equal(till->state[seq], ENTRY_ACCEPTED);
        assert_int_equal(till->heading[seq], heading);
    }
}

static void assert_kept(const char *till, int weight_g, int paid)
{
    char sql[300];
    assert_int_equal(ask("SELECT count(*) FROM loge.checkin WHERE true"), 1);
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM loge.checkin WHERE status = 2 AND till = '%s'"
             " AND weight_g = %d AND paid = %d",
             till, weight_g, paid);
    assert_int_equal(ask(sql), 1);
}

/* All that was ever paid for bags, wherever it stands. */
static long long fees(void)
{
    return ask("SELECT coalesce(sum(paid), 0) FROM loge.checkin WHERE true") +
           ask("SELECT coalesce(sum(p.amount), 0) FROM loge.payment AS p JOIN loge.sale AS s"
               " USING (house) WHERE s.id = p.sale AND s.total = 0");
}

/* ---- one door ---------------------------------------------------------------------------------
 */

static void assert_came_home(struct pg_till *till)
{
    assert_accepted(till, 1, 5, MERGE_PLAIN);
    assert_kept("till-1", HEAVIER, FEE);
    assert_int_equal(ask("SELECT version FROM loge.checkin WHERE true"), 4);
    assert_int_equal(ask("SELECT count(*) FROM loge.event WHERE act BETWEEN 35 AND 37"), 4);
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE true"), 0);
}

static void what_a_door_did_alone_is_so_at_the_house(void **state)
{
    check_in(&shop->till[0]);
    pg_till_push(shop, &shop->till[0]);
    assert_came_home(&shop->till[0]);
}

/* Yesterday's tender report was read, so the fee is money of today, marked as late. */
static void a_fee_of_a_day_that_is_over_counts_when_its_till_comes_home(void **state)
{
    const struct report_filter today = {.group = REPORT_BY_TENDER,
                                        .from = shop->house.time.wall + 24 * 3600000};
    struct store *store = shop->house.desk.store;
    struct report_row *rows;
    struct err err;
    int count;
    check_in(&shop->till[0]);
    pg_shop_pass(shop, 24 * 3600000);
    pg_till_push(shop, &shop->till[0]);
    assert_came_home(&shop->till[0]);
    assert_int_equal(store->ops->report(store, &today, shop->house.arena, &rows, &count, &err),
                     RC_OK);
    assert_int_equal(count, 1);
    assert_int_equal(rows[0].gross, FEE);
    assert_int_equal(rows[0].late, FEE);
}

static void step_by_step_it_is_the_same(void **state)
{
    struct pg_till *till = &shop->till[0];
    let_in(&till->home);
    pg_till_push(shop, till);
    weigh(&till->home, HEAVY, CHECKIN_WAITING);
    pg_till_push(shop, till);
    give_up(&till->home);
    pg_till_push(shop, till);
    weigh(&till->home, HEAVIER, CHECKIN_WAITING);
    pg_till_push(shop, till);
    pay(&till->home, NULL);
    pg_till_push(shop, till);
    assert_came_home(till);
}

static void said_again_it_changes_nothing(void **state)
{
    struct pg_till *till = &shop->till[0];
    check_in(till);
    for (int times = 0; times < 3; times++) {
        const struct sync_message batch = pg_till_whole_batch(till);
        (void)pg_till_ask(till, &batch);
        assert_came_home(till);
    }
    assert_int_equal(fees(), FEE);
}

/* The till has its own rows again, as the house keeps them, and its drawer the fee. */
static void the_till_goes_on_with_what_the_house_has(void **state)
{
    check_in(&shop->till[0]);
    pg_till_push(shop, &shop->till[0]);
    hear_of_the_house();
    for (int i = 0; i < PG_TILLS; i++) {
        struct house_fixture *home = &shop->till[i].home;
        desk_checkin_look(&home->desk, &home->meta, ticket, &home->out);
        ASSERT_VERDICT(home, VERDICT_OK);
        assert_int_equal(home->out.checked->checkin.status, CHECKIN_COMPLETED);
        assert_int_equal(home->out.checked->checkin.version, 4);
    }
    struct store *store = shop->till[0].home.desk.store;
    struct shift shift;
    bool found;
    assert_int_equal(store->ops->shift_read(store, NULL, "till-1", &shift, &found, NULL), RC_OK);
    assert_true(found);
    assert_int_equal(shift.taken[TENDER_CASH], FEE);
}

static void what_waits_since_before_is_paid_alone(void **state)
{
    struct pg_till *till = &shop->till[0];
    const struct voucher gift = {
        .code = "GIFT-100", .kind = VOUCHER_GIFT, .value = 10000, .max_uses = 9};
    const struct tender_line line = {.tender = TENDER_VOUCHER, .voucher = "GIFT-100"};
    house_become(&shop->house, "ruth", ROLE_MANAGER);
    desk_voucher_put(&shop->house.desk, &shop->house.meta, &gift, NULL, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    let_in(&shop->house);
    weigh(&shop->house, HEAVY, CHECKIN_WAITING);
    hear_of_the_house();
    pay(&till->home, &line);
    pg_till_push(shop, till);
    assert_accepted(till, 1, 1, MERGE_PLAIN);
    assert_kept("till-1", HEAVY, FEE);
    assert_int_equal(ask("SELECT used FROM loge.voucher WHERE true"), FEE);
}

/* It was weighed at the house by this very till, which was cut off before it heard so. */
static void a_door_that_had_not_heard_of_itself_weighs_again(void **state)
{
    struct pg_till *till = &shop->till[0];
    let_in(&shop->house);
    hear_of_the_house();
    text_copy(shop->house.meta.actor.till, sizeof shop->house.meta.actor.till, "till-1");
    weigh(&shop->house, HEAVY, CHECKIN_WAITING);
    weigh(&till->home, HEAVIER, CHECKIN_WAITING);
    pay(&till->home, NULL);
    pg_till_push(shop, till);
    assert_accepted(till, 1, 2, MERGE_PLAIN);
    assert_kept("till-1", HEAVIER, FEE);
    assert_int_equal(ask("SELECT version FROM loge.checkin WHERE true"), 3);
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE true"), 0);
}

/* What is heavy is what the house said last; a till that has not heard of a change asks as before.
 */
static void the_rule_is_the_houses(void **state)
{
    struct pg_till *till = &shop->till[0];
    house_become(&shop->house, "ruth", ROLE_MANAGER);
    desk_policy_set(&shop->house.desk, &shop->house.meta, POLICY_BAG_FEE, 750, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    desk_policy_set(&shop->house.desk, &shop->house.meta, POLICY_BAG_LIMIT, LIGHT - 1,
                    &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    pg_till_pull(till);
    let_in(&till->home);
    weigh(&till->home, LIGHT, CHECKIN_WAITING);
    assert_int_equal(till->home.out.checked->checkin.fee, 750);
    desk_policy_set(&shop->house.desk, &shop->house.meta, POLICY_BAG_FEE, FEE, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    pay(&till->home, NULL);
    pg_till_push(shop, till);
    assert_kept("till-1", LIGHT, 750);
}

/* ---- two doors --------------------------------------------------------------------------------
 */

static void told_of(int open, int decided)
{
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE heading = 7 AND outcome = 0"
                         " AND sale IS NOT NULL AND ticket IS NOT NULL"),
                     open);
    assert_int_equal(ask("SELECT count(*) FROM loge.conflict WHERE heading = 7 AND outcome = 1"),
                     decided);
}

/* Both take the fee of one bag; the one that comes home first has the check-in. */
static void both_check_in(int first)
{
    const struct tender_line card = {.tender = TENDER_CARD, .auth = "123456"};
    struct pg_till *late = &shop->till[1 - first];
    let_in(&shop->house);
    hear_of_the_house();
    weigh(&shop->till[0].home, HEAVY, CHECKIN_WAITING);
    weigh(&shop->till[1].home, HEAVY, CHECKIN_WAITING);
    pg_shop_pass(shop, 1000);
    pay(&shop->till[0].home, NULL);
    pay(&shop->till[1].home, &card);
    pg_till_push(shop, &shop->till[first]);
    pg_till_push(shop, late);
    assert_accepted(&shop->till[first], 1, 2, MERGE_PLAIN);
    assert_accepted(late, 1, 2, MERGE_BAG_TWICE);
}

static void assert_both_fees_are_kept(int first)
{
    assert_kept(first ? "till-2" : "till-1", HEAVY, FEE);
    assert_int_equal(fees(), 2 * FEE);
    told_of(1, 1);
    assert_int_equal(ask("SELECT sum(amount) FROM loge.conflict WHERE true"), FEE);
    assert_int_equal(ask("SELECT count(*) FROM loge.event WHERE act BETWEEN 35 AND 36"), 4);
}

static void of_two_doors_the_one_that_is_home_first_stands(void **state)
{
    both_check_in(0);
    assert_both_fees_are_kept(0);
}

static void whichever_that_is(void **state)
{
    both_check_in(1);
    assert_both_fees_are_kept(1);
}

static void said_again_a_fee_is_there_once(void **state)
{
    both_check_in(0);
    for (int i = 0; i < PG_TILLS; i++) {
        const struct sync_message batch = pg_till_whole_batch(&shop->till[i]);
        (void)pg_till_ask(&shop->till[i], &batch);
    }
    assert_both_fees_are_kept(0);
}

/* The second fee goes back to whoever paid it, and the drawer knows. */
static void a_fee_that_was_taken_twice_is_given_back(void **state)
{
    struct house_fixture *house = &shop->house;
    struct desk_decision decision = {.outcome = CONFLICT_REFUND, .tender = TENDER_CASH};
    char id[UUID_TEXT];
    both_check_in(0);
    pg_server_ask(shop->root, "SELECT id FROM loge.conflict WHERE outcome = 0 AND " OURS, id,
                  sizeof id);
    assert_true(uuid_parse(id, &decision.conflict));
    house_become(house, "mark", ROLE_SUPERVISOR);
    house_reason(house, "paid twice");
    desk_conflict_decide(&house->desk, &house->meta, &decision, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    assert_int_equal(fees(), FEE);
    assert_int_equal(ask("SELECT outcome FROM loge.conflict WHERE sale IS NOT NULL"),
                     CONFLICT_REFUND);
}

/* A door that lost does not go on in the other's check-in, however the versions count. */
static void nobody_gives_up_what_another_door_weighed(void **state)
{
    let_in(&shop->house);
    hear_of_the_house();
    weigh(&shop->till[0].home, HEAVY, CHECKIN_WAITING);
    weigh(&shop->till[1].home, HEAVY, CHECKIN_WAITING);
    give_up(&shop->till[1].home);
    pg_till_push(shop, &shop->till[0]);
    pg_till_push(shop, &shop->till[1]);
    assert_accepted(&shop->till[1], 1, 2, MERGE_BAG_TWICE);
    assert_int_equal(ask("SELECT status FROM loge.checkin WHERE till = 'till-1'"), CHECKIN_WAITING);
    told_of(0, 2);
    pay(&shop->till[0].home, NULL);
    pg_till_push(shop, &shop->till[0]);
    assert_kept("till-1", HEAVY, FEE);
}

/* And what was done online meanwhile stays as well. */
static void the_house_itself_is_a_door_too(void **state)
{
    let_in(&shop->house);
    hear_of_the_house();
    weigh(&shop->till[0].home, HEAVY, CHECKIN_WAITING);
    pay(&shop->till[0].home, NULL);
    weigh(&shop->house, LIGHT, CHECKIN_COMPLETED);
    pg_till_push(shop, &shop->till[0]);
    assert_accepted(&shop->till[0], 1, 2, MERGE_BAG_TWICE);
    assert_int_equal(ask("SELECT weight_g FROM loge.checkin WHERE status = 2"), LIGHT);
    assert_int_equal(fees(), FEE);
    told_of(1, 1);
}

/* A drawer that is counted has the fees of bags in it. */
static void a_fee_is_in_the_drawer_that_took_it(void **state)
{
    const int64_t price = ask("SELECT sum(total) FROM loge.sale WHERE true");
    const int64_t counted[TENDER_COUNT] = {[TENDER_CASH] = price + FEE};
    struct house_fixture *house = &shop->house;
    let_in(house);
    weigh(house, HEAVY, CHECKIN_WAITING);
    pay(house, NULL);
    desk_shift_close(&house->desk, &house->meta, counted, 0, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    assert_int_equal(ask("SELECT expected_cash FROM loge.shift WHERE sealed"), price + FEE);
    assert_int_equal(ask("SELECT count(*) FROM loge.shift_fault WHERE fault IS NOT NULL"), 0);
}

/* ---- what the house cannot write ---------------------------------------------------------------
 */

/* Nobody was let in, says the house: the fee stands in the till's books all the same. */
static void money_of_a_bag_that_is_refused_is_kept(void **state)
{
    struct pg_till *till = &shop->till[0];
    let_in(&shop->house);
    hear_of_the_house();
    weigh(&till->home, HEAVY, CHECKIN_WAITING);
    pay(&till->home, NULL);
    pg_server_do(shop->root, "DELETE FROM loge.admission WHERE " OURS);
    pg_till_push(shop, till);
    assert_int_equal(till->state[1], ENTRY_REFUSED);
    assert_int_equal(ask("SELECT count(*) FROM loge.checkin WHERE true"), 0);
    assert_int_equal(fees(), FEE);
}

/* Its fee comes home after a supervisor closed the till's shift at the house: written or refused,
 * it stands in a shift of its own. */
static void a_fee_comes_home_after_its_shift(bool refused)
{
    static const int64_t nothing[TENDER_COUNT];
    struct pg_till *till = &shop->till[0];
    struct house_fixture *house = &shop->house;
    let_in(house);
    hear_of_the_house();
    desk_shift_open(&till->home.desk, &till->home.meta, 0, &till->home.out);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    pg_till_push(shop, till);
    house_become(house, "mark", ROLE_SUPERVISOR);
    snprintf(house->meta.actor.till, TILL_TEXT, "till-1");
    desk_shift_close(&house->desk, &house->meta, nothing, 0, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    weigh(&till->home, HEAVY, CHECKIN_WAITING);
    pay(&till->home, NULL);
    if (refused)
        pg_server_do(shop->root, "DELETE FROM loge.admission WHERE " OURS);
    pg_till_push(shop, till);
    assert_int_equal(till->state[2], refused ? ENTRY_REFUSED : ENTRY_ACCEPTED);
    assert_int_equal(fees(), FEE);
    assert_int_equal(ask("SELECT count(*) FROM loge.checkin WHERE shift IN (SELECT id FROM"
                         " loge.shift WHERE reason = 'sync')"),
                     refused ? 0 : 1);
    assert_int_equal(ask("SELECT count(*) FROM loge.payment WHERE shift IN (SELECT id FROM"
                         " loge.shift WHERE reason = 'sync')"),
                     refused ? 1 : 0);
}

static void a_fee_that_comes_home_after_its_shift_has_its_own(void **state)
{
    a_fee_comes_home_after_its_shift(false);
}

static void a_refused_fee_of_a_sealed_shift_has_its_own_too(void **state)
{
    a_fee_comes_home_after_its_shift(true);
}

/* ---- what qa.invariants() finds ----------------------------------------------------------------
 */

static const struct {
    const char *name, *sql;
} tampers[] = {
    {"bag_twice_and_its_money_nowhere",
     "DELETE FROM loge.payment AS p USING loge.conflict AS k WHERE p.sale = k.sale AND k." OURS},
    {"bag_twice_and_its_money_nowhere",
     "UPDATE loge.conflict SET sale = NULL WHERE outcome = 0 AND " OURS},
    {"entry_that_nobody_is_told_of", "DELETE FROM loge.conflict WHERE " OURS},
    {"fee_of_another_till", "UPDATE loge.checkin SET till = 'till-9' WHERE " OURS},
    {"bag_of_nobody_who_was_let_in", "DELETE FROM loge.admission WHERE " OURS},
};

static void what_is_wrong_with_bags_is_found(void **state)
{
    both_check_in(0);
    assert_int_equal(pg_server_count(shop->root, "SELECT count(*) FROM qa.invariants()"), 0);
    for (int i = 0; i < COUNT_OF(tampers); i++) {
        char sql[200];
        snprintf(sql, sizeof sql, "SELECT count(*) FROM qa.invariants() WHERE name = '%s'",
                 tampers[i].name);
        pg_server_do(shop->root, "BEGIN");
        pg_server_do(shop->root, "SET LOCAL session_replication_role = replica");
        pg_server_do(shop->root, tampers[i].sql);
        const long long found = pg_server_count(shop->root, sql);
        pg_server_do(shop->root, "ROLLBACK");
        if (!found)
            fail_msg("%s was not found after %s", tampers[i].name, tampers[i].sql);
    }
}

/* ---- who carries it home -----------------------------------------------------------------------
 */

/* With the till's key, and a program that lies about bags; r is the one that comes. */
static void carry_bags(const char *lie)
{
    char sql[900];
    snprintf(sql, sizeof sql,
             "CREATE OR REPLACE FUNCTION sync2.bags(of_device uuid, shown bytea, bags"
             " sync2.checkin_row[], seen bigint[]) RETURNS void LANGUAGE plpgsql AS $$ DECLARE"
             " b loge.checkin_row[] := sync2.today(bags); r loge.checkin_row; BEGIN"
             " IF bags IS NOT NULL THEN r := b[1]; %s; b[1] := r; END IF;"
             " PERFORM loge.sync_bags(of_device, shown, b, seen); END $$",
             lie);
    pg_server_do(shop->root, sql);
}

/* It is as its door said, or not there; and the money is. */
static void is_not_believed(const char *lie)
{
    struct pg_till *till = &shop->till[0];
    check_in(till);
    carry_bags(lie);
    pg_till_push(shop, till);
    if (ask("SELECT count(*) FROM loge.checkin WHERE status = 2"))
        fail_msg("believed: %s", lie);
    assert_int_equal(
        ask("SELECT count(*) FROM loge.checkin WHERE (weight_g NOT IN (0, 30000, 31000)"
            " OR paid <> 0 OR till <> 'till-1' OR entry <> 1)"),
        0);
    assert_int_equal(fees(), FEE);
}

#define LIE(name, lie)             \
    static void name(void **state) \
    {                              \
        is_not_believed(lie);      \
    }
LIE(no_less_is_paid_than_was_paid, "r.paid := r.paid - 100; r.fee := r.fee - 100")
LIE(a_bag_weighs_what_it_weighed, "r.weight_g := 1000")
LIE(a_fee_is_paid_as_it_was, "r.tender := 1; r.auth := '4711'")

static void what_is_said_of_a_bag_is_taken(void **state)
{
    struct pg_till *till = &shop->till[0];
    check_in(till);
    carry_bags("NULL");
    pg_till_push(shop, till);
    assert_came_home(till);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(what_a_door_did_alone_is_so_at_the_house),
        RULE(a_fee_of_a_day_that_is_over_counts_when_its_till_comes_home),
        RULE(step_by_step_it_is_the_same),
        RULE(said_again_it_changes_nothing),
        RULE(the_till_goes_on_with_what_the_house_has),
        RULE(what_waits_since_before_is_paid_alone),
        RULE(a_door_that_had_not_heard_of_itself_weighs_again),
        RULE(the_rule_is_the_houses),
        RULE(of_two_doors_the_one_that_is_home_first_stands),
        RULE(whichever_that_is),
        RULE(said_again_a_fee_is_there_once),
        RULE(a_fee_that_comes_home_after_its_shift_has_its_own),
        RULE(a_refused_fee_of_a_sealed_shift_has_its_own_too),
        RULE(a_fee_that_was_taken_twice_is_given_back),
        RULE(nobody_gives_up_what_another_door_weighed),
        RULE(the_house_itself_is_a_door_too),
        RULE(a_fee_is_in_the_drawer_that_took_it),
        RULE(money_of_a_bag_that_is_refused_is_kept),
        RULE(what_is_wrong_with_bags_is_found),
        RULE(what_is_said_of_a_bag_is_taken),
        RULE(no_less_is_paid_than_was_paid),
        RULE(a_bag_weighs_what_it_weighed),
        RULE(a_fee_is_paid_as_it_was),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
