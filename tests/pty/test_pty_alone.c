/* A console whose house goes away and comes back: it says so, sells on, and nothing is lost. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "src/base/attr.h"
#include "tests/lib/pg_server.h"
#include "tests/lib/pty_house.h"
#include "tests/lib/temp_dir.h"

enum { COMMAND = 2048 };

static char dir[128], database[PG_NAME];
static struct pty *till;

/* ---- the house ------------------------------------------------------------------------------- */

static bool run(const char *pin, const char *fmt, ...)
{
    char words[COMMAND], command[2 * COMMAND];
    va_list args;
    va_start(args, fmt);
    vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    snprintf(command, sizeof command, "LOGE_DIR=%s LOGE_TILL=till-1 %s '%s' %s >%s/said 2>&1", dir,
             pin, pty_program(), words, dir);
    return system(command) == 0;
}

static void make_house(void)
{
    char url[PG_URL], plan[160];
    snprintf(plan, sizeof plan, "%s/room.plan", dir);
    FILE *file = fopen(plan, "w");
    assert_non_null(file);
    fprintf(file, "title The Room\nstage top\nclass S Stalls\nsection Stalls\nA..D SSSSSSSSSS\n");
    assert_int_equal(fclose(file), 0);
    pg_server_url(database, NULL, NULL, url);
    assert_true(run("LOGE_NEW_PIN=3333", "init --pg '%s' --name 'The House' --manager ruth", url));
    assert_true(run("LOGE_PIN=3333 LOGE_NEW_PIN=1111", "staff add anna clerk --as ruth"));
    assert_true(run("LOGE_PIN=3333", "plan import %s --hall room --as ruth", plan));
    assert_true(run("LOGE_PIN=3333",
                    "show add play --hall room --title 'A Play' --starts \"$(date -u -d '+3 days' "
                    "+%%FT19:30Z)\" --price 42.00 --open --as ruth"));
    assert_true(run("LOGE_PIN=3333", "join --pg '%s' --as ruth", url));
}

static int start_server(void **state)
{
    (void)state;
    pg_server_start();
    return 0;
}

static int stop_server(void **state)
{
    (void)state;
    pg_server_stop();
    return 0;
}

static int fresh_house(void **state)
{
    (void)state;
    temp_dir_make(dir, sizeof dir);
    pg_server_database(NULL, database);
    make_house();
    return 0;
}

static int leave(void **state)
{
    char command[160];
    (void)state;
    if (till)
        pty_free(&till);
    snprintf(command, sizeof command, "rm -rf '%s'", dir);
    return system(command);
}

static long long at_house(const char *sql)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    long long found = pg_server_count(conn, sql);
    PQfinish(conn);
    return found;
}

static const char sold_seats[] = "SELECT count(*) FROM loge.show_seat WHERE status = 2";
static const char held_seats[] = "SELECT count(*) FROM loge.show_seat WHERE status = 1";
static const char sales[] = "SELECT count(*) FROM loge.sale";

/* ---- the till -------------------------------------------------------------------------------- */

static void open_console(void)
{
    char folder[160];
    snprintf(folder, sizeof folder, "LOGE_DIR=%s", dir);
    const char *const env[] = {"LOGE_TILL=till-1", folder, NULL};
    till = pty_console((struct pty_start){.env = env});
    pty_wait_for(till, "Who is at the till?");
}

static void sign_in(void)
{
    pty_sign_in(till, "anna", "1111");
}

static void open_shift(void)
{
    pty_wait_for(till, "Count the money in the drawer");
    pty_keys(till, "0 Enter");
    pty_wait_for(till, "A Play");
}

static void open_map(void)
{
    pty_keys(till, "Enter");
    pty_wait_for(till, "40 seats");
    pty_wait_for(till, "ONLINE");
}

static void at_map(void)
{
    open_console();
    sign_in();
    open_shift();
    open_map();
}

/* Whoever manages the house may look at everything, and counts no float. */
static void at_map_as_manager(void)
{
    open_console();
    pty_sign_in(till, "ruth", "3333");
    pty_wait_for(till, "A Play");
    open_map();
}

static void hold_two(const char *mine)
{
    pty_keys(till, "2 b");
    pty_wait_for(till, mine);
}

static void sell(void)
{
    pty_keys(till, "p");
    pty_wait_for(till, "TOTAL");
    pty_keys(till, "c Enter");
    pty_wait_for(till, "SOLD");
}

static void next_customer(void)
{
    pty_keys(till, "Enter");
    pty_wait_for(till, "40 seats");
}

/* ---- rules ----------------------------------------------------------------------------------- */

