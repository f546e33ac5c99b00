/* The waiting list: who waits, joining, leaving, and offering seats to the first they suit. */
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

enum { WAITERS = 3 };

/* A list behind the counter, and what was asked of it last. */
struct line_up {
    struct till *till;
    struct waiter at[WAITERS + 1];
    int count;
    char show[SLUG_TEXT], class_name[NAME_TEXT];
    struct uuid left;
    bool nobody_fits;
};

static const char *const classes[] = {"Gold", "Silver", "Bronze"};
static const char *const sections[] = {"Stalls", "Balcony", "Boxes"};

static void list_waiters(struct line_up *line, const struct cmd *cmd, struct evt *evt)
{
    snprintf(line->show, sizeof line->show, "%s", cmd->u.show);
    evt->u.waiters.at = arena_array(evt->arena, WAITERS + 1, sizeof *evt->u.waiters.at);
    memcpy(evt->u.waiters.at, line->at, sizeof line->at);
    evt->u.waiters.count = line->count;
    evt->u.waiters.show = evt->u.waiters.title = "König Lear";
    evt->u.waiters.starts_at = 1795288860000;
    evt->u.waiters.classes = classes;
    evt->u.waiters.sections = sections;
    evt->u.waiters.class_count = COUNT_OF(classes);
    evt->u.waiters.section_count = COUNT_OF(sections);
}

static void join(struct line_up *line, const struct cmd *cmd)
{
    struct waiter *waiter = &line->at[line->count++];
    *waiter = cmd->u.waiter.waiter;
    waiter->joined_at = line->till->clock.wall;
    snprintf(line->class_name, sizeof line->class_name, "%s",
             cmd->u.waiter.class_name ? cmd->u.waiter.class_name : "");
}

/* Two seats for the first who waits, as a hold of whoever asked. */
static void offer(struct line_up *line, struct evt *evt)
{
    struct waiter *first = &line->at[0];
    if (line->nobody_fits)
        return;
    struct hold *hold = arena_alloc(evt->arena, sizeof *hold);
    *hold = (struct hold){.id = {{9}},
                          .show = 2,
                          .seat_count = 2,
                          .expires_at = line->till->clock.wall + 15 * 60000,
                          .source = SOURCE_WAITLIST};
    strcpy(hold->holder, "anna");
    hold->seats = arena_array(evt->arena, 2, sizeof *hold->seats);
    hold->seats[0] = (struct hold_seat){.seat = 1, .live = true, .label = "A-1"};
    hold->seats[1] = (struct hold_seat){.seat = 2, .live = true, .label = "A-2"};
    first->status = WAIT_OFFERED;
    first->hold = hold->id;
    evt->outcome.hold = hold;
    evt->outcome.waiter = arena_alloc(evt->arena, sizeof *first);
    *evt->outcome.waiter = *first;
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct line_up *line = ctx;
    if (cmd->kind == CMD_WAITERS)
        list_waiters(line, cmd, evt);
    else if (cmd->kind == CMD_WAIT_JOIN)
        join(line, cmd);
    else if (cmd->kind == CMD_WAIT_LEAVE)
        line->left = cmd->u.waiter.id;
    else if (cmd->kind == CMD_WAIT_SERVE || cmd->kind == CMD_TRANSFER)
        offer(line, evt);
    else
        return false;
    return true;
}

static void fill(struct line_up *line)
{
    int64_t now = line->till->clock.wall;
    line->at[0] = (struct waiter){.id = {{1}},
                                  .name = "Ada Okafor",
                                  .phone = "555 1234",
                                  .party = 2,
                                  .class_no = 0,
                                  .together = true,
                                  .joined_at = now - 3600000};
    line->at[1] = (struct waiter){.id = {{2}},
                                  .name = "佐藤さくら",
                                  .email = "sakura@example.org",
                                  .party = 4,
                                  .class_no = -1,
                                  .accessible = 1,
                                  .section = "Stalls",
                                  .joined_at = now - 60000};
    line->at[2] = (struct waiter){.id = {{3}},
                                  .name = "Bartholomew Featherstonehaugh-Smythe",
                                  .phone = "555 9999",
                                  .party = 1,
                                  .class_no = -1,
                                  .together = true,
                                  .joined_at = now};
    line->count = WAITERS;
}

