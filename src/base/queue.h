/*
 * A bounded queue of values between threads: any number of producers, one consumer.
 *
 * Values are copied in and out, so nobody shares memory. The descriptor is readable while there is
 * something to take (or nothing will ever come again), so a poll loop can wait for it together with
 * a terminal or a socket. Closing lets the consumer take what is there and then tells it the end.
 */
#ifndef LOGE_BASE_QUEUE_H
#define LOGE_BASE_QUEUE_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"
#include "src/base/err.h"

enum queue_answer {
    QUEUE_OK,
    QUEUE_FULL,   /* put: no room now */
    QUEUE_EMPTY,  /* take: nothing there (in time) */
    QUEUE_CLOSED, /* put: no more is taken in; take: everything was taken out */
};

enum { QUEUE_FOR_EVER = -1 };

struct queue;

/* NULL and err when the system has no descriptor left. */
struct queue *queue_new(size_t value_size, int room, struct err *err) MUST_USE;
/* When no thread uses it any more. Values still inside are dropped. */
void queue_free(struct queue **queue);

enum queue_answer queue_put(struct queue *queue, const void *value) MUST_USE; /* never waits */
/* Waits for room; never QUEUE_FULL. */
enum queue_answer queue_put_wait(struct queue *queue, const void *value) MUST_USE;

enum queue_answer queue_take(struct queue *queue, void *value) MUST_USE; /* never waits */
/* Waits up to ms, or QUEUE_FOR_EVER. */
enum queue_answer queue_take_wait(struct queue *queue, void *value, int64_t ms) MUST_USE;

void queue_close(struct queue *queue); /* from any thread, as often as one likes */

int queue_fd(const struct queue *queue); /* to poll for POLLIN, never to read */
int queue_length(struct queue *queue);

#endif
