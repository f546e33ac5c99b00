/* A web shop: what a clerk does at a till it does over HTTP, as far as a shop may. */
#include "config.h"

#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "src/api/exchange.h"
#include "src/api/seat_map.h"
#include "tests/fault/clerk_kinds.h"
#include "tests/lib/web_client.h"

enum { LATER_MS = 50 };

uint8_t clerk_shop_secret[TOKEN_SECRET];

static struct {
    struct web_client line;
    struct arena *arena;
    const struct plan *plan; /* for the numbers of seats, of which a shop knows names only */
} shop;

static void come_in(struct clerk *clerk)
{
    struct store *store = clerk->truth;
    struct snapshot map;
    struct show show;
    struct err err;
    shop.arena = arena_new();
    web_client_open(&shop.line, clerk->job->port, CLERK_TOKEN);
    while (!clerk_follow(clerk, &show, &err) ||
           store->ops->map_read(store, show.no, shop.arena, &map, &err))
        poll(NULL, 0, LATER_MS);
    shop.plan = map.plan;
}

/* ---- what is wished ------------------------------------------------------------------------- */

/* With the text of its key, so that it can be asked for again: the house makes its own of it. */
static void make_wish(struct clerk *clerk, char wish[HISTORY_WISH], struct uuid *key)
{
    const struct uuid own = clerk_key(clerk);
    char id[UUID_TEXT], text[HISTORY_WISH];
    int dice = clerk_roll(clerk, 100);
    bool made = false;
    if (dice < 8)
        made = clerk_wish_hold(clerk, "extend", text);
    else if (dice < 25)
        made = clerk_wish_hold(clerk, "sell", text);
    else if (dice < 45)
        made = clerk_wish_hold(clerk, "release", text);
    else if (dice < 55)
        made = snprintf(text, sizeof text, "best %d", 1 + dice % 3) > 0;
    if (!made)
        clerk_wish_seats(clerk, dice % 3 ? "hold" : "brief", text);
    *key =
        exchange_key_of(clerk->desk.crypt, clerk_shop_secret, CLERK_SHOP, uuid_text(&own, id), "");
    snprintf(wish, HISTORY_WISH, "%.150s %s", text, id);
}

/* ---- asking --------------------------------------------------------------------------------- */

struct request {
    const char *method;
    char path[100], body[500];
};

static void ask_for(struct request *asked, const char *wanted, int seconds)
{
    snprintf(asked->path, sizeof asked->path, "/api/holds");
    snprintf(asked->body, sizeof asked->body,
             "{\"showId\":\"" CLERK_SHOW "\",\"customerEmail\":\"eve@example.org\","
             "\"ttlSeconds\":%d,%s}",
             seconds, wanted);
}

static void ask_for_seats(struct request *asked, char *labels, int seconds)
{
    char wanted[300] = "\"showSeatIds\":[";
    size_t used = strlen(wanted);
    for (char *label = strtok(labels, ","); label; label = strtok(NULL, ","))
        used += (size_t)snprintf(wanted + used, sizeof wanted - used, "\"%s\",", label);
    wanted[used - 1] = ']';
    ask_for(asked, wanted, seconds);
}

static struct request request_of(const char *verb, char *rest)
{
    enum { SHORT_S = 1, LONG_S = 600 };
    struct request asked = {.method = "POST"};
    char wanted[40];
    snprintf(wanted, sizeof wanted, "\"best\":{\"count\":%.2s}", rest);
    snprintf(asked.path, sizeof asked.path, "/api/holds/%.36s", rest);
    if (strcmp(verb, "best") == 0)
        ask_for(&asked, wanted, LONG_S);
    else if (strcmp(verb, "hold") == 0)
        ask_for_seats(&asked, rest, LONG_S);
    else if (strcmp(verb, "brief") == 0)
        ask_for_seats(&asked, rest, SHORT_S);
    else if (strcmp(verb, "release") == 0)
        asked.method = "DELETE";
    else if (strcmp(verb, "extend") == 0)
        strcat(asked.path, "/extend");
    else
        strcat(asked.path, "/confirm");
    if (strcmp(verb, "sell") == 0)
        snprintf(asked.body, sizeof asked.body, "{\"payment\":{\"auth\":\"paid\"}}");
    return asked;
}

/* ---- the answer ----------------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static int32_t number_of(const char *label)
{
    char name[SEAT_TEXT];
    for (int i = 0; i < shop.plan->seat_count; i++)
        if (strcmp(plan_seat_label(shop.plan, i, name), label) == 0)
            return shop.plan->seats[i].no;
    clerk_give_up("there is no such seat", label);
}

static void keep_hold(struct clerk *clerk, const json_t *hold)
{
    const char *status = text_of(hold, "status");
    clerk->out.hold = arena_alloc(clerk->arena, sizeof *clerk->out.hold);
    clerk->out.hold->status = strcmp(status, "active") == 0 ? HOLD_ACTIVE : HOLD_CANCELLED;
    if (!uuid_parse(text_of(hold, "id"), &clerk->out.hold->id))
        clerk_give_up("a hold without an id", shop.line.body);
}

/* What the house says the seats are now, each of them. */
static void note_seats(struct clerk *clerk, const json_t *answer, const char *verb)
{
    const json_t *hold = json_object_get(answer, "hold");
    const json_t *list = hold ? json_object_get(hold, "seats")
                              : json_object_get(json_object_get(answer, "sale"), "tickets");
    const enum seat_status became = !hold                          ? SEAT_SOLD
                                    : strcmp(verb, "release") == 0 ? SEAT_AVAILABLE
                                                                   : SEAT_HELD;
    int32_t seats[10];
    int count = (int)json_array_size(list);
    if (count == 0 || count > COUNT_OF(seats))
        clerk_give_up("an answer that names no seats", shop.line.body);
    for (int i = 0; i < count; i++) {
        const json_t *seat = json_array_get(list, (size_t)i);
        seats[i] = number_of(hold ? json_string_value(seat) : text_of(seat, "seat"));
    }
    history_said(clerk->history, &clerk->meta.key, seats, count, became);
    if (hold)
        keep_hold(clerk, hold);
}

