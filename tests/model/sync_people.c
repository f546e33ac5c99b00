/* What clerks and door staff do at the tills. */
#include "config.h"

#include <string.h>

#include "src/domain/act_bytes.h"
#include "src/domain/loan.h"
#include "tests/model/sync_parts.h"
#include "tests/model/sync_trade.h"

enum {
    HOLD_MS = 15 * 60 * 1000,
    MOST_SEATS = 2,
    CHANGES = 3 * MOST_SEATS,
    ACT_BYTES = 4096,
    ONLINE_SEQ = 1000
};

/* ---- at a till ------------------------------------------------------------------------------ */

struct plan_of_act {
    struct till_act act;
    struct seat_change changes[CHANGES];
    uint8_t ticket; /* that is given back */
    struct deed deed;
    int64_t wall;
    struct trader trader;
};

static struct seat_change *add_change(struct plan_of_act *p, int seat, enum act act, int from,
                                      int to)
{
    struct seat_change *change = &p->changes[p->act.count++];
    *change = (struct seat_change){
        .show = SHOW, .seat = seat, .act = act, .from = (uint8_t)from, .to = (uint8_t)to};
    p->deed.seats |= 1u << seat;
    p->deed.of_a_hold = p->deed.of_a_hold || (from == SEAT_HELD && act != ACT_EXPIRE);
    return change;
}

static void plan_hold(struct sim *sim, struct plan_of_act *p, int seat, struct uuid hold)
{
    struct seat_change *change = add_change(p, seat, ACT_HOLD, SEAT_AVAILABLE, SEAT_HELD);
    change->holder = hold;
    change->held_until = p->wall + HOLD_MS;
    p->deed.hold_ms = HOLD_MS;
}

/* ---- with money -------------------------------------------------------------------------------
 */

static const struct seat_state *shown_seat(struct sim *sim, int till, int seat)
{
    const struct replica_seat *known = &sim->world.disks[till].now.seats[seat];
    return known->tip ? &known->mine : &known->house;
}

static struct trader *trader_at(struct sim *sim, struct plan_of_act *p, int till)
{
    p->trader = (struct trader){.world = &sim->world,
                                .books = sim->world.disks[till].now.books,
                                .who = till,
                                .now = p->wall};
    for (int i = 0; i <= RETIRED_SEAT; i++)
        p->trader.seats[i] = (struct seat_now){SHOW, i, *shown_seat(sim, till, i)};
    return &p->trader;
}

/* The act as it was decided: its seats, and the rest as bytes. NULL: it was refused, and nothing is
 * done at all. */
static bool take_act(struct sim *sim, struct plan_of_act *p, struct changeset *cs,
                     const struct uuid *order)
{
    static uint8_t bytes[ACT_BYTES];
    if (!cs) {
        p->act.count = 0;
        return false;
    }
    for (int i = 0; i < cs->seats.count; i++) {
        const struct seat_change *made = &cs->seats.at[i];
        struct seat_change *change = add_change(p, made->seat, made->act, made->from, made->to);
        change->holder = made->holder;
        change->was = made->was;
    }
    if (p->deed.poison && cs->sales.count && dice_chance(&sim->world.dice, 500))
        cs->sales.at[0].total++; /* its rows contradict one another */
    p->deed.act = cs;
    p->deed.order = *order;
    p->act.payload = bytes;
    p->act.payload_size = (uint32_t)act_write(cs, bytes, sizeof bytes);
    if (!p->act.payload_size)
        world_fault(&sim->world, "an act has no bytes");
    sim_fire(sim, FIRED_MONEY);
    return true;
}

static void plan_sale(struct sim *sim, struct plan_of_act *p, const int *seats, int count,
                      struct uuid hold, struct uuid sale)
{
    const struct trade_sale what = {seats, count, hold, sale};
    struct trader *trader = trader_at(sim, p, sim->whose);
    if (!take_act(sim, p, trade_sell(trader, &what), &sale))
        return;
    p->deed.sale = sale;
    p->deed.hold_ms = 0;
}

