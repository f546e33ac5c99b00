#include "config.h"

#include "src/cmd/house_open.h"

#include <stdio.h>
#include <string.h>

#include "src/adapter/house_people.h"
#include "src/adapter/house_store.h"
#include "src/adapter/redis_guard.h"
#include "src/adapter/redis_url.h"
#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/till_files.h"
#include "src/cmd/till_here.h"
#include "src/cmd/timezone.h"
#include "src/cmd/view.h"
#include "src/engine/run_unheard.h"

bool house_named(const struct call *call)
{
    return !call->training && *settings_text(call->settings, SETTING_HOUSE_PG);
}

static bool failed(struct call *call, const struct err *err)
{
    call_err(call, err);
    return false;
}

/* ---- opening -------------------------------------------------------------------------------- */

/* Where Redis is and how to sign in there; to be forgotten after use. */
struct redis_way {
    struct redis_place place;
    char secret[SECRET_TEXT];
    struct redis_config config;
};

static enum rc find_redis(const struct call *call, struct redis_way *way, struct err *err)
{
    enum rc rc =
        redis_url_read(settings_text(call->settings, SETTING_HOUSE_REDIS), &way->place, err);
    if (!rc)
        rc = settings_secret(call->settings, SETTING_HOUSE_REDIS_PASSWORD_FILE, way->secret, err);
    way->config =
        (struct redis_config){.house = settings_text(call->settings, SETTING_HOUSE_PREFIX),
                              .address = way->place.address,
                              .user = *way->place.user ? way->place.user : NULL,
                              .password = *way->secret ? way->secret : NULL,
                              .database = way->place.database};
    return rc;
}

static bool has_redis(const struct call *call)
{
    return *settings_text(call->settings, SETTING_HOUSE_REDIS) != '\0';
}

static enum rc open_front(struct call *call, bool follow, struct err *err)
{
    struct redis_way way = {.secret = ""};
    if (!has_redis(call)) {
        pg_store_set_alone(call->line.pg);
        return RC_OK;
    }
    enum rc rc = find_redis(call, &way, err);
    if (!rc)
        rc = house_store_open(call->line.pg, &way.config, &call->desk.clock, follow,
                              &call->line.front, err);
    explicit_bzero(&way, sizeof way);
    if (!rc)
        call->desk.store = call->line.front;
    return rc;
}

struct guard *house_guard(struct call *call)
{
    struct redis_way way = {.secret = ""};
    struct redis_link *link = NULL;
    struct err err;
    if (!has_redis(call))
        return redis_guard_new(NULL);
    enum rc rc = find_redis(call, &way, &err);
    if (!rc)
        rc = redis_link_new(&way.config, &call->desk.clock, &link, &err);
    explicit_bzero(&way, sizeof way);
    if (!rc)
        return redis_guard_new(link);
    failed(call, &err);
    return NULL;
}

/* Until somebody has signed in, the file is all that is known. */
static void name_house(struct call *call)
{
    text_copy(call->house.name, NAME_TEXT, settings_text(call->settings, SETTING_HOUSE_NAME));
    text_copy(call->house.currency, CURRENCY_TEXT,
              settings_text(call->settings, SETTING_HOUSE_CURRENCY));
    text_copy(call->house.timezone, ZONE_TEXT,
              settings_text(call->settings, SETTING_HOUSE_TIMEZONE));
    timezone_use(call->house.timezone);
}

static void count_pins(struct call *call)
{
    struct pg_gate gate;
    if (till_gate_read(call, &gate))
        house_people_count_at(call->desk.people, &gate);
    explicit_bzero(&gate, sizeof gate);
}

bool house_past(const struct call *call, char path[PATH_TEXT])
{
    return paths_join(path, call->paths.data, "house.timeline", NULL) == RC_OK;
}

