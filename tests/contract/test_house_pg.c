/*
 * The house as it stands in a theatre keeps the contract: PostgreSQL decides, Redis is in front,
 * and the till keeps its own map.
 */
#include "config.h"

#include <stdlib.h>

#include "src/adapter/house_store.h"
#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/redis_server.h"

static struct redis_server server;
static char database[PG_NAME];

static enum rc open_again(const char *dir, const struct clock *clock, struct store **store,
                          struct err *err)
{
    const struct redis_config config = {
        .house = "main", .address = server.address, .connect_ms = 5000, .command_ms = 5000};
    struct store *inner;
    enum rc rc = pg_house_open(database, clock, &inner, err);
    return rc ? rc : house_store_open(inner, &config, clock, true, store, err);
}

static enum rc create(const char *dir, const struct clock *clock, struct store **store,
                      struct err *err)
{
    free(redis_server_say(&server, "FLUSHALL", NULL));
    pg_house_make_beside(clock_wall(clock), database);
    return open_again(dir, clock, store, err);
}

const struct store_factory the_store = {"house on postgresql", true, create, open_again};

int main(void)
{
    if (pg_server_skip() || !redis_server_here())
        return 0;
    redis_server_start(&server);
    int failed = contract_main();
    redis_server_stop(&server);
    return failed;
}
