/* The house's store, and what must be so with every write of it. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "tests/model/sync_trade.h"

static bool can_write(struct sim_house *store)
{
    if (store->strike && --store->strike == 0)
        store->dead = true;
    store->dirty = true;
    return !store->dead;
}

/* ---- seats and events ----------------------------------------------------------------------- */

static void put_event(struct sim_house *store, int at, int seat)
{
    const struct merge_seat *row = &store->now.seats[seat];
    store->events[at].event.news = (struct seat_news){SHOW, seat, row->terms, row->state};
    store->events[at].committed = true;
}

/* A new number in the log; its event comes now or later, and stands where its number says. */
static int next_event(struct sim_house *store)
{
    if (store->now.events == EVENTS || store->now.event != (uint64_t)store->now.events)
        abort();
    store->events[store->now.events] = (struct sim_event){.event = {.id = ++store->now.event}};
    return store->now.events++;
}

static void add_event(struct sim_house *store, int seat)
{
    put_event(store, next_event(store), seat);
}

/* A change of a seat as any store makes it: compare, ask the table, write. */
static bool change_seat(struct sim_house *store, const struct seat_change *change)
{
    struct seat_state *state = &store->now.seats[change->seat].state;
    if (state->version != change->seen || state->status != change->from ||
        !seat_transition((enum seat_status)change->from, change->act, (enum seat_status)change->to))
        return false;
    if (change->from == SEAT_SOLD)
        store->ended[store->now.ended++ % ACTS] = state->holder;
    store->now.seats[change->seat].offered = false;
    *state = (struct seat_state){.version = state->version + 1,
                                 .status = change->to,
                                 .holder = change->holder,
                                 .held_until = change->held_until,
                                 .allotment = state->allotment};
    return true;
}

bool house_change(struct sim_house *store, const struct seat_change *change)
{
    if (store->locked[change->seat] || !change_seat(store, change))
        return false;
    add_event(store, change->seat);
    return sim_house_store.commit(store);
}

bool house_new_prices(struct sim_house *store)
{
    for (int i = 0; i < SEATS; i++)
        if (store->locked[i])
            return false;
    for (int i = 0; i < SEATS; i++) {
        store->now.seats[i].terms++;
        add_event(store, i);
    }
    return sim_house_store.commit(store);
}

bool house_begin_slow(struct sim_house *store, int seat)
{
    if (store->locked[seat])
        return false;
    store->locked[seat] = (uint16_t)(next_event(store) + 1);
    return sim_house_store.commit(store);
}

bool house_step_seat(struct sim_house *store, const struct seat_change *change)
{
    if (!can_write(store) || !change_seat(store, change))
        return false;
    add_event(store, change->seat);
    return true;
}

/* A number whose event never comes is not waited for. */
bool house_end_slow(struct sim_house *store, const struct seat_change *change)
{
    int at = store->locked[change->seat] - 1;
    bool done = change_seat(store, change);
    store->locked[change->seat] = 0;
    if (done)
        put_event(store, at, change->seat);
    else
        store->events[at] = (struct sim_event){.committed = true};
    return sim_house_store.commit(store) && done;
}

static bool read_seat(void *ctx, int32_t show, int32_t seat, struct merge_seat *out)
{
    const struct sim_house *store = ctx;
    if (show != SHOW || seat < 0 || seat >= SEATS)
        return false;
    *out = store->now.seats[seat];
    return true;
}

static bool prepare(void *ctx, const struct house_entry *entries, int count)
{
    struct sim_house *store = ctx;
    store->batch = entries;
    store->batch_count = count;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < entries[i].entry.seat_count; j++) {
            int32_t seat = entries[i].entry.seats[j].change.seat;
            if (seat >= 0 && seat < SEATS && store->locked[seat])
                return false;
        }
    home_prepare(store, entries, count);
    return true;
}

static bool lend(void *ctx, int32_t show, int32_t seat, uint16_t till)
{
    struct sim_house *store = ctx;
    if (!can_write(store) || store->locked[seat])
        return false;
    store->now.seats[seat].state.allotment = till;
    store->now.seats[seat].state.version++;
    add_event(store, seat);
    return true;
}

static bool take_back(void *ctx, uint16_t till)
{
    struct sim_house *store = ctx;
    for (int i = 0; i < SEATS; i++)
        if (store->now.seats[i].state.allotment == till && !lend(store, SHOW, i, 0))
            return false;
    house_end_loans(store, till - 1);
    return true;
}

