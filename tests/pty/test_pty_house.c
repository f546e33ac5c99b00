/* Two consoles on one house with real servers: each sees what the other does, and what is wrong. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/lib/pg_server.h"
#include "tests/lib/pty_house.h"
#include "tests/lib/redis_server.h"
#include "tests/lib/temp_dir.h"

enum { TILLS = 2, COMMAND = 2048 };

enum { SEAT_ROW = 4, SEAT_COLUMN = 38 }; /* of seat A-5 on the map: the best */

static char dir[128], database[PG_NAME];
static struct redis_server redis;
static struct pty *till[TILLS];

/* ---- the house ------------------------------------------------------------------------------ */

static void shell(const char *env, const char *fmt, ...)
{
    char words[COMMAND], command[2 * COMMAND];
    va_list args;
    va_start(args, fmt);
    vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    snprintf(command, sizeof command, "LOGE_DIR=%s/till-1 LOGE_TILL=till-1 %s '%s' %s >/dev/null",
             dir, env, pty_program(), words);
    if (system(command) != 0)
        fail_msg("%s", command);
}

static void write_plan(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "title The Room\nstage top\nclass S Stalls\nsection Stalls\nA..D SSSSSSSSSS\n");
    assert_int_equal(fclose(file), 0);
}

static void add_person(const char *name, const char *role, const char *pin)
{
    char env[80];
    snprintf(env, sizeof env, "LOGE_PIN=3333 LOGE_NEW_PIN=%s", pin);
    shell(env, "staff add %s %s --as ruth", name, role);
}

static void make_house(void)
{
    char url[PG_URL], plan[160];
    pg_server_url(database, NULL, NULL, url);
    shell("LOGE_NEW_PIN=3333", "init --pg '%s' --redis '%s' --name 'The House' --manager ruth", url,
          redis.address);
    add_person("mark", "supervisor", "2222");
    add_person("anna", "clerk", "1111");
    add_person("joe", "clerk", "4444");
    snprintf(plan, sizeof plan, "%s/room.plan", dir);
    write_plan(plan);
    shell("LOGE_PIN=3333", "plan import %s --hall room --as ruth", plan);
    shell("LOGE_PIN=3333",
          "show add play --hall room --title 'A Play' --starts \"$(date -u -d '+3 days' "
          "+%%FT19:30Z)\" --price 42.00 --open --as ruth");
    shell("LOGE_PIN=3333", "join --pg '%s' --redis '%s' --dir %s/till-2 --till till-2 --as ruth",
          url, redis.address, dir);
}

static int start_servers(void **state)
{
    pg_server_start();
    redis_server_start(&redis);
    return 0;
}

static int stop_servers(void **state)
{
    redis_server_stop(&redis);
    pg_server_stop();
    return 0;
}

static int fresh_house(void **state)
{
    temp_dir_make(dir, sizeof dir);
    pg_server_database(NULL, database);
    make_house();
    return 0;
}

static int leave(void **state)
{
    char command[160];
    for (int i = 0; i < TILLS; i++)
        if (till[i])
            pty_free(&till[i]);
    free(redis_server_say(&redis, "FLUSHALL", NULL));
    snprintf(command, sizeof command, "rm -rf '%s'", dir);
    return system(command);
}

/* What somebody with the server in his hands does. */
static void on_server(const char *sql)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    pg_server_do(conn, sql);
    PQfinish(conn);
}

/* Nobody hears of what is done while a transaction is kept open; a minute passes. */
static PGconn *keep_one_open(void)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    pg_server_do(conn, "BEGIN; SELECT pg_current_xact_id()");
    shell("LOGE_PIN=1111", "hold new play Stalls-A-1 --as anna");
    on_server("SET session_replication_role = replica;"
              "UPDATE loge.event SET at = at - 60000 WHERE act = 0;"
              "UPDATE loge.hold SET expires_at = loge.now_ms() - 90000");
    return conn;
}

/* ---- the tills ------------------------------------------------------------------------------ */