bool house_open(struct call *call, bool follow)
{
    struct pg_address address;
    struct err err;
    const char *prefix = settings_text(call->settings, SETTING_HOUSE_PREFIX);
    char past[PATH_TEXT];
    if (pg_address_read(settings_text(call->settings, SETTING_HOUSE_PG), &address, &err))
        return failed(call, &err);
    name_house(call);
    call->line.pg = pg_store_new(&address, call->desk.crypt, &call->desk.clock);
    pg_store_set_log(call->line.pg, call->desk.log);
    if (house_past(call, past))
        pg_store_remember_in(call->line.pg, past);
    till_prove(call, settings_text(call->settings, SETTING_TILL_NAME), call->line.pg);
    call->desk.store = call->line.pg;
    call->desk.clock = pg_store_clock(call->line.pg);
    call->desk.people = house_people_new(call->line.pg, &address, prefix);
    count_pins(call);
    if (open_front(call, follow, &err))
        return failed(call, &err);
    return true;
}

bool house_entered(struct call *call)
{
    struct err err;
    struct store *store = call->desk.store;
    if (store->ops->house_read(store, &call->house, &err))
        return failed(call, &err);
    call->now = clock_wall(&call->desk.clock);
    return true;
}

void house_close(struct call *call)
{
    till_here_free(&call->till);
    unheard_forget(&call->desk);
    people_close(&call->desk.people);
    explicit_bzero(&call->line, sizeof call->line);
}

/* ---- health --------------------------------------------------------------------------------- */

static void add_layer(struct health_report *health, const char *name, bool well, int64_t at)
{
    int last = health->layer_count++;
    text_copy(health->layer[last].name, sizeof health->layer[last].name, name);
    health->layer[last].well = well;
    health->layer[last].at = at;
}

/* Of the layer that was added last. */
static void say_layer(struct health_report *health, const char *state, const char *detail)
{
    int last = health->layer_count - 1;
    text_copy(health->layer[last].state, sizeof health->layer[last].state, state);
    text_fit(health->layer[last].detail, sizeof health->layer[last].detail, detail, 119, false);
}

static void look_at_pg(const struct pg_link *link, struct health_report *health)
{
    char state[40], detail[240];
    add_layer(health, "PostgreSQL", link->up, link->replied_at);
    if (link->up)
        snprintf(state, sizeof state, _("answers in %lld ms"), (long long)link->delay_ms);
    else
        text_copy(state, sizeof state,
                  link->signed_in ? _("cannot be reached") : _("nobody signed in"));
    if (link->up)
        snprintf(detail, sizeof detail, _("%d.%d, clock %+lld ms, %s"), link->version / 10000,
                 link->version % 10000, (long long)link->ahead_ms, link->where);
    else
        text_copy(detail, sizeof detail, *link->error ? link->error : link->where);
    say_layer(health, state, detail);
}

static void look_at_redis(const struct house_speed *speed, struct health_report *health)
{
    char state[40], detail[240];
    bool asked = speed->redis.calls > 0;
    bool well = speed->state == BREAKER_CLOSED && speed->failures == 0;
    add_layer(health, "Redis", well, speed->redis.replied_at);
    if (well && asked)
        snprintf(state, sizeof state, _("answers in %lld ms"), (long long)speed->redis.delay_ms);
    else if (well)
        text_copy(state, sizeof state, _("not asked yet"));
    else if (speed->state == BREAKER_CLOSED)
        text_copy(state, sizeof state, _("does not answer"));
    else
        snprintf(state, sizeof state, _("not asked for %lld s"),
                 (long long)(speed->retry_ms + 999) / 1000);
    snprintf(detail, sizeof detail, _("%lld calls, %lld failed, %lld refused early, %lld mended"),
             (long long)speed->redis.calls, (long long)speed->redis.failures,
             (long long)speed->refused_early, (long long)speed->healed);
    say_layer(health, state, *speed->error && !well ? speed->error : detail);
}

