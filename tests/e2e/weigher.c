/*
 * A scale at an address, as a program: says where it is ("tcp:127.0.0.1:PORT"), and when it is
 * asked answers with the last line of its own input, "S S     12.34 kg"; before the first, nothing.
 * It ends when its input does.
 */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/base/attr.h"
#include "tests/lib/free_port.h"

enum { LINE = 256 };

struct weigher {
    int listener, client; /* one at a time; -1: none */
    char typed[LINE];     /* an unfinished line of input */
    size_t used;
    char says[LINE];
};

static bool listen_somewhere(struct weigher *weigher)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int port = free_port();
    at.sin_port = htons((uint16_t)port);
    weigher->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (weigher->listener < 0 ||
        bind(weigher->listener, (const struct sockaddr *)&at, sizeof at) != 0 ||
        listen(weigher->listener, 8) != 0)
        return false;
    printf("tcp:127.0.0.1:%d\n", port);
    return fflush(stdout) == 0;
}

/* False: the input has ended. */
static bool read_input(struct weigher *weigher)
{
    char byte;
    if (read(STDIN_FILENO, &byte, 1) != 1)
        return false;
    if (byte == '\n') {
        snprintf(weigher->says, sizeof weigher->says, "%.*s\r\n", (int)weigher->used,
                 weigher->typed);
        weigher->used = 0;
    } else if (weigher->used < LINE - 8) {
        weigher->typed[weigher->used++] = byte;
    }
    return true;
}

static void answer(struct weigher *weigher)
{
    char question[64];
    size_t size = strlen(weigher->says);
    ssize_t got = read(weigher->client, question, sizeof question);
    bool there = got > 0 && (size == 0 || send(weigher->client, weigher->says, size,
                                               MSG_NOSIGNAL) == (ssize_t)size);
    if (there)
        return;
    close(weigher->client);
    weigher->client = -1;
}

/* All of it, so that nobody who asks afterwards hears an older line. False: the input has ended. */
static bool read_all_input(struct weigher *weigher)
{
    struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
    while (poll(&fd, 1, 0) > 0)
        if (!read_input(weigher))
            return false;
    return true;
}

static bool turn(struct weigher *weigher)
{
    struct pollfd fds[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                           {.fd = weigher->client < 0 ? weigher->listener : -1, .events = POLLIN},
                           {.fd = weigher->client, .events = POLLIN}};
    (void)!poll(fds, COUNT_OF(fds), -1);
    if (!read_all_input(weigher))
        return false;
    if (fds[2].revents)
        answer(weigher);
    if (fds[1].revents)
        weigher->client = accept(weigher->listener, NULL, NULL);
    return true;
}

int main(void)
{
    struct weigher weigher = {.client = -1};
    if (!listen_somewhere(&weigher))
        return 1;
    while (turn(&weigher))
        continue;
    return 0;
}
