/* What becomes of a journal entry at the house: the rules of merge.h, one by one. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/domain/changeset.h"
#include "src/domain/merge.h"

enum { SEATS = 4, NOW = 1000000, MINUTE = 60000, MY_TILL = 7, SHOW = 1 };

static const struct uuid my_hold = {{1}}, my_sale = {{2}}, their_hold = {{3}}, their_sale = {{4}};

/* A house of four seats, and what an earlier entry (seq 1) of the journal left seat 0 at. */
static struct {
    struct arena *arena;
    struct merge_seat seats[SEATS];
    struct merge_rules rules;
    bool left_any;
    uint32_t left;
    struct merge_result result;
} house;

static int set_up(void **state)
{
    house.arena = arena_new();
    house.rules = (struct merge_rules){.rebase = true};
    house.left_any = false;
    for (int i = 0; i < SEATS; i++)
        house.seats[i] = (struct merge_seat){.state = {.version = 5}, .terms = 1};
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&house.arena);
    return 0;
}

static bool read_seat(void *ctx, int32_t show, int32_t seat, struct merge_seat *out)
{
    if (show != SHOW || seat >= SEATS)
        return false;
    *out = house.seats[seat];
    return true;
}

static bool left_at(void *ctx, uint64_t seq, int32_t show, int32_t seat, uint32_t *version)
{
    *version = house.left;
    return house.left_any && seq == 1 && seat == 0;
}

static const struct merge_house reads = {.seat = read_seat, .left = left_at};

/* ---- what a till did ------------------------------------------------------------------------ */

static struct entry_seat hold_of(int seat)
{
    return (struct entry_seat){.change = {.show = SHOW,
                                          .seat = seat,
                                          .seen = 5,
                                          .act = ACT_HOLD,
                                          .from = SEAT_AVAILABLE,
                                          .to = SEAT_HELD,
                                          .holder = my_hold,
                                          .held_until = NOW + 15 * MINUTE},
                               .terms = 1};
}

static struct entry_seat sale_of(int seat)
{
    return (struct entry_seat){.change = {.show = SHOW,
                                          .seat = seat,
                                          .seen = 6,
                                          .act = ACT_SELL,
                                          .from = SEAT_HELD,
                                          .to = SEAT_SOLD,
                                          .was = my_hold,
                                          .holder = my_sale},
                               .terms = 1};
}

static struct entry_seat release_of(int seat)
{
    struct entry_seat release = sale_of(seat);
    release.change.act = ACT_RELEASE;
    release.change.to = SEAT_AVAILABLE;
    release.change.holder = (struct uuid){{0}};
    return release;
}

static struct merge_call call_of(const struct entry *entry)
{
    return (struct merge_call){.entry = entry,
                               .seq = 2,
                               .till = MY_TILL,
                               .made_at = NOW,
                               .now = NOW,
                               .rules = &house.rules,
                               .house = &reads};
}

static enum entry_state judge(struct entry_seat *seats, int count)
{
    struct entry entry = {.wall = NOW, .seats = seats, .seat_count = count};
    struct merge_call call = call_of(&entry);
    merge_entry(&call, house.arena, &house.result);
    return house.result.state;
}

static enum entry_state judge_one(struct entry_seat seat)
{
    return judge(&seat, 1);
}

