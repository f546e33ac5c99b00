#include "config.h"

#include "tests/model/sync_sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/model/sync_parts.h"

enum {
    STEPS = 110,
    HEAL_ROUNDS = 120,
    TALK_MOST = 1000, /* messages of one moment */
    PATIENCE_MS = 3000,
    RENEW_MS = 20000,
    MINUTE_MS = 60000,
    LEASE_MS = 20 * MINUTE_MS,
    DAY_MS = 24 * 60 * MINUTE_MS,
    WITH_BAGS =
        1 << 0 | 1 << 1 | 1 << 4 | 1 << 7, /* seeds modulo 8, of none that was kept as a case */
    WITH_STRANGERS = 1 << 0 | 1 << 6,
};

static const char *const fired_names[] = {
    [FIRED_DROPPED] = "messages lost",
    [FIRED_DOUBLED] = "messages doubled",
    [FIRED_REORDERED] = "messages overtaken",
    [FIRED_CUT] = "batches cut short",
    [FIRED_DAMAGED] = "batches damaged",
    [FIRED_LINK_DOWN] = "lines cut",
    [FIRED_TILL_CRASH] = "tills killed",
    [FIRED_TILL_WRITE] = "tills killed at a write",
    [FIRED_HOUSE_CRASH] = "houses killed",
    [FIRED_HOUSE_WRITE] = "houses killed at a write",
    [FIRED_ANSWER_LOST] = "answers lost after the commit",
    [FIRED_DONE_ONLINE] = "acts done online, their answer lost",
    [FIRED_RESTORED] = "old disks put back",
    [FIRED_REBOOT] = "reboots",
    [FIRED_CLOCK] = "clocks moved",
    [FIRED_SLOW_WRITER] = "slow writers",
    [FIRED_BUSY] = "batches met a busy house",
    [FIRED_DEAD] = "tills declared dead",
    [FIRED_HELD_OFFLINE] = "tills held offline",
    [FIRED_OLD_REVISION] = "tills of other revisions",
    [FIRED_QUARANTINE] = "quarantined hellos",
    [FIRED_NEW_EPOCH] = "new epochs",
    [FIRED_LENT] = "seats lent",
    [FIRED_LENT_VOUCHER] = "vouchers lent",
    [FIRED_GAVE_FOR_GOOD] = "vouchers given away for good alone",
    [FIRED_GIVEN_BACK] = "allotments given back",
    [FIRED_ENTRIES] = "entries",
    [FIRED_MONEY] = "entries with money or paper",
    [FIRED_OFFICE] = "acts of the office with money or paper",
    [FIRED_BAG] = "steps with bags",
    [FIRED_OFFER] = "other seats kept for losers",
    [FIRED_OFFER_BACK] = "offers that lost a seat, taken back",
    [FIRED_OFFER_TAKEN] = "offers taken",
    [FIRED_DECIDED] = "conflicts decided",
    [FIRED_FINAL] = "sales for good",
    [FIRED_ACCEPTED] = "accepted",
    [FIRED_REBASED] = "rebased",
    [FIRED_CONFLICT] = "conflicts",
    [FIRED_REFUSED] = "refused",
    [FIRED_EXPIRED] = "expired",
    [FIRED_TWICE_IN] = "tickets admitted twice",
    [FIRED_REVOKED_IN] = "tickets that did not count",
    [FIRED_USED_BACK] = "tickets given back that had been used",
    [FIRED_BAG_TWICE] = "bags checked in twice",
    [FIRED_OVERPAID] = "orders paid beyond what was due",
    [FIRED_PAPER] = "papers that admit nobody, or two",
    [FIRED_OVER_BUDGET] = "vouchers over their budget",
    [FIRED_SHIFT_TWICE] = "shifts counted twice",
    [FIRED_WAITED] = "journals that waited for a person",
    [FIRED_SALVAGED] = "payments kept of refused entries",
};

_Static_assert(COUNT_OF(fired_names) == FIRED_COUNT, "everything that is fired has a name");

const char *fired_name(enum fired what)
{
    return fired_names[what];
}

