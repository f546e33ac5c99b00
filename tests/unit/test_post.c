/* Sending letters: what becomes of each, and when one is tried again. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/engine/chore_post.h"

enum { LETTERS = 20 };
#define NOW ((int64_t)1800000000000)

/* An outbox with some letters in it, and a post that goes as it is told. */
struct kit {
    struct store store;
    struct store_ops ops;
    struct fake_clock time;
    uint64_t seed;
    struct desk desk;
    struct letter letters[LETTERS];
    int count;
    struct letter_end ends[2 * LETTERS];
    int end_count;
    enum post_result result;
    int sent;
    bool nothing;
    struct arena *arena;
};
static struct kit kit;

static enum rc take(struct store *store, int most, int64_t lease_ms, bool mails,
                    struct arena *arena, struct letter **out, int *count, struct err *err)
{
    *out = kit.letters;
    *count = kit.count < most ? kit.count : most;
    return RC_OK;
}

static enum rc settle(struct store *store, const struct letter_end *end, bool *counted,
                      struct err *err)
{
    struct letter_end *kept = &kit.ends[kit.end_count++];
    *kept = *end;
    kept->fault = arena_strdup(kit.arena, end->fault);
    *counted = true;
    return RC_OK;
}

static struct store *outbox(struct store *store, const struct outbox_ops **out)
{
    static const struct outbox_ops ops = {.take = take, .settle = settle};
    *out = &ops;
    return store;
}

static enum post_result call(void *ctx, const struct post_call *letter, struct err *err)
{
    kit.sent++;
    (void)err_set(err, RC_TRANSIENT, "HTTP_503", "The web server answered 503");
    return kit.result;
}

static enum rc write_it(void *ctx, struct chore_step *step, const struct letter *letter,
                        struct letter_text *out, struct err *err)
{
    out->body = "{}";
    out->nothing = kit.nothing;
    return RC_OK;
}

static enum post_result mail(void *ctx, const struct post_mail *letter, struct err *err)
{
    kit.sent++;
    (void)err_set(err, RC_TRANSIENT, "CURL_55", "The mail server answered something else");
    return strcmp(letter->to, "grey@example.org") == 0 ? kit.result : POST_SENT;
}

static const struct post_port port = {.mails = true, .mail = mail, .call = call};

static int set_up(void **state)
{
    memset(&kit, 0, sizeof kit);
    kit.time.wall = NOW;
    kit.seed = 3;
    kit.ops = (struct store_ops){.name = "kit", .outbox = outbox};
    kit.store.ops = &kit.ops;
    kit.desk = (struct desk){
        .store = &kit.store, .clock = clock_fake(&kit.time), .ids = {.rng = rng_seeded(&kit.seed)}};
    kit.arena = arena_new();
    kit.count = 1;
    for (int i = 0; i < LETTERS; i++) {
        kit.letters[i] = (struct letter){.channel = POST_WEB, .round = 1, .made_at = NOW};
        snprintf(kit.letters[i].address, WAY_ADDRESS, "http://shop-%d.example.org/", i);
    }
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&kit.arena);
    return 0;
}

static struct chore_step do_round(const struct chore *chore)
{
    struct err err;
    struct chore_step step = {.desk = &kit.desk, .meta = {.arena = kit.arena}};
    assert_int_equal(chore->step(chore->ctx, &step, &err), RC_OK);
    return step;
}

static struct chore_step send_round(void)
{
    struct post_office office = {.port = &port, .write = write_it};
    const struct chore chore = chore_webhooks(&office);
    return do_round(&chore);
}

/* So many mails, the second of them to somebody greylisted. */
static struct chore_step mail_round(int count)
{
    struct post_office office = {.port = &port, .write = write_it};
    const struct chore chore = chore_mail(&office);
    kit.count = count;
    for (int i = 0; i < count; i++) {
        kit.letters[i].channel = POST_MAIL;
        kit.letters[i].address[0] = '\0';
        snprintf(kit.letters[i].to, EMAIL_TEXT, "%s@example.org", i == 1 ? "grey" : "ida");
    }
    return do_round(&chore);
}

