#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/paths.h"

static char scratch[PATH_TEXT];

static int make_scratch(void **state)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(scratch, sizeof scratch, "%s/loge-paths-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    return mkdtemp(scratch) ? 0 : -1;
}

static int remove_scratch(void **state)
{
    char command[PATH_TEXT + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", scratch);
    return system(command);
}

static int clear_environment(void **state)
{
    static const char *const names[] = {"HOME",           "LOGE_DIR",
                                        "XDG_DATA_HOME",  "XDG_CONFIG_HOME",
                                        "XDG_STATE_HOME", "XDG_RUNTIME_DIR"};
    for (int i = 0; i < COUNT_OF(names); i++)
        unsetenv(names[i]);
    return 0;
}

static void home_alone_gives_the_usual_folders(void **state)
{
    struct paths paths;
    setenv("HOME", "/home/anna", 1);
    assert_int_equal(paths_find(NULL, &paths, NULL), RC_OK);
    assert_string_equal(paths.data, "/home/anna/.local/share/loge");
    assert_string_equal(paths.config, "/home/anna/.config/loge");
    assert_string_equal(paths.state, "/home/anna/.local/state/loge");
    assert_string_equal(paths.runtime, "/home/anna/.local/state/loge");
}

static void xdg_folders_win_over_home(void **state)
{
    struct paths paths;
    setenv("XDG_DATA_HOME", "/d", 1);
    setenv("XDG_CONFIG_HOME", "/c", 1);
    setenv("XDG_STATE_HOME", "/s", 1);
    setenv("XDG_RUNTIME_DIR", "/run/user/7", 1);
    assert_int_equal(paths_find(NULL, &paths, NULL), RC_OK);
    assert_string_equal(paths.data, "/d/loge");
    assert_string_equal(paths.config, "/c/loge");
    assert_string_equal(paths.state, "/s/loge");
    assert_string_equal(paths.runtime, "/run/user/7/loge");
}

static void a_relative_xdg_folder_does_not_count(void **state)
{
    struct paths paths;
    setenv("HOME", "/home/anna", 1);
    setenv("XDG_DATA_HOME", "data", 1);
    assert_int_equal(paths_find(NULL, &paths, NULL), RC_OK);
    assert_string_equal(paths.data, "/home/anna/.local/share/loge");
}

static void one_folder_can_hold_everything(void **state)
{
    struct paths paths;
    setenv("HOME", "/home/anna", 1);
    setenv("LOGE_DIR", "/srv/loge", 1);
    assert_int_equal(paths_find(NULL, &paths, NULL), RC_OK);
    assert_string_equal(paths.data, "/srv/loge");
    assert_string_equal(paths.config, "/srv/loge");
    assert_string_equal(paths.state, "/srv/loge");
    assert_string_equal(paths.runtime, "/srv/loge");
    assert_int_equal(paths_find("/tmp/other", &paths, NULL), RC_OK);
    assert_string_equal(paths.data, "/tmp/other");
}

static void an_empty_variable_is_no_variable(void **state)
{
    struct paths paths;
    setenv("HOME", "/home/anna", 1);
    setenv("LOGE_DIR", "", 1);
    assert_int_equal(paths_find("", &paths, NULL), RC_OK);
    assert_string_equal(paths.config, "/home/anna/.config/loge");
}

static void a_relative_folder_is_taken_from_here(void **state)
{
    struct paths paths;
    char here[PATH_TEXT], expected[PATH_TEXT];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(paths_join(expected, here, "demo", NULL), RC_OK);
    assert_int_equal(paths_find("demo", &paths, NULL), RC_OK);
    assert_string_equal(paths.data, expected);
}

static void a_missing_home_is_one_clear_sentence(void **state)
{
    struct paths paths;
    struct err err;
    assert_int_equal(paths_find(NULL, &paths, &err), RC_CONFIG);
    assert_string_equal(err.text, "HOME is not set, so there is no place for the files: set HOME, "
                                  "or name a folder with --dir or LOGE_DIR");
    setenv("HOME", "anna", 1);
    assert_int_equal(paths_find(NULL, &paths, &err), RC_CONFIG);
    assert_non_null(strstr(err.text, "HOME is not an absolute path"));
}

static void a_path_that_does_not_fit_is_refused(void **state)
{
    char folder[PATH_TEXT * 2], out[PATH_TEXT];
    struct paths paths;
    struct err err;
    memset(folder, 'x', sizeof folder);
    folder[0] = '/';
    folder[sizeof folder - 1] = '\0';
    assert_int_equal(paths_join(out, folder, "a", &err), RC_CONFIG);
    assert_int_equal(paths_find(folder, &paths, &err), RC_CONFIG);
    assert_int_equal(paths_create(folder, &err), RC_CONFIG);
    assert_string_equal(err.native, "ENAMETOOLONG");
}

static void folders_are_made_for_their_owner_only(void **state)
{
    char folder[PATH_TEXT];
    struct stat info;
    umask(0);
    assert_int_equal(paths_join(folder, scratch, "a/b/c", NULL), RC_OK);
    assert_int_equal(paths_create(folder, NULL), RC_OK);
    assert_int_equal(stat(folder, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0700);
    assert_int_equal(paths_create(folder, NULL), RC_OK);
}

static void a_file_in_the_way_is_named(void **state)
{
    char file[PATH_TEXT], below[PATH_TEXT];
    struct err err;
    assert_int_equal(paths_join(file, scratch, "file", NULL), RC_OK);
    assert_int_equal(paths_join(below, file, "below", NULL), RC_OK);
    fclose(fopen(file, "w"));
    assert_int_equal(paths_create(file, &err), RC_CONFIG);
    assert_non_null(strstr(err.text, "is a file, and a folder is needed there"));
    assert_int_equal(paths_create(below, &err), RC_CONFIG);
    assert_non_null(strstr(err.text, file));
}

#define PATHS_TEST(f) cmocka_unit_test_setup(f, clear_environment)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PATHS_TEST(home_alone_gives_the_usual_folders),
        PATHS_TEST(xdg_folders_win_over_home),
        PATHS_TEST(a_relative_xdg_folder_does_not_count),
        PATHS_TEST(one_folder_can_hold_everything),
        PATHS_TEST(an_empty_variable_is_no_variable),
        PATHS_TEST(a_relative_folder_is_taken_from_here),
        PATHS_TEST(a_missing_home_is_one_clear_sentence),
        PATHS_TEST(a_path_that_does_not_fit_is_refused),
        PATHS_TEST(folders_are_made_for_their_owner_only),
        PATHS_TEST(a_file_in_the_way_is_named),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
