#include "config.h"

#include "src/base/thread.h"

#include <signal.h>
#include <stddef.h>

/* A new thread has the signal mask of the one that makes it. */
int thread_create_unsignalled(pthread_t *thread, void *(*run)(void *ctx), void *ctx)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int fault = pthread_create(thread, NULL, run, ctx);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return fault;
}