static void plan_end(struct plan_of_act *p, int seat, enum act act, const struct seat_state *now)
{
    struct seat_change *change = add_change(p, seat, act, now->status, SEAT_AVAILABLE);
    change->was = now->holder;
}

static void plan_extension(struct plan_of_act *p, int seat, struct uuid hold)
{
    struct seat_change *change = add_change(p, seat, ACT_EXTEND, SEAT_HELD, SEAT_HELD);
    change->was = change->holder = hold;
    change->held_until = p->wall + HOLD_MS;
    p->deed.hold_ms = HOLD_MS;
}

static void plan_takeover(struct sim *sim, struct plan_of_act *p, int seat,
                          const struct seat_state *now)
{
    plan_end(p, seat, ACT_EXPIRE, now);
    plan_hold(sim, p, seat, sim_id(sim, 0x40));
}

static void of_held(struct sim *sim, struct plan_of_act *p, int seat, const struct seat_state *now,
                    bool mine)
{
    int wish = dice_roll(&sim->world.dice, 10);
    if (!mine) {
        if (now->held_until <= p->wall)
            plan_takeover(sim, p, seat, now);
    } else if (wish < 6)
        plan_sale(sim, p, &seat, 1, now->holder, sim_id(sim, 0x50));
    else if (wish < 8)
        plan_end(p, seat, ACT_RELEASE, now);
    else
        plan_extension(p, seat, now->holder);
}

static bool is_free(struct sim *sim, int till, int seat)
{
    const struct replica_seat *known = &sim->world.disks[till].now.seats[seat];
    const struct seat_state *shown = known->tip ? &known->mine : &known->house;
    return shown->status == SEAT_AVAILABLE &&
           (!shown->allotment || shown->allotment == sim->tills[till].meta.till);
}

static void of_free(struct sim *sim, struct plan_of_act *p, int till, int seat)
{
    int second = (seat + 1) % SEATS;
    bool sell = dice_chance(&sim->world.dice, 300);
    bool two = dice_chance(&sim->world.dice, 250) && is_free(sim, till, second);
    struct uuid hold = sim_id(sim, 0x40), sale = sim_id(sim, 0x50);
    plan_hold(sim, p, seat, hold);
    if (two)
        plan_hold(sim, p, second, hold);
    if (sell)
        plan_sale(sim, p, (const int[]){seat, second}, two ? 2 : 1, hold, sale);
}

/* An order of this till's; zero: it has none. */
static struct uuid own_order(struct sim *sim, int till)
{
    const struct books *books = sim->world.disks[till].now.books;
    const int count = books->of[BOOK_SALES].count;
    const int first = count ? dice_roll(&sim->world.dice, count) : 0;
    for (int i = 0; i < count; i++) {
        const struct sale *sale = BOOK_ROW(books, BOOK_SALES, sale, (first + i) % count);
        if (strcmp(sale->till, trade_names[till]) == 0 && sale->status != SALE_REFUNDED)
            return sale->id;
    }
    return (struct uuid){{0}};
}

static void plan_order(struct sim *sim, struct plan_of_act *p, int till, struct uuid order)
{
    struct trade_fresh fresh = {.seat = dice_roll(&sim->world.dice, SEATS)};
    struct trader *trader = trader_at(sim, p, till);
    if (!is_free(sim, till, fresh.seat))
        fresh.seat = -1;
    fresh.hold = sim_id(sim, 0x40);
    struct changeset *cs = trade_order(trader, &order, &fresh);
    if (!cs)
        return;
    if (cs->act == ACT_EXCHANGE)
        plan_hold(sim, p, fresh.seat, fresh.hold);
    (void)!take_act(sim, p, cs, &order);
    if (cs->act == ACT_EXCHANGE)
        p->deed.sale = order;
    p->deed.hold_ms = 0;
}

