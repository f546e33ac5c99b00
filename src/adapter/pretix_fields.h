/* The keys of a pretix seating plan, as tables that both reading and writing go by. */
#ifndef LOGE_ADAPTER_PRETIX_FIELDS_H
#define LOGE_ADAPTER_PRETIX_FIELDS_H

#include "src/adapter/json_in.h"
#include "src/domain/plan_extra.h"

/* Each begins with the plan's own struct; the rest is looked into and dropped while reading. */
struct pretix_class {
    struct extra_class extra;
    const char *name;
};
struct pretix_zone {
    struct extra_section extra;
    const json_t *position, *rows, *areas;
};
struct pretix_row {
    struct extra_row extra;
    const char *row_number;
    const json_t *position, *seats;
};
struct pretix_seat {
    struct extra_seat extra;
    const char *seat_guid, *seat_number, *category;
    const json_t *position;
};
struct pretix_text {
    const char *text, *colour;
    double size;
    const json_t *position;
};
struct pretix_area {
    struct extra_area extra;
    const json_t *position, *polygon, *rectangle, *ellipse, *circle, *text;
};

struct json_table {
    const struct json_field *fields;
    int count;
};

extern const struct json_table pretix_class_table, pretix_zone_table, pretix_row_table,
    pretix_seat_table, pretix_area_table, pretix_text_table, pretix_point_table;
/* Parts of an area, with offsets into struct extra_area. */
extern const struct json_table pretix_area_rectangle, pretix_area_radii, pretix_area_circle;

#endif
