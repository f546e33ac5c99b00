/* The mouse in lists: whatever stands where one clicks is focused, however far it was scrolled. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/lib/till.h"

enum { MANY = 40 };

#define FILL(list, type) \
    ((list).at = arena_array(evt->arena, MANY, sizeof(type)), (list).count = MANY)
#define NAME(field, format, i) snprintf(field, sizeof(field), format, i)

/* ---- a busy house -------------------------------------------------------------------------- */

static void many_shows(struct evt *evt)
{
    FILL(evt->u.shows, struct show);
    evt->u.shows.counts = arena_array(evt->arena, MANY, sizeof(struct show_count));
    for (int i = 0; i < MANY; i++) {
        NAME(evt->u.shows.at[i].id, "show-%d", i);
        NAME(evt->u.shows.at[i].title, "Show %d", i);
    }
}

static void many_sales(struct evt *evt)
{
    FILL(evt->u.sales, struct sale);
    for (int i = 0; i < MANY; i++) {
        struct sale *sale = &evt->u.sales.at[i];
        *sale = (struct sale){.currency = "EUR", .status = SALE_DUE, .total = 100 * i};
        NAME(sale->code, "B-%d", i);
        NAME(sale->name, "Buyer %d", i);
    }
}

static void many_waiters(struct evt *evt)
{
    FILL(evt->u.waiters, struct waiter);
    evt->u.waiters.title = "Hamlet";
    for (int i = 0; i < MANY; i++) {
        evt->u.waiters.at[i] = (struct waiter){.party = 2, .class_no = -1};
        NAME(evt->u.waiters.at[i].name, "Waiter %d", i);
    }
}

static void many_customers(struct evt *evt)
{
    FILL(evt->u.customers, struct customer);
    for (int i = 0; i < MANY; i++)
        NAME(evt->u.customers.at[i].name, "Customer %d", i);
}

static void many_events(struct evt *evt)
{
    FILL(evt->u.events, struct event);
    for (int i = 0; i < MANY; i++) {
        evt->u.events.at[i] = (struct event){.act = ACT_HOLD, .seat = i};
        NAME(evt->u.events.at[i].label, "A-%d", i);
    }
}

static void many_conflicts(struct evt *evt)
{
    FILL(evt->u.conflicts, struct conflict);
    for (int i = 0; i < MANY; i++) {
        NAME(evt->u.conflicts.at[i].till, "till-%d", i);
        NAME(evt->u.conflicts.at[i].code, "B-%d", i);
    }
}

static void many_prints(struct evt *evt)
{
    FILL(evt->u.prints, struct print_job);
    for (int i = 0; i < MANY; i++) {
        evt->u.prints.at[i].state = PRINT_FAILED;
        NAME(evt->u.prints.at[i].title, "Paper %d", i);
    }
}

static void many_holds(struct evt *evt)
{
    FILL(evt->u.holds, struct hold);
    for (int i = 0; i < MANY; i++) {
        evt->u.holds.at[i] = (struct hold){.created_at = i, .expires_at = INT64_MAX};
        NAME(evt->u.holds.at[i].holder, "holder-%d", i);
    }
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    static void (*const makers[CMD_KINDS])(struct evt *) = {
        [CMD_SHOWS] = many_shows,     [CMD_SALES] = many_sales,
        [CMD_WAITERS] = many_waiters, [CMD_CUSTOMERS] = many_customers,
        [CMD_AUDIT] = many_events,    [CMD_CONFLICTS] = many_conflicts,
        [CMD_PRINTS] = many_prints,   [CMD_HOLDS] = many_holds};
    (void)ctx;
    if (makers[cmd->kind])
        makers[cmd->kind](evt);
    return makers[cmd->kind] != NULL;
}

/* ---- clicking ------------------------------------------------------------------------------ */

static void click(struct till *till, int row)
{
    const struct key_event event = {.kind = KEY_EVENT_MOUSE, .code = 1, .row = row, .column = 9};
    console_key(till->console, &event);
    till_hear(till);
}

static int focused_row(struct till *till)
{
    for (int row = 1; row < till->canvas->rows - 3; row++)
        if (*till_row(till, row) == '>')
            return row;
    fail_msg("nothing is focused in\n%s", till_text(till));
    return -1;
}

/* What stood where it was clicked is what is focused now, wherever it stands by then. */
static void assert_goes_to(struct till *till, int row)
{
    char wanted[256];
    snprintf(wanted, sizeof wanted, "%s", till_row(till, row) + 1);
    click(till, row);
    assert_string_equal(till_row(till, focused_row(till)) + 1, wanted);
}

