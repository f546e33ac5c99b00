/* A figure whose server is missing is told of, with the reason, instead of being left out. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/servers.h"
#include "tests/lib/temp_dir.h"

static const struct bench_figure figures[] = {
    {.name = "house.first", .goal = ">=0.7", .what = "one"},
    {.name = "house.second", .goal = "<=2", .what = "another"},
};

/* What a bench program prints for programs; servers: whether it could go on. */
static void lines_of(bool *servers, char text[400])
{
    char dir[128], path[160];
    int status;
    temp_dir_make(dir, sizeof dir);
    snprintf(path, sizeof path, "%s/lines", dir);
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        setenv("LOGE_BENCH_LINES", path, 1);
        const bool found = bench_servers(figures, COUNT_OF(figures));
        _exit(bench_end() ? 2 : found);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
    *servers = WEXITSTATUS(status);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, 399, file)] = '\0';
    fclose(file);
    temp_dir_remove(dir);
}

static void figures_without_their_server_say_so(void **state)
{
    char text[400], *path = strdup(getenv("PATH"));
    bool servers;
    setenv("LOGE_PG_BIN", "/nowhere", 1);
    setenv("PATH", "/nowhere", 1);
    lines_of(&servers, text);
    setenv("PATH", path, 1);
    unsetenv("LOGE_PG_BIN");
    free(path);
    assert_false(servers);
    assert_string_equal(text, "house.first - >=0.7 skipped\nhouse.second - <=2 skipped\n");
}

/* The control: nothing is said of figures that will be measured. */
static void figures_with_their_servers_are_measured(void **state)
{
    char text[400];
    bool servers;
    lines_of(&servers, text);
    assert_true(servers);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_without_their_server_say_so),
        cmocka_unit_test(figures_with_their_servers_are_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