static void assert_steps(int count, ...)
{
    va_list acts;
    assert_int_equal(house.result.steps.count, count);
    va_start(acts, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(house.result.steps.at[i].act, va_arg(acts, int));
    va_end(acts);
}

/* ---- what others did ------------------------------------------------------------------------ */

static void they_hold(int seat, int64_t until)
{
    house.seats[seat].state = (struct seat_state){
        .version = 6, .status = SEAT_HELD, .holder = their_hold, .held_until = until};
}

static void they_sold(int seat)
{
    house.seats[seat].state =
        (struct seat_state){.version = 7, .status = SEAT_SOLD, .holder = their_sale};
}

static void i_hold(int seat, uint32_t version, int64_t until)
{
    house.seats[seat].state = (struct seat_state){
        .version = version, .status = SEAT_HELD, .holder = my_hold, .held_until = until};
}

/* ---- as seen -------------------------------------------------------------------------------- */

static void a_hold_on_a_seat_that_stayed_as_seen_is_accepted(void **state)
{
    assert_int_equal(judge_one(hold_of(0)), ENTRY_ACCEPTED);
    assert_steps(1, ACT_HOLD);
    assert_int_equal(house.result.steps.at[0].seen, 5);
    assert_int_equal(house.result.seats.at[0].state.version, 6);
    assert_int_equal(house.result.seats.at[0].state.status, SEAT_HELD);
}

static void a_sale_stands_on_what_the_own_hold_left(void **state)
{
    struct entry_seat sale = sale_of(0);
    sale.after = 1;
    sale.change.seen = 0;
    i_hold(0, 6, NOW + MINUTE);
    house.left_any = true;
    house.left = 6;
    assert_int_equal(judge_one(sale), ENTRY_ACCEPTED);
    assert_steps(1, ACT_SELL);
    assert_int_equal(house.result.steps.at[0].seen, 6);
}

static void a_hold_and_its_sale_in_one_entry_follow_one_another(void **state)
{
    struct entry_seat both[] = {hold_of(0), sale_of(0)};
    both[1].after = 2;
    assert_int_equal(judge(both, 2), ENTRY_ACCEPTED);
    assert_steps(2, ACT_HOLD, ACT_SELL);
    assert_int_equal(house.result.seats.count, 1);
    assert_int_equal(house.result.seats.at[0].state.version, 7);
}

static void a_sale_on_a_hold_that_ran_out_unnoticed_is_accepted(void **state)
{
    i_hold(0, 6, NOW - MINUTE);
    assert_int_equal(judge_one(sale_of(0)), ENTRY_ACCEPTED);
}

static void a_seat_lent_to_another_till_is_contested_at_any_version(void **state)
{
    house.seats[0].state.allotment = MY_TILL + 1;
    assert_int_equal(judge_one(hold_of(0)), ENTRY_CONFLICT);
    house.seats[0].state.allotment = MY_TILL;
    assert_int_equal(judge_one(hold_of(0)), ENTRY_ACCEPTED);
    assert_int_equal(house.result.seats.at[0].state.allotment, MY_TILL);
}

/* ---- moved ---------------------------------------------------------------------------------- */

static void a_seat_that_is_free_again_is_taken(void **state)
{
    house.seats[0].state.version = 9;
    assert_int_equal(judge_one(hold_of(0)), ENTRY_REBASED);
    assert_steps(1, ACT_HOLD);
    assert_int_equal(house.result.steps.at[0].seen, 9);
}

static void without_that_policy_it_is_a_conflict(void **state)
{
    house.seats[0].state.version = 9;
    house.rules.rebase = false;
    assert_int_equal(judge_one(hold_of(0)), ENTRY_CONFLICT);
    assert_int_equal(house.result.reason, VERDICT_VERSION_CONFLICT);
}

static void a_seat_whose_price_changed_is_not_taken_again(void **state)
{
    house.seats[0].state.version = 9;
    house.seats[0].terms = 2;
    assert_int_equal(judge_one(hold_of(0)), ENTRY_CONFLICT);
    assert_int_equal(house.result.reason, VERDICT_VERSION_CONFLICT);
}

static void a_strangers_hold_that_is_over_gives_way(void **state)
{
    they_hold(0, NOW);
    assert_int_equal(judge_one(hold_of(0)), ENTRY_REBASED);
    assert_steps(2, ACT_EXPIRE, ACT_HOLD);
    assert_int_equal(house.result.seats.at[0].state.version, 8);
}

static void a_sale_whose_hold_was_swept_takes_the_free_seat_and_sells_it(void **state)
{
    house.seats[0].state.version = 8;
    assert_int_equal(judge_one(sale_of(0)), ENTRY_REBASED);
    assert_steps(2, ACT_HOLD, ACT_SELL);
    assert_true(uuid_equal(&house.result.steps.at[0].holder, &my_hold));
    assert_true(uuid_equal(&house.result.steps.at[1].holder, &my_sale));
}

static void a_sold_seat_is_a_conflict_and_shown_as_the_house_has_it(void **state)
{
    they_sold(0);
    assert_int_equal(judge_one(sale_of(0)), ENTRY_CONFLICT);
    assert_int_equal(house.result.reason, VERDICT_SEAT_TAKEN);
    assert_steps(0);
    assert_true(uuid_equal(&house.result.seats.at[0].state.holder, &their_sale));
}

static void a_group_is_taken_whole_or_not_at_all(void **state)
{
    struct entry_seat three[] = {hold_of(0), hold_of(1), hold_of(2)};
    they_sold(1);
    assert_int_equal(judge(three, 3), ENTRY_CONFLICT);
    assert_steps(0);
    assert_int_equal(house.result.seats.count, 3);
    assert_int_equal(house.result.seats.at[0].state.status, SEAT_AVAILABLE);
}

static void a_takeover_of_a_hold_that_was_extended_meanwhile_is_a_conflict(void **state)
{
    struct entry_seat takeover[] = {hold_of(0), hold_of(0)};
    takeover[0].change.act = ACT_EXPIRE;
    takeover[0].change.from = SEAT_HELD;
    takeover[0].change.to = SEAT_AVAILABLE;
    takeover[1].after = 2;
    they_hold(0, NOW + MINUTE);
    assert_int_equal(judge(takeover, 2), ENTRY_CONFLICT);
    takeover[0].change.seen = 6; /* not moved, but only the till's clock says that it is over */
    assert_int_equal(judge(takeover, 2), ENTRY_CONFLICT);
    they_hold(0, NOW);
    assert_int_equal(judge(takeover, 2), ENTRY_ACCEPTED);
    assert_steps(2, ACT_EXPIRE, ACT_HOLD);
}

static void a_takeover_of_a_seat_that_is_free_by_now_is_rebased(void **state)
{
    struct entry_seat takeover[] = {hold_of(0), hold_of(0)};
    takeover[0].change.act = ACT_EXPIRE;
    takeover[0].change.from = SEAT_HELD;
    takeover[0].change.to = SEAT_AVAILABLE;
    takeover[1].after = 2;
    house.seats[0].state.version = 9;
    assert_int_equal(judge(takeover, 2), ENTRY_REBASED);
    assert_steps(1, ACT_HOLD);
}

static void a_release_follows_the_own_hold_wherever_its_version_went(void **state)
{
    i_hold(0, 9, NOW + MINUTE);
    assert_int_equal(judge_one(release_of(0)), ENTRY_REBASED);
    assert_steps(1, ACT_RELEASE);
}

static void a_release_of_a_hold_that_is_gone_has_nothing_left_to_do(void **state)
{
    house.seats[0].state.version = 8;
    assert_int_equal(judge_one(release_of(0)), ENTRY_EXPIRED);
    they_sold(0);
    assert_int_equal(judge_one(release_of(0)), ENTRY_EXPIRED);
    assert_steps(0);
}

static void a_refund_of_a_sale_that_somebody_refunded_is_for_a_supervisor(void **state)
{
    struct entry_seat refund = release_of(0);
    refund.change.act = ACT_REFUND;
    refund.change.from = SEAT_SOLD;
    refund.change.was = my_sale;
    they_sold(0);
    assert_int_equal(judge_one(refund), ENTRY_CONFLICT);
    assert_int_equal(house.result.heading, MERGE_DECIDE);
}

static void what_is_about_no_seat_is_done_unless_the_rest_of_it_is_broken(void **state)
{
    struct entry entry = {.wall = NOW, .payload = (const uint8_t *)"shift", .payload_size = 5};
    struct merge_call call = call_of(&entry);
    merge_entry(&call, house.arena, &house.result);
    assert_int_equal(house.result.state, ENTRY_ACCEPTED);
    call.broken = true;
    merge_entry(&call, house.arena, &house.result);
    assert_int_equal(house.result.state, ENTRY_REFUSED);
}

/* ---- time ----------------------------------------------------------------------------------- */

static void a_hold_whose_time_is_over_by_the_houses_clock_is_expired(void **state)
{
    struct entry_seat seat = hold_of(0);
    struct entry entry = {.wall = NOW, .seats = &seat, .seat_count = 1};
    struct merge_call call = call_of(&entry);
    call.made_at = NOW - 15 * MINUTE;
    merge_entry(&call, house.arena, &house.result);
    assert_int_equal(house.result.state, ENTRY_EXPIRED);
    assert_int_equal(house.result.reason, VERDICT_HOLD_EXPIRED);
    call.made_at++;
    merge_entry(&call, house.arena, &house.result);
    assert_int_equal(house.result.state, ENTRY_ACCEPTED);
    assert_int_equal(house.result.steps.at[0].held_until, NOW + 1);
}

/* A till whose clock is a day ahead holds as long as any other. */
static void only_the_length_of_a_hold_is_taken_from_the_tills_clock(void **state)
{
    struct entry_seat seat = hold_of(0);
    struct entry entry = {.wall = NOW + 1440 * MINUTE, .seats = &seat, .seat_count = 1};
    struct merge_call call = call_of(&entry);
    seat.change.held_until = entry.wall + 15 * MINUTE;
    merge_entry(&call, house.arena, &house.result);
    assert_int_equal(house.result.steps.at[0].held_until, NOW + 15 * MINUTE);
}

static void a_hold_that_was_sold_later_is_kept_for_that_sale(void **state)
{
    struct entry_seat seat = hold_of(0);
    struct entry entry = {.wall = NOW, .seats = &seat, .seat_count = 1};
    struct merge_call call = call_of(&entry);
    call.made_at = NOW - 60 * MINUTE;
    call.kept = true;
    merge_entry(&call, house.arena, &house.result);
    assert_int_equal(house.result.state, ENTRY_ACCEPTED);
    assert_int_equal(house.result.steps.at[0].held_until, NOW + MERGE_KEEP_MS);
}

static void a_hold_that_the_same_entry_sells_does_not_run_out(void **state)
{
    struct entry_seat both[] = {hold_of(0), sale_of(0)};
    struct entry entry = {.wall = NOW, .seats = both, .seat_count = 2};
    struct merge_call call = call_of(&entry);
    both[1].after = 2;
    call.made_at = NOW - 60 * MINUTE;
    merge_entry(&call, house.arena, &house.result);
    assert_int_equal(house.result.state, ENTRY_ACCEPTED);
}

/* ---- on entries that came to nothing -------------------------------------------------------- */

static void an_entry_that_came_to_nothing_leaves_what_it_stood_on(void **state)
{
    struct entry_seat hold = hold_of(0);
    hold.change.held_until = NOW;
    assert_int_equal(judge_one(hold), ENTRY_EXPIRED);
    assert_true(house.result.seats.at[0].left_known);
    assert_int_equal(house.result.seats.at[0].left, 5);
}

/* The hold before it ran out unseen, and nobody has wanted the seat since: any house takes it. */
static void a_sale_after_it_takes_a_seat_that_nobody_touched(void **state)
{
    struct entry_seat sale = sale_of(0);
    sale.after = 1;
    house.left_any = true;
    house.left = 5;
    house.rules.rebase = false;
    assert_int_equal(judge_one(sale), ENTRY_REBASED);
    assert_steps(2, ACT_HOLD, ACT_SELL);
    house.seats[0].state.version = 6;
    assert_int_equal(judge_one(sale), ENTRY_CONFLICT);
}

static void a_sale_after_it_is_a_conflict_when_the_seat_is_a_strangers(void **state)
{
    struct entry_seat sale = sale_of(0);
    sale.after = 1;
    house.left_any = true;
    house.left = 6;
    they_hold(0, NOW + MINUTE);
    assert_int_equal(judge_one(sale), ENTRY_CONFLICT);
}

static void a_release_after_it_has_nothing_left_to_do(void **state)
{
    struct entry_seat release = release_of(0);
    release.after = 1;
    house.left_any = true;
    house.left = 5;
    assert_int_equal(judge_one(release), ENTRY_EXPIRED);
}

/* ---- lent seats ----------------------------------------------------------------------------- */

static void a_seat_lent_to_the_till_is_taken_whatever_moved(void **state)
{
    house.rules.rebase = false;
    house.seats[0].terms = 2;
    house.seats[0].state.version = 9;
    house.seats[0].state.allotment = MY_TILL;
    assert_int_equal(judge_one(sale_of(0)), ENTRY_REBASED);
    assert_steps(2, ACT_HOLD, ACT_SELL);
}

/* ---- who wins ------------------------------------------------------------------------------- */

static void an_unpaid_hold_that_came_second_is_simply_lost(void **state)
{
    they_hold(0, NOW + MINUTE);
    assert_int_equal(judge_one(hold_of(0)), ENTRY_CONFLICT);
    assert_int_equal(house.result.heading, MERGE_FIRST_WRITER);
}

static void a_paid_sale_beats_an_unpaid_hold_where_the_house_wants_that(void **state)
{
    they_hold(0, NOW + MINUTE);
    house.seats[0].state.version = 8;
    assert_int_equal(judge_one(sale_of(0)), ENTRY_CONFLICT);
    house.rules.paid_beats_hold = true;
    assert_int_equal(judge_one(sale_of(0)), ENTRY_REBASED);
    assert_int_equal(house.result.heading, MERGE_PAID_WON);
    assert_steps(3, ACT_OVERRIDE, ACT_HOLD, ACT_SELL);
}

static void it_never_beats_one_who_is_paying_or_has_paid(void **state)
{
    house.rules.paid_beats_hold = true;
    they_hold(0, NOW + MINUTE);
    house.seats[0].state.version = 8;
    house.seats[0].paying = true;
    assert_int_equal(judge_one(sale_of(0)), ENTRY_CONFLICT);
    they_sold(0);
    house.seats[0].paying = false;
    assert_int_equal(judge_one(sale_of(0)), ENTRY_CONFLICT);
    assert_int_equal(house.result.heading, MERGE_DECIDE);
}

static void a_small_paid_group_may_be_given_other_seats(void **state)
{
    struct entry_seat two[] = {sale_of(0), sale_of(1)};
    house.rules.reseat_most = 2;
    they_sold(0);
    assert_int_equal(judge(two, 2), ENTRY_CONFLICT);
    assert_int_equal(house.result.heading, MERGE_RESEAT);
    house.rules.reseat_most = 1;
    assert_int_equal(judge(two, 2), ENTRY_CONFLICT);
    assert_int_equal(house.result.heading, MERGE_DECIDE);
}

/* ---- what cannot be ------------------------------------------------------------------------- */

static void an_entry_that_says_what_cannot_be_is_refused(void **state)
{
    struct entry_seat seat = hold_of(SEATS);
    assert_int_equal(judge_one(seat), ENTRY_REFUSED);
    assert_int_equal(house.result.reason, VERDICT_SEAT_NOT_FOUND);
    seat = hold_of(0);
    seat.change.to = SEAT_SOLD; /* no transition */
    assert_int_equal(judge_one(seat), ENTRY_REFUSED);
    seat = hold_of(0);
    seat.change.from = SEAT_BLOCKED; /* not how the seat was at that version */
    assert_int_equal(judge_one(seat), ENTRY_REFUSED);
    seat = hold_of(0);
    seat.after = 2; /* stands on itself */
    assert_int_equal(judge_one(seat), ENTRY_REFUSED);
    seat.after = 3; /* stands on a later entry */
    assert_int_equal(judge_one(seat), ENTRY_REFUSED);
    assert_int_equal(judge(NULL, 0), ENTRY_REFUSED);
}

static void nobody_sells_what_another_holds_by_naming_its_version(void **state)
{
    they_hold(0, NOW + MINUTE);
    assert_int_equal(judge_one(sale_of(0)), ENTRY_REFUSED);
    assert_int_equal(house.result.reason, VERDICT_NOT_HOLDER);
}

/* Fifty of an order go back; with its ticket, or without. */
static enum entry_state judge_money_back(bool with_ticket)
{
    const struct ticket sold = {.id = {{9}}, .sale = my_sale, .version = 1, .total = 50};
    struct changeset *act = changeset_new(house.arena), *rows = changeset_new(house.arena);
    struct entry entry = {.wall = NOW, .payload = (const uint8_t *)"order", .payload_size = 5};
    struct merge_call call = call_of(&entry);
    *LIST_ADD(house.arena, &rows->sales) =
        (struct sale){.id = my_sale, .version = 1, .paid = 50, .total = 50};
    *LIST_ADD(house.arena, &rows->tickets) = sold;
    act->act = ACT_REFUND;
    *LIST_ADD(house.arena, &act->sales) = rows->sales.at[0];
    *LIST_ADD(house.arena, &act->payments) = (struct payment){.sale = my_sale, .amount = -50};
    if (with_ticket) {
        struct ticket *back = LIST_ADD(house.arena, &act->tickets);
        *back = sold;
        back->status = TICKET_REFUNDED;
    }
    call.act = act;
    call.rows = rows;
    merge_entry(&call, house.arena, &house.result);
    return house.result.state;
}

static void money_back_for_a_ticket_that_stays_is_for_a_supervisor(void **state)
{
    assert_int_equal(judge_money_back(false), ENTRY_CONFLICT);
    assert_int_equal(house.result.heading, MERGE_DECIDE);
    assert_int_equal(house.result.reason, VERDICT_AMOUNT_MISMATCH);
    assert_int_equal(house.result.amount, 50);
    assert_int_equal(judge_money_back(true), ENTRY_ACCEPTED);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_hold_on_a_seat_that_stayed_as_seen_is_accepted),
        TEST(a_sale_stands_on_what_the_own_hold_left),
        TEST(a_hold_and_its_sale_in_one_entry_follow_one_another),
        TEST(a_sale_on_a_hold_that_ran_out_unnoticed_is_accepted),
        TEST(a_seat_lent_to_another_till_is_contested_at_any_version),
        TEST(a_seat_that_is_free_again_is_taken),
        TEST(without_that_policy_it_is_a_conflict),
        TEST(a_seat_whose_price_changed_is_not_taken_again),
        TEST(a_strangers_hold_that_is_over_gives_way),
        TEST(a_sale_whose_hold_was_swept_takes_the_free_seat_and_sells_it),
        TEST(a_sold_seat_is_a_conflict_and_shown_as_the_house_has_it),
        TEST(a_group_is_taken_whole_or_not_at_all),
        TEST(a_takeover_of_a_hold_that_was_extended_meanwhile_is_a_conflict),
        TEST(a_takeover_of_a_seat_that_is_free_by_now_is_rebased),
        TEST(a_release_follows_the_own_hold_wherever_its_version_went),
        TEST(a_release_of_a_hold_that_is_gone_has_nothing_left_to_do),
        TEST(a_refund_of_a_sale_that_somebody_refunded_is_for_a_supervisor),
        TEST(what_is_about_no_seat_is_done_unless_the_rest_of_it_is_broken),
        TEST(a_hold_whose_time_is_over_by_the_houses_clock_is_expired),
        TEST(only_the_length_of_a_hold_is_taken_from_the_tills_clock),
        TEST(a_hold_that_was_sold_later_is_kept_for_that_sale),
        TEST(a_hold_that_the_same_entry_sells_does_not_run_out),
        TEST(an_entry_that_came_to_nothing_leaves_what_it_stood_on),
        TEST(a_sale_after_it_takes_a_seat_that_nobody_touched),
        TEST(a_sale_after_it_is_a_conflict_when_the_seat_is_a_strangers),
        TEST(a_release_after_it_has_nothing_left_to_do),
        TEST(a_seat_lent_to_the_till_is_taken_whatever_moved),
        TEST(an_unpaid_hold_that_came_second_is_simply_lost),
        TEST(a_paid_sale_beats_an_unpaid_hold_where_the_house_wants_that),
        TEST(it_never_beats_one_who_is_paying_or_has_paid),
        TEST(a_small_paid_group_may_be_given_other_seats),
        TEST(an_entry_that_says_what_cannot_be_is_refused),
        TEST(nobody_sells_what_another_holds_by_naming_its_version),
        TEST(money_back_for_a_ticket_that_stays_is_for_a_supervisor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
