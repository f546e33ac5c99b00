#include "config.h"

#include "tests/fault/clerk.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/adapter/house_store.h"
#include "src/adapter/pg_store.h"
#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "tests/fault/history.h"

enum { SEATS_WISHED = 3, HOLDS_KEPT = 4 };
enum { PATIENCE_MS = 60000, SHORT_PATIENCE_MS = 1000, ASK_AGAIN_MS = 50 };
enum { A_WHILE_MS = 6000, MORE_THAN_A_MINUTE_MS = 70000 };
enum { SHORT_TTL_MS = 1000, LONG_TTL_MS = 600000 };

struct clerk {
    const struct clerk_job *job;
    struct clock clock;    /* wrong by skew_ms */
    int64_t ahead_ms;      /* of the monotonic one: a while has passed */
    int64_t stopped_at;    /* ... or it stands still since; 0: it does not */
    int64_t last;          /* how far it has followed the house */
    int64_t failed, early; /* of the fast layer, as told to the board */
    int history;
    uint64_t dice;
    struct desk desk;
    struct store *truth; /* under desk.store */
    struct arena *arena;
    struct act_meta meta;
    struct outcome out;
    struct uuid holds[HOLDS_KEPT];
    char sales[HOLDS_KEPT][CODE_TEXT];
};

static const struct clerk_job *at_work; /* one a process */

static void give_up(const char *what, const char *why)
{
    snprintf(at_work->board->last_words[at_work->no], LAST_WORDS, "%s: %s", what, why);
    _exit(1);
}

/* ---- the clock of the till ------------------------------------------------------------------ */

static int64_t wrong_wall(void *ctx)
{
    const struct clerk *clerk = ctx;
    struct clock system = clock_system();
    return clock_wall(&system) + clerk->job->skew_ms;
}

static int64_t own_mono(void *ctx)
{
    const struct clerk *clerk = ctx;
    struct clock system = clock_system();
    return clerk->stopped_at ? clerk->stopped_at : clock_mono(&system) + clerk->ahead_ms;
}

static void real_pause(void *ctx, int64_t ms)
{
    poll(NULL, 0, (int)ms);
}

/* ---- coming in ------------------------------------------------------------------------------ */

/* The house may be down at the moment. */
static void open_truth(struct clerk *clerk)
{
    struct err err;
    int64_t until = history_now() + (int64_t)PATIENCE_MS * 1000000;
    while (pg_store_open(clerk->job->url, sodium_crypt(), &clerk->clock, &clerk->truth, &err)) {
        if (history_now() > until)
            give_up("the house does not open", err.text);
        real_pause(NULL, ASK_AGAIN_MS);
    }
}

static void come_in(struct clerk *clerk)
{
    struct err err;
    const struct redis_config config = {.house = CLERK_HOUSE, .address = clerk->job->redis};
    open_truth(clerk);
    tap_put(clerk->truth, clerk->history, &clerk->job->board->orders[clerk->job->no]);
    clerk->desk = (struct desk){.crypt = sodium_crypt(),
                                .clock = pg_store_clock(clerk->truth),
                                .ids = {.rng = rng_system()}};
    if (house_store_open(clerk->truth, &config, &clerk->desk.clock, true, &clerk->desk.store, &err))
        give_up("no fast layer", err.text);
    clerk->meta.arena = clerk->arena;
    clerk->meta.actor.role = clerk->job->no ? ROLE_CLERK : ROLE_SUPERVISOR;
    clerk->meta.reason = "a reason";
    snprintf(clerk->meta.actor.name, PERSON_TEXT, "clerk%d", clerk->job->no);
    snprintf(clerk->meta.actor.till, TILL_TEXT, "till-%d", clerk->job->no);
}

/* ---- what is wished ------------------------------------------------------------------------- */

static int roll(struct clerk *clerk, int sides)
{
    struct rng rng = rng_seeded(&clerk->dice);
    uint32_t number;
    rng.fill(rng.ctx, &number, sizeof number);
    return (int)(number % (uint32_t)sides);
}

