/* The store keeps its contract behind PgBouncer in session mode. */
#include "config.h"

#include "tests/contract/contract.h"
#include "tests/lib/bouncer.h"
#include "tests/lib/pg_house.h"

int main(void)
{
    static const char *const logins[] = {"house_1_carrier", NULL};
    struct bouncer bouncer;
    if (pg_server_skip() || bouncer_skip())
        return 0;
    pg_server_start();
    bouncer_start(&bouncer, logins);
    pg_server_send_people_to(bouncer.port);
    int failed = contract_main();
    bouncer_stop(&bouncer);
    return failed;
}
