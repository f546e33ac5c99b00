/*
 * The drawing of a hall, read back from its tables.
 *
 * Large halls have their places packed (lite_pack.c). Else they are read in the order of their key,
 * which needs no sorting, and put where `pos` says they stand in the drawing. Ranges of rows and
 * sections follow from the seats.
 */
#include "config.h"

#include "sync/lite.h"

#include <string.h>

#include "src/base/list.h"

static void read_points(struct lite *lite, struct arena *arena, const char *json,
                        struct plan_area *area)
{
    LIST(struct plan_point) points = {0};
    struct query q = query_start(lite, lite_sql_list_area_points);
    put_text(&q, json);
    while (query_row(&q)) {
        struct plan_point *point = LIST_ADD(arena, &points);
        point->x = get_float(&q);
        if (query_row(&q))
            point->y = get_float(&q);
    }
    (void)query_end_code(&q);
    area->points = points.at;
    area->point_count = points.count;
}

static void get_area(struct query *q, struct arena *arena, struct plan_area *area)
{
    area->kind = (enum area_kind)get_int(q);
    area->x = get_float(q);
    area->y = get_float(q);
    area->width = get_float(q);
    area->height = get_float(q);
    area->rotation = get_float(q);
    area->text = get_text_in(q, arena);
    area->colour = get_text_in(q, arena);
    area->border = get_text_in(q, arena);
    area->text_x = get_float(q);
    area->text_y = get_float(q);
    area->text_size = get_float(q);
    area->text_colour = get_text_in(q, arena);
    area->section = (int)get_int(q);
    area->guid = get_text_in(q, arena);
}

static enum rc read_areas(struct lite *lite, int32_t hall_no, struct arena *arena,
                          struct plan *plan, struct err *err)
{
    LIST(struct plan_area) areas = {0};
    struct query q = query_start(lite, lite_sql_list_areas);
    put_int(&q, hall_no);
    while (query_row(&q)) {
        struct plan_area *area = LIST_ADD(arena, &areas);
        get_area(&q, arena, area);
        read_points(lite, arena, get_text_in(&q, arena), area);
    }
    plan->areas = areas.at;
    plan->area_count = areas.count;
    return query_end(&q, err);
}

static enum rc read_classes(struct lite *lite, int32_t hall_no, struct arena *arena,
                            struct plan *plan, struct err *err)
{
    LIST(struct plan_class) classes = {0};
    struct query q = query_start(lite, lite_sql_list_classes);
    put_int(&q, hall_no);
    while (query_row(&q)) {
        struct plan_class *class = LIST_ADD(arena, &classes);
        (void)get_int(&q);
        get_text(&q, class->name, sizeof class->name);
        get_text(&q, class->colour, sizeof class->colour);
    }
    plan->classes = classes.at;
    plan->class_count = classes.count;
    return query_end(&q, err);
}

enum rc lite_plan_frame(struct lite *lite, int32_t hall_no, struct arena *arena, struct plan *plan,
                        struct err *err)
{
    struct query q = query_start(lite, lite_sql_read_plan);
    put_int(&q, hall_no);
    if (query_row(&q)) {
        get_text(&q, plan->name, sizeof plan->name);
        plan->focal_x = get_float(&q);
        plan->focal_y = get_float(&q);
        plan->width = get_float(&q);
        plan->height = get_float(&q);
        plan->seat_count = (int)get_int(&q);
    }
    enum rc rc = query_end(&q, err);
    return rc == RC_OK ? read_classes(lite, hall_no, arena, plan, err) : rc;
}

enum rc lite_plan_sections(struct lite *lite, int32_t hall_no, struct arena *arena,
                           struct plan *plan, struct err *err)
{
    LIST(struct plan_section) sections = {0};
    struct query q = query_start(lite, lite_sql_list_plan_sections);
    put_int(&q, hall_no);
    while (query_row(&q)) {
        struct plan_section *section = LIST_ADD(arena, &sections);
        (void)get_int(&q);
        get_text(&q, section->name, sizeof section->name);
        section->x = get_float(&q);
        section->y = get_float(&q);
    }
    plan->sections = sections.at;
    plan->section_count = sections.count;
    return query_end(&q, err);
}