static int write_seats(struct clerk *clerk, char *out, size_t size)
{
    int count = 1 + roll(clerk, SEATS_WISHED), first = roll(clerk, 10);
    int row = roll(clerk, clerk->job->narrow ? 1 : 8);
    int used = 0, back = roll(clerk, 2);
    for (int i = 0; i < count; i++) {
        int number = 1 + (first + (back ? count - 1 - i : i)) % 10;
        used += snprintf(out + used, size - (size_t)used, "%sStalls-%c-%d", i ? "," : "",
                         'A' + (row + (i && count == SEATS_WISHED && i == 2)) % 8, number);
    }
    return used;
}

static void wish_for_seats(struct clerk *clerk, const char *verb, char wish[HISTORY_WISH])
{
    int used = snprintf(wish, HISTORY_WISH, "%s ", verb);
    write_seats(clerk, wish + used, (size_t)(HISTORY_WISH - used));
}

static bool wish_about_hold(struct clerk *clerk, const char *verb, char wish[HISTORY_WISH])
{
    char id[UUID_TEXT];
    const struct uuid *hold = &clerk->holds[roll(clerk, HOLDS_KEPT)];
    if (uuid_is_zero(hold))
        return false;
    snprintf(wish, HISTORY_WISH, "%s %s", verb, uuid_text(hold, id));
    return true;
}

static bool wish_for_money_back(struct clerk *clerk, char wish[HISTORY_WISH])
{
    const char *code = clerk->sales[roll(clerk, HOLDS_KEPT)];
    return *code && snprintf(wish, HISTORY_WISH, "refund %s", code) > 0;
}

static void make_wish(struct clerk *clerk, char wish[HISTORY_WISH])
{
    int dice = roll(clerk, 100);
    bool made = false;
    if (dice < 8)
        made = wish_about_hold(clerk, "extend", wish);
    else if (dice < 20)
        made = wish_about_hold(clerk, "sell", wish);
    else if (dice < 40)
        made = wish_about_hold(clerk, "release", wish);
    else if (dice < 50)
        made = wish_for_money_back(clerk, wish);
    else if (dice < 54)
        made = snprintf(wish, HISTORY_WISH, "expire now") > 0;
    if (made)
        return;
    if (clerk->job->no == 0 && dice > 60)
        wish_for_seats(clerk, "override", wish);
    else
        wish_for_seats(clerk, dice % 3 ? "hold" : "brief", wish);
}

/* ---- doing it ------------------------------------------------------------------------------- */

static void do_seats(struct clerk *clerk, const char *verb, char *seats)
{
    const char *labels[SEATS_WISHED];
    int count = 0;
    for (char *label = strtok(seats, ","); label && count < SEATS_WISHED; label = strtok(NULL, ","))
        labels[count++] = label;
    const struct desk_hold wish = {.show = CLERK_SHOW,
                                   .labels = labels,
                                   .count = count,
                                   .channel = CHANNEL_COUNTER,
                                   .ttl_ms = *verb == 'b' ? SHORT_TTL_MS : LONG_TTL_MS};
    if (strcmp(verb, "override") == 0)
        desk_seats_release(&clerk->desk, &clerk->meta, CLERK_SHOW, labels, count, &clerk->out);
    else
        desk_hold_new(&clerk->desk, &clerk->meta, &wish, &clerk->out);
}

static void do_hold(struct clerk *clerk, const char *verb, const struct uuid *hold)
{
    struct desk *desk = &clerk->desk;
    const struct desk_sell sell = {.hold = *hold};
    if (strcmp(verb, "extend") == 0)
        desk_hold_extend(desk, &clerk->meta, hold, 0, &clerk->out);
    else if (strcmp(verb, "sell") == 0)
        desk_sell(desk, &clerk->meta, &sell, &clerk->out);
    else
        desk_hold_release(desk, &clerk->meta, hold, NULL, 0, END_USER_CANCELLED, &clerk->out);
}

static void do_wish(struct clerk *clerk, const char *wish)
{
    char verb[16], rest[HISTORY_WISH];
    struct uuid hold;
    if (sscanf(wish, "%15s %199s", verb, rest) != 2)
        give_up("no such wish", wish);
    if (strcmp(verb, "expire") == 0)
        desk_expire(&clerk->desk, &clerk->meta, NULL, &clerk->out);
    else if (strcmp(verb, "refund") == 0)
        desk_refund(&clerk->desk, &clerk->meta, rest, NULL, 0, false, -1, &clerk->out);
    else if (uuid_parse(rest, &hold))
        do_hold(clerk, verb, &hold);
    else
        do_seats(clerk, verb, rest);
}

