/*
 * What nobody typed: scanners and pastes into every field there is, and a terminal too small to see
 * anything on. Whatever they leave in a field, seats stay held and no money moves.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/lib/desk_till.h"

/* The ways to all fields, from the map with two seats held. */
static const char *const fields[] = {
    "",                /* the map itself */
    "/",               /* finding a seat */
    "b",               /* the finder */
    ":",               /* the command line */
    "p",               /* payment: a scan is a voucher */
    "p c",             /* the amount given */
    "p s",             /* the amount of a part */
    "p d",             /* the authorisation code */
    "p v",             /* the voucher's code */
    "p %",             /* the discount */
    "p w",             /* the name for the pickup */
    "p % 5 0 % Enter", /* a signature */
    "p a",             /* finding a customer */
    "p a +",           /* adding one */
    "g o",             /* orders */
    "g o /",           /* finding an order */
    "g w",             /* pickups */
    "g l",             /* the waiting list */
    "g l +",           /* joining it */
    "g t",             /* the till: the float */
    "g d",             /* the door */
    "g d /",           /* a code by hand */
    "g k",             /* the lock */
    "g s /",           /* narrowing the shows */
    "?",               /* help */
    "? /",             /* finding a key */
};

static void assert_nothing_moved(struct desk_till *shop, const char *way, const char *burst)
{
    const struct model *model = console_model(desk_till_console(shop)->console);
    if (desk_till_sales(shop) != 0)
        fail_msg("\"%s\" at \"%s\" sold something", burst, way);
    if (*model->actor.name && model_basket_seats(model) != 2)
        fail_msg("\"%s\" at \"%s\" left %d seats held:\n%s", burst, way, model_basket_seats(model),
                 till_text(desk_till_console(shop)));
}

/* Each field is come to anew, by a console that found the seats left behind. */
static void into_every_field(struct desk_till *shop, const char *text,
                             void (*burst)(struct till *till, const char *text))
{
    till_keys(desk_till_console(shop), "2 b");
    for (int i = 0; i < COUNT_OF(fields); i++) {
        struct till *till = desk_till_again(shop, 24, 80, TIER_ASCII);
        till_sign_in(till, "anna");
        till_keys(till, "Enter"); /* goes on with them */
        till_keys(till, fields[i]);
        burst(till, text);
        assert_nothing_moved(shop, fields[i], text);
    }
}

/* ---- whoever may do more ------------------------------------------------------------------ */

#define TO_HELD    "g a / S t a l l s - A - 1 Enter m "
#define TO_FREE    "g a / S t a l l s - B - 1 Enter m "
#define TO_BLOCKED "g a / S t a l l s - C - 8 Enter m "

/* A supervisor's ways to what frees and blocks seats, gives money back and counts it; from the map,
 * with the drawer open. `there` is on the screen then. */
static const struct way {
    const char *keys, *there;
} ways[] = {
    {"g a M", "MARK BY RULE"},
    {TO_HELD "R", "Choose a reason"},
    {TO_HELD "R 1", "number of seats"},
    {TO_FREE "B", "Choose a reason"},
    {TO_FREE "B 1", "number of seats"},
    {TO_BLOCKED "U", "Choose a reason"},
    {TO_BLOCKED "U 1", "number of seats"},
    {"g o Enter f", "REFUND"},
    {"g o Enter f 2", "REFUND"},
    {"g t i", "Cash paid into the drawer"},
    {"g t i 5 0 Enter", "Cash paid into the drawer"},
    {"g t c", "Count all in the drawer"},
    {"g t c 1 =", "Cash-up"},
};