static void a_letter_that_was_sent_is_done(void **state)
{
    const struct chore_step step = send_round();
    assert_int_equal(kit.ends[0].status, LETTER_SENT);
    assert_int_equal(step.done, 1);
}

static void one_that_was_not_is_tried_again_with_growing_patience(void **state)
{
    kit.result = POST_LATER;
    int64_t last = 0;
    for (int32_t round = 1; round < 8; round++) {
        kit.letters[0].tries = round - 1;
        kit.end_count = 0;
        send_round();
        assert_int_equal(kit.ends[0].status, LETTER_WAITING);
        assert_true(kit.ends[0].tried);
        assert_in_range(kit.ends[0].again_ms, letter_pause(round), letter_pause(round) * 5 / 4);
        assert_true(letter_pause(round) > last);
        last = letter_pause(round);
    }
    assert_int_equal(letter_pause(1), 30000);
    assert_int_equal(letter_pause(1000), 3600000);
}

static void one_that_was_refused_for_good_is_dead(void **state)
{
    kit.result = POST_NEVER;
    send_round();
    assert_int_equal(kit.ends[0].status, LETTER_DEAD);
    assert_string_equal(kit.ends[0].fault, "The web server answered 503");
}

static void after_three_days_a_letter_is_dead(void **state)
{
    kit.result = POST_LATER;
    kit.letters[0].made_at = NOW - (int64_t)3 * 24 * 3600 * 1000;
    send_round();
    assert_int_equal(kit.ends[0].status, LETTER_WAITING);
    kit.letters[0].made_at--;
    send_round();
    assert_int_equal(kit.ends[1].status, LETTER_DEAD);
}

static void a_server_that_does_not_answer_is_asked_once_a_round(void **state)
{
    kit.result = POST_LATER;
    kit.count = 5;
    for (int i = 0; i < kit.count; i++)
        snprintf(kit.letters[i].address, WAY_ADDRESS, "http://%s.example.org/",
                 i == 3 ? "other" : "hangs");
    send_round();
    assert_int_equal(kit.sent, 2);
    assert_int_equal(kit.end_count, 5);
}

static void what_was_put_off_unasked_is_no_try(void **state)
{
    kit.result = POST_DEAF;
    mail_round(4);
    assert_int_equal(kit.sent, 2); /* the one before it, and the one that found out */
    assert_true(kit.ends[1].tried);
    for (int i = 2; i < 4; i++) {
        assert_false(kit.ends[i].tried);
        assert_int_equal(kit.ends[i].status, LETTER_WAITING);
        assert_in_range(kit.ends[i].again_ms, letter_pause(1), letter_pause(1) * 5 / 4);
    }
}

static void one_reader_whose_server_asks_to_wait_keeps_no_other_mail_waiting(void **state)
{
    kit.result = POST_LATER;
    const struct chore_step step = mail_round(4);
    assert_int_equal(kit.sent, 4);
    assert_int_equal(step.done, 3);
    assert_int_equal(kit.ends[1].status, LETTER_WAITING);
    assert_int_equal(kit.ends[3].status, LETTER_SENT);
}

static void what_is_no_longer_true_is_not_sent(void **state)
{
    kit.nothing = true;
    send_round();
    assert_int_equal(kit.sent, 0);
    assert_int_equal(kit.ends[0].status, LETTER_SENT);
}

static void whoever_had_his_hands_full_comes_back_at_once(void **state)
{
    kit.count = LETTERS;
    assert_int_equal(send_round().next_ms, 0);
    kit.count = 1;
    assert_int_not_equal(send_round().next_ms, 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_letter_that_was_sent_is_done),
        CASE(one_that_was_not_is_tried_again_with_growing_patience),
        CASE(one_that_was_refused_for_good_is_dead),
        CASE(after_three_days_a_letter_is_dead),
        CASE(a_server_that_does_not_answer_is_asked_once_a_round),
        CASE(what_was_put_off_unasked_is_no_try),
        CASE(one_reader_whose_server_asks_to_wait_keeps_no_other_mail_waiting),
        CASE(what_is_no_longer_true_is_not_sent),
        CASE(whoever_had_his_hands_full_comes_back_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
