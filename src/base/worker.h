/*
 * A worker: one thread that takes commands from a queue, does them one after the other with
 * straight-line blocking code, and posts one result each.
 *
 * Commands and results are structs of the owner's that begin with a struct message, so that every
 * one carries the request it belongs to and the moment after which nobody waits for it. A command
 * whose deadline has passed before it was begun is not done: its result says `late`.
 *
 * The thread blocks all signals, which therefore stay with the thread that draws. It never draws,
 * never prints, and never touches what it was not given.
 */
#ifndef LOGE_BASE_WORKER_H
#define LOGE_BASE_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/clock.h"
#include "src/base/queue.h"
#include "src/base/uuid.h"

struct message {
    struct uuid request;
    int64_t deadline; /* monotonic milliseconds of the worker's clock; 0: none */
    bool late;        /* results: the command came too late and was not done */
};

struct worker_spec {
    const char *name; /* of the thread, 15 characters */
    size_t command_size, result_size;
    int room; /* of each queue */
    struct clock clock;
    /*
     * Does one command, on the worker's thread. *result is zeroed but for its message, which has
     * the command's request and deadline.
     */
    void (*handle)(void *ctx, const void *command, void *result);
    void *ctx; /* used by handle alone while the worker lives */
};

struct worker;

struct worker *worker_start(const struct worker_spec *spec, struct err *err) MUST_USE;

/* From any thread. Never waits: QUEUE_FULL says the worker is behind, QUEUE_CLOSED that it stops.
 */
enum queue_answer worker_send(struct worker *worker, const void *command) MUST_USE;

/* From one thread. QUEUE_CLOSED: it has stopped and every result was received. */
enum queue_answer worker_receive(struct worker *worker, void *result) MUST_USE;
enum queue_answer worker_receive_wait(struct worker *worker, void *result, int64_t ms) MUST_USE;
int worker_fd(const struct worker *worker); /* readable while there is something to receive */

/* No more commands; those sent are still done and their results can be received. Does not wait. */
void worker_stop(struct worker *worker);
/* Stops, waits for the thread, drops results nobody received, frees. NULL inside is fine. */
void worker_join(struct worker **worker);

#endif
