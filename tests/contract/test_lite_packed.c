/*
 * The SQLite store keeps the contract when maps are packed: here even the smallest is, after every
 * other act, so that reads find packed maps of this moment, of the one before, and none.
 */
#include "config.h"

#include <stdio.h>

#include "src/adapter/sodium_crypt.h"
#include "sync/lite.h"
#include "tests/contract/contract.h"

static struct store_ops packing_ops;
static int acts;

static void pack_now(struct store *store)
{
    static const struct lite_packing everything = {.least_seats = 1, .least_events = 0};
    lite_pack(lite_of(store), &everything);
}

static void pack_sometimes(struct store *store)
{
    if (++acts % 2)
        pack_now(store);
}

static enum rc apply_and_pack(struct store *store, const struct changeset *cs,
                              struct apply_result *result, struct err *err)
{
    enum rc rc = lite_apply(store, cs, result, err);
    pack_sometimes(store);
    return rc;
}

static enum rc sweep_and_pack(struct store *store, const struct actor *actor, int64_t now,
                              int limit, struct sweep_result *result, struct err *err)
{
    enum rc rc = lite_sweep(store, actor, now, limit, result, err);
    pack_sometimes(store);
    return rc;
}

static void let_pack(struct store *store)
{
    packing_ops = *store->ops;
    packing_ops.apply = apply_and_pack;
    packing_ops.sweep = sweep_and_pack;
    store->ops = &packing_ops;
}

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
    enum rc rc =
        lite_store_create(house_path(dir, path), &house, sodium_crypt(), clock, store, err);
    if (rc == RC_OK)
        let_pack(*store);
    return rc;
}

static enum rc open_again(const char *dir, const struct clock *clock, struct store **store,
                          struct err *err)
{
    char path[CONTRACT_PATH + 16];
    enum rc rc = lite_store_open(house_path(dir, path), sodium_crypt(), clock, store, err);
    if (rc == RC_OK)
        let_pack(*store);
    return rc;
}

const struct store_factory the_store = {"sqlite with packed maps", true, create, open_again};

int main(void)
{
    return contract_main();
}
