/* The conflict centre: the number and the bell, the list, both sides of one, and deciding it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/till.h"

enum { MINUTE = 60000, HOUR = 60 * MINUTE };

struct centre {
    struct till *till;
    struct conflict at[3];
    int count;
    struct tail tails[2];
    int tail_count;
    struct conflict_seat seats[3][2], offer[2];
    bool alone, asked_all;
    struct desk_decision decided;
    char reason[REASON_TEXT];
    int decisions;
    enum verdict answer;
    char struck[ENTRY_MARK_TEXT];
};

/* ---- a house with conflicts ---------------------------------------------------------------- */

static struct conflict_seat a_seat(const char *label, enum seat_status status)
{
    struct conflict_seat seat = {.status = status};
    snprintf(seat.label, sizeof seat.label, "%s", label);
    return seat;
}

static struct conflict_seat sold_to(const char *label, const char *code, int64_t since)
{
    struct conflict_seat seat = a_seat(label, SEAT_SOLD);
    snprintf(seat.code, sizeof seat.code, "%s", code);
    snprintf(seat.owner, sizeof seat.owner, "joe");
    snprintf(seat.till, sizeof seat.till, "till-1");
    seat.since = since;
    seat.price = 4200;
    seat.admitted = true;
    return seat;
}

static struct conflict *add_conflict(struct centre *centre, enum merge_class heading)
{
    int64_t now = centre->till->clock.wall;
    int no = centre->count++;
    struct conflict *at = &centre->at[no];
    *at = (struct conflict){.heading = heading,
                            .seq = no + 1,
                            .made_at = now - HOUR,
                            .at = now - MINUTE,
                            .deadline = now + (no + 2) * HOUR,
                            .show = 1,
                            .starts_at = now + 24 * HOUR,
                            .seats = centre->seats[no]};
    at->id.b[0] = (uint8_t)(no + 1);
    snprintf(at->till, sizeof at->till, "till-2");
    snprintf(at->actor, sizeof at->actor, "anna");
    snprintf(at->title, sizeof at->title, "Hamlet");
    snprintf(at->currency, sizeof at->currency, "EUR");
    return at;
}

/* Two seats sold for cash at a till that was cut off, and to somebody else before; two others are
 * kept. */
static struct conflict *sold_twice(struct centre *centre)
{
    struct conflict *at = add_conflict(centre, MERGE_RESEAT);
    at->seats[0] = sold_to("Stalls-D-7", "B-20388A", at->made_at - MINUTE);
    at->seats[1] = sold_to("Stalls-D-8", "B-20388A", at->made_at - MINUTE);
    at->seat_count = 2;
    centre->offer[0] = a_seat("Stalls-D-9", SEAT_HELD);
    centre->offer[1] = a_seat("Stalls-D-10", SEAT_HELD);
    at->offer = centre->offer;
    at->offer_count = 2;
    at->sale.b[0] = 7;
    at->paid = 8400;
    at->tender = TENDER_CASH;
    snprintf(at->code, sizeof at->code, "B-20401C");
    snprintf(at->name, sizeof at->name, "Ada Lovelace");
    snprintf(at->phone, sizeof at->phone, "020 555 0199");
    return at;
}

/* Who has the seats had a signature that the house checked; of the loser's a till says so. */
static struct conflict *signed_for(struct conflict *at)
{
    snprintf(at->approver, sizeof at->approver, "mark");
    at->approval = APPROVAL_TILL;
    snprintf(at->seats[0].approver, sizeof at->seats[0].approver, "ruth");
    at->seats[0].approval = APPROVAL_HOUSE;
    snprintf(at->seats[0].approved_at, sizeof at->seats[0].approved_at, "till-1");
    return at;
}

