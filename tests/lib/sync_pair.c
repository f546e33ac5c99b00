#include "config.h"

#include "tests/lib/sync_pair.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HOLD_MS = 15 * 60 * 1000 };

static const struct uuid device = {{1}};

struct pair *pair_new(void)
{
    struct pair *pair = x_alloc(sizeof *pair);
    struct world *world = &pair->world;
    world->arena = arena_new();
    world->now = 1000000000;
    house_start(&world->store, world);
    disk_start(&world->disks[0], world->arena, 0);
    pair->house_table = sim_house_store;
    pair->house_table.ctx = &world->store;
    pair->disk_table = sim_till_disk;
    pair->disk_table.ctx = &world->disks[0];
    world->house = (struct house_sync){.store = &pair->house_table,
                                       .chain = {.crypt = &sim_crypt, .house = {{7}}},
                                       .rules = {.rebase = true},
                                       .revision = SYNC_REVISION,
                                       .lease_ms = PAIR_LEASE_MS};
    pair->till = (struct till_sync){.disk = &pair->disk_table,
                                    .chain = {&sim_crypt, {{7}}, device},
                                    .limits = {.entries = 2,
                                               .batches = 2,
                                               .page = 50,
                                               .bytes = 4096,
                                               .patience_ms = PAIR_PATIENCE_MS,
                                               .renew_ms = 10 * PAIR_PATIENCE_MS},
                                    .revision = SYNC_REVISION};
    pair_restart(pair, true);
    return pair;
}

void pair_free(struct pair **pair)
{
    if (!*pair)
        return;
    arena_free(&(*pair)->world.arena);
    free(*pair);
    *pair = NULL;
}

/* ---- the line ------------------------------------------------------------------------------- */

static void set_clock(struct pair *pair)
{
    pair->till.clock.mono = pair->world.now - 900000000;
    pair->till.clock.wall = pair->world.now;
}

static void step(struct pair *pair, const struct till_event *event)
{
    struct till_actions actions;
    set_clock(pair);
    till_step(&pair->till, pair->world.arena, event, &actions);
    for (int i = 0; i < actions.send.count && pair->count < PAIR_WAITING; i++)
        pair->waiting[pair->count++] = actions.send.at[i];
}

void pair_tell(struct pair *pair, enum till_event_kind kind)
{
    struct till_event event = {.kind = kind, .good = true};
    step(pair, &event);
}

void pair_wait(struct pair *pair, int64_t ms)
{
    pair->world.now += ms;
}

void pair_restart(struct pair *pair, bool reboot)
{
    uint64_t chance = pair->till.nonce + 1000;
    disk_crash(&pair->world.disks[0]);
    till_forget_all(&pair->till);
    pair->till.meta = pair->world.disks[0].now.meta;
    if (reboot)
        pair->till.clock.boot.b[0]++;
    pair->count = 0;
    till_start(&pair->till, chance);
}

struct sync_message pair_ask(struct pair *pair, const struct sync_message *message)
{
    struct sync_message answer;
    pair->world.house.now = pair->world.now;
    house_step(&pair->world.house, pair->world.arena, message, &answer);
    return answer;
}

struct sync_message pair_next(struct pair *pair, enum sync_kind kind)
{
    struct sync_message found = {.kind = kind};
    for (int i = 0; i < pair->count; i++)
        if (pair->waiting[i].kind == kind)
            found = pair->waiting[i];
    pair->count = 0;
    return found;
}

void pair_talk(struct pair *pair)
{
    while (pair->count) {
        struct sync_message message = pair->waiting[0];
        memmove(&pair->waiting[0], &pair->waiting[1],
                (size_t)--pair->count * sizeof pair->waiting[0]);
        struct sync_message answer = pair_ask(pair, &message);
        struct till_event event = {.kind = TILL_MESSAGE, .message = &answer};
        step(pair, &event);
    }
}

void pair_meet(struct pair *pair)
{
    pair_wait(pair, PAIR_PATIENCE_MS);
    pair_tell(pair, TILL_PROBE);
    pair_tell(pair, TILL_TICK);
    pair_talk(pair);
}

/* ---- acts ----------------------------------------------------------------------------------- */

static struct uuid id_of(int id)
{
    return (struct uuid){{0xE0, (uint8_t)id}};
}

