/* The demo's people, halls and shows in a house of several tills. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/cmd/demo_parts.h"
#include "src/cmd/intl.h"
#include "src/cmd/join.h"

static bool failed(struct call *call, const struct err *err)
{
    call_err(call, err);
    return false;
}

static bool put_people(struct call *call, const struct joining *joining)
{
    char login[PG_LOGIN_TEXT];
    struct err err;
    for (int i = 0; i < demo_people_count; i++) {
        const struct pg_person person = {.name = demo_people[i].name,
                                         .role = demo_people[i].role,
                                         .password = demo_people[i].pin};
        if (pg_staff_put(joining->url, joining->member.house, &person, login, &err))
            return failed(call, &err);
    }
    return true;
}

/* A login that acts for all of them, once: nobody ever learns its password. */
static char *carrier_url(struct call *call, const struct joining *joining)
{
    uint8_t dice[16];
    char password[2 * sizeof dice + 1], login[PG_LOGIN_TEXT];
    struct err err;
    struct rng rng = rng_system();
    rng.fill(rng.ctx, dice, sizeof dice);
    text_hex(password, dice, sizeof dice);
    const struct pg_person carrier = {
        .name = "demo", .role = ROLE_MANAGER, .password = password, .carries = true};
    if (pg_staff_put(joining->url, joining->member.house, &carrier, login, &err)) {
        call_err(call, &err);
        return NULL;
    }
    char *url = pg_address_url(&joining->pg, NULL, login, password);
    explicit_bzero(password, sizeof password);
    return url;
}

static bool is_empty(struct call *call)
{
    struct store *store = call->desk.store;
    struct show *shows;
    struct err err;
    int count;
    if (store->ops->show_list(store, call->now, call->arena, &shows, NULL, &count, &err))
        return failed(call, &err);
    if (count)
        call_fail(call, VERDICT_INVALID,
                  _("This house has shows already; the demo is for an empty one."));
    return !count;
}

static bool fill(struct call *call, int seats)
{
    struct demo demo = {
        .call = call, .seed = DEMO_SEED, .arena_seats = seats, .people_are_there = true};
    demo.scratch = arena_new();
    bool filled = demo_make_house(&demo) && demo_fill_house(&demo);
    arena_free(&demo.scratch);
    return filled;
}

static bool move_in(struct call *call, const char *url)
{
    struct clock system = clock_system();
    struct err err;
    if (pg_store_open(url, call->desk.crypt, &system, &call->desk.store, &err) ||
        call->desk.store->ops->house_read(call->desk.store, &call->house, &err))
        return failed(call, &err);
    return true;
}

bool join_fill_demo(struct call *call, const struct joining *joining, int seats)
{
    if (!put_people(call, joining))
        return false;
    char *url = carrier_url(call, joining);
    if (!url)
        return false;
    bool filled = move_in(call, url) && is_empty(call) && fill(call, seats);
    explicit_bzero(url, strlen(url));
    free(url);
    store_close(&call->desk.store);
    return filled;
}
