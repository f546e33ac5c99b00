#include "config.h"

#include "src/api/seat_map.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/list.h"
#include "src/base/member.h"
#include "src/base/text.h"
#include "src/domain/digest.h"
#include "src/domain/doc.h"

enum { BLOCK = 256, CHANGES_MAX = 4096 };

/* A piece of the document: seats, a comma before each but the first of all. */
struct block {
    struct page *plain;
    struct piece zipped; /* packed NULL: nobody has asked for it since it changed */
    bool stale;
};

struct seat_map {
    char show[SLUG_TEXT];
    pthread_mutex_t lock; /* of everything below */
    struct arena *arena;  /* NULL: not read yet */
    struct snapshot at;
    int32_t *index_of; /* of a seat by its number; -1: none */
    int32_t numbers;
    struct block *blocks;
    int block_count;
    struct page *plain, *zipped; /* the whole; NULL: to be put together */
    bool no_log;                 /* who serves may not read it */
    int64_t checked_at;          /* monotonic: it was right then */
    enum map_layer layer;        /* where the last look found it */
    _Atomic bool open;           /* it was read; for those who do not wait for the lock */
    int64_t copied_at;           /* monotonic; 0: never */
    struct seat_map *next;
    int users; /* these are the list's */
    int64_t used_at;
};

struct seat_maps {
    pthread_mutex_t lock; /* of the list */
    struct seat_map *first;
    int count;
};

/* ---- blocks ---------------------------------------------------------------------------------- */

static struct page *copy_page(const char *bytes, size_t size)
{
    struct page *page = page_new(size);
    memcpy(page->bytes, bytes, size);
    return page;
}

static void drop_block(struct block *block)
{
    page_leave(&block->plain);
    page_leave(&block->zipped.packed);
}

/* As an array, whose brackets are left out. */
static void write_block(struct seat_map *map, int nth, struct json_out *doc, int64_t now)
{
    struct block *block = &map->blocks[nth];
    int first = nth * BLOCK, seats = map->at.plan->seat_count;
    int last = first + BLOCK < seats ? first + BLOCK : seats;
    size_t size;
    json_out_reset(doc);
    json_array_begin(doc);
    for (int i = first; i < last; i++)
        doc_public_seat(doc, &map->at, i, now);
    json_array_end(doc);
    const char *text = json_out_text(doc, &size);
    drop_block(block);
    block->plain = page_new(size - 2 + (nth > 0));
    block->plain->bytes[0] = ',';
    memcpy(block->plain->bytes + (nth > 0), text + 1, size - 2);
    block->stale = false;
}

static void write_blocks(struct seat_map *map, int64_t now)
{
    struct json_out *doc = json_out_new();
    for (int i = 0; i < map->block_count; i++)
        if (map->blocks[i].stale)
            write_block(map, i, doc, now);
    json_out_free(&doc);
}

/* ---- the whole --------------------------------------------------------------------------------
 */

/* {"show":{...},"last_event":n,"whole":true,"seats":[ without what follows */
static struct page *write_head(const struct seat_map *map)
{
    struct json_out *doc = json_out_new();
    size_t size;
    json_object_begin(doc);
    doc_show_open(doc, "show", &map->at.show);
    json_object_end(doc);
    member_int(doc, "last_event", map->at.last_event);
    member_bool(doc, "whole", true);
    member_array(doc, "seats");
    json_array_end(doc);
    json_object_end(doc);
    const char *text = json_out_text(doc, &size);
    struct page *head = copy_page(text, size - 2);
    json_out_free(&doc);
    return head;
}

static void put(struct page *whole, size_t *used, const struct page *part)
{
    memcpy(whole->bytes + *used, part->bytes, part->size);
    *used += part->size;
}

static struct page *join_plain(const struct seat_map *map)
{
    struct page *head = write_head(map), *tail = copy_page("]}", 2);
    size_t size = head->size + tail->size, used = 0;
    for (int i = 0; i < map->block_count; i++)
        size += map->blocks[i].plain->size;
    struct page *whole = page_new(size);
    put(whole, &used, head);
    for (int i = 0; i < map->block_count; i++)
        put(whole, &used, map->blocks[i].plain);
    put(whole, &used, tail);
    page_leave(&head);
    page_leave(&tail);
    return whole;
}

