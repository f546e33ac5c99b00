/* What tills are lent of vouchers: good at a till that is alone, nobody else's meanwhile, and held
 * to what there is. */
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
#include "src/engine/desk_office.h"
#include "tests/lib/pg_tills.h"

#define OURS "house = (SELECT max(house) FROM loge.house)"

static long long ask(struct pg_shop *shop, const char *sql)
{
    char whole[700];
    snprintf(whole, sizeof whole, "SELECT (%s AND " OURS ")", sql);
    return pg_server_count(shop->root, whole);
}

/* ---- an evening ------------------------------------------------------------------------------ */

static struct pg_shop *begin(void **state)
{
    struct pg_shop *shop = *state;
    house_become(&shop->house, "ruth", ROLE_MANAGER);
    return shop;
}

static void issue(struct pg_shop *shop, const struct voucher *voucher)
{
    struct house_fixture *house = &shop->house;
    desk_voucher_put(&house->desk, &house->meta, voucher, NULL, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
}

static void issue_gift(struct pg_shop *shop)
{
    issue(shop, &(struct voucher){.code = "GIFT-100", .kind = VOUCHER_GIFT, .value = 10000});
}

static void lend(struct pg_shop *shop, const char *till, const char *code, int64_t money,
                 int32_t uses)
{
    const struct desk_voucher_loan wish = {till, code, money, uses};
    struct house_fixture *house = &shop->house;
    desk_allot_voucher(&house->desk, &house->meta, &wish, &house->out);
}

static void lend_seats(struct pg_shop *shop, const char *till, const char *first,
                       const char *second)
{
    const char *labels[] = {first, second};
    desk_allot_take(&shop->house.desk, &shop->house.meta, till, HOUSE_SHOW, labels, 2,
                    &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

/* Both tills know all of it, and have their leases. */
static void everybody_hears(struct pg_shop *shop)
{
    for (int i = 0; i < PG_TILLS; i++) {
        pg_till_push(shop, &shop->till[i]);
        pg_till_pull(&shop->till[i]);
        pg_till_push(shop, &shop->till[i]);
        shop->till[i].home.desk.allotment = shop->till[i].file.core.meta.till;
    }
}

struct basket {
    const char *first, *second; /* NULL: one seat */
    const char *gift, *promotion;
};

static enum verdict sell(struct house_fixture *at, const struct basket *basket)
{
    struct tender_line line = {.tender = TENDER_VOUCHER};
    house_hold(at, basket->first, basket->second, NULL);
    ASSERT_VERDICT(at, VERDICT_OK);
    struct desk_sell wish = {.hold = at->out.hold->id, .voucher = basket->promotion};
    if (basket->gift) {
        text_copy(line.voucher, sizeof line.voucher, basket->gift);
        wish.tenders = &line;
        wish.tender_count = 1;
    }
    desk_sell(&at->desk, &at->meta, &wish, &at->out);
    return at->out.verdict;
}

static void spend(struct house_fixture *at, const char *first, const char *second)
{
    assert_int_equal(sell(at, &(struct basket){first, second, "GIFT-100", NULL}), VERDICT_OK);
}

#define LAST(till) ((till)->file.core.meta.head_seq)

/* Does the till vouch for its last entry? */
static bool is_final(struct pg_till *till)
{
    struct entry_frame frame;
    struct entry entry;
    struct arena *arena = arena_new();
    const struct till_disk *disk = till->file.core.disk;
    assert_true(disk->frame(disk->ctx, LAST(till), &frame));
    assert_int_equal(entry_read(arena, frame.body, frame.size, &entry), ENTRY_GOOD);
    arena_free(&arena);
    return entry.final;
}

static void home_with(struct pg_shop *shop, struct pg_till *till, enum merge_class heading)
{
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, LAST(till), ENTRY_ACCEPTED);
    assert_int_equal(till->heading[LAST(till)], heading);
}

static int64_t told_amount(struct pg_shop *shop)
{
    struct conflict *all;
    int count;
    desk_conflict_list(&shop->house.desk, &shop->house.meta, true, 10, &all, &count,
                       &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(count, 1);
    return all[0].amount;
}

/* ---- two tills alone with one card ------------------------------------------------------------
 */

/* 100.00, of which till 1 is lent 88.00; each till alone takes 88.00 off it. */
static struct pg_shop *both_spend(void **state)
{
    struct pg_shop *shop = begin(state);
    issue_gift(shop);
    lend_seats(shop, "till-1", "Stalls-A-1", "Stalls-A-2");
    lend_seats(shop, "till-2", "Stalls-B-1", "Stalls-B-2");
    lend(shop, "till-1", "GIFT-100", 8800, 0);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    everybody_hears(shop);
    spend(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    spend(&shop->till[1].home, "Stalls-B-1", "Stalls-B-2");
    assert_true(is_final(&shop->till[0]));
    assert_false(is_final(&shop->till[1]));
    return shop;
}

static void books_say(struct pg_shop *shop)
{
    assert_int_equal(told_amount(shop), 7600);
    assert_int_equal(ask(shop, "SELECT used FROM loge.voucher WHERE true"), 17600);
    assert_int_equal(ask(shop, "SELECT lent FROM loge.voucher WHERE true"), 0);
}

static void the_till_that_was_lent_the_card_never_meets_a_conflict(void **state)
{
    struct pg_shop *shop = both_spend(state);
    home_with(shop, &shop->till[0], MERGE_PLAIN);
    home_with(shop, &shop->till[1], MERGE_OVER_BUDGET);
    books_say(shop);
}

static void nor_when_the_other_comes_home_first(void **state)
{
    struct pg_shop *shop = both_spend(state);
    home_with(shop, &shop->till[1], MERGE_OVER_BUDGET);
    home_with(shop, &shop->till[0], MERGE_PLAIN);
    books_say(shop);
}

/* Nobody is lent anything: each says PROVISIONAL, and the second is the conflict. */
static void without_a_loan_both_are_provisional(void **state)
{
    struct pg_shop *shop = begin(state);
    issue_gift(shop);
    lend_seats(shop, "till-1", "Stalls-A-1", "Stalls-A-2");
    lend_seats(shop, "till-2", "Stalls-B-1", "Stalls-B-2");
    everybody_hears(shop);
    spend(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    spend(&shop->till[1].home, "Stalls-B-1", "Stalls-B-2");
    assert_false(is_final(&shop->till[0]));
    assert_false(is_final(&shop->till[1]));
    home_with(shop, &shop->till[0], MERGE_PLAIN);
    home_with(shop, &shop->till[1], MERGE_OVER_BUDGET);
    assert_int_equal(told_amount(shop), 7600);
}

/* The control: what is paid in cash is for good with the same seats. */
static void cash_needs_no_loan(void **state)
{
    struct pg_shop *shop = begin(state);
    lend_seats(shop, "till-1", "Stalls-A-1", "Stalls-A-2");
    everybody_hears(shop);
    assert_int_equal(
        sell(&shop->till[0].home, &(struct basket){"Stalls-A-1", "Stalls-A-2", NULL, NULL}),
        VERDICT_OK);
    assert_true(is_final(&shop->till[0]));
}

static void a_loan_is_used_up_sale_by_sale(void **state)
{
    struct pg_shop *shop = begin(state);
    struct pg_till *till = &shop->till[0];
    issue_gift(shop);
    lend_seats(shop, "till-1", "Stalls-A-1", "Stalls-A-2");
    lend(shop, "till-1", "GIFT-100", 5000, 0);
    everybody_hears(shop);
    spend(&till->home, "Stalls-A-1", NULL);
    assert_true(is_final(till));
    spend(&till->home, "Stalls-A-2", NULL);
    assert_false(is_final(till));
    home_with(shop, till, MERGE_PLAIN); /* there was enough */
    assert_int_equal(ask(shop, "SELECT used FROM loge.voucher WHERE true"), 8800);
    assert_int_equal(ask(shop, "SELECT lent FROM loge.voucher WHERE true"), 0);
    pg_till_pull(till);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.conflict WHERE true"), 0);
}

static void a_loan_outlives_its_lease_but_is_not_for_good(void **state)
{
    struct pg_shop *shop = begin(state);
    issue_gift(shop);
    lend_seats(shop, "till-1", "Stalls-A-1", "Stalls-A-2");
    lend(shop, "till-1", "GIFT-100", 0, 0);
    everybody_hears(shop);
    pg_shop_pass(shop, 90000000);
    spend(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    assert_false(is_final(&shop->till[0]));
    home_with(shop, &shop->till[0], MERGE_PLAIN);
}

/* An order that was reserved is paid alone: there is no seat in it to be lent. */
static void an_order_is_paid_for_good_by_what_is_lent(void **state)
{
    static const struct tender_line line = {.tender = TENDER_VOUCHER, .voucher = "GIFT-100"};
    struct pg_shop *shop = begin(state);
    struct house_fixture *home = &shop->till[0].home;
    issue_gift(shop);
    lend(shop, "till-1", "GIFT-100", 9000, 0);
    everybody_hears(shop);
    house_hold(home, "Stalls-A-1", "Stalls-A-2", NULL);
    const struct desk_sell wish = {.hold = home->out.hold->id, .due = true, .name = "Berta"};
    desk_sell(&home->desk, &home->meta, &wish, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    char code[CODE_TEXT];
    text_copy(code, sizeof code, home->out.sale->code);
    desk_pay(&home->desk, &home->meta, code, &line, 1, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    assert_true(is_final(&shop->till[0]));
    home_with(shop, &shop->till[0], MERGE_PLAIN);
    assert_int_equal(ask(shop, "SELECT lent FROM loge.voucher WHERE true"), 200);
}

/* ---- promotions -------------------------------------------------------------------------------
 */

static void a_promotion_is_good_for_as_many_orders_as_are_lent(void **state)
{
    static const char *const seats[] = {"Stalls-A-1", "Stalls-A-2", "Stalls-A-3"};
    struct pg_shop *shop = begin(state);
    issue(shop, &(struct voucher){
                    .code = "EARLY", .kind = VOUCHER_PERCENT, .value = 1000, .max_uses = 3});
    lend_seats(shop, "till-1", seats[0], seats[1]);
    lend(shop, "till-1", "EARLY", 0, 1);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    everybody_hears(shop);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(sell(&shop->till[0].home, &(struct basket){seats[i], NULL, NULL, "EARLY"}),
                         VERDICT_OK);
        assert_int_equal(is_final(&shop->till[0]), i == 0);
    }
    home_with(shop, &shop->till[0], MERGE_PLAIN);
    assert_int_equal(ask(shop, "SELECT uses FROM loge.voucher WHERE true"), 2);
    assert_int_equal(ask(shop, "SELECT lent_uses FROM loge.voucher WHERE true"), 0);
}

static void what_never_runs_out_needs_no_loan(void **state)
{
    struct pg_shop *shop = begin(state);
    issue(shop, &(struct voucher){.code = "ALWAYS", .kind = VOUCHER_PERCENT, .value = 1000});
    lend(shop, "till-1", "ALWAYS", 0, 0);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_POSSIBLE);
    lend_seats(shop, "till-1", "Stalls-A-1", "Stalls-A-2");
    everybody_hears(shop);
    assert_int_equal(
        sell(&shop->till[0].home, &(struct basket){"Stalls-A-1", "Stalls-A-2", NULL, "ALWAYS"}),
        VERDICT_OK);
    assert_true(is_final(&shop->till[0]));
}

/* ---- at the house meanwhile -------------------------------------------------------------------
 */

static void what_is_lent_is_not_spent_elsewhere(void **state)
{
    struct pg_shop *shop = begin(state);
    struct house_fixture *house = &shop->house;
    issue_gift(shop);
    lend(shop, "till-1", "GIFT-100", 8800, 0);
    const struct basket two = {"Stalls-A-1", "Stalls-A-2", "GIFT-100", NULL};
    assert_int_equal(sell(house, &two), VERDICT_AMOUNT_MISMATCH); /* 12.00 are free */
    struct tender_line parts[] = {
        {.tender = TENDER_VOUCHER, .amount = 8800, .voucher = "GIFT-100"}};
    struct desk_sell wish = {.tenders = parts, .tender_count = 1};
    struct hold_filter mine = {.holder = "ruth"};
    struct hold *holds;
    int count;
    assert_int_equal(house->desk.store->ops->hold_list(house->desk.store, &mine, house->arena,
                                                       &holds, &count, NULL),
                     RC_OK);
    assert_int_equal(count, 1);
    wish.hold = holds[0].id;
    desk_sell(&house->desk, &house->meta, &wish, &house->out);
    assert_int_equal(house->out.verdict, VERDICT_VOUCHER_NOT_VALID);
    assert_non_null(strstr(house->out.message, "12.00 EUR left here"));
    assert_non_null(strstr(house->out.message, "lent to till-1 (88.00 EUR)"));
    /* The till itself may, and its loan goes down by what was not free. */
    text_copy(house->meta.actor.till, TILL_TEXT, "till-1");
    desk_sell(&house->desk, &house->meta, &wish, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    assert_int_equal(ask(shop, "SELECT lent FROM loge.voucher WHERE true"), 1200);
}

static void what_is_asked_for_comes_back(void **state)
{
    struct pg_shop *shop = begin(state);
    struct voucher_loan *loans;
    int count;
    issue_gift(shop);
    lend(shop, "till-1", "GIFT-100", 0, 0); /* all of it */
    assert_int_equal(ask(shop, "SELECT lent FROM loge.voucher WHERE true"), 10000);
    desk_allot_return(&shop->house.desk, &shop->house.meta, "till-1", &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    lend(shop, "till-1", "GIFT-100", 0, 0); /* not while it is asked for */
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_POSSIBLE);
    pg_till_push(shop, &shop->till[0]);
    desk_allot_vouchers(&shop->house.desk, &shop->house.meta, "till-1", &loans, &count,
                        &shop->house.out);
    assert_int_equal(count, 0);
    spend(&shop->house, "Stalls-A-1", "Stalls-A-2");
}

static void a_till_that_is_given_up_has_nothing_any_more(void **state)
{
    struct pg_shop *shop = begin(state);
    issue_gift(shop);
    lend(shop, "till-1", "GIFT-100", 0, 0);
    house_reason(&shop->house, "fell off the ramp");
    desk_till_dead(&shop->house.desk, &shop->house.meta, "till-1", &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    assert_int_equal(ask(shop, "SELECT lent FROM loge.voucher WHERE true"), 0);
    spend(&shop->house, "Stalls-A-1", "Stalls-A-2");
}

/* It was promised before. */
static void a_card_that_is_withdrawn_stays_good_where_it_was_lent(void **state)
{
    struct pg_shop *shop = begin(state);
    struct voucher gift;
    bool found;
    struct store *store = shop->house.desk.store;
    issue_gift(shop);
    lend_seats(shop, "till-1", "Stalls-A-1", "Stalls-A-2");
    lend(shop, "till-1", "GIFT-100", 8800, 0);
    everybody_hears(shop);
    assert_int_equal(store->ops->voucher_read(store, "GIFT-100", &gift, &found, NULL), RC_OK);
    gift.disabled = true;
    issue(shop, &gift);
    spend(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    home_with(shop, &shop->till[0], MERGE_PLAIN);
}

static void no_more_is_lent_than_there_is(void **state)
{
    struct pg_shop *shop = begin(state);
    issue_gift(shop);
    lend(shop, "till-1", "GIFT-100", 10001, 0);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_POSSIBLE);
    lend(shop, "till-1", "GIFT-100", 0, 1);
    assert_int_equal(shop->house.out.verdict, VERDICT_INVALID);
    lend(shop, "till-1", "GIFT-100", 6000, 0);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    lend(shop, "till-2", "GIFT-100", 4001, 0);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_POSSIBLE);
    lend(shop, "till-2", "GIFT-100", 4000, 0);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    lend(shop, "till-9", "GIFT-100", 1, 0);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_FOUND);
    house_become(&shop->house, "anna", ROLE_CLERK);
    lend(shop, "till-1", "GIFT-100", 1, 0);
    assert_int_equal(shop->house.out.verdict, VERDICT_NOT_ALLOWED);
}

/* ---- with psql --------------------------------------------------------------------------------
 */

/* A supervisor's or a clerk's call of loge.apply: lends so that the till has this much. */
static const char *lend_sql(const char *row, char out[1200])
{
    snprintf(out, 1200,
             "SELECT loge.apply((SELECT loge.schema()), jsonb_populate_record(NULL::loge.act,"
             " jsonb_build_object('key', gen_random_uuid(), 'print', '\\x' || repeat('00', 32),"
             " 'act', 31, 'actor', l.name, 'till', 'till-1', 'shown', public.shown_of('till-1'), "
             "'actor_role', l.role, 'approver', '',"
             " 'reason', '', 'note', '', 'answer', '', 'address', '', 'client', '')),"
             " jsonb_populate_record(NULL::loge.changes, jsonb_build_object('loans',"
             " jsonb_build_array(jsonb_build_object('code', 'GIFT-100', 'device', j.device, 'till',"
             " j.till, 'version', coalesce((SELECT version FROM loge.voucher_loan), 0), 'uses', 0)"
             " || '%s'), 'notes', jsonb_build_array(jsonb_build_object('act', 31, 'show_no', 0,"
             " 'subject', j.device, 'note', 'x')))))"
             " FROM loge.login AS l, loge.journal AS j WHERE l.login = session_user AND j.till ="
             " 'till-1'",
             row);
    return out;
}

static PGconn *sign_in(struct pg_shop *shop, const char *login)
{
    char url[PG_URL];
    return pg_server_connect(pg_server_url(shop->database, login, PG_PASSWORD, url));
}

static void the_database_holds_loans_to_the_card(void **state)
{
    struct pg_shop *shop = begin(state);
    char sql[1200];
    PGconn *anna = sign_in(shop, shop->anna), *mark = sign_in(shop, shop->mark);
    issue_gift(shop);
    pg_server_do(shop->root, "UPDATE loge.journal SET act_proof = sha256(public.shown_of('till-1'))"
                             " WHERE till = 'till-1' AND " OURS);
    pg_server_refuses(anna, lend_sql("{\"money\": 100}", sql), "LG001");
    assert_true(pg_server_count(mark, lend_sql("{\"money\": 6000}", sql)) > 0); /* the control */
    pg_server_refuses(mark, lend_sql("{\"money\": 10001}", sql), "23514");
    pg_server_refuses(mark, lend_sql("{\"money\": 5999}", sql), "LG001"); /* the till's to say */
    pg_server_refuses(mark, lend_sql("{\"money\": 7000, \"till\": \"till-2\"}", sql), "LG001");
    pg_server_refuses(anna, "UPDATE loge.voucher_loan SET money = 1", "42501");
    pg_server_refuses(shop->root, "UPDATE loge.voucher_loan SET money = 10001 WHERE " OURS,
                      "23514");
    pg_server_refuses(shop->root, "UPDATE loge.voucher_loan SET uses = 1 WHERE " OURS, "23514");
    pg_server_do(shop->root,
                 "UPDATE loge.voucher_loan SET money = 10000 WHERE " OURS); /* the control */
    assert_int_equal(ask(shop, "SELECT lent FROM loge.voucher WHERE true"), 10000);
    PQfinish(anna);
    PQfinish(mark);
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        RULE(the_till_that_was_lent_the_card_never_meets_a_conflict),
        RULE(nor_when_the_other_comes_home_first),
        RULE(without_a_loan_both_are_provisional),
        RULE(cash_needs_no_loan),
        RULE(a_loan_is_used_up_sale_by_sale),
        RULE(a_loan_outlives_its_lease_but_is_not_for_good),
        RULE(an_order_is_paid_for_good_by_what_is_lent),
        RULE(a_promotion_is_good_for_as_many_orders_as_are_lent),
        RULE(what_never_runs_out_needs_no_loan),
        RULE(what_is_lent_is_not_spent_elsewhere),
        RULE(what_is_asked_for_comes_back),
        RULE(a_till_that_is_given_up_has_nothing_any_more),
        RULE(a_card_that_is_withdrawn_stays_good_where_it_was_lent),
        RULE(no_more_is_lent_than_there_is),
        RULE(the_database_holds_loans_to_the_card),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
