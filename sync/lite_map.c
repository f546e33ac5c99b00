/*
 * A show with its seats: the whole hall, or the rows in which some seats stand.
 *
 * The whole hall is two straight walks in key order, one over the drawing and one over how seats
 * stand, matched by seat number; a join would search a tree once a seat. Of a large hall both are
 * packed (lite_pack.c), and only what changed since is looked up.
 */
#include "config.h"

#include "sync/lite.h"

#include <stdlib.h>
#include <string.h>

enum { CHANGES_MOST = 4096 };

static void get_state(struct query *q, struct seat_state *state)
{
    state->status = (uint8_t)get_int(q);
    state->version = (uint32_t)get_int(q);
    state->held_until = get_int(q);
    state->open_to = (uint8_t)get_int(q);
    state->allotment = (uint16_t)get_int(q);
    if (state->status == SEAT_HELD || state->status == SEAT_SOLD)
        state->holder = get_uuid(q);
}

/* A seat the show does not have (it closed before the hall was changed) can only be looked at. */
static const struct seat_state not_in_show = {.status = SEAT_BLOCKED};

static enum rc walk_states(struct lite *lite, struct snapshot *snapshot, struct err *err)
{
    int size;
    struct arena *scratch = arena_new();
    const int *index = plan_by_number(snapshot->plan, scratch, &size);
    memset(snapshot->state, 0, (size_t)snapshot->plan->seat_count * sizeof *snapshot->state);
    for (int i = 0; i < snapshot->plan->seat_count; i++)
        snapshot->state[i].status = SEAT_BLOCKED;
    struct query q = query_start(lite, lite_sql_list_seat_states);
    put_int(&q, snapshot->show.no);
    while (query_row(&q)) {
        int64_t no = get_int(&q);
        if (no < size && index[no] >= 0)
            get_state(&q, &snapshot->state[index[no]]);
    }
    arena_free(&scratch);
    return query_end(&q, err);
}

static enum rc read_since(struct lite *lite, const struct event_filter *since, struct arena *arena,
                          struct fresh_seat **seats, int *count, struct err *err)
{
    LIST(struct fresh_seat) list = {0};
    struct query q = query_start(lite, lite_sql_list_seats_since);
    put_int(&q, since->show);
    put_int(&q, since->after);
    put_int(&q, (int64_t)since->limit + 1);
    while (query_row(&q)) {
        struct fresh_seat *seat = LIST_ADD(arena, &list);
        seat->show = since->show;
        seat->seat = (int32_t)get_int(&q);
        get_state(&q, &seat->state);
    }
    *seats = list.at;
    *count = list.count > since->limit ? -1 : list.count;
    return query_end(&q, err);
}

static void update_states(struct snapshot *snapshot, const struct fresh_seat *fresh, int count)
{
    int size;
    struct arena *scratch = arena_new();
    const int *index = count ? plan_by_number(snapshot->plan, scratch, &size) : NULL;
    for (int i = 0; i < count; i++)
        if (fresh[i].seat < size && index[fresh[i].seat] >= 0)
            snapshot->state[index[fresh[i].seat]] = fresh[i].state;
    arena_free(&scratch);
}

/* How they stood when they were packed, and what happened to them since. */
static enum rc packed_states(struct lite *lite, struct arena *arena, struct snapshot *snapshot,
                             bool *found, struct err *err)
{
    struct event_filter since = {.show = snapshot->show.no, .limit = CHANGES_MOST};
    struct fresh_seat *fresh;
    int count;
    enum rc rc = lite_packed_states(lite, snapshot, &since.after, found, err);
    if (rc != RC_OK || !*found)
        return rc;
    rc = read_since(lite, &since, arena, &fresh, &count, err);
    *found = count >= 0;
    if (rc == RC_OK && *found)
        update_states(snapshot, fresh, count);
    return rc;
}

static enum rc read_states(struct lite *lite, struct arena *arena, struct snapshot *snapshot,
                           struct err *err)
{
    bool packed;
    snapshot->state =
        arena_array(arena, (size_t)snapshot->plan->seat_count, sizeof *snapshot->state);
    enum rc rc = packed_states(lite, arena, snapshot, &packed, err);
    return rc != RC_OK || packed ? rc : walk_states(lite, snapshot, err);
}

