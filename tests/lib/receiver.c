#include "config.h"

#include "tests/lib/receiver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/arena.h"

enum { CALLERS = 32, REQUESTS = 4096, REQUEST_BYTES = 65536 };

struct caller {
    int fd; /* -1: free */
    char *bytes;
    size_t size;
};

struct receiver {
    int listener, stop;
    char url[RECEIVER_URL];
    pthread_t thread;
    pthread_mutex_t lock; /* what follows */
    char *answer;
    char *requests[REQUESTS];
    int count;
    struct caller callers[CALLERS]; /* the thread's */
};

static void hang_up(struct caller *caller)
{
    close(caller->fd);
    free(caller->bytes);
    *caller = (struct caller){.fd = -1};
}

static size_t body_size(const char *head)
{
    const char *said = strcasestr(head, "\r\nContent-Length:");
    return said ? strtoul(said + strlen("\r\nContent-Length:"), NULL, 10) : 0;
}

static bool is_whole(const struct caller *caller)
{
    const char *end = strstr(caller->bytes, "\r\n\r\n");
    return end && caller->size >= (size_t)(end + 4 - caller->bytes) + body_size(caller->bytes);
}

/* Answers, or keeps the line open for the rest of the test. */
static void keep(struct receiver *receiver, struct caller *caller)
{
    pthread_mutex_lock(&receiver->lock);
    char *answer = receiver->answer ? x_strdup(receiver->answer) : NULL;
    if (receiver->count < REQUESTS) {
        receiver->requests[receiver->count++] = caller->bytes;
        caller->bytes = x_alloc(REQUEST_BYTES);
        caller->size = 0;
    }
    pthread_mutex_unlock(&receiver->lock);
    if (!answer)
        return;
    (void)!send(caller->fd, answer, strlen(answer), MSG_NOSIGNAL);
    free(answer);
    shutdown(caller->fd, SHUT_WR);
}

static void listen_to(struct receiver *receiver, struct caller *caller)
{
    size_t room = REQUEST_BYTES - 1 - caller->size;
    ssize_t got = room ? recv(caller->fd, caller->bytes + caller->size, room, 0) : 0;
    if (got <= 0) {
        hang_up(caller);
        return;
    }
    caller->size += (size_t)got;
    if (is_whole(caller))
        keep(receiver, caller);
}

static void pick_up(struct receiver *receiver)
{
    int fd = accept(receiver->listener, NULL, NULL);
    for (int i = 0; i < CALLERS && fd >= 0; i++)
        if (receiver->callers[i].fd < 0) {
            receiver->callers[i] = (struct caller){fd, x_alloc(REQUEST_BYTES), 0};
            return;
        }
    close(fd);
}

static void *run(void *ctx)
{
    struct receiver *receiver = ctx;
    struct pollfd fds[CALLERS + 2];
    for (;;) {
        for (int i = 0; i < CALLERS; i++)
            fds[i] = (struct pollfd){.fd = receiver->callers[i].fd, .events = POLLIN};
        fds[CALLERS] = (struct pollfd){.fd = receiver->listener, .events = POLLIN};
        fds[CALLERS + 1] = (struct pollfd){.fd = receiver->stop, .events = POLLIN};
        if (poll(fds, CALLERS + 2, -1) < 0 || fds[CALLERS + 1].revents)
            return NULL;
        for (int i = 0; i < CALLERS; i++)
            if (fds[i].revents)
                listen_to(receiver, &receiver->callers[i]);
        if (fds[CALLERS].revents)
            pick_up(receiver);
    }
}

struct receiver *receiver_start(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    struct receiver *receiver = x_alloc(sizeof *receiver);
    receiver->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    receiver->stop = eventfd(0, EFD_CLOEXEC);
    receiver->answer = x_strdup(ANSWER_OK);
    pthread_mutex_init(&receiver->lock, NULL);
    for (int i = 0; i < CALLERS; i++)
        receiver->callers[i].fd = -1;
    assert_int_equal(bind(receiver->listener, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(receiver->listener, CALLERS), 0);
    assert_int_equal(getsockname(receiver->listener, (struct sockaddr *)&at, &size), 0);
    snprintf(receiver->url, sizeof receiver->url, "http://127.0.0.1:%d", ntohs(at.sin_port));
    assert_int_equal(pthread_create(&receiver->thread, NULL, run, receiver), 0);
    return receiver;
}

void receiver_stop(struct receiver **out)
{
    struct receiver *receiver = *out;
    if (!receiver)
        return;
    eventfd_write(receiver->stop, 1);
    pthread_join(receiver->thread, NULL);
    for (int i = 0; i < CALLERS; i++)
        if (receiver->callers[i].fd >= 0)
            hang_up(&receiver->callers[i]);
    for (int i = 0; i < receiver->count; i++)
        free(receiver->requests[i]);
    close(receiver->listener);
    close(receiver->stop);
    pthread_mutex_destroy(&receiver->lock);
    free(receiver->answer);
    free(receiver);
    *out = NULL;
}

const char *receiver_url(const struct receiver *receiver)
{
    return receiver->url;
}

void receiver_answer(struct receiver *receiver, const char *answer)
{
    char *copy = answer ? x_strdup(answer) : NULL;
    pthread_mutex_lock(&receiver->lock);
    free(receiver->answer);
    receiver->answer = copy;
    pthread_mutex_unlock(&receiver->lock);
}

int receiver_count(struct receiver *receiver)
{
    pthread_mutex_lock(&receiver->lock);
    int count = receiver->count;
    pthread_mutex_unlock(&receiver->lock);
    return count;
}

const char *receiver_request(struct receiver *receiver, int n)
{
    pthread_mutex_lock(&receiver->lock);
    const char *request = n < receiver->count ? receiver->requests[n] : NULL;
    pthread_mutex_unlock(&receiver->lock);
    return request;
}
