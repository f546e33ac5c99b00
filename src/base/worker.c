#include "config.h"

#include "src/base/worker.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/text.h"
#include "src/base/thread.h"

struct worker {
    struct worker_spec spec;
    struct queue *commands, *results;
    pthread_t thread;
};

static void do_one(const struct worker *worker, const void *command, void *result)
{
    struct message head;
    memcpy(&head, command, sizeof head);
    head.late = head.deadline != 0 && clock_mono(&worker->spec.clock) > head.deadline;
    memset(result, 0, worker->spec.result_size);
    memcpy(result, &head, sizeof head);
    if (!head.late)
        worker->spec.handle(worker->spec.ctx, command, result);
}

static void *run(void *argument)
{
    struct worker *worker = argument;
    void *command = x_alloc(worker->spec.command_size), *result = x_alloc(worker->spec.result_size);
    while (queue_take_wait(worker->commands, command, QUEUE_FOR_EVER) == QUEUE_OK) {
        do_one(worker, command, result);
        enum queue_answer posted = queue_put_wait(worker->results, result);
        assert(posted == QUEUE_OK && "only this thread closes its results");
    }
    queue_close(worker->results);
    free(command);
    free(result);
    return NULL;
}

static void free_parts(struct worker **worker)
{
    queue_free(&(*worker)->commands);
    queue_free(&(*worker)->results);
    free(*worker);
    *worker = NULL;
}

struct worker *worker_start(const struct worker_spec *spec, struct err *err)
{
    char name[16];
    assert(spec->command_size >= sizeof(struct message) &&
           spec->result_size >= sizeof(struct message));
    struct worker *worker = x_alloc(sizeof *worker);
    worker->spec = *spec;
    worker->commands = queue_new(spec->command_size, spec->room, err);
    if (worker->commands)
        worker->results = queue_new(spec->result_size, spec->room, err);
    if (!worker->results) {
        free_parts(&worker);
        return NULL;
    }
    if (thread_create_unsignalled(&worker->thread, run, worker)) {
        (void)err_set(err, RC_TRANSIENT, "EAGAIN", "The system has no thread left for %s",
                      spec->name);
        free_parts(&worker);
        return NULL;
    }
    text_copy(name, sizeof name, spec->name);
    pthread_setname_np(worker->thread, name);
    return worker;
}

enum queue_answer worker_send(struct worker *worker, const void *command)
{
    return queue_put(worker->commands, command);
}

enum queue_answer worker_receive(struct worker *worker, void *result)
{
    return queue_take(worker->results, result);
}

enum queue_answer worker_receive_wait(struct worker *worker, void *result, int64_t ms)
{
    return queue_take_wait(worker->results, result, ms);
}

int worker_fd(const struct worker *worker)
{
    return queue_fd(worker->results);
}

void worker_stop(struct worker *worker)
{
    queue_close(worker->commands);
}

void worker_join(struct worker **worker)
{
    if (!*worker)
        return;
    worker_stop(*worker);
    void *dropped = x_alloc((*worker)->spec.result_size);
    while (queue_take_wait((*worker)->results, dropped, QUEUE_FOR_EVER) == QUEUE_OK)
        continue;
    free(dropped);
    pthread_join((*worker)->thread, NULL);
    free_parts(worker);
}
