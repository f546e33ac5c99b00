#include "config.h"

#include "tests/lib/desk_till.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/lib/served.h"
#include "tests/lib/temp_dir.h"

struct desk_till {
    struct house_fixture *house;
    struct served *served;
    struct till *till;
};

/* One time for the console, the desk and the store; a console that opens asks before it exists. */
static void set_house_clock(void *ctx)
{
    struct desk_till *shop = ctx;
    if (shop->till)
        shop->house->time = shop->till->clock;
}

/* ---- opening and closing ------------------------------------------------------------------ */

struct till *desk_till_again(struct desk_till *shop, int rows, int columns, enum tier tier)
{
    till_free(&shop->till);
    shop->till = till_new_on(rows, columns, tier, served_port(shop->served));
    return shop->till;
}

void desk_till_open_show(struct desk_till *shop, const char *person)
{
    till_sign_in(shop->till, person);
    if (strcmp(console_screen(shop->till->console), "till") == 0)
        till_keys(shop->till, "Esc"); /* the float is counted later */
    till_keys(shop->till, "Enter");
}

int desk_till_setup(void **state)
{
    struct desk_till *shop = x_alloc(sizeof *shop);
    void *house;
    temp_dir_in_memory(); /* nothing here has to survive the machine */
    if (house_setup(&house))
        return -1;
    shop->house = house;
    shop->served = served_new(&shop->house->desk, set_house_clock, shop);
    desk_till_again(shop, 24, 80, TIER_ASCII);
    desk_till_open_show(shop, "anna");
    *state = shop;
    return 0;
}

int desk_till_teardown(void **state)
{
    struct desk_till *shop = *state;
    void *house = shop->house;
    house_verify(shop->house);
    till_free(&shop->till);
    served_free(&shop->served);
    free(shop);
    return house_teardown(&house);
}

void desk_till_slow(struct desk_till *shop, bool slow)
{
    served_slow(shop->served, slow);
    if (!slow)
        till_hear(shop->till);
}

struct till *desk_till_console(struct desk_till *shop)
{
    return shop->till;
}

struct house_fixture *desk_till_house(struct desk_till *shop)
{
    return shop->house;
}

/* ---- what the house says ------------------------------------------------------------------ */

static struct sale *list_sales(struct desk_till *shop, int *count)
{
    struct store *store = shop->house->desk.store;
    const struct sale_filter all = {.limit = 100};
    struct sale *sales;
    struct err err = {.text = ""};
    if (store->ops->sale_list(store, &all, shop->house->arena, &sales, count, &err))
        fail_msg("%s", err.text);
    return sales;
}

int desk_till_sales(struct desk_till *shop)
{
    int count;
    list_sales(shop, &count);
    return count;
}

const struct sale *desk_till_last_sale(struct desk_till *shop)
{
    int count;
    const struct sale *sales = list_sales(shop, &count), *last = NULL;
    for (int i = 0; i < count; i++)
        if (!last || sales[i].sold_at > last->sold_at)
            last = &sales[i];
    if (!last)
        fail_msg("nothing was sold");
    desk_sale_find(&shop->house->desk, shop->house->arena, last->code, &shop->house->out);
    return shop->house->out.sale;
}