static void plan_drawer(struct sim *sim, struct plan_of_act *p, int till)
{
    const struct uuid none = {{0}};
    struct trader *trader = trader_at(sim, p, till);
    (void)!take_act(sim, p, trade_drawer(trader), &none);
}

static void plan_bag(struct sim *sim, struct plan_of_act *p, int till)
{
    const struct uuid none = {{0}};
    struct trader *trader = trader_at(sim, p, till);
    if (take_act(sim, p, trade_bag(trader, dice_roll(&sim->world.dice, VISITORS)), &none))
        sim_fire(sim, FIRED_BAG);
}

/* Ids say who made them, so a till knows its own holds and sales. */
static void plan_seats(struct sim *sim, struct plan_of_act *p, int till)
{
    int seat = dice_roll(&sim->world.dice, SEATS);
    const struct replica_seat *known = &sim->world.disks[till].now.seats[seat];
    const struct seat_state *now = known->tip ? &known->mine : &known->house;
    bool mine = now->holder.b[1] == till + 1;
    if (dice_chance(&sim->world.dice, 10) && is_free(sim, till, RETIRED_SEAT)) {
        struct uuid hold = sim_id(sim, 0x40);
        plan_hold(sim, p, RETIRED_SEAT, hold);
        p->deed.poison = true;
        if (dice_chance(&sim->world.dice, 500))
            plan_sale(sim, p, (const int[]){RETIRED_SEAT}, 1, hold, sim_id(sim, 0x50));
    } else if (is_free(sim, till, seat))
        of_free(sim, p, till, seat);
    else if (now->status == SEAT_HELD)
        of_held(sim, p, seat, now, mine);
    else if (now->status == SEAT_SOLD && mine && dice_chance(&sim->world.dice, 500))
        plan_order(sim, p, till, now->holder);
}

static void plan_act(struct sim *sim, struct plan_of_act *p, int till)
{
    const int wish = dice_roll(&sim->world.dice, 100);
    const struct uuid order = wish < 20 ? own_order(sim, till) : (struct uuid){{0}};
    if (!uuid_is_zero(&order))
        plan_order(sim, p, till, order);
    else if (wish < 24)
        plan_drawer(sim, p, till);
    else
        plan_seats(sim, p, till);
}

static void plan_scan(struct sim *sim, struct plan_of_act *p)
{
    p->act.kind = ENTRY_SCAN;
    p->deed.scan = true;
    p->act.scan.ticket.b[0] = (uint8_t)dice_roll(&sim->world.dice, TICKETS);
    p->act.scan.out = dice_chance(&sim->world.dice, 300);
}

/* Money goes back for a ticket, whoever has been let in by it elsewhere. */
static void plan_money_back(struct sim *sim, struct plan_of_act *p)
{
    p->ticket = (uint8_t)dice_roll(&sim->world.dice, TICKETS);
    p->act.payload = &p->ticket;
    p->act.payload_size = 1;
}

static uint64_t sum_of(struct sim *sim, int till)
{
    const struct disk_rows *rows = &sim->world.disks[till].now;
    const struct entry_frame *frame = &sim->world.disks[till].frames[rows->count - 1];
    struct entry entry;
    if (entry_read(sim->world.arena, frame->body, frame->size, &entry) != ENTRY_GOOD)
        world_fault(&sim->world, "a till cannot read what it wrote");
    return world_sum(&entry);
}

