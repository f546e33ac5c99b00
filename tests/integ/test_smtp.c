/* Letters by mail to a real SMTP server, and signed ones to a web server. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/adapter/curl_post.h"
#include "src/adapter/hook_sign.h"
#include "src/base/arena.h"
#include "tests/lib/free_port.h"
#include "tests/lib/receiver.h"
#include "tests/lib/smtp_server.h"

static struct smtp_server smtp;
static struct err err;

static struct post_port *port_to(const char *server)
{
    static char from[] = "box@example.org";
    const struct curl_post_config config = {.server = server,
                                            .from = from,
                                            .from_name = "The Demo House",
                                            .user = "",
                                            .password = "",
                                            .total_ms = 5000};
    struct post_port *port = curl_post_open(&config, &err);
    if (!port)
        fail_msg("%s", err.text);
    return port;
}

static const struct post_mail letter = {.at = 1793000000000,
                                        .to = "ida@example.org",
                                        .subject = "Your order B-7K3QM9",
                                        .text = "Thank you.\n.\nA dot alone ends nothing.\n"};

static void a_mail_arrives_whole(void **state)
{
    char text[4096];
    struct post_port *port = port_to(smtp.url);
    int before = smtp_server_mails(&smtp, text, sizeof text);
    assert_int_equal(port->mail(port->ctx, &letter, &err), POST_SENT);
    assert_int_equal(smtp_server_mails(&smtp, text, sizeof text), before + 1);
    assert_non_null(strstr(text, "VGhhbmsgeW91LgouCkEgZG90IGFsb25lIGVuZHMgbm90aGluZy4K"));
    assert_non_null(strstr(text, "To: <ida@example.org>"));
    curl_post_close(&port);
}

static void one_line_carries_many_mails(void **state)
{
    char text[4096];
    struct post_port *port = port_to(smtp.url);
    int before = smtp_server_mails(&smtp, text, sizeof text);
    for (int i = 0; i < 5; i++)
        assert_int_equal(port->mail(port->ctx, &letter, &err), POST_SENT);
    assert_int_equal(smtp_server_mails(&smtp, text, sizeof text), before + 5);
    curl_post_close(&port);
}

static void an_address_that_cannot_be_is_refused_for_good(void **state)
{
    struct post_port *port = port_to(smtp.url);
    struct post_mail wrong = letter;
    wrong.to = "ida@example.org>\r\nRCPT TO:<all@example.org";
    assert_int_equal(port->mail(port->ctx, &wrong, &err), POST_NEVER);
    curl_post_close(&port);
}

/* It is about this one: the server is well and takes the next. */
static void a_mail_that_is_greylisted_is_sent_later(void **state)
{
    struct post_port *port = port_to(smtp.url);
    struct post_mail grey = letter;
    grey.to = "grey@example.org";
    assert_int_equal(port->mail(port->ctx, &grey, &err), POST_LATER);
    assert_int_equal(port->mail(port->ctx, &letter, &err), POST_SENT);
    curl_post_close(&port);
}

static void a_server_that_is_not_there_is_asked_later(void **state)
{
    char url[64];
    snprintf(url, sizeof url, "smtp://127.0.0.1:%d", free_port());
    struct post_port *port = port_to(url);
    assert_int_equal(port->mail(port->ctx, &letter, &err), POST_DEAF);
    curl_post_close(&port);
}

/* A web server waits for a question, as a mail server that hangs does for nothing. */
static void a_server_that_hangs_is_left_after_the_time_limit(void **state)
{
    char url[64];
    struct receiver *silent = receiver_start();
    receiver_answer(silent, NULL);
    snprintf(url, sizeof url, "smtp%s", receiver_url(silent) + 4);
    const struct curl_post_config config = {
        .server = url, .from = "box@example.org", .from_name = "", .total_ms = 500};
    struct post_port *port = curl_post_open(&config, &err);
    assert_non_null(port);
    assert_int_equal(port->mail(port->ctx, &letter, &err), POST_DEAF);
    assert_string_equal(err.native, "CURL_28");
    curl_post_close(&port);
    receiver_stop(&silent);
}

static void a_mail_without_a_sender_cannot_be_set_up(void **state)
{
    const struct curl_post_config config = {.server = smtp.url, .from = ""};
    assert_null(curl_post_open(&config, &err));
    assert_int_equal(err.rc, RC_CONFIG);
}

/* ---- web servers ---------------------------------------------------------------------------- */

static enum post_result call(struct receiver *receiver, const char *answer)
{
    struct post_port *port = port_to("");
    const struct post_call hook = {.at = 1793000000000,
                                   .url = receiver_url(receiver),
                                   .secret = "key",
                                   .secret_size = 3,
                                   .body = "{}"};
    receiver_answer(receiver, answer);
    enum post_result result = port->call(port->ctx, &hook, &err);
    curl_post_close(&port);
    return result;
}

static void a_call_is_signed(void **state)
{
    char expected[HOOK_SIGNATURE], line[160];
    struct receiver *receiver = receiver_start();
    const struct hook_text text = {"key", 3, 1793000000000, "{}", 2};
    assert_int_equal(call(receiver, ANSWER_OK), POST_SENT);
    snprintf(line, sizeof line, "\r\nLoge-Signature: %s\r\n", hook_sign(&text, expected));
    assert_non_null(strstr(receiver_request(receiver, 0), line));
    assert_non_null(strstr(receiver_request(receiver, 0), "\r\nLoge-Delivery: 00000000-"));
    receiver_stop(&receiver);
}

static void what_a_server_answers_says_whether_to_try_again(void **state)
{
    static const struct {
        const char *answer;
        enum post_result result;
    } cases[] = {
        {"HTTP/1.1 204 Done\r\n\r\n", POST_SENT},
        {"HTTP/1.1 302 There\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n", POST_LATER},
        {"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n", POST_NEVER},
        {"HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n", POST_LATER},
        {ANSWER_BUSY, POST_LATER},
        {ANSWER_WRONG, POST_NEVER},
        {"", POST_DEAF},
        {"nonsense\r\n\r\n", POST_DEAF},
    };
    struct receiver *receiver = receiver_start();
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(call(receiver, cases[i].answer), cases[i].result);
    receiver_stop(&receiver);
}

static int start(void **state)
{
    smtp_server_start(&smtp);
    return 0;
}

static int stop(void **state)
{
    smtp_server_stop(&smtp);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mail_arrives_whole),
        cmocka_unit_test(one_line_carries_many_mails),
        cmocka_unit_test(an_address_that_cannot_be_is_refused_for_good),
        cmocka_unit_test(a_mail_that_is_greylisted_is_sent_later),
        cmocka_unit_test(a_server_that_is_not_there_is_asked_later),
        cmocka_unit_test(a_server_that_hangs_is_left_after_the_time_limit),
        cmocka_unit_test(a_mail_without_a_sender_cannot_be_set_up),
        cmocka_unit_test(a_call_is_signed),
        cmocka_unit_test(what_a_server_answers_says_whether_to_try_again),
    };
    if (smtp_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, start, stop);
}
