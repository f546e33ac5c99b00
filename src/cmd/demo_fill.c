/*
 * Who sits where in the demo: parties of one to six, side by side, with gaps of two and more
 * between them. Most seats are sold in a few large orders, so that a full arena takes seconds; the
 * last of them one party at a time, so that there are sales with names to look for.
 */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "src/cmd/demo_parts.h"
#include "src/cmd/intl.h"

enum { ORDER_SEATS = 400, PARTIES_APART = 12, HOLDS_APART = 6 };

struct seat_list {
    LIST(const char *) labels;
};

/* ---- choosing ----------------------------------------------------------------------------- */

struct chooser {
    const struct snapshot *map;
    unsigned char *taken;
};

static bool seat_usable(const struct chooser *chooser, int seat)
{
    static const int kept = SEAT_WHEELCHAIR | SEAT_COMPANION | SEAT_HOUSE;
    return seat < chooser->map->plan->seat_count && !chooser->taken[seat] &&
           chooser->map->state[seat].status == SEAT_AVAILABLE &&
           !(chooser->map->plan->seats[seat].flags & kept);
}

/* Takes up to `party` neighbours from here on; how many it took. */
static int seat_party(struct demo *demo, struct chooser *chooser, int seat, int party,
                      struct seat_list *out)
{
    int count = 0;
    while (count < party && seat_usable(chooser, seat + count) &&
           (count == 0 || plan_neighbours(chooser->map->plan, seat + count - 1, seat + count))) {
        char label[SEAT_TEXT];
        plan_seat_label(chooser->map->plan, seat + count, label);
        *LIST_ADD(demo->call->arena, &out->labels) = arena_strdup(demo->call->arena, label);
        chooser->taken[seat + count] = 1;
        count++;
    }
    return count;
}

/* About `percent` of the house, spread over all of it. */
static struct seat_list choose(struct demo *demo, struct chooser *chooser, int percent)
{
    struct seat_list list = {0};
    int seats = chooser->map->plan->seat_count;
    /*
     * A party takes 3.5 seats at the mean and nobody takes 2, so the shares come out right;
     * in thousandths. */
    int chance = 4000 * percent / (700 - 3 * percent);
    for (int seat = 0; seat < seats;) {
        if (demo_roll(demo, 1000) < chance) {
            int party = seat_party(demo, chooser, seat, 1 + demo_roll(demo, 6), &list);
            seat += party ? party : 1;
        } else {
            seat += 2;
        }
    }
    return list;
}

/* ---- acting ------------------------------------------------------------------------------- */

struct label_list {
    const char *const *at;
    int count;
};

/* Who keeps the seats of a hold; every hold is signed for by the manager. */
struct keeper {
    struct actor actor;
    enum source source;
};

static bool hold_seats(struct demo *demo, const struct demo_show *show, const struct keeper *keeper,
                       const struct label_list *labels, struct uuid *id)
{
    struct outcome out;
    struct act_meta meta = demo_meta(demo, 2);
    meta.approver = meta.actor;
    meta.actor = keeper->actor;
    const struct desk_hold wish = {.show = show->id,
                                   .labels = labels->at,
                                   .count = labels->count,
                                   .ttl_ms = 2LL * 3600 * 1000,
                                   .source = keeper->source,
                                   .channel = CHANNEL_COUNTER,
                                   .override_gap = true};
    desk_hold_new(&demo->call->desk, &meta, &wish, &out);
    if (!out.verdict)
        *id = out.hold->id;
    demo->done += labels->count;
    (void)demo->progress.tick(demo->progress.ctx, demo->done, demo->total); /* demo_done stops */
    return demo_done(demo, &out);
}

static const char *buyer(struct demo *demo)
{
    static const char *const first[] = {"Ada",  "Bela", "Clara", "David", "Emre",  "Fatima",
                                        "Gita", "Hugo", "Ines",  "Jonas", "Klára", "Zoë"};
    static const char *const last[] = {"Okafor",   "Lindqvist", "Moreau", "Nowak",  "Petrov",
                                       "Sørensen", "Tanaka",    "Weiß",   "Yilmaz", "García"};
    char name[NAME_TEXT];
    snprintf(name, sizeof name, "%s %s", first[demo_roll(demo, COUNT_OF(first))],
             last[demo_roll(demo, COUNT_OF(last))]);
    return arena_strdup(demo->call->arena, name);
}

static bool sell_hold(struct demo *demo, int person, const struct uuid *hold, const char *name)
{
    static const struct desk_type types[] = {
        {NULL, TYPE_ADULT}, {NULL, TYPE_ADULT}, {NULL, TYPE_CHILD}};
    struct outcome out;
    struct act_meta meta = demo_meta(demo, person);
    struct tender_line pay = {.tender = demo_roll(demo, 3) ? TENDER_CARD : TENDER_CASH};
    if (pay.tender == TENDER_CARD)
        snprintf(pay.auth, sizeof pay.auth, "%06d", demo_roll(demo, 1000000));
    const struct desk_sell wish = {
        .hold = *hold, .types = types, .tenders = &pay, .tender_count = 1, .name = name};
    desk_sell(&demo->call->desk, &meta, &wish, &out);
    return demo_done(demo, &out);
}

static bool sell_seats(struct demo *demo, const struct demo_show *show, const char *const *labels,
                       int count, const char *name)
{
    struct uuid hold = {{0}};
    int person = demo_roll(demo, 2);
    const struct keeper clerk = {demo_meta(demo, person).actor, SOURCE_COUNTER};
    const struct label_list seats = {labels, count};
    return hold_seats(demo, show, &clerk, &seats, &hold) && sell_hold(demo, person, &hold, name);
}