/* A hold that gave way to a paid sale; there is nothing to decide but that it is known. */
static struct conflict *gave_way(struct centre *centre)
{
    struct conflict *at = add_conflict(centre, MERGE_PAID_WON);
    at->seats[0] = sold_to("Circle-A-1", "B-20500X", at->made_at);
    at->seat_count = 1;
    return at;
}

static void copy_list(const struct centre *centre, bool all, struct evt *evt)
{
    size_t size = sizeof *evt->u.conflicts.at;
    evt->u.conflicts.at = arena_array(evt->arena, (size_t)centre->count + 1, size);
    for (int i = 0; i < centre->count; i++)
        if (all || centre->at[i].outcome == CONFLICT_OPEN)
            evt->u.conflicts.at[evt->u.conflicts.count++] = centre->at[i];
    evt->u.conflicts.tails =
        arena_array(evt->arena, COUNT_OF(centre->tails), sizeof *centre->tails);
    memcpy(evt->u.conflicts.tails, centre->tails, sizeof centre->tails);
    evt->u.conflicts.tail_count = centre->tail_count;
}

static void decide(struct centre *centre, const struct cmd *cmd, struct evt *evt)
{
    centre->decided = cmd->u.decide;
    snprintf(centre->reason, sizeof centre->reason, "%s", cmd->meta.reason);
    centre->decisions++;
    evt->outcome.verdict = centre->answer;
    for (int i = 0; i < centre->count && !centre->answer; i++)
        if (uuid_equal(&centre->at[i].id, &cmd->u.decide.conflict)) {
            centre->at[i].outcome = cmd->u.decide.outcome;
            snprintf(centre->at[i].decided_by, PERSON_TEXT, "%s", cmd->meta.actor.name);
            centre->at[i].decided_at = centre->till->clock.wall;
        }
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct centre *centre = ctx;
    if (cmd->kind == CMD_CONFLICTS && centre->alone) {
        evt->outcome.verdict = VERDICT_UNAVAILABLE;
        snprintf(evt->outcome.message, sizeof evt->outcome.message, "The house is out of reach.");
    } else if (cmd->kind == CMD_CONFLICTS) {
        centre->asked_all = cmd->u.all_conflicts;
        copy_list(centre, cmd->u.all_conflicts, evt);
    } else if (cmd->kind == CMD_STRIKE) {
        snprintf(centre->struck, sizeof centre->struck, "%s", cmd->u.text);
        snprintf(centre->reason, sizeof centre->reason, "%s", cmd->meta.reason);
        centre->tail_count--;
    } else if (cmd->kind == CMD_DECIDE) {
        decide(centre, cmd, evt);
    } else if (cmd->kind == CMD_HEALTH) {
        evt->u.health = (struct health_report){.word = HEALTH_ONLINE, .conflicts = centre->count};
    } else {
        return false;
    }
    return true;
}

static int set_up_at(void **state, int rows, int columns)
{
    struct centre *centre = x_alloc(sizeof *centre);
    centre->till = till_new(rows, columns, TIER_ASCII);
    fake_counter_serve(centre->till->fake, serve, centre);
    *state = centre;
    return 0;
}

static int set_up(void **state)
{
    return set_up_at(state, 24, 80);
}

static int set_up_large(void **state)
{
    return set_up_at(state, 43, 132);
}

static int set_up_small(void **state)
{
    return set_up_at(state, 12, 40);
}

static int tear_down(void **state)
{
    struct centre *centre = *state;
    till_free(&centre->till);
    free(centre);
    return 0;
}

static void at_first_conflict(struct centre *centre, const char *person)
{
    till_sign_in(centre->till, person);
    till_keys(centre->till, "g y Enter");
}

/* ---- the number and the bell --------------------------------------------------------------- */

static void the_number_stands_in_the_baskets_row_of_every_screen(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    till_sign_in(centre->till, "anna");
    till_keys(centre->till, "g h Esc");
    assert_non_null(strstr(till_row(centre->till, 21), "!1"));
    till_keys(centre->till, "Enter");
    assert_non_null(strstr(till_row(centre->till, 21), "!1"));
}

