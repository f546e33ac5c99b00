/*
 * The conflict centre on a real console and a real house: a till comes home with a sale whose seats
 * were sold before; the number and the bell say so, and a supervisor decides it on the screen. What
 * the house's rows say afterwards is looked at beside the screen.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/pg_tills.h"
#include "tests/lib/pty_house.h"
#include "tests/lib/temp_dir.h"

enum { COMMAND = 2048, ANSWER = 64 };

static char dir[128];
static struct pty *console;

/* ---- a till comes home ---------------------------------------------------------------------- */

static void sell_two(struct house_fixture *home)
{
    house_hold(home, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(home, VERDICT_OK);
    house_sell(home);
    ASSERT_VERDICT(home, VERDICT_OK);
}

/* Sold at the house first, then by a till that was cut off. */
static void sold_twice(struct pg_shop *shop)
{
    sell_two(&shop->house);
    sell_two(&shop->till[0].home);
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(shop->till[0].state[2], ENTRY_CONFLICT);
}

/* ---- the console ----------------------------------------------------------------------------- */

static void join(const struct pg_shop *shop)
{
    char url[PG_URL], command[COMMAND];
    pg_server_url(shop->database, shop->mark, PG_PASSWORD, url);
    snprintf(command, sizeof command,
             "LOGE_DIR=%s LOGE_TILL=desk-1 '%s' join --pg '%s' >'%s/said' 2>&1 || "
             "{ cat '%s/said'; exit 1; }",
             dir, pty_program(), url, dir, dir);
    assert_int_equal(system(command), 0);
}

static struct pty *signed_in(const struct pg_shop *shop, const char *name)
{
    char folder[160];
    pg_house_set_clock(shop->database, 0); /* a console goes by the server's own */
    join(shop);
    snprintf(folder, sizeof folder, "LOGE_DIR=%s", dir);
    const char *const env[] = {"LOGE_TILL=desk-1", folder, NULL};
    console = pty_console((struct pty_start){.env = env});
    pty_wait_for(console, "Who is at the till?");
    pty_sign_in(console, name, PG_PASSWORD);
    return console;
}

static struct pty *at_the_conflict(const struct pg_shop *shop)
{
    struct pty *pty = signed_in(shop, "mark");
    pty_wait_for(pty, "1 conflict is to be decided: g y shows it.");
    pty_wait_for(pty, "!1");
    pty_keys(pty, "g y");
    pty_wait_for(pty, "sold twice");
    pty_keys(pty, "Enter");
    pty_wait_for(pty, "WHAT till-1 DID ALONE");
    return pty;
}

/* ---- what the house has ---------------------------------------------------------------------- */

static void assert_house_says(struct pg_shop *shop, const char *sql, const char *wanted)
{
    char answer[ANSWER];
    pg_server_ask(shop->root, sql, answer, sizeof answer);
    assert_string_equal(answer, wanted);
}

#define THE_CONFLICT " FROM loge.conflict WHERE house = (SELECT max(house) FROM loge.house)"
#define ITS_SALE \
    " WHERE house = (SELECT max(house) FROM loge.house) AND sale = (SELECT sale" THE_CONFLICT ")"

static int set_up(void **state)
{
    temp_dir_make(dir, sizeof dir);
    return pg_shop_setup(state);
}

static int tear_down(void **state)
{
    char command[160];
    if (console)
        pty_free(&console);
    snprintf(command, sizeof command, "rm -rf '%s'", dir);
    int removed = system(command);
    return pg_shop_teardown(state) || removed;
}

/* ---- deciding -------------------------------------------------------------------------------- */

static void the_seats_that_are_kept_come_with_new_tickets(void **state)
{
    struct pg_shop *shop = *state;
    sold_twice(shop);
    struct pty *pty = at_the_conflict(shop);
    pty_wait_for(pty, "Stalls-A-3, Stalls-A-4, until");
    pty_keys(pty, "2 1 2 Enter");
    pty_wait_for(pty, "Their seats are Stalls-A-3, Stalls-A-4 now");
    assert_house_says(shop, "SELECT outcome || ' ' || decided_by" THE_CONFLICT, "3 mark");
    assert_house_says(shop,
                      "SELECT count(*) || ' of generation ' || min(generation) || ': '"
                      " || sum(total) FROM loge.ticket" ITS_SALE " AND status = 0",
                      "2 of generation 2: 8800");
    pty_keys(pty, "Esc");
    pty_wait_for(pty, "Nothing is to be decided.");
}

static void money_that_is_due_stays_with_the_order(void **state)
{
    struct pg_shop *shop = *state;
    sold_twice(shop);
    struct pty *pty = at_the_conflict(shop);
    pty_keys(pty, "4 3 2 Enter");
    pty_wait_for(pty, "EUR 88.00 waits for them.");
    assert_house_says(shop, "SELECT outcome || ' ' || decided_by" THE_CONFLICT, "6 mark");
    assert_house_says(shop,
                      "SELECT total || ' of ' || paid FROM loge.sale WHERE house = (SELECT"
                      " max(house) FROM loge.house) AND id = (SELECT sale" THE_CONFLICT ")",
                      "0 of 8800");
    assert_house_says(shop, "SELECT count(*) FROM loge.ticket" ITS_SALE " AND status = 0", "0");
}

/* Whoever was first gives the seats back, and nobody else has them yet. */
static void first_ones_give_up(struct pg_shop *shop)
{
    struct outcome *out = &shop->house.out;
    char sale[UUID_TEXT];
    house_become(&shop->house, "mark", ROLE_SUPERVISOR);
    shop->house.meta.reason = "ill";
    pg_server_ask(shop->root,
                  "SELECT holder FROM loge.show_seat WHERE house = (SELECT max(house)"
                  " FROM loge.house) AND status = 2 LIMIT 1",
                  sale, sizeof sale);
    desk_refund(&shop->house.desk, &shop->house.meta, sale, NULL, 0, false, -1, out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
}

static void seats_that_are_free_again_are_theirs_after_all(void **state)
{
    struct pg_shop *shop = *state;
    sold_twice(shop);
    first_ones_give_up(shop);
    struct pty *pty = at_the_conflict(shop);
    pty_keys(pty, "1 1 2 Enter");
    pty_wait_for(pty, "They keep the seats they bought; their tickets are valid.");
    assert_house_says(shop, "SELECT outcome || ' ' || decided_by" THE_CONFLICT, "2 mark");
    assert_house_says(
        shop, "SELECT count(*) || ' ' || sum(total) FROM loge.ticket" ITS_SALE " AND status = 0",
        "2 8800");
}

static void money_goes_back_out_of_an_open_shift(void **state)
{
    struct pg_shop *shop = *state;
    sold_twice(shop);
    struct pty *pty = at_the_conflict(shop);
    pty_keys(pty, "3 d 1 2 Enter"); /* as at the counter: no card paid for it */
    pty_wait_for(pty, "88.00 EUR cannot go back by card");
    pty_keys(pty, "3 c 1 2 Enter");
    pty_wait_for(pty, "Money is given back out of an open shift");
    pty_keys(pty, ":");
    pty_type(pty, "shift open");
    pty_keys(pty, "Enter");
    pty_wait_for(pty, "MESSAGES");
    pty_keys(pty, "Esc");
    pty_wait_for(pty, "WHAT till-1 DID ALONE");
    pty_keys(pty, "3 c 1 2 Enter");
    pty_wait_for(pty, "money back: mark");
    assert_house_says(shop, "SELECT outcome || ' ' || decided_by" THE_CONFLICT, "4 mark");
    assert_house_says(shop,
                      "SELECT string_agg(tender || ':' || amount, ' ' ORDER BY at)"
                      " FROM loge.payment" ITS_SALE,
                      "0:8800 0:-8800");
}

static void whatever_is_pressed_but_the_right_number_changes_nothing(void **state)
{
    struct pg_shop *shop = *state;
    sold_twice(shop);
    struct pty *pty = at_the_conflict(shop);
    pty_keys(pty, "2 1 3 Enter");
    pty_wait_for(pty, "The number is 2, not 3; nothing was changed.");
    pty_keys(pty, "Esc Esc");
    pty_wait_for(pty, "1 to decide");
    assert_house_says(shop, "SELECT outcome" THE_CONFLICT, "0");
}

static void a_clerk_sees_it_and_decides_nothing(void **state)
{
    struct pg_shop *shop = *state;
    char login[PG_LOGIN_TEXT];
    pg_house_person(shop->database, "joe", ROLE_CLERK, login);
    sold_twice(shop);
    struct pty *pty = signed_in(shop, "joe");
    pty_wait_for(pty, "Count the money in the drawer");
    pty_keys(pty, "0 Enter");
    pty_wait_for(pty, "!1");
    pty_keys(pty, "g y Enter");
    pty_wait_for(pty, "A supervisor or manager decides this.");
    pty_keys(pty, "5");
    pty_wait_for(pty, "Not with your role");
    assert_house_says(shop, "SELECT outcome" THE_CONFLICT, "0");
}

#define TRY(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TRY(the_seats_that_are_kept_come_with_new_tickets),
        TRY(money_that_is_due_stays_with_the_order),
        TRY(seats_that_are_free_again_are_theirs_after_all),
        TRY(money_goes_back_out_of_an_open_shift),
        TRY(whatever_is_pressed_but_the_right_number_changes_nothing),
        TRY(a_clerk_sees_it_and_decides_nothing),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
