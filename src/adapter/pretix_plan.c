/* Reads pretix seating plans. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/plan_json.h"
#include "src/adapter/plan_parts.h"
#include "src/adapter/pretix_fields.h"
#include "src/base/text.h"
#include "src/domain/plan_check.h"
#include "src/domain/plan_straighten.h"

struct reader {
    struct json_in in;
    struct plan_parts parts;
    struct plan *plan;
    struct plan_extra *extra;
    struct extra_point zone, row; /* where the current ones stand */
    LIST(struct extra_class) extra_classes;
    LIST(struct extra_section) extra_sections;
    LIST(struct extra_row) extra_rows;
    LIST(const char *) row_paths;
    LIST(struct extra_seat) extra_seats;
    LIST(struct extra_area) extra_areas;
};

#define FIELDS(table) (table).fields, (table).count

static const char *or_empty(const char *text)
{
    return text && text != plan_null ? text : "";
}

static float or_zero(double number)
{
    return isnan(number) ? 0 : (float)number;
}

static bool read_point(struct reader *reader, const char *key, const json_t *json,
                       struct extra_point *out)
{
    size_t mark = json_in_enter_key(&reader->in, key);
    bool sound = json_in_object(&reader->in, json, FIELDS(pretix_point_table), out);
    json_in_leave(&reader->in, mark);
    return sound;
}

/* ---- categories --------------------------------------------------------------------------- */

static bool is_plain_colour(const char *colour)
{
    return colour[0] == '#' && strlen(colour) == 7 &&
           strspn(colour + 1, "0123456789abcdefABCDEF") == 6;
}

static int find_class(const struct reader *reader, const char *name)
{
    for (int i = 0; i < reader->parts.classes.count; i++)
        if (strcmp(reader->parts.classes.at[i].name, name) == 0)
            return i;
    return -1;
}

static void read_category(struct reader *reader, const json_t *json)
{
    struct pretix_class category;
    struct plan_class class = {"", ""};
    if (!json_in_object(&reader->in, json, FIELDS(pretix_class_table), &category) ||
        !json_in_name(&reader->in, "name", category.name, class.name, sizeof class.name))
        return;
    if (find_class(reader, class.name) >= 0) {
        json_in_fault(&reader->in, "there is a category \"%s\" already", class.name);
        return;
    }
    if (is_plain_colour(or_empty(category.extra.colour)))
        text_copy(class.colour, sizeof class.colour, category.extra.colour);
    *LIST_ADD(reader->in.arena, &reader->parts.classes) = class;
    *LIST_ADD(reader->in.arena, &reader->extra_classes) = category.extra;
}

static void read_categories(struct reader *reader, const json_t *list)
{
    size_t mark = json_in_enter_key(&reader->in, "categories");
    if (json_array_size(list) > PLAN_CLASSES_MAX)
        json_in_fault(&reader->in, "there are %zu categories; %d is the most",
                      json_array_size(list), (int)PLAN_CLASSES_MAX);
    for (size_t i = 0; i < json_array_size(list) && i < PLAN_CLASSES_MAX; i++) {
        size_t item = json_in_enter_index(&reader->in, i);
        read_category(reader, json_array_get(list, i));
        json_in_leave(&reader->in, item);
    }
    json_in_leave(&reader->in, mark);
}

/* ---- seats -------------------------------------------------------------------------------- */

static bool find_category(struct reader *reader, const char *name, struct plan_seat *seat)
{
    int class = find_class(reader, name);
    if (class < 0) {
        size_t mark = json_in_enter_key(&reader->in, "category");
        json_in_fault(&reader->in, "there is no category \"%s\"", name);
        json_in_leave(&reader->in, mark);
        return false;
    }
    seat->class_no = (uint8_t) class;
    return true;
}