void sim_fire(struct sim *sim, enum fired what)
{
    sim->sums.fired[what]++;
}

void sim_tell(struct sim *sim, const char *fmt, ...)
{
    va_list args;
    printf("# %8.1f s  ", (double)(sim->world.now % DAY_MS) / 1000);
    va_start(args, fmt);
    vprintf(fmt, args);
    va_end(args);
    putchar('\n');
}

/* The second byte says whose it is: holds and sales of a till carry its number. */
struct uuid sim_id(struct sim *sim, int kind)
{
    int id = ++sim->ids;
    return (struct uuid){
        {(uint8_t)kind, (uint8_t)(sim->whose + 1), (uint8_t)(id >> 8), (uint8_t)id}};
}

/* ---- its world ---------------------------------------------------------------------- */

static int some(struct dice *dice, int most)
{
    return dice_chance(dice, 500) ? dice_roll(dice, most) : 0;
}

/* Each kind of fault is there in half of the schedules: alone they find other bugs than together.
 */
static struct weather weather_of(struct dice *dice)
{
    return (struct weather){.drop = some(dice, 300),
                            .twice = some(dice, 300),
                            .cut = some(dice, 300),
                            .damage = some(dice, 100),
                            .link = some(dice, 60),
                            .crash = some(dice, 60),
                            .strike = some(dice, 100),
                            .restore = some(dice, 100),
                            .clock = some(dice, 60),
                            .slow = some(dice, 60),
                            .dead = some(dice, 150),
                            .held = some(dice, 20),
                            .lend = some(dice, 800)};
}

static void start_house(struct sim *sim)
{
    struct dice *dice = &sim->world.dice;
    struct house_sync *house = &sim->world.house;
    house_start(&sim->world.store, &sim->world);
    sim->house_table = sim_house_store;
    sim->house_table.ctx = &sim->world.store;
    *house = (struct house_sync){.store = &sim->house_table,
                                 .chain = {.crypt = &sim_crypt, .house = {{0xAA}}},
                                 .rules = {.rebase = !dice_chance(dice, 250),
                                           .paid_beats_hold = dice_chance(dice, 500),
                                           .reseat_most = dice_roll(dice, 3)},
                                 .revision = 3,
                                 .lease_ms = LEASE_MS,
                                 .now = sim->world.now};
}

static void start_till(struct sim *sim, int till)
{
    struct dice *dice = &sim->world.dice;
    struct till_sync *t = &sim->tills[till];
    disk_start(&sim->world.disks[till], sim->world.arena, till);
    sim->till_tables[till] = sim_till_disk;
    sim->till_tables[till].ctx = &sim->world.disks[till];
    *t = (struct till_sync){.disk = &sim->till_tables[till],
                            .chain = sim->world.house.chain,
                            .limits = {.entries = 1 + dice_roll(dice, 3),
                                       .batches = 1 + dice_roll(dice, 3),
                                       .bytes = 2048,
                                       .page = 1 + dice_roll(dice, sim->weather.lend ? 4 : 20),
                                       .patience_ms = PATIENCE_MS,
                                       .renew_ms = RENEW_MS},
                            .revision = 3 - dice_roll(dice, 3)};
    t->chain.device.b[0] = (uint8_t)(till + 1);
    if (dice_chance(dice, 20)) {
        t->revision = 4;
        sim_fire(sim, FIRED_OLD_REVISION);
    }
    sim_start_till(sim, till, true);
}

/* ---- faults --------------------------------------------------------------------------------- */

static void kill_till(struct sim *sim, int till)
{
    bool reboot = dice_chance(&sim->world.dice, 300);
    sim_fire(sim, FIRED_TILL_CRASH);
    if (reboot)
        sim_fire(sim, FIRED_REBOOT);
    sim_say(sim, "till %d is killed%s", till + 1, reboot ? " and boots" : "");
    sim_start_till(sim, till, reboot);
}

static void kill_house(struct sim *sim)
{
    sim_fire(sim, FIRED_HOUSE_CRASH);
    sim_say(sim, "the house is killed");
    house_crash(&sim->world.store);
    sim_end_slow(sim, true);
}