/* ---- hearing what came of it ---------------------------------------------------------------- */

static void say(const struct clerk *clerk, char what)
{
    if (write(clerk->job->say, &what, 1) != 1)
        _exit(1);
}

static void keep_what_it_made(struct clerk *clerk)
{
    if (!clerk->out.verdict && clerk->out.sale)
        snprintf(clerk->sales[roll(clerk, HOLDS_KEPT)], CODE_TEXT, "%s", clerk->out.sale->code);
    if (clerk->out.verdict || !clerk->out.hold || clerk->out.hold->status > HOLD_PAYING)
        return;
    clerk->holds[roll(clerk, HOLDS_KEPT)] = clerk->out.hold->id;
}

/*
 * "Not reachable, nothing was changed" is as good as a no, and held against whoever says so; but
 * only when the key was never sent before.
 */
static bool is_known(const struct clerk *clerk, bool sent_before)
{
    return clerk->out.verdict != VERDICT_UNAVAILABLE ||
           (clerk->out.err.rc != RC_UNKNOWN && !sent_before);
}

static void tell(struct clerk *clerk, const struct uuid *key)
{
    bool done = !clerk->out.verdict && (clerk->out.changed || clerk->out.replay);
    history_told(clerk->history, key, done ? "done" : "no");
    if (clerk->out.verdict == VERDICT_UNAVAILABLE) {
        say(clerk, SAID_AWAY);
        real_pause(NULL, ASK_AGAIN_MS); /* somebody reads what the screen says */
        return;
    }
    say(clerk, done ? SAID_DONE : SAID_NO);
    keep_what_it_made(clerk);
}

/* Until somebody knows. */
static void ask(struct clerk *clerk, const struct uuid *key, const char *wish, bool sent_before)
{
    int64_t until = history_now() + (int64_t)PATIENCE_MS * 1000000;
    clerk->meta.key = *key;
    for (;;) {
        do_wish(clerk, wish);
        if (is_known(clerk, sent_before)) {
            tell(clerk, key);
            return;
        }
        sent_before = true;
        history_told(clerk->history, key, "unknown");
        say(clerk, SAID_UNKNOWN);
        if (history_now() > until)
            give_up("nobody knows", wish);
        real_pause(NULL, ASK_AGAIN_MS);
        arena_reset(clerk->arena);
    }
}

static void do_something(struct clerk *clerk)
{
    char wish[HISTORY_WISH];
    make_wish(clerk, wish);
    struct uuid key = uuid_make(&clerk->desk.ids, clock_wall(&clerk->clock));
    if (strcmp(wish, "expire now") == 0) {
        do_wish(clerk, wish); /* has no key; what it frees stands in the log */
    } else {
        history_call(clerk->history, &key, wish);
        ask(clerk, &key, wish, false);
    }
    arena_reset(clerk->arena);
}

/* What was on the counter when the till was killed. */
static void finish_what_was_begun(struct clerk *clerk)
{
    struct history before = {.arena = arena_new()};
    if (!history_load(&before, clerk->job->path))
        give_up("history", clerk->job->path);
    const struct history_act *last =
        before.acts.count ? &before.acts.at[before.acts.count - 1] : NULL;
    if (last && last->told == TOLD_NOTHING)
        ask(clerk, &last->key, last->wish, true);
    arena_free(&before.arena);
}

/* ---- following ------------------------------------------------------------------------------ */

static void note_what_was_felt(struct clerk *clerk)
{
    const struct house_speed speed = house_store_speed(clerk->desk.store);
    struct felt *felt = &clerk->job->board->felt[clerk->job->no];
    int64_t failed = speed.redis.failures - clerk->failed;
    atomic_fetch_add(&felt->failed, (int)failed);
    atomic_fetch_add(&felt->early, (int)(speed.refused_early - clerk->early));
    clerk->failed += failed;
    clerk->early = speed.refused_early;
}

/* As a console does; false when the house is not to be had at the moment. */
static bool follow(struct clerk *clerk, struct show *show, struct err *err)
{
    struct store *own = clerk->desk.store;
    struct fresh_seat *seats;
    bool found = false;
    int count;
    note_what_was_felt(clerk);
    if (clerk->truth->ops->show_find(clerk->truth, CLERK_SHOW, clerk->arena, show, &found, err))
        return false;
    if (!found)
        give_up("follow", "no show");
    return own->ops->seats_since(own, show->no, clerk->last, 1000, clerk->arena, &seats, &count,
                                 &clerk->last, err) == RC_OK;
}

