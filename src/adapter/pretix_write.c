/* Writes pretix seating plans. */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "src/adapter/plan_json.h"
#include "src/base/json_out.h"
#include "src/domain/plan_extra.h"
#include "src/domain/plan_stage.h"
#include "src/domain/plan_straighten.h"
#include "src/domain/seat_names.h"

/* pretix draws seats with a radius of 10, so that seats a width of 24 apart do not touch. */
static const double SEAT_PIXELS = 24, TIGHTEST_PIXELS = 10, MARGIN = 50;

struct writer {
    struct json_out *json;
    const struct plan *plan;
    const struct plan_extra *extra;
    const int *seat_order; /* by row and place: which seat stands there in the document */
};

/* ---- values that may be absent ------------------------------------------------------------ */

static void put_text(struct writer *writer, const char *key, const char *text)
{
    if (!text)
        return;
    json_key(writer->json, key);
    json_string(writer->json, text == plan_null ? NULL : text);
}

static void put_number(struct writer *writer, const char *key, double number)
{
    if (isnan(number))
        return;
    json_key(writer->json, key);
    json_number(writer->json, number);
}

static void put_point(struct writer *writer, const char *key, double x, double y)
{
    if (isnan(x) || isnan(y))
        return;
    json_key(writer->json, key);
    json_object_begin(writer->json);
    put_number(writer, "x", x);
    put_number(writer, "y", y);
    json_object_end(writer->json);
}

/* ---- the parts ---------------------------------------------------------------------------- */

static void put_categories(struct writer *writer)
{
    json_key(writer->json, "categories");
    json_array_begin(writer->json);
    for (int i = 0; i < writer->plan->class_count; i++) {
        json_object_begin(writer->json);
        put_text(writer, "name", writer->plan->classes[i].name);
        put_text(writer, "color", writer->extra->classes[i].colour);
        json_object_end(writer->json);
    }
    json_array_end(writer->json);
}

static void put_seat(struct writer *writer, int i)
{
    const struct plan_seat *seat = &writer->plan->seats[i];
    const struct extra_seat *extra = &writer->extra->seats[i];
    json_object_begin(writer->json);
    put_text(writer, "seat_guid", plan_seat_guid(writer->plan, seat));
    put_text(writer, "seat_number", plan_seat_number(writer->plan, seat));
    put_text(writer, "uuid", extra->uuid);
    put_text(writer, "start_direction", extra->start_direction);
    put_number(writer, "radius", extra->radius);
    put_point(writer, "position", extra->x, extra->y);
    put_text(writer, "category", writer->plan->classes[seat->class_no].name);
    json_object_end(writer->json);
}

static void put_row(struct writer *writer, int i)
{
    const struct plan_row *row = &writer->plan->rows[i];
    const struct extra_row *extra = &writer->extra->rows[i];
    json_object_begin(writer->json);
    put_text(writer, "row_number", row->label);
    put_text(writer, "row_label", extra->row_label);
    put_text(writer, "seat_label", extra->seat_label);
    put_text(writer, "uuid", extra->uuid);
    put_text(writer, "row_number_position", extra->number_position);
    put_point(writer, "position", extra->x, extra->y);
    json_key(writer->json, "seats");
    json_array_begin(writer->json);
    for (int s = row->first; s < row->first + row->count; s++)
        put_seat(writer, writer->seat_order[s]);
    json_array_end(writer->json);
    json_object_end(writer->json);
}

static void put_polygon(struct writer *writer, const struct extra_area *extra)
{
    if (isnan(extra->polygon))
        return;
    json_key(writer->json, "polygon");
    json_object_begin(writer->json);
    json_key(writer->json, "points");
    json_array_begin(writer->json);
    for (int i = 0; i < extra->point_count; i++) {
        json_object_begin(writer->json);
        put_number(writer, "x", extra->points[i].x);
        put_number(writer, "y", extra->points[i].y);
        json_object_end(writer->json);
    }
    json_array_end(writer->json);
    json_object_end(writer->json);
}

static void put_shapes(struct writer *writer, const struct extra_area *extra)
{
    put_polygon(writer, extra);
    if (!isnan(extra->width)) {
        json_key(writer->json, "rectangle");
        json_object_begin(writer->json);
        put_number(writer, "width", extra->width);
        put_number(writer, "height", extra->height);
        json_object_end(writer->json);
    }
    if (!isnan(extra->ellipse_x)) {
        json_key(writer->json, "ellipse");
        json_object_begin(writer->json);
        put_point(writer, "radius", extra->ellipse_x, extra->ellipse_y);
        json_object_end(writer->json);
    }
    if (!isnan(extra->radius)) {
        json_key(writer->json, "circle");
        json_object_begin(writer->json);
        put_number(writer, "radius", extra->radius);
        json_object_end(writer->json);
    }
}