/* At the shows; Lear is sold out. */
static int shows(void **state)
{
    struct line_up *line = x_alloc(sizeof *line);
    line->till = till_new(24, 80, TIER_ASCII);
    fill(line);
    fake_counter_serve(line->till->fake, serve, line);
    till_sign_in(line->till, "anna");
    *state = line;
    return 0;
}

static int a_line(void **state)
{
    shows(state);
    till_keys(((struct line_up *)*state)->till, "Down g l");
    return 0;
}

static int nobody(void **state)
{
    shows(state);
    struct line_up *line = *state;
    line->count = 0;
    till_keys(line->till, "Down g l");
    return 0;
}

static int away(void **state)
{
    struct line_up *line = *state;
    till_free(&line->till);
    free(line);
    return 0;
}

static int sent(const struct line_up *line, enum cmd_kind kind)
{
    return fake_counter_count(line->till->fake, kind);
}

/* ---- the list ----------------------------------------------------------------------------- */

static void a_sold_out_show_leads_to_its_waiting_list(void **state)
{
    struct line_up *line = *state;
    assert_true(till_shows(line->till, "SOLD OUT, g l"));
    till_keys(line->till, "Down g l");
    assert_string_equal(line->show, "lear");
    till_golden(line->till, "waiting-80x24-ascii");
    till_keys(line->till, "Down");
    assert_true(till_shows(line->till, "sakura@example.org"));
    till_resize(line->till, 12, 40);
    till_golden(line->till, "waiting-40x12-ascii");
}

static void without_a_show_it_says_how_to_choose_one(void **state)
{
    struct line_up *line = *state;
    till_keys(line->till, ":");
    till_type(line->till, "waiting");
    till_keys(line->till, "Enter Enter + r z");
    assert_true(till_shows(line->till, "A waiting list belongs to a show."));
    assert_int_equal(sent(line, CMD_WAITERS) + sent(line, CMD_WAIT_SERVE), 0);
}

static void an_empty_list_says_so(void **state)
{
    struct line_up *line = *state;
    assert_true(till_shows(line->till, "Nobody is waiting for this show."));
    till_keys(line->till, "r");
    assert_int_equal(sent(line, CMD_WAIT_LEAVE), 0);
}

/* ---- joining ------------------------------------------------------------------------------ */

static void joining_takes_a_name_a_number_and_a_way_to_tell(void **state)
{
    struct line_up *line = *state;
    till_keys(line->till, "+");
    till_golden(line->till, "waiting-join-80x24-ascii");
    till_type(line->till, "Jo");
    till_keys(line->till, "Enter 3 Enter Enter Enter Enter Enter Enter Enter");
    assert_int_equal(sent(line, CMD_WAIT_JOIN), 0);
    assert_true(strncmp(till_message(line->till), "How can they be told?", 21) == 0);
    till_type(line->till, "555");
    till_keys(line->till, "Enter Enter Enter Enter Enter Enter");
    assert_int_equal(sent(line, CMD_WAIT_JOIN), 1);
}

static void names_of_classes_and_sections_may_be_begun(void **state)
{
    struct line_up *line = *state;
    till_keys(line->till, "+ J Enter 3 Enter 5 Enter Enter s Enter b Enter 1 Enter");
    till_keys(line->till, "Enter"); /* together: yes */
    assert_string_equal(till_message(line->till),
                        "There is no such section in this hall; leave it empty for any.");
    till_keys(line->till, "a Enter Enter Enter");
    assert_int_equal(sent(line, CMD_WAIT_JOIN), 1);
    const struct waiter *waiter = &line->at[0];
    assert_string_equal(waiter->name, "J");
    assert_int_equal(waiter->party, 3);
    assert_string_equal(waiter->section, "Balcony");
    assert_string_equal(line->class_name, "Silver");
    assert_int_equal(waiter->accessible, 1);
    assert_true(waiter->together);
    assert_true(till_shows(line->till, "Balcony"));
}