/* Two seats of anna's held, two sold, two blocked. */
static void furnish(struct desk_till *shop)
{
    struct house_fixture *house = desk_till_house(shop);
    const char *blocked[] = {"Stalls-C-7", "Stalls-C-8"};
    house_hold(house, "Stalls-A-3", "Stalls-A-4", NULL);
    house_sell(house);
    house_hold(house, "Stalls-A-1", "Stalls-A-2", NULL);
    house_become(house, "mark", ROLE_SUPERVISOR);
    house_reason(house, "house seats");
    desk_seats_block(&house->desk, &house->meta, HOUSE_SHOW, blocked, COUNT_OF(blocked), 0,
                     &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    struct till *till = desk_till_again(shop, 24, 80, TIER_ASCII);
    till_sign_in(till, "mark");
    till_keys(till, "g t 1 0 0 Enter");
}

static int64_t last_event(struct desk_till *shop)
{
    struct house_fixture *house = desk_till_house(shop);
    const struct event_filter newest = {.seat = -1, .newest_first = true, .limit = 1};
    struct event *events;
    int count;
    assert_int_equal(house->desk.store->ops->event_list(house->desk.store, &newest, house->arena,
                                                        &events, &count, NULL),
                     RC_OK);
    return count ? events[0].id : 0;
}

static void burst_at(struct desk_till *shop, const struct way *way, const char *text,
                     void (*burst)(struct till *till, const char *text))
{
    struct till *till = desk_till_again(shop, 24, 80, TIER_ASCII);
    desk_till_open_show(shop, "mark");
    till_keys(till, way->keys);
    if (!till_shows(till, way->there))
        fail_msg("\"%s\" does not lead to \"%s\":\n%s", way->keys, way->there, till_text(till));
    int64_t before = last_event(shop);
    burst(till, text);
    if (last_event(shop) != before)
        fail_msg("\"%s\" at \"%s\" did something:\n%s", text, way->keys, till_text(till));
}

static void no_burst_does_what_a_supervisor_may(void **state)
{
    furnish(*state);
    for (int i = 0; i < COUNT_OF(ways); i++) {
        burst_at(*state, &ways[i], "4006381333931", till_scan);
        burst_at(*state, &ways[i], "1111111111111", till_scan);
        burst_at(*state, &ways[i], "T-7K3QM9XAB2", till_scan);
        burst_at(*state, &ways[i], "1\n1\ny\n", till_paste);
    }
}

/* The control of the one before. */
static void what_a_person_types_there_is_done(void **state)
{
    furnish(*state);
    struct till *till = desk_till_again(*state, 24, 80, TIER_ASCII);
    desk_till_open_show(*state, "mark");
    till_keys(till, TO_HELD "R 1");
    int64_t before = last_event(*state);
    till_keys(till, "1 Enter");
    assert_true(last_event(*state) > before);
}

/* ---- the rules ---------------------------------------------------------------------------- */

static void a_scan_of_digits_moves_no_money(void **state)
{
    into_every_field(*state, "4006381333931", till_scan);
}

static void a_scan_of_letters_moves_no_money(void **state)
{
    into_every_field(*state, "T-7K3QM9XAB2", till_scan);
}

static void a_paste_of_keys_moves_no_money(void **state)
{
    into_every_field(*state, "c\ny\nr\ny\n2\n", till_paste);
}

static void a_paste_of_noise_moves_no_money(void **state)
{
    into_every_field(*state, "\033[2J\xff\xfe\r\n\033[200~c\ry\t\b\x7f%n%s\xe2\x82", till_paste);
}

static void what_nobody_can_see_is_not_confirmed(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c");
    till_resize(till, 1, 1);
    till_keys(till, "Enter Enter y");
    assert_int_equal(desk_till_sales(*state), 0);
    till_resize(till, 24, 80);
    till_keys(till, "Enter");
    assert_int_equal(desk_till_sales(*state), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_till_setup, desk_till_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_scan_of_digits_moves_no_money),      TEST(a_scan_of_letters_moves_no_money),
        TEST(a_paste_of_keys_moves_no_money),       TEST(a_paste_of_noise_moves_no_money),
        TEST(what_nobody_can_see_is_not_confirmed), TEST(no_burst_does_what_a_supervisor_may),
        TEST(what_a_person_types_there_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
