/*
 * The real program on every kind of terminal, in every language, with colour and without, at many
 * sizes: two seats are held and sold, the screen shrinks to one cell and grows again in between,
 * and the sale is in the store. What is written is only what the terminal knows, in its letters.
 *
 * A few of them at once; all with LOGE_TERMINALS=all (tests/pty/all_terminals.sh).
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/known_bytes.h"
#include "tests/lib/pty_house.h"

enum { CASES_MAX = 512 };

struct way {
    const char *term, *locale, *language;
    bool colour;
    int rows, columns;
};

static const char *const terms[] = {"xterm-direct",  "xterm-256color", "screen-256color",
                                    "tmux-256color", "linux",          "vt220",
                                    "vt100",         "ansi",           "xterm"};
static const int sizes[][2] = {{24, 80}, {12, 40}, {43, 132}, {20, 60}, {60, 200}};
static const char *const locales[] = {"C.UTF-8", "de_DE.UTF-8", "ja_JP.UTF-8", "ar_EG.UTF-8", "C"};
static const char *const languages[] = {"en", "fr", "de", "es", "nl", "af"};
enum {
    TERMS = sizeof terms / sizeof *terms,
    SIZES = sizeof sizes / sizeof *sizes,
    LOCALES = sizeof locales / sizeof *locales,
    LANGUAGES = sizeof languages / sizeof *languages,
};

static bool only_english; /* configured --disable-nls */

static int make_house(void **state)
{
    pty_house_make(state);
    only_english = system("LOGE_LANGUAGE=fr \"$LOGE\" --version >/dev/null 2>&1") != 0;
    return 0;
}

/* ---- the program ----------------------------------------------------------------------------- */

static struct pty *start_on(const struct way *way, speed_t speed)
{
    char language[64];
    snprintf(language, sizeof language, "LOGE_LANGUAGE=%s", only_english ? "en" : way->language);
    const char *const env[] = {"LOGE_TILL=T3", language, way->colour ? NULL : "NO_COLOR=1", NULL};
    return pty_console((struct pty_start){.term = way->term,
                                          .locale = way->locale,
                                          .env = env,
                                          .rows = way->rows,
                                          .columns = way->columns,
                                          .speed = speed});
}

static struct pty *start(const struct way *way)
{
    return start_on(way, B0);
}

static const char *row_of(struct pty *pty, int row, char out[1024])
{
    const char *text = pty_text(pty);
    while (row-- > 0)
        text = strchr(text, '\n') + 1;
    snprintf(out, 1024, "%.*s", (int)strcspn(text, "\n"), text);
    return out;
}

/* A row that is too wide runs on into the next: then neither the clock ends the first, nor does the
 * word of the basket begin its own. */
static void assert_in_its_rows(struct pty *pty, const struct way *way)
{
    char first[1024], basket[1024];
    row_of(pty, 0, first);
    row_of(pty, way->rows - 3, basket);
    size_t length = strlen(first);
    assert_true(length > 5 && isdigit((unsigned char)first[length - 1]) &&
                first[length - 3] == ':');
    int columns = 0;
    for (const char *at = first; *at; at++)
        columns += ((unsigned char)*at & 0xc0) != 0x80;
    assert_int_equal(columns, way->columns);
    assert_true(isupper((unsigned char)basket[0]) && isupper((unsigned char)basket[1]));
}

static void shrink_and_grow(struct pty *pty, const struct way *way)
{
    pty_resize(pty, 1, 1);
    pty_resize(pty, way->rows, way->columns);
    assert_in_its_rows(pty, way);
}

static void sign_in(struct pty *pty)
{
    pty_idle(pty);
    pty_sign_in(pty, "anna", "1111");
    pty_keys(pty, "1 0 0 Enter");
}

static void quit(struct pty *pty)
{
    pty_keys(pty, ": q u i t");
    pty_send(pty, "\r", 1);
    assert_int_equal(pty_wait_end(pty), 0);
}

/* ---- what was written ------------------------------------------------------------------------ */

/* A type nobody knows here is drawn as its family. */
static struct known *known_of(const char *term)
{
    struct known *known = known_new(term);
    return known ? known : known_new("xterm-256color");
}

static bool is_graphic(const struct way *way)
{
    return strstr(way->locale, "UTF-8") && strncmp(way->term, "vt", 2) != 0 &&
           strcmp(way->term, "ansi") != 0;
}

static void assert_terminal_knows_it(struct pty *pty, const struct way *way)
{
    struct known *known = known_of(way->term);
    char wrong[KNOWN_WRONG];
    size_t size;
    const char *raw = pty_raw(pty, &size);
    assert_non_null(known);
    if (is_graphic(way))
        known_add(known, "\033[6n"); /* how wide do you draw? Whoever draws UTF-8 answers */
    if (!known_covers(known, raw, size, wrong))
        fail_msg("%s does not know \"%s\"", way->term, wrong);
    known_free(&known);
}

