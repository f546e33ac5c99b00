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

static enum rc no_answer(struct err *err)
{
    return err_set(err, RC_TRANSIENT, "REGISTRY",
                   "Redis does not answer, so nothing was written to it; when it is back, each "
                   "till mends it by itself.");
}

static enum rc look(struct sides *sides, struct err *err)
{
    sides->now = clock_wall(&sides->house->clock);
    if (!read_registry(sides))
        return no_answer(err);
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
    row->source = source_name(held->hold->source);
    row->status = hold_status_name(held->hold->status);
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

/* Was it so at the look before? *at: where in that list; both are in the same order. */
static bool lasts(const struct drifted *drifted, const struct sides *before, int *at)
{
    while (*at < before->drifted.count && compare_drifted(&before->drifted.at[*at], drifted) < 0)
        (*at)++;
    return *at < before->drifted.count && compare_drifted(&before->drifted.at[*at], drifted) == 0;
}

static void put_what_lasts(struct sides *now, const struct sides *before, struct house_drift *drift)
{
    struct batch batch = {.sides = now};
    for (int i = 0, b = 0; i < now->drifted.count; i++)
        if (lasts(&now->drifted.at[i], before, &b))
            put_right(&batch, &now->drifted.at[i], drift);
    flush(&batch);
}

static void count_what_lasts(const struct sides *now, const struct sides *before,
                             struct house_layers *layers)
{
    for (int i = 0, b = 0; i < now->drifted.count; i++) {
        if (!lasts(&now->drifted.at[i], before, &b))
            continue;
        layers->missing += !now->drifted.at[i].entry;
        layers->stale += now->drifted.at[i].entry != NULL;
    }
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

/* ---- maps, by the sums of their blocks ------------------------------------------------------- */

struct map_sums {
    struct map_digest truth, registry, own;
    bool registry_maps, own_maps;
    int own_held;
};

static void sum_registry(const struct registry_map *map, struct arena *arena,
                         struct map_digest *sums)
{
    for (int no = 0; no < map->count; no++)
        if (map->state[no].version)
            digest_add(sums, arena, no, &map->state[no]);
}

/* A map of another drawing or show row is not read by anybody, so it is as good as none. */
static void read_registry_sums(const struct sides *sides, struct map_sums *sums)
{
    struct registry *registry = sides->house->front.registry;
    struct registry_map map;
    sums->registry_maps = registry->ops->map_get(registry, sides->show, sides->arena, &map) &&
                          map.show_version == sums->truth.show_version &&
                          map.plan_version == sums->truth.plan_version;
    if (sums->registry_maps)
        sum_registry(&map, sides->arena, &sums->registry);
}

static int count_held(const struct snapshot *map)
{
    int held = 0;
    for (int i = 0; i < map->plan->seat_count; i++)
        held += map->state[i].status == SEAT_HELD;
    return held;
}

static void read_own_sums(const struct sides *sides, struct map_sums *sums)
{
    const struct house_map *map = &sides->house->map;
    sums->own_maps = house_map_is(map, sides->show);
    if (!sums->own_maps)
        return;
    house_map_digest(map, sides->arena, &sums->own);
    sums->own_held = count_held(&map->at);
}

/* The store's sums are read first for Redis and this process to know at least as much. */
static enum rc read_sums(const struct sides *sides, struct map_sums *sums, struct err *err)
{
    struct house_store *house = sides->house;
    *sums = (struct map_sums){.own_maps = false};
    if (!house->inner->ops->map_digest)
        return RC_OK;
    enum rc rc =
        house->inner->ops->map_digest(house->inner, sides->show, sides->arena, &sums->truth, err);
    if (rc)
        return rc;
    house_hear(house);
    read_own_sums(sides, sums);
    read_registry_sums(sides, sums);
    return RC_OK;
}

static enum rc compare_maps(const struct sides *sides, struct house_layers *layers, struct err *err)
{
    struct map_sums look[2];
    enum rc rc = read_sums(sides, &look[0], err);
    if (!rc)
        rc = read_sums(sides, &look[1], err);
    if (rc)
        return rc;
    const struct map_digest truth[] = {look[0].truth, look[1].truth};
    const struct map_digest registry[] = {look[0].registry, look[1].registry};
    const struct map_digest own[] = {look[0].own, look[1].own};
    layers->blocks = truth[1].block_count;
    layers->registry_maps = look[0].registry_maps && look[1].registry_maps;
    layers->registry_wrong = layers->registry_maps ? digest_differ(truth, registry) : 0;
    layers->own_maps = look[1].own_maps;
    layers->own_held = look[1].own_held;
    layers->own_wrong = layers->own_maps ? digest_differ(truth, own) : 0;
    return RC_OK;
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

/* What is wrong before all of it is written anew: of that, nothing can be seen afterwards. */
static enum rc note_wrong(struct house_store *house, int32_t show, struct house_drift *drift,
                          struct err *err)
{
    struct house_layers layers;
    enum rc rc = house_store_layers(&house->base, show, &layers, err);
    if (!rc && !layers.registry_answers)
        return no_answer(err);
    if (rc)
        return rc;
    drift->shows++;
    drift->seats += layers.truth.seats;
    drift->missing += layers.missing;
    drift->stale += layers.stale;
    drift->blocks += layers.registry_wrong;
    return RC_OK;
}

/* What others record between forgetting and reading is in what is read. */
static enum rc rewrite_show(struct house_store *house, int32_t show, struct house_drift *drift,
                            struct err *err)
{
    struct arena *arena = arena_new();
    struct snapshot map;
    struct house_drift rewritten = {0};
    int32_t seats[SEAT_STATUS_COUNT];
    enum rc rc = note_wrong(house, show, drift, err);
    if (!rc)
        rc = house->inner->ops->map_read(house->inner, show, arena, &map, err);
    if (!rc) {
        house->front.registry->ops->forget(house->front.registry, show, seat_numbers(map.plan));
        rc = mend_show(house, show, ONCE, &rewritten, err);
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

/* ---- side by side ---------------------------------------------------------------------------- */

/* Counts first: listing the registry's seats drops what it finds to be nobody's. */
static enum rc compare_holds(struct sides *before, struct house_layers *layers, struct err *err)
{
    struct registry *registry = before->house->front.registry;
    struct sides now = *before;
    before->now = clock_wall(&before->house->clock);
    layers->registry_answers =
        registry->ops->count(registry, before->show, before->now, &layers->registry) &&
        read_registry(before);
    enum rc rc = read_truth(before, err);
    if (rc)
        return rc;
    before->truth = held_seats(before);
    layers->truth = (struct registry_count){before->hold_count, before->truth.count};
    if (!layers->registry_answers)
        return RC_OK;
    if (layers->registry.seats > before->entry_count) /* the list has just dropped them */
        layers->stale += layers->registry.seats - before->entry_count;
    compare_sides(before);
    if (!before->drifted.count)
        return RC_OK;
    rc = look(&now, err);
    if (!rc)
        count_what_lasts(&now, before, layers);
    return rc;
}

enum rc house_store_layers(struct store *store, int32_t show, struct house_layers *layers,
                           struct err *err)
{
    struct house_store *house = house_of(store);
    struct sides sides = {.house = house, .arena = arena_new(), .show = show};
    *layers = (struct house_layers){0};
    enum rc rc = compare_holds(&sides, layers, err);
    if (!rc)
        rc = compare_maps(&sides, layers, err);
    layers->own_fresh = layers->own_maps && house_map_is_fresh(house);
    layers->agree = !rc && layers->registry_answers && !layers->missing && !layers->stale &&
                    !layers->registry_wrong && !(layers->own_fresh && layers->own_wrong);
    arena_free(&sides.arena);
    return rc;
}