static struct pty *open_till(int number)
{
    char name[32], folder[160];
    snprintf(name, sizeof name, "LOGE_TILL=till-%d", number + 1);
    snprintf(folder, sizeof folder, "LOGE_DIR=%s/till-%d", dir, number + 1);
    const char *const env[] = {name, folder, NULL};
    till[number] = pty_console((struct pty_start){.env = env});
    pty_wait_for(till[number], "Who is at the till?");
    return till[number];
}

static struct pty *signed_in(int number, const char *name, const char *pin)
{
    struct pty *pty = open_till(number);
    pty_sign_in(pty, name, pin);
    return pty;
}

/* A till that has no shift yet asks what is in the drawer. */
static void open_shift(struct pty *pty)
{
    pty_wait_for(pty, "Count the money in the drawer");
    pty_keys(pty, "0 Enter");
    pty_wait_for(pty, "A Play");
}

static struct pty *at_map(int number, const char *name, const char *pin)
{
    struct pty *pty = signed_in(number, name, pin);
    open_shift(pty);
    pty_keys(pty, "Enter");
    pty_wait_for(pty, "40 seats");
    return pty;
}

/* ---- live ----------------------------------------------------------------------------------- */

static void anothers_hold_appears_moves_and_vanishes(void **state)
{
    struct pty *anna = at_map(0, "anna", "1111"), *joe = at_map(1, "joe", "4444");
    pty_wait_for(joe, "held 0");
    pty_keys(anna, "2 b");
    pty_wait_for(anna, "mine 2");
    pty_wait_for(joe, "held 2");
    pty_wait_for(joe, "▒ held"); /* the legend is drawn last */
    assert_string_equal(pty_cell(joe, SEAT_ROW, SEAT_COLUMN).text, "▒");
    pty_keys(anna, "r"); /* the one under the cursor */
    pty_wait_for(anna, "mine 1");
    pty_wait_for(joe, "held 1");
    pty_idle(joe);
    assert_string_equal(pty_cell(joe, SEAT_ROW, SEAT_COLUMN).text, "○");
    pty_keys(anna, "Right r");
    pty_wait_for(anna, "mine 0");
    pty_wait_for(joe, "held 0");
}

static void what_one_till_sells_is_sold_at_the_other(void **state)
{
    struct pty *anna = at_map(0, "anna", "1111"), *joe = at_map(1, "joe", "4444");
    pty_keys(anna, "2 b");
    pty_wait_for(anna, "mine 2");
    pty_keys(anna, "p");
    pty_wait_for(anna, "TOTAL");
    pty_keys(anna, "c Enter");
    pty_wait_for(anna, "SOLD");
    pty_wait_for(joe, "sold 2");
}

static void a_supervisor_takes_seats_and_the_till_is_told(void **state)
{
    struct pty *anna = at_map(0, "anna", "1111");
    pty_keys(anna, "2 b");
    pty_wait_for(anna, "mine 2");
    shell("LOGE_PIN=2222",
          "seat release play $(LOGE_PIN=2222 LOGE_DIR=%s/till-1 '%s' hold list "
          "--as mark --json | jq -r '.holds[0].seats[]') --reason 'till stuck' --as mark",
          dir, pty_program());
    pty_wait_for(anna, "mark");
    pty_wait_for(anna, "mine 0");
}

static void wait_until_swept(long long seats, const char *whose)
{
    char url[PG_URL], freed[200];
    snprintf(freed, sizeof freed,
             "SELECT count(*) FROM loge.event WHERE act = 5 AND actor = 'sweep'"
             " AND till LIKE '%s'",
             whose);
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    time_t patience = time(NULL) + 20;
    long long count = 0;
    while (count != seats && time(NULL) < patience)
        count = pg_server_count(conn, freed);
    PQfinish(conn);
    assert_int_equal(count, seats);
}

/* Nobody presses a key: whichever till is open does it. */
static void what_is_over_is_freed_by_any_till(void **state)
{
    struct pty *joe = at_map(1, "joe", "4444");
    shell("LOGE_PIN=1111", "hold new play Stalls-B-1 Stalls-B-2 --ttl 1 --as anna");
    wait_until_swept(2, "till-_");
    pty_wait_for(joe, "held 0");
}