enum rc lite_plan_rows(struct lite *lite, int32_t hall_no, struct arena *arena, struct plan *plan,
                       struct err *err)
{
    LIST(struct plan_row) rows = {0};
    struct query q = query_start(lite, lite_sql_list_plan_rows);
    put_int(&q, hall_no);
    while (query_row(&q)) {
        struct plan_row *row = LIST_ADD(arena, &rows);
        (void)get_int(&q);
        row->section = (int32_t)get_int(&q);
        get_text(&q, row->label, sizeof row->label);
        row->line = (int32_t)get_int(&q);
    }
    plan->rows = rows.at;
    plan->row_count = rows.count;
    return query_end(&q, err);
}

void lite_plan_seat(struct query *q, struct seat_names *names, struct plan_seat *seat)
{
    char number[NUMBER_TEXT];
    seat->no = (int32_t)get_int(q);
    seat->row = plan_row_read(get_int(q));
    seat->cell = (int32_t)get_int(q);
    seat->x = get_float(q);
    seat->y = get_float(q);
    seat->class_no = (uint8_t)get_int(q);
    seat->flags = (uint8_t)get_int(q);
    get_text(q, number, sizeof number);
    seat->name = seat_names_keep(names, number, get_text_here(q));
}

static enum rc damaged(struct lite *lite, int32_t hall_no, struct err *err)
{
    return err_set(err, RC_CORRUPT, "PLAN",
                   "%s: the plan of hall %d does not fit together; restore a backup", lite->path,
                   hall_no);
}

static enum rc walk_seats(struct lite *lite, int32_t hall_no, struct arena *arena,
                          struct plan *plan, struct err *err)
{
    int found = 0;
    struct seat_names names = {.arena = arena};
    plan->seats = arena_array(arena, (size_t)plan->seat_count, sizeof *plan->seats);
    struct query q = query_start(lite, lite_sql_list_plan_seats);
    put_int(&q, hall_no);
    while (query_row(&q)) {
        int64_t pos = get_int(&q);
        if (pos >= plan->seat_count || plan->seats[pos].name) {
            (void)query_end_code(&q);
            return damaged(lite, hall_no, err);
        }
        lite_plan_seat(&q, &names, &plan->seats[pos]);
        found += plan->seats[pos].row < plan->row_count;
        enum rc stopped = lite_heed_step(lite, pos + 1, plan->seat_count, err);
        if (stopped) {
            (void)query_end_code(&q);
            return stopped;
        }
    }
    plan->names = seat_names_text(&names);
    enum rc rc = query_end(&q, err);
    if (rc == RC_OK && found != plan->seat_count)
        rc = damaged(lite, hall_no, err);
    return rc;
}

static enum rc check_rows(struct lite *lite, int32_t hall_no, const struct plan *plan,
                          struct err *err)
{
    for (int i = 0; i < plan->row_count; i++)
        if (plan->rows[i].section >= plan->section_count)
            return damaged(lite, hall_no, err);
    return RC_OK;
}

static enum rc read_places(struct lite *lite, int32_t hall_no, struct arena *arena,
                           struct plan *plan, struct err *err)
{
    bool packed;
    enum rc rc = lite_packed_plan(lite, hall_no, arena, plan, &packed, err);
    if (rc == RC_OK && !packed)
        rc = lite_plan_rows(lite, hall_no, arena, plan, err);
    if (rc == RC_OK)
        rc = check_rows(lite, hall_no, plan, err);
    return rc != RC_OK || packed ? rc : walk_seats(lite, hall_no, arena, plan, err);
}

enum rc lite_plan_read(struct lite *lite, int32_t hall_no, struct arena *arena, struct plan **out,
                       struct err *err)
{
    struct plan *plan = arena_alloc(arena, sizeof *plan);
    enum rc rc = lite_plan_frame(lite, hall_no, arena, plan, err);
    if (rc == RC_OK)
        rc = lite_plan_sections(lite, hall_no, arena, plan, err);
    if (rc == RC_OK)
        rc = read_areas(lite, hall_no, arena, plan, err);
    if (rc == RC_OK)
        rc = read_places(lite, hall_no, arena, plan, err);
    if (rc == RC_OK)
        plan_find_ranges(plan);
    *out = plan;
    return rc;
}
