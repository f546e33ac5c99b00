/* The console on a real terminal: what it draws there, byte for byte where that matters. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/given_back.h"
#include "tests/lib/pty_house.h"
#include "tests/lib/turns.h"

static const char *program(void)
{
    return pty_built("tests/pty/console_fake");
}

struct setting {
    const char *term, *locale, *env;
    int rows, columns;
    const char *seats;
    bool wide;
};

static struct pty *start(struct setting setting)
{
    const char *const argv[] = {program(), setting.seats ? "--seats" : NULL, setting.seats, NULL};
    const char *const env[] = {setting.env, NULL};
    struct pty *pty = pty_console((struct pty_start){.argv = argv,
                                                     .term = setting.term,
                                                     .locale = setting.locale,
                                                     .env = env,
                                                     .rows = setting.rows,
                                                     .columns = setting.columns,
                                                     .wide = setting.wide});
    pty_idle(pty);
    return pty;
}

static void to_map(struct pty *pty)
{
    pty_sign_in(pty, "anna", "1111");
    pty_keys(pty, "Enter");
}

static struct pty *a_map(struct setting setting)
{
    struct pty *pty = start(setting);
    to_map(pty);
    return pty;
}

static bool wrote_byte_over(struct pty *pty, unsigned char least)
{
    size_t size;
    const unsigned char *raw = (const unsigned char *)pty_raw(pty, &size);
    for (size_t i = 0; i < size; i++)
        if (raw[i] >= least)
            return true;
    return false;
}

/* Any SGR parameter between 30 and 49 or 90 and 107: a colour. 39 and 49 only take one away. */
static bool wrote_colour(struct pty *pty)
{
    size_t size;
    const char *raw = pty_raw(pty, &size);
    for (size_t i = 0; i + 2 < size; i++) {
        if (raw[i] != '\033' || raw[i + 1] != '[')
            continue;
        size_t at = i + 2;
        while (at < size && ((raw[at] >= '0' && raw[at] <= '9') || raw[at] == ';'))
            at++;
        for (const char *number = raw + i + 2; at < size && raw[at] == 'm' && number < raw + at;) {
            int value = atoi(number);
            if ((value >= 30 && value <= 49 && value != 39 && value != 49) ||
                (value >= 90 && value <= 107))
                return true;
            while (number < raw + at && *number != ';')
                number++;
            number++;
        }
    }
    return false;
}

static bool wrote(struct pty *pty, const char *bytes)
{
    size_t size;
    const char *raw = pty_raw(pty, &size);
    return memmem(raw, size, bytes, strlen(bytes)) != NULL;
}

/* ---- tiers and colours -------------------------------------------------------------------- */

static void graphics_where_locale_and_terminal_have_them(void **state)
{
    struct pty *pty = a_map((struct setting){.term = "xterm-256color"});
    pty_keys(pty, "Enter");
    assert_true(pty_shows(pty, "○ free"));
    assert_true(wrote_colour(pty));
    pty_free(&pty);
}

static void no_byte_over_ascii_where_one_is_missing(void **state)
{
    static const struct setting settings[] = {
        {.term = "vt100"}, {.term = "ansi"}, {.term = "xterm-256color", .locale = "C"}};
    for (int i = 0; i < 3; i++) {
        struct pty *pty = start(settings[i]);
        pty_type(pty, "anna");
        pty_keys(pty, "Enter 1 1 1 1 Enter");
        assert_true(pty_shows(pty, "Konig Lear"));
        pty_keys(pty, "Enter Enter");
        assert_true(pty_shows(pty, "o free"));
        assert_false(wrote_byte_over(pty, 0x80));
        pty_free(&pty);
    }
}

static void a_terminal_that_draws_glyphs_wide_gets_letters(void **state)
{
    struct pty *pty = start((struct setting){.wide = true});
    assert_true(wrote(pty, "\033[6n"));
    pty_forget(pty);
    to_map(pty);
    pty_keys(pty, "Enter");
    assert_true(pty_shows(pty, "o free"));
    assert_false(wrote_byte_over(pty, 0x80));
    pty_free(&pty);
}