static void read_seat(struct reader *reader, const json_t *json, size_t place)
{
    struct pretix_seat found;
    struct extra_point at;
    struct plan_seat seat = {.no = -1, .row = plan_row_read(reader->parts.rows.count - 1)};
    char number[NUMBER_TEXT];
    if (!json_in_object(&reader->in, json, FIELDS(pretix_seat_table), &found) ||
        !read_point(reader, "position", found.position, &at) ||
        !json_in_name(&reader->in, "seat_number", found.seat_number, number, sizeof number) ||
        !find_category(reader, found.category, &seat))
        return;
    seat.name = seat_names_keep(&reader->parts.names, number, found.seat_guid);
    seat.x = (float)(reader->zone.x + reader->row.x + at.x);
    seat.y = (float)(reader->zone.y + reader->row.y + at.y);
    found.extra.x = at.x;
    found.extra.y = at.y;
    found.extra.place = (double)place;
    *LIST_ADD(reader->in.arena, &reader->parts.seats) = seat;
    *LIST_ADD(reader->in.arena, &reader->extra_seats) = found.extra;
}

static void read_seats(struct reader *reader, const json_t *list)
{
    size_t mark = json_in_enter_key(&reader->in, "seats");
    for (size_t i = 0; i < json_array_size(list); i++) {
        size_t item = json_in_enter_index(&reader->in, i);
        if (reader->parts.seats.count <= PLAN_SEATS_MAX)
            read_seat(reader, json_array_get(list, i), i);
        json_in_leave(&reader->in, item);
    }
    json_in_leave(&reader->in, mark);
}

static void read_row(struct reader *reader, const json_t *json)
{
    struct pretix_row found;
    struct plan_row row = {.section = reader->parts.sections.count - 1};
    struct extra_point at = {(double)NAN, (double)NAN};
    if (!json_in_object(&reader->in, json, FIELDS(pretix_row_table), &found) ||
        !json_in_name(&reader->in, "row_number", found.row_number, row.label, sizeof row.label) ||
        (found.position && !read_point(reader, "position", found.position, &at)))
        return;
    found.extra.x = at.x;
    found.extra.y = at.y;
    reader->row = (struct extra_point){isnan(at.x) ? 0 : at.x, isnan(at.y) ? 0 : at.y};
    *LIST_ADD(reader->in.arena, &reader->parts.rows) = row;
    *LIST_ADD(reader->in.arena, &reader->extra_rows) = found.extra;
    *LIST_ADD(reader->in.arena, &reader->row_paths) =
        arena_strdup(reader->in.arena, reader->in.path);
    read_seats(reader, found.seats);
}

/* ---- areas -------------------------------------------------------------------------------- */

static bool read_part(struct reader *reader, const char *key, const json_t *json,
                      const struct json_table *table, struct extra_area *out)
{
    if (!json)
        return true;
    size_t mark = json_in_enter_key(&reader->in, key);
    bool sound = json_in_object(&reader->in, json, table->fields, table->count, out);
    json_in_leave(&reader->in, mark);
    return sound;
}

static bool read_ellipse(struct reader *reader, const json_t *json, struct extra_area *out)
{
    static const struct json_field fields[] = {{"radius", JSON_IN_OBJECT, true, 0}};
    const json_t *radius = NULL;
    size_t mark = json_in_enter_key(&reader->in, "ellipse");
    bool sound = !json || (json_in_object(&reader->in, json, fields, 1, &radius) &&
                           read_part(reader, "radius", radius, &pretix_area_radii, out));
    json_in_leave(&reader->in, mark);
    return sound;
}

static bool read_points(struct reader *reader, const json_t *list, struct extra_area *out)
{
    size_t count = json_array_size(list);
    struct extra_point *points = arena_array(reader->in.arena, count, sizeof *points);
    size_t mark = json_in_enter_key(&reader->in, "points");
    bool sound = true;
    for (size_t i = 0; i < count; i++) {
        size_t item = json_in_enter_index(&reader->in, i);
        sound &= json_in_object(&reader->in, json_array_get(list, i), FIELDS(pretix_point_table),
                                &points[i]);
        json_in_leave(&reader->in, item);
    }
    json_in_leave(&reader->in, mark);
    out->polygon = 0;
    out->points = points;
    out->point_count = (int)count;
    return sound;
}

static bool read_polygon(struct reader *reader, const json_t *json, struct extra_area *out)
{
    static const struct json_field fields[] = {{"points", JSON_IN_LIST, true, 0}};
    const json_t *points = NULL;
    out->polygon = (double)NAN;
    if (!json)
        return true;
    size_t mark = json_in_enter_key(&reader->in, "polygon");
    bool sound =
        json_in_object(&reader->in, json, fields, 1, &points) && read_points(reader, points, out);
    json_in_leave(&reader->in, mark);
    return sound;
}