static void a_supervisor_hears_one_bell_when_there_are_more(void **state)
{
    struct centre *centre = *state;
    till_sign_in(centre->till, "mark");
    till_keys(centre->till, "g h");
    assert_false(console_take_bell(centre->till->console));
    sold_twice(centre);
    till_keys(centre->till, "z");
    assert_string_equal(till_message(centre->till), "1 conflict is to be decided: g y shows it.");
    assert_true(console_take_bell(centre->till->console));
    till_keys(centre->till, "z");
    assert_false(console_take_bell(centre->till->console));
    gave_way(centre);
    till_keys(centre->till, "z");
    assert_true(console_take_bell(centre->till->console));
    centre->count = 1;
    till_keys(centre->till, "z");
    assert_false(console_take_bell(centre->till->console));
}

static void a_clerk_sees_the_number_and_hears_nothing(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    till_sign_in(centre->till, "anna");
    till_keys(centre->till, "g h");
    assert_false(console_take_bell(centre->till->console));
    assert_string_equal(till_message(centre->till), "");
    assert_non_null(strstr(till_row(centre->till, 21), "!1"));
}

static void a_supervisor_who_signs_in_after_a_clerk_is_told(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    till_sign_in(centre->till, "anna");
    till_keys(centre->till, "g h :");
    till_type(centre->till, "sign-out");
    till_keys(centre->till, "Enter");
    till_sign_in(centre->till, "mark");
    assert_true(console_take_bell(centre->till->console));
}

/* ---- the list ------------------------------------------------------------------------------ */

static void the_list_says_what_happened_and_until_when_to_decide(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    gave_way(centre);
    till_sign_in(centre->till, "mark");
    till_keys(centre->till, "g y");
    till_golden(centre->till, "conflicts-80x24-ascii");
}

static void a_wide_list_names_show_and_customer(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    gave_way(centre);
    till_sign_in(centre->till, "mark");
    till_keys(centre->till, "g y");
    till_golden(centre->till, "conflicts-132x43-ascii");
}

static void a_house_without_conflicts_says_so(void **state)
{
    struct centre *centre = *state;
    till_sign_in(centre->till, "mark");
    till_keys(centre->till, "g y");
    assert_true(till_shows(centre->till, "Nothing is to be decided."));
    till_keys(centre->till, "v");
    assert_true(centre->asked_all);
    assert_true(till_shows(centre->till, "No till has ever met a conflict here."));
}

/* Of a till that burnt there are papers, and nothing else. */
/* The message goes with the next key; the page goes on saying why it is empty. */
static void without_the_house_the_page_says_so(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    centre->alone = true;
    till_sign_in(centre->till, "mark");
    till_keys(centre->till, "g y Down");
    assert_string_equal(till_message(centre->till), "");
    assert_true(till_shows(centre->till, "The house is out of reach."));
    centre->alone = false;
    till_keys(centre->till, "z");
    assert_false(till_shows(centre->till, "The house is out of reach."));
    assert_true(till_shows(centre->till, "sold twice"));
}

static void a_house_that_is_back_is_asked_again_by_itself(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    centre->alone = true;
    till_sign_in(centre->till, "mark");
    fake_counter_health(centre->till->fake, HEALTH_OFFLINE, "");
    till_hear(centre->till);
    till_keys(centre->till, "g y");
    till_assert_shows(centre->till, "The house is out of reach.");
    centre->alone = false;
    fake_counter_health(centre->till->fake, HEALTH_ONLINE, "Connected.");
    till_hear(centre->till);
    assert_false(till_shows(centre->till, "The house is out of reach."));
    till_assert_shows(centre->till, "sold twice");
}

