#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/uuid.h"
#include "src/domain/price.h"

enum { NOW = 1000000, LINES_MAX = 40 };

static struct price prices[2];
static struct show show;
static struct price_line lines[LINES_MAX];
static struct quote quote;
static struct refusal why;

/* Class 0: 42.00, class 1: 19.99; fee 1.50, 7 % tax within. */
static int set_up(void **state)
{
    memset(lines, 0, sizeof lines);
    prices[0] = (struct price){.class_no = 0, .amount = {4200, 2100, 3360, 3360, 0}};
    prices[1] = (struct price){.class_no = 1, .amount = {1999, 999, -1, 1599, -1}};
    show = (struct show){
        .no = 7, .currency = "EUR", .fee = 150, .tax_bp = 700, .prices = prices, .price_count = 2};
    quote = (struct quote){.lines = lines};
    why = (struct refusal){0};
    return 0;
}

static void want(int count, int32_t class_no, enum price_type type)
{
    for (int i = 0; i < count; i++)
        lines[quote.count++] = (struct price_line){.class_no = class_no, .type = type};
}

static enum verdict ask(enum discount_kind kind, int64_t value, const struct voucher *voucher)
{
    struct discount discount = {.kind = kind, .value = value};
    return price_quote(&show, &discount, voucher, NOW, &quote, &why);
}

static struct voucher a_voucher(enum voucher_kind kind, int64_t value)
{
    return (struct voucher){.code = "SPRING", .kind = kind, .value = value, .version = 1};
}

static void says(const char *part)
{
    if (!strstr(why.message, part))
        fail_msg("\"%s\" does not say \"%s\"", why.message, part);
}

static void a_ticket_costs_price_plus_fee_with_tax_within(void **state)
{
    want(1, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_OK);
    assert_int_equal(lines[0].price, 4200);
    assert_int_equal(lines[0].discount, 0);
    assert_int_equal(lines[0].fee, 150);
    assert_int_equal(lines[0].total, 4350);
    assert_int_equal(lines[0].tax, 285); /* 43.50 * 7 / 107 = 2.8458 */
    assert_int_equal(quote.total, 4350);
    assert_int_equal(quote.fees, 150);
    assert_int_equal(quote.tax, 285);
}

static void types_have_their_own_prices(void **state)
{
    want(1, 0, TYPE_CHILD);
    want(1, 1, TYPE_STUDENT);
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_OK);
    assert_int_equal(lines[0].price, 2100);
    assert_int_equal(lines[1].price, 1599);
    assert_int_equal(quote.total, 2100 + 1599 + 300);
}

static void a_comp_costs_nothing_and_pays_no_fee(void **state)
{
    prices[0].amount[TYPE_COMP] = 500;
    want(1, 0, TYPE_COMP);
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_OK);
    assert_int_equal(lines[0].price, 0);
    assert_int_equal(lines[0].fee, 0);
    assert_int_equal(lines[0].tax, 0);
    assert_int_equal(quote.total, 0);
}

static void a_type_not_sold_in_the_class_is_refused(void **state)
{
    want(1, 0, TYPE_ADULT);
    want(1, 1, TYPE_SENIOR);
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_NOT_POSSIBLE);
    says("Ticket 2");
    says("senior");
}

static void a_comp_is_refused_where_comps_are_not_sold(void **state)
{
    want(1, 1, TYPE_COMP);
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_NOT_POSSIBLE);
}

static void a_class_without_prices_is_refused(void **state)
{
    want(1, 5, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_NOT_POSSIBLE);
}

static void a_percentage_rounds_half_up_on_each_ticket(void **state)
{
    want(2, 1, TYPE_ADULT);
    prices[1].amount[TYPE_ADULT] = 1990;
    assert_int_equal(ask(DISCOUNT_PERCENT, 250, NULL), VERDICT_OK);
    assert_int_equal(lines[0].discount, 50); /* 49.75 */
    prices[1].amount[TYPE_ADULT] = 1980;
    assert_int_equal(ask(DISCOUNT_PERCENT, 250, NULL), VERDICT_OK);
    assert_int_equal(lines[0].discount, 50); /* 49.5 exactly */
    assert_int_equal(quote.discounts, 100);
}

