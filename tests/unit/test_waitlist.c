#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/wait_serve.h"
#include "tests/lib/builders.h"

static struct arena *arena;
static struct scene *scene;
static struct changeset *cs;
static struct refusal why;
static struct best_result seats;

static int set_up(void **state)
{
    arena = arena_new();
    scene = a_hall(arena, "=Stalls\n....x....\n=Circle\n..x..");
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&arena);
    return 0;
}

/* Eve, waiting for any two seats. */
static struct waiter a_waiter(void)
{
    return (struct waiter){.id = an_id(9),
                           .show = SHOW_NO,
                           .name = "Eve",
                           .phone = "+49 1",
                           .party = 2,
                           .class_no = -1,
                           .together = true,
                           .joined_at = NOW - 1,
                           .version = 1};
}

static enum verdict join(const struct waiter *wish)
{
    cs = a_changeset(arena);
    why = (struct refusal){0};
    return wait_decide_join(&scene->snapshot, wish, cs, &why);
}

static void refused(enum verdict got, enum verdict wanted, const char *part)
{
    assert_int_equal(got, wanted);
    if (!strstr(why.message, part))
        fail_msg("\"%s\" does not say \"%s\"", why.message, part);
    assert_int_equal(cs->waiters.count + cs->notes.count, 0);
}

/* ---- join --------------------------------------------------------------------------------- */

static void joining_is_written_down(void **state)
{
    struct waiter wish = a_waiter();
    wish.status = WAIT_LEFT;
    wish.version = 7;
    wish.hold = an_id(3);
    wish.joined_at = 0;
    wish.show = 0;
    snprintf(wish.name, sizeof wish.name, "  Eve ");
    assert_int_equal(join(&wish), VERDICT_OK);
    assert_int_equal(cs->waiters.count, 1);
    const struct waiter *row = &cs->waiters.at[0];
    assert_int_equal(row->status, WAIT_WAITING);
    assert_int_equal(row->show, SHOW_NO);
    assert_int_equal(row->joined_at, NOW);
    assert_int_equal(row->version, 0);
    assert_true(uuid_is_zero(&row->hold));
    assert_string_equal(row->name, "Eve");
    assert_int_equal(cs->notes.count, 1);
    assert_int_equal(cs->notes.at[0].act, ACT_WAIT_JOIN);
    assert_int_equal(cs->notes.at[0].show, SHOW_NO);
    assert_true(uuid_equal(&cs->notes.at[0].subject, &wish.id));
}

static void a_party_is_one_to_fifty(void **state)
{
    struct waiter wish = a_waiter();
    wish.party = 0;
    refused(join(&wish), VERDICT_INVALID, "1 to 50 people, not 0");
    wish.party = PARTY_MAX + 1;
    refused(join(&wish), VERDICT_INVALID, "not 51");
    wish.party = PARTY_MAX;
    assert_int_equal(join(&wish), VERDICT_OK);
    wish.party = 1;
    assert_int_equal(join(&wish), VERDICT_OK);
}

static void wheelchair_places_are_part_of_the_party(void **state)
{
    struct waiter wish = a_waiter();
    wish.accessible = 3;
    refused(join(&wish), VERDICT_INVALID, "3 wheelchair places");
    wish.accessible = -1;
    refused(join(&wish), VERDICT_INVALID, "wheelchair");
    wish.accessible = 2;
    assert_int_equal(join(&wish), VERDICT_OK);
}

static void a_name_is_needed(void **state)
{
    struct waiter wish = a_waiter();
    wish.name[0] = '\0';
    refused(join(&wish), VERDICT_INVALID, "Give a name");
}

static void a_way_to_reach_them_is_needed(void **state)
{
    struct waiter wish = a_waiter();
    wish.phone[0] = '\0';
    refused(join(&wish), VERDICT_INVALID, "e-mail address or a phone number");
    snprintf(wish.email, sizeof wish.email, "eve@example.org");
    assert_int_equal(join(&wish), VERDICT_OK);
}

