/* The door's screen: one word for each code, what a scanner may do, and what needs a signature. */
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

static const char good[] = "LY60A1LS8SV50100000B00C90", other[] = "L0000000000000000000000";

/* A door behind the counter: the good ticket, once; anything else is forged. */
struct gate {
    struct till *till;
    enum door_code code; /* what the good one is now */
    struct door_count count;
    struct scan last[5];
    int last_count, scans;
    bool leaving, override, away, no_show; /* away: what is asked of a ticket cannot be answered */
    size_t length;                         /* of what was scanned last */
    char show[SLUG_TEXT], reason[REASON_TEXT], approver[PERSON_TEXT];
    char held[100]; /* what was to be held: a number, or names each after a blank */
};

static void tell_figures(struct gate *gate, struct evt *evt)
{
    evt->u.door.show = "lear";
    evt->u.door.title = "König Lear";
    evt->u.door.starts_at = 1795288860000;
    evt->u.door.count = gate->count;
    evt->u.door.last = arena_array(evt->arena, COUNT_OF(gate->last), sizeof *gate->last);
    memcpy(evt->u.door.last, gate->last, sizeof gate->last);
    evt->u.door.last_count = gate->last_count;
}

static void note(struct gate *gate, const struct scanned *scanned)
{
    bool green = door_light(scanned->code) == DOOR_GREEN;
    memmove(gate->last + 1, gate->last, sizeof gate->last - sizeof gate->last[0]);
    gate->last[0] = (struct scan){.at = gate->till->clock.wall, .code = (uint8_t)scanned->code};
    snprintf(gate->last[0].label, sizeof gate->last[0].label, "%s", scanned->ticket.label);
    gate->last_count += gate->last_count < COUNT_OF(gate->last);
    gate->count.inside += green;
    gate->count.entered += green;
    gate->count.refused += !green;
}

static void scan(struct gate *gate, const struct cmd *cmd, struct evt *evt)
{
    struct scanned *scanned = arena_alloc(evt->arena, sizeof *scanned);
    bool ours = strcmp(cmd->u.scan.text, good) == 0;
    *scanned = (struct scanned){.code = ours ? gate->code : DOOR_FORGED, .sold = ours};
    if (ours) {
        snprintf(scanned->ticket.label, sizeof scanned->ticket.label, "Stalls-A-1");
        snprintf(scanned->sale, sizeof scanned->sale, "B-7K3QM9");
        scanned->admission.last_at = gate->till->clock.wall;
        snprintf(scanned->admission.till, sizeof scanned->admission.till, "door-2");
    }
    if (cmd->u.scan.override)
        scanned->code = DOOR_OVERRIDE;
    gate->scans++;
    gate->length = strlen(cmd->u.scan.text);
    gate->leaving = cmd->u.scan.leaving;
    gate->override = cmd->u.scan.override;
    snprintf(gate->show, sizeof gate->show, "%s", cmd->u.scan.show);
    snprintf(gate->reason, sizeof gate->reason, "%s", cmd->meta.reason ? cmd->meta.reason : "");
    snprintf(gate->approver, sizeof gate->approver, "%s", cmd->meta.approver.name);
    evt->outcome.scanned = scanned;
    note(gate, scanned);
    tell_figures(gate, evt);
}

static void hold(struct gate *gate, const struct cmd *cmd, struct evt *evt)
{
    struct hold *made = arena_alloc(evt->arena, sizeof *made);
    size_t used = 0;
    *made = (struct hold){.id = {{7}}, .source = cmd->u.hold.source, .seat_count = 2};
    made->expires_at = gate->till->clock.wall + 15 * 60000;
    made->seats = arena_array(evt->arena, 2, sizeof *made->seats);
    snprintf(made->seats[0].label, sizeof made->seats[0].label, "Stalls-A-1");
    snprintf(made->seats[1].label, sizeof made->seats[1].label, "Stalls-A-2");
    if (cmd->kind == CMD_HOLD_BEST)
        snprintf(gate->held, sizeof gate->held, "%d", cmd->u.best.request.count);
    for (int i = 0; cmd->kind == CMD_HOLD && i < cmd->u.hold.count; i++)
        used += (size_t)snprintf(gate->held + used, sizeof gate->held - used, " %s",
                                 cmd->u.hold.labels[i]);
    evt->outcome.hold = made;
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct gate *gate = ctx;
    if (cmd->kind == CMD_DOOR && gate->no_show)
        evt->outcome.verdict = VERDICT_NOT_FOUND;
    else if (cmd->kind == CMD_SCAN && gate->away)
        evt->outcome.verdict = VERDICT_UNAVAILABLE;
    else if (cmd->kind == CMD_DOOR)
        tell_figures(gate, evt);
    else if (cmd->kind == CMD_SCAN)
        scan(gate, cmd, evt);
    else if (cmd->kind == CMD_HOLD || cmd->kind == CMD_HOLD_BEST)
        hold(gate, cmd, evt);
    else if (cmd->kind == CMD_SIGN_ACT)
        evt->u.actor = (struct actor){.name = "mark", .role = ROLE_SUPERVISOR};
    else
        return false;
    return true;
}

