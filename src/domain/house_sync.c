#include "config.h"

#include "src/domain/house_sync.h"

#include <string.h>

#include "src/domain/house_sync_parts.h"

/* ---- hello ---------------------------------------------------------------------------------- */

static bool same_hash(const uint8_t *a, const uint8_t *b)
{
    return memcmp(a, b, ENTRY_HASH) == 0;
}

/* What the past a till tells of itself says about its journal. */
static enum quarantine suspicion(const struct house_device *device, const struct sync_hello *hello)
{
    if (hello->epoch < device->epoch || hello->head_seq < device->last_seq)
        return QUARANTINE_ROLLBACK;
    if (hello->epoch > device->epoch || hello->start_seq != device->start_seq ||
        !same_hash(hello->start_hash, device->start_hash))
        return QUARANTINE_FORK;
    if (hello->head_seq == device->last_seq && !same_hash(hello->head_hash, device->last_hash))
        return QUARANTINE_FORK;
    return QUARANTINE_NONE;
}

/* The first hello in an epoch that a supervisor granted: the journal goes on from there. */
static void begin_epoch(struct house_device *device, const struct sync_hello *hello)
{
    device->epoch = device->granted;
    device->granted = 0;
    device->quarantine = QUARANTINE_NONE;
    device->start_seq = device->last_seq = hello->start_seq;
    memcpy(device->start_hash, hello->start_hash, ENTRY_HASH);
    memcpy(device->last_hash, hello->start_hash, ENTRY_HASH);
}

static void note_doubt(struct house_device *device, const struct sync_hello *hello)
{
    bool at_start = hello->epoch == device->epoch && hello->head_seq >= device->last_seq &&
                    (hello->start_seq != device->start_seq ||
                     !same_hash(hello->start_hash, device->start_hash));
    device->doubt = (struct house_doubt){.epoch = hello->epoch,
                                         .seq = at_start ? hello->start_seq : hello->head_seq};
    memcpy(device->doubt.hash, at_start ? hello->start_hash : hello->head_hash, ENTRY_HASH);
}

static enum sync_status judge_hello(struct house_device *device, const struct sync_hello *hello)
{
    if (device->granted && hello->epoch == device->granted)
        begin_epoch(device, hello);
    else if (device->granted)
        return SYNC_NEW_EPOCH;
    if (device->quarantine)
        return SYNC_QUARANTINED;
    enum quarantine found = suspicion(device, hello);
    if (!found)
        return SYNC_OK;
    if (hello->session != device->session)
        return SYNC_AGAIN;
    device->quarantine = found;
    note_doubt(device, hello);
    return SYNC_QUARANTINED;
}

/* It began this session already: whatever the till did in it since is nothing to be suspicious of.
 */
static bool is_heard_again(const struct house_device *device, const struct sync_hello *hello)
{
    return hello->nonce && hello->nonce == device->nonce;
}

static enum sync_status judge_again(const struct house_device *device,
                                    const struct sync_hello *hello)
{
    if (device->granted)
        return SYNC_NEW_EPOCH;
    if (device->quarantine)
        return SYNC_QUARANTINED;
    return suspicion(device, hello) ? SYNC_AGAIN : SYNC_OK;
}

/* A till's clocks are its own affair, but sums with them must be numbers. */
static int64_t sane_time(int64_t time)
{
    return time < 0 || time > ENTRY_LATEST_TIME ? 0 : time;
}

static void note_clocks(struct house_sync *house, struct house_device *device,
                        const struct sync_hello *hello)
{
    device->boot = hello->boot;
    device->mono = sane_time(hello->mono);
    device->wall = sane_time(hello->wall);
    device->heard_at = house->now;
}

/* Whatever becomes of the till before it has sent all of it, the house has heard that there was so
 * much. */
static void note_head(struct house_device *device, const struct sync_hello *hello)
{
    bool ahead = hello->head_seq > device->last_seq && hello->head_seq <= INT64_MAX;
    device->told_epoch = ahead ? hello->epoch : 0;
    device->told_seq = ahead ? hello->head_seq : 0;
}

static void begin_session(struct house_sync *house, struct house_device *device,
                          const struct sync_hello *hello, struct sync_welcome *out)
{
    out->status = judge_hello(device, hello);
    note_head(device, hello);
    device->session++;
    device->nonce = hello->nonce;
    if (out->status == SYNC_OK) /* a late one knows nothing of the clocks now */
        note_clocks(house, device, hello);
}

static void tell_session(struct house_sync *house, const struct house_device *device,
                         struct sync_welcome *out)
{
    out->session = device->session;
    out->quarantine = device->quarantine;
    out->epoch = out->status == SYNC_NEW_EPOCH ? device->granted : device->epoch;
    out->last_seq = device->last_seq;
    out->event = house->store->last_event(house->store->ctx);
    out->till = device->till;
    out->lent = device->lent;
    out->recall = device->recall;
    out->lease_ms = house->lease_ms;
}

static void welcome(struct house_sync *house, const struct sync_hello *hello,
                    struct sync_welcome *out)
{
    struct house_device device;
    out->nonce = hello->nonce;
    out->status = sync_revision(house->revision, hello->revision);
    if (out->status == SYNC_OK && !house->store->device(house->store->ctx, &hello->device, &device))
        out->status = SYNC_UNKNOWN;
    if (out->status != SYNC_OK)
        return;
    bool again = is_heard_again(&device, hello);
    if (again)
        out->status = judge_again(&device, hello);
    else
        begin_session(house, &device, hello, out);
    tell_session(house, &device, out);
    if (out->status == SYNC_OK && house->behind)
        out->status = SYNC_BEHIND;
    if (!again && !house_save(house, &device))
        out->status = SYNC_BUSY;
}