static void text_that_could_break_a_screen_is_refused(void **state)
{
    struct waiter wish = a_waiter();
    snprintf(wish.name, sizeof wish.name, "Eve\x1b[2J");
    refused(join(&wish), VERDICT_INVALID, "Name: this text");
    wish = a_waiter();
    snprintf(wish.email, sizeof wish.email, "a\nb");
    refused(join(&wish), VERDICT_INVALID, "E-mail: this text");
    wish = a_waiter();
    snprintf(wish.phone, sizeof wish.phone, "1\t2");
    refused(join(&wish), VERDICT_INVALID, "Phone: this text");
}

static void the_show_must_be_open(void **state)
{
    const struct waiter wish = a_waiter();
    scene->snapshot.show.status = SHOW_CLOSED;
    refused(join(&wish), VERDICT_SHOW_NOT_OPEN, "not open");
}

static void class_and_section_must_exist(void **state)
{
    struct waiter wish = a_waiter();
    wish.class_no = 0;
    snprintf(wish.section, sizeof wish.section, "Circle");
    assert_int_equal(join(&wish), VERDICT_OK);
    wish.class_no = 1;
    refused(join(&wish), VERDICT_INVALID, "price class");
    wish.class_no = -2;
    refused(join(&wish), VERDICT_INVALID, "price class");
    wish.class_no = -1;
    snprintf(wish.section, sizeof wish.section, "Moon");
    refused(join(&wish), VERDICT_INVALID, "no section \"Moon\"");
}

/* ---- leave -------------------------------------------------------------------------------- */

static enum verdict leave(enum wait_status status)
{
    struct waiter waiter = a_waiter();
    waiter.status = status;
    cs = a_changeset(arena);
    why = (struct refusal){0};
    return wait_decide_leave(&waiter, NULL, cs, &why);
}

static void leaving_is_written_down(void **state)
{
    assert_int_equal(leave(WAIT_WAITING), VERDICT_OK);
    assert_int_equal(cs->waiters.at[0].status, WAIT_LEFT);
    assert_int_equal(cs->waiters.at[0].version, 1);
    assert_int_equal(cs->notes.at[0].act, ACT_WAIT_LEAVE);
    assert_int_equal(leave(WAIT_OFFERED), VERDICT_OK);
    assert_int_equal(cs->waiters.at[0].status, WAIT_LEFT);
}

static void leaving_twice_is_leaving_once(void **state)
{
    assert_int_equal(leave(WAIT_LEFT), VERDICT_OK);
    assert_int_equal(cs->waiters.count, 0);
    assert_int_equal(cs->notes.count, 0);
}

static void who_was_served_waits_no_more(void **state)
{
    refused(leave(WAIT_SERVED), VERDICT_STATE_CONFLICT, "served already");
}

/* ---- serve -------------------------------------------------------------------------------- */

static int next_of(const struct waiter *waiters, int count)
{
    struct wait_round round;
    wait_round_start(&round, &scene->snapshot, NOW, arena);
    return wait_next(&round, waiters, count, &seats);
}

static void first_come_first_served(void **state)
{
    const struct waiter waiters[] = {a_waiter(), a_waiter()};
    assert_int_equal(next_of(waiters, 2), 0);
    assert_int_equal(seats.count, 2);
    assert_true(seats.adjacent);
}

static void nobody_waiting_is_nobody_served(void **state)
{
    assert_int_equal(next_of(NULL, 0), -1);
}

static void who_cannot_be_seated_does_not_hold_up_the_rest(void **state)
{
    struct waiter waiters[] = {a_waiter(), a_waiter()};
    waiters[0].party = 5;
    assert_int_equal(next_of(waiters, 2), 1);
    waiters[1].party = 50;
    assert_int_equal(next_of(waiters, 2), -1);
}

static void only_who_still_waits_is_served(void **state)
{
    struct waiter waiters[] = {a_waiter(), a_waiter(), a_waiter(), a_waiter(), a_waiter()};
    waiters[0].status = WAIT_OFFERED;
    waiters[1].status = WAIT_SERVED;
    waiters[2].status = WAIT_LEFT;
    waiters[3].show = SHOW_NO + 1;
    assert_int_equal(next_of(waiters, 5), 4);
}

