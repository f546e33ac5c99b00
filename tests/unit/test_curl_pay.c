/* The provider behind HTTP: what it is asked, and what is made of whatever it answers. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "src/adapter/curl_pay.h"
#include "src/adapter/pay_json.h"
#include "tests/lib/provider.h"

struct desk_of_money {
    struct purse purse;
    struct provider *provider;
    struct curl_pay *pay;
    struct intent intent;
    struct pay_answer answer;
    struct err err;
};

static void open_line(struct desk_of_money *desk, const char *secret, int64_t total_ms)
{
    const struct curl_pay_spec spec = {
        .url = provider_url(desk->provider), .secret = secret, .total_ms = total_ms};
    curl_pay_free(&desk->pay);
    desk->pay = curl_pay_new(&spec, &desk->err);
    if (!desk->pay)
        fail_msg("%s", desk->err.text);
}

static int set_up(void **state)
{
    struct desk_of_money *desk = x_alloc(sizeof *desk);
    purse_init(&desk->purse);
    desk->provider = provider_start(&desk->purse);
    desk->intent = (struct intent){.currency = "EUR", .amount = 8800};
    memset(desk->intent.id.b, 7, sizeof desk->intent.id.b);
    open_line(desk, PROVIDER_SECRET, 0);
    *state = desk;
    return 0;
}

static int tear_down(void **state)
{
    struct desk_of_money *desk = *state;
    curl_pay_free(&desk->pay);
    provider_stop(&desk->provider);
    free(desk);
    return 0;
}

typedef enum rc (*pay_fn)(void *, const struct intent *, struct pay_answer *, struct err *);

static enum rc try(struct desk_of_money *desk, pay_fn fn)
{
    enum rc rc = fn(desk->pay, &desk->intent, &desk->answer, &desk->err);
    if (rc == RC_OK)
        memcpy(desk->intent.ref, desk->answer.ref, sizeof desk->intent.ref);
    return rc;
}

#define PORT(desk) curl_pay_port((desk)->pay)

static void make(struct desk_of_money *desk)
{
    if (try(desk, PORT(desk)->create))
        fail_msg("%s", desk->err.text);
}

/* ---- the way it should go ------------------------------------------------------------------ */

static void an_intent_is_made_once_however_often(void **state)
{
    struct desk_of_money *desk = *state;
    make(desk);
    make(desk);
    assert_int_equal(desk->purse.count, 1);
    assert_int_equal(desk->answer.there, THERE_WAITING);
    assert_string_equal(desk->answer.ref, "pi_1");
    assert_string_equal(desk->answer.token, "pi_1_secret");
}

static void what_is_reserved_is_captured_and_given_back_in_parts(void **state)
{
    struct desk_of_money *desk = *state;
    make(desk);
    purse_pay(&desk->purse, &desk->intent.id);
    assert_int_equal(try(desk, PORT(desk)->ask), RC_OK);
    assert_int_equal(desk->answer.there, THERE_AUTHORISED);
    assert_int_equal(try(desk, PORT(desk)->capture), RC_OK);
    assert_int_equal(desk->answer.there, THERE_CAPTURED);
    for (int twice = 0; twice < 2; twice++)
        assert_int_equal(
            PORT(desk)->refund(desk->pay, &desk->intent, 4400, &desk->answer, &desk->err), RC_OK);
    assert_int_equal(desk->answer.refunded, 4400);
    assert_int_equal(purse_money(&desk->purse), 4400);
    desk->intent.refunded = 4400;
    assert_int_equal(PORT(desk)->refund(desk->pay, &desk->intent, 8800, &desk->answer, &desk->err),
                     RC_OK);
    assert_int_equal(desk->answer.there, THERE_REFUNDED);
}

static void a_cancelled_one_stays_so(void **state)
{
    struct desk_of_money *desk = *state;
    make(desk);
    assert_int_equal(try(desk, PORT(desk)->cancel), RC_OK);
    assert_int_equal(try(desk, PORT(desk)->capture), RC_OK);
    assert_int_equal(desk->answer.there, THERE_CANCELLED);
}

static void a_failed_try_is_told_from_waiting(void **state)
{
    struct desk_of_money *desk = *state;
    make(desk);
    purse_fail(&desk->purse, &desk->intent.id);
    assert_int_equal(try(desk, PORT(desk)->ask), RC_OK);
    assert_int_equal(desk->answer.there, THERE_FAILED);
}

/* ---- what is no answer ----------------------------------------------------------------------- */

static void what_it_does_not_take_is_final(void **state)
{
    struct desk_of_money *desk = *state;
    desk->purse.refuse = true;
    assert_int_equal(try(desk, PORT(desk)->create), RC_CONFIG);
}

static void a_wrong_secret_says_nothing_about_the_payment(void **state)
{
    struct desk_of_money *desk = *state;
    open_line(desk, "sk_wrong", 0);
    assert_int_equal(try(desk, PORT(desk)->create), RC_UNKNOWN);
    assert_int_equal(desk->purse.count, 0);
}

