/*
 * A show with its seats: the whole hall, or the rows in which some seats stand.
 *
 * The whole hall is two straight walks in key order, one over the drawing and one over how seats
 * stand, matched by seat number; a join would search a tree once a seat.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_rows.h"

void pg_get_state(struct query *q, struct seat_state *state)
{
    state->status = (uint8_t)pg_get_int(q);
    state->version = (uint32_t)pg_get_int(q);
    state->held_until = pg_get_int(q);
    state->open_to = (uint8_t)pg_get_int(q);
    state->allotment = (uint16_t)pg_get_int(q);
    if (state->status == SEAT_HELD || state->status == SEAT_SOLD)
        state->holder = pg_get_uuid(q);
}

/* A seat the show does not have (it closed before the hall was changed) can only be looked at. */
static const struct seat_state not_in_show = {.status = SEAT_BLOCKED};

static enum rc read_states(struct pg *pg, struct arena *arena, struct snapshot *snapshot,
                           struct err *err)
{
    int size;
    const int *index = plan_by_number(snapshot->plan, arena, &size);
    snapshot->state =
        arena_array(arena, (size_t)snapshot->plan->seat_count, sizeof *snapshot->state);
    for (int i = 0; i < snapshot->plan->seat_count; i++)
        snapshot->state[i].status = SEAT_BLOCKED;
    struct pg_pieces pieces = pg_pieces_fly(pg, pg_sql_list_seat_states, snapshot->show.no,
                                            snapshot->plan->seat_count, arena);
    for (int i = 0; i < pieces.count; i++)
        while (pg_query_row(&pieces.at[i])) {
            int64_t no = pg_get_int(&pieces.at[i]);
            if (no < size && index[no] >= 0)
                pg_get_state(&pieces.at[i], &snapshot->state[index[no]]);
        }
    return pg_pieces_end(&pieces, err);
}

static enum rc no_show(struct pg *pg, int32_t show, struct err *err)
{
    return err_set(err, RC_CONFIG, "SHOW", "%s has no show number %d", pg->where, show);
}

/* The frame every snapshot has: the show and the event log's end. */
static enum rc start_snapshot(struct pg *pg, int32_t show, struct arena *arena,
                              struct snapshot *snapshot, struct err *err)
{
    bool found;
    struct pg_show_query ask = pg_show_ask(pg, show);
    struct query last = pg_last_event_ask(pg);
    pg_fly((struct query *const[]){&ask.row, &ask.prices, &last}, 3);
    enum rc rc = pg_show_take(&ask, arena, &snapshot->show, &found, err);
    enum rc log = pg_last_event_take(&last, &snapshot->last_event, rc == RC_OK ? err : NULL);
    if (rc == RC_OK && !found)
        rc = no_show(pg, show, err);
    return rc == RC_OK ? log : rc;
}

static enum rc read_plan_version(struct pg *pg, struct snapshot *snapshot, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_read_plan_version);
    pg_put_int(&q, snapshot->show.hall_no);
    if (pg_query_row(&q))
        snapshot->plan_version = (int32_t)pg_get_int(&q);
    return pg_query_end(&q, err);
}

static enum rc read_whole(struct pg *pg, int32_t show, struct arena *arena,
                          struct snapshot *snapshot, struct err *err)
{
    enum { WALKS = 2 }; /* over the drawing, and over how seats stand */
    struct plan *plan;
    enum rc rc = start_snapshot(pg, show, arena, snapshot, err);
    pg->rows.walks = WALKS;
    if (rc == RC_OK)
        rc = pg_plan_read(pg, snapshot->show.hall_no, arena, &plan, err);
    if (rc == RC_OK)
        rc = read_plan_version(pg, snapshot, err);
    if (rc != RC_OK)
        return rc;
    snapshot->plan = plan;
    snapshot->whole = true;
    pg_read_last(pg);
    return read_states(pg, arena, snapshot, err);
}

