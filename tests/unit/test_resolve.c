/* What a supervisor decides about a conflict, as a changeset. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/resolve.h"
#include "tests/lib/builders.h"
#include "tests/lib/sale_builders.h"

enum { PAID = 2 * (4200 + 150) };

/* Two seats were sold alone and are somebody else's; two others are held for whoever lost them. */
struct lost_pair {
    struct office office;
    struct scene *scene; /* seats 0 and 1 are the lost ones */
    int indexes[2];
    struct conflict_seat seats[2], others[2];
    struct conflict conflict;
    struct sale *sale;
    struct hold *offer;
    const struct sale *after;
};

static void lose_tickets(struct lost_pair *lost)
{
    struct sale *sale = lost->sale;
    sale->total = 0;
    for (int i = 0; i < 2; i++) {
        sale->tickets[i].status = TICKET_EXCHANGED;
        sale->tickets[i].sold_at = 0;
        sale->tickets[i].seat = SEAT_NO + i;
        lost->seats[i] = (struct conflict_seat){.seat = SEAT_NO + i};
        lost->indexes[i] = i;
    }
}

static void offer_others(struct lost_pair *lost)
{
    lost->offer = office_hold(&lost->office, 5, 2);
    *lost->offer->holder = *lost->offer->till = '\0';
    for (int i = 0; i < 2; i++)
        lost->others[i] = (struct conflict_seat){.seat = 5 + i};
}

static int set_up(void **state)
{
    static struct lost_pair lost;
    lost = (struct lost_pair){0};
    office_open(&lost.office);
    lost.sale = office_sold(&lost.office, 2);
    lost.scene = a_row(lost.office.arena, "oo....");
    lose_tickets(&lost);
    offer_others(&lost);
    lost.conflict = (struct conflict){.id = an_id(3),
                                      .version = 4,
                                      .till = "till-9",
                                      .show = SHOW_NO,
                                      .sale = lost.sale->id,
                                      .proposal = lost.offer->id,
                                      .seats = lost.seats,
                                      .seat_count = 2,
                                      .offer = lost.others,
                                      .offer_count = 2};
    *state = &lost;
    return 0;
}

static int tear_down(void **state)
{
    struct lost_pair *lost = *state;
    office_close(&lost->office);
    return 0;
}

static struct resolve_request wish_for(struct lost_pair *lost, enum conflict_outcome outcome)
{
    return (struct resolve_request){.ids = &lost->office.ids,
                                    .conflict = &lost->conflict,
                                    .outcome = outcome,
                                    .sale = lost->sale,
                                    .offer = lost->offer,
                                    .snapshot = &lost->scene->snapshot,
                                    .seats = lost->indexes,
                                    .tender = -1,
                                    .shift = &lost->office.shift};
}

static enum verdict decide_wish(struct lost_pair *lost, const struct resolve_request *wish)
{
    struct changeset *cs = office_act(&lost->office, ACT_CONFLICT, "sold twice");
    return resolve_decide(wish, cs, &lost->after, &lost->office.why);
}

static struct changeset *decided(struct lost_pair *lost, enum conflict_outcome outcome)
{
    const struct resolve_request wish = wish_for(lost, outcome);
    assert_int_equal(decide_wish(lost, &wish), VERDICT_OK);
    return lost->office.cs;
}

static void refused(struct lost_pair *lost, const struct resolve_request *wish, enum verdict wanted)
{
    assert_int_equal(decide_wish(lost, wish), wanted);
    assert_true(is_empty(lost->office.cs));
    assert_int_equal(changeset_count_rows(lost->office.cs), 0);
}

static int count_valid(const struct sale *sale)
{
    int count = 0;
    for (int i = 0; i < sale->ticket_count; i++)
        count += sale->tickets[i].status == TICKET_VALID;
    return count;
}

/* ---- the seats that were offered --------------------------------------------------------------
 */

