#include "config.h"

#include "src/domain/plan.h"

#include <string.h>

enum { FEW_LABELS = 8 };

/* Appends a part of a label, with the '-' before it unless it comes first or is empty. */
static char *part_add(char *start, char *end, const char *part)
{
    if (!*part)
        return end;
    if (end != start)
        *end++ = '-';
    size_t length = strlen(part);
    memcpy(end, part, length);
    return end + length;
}

static char *row_prefix(const struct plan *plan, const struct plan_row *row, char *out)
{
    char *end = part_add(out, out, plan->sections[row->section].name);
    return part_add(out, end, row->label);
}

char *plan_seat_label(const struct plan *plan, int seat, char out[SEAT_TEXT])
{
    const struct plan_seat *at = &plan->seats[seat];
    char *end = row_prefix(plan, &plan->rows[at->row], out);
    end = part_add(out, end, plan_seat_number(plan, at));
    *end = '\0';
    return out;
}

/* Labels are compared whole, because a section's name may itself hold a '-'. */
static int find_in_row(const struct plan *plan, const struct plan_row *row, const char *label)
{
    char text[SEAT_TEXT];
    size_t prefix = (size_t)(row_prefix(plan, row, text) - text);
    if (strncmp(label, text, prefix) != 0)
        return -1;
    for (int seat = row->first; seat < row->first + row->count; seat++)
        if (strcmp(plan_seat_label(plan, seat, text), label) == 0)
            return seat;
    return -1;
}

int plan_find_seat(const struct plan *plan, const char *label)
{
    for (int i = 0; i < plan->row_count; i++) {
        int seat = find_in_row(plan, &plan->rows[i], label);
        if (seat >= 0)
            return seat;
    }
    return -1;
}

int plan_find_section(const struct plan *plan, const char *name)
{
    for (int i = 0; i < plan->section_count; i++)
        if (strcmp(plan->sections[i].name, name) == 0)
            return i;
    return -1;
}

int plan_find_class(const struct plan *plan, const char *name)
{
    for (int i = 0; i < plan->class_count; i++)
        if (strcmp(plan->classes[i].name, name) == 0)
            return i;
    return -1;
}

/* ---- many labels at once ------------------------------------------------------------------- */

/* Open addressing over the wanted labels; the hall is then walked once and looked up in it. */
struct wanted {
    const char *label; /* NULL: empty slot */
    uint32_t hash;
    int seat;
};

struct wanted_set {
    struct wanted *slots;
    uint32_t mask;
};

static const uint32_t hash_start = 2166136261u;

/* FNV-1a, continued: the hash of a row's prefix is the start for each of its seats. */
static uint32_t hash_more(uint32_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 16777619u;
    return hash;
}

static struct wanted *slot_of(const struct wanted_set *set, const char *label, uint32_t hash)
{
    uint32_t i = hash & set->mask;
    while (set->slots[i].label &&
           (set->slots[i].hash != hash || strcmp(set->slots[i].label, label) != 0))
        i = (i + 1) & set->mask;
    return &set->slots[i];
}

static struct wanted_set wanted_new(const char *const *labels, int count, struct arena *arena)
{
    uint32_t room = 16;
    while (room < (uint32_t)count * 2)
        room *= 2;
    struct wanted_set set = {arena_array(arena, room, sizeof *set.slots), room - 1};
    for (int i = 0; i < count; i++) {
        uint32_t hash = hash_more(hash_start, labels[i]);
        *slot_of(&set, labels[i], hash) = (struct wanted){labels[i], hash, -1};
    }
    return set;
}

static void find_wanted_in_row(const struct plan *plan, const struct plan_row *row,
                               struct wanted_set *set)
{
    char text[SEAT_TEXT];
    *row_prefix(plan, row, text) = '\0';
    uint32_t prefix = hash_more(hash_start, text);
    const char *joint = *text ? "-" : "";
    for (int seat = row->first; seat < row->first + row->count; seat++) {
        const char *number = plan_seat_number(plan, &plan->seats[seat]);
        uint32_t hash = *number ? hash_more(hash_more(prefix, joint), number) : prefix;
        uint32_t at = hash & set->mask;
        if (!set->slots[at].label)
            continue;
        struct wanted *slot = slot_of(set, plan_seat_label(plan, seat, text), hash);
        if (slot->label && slot->seat < 0)
            slot->seat = seat;
    }
}

static void find_many(const struct plan *plan, const char *const *labels, int count, int *seats,
                      struct arena *arena)
{
    struct wanted_set set = wanted_new(labels, count, arena);
    for (int i = 0; i < plan->row_count; i++)
        find_wanted_in_row(plan, &plan->rows[i], &set);
    for (int i = 0; i < count; i++)
        seats[i] = slot_of(&set, labels[i], hash_more(hash_start, labels[i]))->seat;
}

int plan_find_seats(const struct plan *plan, const char *const *labels, int count, int *seats,
                    struct arena *arena)
{
    if (count > FEW_LABELS)
        find_many(plan, labels, count, seats, arena);
    else
        for (int i = 0; i < count; i++)
            seats[i] = plan_find_seat(plan, labels[i]);
    int missing = 0;
    for (int i = 0; i < count; i++)
        missing += seats[i] < 0;
    return missing;
}

int *plan_by_number(const struct plan *plan, struct arena *arena, int *size)
{
    int32_t highest = -1;
    for (int i = 0; i < plan->seat_count; i++)
        if (plan->seats[i].no > highest)
            highest = plan->seats[i].no;
    *size = highest + 1;
    int *index = arena_array(arena, (size_t)*size, sizeof *index);
    memset(index, 0xff, (size_t)*size * sizeof *index);
    for (int i = 0; i < plan->seat_count; i++)
        index[plan->seats[i].no] = i;
    return index;
}

static void row_ranges(struct plan *plan)
{
    for (int i = 0; i < plan->row_count; i++)
        plan->rows[i].count = 0;
    for (int i = 0; i < plan->seat_count; i++)
        plan->rows[plan->seats[i].row].count++; // NOLINT: a plan with seats has rows
    int32_t first = 0;
    for (int i = 0; i < plan->row_count; i++) {
        plan->rows[i].first = first;
        first += plan->rows[i].count;
    }
}

static void section_ranges(struct plan *plan)
{
    for (int i = 0; i < plan->section_count; i++) {
        plan->sections[i].row_count = plan->sections[i].seat_count = 0;
        plan->sections[i].first_row = plan->sections[i].first_seat = -1;
    }
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        struct plan_section *section = &plan->sections[row->section];
        if (section->row_count++ == 0) {
            section->first_row = i;
            section->first_seat = row->first;
        }
        section->seat_count += row->count;
    }
}

/* A section without rows stands where the next one begins. */
static void place_empty_sections(struct plan *plan)
{
    int32_t row = 0, seat = 0;
    for (int i = 0; i < plan->section_count; i++) {
        struct plan_section *section = &plan->sections[i];
        if (section->first_row < 0) {
            section->first_row = row;
            section->first_seat = seat;
        }
        row = section->first_row + section->row_count;
        seat = section->first_seat + section->seat_count;
    }
}

void plan_find_ranges(struct plan *plan)
{
    row_ranges(plan);
    section_ranges(plan);
    place_empty_sections(plan);
}
