#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>

#include "src/base/worker.h"

struct command {
    struct message message;
    int number;
};

struct result {
    struct message message;
    int doubled;
};

static struct fake_clock fake;
static struct worker *worker;
static int handled; /* touched by the worker's thread only, read after it was joined */

static void double_it(void *ctx, const void *command, void *result)
{
    int *count = ctx;
    ++*count;
    ((struct result *)result)->doubled = ((const struct command *)command)->number * 2;
}

static struct worker *a_worker(int room, void (*handle)(void *, const void *, void *))
{
    struct worker_spec spec = {.name = "engine",
                               .command_size = sizeof(struct command),
                               .result_size = sizeof(struct result),
                               .room = room,
                               .clock = clock_fake(&fake),
                               .handle = handle,
                               .ctx = &handled};
    return worker_start(&spec, NULL);
}

static int set_up(void **state)
{
    handled = 0;
    fake = (struct fake_clock){.mono = 1000};
    worker = a_worker(64, double_it);
    return worker ? 0 : -1;
}

static int tear_down(void **state)
{
    worker_join(&worker);
    return 0;
}

static enum queue_answer send_number(int number, int64_t deadline)
{
    struct command command = {.number = number, .message = {.deadline = deadline}};
    command.message.request.b[15] = (uint8_t)number;
    return worker_send(worker, &command);
}

static struct result receive(void)
{
    struct result result;
    assert_int_equal(worker_receive_wait(worker, &result, QUEUE_FOR_EVER), QUEUE_OK);
    return result;
}

static void a_command_gives_one_result_with_its_request(void **state)
{
    assert_int_equal(send_number(21, 0), QUEUE_OK);
    struct result result = receive();
    assert_int_equal(result.doubled, 42);
    assert_int_equal(result.message.request.b[15], 21);
    assert_false(result.message.late);
    assert_int_equal(worker_receive(worker, &result), QUEUE_EMPTY);
}

static void results_keep_the_order_of_commands(void **state)
{
    for (int i = 0; i < 30; i++)
        assert_int_equal(send_number(i, 0), QUEUE_OK);
    for (int i = 0; i < 30; i++)
        assert_int_equal(receive().doubled, 2 * i);
}

static void a_command_past_its_deadline_is_not_done(void **state)
{
    assert_int_equal(send_number(21, 999), QUEUE_OK);
    struct result late = receive();
    assert_true(late.message.late);
    assert_int_equal(late.doubled, 0);
    assert_int_equal(late.message.request.b[15], 21);
    assert_int_equal(send_number(21, 1000), QUEUE_OK);
    assert_false(receive().message.late);
    worker_join(&worker);
    assert_int_equal(handled, 1);
}

static void a_poll_wakes_for_a_result(void **state)
{
    assert_int_equal(send_number(1, 0), QUEUE_OK);
    struct pollfd poller = {.fd = worker_fd(worker), .events = POLLIN};
    assert_int_equal(poll(&poller, 1, 10000), 1);
    assert_int_equal(receive().doubled, 2);
    assert_int_equal(poll(&poller, 1, 0), 0);
}

static void stopping_does_what_was_sent_and_takes_no_more(void **state)
{
    struct result result;
    for (int i = 0; i < 10; i++)
        assert_int_equal(send_number(i, 0), QUEUE_OK);
    worker_stop(worker);
    assert_int_equal(send_number(10, 0), QUEUE_CLOSED);
    for (int i = 0; i < 10; i++)
        assert_int_equal(receive().doubled, 2 * i);
    assert_int_equal(worker_receive_wait(worker, &result, QUEUE_FOR_EVER), QUEUE_CLOSED);
}

static void joining_does_not_need_anybody_to_receive(void **state)
{
    worker_join(&worker);
    worker = a_worker(2, double_it);
    for (int sent = 0; sent < 20;)
        if (send_number(sent, 0) == QUEUE_OK)
            sent++;
        else if (worker_receive(worker, &(struct result){0}) != QUEUE_OK)
            sched_yield();
    worker_join(&worker);
    assert_null(worker);
    assert_int_equal(handled, 20);
    worker_join(&worker);
}

static void tell_the_signal_mask(void *ctx, const void *command, void *result)
{
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    ((struct result *)result)->doubled =
        sigismember(&mask, SIGWINCH) + sigismember(&mask, SIGINT) + sigismember(&mask, SIGTERM);
}

static void the_worker_blocks_all_signals_and_its_maker_none(void **state)
{
    sigset_t mask;
    worker_join(&worker);
    worker = a_worker(2, tell_the_signal_mask);
    assert_int_equal(send_number(1, 0), QUEUE_OK);
    assert_int_equal(receive().doubled, 3);
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    assert_int_equal(sigismember(&mask, SIGWINCH), 0);
}

enum { EACH = 2000 };

static void *send_many(void *sign)
{
    const int *factor = sign;
    for (int i = 1; i <= EACH; i++)
        while (send_number(*factor * i, 0) == QUEUE_FULL)
            sched_yield();
    return NULL;
}

/* Race-free under the thread sanitizer: two producers, the worker, and one who receives. */
static void two_producers_and_a_worker_lose_nothing(void **state)
{
    pthread_t producers[2];
    int factors[2] = {1, -1}, last[2] = {0};
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&producers[i], NULL, send_many, &factors[i]), 0);
    for (int i = 0; i < 2 * EACH; i++) {
        int doubled = receive().doubled, who = doubled < 0;
        assert_int_equal(doubled, last[who] + 2 * factors[who]);
        last[who] = doubled;
    }
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_join(producers[i], NULL), 0);
    worker_join(&worker);
    assert_int_equal(handled, 2 * EACH);
}

#define WORKER_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORKER_TEST(a_command_gives_one_result_with_its_request),
        WORKER_TEST(results_keep_the_order_of_commands),
        WORKER_TEST(a_command_past_its_deadline_is_not_done),
        WORKER_TEST(a_poll_wakes_for_a_result),
        WORKER_TEST(stopping_does_what_was_sent_and_takes_no_more),
        WORKER_TEST(joining_does_not_need_anybody_to_receive),
        WORKER_TEST(the_worker_blocks_all_signals_and_its_maker_none),
        WORKER_TEST(two_producers_and_a_worker_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