static void a_section_is_kept(void **state)
{
    struct waiter waiter = a_waiter();
    snprintf(waiter.section, sizeof waiter.section, "Circle");
    assert_int_equal(next_of(&waiter, 1), 0);
    assert_true(seats.seats[0] >= 9);
    waiter.party = 3;
    assert_int_equal(next_of(&waiter, 1), -1);
    waiter.party = 2;
    snprintf(waiter.section, sizeof waiter.section, "Moon");
    assert_int_equal(next_of(&waiter, 1), -1);
}

static void a_party_is_split_only_if_it_does_not_mind(void **state)
{
    struct waiter waiter = a_waiter();
    waiter.party = 6;
    assert_int_equal(next_of(&waiter, 1), -1);
    waiter.together = false;
    assert_int_equal(next_of(&waiter, 1), 0);
    assert_int_equal(seats.count, 6);
    assert_int_equal(seats.group_count, 2);
}

static void a_party_is_rather_split_than_moved_to_another_section(void **state)
{
    struct waiter waiter = a_waiter(); /* four together are free in the stalls only */
    waiter.party = 4;
    waiter.together = false;
    snprintf(waiter.section, sizeof waiter.section, "Circle");
    assert_int_equal(next_of(&waiter, 1), 0);
    assert_int_equal(seats.group_count, 2);
    assert_true(seats.seats[0] >= 9);
    waiter.party = 5;
    assert_int_equal(next_of(&waiter, 1), -1);
    waiter.party = 4;
    waiter.together = true;
    assert_int_equal(next_of(&waiter, 1), -1);
}

static void with_premium(int seat, int another)
{
    static struct plan_class classes[2];
    classes[0] = scene->plan->classes[0];
    snprintf(classes[1].name, sizeof classes[1].name, "Premium");
    scene->plan->classes = classes;
    scene->plan->class_count = 2;
    scene->plan->seats[seat].class_no = scene->plan->seats[another].class_no = 1;
}

static void a_price_class_is_kept(void **state)
{
    with_premium(0, 5);
    struct waiter waiter = a_waiter();
    waiter.class_no = 1;
    assert_int_equal(next_of(&waiter, 1), -1);
    waiter.together = false;
    assert_int_equal(next_of(&waiter, 1), 0);
    assert_int_equal(seats.seats[0], 0);
    assert_int_equal(seats.seats[1], 5);
    waiter.party = 3;
    assert_int_equal(next_of(&waiter, 1), -1);
}

static void the_first_section_and_class_are_kept_like_any_other(void **state)
{
    scene = a_hall(arena, "=Stalls\n.x.x\n=Circle\n....");
    struct plan_class classes[] = {scene->plan->classes[0], {.name = "Upstairs"}};
    scene->plan->classes = classes;
    scene->plan->class_count = 2;
    for (int i = 4; i < 8; i++)
        scene->plan->seats[i].class_no = 1;
    struct waiter by_section = a_waiter(), by_class = a_waiter();
    by_section.together = by_class.together = false;
    snprintf(by_section.section, sizeof by_section.section, "Stalls");
    by_class.class_no = 0;
    assert_int_equal(join(&by_section), VERDICT_OK);
    assert_int_equal(next_of(&by_section, 1), 0);
    assert_int_equal(seats.seats[1], 2);
    assert_int_equal(next_of(&by_class, 1), 0);
    assert_int_equal(seats.seats[1], 2);
}

static void seats_kept_for_the_waiting_list_are_offered(void **state)
{
    scene = a_row(arena, "bb");
    const struct waiter waiter = a_waiter();
    assert_int_equal(next_of(&waiter, 1), -1);
    scene->snapshot.state[0].open_to = scene->snapshot.state[1].open_to = CHANNEL_WAITLIST;
    assert_int_equal(next_of(&waiter, 1), 0);
}