static bool read_text(struct reader *reader, const json_t *json, struct extra_area *out)
{
    struct pretix_text found;
    struct extra_point at;
    if (!json)
        return true;
    size_t mark = json_in_enter_key(&reader->in, "text");
    bool sound = json_in_object(&reader->in, json, FIELDS(pretix_text_table), &found) &&
                 read_point(reader, "position", found.position, &at);
    json_in_leave(&reader->in, mark);
    if (!sound)
        return false;
    out->text = found.text;
    out->text_colour = found.colour;
    out->text_size = found.size;
    out->text_x = at.x;
    out->text_y = at.y;
    return true;
}

static bool find_shape(struct reader *reader, const char *shape, enum area_kind *kind)
{
    static const struct {
        const char *shape;
        enum area_kind kind;
    } shapes[] = {{"polygon", AREA_POLYGON},
                  {"rectangle", AREA_RECTANGLE},
                  {"ellipse", AREA_ELLIPSE},
                  {"circle", AREA_CIRCLE},
                  {"text", AREA_TEXT}};
    *kind = AREA_TEXT;
    for (int i = 0; shape && i < COUNT_OF(shapes); i++) {
        if (strcmp(shape, shapes[i].shape) != 0)
            continue;
        *kind = shapes[i].kind;
        return true;
    }
    if (!shape)
        return true;
    size_t mark = json_in_enter_key(&reader->in, "shape");
    json_in_fault(&reader->in, "must be polygon, rectangle, ellipse, circle or text");
    json_in_leave(&reader->in, mark);
    return false;
}

static const struct plan_point *relative_points(struct reader *reader,
                                                const struct extra_area *extra)
{
    size_t count = (size_t)extra->point_count;
    struct plan_point *points = arena_array(reader->in.arena, count, sizeof *points);
    for (size_t i = 0; i < count; i++)
        points[i] = (struct plan_point){(float)extra->points[i].x, (float)extra->points[i].y};
    return count ? points : NULL;
}

/* How wide and high the area is depends on what it is; the unused parts stay in the extras. */
static void size_area(struct reader *reader, const struct extra_area *extra, struct plan_area *area)
{
    if (area->kind == AREA_RECTANGLE) {
        area->width = or_zero(extra->width);
        area->height = or_zero(extra->height);
    } else if (area->kind == AREA_CIRCLE) {
        area->width = or_zero(extra->radius);
    } else if (area->kind == AREA_ELLIPSE) {
        area->width = or_zero(extra->ellipse_x);
        area->height = or_zero(extra->ellipse_y);
    } else if (area->kind == AREA_POLYGON) {
        area->points = relative_points(reader, extra);
        area->point_count = area->points ? extra->point_count : 0;
    }
}

static void add_area(struct reader *reader, const struct extra_area *extra, enum area_kind kind)
{
    struct plan_area *area = LIST_ADD(reader->in.arena, &reader->parts.areas);
    *area = (struct plan_area){.kind = kind,
                               .x = (float)reader->zone.x + or_zero(extra->x),
                               .y = (float)reader->zone.y + or_zero(extra->y),
                               .rotation = or_zero(extra->rotation),
                               .text = or_empty(extra->text),
                               .colour = or_empty(extra->colour),
                               .border = or_empty(extra->border),
                               .text_x = or_zero(extra->text_x),
                               .text_y = or_zero(extra->text_y),
                               .text_size = or_zero(extra->text_size),
                               .text_colour = or_empty(extra->text_colour),
                               .section = reader->parts.sections.count - 1,
                               .guid = or_empty(extra->uuid)};
    size_area(reader, extra, area);
    *LIST_ADD(reader->in.arena, &reader->extra_areas) = *extra;
}

