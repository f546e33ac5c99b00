/*
 * Writes the house's own document: struct plan as JSON, everything in it.
 *
 *   {"loge_plan": 1, "name", "size": [w, h], "focal": [x, y],
 *    "classes": [[name, colour]], "sections": [name], "rows": [[section, label, line]],
 *    "seats": [[no, row, cell, x, y, class, flags, number, guid]], "areas": [{...}],
 *    "extra": {"size": [w, h], "classes": [{...}], "sections", "rows", "seats", "areas"}}
 *
 * What follows from these (ranges, runs, centroids) is not written. A guid that is empty is left
 * out, and so is "extra" when the plan has none.
 */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "src/adapter/plan_json.h"
#include "src/base/json_out.h"
#include "src/domain/plan_extra.h"

static void put_pair(struct json_out *json, const char *key, double first, double second)
{
    json_key(json, key);
    json_array_begin(json);
    json_number(json, first);
    json_number(json, second);
    json_array_end(json);
}

static void begin_list(struct json_out *json, const char *key)
{
    json_key(json, key);
    json_array_begin(json);
}

static void put_classes(struct json_out *json, const struct plan *plan)
{
    begin_list(json, "classes");
    for (int i = 0; i < plan->class_count; i++) {
        json_array_begin(json);
        json_string(json, plan->classes[i].name);
        json_string(json, plan->classes[i].colour);
        json_array_end(json);
    }
    json_array_end(json);
}

static void put_sections(struct json_out *json, const struct plan *plan)
{
    begin_list(json, "sections");
    for (int i = 0; i < plan->section_count; i++)
        json_string(json, plan->sections[i].name);
    json_array_end(json);
}

static void put_rows(struct json_out *json, const struct plan *plan)
{
    begin_list(json, "rows");
    for (int i = 0; i < plan->row_count; i++) {
        json_array_begin(json);
        json_int(json, plan->rows[i].section);
        json_string(json, plan->rows[i].label);
        json_int(json, plan->rows[i].line);
        json_array_end(json);
    }
    json_array_end(json);
}

static void put_seat(struct json_out *json, const struct plan *plan, const struct plan_seat *seat)
{
    json_array_begin(json);
    json_int(json, seat->no);
    json_int(json, seat->row);
    json_int(json, seat->cell);
    json_number(json, (double)seat->x);
    json_number(json, (double)seat->y);
    json_int(json, seat->class_no);
    json_int(json, seat->flags);
    json_string(json, plan_seat_number(plan, seat));
    if (plan_seat_guid(plan, seat)[0])
        json_string(json, plan_seat_guid(plan, seat));
    json_array_end(json);
}

static void put_seats(struct json_out *json, const struct plan *plan)
{
    begin_list(json, "seats");
    for (int i = 0; i < plan->seat_count; i++)
        put_seat(json, plan, &plan->seats[i]);
    json_array_end(json);
}

/* ---- areas -------------------------------------------------------------------------------- */

static void put_number(struct json_out *json, const char *key, double number)
{
    if (isnan(number))
        return;
    json_key(json, key);
    json_number(json, number);
}

static void put_text(struct json_out *json, const char *key, const char *text)
{
    if (!text)
        return;
    json_key(json, key);
    json_string(json, text == plan_null ? NULL : text);
}

static void put_corner(struct json_out *json, double x, double y)
{
    json_array_begin(json);
    json_number(json, x);
    json_number(json, y);
    json_array_end(json);
}

static void put_area(struct json_out *json, const struct plan_area *area)
{
    const struct {
        const char *key;
        float number;
    } numbers[] = {{"x", area->x},
                   {"y", area->y},
                   {"width", area->width},
                   {"height", area->height},
                   {"rotation", area->rotation},
                   {"text_x", area->text_x},
                   {"text_y", area->text_y},
                   {"text_size", area->text_size}};
    json_object_begin(json);
    put_number(json, "kind", area->kind);
    put_number(json, "section", area->section);
    for (int i = 0; i < COUNT_OF(numbers); i++)
        put_number(json, numbers[i].key, (double)numbers[i].number);
    put_text(json, "text", area->text);
    put_text(json, "colour", area->colour);
    put_text(json, "border", area->border);
    put_text(json, "text_colour", area->text_colour);
    put_text(json, "guid", area->guid);
    begin_list(json, "points");
    for (int i = 0; i < area->point_count; i++)
        put_corner(json, (double)area->points[i].x, (double)area->points[i].y);
    json_array_end(json);
    json_object_end(json);
}