static const struct {
    const char *keys, *screen;
} lists[] = {
    {"g s", "shows"},       {"g o", "orders"},      {"g w", "will-call"}, {"g m g l", "waiting"},
    {"g m a", "customers"}, {"g u", "audit"},       {"g y", "conflicts"}, {"g p", "print"},
    {"g e", "messages"},    {"g m g a L", "admin"}, {"g m ?", "help"},
};

/* At the map of hamlet, with a log of messages. */
static struct till *a_busy_house(void)
{
    struct till *till = till_new(24, 80, TIER_ASCII);
    till_sign_in(till, "ruth");
    till_keys(till, "Enter");
    fake_counter_serve(till->fake, serve, NULL);
    for (int i = 0; i < MANY; i++) {
        char text[32];
        snprintf(text, sizeof text, "Message %d", i);
        console_say(till->console, false, text);
    }
    return till;
}

static void go_to(struct till *till, int list)
{
    till_keys(till, lists[list].keys);
    if (strcmp(lists[list].screen, "customers") == 0)
        till_type(till, "cu");
    assert_string_equal(console_screen(till->console), lists[list].screen);
}

static void scroll_down(struct till *till)
{
    const struct key_event wheel = {.kind = KEY_EVENT_MOUSE, .code = 5};
    for (int i = 0; i < MANY - 3; i++)
        console_key(till->console, &wheel);
    till_hear(till);
}

static void what_is_clicked_is_focused_in_every_list(void **state)
{
    static const int sizes[][2] = {{24, 80}, {12, 40}, {43, 132}};
    struct till *till = a_busy_house();
    (void)state;
    for (int list = 0; list < COUNT_OF(lists); list++) {
        till_resize(till, 24, 80);
        go_to(till, list);
        for (int size = 0; size < COUNT_OF(sizes); size++) {
            till_resize(till, sizes[size][0], sizes[size][1]);
            scroll_down(till);
            assert_goes_to(till, focused_row(till) - 1);
            assert_goes_to(till, focused_row(till) - 2);
        }
        till_keys(till, "Esc");
    }
    till_free(&till);
}

static void what_is_clicked_again_is_opened(void **state)
{
    struct till *till = a_busy_house();
    (void)state;
    till_keys(till, "g o");
    scroll_down(till);
    int row = focused_row(till) - 1;
    click(till, row);
    assert_string_equal(console_screen(till->console), "orders");
    click(till, row);
    assert_string_equal(console_screen(till->console), "order");
    till_free(&till);
}

/* Clicks move no money, print nothing and offer no seats. */
static void a_click_does_nothing_that_only_a_key_does(void **state)
{
    struct till *till = a_busy_house();
    (void)state;
    till_keys(till, "g l");
    click(till, focused_row(till));
    click(till, focused_row(till));
    till_keys(till, "g p");
    click(till, focused_row(till));
    click(till, focused_row(till));
    assert_int_equal(fake_counter_count(till->fake, CMD_WAIT_SERVE), 0);
    assert_int_equal(fake_counter_count(till->fake, CMD_PRINT_AGAIN), 0);
    till_free(&till);
}

static void beside_the_items_there_is_nothing_to_click(void **state)
{
    struct till *till = a_busy_house();
    (void)state;
    till_keys(till, "g o Down Down");
    int row = focused_row(till);
    click(till, 1); /* heads */
    click(till, 2);
    assert_int_equal(focused_row(till), row);
    assert_string_equal(console_screen(till->console), "orders");
    till_free(&till);
}

/* A row of seats is no seat: clicking it twice holds none. */
static void a_row_of_the_maps_list_is_gone_to_and_not_held(void **state)
{
    struct till *till = a_busy_house();
    (void)state;
    till_keys(till, "L Enter");
    assert_goes_to(till, 6);
    click(till, focused_row(till));
    assert_int_equal(fake_counter_count(till->fake, CMD_HOLD), 0);
    till_free(&till);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_clicked_is_focused_in_every_list),
        cmocka_unit_test(what_is_clicked_again_is_opened),
        cmocka_unit_test(a_click_does_nothing_that_only_a_key_does),
        cmocka_unit_test(beside_the_items_there_is_nothing_to_click),
        cmocka_unit_test(a_row_of_the_maps_list_is_gone_to_and_not_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
