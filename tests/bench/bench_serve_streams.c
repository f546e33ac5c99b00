/*
 * 5,000 clients watch a show of 20,000 seats while 200 seats a second change.
 *
 *   serve.streams        how long until the last of them has a change (the 99th percentile of the
 *                        changes) against 250 ms
 *   serve.stream_memory  how much more memory the service has with them than without, a stream,
 *                        against 40 kB
 *
 * The clients are a process of their own, so that their memory is not the service's.
 */
#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <signal.h>
#include <unistd.h>

#include "tests/bench/web_house.h"
#include "tests/bench/servers.h"
#include "tests/lib/first_take.h"

enum { STREAMS = 5000, CHANGES = 600, ROUNDS = 3, SEATS = 20000, TOLD_MAX = 4096, LANES = 64 };
enum { AT_THE_DOOR = 500 }; /* the service lets 2,000 wait and sends the others away */

#define PERIOD_NS   ((int64_t)5000000)
#define PATIENCE_NS ((int64_t)60000000000)
#define GOAL_NS     ((int64_t)250000000)

/* What both processes see. */
struct shared {
    int port;
    char token[70];
    atomic_int listening; /* streams that have heard their first event */
    atomic_bool ended;
    atomic_int told_count;
    struct told {
        int64_t id;
        _Atomic int64_t last; /* when the last stream had it so far */
        atomic_int streams;   /* that have it */
    } told[TOLD_MAX];
};

struct streams_bench {
    struct web_house web;
    struct store *store; /* the writer's */
    struct arena *arena;
    struct uuid_source ids;
    struct shared *shared;
    pid_t watchers;
    int next_seat;
    int32_t show;
    struct change {
        int64_t sent, event;
    } changes[CHANGES];
    int change_count;
    int64_t kilobytes; /* of all streams */
};

/* ---- those who watch ------------------------------------------------------------------------- */

struct stream {
    int fd;
    int64_t id;            /* of the event that is coming in */
    char tail[8];          /* of what came last: a mark may be cut in two */
    int tail_size, digits; /* digits: -1: no number is being read */
    bool heard;
};

static void note_event(struct shared *shared, struct stream *stream)
{
    int count = shared->told_count, at = count;
    if (!stream->heard)
        atomic_fetch_add(&shared->listening, 1);
    stream->heard = true;
    while (at > 0 && shared->told[at - 1].id != stream->id)
        at--;
    if (at == 0 && count < TOLD_MAX) {
        shared->told[count].id = stream->id;
        at = count + 1;
    }
    struct told *told = &shared->told[at - 1];
    told->last = bench_now();
    atomic_fetch_add(&told->streams, 1);
    if (at > count)
        shared->told_count = at;
}

/* An event begins with "id: N\n" and ends with an empty line; between its pieces stand the lines
 * of the chunks, which end with CR LF. */
static void take_byte(struct shared *shared, struct stream *stream, char c)
{
    static const char mark[] = "\nid: ";
    if (stream->digits >= 0 && c >= '0' && c <= '9') {
        stream->id = stream->digits++ ? stream->id * 10 + c - '0' : c - '0';
        return;
    }
    stream->digits = -1;
    if (c == '\n' && stream->tail_size && stream->tail[stream->tail_size - 1] == '\n')
        note_event(shared, stream);
    if (stream->tail_size == (int)sizeof mark - 1) {
        memmove(stream->tail, stream->tail + 1, sizeof mark - 2);
        stream->tail_size--;
    }
    stream->tail[stream->tail_size++] = c;
    if (stream->tail_size == (int)sizeof mark - 1 &&
        memcmp(stream->tail, mark, sizeof mark - 1) == 0)
        stream->digits = 0;
}

/* Most of it is what seats are called: of a long line only the end is looked at. */
static void take_bytes(struct shared *shared, struct stream *stream, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char *line = stream->digits < 0 && bytes[i] != '\n' && size - i > LANES
                               ? memchr(bytes + i, '\n', size - i)
                               : NULL;
        if (line && line - (bytes + i) > LANES)
            i = (size_t)(line - bytes) - LANES / 2;
        take_byte(shared, stream, bytes[i]);
    }
}