static struct gate *a_door_of(int rows, int columns, const char *person)
{
    struct gate *gate = x_alloc(sizeof *gate);
    gate->count.tickets = 89;
    gate->till = till_new(rows, columns, TIER_ASCII);
    fake_counter_serve(gate->till->fake, serve, gate);
    till_sign_in(gate->till, person);
    till_keys(gate->till, "g d");
    return gate;
}

static int set_up(void **state)
{
    *state = a_door_of(24, 80, "anna");
    return 0;
}

static int tear_down(void **state)
{
    struct gate *gate = *state;
    till_free(&gate->till);
    free(gate);
    return 0;
}

static void nothing_scanned_yet(void **state)
{
    struct gate *gate = *state;
    assert_true(till_shows(gate->till, "Scan a ticket."));
    assert_true(till_shows(gate->till, "in 0   came 0 of 89   refused 0"));
}

static void a_good_ticket_is_one_huge_word(void **state)
{
    struct gate *gate = *state;
    till_scan(gate->till, good);
    assert_int_equal(gate->scans, 1);
    assert_string_equal(gate->show, "lear");
    assert_true(till_shows(gate->till, "The ticket is good."));
    assert_true(till_shows(gate->till, "in 1   came 1 of 89"));
    till_golden(gate->till, "door-admit-80x24-ascii");
}

static void who_is_in_already_is_told_since_when(void **state)
{
    struct gate *gate = *state;
    gate->code = DOOR_ALREADY_IN;
    till_scan(gate->till, good);
    assert_true(till_shows(gate->till, "Already in."));
    assert_true(till_shows(gate->till, "18:41  door-2"));
    till_golden(gate->till, "door-stop-80x24-ascii");
}

static void amber_has_a_shape_of_its_own(void **state)
{
    struct gate *gate = *state;
    gate->code = DOOR_LIST_OLD;
    till_scan(gate->till, good);
    assert_true(till_shows(gate->till, "????"));
    assert_false(till_shows(gate->till, "####"));
}

static void the_next_scan_needs_no_key(void **state)
{
    struct gate *gate = *state;
    till_scan(gate->till, good);
    till_scan(gate->till, other);
    assert_int_equal(gate->scans, 2);
    assert_true(till_shows(gate->till, "The signature is wrong: a forgery."));
    assert_true(till_shows(gate->till, "refused 1"));
}

static void one_wave_at_the_scanner_is_one_scan(void **state)
{
    struct gate *gate = *state;
    till_scan(gate->till, good);
    till_scan(gate->till, good);
    assert_int_equal(gate->scans, 1);
    till_pass(gate->till, 2000);
    till_scan(gate->till, good);
    assert_int_equal(gate->scans, 2);
}

static void x_scans_people_out(void **state)
{
    struct gate *gate = *state;
    till_keys(gate->till, "x");
    assert_true(till_shows(gate->till, "Scan the tickets of people who go out."));
    gate->code = DOOR_EXIT;
    till_scan(gate->till, good);
    assert_true(gate->leaving);
    assert_true(till_shows(gate->till, "Goes out."));
    till_keys(gate->till, "x");
    till_scan(gate->till, good);
    assert_false(gate->leaving);
}

static void a_code_can_be_typed(void **state)
{
    struct gate *gate = *state;
    till_keys(gate->till, "/");
    till_type(gate->till, "T-1");
    till_keys(gate->till, "Enter");
    assert_int_equal(gate->scans, 1);
}

