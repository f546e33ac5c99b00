#include "config.h"

#include "tests/lib/fast_house.h"

#include <stdlib.h>

struct redis_server fast_house_redis;
char fast_house_database[PG_NAME];

enum rc fast_house_open(const char *dir, const struct clock *clock, struct store **store,
                        struct err *err)
{
    const struct redis_config config = {.house = "main",
                                        .address = fast_house_redis.address,
                                        .connect_ms = 5000,
                                        .command_ms = 5000};
    struct store *inner;
    enum rc rc = pg_house_open(fast_house_database, clock, &inner, err);
    return rc ? rc : house_store_open(inner, &config, clock, true, store, err);
}

enum rc fast_house_make(const char *dir, const struct clock *clock, struct store **store,
                        struct err *err)
{
    free(redis_server_say(&fast_house_redis, "FLUSHALL", NULL));
    pg_house_make_beside(clock_wall(clock), fast_house_database);
    return fast_house_open(dir, clock, store, err);
}