static struct page *join_zipped(struct seat_map *map)
{
    int count = map->block_count + 2;
    struct piece *pieces = x_alloc((size_t)count * sizeof *pieces);
    struct page *head = write_head(map);
    for (int i = 0; i < map->block_count; i++) {
        struct block *block = &map->blocks[i];
        if (!block->zipped.packed)
            block->zipped = piece_new(block->plain->bytes, block->plain->size);
        pieces[i + 1] = block->zipped;
    }
    pieces[0] = piece_new(head->bytes, head->size);
    pieces[count - 1] = piece_new("]}", 2);
    struct page *whole = page_of_pieces(pieces, count);
    page_leave(&head);
    page_leave(&pieces[0].packed);
    page_leave(&pieces[count - 1].packed);
    free(pieces);
    return whole;
}

/* ---- reading and following --------------------------------------------------------------------
 */

static void forget(struct seat_map *map)
{
    for (int i = 0; i < map->block_count; i++)
        drop_block(&map->blocks[i]);
    page_leave(&map->plain);
    page_leave(&map->zipped);
    arena_free(&map->arena);
    atomic_store(&map->open, false);
    map->block_count = 0;
    map->checked_at = 0;
}

static void index_seats(struct seat_map *map)
{
    const struct plan *plan = map->at.plan;
    map->numbers = 0;
    for (int i = 0; i < plan->seat_count; i++)
        if (plan->seats[i].no >= map->numbers)
            map->numbers = plan->seats[i].no + 1;
    map->index_of = arena_array(map->arena, (size_t)map->numbers + 1, sizeof *map->index_of);
    for (int32_t no = 0; no < map->numbers; no++)
        map->index_of[no] = -1;
    for (int i = 0; i < plan->seat_count; i++)
        map->index_of[plan->seats[i].no] = i;
}

static enum rc read_whole(struct seat_map *map, struct store *store, bool *found, struct err *err)
{
    struct show show;
    map->arena = arena_new();
    enum rc rc = store->ops->show_find(store, map->show, map->arena, &show, found, err);
    if (!rc && *found)
        rc = store->ops->map_read(store, show.no, map->arena, &map->at, err);
    if (rc || !*found) {
        arena_free(&map->arena);
        return rc;
    }
    index_seats(map);
    map->layer = MAP_STORE;
    map->block_count = (map->at.plan->seat_count + BLOCK - 1) / BLOCK;
    map->blocks = arena_array(map->arena, (size_t)map->block_count + 1, sizeof *map->blocks);
    for (int i = 0; i < map->block_count; i++)
        map->blocks[i].stale = true;
    atomic_store(&map->open, true);
    return RC_OK;
}

static int32_t index_of(const struct seat_map *map, int32_t no)
{
    return no >= 0 && no < map->numbers ? map->index_of[no] : -1;
}

static void take_change(struct seat_map *map, const struct fresh_seat *fresh)
{
    int32_t index = index_of(map, fresh->seat);
    if (index < 0 || fresh->state.version <= map->at.state[index].version)
        return;
    map->at.state[index] = fresh->state;
    map->blocks[index / BLOCK].stale = true;
    page_leave(&map->plain);
    page_leave(&map->zipped);
}

/* What the log says since; *again: more than is worth it, or another plan: read it whole. */
static enum rc follow(struct seat_map *map, struct store *store, bool *again, struct err *err)
{
    struct arena *arena = arena_new();
    struct fresh_seat *fresh;
    struct show show;
    int count;
    int64_t last = map->at.last_event;
    bool found;
    enum rc rc = store->ops->show_by_no(store, map->at.show.no, arena, &show, &found, err);
    *again = !rc && (!found || show.version != map->at.show.version);
    if (!rc && !*again)
        rc = store->ops->seats_since(store, show.no, map->at.last_event, CHANGES_MAX, arena, &fresh,
                                     &count, &last, err);
    if (!rc && !*again && count < 0)
        *again = true;
    for (int i = 0; !rc && !*again && i < count; i++)
        take_change(map, &fresh[i]);
    bool moved = !rc && !*again && last != map->at.last_event;
    if (moved) {
        map->at.last_event = last;
        page_leave(&map->plain);
        page_leave(&map->zipped);
    }
    arena_free(&arena);
    return rc;
}