static void note_deed(struct sim *sim, struct plan_of_act *p, int till,
                      const struct till_written *written)
{
    struct world *world = &sim->world;
    p->deed.uid = p->act.uid;
    p->deed.till = till;
    p->deed.boot = sim->tills[till].clock.boot;
    p->deed.made_at = world->now;
    p->deed.final =
        written->final && world->store.now.devices[till].quarantine != QUARANTINE_REVOKED;
    p->deed.sum = sum_of(sim, till);
    world_add_deed(world, &p->deed);
    for (int i = 0; i < SEATS; i++)
        if (p->deed.seats & 1u << i)
            world->touched[i] |= 1u << till;
    sim_fire(sim, FIRED_ENTRIES);
    if (written->final)
        sim_fire(sim, p->act.gives ? FIRED_GAVE_FOR_GOOD : FIRED_FINAL);
}

/* ---- an act that was done online, and its answer lost ---------------------------------------- */

static bool stands_on_the_house(const struct sim *sim, int till, const struct entry *entry,
                                uint64_t seq)
{
    if (sim->world.disks[till].act && sim->tills[till].meta.first_open != seq)
        return false; /* its rows are as its own entries left them */
    for (int i = 0; i < entry->seat_count; i++)
        if (entry->seats[i].after && entry->seats[i].after != seq)
            return false;
    return entry->seat_count > 0 || sim->world.disks[till].act;
}

/* What the house would refuse online: it was not done there. */
static bool is_refused_online(const struct merge_result *result)
{
    return !entry_state_done(result->state) || result->heading == MERGE_PAPER ||
           result->heading == MERGE_OVER_BUDGET || result->heading == MERGE_SHIFT_TWICE ||
           result->heading == MERGE_BAG_TWICE;
}

/* Receipts of acts that were never in a journal are kept as of epoch 0. */
static bool apply_online(struct sim *sim, int till, struct house_entry *item)
{
    struct sim_house *store = &sim->world.store;
    struct merge_house reads = {store,
                                sim_house_store.seat,
                                NULL,
                                sim_house_store.ticket,
                                sim_house_store.used,
                                sim_house_store.bag_moved};
    struct merge_call call = {.entry = &item->entry,
                              .act = item->act,
                              .seq = item->frame.seq,
                              .till = (uint16_t)(till + 1),
                              .made_at = sim->world.now,
                              .now = sim->world.now,
                              .rules = &sim->world.house.rules,
                              .house = &reads};
    struct merge_result result;
    item->frame.seq = ONLINE_SEQ + (uint64_t)sim->ids;
    store->borrower = till;
    sim->world.strangers[till] = false; /* or nobody could have done it there */
    if (!sim_house_store.prepare(store, item, 1))
        return false;
    call.rows = home_rows(store);
    merge_entry(&call, sim->world.arena, &result);
    struct house_receipt receipt = {.device = {{(uint8_t)(till + 1)}},
                                    .uid = item->entry.uid,
                                    .seq = item->frame.seq,
                                    .state = result.state,
                                    .heading = result.heading};
    memcpy(receipt.fingerprint, item->entry.fingerprint, FINGERPRINT_SIZE);
    if (is_refused_online(&result)) {
        sim_house_store.rollback(store);
        return false;
    }
    return sim_house_store.put_entry(store, &receipt, &item->entry, &result) &&
           sim_house_store.commit(store);
}

/* The till does not know that, so the act went into its journal, under the same key. */
static void maybe_online_before(struct sim *sim, int till, uint64_t seq)
{
    struct sim_house *store = &sim->world.store;
    struct house_entry item = {.frame = sim->world.disks[till].frames[seq - 1]};
    if (!dice_chance(&sim->world.dice, sim->weather.drop / 4) ||
        store->now.devices[till].quarantine ||
        entry_read(sim->world.arena, item.frame.body, item.frame.size, &item.entry) != ENTRY_GOOD ||
        !stands_on_the_house(sim, till, &item.entry, seq))
        return;
    for (int i = 0; i < SEATS; i++)
        if (store->locked[i])
            return;
    if (sim->world.disks[till].act) {
        item.act = changeset_new(sim->world.arena);
        if (!act_read(item.entry.payload, item.entry.payload_size, item.act))
            world_fault(&sim->world, "an act cannot be read");
    }
    if (!apply_online(sim, till, &item))
        return;
    sim_fire(sim, FIRED_DONE_ONLINE);
    sim_say(sim, "that was done online before, and the answer was lost");
}

