#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/hold.h"
#include "tests/lib/builders.h"

/* ---- arranging ----------------------------------------------------------------------------- */

static struct arena *arena;
static struct changeset *cs;
static struct refusal why;

static void start_over(void)
{
    cs = a_changeset(arena);
    memset(&why, 0, sizeof why);
}

static int fresh_arena(void **state)
{
    arena = arena_new();
    start_over();
    return 0;
}

static int drop_arena(void **state)
{
    arena_free(&arena);
    return 0;
}

#define assert_refused(decision, expected, part)                             \
    do {                                                                     \
        assert_string_equal(verdict_code(decision), verdict_code(expected)); \
        assert_true(is_empty(cs));                                           \
        if (!strstr(why.message, part))                                      \
            fail_msg("'%s' does not say '%s'", why.message, part);           \
    } while (0)

/* ---- is it the actor's, is it alive -------------------------------------------------------- */

static enum verdict check(struct hold hold, const char *name)
{
    struct actor actor = anna();
    snprintf(actor.name, sizeof actor.name, "%s", name);
    start_over();
    return hold_check_owner(&hold, &actor, NOW, &why);
}

static void a_hold_is_its_holders_until_its_time_is_over(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    assert_int_equal(check(hold, "anna"), VERDICT_OK);
    assert_refused(check(hold, "mark"), VERDICT_NOT_HOLDER, "held by anna");
    hold.expires_at = NOW;
    assert_refused(check(hold, "anna"), VERDICT_HOLD_EXPIRED, "has ended");
}

static void an_offer_of_the_waiting_list_is_every_clerks_to_sell(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    hold.source = SOURCE_WAITLIST;
    assert_int_equal(check(hold, "joe"), VERDICT_OK);
    struct actor scanner = anna();
    snprintf(scanner.name, sizeof scanner.name, "sam");
    scanner.role = ROLE_SCANNER;
    assert_int_equal(hold_check_owner(&hold, &scanner, NOW, &why), VERDICT_NOT_HOLDER);
}

static void a_hold_that_ended_says_how(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    hold.status = HOLD_CONVERTED;
    assert_refused(check(hold, "anna"), VERDICT_HOLD_EXPIRED, "become a sale");
    hold.status = HOLD_CANCELLED;
    assert_refused(check(hold, "anna"), VERDICT_HOLD_EXPIRED, "was released");
    hold.status = HOLD_EXPIRED;
    assert_refused(check(hold, "anna"), VERDICT_HOLD_EXPIRED, "has ended");
}

static void a_hold_being_paid_for_lives_until_the_payments_deadline(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    hold.status = HOLD_PAYING;
    hold.expires_at = NOW - 1;
    hold.paying_until = NOW + 1;
    assert_int_equal(check(hold, "anna"), VERDICT_OK);
    hold.paying_until = NOW;
    assert_refused(check(hold, "anna"), VERDICT_HOLD_EXPIRED, "has ended");
}

/* ---- extend -------------------------------------------------------------------------------- */

static enum verdict extend(const struct hold *hold, int64_t by_ms)
{
    struct show show = a_show(arena);
    start_over();
    return hold_decide_extend(&show, hold, by_ms, cs, &why);
}