static enum rc refresh(struct seat_map *map, struct store *store, const struct clock *clock,
                       bool *found, struct err *err)
{
    bool again = false;
    int64_t begun = clock_mono(clock);
    map->layer = MAP_HOT;
    *found = true;
    if (map->arena && begun - map->checked_at < MAP_FRESH_MS)
        return RC_OK;
    enum rc rc = map->arena ? follow(map, store, &again, err) : RC_OK;
    if (!rc && again)
        forget(map);
    if (!rc && !map->arena)
        rc = read_whole(map, store, found, err);
    if (!rc && *found)
        map->checked_at = begun;
    return rc;
}

static struct page *page_of(struct seat_map *map, bool gzip, int64_t now)
{
    write_blocks(map, now);
    if (gzip && !map->zipped)
        map->zipped = join_zipped(map);
    if (!gzip && !map->plain)
        map->plain = join_plain(map);
    return page_share(gzip ? map->zipped : map->plain);
}

/* ---- the list ---------------------------------------------------------------------------------
 */

struct seat_maps *seat_maps_new(void)
{
    struct seat_maps *maps = x_alloc(sizeof *maps);
    pthread_mutex_init(&maps->lock, NULL);
    return maps;
}

static void drop_map(struct seat_map *map)
{
    forget(map);
    pthread_mutex_destroy(&map->lock);
    free(map);
}

void seat_maps_free(struct seat_maps **maps)
{
    if (!*maps)
        return;
    for (struct seat_map *map = (*maps)->first, *next; map; map = next) {
        next = map->next;
        drop_map(map);
    }
    pthread_mutex_destroy(&(*maps)->lock);
    free(*maps);
    *maps = NULL;
}

static struct seat_map *find(struct seat_maps *maps, const char *show)
{
    struct seat_map *map = maps->first;
    while (map && strcmp(map->show, show) != 0)
        map = map->next;
    return map;
}

static void unlink_map(struct seat_maps *maps, struct seat_map *gone)
{
    struct seat_map **at = &maps->first;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    maps->count--;
    drop_map(gone);
}

/* The one nobody has looked at for the longest makes room. */
static void make_room(struct seat_maps *maps)
{
    struct seat_map *oldest = NULL;
    for (struct seat_map *map = maps->first; map; map = map->next)
        if (!map->users && (!oldest || map->used_at < oldest->used_at))
            oldest = map;
    if (maps->count >= MAPS_KEPT && oldest)
        unlink_map(maps, oldest);
}

static struct seat_map *add(struct seat_maps *maps, const char *show)
{
    make_room(maps);
    struct seat_map *map = x_alloc(sizeof *map);
    pthread_mutex_init(&map->lock, NULL);
    text_copy(map->show, sizeof map->show, show);
    map->next = maps->first;
    maps->first = map;
    maps->count++;
    return map;
}

/* To be given back; NULL: only a known one was wanted. */
static struct seat_map *borrow(struct seat_maps *maps, const char *show, int64_t mono, bool known)
{
    pthread_mutex_lock(&maps->lock);
    struct seat_map *map = find(maps, show);
    if (!map && !known)
        map = add(maps, show);
    if (map) {
        map->users++;
        map->used_at = mono;
    }
    pthread_mutex_unlock(&maps->lock);
    return map;
}

/* What turned out to be no show is not kept. */
static void give_back(struct seat_maps *maps, struct seat_map *map)
{
    pthread_mutex_lock(&maps->lock);
    if (--map->users == 0 && !map->arena)
        unlink_map(maps, map);
    pthread_mutex_unlock(&maps->lock);
}