static enum rc no_show(struct lite *lite, int32_t show, struct err *err)
{
    return err_set(err, RC_CONFIG, "SHOW", "%s has no show number %d", lite->path, show);
}

/* The frame every snapshot has: the show and the event log's end. */
static enum rc start_snapshot(struct lite *lite, int32_t show, struct arena *arena,
                              struct snapshot *snapshot, struct err *err)
{
    bool found;
    enum rc rc = lite_show_get(lite, show, arena, &snapshot->show, &found, err);
    if (rc == RC_OK && !found)
        rc = no_show(lite, show, err);
    if (rc == RC_OK)
        rc = lite_last_event(lite, &snapshot->last_event, err);
    return rc;
}

enum rc lite_map_whole(struct lite *lite, int32_t show, struct arena *arena,
                       struct snapshot *snapshot, struct err *err)
{
    memset(snapshot, 0, sizeof *snapshot);
    struct plan *plan;
    enum rc rc = start_snapshot(lite, show, arena, snapshot, err);
    if (rc == RC_OK)
        rc = lite_plan_read(lite, snapshot->show.hall_no, arena, &plan, err);
    if (rc != RC_OK)
        return rc;
    struct map_digest versions = {0};
    rc = lite_map_versions(lite, show, &versions, err);
    snapshot->plan = plan;
    snapshot->whole = true;
    snapshot->plan_version = versions.plan_version;
    return rc == RC_OK ? read_states(lite, arena, snapshot, err) : rc;
}

enum rc lite_map_read(struct store *store, int32_t show, struct arena *arena,
                      struct snapshot *snapshot, struct err *err)
{
    struct lite *lite = lite_of(store);
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    return lite_end_read(lite, lite_map_whole(lite, show, arena, snapshot, err), err);
}

/* ---- what changed since --------------------------------------------------------------------- */

enum rc lite_seats_since(struct store *store, int32_t show, int64_t after, int limit,
                         struct arena *arena, struct fresh_seat **seats, int *count,
                         int64_t *last_event, struct err *err)
{
    struct lite *lite = lite_of(store);
    struct event_filter since = {.show = show, .after = after, .limit = limit};
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = lite_last_event(lite, last_event, err);
    if (rc == RC_OK)
        rc = read_since(lite, &since, arena, seats, count, err);
    return lite_end_read(lite, rc, err);
}

/* ---- by rows -------------------------------------------------------------------------------- */

struct row_list {
    int32_t *no; /* ascending, each once */
    int count;
};