static void assert_letters_of(struct pty *pty, const struct way *way)
{
    size_t size;
    const char *raw = pty_raw(pty, &size);
    for (size_t i = 0; i < size && !is_graphic(way); i++)
        assert_true((unsigned char)raw[i] < 0x80);
}

/* 39 and 49 only take a colour away. */
static bool is_colour(int number)
{
    return (number >= 30 && number <= 48 && number != 39) || (number >= 90 && number <= 107);
}

static void assert_no_colour(struct pty *pty)
{
    size_t size;
    const char *raw = pty_raw(pty, &size);
    for (const char *at = raw; (at = memmem(at, size - (size_t)(at - raw), "\033[", 2)); at += 2) {
        size_t length = strspn(at + 2, "0123456789;");
        for (const char *number = at + 2; at[2 + length] == 'm' && number < at + 2 + length;) {
            assert_false(is_colour(atoi(number)));
            number += strspn(number, "0123456789") + 1;
        }
    }
}

/* ---- the rules ------------------------------------------------------------------------------- */

static void a_sale_is_made(void **state)
{
    const struct way *way = *state;
    pty_house_restore();
    int64_t sales = pty_house_ask("SELECT count(*) FROM sale");
    int64_t tickets = pty_house_ask("SELECT count(*) FROM ticket");
    struct pty *pty = start(way);
    sign_in(pty);
    assert_in_its_rows(pty, way);
    pty_keys(pty, "g s Enter Enter");
    assert_in_its_rows(pty, way);
    pty_keys(pty, "2 b");
    shrink_and_grow(pty, way);
    pty_keys(pty, "p c");
    shrink_and_grow(pty, way);
    pty_keys(pty, "Enter");
    assert_in_its_rows(pty, way);
    quit(pty);
    assert_terminal_knows_it(pty, way);
    assert_letters_of(pty, way);
    if (!way->colour)
        assert_no_colour(pty);
    pty_free(&pty);
    assert_int_equal(pty_house_ask("SELECT count(*) FROM sale"), sales + 1);
    assert_int_equal(pty_house_ask("SELECT count(*) FROM ticket"), tickets + 2);
}

static size_t bytes_of(struct pty *pty, const char *keys)
{
    size_t size;
    pty_forget(pty);
    pty_keys(pty, keys);
    (void)pty_raw(pty, &size);
    return size;
}

/* What 9600 baud carries: a hall is there in three seconds, and a sale is made and shown in
 * four. */
static void assert_fits_a_serial_line(const struct way *way)
{
    enum { A_SECOND = 960, A_HALL = 3 * A_SECOND, A_SALE = 4 * A_SECOND, A_STEP = 48 };
    pty_house_restore();
    int64_t sales = pty_house_ask("SELECT count(*) FROM sale");
    struct pty *pty = start_on(way, B9600);
    sign_in(pty);
    pty_keys(pty, "g s");
    assert_in_range(bytes_of(pty, "Enter Enter"), 1, A_HALL);
    assert_in_range(bytes_of(pty, "Right"), 1, A_STEP);
    assert_in_range(bytes_of(pty, "2 b p c Enter"), 1, A_SALE);
    quit(pty);
    pty_free(&pty);
    assert_int_equal(pty_house_ask("SELECT count(*) FROM sale"), sales + 1);
}

static void a_sale_fits_a_serial_line(void **state)
{
    const struct way way = {"vt220", "C", "en", false, 24, 80};
    assert_fits_a_serial_line(&way);
}

static void a_sale_fits_a_serial_line_in_colour(void **state)
{
    const struct way way = {"xterm-256color", "C.UTF-8", "en", true, 24, 80};
    assert_fits_a_serial_line(&way);
}

/* None of these was generated here: the letters are in their names, and so is the language, where
 * there is a catalogue of it. */
static void a_locale_nobody_generated_has_its_letters_and_language(void **state)
{
    static const struct {
        const char *locale, *title;
        bool graphic;
    } cases[] = {
        {"de_DE.UTF-8", "ANMELDUNG", true},        {"de_AT.utf8@euro", "ANMELDUNG", true},
        {"ja_JP.UTF-8", "SIGN IN", true},          {"ar_EG.UTF-8", "SIGN IN", true},
        {"nl_NL.ISO-8859-15", "AANMELDEN", false}, {"ja_JP.eucJP", "SIGN IN", false},
    };
    pty_house_restore();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct way way = {"xterm-256color", cases[i].locale, "", true, 24, 80};
        struct pty *pty = start(&way);
        size_t size;
        pty_idle(pty);
        assert_true(pty_shows(pty, only_english ? "SIGN IN" : cases[i].title));
        const char *raw = pty_raw(pty, &size);
        assert_int_equal(memmem(raw, size, "\033[6n", 4) != NULL, cases[i].graphic);
        pty_free(&pty);
    }
}

static void seats_that_stay_held_are_told_at_the_end(void **state)
{
    const struct way way = {"xterm-256color", "C.UTF-8", "en", true, 24, 80};
    pty_house_restore();
    struct pty *pty = start(&way);
    sign_in(pty);
    pty_keys(pty, "g s Enter Enter 2 b");
    quit(pty);
    assert_true(pty_shows(pty, "2 seats stay held for you until"));
    pty_free(&pty);
}

