#include "config.h"

#include "src/cmd/asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/base/thread.h"
#include "src/cmd/intl.h"

enum { SILENT_MS = 700 }; /* what is over sooner needs no word */

struct asking {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct timespec due;
    bool over, said;
    const char *text; /* translated by whoever begins: the thread only writes */
};

static void *wait_to_say(void *ctx)
{
    struct asking *asking = ctx;
    int fault = 0;
    pthread_mutex_lock(&asking->lock);
    while (!asking->over && !fault)
        fault = pthread_cond_timedwait(&asking->wake, &asking->lock, &asking->due);
    if (!asking->over) {
        asking->said = true;
        fprintf(stderr, "\r%s", asking->text);
        fflush(stderr);
    }
    pthread_mutex_unlock(&asking->lock);
    return NULL;
}

static void start(struct asking *asking)
{
    pthread_condattr_t how;
    pthread_condattr_init(&how);
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    pthread_cond_init(&asking->wake, &how);
    pthread_condattr_destroy(&how);
    pthread_mutex_init(&asking->lock, NULL);
    clock_gettime(CLOCK_MONOTONIC, &asking->due);
    asking->due.tv_nsec += SILENT_MS * 1000000L;
    asking->due.tv_sec += asking->due.tv_nsec / 1000000000L;
    asking->due.tv_nsec %= 1000000000L;
}

static void drop(struct asking **asking)
{
    pthread_cond_destroy(&(*asking)->wake);
    pthread_mutex_destroy(&(*asking)->lock);
    free(*asking);
    *asking = NULL;
}

struct asking *asking_begin(const struct call *call)
{
    if (call->quiet || call->counter || call->err != stderr || !isatty(STDERR_FILENO))
        return NULL;
    struct asking *asking = x_alloc(sizeof *asking);
    /* L10N: on a terminal, while the house does not answer; at most 70 columns */
    *asking = (struct asking){.text = _("Waiting for the house ...")};
    start(asking);
    if (thread_create_unsignalled(&asking->thread, wait_to_say, asking))
        drop(&asking);
    return asking;
}

void asking_end(struct asking **asking)
{
    struct asking *it = *asking;
    if (!it)
        return;
    pthread_mutex_lock(&it->lock);
    it->over = true;
    pthread_cond_signal(&it->wake);
    pthread_mutex_unlock(&it->lock);
    pthread_join(it->thread, NULL);
    if (it->said)
        fprintf(stderr, "\r%*s\r", text_columns(it->text), "");
    drop(asking);
}
