/*
 * The house as it stands in a theatre keeps the contract: PostgreSQL decides, Redis is in front,
 * and the till keeps its own map.
 */
#include "config.h"

#include "tests/contract/contract.h"
#include "tests/lib/fast_house.h"

const struct store_factory the_store = {"house on postgresql", true, fast_house_make,
                                        fast_house_open};

int main(void)
{
    if (pg_server_skip() || !redis_server_here())
        return 0;
    redis_server_start(&fast_house_redis);
    int failed = contract_main();
    redis_server_stop(&fast_house_redis);
    return failed;
}
