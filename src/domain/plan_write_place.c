/* Where sections stand, in the words of a drawing: below one another, or `at` and `turn`. */
#include "config.h"

#include "src/domain/plan_write_parts.h"

/* ---- places ------------------------------------------------------------------------------- */

static void turned(int turn, float x, float y, float *out_x, float *out_y)
{
    *out_x = turn == 0 ? x : turn == 90 ? -y : turn == 180 ? -x : y;
    *out_y = turn == 0 ? y : turn == 90 ? x : turn == 180 ? -y : -x;
}

float plan_depth_of(const struct placing *placing, const struct plan_seat *seat)
{
    float x, y;
    turned((360 - placing->turn) % 360, seat->x - placing->x, seat->y - placing->y, &x, &y);
    return y;
}

static bool on_grid(const struct placing *placing, const struct plan_seat *seat, float depth)
{
    float x, y;
    turned(placing->turn, (float)seat->cell, depth, &x, &y);
    return placing->x + x == seat->x && placing->y + y == seat->y;
}

static bool in_quarters(float length)
{
    return length >= -POSITION_MOST && length <= POSITION_MOST &&
           length * 4 == (float)(int)(length * 4);
}

static bool row_fits(const struct plan *plan, const struct plan_row *row,
                     const struct placing *placing, float depth)
{
    for (int i = row->first; i < row->first + row->count; i++)
        if (!on_grid(placing, &plan->seats[i], depth))
            return false;
    return true;
}

static bool section_fits(const struct plan *plan, const struct plan_section *section,
                         struct placing *placing)
{
    float before = -ROW_STEP;
    for (int r = section->first_row; r < section->first_row + section->row_count; r++) {
        const struct plan_row *row = &plan->rows[r];
        float depth = plan_depth_of(placing, &plan->seats[row->first]);
        float lines = depth / ROW_STEP;
        if (depth <= before || lines != (float)(int)lines || !row_fits(plan, row, placing, depth))
            return false;
        before = depth;
    }
    placing->depth = before;
    return in_quarters(placing->x) && in_quarters(placing->y);
}

static void place_section(const struct plan *plan, const struct plan_section *section,
                          struct placing *placing)
{
    const struct plan_seat *first = &plan->seats[section->first_seat];
    for (int turn = 0; turn < 360 && !placing->exact; turn += 90) {
        float x, y;
        turned(turn, (float)first->cell, 0, &x, &y);
        *placing = (struct placing){.turn = turn, .x = first->x - x, .y = first->y - y};
        placing->exact = section_fits(plan, section, placing);
    }
}

/* Which sections stand where a drawing without `at` would put them. */
static void find_flow(struct plan_writer *writer)
{
    float y = 0, leftmost = POSITION_MOST;
    for (int s = 0; s < writer->plan->section_count; s++) {
        struct placing *placing = &writer->placings[s];
        placing->flows = placing->exact && placing->turn == 0 && placing->y == y &&
                         placing->x >= 0 && placing->x == (float)(int)placing->x;
        if (!placing->flows)
            continue;
        y += placing->depth + SECTION_STEP;
        leftmost = placing->x < leftmost ? placing->x : leftmost;
    }
    for (int s = 0; leftmost != 0 && s < writer->plan->section_count; s++)
        writer->placings[s].flows = false;
}

void plan_writer_place(struct plan_writer *writer)
{
    const struct plan *plan = writer->plan;
    writer->placings =
        arena_array(writer->arena, (size_t)plan->section_count, sizeof *writer->placings);
    for (int s = 0; s < plan->section_count; s++) {
        place_section(plan, &plan->sections[s], &writer->placings[s]);
        writer->straightened |= !writer->placings[s].exact;
    }
    find_flow(writer);
    for (int s = 0; writer->straightened && s < plan->section_count; s++)
        writer->placings[s] = (struct placing){.flows = true};
}
