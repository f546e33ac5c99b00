/*
 * Reads seats.io charts.
 *
 *   rows in sections        sections, rows and seats; the outline becomes an area
 *   rows without a section  a section without a name (or the row's own sectionLabel)
 *   tables                  a row each, named as the table; its chairs are neighbours
 *   shapes                  areas; the one marked as a stage is the stage
 *   general admission       an area and a note: it has no seats
 *   booths                  an area and a note, for the same reason
 *   texts                   a note
 *
 * How things look (fonts, offsets, icons, labelling rules whose result is in the labels) is known
 * and left out; a key that is not on the list is refused.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/adapter/plan_json.h"
#include "src/adapter/seatsio_parts.h"
#include "src/base/text.h"
#include "src/domain/plan_check.h"
#include "src/domain/plan_extra.h"
#include "src/domain/plan_straighten.h"

static const char *const presentation_keys[] = {"accessible",
                                                "autoRadius",
                                                "autoStroke",
                                                "backgroundImage",
                                                "bookAsAWhole",
                                                "capacity",
                                                "categoryAccessible",
                                                "categoryLabel",
                                                "chairSpacing",
                                                "colorScheme",
                                                "cornerRadius",
                                                "curve",
                                                "disabledBySocialDistancingRules",
                                                "displayLabel",
                                                "displayObjectType",
                                                "entrance",
                                                "fillColor",
                                                "foreground",
                                                "icon",
                                                "icons",
                                                "imageObjects",
                                                "labelHorizontalOffset",
                                                "labelRotationAngle",
                                                "labelShown",
                                                "labelSize",
                                                "labelVerticalOffset",
                                                "maxCategoryKey",
                                                "minOccupancy",
                                                "objectLabeling",
                                                "objectType",
                                                "openSpaces",
                                                "published",
                                                "radius",
                                                "referenceChart",
                                                "referenceChartVisible",
                                                "rotationAngle",
                                                "rowChairSpacing",
                                                "rowLabelDisabled",
                                                "rowLabelPosition",
                                                "rowSpacing",
                                                "seatLabeling",
                                                "sectionDisplayedLabel",
                                                "sectionScaleFactor",
                                                "showAllButtons",
                                                "smartTypeVariation",
                                                "snapOffset",
                                                "strokeColor",
                                                "strokeWidth",
                                                "tablesLabelCounter",
                                                "translucent",
                                                "uuidCounter",
                                                "variableOccupancy",
                                                "venueType",
                                                "version",
                                                "verticalRowLabelDirection",
                                                "viewFromYourSeatImage",
                                                NULL};

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

void seatsio_note(struct seatsio_reader *reader, const char *fmt, const char *label, int number)
{
    char text[300];
    snprintf(text, sizeof text, fmt, or_empty(label), number);
    if (reader->notes)
        plan_fault_add(reader->notes, 0, 0, "%s: %s", reader->in.path, text);
}

/* Every item of a list, with the path kept. */
static void each(struct seatsio_reader *reader, const char *key, const json_t *list,
                 void (*read)(struct seatsio_reader *, const json_t *))
{
    size_t mark = json_in_enter_key(&reader->in, key);
    for (size_t i = 0; i < json_array_size(list); i++) {
        size_t item = json_in_enter_index(&reader->in, i);
        read(reader, json_array_get(list, i));
        json_in_leave(&reader->in, item);
    }
    json_in_leave(&reader->in, mark);
}

static const struct json_field point_fields[] = {{"x", JSON_IN_NUMBER, true, AT(seatsio_point, x)},
                                                 {"y", JSON_IN_NUMBER, true, AT(seatsio_point, y)}};
const struct json_field *const seatsio_point_fields = point_fields;

bool seatsio_read_point(struct seatsio_reader *reader, const char *key, const json_t *json,
                        struct seatsio_point *out)
{
    if (!json)
        return true;
    size_t mark = json_in_enter_key(&reader->in, key);
    bool sound = json_in_object(&reader->in, json, FIELDS(point_fields), out);
    json_in_leave(&reader->in, mark);
    return sound;
}

