#include "config.h"

#include "src/engine/counter_thread.h"

#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/base/queue.h"
#include "src/base/text.h"
#include "src/base/thread.h"
#include "src/engine/counter_conflict.h"

enum { COMMANDS = 64, ANSWERS = 64, AGAIN_MS = 20, LOOK_MS = 500, SWEEP_MS = 4000 };
enum { SEAL_MS = 250 /* between two pieces of work nobody waits for */ };
enum { STOPS = 64 /* as many as commands can wait */ };
enum { FIRST_SWEEP_MS = 1000, REST_MS = 1000 };

struct counter_thread {
    struct counter *counter;
    struct queue *commands, *answers;
    pthread_t thread;
    struct err fault;              /* why it could not begin; the screen's once that was told */
    int64_t next_sweep;            /* monotonic */
    int64_t rest_at;               /* monotonic; INT64_MAX: it rests already */
    _Atomic uint64_t stops[STOPS]; /* commands nobody wants any more, the newest over the oldest */
    unsigned next_stop;            /* the screen's */
};

/* ---- the thread's side -------------------------------------------------------------------- */

static void answer(struct counter_thread *thread, struct evt *evt)
{
    if (queue_put_wait(thread->answers, evt) != QUEUE_OK)
        arena_free(&evt->arena);
}

/* A picture of the work that finds no room is not missed: another one follows. */
static void tell_work(void *ctx, const struct evt *evt)
{
    struct counter_thread *thread = ctx;
    (void)!queue_put(thread->answers, evt);
}

static bool was_cancelled(void *ctx, uint64_t id)
{
    struct counter_thread *thread = ctx;
    for (int i = 0; i < STOPS; i++)
        if (atomic_load_explicit(&thread->stops[i], memory_order_relaxed) == id)
            return true;
    return false;
}

static bool is_awaited(void *ctx)
{
    struct counter_thread *thread = ctx;
    return queue_length(thread->commands) > 0;
}

/* The word of health changes without being asked. */
static void tell_line(struct counter_thread *thread)
{
    struct evt evt;
    if (counter_line(thread->counter, &evt))
        answer(thread, &evt);
}

/*
 * How long the thread may sleep after looking. A store that could not be looked at has not emptied
 * what it is watched by, which is left alone until it is looked at again.
 */
static int follow(struct counter_thread *thread, int *watch)
{
    struct evt news;
    enum follow found = counter_follow(thread->counter, &news);
    if (found == FOLLOW_NEWS)
        answer(thread, &news);
    if (found == FOLLOW_BUSY) {
        *watch = -1;
        return AGAIN_MS;
    }
    return *watch < 0 && thread->counter->show_no ? LOOK_MS : SWEEP_MS;
}

/* Housekeeping only: an expired hold blocks nobody, but reports read better without it. */
static void sweep_when_due(struct counter_thread *thread)
{
    struct desk *desk = thread->counter->desk;
    int64_t now = clock_mono(&desk->clock);
    if (now < thread->next_sweep)
        return;
    struct arena *arena = arena_new();
    struct act_meta meta = {.arena = arena, .actor = {.name = "sweep", .role = ROLE_SERVICE}};
    if (thread->counter->till)
        text_copy(meta.actor.till, sizeof meta.actor.till, thread->counter->till);
    struct outcome out;
    desk_expire(desk, &meta, NULL, &out);
    if (thread->counter->swept && !out.verdict)
        thread->counter->swept(thread->counter->line_ctx);
    bool more = !out.verdict && out.sealed;
    thread->next_sweep = now + (more ? SEAL_MS : SWEEP_MS);
    if (thread->rest_at == INT64_MAX && !more)
        thread->rest_at = now; /* what the sweep has read is wanted by nobody else */
    arena_free(&arena);
}