/* The server takes its time over every ticket; what is over is freed by this till all the same. */
static void a_long_report_is_stopped_by_esc(void **state)
{
    struct pty *mark = signed_in(0, "mark", "2222");
    pty_wait_for(mark, "A Play");
    pty_keys(mark, "Enter");
    pty_wait_for(mark, "40 seats");
    pty_keys(mark, "2 b");
    pty_wait_for(mark, "mine 2");
    pty_keys(mark, "p");
    pty_wait_for(mark, "TOTAL");
    pty_keys(mark, "c Enter");
    pty_wait_for(mark, "SOLD");
    shell("LOGE_PIN=1111", "hold new play Stalls-B-1 Stalls-B-2 --ttl 2 --as anna");
    on_server("CREATE POLICY slow ON loge.ticket AS RESTRICTIVE"
              " USING (pg_sleep(25) IS NOT NULL)");
    pty_keys(mark, "g");
    pty_wait_for(mark, "Go to");
    pty_send(mark, "r", 1);
    pty_wait_for(mark, "Esc stops it");
    wait_until_swept(2, "%"); /* a line beside the report, which belongs to no till */
    pty_send(mark, "\033", 1);
    pty_wait_for(mark, "Stopped as asked; nothing was changed.");
    assert_false(pty_shows(mark, "OFFLINE"));
    on_server("DROP POLICY slow ON loge.ticket");
    pty_wait_for(mark, "ONLINE");
}

/* Twenty thousand seats, in a show after the other. */
static void add_large_show(void)
{
    enum { SECTIONS = 10 };
    char path[160];
    snprintf(path, sizeof path, "%s/large.plan", dir);
    pty_write_plan(path, SECTIONS);
    shell("LOGE_PIN=3333", "plan import %s --hall arena --as ruth", path);
    shell("LOGE_PIN=3333",
          "show add large --hall arena --title 'A Large Play' --starts \"$(date -u -d '+4 days' "
          "+%%FT19:30Z)\" --price 42.00 --open --as ruth");
}

/* The server gives no seat beyond a number. (A sequence: whoever reads in a moment of his own sees
 * how it is now.) */
#define NO_FURTHER                                               \
    "CREATE SEQUENCE public.far START 8191;"                     \
    "GRANT SELECT ON public.far TO PUBLIC;"                      \
    "CREATE FUNCTION public.comes(seat integer) RETURNS boolean" \
    " LANGUAGE plpgsql AS $$ BEGIN"                              \
    " WHILE seat > (SELECT last_value FROM public.far) LOOP"     \
    " PERFORM pg_sleep(0.02); END LOOP; RETURN true; END $$;"    \
    "CREATE POLICY far ON loge.hall_seat AS RESTRICTIVE USING (public.comes(seat_no))"

/* Seats are read once as they are drawn and once as they stand: half of each counts. */
static void a_large_show_tells_how_far_it_is_and_is_stopped_by_esc(void **state)
{
    add_large_show();
    struct pty *anna = signed_in(0, "anna", "1111");
    open_shift(anna);
    on_server(NO_FURTHER);
    pty_keys(anna, "Down");
    pty_send(anna, "\r", 1);
    pty_wait_for(anna, "4096/20000 [####");
    on_server("SELECT setval('public.far', 16383)");
    pty_wait_for(anna, "8192/20000 [####");
    pty_send(anna, "\033", 1);
    pty_wait_for(anna, "Stopped as asked; nothing was changed.");
    on_server("DROP POLICY far ON loge.hall_seat");
    pty_wait_for(anna, "The map was not read; z asks for it again.");
    pty_keys(anna, "z");
    pty_wait_for(anna, "20,000 seats");
}

/* ---- whoever asks too fast ------------------------------------------------------------------- */

static void command(struct pty *pty, const char *line)
{
    pty_keys(pty, ":");
    pty_type(pty, line);
    pty_keys(pty, "Enter");
}