static void what_never_came_home_stands_below_the_list(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    centre->tails[0] = (struct tail){.till = "till-2", .mark = {2, 1, 42}, .missing = 13};
    centre->tail_count = 1;
    till_sign_in(centre->till, "anna");
    till_keys(centre->till, "g y");
    assert_true(till_shows(centre->till, "till-2 has not sent 13 acts up to J2-1-42-"));
    assert_true(till_shows(centre->till, "sold twice"));
}

static void a_false_paper_is_struck_by_a_supervisor(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    centre->tails[0] = (struct tail){.till = "till-2", .mark = {2, 1, 42}, .missing = 13};
    centre->tails[1] =
        (struct tail){.till = "till-3", .mark = {3, 1, 9}, .missing = 2, .told_by = "joe"};
    centre->tail_count = 2;
    till_sign_in(centre->till, "mark");
    till_keys(centre->till, "g y");
    assert_true(till_shows(centre->till, "which it told of itself"));
    assert_true(till_shows(centre->till, "which a paper tells of"));
    till_keys(centre->till, "x");
    assert_false(till_shows(centre->till, "STRIKE"));
    till_keys(centre->till, "Down Down x");
    assert_true(till_shows(centre->till, "STRIKE J3-1-9-"));
    till_keys(centre->till, "1 1 Enter");
    assert_string_equal(centre->struck, ""); /* it is about two acts */
    till_keys(centre->till, "2 Enter");
    assert_int_equal(strncmp(centre->struck, "J3-1-9-", 7), 0);
    assert_string_equal(centre->reason, "false paper");
    assert_false(till_shows(centre->till, "J3-1-9-"));
    assert_true(till_shows(centre->till, "Struck."));
}

static void a_clerk_strikes_nothing(void **state)
{
    struct centre *centre = *state;
    centre->tails[0] = (struct tail){.till = "till-2", .mark = {2, 1, 42}, .missing = 1};
    centre->tail_count = 1;
    till_sign_in(centre->till, "anna");
    till_keys(centre->till, "g y x");
    assert_false(till_shows(centre->till, "STRIKE"));
    till_keys(centre->till, "Enter"); /* nor is there a conflict to open */
    assert_true(till_shows(centre->till, "till-2 has not sent 1 act up to J2-1-42-"));
}

static void what_has_been_decided_is_listed_when_asked_for(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre)->outcome = CONFLICT_DUE;
    till_sign_in(centre->till, "mark");
    till_keys(centre->till, "g y");
    assert_false(till_shows(centre->till, "Stalls-D-7"));
    till_keys(centre->till, "v");
    assert_true(till_shows(centre->till, "MONEY DUE"));
}

static void what_is_past_its_time_is_late(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre)->deadline = centre->till->clock.wall - 1;
    till_sign_in(centre->till, "mark");
    till_keys(centre->till, "g y");
    assert_true(till_shows(centre->till, "LATE"));
}

/* ---- both sides ---------------------------------------------------------------------------- */

static void both_sides_stand_beside_each_other(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    at_first_conflict(centre, "mark");
    till_golden(centre->till, "conflict-80x24-ascii");
}

static void each_side_says_who_signed_and_by_whose_word(void **state)
{
    struct centre *centre = *state;
    signed_for(sold_twice(centre));
    at_first_conflict(centre, "mark");
    till_golden(centre->till, "conflict-signed-80x24-ascii");
}

static void a_large_terminal_shows_them_too(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    at_first_conflict(centre, "mark");
    till_golden(centre->till, "conflict-132x43-ascii");
}

static void a_small_terminal_shows_what_the_till_did(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    at_first_conflict(centre, "mark");
    assert_true(till_shows(centre->till, "WHAT till-2 DID ALONE"));
    assert_true(till_shows(centre->till, "B-20401C"));
    assert_false(till_shows(centre->till, "mark (per"));
    signed_for(&centre->at[0]);
    till_keys(centre->till, "z");
    till_assert_shows(centre->till, "Signed      mark (per till-2)");
}