static void a_fixed_discount_never_goes_below_nothing(void **state)
{
    want(1, 0, TYPE_ADULT);
    want(1, 1, TYPE_CHILD);
    assert_int_equal(ask(DISCOUNT_EACH, 1000, NULL), VERDICT_OK);
    assert_int_equal(lines[0].discount, 1000);
    assert_int_equal(lines[1].discount, 999);
    assert_int_equal(lines[1].total, 0);
}

static void a_ticket_discounted_to_nothing_pays_no_fee(void **state)
{
    want(2, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_PERCENT, 10000, NULL), VERDICT_OK);
    assert_int_equal(quote.total, 0);
    assert_int_equal(quote.fees, 0);
    assert_int_equal(quote.discounts, 8400);
}

static void an_order_discount_is_spread_and_nothing_is_lost(void **state)
{
    want(3, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_ORDER, 1000, NULL), VERDICT_OK);
    assert_int_equal(lines[0].discount, 334); /* the odd unit goes to the first of equals */
    assert_int_equal(lines[1].discount, 333);
    assert_int_equal(lines[2].discount, 333);
    assert_int_equal(quote.discounts, 1000);
}

static void the_largest_remainder_gets_the_odd_unit(void **state)
{
    want(1, 0, TYPE_ADULT); /* 4200 of 6199: 67.75 of 100 */
    want(1, 1, TYPE_ADULT); /* 1999 of 6199: 32.24 */
    assert_int_equal(ask(DISCOUNT_ORDER, 100, NULL), VERDICT_OK);
    assert_int_equal(lines[0].discount, 68);
    assert_int_equal(lines[1].discount, 32);
}

static void the_odd_unit_is_not_always_the_firsts(void **state)
{
    want(1, 1, TYPE_ADULT);
    want(1, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_ORDER, 100, NULL), VERDICT_OK);
    assert_int_equal(lines[0].discount, 32);
    assert_int_equal(lines[1].discount, 68);
}

static void a_quote_can_be_asked_again(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_PERCENT, 1000);
    want(1, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_EACH, 100, &voucher), VERDICT_OK);
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_OK);
    assert_int_equal(quote.discounts, 0);
    assert_int_equal(quote.from_voucher, 0);
    assert_int_equal(quote.total, 4350);
}

static void an_order_discount_over_the_order_is_the_whole_price(void **state)
{
    want(1, 0, TYPE_ADULT);
    want(1, 0, TYPE_COMP);
    assert_int_equal(ask(DISCOUNT_ORDER, MONEY_MAX, NULL), VERDICT_OK);
    assert_int_equal(quote.discounts, 4200);
    assert_int_equal(quote.total, 0);
}

static void an_order_of_comps_takes_no_discount(void **state)
{
    want(2, 0, TYPE_COMP);
    assert_int_equal(ask(DISCOUNT_ORDER, 500, NULL), VERDICT_OK);
    assert_int_equal(quote.discounts, 0);
}

static void a_senseless_discount_is_refused(void **state)
{
    want(1, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_PERCENT, -1, NULL), VERDICT_INVALID);
    assert_int_equal(ask(DISCOUNT_EACH, -1, NULL), VERDICT_INVALID);
    assert_int_equal(ask(DISCOUNT_ORDER, -1, NULL), VERDICT_INVALID);
    assert_int_equal(ask(DISCOUNT_PERCENT, 10001, NULL), VERDICT_INVALID);
    says("over 100 %");
    assert_int_equal(ask(DISCOUNT_EACH, MONEY_MAX + 1, NULL), VERDICT_INVALID);
    assert_int_equal(ask(DISCOUNT_ORDER, INT64_MAX, NULL), VERDICT_INVALID);
    assert_int_equal(ask(DISCOUNT_PERCENT, 10000, NULL), VERDICT_OK);
    assert_int_equal(ask(DISCOUNT_PERCENT, 0, NULL), VERDICT_OK);
}

