/* Somebody at a door, who scans the tickets of those that come: many twice, some given back. */
#include "config.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "src/engine/ticket_seal.h"
#include "tests/fault/clerk_kinds.h"

enum { NEXT_ONE_MS = 20 };

static struct store *guests;
static struct sign_key secret;
static struct ticket_key public;

static void come_in(struct clerk *clerk)
{
    static const uint8_t seed[SIGN_SEED] = {CLERK_KEY_SEED};
    struct store *store = clerk->truth;
    struct ticket_key *keys;
    struct err err;
    int count;
    guests = clerk_open(clerk, clerk->job->guest);
    clerk->desk.crypt->sign_key(seed, &secret);
    while (store->ops->key_list(store, clerk->arena, &keys, &count, &err) || !count)
        poll(NULL, 0, NEXT_ONE_MS);
    public = keys[0];
}

/* ---- who comes ------------------------------------------------------------------------------ */

static bool read_sale(struct clerk *clerk, const struct uuid *id, struct sale *sale)
{
    struct err err;
    bool found = false;
    return !guests->ops->sale_read(guests, id, NULL, clerk->arena, sale, &found, &err) && found &&
           sale->ticket_count;
}

/* Somebody who bought a seat that is sold; false: nobody yet, or the house is not to be had. */
static bool find_ticket(struct clerk *clerk, struct ticket *ticket)
{
    struct store *store = clerk->desk.store;
    struct snapshot map;
    struct show show;
    struct sale sale;
    struct err err;
    int32_t seat;
    if (!clerk_follow(clerk, &show, &err) ||
        store->ops->map_read(store, show.no, clerk->arena, &map, &err))
        return false;
    seat = clerk_roll(clerk, map.plan->seat_count);
    if (map.state[seat].status != SEAT_SOLD || !read_sale(clerk, &map.state[seat].holder, &sale))
        return false;
    *ticket = sale.tickets[clerk_roll(clerk, sale.ticket_count)];
    return true;
}

static void make_wish(struct clerk *clerk, char wish[HISTORY_WISH], struct uuid *key)
{
    struct ticket ticket;
    char id[UUID_TEXT];
    poll(NULL, 0, NEXT_ONE_MS);
    *key = clerk_key(clerk);
    if (find_ticket(clerk, &ticket))
        snprintf(wish, HISTORY_WISH, "scan %s %" PRId32 " %" PRId32 " %" PRId32,
                 uuid_text(&ticket.id, id), ticket.show, ticket.seat, ticket.generation);
}

/* ---- the scan ------------------------------------------------------------------------------- */

static void do_wish(struct clerk *clerk, const char *wish)
{
    char id[UUID_TEXT], code[TICKET_CODE_TEXT];
    struct ticket_mark mark = {.house = public.house, .key = (uint16_t) public.id};
    const struct desk_scan scan = {.show = CLERK_SHOW, .text = code};
    if (sscanf(wish, "scan %36s %" SCNd32 " %" SCNd32 " %" SCNu16, id, &mark.show, &mark.seat,
               &mark.generation) != 4 ||
        !uuid_parse(id, &mark.ticket) || !ticket_seal(clerk->desk.crypt, &secret, &mark, code))
        clerk_give_up("no such ticket", wish);
    desk_scan(&clerk->desk, &clerk->meta, &scan, &clerk->out);
}

static const char *word(const struct clerk *clerk)
{
    if (clerk->out.verdict)
        return "no";
    return door_light(clerk->out.scanned->code) == DOOR_GREEN ? "in" : "out";
}

static void look(struct clerk *clerk)
{
    (void)clerk; /* it looked for the next one already */
}

static bool agrees(struct clerk *clerk, struct err *err)
{
    (void)clerk, (void)err; /* it sells nothing */
    return true;
}

const struct clerk_kind clerk_at_door = {come_in, make_wish, do_wish, word, look, agrees};