/* As the house's service writes it down. */
static void shut_out(const char *asker)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "INSERT INTO loge.abuse (house, at, asker, rule, until) SELECT min(w.house),"
             " loge.now_ms(), '%s', 4, loge.now_ms() + 3600000 FROM loge.show AS w",
             asker);
    on_server(sql);
}

static void a_supervisor_lets_in_whoever_was_shut_out(void **state)
{
    struct pty *mark = signed_in(0, "mark", "2222");
    pty_wait_for(mark, "A Play");
    command(mark, "abuse list");
    pty_wait_for(mark, "Nobody has asked too fast.");
    shut_out("192.0.2.9");
    shut_out("t:shop");
    command(mark, "abuse list --blocked");
    pty_wait_for(mark, "192.0.2.9");
    assert_true(pty_shows(mark, "t:shop"));
    assert_true(pty_shows(mark, "too many requests at once"));
    command(mark, "abuse unblock 192.0.2.9");
    pty_wait_for(mark, "Whoever it is may ask again, within seconds.");
    command(mark, "abuse unblock 192.0.2.9");
    pty_wait_for(mark, "\"192.0.2.9\" is not shut out.");
    command(mark, "abuse list");
    pty_wait_for(mark, "let in again");
}

static void a_clerk_lets_nobody_in(void **state)
{
    static const char still[] = "SELECT count(*) FROM loge.abuse WHERE unblocked_at = 0";
    struct pty *anna = signed_in(0, "anna", "1111");
    char url[PG_URL];
    open_shift(anna);
    shut_out("192.0.2.9");
    command(anna, "abuse unblock 192.0.2.9");
    pty_wait_for(anna, "does not allow this to your role");
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    assert_int_equal(pg_server_count(conn, still), 1);
    PQfinish(conn);
}

/* ---- people --------------------------------------------------------------------------------- */

static void a_wrong_password_is_one_sentence(void **state)
{
    struct pty *pty = signed_in(0, "anna", "9999");
    pty_wait_for(pty, "does not know this name and password");
    assert_true(pty_shows(pty, "Who is at the till?"));
    pty_type(pty, "1111");
    pty_keys(pty, "Enter");
    open_shift(pty);
}

/* A house is asked with somebody's name. */
static void nothing_is_said_of_the_house_before_somebody_asked_it(void **state)
{
    char sql[80];
    struct pty *pty = open_till(0);
    pty_idle(pty);
    assert_false(pty_shows(pty, "ONLINE") || pty_shows(pty, "OFFLINE"));
    snprintf(sql, sizeof sql, "ALTER ROLE %s_anna CONNECTION LIMIT 0", database);
    on_server(sql);
    pty_sign_in(pty, "anna", "1111");
    pty_wait_for(pty, "no free connection left");
    assert_false(pty_shows(pty, "ONLINE"));
    snprintf(sql, sizeof sql, "ALTER ROLE %s_anna CONNECTION LIMIT -1", database);
    on_server(sql);
    pty_type(pty, "1111");
    pty_keys(pty, "Enter");
    open_shift(pty);
    pty_wait_for(pty, "ONLINE");
}

static void the_health_page_tells_of_every_link(void **state)
{
    shell("LOGE_PIN=9999", "sign-in joe 2>&1 || true");
    struct pty *pty = at_map(0, "anna", "1111");
    pty_wait_for(pty, "ONLINE");
    pty_keys(pty, "g h");
    pty_wait_for(pty, "PostgreSQL");
    pty_wait_for(pty, "Redis");
    pty_wait_for(pty, "joe failed");
    pty_wait_for(pty, "feed");
    assert_false(pty_shows(pty, "FAULT"));
}

/* An empty file in its place is a library that cannot be loaded. */
static void a_library_that_is_missing_stands_there(void **state)
{
    char path[160];
    snprintf(path, sizeof path, "%s/libqrencode.so.4", dir);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    setenv("LD_LIBRARY_PATH", dir, 1);
    struct pty *pty = signed_in(0, "anna", "1111");
    unsetenv("LD_LIBRARY_PATH");
    open_shift(pty);
    pty_keys(pty, "g h");
    pty_wait_for(pty, "FAULT libraries  1 missing");
    assert_true(pty_shows(pty, "libqrencode (QR codes"));
}

