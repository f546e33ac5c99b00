/* The SQLite store keeps the contract. */
#include "config.h"

#include "tests/contract/contract.h"

int main(void)
{
    return contract_main();
}