/* ---- looking ----------------------------------------------------------------------------------
 */

static void fill(struct seat_map *map, bool gzip, int64_t now, struct map_look *look)
{
    look->page = page_of(map, gzip, now);
    look->last_event = map->at.last_event;
    look->version = map->at.show.version;
    look->layer = map->layer;
}

bool seat_maps_ready(struct seat_maps *maps, const char *show, bool gzip, int64_t mono,
                     struct map_look *look)
{
    struct seat_map *map = borrow(maps, show, mono, true);
    if (!map)
        return false;
    *look = (struct map_look){.page = NULL};
    if (!pthread_mutex_trylock(&map->lock)) {
        bool written = gzip ? map->zipped != NULL : map->plain != NULL;
        if (map->arena && written && mono - map->checked_at < MAP_FRESH_MS)
            fill(map, gzip, 0, look);
        look->layer = MAP_HOT;
        pthread_mutex_unlock(&map->lock);
    }
    give_back(maps, map);
    return look->page != NULL;
}

enum rc seat_maps_look(struct seat_maps *maps, struct store *store, const struct clock *clock,
                       const char *show, bool gzip, struct map_look *look, struct err *err)
{
    bool found;
    struct seat_map *map = borrow(maps, show, clock_mono(clock), false);
    *look = (struct map_look){.page = NULL};
    pthread_mutex_lock(&map->lock);
    enum rc rc = refresh(map, store, clock, &found, err);
    if (!rc && found)
        fill(map, gzip, clock_wall(clock), look);
    pthread_mutex_unlock(&map->lock);
    give_back(maps, map);
    return rc;
}

/* ---- copies -----------------------------------------------------------------------------------
 */

bool seat_maps_has(struct seat_maps *maps, const char *show, int64_t mono)
{
    struct seat_map *map = borrow(maps, show, mono, true);
    if (!map)
        return false;
    bool open = atomic_load(&map->open);
    give_back(maps, map);
    return open;
}

void seat_maps_open(struct seat_maps *maps, struct store *store, const struct clock *clock,
                    const char *show)
{
    bool found;
    struct err err;
    struct seat_map *map = borrow(maps, show, clock_mono(clock), false);
    if (!pthread_mutex_trylock(&map->lock)) {
        if (!map->arena)
            (void)!refresh(map, store, clock, &found, &err); /* the next look says why not */
        pthread_mutex_unlock(&map->lock);
    }
    give_back(maps, map);
}

struct page *seat_maps_copy(struct seat_maps *maps, const struct clock *clock, const char *show,
                            int64_t *age_ms)
{
    int64_t mono = clock_mono(clock);
    struct page *page = NULL;
    struct seat_map *map = borrow(maps, show, mono, true);
    if (!map)
        return NULL;
    if (!pthread_mutex_trylock(&map->lock)) {
        if (map->arena && (!map->copied_at || mono - map->copied_at >= MAP_COPY_MS)) {
            page = page_of(map, false, clock_wall(clock));
            map->copied_at = mono;
            *age_ms = mono - map->checked_at;
        }
        pthread_mutex_unlock(&map->lock);
    }
    give_back(maps, map);
    return page;
}

/* ---- changes ----------------------------------------------------------------------------------
 */

/* What somebody did is told by its act: what was typed as a reason stays in the house. */
static void write_event(struct json_out *doc, const struct seat_map *map, const struct event *event)
{
    int32_t index = index_of(map, event->seat);
    bool swept = event->role == ROLE_SERVICE && event->act == ACT_EXPIRE;
    enum source source = event->role == ROLE_SERVICE   ? SOURCE_WEB
                         : event->role == ROLE_SCANNER ? SOURCE_SCANNER
                                                       : SOURCE_COUNTER;
    char label[SEAT_TEXT];
    if (index < 0)
        return;
    const struct seat_state *state = &map->at.state[index];
    const struct told_change news = {
        .event = doc_seat_event((enum seat_status)event->to),
        .reason = act_name(event->act),
        .source = swept ? "system" : source_name(source),
        .holder = event->to == SEAT_HELD || event->to == SEAT_SOLD ? doc_holder_kind(source) : NULL,
        .until = event->to == SEAT_HELD && state->version == event->version
                     ? doc_public_end(state->held_until)
                     : 0};
    member_object(doc, NULL);
    member_text(doc, "seat", plan_seat_label(map->at.plan, index, label));
    doc_change(doc, &news);
    json_object_end(doc);
}

