#include "config.h"

#include "tests/lib/tills.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

struct redis_server tills_server;

int tills_start_server(void **state)
{
    redis_server_start(&tills_server);
    return 0;
}

int tills_stop_server(void **state)
{
    redis_server_stop(&tills_server);
    return 0;
}

static void put_front(struct desk *desk, const char *address, bool follow)
{
    const struct redis_config config = {
        .house = "main", .address = address, .connect_ms = 200, .command_ms = 200};
    struct err err;
    if (house_store_open(desk->store, &config, &desk->clock, follow, &desk->store, &err))
        fail_msg("%s", err.text);
}

static void find_show(struct tills *tills)
{
    struct show show;
    bool found;
    struct store *store = tills->house->desk.store;
    assert_int_equal(
        store->ops->show_find(store, HOUSE_SHOW, tills->house->arena, &show, &found, NULL), RC_OK);
    tills->show = show.no;
}

void open_tills(struct tills *tills, const char *address, bool follow)
{
    struct house_fixture *house = tills->house;
    tills->second = *house;
    tills->second.desk = house_second_desk(house, &house->desk.clock);
    snprintf(tills->second.meta.actor.name, PERSON_TEXT, "mark");
    snprintf(tills->second.meta.actor.till, TILL_TEXT, "till-2");
    tills->second.meta.actor.role = ROLE_SUPERVISOR;
    put_front(&house->desk, address, follow);
    put_front(&tills->second.desk, address, follow);
    find_show(tills);
}

int tills_setup(void **state)
{
    struct tills *tills = x_alloc(sizeof *tills);
    void *house;
    if (house_setup(&house))
        return -1;
    tills->house = house;
    free(redis_server_say(&tills_server, "FLUSHALL", NULL));
    *state = tills;
    return 0;
}

int tills_teardown(void **state)
{
    struct tills *tills = *state;
    void *house = tills->house;
    house_verify(tills->house);
    store_close(&tills->second.desk.store);
    free(tills);
    return house_teardown(&house);
}

void assert_got(struct house_fixture *till, enum verdict verdict)
{
    assert_string_equal(verdict_code(till->out.verdict), verdict_code(verdict));
}

struct house_speed speed_of(struct house_fixture *till)
{
    return house_store_speed(till->desk.store);
}
