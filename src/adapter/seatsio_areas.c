/* Shapes, general admission, booths and outlines of a seats.io chart. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "src/adapter/seatsio_parts.h"
#include "src/domain/plan_extra.h"

struct shape {
    const char *label, *uuid, *type, *smart, *fill, *stroke;
    const json_t *center, *points, *category;
    double width, height, radius1, radius2, radius, rotation, capacity;
};

static const struct json_field shape_fields[] = {
    {"label", JSON_IN_TEXT_OR_NULL, false, AT(shape, label)},
    {"uuid", JSON_IN_TEXT, false, AT(shape, uuid)},
    {"type", JSON_IN_TEXT, false, AT(shape, type)},
    {"smartType", JSON_IN_TEXT_OR_NULL, false, AT(shape, smart)},
    {"fillColor", JSON_IN_TEXT_OR_NULL, false, AT(shape, fill)},
    {"strokeColor", JSON_IN_TEXT_OR_NULL, false, AT(shape, stroke)},
    {"center", JSON_IN_OBJECT, false, AT(shape, center)},
    {"points", JSON_IN_LIST, false, AT(shape, points)},
    {"categoryKey", JSON_IN_VALUE, false, AT(shape, category)},
    {"width", JSON_IN_NUMBER, false, AT(shape, width)},
    {"height", JSON_IN_NUMBER, false, AT(shape, height)},
    {"radius1", JSON_IN_NUMBER, false, AT(shape, radius1)},
    {"radius2", JSON_IN_NUMBER, false, AT(shape, radius2)},
    {"radius", JSON_IN_NUMBER, false, AT(shape, radius)},
    {"rotationAngle", JSON_IN_NUMBER_OR_NULL, false, AT(shape, rotation)},
    {"capacity", JSON_IN_NUMBER_OR_NULL, false, AT(shape, capacity)}};

static float or_zero(double number)
{
    return isnan(number) ? 0 : (float)number;
}

static const char *plain(const char *text)
{
    return text && text != plan_null ? text : "";
}

/* The first point is where the area stands; the others are relative to it. */
static bool take_points(struct seatsio_reader *reader, const json_t *list, struct plan_area *area)
{
    size_t count = json_array_size(list), mark = json_in_enter_key(&reader->in, "points");
    struct plan_point *points = arena_array(reader->in.arena, count, sizeof *points);
    struct seatsio_point first = {0, 0}, at = {0, 0};
    bool sound = true;
    for (size_t i = 0; i < count && sound; i++) {
        size_t item = json_in_enter_index(&reader->in, i);
        sound = json_in_object(&reader->in, json_array_get(list, i), seatsio_point_fields, 2, &at);
        json_in_leave(&reader->in, item);
        first = i ? first : at;
        points[i] = (struct plan_point){(float)(at.x - first.x), (float)(at.y - first.y)};
    }
    json_in_leave(&reader->in, mark);
    area->kind = AREA_POLYGON;
    area->x = (float)(reader->origin.x + first.x);
    area->y = (float)(reader->origin.y + first.y);
    area->points = count ? points : NULL;
    area->point_count = (int)count;
    return sound;
}

static struct plan_area *add_area(struct seatsio_reader *reader, const struct shape *shape)
{
    struct plan_area *area = LIST_ADD(reader->in.arena, &reader->parts.areas);
    *area = (struct plan_area){.kind = AREA_RECTANGLE,
                               .rotation = or_zero(shape->rotation),
                               .text = plain(shape->label),
                               .colour = plain(shape->fill),
                               .border = plain(shape->stroke),
                               .text_colour = "",
                               .guid = plain(shape->uuid),
                               .section = reader->inside ? reader->parts.sections.count - 1 : -1};
    return area;
}

static bool is_round(const struct shape *shape)
{
    return !isnan(shape->radius1) || !isnan(shape->radius);
}

static struct plan_area *place_shape(struct seatsio_reader *reader, const struct shape *shape)
{
    struct plan_area *area = add_area(reader, shape);
    struct seatsio_point center = {0, 0};
    if (shape->points && !shape->center) {
        take_points(reader, shape->points, area);
        return area;
    }
    if (!seatsio_read_point(reader, "center", shape->center, &center))
        return area;
    area->x = (float)(reader->origin.x + center.x);
    area->y = (float)(reader->origin.y + center.y);
    if (is_round(shape)) {
        area->kind = AREA_ELLIPSE;
        area->width = or_zero(isnan(shape->radius1) ? shape->radius : shape->radius1);
        area->height = or_zero(isnan(shape->radius2) ? (double)area->width : shape->radius2);
        return area;
    }
    area->width = or_zero(shape->width);
    area->height = or_zero(shape->height);
    area->x -= area->width / 2;
    area->y -= area->height / 2;
    return area;
}

void seatsio_read_shape(struct seatsio_reader *reader, const json_t *json)
{
    struct shape found;
    if (!json_in_object(&reader->in, json, FIELDS(shape_fields), &found))
        return;
    struct plan_area *area = place_shape(reader, &found);
    if (area->kind == AREA_RECTANGLE && strcmp(plain(found.smart), "stage") == 0)
        area->kind = AREA_STAGE;
}

void seatsio_read_general(struct seatsio_reader *reader, const json_t *json)
{
    struct shape found;
    if (!json_in_object(&reader->in, json, FIELDS(shape_fields), &found))
        return;
    place_shape(reader, &found);
    seatsio_note(reader, "general admission %s (%d places) has no seats; it is drawn, not sold",
                 plain(found.label), isnan(found.capacity) ? 0 : (int)found.capacity);
}

void seatsio_read_booth(struct seatsio_reader *reader, const json_t *json)
{
    struct shape found;
    if (!json_in_object(&reader->in, json, FIELDS(shape_fields), &found))
        return;
    place_shape(reader, &found);
    seatsio_note(reader, "booth %s has no seats; it is drawn, not sold", plain(found.label), 0);
}

void seatsio_read_outline(struct seatsio_reader *reader, const char *uuid, const json_t *points)
{
    struct shape outline = {.uuid = uuid, .points = points, .rotation = (double)NAN};
    struct seatsio_point origin = reader->origin;
    if (json_array_size(points) == 0)
        return;
    reader->origin = (struct seatsio_point){0, 0}; /* outlines are drawn in the chart around them */
    place_shape(reader, &outline);
    reader->origin = origin;
}
