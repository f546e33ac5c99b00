/* Writing keys into loge.ini: what people wrote around them stays. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/settings.h"
#include "tests/lib/temp_dir.h"

static char dir[128], path[160], text[2048];
static struct err err;

static int make_dir(void **state)
{
    temp_dir_make(dir, sizeof dir);
    snprintf(path, sizeof path, "%s/loge.ini", dir);
    return 0;
}

static int remove_dir(void **state)
{
    temp_dir_remove(dir);
    return 0;
}

static void write_file(const char *bytes)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(bytes, file);
    assert_int_equal(fclose(file), 0);
}

static const char *file_text(void)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static enum rc save(enum setting setting, const char *value)
{
    const struct setting_line line = {setting, value};
    return settings_save(path, &line, 1, &err);
}

static void a_new_file_is_made(void **state)
{
    assert_int_equal(save(SETTING_HOUSE_NAME, "The Playhouse"), RC_OK);
    assert_string_equal(file_text(), "[house]\nname = The Playhouse\n");
}

static void what_people_wrote_stays(void **state)
{
    write_file("; ours\n[till]\nname = box-1 ; at the door\n\n[log]\nlevel = debug\n");
    assert_int_equal(save(SETTING_HOUSE_NAME, "The Barn"), RC_OK);
    assert_string_equal(file_text(), "; ours\n[till]\nname = box-1 ; at the door\n\n[log]\n"
                                     "level = debug\n[house]\nname = The Barn\n");
}

static void a_key_is_replaced_where_it_stands(void **state)
{
    write_file("[till]\nname = box-1\n[house]\n  name=Old\ncurrency = CHF\n");
    assert_int_equal(save(SETTING_HOUSE_NAME, "New"), RC_OK);
    assert_string_equal(file_text(), "[till]\nname = box-1\n[house]\nname = New\ncurrency = CHF\n");
}

static void a_new_key_goes_to_the_end_of_its_section(void **state)
{
    write_file("[house]\ncurrency = CHF\n\n[till]\nname = box-1\n");
    assert_int_equal(save(SETTING_HOUSE_NAME, "The Barn"), RC_OK);
    assert_string_equal(file_text(),
                        "[house]\ncurrency = CHF\nname = The Barn\n\n[till]\nname = box-1\n");
}

static void what_would_be_refused_is_not_written(void **state)
{
    write_file("[house]\nname = The Barn\n");
    assert_int_equal(save(SETTING_HOUSE_CURRENCY, "euro"), RC_CONFIG);
    assert_string_equal(file_text(), "[house]\nname = The Barn\n");
    write_file("[house]\nnonsense = 1\n");
    assert_int_equal(save(SETTING_HOUSE_NAME, "The Barn"), RC_CONFIG);
    assert_string_equal(file_text(), "[house]\nnonsense = 1\n");
}

static void an_address_comes_back_as_it_was(void **state)
{
    static const char address[] = "host='/run/a b' port='5432' dbname='o\\'neill'";
    struct settings *settings = settings_new();
    assert_int_equal(save(SETTING_HOUSE_PG, address), RC_OK);
    assert_int_equal(settings_load(settings, path, true, &err), RC_OK);
    assert_string_equal(settings_text(settings, SETTING_HOUSE_PG), address);
    settings_free(&settings);
}

#define TRY(f) cmocka_unit_test_setup_teardown(f, make_dir, remove_dir)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TRY(a_new_file_is_made),
        TRY(what_people_wrote_stays),
        TRY(a_key_is_replaced_where_it_stands),
        TRY(a_new_key_goes_to_the_end_of_its_section),
        TRY(what_would_be_refused_is_not_written),
        TRY(an_address_comes_back_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
