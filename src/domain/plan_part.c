#include "config.h"

#include "src/domain/plan_part.h"

#include <string.h>

static void take_rows(struct plan *part, const struct plan *whole,
                      const struct plan_section *section, struct arena *arena)
{
    part->row_count = section->row_count;
    part->rows = arena_array(arena, (size_t)section->row_count + 1, sizeof *part->rows);
    for (int i = 0; i < section->row_count; i++) {
        part->rows[i] = whole->rows[section->first_row + i];
        part->rows[i].section = 0;
        part->rows[i].first -= section->first_seat;
    }
}

static void take_seats(struct plan *part, const struct plan *whole,
                       const struct plan_section *section, struct arena *arena)
{
    part->seat_count = section->seat_count;
    part->seats = arena_array(arena, (size_t)section->seat_count + 1, sizeof *part->seats);
    for (int i = 0; i < section->seat_count; i++) {
        part->seats[i] = whole->seats[section->first_seat + i];
        part->seats[i].row -= section->first_row;
    }
}

static struct plan *part_of(const struct plan *whole, const struct plan_section *section,
                            struct arena *arena)
{
    struct plan *part = arena_alloc(arena, sizeof *part);
    *part = *whole;
    part->areas = NULL;
    part->area_count = 0;
    part->extra = NULL;
    part->section_count = 1;
    part->sections = arena_alloc(arena, sizeof *part->sections);
    *part->sections = *section;
    part->sections->first_row = part->sections->first_seat = 0;
    take_rows(part, whole, section, arena);
    take_seats(part, whole, section, arena);
    return part;
}

struct snapshot snapshot_section(const struct snapshot *whole, int section, struct arena *arena)
{
    const struct plan_section *of = &whole->plan->sections[section];
    struct snapshot part = *whole;
    part.plan = part_of(whole->plan, of, arena);
    part.state = whole->state + of->first_seat;
    part.whole = false;
    return part;
}
