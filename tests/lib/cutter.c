#include "config.h"

#include "tests/lib/cutter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINES = 64, PIECE = 65536, LOOK_US = 20000 };

enum { UP, DOWN }; /* from the till, from the server */

struct line {
    int fd[2];       /* of the till, of the server; -1: free */
    int64_t due[2];  /* when a piece that has come may go on; 0: none has */
    int answer_left; /* bytes of the answer until it is cut; -1: it is not */
    bool asked;      /* the last piece went up */
};

static struct line lines[LINES];
static struct cutter_orders *orders;

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void hang_up(struct line *line)
{
    close(line->fd[UP]);
    close(line->fd[DOWN]);
    *line = (struct line){.fd = {-1, -1}};
}

static void cut(struct line *line)
{
    hang_up(line);
    atomic_fetch_add(&orders->fired, 1);
}

static int reach(const char *target)
{
    struct sockaddr_un path = {.sun_family = AF_UNIX};
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    bool local = strncmp(target, "unix:", 5) == 0;
    int fd = socket(local ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int failed;
    if (local) {
        snprintf(path.sun_path, sizeof path.sun_path, "%s", target + 5);
        failed = connect(fd, (const struct sockaddr *)&path, sizeof path);
    } else {
        const char *port = strrchr(target, ':');
        at.sin_port = htons((uint16_t)atoi(port ? port + 1 : target));
        failed = connect(fd, (const struct sockaddr *)&at, sizeof at);
    }
    if (!failed)
        return fd;
    close(fd);
    return -1;
}

static void pick_up(int listener, const char *target)
{
    int till = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    int server = till >= 0 ? reach(target) : -1;
    for (int i = 0; i < LINES && server >= 0; i++)
        if (lines[i].fd[UP] < 0) {
            lines[i] = (struct line){.fd = {till, server}, .answer_left = -1};
            return;
        }
    close(till);
    close(server);
}

/* ---- pieces --------------------------------------------------------------------------------- */

static bool put(int fd, const char *bytes, ssize_t size)
{
    while (size > 0) {
        ssize_t sent = send(fd, bytes, (size_t)size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= sent;
    }
    return true;
}

/* Is this the request that was meant? Then it is cut off from the orders: it happens once. */
static enum cut claim(const char *bytes, ssize_t size)
{
    int ordered = atomic_load(&orders->cut), first = atomic_load(&orders->first);
    bool meant = ordered >= CUT_REQUEST && ordered <= CUT_ANSWER &&
                 size >= atomic_load(&orders->least) && (!first || *bytes == first);
    if (meant && atomic_compare_exchange_strong(&orders->cut, &ordered, CUT_NOTHING))
        return (enum cut)ordered;
    return CUT_NOTHING;
}

static void pass_up(struct line *line, const char *bytes, ssize_t size)
{
    enum cut what = claim(bytes, size);
    if (!line->asked)
        atomic_fetch_add(&orders->trips, 1);
    line->asked = true;
    int after = atomic_load(&orders->after);
    if (what == CUT_REQUEST && after < size)
        size = after;
    bool there = put(line->fd[DOWN], bytes, size);
    if (what == CUT_REQUEST || what == CUT_SENT)
        cut(line);
    else if (what == CUT_ANSWER)
        line->answer_left = after;
    else if (!there)
        hang_up(line);
}

/* What somebody published: it comes in a piece of its own, or together with the next. */
static bool is_unheard(const char *bytes, ssize_t size)
{
    static const char message[] = "*3\r\n$7\r\nmessage";
    static unsigned dice = 1;
    dice = dice * 1664525U + 1013904223U;
    if (size < (ssize_t)sizeof message || memcmp(bytes, message, sizeof message - 1) != 0 ||
        (int)((dice >> 16) % 100) >= atomic_load(&orders->deaf))
        return false;
    atomic_fetch_add(&orders->lost, 1);
    return true;
}

static void pass_down(struct line *line, const char *bytes, ssize_t size)
{
    if (is_unheard(bytes, size))
        return;
    line->asked = false;
    bool last = line->answer_left >= 0 && size >= line->answer_left;
    if (last)
        size = line->answer_left;
    bool there = put(line->fd[UP], bytes, size);
    if (last)
        cut(line);
    else if (!there)
        hang_up(line);
    else if (line->answer_left >= 0)
        line->answer_left -= (int)size;
}

static void pass(struct line *line, int way)
{
    static char bytes[PIECE];
    ssize_t size = recv(line->fd[way], bytes, sizeof bytes, 0);
    line->due[way] = 0;
    if (size <= 0)
        hang_up(line);
    else if (way == UP)
        pass_up(line, bytes, size);
    else
        pass_down(line, bytes, size);
}

/* ---- the process ---------------------------------------------------------------------------- */

static bool may_pass(const struct line *line, int way, int64_t now)
{
    bool hole = atomic_load(way == UP ? &orders->hole_up : &orders->hole_down);
    return line->fd[way] >= 0 && !hole && line->due[way] <= now;
}

static void arrived(struct line *line, int way, int64_t now)
{
    int delay = atomic_load(&orders->delay_us);
    if (!delay || line->due[way]) {
        pass(line, way);
        return;
    }
    line->due[way] = now + delay;
    atomic_fetch_add(&orders->delayed, 1);
}

/* Until the next piece may go on, and no longer than orders may wait for an answer. */
static struct timespec patience(int64_t now)
{
    int64_t wait = LOOK_US;
    for (int i = 0; i < 2 * LINES; i++)
        if (lines[i / 2].fd[i % 2] >= 0 && lines[i / 2].due[i % 2] > now &&
            lines[i / 2].due[i % 2] - now < wait)
            wait = lines[i / 2].due[i % 2] - now;
    return (struct timespec){0, (long)wait * 1000};
}

static void turn(int listener, const char *target)
{
    struct pollfd fds[2 * LINES + 1];
    int64_t now = now_us();
    const struct timespec wait = patience(now);
    for (int i = 0; i < 2 * LINES; i++) {
        bool may = may_pass(&lines[i / 2], i % 2, now);
        fds[i] = (struct pollfd){.fd = may ? lines[i / 2].fd[i % 2] : -1, .events = POLLIN};
    }
    fds[2 * LINES] = (struct pollfd){.fd = listener, .events = POLLIN};
    if (ppoll(fds, 2 * LINES + 1, &wait, NULL) < 0 && errno != EINTR)
        _exit(1);
    for (int i = 0; i < 2 * LINES; i++)
        if (fds[i].revents && fds[i].fd == lines[i / 2].fd[i % 2])
            arrived(&lines[i / 2], i % 2, now);
    if (fds[2 * LINES].revents && !atomic_load(&orders->hole_up))
        pick_up(listener, target);
}

static void run(int listener, const char *target)
{
    for (int i = 0; i < LINES; i++)
        lines[i] = (struct line){.fd = {-1, -1}};
    for (;;) {
        int all = CUT_LINES;
        turn(listener, target);
        if (!atomic_compare_exchange_strong(&orders->cut, &all, CUT_NOTHING))
            continue;
        for (int i = 0; i < LINES; i++)
            if (lines[i].fd[UP] >= 0)
                cut(&lines[i]);
    }
}

static int listen_anywhere(int *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(fd, LINES), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
    *port = ntohs(at.sin_port);
    return fd;
}

void cutter_start(struct cutter *cutter, const char *target)
{
    pid_t parent = getpid();
    cutter->orders = mmap(NULL, sizeof *cutter->orders, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(cutter->orders != MAP_FAILED);
    int listener = listen_anywhere(&cutter->port);
    fflush(NULL);
    cutter->pid = fork();
    assert_true(cutter->pid >= 0);
    if (cutter->pid == 0) {
        orders = cutter->orders;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent)
            run(listener, target);
        _exit(1);
    }
    close(listener);
}

void cutter_stop(struct cutter *cutter)
{
    if (cutter->pid <= 0)
        return;
    kill(cutter->pid, SIGKILL);
    waitpid(cutter->pid, NULL, 0);
    munmap(cutter->orders, sizeof *cutter->orders);
    *cutter = (struct cutter){0};
}

void cutter_order(struct cutter *cutter, enum cut cut, int after)
{
    atomic_store(&cutter->orders->after, after);
    atomic_store(&cutter->orders->cut, cut);
}