/* ---- the own map, when all is quiet --------------------------------------------------------- */

static bool same_maps(const struct snapshot *own, const struct snapshot *truth)
{
    if (own->plan->seat_count != truth->plan->seat_count)
        return false;
    for (int i = 0; i < own->plan->seat_count; i++) {
        const struct seat_state *a = &own->state[i], *b = &truth->state[i];
        if (a->version != b->version || a->status != b->status || a->held_until != b->held_until ||
            !uuid_equal(&a->holder, &b->holder))
            return false;
    }
    return true;
}

/* Every way of looking may fail while the house is still coming back. */
static bool map_agrees(struct clerk *clerk, int32_t show, struct err *err)
{
    struct store *own = clerk->desk.store;
    struct snapshot map, truth;
    if (own->ops->map_read(own, show, clerk->arena, &map, err) ||
        clerk->truth->ops->map_read(clerk->truth, show, clerk->arena, &truth, err))
        return false;
    err_set(err, RC_CONFLICT, "MAP", "the map is not as the house is");
    return same_maps(&map, &truth);
}

static bool registry_agrees(struct clerk *clerk, int32_t show, struct err *err)
{
    struct house_layers layers;
    if (house_store_layers(clerk->desk.store, show, &layers, err))
        return false;
    err_set(err, RC_CONFLICT, "REGISTRY", "Redis knows %d held seats, the house %d",
            layers.registry.seats, layers.truth.seats);
    return layers.agree;
}

static bool agree(struct clerk *clerk, struct err *err)
{
    struct show show;
    return follow(clerk, &show, err) && map_agrees(clerk, show.no, err) &&
           (clerk->stopped_at || registry_agrees(clerk, show.no, err));
}

/* What every till does by itself every few seconds, which pass at once here. */
static void let_time_pass(struct clerk *clerk)
{
    clerk->ahead_ms += A_WHILE_MS;
    desk_expire(&clerk->desk, &clerk->meta, NULL, &clerk->out);
    arena_reset(clerk->arena);
}

static int64_t patience_ns(const struct clerk *clerk)
{
    return (int64_t)(clerk->stopped_at ? SHORT_PATIENCE_MS : PATIENCE_MS) * 1000000;
}

/* Somebody has surely looked through the registry since the last act. */
static void compare(struct clerk *clerk)
{
    struct err err = {0};
    int64_t until = history_now() + patience_ns(clerk);
    for (int ms = 0; ms <= MORE_THAN_A_MINUTE_MS && !clerk->stopped_at; ms += A_WHILE_MS)
        let_time_pass(clerk);
    while (!agree(clerk, &err)) {
        if (history_now() > until)
            give_up("compare", err.text);
        real_pause(NULL, ASK_AGAIN_MS);
        let_time_pass(clerk);
    }
}

/* ---- a day ---------------------------------------------------------------------------------- */

static void work(struct clerk *clerk)
{
    struct show show;
    struct err err;
    while (!atomic_load(&clerk->job->board->stop)) {
        if (atomic_load(&clerk->job->board->rest))
            real_pause(NULL, ASK_AGAIN_MS);
        else
            do_something(clerk);
        (void)follow(clerk, &show, &err);
        arena_reset(clerk->arena);
    }
}

void clerk_work(const struct clerk_job *job)
{
    at_work = job;
    struct clerk clerk = {.job = job, .dice = job->seed, .arena = arena_new()};
    clerk.clock = (struct clock){wrong_wall, own_mono, real_pause, &clerk};
    clerk.history = history_open(job->path);
    come_in(&clerk);
    finish_what_was_begun(&clerk);
    work(&clerk);
    if (job->timeless)
        clerk.stopped_at = own_mono(&clerk);
    say(&clerk, SAID_QUIET);
    struct pollfd go = {.fd = job->go, .events = POLLIN};
    poll(&go, 1, -1);
    compare(&clerk);
    store_close(&clerk.desk.store);
    arena_free(&clerk.arena);
    _exit(0);
}