static void extending_adds_the_shows_time_to_what_is_left(void **state)
{
    struct hold hold = a_row(arena, "mm.")->mine;
    hold.seats[1].live = false;
    assert_int_equal(extend(&hold, 0), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:extend@3");
    assert_int_equal(cs->seats.at[0].held_until, NOW + 15 * MINUTE);
    assert_true(uuid_equal(&cs->seats.at[0].holder, &hold.id));
    assert_int_equal(cs->holds.count, 1);
    assert_int_equal(cs->holds.at[0].expires_at, NOW + 15 * MINUTE);
    assert_int_equal(cs->holds.at[0].version, 2);
}

static void the_time_to_add_can_be_chosen(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    assert_int_equal(extend(&hold, 30 * MINUTE), VERDICT_OK);
    assert_int_equal(cs->holds.at[0].expires_at, NOW + 40 * MINUTE);
    assert_refused(extend(&hold, 999), VERDICT_INVALID, "one second");
    assert_refused(extend(&hold, -5 * MINUTE), VERDICT_INVALID, "one second");
}

static void no_hold_is_extended_past_its_ceiling(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    assert_int_equal(extend(&hold, INT64_MAX), VERDICT_OK);
    assert_int_equal(cs->holds.at[0].expires_at, hold.ceiling_at);
    assert_int_equal(cs->seats.at[0].held_until, hold.ceiling_at);
    hold.expires_at = hold.ceiling_at;
    assert_refused(extend(&hold, 0), VERDICT_CEILING_REACHED, "as far as the show allows");
}

static void only_the_holder_extends_and_only_while_it_lasts(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    snprintf(hold.holder, sizeof hold.holder, "mark");
    assert_refused(extend(&hold, 0), VERDICT_NOT_HOLDER, "mark");
    hold.expires_at = NOW;
    assert_refused(extend(&hold, 0), VERDICT_HOLD_EXPIRED, "ended");
}

static void a_hold_being_paid_for_is_left_alone(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    hold.status = HOLD_PAYING;
    hold.paying_until = NOW + MINUTE;
    assert_refused(extend(&hold, 0), VERDICT_PAYMENT_PENDING, "payment");
    start_over();
    assert_refused(hold_decide_release(&hold, NULL, 0, END_USER_CANCELLED, cs, &why),
                   VERDICT_PAYMENT_PENDING, "payment");
    assert_refused(hold_decide_transfer(&hold, "mark", "till-2", cs, &why), VERDICT_PAYMENT_PENDING,
                   "payment");
}

static void a_hold_that_is_being_paid_for_is_kept_until_then(void **state)
{
    struct hold hold = a_row(arena, "mm")->mine;
    assert_int_equal(hold_decide_paying(&hold, NOW + 20 * MINUTE, cs, &why), VERDICT_OK);
    assert_int_equal(cs->holds.at[0].status, HOLD_PAYING);
    assert_true(cs->holds.at[0].paying_until == NOW + 20 * MINUTE);
    assert_true(cs->seats.at[1].held_until == NOW + 20 * MINUTE);
    hold.status = HOLD_PAYING;
    hold.paying_until = NOW + MINUTE;
    start_over();
    assert_refused(hold_decide_paying(&hold, NOW + MINUTE, cs, &why), VERDICT_PAYMENT_PENDING,
                   "payment");
}

static void paying_never_shortens_a_hold(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    assert_int_equal(hold_decide_paying(&hold, NOW + MINUTE, cs, &why), VERDICT_OK);
    assert_true(cs->holds.at[0].expires_at == hold.expires_at);
}

static void a_hold_that_was_not_paid_ends_as_it_is_told(void **state)
{
    struct hold hold = a_row(arena, "mm")->mine;
    hold.status = HOLD_PAYING;
    hold.paying_until = NOW + MINUTE;
    assert_int_equal(hold_decide_unpaid(&hold, END_USER_CANCELLED, cs, &why), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:release@3 1:release@4");
    assert_int_equal(cs->holds.at[0].end, END_USER_CANCELLED);
    hold.paying_until = NOW;
    start_over();
    assert_int_equal(hold_decide_unpaid(&hold, END_PAYMENT_FAILED, cs, &why), VERDICT_OK);
    assert_true(is_empty(cs));
}

/* ---- release ------------------------------------------------------------------------------- */

static enum verdict release(const struct hold *hold, enum hold_end end)
{
    return hold_decide_release(hold, NULL, 0, end, cs, &why);
}

static void releasing_frees_every_seat_and_closes_the_hold(void **state)
{
    struct hold hold = a_row(arena, "mm.")->mine;
    assert_int_equal(release(&hold, END_USER_CANCELLED), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:release@3 1:release@4");
    assert_true(uuid_is_zero(&cs->seats.at[0].holder));
    assert_true(uuid_equal(&cs->seats.at[0].was, &hold.id));
    assert_int_equal(cs->seats.at[0].held_until, 0);
    assert_int_equal(cs->holds.at[0].status, HOLD_CANCELLED);
    assert_int_equal(cs->holds.at[0].end, END_USER_CANCELLED);
    assert_int_equal(cs->holds.at[0].ended_at, NOW);
}

static void releasing_some_seats_keeps_the_hold_with_the_rest(void **state)
{
    struct hold hold = a_row(arena, "mmm")->mine;
    const int32_t named[] = {SEAT_NO + 1, SEAT_NO + 1};
    assert_int_equal(hold_decide_release(&hold, named, 2, END_USER_CANCELLED, cs, &why),
                     VERDICT_OK);
    assert_string_equal(changes_of(cs), "1:release@4");
    assert_int_equal(cs->holds.count, 1);
    assert_int_equal(cs->holds.at[0].status, HOLD_ACTIVE);
}

static void releasing_the_last_seats_closes_the_hold(void **state)
{
    struct hold hold = a_row(arena, "mmm")->mine;
    hold.seats[0].live = false;
    const int32_t named[] = {SEAT_NO + 2, SEAT_NO + 1};
    assert_int_equal(hold_decide_release(&hold, named, 2, END_USER_CANCELLED, cs, &why),
                     VERDICT_OK);
    assert_string_equal(changes_of(cs), "1:release@4 2:release@5");
    assert_int_equal(cs->holds.at[0].status, HOLD_CANCELLED);
}

static void releasing_twice_is_releasing_once(void **state)
{
    struct hold hold = a_row(arena, "mm")->mine;
    hold.seats[0].live = false;
    const int32_t named[] = {SEAT_NO};
    assert_int_equal(hold_decide_release(&hold, named, 1, END_USER_CANCELLED, cs, &why),
                     VERDICT_OK);
    assert_true(is_empty(cs));
    hold.status = HOLD_CANCELLED;
    assert_int_equal(release(&hold, END_USER_CANCELLED), VERDICT_OK);
    hold.status = HOLD_ACTIVE;
    hold.expires_at = NOW;
    assert_int_equal(release(&hold, END_USER_CANCELLED), VERDICT_OK);
    assert_true(is_empty(cs));
}

/* Its seats went to others while its till was alone, and the till has not heard of that. */
static void a_hold_that_has_lost_all_its_seats_has_nothing_to_release(void **state)
{
    struct hold hold = a_row(arena, "mm")->mine;
    hold.seats[0].live = hold.seats[1].live = false;
    assert_int_equal(release(&hold, END_USER_CANCELLED), VERDICT_OK);
    assert_true(is_empty(cs));
}

static void a_seat_of_another_hold_is_not_released(void **state)
{
    struct hold hold = a_row(arena, "mm.")->mine;
    const int32_t named[] = {SEAT_NO, SEAT_NO + 2};
    assert_refused(hold_decide_release(&hold, named, 2, END_USER_CANCELLED, cs, &why),
                   VERDICT_SEAT_NOT_FOUND, "not in this hold");
}

static void sold_seats_are_not_released(void **state)
{
    struct hold hold = a_row(arena, "mm.")->mine;
    hold.status = HOLD_CONVERTED;
    assert_refused(release(&hold, END_USER_CANCELLED), VERDICT_HOLD_EXPIRED, "sold");
}

static void others_need_the_right_and_a_reason_to_release(void **state)
{
    struct hold hold = a_row(arena, "mm.")->mine;
    cs->actor = mark();
    assert_refused(release(&hold, END_USER_CANCELLED), VERDICT_NOT_HOLDER, "anna");
    assert_refused(release(&hold, END_ADMIN_OVERRIDE), VERDICT_INVALID, "reason");
    snprintf(cs->reason, sizeof cs->reason, "customer left");
    assert_int_equal(release(&hold, END_ADMIN_OVERRIDE), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:override@3 1:override@4");
    assert_int_equal(cs->holds.at[0].end, END_ADMIN_OVERRIDE);
}

static void a_clerk_may_override_when_somebody_signed_for_it(void **state)
{
    struct hold hold = a_row(arena, "mm.")->mine;
    snprintf(cs->reason, sizeof cs->reason, "customer left");
    assert_refused(release(&hold, END_ADMIN_OVERRIDE), VERDICT_NOT_ALLOWED,
                   "release other people's seats");
    snprintf(cs->approver, sizeof cs->approver, "mark");
    assert_int_equal(release(&hold, END_ADMIN_OVERRIDE), VERDICT_OK);
}

static void a_failed_payment_frees_the_seats_whoever_holds_them(void **state)
{
    struct hold hold = a_row(arena, "mm.")->mine;
    hold.status = HOLD_PAYING;
    hold.paying_until = NOW + MINUTE;
    cs->actor = mark();
    assert_int_equal(release(&hold, END_PAYMENT_FAILED), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:release@3 1:release@4");
    assert_int_equal(cs->holds.at[0].end, END_PAYMENT_FAILED);
}

static void nobody_makes_a_hold_expire(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    assert_refused(release(&hold, END_TTL_EXPIRED), VERDICT_INVALID, "expires by itself");
    assert_refused(release(&hold, END_NONE), VERDICT_INVALID, "expires by itself");
}

/* ---- transfer ------------------------------------------------------------------------------ */

static enum verdict transfer(const struct hold *hold, const char *to, const char *till)
{
    return hold_decide_transfer(hold, to, till, cs, &why);
}

static void a_transfer_moves_the_hold_and_leaves_its_time(void **state)
{
    struct hold hold = a_row(arena, "mm.")->mine;
    hold.seats[0].live = false;
    assert_int_equal(transfer(&hold, "mark", "till-2"), VERDICT_OK);
    assert_string_equal(changes_of(cs), "1:transfer@4");
    assert_int_equal(cs->seats.at[0].held_until, hold.expires_at);
    assert_true(uuid_equal(&cs->seats.at[0].holder, &hold.id));
    assert_string_equal(cs->holds.at[0].holder, "mark");
    assert_string_equal(cs->holds.at[0].till, "till-2");
    assert_int_equal(cs->holds.at[0].expires_at, hold.expires_at);
}

static void a_transfer_to_the_holder_changes_nothing(void **state)
{
    struct hold hold = a_row(arena, "mm.")->mine;
    assert_int_equal(transfer(&hold, "anna", "till-1"), VERDICT_OK);
    assert_true(is_empty(cs));
    assert_int_equal(transfer(&hold, "anna", "till-2"), VERDICT_OK);
    assert_int_equal(cs->holds.count, 1);
}

static void anothers_hold_is_transferred_only_with_the_right(void **state)
{
    struct hold hold = a_row(arena, "mm.")->mine;
    snprintf(hold.holder, sizeof hold.holder, "ruth");
    assert_refused(transfer(&hold, "anna", "till-1"), VERDICT_NOT_HOLDER, "ruth");
    cs->actor = mark();
    assert_int_equal(transfer(&hold, "anna", "till-1"), VERDICT_OK);
    start_over();
    snprintf(cs->approver, sizeof cs->approver, "mark");
    assert_int_equal(transfer(&hold, "anna", "till-1"), VERDICT_OK);
}

static void a_hold_that_is_over_is_not_transferred(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    hold.expires_at = NOW;
    cs->actor = mark();
    assert_refused(transfer(&hold, "ruth", "till-3"), VERDICT_HOLD_EXPIRED, "ended");
}

static void a_transfer_needs_a_name_that_can_be_kept(void **state)
{
    struct hold hold = a_row(arena, "m")->mine;
    char long_name[PERSON_TEXT + 1];
    memset(long_name, 'n', PERSON_TEXT);
    long_name[PERSON_TEXT] = '\0';
    assert_refused(transfer(&hold, "", "till-2"), VERDICT_INVALID, "to whom");
    assert_refused(transfer(&hold, long_name, "till-2"), VERDICT_INVALID, "to whom");
    assert_refused(transfer(&hold, "mark", long_name), VERDICT_INVALID, "to whom");
}

/* ---- block and unblock --------------------------------------------------------------------- */

static enum verdict block_all(const struct scene *scene, uint8_t open_to)
{
    int seats[] = {0, 1, 2, 3, 4, 5, 6, 7};
    start_over();
    return hold_decide_block(&scene->snapshot, seats, scene->plan->seat_count, open_to, cs, &why);
}

static enum verdict unblock_all(const struct scene *scene)
{
    int seats[] = {0, 1, 2, 3, 4, 5, 6, 7};
    start_over();
    return hold_decide_unblock(&scene->snapshot, seats, scene->plan->seat_count, cs, &why);
}

static void free_seats_are_blocked(void **state)
{
    assert_int_equal(block_all(a_row(arena, "..e"), CHANNEL_WEB), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:block@3 1:block@4 2:expire@5 2:block@6");
    assert_int_equal(cs->seats.at[0].open_to, CHANNEL_WEB);
    assert_int_equal(cs->seats.at[3].from, SEAT_AVAILABLE);
    assert_true(uuid_is_zero(&cs->seats.at[3].was));
}

static void blocking_a_blocked_seat_changes_nothing(void **state)
{
    assert_int_equal(block_all(a_row(arena, "b.b"), 0), VERDICT_OK);
    assert_string_equal(changes_of(cs), "1:block@4");
}

static void a_block_can_be_opened_to_other_channels(void **state)
{
    assert_int_equal(block_all(a_row(arena, "b"), CHANNEL_COUNTER), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:unblock@3 0:block@4");
    assert_int_equal(cs->seats.at[1].open_to, CHANNEL_COUNTER);
}

static void held_and_sold_seats_are_not_blocked(void **state)
{
    assert_refused(block_all(a_row(arena, ".hx"), 0), VERDICT_SEAT_TAKEN,
                   "A-2 and A-3 are held or sold");
    assert_refused(unblock_all(a_row(arena, "b.h")), VERDICT_SEAT_TAKEN, "A-3 is held or sold");
}

static void blocked_seats_are_unblocked(void **state)
{
    assert_int_equal(unblock_all(a_row(arena, "b.be")), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:unblock@3 2:unblock@5");
}

static void a_block_without_seats_or_with_one_twice_is_refused(void **state)
{
    struct scene *scene = a_row(arena, "..");
    const int twice[] = {1, 1, 0};
    assert_refused(hold_decide_block(&scene->snapshot, twice, 0, 0, cs, &why), VERDICT_INVALID,
                   "at least one");
    assert_refused(hold_decide_block(&scene->snapshot, twice, 3, 0, cs, &why), VERDICT_INVALID,
                   "only once");
    assert_refused(hold_decide_block(&scene->snapshot, twice, 2, 0, cs, &why),
                   VERDICT_DUPLICATE_SEAT, "A-2");
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, fresh_arena, drop_arena)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(a_hold_is_its_holders_until_its_time_is_over),
        WITH_ARENA(an_offer_of_the_waiting_list_is_every_clerks_to_sell),
        WITH_ARENA(a_hold_that_ended_says_how),
        WITH_ARENA(a_hold_being_paid_for_lives_until_the_payments_deadline),
        WITH_ARENA(extending_adds_the_shows_time_to_what_is_left),
        WITH_ARENA(the_time_to_add_can_be_chosen),
        WITH_ARENA(no_hold_is_extended_past_its_ceiling),
        WITH_ARENA(only_the_holder_extends_and_only_while_it_lasts),
        WITH_ARENA(a_hold_being_paid_for_is_left_alone),
        WITH_ARENA(a_hold_that_is_being_paid_for_is_kept_until_then),
        WITH_ARENA(paying_never_shortens_a_hold),
        WITH_ARENA(a_hold_that_was_not_paid_ends_as_it_is_told),
        WITH_ARENA(releasing_frees_every_seat_and_closes_the_hold),
        WITH_ARENA(releasing_some_seats_keeps_the_hold_with_the_rest),
        WITH_ARENA(releasing_the_last_seats_closes_the_hold),
        WITH_ARENA(releasing_twice_is_releasing_once),
        WITH_ARENA(a_hold_that_has_lost_all_its_seats_has_nothing_to_release),
        WITH_ARENA(a_seat_of_another_hold_is_not_released),
        WITH_ARENA(sold_seats_are_not_released),
        WITH_ARENA(others_need_the_right_and_a_reason_to_release),
        WITH_ARENA(a_clerk_may_override_when_somebody_signed_for_it),
        WITH_ARENA(a_failed_payment_frees_the_seats_whoever_holds_them),
        WITH_ARENA(nobody_makes_a_hold_expire),
        WITH_ARENA(a_transfer_moves_the_hold_and_leaves_its_time),
        WITH_ARENA(a_transfer_to_the_holder_changes_nothing),
        WITH_ARENA(anothers_hold_is_transferred_only_with_the_right),
        WITH_ARENA(a_hold_that_is_over_is_not_transferred),
        WITH_ARENA(a_transfer_needs_a_name_that_can_be_kept),
        WITH_ARENA(free_seats_are_blocked),
        WITH_ARENA(blocking_a_blocked_seat_changes_nothing),
        WITH_ARENA(a_block_can_be_opened_to_other_channels),
        WITH_ARENA(held_and_sold_seats_are_not_blocked),
        WITH_ARENA(blocked_seats_are_unblocked),
        WITH_ARENA(a_block_without_seats_or_with_one_twice_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
