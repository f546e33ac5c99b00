/*
 * Reads the house's own document (plan_document.c says what is in it). It comes from the house's
 * own store, but a damaged one is a fault and never a crash.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "src/adapter/document_fields.h"
#include "src/adapter/plan_json.h"
#include "src/base/text.h"
#include "src/domain/plan_extra.h"
#include "src/domain/seat_names.h"

enum { DOCUMENT_VERSION = 1, CELL_MOST = 1000000 };

struct document {
    const char *name;
    double version;
    const json_t *size, *focal, *classes, *sections, *rows, *seats, *areas, *extra;
};

struct document_extra {
    const json_t *size, *classes, *sections, *rows, *seats, *areas;
};

struct reader {
    struct json_in in;
    struct seat_names names;
    struct plan *plan;
    struct plan_extra *extra;
};

/* Every item of a list into the array slot of its own; stops nothing, faults are collected. */
typedef void read_item(struct reader *reader, const json_t *json, int i);

static void each(struct reader *reader, const char *key, const json_t *list, read_item *read)
{
    size_t mark = json_in_enter_key(&reader->in, key);
    for (size_t i = 0; i < json_array_size(list); i++) {
        size_t item = json_in_enter_index(&reader->in, i);
        read(reader, json_array_get(list, i), (int)i);
        json_in_leave(&reader->in, item);
    }
    json_in_leave(&reader->in, mark);
}

static bool unpack(struct reader *reader, int done)
{
    if (done != 0)
        json_in_fault(&reader->in, "is not what a document has here");
    return done == 0;
}

static json_t *mutable(const json_t *json)
{
    return (json_t *)(uintptr_t)json;
}

static void copy_name(struct reader *reader, const char *text, char *out, size_t size)
{
    if (!text_copy(out, size, text))
        json_in_fault(&reader->in, "is longer than %zu bytes", size - 1);
}

static bool in_range(struct reader *reader, json_int_t value, json_int_t low, json_int_t high)
{
    if (value >= low && value <= high)
        return true;
    json_in_fault(&reader->in, "%lld is not between %lld and %lld", (long long)value,
                  (long long)low, (long long)high);
    return false;
}

static bool read_pair(struct reader *reader, const char *key, const json_t *json, double *first,
                      double *second)
{
    size_t mark = json_in_enter_key(&reader->in, key);
    bool sound = unpack(reader, json_unpack(mutable(json), "[FF!]", first, second));
    json_in_leave(&reader->in, mark);
    return sound;
}

/* ---- the plan itself ---------------------------------------------------------------------- */

static void read_class(struct reader *reader, const json_t *json, int i)
{
    struct plan_class *class = &reader->plan->classes[i];
    const char *name, *colour;
    if (!unpack(reader, json_unpack(mutable(json), "[ss!]", &name, &colour)))
        return;
    copy_name(reader, name, class->name, sizeof class->name);
    copy_name(reader, colour, class->colour, sizeof class->colour);
}

static void read_section(struct reader *reader, const json_t *json, int i)
{
    const char *name;
    if (unpack(reader, json_unpack(mutable(json), "s", &name)))
        copy_name(reader, name, reader->plan->sections[i].name, SECTION_TEXT);
}

static void read_row(struct reader *reader, const json_t *json, int i)
{
    struct plan_row *row = &reader->plan->rows[i];
    json_int_t section, line;
    const char *label;
    if (!unpack(reader, json_unpack(mutable(json), "[IsI!]", &section, &label, &line)) ||
        !in_range(reader, section, i ? row[-1].section : 0, reader->plan->section_count - 1) ||
        !in_range(reader, line, 0, INT32_MAX))
        return;
    row->section = (int32_t)section;
    row->line = (int32_t)line;
    copy_name(reader, label, row->label, sizeof row->label);
}

static bool seat_in_range(struct reader *reader, int i, const json_int_t *ints)
{
    const struct plan *plan = reader->plan;
    return in_range(reader, ints[0], -1, INT32_MAX) &&
           in_range(reader, ints[1], i ? plan->seats[i - 1].row : 0, plan->row_count - 1) &&
           in_range(reader, ints[2], 0, CELL_MOST) &&
           in_range(reader, ints[3], 0, plan->class_count - 1) &&
           in_range(reader, ints[4], 0, SEAT_FLAGS);
}

