#include "config.h"

#include "tests/bench/web_house.h"

#include <stdio.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/adapter/sodium_crypt.h"
#include "src/port/token.h"
#include "tests/bench/big_hall.h"

/* ---- engines -------------------------------------------------------------------------------- */

static void serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    struct web_engine *engine = ctx;
    counter_serve(&engine->counter, cmd, evt);
}

static void open_engine(struct web_house *web, struct web_engine *engine)
{
    const struct redis_config config = {
        .house = "bench", .address = web->redis.address, .connect_ms = 2000, .command_ms = 500};
    struct err err;
    engine->desk = web->house.desk;
    engine->truth = big_house_store(&web->house);
    if (house_store_open(engine->truth, &config, &web->clock, true, &engine->desk.store, &err) !=
        RC_OK)
        bench_fail("%s", err.text);
    house_store_keep_maps(engine->desk.store);
    counter_init(&engine->counter, &engine->desk);
}

static struct service_engine port_of(struct web_engine *engine)
{
    return (struct service_engine){
        .serve = serve, .ctx = engine, .store = engine->truth, .clock = engine->desk.clock};
}

void web_house_ask(struct web_engine *engine, struct cmd *cmd, enum cmd_kind kind,
                   struct arena *arena)
{
    struct evt evt;
    cmd->id = 1;
    cmd->kind = kind;
    cmd->meta.arena = arena;
    cmd->meta.actor = (struct actor){.name = "ruth", .till = "shop", .role = ROLE_MANAGER};
    counter_serve(&engine->counter, cmd, &evt);
    big_house_expect(&evt.outcome, "an act");
    arena_reset(arena);
}

/* ---- the service ---------------------------------------------------------------------------- */

static void make_token(struct web_house *web)
{
    struct token token = {.name = "shop", .scopes = SCOPE_READ | SCOPE_SELL};
    const struct token_ops *ops;
    struct store *store = web->house.desk.store;
    struct store *keeper = store->ops->tokens(store, &ops);
    struct hash_state state;
    enum verdict verdict;
    struct err err;
    snprintf(web->token, sizeof web->token, "loge_%064d", 7);
    web->house.desk.crypt->hash_start(&state);
    web->house.desk.crypt->hash_add(&state, web->token, strlen(web->token));
    web->house.desk.crypt->hash_end(&state, token.hash);
    if (ops->make(keeper, "till-1", &token, &verdict, &err) != RC_OK || verdict)
        bench_fail("no token can be made");
}

static void start_service(struct web_house *web)
{
    struct service_engine ports[WEB_ENGINES];
    struct err err;
    for (int i = 0; i < WEB_ENGINES; i++)
        ports[i] = port_of(&web->engines[i]);
    const struct api_spec spec = {
        .listen = "127.0.0.1:0",
        .crypt = web->house.desk.crypt,
        .clock = web->clock,
        .engines = ports,
        .engine_count = WEB_ENGINES,
        .watcher = web->engines[WEB_ENGINES].truth,
        .actor = {.name = "ruth", .till = "service", .role = ROLE_MANAGER}};
    web->api = api_start(&spec, &err);
    if (!web->api)
        bench_fail("%s", err.text);
}

void web_house_open(struct web_house *web)
{
    big_house_open(&web->house);
    web->clock = web->house.desk.clock;
    web->plan = big_hall(web->house.arena, web->house.seats ? web->house.seats : BIG_SEATS);
    redis_server_start(&web->redis);
    make_token(web);
    for (int i = 0; i <= WEB_ENGINES; i++)
        open_engine(web, &web->engines[i]);
    start_service(web);
}

void web_house_close(struct web_house *web)
{
    api_stop(&web->api);
    for (int i = 0; i <= WEB_ENGINES; i++) {
        counter_close(&web->engines[i].counter);
        store_close(&web->engines[i].desk.store);
    }
    redis_server_stop(&web->redis);
    big_house_close(&web->house);
}

char *web_house_label(const struct web_house *web, int seat, char out[SEAT_TEXT])
{
    return plan_seat_label(web->plan, seat, out);
}