static void write_show_counts(struct json_out *doc, const struct seat_map *map, int64_t now)
{
    struct show_count count = {0};
    for (int i = 0; i < map->at.plan->seat_count; i++) {
        const struct seat_state *state = &map->at.state[i];
        bool is_free = state->status == SEAT_AVAILABLE || seat_hold_over(state, now);
        count.available += is_free;
        count.held += state->status == SEAT_HELD && !is_free;
        count.sold += state->status == SEAT_SOLD;
        count.blocked += state->status == SEAT_BLOCKED;
    }
    member_object(doc, "counts");
    doc_counts(doc, &count);
    json_object_end(doc);
}

/* Every event since, and the counts after the last one. Who may not read the log goes without. */
static void write_news(struct json_out *doc, struct seat_map *map, struct store *store,
                       int64_t since, int64_t now)
{
    struct arena *arena = arena_new();
    const struct event_filter filter = {
        .after = since, .show = map->at.show.no, .seat = -1, .limit = CHANGES_MAX};
    struct event *events;
    struct err err;
    int count = 0;
    if (!map->no_log && store->ops->event_list(store, &filter, arena, &events, &count, &err))
        map->no_log = err.rc == RC_CONFIG;
    member_array(doc, "changes");
    for (int i = 0; i < count; i++)
        if (events[i].seat >= 0 && events[i].id <= map->at.last_event)
            write_event(doc, map, &events[i]);
    json_array_end(doc);
    write_show_counts(doc, map, now);
    arena_free(&arena);
}

/* The seats as they are now, and what happened to them. */
struct changes {
    struct store *store;
    int64_t since;
    const struct fresh_seat *fresh;
    int count;
};

static struct page *write_changes(struct seat_map *map, const struct changes *changes, int64_t now)
{
    const struct fresh_seat *fresh = changes->fresh;
    int count = changes->count;
    struct json_out *doc = json_out_new();
    size_t size;
    json_object_begin(doc);
    member_text(doc, "show", map->show);
    member_int(doc, "since", changes->since);
    member_int(doc, "last_event", map->at.last_event);
    member_bool(doc, "whole", false);
    member_array(doc, "seats");
    for (int i = 0; i < count; i++)
        if (index_of(map, fresh[i].seat) >= 0)
            doc_public_seat(doc, &map->at, index_of(map, fresh[i].seat), now);
    json_array_end(doc);
    if (count)
        write_news(doc, map, changes->store, changes->since, now);
    json_object_end(doc);
    const char *text = json_out_text(doc, &size);
    struct page *page = copy_page(text, size);
    json_out_free(&doc);
    return page;
}

/* Whoever was told everything up to an event the map knows of, and everything since, has told the
 * map, too. */
static void move_on(struct seat_map *map, int64_t since, int64_t last)
{
    if (since > map->at.last_event || last <= map->at.last_event)
        return;
    map->at.last_event = last;
    page_leave(&map->plain);
    page_leave(&map->zipped);
}

/* The map is as new as what is asked now, or newer: each seat is told as the map has it. */
static enum rc changes_since(struct seat_map *map, struct store *store, const struct clock *clock,
                             int64_t since, struct map_look *look, struct err *err)
{
    struct arena *arena = arena_new();
    struct fresh_seat *fresh;
    int64_t last;
    int count = 0;
    enum rc rc = store->ops->seats_since(store, map->at.show.no, since, CHANGES_MAX, arena, &fresh,
                                         &count, &last, err);
    for (int i = 0; !rc && i < count; i++)
        take_change(map, &fresh[i]);
    if (!rc && count >= 0) {
        move_on(map, since, last);
        const struct changes changes = {store, since, fresh, count};
        look->page = write_changes(map, &changes, clock_wall(clock));
        look->last_event = map->at.last_event;
        look->version = map->at.show.version;
        look->layer = map->layer;
    }
    arena_free(&arena);
    return rc;
}

