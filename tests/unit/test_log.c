#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/log.h"

static struct fake_clock fake;
static struct log *the_log;
static int lines[2]; /* a pipe: what the log writes comes out of lines[0] */
static char line[LOG_LINE + 1];
static const struct uuid request = {.b = {1, 0x93, [15] = 7}};

#define REQUEST "01930000-0000-0000-0000-000000000007"

static int set_up(void **state)
{
    fake = (struct fake_clock){.wall = INT64_C(1795203000120)};
    the_log = log_new(clock_fake(&fake), LEVEL_INFO);
    return pipe2(lines, O_NONBLOCK | O_CLOEXEC);
}

static int tear_down(void **state)
{
    log_free(&the_log);
    close(lines[0]);
    close(lines[1]);
    return 0;
}

/* What one read(2) gives: with one event before it, its one line. */
static const char *written(void)
{
    ssize_t got = read(lines[0], line, sizeof line - 1);
    line[got > 0 ? got : 0] = '\0';
    return line;
}

static void a_line_tells_when_how_bad_who_and_what(void **state)
{
    log_add_fd(the_log, lines[1], LOG_TEXT);
    log_event(
        the_log, LEVEL_INFO, "hold", &request, "expired",
        LOG_FIELDS(LOG_ID("hold", &request), LOG_INT("seats", -2), LOG_CODE("code", "SEAT_TAKEN")));
    assert_string_equal(written(), "2026-11-20T19:30:00.120Z info hold " REQUEST
                                   ": expired hold=" REQUEST " seats=-2 code=SEAT_TAKEN\n");
}

static void a_line_can_be_json(void **state)
{
    char expected[512];
    log_add_fd(the_log, lines[1], LOG_JSON);
    log_event(the_log, LEVEL_WARNING, "hold", &request, "expired",
              LOG_FIELDS(LOG_ID("hold", &request), LOG_INT("seats", 2)));
    snprintf(expected, sizeof expected,
             "{\"time\":\"2026-11-20T19:30:00.120Z\",\"level\":\"warning\",\"pid\":%d,"
             "\"subject\":\"hold\",\"request\":\"" REQUEST "\",\"message\":\"expired\","
             "\"hold\":\"" REQUEST "\",\"seats\":2}\n",
             (int)getpid());
    assert_string_equal(written(), expected);
}

static void without_a_request_the_line_has_none(void **state)
{
    struct uuid zero = {0};
    log_add_fd(the_log, lines[1], LOG_TEXT);
    log_event(the_log, LEVEL_ERROR, "till", NULL, "starts", LOG_NOTHING);
    assert_string_equal(written(), "2026-11-20T19:30:00.120Z error till: starts\n");
    log_event(the_log, LEVEL_ERROR, "till", &zero, "starts", LOG_NOTHING);
    assert_string_equal(written(), "2026-11-20T19:30:00.120Z error till: starts\n");
}

static void an_error_shows_its_class_its_code_and_its_sentence(void **state)
{
    struct err err;
    err_set(&err, RC_TRANSIENT, "SQLITE_BUSY", "The house is busy\x1b[2J");
    log_add_fd(the_log, lines[1], LOG_TEXT);
    log_event(the_log, LEVEL_ERROR, "store", NULL, "refused", LOG_FIELDS(LOG_ERR(&err)));
    assert_string_equal(written(), "2026-11-20T19:30:00.120Z error store: refused "
                                   "error=transient native=SQLITE_BUSY: The house is busy"
                                   "\\x1b[2J\n");
}

static void an_error_in_json_has_three_fields(void **state)
{
    struct err err;
    err_set(&err, RC_CONFIG, "", "No \"way\"\n");
    log_add_fd(the_log, lines[1], LOG_JSON);
    log_event(the_log, LEVEL_ERROR, "store", NULL, "refused", LOG_FIELDS(LOG_ERR(&err)));
    assert_non_null(strstr(written(), "\"request\":null,\"message\":\"refused\",\"error\":"
                                      "\"config\",\"native\":null,"
                                      "\"sentence\":\"No \\\"way\\\"\\n\"}\n"));
}

static void less_important_lines_stay_out(void **state)
{
    log_add_fd(the_log, lines[1], LOG_TEXT);
    log_event(the_log, LEVEL_DEBUG, "till", NULL, "chatter", LOG_NOTHING);
    assert_string_equal(written(), "");
    assert_false(log_wants(the_log, LEVEL_DEBUG));
    assert_true(log_wants(the_log, LEVEL_INFO));
}

