#include "config.h"

#include "tests/lib/web_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/arena.h"

enum { FIRST_ROOM = 4096, REQUEST_MAX = 8192, PATIENCE_S = 60 };

void web_client_open(struct web_client *client, int port, const char *token)
{
    *client = (struct web_client){.port = port, .fd = -1, .token = token};
}

static void hang_up(struct web_client *client)
{
    if (client->fd >= 0)
        close(client->fd);
    client->fd = -1;
    client->used = client->taken = 0;
}

void web_client_close(struct web_client *client)
{
    hang_up(client);
    free(client->bytes);
    client->bytes = NULL;
    client->room = 0;
}

static bool connect_to(struct web_client *client)
{
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)client->port),
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1;
    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client->fd < 0)
        return false;
    setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(client->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(client->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(client->fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return true;
    hang_up(client);
    return false;
}

bool web_client_send(struct web_client *client, const char *bytes, size_t size)
{
    if (client->fd < 0 && !connect_to(client))
        return false;
    while (size) {
        ssize_t sent = send(client->fd, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* ---- the answer -------------------------------------------------------------------------------
 */

static bool read_more(struct web_client *client)
{
    if (client->room < client->used + FIRST_ROOM) {
        client->room = client->room ? 2 * client->room : FIRST_ROOM;
        if (client->room < client->used + FIRST_ROOM)
            client->room = client->used + FIRST_ROOM;
        client->bytes = realloc(client->bytes, client->room + 1);
        if (!client->bytes)
            abort();
    }
    ssize_t got;
    do
        got = recv(client->fd, client->bytes + client->used, client->room - client->used, 0);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        return false;
    client->used += (size_t)got;
    client->bytes[client->used] = '\0';
    return true;
}

/* Where the head ends, or 0: it is not all here. */
static size_t head_size(const struct web_client *client)
{
    const char *end = client->used ? memmem(client->bytes, client->used, "\r\n\r\n", 4) : NULL;
    return end ? (size_t)(end - client->bytes) + 4 : 0;
}

static size_t length_told(const char *head, size_t size)
{
    static const char name[] = "\r\nContent-Length:";
    for (size_t i = 0; i + sizeof name < size; i++)
        if (strncasecmp(head + i, name, sizeof name - 1) == 0)
            return strtoul(head + i + sizeof name - 1, NULL, 10);
    return 0;
}

/* What the last answer took is not looked at again; what came behind it is. */
static void forget_last(struct web_client *client)
{
    client->used -= client->taken;
    if (client->used)
        memmove(client->bytes, client->bytes + client->taken, client->used);
    client->taken = 0;
}

bool web_client_hear(struct web_client *client)
{
    size_t head;
    forget_last(client);
    client->status = 0;
    if (client->fd < 0)
        return false;
    while (!(head = head_size(client)))
        if (!read_more(client))
            return false;
    size_t length = length_told(client->bytes, head);
    while (client->used < head + length)
        if (!read_more(client))
            return false;
    client->status = (int)strtol(client->bytes + strcspn(client->bytes, " "), NULL, 10);
    client->body = client->bytes + head;
    client->body_size = length;
    client->taken = head + length;
    return client->status != 0;
}

bool web_client_ask(struct web_client *client, const char *method, const char *path,
                    const char *body)
{
    char request[REQUEST_MAX];
    int size =
        snprintf(request, sizeof request,
                 "%s %s HTTP/1.1\r\nHost: house\r\n%s%s%s%s%s%sContent-Length: %zu\r\n\r\n%s",
                 method, path, client->token ? "Authorization: Bearer " : "",
                 client->token ? client->token : "", client->token ? "\r\n" : "",
                 client->key ? "Idempotency-Key: " : "", client->key ? client->key : "",
                 client->key ? "\r\n" : "", body ? strlen(body) : 0, body ? body : "");
    if (size < 0 || size >= (int)sizeof request)
        return false;
    if (web_client_send(client, request, (size_t)size) && web_client_hear(client))
        return true;
    hang_up(client);
    return false;
}