static void open_stream(struct shared *shared, struct stream *stream, int poller)
{
    char request[400];
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)shared->port),
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = stream};
    int size = snprintf(request, sizeof request,
                        "GET /api/shows/" BIG_SHOW "/events HTTP/1.1\r\nHost: house\r\n"
                        "Authorization: Bearer %s\r\n\r\n",
                        shared->token);
    *stream = (struct stream){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), .digits = -1};
    if (stream->fd < 0 ||
        connect(stream->fd, (const struct sockaddr *)&address, sizeof address) != 0 ||
        send(stream->fd, request, (size_t)size, MSG_NOSIGNAL) != size ||
        epoll_ctl(poller, EPOLL_CTL_ADD, stream->fd, &event) != 0)
        bench_fail("a stream cannot be opened: %s", strerror(errno));
}

static void hear(struct shared *shared, int poller, int patience_ms)
{
    static char bytes[65536];
    struct epoll_event events[256];
    int count = epoll_wait(poller, events, COUNT_OF(events), patience_ms);
    for (int i = 0; i < count; i++) {
        struct stream *stream = events[i].data.ptr;
        ssize_t got = recv(stream->fd, bytes, sizeof bytes, MSG_DONTWAIT);
        if (got > 0)
            take_bytes(shared, stream, bytes, (size_t)got);
        else if (got == 0 || errno != EAGAIN)
            bench_fail("a stream was cut");
    }
}

static void watch_all(struct shared *shared, int ready)
{
    static struct stream streams[STREAMS];
    char byte;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (read(ready, &byte, 1) != 1)
        return; /* there is nothing to watch */
    int poller = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < STREAMS; i++) {
        open_stream(shared, &streams[i], poller);
        do
            hear(shared, poller, 0);
        while (i - shared->listening > AT_THE_DOOR);
    }
    while (!shared->ended)
        hear(shared, poller, 100);
}

/* ---- the one who changes ----------------------------------------------------------------------
 */

static struct changeset *one_seat(struct streams_bench *bench)
{
    int64_t now = clock_wall(&bench->web.clock);
    struct changeset *cs = changeset_new(bench->arena);
    struct hold *hold = LIST_ADD(bench->arena, &cs->holds);
    cs->key = uuid_make(&bench->ids, now);
    cs->now = now;
    cs->answer = "{}";
    cs->actor = (struct actor){.name = "ruth", .till = "till-1", .role = ROLE_MANAGER};
    *hold = (struct hold){.id = uuid_make(&bench->ids, now),
                          .show = bench->show,
                          .holder = "ruth",
                          .till = "till-1",
                          .created_at = now,
                          .expires_at = now + 900000,
                          .ceiling_at = now + 900000};
    *LIST_ADD(bench->arena, &cs->seats) = first_take(hold, bench->next_seat++);
    return cs;
}

static void change_one(void *ctx)
{
    struct streams_bench *bench = ctx;
    struct change *change = &bench->changes[bench->change_count++];
    struct apply_result result;
    struct err err;
    arena_reset(bench->arena);
    struct changeset *cs = one_seat(bench);
    change->sent = bench_now();
    if (bench->store->ops->apply(bench->store, cs, &result, &err) != RC_OK)
        bench_fail("%s", err.text);
    if (result.applied != APPLIED_OK)
        bench_fail("a hold was refused (%d)", result.applied);
    change->event = result.last_event;
}

/* ---- figures ----------------------------------------------------------------------------------
 */

static void wait_a_moment(const struct streams_bench *bench, int64_t end, const char *what)
{
    if (bench_now() > end)
        bench_fail("%s: %d of %d streams", what, bench->shared->listening, STREAMS);
    bench->web.clock.pause_ms(bench->web.clock.ctx, 10);
}

