#include "config.h"

#include "src/adapter/house_map.h"

#include <stdlib.h>
#include <string.h>

#include "src/domain/plan_index.h"
#include "src/domain/seat_names.h"

/* ---- copying a plan ------------------------------------------------------------------------- */

static void *copy_array(struct arena *arena, const void *from, int count, size_t size)
{
    return arena_grow(arena, from, (size_t)count, (size_t)count, size);
}

/* The names of `from`, whose seats the plan has, some or all. */
static void copy_names(struct arena *arena, const struct plan *from, struct plan *plan)
{
    struct seat_names names = {.arena = arena};
    for (int i = 0; i < plan->seat_count; i++)
        plan->seats[i].name = seat_names_copy(&names, from, &plan->seats[i]);
    plan->names = seat_names_text(&names);
}

static void copy_areas(struct arena *arena, const struct plan *from, struct plan *plan)
{
    plan->area_count = from->area_count;
    plan->areas = copy_array(arena, from->areas, from->area_count, sizeof *plan->areas);
    for (int i = 0; i < plan->area_count; i++) {
        struct plan_area *area = &plan->areas[i];
        area->text = arena_strdup(arena, area->text);
        area->colour = arena_strdup(arena, area->colour);
        area->border = arena_strdup(arena, area->border);
        area->text_colour = arena_strdup(arena, area->text_colour);
        area->guid = arena_strdup(arena, area->guid);
        area->points = copy_array(arena, area->points, area->point_count, sizeof *area->points);
    }
}

/* What a plan of some rows has too. */
static struct plan *copy_frame(struct arena *arena, const struct plan *from)
{
    struct plan *plan = arena_alloc(arena, sizeof *plan);
    *plan = *from;
    plan->extra = NULL; /* belongs to import and export, which ask the store for the hall's plan */
    plan->areas = NULL;
    plan->area_count = 0;
    plan->classes = copy_array(arena, from->classes, from->class_count, sizeof *plan->classes);
    return plan;
}

static struct plan *copy_plan(struct arena *arena, const struct plan *from)
{
    struct plan *plan = copy_frame(arena, from);
    copy_areas(arena, from, plan);
    plan->sections = copy_array(arena, from->sections, from->section_count, sizeof *plan->sections);
    plan->rows = copy_array(arena, from->rows, from->row_count, sizeof *plan->rows);
    plan->seats = copy_array(arena, from->seats, from->seat_count, sizeof *plan->seats);
    copy_names(arena, from, plan);
    return plan;
}

static void copy_show(struct arena *arena, const struct show *from, struct show *to)
{
    *to = *from;
    to->prices = copy_array(arena, from->prices, from->price_count, sizeof *to->prices);
}

static void copy_all(struct arena *arena, const struct snapshot *from, struct snapshot *to)
{
    *to = *from;
    copy_show(arena, &from->show, &to->show);
    to->plan = copy_plan(arena, from->plan);
    to->state = copy_array(arena, from->state, from->plan->seat_count, sizeof *to->state);
}

/* ---- having one ----------------------------------------------------------------------------- */

static void index_numbers(struct house_map *map)
{
    const struct plan *plan = map->at.plan;
    map->index_count = 0;
    for (int i = 0; i < plan->seat_count; i++)
        if (plan->seats[i].no >= map->index_count)
            map->index_count = plan->seats[i].no + 1;
    map->index_of = arena_array(map->arena, (size_t)map->index_count + 1, sizeof *map->index_of);
    memset(map->index_of, 0xff, (size_t)map->index_count * sizeof *map->index_of);
    for (int i = 0; i < plan->seat_count; i++)
        map->index_of[plan->seats[i].no] = i;
}

