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
#include "tests/fault/clerk_kinds.h"
#include "tests/fault/history.h"

enum { SEATS_WISHED = 3 };
enum { PATIENCE_MS = 60000, SHORT_PATIENCE_MS = 1000, ASK_AGAIN_MS = 50 };
enum { A_WHILE_MS = 6000, MORE_THAN_A_MINUTE_MS = 70000 };
enum { SHORT_TTL_MS = 1000, LONG_TTL_MS = 600000 };

static const struct clerk_job *at_work; /* one a process */

void clerk_give_up(const char *what, const char *why)
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
struct store *clerk_open(struct clerk *clerk, const char *url)
{
    struct store *store;
    struct uuid device;
    struct sign_key key;
    struct pg_proof proof;
    struct err err;
    int64_t until = history_now() + (int64_t)PATIENCE_MS * 1000000;
    while (pg_store_open(url, sodium_crypt(), &clerk->clock, &store, &err)) {
        if (history_now() > until)
            clerk_give_up("the house does not open", err.text);
        real_pause(NULL, ASK_AGAIN_MS);
    }
    clerk_key_of(clerk->job->no, &device, &key);
    pg_proof_of(sodium_crypt(), &key, &proof);
    pg_store_prove(store, &proof);
    return store;
}

static void come_in(struct clerk *clerk)
{
    struct err err;
    const struct redis_config config = {.house = CLERK_HOUSE, .address = clerk->job->redis};
    clerk->truth = clerk_open(clerk, clerk->job->url);
    tap_put(clerk->truth, clerk->history, &clerk->job->board->orders[clerk->job->no]);
    clerk->desk = (struct desk){.crypt = sodium_crypt(),
                                .clock = pg_store_clock(clerk->truth),
                                .ids = {.rng = rng_system()}};
    if (house_store_open(clerk->truth, &config, &clerk->desk.clock, true, &clerk->desk.store, &err))
        clerk_give_up("no fast layer", err.text);
    clerk->meta.arena = clerk->arena;
    clerk->meta.actor.role = clerk->job->role;
    clerk->meta.reason = "a reason";
    snprintf(clerk->meta.actor.name, PERSON_TEXT, "clerk%d", clerk->job->person);
    snprintf(clerk->meta.actor.till, TILL_TEXT, "till-%d", clerk->job->no);
}

/* ---- what is wished ------------------------------------------------------------------------- */

struct uuid clerk_key(struct clerk *clerk)
{
    return uuid_make(&clerk->desk.ids, clock_wall(&clerk->clock));
}

int clerk_roll(struct clerk *clerk, int sides)
{
    struct rng rng = rng_seeded(&clerk->dice);
    uint32_t number;
    rng.fill(rng.ctx, &number, sizeof number);
    return (int)(number % (uint32_t)sides);
}

static int write_seats(struct clerk *clerk, char *out, size_t size)
{
    int count = 1 + clerk_roll(clerk, SEATS_WISHED), first = clerk_roll(clerk, 10);
    int row = clerk_roll(clerk, clerk->job->narrow ? 1 : 8);
    int used = 0, back = clerk_roll(clerk, 2);
    for (int i = 0; i < count; i++) {
        int number = 1 + (first + (back ? count - 1 - i : i)) % 10;
        used += snprintf(out + used, size - (size_t)used, "%sStalls-%c-%d", i ? "," : "",
                         'A' + (row + (i && count == SEATS_WISHED && i == 2)) % 8, number);
    }
    return used;
}

void clerk_wish_seats(struct clerk *clerk, const char *verb, char wish[HISTORY_WISH])
{
    int used = snprintf(wish, HISTORY_WISH, "%s ", verb);
    write_seats(clerk, wish + used, (size_t)(HISTORY_WISH - used));
}

