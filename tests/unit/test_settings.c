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

#include "src/base/settings.h"

static struct settings *settings;
static struct err err;
static char scratch[200];

static int make_scratch(void **state)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(scratch, sizeof scratch, "%s/loge-settings-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    return mkdtemp(scratch) ? 0 : -1;
}

static int remove_scratch(void **state)
{
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", scratch);
    return system(command);
}

static int set_up(void **state)
{
    unsetenv("LOGE_PIN");
    settings = settings_new();
    memset(&err, 0, sizeof err);
    return 0;
}

static int tear_down(void **state)
{
    settings_free(&settings);
    return 0;
}

static enum rc parse(const char *text)
{
    return settings_parse(settings, "loge.ini", text, strlen(text), &err);
}

static void assert_refused(const char *text, const char *sentence)
{
    assert_int_equal(parse(text), RC_CONFIG);
    assert_string_equal(err.text, sentence);
}

/* A file in the scratch folder; the returned path lives until the next call. */
static const char *a_file(const char *name, const char *content, size_t size, mode_t mode)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, size, file), size);
    fclose(file);
    assert_int_equal(chmod(path, mode), 0);
    return path;
}

static void every_default_is_a_value_its_own_rule_allows(void **state)
{
    enum setting culprit;
    for (int i = 0; i < SETTING_COUNT; i++)
        assert_int_equal(
            settings_set(settings, (enum setting)i, setting_rule((enum setting)i)->fallback, &err),
            RC_OK);
    assert_int_equal(settings_check(settings, &culprit, &err), RC_OK);
    assert_int_equal(settings_ms(settings, SETTING_HOLD_TTL), 15 * 60000);
    assert_int_equal(settings_ms(settings, SETTING_HOLD_CEILING), 2 * 3600000);
    assert_true(settings_on(settings, SETTING_SHOW_GAP_RULE));
    assert_int_equal(settings_money(settings, SETTING_SHIFT_DIFFERENCE_LIMIT), 500);
}

static void every_rule_explains_itself_in_a_sentence(void **state)
{
    char range[128];
    for (int i = 0; i < SETTING_COUNT; i++) {
        const struct setting_rule *rule = setting_rule((enum setting)i);
        assert_int_equal(setting_find(rule->section, rule->name), i);
        assert_int_equal(rule->help[strlen(rule->help) - 1], '.');
        assert_true(strlen(setting_range_text(rule, range, sizeof range)) > 5);
        assert_true(strlen(setting_type_name(rule->type)) > 3);
    }
    assert_int_equal(setting_find("hold", "tll"), -1);
    assert_string_equal(setting_range_text(setting_rule(SETTING_LOG_LEVEL), range, sizeof range),
                        "error, warning, info or debug");
}

static void a_file_of_every_type_is_read(void **state)
{
    assert_int_equal(parse("; the playhouse\n"
                           "[house]\r\n"
                           "name = Théâtre du Nord ; on tickets\r\n"
                           "currency=KWD\n"
                           "\n"
                           "[hold]\n"
                           "  ttl = 90s\n"
                           "\textend: 1500ms\n"
                           "# shows\n"
                           "[show]\n"
                           "gap_rule = no\n"
                           "fee = 1.250\n"
                           "tax = 700\n"
                           "[log]\n"
                           "level = debug"),
                     RC_OK);
    assert_string_equal(settings_text(settings, SETTING_HOUSE_NAME), "Théâtre du Nord");
    assert_int_equal(settings_ms(settings, SETTING_HOLD_TTL), 90000);
    assert_int_equal(settings_ms(settings, SETTING_HOLD_EXTEND), 1500);
    assert_false(settings_on(settings, SETTING_SHOW_GAP_RULE));
    assert_int_equal(settings_money(settings, SETTING_SHOW_FEE), 1250);
    assert_int_equal(settings_int(settings, SETTING_SHOW_TAX), 700);
    assert_int_equal(settings_choice(settings, SETTING_LOG_LEVEL), 3);
}

static void an_amount_may_stand_before_its_currency(void **state)
{
    assert_int_equal(parse("[show]\nfee = 1.250\n[house]\ncurrency = KWD\n"), RC_OK);
    assert_refused("[show]\nfee = 1.250\n[house]\ncurrency = EUR\n",
                   "loge.ini:2: show.fee must be an amount from 0 to 100000, not \"1.250\"");
}