enum rc pg_map_read(struct store *store, int32_t show, struct arena *arena,
                    struct snapshot *snapshot, struct err *err)
{
    struct pg *pg = pg_of(store);
    memset(snapshot, 0, sizeof *snapshot);
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    return pg_end_read(pg, read_whole(pg, show, arena, snapshot, err), err);
}

/* ---- what changed since --------------------------------------------------------------------- */

static struct query ask_since(struct pg *pg, const struct event_filter *since)
{
    struct query q = pg_query_start(pg, pg_sql_list_seats_since);
    pg_put_int(&q, since->show);
    pg_put_int(&q, since->after);
    pg_put_int(&q, (int64_t)since->limit + 1);
    return q;
}

static enum rc take_since(struct query *q, const struct event_filter *since, struct arena *arena,
                          struct fresh_seat **seats, int *count, struct err *err)
{
    LIST(struct fresh_seat) list = {0};
    while (pg_query_row(q)) {
        struct fresh_seat *seat = LIST_ADD(arena, &list);
        seat->show = since->show;
        seat->seat = (int32_t)pg_get_int(q);
        pg_get_state(q, &seat->state);
    }
    *seats = list.at;
    *count = list.count > since->limit ? -1 : list.count;
    return pg_query_end(q, err);
}

enum rc pg_seats_since(struct store *store, int32_t show, int64_t after, int limit,
                       struct arena *arena, struct fresh_seat **seats, int *count,
                       int64_t *last_event, struct err *err)
{
    struct pg *pg = pg_of(store);
    const struct event_filter since = {.show = show, .after = after, .limit = limit};
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    struct query last = pg_last_event_ask(pg), changed = ask_since(pg, &since);
    pg_read_last(pg);
    pg_fly((struct query *const[]){&last, &changed}, 2);
    rc = pg_last_event_take(&last, last_event, err);
    enum rc seats_rc = take_since(&changed, &since, arena, seats, count, rc == RC_OK ? err : NULL);
    return pg_end_read(pg, rc == RC_OK ? seats_rc : rc, err);
}

/* ---- as sums -------------------------------------------------------------------------------- */

static enum rc take_sums(struct query *q, struct arena *arena, struct map_digest *digest,
                         struct err *err)
{
    while (pg_query_row(q)) {
        int block = (int)pg_get_int(q);
        digest->blocks = arena_grow(arena, digest->blocks, (size_t)digest->block_count,
                                    (size_t)block + 1, sizeof *digest->blocks);
        digest->block_count = block + 1;
        digest->blocks[block] = pg_get_int(q);
    }
    return pg_query_end(q, err);
}

static enum rc read_digest(struct pg *pg, int32_t show, struct arena *arena,
                           struct map_digest *digest, struct err *err)
{
    struct snapshot frame = {0};
    enum rc rc = start_snapshot(pg, show, arena, &frame, err);
    if (rc != RC_OK)
        return rc;
    digest->show_version = frame.show.version;
    digest->last_event = frame.last_event;
    struct query plan = pg_query_start(pg, pg_sql_read_plan_version);
    struct query sums = pg_query_start(pg, pg_sql_list_digest);
    pg_put_int(&plan, frame.show.hall_no);
    pg_put_int(&sums, show);
    pg_read_last(pg);
    pg_fly((struct query *const[]){&plan, &sums}, 2);
    if (pg_query_row(&plan))
        digest->plan_version = (int32_t)pg_get_int(&plan);
    rc = pg_query_end(&plan, err);
    enum rc sums_rc = take_sums(&sums, arena, digest, rc == RC_OK ? err : NULL);
    return rc == RC_OK ? sums_rc : rc;
}

enum rc pg_map_digest(struct store *store, int32_t show, struct arena *arena,
                      struct map_digest *digest, struct err *err)
{
    struct pg *pg = pg_of(store);
    *digest = (struct map_digest){0};
    enum rc rc = pg_begin_read(pg, err);
    if (rc != RC_OK)
        return rc;
    return pg_end_read(pg, read_digest(pg, show, arena, digest, err), err);
}

