/*
 * Halls and shows in a changeset.
 *
 * A changed plan replaces the drawing and keeps the seats: each is written under its number, and
 * the numbers that are not in the new plan are retired, in the hall and in every show. A seat that
 * was held or sold since the plan was decided makes the act STALE, so that it is decided again.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "sync/lite_apply.h"

/* ---- the drawing ---------------------------------------------------------------------------- */

static enum rc write_classes(struct apply *a, int32_t hall_no, const struct plan *plan)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < plan->class_count && rc == RC_OK; i++) {
        struct query q = query_start(a->lite, lite_sql_insert_class);
        put_int(&q, hall_no);
        put_int(&q, i);
        put_text(&q, plan->classes[i].name);
        put_text(&q, plan->classes[i].colour);
        rc = apply_end(a, &q);
    }
    return rc;
}

static enum rc write_sections(struct apply *a, int32_t hall_no, const struct plan *plan)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < plan->section_count && rc == RC_OK; i++) {
        struct query q = query_start(a->lite, lite_sql_insert_section);
        put_int(&q, hall_no);
        put_int(&q, i);
        put_text(&q, plan->sections[i].name);
        put_real(&q, (double)plan->sections[i].x);
        put_real(&q, (double)plan->sections[i].y);
        rc = apply_end(a, &q);
    }
    return rc;
}

static enum rc write_plan_rows(struct apply *a, int32_t hall_no, const struct plan *plan)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < plan->row_count && rc == RC_OK; i++) {
        struct query q = query_start(a->lite, lite_sql_insert_row);
        put_int(&q, hall_no);
        put_int(&q, i);
        put_int(&q, plan->rows[i].section);
        put_text(&q, plan->rows[i].label);
        put_int(&q, plan->rows[i].line);
        rc = apply_end(a, &q);
    }
    return rc;
}

static void put_seat(struct query *q, int32_t hall_no, const struct plan *plan, int i, int run)
{
    const struct plan_seat *seat = &plan->seats[i];
    put_int(q, hall_no);
    put_int(q, seat->no);
    put_int(q, i);
    put_int(q, seat->row);
    put_int(q, run);
    put_int(q, seat->cell);
    put_real(q, (double)seat->x);
    put_real(q, (double)seat->y);
    put_int(q, seat->class_no);
    put_int(q, seat->flags);
    put_text(q, plan_seat_number(plan, seat));
}

/* A number that belonged to another seat once must never come back: it would inherit its history.
 */
static enum rc write_seats(struct apply *a, int32_t hall_no, const struct plan *plan)
{
    enum rc rc = RC_OK;
    char label[SEAT_TEXT];
    for (int i = 0, run = 0; i < plan->seat_count && rc == RC_OK; i++) {
        if (plan->seats[i].no < 0)
            return apply_refuse(a, VERDICT_INVALID);
        run = plan_next_run(plan, i, run);
        struct query q = query_start(a->lite, lite_sql_put_seat);
        put_seat(&q, hall_no, plan, i, run);
        put_text(&q, plan_seat_label(plan, i, label));
        put_text(&q, plan_seat_guid(plan, &plan->seats[i]));
        rc = apply_end_one(a, &q);
        if (rc == RC_OK)
            rc = lite_heed_step(a->lite, i + 1, plan->seat_count, a->err);
    }
    return rc;
}

static const char *points_text(struct arena *arena, const struct plan_area *area)
{
    enum { POINT_TEXT = 40 };
    size_t size = (size_t)area->point_count * POINT_TEXT + 3, at = 1;
    char *text = arena_alloc(arena, size);
    text[0] = '[';
    for (int i = 0; i < area->point_count; i++)
        at += (size_t)snprintf(text + at, size - at, "%s%.9g,%.9g", i ? "," : "",
                               (double)area->points[i].x, (double)area->points[i].y);
    snprintf(text + at, size - at, "]");
    return text;
}

static void put_area(struct query *q, const struct plan_area *area)
{
    put_int(q, area->kind);
    put_real(q, (double)area->x);
    put_real(q, (double)area->y);
    put_real(q, (double)area->width);
    put_real(q, (double)area->height);
    put_real(q, (double)area->rotation);
    put_text(q, area->text);
    put_text(q, area->colour);
    put_text(q, area->border);
    put_real(q, (double)area->text_x);
    put_real(q, (double)area->text_y);
    put_real(q, (double)area->text_size);
    put_text(q, area->text_colour);
    put_int(q, area->section);
    put_text(q, area->guid);
}

static enum rc write_areas(struct apply *a, int32_t hall_no, const struct plan *plan)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < plan->area_count && rc == RC_OK; i++) {
        struct query q = query_start(a->lite, lite_sql_insert_area);
        put_int(&q, hall_no);
        put_int(&q, i);
        put_area(&q, &plan->areas[i]);
        put_text(&q, points_text(a->cs->arena, &plan->areas[i]));
        rc = apply_end(a, &q);
    }
    return rc;
}

static enum rc run_for(struct apply *a, const char *sql, int32_t no)
{
    struct query q = query_start(a->lite, sql);
    put_int(&q, no);
    return apply_end(a, &q);
}

static enum rc clear_drawing(struct apply *a, int32_t hall_no)
{
    const char *const statements[] = {lite_sql_delete_classes, lite_sql_delete_sections,
                                      lite_sql_delete_rows, lite_sql_delete_areas,
                                      lite_sql_retire_hall_seats};
    enum rc rc = RC_OK;
    for (int i = 0; i < COUNT_OF(statements) && rc == RC_OK; i++)
        rc = run_for(a, statements[i], hall_no);
    return rc;
}