static void put_areas(struct json_out *json, const struct plan *plan)
{
    begin_list(json, "areas");
    for (int i = 0; i < plan->area_count; i++)
        put_area(json, &plan->areas[i]);
    json_array_end(json);
}

/* ---- what a foreign format left --------------------------------------------------------- */

static void put_extra_classes(struct json_out *json, const struct plan *plan)
{
    begin_list(json, "classes");
    for (int i = 0; i < plan->class_count; i++) {
        json_object_begin(json);
        put_text(json, "colour", plan->extra->classes[i].colour);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_extra_sections(struct json_out *json, const struct plan *plan)
{
    begin_list(json, "sections");
    for (int i = 0; i < plan->section_count; i++) {
        const struct extra_section *extra = &plan->extra->sections[i];
        json_object_begin(json);
        put_text(json, "name", extra->name);
        put_text(json, "zone_id", extra->zone_id);
        put_text(json, "uuid", extra->uuid);
        put_number(json, "x", extra->x);
        put_number(json, "y", extra->y);
        put_number(json, "areas", extra->areas);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_extra_rows(struct json_out *json, const struct plan *plan)
{
    begin_list(json, "rows");
    for (int i = 0; i < plan->row_count; i++) {
        const struct extra_row *extra = &plan->extra->rows[i];
        json_object_begin(json);
        put_text(json, "row_label", extra->row_label);
        put_text(json, "seat_label", extra->seat_label);
        put_text(json, "uuid", extra->uuid);
        put_text(json, "number_position", extra->number_position);
        put_number(json, "x", extra->x);
        put_number(json, "y", extra->y);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_extra_seats(struct json_out *json, const struct plan *plan)
{
    begin_list(json, "seats");
    for (int i = 0; i < plan->seat_count; i++) {
        const struct extra_seat *extra = &plan->extra->seats[i];
        json_object_begin(json);
        put_text(json, "uuid", extra->uuid);
        put_text(json, "start_direction", extra->start_direction);
        put_number(json, "radius", extra->radius);
        put_number(json, "x", extra->x);
        put_number(json, "y", extra->y);
        put_number(json, "place", extra->place);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_extra_area(struct json_out *json, const struct extra_area *extra)
{
    const struct {
        const char *key;
        double number;
    } numbers[] = {
        {"rotation", extra->rotation},   {"x", extra->x},           {"y", extra->y},
        {"width", extra->width},         {"height", extra->height}, {"ellipse_x", extra->ellipse_x},
        {"ellipse_y", extra->ellipse_y}, {"radius", extra->radius}, {"text_size", extra->text_size},
        {"text_x", extra->text_x},       {"text_y", extra->text_y}, {"polygon", extra->polygon}};
    json_object_begin(json);
    put_text(json, "shape", extra->shape);
    put_text(json, "colour", extra->colour);
    put_text(json, "border", extra->border);
    put_text(json, "uuid", extra->uuid);
    put_text(json, "text", extra->text);
    put_text(json, "text_colour", extra->text_colour);
    for (int i = 0; i < COUNT_OF(numbers); i++)
        put_number(json, numbers[i].key, numbers[i].number);
    begin_list(json, "points");
    for (int i = 0; i < extra->point_count; i++)
        put_corner(json, extra->points[i].x, extra->points[i].y);
    json_array_end(json);
    json_object_end(json);
}

static void put_extra(struct json_out *json, const struct plan *plan)
{
    json_key(json, "extra");
    json_object_begin(json);
    if (!isnan(plan->extra->width))
        put_pair(json, "size", plan->extra->width, plan->extra->height);
    put_extra_classes(json, plan);
    put_extra_sections(json, plan);
    put_extra_rows(json, plan);
    put_extra_seats(json, plan);
    begin_list(json, "areas");
    for (int i = 0; i < plan->area_count; i++)
        put_extra_area(json, &plan->extra->areas[i]);
    json_array_end(json);
    json_object_end(json);
}

const char *plan_document_write(const struct plan *plan, struct arena *arena)
{
    struct json_out *json = json_out_new();
    json_object_begin(json);
    json_key(json, "loge_plan");
    json_int(json, 1);
    json_key(json, "name");
    json_string(json, plan->name);
    put_pair(json, "size", (double)plan->width, (double)plan->height);
    put_pair(json, "focal", (double)plan->focal_x, (double)plan->focal_y);
    put_classes(json, plan);
    put_sections(json, plan);
    put_rows(json, plan);
    put_seats(json, plan);
    put_areas(json, plan);
    if (plan->extra)
        put_extra(json, plan);
    json_object_end(json);
    const char *text = arena_strdup(arena, json_out_text(json, NULL));
    json_out_free(&json);
    return text;
}
