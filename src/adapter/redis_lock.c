#include "config.h"

#include "src/adapter/redis_lock.h"

#include <assert.h>
#include <stdlib.h>

#include "src/base/arena.h"

struct redis_lock {
    struct lock base;
    struct redis_link *link;
};

static struct redis_link *link_of(struct lock *lock)
{
    return ((struct redis_lock *)(void *)lock)->link;
}

/* ---- reading the answer --------------------------------------------------------------------- */

static bool number_at(const redisReply *reply, size_t at, int64_t least, int64_t most, int64_t *out)
{
    if (at >= reply->elements || reply->element[at]->type != REDIS_REPLY_INTEGER)
        return false;
    *out = reply->element[at]->integer;
    return *out >= least && *out <= most;
}

/* {2, i, version, hold, expires_at}: only what the script could have said is believed. */
static bool read_held(const redisReply *reply, const struct lock_wish *wish,
                      struct lock_refusal *refusal)
{
    int64_t i, version;
    if (!number_at(reply, 1, 1, wish->count, &i) || !number_at(reply, 2, 0, UINT32_MAX, &version) ||
        !number_at(reply, 4, wish->now, INT64_MAX, &refusal->expires_at) ||
        reply->element[3]->type != REDIS_REPLY_STRING)
        return false;
    refusal->seat = wish->seats[i - 1].seat;
    refusal->version = (uint32_t)version;
    if (!uuid_parse(reply->element[3]->str, &refusal->hold))
        refusal->hold = (struct uuid){{0}};
    return version > wish->seats[i - 1].seen;
}

static bool read_busy(const redisReply *reply, const struct lock_wish *wish,
                      struct lock_refusal *refusal)
{
    int64_t i;
    if (!number_at(reply, 1, 1, wish->count, &i))
        return false;
    refusal->seat = wish->seats[i - 1].seat;
    return true;
}

static enum lock_answer read_answer(const redisReply *reply, const struct lock_wish *wish,
                                    struct lock_refusal *refusal)
{
    int64_t kind;
    *refusal = (struct lock_refusal){0};
    if (reply->type != REDIS_REPLY_ARRAY || !number_at(reply, 0, 0, 2, &kind))
        return LOCK_ABSENT;
    if (kind == 0)
        return LOCK_TAKEN;
    if (kind == 1 && read_busy(reply, wish, refusal))
        return LOCK_BUSY;
    return kind == 2 && read_held(reply, wish, refusal) ? LOCK_HELD : LOCK_ABSENT;
}

/* ---- asking --------------------------------------------------------------------------------- */

static enum lock_answer take(struct lock *lock, const struct lock_wish *wish,
                             struct lock_refusal *refusal)
{
    struct redis_link *link = link_of(lock);
    assert(wish->count <= LOCK_SEATS_MAX);
    if (!redis_may_ask(link))
        return LOCK_ABSENT;
    redis_start_script(link, wish->show, SCRIPT_TAKE_LOCKS, 2 * wish->count);
    for (int i = 0; i < wish->count; i++) {
        redis_key(link, "lock:%d", wish->seats[i].seat);
        redis_key(link, "seat:%d", wish->seats[i].seat);
    }
    redis_uuid(link, &wish->owner);
    redis_int(link, LOCK_MS);
    redis_int(link, wish->now);
    for (int i = 0; i < wish->count; i++) {
        redis_int(link, wish->seats[i].seen);
        redis_uuid(link, &wish->seats[i].was);
        redis_uuid(link, &wish->seats[i].becomes);
    }
    const redisReply *reply = redis_ask(link);
    if (!reply)
        return LOCK_ABSENT;
    enum lock_answer answer = read_answer(reply, wish, refusal);
    if (answer == LOCK_ABSENT)
        redis_distrust(link);
    return answer;
}

static void start_on_locks(struct redis_link *link, const struct lock_wish *wish,
                           enum redis_script script)
{
    redis_start_script(link, wish->show, script, wish->count);
    for (int i = 0; i < wish->count; i++)
        redis_key(link, "lock:%d", wish->seats[i].seat);
    redis_uuid(link, &wish->owner);
}

static bool extend(struct lock *lock, const struct lock_wish *wish)
{
    struct redis_link *link = link_of(lock);
    if (!redis_may_ask(link))
        return false;
    start_on_locks(link, wish, SCRIPT_EXTEND_LOCKS);
    redis_int(link, LOCK_MS);
    const redisReply *reply = redis_ask(link);
    return reply && reply->type == REDIS_REPLY_INTEGER && reply->integer == 1;
}

static void release(struct lock *lock, const struct lock_wish *wish)
{
    struct redis_link *link = link_of(lock);
    start_on_locks(link, wish, SCRIPT_RELEASE_LOCKS);
    redis_tell(link);
}

static void close_lock(struct lock *lock)
{
    free((struct redis_lock *)(void *)lock);
}

struct lock *redis_lock_new(struct redis_link *link)
{
    static const struct lock_ops ops = {
        .name = "redis", .take = take, .extend = extend, .release = release, .close = close_lock};
    struct redis_lock *lock = x_alloc(sizeof *lock);
    lock->base.ops = &ops;
    lock->link = link;
    return &lock->base;
}