static void put_area(struct writer *writer, const struct extra_area *extra)
{
    json_object_begin(writer->json);
    put_text(writer, "shape", extra->shape);
    put_text(writer, "color", extra->colour);
    put_text(writer, "border_color", extra->border);
    put_text(writer, "uuid", extra->uuid);
    put_number(writer, "rotation", extra->rotation);
    put_point(writer, "position", extra->x, extra->y);
    put_shapes(writer, extra);
    if (extra->text) {
        json_key(writer->json, "text");
        json_object_begin(writer->json);
        put_text(writer, "text", extra->text);
        put_text(writer, "color", extra->text_colour);
        put_number(writer, "size", extra->text_size);
        put_point(writer, "position", extra->text_x, extra->text_y);
        json_object_end(writer->json);
    }
    json_object_end(writer->json);
}

static void put_areas(struct writer *writer, int section)
{
    const struct plan *plan = writer->plan;
    bool any = !isnan(writer->extra->sections[section].areas);
    if (!any)
        return;
    json_key(writer->json, "areas");
    json_array_begin(writer->json);
    for (int i = 0; i < plan->area_count; i++)
        if (plan->areas[i].section == section)
            put_area(writer, &writer->extra->areas[i]);
    json_array_end(writer->json);
}

static void put_zone(struct writer *writer, int i)
{
    const struct plan_section *section = &writer->plan->sections[i];
    const struct extra_section *extra = &writer->extra->sections[i];
    json_object_begin(writer->json);
    put_text(writer, "name", extra->name);
    put_text(writer, "zone_id", extra->zone_id);
    put_text(writer, "uuid", extra->uuid);
    put_point(writer, "position", extra->x, extra->y);
    json_key(writer->json, "rows");
    json_array_begin(writer->json);
    for (int r = section->first_row; r < section->first_row + section->row_count; r++)
        put_row(writer, r);
    json_array_end(writer->json);
    put_areas(writer, i);
    json_object_end(writer->json);
}

static void put_size(struct writer *writer)
{
    if (isnan(writer->extra->width))
        return;
    json_key(writer->json, "size");
    json_object_begin(writer->json);
    put_number(writer, "width", writer->extra->width);
    put_number(writer, "height", writer->extra->height);
    json_object_end(writer->json);
}

static void put_plan(struct writer *writer)
{
    json_object_begin(writer->json);
    put_text(writer, "name", writer->plan->name);
    put_size(writer);
    put_categories(writer);
    json_key(writer->json, "zones");
    json_array_begin(writer->json);
    for (int i = 0; i < writer->plan->section_count; i++)
        put_zone(writer, i);
    json_array_end(writer->json);
    json_object_end(writer->json);
}

/* ---- plans that did not come from pretix -------------------------------------------------- */

struct maker {
    const struct plan *plan;
    struct arena *arena;
    double scale, left, top; /* pixels = (length - left) * scale */
};

static double across(const struct maker *maker, float x)
{
    return round(((double)x - maker->left) * maker->scale * 1000) / 1000;
}

static double down(const struct maker *maker, float y)
{
    return round(((double)y - maker->top) * maker->scale * 1000) / 1000;
}

static const struct extra_class *make_classes(const struct maker *maker)
{
    const struct plan *plan = maker->plan;
    struct extra_class *classes =
        arena_array(maker->arena, (size_t)plan->class_count, sizeof *classes);
    for (int i = 0; i < plan->class_count; i++)
        if (plan->classes[i].colour[0])
            classes[i].colour = plan->classes[i].colour;
    return classes;
}

static bool section_has_areas(const struct plan *plan, int section)
{
    for (int i = 0; i < plan->area_count; i++)
        if (plan->areas[i].section == section)
            return true;
    return false;
}

static const struct extra_section *make_sections(const struct maker *maker)
{
    const struct plan *plan = maker->plan;
    struct extra_section *sections =
        arena_array(maker->arena, (size_t)plan->section_count, sizeof *sections);
    for (int i = 0; i < plan->section_count; i++) {
        const char *name = plan->sections[i].name;
        sections[i] = (struct extra_section){.name = name, .zone_id = name};
        sections[i].areas = section_has_areas(plan, i) ? 0 : (double)NAN;
    }
    return sections;
}