bool clerk_wish_hold(struct clerk *clerk, const char *verb, char wish[HISTORY_WISH])
{
    char id[UUID_TEXT];
    const struct uuid *hold = &clerk->holds[clerk_roll(clerk, HOLDS_KEPT)];
    if (uuid_is_zero(hold))
        return false;
    snprintf(wish, HISTORY_WISH, "%s %s", verb, uuid_text(hold, id));
    return true;
}

/* Whoever is killed forgets what he sold, and a few seats that all want would be sold for good. */
static const char *anybodys_sale(struct clerk *clerk)
{
    const struct sale_filter all = {.limit = 1000};
    struct sale *sales;
    struct err err;
    int count;
    if (clerk->truth->ops->sale_list(clerk->truth, &all, clerk->arena, &sales, &count, &err))
        return "";
    for (int i = 0; i < count; i++)
        if (sales[i].status == SALE_PAID)
            return sales[i].code;
    return "";
}

static bool wish_for_money_back(struct clerk *clerk, char wish[HISTORY_WISH])
{
    const char *code =
        clerk->job->no == 0 ? anybodys_sale(clerk) : clerk->sales[clerk_roll(clerk, HOLDS_KEPT)];
    return *code && snprintf(wish, HISTORY_WISH, "refund %s", code) > 0;
}

