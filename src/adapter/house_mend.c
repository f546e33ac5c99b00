/* Health of the fast layer: how it stands beside the store, and putting it right. */
#include "config.h"

#include "src/adapter/house_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum looks { ONCE = 1, TWICE };

struct house_speed house_store_speed(struct store *store)
{
    struct house_store *house = house_of(store);
    struct house_speed speed = house->counts;
    speed.feed_alive = house->alive;
    speed.silent_ms = house->followed && !house->alive ? house_mono(house) - house->silent_at : 0;
    if (!house->front.link)
        return speed;
    struct breaker breaker = redis_breaker(house->front.link);
    int64_t wait = breaker.retry_at - house_mono(house);
    speed.state = breaker.state;
    speed.failures = breaker.failures;
    speed.retry_ms = breaker.state == BREAKER_OPEN && wait > 0 ? wait : 0;
    speed.redis = redis_counts(house->front.link);
    snprintf(speed.error, sizeof speed.error, "%.159s", redis_last_error(house->front.link));
    return speed;
}

/* ---- both sides ----------------------------------------------------------------------------- */

struct held_seat {
    struct registry_entry entry;
    const struct hold *hold;
};

struct held_list {
    struct held_seat *at;
    int count;
};

/* A held seat, an entry, or both, and they do not fit. */
struct drifted {
    const struct held_seat *held;       /* NULL: nobody holds it */
    const struct registry_entry *entry; /* NULL: there is none */
};

struct sides {
    struct house_store *house;
    struct arena *arena;
    int32_t show;
    int64_t now;
    struct registry_entry *entries;
    int entry_count;
    struct hold *holds;
    int hold_count;
    struct held_list truth;
    LIST(struct drifted) drifted; /* by seat and version */
};

/* The registry is read first: what the store says after that is at least as new. */
static bool read_registry(struct sides *sides)
{
    struct registry *registry = sides->house->front.registry;
    return registry->ops->list(registry, sides->show, sides->now, sides->arena, &sides->entries,
                               &sides->entry_count);
}

static enum rc read_truth(struct sides *sides, struct err *err)
{
    struct store *inner = sides->house->inner;
    const struct hold_filter open = {.show = sides->show, .open_only = true, .now = sides->now};
    return inner->ops->hold_list(inner, &open, sides->arena, &sides->holds, &sides->hold_count,
                                 err);
}

static int compare_entries(const void *a, const void *b)
{
    const struct registry_entry *x = a, *y = b;
    if (x->seat != y->seat)
        return x->seat < y->seat ? -1 : 1;
    return (x->version > y->version) - (x->version < y->version);
}

static int compare_held(const void *a, const void *b)
{
    const struct held_seat *x = a, *y = b;
    return compare_entries(&x->entry, &y->entry);
}

static struct held_list held_seats(const struct sides *sides)
{
    struct held_list list = {0};
    int room = 1;
    for (int i = 0; i < sides->hold_count; i++)
        room += sides->holds[i].seat_count;
    list.at = arena_array(sides->arena, (size_t)room, sizeof *list.at);
    for (int i = 0; i < sides->hold_count; i++) {
        const struct hold *hold = &sides->holds[i];
        for (int s = 0; s < hold->seat_count; s++)
            if (hold->seats[s].live)
                list.at[list.count++] = (struct held_seat){
                    {hold->seats[s].seat, hold->seats[s].version, hold->id, hold->expires_at},
                    hold};
    }
    qsort(list.at, (size_t)list.count, sizeof *list.at, compare_held);
    return list;
}

/* ---- comparing ------------------------------------------------------------------------------ */

static bool agree(const struct registry_entry *a, const struct registry_entry *b)
{
    return a->version == b->version && uuid_equal(&a->hold, &b->hold);
}

static void note(struct sides *sides, const struct held_seat *held,
                 const struct registry_entry *entry)
{
    *LIST_ADD(sides->arena, &sides->drifted) = (struct drifted){held, entry};
}

static void compare_sides(struct sides *sides)
{
    const struct held_list *truth = &sides->truth;
    int t = 0;
    qsort(sides->entries, (size_t)sides->entry_count, sizeof *sides->entries, compare_entries);
    for (int e = 0; e < sides->entry_count; e++) {
        const struct registry_entry *entry = &sides->entries[e];
        for (; t < truth->count && truth->at[t].entry.seat < entry->seat; t++)
            note(sides, &truth->at[t], NULL);
        bool known = t < truth->count && truth->at[t].entry.seat == entry->seat;
        const struct held_seat *held = known ? &truth->at[t++] : NULL;
        if (!held || !agree(entry, &held->entry))
            note(sides, held, entry);
    }
    for (; t < truth->count; t++)
        note(sides, &truth->at[t], NULL);
}