/* What a big show left behind goes back to the system once nobody asks for more. */
static void rest_when_due(struct counter_thread *thread)
{
    struct store *store = thread->counter->desk->store;
    if (clock_mono(&thread->counter->desk->clock) < thread->rest_at)
        return;
    thread->rest_at = INT64_MAX;
    if (store->ops->rest)
        store->ops->rest(store);
    malloc_trim(0);
}

static void read_ahead_when_due(struct counter_thread *thread)
{
    if (counter_read_ahead(thread->counter))
        thread->rest_at = clock_mono(&thread->counter->desk->clock) + REST_MS;
}

static int64_t aside_due(const struct counter_thread *thread)
{
    const struct counter_aside *aside = thread->counter->aside;
    return aside ? aside->due(aside->ctx) : INT64_MAX;
}

static int until_due(const struct counter_thread *thread, int patience_ms)
{
    int64_t ahead = counter_ahead_due(thread->counter);
    int64_t due = ahead < thread->rest_at ? ahead : thread->rest_at;
    due = due < thread->next_sweep ? due : thread->next_sweep;
    due = due < aside_due(thread) ? due : aside_due(thread);
    int64_t left = due - clock_mono(&thread->counter->desk->clock);
    return left > patience_ms ? patience_ms : left > 0 ? (int)left : 0;
}

