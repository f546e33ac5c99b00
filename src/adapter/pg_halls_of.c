/* Halls and shows as the functions in data/schema/pg/code/halls.sql read them. */
#include "config.h"

#include "src/adapter/pg_rows.h"

#include "src/base/json_out.h"

static void pair_text(struct json_out *json, const char *key, const char *value)
{
    json_key(json, key);
    json_string(json, value);
}

static void pair_int(struct json_out *json, const char *key, int64_t value)
{
    json_key(json, key);
    json_int(json, value);
}

static void pair_real(struct json_out *json, const char *key, float value)
{
    json_key(json, key);
    json_number(json, (double)value);
}

static void pair_bool(struct json_out *json, const char *key, bool value)
{
    json_key(json, key);
    json_bool(json, value);
}

static void list_begin(struct json_out *json, const char *key)
{
    json_key(json, key);
    json_array_begin(json);
}

/* ---- the drawing ---------------------------------------------------------------------------- */

static void put_classes(struct json_out *json, const struct plan *plan)
{
    list_begin(json, "classes");
    for (int i = 0; i < plan->class_count; i++) {
        json_object_begin(json);
        pair_int(json, "class_no", i);
        pair_text(json, "name", plan->classes[i].name);
        pair_text(json, "colour", plan->classes[i].colour);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_sections(struct json_out *json, const struct plan *plan)
{
    list_begin(json, "sections");
    for (int i = 0; i < plan->section_count; i++) {
        json_object_begin(json);
        pair_int(json, "section_no", i);
        pair_text(json, "name", plan->sections[i].name);
        pair_real(json, "x", plan->sections[i].x);
        pair_real(json, "y", plan->sections[i].y);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_rows(struct json_out *json, const struct plan *plan)
{
    list_begin(json, "rows");
    for (int i = 0; i < plan->row_count; i++) {
        json_object_begin(json);
        pair_int(json, "row_no", i);
        pair_int(json, "section_no", plan->rows[i].section);
        pair_text(json, "label", plan->rows[i].label);
        pair_int(json, "line", plan->rows[i].line);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_seat(struct json_out *json, const struct plan *plan, int i, int run)
{
    const struct plan_seat *seat = &plan->seats[i];
    char label[SEAT_TEXT];
    pair_int(json, "seat_no", seat->no);
    pair_int(json, "pos", i);
    pair_int(json, "row_no", seat->row);
    pair_int(json, "run", run);
    pair_int(json, "cell", seat->cell);
    pair_real(json, "x", seat->x);
    pair_real(json, "y", seat->y);
    pair_int(json, "class_no", seat->class_no);
    pair_int(json, "flags", seat->flags);
    pair_text(json, "number", plan_seat_number(plan, seat));
    pair_text(json, "label", plan_seat_label(plan, i, label));
    pair_text(json, "guid", plan_seat_guid(plan, seat));
}

static void put_seats(struct json_out *json, const struct plan *plan)
{
    list_begin(json, "seats");
    for (int i = 0, run = 0; i < plan->seat_count; i++) {
        run = plan_next_run(plan, i, run);
        json_object_begin(json);
        put_seat(json, plan, i, run);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_points(struct json_out *json, const struct plan_area *area)
{
    list_begin(json, "points");
    for (int i = 0; i < area->point_count; i++) {
        json_number(json, (double)area->points[i].x);
        json_number(json, (double)area->points[i].y);
    }
    json_array_end(json);
}

static void put_area(struct json_out *json, const struct plan_area *area)
{
    pair_int(json, "kind", area->kind);
    pair_real(json, "x", area->x);
    pair_real(json, "y", area->y);
    pair_real(json, "width", area->width);
    pair_real(json, "height", area->height);
    pair_real(json, "rotation", area->rotation);
    pair_text(json, "text", area->text);
    pair_text(json, "colour", area->colour);
    pair_text(json, "border", area->border);
    pair_real(json, "text_x", area->text_x);
    pair_real(json, "text_y", area->text_y);
    pair_real(json, "text_size", area->text_size);
    pair_text(json, "text_colour", area->text_colour);
    put_points(json, area);
    pair_int(json, "section_no", area->section);
    pair_text(json, "guid", area->guid);
}

static void put_areas(struct json_out *json, const struct plan *plan)
{
    list_begin(json, "areas");
    for (int i = 0; i < plan->area_count; i++) {
        json_object_begin(json);
        pair_int(json, "area_no", i);
        put_area(json, &plan->areas[i]);
        json_object_end(json);
    }
    json_array_end(json);
}

/* ---- halls ---------------------------------------------------------------------------------- */

static int32_t next_seat(const struct plan *plan)
{
    int32_t next = 0;
    for (int i = 0; i < plan->seat_count; i++)
        if (plan->seats[i].no >= next)
            next = plan->seats[i].no + 1;
    return next;
}

static void put_hall(struct json_out *json, const struct hall_change *change)
{
    const struct plan *plan = change->plan;
    pair_int(json, "no", change->hall.no);
    pair_int(json, "version", change->hall.version);
    pair_text(json, "id", change->hall.id);
    pair_text(json, "name", change->hall.name);
    pair_int(json, "seats_in_all", plan->seat_count);
    pair_int(json, "next_seat", next_seat(plan));
    pair_text(json, "plan_name", plan->name);
    pair_real(json, "focal_x", plan->focal_x);
    pair_real(json, "focal_y", plan->focal_y);
    pair_real(json, "width", plan->width);
    pair_real(json, "height", plan->height);
    pair_text(json, "document", change->document);
    put_classes(json, plan);
    put_sections(json, plan);
    put_rows(json, plan);
    put_seats(json, plan);
    put_areas(json, plan);
}

static const char *finished(const struct changeset *cs, struct json_out *json)
{
    size_t length;
    const char *text = json_out_text(json, &length);
    char *kept = arena_strndup(cs->arena, text, length);
    json_out_free(&json);
    return kept;
}

const char *json_of_halls(const struct changeset *cs)
{
    if (!cs->halls.count)
        return NULL;
    struct json_out *json = json_out_new();
    json_array_begin(json);
    for (int i = 0; i < cs->halls.count; i++) {
        json_object_begin(json);
        put_hall(json, &cs->halls.at[i]);
        json_object_end(json);
    }
    json_array_end(json);
    return finished(cs, json);
}

/* ---- shows ---------------------------------------------------------------------------------- */

static void put_prices(struct json_out *json, const struct show *show)
{
    list_begin(json, "prices");
    for (int i = 0; i < show->price_count; i++) {
        json_object_begin(json);
        pair_int(json, "class_no", show->prices[i].class_no);
        for (enum price_type type = 0; type < TYPE_COUNT; type++)
            pair_int(json, price_type_name(type), show->prices[i].amount[type]);
        json_object_end(json);
    }
    json_array_end(json);
}

static void pair_field(struct json_out *json, const struct row_field *field, const void *row)
{
    if (field->kind == FIELD_TEXT)
        pair_text(json, field->column, field_of(field, row));
    else if (field->kind == FIELD_FLAG)
        pair_bool(json, field->column, field_number(field, row) != 0);
    else
        pair_int(json, field->column, field_number(field, row));
}

static void put_show(struct json_out *json, const struct show *show)
{
    for (int i = 0; i < shape_show.count; i++)
        pair_field(json, &shape_show.fields[i], show);
    pair_text(json, "hall", show->hall);
    put_prices(json, show);
}

const char *json_of_shows(const struct changeset *cs)
{
    if (!cs->shows.count)
        return NULL;
    struct json_out *json = json_out_new();
    json_array_begin(json);
    for (int i = 0; i < cs->shows.count; i++) {
        json_object_begin(json);
        put_show(json, &cs->shows.at[i]);
        json_object_end(json);
    }
    json_array_end(json);
    return finished(cs, json);
}
