/* What a till is always lent. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/loan.h"
#include "src/domain/price.h"
#include "tests/lib/builders.h"
#include "tests/lib/fresh_arena.h"

enum { LENT_MAX = 8 };

static void lends(const char *drawing, const char *section, int missing, const char *wanted)
{
    struct scene *at = a_hall(arena, drawing);
    int32_t seats[LENT_MAX];
    char out[80] = "";
    int used = 0, count = loan_choose(&at->snapshot, section, missing, seats);
    for (int i = 0; i < count; i++)
        used += snprintf(out + used, sizeof out - (size_t)used, "%s%d", i ? " " : "",
                         seats[i] - SEAT_NO);
    assert_string_equal(out, wanted);
}

static void a_till_is_lent_the_seats_that_sell_last(void **state)
{
    lends("....\n....", "", 3, "7 6 5");
    lends("....\n....", "", 0, "");
}

static void of_a_section_only_its_own(void **state)
{
    lends("=Stalls\n....\n=Circle\n....", "Stalls", 2, "3 2");
    lends("=Stalls\n....\n=Circle\n....", "Gallery", 2, "");
}

static void only_free_seats_of_nobody_are_lent(void **state)
{
    lends("..xhbl", "", 4, "1 0");
    lends(".e", "", 2, "0"); /* a hold that is over has still to be swept */
}

static void a_show_is_over_when_it_is_closed_or_long_begun(void **state)
{
    assert_true(loan_is_over(SHOW_CLOSED, ANOTHER_DAY, NOW));
    assert_false(loan_is_over(SHOW_OPEN, ANOTHER_DAY, NOW));
    assert_false(loan_is_over(SHOW_OPEN, NOW - LOAN_OVER_MS, NOW));
    assert_true(loan_is_over(SHOW_OPEN, NOW - LOAN_OVER_MS - 1, NOW));
}

/* ---- vouchers -------------------------------------------------------------------------------- */

static struct voucher a_gift(int64_t used, int64_t lent)
{
    return (struct voucher){.code = "GIFT",
                            .kind = VOUCHER_GIFT,
                            .value = 10000,
                            .budget = 10000,
                            .used = used,
                            .lent = lent,
                            .version = 3};
}

static void a_till_vouches_for_what_it_is_lent(void **state)
{
    const struct voucher gift = a_gift(0, 8000);
    const struct voucher_loan own = {.till = "till-1", .money = 8000};
    assert_true(loan_covers(&gift, &own, 8000));
    assert_false(loan_covers(&gift, &own, 8001));
    assert_false(loan_covers(&gift, NULL, 1)); /* it may be spent elsewhere */
    const struct voucher promotion = {.kind = VOUCHER_PERCENT, .max_uses = 3};
    const struct voucher_loan uses = {.uses = 1}, none = {.uses = 0};
    assert_true(loan_covers(&promotion, &uses, 999999));
    assert_false(loan_covers(&promotion, &none, 1));
    const struct voucher both = {.kind = VOUCHER_AMOUNT, .max_uses = 3, .budget = 100};
    assert_false(loan_covers(&both, &uses, 1)); /* it needs money as well */
    const struct voucher always = {.kind = VOUCHER_PERCENT};
    assert_true(loan_covers(&always, NULL, 999999));
}

static void at_the_house_free_money_stands_behind_it_too(void **state)
{
    struct voucher gift = a_gift(1000, 6000);
    const struct voucher_loan own = {.money = 6000};
    assert_int_equal(loan_beyond(&gift, NULL, 3000), 0); /* 3000 are free */
    assert_int_equal(loan_beyond(&gift, NULL, 8000), 5000);
    assert_int_equal(loan_beyond(&gift, &own, 9000), 0);
    assert_int_equal(loan_beyond(&gift, &own, 9001), 1);
    gift.used = 99999; /* somebody came home over budget before: the loan was promised */
    assert_int_equal(loan_beyond(&gift, &own, 6000), 0);
    assert_int_equal(loan_beyond(&gift, NULL, 700), 700);
    gift.disabled = true;
    assert_int_equal(loan_beyond(&gift, &own, 6500), 500);
    assert_int_equal(loan_beyond(&gift, &own, -500), 0); /* given back */
    const struct voucher early = {
        .kind = VOUCHER_PERCENT, .max_uses = 5, .uses = 3, .lent_uses = 2};
    const struct voucher_loan one = {.uses = 1};
    assert_int_equal(loan_beyond(&early, NULL, 420), 420);
    assert_int_equal(loan_beyond(&early, &one, 420), 0);
}