static enum rc look(struct sides *sides, struct err *err)
{
    sides->now = clock_wall(&sides->house->clock);
    if (!read_registry(sides))
        return err_set(err, RC_TRANSIENT, "REGISTRY",
                       "Redis does not answer, so nothing was written to it; when it is back, each "
                       "till mends it by itself.");
    enum rc rc = read_truth(sides, err);
    if (!rc) {
        sides->truth = held_seats(sides);
        compare_sides(sides);
    }
    return rc;
}

static int compare_versions(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

/* 0: the same seat drifted in the same way. */
static int compare_drifted(const struct drifted *a, const struct drifted *b)
{
    const struct registry_entry none = {0};
    const struct registry_entry *x = a->entry ? a->entry : &none, *y = b->entry ? b->entry : &none;
    const struct registry_entry *u = a->held ? &a->held->entry : &none;
    const struct registry_entry *v = b->held ? &b->held->entry : &none;
    int32_t seat_a = a->entry ? x->seat : u->seat, seat_b = b->entry ? y->seat : v->seat;
    if (seat_a != seat_b)
        return seat_a < seat_b ? -1 : 1;
    int by_entry = compare_versions(x->version, y->version);
    return by_entry ? by_entry : compare_versions(u->version, v->version);
}

/* ---- putting right -------------------------------------------------------------------------- */

struct batch {
    struct sides *sides;
    struct registry_seat rows[REGISTRY_BATCH];
    int count;
};

static void flush(struct batch *batch)
{
    struct registry *registry = batch->sides->house->front.registry;
    const struct registry_record record = {.show = batch->sides->show,
                                           .seats = batch->rows,
                                           .count = batch->count,
                                           .now = batch->sides->now};
    if (batch->count)
        registry->ops->record(registry, &record);
    batch->count = 0;
}

static struct registry_seat *next_row(struct batch *batch)
{
    if (batch->count == REGISTRY_BATCH)
        flush(batch);
    struct registry_seat *row = &batch->rows[batch->count++];
    *row = (struct registry_seat){0};
    return row;
}

static void put_held(struct batch *batch, const struct held_seat *held, uint32_t instead_of)
{
    struct registry_seat *row = next_row(batch);
    row->seat = held->entry.seat;
    row->instead_of = instead_of;
    row->held_at = held->hold->created_at;
    row->state = (struct seat_state){.status = SEAT_HELD,
                                     .version = held->entry.version,
                                     .holder = held->entry.hold,
                                     .held_until = held->entry.expires_at};
    snprintf(row->holder, sizeof row->holder, "%s", held->hold->holder);
}

/* Nobody holds it: the entry makes way for one that says so, unless it changed meanwhile. */
static void put_nobody(struct batch *batch, const struct registry_entry *entry)
{
    struct registry_seat *row = next_row(batch);
    row->seat = entry->seat;
    row->instead_of = entry->version;
    row->state.version = entry->version;
}

static void put_right(struct batch *batch, const struct drifted *drifted, struct house_drift *drift)
{
    const struct held_seat *held = drifted->held;
    const struct registry_entry *entry = drifted->entry;
    drift->missing += !entry;
    drift->stale += entry != NULL;
    if (!entry) /* it may be there while its place among the holds is not: written in any case */
        put_held(batch, held, held->entry.version);
    else if (held)
        put_held(batch, held, entry->version);
    else
        put_nobody(batch, entry);
}

static void put_what_lasts(struct sides *now, const struct sides *before, struct house_drift *drift)
{
    struct batch batch = {.sides = now};
    int b = 0;
    for (int i = 0; i < now->drifted.count; i++) {
        const struct drifted *drifted = &now->drifted.at[i];
        while (b < before->drifted.count && compare_drifted(&before->drifted.at[b], drifted) < 0)
            b++;
        if (b < before->drifted.count && compare_drifted(&before->drifted.at[b], drifted) == 0)
            put_right(&batch, drifted, drift);
    }
    flush(&batch);
}

/*
 * What is done between the reads of the two sides looks like drift, and is none: only what is the
 * same at a second look is. ONCE: of a show about which all was forgotten a moment ago.
 */
static enum rc mend_show(struct house_store *house, int32_t show, enum looks looks,
                         struct house_drift *drift, struct err *err)
{
    struct arena *arena = arena_new();
    struct sides before = {.house = house, .arena = arena, .show = show}, now = before;
    enum rc rc = look(&before, err);
    bool again = !rc && looks == TWICE && before.drifted.count;
    if (again)
        rc = look(&now, err);
    if (!rc) {
        drift->shows++;
        drift->seats += before.truth.count;
        put_what_lasts(again ? &now : &before, &before, drift);
    }
    arena_free(&arena);
    return rc;
}

static enum rc list_shows(struct house_store *house, struct arena *arena, struct show **shows,
                          int *count, struct err *err)
{
    return house->inner->ops->show_list(house->inner, clock_wall(&house->clock), arena, shows, NULL,
                                        count, err);
}

enum rc house_store_mend(struct store *store, struct house_drift *drift, struct err *err)
{
    struct house_store *house = house_of(store);
    struct arena *arena = arena_new();
    struct show *shows;
    int count = 0;
    *drift = (struct house_drift){0};
    enum rc rc = list_shows(house, arena, &shows, &count, err);
    for (int i = 0; i < count && !rc; i++)
        if (shows[i].status == SHOW_OPEN)
            rc = mend_show(house, shows[i].no, TWICE, drift, err);
    house->counts.healed += drift->missing + drift->stale;
    arena_free(&arena);
    return rc;
}

/* ---- from the start ------------------------------------------------------------------------- */

static void count_states(const struct snapshot *map, int64_t now, int32_t seats[SEAT_STATUS_COUNT])
{
    memset(seats, 0, SEAT_STATUS_COUNT * sizeof *seats);
    for (int i = 0; i < map->plan->seat_count; i++)
        seats[seat_hold_over(&map->state[i], now) ? SEAT_AVAILABLE : map->state[i].status]++;
}

static int32_t seat_numbers(const struct plan *plan)
{
    int32_t end = 0;
    for (int i = 0; i < plan->seat_count; i++)
        if (plan->seats[i].no >= end)
            end = plan->seats[i].no + 1;
    return end;
}

/* What others record between forgetting and reading is in what is read. */
static enum rc rewrite_show(struct house_store *house, int32_t show, struct house_drift *drift,
                            struct err *err)
{
    struct arena *arena = arena_new();
    struct snapshot map;
    int32_t seats[SEAT_STATUS_COUNT];
    enum rc rc = house->inner->ops->map_read(house->inner, show, arena, &map, err);
    if (!rc) {
        house->front.registry->ops->forget(house->front.registry, show, seat_numbers(map.plan));
        rc = mend_show(house, show, ONCE, drift, err);
    }
    if (!rc) {
        count_states(&map, clock_wall(&house->clock), seats);
        house->front.registry->ops->occupancy_put(house->front.registry, show, seats);
    }
    arena_free(&arena);
    return rc;
}

enum rc house_store_reconcile(struct store *store, const struct progress *progress,
                              struct house_drift *drift, struct err *err)
{
    struct house_store *house = house_of(store);
    struct arena *arena = arena_new();
    struct show *shows;
    int count = 0;
    *drift = (struct house_drift){0};
    enum rc rc = list_shows(house, arena, &shows, &count, err);
    for (int i = 0; i < count && !rc; i++) {
        if (progress && !progress->tick(progress->ctx, i, count))
            rc = err_set(err, RC_CANCELLED, "", "stopped after %d of %d shows", i, count);
        else if (shows[i].status == SHOW_OPEN)
            rc = rewrite_show(house, shows[i].no, drift, err);
    }
    arena_free(&arena);
    return rc;
}

/* ---- counts --------------------------------------------------------------------------------- */

enum rc house_store_layers(struct store *store, int32_t show, struct house_layers *layers,
                           struct err *err)
{
    struct house_store *house = house_of(store);
    struct sides sides = {
        .house = house, .arena = arena_new(), .show = show, .now = clock_wall(&house->clock)};
    struct registry *registry = house->front.registry;
    *layers = (struct house_layers){0};
    layers->registry_answers = registry->ops->count(registry, show, sides.now, &layers->registry);
    enum rc rc = read_truth(&sides, err);
    if (!rc) {
        layers->truth.seats = held_seats(&sides).count;
        layers->truth.holds = sides.hold_count;
    }
    layers->agree = layers->registry_answers && layers->truth.seats == layers->registry.seats &&
                    layers->truth.holds == layers->registry.holds;
    arena_free(&sides.arena);
    return rc;
}
