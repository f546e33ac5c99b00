/* The rows of a changeset as arrays of PostgreSQL's composite types. */
#include "config.h"

#include "src/adapter/pg_rows.h"

#include <stdlib.h>
#include <string.h>

/* ---- seats ---------------------------------------------------------------------------------- */

struct step {
    int32_t show, seat;
    int n;                            /* which change, from 1; 0: a guard */
    const struct seat_change *change; /* NULL: a guard */
    uint32_t seen;
};

/* A guard comes before a change of the same seat: it tells what was so at first. */
static int compare_steps(const void *x, const void *y)
{
    const struct step *a = x, *b = y;
    if (a->show != b->show)
        return a->show < b->show ? -1 : 1;
    if (a->seat != b->seat)
        return a->seat < b->seat ? -1 : 1;
    return (a->n > b->n) - (a->n < b->n);
}

static struct step *sorted_steps(const struct changeset *cs, int *count)
{
    struct step *steps =
        arena_array(cs->arena, (size_t)(cs->seats.count + cs->guards.count) + 1, sizeof *steps);
    *count = 0;
    for (int i = 0; i < cs->seats.count; i++) {
        const struct seat_change *change = &cs->seats.at[i];
        steps[(*count)++] = (struct step){change->show, change->seat, i + 1, change, change->seen};
    }
    for (int i = 0; i < cs->guards.count; i++) {
        const struct seat_guard *guard = &cs->guards.at[i];
        steps[(*count)++] = (struct step){guard->show, guard->seat, 0, NULL, guard->seen};
    }
    qsort(steps, (size_t)*count, sizeof *steps, compare_steps);
    return steps;
}

static void write_change(struct rows *rows, const struct seat_change *change)
{
    bool taken = change->to == SEAT_HELD || change->to == SEAT_SOLD;
    row_int(rows, change->act);
    row_int(rows, change->from);
    row_int(rows, change->to);
    if (taken)
        row_uuid(rows, &change->holder);
    else
        row_null(rows);
    row_uuid(rows, &change->was);
    row_int(rows, change->to == SEAT_HELD ? change->held_until : 0);
    row_int(rows, change->to == SEAT_BLOCKED ? change->open_to : 0);
}

const char *rows_of_steps(const struct changeset *cs)
{
    enum { CHANGE_FIELDS = 7 };
    int count;
    const struct step *steps = sorted_steps(cs, &count);
    struct rows rows = rows_start(cs->arena);
    for (int i = 0; i < count; i++) {
        row_open(&rows);
        row_int(&rows, steps[i].n);
        row_int(&rows, steps[i].show);
        row_int(&rows, steps[i].seat);
        row_int(&rows, steps[i].seen);
        if (steps[i].change)
            write_change(&rows, steps[i].change);
        for (int k = 0; !steps[i].change && k < CHANGE_FIELDS; k++)
            row_null(&rows);
        row_close(&rows);
    }
    return rows_end(&rows);
}

const char *rows_of_notes(const struct changeset *cs)
{
    struct rows rows = rows_start(cs->arena);
    for (int i = 0; i < cs->notes.count; i++) {
        const struct change_note *note = &cs->notes.at[i];
        row_open(&rows);
        row_int(&rows, note->act);
        row_int(&rows, note->show);
        row_uuid(&rows, &note->subject);
        row_text(&rows, note->note);
        row_close(&rows);
    }
    return rows_end(&rows);
}

/* ---- rows of the house ------------------------------------------------------------------------
 */

/* Rows are locked in the order they are sent, so everybody sends holds in the order of ids. */
static int compare_holds(const void *x, const void *y)
{
    const struct hold *const *a = x, *const *b = y;
    return uuid_compare(&(*a)->id, &(*b)->id);
}

const char *rows_of_holds(const struct changeset *cs, bool fresh)
{
    const struct hold **holds = arena_array(cs->arena, (size_t)cs->holds.count + 1, sizeof *holds);
    struct rows rows = rows_start(cs->arena);
    int count = 0;
    for (int i = 0; i < cs->holds.count; i++)
        if ((cs->holds.at[i].version == 0) == fresh)
            holds[count++] = &cs->holds.at[i];
    qsort(holds, (size_t)count, sizeof(const struct hold *), compare_holds);
    for (int i = 0; i < count; i++) {
        row_open(&rows);
        row_fields(&rows, &shape_hold, holds[i]);
        row_close(&rows);
    }
    return rows_end(&rows);
}

const char *rows_of_list(const struct changeset *cs, enum row_kind kind)
{
    const struct row_range range = changeset_rows(cs, kind);
    struct rows rows = rows_start(cs->arena);
    for (int i = 0; i < range.count; i++) {
        const char *row = (const char *)range.at + (size_t)i * range.shape->size;
        row_open(&rows);
        row_fields(&rows, range.shape, row);
        if (kind == ROWS_SCANS) /* the house also keeps which act it was */
            row_uuid(&rows, &((const struct scan *)row)->act);
        row_close(&rows);
    }
    return rows_end(&rows);
}

void pg_put_rows(struct query *q, const char *rows)
{
    if (rows)
        pg_put_text(q, rows);
    else
        pg_put_null(q);
}

void pg_put_order_rows(struct query *q, const struct changeset *cs)
{
    for (enum row_kind kind = ROWS_SALES; kind <= ROWS_VOUCHERS; kind++)
        pg_put_rows(q, rows_of_list(cs, kind));
}
