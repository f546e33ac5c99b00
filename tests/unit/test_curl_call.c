/* Calls to web servers: what is sent, and what is known when they do not answer well. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/adapter/curl_call.h"
#include "tests/lib/free_port.h"
#include "tests/lib/receiver.h"

struct kit {
    struct receiver *receiver;
    struct curl_line *line;
    struct arena *arena;
    struct curl_answer answer;
    struct err err;
};

static int set_up(void **state)
{
    static struct kit kit;
    struct err err;
    kit = (struct kit){.receiver = receiver_start(), .arena = arena_new()};
    kit.line = curl_line_open(&err);
    *state = &kit;
    return kit.line ? 0 : -1;
}

static int tear_down(void **state)
{
    struct kit *kit = *state;
    curl_line_close(&kit->line);
    receiver_stop(&kit->receiver);
    arena_free(&kit->arena);
    return 0;
}

static struct curl_wish post(struct kit *kit, const char *body)
{
    return (struct curl_wish){.method = "POST",
                              .url = receiver_url(kit->receiver),
                              .body = body,
                              .body_size = strlen(body)};
}

static enum rc call(struct kit *kit, const struct curl_wish *wish)
{
    return curl_call(kit->line, wish, kit->arena, &kit->answer, &kit->err);
}

static void what_is_sent_arrives_as_it_was_said(void **state)
{
    struct kit *kit = *state;
    const char *const headers[] = {"Content-Type: application/json", "Idempotency-Key: 7"};
    struct curl_wish wish = post(kit, "{\"seats\":2}");
    wish.headers = headers;
    wish.header_count = 2;
    assert_int_equal(call(kit, &wish), RC_OK);
    const char *request = receiver_request(kit->receiver, 0);
    assert_memory_equal(request, "POST / HTTP/1.1\r\n", 17);
    assert_non_null(strstr(request, "\r\nContent-Type: application/json\r\n"));
    assert_non_null(strstr(request, "\r\nIdempotency-Key: 7\r\n"));
    assert_null(strstr(request, "Expect:"));
    assert_string_equal(strstr(request, "\r\n\r\n"), "\r\n\r\n{\"seats\":2}");
}

static void the_answer_is_its_status_and_its_body(void **state)
{
    struct kit *kit = *state;
    const struct curl_wish wish = post(kit, "");
    assert_int_equal(call(kit, &wish), RC_OK);
    assert_int_equal(kit->answer.status, 200);
    assert_string_equal(kit->answer.body, "ok");
}

static void a_refusal_is_an_answer_too(void **state)
{
    struct kit *kit = *state;
    const struct curl_wish wish = post(kit, "");
    receiver_answer(kit->receiver, ANSWER_BUSY);
    assert_int_equal(call(kit, &wish), RC_OK);
    assert_int_equal(kit->answer.status, 503);
    assert_int_equal(kit->answer.retry_after_s, 7);
}

static void a_line_serves_one_call_after_another(void **state)
{
    struct kit *kit = *state;
    const struct curl_wish first = post(kit, "a body");
    struct curl_wish second = post(kit, "");
    second.method = "GET";
    second.body = NULL;
    assert_int_equal(call(kit, &first), RC_OK);
    assert_int_equal(call(kit, &second), RC_OK);
    const char *request = receiver_request(kit->receiver, 1);
    assert_memory_equal(request, "GET / HTTP/1.1\r\n", 16);
    assert_null(strstr(request, "Content-Length"));
}

/* ---- when it does not go well --------------------------------------------------------------- */

static void nobody_there_means_that_nothing_was_done(void **state)
{
    struct kit *kit = *state;
    char url[64];
    struct curl_wish wish = post(kit, "pay");
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", free_port());
    wish.url = url;
    assert_int_equal(call(kit, &wish), RC_TRANSIENT);
}

