/*
 * The drawing of a hall, read back from its tables.
 *
 * Seats are read in the order of their key, which needs no sorting, and put where `pos` says they
 * stand in the drawing. Ranges of rows and sections follow from the seats.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <string.h>

#include "src/base/list.h"

/* An array of reals as the server sends it: five numbers about the array, then size and value of
 * each, all four bytes. */
static void get_points(struct query *q, struct arena *arena, struct plan_area *area)
{
    enum { HEAD = 20, STEP = 8 };
    int size = PQgetlength(q->result, q->row, q->get);
    const char *at = PQgetvalue(q->result, q->row, q->get++);
    int count = size > HEAD ? (size - HEAD) / STEP / 2 : 0;
    struct plan_point *points = arena_array(arena, (size_t)count, sizeof *points);
    for (int i = 0; i < count; i++) {
        points[i].x = pg_float_at(at + HEAD + (2 * i) * STEP + 4);
        points[i].y = pg_float_at(at + HEAD + (2 * i + 1) * STEP + 4);
    }
    area->points = points;
    area->point_count = count;
}

static void get_area(struct query *q, struct arena *arena, struct plan_area *area)
{
    area->kind = (enum area_kind)pg_get_int(q);
    area->x = pg_get_float(q);
    area->y = pg_get_float(q);
    area->width = pg_get_float(q);
    area->height = pg_get_float(q);
    area->rotation = pg_get_float(q);
    area->text = pg_get_text_in(q, arena);
    area->colour = pg_get_text_in(q, arena);
    area->border = pg_get_text_in(q, arena);
    area->text_x = pg_get_float(q);
    area->text_y = pg_get_float(q);
    area->text_size = pg_get_float(q);
    area->text_colour = pg_get_text_in(q, arena);
    area->section = (int)pg_get_int(q);
    area->guid = pg_get_text_in(q, arena);
}

static enum rc read_areas(struct pg *pg, int32_t hall_no, struct arena *arena, struct plan *plan,
                          struct err *err)
{
    LIST(struct plan_area) areas = {0};
    struct query q = pg_query_start(pg, pg_sql_list_areas);
    pg_put_int(&q, hall_no);
    while (pg_query_row(&q)) {
        struct plan_area *area = LIST_ADD(arena, &areas);
        get_area(&q, arena, area);
        get_points(&q, arena, area);
    }
    plan->areas = areas.at;
    plan->area_count = areas.count;
    return pg_query_end(&q, err);
}

static enum rc read_classes(struct pg *pg, int32_t hall_no, struct arena *arena, struct plan *plan,
                            struct err *err)
{
    LIST(struct plan_class) classes = {0};
    struct query q = pg_query_start(pg, pg_sql_list_classes);
    pg_put_int(&q, hall_no);
    while (pg_query_row(&q)) {
        struct plan_class *class = LIST_ADD(arena, &classes);
        (void)pg_get_int(&q);
        pg_get_text(&q, class->name, sizeof class->name);
        pg_get_text(&q, class->colour, sizeof class->colour);
    }
    plan->classes = classes.at;
    plan->class_count = classes.count;
    return pg_query_end(&q, err);
}

enum rc pg_plan_frame(struct pg *pg, int32_t hall_no, struct arena *arena, struct plan *plan,
                      struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_read_plan);
    pg_put_int(&q, hall_no);
    if (pg_query_row(&q)) {
        pg_get_text(&q, plan->name, sizeof plan->name);
        plan->focal_x = pg_get_float(&q);
        plan->focal_y = pg_get_float(&q);
        plan->width = pg_get_float(&q);
        plan->height = pg_get_float(&q);
        plan->seat_count = (int)pg_get_int(&q);
    }
    enum rc rc = pg_query_end(&q, err);
    return rc == RC_OK ? read_classes(pg, hall_no, arena, plan, err) : rc;
}

static enum rc read_sections(struct pg *pg, int32_t hall_no, struct arena *arena, struct plan *plan,
                             struct err *err)
{
    LIST(struct plan_section) sections = {0};
    struct query q = pg_query_start(pg, pg_sql_list_plan_sections);
    pg_put_int(&q, hall_no);
    while (pg_query_row(&q)) {
        struct plan_section *section = LIST_ADD(arena, &sections);
        (void)pg_get_int(&q);
        pg_get_text(&q, section->name, sizeof section->name);
        section->x = pg_get_float(&q);
        section->y = pg_get_float(&q);
    }
    plan->sections = sections.at;
    plan->section_count = sections.count;
    return pg_query_end(&q, err);
}

static enum rc read_rows(struct pg *pg, int32_t hall_no, struct arena *arena, struct plan *plan,
                         struct err *err)
{
    LIST(struct plan_row) rows = {0};
    struct query q = pg_query_start(pg, pg_sql_list_plan_rows);
    pg_put_int(&q, hall_no);
    while (pg_query_row(&q)) {
        struct plan_row *row = LIST_ADD(arena, &rows);
        (void)pg_get_int(&q);
        row->section = (int32_t)pg_get_int(&q);
        pg_get_text(&q, row->label, sizeof row->label);
        row->line = (int32_t)pg_get_int(&q);
    }
    plan->rows = rows.at;
    plan->row_count = rows.count;
    return pg_query_end(&q, err);
}