static void whoever_wants_an_aisle_gets_one_or_waits(void **state)
{
    struct waiter waiter = a_waiter();
    waiter.aisle = true;
    scene = a_row(arena, "....x.... ....");
    assert_int_equal(next_of(&waiter, 1), 0);
    assert_true(seats.seats[1] == 8 || seats.seats[0] == 9);
    scene = a_row(arena, "....x...x x...");
    assert_int_equal(next_of(&waiter, 1), -1);
}

static void whoever_comes_in_a_wheelchair_gets_exactly_the_places(void **state)
{
    struct waiter waiter = a_waiter();
    waiter.accessible = 1;
    assert_int_equal(next_of(&waiter, 1), -1);
    scene = a_hall(arena, "=Stalls\n....x....\n=Circle\n.xwc.");
    assert_int_equal(next_of(&waiter, 1), 0);
    assert_int_equal(seats.seats[0], 11);
    assert_int_equal(seats.seats[1], 12);
    waiter.accessible = 2;
    assert_int_equal(next_of(&waiter, 1), -1);
}

/* ---- a round -------------------------------------------------------------------------------- */

enum { NAMES = 8 };

/* The round's offers by the waiters' names; the last one stays in `round`. */
static struct wait_round round_of;

static const char *serve(const struct waiter *waiters, int count, int most)
{
    static struct uuid names[NAMES];
    char *text = arena_alloc(arena, 200);
    for (int i = 0; i < NAMES; i++)
        names[i] = an_id((uint8_t)(0x40 + i));
    cs = a_changeset(arena);
    why = (struct refusal){0};
    wait_round_start(&round_of, &scene->snapshot, NOW, arena);
    round_of.names = names;
    round_of.most = most;
    assert_int_equal(wait_round_serve(&round_of, waiters, count, cs, &why), VERDICT_OK);
    wait_round_end(cs);
    for (int i = 0; i < cs->waiters.count; i++)
        snprintf(text + strlen(text), 200 - strlen(text), "%s%s", i ? " " : "",
                 cs->waiters.at[i].name);
    return text;
}

static struct waiter called(const char *name, int party)
{
    struct waiter waiter = a_waiter();
    snprintf(waiter.name, sizeof waiter.name, "%s", name);
    waiter.party = party;
    return waiter;
}

static void a_round_offers_to_many_in_the_order_they_came(void **state)
{
    const struct waiter waiters[] = {called("Ann", 2), called("Ben", 5), called("Cid", 2),
                                     called("Dee", 4), called("Eli", 2)};
    scene = a_row(arena, "........");
    assert_string_equal(serve(waiters, 5, NAMES), "Ann Cid Eli");
    assert_int_equal(cs->holds.count, 3);
    assert_int_equal(cs->seats.count, 6);
    assert_string_equal(serve(waiters, 5, 2), "Ann Cid");
}

static void a_round_offers_no_seat_twice(void **state)
{
    const struct waiter waiters[] = {called("Ann", 2), called("Ben", 2), called("Cid", 2)};
    bool taken[8] = {false};
    scene = a_row(arena, "....x...");
    serve(waiters, 3, NAMES);
    for (int i = 0; i < cs->seats.count; i++) {
        assert_false(taken[cs->seats.at[i].seat - SEAT_NO]);
        taken[cs->seats.at[i].seat - SEAT_NO] = true;
    }
    assert_int_equal(cs->seats.count, 6);
    assert_string_equal(round_of.first.name, "Ann");
    assert_int_equal(round_of.offered, 3);
}

/* The store compares a seat that is changed by itself. */
static void seats_of_a_round_are_not_guarded_too(void **state)
{
    const struct waiter waiters[] = {called("Ann", 2), called("Ben", 2)};
    scene = a_row(arena, "........");
    serve(waiters, 2, NAMES);
    assert_true(cs->guards.count > 0);
    for (int g = 0; g < cs->guards.count; g++) {
        for (int s = 0; s < cs->seats.count; s++)
            assert_int_not_equal(cs->guards.at[g].seat, cs->seats.at[s].seat);
        for (int other = 0; other < g; other++)
            assert_int_not_equal(cs->guards.at[g].seat, cs->guards.at[other].seat);
    }
}

