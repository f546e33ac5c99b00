#include "config.h"

#include "src/adapter/lookup.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/base/arena.h"
#include "src/base/thread.h"

enum { THREADS_MAX = 8 }; /* that nobody answers; each name server gives up in the end */

/* Belongs to both until one of them is done with it. */
struct question {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    char *host, *port;
    struct addrinfo *found;
    bool done, left; /* the thread has its answer; nobody waits for it any more */
};

static _Atomic int threads;

static struct addrinfo *ask(const char *host, const char *port, int flags)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags};
    struct addrinfo *found = NULL;
    return getaddrinfo(host, port, &hints, &found) == 0 ? found : NULL;
}

static struct question *question_new(const char *host, const char *port)
{
    struct question *question = x_alloc(sizeof *question);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&question->answered, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&question->lock, NULL);
    question->host = x_strdup(host);
    question->port = x_strdup(port);
    return question;
}

static void question_free(struct question *question)
{
    if (question->found)
        freeaddrinfo(question->found);
    pthread_cond_destroy(&question->answered);
    pthread_mutex_destroy(&question->lock);
    free(question->host);
    free(question->port);
    free(question);
}

static void *run(void *ctx)
{
    struct question *question = ctx;
    struct addrinfo *found = ask(question->host, question->port, 0);
    pthread_mutex_lock(&question->lock);
    question->found = found;
    question->done = true;
    bool left = question->left;
    pthread_cond_signal(&question->answered);
    pthread_mutex_unlock(&question->lock);
    if (left)
        question_free(question);
    threads--;
    return NULL;
}

static bool start(struct question *question)
{
    pthread_t thread;
    if (threads++ >= THREADS_MAX) {
        threads--;
        return false;
    }
    bool started = thread_create_unsignalled(&thread, run, question) == 0;
    if (started)
        pthread_detach(thread);
    else
        threads--;
    return started;
}

static struct timespec moment(int64_t within_ms)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    int64_t ms = at.tv_nsec / 1000000 + within_ms;
    return (struct timespec){.tv_sec = at.tv_sec + ms / 1000, .tv_nsec = ms % 1000 * 1000000};
}

static struct addrinfo *wait_for(struct question *question, int64_t within_ms)
{
    const struct timespec until = moment(within_ms > 0 ? within_ms : 0);
    int failed = 0;
    pthread_mutex_lock(&question->lock);
    while (!question->done && !failed)
        failed = pthread_cond_timedwait(&question->answered, &question->lock, &until);
    bool done = question->done;
    struct addrinfo *found = question->found;
    question->found = NULL;
    question->left = !done;
    pthread_mutex_unlock(&question->lock);
    if (done)
        question_free(question);
    errno = done ? EADDRNOTAVAIL : ETIMEDOUT;
    return found;
}

struct addrinfo *lookup_name(const char *host, const char *port, int64_t within_ms)
{
    struct addrinfo *found = ask(host, port, AI_NUMERICHOST | AI_NUMERICSERV);
    if (found)
        return found;
    struct question *question = question_new(host, port);
    if (start(question))
        return wait_for(question, within_ms);
    question_free(question);
    errno = ETIMEDOUT;
    return NULL;
}