/* ---- by rows -------------------------------------------------------------------------------- */

/* Builds the part of a plan that the rows of some seats make. */
struct part {
    struct pg *pg;
    struct arena *arena;
    struct snapshot *snapshot;
    struct plan *plan;
    int32_t *row_no; /* of each row: its number in the whole plan */
    struct seat_names names;
};

struct labels {
    const char *const *at;
    int count;
};

/* Sections come in the order of their rows, each once, so the last one is the one or a new one. */
static int section_of(struct part *part, int32_t section_no, int32_t *numbers)
{
    int last = part->plan->section_count - 1;
    if (last >= 0 && numbers[last] == section_no)
        return last;
    numbers[last + 1] = section_no;
    return part->plan->section_count++;
}

static enum rc read_part_rows(struct part *part, struct labels labels, int32_t **sections,
                              struct err *err)
{
    struct plan *plan = part->plan;
    struct query q = pg_query_start(part->pg, pg_sql_find_seat_rows);
    pg_put_int(&q, part->snapshot->show.hall_no);
    pg_put_text(&q, rows_of_texts(part->arena, labels.at, labels.count));
    size_t room = (size_t)pg_query_count(&q) + 1;
    plan->rows = arena_array(part->arena, room, sizeof *plan->rows);
    plan->sections = arena_array(part->arena, room, sizeof *plan->sections);
    part->row_no = arena_array(part->arena, room, sizeof *part->row_no);
    *sections = arena_array(part->arena, room, sizeof **sections);
    while (pg_query_row(&q)) {
        struct plan_row *row = &plan->rows[plan->row_count];
        part->row_no[plan->row_count++] = (int32_t)pg_get_int(&q);
        row->section = section_of(part, (int32_t)pg_get_int(&q), *sections);
        pg_get_text(&q, row->label, sizeof row->label);
        row->line = (int32_t)pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

static enum rc read_part_sections(struct part *part, const int32_t *numbers, struct err *err)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < part->plan->section_count && rc == RC_OK; i++) {
        struct plan_section *section = &part->plan->sections[i];
        struct query q = pg_query_start(part->pg, pg_sql_read_plan_section);
        pg_put_int(&q, part->snapshot->show.hall_no);
        pg_put_int(&q, numbers[i]);
        if (pg_query_row(&q)) {
            pg_get_text(&q, section->name, sizeof section->name);
            section->x = pg_get_float(&q);
            section->y = pg_get_float(&q);
        }
        rc = pg_query_end(&q, err);
    }
    return rc;
}

/* Seats come in the order of the rows, so a seat's row is the last one's or the next. */
static int row_of(const struct part *part, int32_t row_no, int from)
{
    while (from < part->plan->row_count - 1 && part->row_no[from] != row_no)
        from++;
    return from;
}

static enum rc read_part_seats(struct part *part, struct err *err)
{
    struct plan *plan = part->plan;
    int row = 0;
    struct query q = pg_query_start(part->pg, pg_sql_list_row_seats);
    pg_put_int(&q, part->snapshot->show.no);
    pg_put_int(&q, part->snapshot->show.hall_no);
    pg_put_text(&q, rows_of_numbers(part->arena, part->row_no, plan->row_count));
    size_t count = (size_t)pg_query_count(&q);
    plan->seats = arena_array(part->arena, count + 1, sizeof *plan->seats);
    part->snapshot->state = arena_array(part->arena, count + 1, sizeof *part->snapshot->state);
    plan->seat_count = 0;
    while (pg_query_row(&q)) {
        int seat = plan->seat_count++;
        (void)pg_get_int(&q); /* pos: rows come whole and in order */
        pg_plan_seat(&q, &part->names, &plan->seats[seat]);
        row = row_of(part, plan->seats[seat].row, row);
        plan->seats[seat].row = plan_row_read(row);
        part->snapshot->state[seat] = not_in_show;
        if (!next_is_null(&q))
            pg_get_state(&q, &part->snapshot->state[seat]);
    }
    plan->names = seat_names_text(&part->names);
    return pg_query_end(&q, err);
}