static void look_at_feed(const struct house_speed *speed, struct health_report *health)
{
    add_layer(health, "feed", speed->feed_alive || !speed->silent_ms, speed->redis.replied_at);
    const char *detail = speed->feed_alive ? _("changes of other tills come at once")
                                           : _("changes of other tills come within a second");
    /* L10N: how the feed comes, on the health page: at most 20 columns each */
    say_layer(health, speed->feed_alive ? _("live") : _("by the log"), detail);
}

/* How long a feed may be silent before the map counts as lagging. */
enum { SILENT_MS = 1000 };

/* One answer that is late is nothing to a console; a command asks once. */
static enum health word_of(const struct call *call, const struct pg_link *link,
                           const struct house_speed *speed)
{
    int patience = call->stays ? 2 : 1;
    if (!link->signed_in)
        return HEALTH_UNKNOWN; /* a house is asked by somebody */
    if (!link->up)
        return HEALTH_OFFLINE;
    bool slow = speed->state != BREAKER_CLOSED || speed->failures >= patience ||
                speed->silent_ms > SILENT_MS;
    return slow ? HEALTH_DEGRADED : HEALTH_ONLINE;
}

const char *house_outage_text(const struct err *why)
{
    static const struct {
        const char *native, *text;
    } known[] = {
        /* L10N: after "OFFLINE since 19:42: "; at most 57 columns each */
        {PG_REPLACED, N_("another server replaced this one; see `loge doctor`.")},
        {PG_POOL_FULL, N_("the pooler has no free connection; see `loge doctor`.")},
        {PG_FULL, N_("the server has no free connection; see `loge doctor`.")},
    };
    for (int i = 0; why->rc && i < COUNT_OF(known); i++)
        if (strcmp(why->native, known[i].native) == 0)
            return _(known[i].text);
    return NULL;
}

/* Good news only after bad ones. */
void house_say_word(struct call *call, struct health_report *health)
{
    struct house_line *line = &call->line;
    struct pg_link link;
    char since[LOCAL_TEXT];
    bool was_worse = line->word == HEALTH_OFFLINE || line->word == HEALTH_DEGRADED;
    if (!line->since || line->word != health->word)
        line->since = clock_wall(&call->desk.clock);
    line->word = health->word;
    view_clock(line->since, since);
    pg_store_link(line->pg, &link);
    const char *outage = house_outage_text(&link.down);
    if (health->word == HEALTH_OFFLINE && outage)
        /* L10N: why the house is not reached, with a time of five columns */
        snprintf(health->sentence, sizeof health->sentence, _("OFFLINE since %s: %s"), since,
                 outage);
    else if (health->word == HEALTH_OFFLINE)
        snprintf(health->sentence, sizeof health->sentence,
                 /* L10N: at most 78 columns, with a time of five */
                 _("OFFLINE since %s: the house is not reached; selling waits until it is."),
                 since);
    else if (health->word == HEALTH_DEGRADED)
        snprintf(health->sentence, sizeof health->sentence,
                 /* L10N: at most 78 columns, with a time of five */
                 _("Speed layer unreachable since %s. Selling goes on; the map may lag."), since);
    else if (was_worse)
        snprintf(health->sentence, sizeof health->sentence,
                 _("Connected. The house answers again."));
}

void house_health(struct call *call, struct health_report *health)
{
    struct pg_link link;
    struct house_speed speed = {0};
    pg_store_link(call->line.pg, &link);
    if (call->line.front)
        speed = house_store_speed(call->line.front);
    health->word = word_of(call, &link, &speed);
    health->layer_count = 0;
    health->sentence[0] = '\0';
    if (!call->till)
        house_say_word(call, health);
    look_at_pg(&link, health);
    if (call->line.front)
        look_at_redis(&speed, health);
    if (call->line.front && call->stays)
        look_at_feed(&speed, health);
    if (call->till)
        till_health(call->till, health);
}