static void other_seats_come_with_tickets_of_their_own(void **state)
{
    struct lost_pair *lost = *state;
    const struct changeset *cs = decided(lost, CONFLICT_OTHER);
    assert_int_equal(cs->tickets.count, 2);
    for (int i = 0; i < 2; i++) {
        const struct ticket *ticket = &cs->tickets.at[i], *old = &lost->sale->tickets[i];
        assert_int_equal(ticket->seat, 5 + i);
        assert_int_equal(ticket->version, 0);
        assert_int_equal(ticket->generation, old->generation + 1);
        assert_int_equal(ticket->sold_at, NOW);
        assert_int_equal(ticket->total, old->total); /* it costs what was paid */
        assert_string_not_equal(ticket->code, old->code);
        assert_int_equal(office_change_of(&lost->office, 5 + i)->to, SEAT_SOLD);
    }
    assert_int_equal(cs->sales.at[0].total, PAID);
    assert_int_equal(cs->sales.at[0].paid, PAID);
    assert_true(uuid_equal(&cs->sales.at[0].hold, &lost->offer->id));
    assert_int_equal(cs->holds.at[0].status, HOLD_CONVERTED);
    assert_int_equal(count_valid(lost->after), 2);
}

static void an_offer_that_lost_a_seat_is_not_given(void **state)
{
    struct lost_pair *lost = *state;
    lost->offer->seats[1].live = false;
    const struct resolve_request wish = wish_for(lost, CONFLICT_OTHER);
    refused(lost, &wish, VERDICT_STATE_CONFLICT);
}

static void an_offer_whose_time_is_over_is_not_given(void **state)
{
    struct lost_pair *lost = *state;
    lost->offer->expires_at = NOW;
    const struct resolve_request wish = wish_for(lost, CONFLICT_OTHER);
    refused(lost, &wish, VERDICT_STATE_CONFLICT);
}

static void no_other_price_class_is_given_for_what_was_paid(void **state)
{
    struct lost_pair *lost = *state;
    lost->offer->seats[1].class_no = 1;
    const struct resolve_request wish = wish_for(lost, CONFLICT_OTHER);
    refused(lost, &wish, VERDICT_NOT_POSSIBLE);
}

/* ---- the same seats ----------------------------------------------------------------------------
 */

static void the_printed_tickets_are_good_again(void **state)
{
    struct lost_pair *lost = *state;
    const struct changeset *cs = decided(lost, CONFLICT_SAME);
    assert_int_equal(cs->tickets.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(cs->tickets.at[i].status, TICKET_VALID);
        assert_int_equal(cs->tickets.at[i].version, 1);
        assert_int_equal(cs->tickets.at[i].sold_at, NOW);
        assert_string_equal(cs->tickets.at[i].code, lost->sale->tickets[i].code);
    }
    /* the offer goes back; a hold of no time at all is sold */
    assert_string_equal(changes_of(cs), "0:hold@3 1:hold@4 0:sell@4 1:sell@5 -995:override@11 "
                                        "-994:override@12");
    assert_int_equal(cs->sales.at[0].total, PAID);
    assert_int_equal(count_valid(lost->after), 2);
}

/* The offer keeps seats that were lost themselves, and nobody has swept it since its time was over.
 */
static void offer_the_lost(struct lost_pair *lost, int count)
{
    for (int i = 0; i < count; i++) {
        lost->offer->seats[i].seat = SEAT_NO + i;
        lost->offer->seats[i].version = lost->scene->snapshot.state[i].version;
        lost->scene->snapshot.state[i].status = SEAT_HELD;
        lost->scene->snapshot.state[i].holder = lost->offer->id;
        lost->scene->snapshot.state[i].held_until = NOW;
    }
    lost->offer->expires_at = NOW;
}

static int changes_by(const struct changeset *cs, int32_t seat, enum act act)
{
    int count = 0;
    for (int i = 0; i < cs->seats.count; i++)
        count += cs->seats.at[i].seat == seat && cs->seats.at[i].act == act;
    return count;
}

static void a_lost_seat_of_an_offer_that_is_over_is_taken_once(void **state)
{
    struct lost_pair *lost = *state;
    offer_the_lost(lost, 1);
    const struct changeset *cs = decided(lost, CONFLICT_SAME);
    assert_int_equal(changes_by(cs, SEAT_NO, ACT_EXPIRE), 1);
    assert_int_equal(changes_by(cs, SEAT_NO, ACT_OVERRIDE), 0);
    assert_int_equal(changes_by(cs, 6, ACT_OVERRIDE), 1); /* the other one goes back */
    assert_int_equal(changeset_hold(cs, &lost->offer->id)->status, HOLD_CANCELLED);
    assert_int_equal(count_valid(lost->after), 2);
}

static void an_offer_that_is_over_ends_with_its_last_seat(void **state)
{
    struct lost_pair *lost = *state;
    offer_the_lost(lost, 2);
    const struct changeset *cs = decided(lost, CONFLICT_SAME);
    assert_int_equal(changes_by(cs, SEAT_NO, ACT_EXPIRE), 1);
    assert_int_equal(changes_by(cs, SEAT_NO + 1, ACT_EXPIRE), 1);
    assert_null(changeset_hold(cs, &lost->offer->id)); /* the store closes it */
    assert_int_equal(count_valid(lost->after), 2);
}

