#include "config.h"

#include "tests/fault/screens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"
#include "tests/lib/pty_house.h"

enum { ROWS = 8, SEATS_A_ROW = 10, FIRST_ROW = 4, FIRST_COLUMN = 30 };
enum { FIRST_PERSON = FIRST_AT_SCREEN, ACTS = 6, PATIENCE_MS = 120000, LOOK_MS = 50 };

static int64_t real_ms(void)
{
    struct clock clock = clock_system();
    return clock_mono(&clock);
}

static void folder_of(const struct screens *screens, int no, char folder[200])
{
    snprintf(folder, 200, "%s/screen-%d", screens->field->dir, no);
}

const char *screens_person(int no)
{
    static char names[SCREENS][PERSON_TEXT];
    snprintf(names[no], sizeof names[no], "clerk%d", FIRST_PERSON + no);
    return names[no];
}

/* ---- opening -------------------------------------------------------------------------------- */

void screens_join(const struct field *field, const char *folder, const char *till)
{
    char command[1200];
    snprintf(command, sizeof command,
             "LOGE_DIR=%s '%s' join --pg '%s' --redis '%s' --till %s >/dev/null", folder,
             pty_program(), field->jobs[0].url, field->jobs[0].redis, till);
    if (system(command) != 0)
        fail_msg("%s", command);
}

/* With a journal: a till that loses its house goes on alone, and shows what the house has once it
 * is home again. */
static void join(const struct screens *screens, int no)
{
    char folder[200], till[20];
    folder_of(screens, no, folder);
    snprintf(till, sizeof till, "screen-%d", no);
    screens_join(screens->field, folder, till);
}

static void start(struct screens *screens, int no)
{
    char folder[200], place[220], wrong[40], preload[300];
    const int64_t skew_ms = (2 * no - 1) * screens->field->wish.skew_ms;
    const char *built = getenv("builddir");
    folder_of(screens, no, folder);
    snprintf(place, sizeof place, "LOGE_DIR=%s", folder);
    snprintf(wrong, sizeof wrong, "MISHAP_WALL=%lld", (long long)skew_ms / 1000);
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s/tests/fault/mishap.so", built ? built : ".");
    const char *const env[] = {place, skew_ms ? wrong : NULL, preload, NULL};
    screens->at[no] = pty_console((struct pty_start){.env = env});
    pty_wait_for(screens->at[no], "Who is at the till?");
    pty_sign_in(screens->at[no], screens_person(no), PG_PASSWORD);
}

/* The map, and no box in front of it. */
static bool sells(struct pty *pty)
{
    return strncmp(pty_text(pty), "SELL ", 5) == 0 && !pty_shows(pty, "┌");
}

static void open_screen(struct screens *screens, int no)
{
    struct pty *pty;
    join(screens, no);
    start(screens, no);
    pty = screens->at[no];
    pty_wait_for(pty, "Count the money in the drawer");
    pty_keys(pty, "0 Enter");
    pty_wait_for(pty, "Hamlet");
    pty_keys(pty, "Enter");
    pty_wait_for(pty, "80 seats");
}

void screens_open(struct screens *screens, struct field *field)
{
    *screens = (struct screens){.field = field};
    for (int no = 0; no < SCREENS; no++)
        open_screen(screens, no);
}

void screens_close(struct screens *screens)
{
    for (int no = 0; no < SCREENS; no++)
        if (screens->at[no])
            pty_free(&screens->at[no]);
}

/* ---- working -------------------------------------------------------------------------------- */

void screens_press(struct screens *screens, int no, const char *keys)
{
    pty_keys(screens->at[no], keys);
    screens->acts++;
}

void screens_wait_for(struct screens *screens, int no, const char *text)
{
    int64_t until = real_ms() + PATIENCE_MS;
    while (!pty_shows(screens->at[no], text)) {
        if (real_ms() > until)
            fail_msg("%s: screen %d does not show '%s':\n%s", screens->field->wish.name, no, text,
                     pty_text(screens->at[no]));
        pty_read_for(screens->at[no], LOOK_MS, 0);
    }
}

/* From wherever a sale that went well, or did not, has led; or out of a box that asks something. */
static void back_to_the_map(struct screens *screens, int no)
{
    struct pty *pty = screens->at[no];
    int64_t until = real_ms() + PATIENCE_MS;
    while (!sells(pty)) {
        if (real_ms() > until)
            fail_msg("%s: screen %d does not come back to its map:\n%s", screens->field->wish.name,
                     no, pty_text(pty));
        pty_read_for(pty, LOOK_MS, 0);
        if (!sells(pty))
            pty_keys(pty, "Esc");
    }
}

static void sell(struct screens *screens, int no)
{
    struct pty *pty = screens->at[no];
    screens_press(screens, no, "p");
    pty_read_for(pty, LOOK_MS, 0);
    if (pty_shows(pty, "How is it paid?"))
        screens_press(screens, no, "c Enter");
}

static void do_something(struct screens *screens, int no)
{
    static const char *const arrows[] = {"Left", "Right", "Up", "Down"};
    int dice = field_roll(screens->field, 0, 10);
    if (dice < 3)
        screens_press(screens, no, "1 b");
    else if (dice < 5)
        screens_press(screens, no, "2 b");
    else if (dice < 7)
        sell(screens, no);
    else if (dice < 8)
        screens_press(screens, no, "r");
    else
        screens_press(screens, no, arrows[field_roll(screens->field, 0, 4)]);
    if (dice >= 8)
        screens_press(screens, no, "Space");
    back_to_the_map(screens, no);
}