/* The first event that every stream has and that tells of the change. */
static const struct told *told_of(const struct shared *shared, int64_t event)
{
    for (int i = 0; i < shared->told_count; i++)
        if (shared->told[i].id >= event && shared->told[i].streams == STREAMS)
            return &shared->told[i];
    return NULL;
}

static int by_value(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static int64_t last_has_it(void *ctx)
{
    struct streams_bench *bench = ctx;
    int64_t delays[CHANGES];
    bench->change_count = 0;
    bench_beat(PERIOD_NS, CHANGES, change_one, bench);
    int64_t end = bench_now() + PATIENCE_NS;
    while (!told_of(bench->shared, bench->changes[CHANGES - 1].event))
        wait_a_moment(bench, end, "not everybody was told");
    for (int i = 0; i < CHANGES; i++)
        delays[i] = told_of(bench->shared, bench->changes[i].event)->last - bench->changes[i].sent;
    qsort(delays, CHANGES, sizeof delays[0], by_value);
    return delays[CHANGES * 99 / 100];
}

static int64_t memory_taken(void *ctx)
{
    const struct streams_bench *bench = ctx;
    return bench->kilobytes;
}

static int64_t resident_kb(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1)
        bench_fail("the memory of this process cannot be read");
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void open_all(struct streams_bench *bench, int ready)
{
    struct shared *shared = bench->shared;
    int64_t before = resident_kb(), end = bench_now() + PATIENCE_NS;
    shared->port = api_port(bench->web.api);
    snprintf(shared->token, sizeof shared->token, "%s", bench->web.token);
    if (write(ready, "r", 1) != 1)
        bench_fail("nobody watches");
    while (shared->listening < STREAMS)
        wait_a_moment(bench, end, "not everybody came in");
    bench->kilobytes = resident_kb() - before;
}

static void start_watchers(struct streams_bench *bench, int ready[2])
{
    struct rlimit files = {0};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    bench->shared = mmap(NULL, sizeof *bench->shared, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (bench->shared == MAP_FAILED || pipe2(ready, O_CLOEXEC) != 0 ||
        (bench->watchers = fork()) < 0)
        bench_fail("the clients cannot be started");
    if (bench->watchers)
        return;
    close(ready[1]);
    watch_all(bench->shared, ready[0]);
    _exit(0);
}

static void open_writer(struct streams_bench *bench)
{
    struct show show;
    bool found;
    struct err err;
    bench->arena = arena_new();
    bench->ids.rng = rng_system();
    bench->store = big_house_store(&bench->web.house);
    if (bench->store->ops->show_find(bench->store, BIG_SHOW, bench->arena, &show, &found, &err) ||
        !found)
        bench_fail("the show is not there");
    bench->show = show.no;
}

static const struct bench_figure figures[] = {
    {.name = "serve.streams",
     .goal = "<=1.0",
     .what = "5,000 streams, 200 changes a second: until the last has it (p99); 250 ms",
     .ratio = BENCH_TIME,
     .rounds = ROUNDS,
     .ours = last_has_it,
     .budget = GOAL_NS},
    {.name = "serve.stream_memory",
     .goal = "<=1.0",
     .what = "memory an open stream takes in the service; 40 kB",
     .ratio = BENCH_TIME,
     .unit = BENCH_KILOBYTES,
     .rounds = 1,
     .units = STREAMS,
     .ours = memory_taken,
     .budget = 40},
};

int main(void)
{
    static struct streams_bench bench = {.web.house.seats = SEATS};
    int ready[2];
    if (!bench_servers(figures, COUNT_OF(figures)))
        return bench_end();
    start_watchers(&bench, ready);
    web_house_open(&bench.web);
    open_writer(&bench);
    open_all(&bench, ready[1]);
    for (int i = 0; i < COUNT_OF(figures); i++)
        bench_run(&figures[i], &bench);
    bench.shared->ended = true;
    store_close(&bench.store);
    arena_free(&bench.arena);
    web_house_close(&bench.web);
    return bench_end();
}
