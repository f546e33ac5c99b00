/* Redis keeps the contract of a fast layer. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/adapter/redis_feed.h"
#include "src/adapter/redis_lock.h"
#include "src/adapter/redis_registry.h"
#include "tests/contract/contract_speed.h"
#include "tests/lib/redis_server.h"

static struct redis_server server;

struct house_front the_front(const struct clock *clock)
{
    const struct redis_config config = {
        .house = "main", .address = server.address, .connect_ms = 5000, .command_ms = 5000};
    struct house_front front = {0};
    assert_int_equal(redis_link_new(&config, clock, &front.link, NULL), RC_OK);
    assert_int_equal(redis_feed_new(front.link, clock, &front.feed, NULL), RC_OK);
    front.lock = redis_lock_new(front.link);
    front.registry = redis_registry_new(front.link);
    return front;
}

int main(void)
{
    if (!redis_server_here())
        return 0;
    redis_server_start(&server);
    int failed = speed_main();
    redis_server_stop(&server);
    return failed;
}
