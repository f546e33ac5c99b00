#include "config.h"

#include "tests/bench/big_hall.h"

#include <stdio.h>

#include "src/domain/plan_text.h"
#include "src/domain/seat_names.h"

enum { ROW_SEATS = 100, SECTION_ROWS = 100, CLASSES = 3, FIRST_AISLE = 30, SECOND_AISLE = 70 };

static void fill_classes(struct plan *plan, struct arena *arena)
{
    static const char *const names[CLASSES] = {"Premium", "Standard", "Economy"};
    plan->class_count = CLASSES;
    plan->classes = arena_array(arena, CLASSES, sizeof *plan->classes);
    for (int i = 0; i < CLASSES; i++)
        snprintf(plan->classes[i].name, sizeof plan->classes[i].name, "%s", names[i]);
}

static void fill_sections(struct plan *plan, struct arena *arena)
{
    plan->section_count = (plan->row_count + SECTION_ROWS - 1) / SECTION_ROWS;
    plan->sections = arena_array(arena, (size_t)plan->section_count, sizeof *plan->sections);
    for (int i = 0; i < plan->section_count; i++)
        snprintf(plan->sections[i].name, sizeof plan->sections[i].name, "Block%d", i + 1);
}

static void fill_seat(struct seat_names *names, struct plan_seat *seat, int row, int place)
{
    int aisles = (place >= FIRST_AISLE) + (place >= SECOND_AISLE);
    seat->no = -1;
    seat->row = plan_row_read(row);
    seat->cell = place + aisles;
    seat->x = (float)(row / SECTION_ROWS * (ROW_SEATS + 10) + seat->cell);
    seat->y = (float)(row % SECTION_ROWS + 5);
    seat->class_no = (uint8_t)(row % SECTION_ROWS * CLASSES / SECTION_ROWS);
    char number[NUMBER_TEXT];
    snprintf(number, sizeof number, "%d", place + 1);
    seat->name = seat_names_keep(names, number, "");
}

static void fill_rows(struct plan *plan, struct arena *arena)
{
    plan->rows = arena_array(arena, (size_t)plan->row_count, sizeof *plan->rows);
    plan->seats = arena_array(arena, (size_t)plan->seat_count, sizeof *plan->seats);
    struct seat_names names = {.arena = arena};
    for (int row = 0; row < plan->row_count; row++) {
        struct plan_row *place = &plan->rows[row];
        place->section = row / SECTION_ROWS;
        place->first = row * ROW_SEATS;
        place->count = ROW_SEATS;
        snprintf(place->label, sizeof place->label, "R%d", row % SECTION_ROWS + 1);
        for (int i = 0; i < ROW_SEATS; i++)
            fill_seat(&names, &plan->seats[row * ROW_SEATS + i], row, i);
    }
    plan->names = seat_names_text(&names);
}

struct plan *big_hall(struct arena *arena, int seats)
{
    struct plan *plan = arena_alloc(arena, sizeof *plan);
    snprintf(plan->name, sizeof plan->name, "Field of %d", seats);
    plan->row_count = seats / ROW_SEATS;
    plan->seat_count = plan->row_count * ROW_SEATS;
    fill_classes(plan, arena);
    fill_sections(plan, arena);
    fill_rows(plan, arena);
    plan_finish(plan);
    return plan;
}
