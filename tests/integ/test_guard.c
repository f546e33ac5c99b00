/* The guard on a real Redis and in memory: the same rule, word for word. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "src/adapter/redis_guard.h"
#include "tests/lib/redis_till.h"

struct guards {
    struct clock clock;
    struct guard *there, *here;
};

static struct redis_link *open_link(const struct clock *clock)
{
    const struct redis_config config = {
        .house = "main", .address = till_server.address, .connect_ms = 5000, .command_ms = 5000};
    struct redis_link *link;
    struct err err;
    if (redis_link_new(&config, clock, &link, &err))
        fail_msg("%s", err.text);
    return link;
}

static int start(void **state)
{
    struct guards *guards = calloc(1, sizeof *guards);
    free(redis_server_say(&till_server, "FLUSHALL", NULL));
    guards->clock = clock_system();
    guards->there = redis_guard_new(open_link(&guards->clock));
    guards->here = redis_guard_new(NULL);
    *state = guards;
    return 0;
}

static int end(void **state)
{
    struct guards *guards = *state;
    guard_close(&guards->there);
    guard_close(&guards->here);
    free(guards);
    return 0;
}

static struct guard_answer judge(struct guard *guard, const struct guard_wish *wish)
{
    struct guard_answer answer;
    guard->ops->judge(guard, wish, &answer);
    return answer;
}

static struct guard_wish a_wish(int64_t now)
{
    return (struct guard_wish){.limits = {.requests = 3, .holds = 2, .maps = 2, .burst = 6},
                               .asker = {"192.0.2.1", "t:shop"},
                               .count = 2,
                               .ask = {.now = now}};
}

/* ---- the same ------------------------------------------------------------------------------- */

static uint32_t draw(uint64_t *seed, uint32_t below)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 33) % below;
}

static struct guard_wish draw_wish(uint64_t *seed, int64_t now)
{
    static const char *const addresses[] = {"192.0.2.1", "192.0.2.2", "2001:db8::/64"};
    static const char *const tokens[] = {"t:shop", "t:box"};
    return (struct guard_wish){.asker = {addresses[draw(seed, 3)], tokens[draw(seed, 2)]},
                               .count = 1 + (int)draw(seed, 2),
                               .ask = {.wrong_lookup = draw(seed, 6) == 0,
                                       .hold = draw(seed, 3) == 0,
                                       .map = draw(seed, 2) ? 1 + draw(seed, 8) : 0,
                                       .now = now}};
}

static struct pace_limits draw_limits(uint64_t *seed)
{
    return (struct pace_limits){.requests = (int32_t)draw(seed, 12),
                                .holds = (int32_t)draw(seed, 6),
                                .maps = (int32_t)draw(seed, 6),
                                .burst = (int32_t)draw(seed, 20),
                                .lookups = (int32_t)draw(seed, 4)};
}

/* Now and then much time goes by; mostly little. */
static int64_t draw_pause(uint64_t *seed)
{
    uint32_t kind = draw(seed, 40);
    return kind == 0 ? draw(seed, 70000) : kind < 10 ? draw(seed, 1500) : draw(seed, 120);
}

static void agree_from(struct guards *guards, uint64_t seed, int seen[PACE_VERDICTS])
{
    enum { STEPS = 1500 };
    const struct pace_limits limits = draw_limits(&seed);
    int64_t now = NOW;
    for (int i = 0; i < STEPS; i++) {
        now += draw_pause(&seed);
        struct guard_wish wish = draw_wish(&seed, now);
        wish.limits = limits;
        struct guard_answer there = judge(guards->there, &wish), here = judge(guards->here, &wish);
        assert_false(there.alone);
        assert_true(here.alone);
        if (there.pace.verdict != here.pace.verdict || there.pace.retry_ms != here.pace.retry_ms ||
            there.pace.first != here.pace.first || there.asker != here.asker)
            fail_msg("step %d: Redis says %s in %lld ms, memory says %s in %lld ms", i,
                     pace_word(there.pace.verdict), (long long)there.pace.retry_ms,
                     pace_word(here.pace.verdict), (long long)here.pace.retry_ms);
        seen[there.pace.verdict]++;
    }
}

