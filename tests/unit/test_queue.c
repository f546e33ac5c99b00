#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <pthread.h>
#include <stdbool.h>

#include "src/base/queue.h"

static struct queue *queue;

static int set_up(void **state)
{
    queue = queue_new(sizeof(int), 3, NULL);
    return queue ? 0 : -1;
}

static int tear_down(void **state)
{
    queue_free(&queue);
    return 0;
}

static enum queue_answer put(int value)
{
    return queue_put(queue, &value);
}

static void assert_takes(int expected)
{
    int value = -1;
    assert_int_equal(queue_take(queue, &value), QUEUE_OK);
    assert_int_equal(value, expected);
}

static bool readable(void)
{
    struct pollfd poller = {.fd = queue_fd(queue), .events = POLLIN};
    return poll(&poller, 1, 0) == 1;
}

static void values_come_out_in_the_order_they_went_in(void **state)
{
    for (int round = 0; round < 5; round++) {
        assert_int_equal(put(round), QUEUE_OK);
        assert_int_equal(put(round + 100), QUEUE_OK);
        assert_int_equal(queue_length(queue), 2);
        assert_takes(round);
        assert_takes(round + 100);
    }
}

static void a_full_queue_says_so_and_keeps_what_it_has(void **state)
{
    for (int i = 0; i < 3; i++)
        assert_int_equal(put(i), QUEUE_OK);
    assert_int_equal(put(3), QUEUE_FULL);
    for (int i = 0; i < 3; i++)
        assert_takes(i);
}

static void an_empty_queue_says_so(void **state)
{
    int value = 7;
    assert_int_equal(queue_take(queue, &value), QUEUE_EMPTY);
    assert_int_equal(queue_take_wait(queue, &value, 1), QUEUE_EMPTY);
    assert_int_equal(value, 7);
}

static void the_descriptor_is_readable_while_something_is_inside(void **state)
{
    assert_false(readable());
    assert_int_equal(put(1), QUEUE_OK);
    assert_int_equal(put(2), QUEUE_OK);
    assert_true(readable());
    assert_takes(1);
    assert_true(readable());
    assert_takes(2);
    assert_false(readable());
    assert_int_equal(put(3), QUEUE_OK);
    assert_true(readable());
}

static void a_closed_queue_gives_what_it_has_and_takes_no_more(void **state)
{
    int value;
    assert_int_equal(put(1), QUEUE_OK);
    queue_close(queue);
    queue_close(queue);
    assert_int_equal(put(2), QUEUE_CLOSED);
    assert_int_equal(queue_put_wait(queue, &(int){2}), QUEUE_CLOSED);
    assert_takes(1);
    assert_int_equal(queue_take(queue, &value), QUEUE_CLOSED);
    assert_int_equal(queue_take_wait(queue, &value, QUEUE_FOR_EVER), QUEUE_CLOSED);
}

static void the_end_wakes_a_poll(void **state)
{
    queue_close(queue);
    assert_true(readable());
}

static void *close_from_elsewhere(void *unused)
{
    queue_close(queue);
    return unused;
}

static void closing_wakes_who_waits_for_a_value(void **state)
{
    pthread_t closer;
    int value;
    assert_int_equal(pthread_create(&closer, NULL, close_from_elsewhere, NULL), 0);
    assert_int_equal(queue_take_wait(queue, &value, QUEUE_FOR_EVER), QUEUE_CLOSED);
    assert_int_equal(pthread_join(closer, NULL), 0);
}

static void closing_wakes_who_waits_for_room(void **state)
{
    pthread_t closer;
    for (int i = 0; i < 3; i++)
        assert_int_equal(put(i), QUEUE_OK);
    assert_int_equal(pthread_create(&closer, NULL, close_from_elsewhere, NULL), 0);
    assert_int_equal(queue_put_wait(queue, &(int){4}), QUEUE_CLOSED);
    assert_int_equal(pthread_join(closer, NULL), 0);
}

enum { PRODUCERS = 3, EACH = 3000 };

static void *produce(void *first)
{
    const int *from = first;
    for (int i = 0; i < EACH; i++)
        if (queue_put_wait(queue, &(int){*from + i}) != QUEUE_OK)
            return first;
    return NULL;
}

/* Each producer's own values arrive complete and in order, however the threads are interleaved. */
static void producers_lose_and_reorder_nothing(void **state)
{
    pthread_t threads[PRODUCERS];
    int first[PRODUCERS], next[PRODUCERS] = {0}, value;
    for (int i = 0; i < PRODUCERS; i++) {
        first[i] = i * EACH;
        assert_int_equal(pthread_create(&threads[i], NULL, produce, &first[i]), 0);
    }
    for (int i = 0; i < PRODUCERS * EACH; i++) {
        assert_int_equal(queue_take_wait(queue, &value, QUEUE_FOR_EVER), QUEUE_OK);
        assert_int_equal(value % EACH, next[value / EACH]++);
    }
    for (int i = 0; i < PRODUCERS; i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(queue_length(queue), 0);
    assert_false(readable());
}

#define QUEUE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        QUEUE_TEST(values_come_out_in_the_order_they_went_in),
        QUEUE_TEST(a_full_queue_says_so_and_keeps_what_it_has),
        QUEUE_TEST(an_empty_queue_says_so),
        QUEUE_TEST(the_descriptor_is_readable_while_something_is_inside),
        QUEUE_TEST(a_closed_queue_gives_what_it_has_and_takes_no_more),
        QUEUE_TEST(the_end_wakes_a_poll),
        QUEUE_TEST(closing_wakes_who_waits_for_a_value),
        QUEUE_TEST(closing_wakes_who_waits_for_room),
        QUEUE_TEST(producers_lose_and_reorder_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