static void drain(int fd)
{
    char bytes[4096];
    while (fd >= 0 && read(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes)
        continue;
}

static int printer_fd(const struct counter_thread *thread)
{
    const struct print_port *printer = thread->counter->printer;
    return printer ? printer->fd(printer->ctx) : -1;
}

static void tell_paper(struct counter_thread *thread)
{
    struct evt news;
    counter_paper(thread->counter, &news);
    answer(thread, &news);
}

static int scale_fd(const struct counter_thread *thread)
{
    const struct scale_port *scale = thread->counter->scale;
    return scale ? scale->fd(scale->ctx) : -1;
}

static void tell_weight(struct counter_thread *thread)
{
    struct evt news;
    counter_weigh(thread->counter, &news);
    answer(thread, &news);
}

static int aside_fd(const struct counter_thread *thread)
{
    const struct counter_aside *aside = thread->counter->aside;
    return aside ? aside->fd(aside->ctx) : -1;
}

static void take_turn(struct counter_thread *thread)
{
    struct evt news;
    if (thread->counter->aside && counter_turn(thread->counter, &news))
        answer(thread, &news);
}

static void wait_for_something(struct counter_thread *thread, int watch, int patience_ms)
{
    struct pollfd fds[] = {{.fd = queue_fd(thread->commands), .events = POLLIN},
                           {.fd = watch, .events = POLLIN},
                           {.fd = printer_fd(thread), .events = POLLIN},
                           {.fd = aside_fd(thread), .events = POLLIN},
                           {.fd = scale_fd(thread), .events = POLLIN}};
    (void)!poll(fds, COUNT_OF(fds), patience_ms);
    if (fds[1].revents & POLLIN)
        drain(watch);
    if (fds[2].revents & POLLIN) {
        drain(fds[2].fd);
        tell_paper(thread);
    }
    if (fds[4].revents & POLLIN) {
        drain(fds[4].fd);
        tell_weight(thread);
    }
}

static bool serve_next(struct counter_thread *thread)
{
    struct cmd cmd;
    enum queue_answer got = queue_take(thread->commands, &cmd);
    if (got != QUEUE_OK)
        return got != QUEUE_CLOSED;
    struct evt evt;
    counter_serve(thread->counter, &cmd, &evt);
    thread->rest_at = clock_mono(&thread->counter->desk->clock) + REST_MS;
    answer(thread, &evt);
    counter_after(thread->counter);
    if (thread->counter->print_fault[0])
        tell_paper(thread);
    return true;
}

static bool begin(struct counter_thread *thread)
{
    struct counter *counter = thread->counter;
    struct evt evt = {.kind = EVT_CLOSED};
    if (!counter->begin)
        return true;
    evt.u.text = counter->begin(counter->line_ctx, &thread->fault);
    if (evt.u.text)
        evt.kind = EVT_OPENED;
    answer(thread, &evt);
    return evt.u.text != NULL;
}

/*
 * Only what is emptied by looking may be waited for: without an open show nobody looks, and what
 * became readable would stay so and wake the thread for ever.
 */
static int watch_of(const struct counter *counter)
{
    struct store *store = counter->desk->store;
    return counter->show_no && store->ops->watch_fd ? store->ops->watch_fd(store) : -1;
}

static void *run(void *ctx)
{
    struct counter_thread *thread = ctx;
    if (!begin(thread))
        return NULL;
    if (thread->counter->print_fault[0])
        tell_paper(thread);
    do {
        take_turn(thread);
        int watch = watch_of(thread->counter); /* before looking */
        sweep_when_due(thread);
        read_ahead_when_due(thread);
        conflicts_count(thread->counter);
        tell_line(thread);
        rest_when_due(thread);
        int patience_ms = until_due(thread, follow(thread, &watch));
        wait_for_something(thread, watch, patience_ms);
    } while (serve_next(thread));
    return NULL;
}

/* ---- the screen's side -------------------------------------------------------------------- */

static bool port_send(void *ctx, const struct cmd *cmd)
{
    struct counter_thread *thread = ctx;
    return queue_put(thread->commands, cmd) == QUEUE_OK;
}

static bool port_receive(void *ctx, struct evt *evt)
{
    struct counter_thread *thread = ctx;
    return queue_take(thread->answers, evt) == QUEUE_OK;
}

static int port_fd(void *ctx)
{
    struct counter_thread *thread = ctx;
    return queue_fd(thread->answers);
}

static void port_cancel(void *ctx, uint64_t id)
{
    struct counter_thread *thread = ctx;
    atomic_store_explicit(&thread->stops[thread->next_stop++ % STOPS], id, memory_order_relaxed);
}

const struct err *counter_thread_fault(const struct counter_thread *thread)
{
    return &thread->fault;
}

struct counter_port counter_thread_port(struct counter_thread *thread)
{
    return (struct counter_port){port_send, port_receive, port_fd, thread, port_cancel};
}

/* ---- life --------------------------------------------------------------------------------- */

static void free_queues(struct counter_thread *thread)
{
    queue_free(&thread->commands);
    queue_free(&thread->answers);
    free(thread);
}

struct counter_thread *counter_thread_start(struct counter *counter, struct err *err)
{
    struct counter_thread *thread = x_alloc(sizeof *thread);
    thread->counter = counter;
    counter->tell_work = tell_work;
    counter->cancelled = was_cancelled;
    counter->awaited = is_awaited;
    counter->watcher = thread;
    thread->next_sweep = clock_mono(&counter->desk->clock) + FIRST_SWEEP_MS;
    thread->rest_at = thread->next_sweep;
    thread->commands = queue_new(sizeof(struct cmd), COMMANDS, err);
    thread->answers = thread->commands ? queue_new(sizeof(struct evt), ANSWERS, err) : NULL;
    if (thread->answers && !thread_create_unsignalled(&thread->thread, run, thread))
        return thread;
    if (thread->answers)
        err_set(err, RC_TRANSIENT, "", "The system gave no thread for the counter; try again.");
    free_queues(thread);
    return NULL;
}

static void drop_messages(struct counter_thread *thread)
{
    struct cmd cmd;
    struct evt evt;
    while (queue_take(thread->commands, &cmd) == QUEUE_OK)
        arena_free(&cmd.meta.arena);
    while (queue_take(thread->answers, &evt) == QUEUE_OK)
        arena_free(&evt.arena);
}

void counter_thread_stop(struct counter_thread **thread)
{
    if (!*thread)
        return;
    queue_close((*thread)->commands);
    queue_close((*thread)->answers);
    pthread_join((*thread)->thread, NULL);
    drop_messages(*thread);
    free_queues(*thread);
    *thread = NULL;
}