void screens_work(struct screens *screens)
{
    for (int i = 0; i < ACTS; i++)
        do_something(screens, i % SCREENS);
    field_pass(screens->field, 2 * LOOK_MS);
}

/* ---- looking -------------------------------------------------------------------------------- */

/* Each seat in order: o free, h held by somebody, m by the one at this console, x sold, i sold and
 * its ticket was let in, # blocked. */
static void seats_of_database(const struct screens *screens, int no, char seats[ROWS * SEATS_A_ROW])
{
    char url[PG_URL], sql[800];
    PGconn *conn = pg_server_connect(pg_server_url(screens->field->database, NULL, NULL, url));
    snprintf(
        sql, sizeof sql,
        "SELECT CASE WHEN s.status = 1 AND s.held_until <= loge.now_ms() THEN 'o'"
        " WHEN s.status = 1 AND h.holder = '%s' THEN 'm'"
        " WHEN s.status = 2 AND EXISTS (SELECT 1 FROM loge.ticket AS t JOIN loge.admission AS a"
        " ON a.ticket = t.id WHERE t.sale = s.holder AND t.seat_no = s.seat_no) THEN 'i'"
        " ELSE substr('ohx#', s.status + 1, 1) END"
        " FROM loge.show_seat AS s LEFT JOIN loge.hold AS h ON h.id = s.holder"
        " ORDER BY s.seat_no",
        screens_person(no));
    PGresult *rows = PQexec(conn, sql);
    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        fail_msg("%s", PQerrorMessage(conn));
    assert_int_equal(PQntuples(rows), ROWS * SEATS_A_ROW);
    for (int i = 0; i < ROWS * SEATS_A_ROW; i++)
        seats[i] = *PQgetvalue(rows, i, 0);
    PQclear(rows);
    PQfinish(conn);
}

static char letter_of(const char *glyph)
{
    static const char *const glyphs[][2] = {{"○", "o"}, {"▒", "h"}, {"■", "m"}, {"x", "x"},
                                            {"√", "i"}, {"#", "#"}, {"!", "!"}};
    for (int i = 0; i < COUNT_OF(glyphs); i++)
        if (strcmp(glyph, glyphs[i][0]) == 0)
            return *glyphs[i][1];
    return '?';
}

static void seats_of_screen(const struct screens *screens, int no, char seats[ROWS * SEATS_A_ROW])
{
    for (int row = 0; row < ROWS; row++)
        for (int seat = 0; seat < SEATS_A_ROW; seat++)
            seats[row * SEATS_A_ROW + seat] =
                letter_of(pty_cell(screens->at[no], FIRST_ROW + row, FIRST_COLUMN + 2 * seat).text);
}

/* What two tills sold is marked, whether it is sold or free again; of who was let in a console
 * hears later than of what was sold. */
static bool is_the_same(const char *shown, const char *true_ones)
{
    for (int i = 0; i < ROWS * SEATS_A_ROW; i++)
        if (shown[i] != true_ones[i] && !(shown[i] == 'x' && true_ones[i] == 'i') &&
            !(shown[i] == '!' && strchr("oxi", true_ones[i])))
            return false;
    return true;
}

static bool agrees(struct screens *screens, int no)
{
    char shown[ROWS * SEATS_A_ROW], true_ones[ROWS * SEATS_A_ROW];
    pty_read_for(screens->at[no], LOOK_MS, 0);
    if (!sells(screens->at[no]))
        return false;
    seats_of_screen(screens, no, shown);
    seats_of_database(screens, no, true_ones);
    return is_the_same(shown, true_ones);
}

static void fail_with_both(struct screens *screens, int no)
{
    char seats[ROWS * SEATS_A_ROW];
    seats_of_database(screens, no, seats);
    for (int row = 0; row < ROWS; row++)
        printf("# database %c %.10s\n", 'A' + row, seats + (ptrdiff_t)row * SEATS_A_ROW);
    fail_msg("%s: screen %d is not as the house is:\n%s", screens->field->wish.name, no,
             pty_text(screens->at[no]));
}

void screens_agree(struct screens *screens)
{
    int64_t until = real_ms() + PATIENCE_MS;
    bool all = false;
    field_rest(screens->field, true);
    while (!all) {
        all = true;
        for (int no = 0; no < SCREENS; no++) {
            bool one = agrees(screens, no);
            if (!one && real_ms() > until)
                fail_with_both(screens, no);
            all = all && one;
        }
    }
    field_rest(screens->field, false);
}

/* ---- a console that goes --------------------------------------------------------------------- */

void screens_kill(struct screens *screens, int no)
{
    kill(pty_pid(screens->at[no]), SIGKILL);
    pty_free(&screens->at[no]);
}

void screens_again(struct screens *screens, int no)
{
    start(screens, no);
    screens_wait_for(screens, no, "Hamlet"); /* among the shows, or above the basket */
    pty_keys(screens->at[no], "Enter");
    screens_wait_for(screens, no, "80 seats");
}