static void no_color_means_no_colour(void **state)
{
    struct pty *pty = a_map((struct setting){.env = "NO_COLOR=1"});
    pty_keys(pty, "Enter 2 b");
    assert_false(wrote_colour(pty));
    assert_true(pty_shows(pty, "■"));
    pty_free(&pty);
    pty = a_map((struct setting){.env = "NO_COLOR="});
    assert_true(wrote_colour(pty));
    pty_free(&pty);
}

static void a_vt100_hears_only_what_it_knows(void **state)
{
    struct pty *pty = a_map((struct setting){.term = "vt100"});
    size_t size;
    const char *raw = pty_raw(pty, &size);
    assert_null(memmem(raw, size, "\033[?2004", 7));
    assert_null(memmem(raw, size, "\033[?1049", 7));
    assert_null(memmem(raw, size, "\033[6n", 4));
    assert_false(wrote_colour(pty));
    pty_free(&pty);
}

static void every_terminal_shows_the_same_picture(void **state)
{
    static const char *const terms[] = {"xterm",  "xterm-256color", "tmux-256color",
                                        "screen", "linux",          "rxvt"};
    char first[8192] = "";
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        struct pty *pty = a_map((struct setting){.term = terms[i]});
        pty_keys(pty, "Enter 2 b");
        if (!*first)
            snprintf(first, sizeof first, "%s", pty_text(pty));
        assert_string_equal(pty_text(pty), first);
        pty_free(&pty);
    }
}

static void a_type_nobody_knows_is_drawn_as_its_family(void **state)
{
    struct pty *pty = a_map((struct setting){.term = "xterm-of-tomorrow"});
    assert_true(pty_shows(pty, "SELL Hamlet"));
    assert_true(wrote_byte_over(pty, 0x80));
    assert_true(wrote_colour(pty));
    pty_free(&pty);
}

static void seats_of_mine_are_reversed(void **state)
{
    struct pty *pty = a_map((struct setting){.term = "xterm-256color"});
    pty_keys(pty, "Enter 2 b");
    int row, column;
    pty_cursor(pty, &row, &column);
    struct pty_cell cell = pty_cell(pty, row, column);
    assert_string_equal(cell.text, "■");
    assert_true(cell.reverse);
    assert_int_equal(cell.fg, 231);
    pty_free(&pty);
}

