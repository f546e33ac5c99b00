/*
 * Races with every step in its place: each file of tests/isolation/specs is played by PostgreSQL's
 * own isolationtester against the real schema, and has to come out as tests/isolation/expected
 * says. After each permutation the house has to be sound. With GENERATE=1 the expected files are
 * written.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/play.h"
#include "tests/lib/temp_dir.h"

enum { PATHS = 300, SPECS_LEAST = 12, PERMUTATIONS_LEAST = 60 };

static char tester[PATHS], folder[PLAY_PATH], work[128], database[PG_NAME];

/* ---- files ---------------------------------------------------------------------------------- */

static bool find_tester(void)
{
    const char *told = getenv("LOGE_PG_BIN");
    char pattern[PATHS];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/../lib/pgxs/src/test/isolation/isolationtester",
             told ? told : "/usr/lib/postgresql/*/bin");
    bool any = glob(pattern, 0, NULL, &found) == 0;
    if (any)
        snprintf(tester, sizeof tester, "%.250s", found.gl_pathv[found.gl_pathc - 1]);
    globfree(&found);
    return any;
}

static int set_up(void **state)
{
    play_folder(folder);
    temp_dir_make(work, sizeof work);
    play_make(database);
    return 0;
}

static int tear_down(void **state)
{
    temp_dir_remove(work);
    return 0;
}

/* ---- playing -------------------------------------------------------------------------------- */

static void name_of(const char *spec, char name[64])
{
    snprintf(name, 64, "%s", strrchr(spec, '/') + 1);
    *strchr(name, '.') = '\0';
}

static void play(const char *spec, const char *out)
{
    char url[PG_URL], command[3 * PATHS + PG_URL];
    snprintf(command, sizeof command, "'%s' \"%s\" <'%s' >'%s' 2>&1", tester,
             pg_server_url(database, NULL, NULL, url), spec, out);
    if (system(command) != 0)
        fail_msg("%s:\n%s", command, play_read(out));
}

static void compare(const char *expected, const char *out)
{
    char command[3 * PATHS];
    if (getenv("GENERATE"))
        snprintf(command, sizeof command, "cp '%s' '%s'", out, expected);
    else
        snprintf(command, sizeof command, "diff -u '%s' '%s'", expected, out);
    if (system(command) != 0)
        fail_msg("%s", command);
}

static int count_in(const char *out, const char *word)
{
    char *text = play_read(out);
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        count++;
    free(text);
    return count;
}

/* How many permutations it had. */
static int judge(const char *spec)
{
    char name[64], out[PATHS], expected[PATHS + 80];
    name_of(spec, name);
    snprintf(out, sizeof out, "%s/%s.out", work, name);
    snprintf(expected, sizeof expected, "%s/expected/%s.out", folder, name);
    play(spec, out);
    compare(expected, out);
    int permutations = count_in(out, "starting permutation: ");
    if (count_in(out, "|nothing") != permutations)
        fail_msg("%s: the house was not sound after each of its permutations", name);
    return permutations;
}

static void every_race_ends_as_it_should(void **state)
{
    char pattern[PATHS + 20];
    glob_t specs = {0};
    int permutations = 0;
    snprintf(pattern, sizeof pattern, "%s/specs/*.spec", folder);
    assert_int_equal(glob(pattern, 0, NULL, &specs), 0);
    for (size_t i = 0; i < specs.gl_pathc; i++)
        permutations += judge(specs.gl_pathv[i]);
    printf("# %zu specs, %d permutations\n", specs.gl_pathc, permutations);
    assert_true(specs.gl_pathc >= SPECS_LEAST);
    assert_true(permutations >= PERMUTATIONS_LEAST);
    globfree(&specs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_race_ends_as_it_should)};
    if (pg_server_skip())
        return 0;
    if (!find_tester()) {
        printf("1..0 # SKIP isolationtester (package postgresql-client-15) is not installed\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
