/* The house's store keeps the contract, with a real Redis in front of a store that decides. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/adapter/house_store.h"
#include "src/adapter/sodium_crypt.h"
#include "sync/lite_store.h"
#include "tests/contract/contract.h"
#include "tests/lib/redis_server.h"

static struct redis_server server;

static const char *house_path(const char *dir, char path[CONTRACT_PATH + 16])
{
    snprintf(path, CONTRACT_PATH + 16, "%s/house.db", dir);
    return path;
}

static enum rc put_front(struct store *inner, const struct clock *clock, struct store **store,
                         struct err *err)
{
    const struct redis_config config = {
        .house = "main", .address = server.address, .connect_ms = 5000, .command_ms = 5000};
    return house_store_open(inner, &config, clock, false, store, err);
}

static enum rc create(const char *dir, const struct clock *clock, struct store **store,
                      struct err *err)
{
    static const struct house house = {.name = "The House", .currency = "EUR"};
    char path[CONTRACT_PATH + 16];
    struct store *inner;
    free(redis_server_say(&server, "FLUSHALL", NULL));
    enum rc rc =
        lite_store_create(house_path(dir, path), &house, sodium_crypt(), clock, &inner, err);
    return rc ? rc : put_front(inner, clock, store, err);
}

static enum rc open_again(const char *dir, const struct clock *clock, struct store **store,
                          struct err *err)
{
    char path[CONTRACT_PATH + 16];
    struct store *inner;
    enum rc rc = lite_store_open(house_path(dir, path), sodium_crypt(), clock, &inner, err);
    return rc ? rc : put_front(inner, clock, store, err);
}

const struct store_factory the_store = {"house", true, create, open_again};

int main(void)
{
    if (!redis_server_here())
        return 0;
    redis_server_start(&server);
    int failed = contract_main();
    redis_server_stop(&server);
    return failed;
}