static const struct extra_row *make_rows(const struct maker *maker)
{
    struct extra_row *rows =
        arena_array(maker->arena, (size_t)maker->plan->row_count, sizeof *rows);
    for (int i = 0; i < maker->plan->row_count; i++)
        rows[i].number_position = "both";
    return rows;
}

static const struct extra_seat *make_seats(const struct maker *maker)
{
    const struct plan *plan = maker->plan;
    struct extra_seat *seats = arena_array(maker->arena, (size_t)plan->seat_count, sizeof *seats);
    for (int i = 0; i < plan->seat_count; i++)
        seats[i] = (struct extra_seat){.radius = (double)NAN,
                                       .x = across(maker, plan->seats[i].x),
                                       .y = down(maker, plan->seats[i].y),
                                       .place = i - plan->rows[plan->seats[i].row].first};
    return seats;
}

static const char *text_or_absent(const char *text)
{
    return text[0] ? text : NULL;
}

static void make_shape(const struct maker *maker, const struct plan_area *area,
                       struct extra_area *out)
{
    static const char *const shapes[] = {
        [AREA_STAGE] = "rectangle", [AREA_TEXT] = "text",       [AREA_RECTANGLE] = "rectangle",
        [AREA_CIRCLE] = "circle",   [AREA_ELLIPSE] = "ellipse", [AREA_POLYGON] = "polygon"};
    out->shape = shapes[area->kind];
    if (area->kind == AREA_STAGE || area->kind == AREA_RECTANGLE) {
        out->width = round((double)area->width * maker->scale);
        out->height = round((double)area->height * maker->scale);
    } else if (area->kind == AREA_CIRCLE) {
        out->radius = round((double)area->width * maker->scale);
    } else if (area->kind == AREA_ELLIPSE) {
        out->ellipse_x = (double)area->width * maker->scale;
        out->ellipse_y = (double)area->height * maker->scale;
    } else if (area->kind == AREA_POLYGON) {
        struct extra_point *points =
            arena_array(maker->arena, (size_t)area->point_count, sizeof *points);
        for (int i = 0; i < area->point_count; i++) {
            points[i].x = (double)area->points[i].x * maker->scale;
            points[i].y = (double)area->points[i].y * maker->scale;
        }
        out->polygon = 0;
        out->points = points;
        out->point_count = area->point_count;
    }
}

static struct extra_area make_area(const struct maker *maker, const struct plan_area *area)
{
    const double none = (double)NAN;
    struct extra_area out = {.colour = text_or_absent(area->colour),
                             .border = text_or_absent(area->border),
                             .uuid = text_or_absent(area->guid),
                             .rotation = (double)area->rotation,
                             .x = across(maker, area->x),
                             .y = down(maker, area->y),
                             .width = none,
                             .height = none,
                             .ellipse_x = none,
                             .ellipse_y = none,
                             .radius = none,
                             .polygon = none,
                             .text = text_or_absent(area->text),
                             .text_colour = text_or_absent(area->text_colour),
                             .text_size =
                                 area->text_size > 0 ? round((double)area->text_size) : none,
                             .text_x = (double)area->text_x * maker->scale,
                             .text_y = (double)area->text_y * maker->scale};
    make_shape(maker, area, &out);
    if (area->kind == AREA_STAGE) {
        out.text_x = out.width / 2;
        out.text_y = out.height / 2;
    }
    return out;
}

/* Pixels are as tight as pretix draws seats; a hall drawn in seat widths is scaled up. */
static struct maker maker_new(const struct plan *plan, struct arena *arena)
{
    double distance = (double)plan_seat_distance(plan, arena);
    struct plan_box box = plan_seats_box(plan);
    struct maker maker = {.plan = plan, .arena = arena, .scale = 1};
    if (distance > 0 && distance < TIGHTEST_PIXELS)
        maker.scale = SEAT_PIXELS / distance;
    const struct plan_area *stage = plan_stage(plan);
    double left = (double)box.left, top = (double)box.top;
    if (stage) {
        left = fmin(left, (double)stage->x);
        top = fmin(top, (double)stage->y);
    }
    maker.left = left - MARGIN / maker.scale;
    maker.top = top - MARGIN / maker.scale;
    return maker;
}

