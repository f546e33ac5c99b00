/*
 * A stampede: thousands of acts for one seat, from as many connections as the yardstick uses. One
 * wins, the house hardly notices, and the others are refused about as fast as bare Redis could
 * refuse them with SET NX.
 *
 * Every contender is a till's whole apply(): sorting seats, the script call, reading its answer,
 * with a line of its own to one PostgreSQL behind it.
 */
#include "config.h"

#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "tests/bench/pg_field.h"
#include "tests/bench/servers.h"
#include "tests/lib/first_take.h"
#include "tests/lib/pg_till.h"

enum { CONNECTIONS = 50, CONTENDERS = 5000, EACH = CONTENDERS / CONNECTIONS };
enum { HOUSE_ACTS_MOST = 3 };

/* ---- the field ------------------------------------------------------------------------------ */

struct stampede;

struct connection {
    struct stampede *field;
    struct clock clock;
    struct store *till; /* a house store of its own */
    redisContext *bare;
    struct uuid_source ids;
    struct arena *arena;
    struct changeset *acts[EACH];
    int won;
};

struct stampede {
    struct field house;
    struct redis_server server;
    struct connection connections[CONNECTIONS];
    pthread_barrier_t start;
    int32_t seat;         /* the one they all want */
    int64_t acts, rounds; /* that reached the house */
};

static void plan_act(struct connection *one, struct changeset **act)
{
    const struct stampede *field = one->field;
    int64_t now = clock_wall(&one->clock);
    struct changeset *cs = changeset_new(one->arena);
    struct hold *hold = LIST_ADD(one->arena, &cs->holds);
    cs->key = uuid_make(&one->ids, now);
    cs->act = ACT_HOLD;
    cs->now = now;
    cs->actor = (struct actor){.name = "anna", .till = "till-1", .role = ROLE_CLERK};
    cs->answer = FIELD_ANSWER;
    *hold = (struct hold){.id = uuid_make(&one->ids, now),
                          .show = OUR_SHOW,
                          .holder = "anna",
                          .till = "till-1",
                          .created_at = now,
                          .expires_at = now + 900000,
                          .ceiling_at = now + 900000};
    *LIST_ADD(one->arena, &cs->seats) = first_take(hold, field->seat);
    *act = cs;
}

static void *contend(void *ctx)
{
    struct connection *one = ctx;
    struct err err = {0};
    pthread_barrier_wait(&one->field->start);
    for (int i = 0; i < EACH; i++) {
        struct apply_result result;
        if (one->till->ops->apply(one->till, one->acts[i], &result, &err))
            bench_fail("apply: %s", err.text);
        one->won += result.applied == APPLIED_OK;
    }
    return NULL;
}

static void *contend_bare(void *ctx)
{
    struct connection *one = ctx;
    pthread_barrier_wait(&one->field->start);
    for (int i = 0; i < EACH; i++) {
        redisReply *reply = redisCommand(one->bare, "SET bare:%d %s NX PX 10000", one->field->seat,
                                         "0197c2a4-7d00-7000-8000-000000000000");
        if (!reply)
            bench_fail("bare Redis: %s", one->bare->errstr);
        one->won += reply->type == REDIS_REPLY_STATUS;
        freeReplyObject(reply);
    }
    return NULL;
}

/* All at once; the time from the start to the last one's last answer. */
static int64_t let_them_run(struct stampede *field, void *(*run)(void *))
{
    pthread_t threads[CONNECTIONS];
    for (int i = 0; i < CONNECTIONS; i++) {
        field->connections[i].won = 0;
        if (pthread_create(&threads[i], NULL, run, &field->connections[i]))
            bench_fail("no thread for contender %d", i);
    }
    pthread_barrier_wait(&field->start);
    int64_t start = bench_now();
    for (int i = 0; i < CONNECTIONS; i++)
        pthread_join(threads[i], NULL);
    return bench_now() - start;
}

static int winners_of(const struct stampede *field)
{
    int won = 0;
    for (int i = 0; i < CONNECTIONS; i++)
        won += field->connections[i].won;
    return won;
}

static int64_t acts_sent(const struct stampede *field)
{
    int64_t acts = 0;
    for (int i = 0; i < CONNECTIONS; i++)
        acts += house_store_speed(field->connections[i].till).applies;
    return acts;
}

static void plan_acts(struct stampede *field)
{
    field->seat++;
    for (int i = 0; i < CONNECTIONS; i++) {
        arena_reset(field->connections[i].arena);
        for (int k = 0; k < EACH; k++)
            plan_act(&field->connections[i], &field->connections[i].acts[k]);
    }
}

static int64_t run_ours(void *ctx)
{
    struct stampede *field = ctx;
    plan_acts(field);
    int64_t took = let_them_run(field, contend);
    int64_t acts = acts_sent(field) - field->acts;
    if (winners_of(field) != 1)
        bench_fail("%d contenders won one seat", winners_of(field));
    if (acts > HOUSE_ACTS_MOST)
        bench_fail("%lld acts reached the house, %d at most were to", (long long)acts,
                   HOUSE_ACTS_MOST);
    field->rounds++;
    field->acts += acts;
    return took;
}

static int64_t run_bare(void *ctx)
{
    struct stampede *field = ctx;
    int64_t took = let_them_run(field, contend_bare);
    if (winners_of(field) > 1)
        bench_fail("SET NX was won twice");
    return took;
}

/* ---- life ----------------------------------------------------------------------------------- */

static void open_connection(struct stampede *field, struct connection *one)
{
    const struct redis_config config = {.house = "bench",
                                        .address = field->server.address,
                                        .connect_ms = 10000,
                                        .command_ms = 10000};
    char url[PG_URL];
    struct store *inner;
    struct err err = {0};
    one->field = field;
    one->clock = clock_system();
    one->ids.rng = rng_system();
    one->arena = arena_new();
    one->bare = redisConnectUnix(field->server.address + strlen("unix:"));
    if (!one->bare || one->bare->err)
        bench_fail("no bare connection");
    if (pg_store_open(field_url(&field->house, false, 0, url), sodium_crypt(), &one->clock, &inner,
                      &err))
        bench_fail("%s", err.text);
    pg_till_prove(inner, "till-1");
    if (house_store_open(inner, &config, &one->clock, false, &one->till, &err))
        bench_fail("%s", err.text);
}

static void open_field(struct stampede *field)
{
    field_open(&field->house);
    redis_server_start(&field->server);
    pthread_barrier_init(&field->start, NULL, CONNECTIONS + 1);
    for (int i = 0; i < CONNECTIONS; i++)
        open_connection(field, &field->connections[i]);
}

static void close_field(struct stampede *field)
{
    for (int i = 0; i < CONNECTIONS; i++) {
        store_close(&field->connections[i].till);
        redisFree(field->connections[i].bare);
        arena_free(&field->connections[i].arena);
    }
    redis_server_stop(&field->server);
    field_close(&field->house);
}

int main(void)
{
    static struct stampede field;
    const struct bench_figure stampede = {
        .name = "house.stampede",
        .goal = ">=0.5",
        .what = "5,000 acts for one seat over 50 connections; SET NX over as many",
        .ratio = BENCH_RATE,
        .units = CONTENDERS,
        .ours = run_ours,
        .bare = run_bare,
    };
    if (bench_servers(&stampede, 1)) {
        open_field(&field);
        bench_run(&stampede, &field);
        printf("  one winner in each of %lld stampedes; %lld acts reached the house in all\n",
               (long long)field.rounds, (long long)field.acts);
        close_field(&field);
    }
    return bench_end();
}
