#include "config.h"

#include "src/adapter/redis_guard.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"

enum { NO_SHOW = 0 };

static const char *const windows[] = {"burst", "maps", "requests", "holds", "lookups"};

struct redis_guard {
    struct guard base;
    struct redis_link *link;
    struct pace_limits limits; /* of the table */
    struct pace_table *table;
};

static struct redis_guard *guard_of(struct guard *guard)
{
    return (struct redis_guard *)(void *)guard;
}

/* ---- in memory ------------------------------------------------------------------------------ */

static struct pace_table *table_for(struct redis_guard *guard, const struct pace_limits *limits)
{
    if (guard->table && memcmp(&guard->limits, limits, sizeof *limits) != 0)
        pace_table_free(&guard->table);
    if (!guard->table)
        guard->table = pace_table_new(limits, GUARD_ROOM);
    guard->limits = *limits;
    return guard->table;
}

static bool is_worse(struct pace_answer a, struct pace_answer b)
{
    return a.verdict > b.verdict || (a.verdict == b.verdict && a.retry_ms > b.retry_ms);
}

static void judge_here(struct redis_guard *guard, const struct guard_wish *wish,
                       struct guard_answer *out)
{
    struct pace_table *table = table_for(guard, &wish->limits);
    *out = (struct guard_answer){.alone = true};
    for (int i = 0; i < wish->count; i++) {
        struct pace_answer answer = pace_judge(table, wish->asker[i], &wish->ask);
        if (!is_worse(answer, out->pace))
            continue;
        out->pace = answer;
        out->asker = i;
    }
}

/* ---- in Redis ------------------------------------------------------------------------------- */

static void put_keys(struct redis_link *link, const char *asker)
{
    for (int i = 0; i < COUNT_OF(windows); i++)
        redis_key(link, "pace:%s:%s", asker, windows[i]);
}

static void start_call(struct redis_link *link, const struct guard_wish *wish)
{
    redis_start_script(link, NO_SHOW, SCRIPT_JUDGE_PACE, wish->count * COUNT_OF(windows));
    for (int i = 0; i < wish->count; i++)
        put_keys(link, wish->asker[i]);
    redis_int(link, wish->ask.now);
    redis_int(link, wish->limits.burst);
    redis_int(link, wish->limits.maps);
    redis_int(link, wish->limits.requests);
    redis_int(link, wish->limits.holds);
    redis_int(link, wish->limits.lookups);
    redis_int(link, wish->ask.hold);
    redis_int(link, wish->ask.map);
    redis_int(link, wish->ask.wrong_lookup);
}

static bool read_answer(const redisReply *reply, const struct guard_wish *wish,
                        struct guard_answer *out)
{
    enum { WORDS = 4 };
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements != WORDS)
        return false;
    int64_t at[WORDS];
    const int64_t most[WORDS] = {PACE_VERDICTS - 1, PACE_MINUTE_MS, wish->count - 1, INT64_MAX};
    for (int i = 0; i < WORDS; i++) {
        at[i] = reply->element[i]->integer;
        if (reply->element[i]->type != REDIS_REPLY_INTEGER || at[i] < 0 || at[i] > most[i])
            return false;
    }
    *out = (struct guard_answer){.pace = {(enum pace_verdict)at[0], at[1], at[3]},
                                 .asker = (int)at[2]};
    return true;
}

static bool judge_there(struct redis_link *link, const struct guard_wish *wish,
                        struct guard_answer *out)
{
    if (!link || !redis_may_ask(link))
        return false;
    start_call(link, wish);
    const redisReply *reply = redis_ask(link);
    if (!reply)
        return false;
    if (read_answer(reply, wish, out))
        return true;
    redis_distrust(link);
    return false;
}

/* ---- the guard ------------------------------------------------------------------------------ */

static void judge(struct guard *base, const struct guard_wish *wish, struct guard_answer *out)
{
    struct redis_guard *guard = guard_of(base);
    if (!judge_there(guard->link, wish, out))
        judge_here(guard, wish, out);
}

static void forget(struct guard *base, const char *asker)
{
    struct redis_guard *guard = guard_of(base);
    if (guard->table)
        pace_forget(guard->table, asker);
    if (!guard->link || !redis_may_ask(guard->link))
        return;
    redis_start(guard->link, NO_SHOW);
    redis_word(guard->link, "DEL");
    put_keys(guard->link, asker);
    (void)redis_ask(guard->link);
}

static void close_guard(struct guard *base)
{
    struct redis_guard *guard = guard_of(base);
    pace_table_free(&guard->table);
    redis_link_free(&guard->link);
    free(guard);
}

struct guard *redis_guard_new(struct redis_link *link)
{
    static const struct guard_ops ops = {.judge = judge, .forget = forget, .close = close_guard};
    struct redis_guard *guard = x_alloc(sizeof *guard);
    guard->base.ops = &ops;
    guard->link = link;
    return &guard->base;
}