static void a_supervisor_is_told_there_of_what_waits(void **state)
{
    PGconn *kept_open = keep_one_open();
    struct pty *mark = signed_in(0, "mark", "2222");
    pty_wait_for(mark, "A Play");
    pty_keys(mark, "g h");
    pty_wait_for(mark, "held back for");
    pty_wait_for(mark, "not freed: 1");
    PQfinish(kept_open);
}

static void a_manager_is_told_there_of_what_the_payment_provider_said(void **state)
{
    on_server("INSERT INTO loge.pay_letter SELECT house, 'evt_1', 'pi_1', 1, '{}' FROM loge.house");
    struct pty *ruth = signed_in(0, "ruth", "3333");
    pty_wait_for(ruth, "A Play");
    pty_keys(ruth, "g h");
    pty_wait_for(ruth, "fit no payment: 1");
}

/* ---- what goes wrong ------------------------------------------------------------------------ */

static void without_redis_it_says_so_and_sells(void **state)
{
    struct pty *anna = at_map(0, "anna", "1111"), *joe = at_map(1, "joe", "4444");
    pty_wait_for(anna, "ONLINE");
    redis_server_freeze(&redis);
    pty_wait_for(anna, "DEGRADED");
    pty_wait_for(anna, "Speed layer unreachable since");
    pty_keys(anna, "2 b");
    pty_wait_for(anna, "mine 2");
    pty_wait_for(joe, "held 2");
    pty_keys(anna, "p");
    pty_wait_for(anna, "TOTAL");
    pty_keys(anna, "c Enter");
    pty_wait_for(anna, "SOLD");
    pty_wait_for(joe, "sold 2");
    redis_server_thaw(&redis);
    pty_wait_for(anna, "ONLINE");
    pty_wait_for(joe, "ONLINE");
}

static void without_postgresql_it_waits_and_comes_back(void **state)
{
    struct pty *anna = at_map(0, "anna", "1111");
    char sql[320];
    snprintf(sql, sizeof sql,
             "ALTER ROLE %s_anna CONNECTION LIMIT 0; SELECT pg_terminate_backend(pid)"
             " FROM pg_stat_activity WHERE usename = '%s_anna'",
             database, database);
    pty_wait_for(anna, "ONLINE");
    on_server(sql);
    pty_wait_for(anna, "OFFLINE");
    assert_true(pty_shows(anna, "40 seats")); /* what is known stays to be read */
    snprintf(sql, sizeof sql, "ALTER ROLE %s_anna CONNECTION LIMIT -1", database);
    on_server(sql);
    pty_wait_for(anna, "Connected. The house answers again.");
    pty_keys(anna, "2 b");
    pty_wait_for(anna, "mine 2");
}

#define TRY(f) cmocka_unit_test_setup_teardown(f, fresh_house, leave)

/* A word is a pattern of tests to run, as in '*report*'. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TRY(anothers_hold_appears_moves_and_vanishes),
        TRY(what_one_till_sells_is_sold_at_the_other),
        TRY(a_supervisor_takes_seats_and_the_till_is_told),
        TRY(what_is_over_is_freed_by_any_till),
        TRY(a_long_report_is_stopped_by_esc),
        TRY(a_large_show_tells_how_far_it_is_and_is_stopped_by_esc),
        TRY(a_wrong_password_is_one_sentence),
        TRY(a_supervisor_lets_in_whoever_was_shut_out),
        TRY(a_clerk_lets_nobody_in),
        TRY(nothing_is_said_of_the_house_before_somebody_asked_it),
        TRY(the_health_page_tells_of_every_link),
        TRY(a_library_that_is_missing_stands_there),
        TRY(a_supervisor_is_told_there_of_what_waits),
        TRY(a_manager_is_told_there_of_what_the_payment_provider_said),
        TRY(without_redis_it_says_so_and_sells),
        TRY(without_postgresql_it_waits_and_comes_back),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, start_servers, stop_servers);
}