void house_map_load(struct house_map *map, const struct snapshot *snapshot, int32_t plan_version,
                    int64_t mono)
{
    size_t seats = (size_t)snapshot->plan->seat_count;
    house_map_drop(map);
    map->arena = arena_new();
    map->plan_version = plan_version;
    copy_all(map->arena, snapshot, &map->at);
    index_numbers(map);
    map->labels = plan_index_new(map->at.plan, map->arena);
    map->sure_at = arena_array(map->arena, seats + 1, sizeof *map->sure_at);
    map->dirty = arena_array(map->arena, seats + 1, sizeof *map->dirty);
    for (size_t i = 0; i < seats; i++)
        map->sure_at[i] = mono;
}

void house_map_drop(struct house_map *map)
{
    arena_free(&map->arena);
    *map = (struct house_map){0};
}

/* ---- news ----------------------------------------------------------------------------------- */

static int index_of(const struct house_map *map, int32_t seat)
{
    return seat >= 0 && seat < map->index_count ? map->index_of[seat] : -1;
}

static bool same_state(const struct seat_state *a, const struct seat_state *b)
{
    return a->version == b->version && a->status == b->status && a->held_until == b->held_until &&
           a->open_to == b->open_to && a->allotment == b->allotment &&
           uuid_equal(&a->holder, &b->holder);
}

static void put(struct house_map *map, int index, const struct seat_state *state)
{
    if (same_state(&map->at.state[index], state))
        return;
    map->at.state[index] = *state;
    map->dirty_count += !map->dirty[index];
    map->dirty[index] = true;
}

void house_map_learn(struct house_map *map, int32_t seat, const struct seat_state *state,
                     int64_t mono)
{
    int index = index_of(map, seat);
    if (index < 0)
        return;
    put(map, index, state);
    map->sure_at[index] = mono;
}

void house_map_hear(struct house_map *map, int32_t seat, const struct seat_state *state)
{
    int index = index_of(map, seat);
    if (index < 0 || state->version <= map->at.state[index].version)
        return;
    put(map, index, state);
    map->sure_at[index] = INT64_MIN;
}

static bool same_drawing(const struct plan *a, const struct plan *b)
{
    if (a->seat_count != b->seat_count)
        return false;
    for (int i = 0; i < a->seat_count; i++)
        if (a->seats[i].no != b->seats[i].no || a->seats[i].row != b->seats[i].row)
            return false;
    return true;
}

bool house_map_refresh(struct house_map *map, const struct snapshot *snapshot, int64_t mono)
{
    if (map->at.show.version != snapshot->show.version ||
        !same_drawing(map->at.plan, snapshot->plan))
        return false;
    for (int i = 0; i < map->at.plan->seat_count; i++)
        house_map_learn(map, map->at.plan->seats[i].no, &snapshot->state[i], mono);
    map->at.last_event = snapshot->last_event;
    return true;
}

void house_map_digest(const struct house_map *map, struct arena *arena, struct map_digest *digest)
{
    *digest = (struct map_digest){.show_version = map->at.show.version,
                                  .plan_version = map->plan_version,
                                  .last_event = map->at.last_event};
    for (int i = 0; i < map->at.plan->seat_count; i++)
        if (map->at.state[i].version)
            digest_add(digest, arena, map->at.plan->seats[i].no, &map->at.state[i]);
}

int house_map_take_news(struct house_map *map, int limit, struct arena *arena,
                        struct fresh_seat **news)
{
    int count = map->dirty_count, found = 0;
    if (!count)
        return 0;
    *news = arena_array(arena, (size_t)count, sizeof **news);
    for (int32_t no = 0; no < map->index_count && found < count; no++) {
        int index = map->index_of[no];
        if (index < 0 || !map->dirty[index])
            continue;
        (*news)[found++] = (struct fresh_seat){map->at.show.no, no, map->at.state[index]};
        map->dirty[index] = false;
    }
    map->dirty_count = 0;
    return count > limit ? -1 : count;
}

/* ---- serving -------------------------------------------------------------------------------- */