static int compare_numbers(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void sort_unique(struct row_list *rows)
{
    int kept = 0;
    qsort(rows->no, (size_t)rows->count, sizeof *rows->no, compare_numbers);
    for (int i = 0; i < rows->count; i++)
        if (kept == 0 || rows->no[i] != rows->no[kept - 1])
            rows->no[kept++] = rows->no[i];
    rows->count = kept;
}

struct labels {
    const char *const *at;
    int count;
};

static enum rc find_rows(struct lite *lite, int32_t hall_no, struct labels labels,
                         struct row_list *rows, struct err *err)
{
    rows->count = 0;
    struct query q = query_start(lite, lite_sql_find_seat_row);
    for (int i = 0; i < labels.count && q.code == SQLITE_OK; i++) {
        query_again(&q);
        put_int(&q, hall_no);
        put_text(&q, labels.at[i]);
        if (query_row(&q))
            rows->no[rows->count++] = (int32_t)get_int(&q);
    }
    sort_unique(rows);
    return query_end(&q, err);
}

/* Builds the part of a plan; `sections` remembers which drawn section each one was. */
struct part {
    struct lite *lite;
    struct arena *arena;
    struct snapshot *snapshot;
    struct plan *plan;
    int32_t *sections;
    int room; /* for seats */
    struct seat_names names;
};

static enum rc add_section(struct part *part, int32_t section_no, int32_t *index, struct err *err)
{
    struct plan *plan = part->plan;
    *index = plan->section_count - 1;
    if (*index >= 0 && part->sections[*index] == section_no)
        return RC_OK;
    *index = plan->section_count++;
    part->sections[*index] = section_no;
    struct plan_section *section = &plan->sections[*index];
    struct query q = query_start(part->lite, lite_sql_read_plan_section);
    put_int(&q, part->snapshot->show.hall_no);
    put_int(&q, section_no);
    if (query_row(&q)) {
        get_text(&q, section->name, sizeof section->name);
        section->x = get_float(&q);
        section->y = get_float(&q);
    }
    return query_end(&q, err);
}

static enum rc add_row(struct part *part, int32_t row_no, struct err *err)
{
    struct plan_row *row = &part->plan->rows[part->plan->row_count++];
    int32_t section_no = -1;
    struct query q = query_start(part->lite, lite_sql_read_plan_row);
    put_int(&q, part->snapshot->show.hall_no);
    put_int(&q, row_no);
    if (query_row(&q)) {
        section_no = (int32_t)get_int(&q);
        get_text(&q, row->label, sizeof row->label);
        row->line = (int32_t)get_int(&q);
    }
    enum rc rc = query_end(&q, err);
    return rc == RC_OK ? add_section(part, section_no, &row->section, err) : rc;
}

static void make_room(struct part *part)
{
    if (part->plan->seat_count < part->room)
        return;
    int room = part->room ? part->room * 2 : 64;
    size_t old = (size_t)part->plan->seat_count;
    part->plan->seats =
        arena_grow(part->arena, part->plan->seats, old, (size_t)room, sizeof *part->plan->seats);
    part->snapshot->state = arena_grow(part->arena, part->snapshot->state, old, (size_t)room,
                                       sizeof *part->snapshot->state);
    part->room = room;
}

static enum rc add_seats(struct part *part, int32_t row_no, struct err *err)
{
    struct query q = query_start(part->lite, lite_sql_list_row_seats);
    put_int(&q, part->snapshot->show.no);
    put_int(&q, part->snapshot->show.hall_no);
    put_int(&q, row_no);
    while (query_row(&q)) {
        make_room(part);
        int seat = part->plan->seat_count++;
        (void)get_int(&q); /* pos: rows come whole and in order */
        lite_plan_seat(&q, &part->names, &part->plan->seats[seat]);
        part->plan->seats[seat].row = plan_row_read(part->plan->row_count - 1);
        part->snapshot->state[seat] = not_in_show;
        if (sqlite3_column_type(q.stmt, q.get) != SQLITE_NULL)
            get_state(&q, &part->snapshot->state[seat]);
    }
    return query_end(&q, err);
}

static enum rc build_part(struct part *part, const struct row_list *rows, struct err *err)
{
    struct plan *plan = part->plan;
    size_t room = (size_t)rows->count;
    plan->rows = arena_array(part->arena, room, sizeof *plan->rows);
    plan->sections = arena_array(part->arena, room, sizeof *plan->sections);
    part->sections = arena_array(part->arena, room, sizeof *part->sections);
    plan->seat_count = 0;
    enum rc rc = RC_OK;
    for (int i = 0; i < rows->count && rc == RC_OK; i++) {
        rc = add_row(part, rows->no[i], err);
        if (rc == RC_OK)
            rc = add_seats(part, rows->no[i], err);
    }
    plan->names = seat_names_text(&part->names);
    if (rc == RC_OK)
        plan_find_ranges(plan);
    return rc;
}

static enum rc read_part(struct part *part, int32_t show, struct labels labels, struct err *err)
{
    struct row_list rows = {.no = arena_array(part->arena, (size_t)labels.count, sizeof *rows.no)};
    enum rc rc = start_snapshot(part->lite, show, part->arena, part->snapshot, err);
    if (rc != RC_OK)
        return rc;
    int32_t hall_no = part->snapshot->show.hall_no;
    part->snapshot->plan = part->plan;
    rc = lite_plan_frame(part->lite, hall_no, part->arena, part->plan, err);
    if (rc == RC_OK)
        rc = find_rows(part->lite, hall_no, labels, &rows, err);
    return rc == RC_OK ? build_part(part, &rows, err) : rc;
}

enum rc lite_rows_read(struct store *store, int32_t show, const char *const *labels, int count,
                       struct arena *arena, struct snapshot *snapshot, struct err *err)
{
    struct lite *lite = lite_of(store);
    struct part part = {
        .lite = lite, .arena = arena, .snapshot = snapshot, .names = {.arena = arena}};
    part.plan = arena_alloc(arena, sizeof *part.plan);
    memset(snapshot, 0, sizeof *snapshot);
    enum rc rc = lite_begin_read(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = read_part(&part, show, (struct labels){labels, count}, err);
    return lite_end_read(lite, rc, err);
}