static void it_sells_on_without_the_house_and_brings_it_home(void **state)
{
    (void)state;
    at_map();
    pg_server_kill();
    pty_wait_for(till, "OFFLINE");
    pty_wait_for(till, "Keep selling: tickets are PROVISIONAL");
    pty_wait_for(till, "? free as of"); /* none is lent to it: it is sure of none */
    hold_two("mine 2");
    sell();
    pty_wait_for(till, "PROVISIONAL");
    pty_wait_for(till, "J:2");
    next_customer();
    pg_server_restart();
    pty_wait_for(till, "ONLINE");
    pty_wait_for(till, "J:0");
    assert_false(pty_shows(till, "? free as of"));
    assert_int_equal(at_house(sold_seats), 2);
    assert_int_equal(at_house(sales), 1);
    hold_two("mine 2"); /* at the house again */
    assert_int_equal(at_house(held_seats), 2);
}

static void a_basket_of_before_is_sold_alone(void **state)
{
    (void)state;
    at_map();
    hold_two("mine 2");
    pg_server_kill();
    sell();
    pty_wait_for(till, "PROVISIONAL");
    pty_wait_for(till, "OFFLINE");
    pty_wait_for(till, "J:1");
    pg_server_restart();
    pty_wait_for(till, "ONLINE");
    pty_wait_for(till, "J:0");
    assert_int_equal(at_house(sold_seats), 2);
    assert_int_equal(at_house(held_seats), 0);
    assert_int_equal(at_house(sales), 1);
}

static void whoever_was_here_before_can_begin_without_the_house(void **state)
{
    (void)state;
    at_map();
    pty_free(&till);
    pg_server_kill();
    open_console();
    sign_in();
    pty_wait_for(till, "A Play");
    pty_wait_for(till, "OFFLINE");
    pty_wait_for(till, "Keep selling: tickets are PROVISIONAL");
    pg_server_restart();
    pty_wait_for(till, "ONLINE");
}

static void what_only_the_house_can_do_is_refused_in_a_sentence(void **state)
{
    (void)state;
    at_map();
    pg_server_kill();
    pty_wait_for(till, "OFFLINE");
    pty_keys(till, ":");
    pty_type(till, "wait add play --name Ada --phone 020");
    pty_keys(till, "Enter");
    pty_wait_for(till, "only it can do this");
    pg_server_restart();
}

/* Keys, and what is read then: of a screen that has what the till knows, or why it has nothing. */
static void every_screen_is_of_use_without_the_house(void **state)
{
    static const char only_house[] = "only it can do this";
    static const char *const walk[][2] = {
        {"g s", "SHOWS"},
        {"g m", "40 seats"},
        {"2 b", "mine 2"},
        {"g o", "ORDERS"},
        {"g w", "WILL-CALL"},
        {"g t", "TILL"},
        {"Esc g l", "WAITING"},
        {"+ A Enter 2 Enter 5 Enter Enter Enter Enter Enter Enter", only_house},
        {"Esc g r", "REPORTS"},
        {"g u", "AUDIT"},
        {"g d", "DOOR"},
        {"g y", "Conflicts are decided at the house"},
        {"g h", "HEALTH"},
        {"g p", "PRINT"},
        {"g e", "MESSAGES"},
        {"?", "HELP"},
        {"Esc g m g a", "ADMIN"},
        {"B 1 1 Enter", only_house},
        {"g k", "LOCKED"},
        {"3 3 3 3 Enter", "ADMIN"}};
    (void)state;
    at_map_as_manager();
    pg_server_kill();
    pty_wait_for(till, "OFFLINE");
    for (int i = 0; i < COUNT_OF(walk); i++) {
        pty_keys(till, walk[i][0]);
        pty_wait_for(till, walk[i][1]);
    }
    pg_server_restart();
    pty_wait_for(till, "ONLINE");
    pty_wait_for(till, "J:0");
    assert_int_equal(at_house(held_seats), 2);
}

static void an_operator_holds_it_offline(void **state)
{
    (void)state;
    at_map();
    pty_keys(till, ":");
    pty_type(till, "sync --hold");
    pty_keys(till, "Enter");
    pty_wait_for(till, "OFFLINE");
    pty_wait_for(till, "held there");
    pty_free(&till);
    open_console(); /* it stays there over a start, until it is let go */
    sign_in();
    pty_wait_for(till, "A Play");
    pty_wait_for(till, "OFFLINE");
    pty_wait_for(till, "held there");
    pty_keys(till, ":");
    pty_type(till, "sync --let-go");
    pty_keys(till, "Enter");
    pty_wait_for(till, "ONLINE");
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, fresh_house, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(it_sells_on_without_the_house_and_brings_it_home),
        RULE(a_basket_of_before_is_sold_alone),
        RULE(whoever_was_here_before_can_begin_without_the_house),
        RULE(what_only_the_house_can_do_is_refused_in_a_sentence),
        RULE(every_screen_is_of_use_without_the_house),
        RULE(an_operator_holds_it_offline),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
