/* Which of two schemas is the newer, and what is said of it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "src/domain/edition.h"

/* An edition as text: "ab:x3" has migrations a and b, and code x of edition 3. */
static struct edition an_edition(const char *text)
{
    struct edition e = {0};
    const char *code = strchr(text, ':') + 1;
    uint8_t hash[EDITION_HASH] = {(uint8_t)code[0]};
    char name[EDITION_TEXT] = "edition ";
    strcat(name, code + 1);
    edition_add(&e, 0, name, hash);
    for (int i = 0; text[i] != ':'; i++) {
        hash[0] = (uint8_t)text[i];
        edition_add(&e, i + 1, "0001_file", hash);
    }
    return e;
}

static void is(const char *ours, const char *theirs, enum edition_is expected)
{
    const struct edition a = an_edition(ours), b = an_edition(theirs);
    assert_int_equal(edition_compare(&a, &b), expected);
}

static void editions_are_compared(void **state)
{
    is("abc:x1", "abc:x1", EDITION_SAME);
    is("abc:x1", "ab:w1", EDITION_OLDER);
    is("abc:x2", "abc:w1", EDITION_OLDER);
    is("abc:x2", "ab:x2", EDITION_OLDER);
    is("ab:x1", "abc:y1", EDITION_NEWER);
    is("abc:x1", "abc:y2", EDITION_NEWER);
    is("abc:x1", "abc:y1", EDITION_OTHER);
    is("abc:x1", "aXc:x1", EDITION_OTHER);
    is("abc:x2", "aX:x1", EDITION_OTHER);
    is("ab:x1", "aXc:x2", EDITION_OTHER);
    is("abc:x1", ":0", EDITION_OLDER);
}

static void a_history_with_a_hole_is_no_house_of_ours(void **state)
{
    const struct edition ours = an_edition("abc:x1");
    struct edition theirs = {0};
    edition_add(&theirs, 0, "edition 1", ours.code);
    edition_add(&theirs, 2, "0002_file", ours.made[1]);
    assert_int_equal(edition_compare(&ours, &theirs), EDITION_OTHER);
    theirs = ours;
    edition_add(&theirs, 3, "0003_file", ours.made[2]);
    assert_int_equal(edition_compare(&ours, &theirs), EDITION_OTHER);
}

static void more_than_we_can_count_is_refused(void **state)
{
    const struct edition ours = an_edition("a:x1");
    struct edition theirs = {0};
    for (int i = 0; i < 2 * EDITION_MOST; i++)
        edition_add(&theirs, i + 1, "0001_file", ours.made[0]);
    assert_int_equal(edition_compare(&ours, &theirs), EDITION_OTHER);
}

static void each_is_told_in_one_sentence(void **state)
{
    const struct edition ours = an_edition("ab:x2");
    static const struct {
        const char *theirs, *said;
    } cases[] = {
        {"a:w1", "h has schema 1.1 and this program needs 2.2; upgrade it with `loge init`"},
        {"abc:y3", "h was made by a newer Loge (schema 3.3, this one knows 2.2); install the newer"
                   " version"},
        {"aX:x2", "h was set up by a different edition of Loge; use the program it was made with"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct edition theirs = an_edition(cases[i].theirs);
        struct err err = {0};
        assert_int_equal(edition_refuse(&ours, &theirs, "h", &err), RC_CORRUPT);
        assert_string_equal(err.text, cases[i].said);
    }
    assert_int_equal(edition_refuse(&ours, &ours, "h", NULL), RC_OK);
}

/* ---- of the program ------------------------------------------------------------------------- */

/* The first byte and the length stand for a hash. */
static void short_hash(const void *context, const void *bytes, size_t size,
                       uint8_t out[EDITION_HASH])
{
    memset(out, 0, EDITION_HASH);
    out[0] = size ? *(const uint8_t *)bytes : 0;
    out[1] = (uint8_t)size;
}

static const struct sql_migration files[] = {{1, "0001_a", "a"}, {2, "0002_b", "bb"}, {0, 0, 0}};
static const struct sql_migration later = {3, "0003_c", "ccc"};
static const struct sql_file code[] = {{"views", "v"}, {"functions", "f"}, {0, 0}};

static struct edition of_program(const struct sql_migration *added, struct sql_frozen frozen)
{
    const struct edition_source source = {
        .migrations = files, .added = added, .code = code, .frozen = &frozen, .hash = short_hash};
    struct edition e;
    edition_read(&e, &source);
    return e;
}

static void a_program_has_the_edition_of_its_files(void **state)
{
    struct edition e = of_program(NULL, (struct sql_frozen){0, ""});
    assert_int_equal(e.migrations, 2);
    assert_int_equal(e.made[1][0], 'b');
    assert_int_equal(e.number, 1);
    e = of_program(&later, (struct sql_frozen){7, "another hash"});
    assert_int_equal(e.migrations, 3);
    assert_int_equal(e.number, 8);
    assert_int_equal(edition_schema(&e), 3008);
}

static void a_program_of_a_frozen_edition_is_of_that_one(void **state)
{
    const char *hash = "3680000000000000000000000000000000000000000000000000000000000000";
    const struct edition e = of_program(NULL, (struct sql_frozen){7, hash});
    assert_int_equal(e.code[0], '6'); /* of 'f' in hex, the first when they are sorted */
    assert_int_equal(e.number, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(editions_are_compared),
        cmocka_unit_test(a_history_with_a_hole_is_no_house_of_ours),
        cmocka_unit_test(more_than_we_can_count_is_refused),
        cmocka_unit_test(each_is_told_in_one_sentence),
        cmocka_unit_test(a_program_has_the_edition_of_its_files),
        cmocka_unit_test(a_program_of_a_frozen_edition_is_of_that_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