static bool covers(const char *term, const char *bytes)
{
    struct known *known = known_new(term);
    char wrong[KNOWN_WRONG];
    bool fine = known_covers(known, bytes, strlen(bytes), wrong);
    known_free(&known);
    return fine;
}

/* The control of all the others. */
static void what_a_terminal_does_not_know_is_found(void **state)
{
    assert_true(covers("vt100", "a\033[1mb\033[m\033[12;40Hc\r\n\016q\017"));
    assert_false(covers("vt100", "\033[38;5;9m"));
    assert_false(covers("vt100", "\033[?2004h"));
    assert_false(covers("vt100", "\033[?1049h"));
    assert_false(covers("vt100", "\033]52;c;YQ==\a"));
    assert_true(covers("xterm-256color", "\033[38;5;9m\033[?2004h\033[?1049h\033[?1000l"));
    assert_false(covers("xterm-256color", "\033[?9999h"));
    assert_false(covers("xterm-256color", "\033[38;2;1;2;3m"));
    assert_false(covers("linux", "\033[4h\033Zx\001"));
}

static void is_refused(const char *term, const char *sentence)
{
    const struct way way = {term, "C.UTF-8", "en", true, 24, 200};
    pty_house_restore();
    struct pty *pty = start(&way);
    size_t size;
    assert_int_not_equal(pty_wait_end(pty), 0);
    assert_true(pty_shows(pty, sentence));
    assert_true(pty_shows(pty, "`loge --plain`"));
    const char *raw = pty_raw(pty, &size);
    assert_null(memchr(raw, '\033', size));
    pty_free(&pty);
}

static void a_dumb_terminal_is_refused(void **state)
{
    is_refused("dumb", "cannot place its cursor");
}

static void an_unknown_terminal_is_refused(void **state)
{
    is_refused("no-such-terminal", "is not known here; set TERM");
}

static void no_terminal_type_is_refused(void **state)
{
    is_refused("", "TERM is not set");
}

/* ---- which ----------------------------------------------------------------------------------- */

static struct way ways[CASES_MAX];
static struct CMUnitTest tests[CASES_MAX];
static int count;

static void add(struct way way)
{
    static char names[CASES_MAX][96];
    snprintf(names[count], sizeof names[count], "a sale on %s %dx%d, %s, %s%s", way.term,
             way.columns, way.rows, way.locale, way.language, way.colour ? "" : ", no colour");
    ways[count] = way;
    tests[count] = (struct CMUnitTest){
        .name = names[count], .test_func = a_sale_is_made, .initial_state = &ways[count]};
    count++;
}

/* Each type once, and with them every size, every language and every locale. */
static void add_few(void)
{
    for (int i = 0; i < TERMS; i++)
        add((struct way){terms[i], locales[i % LOCALES], languages[i % LANGUAGES], i % 3 != 2,
                         sizes[i % SIZES][0], sizes[i % SIZES][1]});
}

/* Each type with each size, with each locale, and with each language; with and without colour. */
static void add_all(void)
{
    for (int i = 0; i < TERMS * SIZES * 2; i++) {
        const int *size = sizes[i / 2 % SIZES];
        add((struct way){terms[i / 2 / SIZES], i % 7 == 6 ? "C" : "C.UTF-8",
                         languages[i % LANGUAGES], i % 2 == 0, size[0], size[1]});
    }
    for (int i = 0; i < TERMS * LOCALES * 2; i++)
        add((struct way){terms[i / 2 / LOCALES], locales[i / 2 % LOCALES], "", i % 2 == 0, 24, 80});
    for (int i = 0; i < TERMS * LANGUAGES * 2; i++)
        add((struct way){terms[i / 2 / LANGUAGES], i % 2 ? "C" : "C.UTF-8",
                         languages[i / 2 % LANGUAGES], i % 4 < 2, 24, 80});
}

int main(void)
{
    const char *which = getenv("LOGE_TERMINALS");
    const struct CMUnitTest others[] = {
        cmocka_unit_test(what_a_terminal_does_not_know_is_found),
        cmocka_unit_test(a_locale_nobody_generated_has_its_letters_and_language),
        cmocka_unit_test(a_sale_fits_a_serial_line),
        cmocka_unit_test(a_sale_fits_a_serial_line_in_colour),
        cmocka_unit_test(seats_that_stay_held_are_told_at_the_end),
        cmocka_unit_test(a_dumb_terminal_is_refused),
        cmocka_unit_test(an_unknown_terminal_is_refused),
        cmocka_unit_test(no_terminal_type_is_refused),
    };
    if (which && strcmp(which, "all") == 0)
        add_all();
    else
        add_few();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        tests[count++] = others[i];
    return _cmocka_run_group_tests("every kind of terminal", tests, (size_t)count, make_house,
                                   pty_house_remove);
}