/* A copy of the disk is made now, and put back some time later, on a machine that has to boot. */
static void copy_or_restore(struct sim *sim, int till)
{
    if (!sim->has_copy[till]) {
        sim->copies[till] = sim->world.disks[till].committed;
        sim->has_copy[till] = true;
        return;
    }
    sim->has_copy[till] = false;
    world_restore(&sim->world, till, &sim->copies[till]);
    sim_fire(sim, FIRED_RESTORED);
    sim_say(sim, "an old copy of the disk of till %d is put back", till + 1);
    sim_start_till(sim, till, true);
}

static void move_clock(struct sim *sim, int till)
{
    sim->wall_offset[till] = (dice_roll(&sim->world.dice, 53) - 26) * (int64_t)60 * MINUTE_MS;
    sim_fire(sim, FIRED_CLOCK);
}

static void tell(struct sim *sim, int till, enum till_event_kind kind, bool good)
{
    struct till_event event = {.kind = kind, .good = good};
    sim_tell_till(sim, till, &event);
}

static void hold_offline(struct sim *sim, int till)
{
    bool held = sim->tills[till].mode.held;
    sim_fire(sim, FIRED_HELD_OFFLINE);
    tell(sim, till, held ? TILL_LET_GO : TILL_HOLD, false);
}

/* With password and the till's key, or a supervisor vouches for him. */
static void sign_in(struct sim *sim, int till)
{
    if (!sim->world.strangers[till])
        return;
    sim->world.strangers[till] = false;
    sim_say(sim, "the house sees the person at till %d sign in", till + 1);
    if (sim->tills[till].trouble == SYNC_STRANGER)
        sim_fire(sim, FIRED_WAITED);
    tell(sim, till, TILL_RETRY, false);
}

static void strike_a_fault(struct sim *sim, int till)
{
    struct dice *dice = &sim->world.dice;
    const struct weather *weather = &sim->weather;
    if (dice_chance(dice, weather->link)) {
        sim->link_down[till] = !sim->link_down[till];
        if (sim->link_down[till])
            sim_fire(sim, FIRED_LINK_DOWN);
    }
    if (dice_chance(dice, weather->crash))
        kill_till(sim, till);
    if (dice_chance(dice, weather->crash))
        kill_house(sim);
    if (dice_chance(dice, weather->restore))
        copy_or_restore(sim, till);
    if (dice_chance(dice, weather->clock))
        move_clock(sim, till);
    if (dice_chance(dice, weather->slow))
        sim_write_slowly(sim);
    if (dice_chance(dice, weather->held))
        hold_offline(sim, till);
}

/* ---- steps ---------------------------------------------------------------------------------- */

static void probe(struct sim *sim, int till)
{
    for (int i = dice_roll(&sim->world.dice, 6); i >= 0; i--)
        tell(sim, till, TILL_PROBE, !sim->link_down[till]);
}

static void lend_and_take_back(struct sim *sim, int till)
{
    if (dice_chance(&sim->world.dice, 800))
        sim_supervise(sim, till);
    else
        tell(sim, till, TILL_GIVE_BACK, false);
}

static void step(struct sim *sim)
{
    struct dice *dice = &sim->world.dice;
    int what = dice_roll(dice, 100), till = dice_roll(dice, TILLS);
    sim->world.now += dice_roll(dice, 400);
    if (what < 40 && sim->packet_count)
        sim_deliver(sim, dice_roll(dice, sim->packet_count));
    else if (what < 56)
        tell(sim, till, TILL_TICK, false);
    else if (what < 64)
        probe(sim, till);
    else if (what < 82)
        sim_act_at_till(sim, till);
    else if (what < 89)
        sim_act_at_house(sim);
    else if (what < 92)
        sim_supervise(sim, till);
    else if (what < 95)
        sim->world.now += dice_roll(dice, 10) * MINUTE_MS;
    else if (what < 97)
        sim_sweep(sim);
    else if (sim->doors && what == 97)
        sim_revoke(sim);
    else
        sim_end_slow(sim, false);
    if (dice_chance(dice, 300))
        strike_a_fault(sim, till);
    if (dice_chance(dice, sim->weather.lend / 10))
        lend_and_take_back(sim, till);
    if (sim->world.strangers[till] && dice_chance(dice, 50))
        sign_in(sim, till);
}