/* ---- categories --------------------------------------------------------------------------- */

/* Keys are numbers or texts; "" stands for a key that is neither. */
static void key_text(const json_t *key, char out[KEY_TEXT])
{
    out[0] = '\0';
    if (json_is_integer(key))
        snprintf(out, KEY_TEXT, "%lld", (long long)json_integer_value(key));
    else if (json_is_string(key))
        snprintf(out, KEY_TEXT, "\"%.28s", json_string_value(key));
}

struct category {
    const char *label, *color;
    const json_t *key;
};

static void read_category(struct seatsio_reader *reader, const json_t *json)
{
    static const struct json_field fields[] = {{"label", JSON_IN_TEXT, true, AT(category, label)},
                                               {"color", JSON_IN_TEXT, false, AT(category, color)},
                                               {"key", JSON_IN_VALUE, true, AT(category, key)}};
    struct category found;
    struct plan_class class = {"", ""};
    int at = reader->parts.classes.count;
    if (!json_in_object(&reader->in, json, FIELDS(fields), &found) ||
        !json_in_name(&reader->in, "label", found.label, class.name, sizeof class.name))
        return;
    if (at == PLAN_CLASSES_MAX) {
        json_in_fault(&reader->in, "a plan has at most %d categories", (int)PLAN_CLASSES_MAX);
        return;
    }
    key_text(found.key, reader->keys[at].text);
    if (!reader->keys[at].text[0])
        json_in_fault(&reader->in, "the key must be a whole number or a text");
    for (int i = 0; i < at; i++)
        if (strcmp(reader->keys[i].text, reader->keys[at].text) == 0)
            json_in_fault(&reader->in, "another category has this key");
    if (!text_copy(class.colour, sizeof class.colour, or_empty(found.color)))
        class.colour[0] = '\0';
    *LIST_ADD(reader->in.arena, &reader->parts.classes) = class;
}

static void read_categories(struct seatsio_reader *reader, const json_t *json)
{
    static const struct json_field fields[] = {{"list", JSON_IN_LIST, true, 0}};
    const json_t *list;
    size_t mark = json_in_enter_key(&reader->in, "categories");
    if (json_in_object(&reader->in, json, FIELDS(fields), &list))
        each(reader, "list", list, read_category);
    json_in_leave(&reader->in, mark);
}

static bool find_category(struct seatsio_reader *reader, const json_t *own, uint8_t *out)
{
    char text[KEY_TEXT];
    const json_t *key = own && !json_is_null(own) ? own : reader->section_category;
    key_text(key, text);
    for (int i = 0; text[0] && i < reader->parts.classes.count; i++) {
        if (strcmp(reader->keys[i].text, text) != 0)
            continue;
        *out = (uint8_t)i;
        return true;
    }
    size_t mark = json_in_enter_key(&reader->in, "categoryKey");
    json_in_fault(&reader->in,
                  text[0] ? "there is no category with the key %s" : "the seat has no category%s",
                  text[0] == '"' ? text + 1 : text);
    json_in_leave(&reader->in, mark);
    return false;
}

/* ---- rows, tables and their seats --------------------------------------------------------- */

struct chair {
    double x, y;
    const char *label, *uuid;
    const json_t *category;
    bool restricted, accessible, companion;
};