/* ---- vouchers ----------------------------------------------------------------------------- */

static void a_percent_voucher_takes_its_part_of_what_is_left(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_PERCENT, 5000);
    want(1, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_EACH, 200, &voucher), VERDICT_OK);
    assert_int_equal(quote.from_voucher, 2000);
    assert_int_equal(lines[0].discount, 2200);
    assert_int_equal(lines[0].total, 2000 + 150);
}

static void an_amount_voucher_takes_its_amount_off_each_ticket(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_AMOUNT, 1500);
    want(2, 0, TYPE_ADULT);
    want(1, 1, TYPE_CHILD);
    assert_int_equal(ask(DISCOUNT_NONE, 0, &voucher), VERDICT_OK);
    assert_int_equal(lines[1].discount, 1500);
    assert_int_equal(lines[2].discount, 999);
    assert_int_equal(quote.from_voucher, 3999);
}

static void a_budget_runs_out_in_the_middle_of_an_order(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_AMOUNT, 1500);
    voucher.budget = 10000;
    voucher.used = 7500;
    want(3, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_NONE, 0, &voucher), VERDICT_OK);
    assert_int_equal(lines[0].discount, 1500);
    assert_int_equal(lines[1].discount, 1000);
    assert_int_equal(lines[2].discount, 0);
    assert_int_equal(quote.from_voucher, 2500);
}

static void a_voucher_is_good_for_so_many_tickets_a_sale(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_PERCENT, 1000);
    voucher.max_tickets = 2;
    want(2, 0, TYPE_ADULT);
    want(1, 0, TYPE_COMP);
    assert_int_equal(ask(DISCOUNT_NONE, 0, &voucher), VERDICT_OK);
    want(1, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_NONE, 0, &voucher), VERDICT_VOUCHER_NOT_VALID);
    says("SPRING");
    says("2 tickets");
}

static void a_gift_voucher_takes_nothing_off(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_GIFT, 0);
    want(1, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_NONE, 0, &voucher), VERDICT_OK);
    assert_int_equal(quote.from_voucher, 0);
    assert_int_equal(quote.total, 4350);
}

static void an_unusable_voucher_is_refused_with_the_quote(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_PERCENT, 1000);
    voucher.disabled = true;
    want(1, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_NONE, 0, &voucher), VERDICT_VOUCHER_NOT_VALID);
    says("withdrawn");
}

static enum verdict check(const struct voucher *voucher)
{
    return voucher_check(voucher, show.no, NOW, &why);
}

static void a_voucher_has_a_time(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_PERCENT, 1000);
    assert_int_equal(check(&voucher), VERDICT_OK);
    voucher.valid_from = NOW;
    voucher.valid_until = NOW + 1;
    assert_int_equal(check(&voucher), VERDICT_OK);
    voucher.valid_from = NOW + 1;
    assert_int_equal(check(&voucher), VERDICT_VOUCHER_NOT_VALID);
    says("not valid before 1970-01-01T00:16:40.001Z");
    voucher.valid_from = 0;
    voucher.valid_until = NOW;
    assert_int_equal(check(&voucher), VERDICT_VOUCHER_NOT_VALID);
    says("expired");
}

static void a_voucher_may_belong_to_one_show(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_PERCENT, 1000);
    voucher.show = show.no;
    assert_int_equal(check(&voucher), VERDICT_OK);
    voucher.show = show.no + 1;
    assert_int_equal(check(&voucher), VERDICT_VOUCHER_NOT_VALID);
    says("another show");
}