static int read_events(void *ctx, uint64_t after, struct house_event *out, int room,
                       uint64_t *horizon)
{
    const struct sim_house *store = ctx;
    int count = 0;
    *horizon = store->now.event + 1;
    for (int i = 0; i < SEATS; i++)
        if (store->locked[i] && store->events[store->locked[i] - 1].event.id < *horizon)
            *horizon = store->events[store->locked[i] - 1].event.id;
    for (uint64_t i = after; i < (uint64_t)store->now.events && count < room; i++)
        if (store->events[i].committed && store->events[i].event.id)
            out[count++] = store->events[i].event;
    return count;
}

static uint64_t last_event(void *ctx)
{
    const struct sim_house *store = ctx;
    return store->now.event;
}

/* ---- devices and receipts ------------------------------------------------------------------- */

static struct house_device *device_at(struct sim_house *store, const struct uuid *id)
{
    int till = id->b[0] - 1;
    return till >= 0 && till < TILLS ? &store->now.devices[till] : NULL;
}

static bool read_device(void *ctx, const struct uuid *id, struct house_device *out)
{
    struct sim_house *store = ctx;
    const struct house_device *device = device_at(store, id);
    if (device) {
        *out = *device;
        store->borrower = device->till - 1;
    }
    return device;
}

static bool put_device(void *ctx, const struct house_device *device)
{
    struct sim_house *store = ctx;
    struct house_device *was = device_at(store, &device->id);
    if (!can_write(store))
        return false;
    if (device->session != was->session && device->nonce == was->nonce)
        world_fault(store->world, "one hello began two sessions");
    *was = *device;
    return true;
}

static const struct receipt_row *row_before(const struct sim_house *store, int link)
{
    return link ? &store->receipts[link - 1] : NULL;
}

static const struct receipt_row *find_row(const struct sim_house *store, const struct uuid *device,
                                          uint32_t epoch, uint64_t seq)
{
    const struct receipt_row *row = row_before(store, store->now.last_of[device->b[0] - 1]);
    for (; row; row = row_before(store, row->before))
        if (row->receipt.seq == seq && (!epoch || row->receipt.epoch == epoch))
            return row;
    return NULL;
}

/* Where receipts of such an act are known to begin; 0: there never was one. */
static uint16_t *slot_of(struct sim_house *store, const struct uuid *uid)
{
    return &store->first_of[(uid->b[2] << 8 | uid->b[3]) % COUNT_OF(store->first_of)];
}

static const struct receipt_row *find_act(struct sim_house *store, const struct uuid *uid)
{
    const uint16_t slot = *slot_of(store, uid);
    if (!slot)
        return NULL;
    if (slot <= store->now.receipts && uuid_equal(&store->receipts[slot - 1].receipt.uid, uid))
        return &store->receipts[slot - 1];
    for (int i = 0; i < store->now.receipts; i++)
        if (uuid_equal(&store->receipts[i].receipt.uid, uid))
            return &store->receipts[i];
    return NULL;
}

static bool read_receipt(void *ctx, const struct uuid *device, uint32_t epoch, uint64_t seq,
                         struct house_receipt *out)
{
    const struct receipt_row *row = find_row(ctx, device, epoch, seq);
    if (row)
        *out = row->receipt;
    return row;
}

static bool read_receipt_of(void *ctx, const struct uuid *uid, struct house_receipt *out)
{
    const struct receipt_row *row = find_act(ctx, uid);
    if (row)
        *out = row->receipt;
    return row;
}

/* The latest row is of the latest epoch. */
static bool read_left(void *ctx, const struct uuid *device, uint64_t seq, int32_t show,
                      int32_t seat, uint32_t *version)
{
    const struct receipt_row *row = find_row(ctx, device, 0, seq);
    bool found = false;
    for (int i = 0; row && i < row->left_count; i++)
        if (row->left[i].seat == seat) {
            *version = row->left[i].version;
            found = true;
        }
    return found;
}

/* ---- an entry ------------------------------------------------------------------------------- */

static const struct house_entry *item_of(const struct sim_house *store, uint64_t seq)
{
    for (int i = 0; i < store->batch_count; i++)
        if (store->batch[i].frame.seq == seq)
            return &store->batch[i];
    return NULL;
}

static void apply_steps(struct sim_house *store, const struct merge_result *effect, uint16_t till)
{
    for (int i = 0; i < effect->steps.count; i++) {
        const struct seat_change *step = &effect->steps.at[i];
        uint16_t lent = store->now.seats[step->seat].state.allotment;
        if (lent && lent != till && step->from != SEAT_SOLD)
            world_fault(store->world, "seat %d, lent to till %d, was changed by till %d",
                        step->seat, lent, till);
        if (!change_seat(store, step))
            world_fault(store->world, "a step of an accepted entry does not fit seat %d",
                        step->seat);
        add_event(store, step->seat);
    }
}