static void read_seat(struct reader *reader, const json_t *json, int i)
{
    struct plan_seat *seat = &reader->plan->seats[i];
    json_int_t ints[5];
    double x, y;
    const char *number, *guid = "";
    char name[NUMBER_TEXT];
    if (!unpack(reader, json_unpack(mutable(json), "[IIIFFIIs]", &ints[0], &ints[1], &ints[2], &x,
                                    &y, &ints[3], &ints[4], &number)) ||
        !seat_in_range(reader, i, ints))
        return;
    if (json_array_size(json) > 8 &&
        !unpack(reader, json_unpack(json_array_get(json, 8), "s", &guid)))
        return;
    copy_name(reader, number, name, sizeof name);
    *seat = (struct plan_seat){.no = (int32_t)ints[0],
                               .row = plan_row_read(ints[1]),
                               .cell = (int32_t)ints[2],
                               .x = (float)x,
                               .y = (float)y,
                               .class_no = (uint8_t)ints[3],
                               .flags = (uint8_t)ints[4],
                               .name = seat_names_keep(&reader->names, name, guid)};
}

/* ---- areas -------------------------------------------------------------------------------- */

static struct extra_point *read_points(struct reader *reader, const json_t *list)
{
    size_t count = json_array_size(list);
    struct extra_point *points = arena_array(reader->in.arena, count, sizeof *points);
    size_t mark = json_in_enter_key(&reader->in, "points");
    for (size_t i = 0; i < count; i++)
        if (!unpack(reader,
                    json_unpack(json_array_get(list, i), "[FF!]", &points[i].x, &points[i].y)))
            break;
    json_in_leave(&reader->in, mark);
    return count ? points : NULL;
}

static const char *or_empty(const char *text)
{
    return text && text != plan_null ? text : "";
}

static float or_zero(double number)
{
    return isnan(number) ? 0 : (float)number;
}

static void set_points(struct reader *reader, const json_t *list, struct plan_area *area)
{
    const struct extra_point *from = read_points(reader, list);
    size_t count = json_array_size(list);
    struct plan_point *points = arena_array(reader->in.arena, count, sizeof *points);
    for (size_t i = 0; i < count; i++)
        points[i] = (struct plan_point){(float)from[i].x, (float)from[i].y};
    area->points = count ? points : NULL;
    area->point_count = (int)count;
}

static void read_area(struct reader *reader, const json_t *json, int i)
{
    struct document_area found;
    const struct plan *plan = reader->plan;
    if (!json_in_object(&reader->in, json, document_area_table.fields, document_area_table.count,
                        &found) ||
        !in_range(reader, isnan(found.kind) ? -1 : (json_int_t)found.kind, 0, AREA_POLYGON) ||
        !in_range(reader, isnan(found.section) ? -2 : (json_int_t)found.section, -1,
                  plan->section_count - 1))
        return;
    struct plan_area *area = &plan->areas[i];
    *area = (struct plan_area){.kind = (enum area_kind)found.kind,
                               .x = or_zero(found.x),
                               .y = or_zero(found.y),
                               .width = or_zero(found.width),
                               .height = or_zero(found.height),
                               .rotation = or_zero(found.rotation),
                               .text = or_empty(found.text),
                               .colour = or_empty(found.colour),
                               .border = or_empty(found.border),
                               .text_x = or_zero(found.text_x),
                               .text_y = or_zero(found.text_y),
                               .text_size = or_zero(found.text_size),
                               .text_colour = or_empty(found.text_colour),
                               .section = (int)found.section,
                               .guid = or_empty(found.guid)};
    set_points(reader, found.points, area);
}

/* ---- what a foreign format left --------------------------------------------------------- */

static void read_extra_class(struct reader *reader, const json_t *json, int i)
{
    json_in_object(&reader->in, json, document_class_table.fields, document_class_table.count,
                   (struct extra_class *)(uintptr_t)&reader->extra->classes[i]);
}

static void read_extra_section(struct reader *reader, const json_t *json, int i)
{
    json_in_object(&reader->in, json, document_section_table.fields, document_section_table.count,
                   (struct extra_section *)(uintptr_t)&reader->extra->sections[i]);
}

static void read_extra_row(struct reader *reader, const json_t *json, int i)
{
    json_in_object(&reader->in, json, document_row_table.fields, document_row_table.count,
                   (struct extra_row *)(uintptr_t)&reader->extra->rows[i]);
}

