#include "config.h"

#include "src/base/queue.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "src/base/arena.h"

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    unsigned char *values;
    size_t value_size;
    int room, first, length;
    bool closed, signalled; /* signalled: the descriptor is readable */
    int fd;
};

static void init_conditions(struct queue *queue)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&queue->filled, &attributes);
    pthread_cond_init(&queue->emptied, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct queue *queue_new(size_t value_size, int room, struct err *err)
{
    size_t bytes;
    assert(room > 0 && !__builtin_mul_overflow(value_size, (size_t)room, &bytes));
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fd < 0) {
        (void)err_set_errno(err, RC_TRANSIENT, "Cannot make a queue");
        return NULL;
    }
    struct queue *queue = x_alloc(sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    init_conditions(queue);
    queue->values = x_alloc(bytes);
    queue->value_size = value_size;
    queue->room = room;
    queue->fd = fd;
    return queue;
}

void queue_free(struct queue **queue)
{
    if (!*queue)
        return;
    close((*queue)->fd);
    free((*queue)->values);
    pthread_cond_destroy(&(*queue)->filled);
    pthread_cond_destroy(&(*queue)->emptied);
    pthread_mutex_destroy(&(*queue)->lock);
    free(*queue);
    *queue = NULL;
}

static unsigned char *slot(struct queue *queue, int index)
{
    return queue->values + (size_t)((queue->first + index) % queue->room) * queue->value_size;
}

/* Under the lock: the descriptor follows the state, with one system call at each change. */
static void show_state(struct queue *queue)
{
    bool readable = queue->length > 0 || queue->closed;
    uint64_t count = 1;
    ssize_t moved;
    if (readable == queue->signalled)
        return;
    do
        moved = readable ? write(queue->fd, &count, sizeof count)
                         : read(queue->fd, &count, sizeof count);
    while (moved < 0 && errno == EINTR);
    assert(moved == (ssize_t)sizeof count);
    queue->signalled = readable;
}

static enum queue_answer put_locked(struct queue *queue, const void *value)
{
    if (queue->closed)
        return QUEUE_CLOSED;
    if (queue->length == queue->room)
        return QUEUE_FULL;
    memcpy(slot(queue, queue->length), value, queue->value_size);
    queue->length++;
    show_state(queue);
    pthread_cond_signal(&queue->filled);
    return QUEUE_OK;
}

static enum queue_answer take_locked(struct queue *queue, void *value)
{
    if (queue->length == 0)
        return queue->closed ? QUEUE_CLOSED : QUEUE_EMPTY;
    memcpy(value, slot(queue, 0), queue->value_size);
    queue->first = (queue->first + 1) % queue->room;
    queue->length--;
    show_state(queue);
    pthread_cond_signal(&queue->emptied);
    return QUEUE_OK;
}

enum queue_answer queue_put(struct queue *queue, const void *value)
{
    pthread_mutex_lock(&queue->lock);
    enum queue_answer answer = put_locked(queue, value);
    pthread_mutex_unlock(&queue->lock);
    return answer;
}

enum queue_answer queue_put_wait(struct queue *queue, const void *value)
{
    enum queue_answer answer;
    pthread_mutex_lock(&queue->lock);
    while ((answer = put_locked(queue, value)) == QUEUE_FULL)
        pthread_cond_wait(&queue->emptied, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
    return answer;
}

enum queue_answer queue_take(struct queue *queue, void *value)
{
    pthread_mutex_lock(&queue->lock);
    enum queue_answer answer = take_locked(queue, value);
    pthread_mutex_unlock(&queue->lock);
    return answer;
}

static struct timespec moment_after(int64_t ms)
{
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    moment.tv_sec += (time_t)(ms / 1000);
    moment.tv_nsec += (long)(ms % 1000) * 1000000;
    if (moment.tv_nsec >= 1000000000) {
        moment.tv_nsec -= 1000000000;
        moment.tv_sec++;
    }
    return moment;
}

enum queue_answer queue_take_wait(struct queue *queue, void *value, int64_t ms)
{
    struct timespec until = moment_after(ms < 0 ? 0 : ms);
    enum queue_answer answer;
    int late = 0;
    pthread_mutex_lock(&queue->lock);
    while ((answer = take_locked(queue, value)) == QUEUE_EMPTY && !late) {
        if (ms < 0)
            pthread_cond_wait(&queue->filled, &queue->lock);
        else
            late = pthread_cond_timedwait(&queue->filled, &queue->lock, &until);
    }
    pthread_mutex_unlock(&queue->lock);
    return answer;
}

void queue_close(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
    show_state(queue);
    pthread_cond_broadcast(&queue->filled);
    pthread_cond_broadcast(&queue->emptied);
    pthread_mutex_unlock(&queue->lock);
}

int queue_fd(const struct queue *queue)
{
    return queue->fd;
}

int queue_length(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    int length = queue->length;
    pthread_mutex_unlock(&queue->lock);
    return length;
}
