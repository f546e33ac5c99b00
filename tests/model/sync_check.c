/* What has to be so, whatever happens. */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/model/sync_world.h"

/* The first fault counts; what follows from it says little. */
void world_fault(struct world *world, const char *fmt, ...)
{
    va_list args;
    if (world->fault[0])
        return;
    va_start(args, fmt);
    vsnprintf(world->fault, sizeof world->fault, fmt, args);
    va_end(args);
}

static uint16_t *slot_of(struct world *world, const struct uuid *uid)
{
    return &world->deed_of[(uid->b[2] << 8 | uid->b[3]) % IDS];
}

void world_add_deed(struct world *world, const struct deed *deed)
{
    world->deeds[world->deed_count++] = *deed;
    *slot_of(world, &deed->uid) = (uint16_t)world->deed_count;
}

struct deed *world_deed(struct world *world, const struct uuid *uid)
{
    const int slot = *slot_of(world, uid);
    if (slot && slot <= world->deed_count && uuid_equal(&world->deeds[slot - 1].uid, uid))
        return &world->deeds[slot - 1];
    for (int i = world->deed_count; i-- > 0;)
        if (uuid_equal(&world->deeds[i].uid, uid))
            return &world->deeds[i];
    return NULL;
}

static uint64_t add(uint64_t sum, uint64_t number)
{
    return (sum ^ number) * UINT64_C(0x100000001B3);
}

uint64_t world_sum(const struct entry *entry)
{
    uint64_t sum = add(entry->kind, (uint64_t)entry->wall), word;
    for (int i = 0; i < entry->seat_count; i++) {
        const struct seat_change *change = &entry->seats[i].change;
        memcpy(&word, change->holder.b, sizeof word);
        sum = add(add(sum, word), (uint64_t)change->seat << 32 | (uint64_t)change->act);
        sum = add(add(sum, (uint64_t)change->held_until), change->from * 8u + change->to);
    }
    uint32_t at = 0;
    for (; at + sizeof word <= entry->payload_size; at += sizeof word) {
        memcpy(&word, entry->payload + at, sizeof word);
        sum = add(sum, word);
    }
    for (; at < entry->payload_size; at++)
        sum = add(sum, entry->payload[at] + 1u);
    return add(add(sum, entry->scan.ticket.b[0]), entry->scan.out);
}

/* ---- a verdict ------------------------------------------------------------------------------ */

static void check_place(struct world *world, int row)
{
    const struct house_receipt *receipt = &world->store.receipts[row].receipt;
    const struct house_device *device = &world->store.now.devices[receipt->device.b[0] - 1];
    bool follows = receipt->seq == device->start_seq + 1 || !receipt->epoch;
    for (int i = world->store.receipts[row].before; i; i = world->store.receipts[i - 1].before) {
        const struct house_receipt *other = &world->store.receipts[i - 1].receipt;
        if (other->epoch != receipt->epoch)
            continue;
        if (other->seq == receipt->seq)
            world_fault(world, "entry %d has two verdicts", (int)receipt->seq);
        follows = follows || other->seq == receipt->seq - 1;
    }
    if (!follows)
        world_fault(world, "entry %d was judged before the one before it", (int)receipt->seq);
}

static void check_verdict(struct world *world, const struct receipt_row *row, struct deed *deed)
{
    enum entry_state state = row->receipt.state;
    money_suspect(world, &deed->order);
    if (deed->sum != row->sum)
        world_fault(world, "an act was judged that nobody did like that");
    if (deed->judged && deed->verdict != state)
        world_fault(world, "one act has the verdicts %s and %s", entry_state_name(deed->verdict),
                    entry_state_name(state));
    bool broken = deed->act && money_is_broken(world, &deed->order);
    if (deed->poison != (state == ENTRY_REFUSED) && !world->was_restored[deed->till] &&
        !(broken && state == ENTRY_REFUSED))
        world_fault(world, "an act %s was %s", deed->poison ? "that cannot be" : "like any other",
                    entry_state_name(state));
    if (deed->final && row->receipt.heading == MERGE_OVER_BUDGET &&
        !world->was_restored[deed->till] && !world->loans_ended[deed->till])
        world_fault(world, "what was given away for good was not there");
    if (deed->final && deed->seats && !entry_state_done(state))
        world_fault(world, "a sale for good became %s", entry_state_name(state));
    if (row->applied && deed->effects++)
        world_fault(world, "an act took place twice");
    deed->judged = true;
    deed->verdict = state;
}

/* A scan counts from when it was made, as far as that can be known. */
static void check_passage(struct world *world, const struct receipt_row *row,
                          const struct deed *deed)
{
    const struct passage *passage = doors_find(&world->store, &row->receipt.uid);
    const struct house_device *device = &world->store.now.devices[deed->till];
    if (!passage)
        world_fault(world, "a scan came home and is not kept");
    else if (uuid_equal(&deed->boot, &device->boot) &&
             (passage->at < deed->made_at ||
              passage->at > deed->made_at + world->lag_most[deed->till]))
        world_fault(world, "a scan is kept as of another time");
}

