/* No fast layer keeps what the contract asks of one that answers nothing. */
#include "config.h"

#include "src/adapter/null_feed.h"
#include "src/adapter/null_lock.h"
#include "tests/contract/contract_speed.h"

struct house_front the_front(const struct clock *clock)
{
    return (struct house_front){null_lock(), null_registry(), null_feed(), NULL};
}

int main(void)
{
    return speed_main();
}
