/*
 * One connection to one Redis server: a socket with a deadline on everything, and hiredis to read
 * replies.
 *
 * hiredis' own sockets know a time limit per system call only, and raise SIGPIPE; so it is used as
 * the protocol and not as the connection. After any failure the wire is closed: a reply that comes
 * after a timeout would be taken for the next command's.
 *
 * No TLS: Debian 12's hiredis (0.14) has none. That of later ones wants a connection of hiredis'
 * own, and proves who signed the server's certificate but not that it is the server's: whoever has
 * one of the same signer could be Redis. A server on another machine is reached through a tunnel
 * (stunnel, ssh -L, wireguard) whose near end is the address here.
 */
#ifndef LOGE_ADAPTER_REDIS_WIRE_H
#define LOGE_ADAPTER_REDIS_WIRE_H

#include <hiredis/hiredis.h>

#include "src/base/clock.h"
#include "src/base/err.h"

enum { REDIS_ADDRESS = 160 };

struct redis_wire {
    int fd; /* -1: closed */
    redisReader *reader;
    const struct clock *clock;
};

/* "unix:/path", "/path" or "host:port". clock must outlive the wire. */
enum rc redis_wire_open(struct redis_wire *wire, const char *address, int64_t within_ms,
                        const struct clock *clock, struct err *err) MUST_USE;
void redis_wire_close(struct redis_wire *wire);

enum rc redis_wire_send(struct redis_wire *wire, const char *bytes, size_t size, int64_t within_ms,
                        struct err *err) MUST_USE;
/* The next reply; the caller frees it with freeReplyObject. */
enum rc redis_wire_read(struct redis_wire *wire, int64_t within_ms, redisReply **reply,
                        struct err *err) MUST_USE;
/* As read, without waiting: *reply is NULL when no whole reply is there. */
enum rc redis_wire_poll(struct redis_wire *wire, redisReply **reply, struct err *err) MUST_USE;

#endif