/* A sale for good is one that the lease still covers, of seats that nobody else can sell now. */
static void check_final(struct sim *sim, int till, const struct plan_of_act *p)
{
    const struct till_sync *t = &sim->tills[till];
    if (t->clock.mono >= t->meta.lease_ends || t->meta.giving_back ||
        !uuid_equal(&t->meta.lease_boot, &t->clock.boot))
        world_fault(&sim->world, "a till sold for good without a lease");
    for (int i = 0; i < SEATS; i++)
        if (p->deed.seats & 1u << i &&
            sim->world.store.committed.seats[i].state.allotment != till + 1)
            world_fault(&sim->world, "till %d sold seat %d for good, which is not lent to it",
                        till + 1, i);
}

/* Before it is done: by what the till has left of its loans (sync/lite_till_act.c). */
static void look_at_vouchers(struct sim *sim, struct plan_of_act *p, int till)
{
    const struct changeset *act = p->deed.act;
    for (int i = 0; act && i < act->vouchers.count; i++) {
        const struct voucher *voucher = &act->vouchers.at[i];
        if (voucher->gave <= 0)
            continue;
        p->act.gives = p->act.gives || voucher_has_budget(voucher);
        if (!loan_covers(
                voucher,
                books_loan(sim->world.disks[till].now.books, voucher->code, trade_names[till]),
                voucher->gave))
            p->act.beyond = true;
    }
}

static void do_act(struct sim *sim, struct plan_of_act *p, int till)
{
    struct till_sync *t = &sim->tills[till];
    struct till_written written;
    p->act.changes = p->changes;
    p->act.uid = sim_id(sim, 0x60);
    memcpy(p->act.fingerprint, p->act.uid.b, sizeof p->act.uid.b);
    if (dice_chance(&sim->world.dice, sim->weather.strike))
        sim->world.disks[till].strike = 1 + dice_roll(&sim->world.dice, 6);
    look_at_vouchers(sim, p, till);
    sim->world.disks[till].act = p->deed.act;
    enum verdict verdict = till_journal(t, sim->world.arena, &p->act, &written);
    sim_say(sim, "till %d: act %d on seats %x, %s", till + 1,
            p->act.count ? (int)p->changes[p->act.count - 1].act : -1, p->deed.seats,
            verdict_code(verdict));
    if (verdict == VERDICT_OK) {
        note_deed(sim, p, till, &written);
        if (written.final && sim->world.store.now.devices[till].quarantine != QUARANTINE_REVOKED)
            check_final(sim, till, p);
        maybe_online_before(sim, till, written.seq);
    } else if (t->latched) {
        sim_fire(sim, FIRED_TILL_WRITE);
        sim_start_till(sim, till, false);
    }
    sim->world.disks[till].act = NULL;
    sim->world.disks[till].strike = 0;
}

void sim_act_at_till(struct sim *sim, int till)
{
    struct plan_of_act p = {0};
    const struct world *world = &sim->world;
    if (world->deed_count == ACTS || world->disks[till].now.count >= ENTRIES / 2)
        return;
    sim->whose = till;
    sim_set_clock(sim, till);
    p.wall = sim->tills[till].clock.wall;
    if ((till == SCANNER || sim->doors) && dice_chance(&sim->world.dice, 600))
        plan_scan(sim, &p);
    else if (sim->doors && dice_chance(&sim->world.dice, 60))
        plan_money_back(sim, &p);
    else if (sim->bags && dice_chance(&sim->world.dice, 150))
        plan_bag(sim, &p, till);
    else
        plan_act(sim, &p, till);
    if (p.act.count || p.act.kind == ENTRY_SCAN || p.act.payload_size)
        do_act(sim, &p, till);
}