/* Two of the class are free, but each alone beside a seat that nobody could sell any more. */
static void seats_that_the_gap_rule_refuses_are_offered_to_nobody(void **state)
{
    struct waiter waiters[] = {called("Ann", 2), called("Ben", 1)};
    scene = a_row(arena, ".x..x");
    with_premium(0, 2);
    waiters[0].class_no = 1;
    waiters[0].together = false;
    assert_string_equal(serve(waiters, 2, NAMES), "Ben");
}

static void many_who_want_the_same_cost_one_search(void **state)
{
    struct waiter waiters[] = {called("Ann", 3), called("Ben", 3), called("Cid", 4),
                               called("Dee", 3), called("Eli", 2)};
    scene = a_row(arena, "..x..x..");
    assert_string_equal(serve(waiters, 5, NAMES), "Eli");
    assert_int_equal(round_of.hopeless.count, 2);
}

static void a_show_whose_offers_no_hold_could_meet_makes_none(void **state)
{
    const struct waiter waiter = called("Ann", 2);
    struct wait_round round;
    const struct uuid name = an_id(4);
    cs = a_changeset(arena);
    wait_round_start(&round, &scene->snapshot, NOW, arena);
    round.names = &name;
    round.most = 1;
    round.ttl_ms = 1;
    refused(wait_round_serve(&round, &waiter, 1, cs, &why), VERDICT_INVALID, "lasts from 1");
    assert_true(is_empty(cs));
}

static void an_offer_is_written_down(void **state)
{
    const struct waiter waiter = a_waiter();
    const struct uuid hold = an_id(4);
    cs = a_changeset(arena);
    wait_mark_offered(&waiter, &hold, cs);
    assert_int_equal(cs->waiters.count, 1);
    assert_int_equal(cs->waiters.at[0].status, WAIT_OFFERED);
    assert_int_equal(cs->waiters.at[0].version, 1);
    assert_true(uuid_equal(&cs->waiters.at[0].hold, &hold));
    assert_int_equal(cs->notes.at[0].act, ACT_WAIT_SERVE);
    assert_true(uuid_equal(&cs->notes.at[0].subject, &waiter.id));
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(joining_is_written_down),
        RULE(a_party_is_one_to_fifty),
        RULE(wheelchair_places_are_part_of_the_party),
        RULE(a_name_is_needed),
        RULE(a_way_to_reach_them_is_needed),
        RULE(text_that_could_break_a_screen_is_refused),
        RULE(the_show_must_be_open),
        RULE(class_and_section_must_exist),
        RULE(leaving_is_written_down),
        RULE(leaving_twice_is_leaving_once),
        RULE(who_was_served_waits_no_more),
        RULE(first_come_first_served),
        RULE(nobody_waiting_is_nobody_served),
        RULE(who_cannot_be_seated_does_not_hold_up_the_rest),
        RULE(only_who_still_waits_is_served),
        RULE(a_section_is_kept),
        RULE(a_party_is_split_only_if_it_does_not_mind),
        RULE(a_party_is_rather_split_than_moved_to_another_section),
        RULE(a_price_class_is_kept),
        RULE(the_first_section_and_class_are_kept_like_any_other),
        RULE(seats_kept_for_the_waiting_list_are_offered),
        RULE(whoever_wants_an_aisle_gets_one_or_waits),
        RULE(whoever_comes_in_a_wheelchair_gets_exactly_the_places),
        RULE(a_round_offers_to_many_in_the_order_they_came),
        RULE(a_round_offers_no_seat_twice),
        RULE(seats_of_a_round_are_not_guarded_too),
        RULE(seats_that_the_gap_rule_refuses_are_offered_to_nobody),
        RULE(many_who_want_the_same_cost_one_search),
        RULE(a_show_whose_offers_no_hold_could_meet_makes_none),
        RULE(an_offer_is_written_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
