#include "config.h"

#include "tests/bench/big_house.h"

#include <stdio.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "tests/bench/bench.h"
#include "tests/bench/big_hall.h"
#include "tests/bench/servers.h"
#include "tests/lib/pg_till.h"

#define PASSWORD "correct-horse"

struct act_meta big_house_manager(struct big_house *house)
{
    struct act_meta meta = {.arena = house->arena};
    strcpy(meta.actor.name, "ruth");
    strcpy(meta.actor.till, "till-1");
    meta.actor.role = ROLE_MANAGER;
    return meta;
}

void big_house_expect(const struct outcome *outcome, const char *what)
{
    if (outcome->verdict != VERDICT_OK)
        bench_fail("%s: %s: %s %s", what, verdict_code(outcome->verdict), outcome->message,
                   outcome->err.text);
}

struct store *big_house_store(struct big_house *house)
{
    struct store *store;
    struct err err;
    if (pg_store_open(house->url, house->desk.crypt, &house->desk.clock, &store, &err) != RC_OK)
        bench_fail("%s", err.text);
    pg_till_prove(store, "till-1");
    return store;
}

const char *big_house_url(const struct big_house *house, const char *database, char url[PG_URL])
{
    return pg_server_url(database, house->login, PASSWORD, url);
}

static void say_nothing(void *ctx, const char *notice)
{
}

static void open_store(struct big_house *house)
{
    static const struct house row = {.name = "Bench", .currency = "EUR"};
    const struct pg_person manager = {"ruth", ROLE_MANAGER, PASSWORD, false};
    char url[PG_URL];
    struct err err = {0};
    pg_server_start();
    pg_server_database(NULL, house->database);
    pg_server_url(house->database, NULL, NULL, url);
    house->desk.crypt = sodium_crypt();
    house->desk.clock = clock_system();
    house->desk.ids.rng = rng_system();
    if (pg_house_init(url, &row, &err) != RC_OK ||
        pg_staff_put(url, row.name, &manager, house->login, &err) != RC_OK ||
        !big_house_url(house, house->database, house->url))
        bench_fail("cannot make a house: %s", err.text);
    pg_till_know(house->database, "till-1");
    house->desk.store = big_house_store(house);
    house->bare = pg_server_connect(pg_server_url(house->database, NULL, NULL, url));
    PQsetNoticeProcessor(house->bare, say_nothing, NULL);
    bench_autovacuum_off(house->bare);
}

static void fill(struct big_house *house)
{
    struct act_meta meta = big_house_manager(house);
    struct hall hall = {.id = "field", .name = "Field"};
    struct outcome outcome = {0};
    struct plan *plan = big_hall(house->arena, house->seats ? house->seats : BIG_SEATS);
    desk_plan_import(&house->desk, &meta, &hall, plan, "", &outcome);
    big_house_expect(&outcome, "plan import");
    struct price prices[3];
    for (int i = 0; i < COUNT_OF(prices); i++)
        prices[i] = (struct price){.class_no = i, .amount = {6500 - 1000 * i, 3000, 5000, 4000, 0}};
    struct show show = {.id = BIG_SHOW,
                        .title = "Field Day",
                        .hall = "field",
                        .currency = "EUR",
                        .status = SHOW_OPEN,
                        .starts_at = clock_wall(&house->desk.clock) + 86400000,
                        .hold_ttl_ms = 15 * 60000,
                        .extend_ms = 5 * 60000,
                        .ceiling_ms = 120 * 60000,
                        .prices = prices,
                        .price_count = COUNT_OF(prices)};
    memset(&outcome, 0, sizeof outcome);
    desk_show_add(&house->desk, &meta, &show, &outcome);
    big_house_expect(&outcome, "show add");
}

void big_house_open(struct big_house *house)
{
    house->arena = arena_new();
    open_store(house);
    fill(house);
}

void big_house_leave(struct big_house *house)
{
    store_close(&house->desk.store);
    PQfinish(house->bare);
    house->bare = NULL;
}

void big_house_close(struct big_house *house)
{
    big_house_leave(house);
    arena_free(&house->arena);
    pg_server_stop();
}