static void read_answer(struct clerk *clerk, const char *verb)
{
    json_t *answer = json_loadb(shop.line.body, shop.line.body_size, 0, NULL);
    if (!answer)
        clerk_give_up("no JSON", shop.line.body);
    clerk->out.changed = json_is_true(json_object_get(answer, "changed"));
    clerk->out.replay = json_is_true(json_object_get(answer, "replay"));
    if (clerk->out.changed || clerk->out.replay)
        note_seats(clerk, answer, verb);
    json_decref(answer);
}

/* No answer, and one that says that the house could not, are the same to a shop: nobody knows. */
static void do_wish(struct clerk *clerk, const char *wish)
{
    char verb[16], rest[HISTORY_WISH], id[UUID_TEXT];
    if (sscanf(wish, "%15s %199s %36s", verb, rest, id) != 3)
        clerk_give_up("no such wish", wish);
    const struct request asked = request_of(verb, rest);
    clerk->out = (struct outcome){.verdict = VERDICT_OK};
    shop.line.key = id;
    bool answered = web_client_ask(&shop.line, asked.method, asked.path, asked.body);
    shop.line.key = NULL;
    if (!answered || shop.line.status >= 500) {
        clerk->out.verdict = VERDICT_UNAVAILABLE;
        err_set(&clerk->out.err, RC_UNKNOWN, "HTTP", "%d", answered ? shop.line.status : 0);
    } else if (shop.line.status == 200 || shop.line.status == 201) {
        read_answer(clerk, verb);
    } else if (shop.line.status == 404 || shop.line.status == 409 || shop.line.status == 422) {
        clerk->out.verdict = VERDICT_SEAT_TAKEN;
    } else {
        clerk_give_up(wish, shop.line.body);
    }
}

static const char *word(const struct clerk *clerk)
{
    return !clerk->out.verdict && (clerk->out.changed || clerk->out.replay) ? "done" : "no";
}

/* ---- looking -------------------------------------------------------------------------------- */

/* The map as it is served, and how old it says it is; false: it is not, now. */
static bool read_map(struct seat_state *seats, int64_t *age_s)
{
    enum seat_status status;
    if (!web_client_ask(&shop.line, "GET", "/api/shows/" CLERK_SHOW "/seats", NULL) ||
        shop.line.status != 200)
        return false;
    json_t *map = json_loadb(shop.line.body, shop.line.body_size, 0, NULL);
    const json_t *list = json_object_get(map, "seats");
    if (json_array_size(list) != (size_t)shop.plan->seat_count)
        clerk_give_up("a map without its seats", shop.line.body);
    for (int i = 0; i < shop.plan->seat_count; i++) {
        const json_t *seat = json_array_get(list, (size_t)i);
        if (!seat_status_parse(text_of(seat, "status"), &status))
            clerk_give_up("a seat that is nothing", shop.line.body);
        seats[i].status = (uint8_t)status;
        seats[i].version = (uint32_t)json_integer_value(json_object_get(seat, "version"));
    }
    const json_t *age = json_object_get(map, "age");
    *age_s = age ? json_integer_value(age) + 1 : 0; /* whole seconds that are over */
    json_decref(map);
    return true;
}

/* What lies ready was right a moment ago, or so long ago as a service says that has just begun. */
static void look(struct clerk *clerk)
{
    const int64_t from = history_now() - (int64_t)MAP_FRESH_MS * 1000000;
    int64_t age_s;
    struct snapshot map = {
        .plan = shop.plan,
        .state = arena_array(clerk->arena, (size_t)shop.plan->seat_count, sizeof *map.state)};
    if (read_map(map.state, &age_s))
        history_saw_shown(clerk->history, from - age_s * 1000000000, &map);
}

static bool agrees(struct clerk *clerk, struct err *err)
{
    struct store *store = clerk->truth;
    struct snapshot truth;
    struct show show;
    int64_t age_s;
    struct seat_state *shown =
        arena_array(clerk->arena, (size_t)shop.plan->seat_count, sizeof *shown);
    if (!clerk_agrees(clerk, err) || !clerk_follow(clerk, &show, err) ||
        store->ops->map_read(store, show.no, clerk->arena, &truth, err))
        return false;
    err_set(err, RC_CONFLICT, "MAP", "the map that is served is not as the house is");
    if (!read_map(shown, &age_s))
        return false;
    for (int i = 0; i < shop.plan->seat_count; i++)
        if (shown[i].version != truth.state[i].version ||
            (shown[i].status != truth.state[i].status && truth.state[i].status != SEAT_HELD))
            return false;
    return true;
}

const struct clerk_kind clerk_at_shop = {come_in, make_wish, do_wish, word, look, agrees};
