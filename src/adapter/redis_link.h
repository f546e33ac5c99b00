/*
 * The house's line to Redis: connects when needed, puts a circuit breaker and time limits around
 * every call, runs scripts by their digest, and follows a cluster's redirections.
 *
 * A call is built word by word and then either asked (waits for the reply) or told (sent at once,
 * its reply read before the next call, so nobody waits for it):
 *
 *     redis_start(link, show);
 *     redis_word(link, "GET");
 *     redis_key(link, "seat:%d", seat);
 *     const redisReply *reply = redis_ask(link);   NULL: no answer, whatever the reason
 *
 * Every key is "{house:show}:..."; the braces keep all keys of a show in one hash slot. Replies
 * belong to the link and live until its next call. An error reply counts as a failure: scripts
 * here deal with keys of the wrong type themselves, so what is left is a server in trouble. A
 * caller that cannot make sense of a reply says so with redis_distrust(), which counts too.
 *
 * One thread owns a link. The breaker's state can be looked at by redis_breaker().
 */
#ifndef LOGE_ADAPTER_REDIS_LINK_H
#define LOGE_ADAPTER_REDIS_LINK_H

#include <stdbool.h>

#include "src/adapter/redis_wire.h"
#include "src/base/breaker.h"
#include "src/base/uuid.h"

enum { REDIS_HOUSE = 64, REDIS_WAIT_MS = 30, REDIS_NODES = 16 };

struct redis_config {
    const char *house;           /* leads every key; letters, digits, '-' and '_' */
    const char *address;         /* "unix:/path", "/path" or "host:port"; of a cluster: any node */
    const char *user, *password; /* NULL: none */
    int database;                /* 0 in a cluster */
    int64_t connect_ms, command_ms; /* 0: REDIS_WAIT_MS */
};

/* data/lua, embedded at build; sent as text the first time, loaded when it is needed again. */
enum redis_script {
    SCRIPT_TAKE_LOCKS,
    SCRIPT_EXTEND_LOCKS,
    SCRIPT_RELEASE_LOCKS,
    SCRIPT_RECORD_SEATS,
    SCRIPT_LIST_SEATS,
    SCRIPT_COUNT_HOLDS,
    SCRIPT_JUDGE_PACE,
    SCRIPT_PUT_MAP,
    SCRIPT_PUT_PAGE,
    SCRIPT_GET_PAGE,
    SCRIPT_LIST_READERS,
    SCRIPT_PUBLISH_MESSAGE,
    SCRIPT_COUNT,
};

struct redis_link;

/* Does not connect yet. RC_CONFIG when the house's name cannot lead a key. */
enum rc redis_link_new(const struct redis_config *config, const struct clock *clock,
                       struct redis_link **out, struct err *err) MUST_USE;
/* Another line to the same Redis, for a thread of its own, that waits so long for an answer. */
struct redis_link *redis_link_another(const struct redis_link *link, const struct clock *clock,
                                      int64_t patience_ms) RETURNS_FRESH;
void redis_link_free(struct redis_link **link);

/* ---- a call --------------------------------------------------------------------------------- */

void redis_start(struct redis_link *link, int32_t show);
/* By its digest, or by its text when the server forgot it. First `keys` keys, then other words. */
void redis_start_script(struct redis_link *link, int32_t show, enum redis_script script, int keys);
void redis_word(struct redis_link *link, const char *text);
void redis_bytes(struct redis_link *link, const void *bytes, size_t size);
void redis_int(struct redis_link *link, int64_t number);
void redis_uuid(struct redis_link *link, const struct uuid *id); /* "" for zero */
void redis_key(struct redis_link *link, const char *fmt, ...) PRINTF(2, 3);
void redis_tag(struct redis_link *link); /* "{house:show}" */

const redisReply *redis_ask(struct redis_link *link);
void redis_tell(struct redis_link *link);
void redis_distrust(struct redis_link *link);

/* ---- looking -------------------------------------------------------------------------------- */

struct breaker redis_breaker(const struct redis_link *link);
/* May a call go now? Does not count as one. */
bool redis_may_ask(const struct redis_link *link);
const char *redis_last_error(const struct redis_link *link); /* "" when there was none */

struct redis_counts {
    int64_t calls, failures, slow, opened, moved;
    int64_t asked_at;   /* monotonic, the last call */
    int64_t replied_at; /* wall, the last answer; 0: none yet */
    int64_t delay_ms;   /* of it */
};
struct redis_counts redis_counts(const struct redis_link *link);

/* Channel of a show, "{house:show}:feed". */
const char *redis_channel(const struct redis_link *link, int32_t show, char *out, size_t size);
/* Opens a wire with the link's configuration, signed in; for the feed. */
enum rc redis_link_open_wire(const struct redis_link *link, struct redis_wire *wire,
                             struct err *err) MUST_USE;

#endif
