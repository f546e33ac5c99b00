/* What others do at the house: the web, the sweep, slow writers and supervisors. */
#include "config.h"

#include <string.h>

#include "tests/model/sync_parts.h"
#include "tests/model/sync_trade.h"

enum { WEB_HOLD_MS = 5 * 60 * 1000 };

/* ---- seats ---------------------------------------------------------------------------------- */

/* The change that leads from how a seat stands to what somebody wants of it. */
static struct seat_change change_of(struct sim *sim, int seat, enum act act, enum seat_status to)
{
    const struct seat_state *now = &sim->world.store.now.seats[seat].state;
    struct seat_change change = {.show = SHOW,
                                 .seat = seat,
                                 .seen = now->version,
                                 .act = act,
                                 .from = now->status,
                                 .to = (uint8_t)to,
                                 .was = now->holder};
    sim->whose = WEB;
    if (to == SEAT_HELD || to == SEAT_SOLD)
        change.holder = sim_id(sim, 0x70);
    if (to == SEAT_HELD)
        change.held_until = sim->world.now + WEB_HOLD_MS;
    return change;
}

static bool change(struct sim *sim, int seat, enum act act, enum seat_status to)
{
    struct seat_change made = change_of(sim, seat, act, to);
    if (!house_change(&sim->world.store, &made))
        return false;
    sim->world.touched[seat] |= 1u << WEB;
    sim_say(sim, "the house: %s of seat %d", act_name(act), seat);
    return true;
}

static bool is_webs(const struct seat_state *seat)
{
    return seat->holder.b[1] == WEB + 1;
}

/* ---- orders --------------------------------------------------------------------------------- */

static struct trader office_of(struct sim *sim)
{
    const struct sim_house *store = &sim->world.store;
    struct trader office = {
        .world = &sim->world, .books = store->now.books, .who = WEB, .now = sim->world.now};
    sim->whose = WEB;
    for (int i = 0; i < SEATS; i++)
        office.seats[i] = (struct seat_now){SHOW, i, store->now.seats[i].state};
    return office;
}

static bool do_office(struct sim *sim, const struct changeset *cs)
{
    if (!cs || !house_act(&sim->world.store, cs))
        return false;
    for (int i = 0; i < cs->seats.count; i++)
        sim->world.touched[cs->seats.at[i].seat] |= 1u << WEB;
    sim_fire(sim, FIRED_OFFICE);
    sim_say(sim, "the office: %s", act_name(cs->act));
    return true;
}

static bool sell_at_house(struct sim *sim, int seat)
{
    struct trader office = office_of(sim);
    const struct trade_sale what = {&seat, 1, office.seats[seat].state.holder, sim_id(sim, 0x70)};
    return do_office(sim, trade_sell(&office, &what));
}

static bool do_order(struct sim *sim, struct uuid order)
{
    struct trader office = office_of(sim);
    struct trade_fresh fresh = {.seat = dice_roll(&sim->world.dice, SEATS)};
    if (office.seats[fresh.seat].state.status != SEAT_AVAILABLE ||
        office.seats[fresh.seat].state.allotment || !change(sim, fresh.seat, ACT_HOLD, SEAT_HELD)) {
        fresh.seat = -1;
    } else {
        office = office_of(sim);
        fresh.hold = office.seats[fresh.seat].state.holder;
    }
    return do_office(sim, trade_order(&office, &order, &fresh));
}

static void do_any_order(struct sim *sim)
{
    const struct books *books = sim->world.store.now.books;
    const int count = books->of[BOOK_SALES].count;
    if (count)
        (void)!do_order(sim,
                        BOOK_ROW(books, BOOK_SALES, sale, dice_roll(&sim->world.dice, count))->id);
}

static void decide_about(struct sim *sim, const struct conflict *conflict)
{
    struct trader office = office_of(sim);
    const struct changeset *cs = trade_resolve(&office, conflict);
    if (!do_office(sim, cs))
        return;
    sim_fire(sim, FIRED_DECIDED);
    if (cs->conflicts.at[0].outcome == CONFLICT_OTHER)
        sim_fire(sim, FIRED_OFFER_TAKEN);
}

static bool is_to_be_decided(const struct conflict *conflict, bool offered)
{
    return offered ? conflict->outcome == CONFLICT_OPEN && !uuid_is_zero(&conflict->proposal)
                   : conflict->outcome == CONFLICT_OPEN || conflict->outcome == CONFLICT_DUE;
}