/* A moment in which nothing is lost. */
static void go_well(struct sim *sim)
{
    sim->world.now += PATIENCE_MS / 2;
    for (int i = 0; i < TILLS; i++) {
        tell(sim, i, TILL_PROBE, true);
        tell(sim, i, TILL_TICK, false);
    }
    for (int i = 0; sim->packet_count; i++) {
        if (i == TALK_MOST) {
            world_fault(&sim->world, "they never stop talking");
            return;
        }
        sim_deliver(sim, 0);
    }
}

/* Where seats are lent the evening begins with a house that can be reached. */
static void open_doors(struct sim *sim)
{
    struct weather weather = sim->weather;
    sim->weather = (struct weather){0};
    for (int i = 0; i < SEATS; i++)
        if (dice_chance(&sim->world.dice, weather.lend))
            sim_lend(sim, dice_roll(&sim->world.dice, TILLS), i);
    for (int i = 0; i < TILLS; i++)
        if (dice_chance(&sim->world.dice, 500))
            sim_lend_voucher(sim, i);
    for (int i = 0; i < 3; i++)
        go_well(sim);
    sim->weather = weather;
}

/* ---- healed --------------------------------------------------------------------------------- */

static bool is_settled(const struct sim *sim, int till)
{
    const struct till_sync *t = &sim->tills[till];
    return t->mode.now == MODE_ONLINE && t->phase == TILL_QUIET && !t->meta.giving_back &&
           t->meta.first_open > t->meta.head_seq && t->meta.cursor == sim->world.store.now.event;
}

static bool all_settled(const struct sim *sim)
{
    for (int i = 0; i < TILLS; i++)
        if (!is_settled(sim, i))
            return false;
    return !sim->packet_count;
}

static void heal(struct sim *sim)
{
    sim->weather = (struct weather){0};
    sim_say(sim, "everything is healed");
    sim_end_slow(sim, false);
    for (int i = 0; i < TILLS; i++) {
        sim->link_down[i] = false;
        sign_in(sim, i);
        sim->tills[i].revision = 3;
        if (sim->tills[i].mode.held)
            tell(sim, i, TILL_LET_GO, false);
    }
}

static void let_in_again(struct sim *sim, int till)
{
    const struct house_device *device = &sim->world.store.now.devices[till];
    if (device->quarantine && !device->granted && !house_readmit(&sim->world.house, &device->id))
        world_fault(&sim->world, "till %d cannot be let in again", till + 1);
}

static void live_on(struct sim *sim)
{
    for (int round = 0; round < HEAL_ROUNDS && !all_settled(sim) && !sim->world.fault[0]; round++) {
        for (int i = 0; i < TILLS; i++)
            let_in_again(sim, i);
        go_well(sim);
    }
    if (!all_settled(sim))
        world_fault(&sim->world, "everything is healed, and still it does not come to rest");
}

/* ---- a schedule ---------------------------------------------------------------------------- */