static void read_extra_seat(struct reader *reader, const json_t *json, int i)
{
    struct extra_seat *seat = (struct extra_seat *)(uintptr_t)&reader->extra->seats[i];
    const struct plan *plan = reader->plan;
    if (json_in_object(&reader->in, json, document_seat_table.fields, document_seat_table.count,
                       seat))
        in_range(reader, isnan(seat->place) ? -1 : (json_int_t)seat->place, 0,
                 plan->rows[plan->seats[i].row].count - 1);
}

static void read_extra_area(struct reader *reader, const json_t *json, int i)
{
    struct document_extra_area found;
    if (!json_in_object(&reader->in, json, document_extra_area_table.fields,
                        document_extra_area_table.count, &found))
        return;
    found.extra.points = read_points(reader, found.points);
    found.extra.point_count = (int)json_array_size(found.points);
    *(struct extra_area *)(uintptr_t)&reader->extra->areas[i] = found.extra;
}

/* An export puts each seat at its place, so two in one place would leave another empty. */
static void check_places(struct reader *reader)
{
    const struct plan *plan = reader->plan;
    bool *taken = arena_array(reader->in.arena, (size_t)plan->seat_count, sizeof *taken);
    for (int i = 0; i < plan->seat_count; i++) {
        int at = plan->rows[plan->seats[i].row].first + (int)reader->extra->seats[i].place;
        if (taken[at])
            json_in_fault(&reader->in, "two seats of a row have the same place");
        taken[at] = true;
    }
}

static bool want_count(struct reader *reader, const char *key, const json_t *list, int count)
{
    if (json_array_size(list) == (size_t)count)
        return true;
    json_in_fault(&reader->in, "\"%s\" has %zu entries, not %d", key, json_array_size(list), count);
    return false;
}

static void make_extra(struct reader *reader)
{
    struct arena *arena = reader->in.arena;
    const struct plan *plan = reader->plan;
    struct plan_extra *extra = arena_alloc(arena, sizeof *extra);
    extra->classes = arena_array(arena, (size_t)plan->class_count, sizeof *extra->classes);
    extra->sections = arena_array(arena, (size_t)plan->section_count, sizeof *extra->sections);
    extra->rows = arena_array(arena, (size_t)plan->row_count, sizeof *extra->rows);
    extra->seats = arena_array(arena, (size_t)plan->seat_count, sizeof *extra->seats);
    extra->areas = arena_array(arena, (size_t)plan->area_count, sizeof *extra->areas);
    extra->width = extra->height = (double)NAN;
    reader->extra = extra;
    reader->plan->extra = extra;
}

static void read_extra(struct reader *reader, const json_t *json)
{
    static const struct json_field fields[] = {
        {"size", JSON_IN_LIST, false, offsetof(struct document_extra, size)},
        {"classes", JSON_IN_LIST, true, offsetof(struct document_extra, classes)},
        {"sections", JSON_IN_LIST, true, offsetof(struct document_extra, sections)},
        {"rows", JSON_IN_LIST, true, offsetof(struct document_extra, rows)},
        {"seats", JSON_IN_LIST, true, offsetof(struct document_extra, seats)},
        {"areas", JSON_IN_LIST, true, offsetof(struct document_extra, areas)}};
    struct document_extra found;
    const struct plan *plan = reader->plan;
    int before = reader->in.faults->count;
    make_extra(reader);
    if (!json_in_object(&reader->in, json, fields, COUNT_OF(fields), &found) ||
        !want_count(reader, "classes", found.classes, plan->class_count) ||
        !want_count(reader, "sections", found.sections, plan->section_count) ||
        !want_count(reader, "rows", found.rows, plan->row_count) ||
        !want_count(reader, "seats", found.seats, plan->seat_count) ||
        !want_count(reader, "areas", found.areas, plan->area_count))
        return;
    if (found.size)
        (void)read_pair(reader, "size", found.size, &reader->extra->width, &reader->extra->height);
    each(reader, "classes", found.classes, read_extra_class);
    each(reader, "sections", found.sections, read_extra_section);
    each(reader, "rows", found.rows, read_extra_row);
    each(reader, "seats", found.seats, read_extra_seat);
    each(reader, "areas", found.areas, read_extra_area);
    if (reader->in.faults->count == before)
        check_places(reader);
}

/* ---- the whole ---------------------------------------------------------------------------- */