static void redis_and_memory_judge_alike(void **state)
{
    int seen[PACE_VERDICTS] = {0};
    for (uint64_t seed = 1; seed <= 12; seed++) {
        end(state);
        start(state);
        agree_from(*state, seed * 7919 * 104729, seen);
    }
    for (int verdict = 0; verdict < PACE_VERDICTS; verdict++)
        assert_true(seen[verdict] > 20); /* else nothing was compared */
}

/* ---- Redis ---------------------------------------------------------------------------------- */

static void what_one_instance_counted_the_next_one_knows(void **state)
{
    struct guards *guards = *state;
    struct guard *other = redis_guard_new(open_link(&guards->clock));
    struct guard_wish wish = a_wish(NOW);
    for (int i = 0; i < 3; i++)
        assert_int_equal(judge(i & 1 ? other : guards->there, &wish).pace.verdict, PACE_OK);
    assert_int_equal(judge(other, &wish).pace.verdict, PACE_REQUESTS);
    guard_close(&other);
}

static void whoever_is_forgotten_is_forgotten_by_all(void **state)
{
    struct guards *guards = *state;
    struct guard_wish wish = a_wish(NOW);
    wish.count = 1;
    for (int i = 0; i < 4; i++)
        (void)judge(guards->there, &wish);
    guards->there->ops->forget(guards->there, wish.asker[0]);
    assert_int_equal(judge(guards->there, &wish).pace.verdict, PACE_OK);
    assert_reads("1",
                 redis_server_say(&till_server, "LLEN", "{main:0}:pace:192.0.2.1:requests", NULL));
}

static void a_key_of_another_kind_is_put_right(void **state)
{
    struct guards *guards = *state;
    struct guard_wish wish = a_wish(NOW);
    free(redis_server_say(&till_server, "SET", "{main:0}:pace:192.0.2.1:burst", "x", NULL));
    free(redis_server_say(&till_server, "SET", "{main:0}:pace:192.0.2.1:maps", "x", NULL));
    free(redis_server_say(&till_server, "SADD", "{main:0}:pace:t:shop:requests", "x", NULL));
    wish.ask.map = 7;
    struct guard_answer answer = judge(guards->there, &wish);
    assert_false(answer.alone);
    assert_int_equal(answer.pace.verdict, PACE_OK);
}

static void what_is_counted_is_forgotten_some_day(void **state)
{
    struct guards *guards = *state;
    struct guard_wish wish = a_wish(NOW);
    wish.ask.map = 7;
    (void)judge(guards->there, &wish);
    char *left = redis_server_say(&till_server, "PTTL", "{main:0}:pace:192.0.2.1:maps", NULL);
    assert_in_range(atoi(left), 1, 600000);
    free(left);
}

static void without_redis_it_counts_alone(void **state)
{
    struct guards *guards = *state;
    struct guard_wish wish = a_wish(NOW);
    redis_server_kill(&till_server);
    struct guard_answer answer = judge(guards->there, &wish);
    for (int i = 0; i < 6; i++) {
        assert_true(answer.alone);
        assert_int_equal(answer.pace.verdict, i < 3 ? PACE_OK : PACE_REQUESTS);
        answer = judge(guards->there, &wish);
    }
    assert_int_equal(answer.pace.verdict, PACE_BURST);
    redis_server_restart(&till_server);
}

int main(void)
{
#define BOTH(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {
        BOTH(redis_and_memory_judge_alike),
        BOTH(what_one_instance_counted_the_next_one_knows),
        BOTH(whoever_is_forgotten_is_forgotten_by_all),
        BOTH(a_key_of_another_kind_is_put_right),
        BOTH(what_is_counted_is_forgotten_some_day),
        BOTH(without_redis_it_counts_alone),
    };
    if (!redis_server_here())
        return 0;
    return cmocka_run_group_tests(tests, till_start_server, till_stop_server);
}