static void nonsense_wrong_and_busy_are_no_answers(void **state)
{
    static const enum provider_mood moods[] = {PROVIDER_NONSENSE, PROVIDER_WRONG, PROVIDER_BUSY};
    struct desk_of_money *desk = *state;
    for (int i = 0; i < COUNT_OF(moods); i++) {
        provider_feel(desk->provider, moods[i]);
        assert_int_equal(try(desk, PORT(desk)->create), RC_UNKNOWN);
    }
    provider_feel(desk->provider, PROVIDER_FINE);
    make(desk);
    for (int i = 0; i < COUNT_OF(moods); i++) {
        provider_feel(desk->provider, moods[i]);
        assert_int_equal(try(desk, PORT(desk)->capture), RC_UNKNOWN);
    }
}

static void silence_is_no_answer_and_does_not_last(void **state)
{
    struct desk_of_money *desk = *state;
    provider_feel(desk->provider, PROVIDER_SILENT);
    open_line(desk, PROVIDER_SECRET, 300);
    assert_int_not_equal(try(desk, PORT(desk)->create), RC_OK);
    provider_feel(desk->provider, PROVIDER_FINE);
    open_line(desk, PROVIDER_SECRET, 0);
    make(desk);
    assert_int_equal(desk->purse.count, 1);
}

static void nobody_there_is_no_answer(void **state)
{
    struct desk_of_money *desk = *state;
    const struct curl_pay_spec spec = {.url = "http://127.0.0.1:1", .secret = "x"};
    curl_pay_free(&desk->pay);
    desk->pay = curl_pay_new(&spec, &desk->err);
    assert_int_equal(try(desk, PORT(desk)->create), RC_TRANSIENT);
}

/* ---- events ------------------------------------------------------------------------------- */

static enum pay_event_kind read_event(const char *text, struct pay_message *out)
{
    return pay_read_event(text, strlen(text), out);
}

static void an_event_says_how_its_intent_stands(void **state)
{
    struct desk_of_money *desk = *state;
    struct account account = {
        .id = desk->intent.id, .ref = "pi_9", .there = THERE_CAPTURED, .refunded = 100};
    struct pay_message message;
    char object[1024], event[1200];
    snprintf(event, sizeof event, "{\"id\":\"evt_1\",\"data\":{\"object\":%s}}",
             provider_write(&account, 8800, object));
    assert_int_equal(read_event(event, &message), PAY_EVENT_INTENT);
    assert_string_equal(message.event, "evt_1");
    assert_string_equal(message.ref, "pi_9");
    assert_true(uuid_equal(&message.id, &desk->intent.id));
    assert_int_equal(message.there, THERE_CAPTURED);
    assert_int_equal(message.refunded, 100);
}

static void events_about_other_things_and_nonsense_are_told_apart(void **state)
{
    static const struct {
        const char *text;
        enum pay_event_kind kind;
    } cases[] = {
        {"{\"id\":\"evt_1\",\"data\":{\"object\":{\"object\":\"customer\"}}}", PAY_EVENT_OTHER},
        {"", PAY_EVENT_NONSENSE},
        {"[]", PAY_EVENT_NONSENSE},
        {"{\"id\":\"evt_1\"}", PAY_EVENT_NONSENSE},
        {"{\"id\":\"e\",\"id\":\"f\",\"data\":{\"object\":{\"object\":\"customer\"}}}",
         PAY_EVENT_NONSENSE},
        {"{\"id\":\"../x\",\"data\":{\"object\":{\"object\":\"customer\"}}}", PAY_EVENT_NONSENSE},
        {"{\"id\":\"evt_1\",\"data\":{\"object\":{\"object\":\"payment_intent\",\"id\":\"pi_1\","
         "\"status\":\"dancing\",\"amount\":1}}}",
         PAY_EVENT_NONSENSE},
        {"{\"id\":\"evt_1\",\"data\":{\"object\":{\"object\":\"payment_intent\",\"id\":\"pi_1\","
         "\"status\":\"succeeded\",\"amount\":1,\"amount_refunded\":2}}}",
         PAY_EVENT_NONSENSE},
    };
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct pay_message message;
        if (read_event(cases[i].text, &message) != cases[i].kind)
            fail_msg("%s", cases[i].text);
    }
}

#define WITH_PROVIDER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_PROVIDER(an_intent_is_made_once_however_often),
        WITH_PROVIDER(what_is_reserved_is_captured_and_given_back_in_parts),
        WITH_PROVIDER(a_cancelled_one_stays_so),
        WITH_PROVIDER(a_failed_try_is_told_from_waiting),
        WITH_PROVIDER(what_it_does_not_take_is_final),
        WITH_PROVIDER(a_wrong_secret_says_nothing_about_the_payment),
        WITH_PROVIDER(nonsense_wrong_and_busy_are_no_answers),
        WITH_PROVIDER(silence_is_no_answer_and_does_not_last),
        WITH_PROVIDER(nobody_there_is_no_answer),
        WITH_PROVIDER(an_event_says_how_its_intent_stands),
        cmocka_unit_test(events_about_other_things_and_nonsense_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