static void a_voucher_can_be_used_up(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_PERCENT, 1000);
    voucher.max_uses = 3;
    voucher.uses = 2;
    voucher.budget = 500;
    voucher.used = 499;
    assert_int_equal(check(&voucher), VERDICT_OK);
    voucher.uses = 3;
    assert_int_equal(check(&voucher), VERDICT_VOUCHER_NOT_VALID);
    says("3 times");
    voucher.uses = 0;
    voucher.used = 500;
    assert_int_equal(check(&voucher), VERDICT_VOUCHER_NOT_VALID);
    says("used up");
}

static void a_gift_without_balance_is_used_up(void **state)
{
    struct voucher voucher = a_voucher(VOUCHER_GIFT, 0);
    assert_int_equal(check(&voucher), VERDICT_VOUCHER_NOT_VALID);
    voucher.budget = 1;
    assert_int_equal(check(&voucher), VERDICT_OK);
}

/* ---- limits and properties ---------------------------------------------------------------- */

static void an_order_past_the_limit_is_refused_not_overflowed(void **state)
{
    prices[0].amount[TYPE_ADULT] = MONEY_MAX;
    show.fee = 0;
    want(1, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_OK);
    assert_int_equal(quote.total, MONEY_MAX);
    show.fee = 1;
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_NOT_POSSIBLE);
    says("1000000000.00 EUR");
    show.fee = 0;
    want(1, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_NOT_POSSIBLE);
    prices[0].amount[TYPE_ADULT] = INT64_MAX;
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_NOT_POSSIBLE);
    show.fee = INT64_MAX;
    prices[0].amount[TYPE_ADULT] = 1;
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_NOT_POSSIBLE);
}

static void fees_alone_can_pass_the_limit(void **state)
{
    show.fee = MONEY_MAX / 2;
    want(3, 0, TYPE_ADULT);
    assert_int_equal(ask(DISCOUNT_NONE, 0, NULL), VERDICT_NOT_POSSIBLE);
}

static void concessions_follow_the_adult_price(void **state)
{
    struct price price = {.amount = {[TYPE_ADULT] = 1999}};
    price_default_concessions(&price);
    assert_int_equal(price.amount[TYPE_CHILD], 1000);
    assert_int_equal(price.amount[TYPE_SENIOR], 1599);
    assert_int_equal(price.amount[TYPE_STUDENT], 1599);
    assert_int_equal(price.amount[TYPE_COMP], 0);
}

static void a_class_that_is_not_sold_has_no_concessions(void **state)
{
    struct price price = {.amount = {[TYPE_ADULT] = -1}};
    price_default_concessions(&price);
    for (int type = 0; type < TYPE_COUNT; type++)
        assert_int_equal(price.amount[type], -1);
}

static int64_t random_to(struct rng *rng, int64_t most)
{
    uint64_t bits;
    rng->fill(rng->ctx, &bits, sizeof bits);
    return (int64_t)(bits % (uint64_t)(most + 1));
}

static void a_random_order(struct rng *rng)
{
    quote = (struct quote){.lines = lines};
    for (int type = 0; type < TYPE_COUNT; type++) {
        prices[0].amount[type] = random_to(rng, 1000000);
        prices[1].amount[type] = random_to(rng, 20);
    }
    show.fee = random_to(rng, 300);
    show.tax_bp = (int32_t)random_to(rng, 3000);
    int count = 1 + (int)random_to(rng, LINES_MAX - 1);
    for (int i = 0; i < count; i++)
        want(1, (int32_t)random_to(rng, 1), (enum price_type)random_to(rng, TYPE_COUNT - 1));
}

