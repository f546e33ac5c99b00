/* `loge init`: a new house of several tills, or the newest schema for one that is there. */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "src/cmd/commands.h"
#include "src/cmd/demo_parts.h"
#include "src/cmd/intl.h"
#include "src/cmd/join.h"
#include "src/cmd/till_join.h"
#include "src/cmd/who.h"
#include "src/cmd/words.h"

enum { PIN_TEXT = 64 };

/* Somebody must be able to bring in the others. */
static bool put_manager(struct call *call, const struct joining *joining)
{
    const char *name = args_value(&call->args, "manager");
    char pin[PIN_TEXT], login[PG_LOGIN_TEXT];
    struct err err;
    if (!name)
        return true;
    if (!who_pin(call, "LOGE_NEW_PIN", name, pin, sizeof pin))
        return false;
    const struct pg_person person = {.name = name, .role = ROLE_MANAGER, .password = pin};
    enum rc rc = pg_staff_put(joining->url, joining->member.house, &person, login, &err);
    explicit_bzero(pin, sizeof pin);
    if (rc)
        call_err(call, &err);
    return !rc;
}

static bool set_up(struct call *call, struct joining *joining)
{
    struct house house = {0};
    struct err err;
    const char *name = args_value(&call->args, "name");
    if (!words_house(call, &house))
        return false;
    enum rc rc = name ? pg_house_init(joining->url, &house, &err)
                      : pg_house_upgrade(joining->url, &house, &err);
    if (!rc)
        rc = pg_member_read(joining->url, name ? house.name : NULL, &joining->member, &err);
    if (rc)
        call_err(call, &err);
    return !rc;
}

int run_init(struct call *call)
{
    static const int64_t range[] = {1, DEMO_ARENA_MAX};
    struct joining joining;
    int64_t seats;
    bool demo = args_has(&call->args, "demo");
    if (!option_int(call, "seats", range, DEMO_ARENA_SEATS, &seats) || !join_read(call, &joining) ||
        !set_up(call, &joining) || !put_manager(call, &joining) ||
        !till_join_name(call, &joining) || !join_do(call, &joining) ||
        (demo && !join_fill_demo(call, &joining, (int)seats)))
        return call->exit;
    const bool peopled = demo || args_has(&call->args, "manager") || !args_has(&call->args, "name");
    return join_answer(call, &joining,
                       peopled ? _("The house is ready; `loge join` brings other tills.")
                               : _("The house is ready; `loge staff add NAME manager --pg URL` "
                                   "brings its first person, `loge join` other tills."));
}

const struct cmd_option init_options[] = {
    {"pg", "URL", N_("the database, with a login that may set it up"), false},
    {"redis", "URL", N_("its Redis: redis://HOST:PORT/DATABASE or unix:/PATH"), false},
    {"name", "NAME", N_("what the house is called; a database can have several"), false},
    {"currency", "CODE", N_("its money, three capital letters (else house.currency)"), false},
    {"timezone", "NAME", N_("where it stands, like Europe/Berlin (else as this machine)"), false},
    {"manager", "NAME", N_("its first manager; the PIN comes from LOGE_NEW_PIN or is asked"),
     false},
    {"demo", NULL, N_("fill an empty house with the demo's halls, shows and people"), false},
    {"seats", "N", N_("with --demo: how many seats the arena has, up to 100000"), false},
    {0},
};