static void read_area(struct reader *reader, const json_t *json)
{
    struct pretix_area found;
    enum area_kind kind;
    const double none = (double)NAN;
    struct extra_area blank = {.x = none,
                               .y = none,
                               .width = none,
                               .height = none,
                               .ellipse_x = none,
                               .ellipse_y = none,
                               .radius = none,
                               .text_size = none,
                               .text_x = none,
                               .text_y = none};
    struct extra_point at = {none, none};
    found.extra = blank;
    if (json_in_object(&reader->in, json, FIELDS(pretix_area_table), &found) &&
        find_shape(reader, found.extra.shape, &kind) &&
        (!found.position || read_point(reader, "position", found.position, &at)) &&
        read_polygon(reader, found.polygon, &found.extra) &&
        read_part(reader, "rectangle", found.rectangle, &pretix_area_rectangle, &found.extra) &&
        read_ellipse(reader, found.ellipse, &found.extra) &&
        read_part(reader, "circle", found.circle, &pretix_area_circle, &found.extra) &&
        read_text(reader, found.text, &found.extra)) {
        found.extra.x = at.x;
        found.extra.y = at.y;
        add_area(reader, &found.extra, kind);
    }
}

/* ---- zones and the whole ------------------------------------------------------------------ */

static void read_list(struct reader *reader, const char *key, const json_t *list,
                      void (*read)(struct reader *, const json_t *))
{
    size_t mark = json_in_enter_key(&reader->in, key);
    for (size_t i = 0; i < json_array_size(list); i++) {
        size_t item = json_in_enter_index(&reader->in, i);
        read(reader, json_array_get(list, i));
        json_in_leave(&reader->in, item);
    }
    json_in_leave(&reader->in, mark);
}

static void read_zone(struct reader *reader, const json_t *json)
{
    struct pretix_zone found;
    struct plan_section section = {.name = ""};
    if (!json_in_object(&reader->in, json, FIELDS(pretix_zone_table), &found) ||
        !read_point(reader, "position", found.position, &reader->zone) ||
        !json_in_name(&reader->in, "name", or_empty(found.extra.name), section.name,
                      sizeof section.name))
        return;
    found.extra.x = reader->zone.x;
    found.extra.y = reader->zone.y;
    found.extra.areas = found.areas ? 0 : (double)NAN;
    *LIST_ADD(reader->in.arena, &reader->parts.sections) = section;
    *LIST_ADD(reader->in.arena, &reader->extra_sections) = found.extra;
    read_list(reader, "rows", found.rows, read_row);
    if (found.areas)
        read_list(reader, "areas", found.areas, read_area);
}

struct size {
    double width, height;
};

static bool read_size(struct reader *reader, const json_t *json)
{
    static const struct json_field fields[] = {
        {"width", JSON_IN_WHOLE, true, offsetof(struct size, width)},
        {"height", JSON_IN_WHOLE, true, offsetof(struct size, height)}};
    struct size size = {(double)NAN, (double)NAN};
    size_t mark = json_in_enter_key(&reader->in, "size");
    bool sound = !json || json_in_object(&reader->in, json, fields, COUNT_OF(fields), &size);
    json_in_leave(&reader->in, mark);
    reader->extra->width = size.width;
    reader->extra->height = size.height;
    reader->plan->width = or_zero(size.width);
    reader->plan->height = or_zero(size.height);
    return sound;
}

struct document {
    const char *name;
    const json_t *zones, *categories, *size;
};

static void read_document(struct reader *reader, const json_t *json)
{
    static const struct json_field fields[] = {
        {"name", JSON_IN_TEXT, true, offsetof(struct document, name)},
        {"zones", JSON_IN_LIST, true, offsetof(struct document, zones)},
        {"categories", JSON_IN_LIST, true, offsetof(struct document, categories)},
        {"size", JSON_IN_OBJECT, false, offsetof(struct document, size)}};
    struct document document;
    struct plan *plan = reader->plan;
    if (!json_in_object(&reader->in, json, fields, COUNT_OF(fields), &document) ||
        !json_in_name(&reader->in, "name", document.name, plan->name, sizeof plan->name) ||
        !read_size(reader, document.size))
        return;
    read_categories(reader, document.categories);
    read_list(reader, "zones", document.zones, read_zone);
}

/* ---- guids -------------------------------------------------------------------------------- */

struct guid {
    const char *text;
    int seat;
};

