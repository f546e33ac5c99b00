#include "config.h"

#include "src/adapter/redis_wire.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "src/adapter/lookup.h"

/* ---- waiting -------------------------------------------------------------------------------- */

/* False: the time is over. */
static bool wait_for(const struct redis_wire *wire, short events, int64_t until)
{
    struct pollfd poller = {.fd = wire->fd, .events = events};
    for (;;) {
        int64_t left = until - clock_mono(wire->clock);
        int ready = poll(&poller, 1, left > 0 ? (int)left : 0);
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

static enum rc fail(struct redis_wire *wire, struct err *err, const char *what)
{
    err_set_errno(err, RC_TRANSIENT, "Redis %s", what);
    redis_wire_close(wire);
    return RC_TRANSIENT;
}

static enum rc too_late(struct redis_wire *wire, struct err *err)
{
    err_set(err, RC_TRANSIENT, "TIMEOUT", "Redis did not answer in time");
    redis_wire_close(wire);
    return RC_TRANSIENT;
}

/* ---- opening -------------------------------------------------------------------------------- */

static enum rc connect_to(struct redis_wire *wire, const struct sockaddr *to, socklen_t size,
                          int64_t until)
{
    wire->fd = socket(to->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (wire->fd < 0)
        return RC_TRANSIENT;
    int failed = connect(wire->fd, to, size) ? errno : 0;
    socklen_t length = sizeof failed;
    if (failed == EINPROGRESS) {
        failed = ETIMEDOUT;
        if (wait_for(wire, POLLOUT, until))
            getsockopt(wire->fd, SOL_SOCKET, SO_ERROR, &failed, &length);
    }
    if (!failed)
        return RC_OK;
    close(wire->fd);
    wire->fd = -1;
    errno = failed;
    return RC_TRANSIENT;
}

static enum rc open_unix(struct redis_wire *wire, const char *path, int64_t until)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof to.sun_path) {
        errno = ENAMETOOLONG;
        return RC_CONFIG;
    }
    strcpy(to.sun_path, path);
    return connect_to(wire, (const struct sockaddr *)&to, sizeof to, until);
}

static enum rc open_host(struct redis_wire *wire, const char *host, const char *port, int64_t until)
{
    struct addrinfo *found = lookup_name(host, port, until - clock_mono(wire->clock));
    if (!found)
        return errno == ETIMEDOUT ? RC_TRANSIENT : RC_CONFIG;
    enum rc rc = RC_TRANSIENT;
    for (const struct addrinfo *one = found; one && rc; one = one->ai_next)
        rc = connect_to(wire, one->ai_addr, one->ai_addrlen, until);
    freeaddrinfo(found);
    int on = 1;
    if (!rc)
        setsockopt(wire->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return rc;
}

/* The last colon parts host and port, so that a bare IPv6 address works. */
static enum rc open_tcp(struct redis_wire *wire, const char *address, int64_t until)
{
    char host[REDIS_ADDRESS];
    const char *colon = strrchr(address, ':');
    errno = EINVAL;
    if (!colon || colon == address || !colon[1] || (size_t)(colon - address) >= sizeof host)
        return RC_CONFIG;
    snprintf(host, sizeof host, "%.*s", (int)(colon - address), address);
    return open_host(wire, host, colon + 1, until);
}

enum rc redis_wire_open(struct redis_wire *wire, const char *address, int64_t within_ms,
                        const struct clock *clock, struct err *err)
{
    *wire = (struct redis_wire){.fd = -1, .clock = clock};
    int64_t until = clock_mono(clock) + within_ms;
    enum rc rc = address[0] == '/'                   ? open_unix(wire, address, until)
                 : strncmp(address, "unix:", 5) == 0 ? open_unix(wire, address + 5, until)
                                                     : open_tcp(wire, address, until);
    if (rc)
        return err_set_errno(err, rc, "cannot reach Redis at %s", address);
    wire->reader = redisReaderCreate();
    if (!wire->reader)
        return fail(wire, err, "has no memory for replies");
    return RC_OK;
}

void redis_wire_close(struct redis_wire *wire)
{
    if (wire->fd >= 0)
        close(wire->fd);
    if (wire->reader)
        redisReaderFree(wire->reader);
    wire->fd = -1;
    wire->reader = NULL;
}

/* ---- talking -------------------------------------------------------------------------------- */

enum rc redis_wire_send(struct redis_wire *wire, const char *bytes, size_t size, int64_t within_ms,
                        struct err *err)
{
    int64_t until = clock_mono(wire->clock) + within_ms;
    while (size) {
        ssize_t sent = send(wire->fd, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN && !wait_for(wire, POLLOUT, until))
            return too_late(wire, err);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return fail(wire, err, "hung up");
        bytes += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return RC_OK;
}

/* Reads what is there. *more tells whether something was. */
static enum rc feed_reader(struct redis_wire *wire, bool *more, struct err *err)
{
    char bytes[16384];
    ssize_t got = recv(wire->fd, bytes, sizeof bytes, 0);
    *more = got > 0;
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return RC_OK;
    if (got == 0)
        errno = ECONNRESET;
    if (got <= 0)
        return fail(wire, err, "hung up");
    redisReaderFeed(wire->reader, bytes, (size_t)got);
    return RC_OK;
}

static enum rc next_reply(struct redis_wire *wire, redisReply **reply, struct err *err)
{
    void *found = NULL;
    if (redisReaderGetReply(wire->reader, &found) != REDIS_OK) {
        err_set(err, RC_CORRUPT, "PROTOCOL", "what answers at Redis' address is not Redis: %s",
                redisReaderGetError(wire->reader));
        redis_wire_close(wire);
        return RC_CORRUPT;
    }
    *reply = found;
    return RC_OK;
}

enum rc redis_wire_poll(struct redis_wire *wire, redisReply **reply, struct err *err)
{
    *reply = NULL;
    bool more = true;
    enum rc rc = next_reply(wire, reply, err);
    while (!rc && !*reply && more) {
        rc = feed_reader(wire, &more, err);
        if (!rc && more)
            rc = next_reply(wire, reply, err);
    }
    return rc;
}

enum rc redis_wire_read(struct redis_wire *wire, int64_t within_ms, redisReply **reply,
                        struct err *err)
{
    int64_t until = clock_mono(wire->clock) + within_ms;
    for (;;) {
        enum rc rc = redis_wire_poll(wire, reply, err);
        if (rc || *reply)
            return rc;
        if (!wait_for(wire, POLLIN, until))
            return too_late(wire, err);
    }
}