static void customer_data_has_no_way_in(void **state)
{
    static const char *const people[] = {
        "anna@example.org",
        "Anna Müller",
        "Müller",
        "+491701234567",
        "",
        "a\nb",
        "0123456789012345678901234567890123456789012345678901234567890123456789",
    };
    log_add_fd(the_log, lines[1], LOG_TEXT);
    for (int i = 0; i < COUNT_OF(people); i++) {
        log_event(the_log, LEVEL_INFO, "sale", NULL, "done",
                  LOG_FIELDS(LOG_CODE("for", people[i])));
        assert_string_equal(written(), "2026-11-20T19:30:00.120Z info sale: done for=(private)\n");
    }
    assert_true(log_is_code("Stalls-A-1"));
    assert_true(log_is_code("/var/lib/loge/house.db"));
}

static void every_sink_gets_the_line_in_its_format(void **state)
{
    int other[2];
    char json[LOG_LINE] = "";
    assert_int_equal(pipe(other), 0);
    log_add_fd(the_log, lines[1], LOG_TEXT);
    log_add_fd(the_log, other[1], LOG_JSON);
    log_event(the_log, LEVEL_INFO, "till", NULL, "starts", LOG_NOTHING);
    assert_string_equal(written(), "2026-11-20T19:30:00.120Z info till: starts\n");
    assert_true(read(other[0], json, sizeof json - 1) > 0);
    assert_int_equal(json[0], '{');
    close(other[0]);
    close(other[1]);
}

static void an_endless_line_still_ends(void **state)
{
    struct err err;
    err_set(&err, RC_CONFIG, "", "%0300d", 7);
    memset(err.text, 1, 300);
    struct log_field many[] = {LOG_ERR(&err), LOG_ERR(&err), LOG_ERR(&err), LOG_ERR(&err)};
    log_add_fd(the_log, lines[1], LOG_TEXT);
    log_event(the_log, LEVEL_INFO, "till", NULL, "odd", (struct log_fields){many, 4});
    assert_int_equal(strlen(written()), LOG_LINE - 1);
    assert_int_equal(line[LOG_LINE - 2], '\n');
}

static void an_endless_json_line_leaves_fields_out_and_stays_json(void **state)
{
    struct err err;
    err_set(&err, RC_CONFIG, "", "%0300d", 7);
    memset(err.text, 1, 300);
    struct log_field many[] = {LOG_INT("kept", 1), LOG_ERR(&err), LOG_ERR(&err), LOG_ERR(&err)};
    log_add_fd(the_log, lines[1], LOG_JSON);
    log_event(the_log, LEVEL_INFO, "till", NULL, "odd", (struct log_fields){many, 4});
    const char *got = written();
    assert_true(strlen(got) <= LOG_LINE);
    assert_non_null(strstr(got, "\"kept\":1"));
    assert_string_equal(got + strlen(got) - 2, "}\n");
}

static void a_line_nobody_takes_is_counted(void **state)
{
    int full = open("/dev/full", O_WRONLY);
    if (full < 0)
        skip();
    log_add_fd(the_log, full, LOG_TEXT);
    log_event(the_log, LEVEL_INFO, "till", NULL, "starts", LOG_NOTHING);
    assert_int_equal(log_lost(the_log), 1);
    close(full);
}

static void no_log_takes_everything(void **state)
{
    log_event(NULL, LEVEL_ERROR, "till", NULL, "starts", LOG_NOTHING);
    assert_false(log_wants(NULL, LEVEL_ERROR));
}

/* ---- files ---------------------------------------------------------------------------------- */

static char path[256];

static void a_temporary_path(void)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/loge-log-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
}

enum { WRITERS = 4, LINES_EACH = 200 };

static void write_from_another_process(int writer)
{
    struct log *own = log_new(clock_system(), LEVEL_INFO);
    if (log_add_file(own, path, LOG_TEXT, NULL))
        _exit(1);
    for (int i = 0; i < LINES_EACH; i++)
        log_event(own, LEVEL_INFO, "till", &request, "sold",
                  LOG_FIELDS(LOG_INT("writer", writer), LOG_INT("line", i)));
    _exit(0);
}

static int lines_of(const char *name)
{
    int count = 0;
    FILE *file = fopen(name, "r");
    while (file && fgets(line, sizeof line, file))
        count++;
    if (file)
        fclose(file);
    return count;
}

