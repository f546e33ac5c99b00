#include "config.h"

#include "src/adapter/scale_reader.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "src/adapter/scale_dial.h"
#include "src/base/arena.h"
#include "src/base/thread.h"
#include "src/base/tongue.h"

enum { BITE = 1024, LISTEN_MS = 20, TELL_MS = 100, ASK_MS = 300, RETRY_MS = 1000 };

struct scale_reader {
    struct scale_place place;
    struct clock clock;
    int wake, news; /* eventfds: for the thread, and for whoever watches */
    pthread_t thread;
    atomic_bool watched, stop;
    pthread_mutex_t mutex; /* of told */
    struct scale_reading told;
    /* the thread's own; moments are monotonic */
    int line; /* -1: closed */
    struct scale_ear ear;
    int64_t retry_at, listen_at, ask_at, tell_at;
};

static void raise_event(int fd)
{
    const uint64_t one = 1;
    (void)!write(fd, &one, sizeof one);
}

static void drop_event(int fd)
{
    uint64_t count;
    (void)!read(fd, &count, sizeof count);
}

/* ---- telling -------------------------------------------------------------------------------- */

static void tell(struct scale_reader *reader, const struct scale_reading *reading)
{
    const struct scale_reading *told = &reader->told;
    bool same = told->state == reading->state && told->grams == reading->grams &&
                strcmp(told->why, reading->why) == 0;
    if (same)
        return;
    pthread_mutex_lock(&reader->mutex);
    reader->told = *reading;
    pthread_mutex_unlock(&reader->mutex);
    raise_event(reader->news);
}

/* What is wrong is said until something is heard again, also while it is tried anew. */
static void tell_heard(struct scale_reader *reader, int64_t now)
{
    struct scale_reading reading = {.why = ""};
    if (reader->line < 0 || now < reader->tell_at)
        return;
    reading.state = scale_ear_tell(&reader->ear, now, &reading.grams);
    if (reading.state == SCALE_WAITING && reader->told.state >= SCALE_SILENT)
        return;
    tell(reader, &reading);
    reader->tell_at = now + TELL_MS;
}

/* ---- the line ------------------------------------------------------------------------------- */

static void hang_up(struct scale_reader *reader, int64_t now)
{
    if (reader->line >= 0)
        close(reader->line);
    reader->line = -1;
    reader->retry_at = now + RETRY_MS;
}

static void break_off(struct scale_reader *reader, int64_t now)
{
    struct scale_reading reading = {.state = SCALE_FAULT};
    snprintf(reading.why, sizeof reading.why, "%s",
             tongue(N_("The scale was unplugged, or its line was cut.")));
    hang_up(reader, now);
    tell(reader, &reading);
}

static void dial(struct scale_reader *reader)
{
    struct scale_reading reading = {.state = SCALE_FAULT};
    reader->line = scale_dial(&reader->place, reader->wake, reading.why);
    int64_t now = clock_mono(&reader->clock);
    reader->retry_at = now + RETRY_MS;
    reader->listen_at = reader->ask_at = now;
    scale_ear_open(&reader->ear, now);
    if (reader->line < 0 && atomic_load(&reader->watched))
        tell(reader, &reading);
}

static void listen_to_line(struct scale_reader *reader, int64_t now)
{
    char bytes[BITE];
    ssize_t got = read(reader->line, bytes, sizeof bytes);
    reader->listen_at = now + LISTEN_MS;
    if (got > 0) {
        scale_ear_hear(&reader->ear, bytes, (size_t)got, now);
        reader->ask_at = now + ASK_MS;
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        break_off(reader, now);
    }
}

/* A question that finds no room is asked again later. Signals are blocked here, SIGPIPE too. */
static void ask(struct scale_reader *reader, int64_t now)
{
    static const char question[] = "SI\r\n";
    (void)!write(reader->line, question, sizeof question - 1);
    reader->ask_at = now + ASK_MS;
}