/* As fast as a hand is. */
static void let_in_because(struct gate *gate, const char *reason)
{
    till_keys(gate->till, "o");
    till_pass(gate->till, 300);
    till_type(gate->till, reason);
    till_keys(gate->till, "Enter");
}

static void a_clerk_lets_in_with_a_supervisors_signature(void **state)
{
    struct gate *gate = *state;
    gate->code = DOOR_ALREADY_IN;
    till_scan(gate->till, good);
    let_in_because(gate, "twin");
    assert_int_equal(gate->scans, 1);
    assert_true(till_shows(gate->till, "needs a supervisor's signature"));
    till_type(gate->till, "mark");
    till_keys(gate->till, "Enter");
    till_type(gate->till, "2222");
    till_keys(gate->till, "Enter");
    assert_int_equal(gate->scans, 2);
    assert_true(gate->override);
    assert_string_equal(gate->reason, "twin");
    assert_string_equal(gate->approver, "mark");
    assert_true(till_shows(gate->till, "Let in by a supervisor."));
}

static void a_supervisor_lets_in_at_once(void **state)
{
    struct gate *gate = *state;
    tear_down(state);
    *state = gate = a_door_of(24, 80, "mark");
    gate->code = DOOR_TOO_EARLY;
    till_scan(gate->till, good);
    let_in_because(gate, "cast");
    assert_true(gate->override);
    assert_string_equal(gate->approver, "");
}

static void a_forgery_is_let_in_by_nobody(void **state)
{
    struct gate *gate = *state;
    till_scan(gate->till, other);
    till_keys(gate->till, "o");
    assert_string_equal(till_message(gate->till), "Nobody was refused who could be let in.");
    assert_int_equal(gate->scans, 1);
}

static void leaving_the_signature_changes_nothing(void **state)
{
    struct gate *gate = *state;
    gate->code = DOOR_ALREADY_IN;
    till_scan(gate->till, good);
    let_in_because(gate, "twin");
    till_keys(gate->till, "Esc");
    assert_int_equal(gate->scans, 1);
    assert_true(till_shows(gate->till, "Already in."));
}

/* ---- green is said of this ticket, and of no other ----------------------------------------- */

static const char green[] = "####"; /* the word is made of these */

static void while_a_ticket_is_checked_nothing_is_said_of_the_one_before(void **state)
{
    struct gate *gate = *state;
    till_scan(gate->till, good);
    assert_true(till_shows(gate->till, green));
    fake_counter_slow(gate->till->fake, true);
    till_scan(gate->till, other);
    assert_false(till_shows(gate->till, green));
    assert_false(till_shows(gate->till, "Scan a ticket."));
    fake_counter_let_go(gate->till->fake);
    till_hear(gate->till);
    assert_true(till_shows(gate->till, "a forgery."));
}

static void nor_when_it_cannot_be_checked(void **state)
{
    struct gate *gate = *state;
    till_scan(gate->till, good);
    gate->away = true;
    (void)console_take_bell(gate->till->console);
    till_scan(gate->till, other);
    assert_false(till_shows(gate->till, green));
    assert_true(console_take_bell(gate->till->console));
    assert_string_not_equal(till_message(gate->till), "");
    till_keys(gate->till, "o"); /* nobody was refused: the one before was not */
    assert_string_equal(till_message(gate->till), "Nobody was refused who could be let in.");
    gate->away = false;
    till_scan(gate->till, other); /* at once: it has not been answered */
    assert_true(till_shows(gate->till, "a forgery."));
}

static void who_is_scanned_meanwhile_is_not_taken_for_the_one_before(void **state)
{
    struct gate *gate = *state;
    fake_counter_slow(gate->till->fake, true);
    till_scan(gate->till, good);
    till_scan(gate->till, good); /* one wave */
    assert_string_equal(till_message(gate->till), "");
    till_scan(gate->till, other);
    assert_true(console_take_bell(gate->till->console));
    assert_true(till_shows(gate->till, "Not read: the ticket before it is still being checked."));
    fake_counter_let_go(gate->till->fake);
    till_hear(gate->till);
    assert_int_equal(gate->scans, 1);
    assert_true(till_shows(gate->till, "Stalls-A-1"));
    assert_true(till_shows(gate->till, "Not read: "));
}

