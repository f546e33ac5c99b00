#include "config.h"

#include "src/engine/chore_thread.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/base/thread.h"

struct chore_thread {
    struct chore_run run;
    atomic_bool stopped;
    _Atomic int64_t since; /* monotonic: its turn began; 0: it rests */
    int wake;              /* an eventfd */
    pthread_t thread;
};

/* True: it was woken. */
static bool rest(const struct chore_thread *thread, int64_t ms)
{
    eventfd_t count;
    struct pollfd fd = {.fd = thread->wake, .events = POLLIN};
    (void)!poll(&fd, 1, ms < CHORE_BEAT_MS ? (int)ms : CHORE_BEAT_MS);
    return (fd.revents & POLLIN) && eventfd_read(thread->wake, &count) == 0;
}

static void *run(void *ctx)
{
    struct chore_thread *thread = ctx;
    while (!thread->stopped) {
        thread->since = clock_mono(&thread->run.desk->clock);
        int64_t ms = chore_turn(&thread->run);
        thread->since = 0;
        if (!thread->stopped && rest(thread, ms))
            chore_wake(&thread->run);
    }
    chore_end(&thread->run);
    return NULL;
}

struct chore_thread *chore_thread_start(const struct chore *chore, struct desk *desk,
                                        const struct actor *actor, struct err *err)
{
    char name[16];
    struct chore_thread *thread = x_alloc(sizeof *thread);
    chore_start(&thread->run, chore, desk, actor);
    thread->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (thread->wake >= 0 && !thread_create_unsignalled(&thread->thread, run, thread)) {
        text_copy(name, sizeof name, chore->name);
        pthread_setname_np(thread->thread, name);
        return thread;
    }
    (void)err_set(err, RC_TRANSIENT, "EAGAIN", "The system has no thread left for %s", chore->name);
    if (thread->wake >= 0)
        close(thread->wake);
    arena_free(&thread->run.arena);
    free(thread);
    return NULL;
}

void chore_thread_wake(struct chore_thread *thread)
{
    (void)!eventfd_write(thread->wake, 1);
}

int64_t chore_thread_busy_ms(const struct chore_thread *thread)
{
    int64_t since = thread->since;
    return since ? clock_mono(&thread->run.desk->clock) - since : 0;
}

void chore_thread_stop(struct chore_thread *thread)
{
    thread->stopped = true;
    chore_thread_wake(thread);
}

void chore_thread_join(struct chore_thread **thread)
{
    if (!*thread)
        return;
    chore_thread_stop(*thread);
    pthread_join((*thread)->thread, NULL);
    close((*thread)->wake);
    free(*thread);
    *thread = NULL;
}