static void begin(struct sim *sim, uint64_t seed)
{
    struct world *world = &sim->world;
    arena_reset(world->arena);
    world->dice.state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < 4; i++)
        dice_next(&world->dice);
    world->deed_count = sim->packet_count = sim->ids = 0;
    for (int i = 0; i < PACKETS; i++)
        sim->way[i] = (uint8_t)i;
    world->now = 1000 * (int64_t)DAY_MS;
    world->fault[0] = '\0';
    world->suspect = (struct uuid){{0}};
    world->blurred = sim->healed = false;
    world->id_seed = seed + 1;
    world->ids = (struct uuid_source){.rng = rng_seeded(&world->id_seed)};
    world->office.at = NULL;
    world->office.count = world->office.room = 0;
    sim->weather = weather_of(&world->dice);
    sim->doors = seed % 8 >= 6; /* of no seed that was kept as a case */
    sim->bags = sim->offers = WITH_BAGS >> seed % 8 & 1;
    memset(world->touched, 0, sizeof world->touched);
    start_house(sim);
    for (int i = 0; i < TILLS; i++) {
        world->loans_ended[i] = world->was_restored[i] = sim->link_down[i] = sim->has_copy[i] =
            false;
        world->must_renew[i] = 0;
        world->strangers[i] = (WITH_STRANGERS >> seed % 8 & 1) && seed / 8 >> i & 1;
        world->lag[i] = world->lag_most[i] = sim->wall_offset[i] = 0;
        start_till(sim, i);
        world->disks[i].now.books = world->disks[i].committed.books = world->store.now.books;
    }
    if (sim->weather.lend)
        open_doors(sim);
    if (sim->weather.lend && seed % 8 == 4) /* of no seed that was kept as a case */
        sim_lend_anew(sim, (int)(seed / 8 % SCANNER));
}

/* ---- sums ----------------------------------------------------------------------------------- */

static void count_money(struct sim *sim)
{
    static const enum fired of[MERGE_CLASS_COUNT] = {[MERGE_BAG_TWICE] = FIRED_BAG_TWICE,
                                                     [MERGE_OVERPAID] = FIRED_OVERPAID,
                                                     [MERGE_PAPER] = FIRED_PAPER,
                                                     [MERGE_OVER_BUDGET] = FIRED_OVER_BUDGET,
                                                     [MERGE_SHIFT_TWICE] = FIRED_SHIFT_TWICE};
    const struct books *books = sim->world.store.now.books;
    for (int i = 0; i < books->of[BOOK_CONFLICTS].count; i++) {
        const struct conflict *conflict = BOOK_ROW(books, BOOK_CONFLICTS, conflict, i);
        if (of[conflict->heading])
            sim_fire(sim, of[conflict->heading]);
        if (uuid_equal(&conflict->sale, &conflict->id))
            sim_fire(sim, FIRED_SALVAGED);
    }
}

static void count_verdicts(struct sim *sim)
{
    static const enum fired of[ENTRY_STATE_COUNT] = {
        [ENTRY_ACCEPTED] = FIRED_ACCEPTED, [ENTRY_REBASED] = FIRED_REBASED,
        [ENTRY_CONFLICT] = FIRED_CONFLICT, [ENTRY_REFUSED] = FIRED_REFUSED,
        [ENTRY_EXPIRED] = FIRED_EXPIRED,
    };
    const struct sim_house *store = &sim->world.store;
    for (int i = 0; i < store->now.receipts; i++)
        sim_fire(sim, of[store->receipts[i].receipt.state]);
    count_money(sim);
    sim->sums.fired[FIRED_TWICE_IN] += store->now.twice_in;
    sim->sums.fired[FIRED_REVOKED_IN] += store->now.revoked_in;
    sim->sums.fired[FIRED_USED_BACK] += store->now.used_back;
    sim->sums.schedules++;
}

const char *sim_run(struct sim *sim, uint64_t seed, bool loud)
{
    struct world *world = &sim->world;
    sim->loud = loud;
    begin(sim, seed);
    for (int i = 0; i < STEPS && !world->fault[0]; i++)
        step(sim);
    if (!world->fault[0]) {
        heal(sim);
        live_on(sim);
    }
    if (!world->fault[0])
        world_check_end(world);
    count_verdicts(sim);
    if (loud && world->fault[0])
        money_tell(world);
    return world->fault[0] ? world->fault : NULL;
}

const struct sim_sums *sim_sums_of(const struct sim *sim)
{
    return &sim->sums;
}

struct sim *sim_new(void)
{
    struct sim *sim = x_alloc(sizeof *sim);
    sim->world.arena = arena_new();
    return sim;
}

void sim_free(struct sim **sim)
{
    if (!*sim)
        return;
    arena_free(&(*sim)->world.arena);
    free(*sim);
    *sim = NULL;
}
