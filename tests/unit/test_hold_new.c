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
#include "tests/lib/name_seat.h"

/* ---- arranging ----------------------------------------------------------------------------- */

static struct arena *arena;
static struct changeset *cs;
static struct refusal why;
static const struct hold *existing;

static void start_over(void)
{
    cs = a_changeset(arena);
    memset(&why, 0, sizeof why);
    existing = NULL;
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

static struct hold_request request_of(const struct scene *scene)
{
    return (struct hold_request){.id = an_id(0x77),
                                 .seats = scene->wish,
                                 .count = scene->wish_count,
                                 .email = "",
                                 .source = SOURCE_COUNTER,
                                 .channel = CHANNEL_COUNTER};
}

static enum verdict decide(const struct scene *scene, const struct hold_request *request)
{
    start_over();
    return hold_decide_new(&scene->snapshot, request, cs, &existing, &why);
}

static enum verdict hold_wish(const struct scene *scene)
{
    struct hold_request request = request_of(scene);
    return decide(scene, &request);
}

/* anna has the 'm' seats, for nobody in particular. */
static enum verdict hold_wish_with_mine(const struct scene *scene)
{
    struct hold_request request = request_of(scene);
    request.mine = &scene->mine;
    request.mine_count = 1;
    return decide(scene, &request);
}

/* ---- what came out ------------------------------------------------------------------------- */

#define assert_refused(decision, expected, part)                             \
    do {                                                                     \
        assert_string_equal(verdict_code(decision), verdict_code(expected)); \
        assert_true(is_empty(cs));                                           \
        if (!strstr(why.message, part))                                      \
            fail_msg("'%s' does not say '%s'", why.message, part);           \
    } while (0)

/* ---- a new hold ---------------------------------------------------------------------------- */

static void free_seats_are_held_until_the_shows_time_is_up(void **state)
{
    struct scene *scene = a_row(arena, "..oo..");
    assert_int_equal(hold_wish(scene), VERDICT_OK);
    assert_null(existing);
    assert_string_equal(changes_of(cs), "2:hold@5 3:hold@6");
    for (int i = 0; i < 2; i++) {
        assert_true(uuid_equal(&cs->seats.at[i].holder, &(struct uuid[]){an_id(0x77)}[0]));
        assert_true(uuid_is_zero(&cs->seats.at[i].was));
        assert_int_equal(cs->seats.at[i].held_until, NOW + 15 * MINUTE);
    }
    const struct hold *hold = &cs->holds.at[0];
    assert_int_equal(cs->holds.count, 1);
    assert_int_equal(hold->version, 0);
    assert_int_equal(hold->show, SHOW_NO);
    assert_int_equal(hold->status, HOLD_ACTIVE);
    assert_string_equal(hold->holder, "anna");
    assert_string_equal(hold->till, "till-1");
    assert_int_equal(hold->created_at, NOW);
    assert_int_equal(hold->expires_at, NOW + 15 * MINUTE);
    assert_int_equal(hold->ceiling_at, NOW + 120 * MINUTE);
}

static void a_hold_remembers_whom_it_is_for_and_where_it_came_from(void **state)
{
    struct scene *scene = a_row(arena, "oo");
    struct hold_request request = request_of(scene);
    request.email = "ada@example.org";
    request.source = SOURCE_WEB;
    assert_int_equal(decide(scene, &request), VERDICT_OK);
    assert_string_equal(cs->holds.at[0].email, "ada@example.org");
    assert_int_equal(cs->holds.at[0].source, SOURCE_WEB);
}

static void the_time_can_be_chosen_up_to_the_ceiling(void **state)
{
    struct scene *scene = a_row(arena, "oo");
    struct hold_request request = request_of(scene);
    request.ttl_ms = 120 * MINUTE;
    assert_int_equal(decide(scene, &request), VERDICT_OK);
    assert_int_equal(cs->holds.at[0].expires_at, NOW + 120 * MINUTE);
    static const int64_t absurd[] = {120 * MINUTE + 1, 999, -1, INT64_MAX, INT64_MIN};
    for (int i = 0; i < COUNT_OF(absurd); i++) {
        request.ttl_ms = absurd[i];
        assert_refused(decide(scene, &request), VERDICT_INVALID, "from 1 to 7200 seconds");
    }
}

static void the_shows_own_time_never_passes_its_ceiling(void **state)
{
    struct scene *scene = a_row(arena, "oo");
    scene->snapshot.show.hold_ttl_ms = 500 * MINUTE;
    assert_int_equal(hold_wish(scene), VERDICT_OK);
    assert_int_equal(cs->holds.at[0].expires_at, cs->holds.at[0].ceiling_at);
}

static void no_seats_or_too_many_are_refused(void **state)
{
    struct scene *scene = a_row(arena, "oo");
    struct hold_request request = request_of(scene);
    request.count = 0;
    assert_refused(decide(scene, &request), VERDICT_INVALID, "1 to 500 seats");
    request.count = HOLD_SEATS_MAX + 1;
    assert_refused(decide(scene, &request), VERDICT_INVALID, "1 to 500 seats");
    request.count = -1;
    assert_refused(decide(scene, &request), VERDICT_INVALID, "1 to 500 seats");
}

static void the_most_seats_a_hold_can_have_are_held(void **state)
{
    char row[HOLD_SEATS_MAX + 1];
    memset(row, 'o', HOLD_SEATS_MAX);
    row[HOLD_SEATS_MAX] = '\0';
    assert_int_equal(hold_wish(a_row(arena, row)), VERDICT_OK);
    assert_int_equal(cs->seats.count, HOLD_SEATS_MAX);
}

static void an_email_too_long_to_keep_is_refused(void **state)
{
    struct scene *scene = a_row(arena, "oo");
    struct hold_request request = request_of(scene);
    char email[EMAIL_TEXT + 1];
    memset(email, 'a', EMAIL_TEXT);
    email[EMAIL_TEXT] = '\0';
    request.email = email;
    assert_refused(decide(scene, &request), VERDICT_INVALID, "longer than 127");
}

static void the_same_seat_twice_is_refused_by_name(void **state)
{
    struct scene *scene = a_row(arena, "....");
    const int twice[] = {2, 1, 2};
    struct hold_request request = request_of(scene);
    request.seats = twice;
    request.count = 3;
    assert_refused(decide(scene, &request), VERDICT_DUPLICATE_SEAT, "A-3 was named twice");
    assert_int_equal(why.seat_count, 1);
    assert_int_equal(why.seats[0], 2);
}

static void a_seat_outside_the_hall_is_not_found(void **state)
{
    struct scene *scene = a_row(arena, "....");
    struct hold_request request = request_of(scene);
    request.count = 1;
    request.seats = (const int[]){4};
    assert_refused(decide(scene, &request), VERDICT_SEAT_NOT_FOUND, "");
    request.seats = (const int[]){-1};
    assert_refused(decide(scene, &request), VERDICT_SEAT_NOT_FOUND, "");
}

static void a_show_that_is_not_open_sells_nothing(void **state)
{
    struct scene *scene = a_row(arena, "oo..");
    scene->snapshot.show.status = SHOW_DRAFT;
    assert_refused(hold_wish(scene), VERDICT_SHOW_NOT_OPEN, "not open");
    scene->snapshot.show.status = SHOW_CLOSED;
    assert_refused(hold_wish(scene), VERDICT_SHOW_NOT_OPEN, "not open");
}

static void a_show_that_has_begun_still_sells(void **state)
{
    struct scene *scene = a_row(arena, "oo..");
    scene->snapshot.show.starts_at = NOW - 300 * MINUTE;
    assert_int_equal(hold_wish(scene), VERDICT_OK);
}

/* Wishes for all seats of a hall, whatever they are. */
static enum verdict hold_all(struct scene *scene)
{
    int seats[64];
    for (int i = 0; i < scene->plan->seat_count; i++)
        seats[i] = i;
    struct hold_request request = request_of(scene);
    request.seats = seats;
    request.count = scene->plan->seat_count;
    return decide(scene, &request);
}

static void a_taken_seat_is_refused_and_every_taken_one_is_named(void **state)
{
    assert_refused(hold_all(a_row(arena, ".x")), VERDICT_SEAT_TAKEN, "A-2 is taken;");
    assert_refused(hold_all(a_row(arena, "hx..h")), VERDICT_SEAT_TAKEN,
                   "A-1, A-2 and A-5 are taken;");
    assert_int_equal(why.seat_count, 3);
    assert_int_equal(why.seats[2], 4);
}

static void many_seats_are_named_as_far_as_there_is_room(void **state)
{
    assert_refused(hold_all(a_row(arena, "xxxxxxxxxxxxxxxxxxxx")), VERDICT_SEAT_TAKEN,
                   "A-1, A-2, A-3, A-4 and 16 more are taken;");
    assert_int_equal(why.seat_count, REFUSAL_SEATS);
    struct scene *scene = a_row(arena, "xx");
    memset(scene->plan->sections[0].name, 's', SECTION_TEXT - 1);
    memset(scene->plan->rows[0].label, 'r', ROW_TEXT - 1);
    name_seat(scene->plan, 1, "nnnnnnnnnnnnnnn", "", arena);
    assert_refused(hold_all(scene), VERDICT_SEAT_TAKEN, "rrr-1 and 1 more are taken;");
}

static void a_blocked_seat_is_refused_before_a_taken_one(void **state)
{
    assert_refused(hold_all(a_row(arena, "xb")), VERDICT_SEAT_BLOCKED, "A-2 is blocked");
    assert_int_equal(why.seat_count, 1);
    assert_refused(hold_all(a_row(arena, "bb")), VERDICT_SEAT_BLOCKED, "A-1 and A-2 are blocked");
}

static void a_seat_lent_to_another_till_is_refused(void **state)
{
    assert_refused(hold_all(a_row(arena, ".l")), VERDICT_SEAT_BLOCKED, "A-2 is lent");
    struct scene *scene = a_row(arena, "e.");
    scene->snapshot.state[0].allotment = OTHER_TILL;
    assert_refused(hold_all(scene), VERDICT_SEAT_BLOCKED, "A-1 is lent");
}

static void a_till_holds_what_was_lent_to_it(void **state)
{
    struct scene *scene = a_row(arena, "ll");
    struct hold_request request = request_of(scene);
    request.seats = (const int[]){0};
    request.count = 1;
    request.allotment = OTHER_TILL;
    assert_int_equal(decide(scene, &request), VERDICT_OK);
}

static void a_block_open_to_this_channel_can_be_held(void **state)
{
    struct scene *scene = a_row(arena, "b.");
    scene->snapshot.state[0].open_to = CHANNEL_WEB;
    assert_refused(hold_all(scene), VERDICT_SEAT_BLOCKED, "A-1");
    scene->snapshot.state[0].open_to = CHANNEL_COUNTER;
    assert_int_equal(hold_all(scene), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:hold@3 1:hold@4");
    assert_int_equal(cs->seats.at[0].from, SEAT_BLOCKED);
    assert_int_equal(cs->seats.at[0].open_to, 0);
}

static void a_hold_that_is_over_is_ended_and_taken_over_in_one_act(void **state)
{
    struct scene *scene = a_row(arena, ".e");
    assert_int_equal(hold_all(scene), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:hold@3 1:expire@4 1:hold@5");
    struct uuid other = an_id(0xbb);
    assert_true(uuid_equal(&cs->seats.at[1].was, &other));
    assert_int_equal(cs->seats.at[2].from, SEAT_AVAILABLE);
}

static void the_order_in_which_seats_are_named_does_not_matter(void **state)
{
    struct scene *scene = a_row(arena, "....");
    struct hold_request request = request_of(scene);
    request.seats = (const int[]){2, 0, 1};
    request.count = 3;
    assert_int_equal(decide(scene, &request), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:hold@3 1:hold@4 2:hold@5");
}

/* ---- the gap rule -------------------------------------------------------------------------- */

static void hold_refuses_a_single_seat_gap(void **state)
{
    assert_refused(hold_wish(a_row(arena, "x.oo...")), VERDICT_SINGLE_SEAT_GAP,
                   "A-2 would be left alone");
    assert_int_equal(why.seat_count, 1);
    assert_int_equal(why.seats[0], 1);
}

static void the_gap_rule_can_be_overridden(void **state)
{
    struct scene *scene = a_row(arena, "x.oo...");
    struct hold_request request = request_of(scene);
    request.override_gap = true;
    assert_int_equal(decide(scene, &request), VERDICT_OK);
    assert_int_equal(cs->guards.count, 0);
}

static void a_show_can_do_without_the_gap_rule(void **state)
{
    struct scene *scene = a_row(arena, "x.oo...");
    scene->snapshot.show.gap_rule = false;
    assert_int_equal(hold_wish(scene), VERDICT_OK);
    assert_int_equal(cs->guards.count, 0);
}

static void what_the_gap_rule_looked_at_is_guarded(void **state)
{
    assert_int_equal(hold_wish(a_row(arena, "....oo....")), VERDICT_OK);
    assert_int_equal(cs->guards.count, 2);
    assert_int_equal(cs->guards.at[0].seat, SEAT_NO + 2);
    assert_int_equal(cs->guards.at[1].seat, SEAT_NO + 7);
}

/* ---- what the holder has already ----------------------------------------------------------- */

static struct scene *wish_for(const char *drawing, const int *seats, int count)
{
    struct scene *scene = a_row(arena, drawing);
    scene->wish = arena_array(arena, (size_t)count, sizeof *seats);
    memcpy(scene->wish, seats, (size_t)count * sizeof *seats);
    scene->wish_count = count;
    return scene;
}

static void holding_what_one_holds_already_succeeds_and_changes_nothing(void **state)
{
    struct scene *scene = wish_for(".mmm.", (const int[]){1, 2}, 2);
    assert_int_equal(hold_wish_with_mine(scene), VERDICT_OK);
    assert_ptr_equal(existing, &scene->mine);
    assert_true(is_empty(cs));
}

static void only_what_is_not_held_already_is_taken(void **state)
{
    struct scene *scene = wish_for(".mm..", (const int[]){1, 2, 3, 4}, 4);
    assert_int_equal(hold_wish_with_mine(scene), VERDICT_OK);
    assert_null(existing);
    assert_string_equal(changes_of(cs), "3:hold@6 4:hold@7");
    assert_int_equal(cs->holds.count, 1);
}

static void anothers_hold_is_not_ones_own(void **state)
{
    struct scene *scene = wish_for(".m..", (const int[]){1}, 1);
    snprintf(scene->mine.holder, sizeof scene->mine.holder, "ruth");
    assert_refused(hold_wish_with_mine(scene), VERDICT_SEAT_TAKEN, "A-2");
    assert_refused(hold_wish(scene), VERDICT_SEAT_TAKEN, "A-2");
}

static void ones_own_hold_that_is_over_is_taken_anew(void **state)
{
    struct scene *scene = wish_for(".mm.", (const int[]){1, 2}, 2);
    scene->snapshot.state[1].held_until = scene->snapshot.state[2].held_until = NOW;
    assert_int_equal(hold_wish_with_mine(scene), VERDICT_OK);
    assert_string_equal(changes_of(cs), "1:expire@4 1:hold@5 2:expire@5 2:hold@6");
}

/* ---- one hold a customer ------------------------------------------------------------------- */

static struct scene *one_hold_show(const char *drawing)
{
    struct scene *scene = a_hall(arena, drawing);
    scene->snapshot.show.one_hold = true;
    return scene;
}

static void a_new_hold_frees_the_customers_old_one(void **state)
{
    assert_int_equal(hold_wish_with_mine(one_hold_show("mm...\n..oo.")), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:release@3 1:release@4 7:hold@5 8:hold@6");
    assert_int_equal(cs->holds.count, 2);
    assert_int_equal(cs->holds.at[0].status, HOLD_CANCELLED);
    assert_int_equal(cs->holds.at[0].end, END_USER_CANCELLED);
    assert_int_equal(cs->holds.at[0].ended_at, NOW);
    assert_int_equal(cs->holds.at[0].version, 2);
    assert_int_equal(cs->holds.at[1].status, HOLD_ACTIVE);
}

static void seats_of_the_old_hold_can_be_taken_into_the_new_one(void **state)
{
    struct scene *scene = wish_for("mm...", (const int[]){1, 2}, 2);
    scene->snapshot.show.one_hold = true;
    assert_int_equal(hold_wish_with_mine(scene), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:release@3 1:release@4 1:hold@5 2:hold@5");
    assert_int_equal(cs->seats.at[2].from, SEAT_AVAILABLE);
}

static void seats_of_the_old_hold_count_as_free_for_the_gap_rule(void **state)
{
    assert_int_equal(hold_wish_with_mine(one_hold_show("m.oo..")), VERDICT_OK);
    assert_refused(hold_wish_with_mine(one_hold_show("xmoo..")), VERDICT_SINGLE_SEAT_GAP, "A-2");
}

static void seats_let_go_before_are_not_let_go_again(void **state)
{
    struct scene *scene = one_hold_show("mm.oo");
    scene->mine.seats[0].live = false;
    scene->snapshot.state[0] = (struct seat_state){.version = 9};
    assert_int_equal(hold_wish_with_mine(scene), VERDICT_OK);
    assert_string_equal(changes_of(cs), "1:release@4 3:hold@6 4:hold@7");
}

static void holds_for_other_customers_stay(void **state)
{
    struct scene *scene = one_hold_show("mm.oo");
    struct hold_request request = request_of(scene);
    request.mine = &scene->mine;
    request.mine_count = 1;
    request.email = "ada@example.org";
    request.override_gap = true;
    assert_int_equal(decide(scene, &request), VERDICT_OK);
    assert_string_equal(changes_of(cs), "3:hold@6 4:hold@7");
    snprintf(scene->mine.email, sizeof scene->mine.email, "Ada@Example.org");
    assert_int_equal(decide(scene, &request), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:release@3 1:release@4 3:hold@6 4:hold@7");
}

/* Made by ben at another till, for the address that anna's customer gives. */
static enum verdict wish_for_who_has_one_of_bens(struct scene *scene, enum channel channel)
{
    struct hold_request request = request_of(scene);
    request.mine = &scene->mine;
    request.mine_count = 1;
    request.everywhere = true;
    request.channel = channel;
    request.email = "ada@example.org";
    request.override_gap = true;
    snprintf(scene->mine.email, sizeof scene->mine.email, "ada@example.org");
    snprintf(scene->mine.holder, sizeof scene->mine.holder, "ben");
    snprintf(scene->mine.till, sizeof scene->mine.till, "till-7");
    return decide(scene, &request);
}

static void staff_free_a_customers_hold_wherever_it_was_made(void **state)
{
    struct scene *scene = one_hold_show("mm.oo");
    assert_int_equal(wish_for_who_has_one_of_bens(scene, CHANNEL_COUNTER), VERDICT_OK);
    assert_string_equal(changes_of(cs), "0:release@3 1:release@4 3:hold@6 4:hold@7");
    assert_true(cs->only_hold);
}

static void a_web_client_is_refused_what_would_free_anothers_hold(void **state)
{
    struct scene *scene = one_hold_show("mm.oo");
    assert_int_equal(wish_for_who_has_one_of_bens(scene, CHANNEL_WEB), VERDICT_HELD_ELSEWHERE);
    assert_int_equal(cs->seats.count, 0);
}

static void an_offer_of_the_waiting_list_is_nobodys_hold_to_free(void **state)
{
    struct scene *scene = one_hold_show("mm.oo");
    scene->mine.source = SOURCE_WAITLIST;
    assert_int_equal(wish_for_who_has_one_of_bens(scene, CHANNEL_WEB), VERDICT_OK);
    assert_string_equal(changes_of(cs), "3:hold@6 4:hold@7");
}

static void a_walk_up_of_another_clerk_stays(void **state)
{
    struct scene *scene = one_hold_show("mm..oo");
    snprintf(scene->mine.holder, sizeof scene->mine.holder, "ruth");
    assert_int_equal(hold_wish_with_mine(scene), VERDICT_OK);
    assert_string_equal(changes_of(cs), "4:hold@7 5:hold@3");
}

static void an_old_hold_that_is_over_is_left_to_the_sweep(void **state)
{
    struct scene *scene = one_hold_show("mm..oo");
    scene->mine.expires_at = NOW;
    scene->snapshot.state[0].held_until = scene->snapshot.state[1].held_until = NOW;
    assert_int_equal(hold_wish_with_mine(scene), VERDICT_OK);
    assert_string_equal(changes_of(cs), "4:hold@7 5:hold@3");
}

static void a_hold_that_is_being_paid_for_stays(void **state)
{
    struct scene *scene = one_hold_show("mm.oo");
    scene->mine.status = HOLD_PAYING;
    scene->mine.paying_until = NOW + MINUTE;
    struct hold_request request = request_of(scene);
    request.mine = &scene->mine;
    request.mine_count = 1;
    request.override_gap = true;
    assert_int_equal(decide(scene, &request), VERDICT_OK);
    assert_string_equal(changes_of(cs), "3:hold@6 4:hold@7");
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, fresh_arena, drop_arena)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(free_seats_are_held_until_the_shows_time_is_up),
        WITH_ARENA(a_hold_remembers_whom_it_is_for_and_where_it_came_from),
        WITH_ARENA(the_time_can_be_chosen_up_to_the_ceiling),
        WITH_ARENA(the_shows_own_time_never_passes_its_ceiling),
        WITH_ARENA(no_seats_or_too_many_are_refused),
        WITH_ARENA(the_most_seats_a_hold_can_have_are_held),
        WITH_ARENA(an_email_too_long_to_keep_is_refused),
        WITH_ARENA(the_same_seat_twice_is_refused_by_name),
        WITH_ARENA(a_seat_outside_the_hall_is_not_found),
        WITH_ARENA(a_show_that_is_not_open_sells_nothing),
        WITH_ARENA(a_show_that_has_begun_still_sells),
        WITH_ARENA(a_taken_seat_is_refused_and_every_taken_one_is_named),
        WITH_ARENA(many_seats_are_named_as_far_as_there_is_room),
        WITH_ARENA(a_blocked_seat_is_refused_before_a_taken_one),
        WITH_ARENA(a_seat_lent_to_another_till_is_refused),
        WITH_ARENA(a_till_holds_what_was_lent_to_it),
        WITH_ARENA(a_block_open_to_this_channel_can_be_held),
        WITH_ARENA(a_hold_that_is_over_is_ended_and_taken_over_in_one_act),
        WITH_ARENA(the_order_in_which_seats_are_named_does_not_matter),
        WITH_ARENA(hold_refuses_a_single_seat_gap),
        WITH_ARENA(the_gap_rule_can_be_overridden),
        WITH_ARENA(a_show_can_do_without_the_gap_rule),
        WITH_ARENA(what_the_gap_rule_looked_at_is_guarded),
        WITH_ARENA(holding_what_one_holds_already_succeeds_and_changes_nothing),
        WITH_ARENA(only_what_is_not_held_already_is_taken),
        WITH_ARENA(anothers_hold_is_not_ones_own),
        WITH_ARENA(ones_own_hold_that_is_over_is_taken_anew),
        WITH_ARENA(a_new_hold_frees_the_customers_old_one),
        WITH_ARENA(seats_of_the_old_hold_can_be_taken_into_the_new_one),
        WITH_ARENA(seats_of_the_old_hold_count_as_free_for_the_gap_rule),
        WITH_ARENA(seats_let_go_before_are_not_let_go_again),
        WITH_ARENA(holds_for_other_customers_stay),
        WITH_ARENA(staff_free_a_customers_hold_wherever_it_was_made),
        WITH_ARENA(a_web_client_is_refused_what_would_free_anothers_hold),
        WITH_ARENA(an_offer_of_the_waiting_list_is_nobodys_hold_to_free),
        WITH_ARENA(a_walk_up_of_another_clerk_stays),
        WITH_ARENA(an_old_hold_that_is_over_is_left_to_the_sweep),
        WITH_ARENA(a_hold_that_is_being_paid_for_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