static void a_party_may_be_seated_apart(void **state)
{
    struct line_up *line = *state;
    till_keys(line->till, "+ J Enter 3 Enter 5 Enter Enter Enter Enter Enter C-u n Enter");
    assert_false(line->at[0].together);
    assert_string_equal(line->class_name, "");
}

static void leaving_the_form_puts_nobody_on_the_list(void **state)
{
    struct line_up *line = *state;
    till_keys(line->till, "+ J Enter 2 Enter 5 Esc");
    assert_int_equal(sent(line, CMD_WAIT_JOIN), 0);
    assert_string_equal(console_screen(line->till->console), "waiting");
}

/* ---- leaving ------------------------------------------------------------------------------ */

static void taking_off_asks_and_no_is_the_answer(void **state)
{
    struct line_up *line = *state;
    till_keys(line->till, "Down r Enter");
    till_keys(line->till, "r Esc");
    assert_int_equal(sent(line, CMD_WAIT_LEAVE), 0);
    till_keys(line->till, "r");
    till_keys(line->till, "y");
    assert_int_equal(line->left.b[0], 2);
}

/* ---- offering ----------------------------------------------------------------------------- */

static void enter_offers_seats_to_the_first_they_suit(void **state)
{
    struct line_up *line = *state;
    till_keys(line->till, "Enter");
    assert_string_equal(till_message(line->till),
                        "Held A-1 A-2 for Ada Okafor. Tell them: 555 1234");
    assert_int_equal(model_basket_seats(console_model(line->till->console)), 2);
    assert_true(till_shows(line->till, "offered 15:00"));
    till_pass(line->till, 61000);
    assert_true(till_shows(line->till, "offered 13:59"));
}

/* What the service offered is held by the service; the customer comes to the counter. */
static void an_offer_that_the_service_made_goes_into_the_basket(void **state)
{
    struct line_up *line = *state;
    till_keys(line->till, "t");
    assert_int_equal(sent(line, CMD_TRANSFER), 0);
    line->at[0].status = WAIT_OFFERED;
    line->at[0].hold = (struct uuid){{9}};
    till_keys(line->till, "z");
    assert_true(till_shows(line->till, "to basket"));
    till_keys(line->till, "t");
    assert_string_equal(till_message(line->till),
                        "The seats offered to Ada Okafor are in your basket.");
    assert_int_equal(model_basket_seats(console_model(line->till->console)), 2);
    till_keys(line->till, "t");
    assert_int_equal(sent(line, CMD_TRANSFER), 1);
}

static void nobody_who_fits_is_said(void **state)
{
    struct line_up *line = *state;
    line->nobody_fits = true;
    till_keys(line->till, "Enter");
    assert_string_equal(till_message(line->till), "No free seats suit anybody on the list.");
    assert_int_equal(model_basket_seats(console_model(line->till->console)), 0);
}

static void an_impatient_enter_offers_only_once(void **state)
{
    struct line_up *line = *state;
    fake_counter_slow(line->till->fake, true);
    till_keys(line->till, "Enter Enter Enter");
    assert_int_equal(sent(line, CMD_WAIT_SERVE), 1);
    fake_counter_let_go(line->till->fake);
    fake_counter_slow(line->till->fake, false);
    till_hear(line->till);
}

int main(void)
{
#define AT(setup, name) cmocka_unit_test_setup_teardown(name, setup, away)
    const struct CMUnitTest tests[] = {
        AT(shows, a_sold_out_show_leads_to_its_waiting_list),
        AT(shows, without_a_show_it_says_how_to_choose_one),
        AT(nobody, an_empty_list_says_so),
        AT(nobody, joining_takes_a_name_a_number_and_a_way_to_tell),
        AT(nobody, names_of_classes_and_sections_may_be_begun),
        AT(nobody, a_party_may_be_seated_apart),
        AT(nobody, leaving_the_form_puts_nobody_on_the_list),
        AT(a_line, taking_off_asks_and_no_is_the_answer),
        AT(a_line, enter_offers_seats_to_the_first_they_suit),
        AT(a_line, an_offer_that_the_service_made_goes_into_the_basket),
        AT(a_line, nobody_who_fits_is_said),
        AT(a_line, an_impatient_enter_offers_only_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
