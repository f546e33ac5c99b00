#include "config.h"

#include "src/domain/plan_index.h"

#include <stdint.h>
#include <string.h>

struct plan_index {
    const struct plan *plan;
    int32_t *slots; /* seat + 1; 0 is empty */
    uint32_t mask;
    int32_t *twins; /* earlier seat with the same label, or -1 */
};

#define HASH_START 0x811c9dc5u /* FNV-1a */
#define HASH_PRIME 0x01000193u

static uint32_t hash_text(uint32_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * HASH_PRIME;
    return hash;
}

static uint32_t hash_spread(uint32_t hash)
{
    hash ^= hash >> 16;
    hash *= 0x7feb352du;
    return hash ^ hash >> 15;
}

/* The hash of a label part by part, so that a row's beginning is hashed once and not per seat. */
struct partial {
    uint32_t hash;
    bool any;
};

static struct partial hash_part(struct partial so_far, const char *part)
{
    if (!part[0])
        return so_far;
    if (so_far.any)
        so_far.hash = hash_text(so_far.hash, "-");
    return (struct partial){hash_text(so_far.hash, part), true};
}

static bool same_seat_label(const struct plan *plan, int a, int b)
{
    char left[SEAT_TEXT], right[SEAT_TEXT];
    return strcmp(plan_seat_label(plan, a, left), plan_seat_label(plan, b, right)) == 0;
}

static void insert(struct plan_index *index, uint32_t hash, int seat)
{
    uint32_t at = hash_spread(hash) & index->mask;
    for (; index->slots[at]; at = (at + 1) & index->mask) {
        if (same_seat_label(index->plan, index->slots[at] - 1, seat)) {
            index->twins[seat] = index->slots[at] - 1;
            return;
        }
    }
    index->slots[at] = seat + 1;
}

static void insert_row(struct plan_index *index, struct partial section, const struct plan_row *row)
{
    const struct plan *plan = index->plan;
    struct partial start = hash_part(section, row->label);
    for (int seat = row->first; seat < row->first + row->count; seat++) {
        index->twins[seat] = -1;
        insert(index, hash_part(start, plan_seat_number(plan, &plan->seats[seat])).hash, seat);
    }
}

struct plan_index *plan_index_new(const struct plan *plan, struct arena *arena)
{
    struct plan_index *index = arena_alloc(arena, sizeof *index);
    uint32_t room = 16;
    while (room < (uint32_t)plan->seat_count * 2)
        room *= 2;
    index->plan = plan;
    index->mask = room - 1;
    index->slots = arena_array(arena, room, sizeof *index->slots);
    index->twins = arena_array(arena, (size_t)plan->seat_count, sizeof *index->twins);
    for (int i = 0; i < plan->row_count; i++) {
        struct partial start = {HASH_START, false};
        const struct plan_row *row = &plan->rows[i];
        insert_row(index, hash_part(start, plan->sections[row->section].name), row);
    }
    return index;
}

int plan_index_find(const struct plan_index *index, const char *label)
{
    uint32_t at = hash_spread(hash_text(HASH_START, label)) & index->mask;
    for (; index->slots[at]; at = (at + 1) & index->mask) {
        char found[SEAT_TEXT];
        int seat = index->slots[at] - 1;
        if (strcmp(plan_seat_label(index->plan, seat, found), label) == 0)
            return seat;
    }
    return -1;
}

int plan_index_twin(const struct plan_index *index, int seat)
{
    return index->twins[seat];
}
