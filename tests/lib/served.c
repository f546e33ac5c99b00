#include "config.h"

#include "tests/lib/served.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWERS_MAX = 64 };

struct served {
    struct counter counter;
    struct counter_port port;
    struct evt answers[ANSWERS_MAX];
    int count;
    bool slow;
    void (*before)(void *ctx);
    void *ctx;
};

static bool port_send(void *ctx, const struct cmd *cmd)
{
    struct served *served = ctx;
    assert(served->count < ANSWERS_MAX);
    if (served->before)
        served->before(served->ctx);
    counter_serve(&served->counter, cmd, &served->answers[served->count++]);
    return true;
}

static bool port_receive(void *ctx, struct evt *evt)
{
    struct served *served = ctx;
    if (served->slow)
        return false;
    if (served->count == 0)
        return counter_follow(&served->counter, evt) == FOLLOW_NEWS;
    *evt = served->answers[0];
    served->count--;
    memmove(served->answers, served->answers + 1,
            (size_t)served->count * sizeof served->answers[0]);
    return true;
}

static int port_fd(void *ctx)
{
    return -1;
}

struct served *served_new(struct desk *desk, void (*before)(void *ctx), void *ctx)
{
    struct served *served = x_alloc(sizeof *served);
    served->port = (struct counter_port){port_send, port_receive, port_fd, served, NULL};
    served->before = before;
    served->ctx = ctx;
    counter_init(&served->counter, desk);
    return served;
}

void served_free(struct served **served)
{
    while ((*served)->count > 0)
        arena_free(&(*served)->answers[--(*served)->count].arena);
    counter_close(&(*served)->counter);
    free(*served);
    *served = NULL;
}

const struct counter_port *served_port(struct served *served)
{
    return &served->port;
}

struct counter *served_counter(struct served *served)
{
    return &served->counter;
}

void served_slow(struct served *served, bool slow)
{
    served->slow = slow;
}