static void what_comes_home_takes_its_loan_with_it(void **state)
{
    struct voucher gift = a_gift(0, 9000);
    struct voucher_loan own = {.money = 5000};
    loan_use(&gift, &own, 3000);
    assert_int_equal(own.money, 2000);
    assert_int_equal(gift.lent, 6000);
    loan_use(&gift, &own, 9000); /* no more than there is */
    assert_int_equal(own.money, 0);
    assert_int_equal(gift.lent, 4000);
    loan_use(&gift, &own, -700);
    assert_int_equal(gift.lent, 4000);
}

static void whoever_spends_it_sees_what_others_have(void **state)
{
    static const struct voucher_loan loans[] = {
        {.till = "till-1", .money = 2000},
        {.till = "till-2", .money = 3000},
        {.till = "till-3"},
        {.till = "till-4", .money = 1},
    };
    struct voucher gift = a_gift(1000, 5001);
    loan_tell(&gift, loans, COUNT_OF(loans), "till-2", "EUR");
    assert_int_equal(gift.own, 3000);
    assert_int_equal(gift.held, 2001);
    assert_string_equal(gift.held_by, "till-1 (20.00 EUR), till-4 (0.01 EUR)");
    assert_int_equal(voucher_left(&gift), 6999);
}

/* What is lent when nobody says how much; 0: it is refused. */
static struct voucher_loan shared(const struct voucher *voucher, int tills, int64_t money,
                                  int32_t uses)
{
    const struct loan_request request = {.voucher = voucher,
                                         .till = "till-1",
                                         .tills = tills,
                                         .money = money,
                                         .uses = uses,
                                         .currency = "EUR"};
    struct changeset *cs = changeset_new(arena);
    struct refusal why;
    if (loan_decide(&request, cs, &why) != VERDICT_OK)
        return (struct voucher_loan){.money = 0};
    assert_int_equal(cs->vouchers.at[0].version, voucher->version); /* as it was seen */
    return cs->loans.at[0];
}

static void a_card_is_lent_whole_and_a_promotion_in_shares(void **state)
{
    const struct voucher gift = a_gift(1000, 2000);
    const struct voucher early = {
        .code = "EARLY", .kind = VOUCHER_PERCENT, .max_uses = 20, .uses = 5, .lent_uses = 5};
    assert_int_equal(shared(&gift, 4, 0, 0).money, 7000);
    assert_int_equal(shared(&early, 4, 0, 0).uses, 2);
    assert_int_equal(shared(&early, 11, 0, 0).uses, 0); /* less than one each: none */
    assert_int_equal(shared(&gift, 4, 500, 0).money, 500);
    assert_int_equal(shared(&gift, 4, 7001, 0).money, 0);
    assert_int_equal(shared(&gift, 4, -1, 0).money, 0);
    assert_int_equal(shared(&gift, 4, 100, 1).money, 0); /* a card has no number of uses */
    assert_int_equal(shared(&early, 4, 0, 10).uses, 10);
    assert_int_equal(shared(&early, 4, 0, 11).uses, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(a_till_vouches_for_what_it_is_lent),
        WITH_ARENA(at_the_house_free_money_stands_behind_it_too),
        WITH_ARENA(what_comes_home_takes_its_loan_with_it),
        WITH_ARENA(whoever_spends_it_sees_what_others_have),
        WITH_ARENA(a_card_is_lent_whole_and_a_promotion_in_shares),
        WITH_ARENA(a_till_is_lent_the_seats_that_sell_last),
        WITH_ARENA(of_a_section_only_its_own),
        WITH_ARENA(only_free_seats_of_nobody_are_lent),
        WITH_ARENA(a_show_is_over_when_it_is_closed_or_long_begun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
