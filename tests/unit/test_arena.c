#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/arena.h"
#include "src/base/list.h"

static void memory_comes_zeroed_and_aligned(void **state)
{
    struct arena *arena = arena_new();
    for (size_t size = 1; size < 100000; size = size * 3 + 1) {
        unsigned char *bytes = arena_alloc(arena, size);
        assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(bytes[i], 0);
        memset(bytes, 0xff, size);
    }
    arena_free(&arena);
    assert_null(arena);
}

static void reset_reuses_memory_and_still_gives_zeroes(void **state)
{
    struct arena *arena = arena_new();
    char *first = arena_alloc(arena, 100);
    memset(first, 'x', 100);
    arena_reset(arena);
    char *again = arena_alloc(arena, 100);
    assert_ptr_equal(first, again);
    assert_int_equal(again[99], 0);
    arena_free(&arena);
}

static void a_large_piece_is_given_back_and_the_rest_stays(void **state)
{
    enum { LARGE = 1000000 };
    struct arena *arena = arena_new();
    char *before = arena_strdup(arena, "before");
    char *large = arena_alloc(arena, LARGE);
    arena_give_back(arena, large, LARGE);
    char *after = arena_strdup(arena, "after");
    assert_string_equal(before, "before");
    assert_string_equal(after, "after");
    arena_free(&arena);
}

static void a_piece_among_others_stays(void **state)
{
    struct arena *arena = arena_new(), *other = arena_new();
    char *first = arena_strdup(arena, "first"), *second = arena_strdup(arena, "second");
    char *far = arena_strdup(other, "far");
    arena_give_back(arena, first, sizeof "first");
    arena_give_back(arena, far, sizeof "far");
    assert_string_equal(first, "first");
    assert_string_equal(second, "second");
    assert_string_equal(far, "far");
    arena_free(&arena);
    arena_free(&other);
}

static void text_is_copied_and_formatted(void **state)
{
    struct arena *arena = arena_new();
    assert_string_equal(arena_strndup(arena, "Stalls-A-1", 6), "Stalls");
    assert_string_equal(arena_printf(arena, "%s-%d", "A", 12), "A-12");
    arena_free(&arena);
}

static void a_list_grows_and_keeps_what_it_has(void **state)
{
    struct arena *arena = arena_new();
    LIST(int) numbers = {0};
    for (int i = 0; i < 1000; i++)
        *LIST_ADD(arena, &numbers) = i;
    assert_int_equal(numbers.count, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(numbers.at[i], i);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_comes_zeroed_and_aligned),
        cmocka_unit_test(reset_reuses_memory_and_still_gives_zeroes),
        cmocka_unit_test(a_large_piece_is_given_back_and_the_rest_stays),
        cmocka_unit_test(a_piece_among_others_stays),
        cmocka_unit_test(text_is_copied_and_formatted),
        cmocka_unit_test(a_list_grows_and_keeps_what_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