/* Clocks can be compared as long as the till has not been started anew. */
static void check_time(struct world *world, const struct receipt_row *row, const struct deed *deed)
{
    const struct house_device *device = &world->store.now.devices[deed->till];
    int64_t over_at = deed->made_at + deed->hold_ms;
    if (!deed->hold_ms || !uuid_equal(&deed->boot, &device->boot))
        return;
    if (row->receipt.state == ENTRY_EXPIRED && !deed->of_a_hold && world->now < over_at)
        world_fault(world, "a hold was called over that was not");
    if (row->receipt.state == ENTRY_EXPIRED && row->kept && !deed->of_a_hold)
        world_fault(world, "a hold was called over that the journal goes on with");
    if (world->blurred || row->kept || !row->applied)
        return;
    if (world->now >= over_at + world->lag[deed->till])
        world_fault(world, "a hold that was over was made");
    if (row->held_until > over_at + world->lag[deed->till])
        world_fault(world, "a hold lasts longer than it was made for");
}

static void check_receipt(struct world *world, int row)
{
    const struct receipt_row *receipt = &world->store.receipts[row];
    struct deed *deed = world_deed(world, &receipt->receipt.uid);
    check_place(world, row);
    if (!deed) {
        world_fault(world, "an act was judged that nobody did");
        return;
    }
    check_time(world, receipt, deed);
    if (deed->scan)
        check_passage(world, receipt, deed);
    check_verdict(world, receipt, deed);
}

/* Nobody is kept out without a reason. */
static void check_quarantine(struct world *world, int till)
{
    enum quarantine why = world->store.now.devices[till].quarantine;
    bool restored = why == QUARANTINE_FORK || why == QUARANTINE_ROLLBACK;
    if ((restored && !world->was_restored[till]) || (why == QUARANTINE_FORGED && !world->blurred))
        world_fault(world, "till %d is in quarantine without a reason", till + 1);
}

void world_check_commit(struct world *world, int from)
{
    for (int i = from; i < world->store.now.receipts; i++)
        check_receipt(world, i);
    for (int i = 0; i < TILLS; i++)
        check_quarantine(world, i);
}

void world_restore(struct world *world, int till, const struct disk_rows *copy)
{
    const struct house_device *device = &world->store.now.devices[till];
    world->disks[till].committed = *copy;
    world->was_restored[till] = true;
    if (device->epoch == copy->meta.epoch && device->last_seq > copy->meta.head_seq)
        world->must_renew[till] = device->epoch;
}

void world_dead(struct world *world, int till)
{
    for (int i = 0; i < world->deed_count; i++)
        if (world->deeds[i].till == till && !world->deeds[i].judged)
            world->deeds[i].final = false;
}

/* ---- tills ---------------------------------------------------------------------------------- */

void world_check_till(struct world *world, const struct till_sync *till)
{
    if (till->quarantine && !till->latched && till->meta.lease_ends)
        world_fault(world, "a till that is not let in has a lease");
    if (till->mode.now == MODE_ONLINE && till->mode.good < MODE_GOOD_PROBES)
        world_fault(world, "a till came back after %d good probes", till->mode.good);
    if (till->mode.now == MODE_ONLINE && till->phase == TILL_STOPPED)
        world_fault(world, "a till is online although the house does not let it in");
    if (till->mode.now == MODE_ONLINE && till->mode.held)
        world_fault(world, "a till came back that an operator holds offline");
}

/* ---- the end -------------------------------------------------------------------------------- */

static bool same_seat(const struct seat_state *a, const struct seat_state *b)
{
    return a->version == b->version && a->status == b->status && a->allotment == b->allotment &&
           a->held_until == b->held_until && uuid_equal(&a->holder, &b->holder);
}

static void check_replica(struct world *world, int till)
{
    const struct disk_rows *rows = &world->disks[till].now;
    for (int i = 0; i < SEATS; i++) {
        if (!same_seat(&rows->seats[i].house, &world->store.now.seats[i].state))
            world_fault(world, "till %d has seat %d at version %d, the house at %d", till + 1, i,
                        (int)rows->seats[i].house.version,
                        (int)world->store.now.seats[i].state.version);
        if (rows->seats[i].tip)
            world_fault(world, "till %d shows an entry that has its verdict", till + 1);
        if (rows->seats[i].terms != world->store.now.seats[i].terms)
            world_fault(world, "till %d has other prices than the house", till + 1);
    }
}

