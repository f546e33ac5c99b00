#include "config.h"

#include "tests/lib/redis_liar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <hiredis/hiredis.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/adapter/redis_parts.h"
#include "tests/lib/temp_dir.h"

enum { CALLERS = 64 };

struct caller {
    int fd;
    redisReader *reader;
};

static void say(int fd, const char *text)
{
    (void)!send(fd, text, strlen(text), MSG_NOSIGNAL);
}

static int script_of(const char *text)
{
    int script = 0;
    while (script < SCRIPT_COUNT && strcmp(redis_script_text((enum redis_script)script), text) != 0)
        script++;
    return script;
}

/* Scripts are told apart by their text, or by the digests this liar gave them. */
static void lie_about_script(int fd, enum lie lie, int script)
{
    static const char *const about_locks[] = {
        [LIE_GRANTED] = "*1\r\n:0\r\n",
        [LIE_HELD] = "*5\r\n:2\r\n:1\r\n:999999\r\n$36\r\n00000000-0000-0000-0000-0000000000ff\r\n"
                     ":4000000000000\r\n",
        [LIE_BUSY] = "*2\r\n:1\r\n:1\r\n",
    };
    if (script == SCRIPT_TAKE_LOCKS)
        say(fd, about_locks[lie]);
    else if (script == SCRIPT_LIST_SEATS)
        say(fd, "*0\r\n");
    else if (script == SCRIPT_COUNT_HOLDS)
        say(fd, "*2\r\n:0\r\n:0\r\n");
    else
        say(fd, ":1\r\n");
}

static void lie_well(int fd, enum lie lie, const redisReply *words)
{
    char digest[64];
    const char *command = words->element[0]->str;
    if (strcmp(command, "SCRIPT") == 0) {
        snprintf(digest, sizeof digest, "$40\r\n%040d\r\n", script_of(words->element[2]->str));
        say(fd, digest);
    } else if (strcmp(command, "EVAL") == 0) {
        lie_about_script(fd, lie, script_of(words->element[1]->str));
    } else if (strcmp(command, "EVALSHA") == 0) {
        lie_about_script(fd, lie, atoi(words->element[1]->str));
    } else if (strcmp(command, "HMGET") == 0) {
        say(fd, "*4\r\n$1\r\n0\r\n$1\r\n0\r\n$1\r\n9\r\n$1\r\n0\r\n");
    } else {
        say(fd, "+OK\r\n");
    }
}

static void answer(int fd, enum lie lie, const redisReply *words)
{
    if (lie == LIE_OK)
        say(fd, "+OK\r\n");
    else if (lie == LIE_NONSENSE)
        say(fd, "HTTP/1.1 418 I'm a teapot\r\n\r\n");
    else if (words->type == REDIS_REPLY_ARRAY && words->elements)
        lie_well(fd, lie, words);
}

static void hang_up(struct caller *caller)
{
    close(caller->fd);
    redisReaderFree(caller->reader);
    *caller = (struct caller){.fd = -1};
}

static void listen_to(struct caller *caller, enum lie lie)
{
    char bytes[65536];
    ssize_t got = recv(caller->fd, bytes, sizeof bytes, 0);
    void *words = NULL;
    if (got <= 0) {
        hang_up(caller);
        return;
    }
    redisReaderFeed(caller->reader, bytes, (size_t)got);
    while (redisReaderGetReply(caller->reader, &words) == REDIS_OK && words) {
        answer(caller->fd, lie, words);
        freeReplyObject(words);
    }
}

static void pick_up(struct caller callers[CALLERS], int listener)
{
    int fd = accept(listener, NULL, NULL);
    for (int i = 0; i < CALLERS && fd >= 0; i++)
        if (callers[i].fd < 0) {
            callers[i] = (struct caller){fd, redisReaderCreate()};
            return;
        }
    close(fd);
}

static void run(int listener, enum lie lie)
{
    struct caller callers[CALLERS];
    for (int i = 0; i < CALLERS; i++)
        callers[i] = (struct caller){.fd = -1};
    for (;;) {
        struct pollfd fds[CALLERS + 1];
        for (int i = 0; i < CALLERS; i++)
            fds[i] = (struct pollfd){.fd = callers[i].fd, .events = POLLIN};
        fds[CALLERS] = (struct pollfd){.fd = listener, .events = POLLIN};
        if (poll(fds, CALLERS + 1, -1) < 0)
            _exit(1);
        for (int i = 0; i < CALLERS; i++)
            if (fds[i].revents)
                listen_to(&callers[i], lie);
        if (fds[CALLERS].revents)
            pick_up(callers, listener);
    }
}

void redis_liar_start(struct redis_liar *liar, enum lie lie)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    temp_dir_make(liar->dir, sizeof liar->dir);
    snprintf(at.sun_path, sizeof at.sun_path, "%.90s/liar.sock", liar->dir);
    snprintf(liar->address, sizeof liar->address, "unix:%s", at.sun_path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listener, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(listener, CALLERS), 0);
    pid_t parent = getpid();
    fflush(NULL);
    liar->pid = fork();
    assert_true(liar->pid >= 0);
    if (liar->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent)
            run(listener, lie);
        _exit(0);
    }
    close(listener);
}

void redis_liar_stop(struct redis_liar *liar)
{
    if (liar->pid > 0) {
        kill(liar->pid, SIGKILL);
        waitpid(liar->pid, NULL, 0);
    }
    temp_dir_remove(liar->dir);
}