static struct seat_change hold_of(struct pair *pair, int seat, int id)
{
    return (struct seat_change){.show = SHOW,
                                .seat = seat,
                                .act = ACT_HOLD,
                                .to = SEAT_HELD,
                                .holder = id_of(id),
                                .held_until = pair->world.now + HOLD_MS};
}

static struct seat_change sale_of(int seat, int hold, int sale)
{
    return (struct seat_change){.show = SHOW,
                                .seat = seat,
                                .act = ACT_SELL,
                                .from = SEAT_HELD,
                                .to = SEAT_SOLD,
                                .was = id_of(hold),
                                .holder = id_of(sale)};
}

/* Every act has a key of its own, and the world knows that it was done. */
static enum verdict journal(struct pair *pair, const struct seat_change *changes, int count)
{
    struct world *world = &pair->world;
    struct till_act act = {.changes = changes, .count = count};
    struct till_written written;
    struct entry entry;
    set_clock(pair);
    act.uid.b[0] = 0xF0;
    act.uid.b[1] = (uint8_t)world->deed_count;
    memcpy(act.fingerprint, act.uid.b, sizeof act.uid.b);
    enum verdict verdict = till_journal(&pair->till, world->arena, &act, &written);
    if (verdict != VERDICT_OK)
        return verdict;
    const struct entry_frame *frame = &world->disks[0].frames[written.seq - 1];
    if (entry_read(world->arena, frame->body, frame->size, &entry) != ENTRY_GOOD)
        abort();
    world->deeds[world->deed_count++] = (struct deed){
        .uid = act.uid, .final = written.final, .sum = world_sum(&entry), .made_at = world->now};
    return VERDICT_OK;
}

enum verdict pair_hold(struct pair *pair, int seat, int id)
{
    struct seat_change hold = hold_of(pair, seat, id);
    return journal(pair, &hold, 1);
}

enum verdict pair_sell(struct pair *pair, int seat, int hold, int sale)
{
    struct seat_change sell = sale_of(seat, hold, sale);
    return journal(pair, &sell, 1);
}

enum verdict pair_both(struct pair *pair, int seat, int id)
{
    struct seat_change both[] = {hold_of(pair, seat, id), sale_of(seat, id, id + 100)};
    return journal(pair, both, 2);
}

static struct seat_change freed(int seat, int sale, enum act act)
{
    struct seat_change change = sale_of(seat, 0, 0);
    change.act = act;
    change.from = SEAT_SOLD;
    change.to = SEAT_AVAILABLE;
    change.was = sale_of(seat, 0, sale).holder;
    change.holder = (struct uuid){{0}};
    return change;
}

enum verdict pair_refund(struct pair *pair, int seat, int sale)
{
    struct seat_change refund = freed(seat, sale, ACT_REFUND);
    return journal(pair, &refund, 1);
}

enum verdict pair_exchange(struct pair *pair, int seat, int other, int sale)
{
    struct seat_change all[] = {hold_of(pair, other, 90), sale_of(other, 90, sale),
                                freed(seat, sale, ACT_EXCHANGE)};
    all[1].act = ACT_EXCHANGE;
    return journal(pair, all, 3);
}

bool pair_web_takes(struct pair *pair, int seat)
{
    struct seat_change take = hold_of(pair, seat, 200);
    take.seen = pair->world.store.now.seats[seat].state.version;
    return house_change(&pair->world.store, &take);
}

enum entry_state pair_state(const struct pair *pair, int seq)
{
    return (enum entry_state)pair->world.disks[0].now.state[seq - 1];
}

const struct seat_state *pair_at_house(const struct pair *pair, int seat)
{
    return &pair->world.store.now.seats[seat].state;
}

struct house_device *pair_device(struct pair *pair)
{
    return &pair->world.store.now.devices[0];
}

struct sync_message pair_batch(struct pair *pair)
{
    pair_wait(pair, PAIR_PATIENCE_MS);
    pair_tell(pair, TILL_PROBE);
    pair_tell(pair, TILL_TICK);
    struct sync_message hello = pair_next(pair, SYNC_HELLO), welcome = pair_ask(pair, &hello);
    struct till_event event = {.kind = TILL_MESSAGE, .message = &welcome};
    struct till_actions actions;
    till_step(&pair->till, pair->world.arena, &event, &actions);
    assert(actions.send.count && actions.send.at[0].kind == SYNC_BATCH);
    return actions.send.at[0];
}