static void a_clerk_reads_and_decides_nothing(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    at_first_conflict(centre, "anna");
    assert_true(till_shows(centre->till, "A supervisor or manager decides this."));
    assert_false(till_shows(centre->till, "Give EUR 84.00 back now"));
    till_keys(centre->till, "2");
    assert_string_equal(
        till_message(centre->till),
        "Not with your role: Give them the seats that are kept for them, with new tickets.");
    assert_int_equal(centre->decisions, 0);
}

static void the_same_seats_are_offered_only_when_they_are_free(void **state)
{
    struct centre *centre = *state;
    struct conflict *at = sold_twice(centre);
    at_first_conflict(centre, "mark");
    assert_false(till_shows(centre->till, "1  The same seats"));
    at->seats[0] = a_seat("Stalls-D-7", SEAT_AVAILABLE);
    at->seats[1] = a_seat("Stalls-D-8", SEAT_AVAILABLE);
    till_keys(centre->till, "z");
    assert_true(till_shows(centre->till, "1  The same seats"));
    assert_true(till_shows(centre->till, "Stalls-D-7: free again"));
}

static void where_nothing_was_sold_there_is_only_to_be_noted(void **state)
{
    struct centre *centre = *state;
    gave_way(centre);
    at_first_conflict(centre, "mark");
    till_keys(centre->till, "3");
    assert_string_equal(till_message(centre->till),
                        "This cannot be decided here; the choices stand below.");
    till_keys(centre->till, "5 1 1 Enter");
    assert_int_equal(centre->decided.outcome, CONFLICT_KEEP);
}

/* ---- deciding ------------------------------------------------------------------------------ */

static void a_decision_needs_a_reason_and_the_number_of_seats(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    at_first_conflict(centre, "mark");
    till_keys(centre->till, "2");
    till_golden(centre->till, "conflict-decide-80x24-ascii");
    till_keys(centre->till, "Enter y 1 Enter 1 Enter");
    assert_int_equal(centre->decisions, 0);
    till_keys(centre->till, "2 Enter");
    assert_int_equal(centre->decisions, 1);
    assert_int_equal(centre->decided.outcome, CONFLICT_OTHER);
    assert_string_equal(centre->reason, "they agreed");
    assert_memory_equal(&centre->decided.conflict, &centre->at[0].id, sizeof(struct uuid));
}

static void esc_changes_nothing(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    at_first_conflict(centre, "mark");
    till_keys(centre->till, "2 1 2 Esc");
    assert_int_equal(centre->decisions, 0);
    assert_true(till_shows(centre->till, "WHAT till-2 DID ALONE"));
    till_keys(centre->till, "Esc");
    assert_true(till_shows(centre->till, "1 to decide"));
}

static void afterwards_the_page_says_whom_to_tell_what(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    at_first_conflict(centre, "mark");
    till_keys(centre->till, "2 1 2 Enter");
    till_golden(centre->till, "conflict-decided-80x24-ascii");
    till_keys(centre->till, "Esc");
    assert_true(till_shows(centre->till, "Nothing is to be decided."));
}

static void money_goes_back_as_it_came_unless_another_way_is_chosen(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre)->tender = TENDER_CARD;
    at_first_conflict(centre, "mark");
    till_keys(centre->till, "3 1 2 Enter");
    assert_int_equal(centre->decided.outcome, CONFLICT_REFUND);
    assert_int_equal(centre->decided.tender, TENDER_CARD);
    centre->at[0].outcome = CONFLICT_OPEN;
    till_keys(centre->till, "z 3 c 1 2 Enter");
    assert_int_equal(centre->decided.tender, TENDER_CASH);
}