static void a_byte_order_mark_is_fine(void **state)
{
    assert_int_equal(parse("\xEF\xBB\xBF[log]\nlevel = info\n"), RC_OK);
    assert_int_equal(settings_choice(settings, SETTING_LOG_LEVEL), 2);
}

static void an_unknown_key_is_named_with_its_line(void **state)
{
    assert_refused("[hold]\nttl = 5m\ntll = 5m\n", "loge.ini:3: There is no key hold.tll");
    assert_refused("ttl = 5m\n", "loge.ini:1: There is no key ttl");
    assert_refused("[hold]\n\x1b[2J = 1\n", "loge.ini:2: There is no key hold.\\x1b[2J");
}

static void a_key_given_twice_is_refused(void **state)
{
    assert_refused("[hold]\nttl = 5m\n[log]\n[hold]\nttl = 6m\n",
                   "loge.ini:5: hold.ttl was set on line 2 already");
}

static void a_bad_value_says_what_would_be_good(void **state)
{
    assert_refused("[hold]\nttl = 15\n",
                   "loge.ini:2: hold.ttl must be a time like 90s, 15m or 2h, from 1s to 1d, "
                   "not \"15\"");
    assert_refused("[show]\ngap_rule = true\n",
                   "loge.ini:2: show.gap_rule must be yes or no, not \"true\"");
    assert_refused("[log]\nformat = xml\n",
                   "loge.ini:2: log.format must be text or json, not \"xml\"");
    assert_refused("[house]\ncurrency = euro\n",
                   "loge.ini:2: house.currency must be three capital letters like EUR, not "
                   "\"euro\"");
    assert_refused("[show]\ntax = 10001\n",
                   "loge.ini:2: show.tax must be a whole number from 0 to 10000, not \"10001\"");
    assert_refused("[till]\nname =\n",
                   "loge.ini:2: till.name must be text of up to 23 bytes, not \"\"");
    assert_refused("[till]\nname = 012345678901234567890123\n",
                   "loge.ini:2: till.name must be text of up to 23 bytes, not "
                   "\"012345678901234567890123\"");
}

static void times_outside_their_limits_are_refused(void **state)
{
    static const char *const wrong[] = {"0s",   "999ms", "25h", "2d", "-5m", "5 m",
                                        "m",    "1.5h",  "1w",  "",   "5M",  "99999999999d",
                                        "1d1h", "0x5m"};
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(settings_set(settings, SETTING_HOLD_TTL, wrong[i], &err), RC_CONFIG);
    assert_int_equal(settings_ms(settings, SETTING_HOLD_TTL), 15 * 60000);
}

static void a_ceiling_below_the_ttl_is_refused(void **state)
{
    assert_refused("[hold]\nttl = 3h\nceiling = 1h\n",
                   "loge.ini:3: hold.ceiling (1h) must not be less than hold.ttl (3h)");
}

static void a_line_that_is_nothing_is_refused(void **state)
{
    assert_refused("[hold]\nttl 5m\n",
                   "loge.ini:2: The line is neither \"name = value\" nor \"[section]\"");
    assert_refused("[hold\n", "loge.ini:1: The line is neither \"name = value\" nor \"[section]\"");
    assert_refused("what\n[hold]\ntll = 1\n",
                   "loge.ini:1: The line is neither \"name = value\" nor \"[section]\"");
}

static void bytes_that_are_no_text_are_refused(void **state)
{
    assert_refused("[house]\nname = M\xfcller\n", "loge.ini:2: The line is not valid UTF-8");
    assert_refused("[house]\nname = a\x1b[2Jb\n",
                   "loge.ini:2: house.name: this text holds a control character; write it again.");
    assert_int_equal(settings_parse(settings, "loge.ini", "[house]\0\n", 9, &err), RC_CONFIG);
    assert_string_equal(err.text, "loge.ini:1: The line holds a NUL byte");
}

static void a_long_line_is_refused_and_not_cut(void **state)
{
    char text[400];
    snprintf(text, sizeof text, "[log]\nfile = %0300d\n", 7);
    assert_refused(text, "loge.ini:2: The line is too long");
}

