#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/uuid.h"

static struct uuid_source a_source(uint64_t *seed)
{
    return (struct uuid_source){.rng = rng_seeded(seed)};
}

static void a_key_carries_its_time_version_and_variant(void **state)
{
    uint64_t seed = 1;
    struct uuid_source source = a_source(&seed);
    char text[UUID_TEXT];
    struct uuid id = uuid_make(&source, INT64_C(0x0123456789ab));
    uuid_text(&id, text);
    assert_memory_equal(text, "01234567-89ab-7", 15);
    assert_non_null(strchr("89ab", text[19]));
}

static void keys_of_one_millisecond_keep_their_order(void **state)
{
    uint64_t seed = 2;
    struct uuid_source source = a_source(&seed);
    struct uuid last = uuid_make(&source, 1000);
    for (int i = 0; i < 20000; i++) {
        struct uuid next = uuid_make(&source, 1000);
        assert_true(uuid_compare(&last, &next) < 0);
        last = next;
    }
}

static void keys_never_go_back_with_the_clock(void **state)
{
    uint64_t seed = 3;
    struct uuid_source source = a_source(&seed);
    struct uuid before = uuid_make(&source, 1000000);
    struct uuid after = uuid_make(&source, 10);
    assert_true(uuid_compare(&before, &after) < 0);
}

static void the_system_gives_different_keys(void **state)
{
    struct uuid_source one = {.rng = rng_system()}, two = {.rng = rng_system()};
    struct uuid a = uuid_make(&one, 5), b = uuid_make(&two, 5);
    assert_false(uuid_equal(&a, &b));
}

static void a_seed_repeats_itself_and_zero_is_a_seed(void **state)
{
    uint64_t seed = 9, again = 9, zero = 0;
    struct uuid_source one = a_source(&seed), two = a_source(&again), three = a_source(&zero);
    struct uuid a = uuid_make(&one, 5), b = uuid_make(&two, 5);
    assert_true(uuid_equal(&a, &b));
    a = uuid_make(&three, 5);
    b = uuid_make(&three, 5);
    assert_memory_not_equal(a.b + 9, b.b + 9, 7);
}

static void text_and_back_is_the_same_key(void **state)
{
    uint64_t seed = 4;
    struct uuid_source source = a_source(&seed);
    struct uuid id = uuid_make(&source, INT64_C(1795203000000)), back;
    char text[UUID_TEXT];
    assert_true(uuid_parse(uuid_text(&id, text), &back));
    assert_true(uuid_equal(&id, &back));
    assert_int_equal(strlen(text), 36);
}

static void capitals_are_read_and_written_small(void **state)
{
    struct uuid id;
    char text[UUID_TEXT];
    assert_true(uuid_parse("01234567-89AB-7CDE-8F01-23456789ABCD", &id));
    assert_string_equal(uuid_text(&id, text), "01234567-89ab-7cde-8f01-23456789abcd");
}

static void anything_but_canonical_text_is_refused(void **state)
{
    static const char *const wrong[] = {
        "",
        "01234567-89ab-7cde-8f01-23456789abc",
        "01234567-89ab-7cde-8f01-23456789abcde",
        "0123456789ab7cde8f0123456789abcd0000",
        "01234567-89ab-7cde-8f01-23456789abcg",
        "01234567 89ab-7cde-8f01-23456789abcd",
        "{1234567-89ab-7cde-8f01-23456789abc}",
        "012345678-9ab-7cde-8f01-23456789abcd",
    };
    struct uuid id = {.b = {7}};
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_false(uuid_parse(wrong[i], &id));
    assert_int_equal(id.b[0], 7);
}

static void zero_is_recognised(void **state)
{
    struct uuid id = {0};
    assert_true(uuid_is_zero(&id));
    id.b[15] = 1;
    assert_false(uuid_is_zero(&id));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_carries_its_time_version_and_variant),
        cmocka_unit_test(keys_of_one_millisecond_keep_their_order),
        cmocka_unit_test(keys_never_go_back_with_the_clock),
        cmocka_unit_test(the_system_gives_different_keys),
        cmocka_unit_test(a_seed_repeats_itself_and_zero_is_a_seed),
        cmocka_unit_test(text_and_back_is_the_same_key),
        cmocka_unit_test(capitals_are_read_and_written_small),
        cmocka_unit_test(anything_but_canonical_text_is_refused),
        cmocka_unit_test(zero_is_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