static void seats_that_are_not_free_are_not_given_again(void **state)
{
    struct lost_pair *lost = *state;
    lost->scene->snapshot.state[1].status = SEAT_SOLD;
    const struct resolve_request wish = wish_for(lost, CONFLICT_SAME);
    refused(lost, &wish, VERDICT_SEAT_TAKEN);
}

static void seats_that_are_lent_are_not_free(void **state)
{
    struct lost_pair *lost = *state;
    lost->scene->snapshot.state[0].allotment = OTHER_TILL;
    const struct resolve_request wish = wish_for(lost, CONFLICT_SAME);
    refused(lost, &wish, VERDICT_SEAT_TAKEN);
}

/* Their till, which was still alone, had refunded them. */
static void no_seats_are_given_for_money_that_went_back(void **state)
{
    struct lost_pair *lost = *state;
    lost->sale->paid = PAID - 1;
    struct resolve_request wish = wish_for(lost, CONFLICT_SAME);
    refused(lost, &wish, VERDICT_NOT_PAID);
    wish = wish_for(lost, CONFLICT_OTHER);
    refused(lost, &wish, VERDICT_NOT_PAID);
}

static void seats_that_were_reserved_are_given_unpaid(void **state)
{
    struct lost_pair *lost = *state;
    lost->sale->status = SALE_DUE;
    lost->sale->paid = 0;
    decided(lost, CONFLICT_SAME);
    assert_int_equal(lost->after->status, SALE_DUE);
}

static void who_has_no_ticket_gets_no_seat(void **state)
{
    struct lost_pair *lost = *state;
    lost->sale->ticket_count = 0;
    const struct resolve_request wish = wish_for(lost, CONFLICT_SAME);
    refused(lost, &wish, VERDICT_STATE_CONFLICT);
}

/* ---- the money ---------------------------------------------------------------------------------
 */

static void money_goes_back_as_it_was_paid(void **state)
{
    struct lost_pair *lost = *state;
    const struct changeset *cs = decided(lost, CONFLICT_REFUND);
    assert_int_equal(office_payments_sum(&lost->office), -PAID);
    assert_int_equal(cs->payments.at[0].tender, TENDER_CASH);
    assert_true(uuid_equal(&cs->payments.at[0].shift, &lost->office.shift.id));
    assert_int_equal(cs->sales.at[0].paid, 0);
    assert_int_equal(cs->sales.at[0].status, SALE_REFUNDED);
    assert_int_equal(cs->holds.at[0].status, HOLD_CANCELLED); /* the offer */
    assert_int_equal(lost->after->payment_count, 2);
}

static void only_what_no_valid_ticket_needs_goes_back(void **state)
{
    struct lost_pair *lost = *state;
    lost->sale->tickets[0].status = TICKET_VALID;
    lost->sale->total = PAID / 2;
    const struct changeset *cs = decided(lost, CONFLICT_REFUND);
    assert_int_equal(office_payments_sum(&lost->office), -PAID / 2);
    assert_int_equal(cs->sales.at[0].status, SALE_PART_REFUNDED);
}

static void what_was_kept_of_a_fee_stays_kept(void **state)
{
    struct lost_pair *lost = *state;
    lost->sale->tickets[0].status = TICKET_REFUNDED;
    lost->sale->tickets[0].kept = 150;
    decided(lost, CONFLICT_REFUND);
    assert_int_equal(office_payments_sum(&lost->office), 150 - PAID);
}

static void money_needs_an_open_shift(void **state)
{
    struct lost_pair *lost = *state;
    struct resolve_request wish = wish_for(lost, CONFLICT_REFUND);
    wish.shift = NULL;
    refused(lost, &wish, VERDICT_SHIFT_CLOSED);
}

/* Its authorisation says that the provider has it, and the provider is told by it. */
static void what_the_provider_took_it_gives_back(void **state)
{
    struct lost_pair *lost = *state;
    struct resolve_request wish = wish_for(lost, CONFLICT_REFUND);
    struct payment *paid = &lost->sale->payments[0];
    paid->tender = TENDER_CARD;
    text_copy(paid->auth, sizeof paid->auth, "0123456789abcdef0123456789abcde");
    wish.shift = NULL;
    assert_int_equal(decide_wish(lost, &wish), VERDICT_OK);
    const struct payment *back = &lost->office.cs->payments.at[0];
    assert_int_equal(back->amount, -PAID);
    assert_string_equal(back->auth, paid->auth);
    assert_true(uuid_is_zero(&back->shift));
}