static void read_seat(struct seatsio_reader *reader, const json_t *json)
{
    static const struct json_field fields[] = {
        {"x", JSON_IN_NUMBER, true, AT(chair, x)},
        {"y", JSON_IN_NUMBER, true, AT(chair, y)},
        {"label", JSON_IN_TEXT, true, AT(chair, label)},
        {"uuid", JSON_IN_TEXT, false, AT(chair, uuid)},
        {"categoryKey", JSON_IN_VALUE, false, AT(chair, category)},
        {"restrictedView", JSON_IN_BOOL_OR_NULL, false, AT(chair, restricted)},
        {"accessible", JSON_IN_BOOL_OR_NULL, false, AT(chair, accessible)},
        {"companionSeat", JSON_IN_BOOL_OR_NULL, false, AT(chair, companion)}};
    struct chair found;
    struct plan_seat seat = {.no = -1, .row = plan_row_read(reader->parts.rows.count - 1)};
    char number[NUMBER_TEXT];
    uint8_t class_no;
    if (reader->parts.seats.count > PLAN_SEATS_MAX ||
        !json_in_object(&reader->in, json, FIELDS(fields), &found) ||
        !json_in_name(&reader->in, "label", found.label, number, sizeof number) ||
        !find_category(reader, found.category, &class_no))
        return;
    seat.x = (float)(reader->origin.x + found.x);
    seat.y = (float)(reader->origin.y + found.y);
    seat.class_no = class_no;
    seat.name = seat_names_keep(&reader->parts.names, number, or_empty(found.uuid));
    seat.flags = (uint8_t)((found.restricted ? SEAT_RESTRICTED : 0) |
                           (found.accessible ? SEAT_WHEELCHAIR : 0) |
                           (found.companion ? SEAT_COMPANION : 0));
    *LIST_ADD(reader->in.arena, &reader->parts.seats) = seat;
}

static void open_section(struct seatsio_reader *reader, const char *name)
{
    struct plan_section *section = LIST_ADD(reader->in.arena, &reader->parts.sections);
    text_copy(section->name, sizeof section->name, name);
    reader->open = true;
}

static void open_row(struct seatsio_reader *reader, const struct plan_row *row, bool table)
{
    *LIST_ADD(reader->in.arena, &reader->parts.rows) = *row;
    *LIST_ADD(reader->in.arena, &reader->is_table) = table;
    *LIST_ADD(reader->in.arena, &reader->row_paths) =
        arena_strdup(reader->in.arena, reader->in.path);
}

struct chart_row {
    const char *label, *section_label, *uuid;
    const json_t *seats, *points;
};

/* Outside sections a row may say which one it is in; sections come in one piece. */
static bool find_section(struct seatsio_reader *reader, const char *label)
{
    char name[SECTION_TEXT] = "";
    if (reader->inside)
        return true;
    if (label && label != plan_null &&
        !json_in_name(&reader->in, "sectionLabel", label, name, sizeof name))
        return false;
    if (reader->parts.sections.count == 0 || !reader->open ||
        strcmp(reader->parts.sections.at[reader->parts.sections.count - 1].name, name) != 0)
        open_section(reader, name);
    return true;
}

static void read_row(struct seatsio_reader *reader, const json_t *json)
{
    static const struct json_field fields[] = {
        {"label", JSON_IN_TEXT_OR_NULL, true, AT(chart_row, label)},
        {"sectionLabel", JSON_IN_TEXT_OR_NULL, false, AT(chart_row, section_label)},
        {"uuid", JSON_IN_TEXT, false, AT(chart_row, uuid)},
        {"points", JSON_IN_VALUE, false, AT(chart_row, points)},
        {"seats", JSON_IN_LIST, true, AT(chart_row, seats)}};
    struct chart_row found;
    struct plan_row row = {.section = 0};
    if (!json_in_object(&reader->in, json, FIELDS(fields), &found) ||
        !json_in_name(&reader->in, "label", found.label == plan_null ? "" : found.label, row.label,
                      sizeof row.label) ||
        !find_section(reader, found.section_label))
        return;
    row.section = reader->parts.sections.count - 1;
    open_row(reader, &row, false);
    each(reader, "seats", found.seats, read_seat);
}

struct table {
    const char *label, *uuid, *type;
    const json_t *seats, *center;
    bool whole;
    double width, height;
};