static int compare_guids(const void *a, const void *b)
{
    const struct guid *left = a, *right = b;
    int order = strcmp(left->text, right->text);
    return order ? order : left->seat - right->seat;
}

static void check_guids(struct reader *reader)
{
    size_t count = (size_t)reader->parts.seats.count;
    struct guid *guids = arena_array(reader->in.arena, count, sizeof *guids);
    for (size_t i = 0; i < count; i++)
        guids[i] = (struct guid){plan_seat_guid(reader->plan, &reader->parts.seats.at[i]), (int)i};
    qsort(guids, count, sizeof *guids, compare_guids);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(guids[i].text, guids[i - 1].text) != 0)
            continue;
        int seat = guids[i].seat;
        plan_fault_add(reader->in.faults, 0, 0,
                       "%s.seats[%d].seat_guid: another seat has the guid \"%s\"",
                       reader->row_paths.at[reader->parts.seats.at[seat].row],
                       (int)reader->extra_seats.at[seat].place, guids[i].text);
    }
}

/* ---- putting it together ------------------------------------------------------------------ */

static bool holds_word(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strcasestr(text, *words))
            return true;
    return false;
}

/* pretix has no mark for what everybody looks at, but people write on it what it is. */
static void find_focal(struct plan *plan)
{
    static const char *const words[] = {
        "stage", "b\xc3\xbchne", "b\xc3\x9chne", "buehne", "sc\xc3\xa8ne", "scena", "escenario",
        "palco", "toneel",       "podium",       "screen", "leinwand",     NULL};
    for (int i = 0; i < plan->area_count; i++) {
        const struct plan_area *area = &plan->areas[i];
        if (!holds_word(area->text, words))
            continue;
        bool from_corner = area->kind == AREA_RECTANGLE;
        plan->focal_x = area->x + (from_corner ? area->width / 2 : 0);
        plan->focal_y = area->y + (from_corner ? area->height / 2 : 0);
        return;
    }
}

static void take_lists(struct reader *reader)
{
    plan_parts_give(&reader->parts, reader->plan);
    reader->extra->classes = reader->extra_classes.at;
    reader->extra->sections = reader->extra_sections.at;
    reader->extra->rows = reader->extra_rows.at;
    reader->extra->areas = reader->extra_areas.at;
    reader->plan->extra = reader->extra;
}

/* Seats get a new order from left to right, and what is known about them follows. */
static const int *straighten(struct reader *reader)
{
    struct plan *plan = reader->plan;
    const int *order = plan_straighten(plan, reader->in.arena);
    size_t count = (size_t)plan->seat_count;
    struct extra_seat *extras = arena_array(reader->in.arena, count, sizeof *extras);
    int *places = arena_array(reader->in.arena, count, sizeof *places);
    for (size_t i = 0; i < count; i++) {
        extras[i] = reader->extra_seats.at[order[i]];
        places[i] = (int)extras[i].place;
    }
    reader->extra->seats = extras;
    return places;
}

static void finish(struct reader *reader)
{
    struct plan *plan = reader->plan;
    if (plan_parts_too_many(&reader->parts, reader->in.faults))
        return;
    const int *places = straighten(reader);
    plan_finish(plan);
    plan_mark_aisles(plan);
    find_focal(plan);
    struct plan_spots spots = {.rows = reader->row_paths.at, .places = places};
    (void)plan_check_at(plan, &spots, reader->in.arena, reader->in.faults);
}

struct plan *pretix_plan_read(const char *text, size_t size, struct arena *arena,
                              struct plan_faults *faults)
{
    int before = faults->count;
    struct reader reader = {.in = {.arena = arena, .faults = faults},
                            .parts.names = {.arena = arena}};
    json_t *json = json_in_load(&reader.in, text, size);
    if (!json)
        return NULL;
    reader.plan = arena_alloc(arena, sizeof *reader.plan);
    reader.extra = arena_alloc(arena, sizeof *reader.extra);
    read_document(&reader, json);
    json_decref(json);
    take_lists(&reader);
    if (faults->count == before || reader.parts.seats.count > PLAN_SEATS_MAX) {
        check_guids(&reader);
        finish(&reader);
    }
    return faults->count == before ? reader.plan : NULL;
}
