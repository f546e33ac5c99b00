/* The PostgreSQL store keeps the contract. */
#include "config.h"

#include "tests/contract/contract.h"
#include "tests/lib/pg_server.h"

int main(void)
{
    return pg_server_skip() ? 0 : contract_main();
}
