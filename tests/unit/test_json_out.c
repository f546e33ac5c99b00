#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/json_out.h"

static struct json_out *json;

static int set_up(void **state)
{
    json = json_out_new();
    return 0;
}

static int tear_down(void **state)
{
    json_out_free(&json);
    return 0;
}

static void values_are_written_in_order(void **state)
{
    json_object_begin(json);
    json_key(json, "seats");
    json_array_begin(json);
    json_string(json, "Stalls-A-1");
    json_string(json, "Stalls-A-2");
    json_array_end(json);
    json_key(json, "total");
    json_int(json, -8400);
    json_key(json, "paid");
    json_bool(json, true);
    json_key(json, "due");
    json_bool(json, false);
    json_key(json, "hold");
    json_null(json);
    json_object_end(json);
    assert_string_equal(json_out_text(json, NULL), "{\"seats\":[\"Stalls-A-1\",\"Stalls-A-2\"],"
                                                   "\"total\":-8400,\"paid\":true,\"due\":false,"
                                                   "\"hold\":null}");
}

static void empty_things_and_nested_things_have_their_commas(void **state)
{
    json_array_begin(json);
    json_array_begin(json);
    json_array_end(json);
    json_object_begin(json);
    json_object_end(json);
    json_array_begin(json);
    json_int(json, 1);
    json_array_end(json);
    json_array_end(json);
    assert_string_equal(json_out_text(json, NULL), "[[],{},[1]]");
}

static const char *quoted(const char *text)
{
    json_out_reset(json);
    json_string(json, text);
    return json_out_text(json, NULL);
}

static void strings_are_escaped(void **state)
{
    assert_string_equal(quoted("a \"b\" \\ c"), "\"a \\\"b\\\" \\\\ c\"");
    assert_string_equal(quoted("line\nnext\ttab\r"), "\"line\\nnext\\ttab\\r\"");
    assert_string_equal(quoted("Müller 日本"), "\"Müller 日本\"");
    assert_string_equal(quoted(""), "\"\"");
    assert_string_equal(quoted(NULL), "null");
}

static void nothing_that_moves_a_cursor_goes_out_raw(void **state)
{
    assert_string_equal(quoted("\x1b[2J"), "\"\\u001b[2J\"");
    assert_string_equal(quoted("\x7f\xc2\x9b"), "\"\\u007f\\u009b\"");
    assert_string_equal(quoted("\u202egpj"), "\"\\u202egpj\"");
}

static void invalid_utf8_becomes_the_replacement_character(void **state)
{
    assert_string_equal(quoted("a\xff\xc3z"), "\"a\ufffd\ufffdz\"");
    assert_string_equal(quoted("\ufffd"), "\"\ufffd\"");
}

static void the_largest_numbers_fit(void **state)
{
    json_array_begin(json);
    json_int(json, INT64_MIN);
    json_int(json, INT64_MAX);
    json_array_end(json);
    assert_string_equal(json_out_text(json, NULL), "[-9223372036854775808,9223372036854775807]");
}

static void fractions_read_back_as_the_same_number(void **state)
{
    json_array_begin(json);
    json_number(json, 10);
    json_number(json, -0.25);
    json_number(json, 0.1);
    json_number(json, 0.1 + 0.2);
    json_array_end(json);
    assert_string_equal(json_out_text(json, NULL), "[10,-0.25,0.1,0.30000000000000004]");
}

static void a_long_document_grows(void **state)
{
    size_t length;
    json_array_begin(json);
    for (int i = 0; i < 20000; i++)
        json_string(json, "Balcony-ZZ-101");
    json_array_end(json);
    const char *text = json_out_text(json, &length);
    assert_int_equal(length, 20000 * 17 + 1);
    assert_int_equal(strlen(text), length);
}

static void a_file_gets_one_line(void **state)
{
    char line[32] = "";
    FILE *file = tmpfile();
    json_int(json, 7);
    assert_true(json_out_print(json, file));
    rewind(file);
    assert_int_equal(fread(line, 1, sizeof line - 1, file), 2);
    assert_string_equal(line, "7\n");
    fclose(file);
}

static void a_full_disk_is_noticed(void **state)
{
    FILE *full = fopen("/dev/full", "w");
    if (!full)
        skip();
    json_int(json, 7);
    assert_false(json_out_print(json, full));
    fclose(full);
}

static void a_value_without_its_key(void)
{
    json_object_begin(json);
    json_int(json, 1);
}

static void a_key_in_an_array(void)
{
    json_array_begin(json);
    json_key(json, "x");
}

static void an_object_closed_as_an_array(void)
{
    json_object_begin(json);
    json_array_end(json);
}

static void a_key_without_its_value(void)
{
    json_object_begin(json);
    json_key(json, "x");
    json_object_end(json);
}

static void a_second_document(void)
{
    json_int(json, 1);
    json_int(json, 2);
}

static void reading_half_a_document(void)
{
    json_array_begin(json);
    json_out_text(json, NULL);
}

static void a_tower_of_arrays(void)
{
    for (int i = 0; i <= JSON_DEPTH; i++)
        json_array_begin(json);
}

static bool aborts(void (*misuse)(void))
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL); /* cmocka catches it to fail the test */
        if (freopen("/dev/null", "w", stderr))
            misuse();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void nothing_wrong(void)
{
    json_int(json, 1);
}

static void misuse_is_a_bug_and_aborts(void **state)
{
    static void (*const misuses[])(void) = {
        a_value_without_its_key, a_key_in_an_array,       an_object_closed_as_an_array,
        a_key_without_its_value, reading_half_a_document, a_second_document,
        a_tower_of_arrays,
    };
    assert_false(aborts(nothing_wrong));
    for (int i = 0; i < COUNT_OF(misuses); i++)
        assert_true(aborts(misuses[i]));
}

#define JSON_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        JSON_TEST(values_are_written_in_order),
        JSON_TEST(empty_things_and_nested_things_have_their_commas),
        JSON_TEST(strings_are_escaped),
        JSON_TEST(nothing_that_moves_a_cursor_goes_out_raw),
        JSON_TEST(invalid_utf8_becomes_the_replacement_character),
        JSON_TEST(the_largest_numbers_fit),
        JSON_TEST(fractions_read_back_as_the_same_number),
        JSON_TEST(a_long_document_grows),
        JSON_TEST(a_file_gets_one_line),
        JSON_TEST(a_full_disk_is_noticed),
        JSON_TEST(misuse_is_a_bug_and_aborts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
