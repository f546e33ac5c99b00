/*
 * A stranger at the service's door, for the tests of what strangers do.
 *
 *     stranger PORT say                     sends its input, and prints each answer
 *     stranger PORT hold COUNT              opens so many connections that send its input and no
 *                                           more; prints "open", and waits until it is ended
 *     stranger PORT pour PATH TOKEN         a body without end; prints how many kB were taken
 *     stranger PORT race COUNT PATH TOKEN   so many customers post to a path at once; prints how
 *                                           often each status came
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "src/base/arena.h"
#include "tests/lib/web_client.h"

enum { TEXT_MAX = 64 * 1024, RACERS_MAX = 4000, CHUNK = 16 * 1024, POUR_MOST = 512 * 1024 * 1024 };

static void fail(const char *what)
{
    fprintf(stderr, "stranger: %s\n", what);
    exit(1);
}

static size_t read_input(char *text)
{
    size_t size = fread(text, 1, TEXT_MAX - 1, stdin);
    text[size] = '\0';
    return size;
}

/* As many files as there may be. */
static void want_files(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static int say(struct web_client *client)
{
    static char text[TEXT_MAX];
    size_t size = read_input(text);
    if (!web_client_send(client, text, size))
        fail("the line was cut");
    while (web_client_hear(client))
        printf("%d %.*s\n", client->status, (int)client->body_size, client->body);
    return 0;
}

static int hold(int port, int count)
{
    static char text[TEXT_MAX];
    size_t size = read_input(text);
    struct web_client *clients = x_alloc((size_t)count * sizeof *clients);
    for (int i = 0; i < count; i++) {
        web_client_open(&clients[i], port, NULL);
        if (!web_client_send(&clients[i], text, size))
            fail("a connection was refused");
    }
    puts("open");
    fflush(stdout);
    pause();
    return 0;
}

static int pour(struct web_client *client, const char *path)
{
    static char chunk[CHUNK + 16];
    char head[1024];
    int head_size = snprintf(head, sizeof head,
                             "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                             "Transfer-Encoding: chunked\r\n\r\n",
                             path, client->token);
    int size = snprintf(chunk, sizeof chunk, "%x\r\n", CHUNK);
    memset(chunk + size, ' ', CHUNK);
    memcpy(chunk + size + CHUNK, "\r\n", 2);
    long taken = 0;
    if (!web_client_send(client, head, (size_t)head_size))
        fail("the line was cut");
    while (taken < POUR_MOST && web_client_send(client, chunk, (size_t)size + CHUNK + 2))
        taken += CHUNK;
    printf("%ld\n", taken / 1024);
    return 0;
}

static void send_racer(struct web_client *racer, const char *path, int number)
{
    char body[128], request[1024];
    int size = snprintf(body, sizeof body, "{\"customerEmail\":\"c%d@example.org\"}", number);
    size = snprintf(request, sizeof request,
                    "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                    "Content-Length: %d\r\n\r\n%s",
                    path, racer->token, size, body);
    if (!web_client_send(racer, request, (size_t)size))
        fail("the line was cut");
}

static int race(int port, int count, const char *path, const char *token)
{
    int came[600] = {0};
    struct web_client *racers = x_alloc((size_t)count * sizeof *racers);
    for (int i = 0; i < count; i++) {
        web_client_open(&racers[i], port, token);
        if (!web_client_send(&racers[i], "", 0))
            fail("a connection was refused");
    }
    for (int i = 0; i < count; i++)
        send_racer(&racers[i], path, i);
    for (int i = 0; i < count; i++) {
        if (!web_client_hear(&racers[i]))
            fail("there was no answer");
        came[racers[i].status < COUNT_OF(came) ? racers[i].status : 0]++;
        web_client_close(&racers[i]);
    }
    free(racers);
    for (int i = 0; i < COUNT_OF(came); i++)
        if (came[i])
            printf("%d of %d\n", came[i], i);
    return 0;
}

int main(int argc, char **argv)
{
    struct web_client client;
    int port = argc > 2 ? atoi(argv[1]) : 0;
    const char *act = argc > 2 ? argv[2] : "";
    signal(SIGPIPE, SIG_IGN);
    want_files();
    web_client_open(&client, port, argc > 4 ? argv[4] : NULL);
    if (!strcmp(act, "say"))
        return say(&client);
    if (!strcmp(act, "hold") && argc > 3)
        return hold(port, atoi(argv[3]));
    if (!strcmp(act, "pour") && argc > 4)
        return pour(&client, argv[3]);
    if (!strcmp(act, "race") && argc > 5 && atoi(argv[3]) <= RACERS_MAX)
        return race(port, atoi(argv[3]), argv[4], argv[5]);
    fail("see the head of stranger.c");
}