static void mind_line(struct scale_reader *reader, bool readable)
{
    int64_t now = clock_mono(&reader->clock);
    int32_t grams;
    if (reader->line < 0 && now >= reader->retry_at)
        dial(reader);
    else if (reader->line >= 0 && readable)
        listen_to_line(reader, now);
    if (reader->line >= 0 && now >= reader->ask_at)
        ask(reader, now);
    tell_heard(reader, now);
    if (reader->line >= 0 && scale_ear_tell(&reader->ear, now, &grams) >= SCALE_SILENT)
        hang_up(reader, now);
}

/* ---- the thread ----------------------------------------------------------------------------- */

/* True: the line has something. */
static bool wait_for_something(struct scale_reader *reader)
{
    bool watched = atomic_load(&reader->watched);
    bool listens = reader->line >= 0 && clock_mono(&reader->clock) >= reader->listen_at;
    struct pollfd fds[] = {{.fd = reader->wake, .events = POLLIN},
                           {.fd = listens ? reader->line : -1, .events = POLLIN}};
    bool rests = reader->line >= 0 && !listens;
    (void)!poll(fds, COUNT_OF(fds), !watched ? -1 : rests ? LISTEN_MS : TELL_MS);
    if (fds[0].revents)
        drop_event(reader->wake);
    return fds[1].revents != 0;
}

/* Whoever watches next begins with nothing. */
static void rest(struct scale_reader *reader)
{
    hang_up(reader, 0);
    reader->retry_at = 0;
    pthread_mutex_lock(&reader->mutex);
    reader->told = (struct scale_reading){.state = SCALE_WAITING};
    pthread_mutex_unlock(&reader->mutex);
}

static void *run(void *ctx)
{
    struct scale_reader *reader = ctx;
    while (!atomic_load(&reader->stop)) {
        bool readable = wait_for_something(reader);
        if (atomic_load(&reader->watched))
            mind_line(reader, readable);
        else
            rest(reader);
    }
    hang_up(reader, 0);
    return NULL;
}

/* ---- the port ------------------------------------------------------------------------------- */

static void port_watch(void *ctx, bool on)
{
    struct scale_reader *reader = ctx;
    atomic_store(&reader->watched, on);
    raise_event(reader->wake);
}

static void port_read(void *ctx, struct scale_reading *out)
{
    struct scale_reader *reader = ctx;
    pthread_mutex_lock(&reader->mutex);
    *out = reader->told;
    pthread_mutex_unlock(&reader->mutex);
}

static int port_fd(void *ctx)
{
    return ((const struct scale_reader *)ctx)->news;
}

struct scale_port scale_reader_port(struct scale_reader *reader)
{
    return (struct scale_port){port_watch, port_read, port_fd, reader};
}

/* ---- life ----------------------------------------------------------------------------------- */

static void free_reader(struct scale_reader *reader)
{
    if (reader->wake >= 0)
        close(reader->wake);
    if (reader->news >= 0)
        close(reader->news);
    pthread_mutex_destroy(&reader->mutex);
    free(reader);
}

struct scale_reader *scale_reader_start(const char *place, const struct clock *clock,
                                        struct err *err)
{
    struct scale_reader *reader = x_alloc(sizeof *reader);
    reader->clock = *clock;
    reader->line = -1;
    pthread_mutex_init(&reader->mutex, NULL);
    reader->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    reader->news = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!scale_place_read(place, &reader->place))
        err_set(err, RC_CONFIG, "",
                "door.scale is %s; it has to be like /dev/ttyUSB0@9600 or tcp:HOST:PORT.", place);
    else if (reader->wake < 0 || reader->news < 0 ||
             thread_create_unsignalled(&reader->thread, run, reader))
        err_set(err, RC_TRANSIENT, "", "The system gave no thread for the scale; try again.");
    else
        return reader;
    free_reader(reader);
    return NULL;
}

void scale_reader_stop(struct scale_reader **reader)
{
    if (!*reader)
        return;
    atomic_store(&(*reader)->stop, true);
    raise_event((*reader)->wake);
    pthread_join((*reader)->thread, NULL);
    free_reader(*reader);
    *reader = NULL;
}