static void money_that_is_due_can_be_given_back_later(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    at_first_conflict(centre, "mark");
    till_keys(centre->till, "4 3 2 Enter");
    assert_int_equal(centre->decided.outcome, CONFLICT_DUE);
    assert_true(till_shows(centre->till, "They have no seats; EUR 84.00 waits for them."));
    till_keys(centre->till, "2");
    assert_int_equal(centre->decisions, 1);
    till_keys(centre->till, "3 1 2 Enter");
    assert_int_equal(centre->decided.outcome, CONFLICT_REFUND);
}

static void a_refusal_stays_and_the_house_is_asked_again(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    centre->answer = VERDICT_VERSION_CONFLICT;
    at_first_conflict(centre, "mark");
    int before = fake_counter_count(centre->till->fake, CMD_CONFLICTS);
    till_keys(centre->till, "2 1 2 Enter");
    assert_string_not_equal(till_message(centre->till), "");
    assert_true(fake_counter_count(centre->till->fake, CMD_CONFLICTS) > before);
    assert_true(till_shows(centre->till, "Give EUR 84.00 back now"));
}

static void a_key_pressed_twice_decides_once(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    at_first_conflict(centre, "mark");
    fake_counter_slow(centre->till->fake, true);
    till_keys(centre->till, "2 1 2 Enter Enter Enter");
    fake_counter_slow(centre->till->fake, false);
    fake_counter_let_go(centre->till->fake);
    till_hear(centre->till);
    assert_int_equal(centre->decisions, 1);
}

static void on_the_list_no_key_decides(void **state)
{
    struct centre *centre = *state;
    sold_twice(centre);
    till_sign_in(centre->till, "mark");
    till_keys(centre->till, "g y 2 1 2 Enter Esc");
    assert_int_equal(centre->decisions, 0);
}

static void help_lists_the_decisions_with_their_keys(void **state)
{
    struct centre *centre = *state;
    till_sign_in(centre->till, "mark");
    till_keys(centre->till, "g y ?");
    assert_true(till_shows(centre->till, "Give their money back now."));
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(the_number_stands_in_the_baskets_row_of_every_screen),
        RULE(a_supervisor_hears_one_bell_when_there_are_more),
        RULE(a_clerk_sees_the_number_and_hears_nothing),
        RULE(a_supervisor_who_signs_in_after_a_clerk_is_told),
        RULE(the_list_says_what_happened_and_until_when_to_decide),
        cmocka_unit_test_setup_teardown(a_wide_list_names_show_and_customer, set_up_large,
                                        tear_down),
        RULE(a_house_without_conflicts_says_so),
        RULE(without_the_house_the_page_says_so),
        RULE(a_house_that_is_back_is_asked_again_by_itself),
        RULE(what_never_came_home_stands_below_the_list),
        RULE(a_false_paper_is_struck_by_a_supervisor),
        RULE(a_clerk_strikes_nothing),
        RULE(what_has_been_decided_is_listed_when_asked_for),
        RULE(what_is_past_its_time_is_late),
        RULE(both_sides_stand_beside_each_other),
        cmocka_unit_test_setup_teardown(a_large_terminal_shows_them_too, set_up_large, tear_down),
        RULE(each_side_says_who_signed_and_by_whose_word),
        cmocka_unit_test_setup_teardown(a_small_terminal_shows_what_the_till_did, set_up_small,
                                        tear_down),
        RULE(a_clerk_reads_and_decides_nothing),
        RULE(the_same_seats_are_offered_only_when_they_are_free),
        RULE(where_nothing_was_sold_there_is_only_to_be_noted),
        RULE(a_decision_needs_a_reason_and_the_number_of_seats),
        RULE(esc_changes_nothing),
        RULE(afterwards_the_page_says_whom_to_tell_what),
        RULE(money_goes_back_as_it_came_unless_another_way_is_chosen),
        RULE(money_that_is_due_can_be_given_back_later),
        RULE(a_refusal_stays_and_the_house_is_asked_again),
        RULE(a_key_pressed_twice_decides_once),
        RULE(on_the_list_no_key_decides),
        RULE(help_lists_the_decisions_with_their_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