static void before_the_show_is_known_nothing_is_read(void **state)
{
    struct gate *gate = *state;
    till_keys(gate->till, "Esc");
    gate->no_show = true;
    till_keys(gate->till, "g d");
    till_scan(gate->till, good);
    assert_int_equal(gate->scans, 0);
    assert_true(till_shows(gate->till, "this door does not know its show yet"));
    gate->no_show = false;
    till_keys(gate->till, "z");
    till_scan(gate->till, good);
    assert_true(till_shows(gate->till, green));
}

/* Cut, it could be the good one. */
static void a_code_is_asked_about_whole(void **state)
{
    struct gate *gate = *state;
    static char endless[KEYS_TEXT];
    memset(endless, 'A', sizeof endless - 1);
    memcpy(endless, good, sizeof good - 1);
    till_scan(gate->till, endless);
    assert_int_equal(gate->length, sizeof endless - 1);
    assert_true(till_shows(gate->till, "a forgery."));
}

static void keys_hidden_in_a_code_let_nobody_in(void **state)
{
    struct gate *gate = *state;
    tear_down(state);
    *state = gate = a_door_of(24, 80, "mark");
    gate->code = DOOR_ALREADY_IN;
    till_scan(gate->till, good);
    till_keys(gate->till, "o p a l Enter"); /* as fast as a scanner types */
    assert_false(gate->override);
    assert_true(till_shows(gate->till, "No hand types that fast"));
    let_in_because(gate, "pal");
    assert_true(gate->override);
}

static void the_smallest_screen_has_word_reason_and_figures(void **state)
{
    struct gate *gate = *state;
    tear_down(state);
    *state = gate = a_door_of(12, 40, "anna");
    gate->code = DOOR_ALREADY_IN;
    till_scan(gate->till, good);
    assert_true(till_shows(gate->till, "Already in."));
    assert_true(till_shows(gate->till, "came 0 of 89"));
    till_golden(gate->till, "door-stop-40x12-ascii");
}

static void seats_can_be_kept_for_somebody(void **state)
{
    struct gate *gate = *state;
    till_keys(gate->till, "b");
    till_type(gate->till, "2");
    till_keys(gate->till, "Enter");
    assert_string_equal(gate->held, "2");
    assert_true(till_shows(gate->till, ": Stalls-A-1 Stalls-A-2"));
    till_keys(gate->till, "b");
    till_type(gate->till, "Stalls-A-1, Stalls-A-2");
    till_keys(gate->till, "Enter");
    assert_string_equal(gate->held, " Stalls-A-1 Stalls-A-2");
    assert_int_equal(gate->scans, 0);
}

static void with_none_there_is_nothing_to_let_go(void **state)
{
    struct gate *gate = *state;
    till_keys(gate->till, "r");
    assert_true(till_shows(gate->till, "You hold no seats."));
}

#define DOOR_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DOOR_TEST(nothing_scanned_yet),
        DOOR_TEST(a_good_ticket_is_one_huge_word),
        DOOR_TEST(who_is_in_already_is_told_since_when),
        DOOR_TEST(amber_has_a_shape_of_its_own),
        DOOR_TEST(the_next_scan_needs_no_key),
        DOOR_TEST(one_wave_at_the_scanner_is_one_scan),
        DOOR_TEST(x_scans_people_out),
        DOOR_TEST(a_code_can_be_typed),
        DOOR_TEST(seats_can_be_kept_for_somebody),
        DOOR_TEST(with_none_there_is_nothing_to_let_go),
        DOOR_TEST(a_clerk_lets_in_with_a_supervisors_signature),
        DOOR_TEST(a_supervisor_lets_in_at_once),
        DOOR_TEST(a_forgery_is_let_in_by_nobody),
        DOOR_TEST(leaving_the_signature_changes_nothing),
        DOOR_TEST(while_a_ticket_is_checked_nothing_is_said_of_the_one_before),
        DOOR_TEST(nor_when_it_cannot_be_checked),
        DOOR_TEST(who_is_scanned_meanwhile_is_not_taken_for_the_one_before),
        DOOR_TEST(before_the_show_is_known_nothing_is_read),
        DOOR_TEST(a_code_is_asked_about_whole),
        DOOR_TEST(keys_hidden_in_a_code_let_nobody_in),
        DOOR_TEST(the_smallest_screen_has_word_reason_and_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
