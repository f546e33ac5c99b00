/*
 * 40 columns, in the languages with the longest words: what the message row says there is what it
 * says on 132 columns, or its beginning up to the end of a word; and each hint of the last row is
 * whole. In every language with LOGE_LANGUAGES=all (tests/pty/all_languages.sh).
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

#include "tests/lib/pty_house.h"

enum { ROWS = 12, NARROW_COLUMNS = 40, WIDE_COLUMNS = 132, ROW_TEXT = 1024 };

/* Every step says something, or shows other hints. */
static const char *const steps[] = {
    "1 0 0 Enter", "g s", "Enter", "x",     "p",   "Enter", "2 b", "n",     "t",   "p",
    "Enter",       "c 1", "v",     "Esc",   "Esc", "u",     "b",   "Enter", "r",   "i",
    "H",           "Esc", "g o",   "Enter", "f",   "Esc",   "g t", "Enter", "i",   "Esc",
    "g d",         "g l", "g w",   "g h",   "g p", "?",     ":",   "Esc",   "g k",
};
static const char *const languages[] = {"fr", "de", "es", "nl", "af", "en"};

static struct pty *a_console(const char *language)
{
    char chosen[64];
    pty_house_restore();
    snprintf(chosen, sizeof chosen, "LOGE_LANGUAGE=%s", language);
    const char *const env[] = {chosen, NULL};
    struct pty *pty =
        pty_console((struct pty_start){.env = env, .rows = ROWS, .columns = WIDE_COLUMNS});
    pty_idle(pty);
    pty_sign_in(pty, "anna", "1111");
    return pty;
}

/* ---- rows --------------------------------------------------------------------------------- */

struct last_rows {
    char message[ROW_TEXT], hints[ROW_TEXT];
};

static void copy_row(struct pty *pty, int row, char out[ROW_TEXT])
{
    const char *text = pty_text(pty);
    while (row-- > 0)
        text = strchr(text, '\n') + 1;
    snprintf(out, ROW_TEXT, "%.*s", (int)strcspn(text, "\n"), text);
}

static struct last_rows rows_at(struct pty *pty, int columns)
{
    struct last_rows last;
    pty_resize(pty, ROWS, columns);
    copy_row(pty, ROWS - 2, last.message);
    copy_row(pty, ROWS - 1, last.hints);
    return last;
}

/* What of the whole is left behind this beginning of it; NULL: it is none that ends with a word. */
static const char *rest_behind(const char *whole, const char *part)
{
    static const char cut_off[] = "...";
    size_t length = strlen(part), dots = strlen(cut_off);
    if (strcmp(whole, part) == 0)
        return "";
    if (length >= dots && strcmp(part + length - dots, cut_off) == 0)
        length -= dots;
    if (strncmp(whole, part, length) != 0 || (whole[length] && whole[length] != ' '))
        return NULL;
    return whole + length + strspn(whole + length, " ");
}

/* Between two blanks. */
static bool is_hint_of(const char *hints, const char *hint, size_t length)
{
    for (const char *at = hints; (at = strstr(at, "  ")) || *hints;) {
        size_t own = at ? (size_t)(at - hints) : strlen(hints);
        if (own == length && strncmp(hints, hint, length) == 0)
            return true;
        if (!at)
            return false;
        hints = at = at + strspn(at, " ");
    }
    return false;
}

static bool hints_are_whole(const char *wide, const char *narrow)
{
    while (*narrow) {
        const char *end = strstr(narrow, "  ");
        size_t length = end ? (size_t)(end - narrow) : strlen(narrow);
        if (!is_hint_of(wide, narrow, length))
            return false;
        narrow += length;
        narrow += strspn(narrow, " ");
    }
    return true;
}

/* An error that is too long goes on in the row of the hints. */
static bool is_well_cut(const struct last_rows *wide, const struct last_rows *narrow)
{
    const char *rest = *narrow->message ? rest_behind(wide->message, narrow->message) : "";
    if (!rest)
        return false;
    if (*rest && rest_behind(rest, narrow->hints))
        return true;
    return hints_are_whole(wide->hints, narrow->hints);
}

/* ---- the rules ---------------------------------------------------------------------------- */

static void no_word_is_torn(void **state)
{
    struct pty *pty = a_console(*state);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        pty_keys(pty, steps[i]);
        const struct last_rows wide = rows_at(pty, WIDE_COLUMNS);
        const struct last_rows narrow = rows_at(pty, NARROW_COLUMNS);
        if (!is_well_cut(&wide, &narrow))
            fail_msg("after \"%s\", of\n%s\n%s\nthere is\n%s\n%s", steps[i], wide.message,
                     wide.hints, narrow.message, narrow.hints);
        pty_resize(pty, ROWS, WIDE_COLUMNS);
    }
    pty_free(&pty);
}

/* The control. */
static void a_torn_word_is_found(void **state)
{
    const struct last_rows wide = {"Held A-1 A-2, together.", "p pay  b best seats  ? help"};
    const struct last_rows good[] = {{"Held A-1...", "p pay  ? help"},
                                     {"Held A-1", "A-2, together."},
                                     {"Held A-1 A-2, together.", "b best seats"},
                                     {"", ""}};
    const struct last_rows bad[] = {
        {"Held A-...", "p pay"}, {"Held A-1", "A-2, to"}, {"Held A-1...", "p pay  b best"}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(is_well_cut(&wide, &good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(is_well_cut(&wide, &bad[i]));
}

int main(void)
{
    enum { LANGUAGES = sizeof languages / sizeof *languages, FEW = 2 };
    const char *which = getenv("LOGE_LANGUAGES");
    const int count = which && strcmp(which, "all") == 0 ? LANGUAGES : FEW;
    static char names[LANGUAGES][64];
    static struct CMUnitTest tests[LANGUAGES + 1];
    for (int i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "no word is torn, %s", languages[i]);
        tests[i] = (struct CMUnitTest){.name = names[i],
                                       .test_func = no_word_is_torn,
                                       .initial_state = (void *)(uintptr_t)languages[i]};
    }
    tests[count] = (struct CMUnitTest)cmocka_unit_test(a_torn_word_is_found);
    return _cmocka_run_group_tests("40 columns", tests, (size_t)count + 1, pty_house_make,
                                   pty_house_remove);
}