static void a_refused_file_changes_nothing(void **state)
{
    assert_int_equal(parse("[log]\nlevel = debug\n"), RC_OK);
    assert_int_equal(parse("[log]\nformat = json\nlevel = error\n[hold]\ntll = 1\n"), RC_CONFIG);
    assert_int_equal(settings_choice(settings, SETTING_LOG_LEVEL), 3);
    assert_int_equal(settings_choice(settings, SETTING_LOG_FORMAT), 0);
}

static void a_missing_file_is_fine_unless_it_was_asked_for(void **state)
{
    assert_int_equal(settings_load(settings, "/nowhere/loge.ini", false, &err), RC_OK);
    assert_int_equal(settings_load(settings, "/nowhere/loge.ini", true, &err), RC_CONFIG);
    assert_string_equal(err.text, "Cannot open /nowhere/loge.ini: No such file or directory");
    assert_string_equal(err.native, "ENOENT");
}

static void a_file_is_loaded_and_its_path_told(void **state)
{
    const char *path = a_file("good.ini", "[log]\nlevel = info\n", 19, 0644);
    assert_int_equal(settings_load(settings, path, true, &err), RC_OK);
    assert_int_equal(settings_choice(settings, SETTING_LOG_LEVEL), 2);
    path = a_file("bad.ini", "[log]\nlevel = loud\n", 19, 0644);
    assert_int_equal(settings_load(settings, path, true, &err), RC_CONFIG);
    assert_non_null(strstr(err.text, "/bad.ini:2: log.level must be error, warning"));
}

static void a_folder_or_a_huge_file_is_refused(void **state)
{
    static char huge[SETTINGS_FILE_MAX + 1];
    memset(huge, '\n', sizeof huge);
    const char *path = a_file("huge.ini", huge, sizeof huge, 0644);
    assert_int_equal(settings_load(settings, path, true, &err), RC_CONFIG);
    assert_non_null(strstr(err.text, "is larger than 1048576 bytes"));
    path = a_file("full.ini", huge, sizeof huge - 1, 0644);
    assert_int_equal(settings_load(settings, path, true, &err), RC_OK);
    assert_int_equal(settings_load(settings, scratch, true, &err), RC_CONFIG);
    assert_non_null(strstr(err.text, "is not a plain file"));
}

static void a_secret_comes_from_the_environment_or_a_private_file(void **state)
{
    char secret[SECRET_TEXT];
    assert_int_equal(settings_secret(settings, SETTING_TILL_PIN_FILE, secret, &err), RC_OK);
    assert_string_equal(secret, "");
    const char *path = a_file("pin", "2222\nnot this\n", 14, 0600);
    assert_int_equal(settings_set(settings, SETTING_TILL_PIN_FILE, path, &err), RC_OK);
    assert_int_equal(settings_secret(settings, SETTING_TILL_PIN_FILE, secret, &err), RC_OK);
    assert_string_equal(secret, "2222");
    setenv("LOGE_PIN", "1111", 1);
    assert_int_equal(settings_secret(settings, SETTING_TILL_PIN_FILE, secret, &err), RC_OK);
    assert_string_equal(secret, "1111");
}

static void a_secret_others_can_read_is_refused(void **state)
{
    char secret[SECRET_TEXT] = "";
    const char *path = a_file("open-pin", "2222\n", 5, 0640);
    assert_int_equal(settings_set(settings, SETTING_TILL_PIN_FILE, path, &err), RC_OK);
    assert_int_equal(settings_secret(settings, SETTING_TILL_PIN_FILE, secret, &err), RC_CONFIG);
    assert_non_null(strstr(err.text, "can be read by others: run chmod 600 on it"));
    assert_null(strstr(err.text, "2222"));
    assert_string_equal(secret, "");
}

