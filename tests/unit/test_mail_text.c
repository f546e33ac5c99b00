/* Mails as they go over the line. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/adapter/mail_text.h"

static const struct mail_from from = {"", "box@example.org"};
static struct arena *arena;

static int set_up(void **state)
{
    arena = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&arena);
    return 0;
}

static const char *of(const char *subject, const char *text)
{
    const struct post_mail mail = {
        .at = 1793000000000, .to = "ida@example.org", .subject = subject, .text = text};
    return mail_text(&from, &mail, arena);
}

static void the_head_says_who_and_when(void **state)
{
    const char *text = of("Hamlet", "");
    assert_non_null(strstr(text, "Date: Mon, 26 Oct 2026 07:33:20 +0000\r\n"));
    assert_non_null(strstr(text, "\r\nFrom: <box@example.org>\r\n"));
    assert_non_null(strstr(text, "\r\nTo: <ida@example.org>\r\n"));
    assert_non_null(strstr(text, "\r\nMessage-ID: <00000000-0000-0000-0000-000000000000@example"
                                 ".org>\r\n"));
}

static void the_body_is_text_of_any_language(void **state)
{
    assert_non_null(strstr(of("", "Plätze\n"), "\r\n\r\nUGzDpHR6ZQo=\r\n"));
}

/* Mail programs that show no HTML have the text; the picture is within the HTML, the file beside.
 */
static void a_mail_has_text_html_with_its_pictures_and_files(void **state)
{
    const struct post_part parts[] = {
        {.type = "image/png", .name = "T-1.png", .cid = "T-1@tickets", .bytes = "png", .size = 3},
        {.type = "application/pdf", .name = "tickets.pdf", .bytes = "pdf", .size = 3}};
    const struct post_mail mail = {.to = "ida@example.org",
                                   .subject = "Hamlet",
                                   .text = "text",
                                   .html = "<b>html</b>",
                                   .parts = parts,
                                   .part_count = 2};
    static const char *const order[] = {"multipart/mixed",
                                        "multipart/alternative",
                                        "text/plain",
                                        "dGV4dA==",
                                        "multipart/related",
                                        "text/html",
                                        "image/png; name=\"T-1.png\"",
                                        "Content-ID: <T-1@tickets>",
                                        "inline",
                                        "cG5n",
                                        "--loge-related-00000000-0000-0000-0000-000000000000--",
                                        "--loge-alternative-",
                                        "application/pdf; name=\"tickets.pdf\"",
                                        "attachment",
                                        "cGRm",
                                        "--loge-mixed-00000000-0000-0000-0000-000000000000--"};
    const char *at = mail_text(&from, &mail, arena);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        at = strstr(at, order[i]);
        assert_non_null(at);
    }
}

static void no_line_is_too_long(void **state)
{
    char words[3000];
    memset(words, 'a', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    for (const char *at = of(words, words); *at; at += strcspn(at, "\n") + 1)
        assert_in_range(strcspn(at, "\r"), 0, 78);
}

static void a_subject_cannot_bring_a_header_with_it(void **state)
{
    assert_null(strstr(of("Hamlet\r\nBcc: all@example.org", ""), "Bcc"));
}

static void a_character_is_not_cut_in_two(void **state)
{
    /* 38 bytes, then one of two: the first word ends before it */
    const char *text = of("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé", "");
    assert_non_null(strstr(text, "?=\r\n =?UTF-8?B?w6k=?=\r\n"));
}

static void an_address_is_one_address(void **state)
{
    assert_true(mail_address_is_good("ida.o'neil+box@mail.example.org"));
    static const char *const bad[] = {"",          "ida",           "@example.org", "ida@",
                                      "a@b@c",     "a b@example",   "<a@b>",        "a@b,c@d",
                                      "a@b\r\nX:", "d\xc3\xa9@x.y", "a@b;c"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(mail_address_is_good(bad[i]));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_head_says_who_and_when),
        CASE(the_body_is_text_of_any_language),
        CASE(a_mail_has_text_html_with_its_pictures_and_files),
        CASE(no_line_is_too_long),
        CASE(a_subject_cannot_bring_a_header_with_it),
        CASE(a_character_is_not_cut_in_two),
        CASE(an_address_is_one_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