static void wish_at_till(struct clerk *clerk, char wish[HISTORY_WISH], struct uuid *key)
{
    int dice = clerk_roll(clerk, 100);
    bool made = false;
    *key = clerk_key(clerk);
    if (dice < 8)
        made = clerk_wish_hold(clerk, "extend", wish);
    else if (dice < 20)
        made = clerk_wish_hold(clerk, "sell", wish);
    else if (dice < 40)
        made = clerk_wish_hold(clerk, "release", wish);
    else if (dice < 50)
        made = wish_for_money_back(clerk, wish);
    else if (dice < 54)
        made = snprintf(wish, HISTORY_WISH, "expire now") > 0;
    if (made)
        return;
    if (clerk->job->no == 0 && dice > 60)
        clerk_wish_seats(clerk, "override", wish);
    else
        clerk_wish_seats(clerk, dice % 3 ? "hold" : "brief", wish);
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

static void do_at_till(struct clerk *clerk, const char *wish)
{
    char verb[16], rest[HISTORY_WISH];
    struct uuid hold;
    if (sscanf(wish, "%15s %199s", verb, rest) != 2)
        clerk_give_up("no such wish", wish);
    if (strcmp(verb, "expire") == 0)
        desk_expire(&clerk->desk, &clerk->meta, NULL, &clerk->out);
    else if (strcmp(verb, "refund") == 0)
        desk_refund(&clerk->desk, &clerk->meta, rest, NULL, 0, false, -1, &clerk->out);
    else if (uuid_parse(rest, &hold))
        do_hold(clerk, verb, &hold);
    else
        do_seats(clerk, verb, rest);
}

static const char *word_at_till(const struct clerk *clerk)
{
    return !clerk->out.verdict && (clerk->out.changed || clerk->out.replay) ? "done" : "no";
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
        snprintf(clerk->sales[clerk_roll(clerk, HOLDS_KEPT)], CODE_TEXT, "%s",
                 clerk->out.sale->code);
    if (clerk->out.verdict || !clerk->out.hold || clerk->out.hold->status > HOLD_PAYING)
        return;
    clerk->holds[clerk_roll(clerk, HOLDS_KEPT)] = clerk->out.hold->id;
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
    const char *word = clerk->kind->word(clerk);
    history_told(clerk->history, key, word);
    if (clerk->out.verdict == VERDICT_UNAVAILABLE) {
        say(clerk, SAID_AWAY);
        real_pause(NULL, ASK_AGAIN_MS); /* somebody reads what the screen says */
        return;
    }
    say(clerk, strcmp(word, "no") == 0 ? SAID_NO : SAID_DONE);
    keep_what_it_made(clerk);
}

/* Until somebody knows. */
static void ask(struct clerk *clerk, const struct uuid *key, const char *wish, bool sent_before)
{
    int64_t until = history_now() + (int64_t)PATIENCE_MS * 1000000;
    clerk->meta.key = *key;
    for (;;) {
        clerk->kind->do_wish(clerk, wish);
        if (is_known(clerk, sent_before)) {
            tell(clerk, key);
            return;
        }
        sent_before = true;
        history_told(clerk->history, key, "unknown");
        say(clerk, SAID_UNKNOWN);
        if (history_now() > until)
            clerk_give_up("nobody knows", wish);
        real_pause(NULL, ASK_AGAIN_MS);
        arena_reset(clerk->arena);
    }
}

static void do_something(struct clerk *clerk)
{
    char wish[HISTORY_WISH] = "";
    struct uuid key;
    clerk->kind->make_wish(clerk, wish, &key);
    if (strcmp(wish, "expire now") == 0) {
        do_at_till(clerk, wish); /* has no key; what it frees stands in the log */
    } else if (*wish) {
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
        clerk_give_up("history", clerk->job->path);
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

bool clerk_follow(struct clerk *clerk, struct show *show, struct err *err)
{
    struct store *own = clerk->desk.store;
    struct fresh_seat *seats;
    bool found = false;
    int count;
    note_what_was_felt(clerk);
    if (clerk->truth->ops->show_find(clerk->truth, CLERK_SHOW, clerk->arena, show, &found, err))
        return false;
    if (!found)
        clerk_give_up("follow", "no show");
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

bool clerk_agrees(struct clerk *clerk, struct err *err)
{
    struct show show;
    return clerk_follow(clerk, &show, err) && map_agrees(clerk, show.no, err) &&
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
    while (!clerk->kind->agrees(clerk, &err)) {
        if (history_now() > until)
            clerk_give_up("compare", err.text);
        real_pause(NULL, ASK_AGAIN_MS);
        let_time_pass(clerk);
    }
}

/* ---- a day ---------------------------------------------------------------------------------- */

static void look_at_till(struct clerk *clerk)
{
    struct show show;
    struct err err;
    (void)clerk_follow(clerk, &show, &err);
}

static const struct clerk_kind clerk_at_till = {.come_in = NULL,
                                                .make_wish = wish_at_till,
                                                .do_wish = do_at_till,
                                                .word = word_at_till,
                                                .look = look_at_till,
                                                .agrees = clerk_agrees};

static const struct clerk_kind *const kinds[] = {[CLERK_AT_TILL] = &clerk_at_till,
                                                 [CLERK_AT_SHOP] = &clerk_at_shop,
                                                 [CLERK_AT_DOOR] = &clerk_at_door};

static void work(struct clerk *clerk)
{
    while (!atomic_load(&clerk->job->board->stop)) {
        if (atomic_load(&clerk->job->board->rest))
            real_pause(NULL, ASK_AGAIN_MS);
        else
            do_something(clerk);
        clerk->kind->look(clerk);
        clerk_file_turn(clerk);
        arena_reset(clerk->arena);
    }
    clerk_file_come_home(clerk);
}

void clerk_work(const struct clerk_job *job)
{
    at_work = job;
    struct clerk clerk = {
        .job = job, .kind = kinds[job->place], .dice = job->seed, .arena = arena_new()};
    clerk.clock = (struct clock){wrong_wall, own_mono, real_pause, &clerk};
    clerk.history = history_open(job->path);
    come_in(&clerk);
    if (clerk.kind->come_in)
        clerk.kind->come_in(&clerk);
    if (job->keeps)
        clerk_file_open(&clerk);
    finish_what_was_begun(&clerk);
    work(&clerk);
    if (job->timeless)
        clerk.stopped_at = own_mono(&clerk);
    say(&clerk, SAID_QUIET);
    struct pollfd go = {.fd = job->go, .events = POLLIN};
    poll(&go, 1, -1);
    compare(&clerk);
    clerk_file_close(&clerk);
    store_close(&clerk.desk.store);
    arena_free(&clerk.arena);
    _exit(0);
}
