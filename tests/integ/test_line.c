/* One line of the command line's grammar, as the console runs it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/cmd/line.h"
#include "src/cmd/save.h"
#include "tests/lib/house.h"

static const char *run(struct house_fixture *h, const char *line, int *code)
{
    struct call console = {.settings = settings_new(), .desk = h->desk};
    strcpy(console.house.currency, "EUR");
    const char *text = line_run(&console, &h->meta, line, code);
    settings_free(&console.settings);
    return text;
}

static void words_are_split_at_blanks_and_kept_together_by_quotes(void **state)
{
    struct house_fixture *h = *state;
    const char *fault = NULL;
    int count = 0;
    const char *const *words =
        line_words("  sale find \"de Vries\" --name='A B'c  ", h->arena, &count, &fault);
    assert_int_equal(count, 4);
    assert_string_equal(words[2], "de Vries");
    assert_string_equal(words[3], "--name=A Bc");
    assert_null(words[4]);
}

static void an_open_quote_is_refused_in_a_sentence(void **state)
{
    struct house_fixture *h = *state;
    int code;
    const char *text = run(h, "sale find \"de Vries", &code);
    assert_int_equal(code, EXIT_USAGE);
    assert_non_null(strstr(text, "quote"));
}

static void a_line_acts_as_who_is_signed_in(void **state)
{
    struct house_fixture *h = *state;
    int code;
    const char *text = run(h, "loge hold new hamlet Stalls-A-1 Stalls-A-2 --json", &code);
    assert_int_equal(code, EXIT_DONE);
    assert_non_null(strstr(text, "\"holder\":\"anna\""));
    assert_string_equal(house_status(h, "Stalls-A-2"), "held");
}

static void a_refusal_comes_back_as_text(void **state)
{
    struct house_fixture *h = *state;
    int code;
    const char *text = run(h, "seat block hamlet Stalls-A-1 --reason broken", &code);
    assert_int_equal(code, EXIT_FORBIDDEN);
    assert_non_null(strstr(text, "clerk"));
    assert_string_equal(house_status(h, "Stalls-A-1"), "available");
}

static void a_line_cannot_become_somebody_else(void **state)
{
    struct house_fixture *h = *state;
    int code;
    run(h, "seat block hamlet Stalls-A-1 --reason broken --as mark", &code);
    assert_int_equal(code, EXIT_USAGE);
    assert_string_equal(house_status(h, "Stalls-A-1"), "available");
}

static void what_opens_a_house_of_its_own_is_refused(void **state)
{
    struct house_fixture *h = *state;
    int code;
    run(h, "demo", &code);
    assert_int_equal(code, EXIT_USAGE);
    run(h, "sign-in mark", &code);
    assert_int_equal(code, EXIT_USAGE);
    run(h, "", &code);
    assert_int_equal(code, EXIT_USAGE);
}

static void help_works_and_unknown_words_are_answered_with_the_nearest(void **state)
{
    struct house_fixture *h = *state;
    int code;
    assert_non_null(strstr(run(h, "hold new --help", &code), "Usage: loge hold new"));
    assert_int_equal(code, EXIT_DONE);
    assert_non_null(strstr(run(h, "hodl new", &code), "hold"));
    assert_int_equal(code, EXIT_USAGE);
}

static void sections_of_a_show_are_reported_one_by_one(void **state)
{
    struct house_fixture *h = *state;
    int code;
    house_become(h, "ruth", ROLE_MANAGER);
    const char *text = run(h, "report occupancy --show hamlet --csv", &code);
    assert_int_equal(code, EXIT_DONE);
    assert_string_equal(text, "section,seats,sold,held,blocked,free,percent\n"
                              "\"Stalls\",25,0,0,0,25,0\n");
    text = run(h, "report occupancy --csv", &code);
    assert_non_null(strstr(text, "\"hamlet\",25,0,0,0,25,0\n"));
}

/* ---- into files --------------------------------------------------------------------------- */

static const char *save(struct house_fixture *h, const char *line, struct outcome *out)
{
    struct call console = {.settings = settings_new(), .desk = h->desk};
    strcpy(console.house.currency, "EUR");
    snprintf(console.paths.data, sizeof console.paths.data, "%s", h->dir);
    *out = (struct outcome){0};
    const char *path = save_line(&console, &h->meta, line, "sales.csv", out);
    settings_free(&console.settings);
    return path;
}

static void read_text(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    out[fread(out, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void clear_exports(struct house_fixture *h, const char *const *paths, int count)
{
    char folder[128];
    for (int i = 0; i < count; i++)
        assert_int_equal(unlink(paths[i]), 0);
    snprintf(folder, sizeof folder, "%s/exports", h->dir);
    assert_int_equal(rmdir(folder), 0);
}

static void what_a_line_prints_goes_into_a_new_private_file(void **state)
{
    struct house_fixture *h = *state;
    struct outcome out;
    struct stat about;
    char text[256];
    house_become(h, "ruth", ROLE_MANAGER);
    const char *first = save(h, "report sales --by hour --csv", &out);
    const char *second = save(h, "report sales --by hour --csv", &out);
    assert_non_null(first);
    assert_string_not_equal(first, second);
    assert_non_null(strstr(first, "/exports/sales-2"));
    read_text(second, text, sizeof text);
    assert_string_equal(text, "hour,tickets,gross,fees,tax,discounts,refunded,kept,late\n");
    assert_int_equal(stat(first, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    clear_exports(h, (const char *const[]){first, second}, 2);
}

static void a_refused_line_leaves_no_file(void **state)
{
    struct house_fixture *h = *state;
    struct outcome out;
    char folder[128];
    assert_null(save(h, "report sales --csv", &out)); /* a clerk */
    assert_int_equal(out.verdict, VERDICT_NOT_ALLOWED);
    assert_true(strncmp(out.message, "Your role (clerk)", 17) == 0);
    snprintf(folder, sizeof folder, "%s/exports", h->dir);
    assert_int_not_equal(access(folder, F_OK), 0);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        RULE(words_are_split_at_blanks_and_kept_together_by_quotes),
        RULE(an_open_quote_is_refused_in_a_sentence),
        RULE(a_line_acts_as_who_is_signed_in),
        RULE(a_refusal_comes_back_as_text),
        RULE(a_line_cannot_become_somebody_else),
        RULE(what_opens_a_house_of_its_own_is_refused),
        RULE(help_works_and_unknown_words_are_answered_with_the_nearest),
        RULE(sections_of_a_show_are_reported_one_by_one),
        RULE(what_a_line_prints_goes_into_a_new_private_file),
        RULE(a_refused_line_leaves_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