/* What must be so of every quote; returns the sum of list prices. */
static int64_t check_sums(void)
{
    int64_t price = 0, total = 0, tax = 0, fees = 0, discounts = 0;
    for (int i = 0; i < quote.count; i++) {
        const struct price_line *line = &lines[i];
        assert_in_range(line->discount, 0, line->price);
        assert_in_range(line->tax, 0, line->total);
        assert_int_equal(line->total, line->price - line->discount + line->fee);
        assert_int_equal(line->fee, line->price > line->discount ? show.fee : 0);
        price += line->price;
        total += line->total;
        tax += line->tax;
        fees += line->fee;
        discounts += line->discount;
    }
    assert_int_equal(quote.total, total);
    assert_int_equal(quote.tax, tax);
    assert_int_equal(quote.fees, fees);
    assert_int_equal(quote.discounts, discounts);
    return price;
}

static void any_quote_adds_up(void **state)
{
    uint64_t seed = 42;
    struct rng rng = rng_seeded(&seed);
    for (int round = 0; round < 500; round++) {
        a_random_order(&rng);
        struct voucher voucher =
            a_voucher(round % 2 ? VOUCHER_AMOUNT : VOUCHER_PERCENT, random_to(&rng, 10000));
        voucher.budget = random_to(&rng, 50000);
        enum discount_kind kind = (enum discount_kind)random_to(&rng, DISCOUNT_ORDER);
        assert_int_equal(ask(kind, random_to(&rng, 10000), &voucher), VERDICT_OK);
        check_sums();
        assert_in_range(quote.from_voucher, 0, quote.discounts);
        if (voucher.budget)
            assert_in_range(quote.from_voucher, 0, voucher.budget);
    }
}

static void any_order_discount_is_spread_to_the_last_unit(void **state)
{
    uint64_t seed = 43;
    struct rng rng = rng_seeded(&seed);
    for (int round = 0; round < 500; round++) {
        a_random_order(&rng);
        int64_t off = random_to(&rng, round % 3 ? 50000 : 50000000);
        assert_int_equal(ask(DISCOUNT_ORDER, off, NULL), VERDICT_OK);
        int64_t price = check_sums();
        assert_int_equal(quote.discounts, off < price ? off : price);
    }
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup(name, set_up)
    const struct CMUnitTest tests[] = {
        RULE(a_ticket_costs_price_plus_fee_with_tax_within),
        RULE(types_have_their_own_prices),
        RULE(a_comp_costs_nothing_and_pays_no_fee),
        RULE(a_type_not_sold_in_the_class_is_refused),
        RULE(a_comp_is_refused_where_comps_are_not_sold),
        RULE(a_class_without_prices_is_refused),
        RULE(a_percentage_rounds_half_up_on_each_ticket),
        RULE(a_fixed_discount_never_goes_below_nothing),
        RULE(a_ticket_discounted_to_nothing_pays_no_fee),
        RULE(an_order_discount_is_spread_and_nothing_is_lost),
        RULE(the_largest_remainder_gets_the_odd_unit),
        RULE(the_odd_unit_is_not_always_the_firsts),
        RULE(a_quote_can_be_asked_again),
        RULE(an_order_discount_over_the_order_is_the_whole_price),
        RULE(an_order_of_comps_takes_no_discount),
        RULE(a_senseless_discount_is_refused),
        RULE(a_percent_voucher_takes_its_part_of_what_is_left),
        RULE(an_amount_voucher_takes_its_amount_off_each_ticket),
        RULE(a_budget_runs_out_in_the_middle_of_an_order),
        RULE(a_voucher_is_good_for_so_many_tickets_a_sale),
        RULE(a_gift_voucher_takes_nothing_off),
        RULE(an_unusable_voucher_is_refused_with_the_quote),
        RULE(a_voucher_has_a_time),
        RULE(a_voucher_may_belong_to_one_show),
        RULE(a_voucher_can_be_used_up),
        RULE(a_gift_without_balance_is_used_up),
        RULE(an_order_past_the_limit_is_refused_not_overflowed),
        RULE(fees_alone_can_pass_the_limit),
        RULE(concessions_follow_the_adult_price),
        RULE(a_class_that_is_not_sold_has_no_concessions),
        RULE(any_quote_adds_up),
        RULE(any_order_discount_is_spread_to_the_last_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