static const struct house_receipt *receipt_at(const struct world *world,
                                              const struct entry_frame *frame, int till)
{
    for (int i = world->store.now.last_of[till]; i; i = world->store.receipts[i - 1].before) {
        const struct house_receipt *receipt = &world->store.receipts[i - 1].receipt;
        if (receipt->seq == frame->seq && receipt->epoch == frame->epoch)
            return receipt;
    }
    return NULL;
}

/* What was taken up in a new epoch stands on what was taken up before it. */
static void check_bases(struct world *world, const struct sim_disk *disk, int at)
{
    struct entry entry;
    if (disk->now.state[at] == ENTRY_RENEWED ||
        !memchr(disk->now.state, ENTRY_RENEWED, (size_t)at) ||
        entry_read(world->arena, disk->frames[at].body, disk->frames[at].size, &entry))
        return;
    for (int i = 0; i < entry.seat_count; i++)
        if (entry.seats[i].after && disk->now.state[entry.seats[i].after - 1] == ENTRY_RENEWED)
            world_fault(world, "entry %d stands on one that was taken up elsewhere", at + 1);
}

static void check_entry(struct world *world, int till, int at)
{
    const struct sim_disk *disk = &world->disks[till];
    enum entry_state state = (enum entry_state)disk->now.state[at];
    const struct entry_frame *frame = &disk->frames[at];
    const struct deed *deed = world_deed(world, &disk->uids[at]);
    const struct house_receipt *receipt = receipt_at(world, frame, till);
    check_bases(world, disk, at);
    if (!entry_state_final(state))
        world_fault(world, "entry %d of till %d has no verdict", at + 1, till + 1);
    else if (state != ENTRY_RENEWED && (!receipt || receipt->state != state ||
                                        memcmp(receipt->hash, frame->hash, ENTRY_HASH) != 0))
        world_fault(world, "entry %d of till %d is %s, and not so at the house", at + 1, till + 1,
                    entry_state_name(state));
    else if (!deed || !deed->judged)
        world_fault(world, "an act of till %d was forgotten", till + 1);
}

static bool has_ended(const struct world *world, const struct uuid *sale)
{
    for (int i = 0; i < world->store.now.ended; i++)
        if (uuid_equal(&world->store.ended[i], sale))
            return true;
    return false;
}

static void check_owner(struct world *world, const struct deed *deed)
{
    for (int i = 0; i < SEATS; i++)
        if (deed->seats & 1u << i && !has_ended(world, &deed->sale) &&
            !uuid_equal(&world->store.now.seats[i].state.holder, &deed->sale))
            world_fault(world, "seat %d was sold, and somebody else has it", i);
}

/* Seats that others wanted too; an act that failed for one seat failed for all of its seats. */
static uint32_t contested_seats(const struct world *world, int till)
{
    uint32_t contested = 0, before;
    for (int i = 0; i < SEATS; i++)
        if (world->was_restored[till] || world->touched[i] & ~(1u << till))
            contested |= 1u << i;
    for (int i = 0; i < world->deed_count; i++)
        if (world->deeds[i].till == till && money_contested(world, &world->deeds[i].order))
            contested |= world->deeds[i].seats;
    do {
        before = contested;
        for (int i = 0; i < world->deed_count; i++)
            if (world->deeds[i].till == till && world->deeds[i].seats & contested)
                contested |= world->deeds[i].seats;
    } while (contested != before);
    return contested;
}

static void check_deed(struct world *world, const struct deed *deed, uint32_t contested)
{
    bool done = deed->judged && entry_state_done(deed->verdict);
    if (!deed->judged)
        return; /* lost with a disk */
    if (done != (deed->effects == 1))
        world_fault(world, "an act that was %s took place %d times",
                    entry_state_name(deed->verdict), deed->effects);
    if (done && !uuid_is_zero(&deed->sale))
        check_owner(world, deed);
    if (!done && !deed->poison && !(deed->seats & contested) &&
        !money_contested(world, &deed->order) &&
        (deed->verdict != ENTRY_EXPIRED || !uuid_is_zero(&deed->sale)))
        world_fault(world, "nobody else wanted seats %x, and till %d heard %s", deed->seats,
                    deed->till + 1, entry_state_name(deed->verdict));
}

void world_check_end(struct world *world)
{
    uint32_t contested[TILLS];
    for (int till = 0; till < TILLS; till++) {
        check_replica(world, till);
        if (world->must_renew[till] &&
            world->store.now.devices[till].epoch <= world->must_renew[till])
            world_fault(world, "nobody saw that the disk of till %d is an old copy", till + 1);
        contested[till] = contested_seats(world, till);
        for (int at = 0; at < world->disks[till].now.count; at++)
            check_entry(world, till, at);
    }
    for (int i = 0; i < world->deed_count; i++)
        check_deed(world, &world->deeds[i], contested[world->deeds[i].till]);
    if (!world->fault[0])
        money_check_end(world);
}
