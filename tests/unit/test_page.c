#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/text.h"
#include "src/domain/page.h"

static int a_page(void **state)
{
    struct arena *arena = arena_new();
    struct page *page = arena_alloc(arena, sizeof *page);
    page_start(page, arena, 24);
    *state = page;
    return 0;
}

static int page_away(void **state)
{
    struct page *page = *state;
    struct arena *arena = page->arena;
    arena_free(&arena);
    return 0;
}

static void a_pair_stands_at_both_edges(void **state)
{
    page_pair(*state, "Adult", "42.00");
    assert_string_equal(page_text(*state), "Adult              42.00\n");
}

static void a_long_left_gives_way_to_the_figure(void **state)
{
    page_pair(*state, "Somebody with a very long name", "42.00");
    assert_string_equal(page_text(*state), "Somebody with a ve 42.00\n");
}

static void wide_and_combining_letters_count_columns(void **state)
{
    page_pair(*state, "山田太郎", "1.00");
    page_pair(*state, "e\xcc\x81milie", "1.00");
    page_pair(*state, "محمد", "1.00");
    assert_string_equal(page_text(*state), "山田太郎            1.00\n"
                                           "e\xcc\x81milie              1.00\n"
                                           "محمد                1.00\n");
}

static void a_wide_letter_is_never_halved_at_the_edge(void **state)
{
    page_pair(*state, "山山山山山山山山山山山", "12.00");
    assert_string_equal(page_text(*state), "山山山山山山山山山 12.00\n");
}

static void controls_never_reach_the_printer(void **state)
{
    page_line(*state, "a\x1b[2J\xe2\x80\xae"
                      "b");
    assert_string_equal(page_text(*state), "a?[2J?b\n");
}

static void text_breaks_between_words(void **state)
{
    page_wrap(*state, "The Tragedy of Hamlet, Prince of Denmark");
    assert_string_equal(page_text(*state), "The Tragedy of Hamlet,\nPrince of Denmark\n");
}

static void a_word_without_end_breaks_anyway(void **state)
{
    page_wrap(*state, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    assert_string_equal(page_text(*state),
                        "aaaaaaaaaaaaaaaaaaaaaaaa\naaaaaaaaaaaaaaaaaaaaaaaa\naaa\n");
}

static void a_seat_is_written_large(void **state)
{
    assert_true(page_large(*state, "c-4"));
    assert_string_equal(page_text(*state), " ####       #  #\n"
                                           "#           #  #\n"
                                           "#      ###  #####\n"
                                           "#              #\n"
                                           " ####          #\n");
}

static void what_cannot_be_written_large_is_left_to_others(void **state)
{
    assert_false(page_large(*state, "12345"));
    assert_false(page_large(*state, "é"));
    assert_false(page_large(*state, ""));
    assert_string_equal(page_text(*state), "");
}

/* Whatever is written, no line is ever wider than the paper. */
static void no_line_is_wider_than_the_paper(void **state)
{
    static const char *const pieces[] = {"", "a", "山", "e\xcc\x81", " ", "\x07", "\xff", "مر"};
    struct page *page = *state;
    unsigned seed = 7;
    for (int round = 0; round < 300; round++) {
        char text[400] = "", other[400] = "";
        for (int i = 0; i < 60; i++) {
            seed = seed * 1103515245 + 12345;
            strcat(seed & 0x10000 ? text : other, pieces[seed >> 20 & 7]);
        }
        page_wrap(page, text);
        page_pair(page, text, other);
        page_centre(page, other);
    }
    char *line = page->text.at;
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        assert_true(text_columns(line) <= 24);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, a_page, page_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_pair_stands_at_both_edges),
        TEST(a_long_left_gives_way_to_the_figure),
        TEST(wide_and_combining_letters_count_columns),
        TEST(a_wide_letter_is_never_halved_at_the_edge),
        TEST(controls_never_reach_the_printer),
        TEST(text_breaks_between_words),
        TEST(a_word_without_end_breaks_anyway),
        TEST(a_seat_is_written_large),
        TEST(what_cannot_be_written_large_is_left_to_others),
        TEST(no_line_is_wider_than_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