static enum rc read_part(struct part *part, int32_t show, struct labels labels, struct err *err)
{
    int32_t *sections = NULL;
    enum rc rc = start_snapshot(part->pg, show, part->arena, part->snapshot, err);
    if (rc == RC_OK)
        rc = pg_plan_frame(part->pg, part->snapshot->show.hall_no, part->arena, part->plan, err);
    if (rc == RC_OK)
        rc = read_part_rows(part, labels, &sections, err);
    if (rc == RC_OK)
        rc = read_part_sections(part, sections, err);
    pg_read_last(part->pg);
    if (rc == RC_OK)
        rc = read_part_seats(part, err);
    if (rc == RC_OK)
        plan_find_ranges(part->plan);
    part->snapshot->plan = part->plan;
    return rc;
}

enum rc pg_rows_read(struct store *store, int32_t show, const char *const *labels, int count,
                     struct arena *arena, struct snapshot *snapshot, struct err *err)
{
    struct part part = {
        .pg = pg_of(store), .arena = arena, .snapshot = snapshot, .names = {.arena = arena}};
    part.plan = arena_alloc(arena, sizeof *part.plan);
    memset(snapshot, 0, sizeof *snapshot);
    enum rc rc = pg_begin_read(part.pg, err);
    if (rc != RC_OK)
        return rc;
    rc = read_part(&part, show, (struct labels){labels, count}, err);
    return pg_end_read(part.pg, rc, err);
}

/* ---- the answer to a lost race -------------------------------------------------------------- */

static int compare_fresh(const void *x, const void *y)
{
    const struct fresh_seat *a = x, *b = y;
    if (a->show != b->show)
        return a->show < b->show ? -1 : 1;
    return (a->seat > b->seat) - (a->seat < b->seat);
}

/* The seats a changeset names, each once, as two arrays. */
static void put_named_seats(struct query *q, const struct changeset *cs)
{
    int all = cs->seats.count + cs->guards.count, kept = 0;
    struct fresh_seat *seats = arena_array(cs->arena, (size_t)all + 1, sizeof *seats);
    for (int i = 0; i < cs->seats.count; i++)
        seats[i] = (struct fresh_seat){.show = cs->seats.at[i].show, .seat = cs->seats.at[i].seat};
    for (int i = 0; i < cs->guards.count; i++)
        seats[cs->seats.count + i] =
            (struct fresh_seat){.show = cs->guards.at[i].show, .seat = cs->guards.at[i].seat};
    qsort(seats, (size_t)all, sizeof *seats, compare_fresh);
    int32_t *shows = arena_array(cs->arena, (size_t)all + 1, sizeof *shows);
    int32_t *numbers = arena_array(cs->arena, (size_t)all + 1, sizeof *numbers);
    for (int i = 0; i < all; i++) {
        if (i > 0 && compare_fresh(&seats[i], &seats[i - 1]) == 0)
            continue;
        shows[kept] = seats[i].show;
        numbers[kept++] = seats[i].seat;
    }
    pg_put_text(q, rows_of_numbers(cs->arena, shows, kept));
    pg_put_text(q, rows_of_numbers(cs->arena, numbers, kept));
}

enum rc pg_fresh_seats(struct pg *pg, const struct changeset *cs, struct apply_result *result,
                       struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_list_fresh_seats);
    put_named_seats(&q, cs);
    int count = pg_query_count(&q);
    result->fresh = arena_array(cs->arena, (size_t)count + 1, sizeof *result->fresh);
    while (pg_query_row(&q)) {
        struct fresh_seat *fresh = &result->fresh[result->fresh_count++];
        fresh->show = (int32_t)pg_get_int(&q);
        fresh->seat = (int32_t)pg_get_int(&q);
        pg_get_state(&q, &fresh->state);
    }
    return pg_query_end(&q, err);
}
