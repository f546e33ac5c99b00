/* Between two commands: the line to the house takes its turn, and the desk goes where it leads. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_people.h"
#include "src/adapter/pg_store.h"
#include "src/adapter/pg_upstream.h"
#include "src/base/text.h"
#include "src/cmd/house_open.h"
#include "src/cmd/till_console.h"
#include "src/cmd/till_heard.h"
#include "src/cmd/till_here.h"
#include "src/cmd/till_room.h"
#include "sync/lite_till_kept.h"

/* ---- who asks the house ---------------------------------------------------------------------- */

static char *url_of(const struct till_here *here)
{
    const struct settings *settings = here->call->settings;
    struct pg_address address;
    char login[PG_LOGIN_TEXT];
    if (pg_address_read(settings_text(settings, SETTING_HOUSE_PG), &address, NULL))
        return NULL;
    house_login_of(settings_text(settings, SETTING_HOUSE_PREFIX), here->person.name, login);
    return pg_address_url(&address, NULL, login, here->person.pin);
}

void till_turn_use(struct till_here *here)
{
    const struct clock system = clock_system();
    char *url = here->line ? url_of(here) : NULL, past[PATH_TEXT];
    if (!url)
        return;
    struct upstream *house = pg_upstream_new(url, here->call->desk.crypt, &system, &here->key.key);
    if (house_past(here->call, past))
        pg_upstream_remember_in(house, past);
    till_line_use(here->line, house);
    explicit_bzero(url, strlen(url));
    free(url);
}

static void signed_in(void *ctx, const struct actor *actor, const char *pin)
{
    struct till_here *here = ctx;
    text_copy(here->person.name, sizeof here->person.name, actor->name);
    here->person.role = actor->role;
    here->person.fresh = here->where != TILL_ALONE;
    if (here->person.fresh)
        till_silent_clear(here->call, here->name);
    if (!text_copy(here->person.pin, sizeof here->person.pin, pin))
        here->person.name[0] = '\0'; /* no PIN is that long */
    till_turn_use(here);
    if (!here->line || here->where == TILL_ALONE)
        return;
    here->where = TILL_ARRIVING;
    till_line_found(here->line);
}

static void pin_counted(void *ctx, const struct staff *staff)
{
    struct till_here *here = ctx;
    (void)!lite_till_count_pin(here->file, staff, &here->why);
}

/* So that he can sign in here without the house; after the screen has had its answer. */
static void remember_person(struct till_here *here)
{
    struct till_person *person = &here->person;
    if (!person->fresh || !person->name[0] || !here->replica.ready)
        return;
    person->fresh = false;
    (void)!lite_till_remember(here->file, person->name, person->role, person->pin,
                              clock_wall(&here->clock), &here->why);
}

/* ---- what the house has acknowledged --------------------------------------------------------- */

/*
 * It is kept, should the house go back to before it. The replica knows it from now on, should the
 * line break in the next moment.
 */
bool till_here_heard(struct till_here *here, const struct changeset *cs)
{
    bool known = false;
    (void)!lite_till_keep(here->file, &here->core, cs, &here->why);
    return here->replica.ready && !lite_till_hear(here->file, cs, &known, &here->why) && known;
}

static void applied(void *ctx, const struct changeset *cs)
{
    struct till_here *here = ctx;
    if (!here->file)
        till_heard_note(here->call, cs);
    else if (!till_here_heard(here, cs))
        till_line_follow(here->line);
}

/*
 * The house does not know yet what is in the journal, so it would sell this till the seat that the
 * till has sold. Where the journal cannot be read, any seat could be one of those.
 */
static const char *withheld(void *ctx, const struct changeset *cs)
{
    struct till_here *here = ctx;
    struct err err;
    bool open = false;
    if (!here->file)
        return till_waits(here->call, here->name) ? till_here_unread(here) : NULL;
    if (till_uploaded(&here->core))
        return NULL;
    if (lite_till_is_open(here->file, cs, &open, &err))
        return till_here_unread(here);
    return open ? till_here_unsent(here) : NULL;
}

static const char *stopped(void *ctx)
{
    struct till_here *here = ctx;
    return till_room_left(here->path, here->stop, sizeof here->stop) ? NULL : here->stop;
}

static void note_sale(void *ctx, struct sale *sale)
{
    sale->provisional = till_here_sale_provisional(ctx, sale);
    till_here_mark(ctx, sale, &sale->mark);
}

/* ---- there and back -------------------------------------------------------------------------- */

static bool is_link_down(const struct till_here *here)
{
    struct pg_link link;
    pg_store_link(here->call->line.pg, &link);
    return link.signed_in && !link.up;
}

static void look_at_link(struct till_here *here)
{
    struct pg_link link;
    struct err why;
    if (here->where == TILL_ALONE || !is_link_down(here))
        return;
    pg_store_link(here->call->line.pg, &link);
    (void)err_set(&why, RC_TRANSIENT, "", "%s", link.error);
    till_line_lost(here->line, &why);
}

