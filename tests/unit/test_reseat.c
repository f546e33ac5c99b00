/* Other seats for whoever lost theirs: by the rules of the counter, in the class that was paid. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/reseat.h"
#include "tests/lib/builders.h"
#include "tests/lib/fresh_arena.h"

enum { LOST_MAX = 8 };

static struct changeset *cs;

/* The lost seats are drawn as 'o'; somebody else has them by now. */
static enum verdict look(struct scene *at, const char **seats)
{
    static char out[80];
    int32_t lost[LOST_MAX];
    int used = 0;
    for (int i = 0; i < at->wish_count; i++) {
        lost[i] = at->plan->seats[at->wish[i]].no;
        at->snapshot.state[at->wish[i]].status = SEAT_SOLD;
    }
    const struct reseat_request request = {.snapshot = &at->snapshot,
                                           .lost = lost,
                                           .count = at->wish_count,
                                           .hold = an_id(7),
                                           .until = ANOTHER_DAY,
                                           .email = "eve@example.org"};
    cs = a_changeset(arena);
    enum verdict verdict = reseat_decide(&request, cs, NULL);
    *out = '\0';
    for (int i = 0; i < cs->seats.count && !verdict; i++)
        used += snprintf(out + used, sizeof out - (size_t)used, "%s%d", i ? " " : "",
                         cs->seats.at[i].seat - SEAT_NO);
    *seats = out;
    return verdict;
}

static void offers(struct scene *at, const char *wanted)
{
    const char *seats;
    assert_int_equal(look(at, &seats), VERDICT_OK);
    assert_string_equal(seats, wanted);
}

static void offers_nothing(struct scene *at, enum verdict wanted)
{
    const char *seats;
    assert_int_equal(look(at, &seats), wanted);
    assert_true(is_empty(cs));
}

static void the_nearest_seats_side_by_side_are_offered(void **state)
{
    offers(a_row(arena, "oo......"), "2 3");
    offers(a_row(arena, "......oo"), "4 5");
    offers(a_hall(arena, "....oo....\n.........."), "14 15"); /* behind, not beside */
}

static void what_is_offered_leaves_no_seat_alone(void **state)
{
    offers(a_row(arena, "oo_...x"), "3 4"); /* not 2 3, which are nearer */
    offers(a_hall(arena, "oo...x\n......"), "6 7");
    offers(a_row(arena, "oo...x"), "2 3"); /* where the counter's rule yields, too */
}

static void who_paid_for_a_class_is_offered_that_class(void **state)
{
    struct scene *at = a_hall(arena, "oo....\n......");
    at->plan->class_count = 2;
    for (int i = 2; i < 6; i++)
        at->plan->seats[i].class_no = 1;
    offers(at, "6 7");
    for (int i = 6; i < 12; i++)
        at->plan->seats[i].class_no = 1;
    offers_nothing(at, VERDICT_NOT_ENOUGH_SEATS);
}

static void a_party_of_two_classes_is_offered_nothing(void **state)
{
    struct scene *at = a_row(arena, "oo......");
    at->plan->class_count = 2;
    at->plan->seats[1].class_no = 1;
    offers_nothing(at, VERDICT_NOT_POSSIBLE);
}

static void a_party_is_not_split(void **state)
{
    offers_nothing(a_row(arena, "ooox..x..x.."), VERDICT_NOT_ENOUGH_SEATS);
}

static void wheelchair_places_are_kept_for_wheelchairs(void **state)
{
    offers(a_row(arena, "oowc.."), "4 5");
    struct scene *at = a_row(arena, "oo..wc");
    at->plan->seats[0].flags = SEAT_WHEELCHAIR;
    at->plan->seats[1].flags = SEAT_COMPANION;
    offers(at, "4 5");
    at = a_row(arena, "oo....");
    at->plan->seats[0].flags = SEAT_WHEELCHAIR;
    offers_nothing(at, VERDICT_NOT_ENOUGH_SEATS);
}

static void what_is_blocked_held_or_lent_is_not_offered(void **state)
{
    struct scene *at = a_row(arena, "oobhl..");
    at->snapshot.state[2].open_to = CHANNEL_COUNTER;
    offers(at, "5 6");
}

static void a_full_house_has_nothing_to_offer(void **state)
{
    offers_nothing(a_row(arena, "ooxx"), VERDICT_NOT_ENOUGH_SEATS);
}

static void a_plan_without_the_lost_seats_has_nothing_like_them(void **state)
{
    const int32_t gone = SEAT_NO + 99;
    struct scene *at = a_row(arena, "....");
    const struct reseat_request request = {.snapshot = &at->snapshot, .lost = &gone, .count = 1};
    cs = a_changeset(arena);
    assert_int_equal(reseat_decide(&request, cs, NULL), VERDICT_NOT_POSSIBLE);
}

static void an_offer_lies_in_no_basket_until_it_is_decided(void **state)
{
    offers(a_row(arena, "oo....x"), "2 3");
    const struct hold *hold = &cs->holds.at[0];
    assert_string_equal(hold->holder, "");
    assert_string_equal(hold->till, "");
    assert_string_equal(hold->email, "eve@example.org");
    assert_int_equal(hold->expires_at, ANOTHER_DAY);
    assert_int_equal(hold->source, SOURCE_OFFLINE_SYNC);
    for (int i = 0; i < cs->seats.count; i++)
        assert_int_equal(cs->seats.at[i].held_until, ANOTHER_DAY);
    assert_true(cs->guards.count > 0); /* nobody makes a gap beside it meanwhile */
}

static void what_is_left_of_an_offer_goes_back(void **state)
{
    struct scene *at = a_row(arena, "..oo");
    struct hold *offer = a_hold(at, an_id(7), at->wish, at->wish_count);
    offer->seats[0].live = false;
    cs = a_changeset(arena);
    assert_int_equal(reseat_withdraw(offer, cs, NULL), VERDICT_OK);
    assert_int_equal(cs->seats.count, 1);
    assert_int_equal(cs->seats.at[0].seat, offer->seats[1].seat);
    assert_int_equal(cs->seats.at[0].to, SEAT_AVAILABLE);
    assert_int_equal(cs->holds.at[0].status, HOLD_CANCELLED);
    assert_int_equal(cs->holds.at[0].end, END_SYNC_CONFLICT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(the_nearest_seats_side_by_side_are_offered),
        WITH_ARENA(what_is_offered_leaves_no_seat_alone),
        WITH_ARENA(who_paid_for_a_class_is_offered_that_class),
        WITH_ARENA(a_party_of_two_classes_is_offered_nothing),
        WITH_ARENA(a_party_is_not_split),
        WITH_ARENA(wheelchair_places_are_kept_for_wheelchairs),
        WITH_ARENA(what_is_blocked_held_or_lent_is_not_offered),
        WITH_ARENA(a_full_house_has_nothing_to_offer),
        WITH_ARENA(a_plan_without_the_lost_seats_has_nothing_like_them),
        WITH_ARENA(an_offer_lies_in_no_basket_until_it_is_decided),
        WITH_ARENA(what_is_left_of_an_offer_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
