/* The null store keeps what the contract asks of a store that keeps nothing. */
#include "config.h"

#include "src/adapter/null_store.h"
#include "tests/contract/contract.h"

static enum rc create(const char *dir, const struct clock *clock, struct store **store,
                      struct err *err)
{
    *store = null_store_new();
    return RC_OK;
}

const struct store_factory the_store = {"null", false, create, create};

int main(void)
{
    return contract_main();
}