static void read_table(struct seatsio_reader *reader, const json_t *json)
{
    static const struct json_field fields[] = {
        {"label", JSON_IN_TEXT, true, AT(table, label)},
        {"uuid", JSON_IN_TEXT, false, AT(table, uuid)},
        {"type", JSON_IN_TEXT, false, AT(table, type)},
        {"center", JSON_IN_OBJECT, false, AT(table, center)},
        {"width", JSON_IN_NUMBER, false, AT(table, width)},
        {"height", JSON_IN_NUMBER, false, AT(table, height)},
        {"bookAsAWhole", JSON_IN_BOOL_OR_NULL, false, AT(table, whole)},
        {"seats", JSON_IN_LIST, true, AT(table, seats)}};
    struct table found;
    struct plan_row row = {.section = 0};
    if (!json_in_object(&reader->in, json, FIELDS(fields), &found) ||
        !json_in_name(&reader->in, "label", found.label, row.label, sizeof row.label) ||
        !find_section(reader, NULL))
        return;
    row.section = reader->parts.sections.count - 1;
    open_row(reader, &row, true);
    each(reader, "seats", found.seats, read_seat);
    if (found.whole)
        seatsio_note(reader, "table %s is booked as a whole there; here each chair is a seat",
                     found.label, 0);
}

/* ---- charts within the chart -------------------------------------------------------------- */

struct chart {
    const json_t *tables, *rows, *shapes, *booths, *areas, *sections, *texts, *focal;
    double width, height;
};

static void read_section(struct seatsio_reader *reader, const json_t *json);

static const struct json_field chart_fields[] = {
    {"tables", JSON_IN_LIST, false, AT(chart, tables)},
    {"rows", JSON_IN_LIST, false, AT(chart, rows)},
    {"shapes", JSON_IN_LIST, false, AT(chart, shapes)},
    {"booths", JSON_IN_LIST, false, AT(chart, booths)},
    {"generalAdmissionAreas", JSON_IN_LIST, false, AT(chart, areas)},
    {"sections", JSON_IN_LIST, false, AT(chart, sections)},
    {"texts", JSON_IN_LIST, false, AT(chart, texts)},
    {"focalPoint", JSON_IN_OBJECT, false, AT(chart, focal)},
    {"width", JSON_IN_NUMBER, false, AT(chart, width)},
    {"height", JSON_IN_NUMBER, false, AT(chart, height)}};

static void read_parts(struct seatsio_reader *reader, const struct chart *chart)
{
    each(reader, "rows", chart->rows, read_row);
    each(reader, "tables", chart->tables, read_table);
    each(reader, "shapes", chart->shapes, seatsio_read_shape);
    each(reader, "generalAdmissionAreas", chart->areas, seatsio_read_general);
    each(reader, "booths", chart->booths, seatsio_read_booth);
    if (json_array_size(chart->texts))
        seatsio_note(reader, "texts are left out%s (%d)", "", (int)json_array_size(chart->texts));
}

struct chart_section {
    const char *label, *uuid;
    const json_t *points, *corner, *chart, *category;
};

static void read_inner_chart(struct seatsio_reader *reader, const struct chart_section *found)
{
    struct chart chart;
    size_t mark = json_in_enter_key(&reader->in, "subChart");
    if (json_in_object(&reader->in, found->chart, FIELDS(chart_fields), &chart)) {
        if (json_array_size(chart.sections))
            json_in_fault(&reader->in, "a section within a section is more than a plan can hold");
        read_parts(reader, &chart);
    }
    json_in_leave(&reader->in, mark);
}

static void read_section(struct seatsio_reader *reader, const json_t *json)
{
    static const struct json_field fields[] = {
        {"label", JSON_IN_TEXT, true, AT(chart_section, label)},
        {"uuid", JSON_IN_TEXT, false, AT(chart_section, uuid)},
        {"points", JSON_IN_LIST, false, AT(chart_section, points)},
        {"topLeft", JSON_IN_OBJECT, false, AT(chart_section, corner)},
        {"categoryKey", JSON_IN_VALUE, false, AT(chart_section, category)},
        {"subChart", JSON_IN_OBJECT, true, AT(chart_section, chart)}};
    struct chart_section found;
    char name[SECTION_TEXT];
    if (!json_in_object(&reader->in, json, FIELDS(fields), &found) ||
        !json_in_name(&reader->in, "label", found.label, name, sizeof name) ||
        !seatsio_read_point(reader, "topLeft", found.corner, &reader->origin))
        return;
    open_section(reader, name);
    reader->inside = true;
    reader->section_category = found.category;
    seatsio_read_outline(reader, found.uuid, found.points);
    read_inner_chart(reader, &found);
    reader->inside = reader->open = false;
    reader->section_category = NULL;
    reader->origin = (struct seatsio_point){0, 0};
}