static void silence_after_the_question_leaves_it_unknown(void **state)
{
    struct kit *kit = *state;
    struct curl_wish wish = post(kit, "pay");
    wish.total_ms = 1500;
    receiver_answer(kit->receiver, NULL);
    assert_int_equal(call(kit, &wish), RC_UNKNOWN);
    assert_string_equal(kit->err.native, "CURL_28");
}

static void a_line_that_was_given_up_serves_the_next_call(void **state)
{
    struct kit *kit = *state;
    const struct curl_wish wish = post(kit, "pay");
    receiver_answer(kit->receiver, ""); /* it hangs up */
    assert_int_equal(call(kit, &wish), RC_UNKNOWN);
    receiver_answer(kit->receiver, ANSWER_OK);
    assert_int_equal(call(kit, &wish), RC_OK);
}

static void an_answer_that_breaks_off_is_unknown(void **state)
{
    struct kit *kit = *state;
    const struct curl_wish wish = post(kit, "pay");
    receiver_answer(kit->receiver, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf");
    assert_int_equal(call(kit, &wish), RC_UNKNOWN);
}

static void garbage_is_unknown(void **state)
{
    struct kit *kit = *state;
    const struct curl_wish wish = post(kit, "pay");
    receiver_answer(kit->receiver, "\x01\x02 I am not a web server\r\n\r\n");
    assert_int_equal(call(kit, &wish), RC_UNKNOWN);
}

static void an_answer_longer_than_wanted_is_not_taken(void **state)
{
    struct kit *kit = *state;
    struct curl_wish wish = post(kit, "pay");
    wish.answer_limit = 8;
    receiver_answer(kit->receiver, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123456789");
    assert_int_equal(call(kit, &wish), RC_UNKNOWN);
    receiver_answer(kit->receiver, "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n12345678");
    assert_int_equal(call(kit, &wish), RC_OK);
    assert_string_equal(kit->answer.body, "12345678");
}

static void a_redirection_is_not_followed(void **state)
{
    struct kit *kit = *state;
    char moved[160];
    const struct curl_wish wish = post(kit, "secret");
    snprintf(moved, sizeof moved,
             "HTTP/1.1 307 Moved\r\nLocation: %s/other\r\nContent-Length: 0\r\n\r\n",
             receiver_url(kit->receiver));
    receiver_answer(kit->receiver, moved);
    assert_int_equal(call(kit, &wish), RC_OK);
    assert_int_equal(kit->answer.status, 307);
    assert_int_equal(receiver_count(kit->receiver), 1);
}

static void only_web_addresses_are_called(void **state)
{
    struct kit *kit = *state;
    struct curl_wish wish = post(kit, "");
    const char *const others[] = {"file:///etc/passwd", "gopher://127.0.0.1/", "not an address"};
    for (int i = 0; i < COUNT_OF(others); i++) {
        wish.url = others[i];
        assert_int_equal(call(kit, &wish), RC_CONFIG);
    }
}

static void a_header_cannot_bring_another_with_it(void **state)
{
    struct kit *kit = *state;
    const char *const headers[] = {"X-Name: a\r\nX-Role: manager"};
    struct curl_wish wish = post(kit, "");
    wish.headers = headers;
    wish.header_count = 1;
    assert_int_equal(call(kit, &wish), RC_CONFIG);
    assert_int_equal(receiver_count(kit->receiver), 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(what_is_sent_arrives_as_it_was_said),
        CASE(the_answer_is_its_status_and_its_body),
        CASE(a_refusal_is_an_answer_too),
        CASE(a_line_serves_one_call_after_another),
        CASE(nobody_there_means_that_nothing_was_done),
        CASE(silence_after_the_question_leaves_it_unknown),
        CASE(a_line_that_was_given_up_serves_the_next_call),
        CASE(an_answer_that_breaks_off_is_unknown),
        CASE(garbage_is_unknown),
        CASE(an_answer_longer_than_wanted_is_not_taken),
        CASE(a_redirection_is_not_followed),
        CASE(only_web_addresses_are_called),
        CASE(a_header_cannot_bring_another_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
