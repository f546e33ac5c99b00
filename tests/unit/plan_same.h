/* For tests: are two plans the same in everything a plan holds but the lines they were drawn on? */
#ifndef LOGE_TESTS_PLAN_SAME_H
#define LOGE_TESTS_PLAN_SAME_H

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "src/domain/plan_text.h"

static inline void print_faults(const struct plan_faults *faults)
{
    for (int i = 0; i < faults->count && i < PLAN_FAULTS_MAX; i++)
        printf("# %d:%d %s\n", faults->at[i].line, faults->at[i].column, faults->at[i].text);
}

static inline struct plan *a_drawn_hall(struct arena *arena, const char *text)
{
    struct plan_faults *faults = arena_alloc(arena, sizeof *faults);
    struct plan *plan = plan_text_parse(text, strlen(text), arena, faults);
    print_faults(faults);
    assert(plan);
    return plan;
}

static inline bool same_seat(const struct plan *x, const struct plan *y, int seat)
{
    const struct plan_seat *a = &x->seats[seat], *b = &y->seats[seat];
    return a->no == b->no && a->row == b->row && a->cell == b->cell && a->x == b->x &&
           a->y == b->y && a->class_no == b->class_no && a->flags == b->flags &&
           strcmp(plan_seat_number(x, a), plan_seat_number(y, b)) == 0 &&
           strcmp(plan_seat_guid(x, a), plan_seat_guid(y, b)) == 0;
}

static inline bool same_area(const struct plan_area *a, const struct plan_area *b)
{
    return a->kind == b->kind && a->x == b->x && a->y == b->y && a->width == b->width &&
           a->height == b->height && a->rotation == b->rotation && a->text_x == b->text_x &&
           a->text_y == b->text_y && a->text_size == b->text_size && a->section == b->section &&
           a->point_count == b->point_count && strcmp(a->text, b->text) == 0 &&
           strcmp(a->colour, b->colour) == 0 && strcmp(a->border, b->border) == 0 &&
           strcmp(a->text_colour, b->text_colour) == 0 && strcmp(a->guid, b->guid) == 0 &&
           (a->point_count == 0 ||
            memcmp(a->points, b->points, (size_t)a->point_count * sizeof *a->points) == 0);
}

/* NULL when they are the same, else where they differ. */
static inline const char *plan_difference(const struct plan *a, const struct plan *b)
{
    static char where[200];
    if (strcmp(a->name, b->name) != 0 || a->class_count != b->class_count ||
        a->section_count != b->section_count || a->row_count != b->row_count ||
        a->seat_count != b->seat_count || a->area_count != b->area_count)
        return "name or counts";
    if (a->focal_x != b->focal_x || a->focal_y != b->focal_y || a->width != b->width ||
        a->height != b->height) {
        snprintf(where, sizeof where, "focal %g,%g %g,%g or size %gx%g %gx%g", (double)a->focal_x,
                 (double)a->focal_y, (double)b->focal_x, (double)b->focal_y, (double)a->width,
                 (double)a->height, (double)b->width, (double)b->height);
        return where;
    }
    for (int i = 0; i < a->class_count; i++)
        if (strcmp(a->classes[i].name, b->classes[i].name) != 0 ||
            strcmp(a->classes[i].colour, b->classes[i].colour) != 0)
            return "a class";
    for (int i = 0; i < a->section_count; i++)
        if (strcmp(a->sections[i].name, b->sections[i].name) != 0 ||
            a->sections[i].first_row != b->sections[i].first_row ||
            a->sections[i].row_count != b->sections[i].row_count ||
            a->sections[i].first_seat != b->sections[i].first_seat ||
            a->sections[i].seat_count != b->sections[i].seat_count ||
            a->sections[i].x != b->sections[i].x || a->sections[i].y != b->sections[i].y)
            return "a section";
    for (int i = 0; i < a->row_count; i++)
        if (strcmp(a->rows[i].label, b->rows[i].label) != 0 ||
            a->rows[i].section != b->rows[i].section || a->rows[i].first != b->rows[i].first ||
            a->rows[i].count != b->rows[i].count)
            return "a row";
    for (int i = 0; i < a->seat_count; i++) {
        const struct plan_seat *s = &a->seats[i], *t = &b->seats[i];
        if (same_seat(a, b, i))
            continue;
        snprintf(where, sizeof where,
                 "seat %d: no %d/%d number %s/%s cell %d/%d class %d/%d flags %x/%x "
                 "at %g,%g / %g,%g guid %s/%s",
                 i, s->no, t->no, plan_seat_number(a, s), plan_seat_number(b, t), s->cell, t->cell,
                 s->class_no, t->class_no, s->flags, t->flags, (double)s->x, (double)s->y,
                 (double)t->x, (double)t->y, plan_seat_guid(a, s), plan_seat_guid(b, t));
        return where;
    }
    for (int i = 0; i < a->area_count; i++)
        if (!same_area(&a->areas[i], &b->areas[i]))
            return "an area";
    return NULL;
}

#endif