/* ---- pull ----------------------------------------------------------------------------------- */

enum { PAGE_MOST = 500 };

static bool in_session(struct house_sync *house, const struct uuid *id, uint64_t session,
                       struct house_device *device)
{
    return house->store->device(house->store->ctx, id, device) && device->session == session &&
           !device->quarantine;
}

/* An event whose number is below the horizon may yet be followed by one with a lower number. */
static void fill_page(struct house_sync *house, struct arena *arena, int limit,
                      struct sync_page *page)
{
    int room = limit > 0 && limit < PAGE_MOST ? limit : PAGE_MOST;
    uint64_t horizon = 0;
    struct house_event *events = arena_array(arena, (size_t)room, sizeof *events);
    int count = house->store->events(house->store->ctx, page->from, events, room, &horizon);
    for (int i = 0; i < count && events[i].id < horizon; i++) {
        *LIST_ADD(arena, &page->seats) = events[i].news;
        page->to = events[i].id;
    }
    page->more = count == room;
    if (!page->more && page->to + 1 < horizon)
        page->to = horizon - 1;
}

static void turn_page(struct house_sync *house, struct arena *arena, const struct sync_pull *pull,
                      struct sync_page *page)
{
    struct house_device device;
    page->from = page->to = pull->cursor;
    page->session = pull->session;
    if (in_session(house, &pull->device, pull->session, &device))
        fill_page(house, arena, pull->limit, page);
    else
        page->session = 0;
}

/* ---- lent seats ----------------------------------------------------------------------------- */

/* Only when the till has told everything it did with them. */
static void give_back(struct house_sync *house, const struct sync_give_back *asked,
                      struct sync_given_back *out)
{
    struct house_device device;
    out->session = asked->session;
    out->status = SYNC_OTHER_SESSION;
    if (!in_session(house, &asked->device, asked->session, &device))
        return;
    out->status = SYNC_GAP;
    if (device.last_seq < asked->through)
        return;
    device.lent = device.recall = false;
    bool done = house->store->take_back(house->store->ctx, device.till) ? house_save(house, &device)
                                                                        : house_undo(house);
    out->status = done ? SYNC_OK : SYNC_BUSY;
}

static bool lend_one(struct house_sync *house, const struct seat_news *wish, uint16_t till)
{
    struct merge_seat seat;
    return house->store->seat(house->store->ctx, wish->show, wish->seat, &seat) &&
           seat.state.status == SEAT_AVAILABLE && !seat.state.allotment &&
           house->store->lend(house->store->ctx, wish->show, wish->seat, till);
}

bool house_lend(struct house_sync *house, const struct uuid *id, const struct seat_news *seats,
                int count)
{
    struct house_device device = {0};
    bool good = house->store->device(house->store->ctx, id, &device) && !device.quarantine &&
                !device.recall;
    for (int i = 0; i < count && good; i++)
        good = lend_one(house, &seats[i], device.till);
    device.lent = true;
    return (good && house_save(house, &device)) || house_undo(house);
}

bool house_recall(struct house_sync *house, const struct uuid *id)
{
    struct house_device device = {0};
    bool good = house->store->device(house->store->ctx, id, &device) && device.lent;
    device.recall = true;
    return (good && house_save(house, &device)) || house_undo(house);
}

/* ---- supervisors ---------------------------------------------------------------------------- */

bool house_declare_dead(struct house_sync *house, const struct uuid *id)
{
    struct house_device device = {0};
    bool good = house->store->device(house->store->ctx, id, &device) &&
                house->store->take_back(house->store->ctx, device.till);
    device.quarantine = QUARANTINE_REVOKED;
    device.granted = 0;
    device.lent = device.recall = false;
    return (good && house_save(house, &device)) || house_undo(house);
}

bool house_readmit(struct house_sync *house, const struct uuid *id)
{
    struct house_device device = {0};
    bool good = house->store->device(house->store->ctx, id, &device) && device.quarantine;
    device.granted = device.epoch + 1;
    return (good && house_save(house, &device)) || house_undo(house);
}

/* ---- one message, one transaction ------------------------------------------------------------ */

bool house_save(struct house_sync *house, const struct house_device *device)
{
    if (house->store->put_device(house->store->ctx, device) &&
        house->store->commit(house->store->ctx))
        return true;
    return house_undo(house);
}

bool house_undo(struct house_sync *house)
{
    house->store->rollback(house->store->ctx);
    return false;
}

void house_step(struct house_sync *house, struct arena *arena, const struct sync_message *in,
                struct sync_message *out)
{
    *out = (struct sync_message){0};
    if (in->kind == SYNC_HELLO) {
        out->kind = SYNC_WELCOME;
        welcome(house, &in->hello, &out->welcome);
    } else if (in->kind == SYNC_BATCH) {
        out->kind = SYNC_VERDICTS;
        house_take_batch(house, arena, &in->batch, &out->verdicts);
    } else if (in->kind == SYNC_PULL) {
        out->kind = SYNC_PAGE;
        turn_page(house, arena, &in->pull, &out->page);
    } else {
        out->kind = SYNC_GIVEN_BACK;
        give_back(house, &in->give_back, &out->given_back);
    }
}
