/* How tests make and open a house in a SQLite file. */
#include "config.h"

#include <stdio.h>

#include "src/adapter/sodium_crypt.h"
#include "sync/lite_store.h"
#include "tests/contract/contract.h"

static const char *house_path(const char *dir, char path[CONTRACT_PATH + 16])
{
    snprintf(path, CONTRACT_PATH + 16, "%s/house.db", dir);
    return path;
}

static enum rc create(const char *dir, const struct clock *clock, struct store **store,
                      struct err *err)
{
    static const struct house house = {.name = "The House", .currency = "EUR"};
    char path[CONTRACT_PATH + 16];
    return lite_store_create(house_path(dir, path), &house, sodium_crypt(), clock, store, err);
}

static enum rc open_again(const char *dir, const struct clock *clock, struct store **store,
                          struct err *err)
{
    char path[CONTRACT_PATH + 16];
    return lite_store_open(house_path(dir, path), sodium_crypt(), clock, store, err);
}

const struct store_factory the_store = {"sqlite", true, create, open_again};