/* ---- a show ------------------------------------------------------------------------------- */

static bool sell_all(struct demo *demo, const struct demo_show *show, const struct seat_list *list)
{
    int left = list->labels.count;
    for (int i = 0; i < PARTIES_APART && left > 0; i++) {
        int party = left < 3 ? left : 2 + demo_roll(demo, 2);
        left -= party;
        if (!sell_seats(demo, show, list->labels.at + left, party, buyer(demo)))
            return false;
    }
    while (left > 0) {
        int order = left < ORDER_SEATS ? left : ORDER_SEATS;
        left -= order;
        if (!sell_seats(demo, show, list->labels.at + left, order, "Season tickets"))
            return false;
    }
    return true;
}

/* Somebody at another till and people on the web: whoever signs in begins with an empty basket. */
static const struct keeper others[] = {
    {{.name = "joe", .till = "box-3", .role = ROLE_CLERK}, SOURCE_COUNTER},
    {{.name = "web", .till = "web-shop", .role = ROLE_SERVICE}, SOURCE_WEB}};

static bool hold_all(struct demo *demo, const struct demo_show *show, const struct seat_list *list)
{
    struct uuid id;
    int count = list->labels.count;
    for (int i = 0, at = 0; i < HOLDS_APART && at < count; i++) {
        int rest = count - at, share = i == HOLDS_APART - 1 ? rest : (rest + 3) / 4;
        if (share > HOLD_SEATS_MAX)
            share = HOLD_SEATS_MAX;
        const struct label_list seats = {list->labels.at + at, share};
        if (!hold_seats(demo, show, &others[i % 2], &seats, &id))
            return false;
        at += share;
    }
    return true;
}

static bool block_all(struct demo *demo, const struct demo_show *show, const struct seat_list *list)
{
    struct outcome out;
    struct act_meta meta = demo_meta(demo, 1);
    meta.reason = "camera";
    if (!list->labels.count)
        return true;
    desk_seats_block(&demo->call->desk, &meta, show->id, list->labels.at, list->labels.count, 0,
                     &out);
    demo->done += list->labels.count;
    return demo_done(demo, &out);
}

static bool close_show(struct demo *demo, const struct demo_show *show)
{
    struct outcome out;
    struct act_meta meta = demo_meta(demo, 2);
    if (show->status != SHOW_CLOSED)
        return true;
    desk_show_status(&demo->call->desk, &meta, show->id, SHOW_CLOSED, &out);
    return demo_done(demo, &out);
}

static bool fill_show(struct demo *demo, const struct demo_show *show)
{
    struct snapshot map;
    struct outcome out;
    struct chooser chooser = {.map = &map};
    struct arena *seats = arena_new();
    desk_map(&demo->call->desk, seats, show->id, &map, &out);
    bool ok = demo_done(demo, &out);
    if (ok) {
        chooser.taken = arena_alloc(seats, (size_t)map.plan->seat_count);
        struct seat_list sold = choose(demo, &chooser, show->sold);
        struct seat_list held = choose(demo, &chooser, show->held);
        struct seat_list blocked = choose(demo, &chooser, show->blocked);
        ok = sell_all(demo, show, &sold) && hold_all(demo, show, &held) &&
             block_all(demo, show, &blocked) && close_show(demo, show);
    }
    arena_free(&seats);
    return ok;
}

/* ---- the waiting list of the fullest show -------------------------------------------------- */

static bool make_waiter(struct demo *demo, const char *name, const char *phone, int party)
{
    struct outcome out;
    struct act_meta meta = demo_meta(demo, 0);
    struct waiter waiter = {.party = party, .class_no = -1, .together = true};
    text_copy(waiter.name, sizeof waiter.name, name);
    text_copy(waiter.phone, sizeof waiter.phone, phone);
    desk_wait_join(&demo->call->desk, &meta, "orchard-1", &waiter, NULL, &out);
    return demo_done(demo, &out);
}

static bool open_shifts(struct demo *demo)
{
    for (int person = 0; person < 2; person++) {
        struct outcome out;
        struct act_meta meta = demo_meta(demo, person);
        int64_t amount;
        if (!money_parse("150", demo->call->house.currency, &amount))
            amount = 0;
        desk_shift_open(&demo->call->desk, &meta, amount, &out);
        if (!demo_done(demo, &out))
            return false;
    }
    return true;
}

static int64_t seats_to_do(const struct demo *demo)
{
    int64_t sum = 0;
    for (int i = 0; i < demo_show_count; i++) {
        const struct demo_show *show = &demo_shows[i];
        int seats = show->hall[0] == 'a' ? demo->arena_seats : show->hall[0] == 'p' ? 1100 : 62;
        sum += (int64_t)seats * (show->sold + show->held + show->blocked) / 100;
    }
    return sum;
}

bool demo_fill_house(struct demo *demo)
{
    demo->total = seats_to_do(demo);
    demo->progress = call_progress(demo->call, _("Selling"));
    if (!open_shifts(demo))
        return false;
    for (int i = 0; i < demo_show_count; i++)
        if (!fill_show(demo, &demo_shows[i]))
            return false;
    return make_waiter(demo, "Ada Okafor", "+31 20 555 0101", 4) &&
           make_waiter(demo, "Hugo Moreau", "+33 1 5550 0102", 2);
}
