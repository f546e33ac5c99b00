#include "config.h"

#include "src/domain/plan_extra.h"
#include "src/domain/plan_stage.h"
#include "src/domain/plan_text.h"

const char plan_null[] = "null";

static void count_rows_and_seats(struct plan *plan)
{
    for (int i = 0; i < plan->section_count; i++) {
        struct plan_section *section = &plan->sections[i];
        section->first_row = section->row_count = section->first_seat = section->seat_count = 0;
    }
    for (int i = 0; i < plan->row_count; i++) {
        struct plan_section *section = &plan->sections[plan->rows[i].section];
        if (section->row_count++ == 0)
            section->first_row = i;
        plan->rows[i].first = plan->rows[i].count = 0;
    }
    for (int i = 0; i < plan->seat_count; i++) {
        struct plan_row *row = &plan->rows[plan->seats[i].row];
        struct plan_section *section = &plan->sections[row->section];
        if (row->count++ == 0)
            row->first = i;
        if (section->seat_count++ == 0)
            section->first_seat = i;
    }
}

/* Rows and sections without seats point at where theirs would stand. */
static void place_empty_ranges(struct plan *plan)
{
    int next_row = 0, next_seat = 0;
    for (int s = 0; s < plan->section_count; s++) {
        struct plan_section *section = &plan->sections[s];
        section->first_row = next_row;
        section->first_seat = next_seat;
        for (int r = next_row; r < next_row + section->row_count; r++) {
            plan->rows[r].first = next_seat;
            next_seat += plan->rows[r].count;
        }
        next_row += section->row_count;
    }
}

static void find_centroids(struct plan *plan)
{
    for (int s = 0; s < plan->section_count; s++) {
        struct plan_section *section = &plan->sections[s];
        double x = 0, y = 0;
        for (int i = section->first_seat; i < section->first_seat + section->seat_count; i++) {
            x += (double)plan->seats[i].x;
            y += (double)plan->seats[i].y;
        }
        if (section->seat_count) {
            section->x = (float)(x / section->seat_count);
            section->y = (float)(y / section->seat_count);
        }
    }
}

void plan_finish(struct plan *plan)
{
    count_rows_and_seats(plan);
    place_empty_ranges(plan);
    find_centroids(plan);
    struct plan_box box = plan_seats_box(plan);
    struct plan_point focal = plan_usual_focal(plan);
    plan->focal_x = focal.x;
    plan->focal_y = focal.y;
    if (plan->width <= 0)
        plan->width = box.right - box.left;
    if (plan->height <= 0)
        plan->height = box.bottom - box.top;
}

void plan_mark_aisles(struct plan *plan)
{
    for (int i = 1; i < plan->seat_count; i++) {
        struct plan_seat *seat = &plan->seats[i], *before = seat - 1;
        if (before->row != seat->row || plan_neighbours(plan, i - 1, i))
            continue;
        before->flags |= SEAT_AISLE;
        seat->flags |= SEAT_AISLE;
    }
}