enum rc seat_maps_since(struct seat_maps *maps, struct store *store, const struct clock *clock,
                        const char *show, int64_t since, struct map_look *look, bool *whole,
                        struct err *err)
{
    bool found;
    struct seat_map *map = borrow(maps, show, clock_mono(clock), false);
    *look = (struct map_look){.page = NULL};
    pthread_mutex_lock(&map->lock);
    enum rc rc = refresh(map, store, clock, &found, err);
    if (!rc && found)
        rc = changes_since(map, store, clock, since, look, err);
    *whole = !rc && found && !look->page;
    pthread_mutex_unlock(&map->lock);
    give_back(maps, map);
    return rc;
}

/* ---- beside the store's sums ------------------------------------------------------------------
 */

static void sum_map(const struct seat_map *map, struct arena *arena, struct map_digest *sums,
                    int *held)
{
    *held = 0;
    for (int i = 0; i < map->at.plan->seat_count; i++) {
        *held += map->at.state[i].status == SEAT_HELD;
        if (map->at.state[i].version)
            digest_add(sums, arena, map->at.plan->seats[i].no, &map->at.state[i]);
    }
}

/* Two looks at a map and at the store's sums. */
struct beside {
    struct seat_map *map;
    struct store *store;
    const struct clock *clock;
    struct arena *arena;
    struct map_digest truth[2], own[2];
    int held;
};

/* As its next reader gets it: what it follows is followed first. */
static enum rc look_beside(struct beside *beside, int look, struct err *err)
{
    struct seat_map *map = beside->map;
    struct store *store = beside->store;
    bool found;
    enum rc rc =
        store->ops->map_digest(store, map->at.show.no, beside->arena, &beside->truth[look], err);
    map->checked_at = clock_mono(beside->clock) - MAP_FRESH_MS;
    if (!rc)
        rc = refresh(map, store, beside->clock, &found, err);
    if (!rc && map->arena)
        sum_map(map, beside->arena, &beside->own[look], &beside->held);
    return rc;
}

static enum rc compare_map(struct beside *beside, struct map_beside *row, struct err *err)
{
    struct seat_map *map = beside->map;
    bool sums = beside->store->ops->map_digest != NULL;
    enum rc rc = RC_OK;
    for (int i = 0; i < 2 && !rc && map->arena && sums; i++)
        rc = look_beside(beside, i, err);
    row->blocks_differ = sums ? digest_differ(beside->truth, beside->own) : -1;
    row->held = beside->held;
    row->last_event = map->at.last_event;
    text_copy(row->show, sizeof row->show, map->show);
    return rc;
}

enum rc seat_maps_compare(struct seat_maps *maps, struct store *store, const struct clock *clock,
                          struct arena *arena, struct map_beside **out, int *count, struct err *err)
{
    char shows[MAPS_KEPT + 1][SLUG_TEXT];
    LIST(struct map_beside) rows = {0};
    enum rc rc = RC_OK;
    int known = 0;
    pthread_mutex_lock(&maps->lock);
    for (struct seat_map *map = maps->first; map && known <= MAPS_KEPT; map = map->next)
        memcpy(shows[known++], map->show, SLUG_TEXT);
    pthread_mutex_unlock(&maps->lock);
    for (int i = 0; i < known && !rc; i++) {
        struct seat_map *map = borrow(maps, shows[i], clock_mono(clock), true);
        struct beside beside = {.map = map, .store = store, .clock = clock, .arena = arena};
        if (!map)
            continue;
        pthread_mutex_lock(&map->lock);
        if (map->arena)
            rc = compare_map(&beside, LIST_ADD(arena, &rows), err);
        pthread_mutex_unlock(&map->lock);
        give_back(maps, map);
    }
    *out = rows.at;
    *count = rows.count;
    return rc;
}