static void names_of_any_script_stand_in_their_columns(void **state)
{
    struct pty *pty = start((struct setting){.term = "xterm-256color"});
    pty_sign_in(pty, "anna", "1111");
    assert_true(pty_shows(pty, "マクベス"));
    assert_string_equal(pty_cell(pty, 5, 19).text, "マ");
    assert_int_equal(pty_cell(pty, 5, 19).width, 2);
    assert_true(pty_shows(pty, "not open yet"));
    pty_free(&pty);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void keys_sent_in_one_go_are_all_heard(void **state)
{
    struct pty *pty = a_map((struct setting){.term = "xterm-256color"});
    pty_send(pty, "\r2b", 3);
    pty_idle(pty);
    assert_true(pty_shows(pty, "BASKET 2 seats"));
    pty_free(&pty);
}

static void a_scan_and_a_paste_are_no_keys(void **state)
{
    static const char scan[] = "R-7K3QM9\r", paste[] = "\033[200~2b\r:quit\r\033[201~";
    struct pty *pty = a_map((struct setting){.term = "xterm-256color"});
    pty_send(pty, paste, sizeof paste - 1);
    pty_idle(pty);
    assert_true(pty_shows(pty, "BASKET empty"));
    assert_true(pty_shows(pty, "zoom 1"));
    pty_send(pty, scan, sizeof scan - 1); /* looks for its order */
    pty_idle(pty);
    assert_true(pty_shows(pty, "ORDERS"));
    assert_true(pty_shows(pty, "BASKET empty"));
    pty_free(&pty);
}

static void half_a_sequence_leaves_no_letters(void **state)
{
    static const char half[] = "\033[12;", unknown[] = "\033[1;5R\033[?1;2c\033]11;rgb:0/0/0\a";
    struct pty *pty = a_map((struct setting){.term = "xterm-256color"});
    char before[8192];
    snprintf(before, sizeof before, "%s", pty_text(pty));
    pty_send(pty, half, sizeof half - 1);
    pty_idle(pty);
    pty_send(pty, unknown, sizeof unknown - 1);
    pty_idle(pty);
    assert_string_equal(pty_text(pty), before);
    pty_free(&pty);
}

static void noise_ends_in_a_sane_screen(void **state)
{
    struct pty *pty = a_map((struct setting){.term = "xterm-256color"});
    uint64_t seed = 99;
    for (int i = 0; i < 200; i++) {
        char bytes[16];
        for (size_t n = 0; n < sizeof bytes; n++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            char byte = (char)(seed >> 56);
            bytes[n] = strchr("\003\021\023\032", byte) ? 'x' : byte; /* the line keeps these */
        }
        pty_send(pty, bytes, sizeof bytes);
    }
    pty_send(pty, "\033[201~\033\033", 8); /* whatever paste was open is closed */
    pty_idle(pty);
    pty_keys(pty, "C-l");
    assert_true(pty_shows(pty, "LOCAL 18:41"));
    pty_free(&pty);
}

/* ---- time --------------------------------------------------------------------------------- */

/* U3RhbGxz is Stalls, the section under the cursor. */
static void what_is_copied_leaves_in_the_terminals_words(void **state)
{
    struct pty *pty = a_map((struct setting){.env = "TMUX="});
    pty_forget(pty);
    pty_keys(pty, "y");
    assert_true(wrote(pty, "\033]52;c;U3RhbGxz\a"));
    assert_false(wrote(pty, "\033Ptmux;"));
    pty_free(&pty);
}

static void within_tmux_it_is_wrapped_for_the_terminal_outside(void **state)
{
    struct pty *pty =
        a_map((struct setting){.term = "tmux-256color", .env = "TMUX=/tmp/tmux-0/default,7,0"});
    pty_forget(pty);
    pty_keys(pty, "y");
    assert_true(wrote(pty, "\033Ptmux;\033\033]52;c;U3RhbGxz\a\033\\"));
    pty_free(&pty);
}

/* The seconds behind "HOLD". */
static int hold_left(struct pty *pty)
{
    int minutes = 0, seconds = 0;
    const char *hold = strstr(pty_text(pty), "HOLD ");
    assert_true(hold && sscanf(hold, "HOLD %d:%d", &minutes, &seconds) == 2);
    return minutes * 60 + seconds;
}

/* Until there are no more than so many. A busy machine leaves one out; returns which it came to. */
static int wait_until_left(struct pty *pty, int most)
{
    enum { LOOK_MS = 50, LOOKS = PTY_PATIENCE_MS / LOOK_MS };
    for (int i = 0; hold_left(pty) > most; i++) {
        assert_in_range(i, 0, LOOKS);
        pty_read_for(pty, LOOK_MS, 0);
    }
    return hold_left(pty);
}

static void a_hold_counts_down_by_itself(void **state)
{
    const char *const argv[] = {program(), "--running", NULL};
    struct pty *pty = pty_console((struct pty_start){.argv = argv});
    pty_idle(pty);
    to_map(pty);
    pty_keys(pty, "2 b");
    for (int i = 0, left = hold_left(pty); i < 3; i++)
        left = wait_until_left(pty, left - 1);
    pty_free(&pty);
}

/* Where every byte is waited for, seconds would drown what the person does. */
static void a_slow_line_counts_down_in_tens(void **state)
{
    enum { SOME_SECONDS = 2500 };
    const char *const argv[] = {program(), "--running", NULL};
    struct pty *pty = pty_console((struct pty_start){.argv = argv, .speed = B9600});
    pty_idle(pty);
    to_map(pty);
    pty_keys(pty, "2 b");
    pty_read_for(pty, SOME_SECONDS, 0);
    assert_int_equal(hold_left(pty) % 10, 0);
    pty_free(&pty);
}

/* ---- size --------------------------------------------------------------------------------- */

static void resizing_draws_the_same_as_starting_so(void **state)
{
    static const int sizes[][2] = {{43, 132}, {12, 40}, {5, 20}, {1, 1}, {24, 80}};
    struct pty *pty = a_map((struct setting){.term = "xterm-256color"});
    for (int i = 0; i < 5; i++) {
        struct pty *fresh = NULL;
        pty_resize(pty, sizes[i][0], sizes[i][1]);
        if (sizes[i][0] < 12)
            continue;
        fresh = a_map((struct setting){.rows = sizes[i][0], .columns = sizes[i][1]});
        assert_string_equal(pty_text(pty), pty_text(fresh));
        pty_free(&fresh);
    }
    pty_free(&pty);
}

static void a_storm_of_resizes_is_drawn_a_few_times(void **state)
{
    struct pty *pty = a_map((struct setting){.term = "xterm-256color"});
    size_t one, all;
    pty_forget(pty);
    pty_resize(pty, 25, 81);
    (void)pty_raw(pty, &one);
    pty_forget(pty);
    for (int i = 0; i < 40; i++)
        pty_resize_only(pty, 24 + i % 5, 80 + i % 7);
    pty_resize(pty, 24, 80);
    (void)pty_raw(pty, &all);
    assert_true(all < one * 10);
    assert_true(pty_shows(pty, "zoom 1"));
    pty_free(&pty);
}

/* ---- costs -------------------------------------------------------------------------------- */

static size_t bytes_of(struct pty *pty, const char *keys)
{
    size_t size;
    pty_forget(pty);
    pty_keys(pty, keys);
    (void)pty_raw(pty, &size);
    return size;
}

/* htop writes 322 bytes for a step of its cursor; 0.15 of that is 48. As in the figure
 * console.step, it is sixteen steps from the first seat on. */
static void a_cursor_step_costs_few_bytes(void **state)
{
    enum { STEPS = 16 };
    struct pty *pty = a_map((struct setting){.term = "xterm-256color"});
    pty_keys(pty, "Enter <");
    size_t bytes = 0;
    for (int i = 0; i < STEPS; i++)
        bytes += bytes_of(pty, "Right");
    assert_in_range(bytes / STEPS, 1, 48);
    pty_free(&pty);
}

static void a_key_is_answered_without_a_full_screen(void **state)
{
    struct pty *pty = a_map((struct setting){.seats = "100000"});
    size_t size;
    pty_forget(pty);
    pty_keys(pty, "Right");
    (void)pty_raw(pty, &size);
    assert_true(size < 200);
    pty_free(&pty);
}

/* The seconds are read off the hold that counts down, so a slow machine only makes it longer. */
static void a_second_at_rest_is_two_wakes_at_most(void **state)
{
    enum { A_SECOND = 2, AT_ITS_ENDS = 4 };
    const char *const argv[] = {program(), "--running", NULL};
    const char *const env[] = {turns_env(), NULL};
    struct pty *pty = pty_console((struct pty_start){.argv = argv, .env = env});
    pty_idle(pty);
    to_map(pty);
    pty_keys(pty, "2 b");
    int from = wait_until_left(pty, hold_left(pty) - 5);
    uint64_t before = turns_made();
    int to = wait_until_left(pty, from - 5);
    assert_in_range(turns_made() - before, 1, (from - to) * A_SECOND + AT_ITS_ENDS);
    pty_free(&pty);
}

/* ---- floods -------------------------------------------------------------------------------- */

enum { FLOOD_MS = 1000, SLOW_MS = 2000, SLOW_BYTES = 960, SLACK = 2, FILL_MS = 1000 };

static struct pty *a_flood(void)
{
    const char *const argv[] = {program(), "--news", "5000", NULL};
    struct pty *pty = pty_console((struct pty_start){.argv = argv});
    pty_idle(pty);
    pty_send(pty, "anna\r", 5);
    pty_wait_for(pty, "PIN");
    pty_send(pty, "1111\r", 5);
    pty_wait_for(pty, "Hamlet");
    pty_send(pty, "\r", 1);
    pty_wait_for(pty, "zoom 1");
    pty_send(pty, "\r", 1); /* where every seat is drawn */
    pty_wait_for(pty, "zoom 2");
    return pty;
}

static void a_flood_of_news_is_ten_frames_a_second(void **state)
{
    struct pty *pty = a_flood();
    uint64_t before = pty_draws(pty);
    pty_read_for(pty, FLOOD_MS, 0);
    assert_in_range(pty_draws(pty) - before, 1, FLOOD_MS / 100 + SLACK);
    pty_free(&pty);
}

/* And nobody waits for it to empty who wants to leave. */
static void a_line_that_is_full_gets_a_frame_a_second(void **state)
{
    struct pty *pty = a_flood();
    pty_look_away(pty, FILL_MS);
    uint64_t before = pty_draws(pty);
    size_t taken = pty_read_for(pty, SLOW_MS, SLOW_BYTES);
    assert_in_range(taken, SLOW_BYTES, SLOW_BYTES * (SLOW_MS / 1000 + 1));
    assert_in_range(pty_draws(pty) - before, 0, SLOW_MS / 1000 + SLACK);
    pty_look_away(pty, FILL_MS);
    pty_signal(pty, SIGTERM);
    assert_int_equal(pty_wait_end(pty), 10);
    pty_free(&pty);
}

/* ---- a line that stands still ------------------------------------------------------------- */

static void a_line_that_was_stopped_goes_on_at_the_end(void **state)
{
    static const int ends[] = {SIGSEGV, SIGTERM};
    for (int i = 0; i < 2; i++) {
        struct pty *pty = a_map((struct setting){.term = "xterm-256color"});
        pty_send_signal(pty, '\023'); /* ^S: the line keeps it */
        pty_signal(pty, ends[i]);
        (void)pty_wait_end_soon(pty);
        assert_given_back(pty);
        pty_free(&pty);
    }
}

/* The address sanitizer tells of a crash, and does it on that very line. */
#ifdef __SANITIZE_ADDRESS__
enum { FULL_LINE_ENDS = 1 };
#else
enum { FULL_LINE_ENDS = 2 };
#endif

static void whoever_ends_waits_for_no_line_that_is_full(void **state)
{
    static const int ends[] = {SIGTERM, SIGSEGV};
    for (int i = 0; i < FULL_LINE_ENDS; i++) {
        struct pty *pty = a_flood();
        pty_look_away(pty, FILL_MS);
        pty_signal(pty, ends[i]);
        (void)pty_wait_end_unread(pty);
        assert_int_equal(pty_modes(pty).c_lflag, pty_first_modes(pty).c_lflag);
        pty_free(&pty);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphics_where_locale_and_terminal_have_them),
        cmocka_unit_test(no_byte_over_ascii_where_one_is_missing),
        cmocka_unit_test(a_terminal_that_draws_glyphs_wide_gets_letters),
        cmocka_unit_test(no_color_means_no_colour),
        cmocka_unit_test(a_vt100_hears_only_what_it_knows),
        cmocka_unit_test(every_terminal_shows_the_same_picture),
        cmocka_unit_test(a_type_nobody_knows_is_drawn_as_its_family),
        cmocka_unit_test(seats_of_mine_are_reversed),
        cmocka_unit_test(names_of_any_script_stand_in_their_columns),
        cmocka_unit_test(keys_sent_in_one_go_are_all_heard),
        cmocka_unit_test(a_scan_and_a_paste_are_no_keys),
        cmocka_unit_test(half_a_sequence_leaves_no_letters),
        cmocka_unit_test(noise_ends_in_a_sane_screen),
        cmocka_unit_test(what_is_copied_leaves_in_the_terminals_words),
        cmocka_unit_test(within_tmux_it_is_wrapped_for_the_terminal_outside),
        cmocka_unit_test(a_hold_counts_down_by_itself),
        cmocka_unit_test(a_slow_line_counts_down_in_tens),
        cmocka_unit_test(resizing_draws_the_same_as_starting_so),
        cmocka_unit_test(a_storm_of_resizes_is_drawn_a_few_times),
        cmocka_unit_test(a_cursor_step_costs_few_bytes),
        cmocka_unit_test(a_key_is_answered_without_a_full_screen),
        cmocka_unit_test(a_second_at_rest_is_two_wakes_at_most),
        cmocka_unit_test(a_flood_of_news_is_ten_frames_a_second),
        cmocka_unit_test(a_line_that_is_full_gets_a_frame_a_second),
        cmocka_unit_test(a_line_that_was_stopped_goes_on_at_the_end),
        cmocka_unit_test(whoever_ends_waits_for_no_line_that_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