/* Somebody looks at what was told, or only at what others are kept seats for, and decides. */
static void decide_one(struct sim *sim, bool offered)
{
    const struct books *books = sim->world.store.now.books;
    const int count = books->of[BOOK_CONFLICTS].count;
    const int first = count ? dice_roll(&sim->world.dice, count) : 0;
    for (int i = 0; i < count; i++) {
        const struct conflict *conflict =
            BOOK_ROW(books, BOOK_CONFLICTS, conflict, (first + i) % count);
        if (!is_to_be_decided(conflict, offered))
            continue;
        decide_about(sim, conflict);
        return;
    }
}

void sim_decide(struct sim *sim)
{
    decide_one(sim, false);
}

/* Of losers that this till brought, and of any whose offer lost a seat (loge.losers). */
static bool is_to_be_offered(struct sim *sim, const struct conflict *conflict, int till)
{
    if (conflict->outcome != CONFLICT_OPEN || conflict->heading != MERGE_RESEAT ||
        conflict->deadline <= sim->world.now || uuid_is_zero(&conflict->sale))
        return false;
    if (uuid_is_zero(&conflict->proposal))
        return strcmp(conflict->till, trade_names[till]) == 0;
    const struct hold *offer = offers_read(&sim->world, &conflict->proposal);
    for (int i = 0; i < offer->seat_count; i++)
        if (!offer->seats[i].live)
            return true;
    return false;
}

static void offer_to(struct sim *sim, const struct conflict *conflict)
{
    struct trader office = office_of(sim);
    const struct changeset *cs = trade_offer(&office, conflict);
    if (cs)
        offers_check_made(&sim->world, office.seats, conflict, cs);
    if (do_office(sim, cs))
        sim_fire(sim, uuid_is_zero(&conflict->proposal) ? FIRED_OFFER : FIRED_OFFER_BACK);
}

void sim_offer_seats(struct sim *sim, int till)
{
    const struct sim_house *store = &sim->world.store;
    for (int i = 0; i < store->now.books->of[BOOK_CONFLICTS].count; i++) {
        const struct conflict *conflict = BOOK_ROW(store->now.books, BOOK_CONFLICTS, conflict, i);
        const bool had = !uuid_is_zero(&conflict->proposal);
        if (!is_to_be_offered(sim, conflict, till))
            continue;
        offer_to(sim, conflict);
        if (had) /* and now others */
            offer_to(sim, BOOK_ROW(store->now.books, BOOK_CONFLICTS, conflict, i));
    }
}

static void web_at(struct sim *sim, int seat)
{
    const struct seat_state *now = &sim->world.store.now.seats[seat].state;
    int wish = dice_roll(&sim->world.dice, 10);
    if (seat_is_free(now, sim->world.now, CHANNEL_WEB, 0)) {
        if (now->status == SEAT_HELD && !change(sim, seat, ACT_EXPIRE, SEAT_AVAILABLE))
            return;
        (void)!(wish ? change(sim, seat, ACT_HOLD, SEAT_HELD)
                     : change(sim, seat, ACT_BLOCK, SEAT_BLOCKED));
    } else if (now->status == SEAT_HELD && is_webs(now))
        (void)!(wish < 5 ? sell_at_house(sim, seat)
                         : change(sim, seat, ACT_RELEASE, SEAT_AVAILABLE));
    else if (now->status == SEAT_SOLD && is_webs(now) && wish < 5)
        (void)!do_order(sim, now->holder);
    else if (now->status == SEAT_BLOCKED)
        (void)!change(sim, seat, ACT_UNBLOCK, SEAT_AVAILABLE);
}

static void do_office_bag(struct sim *sim)
{
    struct trader office = office_of(sim);
    if (do_office(sim, trade_bag(&office, dice_roll(&sim->world.dice, VISITORS))))
        sim_fire(sim, FIRED_BAG);
}

static void do_office_drawer(struct sim *sim)
{
    struct trader office = office_of(sim);
    (void)!do_office(sim, trade_drawer(&office));
}

void sim_act_at_house(struct sim *sim)
{
    if (dice_chance(&sim->world.dice, 30) && house_new_prices(&sim->world.store)) {
        for (int i = 0; i < SEATS; i++)
            sim->world.touched[i] |= 1u << WEB;
        return;
    }
    if (sim->bags && dice_chance(&sim->world.dice, 100)) {
        do_office_bag(sim);
        return;
    }
    if (sim->offers && dice_chance(&sim->world.dice, 200)) {
        decide_one(sim, true);
        return;
    }
    const int wish = dice_roll(&sim->world.dice, 100);
    if (wish < 20)
        do_any_order(sim);
    else if (wish < 32)
        sim_decide(sim);
    else if (wish < 35)
        do_office_drawer(sim);
    else
        web_at(sim, dice_roll(&sim->world.dice, SEATS));
}

