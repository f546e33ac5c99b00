/*
 * What the pretix seating plan format holds beyond struct plan, kept so that an export gives back
 * what an import took. Arrays beside classes, sections, rows, seats and areas; a plan that came
 * from elsewhere has none of it. The program itself uses nothing here.
 *
 * A text that was absent is NULL, one that was null is plan_null (compare the address), an absent
 * number is NAN. Positions are as in the document: a row's within its zone, a seat's in its row.
 */
#ifndef LOGE_DOMAIN_PLAN_EXTRA_H
#define LOGE_DOMAIN_PLAN_EXTRA_H

#include "src/domain/plan.h"

extern const char plan_null[];

struct extra_point {
    double x, y;
};

struct extra_class {
    const char *colour;
};

struct extra_section {
    const char *name, *zone_id, *uuid;
    double x, y;
    double areas; /* 0: an empty list was there; NAN: none (when the section has no areas) */
};

struct extra_row {
    const char *row_label, *seat_label, *uuid, *number_position;
    double x, y;
};

struct extra_seat {
    const char *uuid, *start_direction;
    double radius;
    double x, y;
    double place; /* index in its row of the document: seats stand from left to right here */
};

struct extra_area {
    const char *shape, *colour, *border, *uuid;
    double rotation, x, y;
    double width, height;        /* rectangle */
    double ellipse_x, ellipse_y; /* radii */
    double radius;               /* circle */
    const char *text, *text_colour;
    double text_size, text_x, text_y;
    double polygon; /* 0: there is one, maybe without points */
    const struct extra_point *points;
    int point_count;
};

struct plan_extra {
    const struct extra_class *classes;
    const struct extra_section *sections;
    const struct extra_row *rows;
    const struct extra_seat *seats;
    const struct extra_area *areas;
    double width, height; /* of the whole plan */
};

#endif
