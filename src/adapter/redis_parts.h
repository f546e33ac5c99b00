/* Inside redis_link.c and redis_call.c: the link itself. */
#ifndef LOGE_ADAPTER_REDIS_PARTS_H
#define LOGE_ADAPTER_REDIS_PARTS_H

#include "src/adapter/redis_link.h"

enum {
    DIGEST_TEXT = 41,
    HEAD_ROOM = 16,  /* for "*<count>\r\n", which is known last */
    SHOW_HOMES = 64, /* remembered nodes by show; a forgotten one costs a redirection */
};

struct redis_node {
    char address[REDIS_ADDRESS];
    struct redis_wire wire;
    int owed;       /* replies to what was told */
    unsigned known; /* scripts it has by now, a bit each */
};

struct redis_link {
    char house[REDIS_HOUSE], address[REDIS_ADDRESS];
    char *user, *password;
    int database;
    int64_t connect_ms, command_ms;
    struct clock clock;
    struct breaker breaker;
    struct redis_node nodes[REDIS_NODES]; /* the first one is the configured one */
    int node_count;
    uint8_t home[SHOW_HOMES];
    char digests[SCRIPT_COUNT][DIGEST_TEXT]; /* "": not loaded by this link */
    unsigned said;                           /* scripts that were sent as text, a bit each */
    struct redis_counts counts;
    struct err err;
    redisReply *reply; /* the last one, owned */
    /* the call being built */
    int32_t show;
    int script; /* -1: a plain command */
    int words;
    size_t script_at, script_size; /* where EVALSHA and its digest stand in the bytes */
    char *bytes;
    size_t size, room;
};

/* The command's bytes; as text: EVAL and the script itself. Valid until the next call. */
const char *redis_call_bytes(struct redis_link *link, bool as_text, size_t *size);

const char *redis_script_text(enum redis_script script);

#endif