static void a_file_that_was_moved_away_is_written_anew(void **state)
{
    char moved[sizeof path + 2];
    a_temporary_path();
    snprintf(moved, sizeof moved, "%s.1", path);
    assert_int_equal(log_add_file(the_log, path, LOG_TEXT, NULL), RC_OK);
    log_event(the_log, LEVEL_INFO, "till", NULL, "sold", LOG_NOTHING);
    assert_int_equal(rename(path, moved), 0);
    assert_int_equal(log_reopen(the_log, NULL), RC_OK);
    log_event(the_log, LEVEL_INFO, "till", NULL, "sold", LOG_NOTHING);
    assert_int_equal(lines_of(path), 1);
    assert_int_equal(lines_of(moved), 1);
    unlink(moved);
    unlink(path);
}

static void how_much_is_said_can_change(void **state)
{
    log_set_level(the_log, LEVEL_ERROR);
    assert_false(log_wants(the_log, LEVEL_INFO));
    log_set_level(the_log, LEVEL_DEBUG);
    assert_true(log_wants(the_log, LEVEL_DEBUG));
}

static void processes_share_a_file_line_by_line(void **state)
{
    int count = 0, status = 0, writer, number;
    a_temporary_path();
    for (int i = 0; i < WRITERS; i++)
        if (fork() == 0)
            write_from_another_process(i);
    for (int i = 0; i < WRITERS; i++)
        assert_true(wait(&status) > 0 && status == 0);
    FILE *file = fopen(path, "r");
    while (fgets(line, sizeof line, file)) {
        const char *rest = strstr(line, ": sold ");
        assert_int_equal(line[4], '-');
        assert_non_null(rest);
        assert_int_equal(sscanf(rest, ": sold writer=%d line=%d", &writer, &number), 2);
        count++;
    }
    fclose(file);
    unlink(path);
    assert_int_equal(count, WRITERS * LINES_EACH);
}

static void settings_choose_level_format_and_file(void **state)
{
    struct err err;
    struct stat info;
    struct settings *settings = settings_new();
    a_temporary_path();
    assert_int_equal(settings_set(settings, SETTING_LOG_FILE, path, &err), RC_OK);
    assert_int_equal(settings_set(settings, SETTING_LOG_LEVEL, "debug", &err), RC_OK);
    assert_int_equal(settings_set(settings, SETTING_LOG_FORMAT, "json", &err), RC_OK);
    struct log *opened = log_open(settings, clock_fake(&fake), &err);
    assert_non_null(opened);
    log_event(opened, LEVEL_DEBUG, "till", NULL, "starts", LOG_NOTHING);
    log_free(&opened);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 077, 0);
    assert_true(info.st_size > 50);
    unlink(path);
    settings_free(&settings);
}

static void a_log_file_that_cannot_be_is_one_sentence(void **state)
{
    struct err err;
    struct settings *settings = settings_new();
    assert_int_equal(settings_set(settings, SETTING_LOG_FILE, "/nowhere/log", &err), RC_OK);
    assert_null(log_open(settings, clock_fake(&fake), &err));
    assert_string_equal(err.text,
                        "Cannot open the log file /nowhere/log: No such file or directory");
    settings_free(&settings);
}

#define LOG_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LOG_TEST(a_line_tells_when_how_bad_who_and_what),
        LOG_TEST(a_line_can_be_json),
        LOG_TEST(without_a_request_the_line_has_none),
        LOG_TEST(an_error_shows_its_class_its_code_and_its_sentence),
        LOG_TEST(an_error_in_json_has_three_fields),
        LOG_TEST(less_important_lines_stay_out),
        LOG_TEST(customer_data_has_no_way_in),
        LOG_TEST(every_sink_gets_the_line_in_its_format),
        LOG_TEST(an_endless_line_still_ends),
        LOG_TEST(an_endless_json_line_leaves_fields_out_and_stays_json),
        LOG_TEST(a_line_nobody_takes_is_counted),
        LOG_TEST(no_log_takes_everything),
        LOG_TEST(a_file_that_was_moved_away_is_written_anew),
        LOG_TEST(how_much_is_said_can_change),
        LOG_TEST(processes_share_a_file_line_by_line),
        LOG_TEST(settings_choose_level_format_and_file),
        LOG_TEST(a_log_file_that_cannot_be_is_one_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