static void sweep_seat(struct sim *sim, int seat)
{
    struct seat_change sweep = change_of(sim, seat, ACT_EXPIRE, SEAT_AVAILABLE);
    if (!house_change(&sim->world.store, &sweep))
        return;
    sim_say(sim, "the house sweeps seat %d", seat);
    if (!sim->world.house.rules.rebase)
        sim->world.touched[seat] |= 1u << WEB;
}

/* A hold that is over goes. Nobody wants the seat, unless the house calls every move a conflict. */
void sim_sweep(struct sim *sim)
{
    for (int i = 0; i < SEATS; i++)
        if (seat_hold_over(&sim->world.store.now.seats[i].state, sim->world.now))
            sweep_seat(sim, i);
}

/* Somebody gives a ticket back; most evenings nobody does. */
void sim_revoke(struct sim *sim)
{
    int ticket = dice_roll(&sim->world.dice, TICKETS);
    if (dice_chance(&sim->world.dice, 300) && house_revoke(&sim->world.store, ticket))
        sim_say(sim, "ticket %d is given back", ticket);
}

/* ---- slow writers --------------------------------------------------------------------------- */

void sim_write_slowly(struct sim *sim)
{
    int seat = dice_roll(&sim->world.dice, SEATS);
    if (!house_begin_slow(&sim->world.store, seat))
        return;
    sim_fire(sim, FIRED_SLOW_WRITER);
    sim_say(sim, "somebody begins to write seat %d", seat);
}

static void end_one(struct sim *sim, int seat, bool crashed)
{
    const struct seat_state *now = &sim->world.store.now.seats[seat].state;
    struct seat_change slow = change_of(sim, seat, ACT_HOLD, SEAT_HELD);
    if (crashed || !seat_is_free(now, sim->world.now, CHANNEL_WEB, 0))
        slow.seen = 0;
    if (house_end_slow(&sim->world.store, &slow)) {
        sim->world.touched[seat] |= 1u << WEB;
        sim_say(sim, "and has written seat %d", seat);
    }
}

void sim_end_slow(struct sim *sim, bool crashed)
{
    for (int i = 0; i < SEATS; i++)
        if (sim->world.store.locked[i])
            end_one(sim, i, crashed);
}

/* ---- supervisors ---------------------------------------------------------------------------- */

void sim_lend(struct sim *sim, int till, int seat)
{
    struct uuid device = {{(uint8_t)(till + 1)}};
    struct seat_news wish = {.show = SHOW, .seat = seat};
    if (!house_lend(&sim->world.house, &device, &wish, 1))
        return;
    sim_fire(sim, FIRED_LENT);
    sim_say(sim, "seat %d is lent to till %d", wish.seat, till + 1);
    sim->world.touched[wish.seat] |= 1u << (sim->world.house.rules.rebase ? till : WEB);
}

void sim_lend_voucher(struct sim *sim, int till)
{
    const struct house_device *device = &sim->world.store.now.devices[till];
    struct trader office = office_of(sim);
    if (!device->quarantine && !device->recall && do_office(sim, trade_lend(&office, till)))
        sim_fire(sim, FIRED_LENT_VOUCHER);
}

static void declare_dead(struct sim *sim, int till)
{
    struct uuid device = {{(uint8_t)(till + 1)}};
    if (!house_declare_dead(&sim->world.house, &device))
        return;
    world_dead(&sim->world, till);
    sim_fire(sim, FIRED_DEAD);
    sim_say(sim, "till %d is declared dead", till + 1);
}

void sim_supervise(struct sim *sim, int till)
{
    struct uuid device = {{(uint8_t)(till + 1)}};
    struct dice *dice = &sim->world.dice;
    sim->world.house.now = sim->world.now;
    if (dice_chance(dice, sim->weather.dead))
        declare_dead(sim, till);
    else if (dice_chance(dice, 100))
        (void)!house_readmit(&sim->world.house, &device);
    else if (dice_chance(dice, 150))
        (void)!house_recall(&sim->world.house, &device);
    else if (dice_chance(dice, 200))
        sim_lend_voucher(sim, till);
    else if (dice_chance(dice, sim->weather.lend))
        sim_lend(sim, till, dice_roll(dice, SEATS));
}