void house_map_copy(const struct house_map *map, struct arena *arena, struct snapshot *out)
{
    copy_all(arena, &map->at, out);
}

static int compare_rows(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Rows in which the labels stand, in order, each once; -1: a label is not known. */
static int find_rows(const struct house_map *map, const char *const *labels, int count, int *rows)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int seat = plan_index_find(map->labels, labels[i]);
        if (seat < 0)
            return -1;
        rows[i] = map->at.plan->seats[seat].row;
    }
    qsort(rows, (size_t)count, sizeof *rows, compare_rows);
    for (int i = 0; i < count; i++)
        if (!kept || rows[i] != rows[kept - 1])
            rows[kept++] = rows[i];
    return kept;
}

struct part {
    const struct house_map *map;
    struct plan *plan;
    struct snapshot *out;
    int section; /* of the drawing, the last one added */
};

static void add_section(struct part *part, int section)
{
    struct plan_section *to = &part->plan->sections[part->plan->section_count++];
    *to = part->map->at.plan->sections[section];
    to->first_row = part->plan->row_count;
    to->first_seat = part->plan->seat_count;
    to->row_count = to->seat_count = 0;
    part->section = section;
}

static void add_row(struct part *part, int row)
{
    const struct plan *from = part->map->at.plan;
    struct plan *plan = part->plan;
    const struct plan_row *source = &from->rows[row];
    if (source->section != part->section)
        add_section(part, source->section);
    struct plan_row *to = &plan->rows[plan->row_count];
    *to = *source;
    to->section = plan->section_count - 1;
    to->first = plan->seat_count;
    for (int i = 0; i < source->count; i++) {
        plan->seats[plan->seat_count] = from->seats[source->first + i];
        plan->seats[plan->seat_count].row = plan->row_count;
        part->out->state[plan->seat_count++] = part->map->at.state[source->first + i];
    }
    plan->row_count++;
    plan->sections[plan->section_count - 1].row_count++;
    plan->sections[plan->section_count - 1].seat_count += source->count;
}

static void make_room(struct part *part, const int *rows, int count, struct arena *arena)
{
    size_t seats = 0, room = (size_t)count;
    for (int i = 0; i < count; i++)
        seats += (size_t)part->map->at.plan->rows[rows[i]].count;
    part->plan->rows = arena_array(arena, room, sizeof *part->plan->rows);
    part->plan->sections = arena_array(arena, room, sizeof *part->plan->sections);
    part->plan->seats = arena_array(arena, seats + 1, sizeof *part->plan->seats);
    part->out->state = arena_array(arena, seats + 1, sizeof *part->out->state);
    part->plan->row_count = part->plan->section_count = part->plan->seat_count = 0;
}

void house_map_show(const struct house_map *map, struct arena *arena, struct show *out)
{
    copy_show(arena, &map->at.show, out);
}

bool house_map_rows(const struct house_map *map, const char *const *labels, int count,
                    struct arena *arena, struct snapshot *out)
{
    int *rows = arena_array(arena, (size_t)count + 1, sizeof *rows);
    int row_count = find_rows(map, labels, count, rows);
    if (row_count < 0)
        return false;
    *out = (struct snapshot){.last_event = map->at.last_event};
    copy_show(arena, &map->at.show, &out->show);
    struct part part = {map, copy_frame(arena, map->at.plan), out, -1};
    make_room(&part, rows, row_count, arena);
    for (int i = 0; i < row_count; i++)
        add_row(&part, rows[i]);
    copy_names(arena, map->at.plan, part.plan);
    out->plan = part.plan;
    return true;
}

bool house_map_unsure(const struct house_map *map, const struct snapshot *copy, int64_t since)
{
    for (int i = 0; i < copy->plan->seat_count; i++)
        if (copy->state[i].status != SEAT_AVAILABLE &&
            map->sure_at[map->index_of[copy->plan->seats[i].no]] < since)
            return true;
    return false;
}