static enum rc write_document(struct apply *a, int32_t hall_no, const char *document)
{
    struct query q = query_start(a->lite, lite_sql_put_document);
    put_int(&q, hall_no);
    put_text(&q, document);
    return apply_end(a, &q);
}

static enum rc write_drawing(struct apply *a, int32_t hall_no, const struct plan *plan)
{
    static enum rc (*const parts[])(struct apply *, int32_t, const struct plan *) = {
        write_classes, write_sections, write_plan_rows, write_seats, write_areas};
    enum rc rc = RC_OK;
    for (int i = 0; i < COUNT_OF(parts) && rc == RC_OK; i++)
        rc = parts[i](a, hall_no, plan);
    return rc;
}

/* ---- the shows of a changed hall ------------------------------------------------------------ */

static enum rc check_dropped(struct apply *a, int32_t hall_no)
{
    struct query q = query_start(a->lite, lite_sql_find_dropped_in_use);
    put_int(&q, hall_no);
    put_int(&q, a->now);
    bool in_use = query_row(&q);
    enum rc rc = query_end(&q, a->err);
    return rc == RC_OK && in_use ? apply_stale(a) : rc;
}

static enum rc change_shows(struct apply *a, int32_t hall_no)
{
    enum rc rc = check_dropped(a, hall_no);
    if (rc == RC_OK)
        rc = run_for(a, lite_sql_retire_show_seats, hall_no);
    if (rc == RC_OK)
        rc = run_for(a, lite_sql_settle_hall_seats, hall_no);
    if (rc == RC_OK)
        rc = run_for(a, lite_sql_add_hall_show_seats, hall_no);
    return rc;
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

static void put_hall(struct query *q, const struct hall *hall, const struct plan *plan)
{
    put_int(q, hall->version);
    put_text(q, hall->id);
    put_text(q, hall->name);
    put_int(q, plan->seat_count);
    put_int(q, next_seat(plan));
    put_text(q, plan->name);
    put_real(q, (double)plan->focal_x);
    put_real(q, (double)plan->focal_y);
    put_real(q, (double)plan->width);
    put_real(q, (double)plan->height);
}

static void put_number(struct query *q, int32_t no)
{
    if (no > 0)
        put_int(q, no);
    else
        put_null(q);
}

static enum rc insert_hall(struct apply *a, const struct hall_change *change, int32_t *no)
{
    struct query q = query_start(a->lite, lite_sql_insert_hall);
    put_number(&q, change->hall.no);
    put_hall(&q, &change->hall, change->plan);
    enum rc rc = apply_end(a, &q);
    *no = (int32_t)sqlite3_last_insert_rowid(a->lite->db);
    return rc;
}

static enum rc update_hall(struct apply *a, const struct hall_change *change)
{
    struct query q = query_start(a->lite, lite_sql_update_hall);
    put_int(&q, change->hall.no);
    put_hall(&q, &change->hall, change->plan);
    enum rc rc = apply_end_one(a, &q);
    return rc == RC_OK ? clear_drawing(a, change->hall.no) : rc;
}

static enum rc change_hall(struct apply *a, const struct hall_change *change)
{
    int32_t no = change->hall.no;
    bool fresh = change->hall.version == 0;
    enum rc rc = fresh ? insert_hall(a, change, &no) : update_hall(a, change);
    if (rc == RC_OK)
        rc = write_drawing(a, no, change->plan);
    if (rc == RC_OK)
        rc = write_document(a, no, change->document);
    return rc == RC_OK && !fresh ? change_shows(a, no) : rc;
}

enum rc apply_hall_rows(struct apply *a)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < a->cs->halls.count && rc == RC_OK; i++)
        rc = change_hall(a, &a->cs->halls.at[i]);
    return rc;
}

/* ---- shows ---------------------------------------------------------------------------------- */

static enum rc write_prices(struct apply *a, int32_t no, const struct show *show)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < show->price_count && rc == RC_OK; i++) {
        struct query q = query_start(a->lite, lite_sql_put_price);
        put_int(&q, no);
        put_int(&q, show->prices[i].class_no);
        for (int type = 0; type < TYPE_COUNT; type++)
            put_int(&q, show->prices[i].amount[type]);
        rc = apply_end(a, &q);
    }
    return rc;
}

static enum rc change_show(struct apply *a, const struct show *show)
{
    int32_t no = show->no;
    bool fresh = show->version == 0;
    struct query q = query_start(a->lite, fresh ? lite_sql_insert_show : lite_sql_update_show);
    lite_put_row(&q, &shape_show, show);
    if (fresh)
        put_text(&q, show->hall);
    enum rc rc = apply_end_one(a, &q);
    if (fresh)
        a->new_show = no = (int32_t)sqlite3_last_insert_rowid(a->lite->db);
    if (rc == RC_OK)
        rc = write_prices(a, no, show);
    if (rc == RC_OK && show->status != SHOW_CLOSED)
        rc = run_for(a, lite_sql_add_show_seats, no);
    return rc;
}

enum rc apply_show_rows(struct apply *a)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < a->cs->shows.count && rc == RC_OK; i++)
        rc = change_show(a, &a->cs->shows.at[i]);
    return rc;
}