static void make_size(const struct maker *maker, struct plan_extra *extra)
{
    struct plan_box box = plan_seats_box(maker->plan);
    const struct plan_area *stage = plan_stage(maker->plan);
    float right = box.right, bottom = box.bottom;
    if (stage) {
        right = fmaxf(right, stage->x + stage->width);
        bottom = fmaxf(bottom, stage->y + stage->height);
    }
    extra->width = ceil(across(maker, right) + MARGIN);
    extra->height = ceil(down(maker, bottom) + MARGIN);
}

/* Areas that belong to no section go into the first zone: the format has no other place. */
static struct plan *with_extra(const struct plan *plan, struct arena *arena)
{
    struct plan *copy = arena_alloc(arena, sizeof *copy);
    *copy = *plan;
    copy->areas = arena_array(arena, (size_t)plan->area_count, sizeof *copy->areas);
    for (int i = 0; i < plan->area_count; i++) {
        copy->areas[i] = plan->areas[i];
        if (copy->areas[i].section < 0)
            copy->areas[i].section = 0;
    }
    struct maker maker = maker_new(copy, arena);
    struct plan_extra *extra = arena_alloc(arena, sizeof *extra);
    struct extra_area *areas = arena_array(arena, (size_t)plan->area_count, sizeof *areas);
    for (int i = 0; i < plan->area_count; i++)
        areas[i] = make_area(&maker, &copy->areas[i]);
    *extra = (struct plan_extra){.classes = make_classes(&maker),
                                 .sections = make_sections(&maker),
                                 .rows = make_rows(&maker),
                                 .seats = make_seats(&maker),
                                 .areas = areas};
    make_size(&maker, extra);
    copy->extra = extra;
    return copy;
}

/* Seats without a guid are named by their label, which is as unique as a guid. */
static void give_guids(struct plan *plan, struct arena *arena)
{
    bool missing = false;
    for (int i = 0; i < plan->seat_count; i++)
        missing |= plan_seat_guid(plan, &plan->seats[i])[0] == '\0';
    if (!missing)
        return;
    struct plan_seat *seats = arena_array(arena, (size_t)plan->seat_count, sizeof *seats);
    struct seat_names names = {.arena = arena};
    for (int i = 0; i < plan->seat_count; i++) {
        char label[SEAT_TEXT];
        seats[i] = plan->seats[i];
        seats[i].name = seat_names_keep(&names, plan_seat_number(plan, &seats[i]),
                                        plan_seat_label(plan, i, label));
    }
    plan->seats = seats;
    plan->names = seat_names_text(&names);
}

/* ---- what is lost ------------------------------------------------------------------------- */

static void note_flags(const struct plan *plan, struct plan_faults *notes)
{
    static const struct {
        uint8_t flag;
        const char *what;
    } flags[] = {{SEAT_WHEELCHAIR, "wheelchair"},
                 {SEAT_COMPANION, "companion"},
                 {SEAT_RESTRICTED, "restricted view"},
                 {SEAT_HOUSE, "house seat"}};
    for (int f = 0; f < COUNT_OF(flags); f++) {
        int count = 0;
        for (int i = 0; i < plan->seat_count; i++)
            count += (plan->seats[i].flags & flags[f].flag) != 0;
        if (count)
            plan_fault_add(notes, 0, 0,
                           "pretix has no mark for \"%s\": seats marked so became ordinary (%d)",
                           flags[f].what, count);
    }
}

static const int *document_order(const struct plan *plan, struct arena *arena)
{
    int *order = arena_array(arena, (size_t)plan->seat_count, sizeof *order);
    for (int i = 0; i < plan->seat_count; i++) {
        const struct plan_row *row = &plan->rows[plan->seats[i].row];
        order[row->first + (int)plan->extra->seats[i].place] = i;
    }
    return order;
}

const char *pretix_plan_write(const struct plan *plan, struct arena *arena,
                              struct plan_faults *notes)
{
    struct plan *made = NULL;
    if (!plan->extra) {
        made = with_extra(plan, arena);
        give_guids(made, arena);
    }
    const struct plan *whole = made ? made : plan;
    struct writer writer = {json_out_new(), whole, whole->extra, document_order(whole, arena)};
    put_plan(&writer);
    const char *text = arena_strdup(arena, json_out_text(writer.json, NULL));
    json_out_free(&writer.json);
    if (notes)
        note_flags(plan, notes);
    return text;
}