static void no_card_takes_back_what_was_paid_in_cash(void **state)
{
    struct lost_pair *lost = *state;
    struct resolve_request wish = wish_for(lost, CONFLICT_REFUND);
    wish.tender = TENDER_CARD;
    refused(lost, &wish, VERDICT_AMOUNT_MISMATCH);
}

/* ---- nothing of it ------------------------------------------------------------------------------
 */

static void what_is_kept_is_told_and_lets_the_offer_go(void **state)
{
    struct lost_pair *lost = *state;
    const struct changeset *cs = decided(lost, CONFLICT_KEEP);
    const struct conflict *row = &cs->conflicts.at[0];
    assert_int_equal(row->outcome, CONFLICT_KEEP);
    assert_int_equal(row->version, 4);
    assert_string_equal(row->decided_by, "anna");
    assert_int_equal(row->decided_at, NOW);
    assert_int_equal(cs->notes.at[0].act, ACT_CONFLICT);
    assert_string_equal(cs->notes.at[0].note, "keep");
    assert_int_equal(cs->seats.count, 2);
    assert_int_equal(cs->sales.count + cs->payments.count + cs->tickets.count, 0);
}

static void a_decision_stands_but_money_that_is_due_may_follow(void **state)
{
    struct lost_pair *lost = *state;
    lost->conflict.outcome = CONFLICT_DUE;
    struct resolve_request wish = wish_for(lost, CONFLICT_OTHER);
    refused(lost, &wish, VERDICT_STATE_CONFLICT);
    wish = wish_for(lost, CONFLICT_REFUND);
    assert_int_equal(decide_wish(lost, &wish), VERDICT_OK);
    lost->conflict.outcome = CONFLICT_REFUND;
    refused(lost, &wish, VERDICT_STATE_CONFLICT);
}

static void where_nothing_was_sold_it_is_only_kept(void **state)
{
    struct lost_pair *lost = *state;
    lost->conflict.sale = (struct uuid){{0}};
    struct resolve_request wish = wish_for(lost, CONFLICT_REFUND);
    wish.sale = NULL;
    refused(lost, &wish, VERDICT_NOT_POSSIBLE);
    wish.outcome = CONFLICT_KEEP;
    assert_int_equal(decide_wish(lost, &wish), VERDICT_OK);
    assert_null(lost->after);
    assert_true(uuid_equal(&lost->office.cs->notes.at[0].subject, &lost->conflict.id));
}

static void nobody_decides_that_it_is_open(void **state)
{
    struct lost_pair *lost = *state;
    struct resolve_request wish = wish_for(lost, CONFLICT_OPEN);
    refused(lost, &wish, VERDICT_INVALID);
    wish = wish_for(lost, CONFLICT_FIRST);
    refused(lost, &wish, VERDICT_INVALID);
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(other_seats_come_with_tickets_of_their_own),
        RULE(an_offer_that_lost_a_seat_is_not_given),
        RULE(an_offer_whose_time_is_over_is_not_given),
        RULE(no_other_price_class_is_given_for_what_was_paid),
        RULE(the_printed_tickets_are_good_again),
        RULE(a_lost_seat_of_an_offer_that_is_over_is_taken_once),
        RULE(an_offer_that_is_over_ends_with_its_last_seat),
        RULE(seats_that_are_not_free_are_not_given_again),
        RULE(seats_that_are_lent_are_not_free),
        RULE(no_seats_are_given_for_money_that_went_back),
        RULE(seats_that_were_reserved_are_given_unpaid),
        RULE(who_has_no_ticket_gets_no_seat),
        RULE(money_goes_back_as_it_was_paid),
        RULE(only_what_no_valid_ticket_needs_goes_back),
        RULE(what_was_kept_of_a_fee_stays_kept),
        RULE(money_needs_an_open_shift),
        RULE(what_the_provider_took_it_gives_back),
        RULE(no_card_takes_back_what_was_paid_in_cash),
        RULE(what_is_kept_is_told_and_lets_the_offer_go),
        RULE(a_decision_stands_but_money_that_is_due_may_follow),
        RULE(where_nothing_was_sold_it_is_only_kept),
        RULE(nobody_decides_that_it_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