static void make_room(struct reader *reader, const struct document *document)
{
    struct arena *arena = reader->in.arena;
    struct plan *plan = reader->plan;
    plan->class_count = (int)json_array_size(document->classes);
    plan->section_count = (int)json_array_size(document->sections);
    plan->row_count = (int)json_array_size(document->rows);
    plan->seat_count = (int)json_array_size(document->seats);
    plan->area_count = (int)json_array_size(document->areas);
    plan->classes = arena_array(arena, (size_t)plan->class_count, sizeof *plan->classes);
    plan->sections = arena_array(arena, (size_t)plan->section_count, sizeof *plan->sections);
    plan->rows = arena_array(arena, (size_t)plan->row_count, sizeof *plan->rows);
    plan->seats = arena_array(arena, (size_t)plan->seat_count, sizeof *plan->seats);
    plan->areas = arena_array(arena, (size_t)plan->area_count, sizeof *plan->areas);
}

/* plan_finish may do nothing about size and focal point that the document does not say. */
static void read_places(struct reader *reader, const struct document *document)
{
    double width, height, x, y;
    if (!read_pair(reader, "size", document->size, &width, &height) ||
        !read_pair(reader, "focal", document->focal, &x, &y))
        return;
    plan_finish(reader->plan);
    reader->plan->width = (float)width;
    reader->plan->height = (float)height;
    reader->plan->focal_x = (float)x;
    reader->plan->focal_y = (float)y;
}

static void read_parts(struct reader *reader, const struct document *document)
{
    int before = reader->in.faults->count;
    make_room(reader, document);
    if (!in_range(reader, reader->plan->class_count, 1, PLAN_CLASSES_MAX) ||
        !in_range(reader, reader->plan->seat_count, 1, PLAN_SEATS_MAX) ||
        !in_range(reader, reader->plan->row_count, 0, PLAN_SEATS_MAX))
        return;
    each(reader, "classes", document->classes, read_class);
    each(reader, "sections", document->sections, read_section);
    each(reader, "rows", document->rows, read_row);
    each(reader, "seats", document->seats, read_seat);
    reader->plan->names = seat_names_text(&reader->names);
    each(reader, "areas", document->areas, read_area);
    if (reader->in.faults->count != before)
        return;
    read_places(reader, document);
    if (document->extra) {
        size_t mark = json_in_enter_key(&reader->in, "extra");
        read_extra(reader, document->extra);
        json_in_leave(&reader->in, mark);
    }
    (void)plan_check(reader->plan, reader->in.arena, reader->in.faults);
}

static void read_document(struct reader *reader, const json_t *json)
{
    static const struct json_field fields[] = {
        {"loge_plan", JSON_IN_WHOLE, true, offsetof(struct document, version)},
        {"name", JSON_IN_TEXT, true, offsetof(struct document, name)},
        {"size", JSON_IN_LIST, true, offsetof(struct document, size)},
        {"focal", JSON_IN_LIST, true, offsetof(struct document, focal)},
        {"classes", JSON_IN_LIST, true, offsetof(struct document, classes)},
        {"sections", JSON_IN_LIST, true, offsetof(struct document, sections)},
        {"rows", JSON_IN_LIST, true, offsetof(struct document, rows)},
        {"seats", JSON_IN_LIST, true, offsetof(struct document, seats)},
        {"areas", JSON_IN_LIST, true, offsetof(struct document, areas)},
        {"extra", JSON_IN_OBJECT, false, offsetof(struct document, extra)}};
    struct document document;
    if (!json_in_object(&reader->in, json, fields, COUNT_OF(fields), &document))
        return;
    if (document.version != DOCUMENT_VERSION) {
        json_in_fault(&reader->in, "this document was written by a newer program");
        return;
    }
    copy_name(reader, document.name, reader->plan->name, sizeof reader->plan->name);
    read_parts(reader, &document);
}

struct plan *plan_document_read(const char *text, size_t size, struct arena *arena,
                                struct plan_faults *faults)
{
    int before = faults->count;
    struct reader reader = {.in = {.arena = arena, .faults = faults}, .names = {.arena = arena}};
    json_t *json = json_in_load(&reader.in, text, size);
    if (!json)
        return NULL;
    reader.plan = arena_alloc(arena, sizeof *reader.plan);
    read_document(&reader, json);
    json_decref(json);
    return faults->count == before ? reader.plan : NULL;
}