void pg_plan_seat(struct query *q, struct seat_names *names, struct plan_seat *seat)
{
    char number[NUMBER_TEXT];
    seat->no = (int32_t)pg_get_int(q);
    seat->row = plan_row_read(pg_get_int(q));
    seat->cell = (int32_t)pg_get_int(q);
    seat->x = pg_get_float(q);
    seat->y = pg_get_float(q);
    seat->class_no = (uint8_t)pg_get_int(q);
    seat->flags = (uint8_t)pg_get_int(q);
    pg_get_text(q, number, sizeof number);
    seat->name = seat_names_keep(names, number, pg_get_text_here(q));
}

static enum rc damaged(struct pg *pg, int32_t hall_no, struct err *err)
{
    return err_set(err, RC_CORRUPT, "PLAN",
                   "%s: the plan of hall %d does not fit together; restore a backup", pg->where,
                   hall_no);
}

/* ---- seats, piece by piece ------------------------------------------------------------------- */

enum { PIECE_SEATS = 8192, PIECES_MOST = PG_FLIGHT };

struct pg_pieces pg_pieces_fly(struct pg *pg, const char *sql, int32_t no, int seat_count,
                               struct arena *arena)
{
    int least = seat_count / PIECES_MOST + 1, size = least > PIECE_SEATS ? least : PIECE_SEATS;
    struct pg_pieces pieces = {.count = seat_count / size + 1};
    struct query *all[PIECES_MOST];
    pieces.at = arena_array(arena, (size_t)pieces.count, sizeof *pieces.at);
    for (int i = 0; i < pieces.count; i++) {
        all[i] = &pieces.at[i];
        *all[i] = pg_query_start(pg, sql);
        pg_put_int(all[i], no);
        pg_put_int(all[i], (int64_t)i * size);
        /* Seats that are no more have numbers, too, so the last ones may be higher. */
        pg_put_int(all[i], i + 1 < pieces.count ? (int64_t)(i + 1) * size - 1 : INT32_MAX);
    }
    pg_fly(all, pieces.count);
    return pieces;
}

enum rc pg_pieces_end(struct pg_pieces *pieces, struct err *err)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < pieces->count; i++) {
        enum rc ended = pg_query_end(&pieces->at[i], rc == RC_OK ? err : NULL);
        rc = rc == RC_OK ? ended : rc;
    }
    return rc;
}

/* False: they do not fit the plan. */
static bool take_seats(struct query *q, struct seat_names *names, struct plan *plan, int *found)
{
    while (pg_query_row(q)) {
        int64_t pos = pg_get_int(q);
        if (pos >= plan->seat_count || plan->seats[pos].name)
            return false;
        pg_plan_seat(q, names, &plan->seats[pos]);
        *found += plan->seats[pos].row < plan->row_count;
    }
    return true;
}

static enum rc read_seats(struct pg *pg, int32_t hall_no, struct arena *arena, struct plan *plan,
                          struct err *err)
{
    int found = 0;
    bool fits = true;
    struct seat_names names = {.arena = arena};
    plan->seats = arena_array(arena, (size_t)plan->seat_count, sizeof *plan->seats);
    pg->rows.done = 0;
    pg->rows.total = (int64_t)plan->seat_count * (pg->rows.walks ? pg->rows.walks : 1);
    struct pg_pieces pieces =
        pg_pieces_fly(pg, pg_sql_list_plan_seats, hall_no, plan->seat_count, arena);
    for (int i = 0; i < pieces.count && fits; i++)
        fits = take_seats(&pieces.at[i], &names, plan, &found);
    plan->names = seat_names_text(&names);
    enum rc rc = pg_pieces_end(&pieces, err);
    if (rc == RC_OK && (!fits || found != plan->seat_count))
        rc = damaged(pg, hall_no, err);
    return rc;
}

static enum rc check_rows(struct pg *pg, int32_t hall_no, const struct plan *plan, struct err *err)
{
    for (int i = 0; i < plan->row_count; i++)
        if (plan->rows[i].section >= plan->section_count)
            return damaged(pg, hall_no, err);
    return RC_OK;
}

enum rc pg_plan_read(struct pg *pg, int32_t hall_no, struct arena *arena, struct plan **out,
                     struct err *err)
{
    struct plan *plan = arena_alloc(arena, sizeof *plan);
    enum rc rc = pg_plan_frame(pg, hall_no, arena, plan, err);
    if (rc == RC_OK)
        rc = read_sections(pg, hall_no, arena, plan, err);
    if (rc == RC_OK)
        rc = read_rows(pg, hall_no, arena, plan, err);
    if (rc == RC_OK)
        rc = check_rows(pg, hall_no, plan, err);
    if (rc == RC_OK)
        rc = read_areas(pg, hall_no, arena, plan, err);
    if (rc == RC_OK)
        rc = read_seats(pg, hall_no, arena, plan, err);
    if (rc == RC_OK)
        plan_find_ranges(plan);
    *out = plan;
    return rc;
}