static void fill_row(struct receipt_row *row, const struct house_receipt *receipt,
                     const struct entry *entry, const struct merge_result *effect)
{
    *row = (struct receipt_row){.receipt = *receipt, .sum = world_sum(entry)};
    row->applied = effect && entry_state_done(receipt->state);
    if (row->applied && effect->seats.count)
        row->held_until = effect->seats.at[0].state.held_until;
    for (int i = 0; effect && i < effect->seats.count; i++)
        if (effect->seats.at[i].left_known)
            row->left[row->left_count++] =
                (struct left_seat){effect->seats.at[i].seat, effect->seats.at[i].left};
}

/* One person works at each till. */
static bool is_signed_in(void *ctx, const char *person)
{
    const struct sim_house *store = ctx;
    return strcmp(person, trade_names[store->borrower]) == 0 &&
           !store->world->strangers[store->borrower];
}

static void look_at_actor(const struct sim_house *store, const struct house_receipt *receipt)
{
    if (store->world->strangers[receipt->device.b[0] - 1])
        world_fault(store->world, "an act of somebody who has not signed in there was judged");
}

static bool put_entry(void *ctx, const struct house_receipt *receipt, const struct entry *entry,
                      const struct merge_result *effect)
{
    struct sim_house *store = ctx;
    const struct receipt_row *before = find_act(store, &receipt->uid);
    if (!can_write(store))
        return false;
    if (store->now.receipts == RECEIPTS)
        abort();
    struct receipt_row *row = &store->receipts[store->now.receipts++];
    uint16_t *last = &store->now.last_of[receipt->device.b[0] - 1];
    fill_row(row, receipt, entry, effect);
    row->before = *last;
    *last = (uint16_t)store->now.receipts;
    if (!before)
        *slot_of(store, &receipt->uid) = *last;
    const struct house_entry *item = effect ? item_of(store, receipt->seq) : NULL;
    row->kept = item && item->frame.kept;
    if (effect && effect->steps.count && !row->applied)
        world_fault(store->world, "an entry that was %s changed a seat",
                    entry_state_name(receipt->state));
    if (effect && entry->kind == ENTRY_SCAN)
        doors_take(store, entry, effect);
    else if (effect && entry->payload_size == 1 && row->applied)
        doors_take_back(store, entry, effect);
    else if (effect)
        apply_steps(store, effect, device_at(store, &receipt->device)->till);
    else if (before) {
        memcpy(row->left, before->left, sizeof row->left);
        row->left_count = before->left_count;
    }
    if (item && item->act)
        look_at_actor(store, receipt);
    if (item && item->act)
        home_take(store, receipt, item, effect);
    return true;
}

/* ---- transactions --------------------------------------------------------------------------- */

static bool commit(void *ctx)
{
    struct sim_house *store = ctx;
    if (!can_write(store))
        return false;
    int from = store->committed.receipts;
    home_write(store);
    store->committed = store->now;
    store->dirty = false;
    world_check_commit(store->world, from);
    return true;
}

static void roll_back(void *ctx)
{
    struct sim_house *store = ctx;
    if (store->dirty)
        store->now = store->committed;
    store->home.live = store->dirty = false;
}

const struct house_store sim_house_store = {.prepare = prepare,
                                            .device = read_device,
                                            .put_device = put_device,
                                            .receipt = read_receipt,
                                            .receipt_of = read_receipt_of,
                                            .fits = home_fits,
                                            .signed_in = is_signed_in,
                                            .rows = home_rows,
                                            .put_entry = put_entry,
                                            .seat = read_seat,
                                            .left = read_left,
                                            .ticket = doors_read,
                                            .used = doors_used,
                                            .bag_moved = home_bag_moved,
                                            .lend = lend,
                                            .take_back = take_back,
                                            .events = read_events,
                                            .last_event = last_event,
                                            .commit = commit,
                                            .rollback = roll_back};

void house_start(struct sim_house *store, struct world *world)
{
    memset(&store->now, 0, sizeof store->now);
    memset(store->locked, 0, sizeof store->locked);
    for (int i = 0; i < TILLS; i++)
        store->now.devices[i] = (struct house_device){
            .id = {{(uint8_t)(i + 1)}}, .till = (uint16_t)(i + 1), .epoch = 1};
    for (int i = 0; i < SEATS; i++)
        store->now.seats[i] =
            (struct merge_seat){.show = SHOW, .seat = i, .state = {.version = 1}, .terms = 1};
    store->now.books = trade_begin(world->arena);
    store->committed = store->now;
    memset(store->first_of, 0, sizeof store->first_of);
    store->home.live = false;
    store->world = world;
    store->batch = NULL;
    store->batch_count = 0;
    store->strike = 0;
    store->dirty = store->dead = false;
}

/* A slow writer's event keeps its number but never comes. */
void house_crash(struct sim_house *store)
{
    store->now = store->committed;
    store->strike = 0;
    store->home.live = store->dirty = store->dead = false;
}