struct document {
    const char *name;
    const json_t *categories, *chart;
};

static void read_document(struct seatsio_reader *reader, const json_t *json, struct chart *chart)
{
    static const struct json_field fields[] = {
        {"name", JSON_IN_TEXT, true, AT(document, name)},
        {"categories", JSON_IN_OBJECT, true, AT(document, categories)},
        {"subChart", JSON_IN_OBJECT, true, AT(document, chart)}};
    struct document document;
    struct plan *plan = reader->plan;
    if (!json_in_object(&reader->in, json, FIELDS(fields), &document) ||
        !json_in_name(&reader->in, "name", document.name, plan->name, sizeof plan->name))
        return;
    read_categories(reader, document.categories);
    size_t mark = json_in_enter_key(&reader->in, "subChart");
    if (json_in_object(&reader->in, document.chart, FIELDS(chart_fields), chart)) {
        each(reader, "sections", chart->sections, read_section);
        read_parts(reader, chart);
    }
    json_in_leave(&reader->in, mark);
}

static float or_zero(double number)
{
    return isnan(number) ? 0 : (float)number;
}

/* ---- putting it together ------------------------------------------------------------------ */

/* Around a table everybody sits next to the next chair, so tables are not straightened. */
static const int *straighten(struct seatsio_reader *reader)
{
    struct plan *plan = reader->plan;
    size_t count = (size_t)plan->seat_count;
    struct plan_seat *before = arena_array(reader->in.arena, count, sizeof *before);
    int *places = arena_array(reader->in.arena, count, sizeof *places);
    if (count)
        memcpy(before, plan->seats, count * sizeof *before);
    const int *order = plan_straighten(plan, reader->in.arena);
    int first = 0;
    for (int i = 0; i < plan->seat_count; i++) {
        if (i > 0 && before[i].row != before[i - 1].row)
            first = i;
        places[i] = order[i] - first;
        if (!reader->is_table.at[before[i].row])
            continue;
        plan->seats[i] = before[i];
        plan->seats[i].cell = places[i] = i - first;
    }
    return places;
}

static void finish(struct seatsio_reader *reader, const struct chart *chart)
{
    struct plan *plan = reader->plan;
    if (plan_parts_too_many(&reader->parts, reader->in.faults))
        return;
    struct seatsio_point focal;
    const int *places = straighten(reader);
    plan->width = or_zero(chart->width);
    plan->height = or_zero(chart->height);
    plan_finish(plan);
    plan_mark_aisles(plan);
    if (chart->focal && seatsio_read_point(reader, "subChart.focalPoint", chart->focal, &focal)) {
        plan->focal_x = (float)focal.x;
        plan->focal_y = (float)focal.y;
    }
    struct plan_spots spots = {.rows = reader->row_paths.at, .places = places};
    (void)plan_check_at(plan, &spots, reader->in.arena, reader->in.faults);
}

struct plan *seatsio_chart_read(const char *text, size_t size, struct arena *arena,
                                struct plan_faults *faults, struct plan_faults *notes)
{
    int before = faults->count;
    struct seatsio_reader *reader = arena_alloc(arena, sizeof *reader);
    struct chart chart = {.width = 0};
    reader->parts.names.arena = arena;
    reader->in = (struct json_in){.arena = arena, .faults = faults, .ignored = presentation_keys};
    reader->notes = notes;
    reader->plan = arena_alloc(arena, sizeof *reader->plan);
    json_t *json = json_in_load(&reader->in, text, size);
    if (!json)
        return NULL;
    read_document(reader, json, &chart);
    plan_parts_give(&reader->parts, reader->plan);
    if (faults->count == before || reader->parts.seats.count > PLAN_SEATS_MAX)
        finish(reader, &chart);
    json_decref(json);
    return faults->count == before ? reader->plan : NULL;
}
