/* How tests make and open a house in PostgreSQL: one more in the database of the test program. */
#include "config.h"

#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

static char database[PG_NAME];

static enum rc create(const char *dir, const struct clock *clock, struct store **store,
                      struct err *err)
{
    pg_house_make_beside(clock_wall(clock), database);
    return pg_house_open(database, clock, store, err);
}

static enum rc open_again(const char *dir, const struct clock *clock, struct store **store,
                          struct err *err)
{
    return pg_house_open(database, clock, store, err);
}

const struct store_factory the_store = {"postgresql", true, create, open_again};