static enum aside go_alone(struct till_here *here)
{
    return till_here_go_alone(here, &here->why) ? ASIDE_SAME : ASIDE_SWITCHED;
}

/* Whoever works here signs in again there: another may have, since. */
static enum rc sign_in_there(struct till_here *here)
{
    struct actor actor = {.role = here->person.role};
    if (!here->person.name[0])
        return RC_OK;
    return here->people->ops->sign_in(here->people, here->person.name, here->person.pin, &actor,
                                      &here->why);
}

static enum aside come_home(struct till_here *here)
{
    if (sign_in_there(here)) {
        till_line_lost(here->line, &here->why);
        return ASIDE_SAME;
    }
    till_here_go_home(here);
    till_silent_clear(here->call, here->name);
    here->why = (struct err){0};
    here->person.fresh = true;
    here->where = TILL_AT_HOUSE;
    till_line_follow(here->line);
    return ASIDE_SWITCHED;
}

/* Verdicts and rows change seats of the replica, and its log tells nobody. */
static enum aside look_for_seats(struct till_here *here)
{
    const struct till_meta *meta = &here->core.meta;
    uint64_t seen = meta->first_open + meta->cursor + (uint64_t)here->replica.mark.event;
    bool changed = seen != here->seen;
    here->seen = seen;
    return changed ? ASIDE_SEATS : ASIDE_SAME;
}

static enum aside follow_line(struct till_here *here)
{
    enum till_mode mode = here->core.mode.now;
    switch (here->where) {
    case TILL_UNKNOWN:
        break;
    case TILL_ARRIVING:
        if (mode == MODE_ONLINE)
            here->where = TILL_AT_HOUSE;
        else if (mode == MODE_OFFLINE || here->core.trouble)
            return go_alone(here);
        break;
    case TILL_AT_HOUSE:
        if (mode != MODE_ONLINE)
            return go_alone(here);
        break;
    case TILL_ALONE:
        if (mode == MODE_ONLINE)
            return come_home(here);
        return look_for_seats(here);
    }
    return ASIDE_SAME;
}

/* ---- for the counter ------------------------------------------------------------------------- */

static enum aside turn(void *ctx)
{
    struct till_here *here = ctx;
    if (!here->line)
        return ASIDE_SAME;
    remember_person(here);
    look_at_link(here);
    till_room_yield(here->path);
    if (here->where != TILL_ALONE && !till_heard_take(here))
        till_line_follow(here->line);
    till_line_turn(here->line, here->uplink);
    till_here_mind(here);
    here->call->desk.allotment = here->core.meta.till;
    if (here->where == TILL_AT_HOUSE)
        till_here_forget_waits(here);
    return follow_line(here);
}

/* Nobody can sign in there, or what was asked found nobody. */
static bool is_gone(const struct till_here *here, enum cmd_kind kind)
{
    return kind == CMD_SIGN_IN || kind == CMD_SIGN_ACT || is_link_down(here);
}

static enum aside failed(void *ctx, enum cmd_kind kind, const struct err *why)
{
    struct till_here *here = ctx;
    if (!here->line || here->where == TILL_ALONE || !is_gone(here, kind))
        return ASIDE_SAME;
    till_line_lost(here->line, why);
    return go_alone(here);
}

static int fd_of(void *ctx)
{
    const struct till_here *here = ctx;
    return here->uplink ? uplink_fd(here->uplink) : -1;
}

static int64_t due(void *ctx)
{
    const struct till_here *here = ctx;
    return here->line ? till_line_due(here->line) : INT64_MAX;
}

static void look_now(void *ctx)
{
    struct till_here *here = ctx;
    if (here->line)
        till_line_retry(here->line);
}

void till_turn_prepare(struct till_here *here)
{
    here->watch = (struct desk_watch){.ctx = here,
                                      .signed_in = signed_in,
                                      .pin_counted = pin_counted,
                                      .withheld = withheld,
                                      .applied = applied,
                                      .stopped = stopped,
                                      .note_sale = note_sale};
    here->aside = (struct counter_aside){here, turn, failed, fd_of, due, look_now};
    here->call->desk.watch = &here->watch;
}

/* ---- a console ------------------------------------------------------------------------------- */

/* The house is asked by name as soon as somebody signs in; what the till has of its own is opened
 * meanwhile. A till whose file cannot be opened works with the house as long as that is there. */
static const char *open_till(void *ctx, struct err *err)
{
    struct call *call = ctx;
    bool open = !till_here_open(call->till, err);
    if (open && till_here_connect(call->till, err))
        call->till->why = *err;
    return call->house.name;
}

void till_console_begin(struct call *call, const char *till, struct counter *counter)
{
    if (!call->line.pg || !till_here_is_joined(call, till))
        return;
    call->till = till_here_new(call, till);
    till_turn_prepare(call->till);
    counter->aside = &call->till->aside;
    counter->begin = open_till;
}

void till_console_end(struct call *call)
{
    till_here_free(&call->till);
}