static void a_secret_that_is_missing_or_endless_is_refused(void **state)
{
    char secret[SECRET_TEXT], noise[SECRET_TEXT + 1];
    assert_int_equal(settings_set(settings, SETTING_TILL_PIN_FILE, "/nowhere/pin", &err), RC_OK);
    assert_int_equal(settings_secret(settings, SETTING_TILL_PIN_FILE, secret, &err), RC_CONFIG);
    memset(noise, '7', sizeof noise);
    const char *path = a_file("long-pin", noise, sizeof noise, 0600);
    assert_int_equal(settings_set(settings, SETTING_TILL_PIN_FILE, path, &err), RC_OK);
    assert_int_equal(settings_secret(settings, SETTING_TILL_PIN_FILE, secret, &err), RC_CONFIG);
    assert_int_equal(settings_set(settings, SETTING_TILL_PIN_FILE, scratch, &err), RC_OK);
    assert_int_equal(settings_secret(settings, SETTING_TILL_PIN_FILE, secret, &err), RC_CONFIG);
}

/* ---- open sections ------------------------------------------------------------------------- */

static void keys_and_colours_are_kept_as_they_are_written(void **state)
{
    assert_int_equal(parse("[keys]\nmap.best = b F5 ; quick\nall.help = ?\n"
                           "[theme]\nseat.free = 48 on 0\n[console]\nlight = yes\n"),
                     RC_OK);
    assert_int_equal(settings_open_count(settings), 3);
    assert_string_equal(settings_open_name(settings, 0), "keys.map.best");
    assert_string_equal(settings_open_text(settings, 0), "b F5");
    assert_string_equal(settings_open_name(settings, 2), "theme.seat.free");
    assert_string_equal(settings_open_text(settings, 2), "48 on 0");
    assert_true(settings_on(settings, SETTING_CONSOLE_LIGHT));
}

static void a_key_bound_twice_is_refused_and_changes_nothing(void **state)
{
    assert_refused("[keys]\nmap.best = b\nmap.next = n\nmap.best = c\n",
                   "loge.ini:4: keys.map.best was set already");
    assert_int_equal(settings_open_count(settings), 0);
}

static void endless_keys_are_refused(void **state)
{
    char text[SETTINGS_OPEN_MAX * 32], name[SETTING_NAME_TEXT + 40];
    size_t used = (size_t)snprintf(text, sizeof text, "[keys]\n");
    for (int i = 0; i <= SETTINGS_OPEN_MAX; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "map.a%d = b\n", i);
    assert_int_equal(parse(text), RC_CONFIG);
    snprintf(name, sizeof name, "[keys]\nmap.%0*d = b\n", SETTING_NAME_TEXT, 7);
    assert_int_equal(parse(name), RC_CONFIG);
    assert_int_equal(settings_open_count(settings), 0);
}

#define SETTINGS_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SETTINGS_TEST(every_default_is_a_value_its_own_rule_allows),
        SETTINGS_TEST(every_rule_explains_itself_in_a_sentence),
        SETTINGS_TEST(a_file_of_every_type_is_read),
        SETTINGS_TEST(an_amount_may_stand_before_its_currency),
        SETTINGS_TEST(a_byte_order_mark_is_fine),
        SETTINGS_TEST(an_unknown_key_is_named_with_its_line),
        SETTINGS_TEST(a_key_given_twice_is_refused),
        SETTINGS_TEST(a_bad_value_says_what_would_be_good),
        SETTINGS_TEST(times_outside_their_limits_are_refused),
        SETTINGS_TEST(a_ceiling_below_the_ttl_is_refused),
        SETTINGS_TEST(a_line_that_is_nothing_is_refused),
        SETTINGS_TEST(bytes_that_are_no_text_are_refused),
        SETTINGS_TEST(a_long_line_is_refused_and_not_cut),
        SETTINGS_TEST(a_refused_file_changes_nothing),
        SETTINGS_TEST(a_missing_file_is_fine_unless_it_was_asked_for),
        SETTINGS_TEST(a_file_is_loaded_and_its_path_told),
        SETTINGS_TEST(a_folder_or_a_huge_file_is_refused),
        SETTINGS_TEST(a_secret_comes_from_the_environment_or_a_private_file),
        SETTINGS_TEST(a_secret_others_can_read_is_refused),
        SETTINGS_TEST(a_secret_that_is_missing_or_endless_is_refused),
        SETTINGS_TEST(keys_and_colours_are_kept_as_they_are_written),
        SETTINGS_TEST(a_key_bound_twice_is_refused_and_changes_nothing),
        SETTINGS_TEST(endless_keys_are_refused),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
