/*
 * The act that everybody waits for, told apart: available seats of one show into one new hold, and
 * nothing else. It has a function of its own in the house (data/schema/pg/code/hold.sql). And what
 * an act that is to be done at once says of its seats, whatever it does with them.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <stdlib.h>

#include "src/adapter/pg_rows.h"

static bool is_taken_by(const struct seat_change *change, const struct hold *hold)
{
    return change->act == ACT_HOLD && change->from == SEAT_AVAILABLE && change->to == SEAT_HELD &&
           change->show == hold->show && uuid_equal(&change->holder, &hold->id) &&
           change->held_until == hold->expires_at && uuid_is_zero(&change->was);
}

bool pg_is_taking(const struct changeset *cs)
{
    if (cs->act != ACT_HOLD || cs->actor.role == ROLE_SCANNER || *cs->approver ||
        cs->holds.count != 1 || !cs->seats.count || cs->holds.at[0].version ||
        changeset_count_rows(cs) > cs->holds.count)
        return false;
    for (int i = 0; i < cs->seats.count; i++)
        if (!is_taken_by(&cs->seats.at[i], &cs->holds.at[0]))
            return false;
    for (int i = 0; i < cs->guards.count; i++)
        if (cs->guards.at[i].show != cs->holds.at[0].show)
            return false;
    for (int i = 0; i < cs->shows_seen.count; i++)
        if (cs->shows_seen.at[i].show != cs->holds.at[0].show)
            return false;
    return true;
}

struct wanted {
    int32_t seat, n; /* n: which change, from 1; 0: a guard */
    uint32_t seen;
};

static int compare_wanted(const void *x, const void *y)
{
    const struct wanted *a = x, *b = y;
    if (a->seat != b->seat)
        return a->seat < b->seat ? -1 : 1;
    return (a->n > b->n) - (a->n < b->n);
}

/* Changes and guards in the order in which seats are locked. */
static struct wanted *sort_wanted(const struct changeset *cs, int *count)
{
    *count = 0;
    size_t room = (size_t)(cs->seats.count + cs->guards.count);
    struct wanted *wanted = arena_array(cs->arena, room, sizeof *wanted);
    for (int i = 0; i < cs->seats.count; i++)
        wanted[(*count)++] = (struct wanted){cs->seats.at[i].seat, i + 1, cs->seats.at[i].seen};
    for (int i = 0; i < cs->guards.count; i++)
        wanted[(*count)++] = (struct wanted){cs->guards.at[i].seat, 0, cs->guards.at[i].seen};
    qsort(wanted, (size_t)*count, sizeof *wanted, compare_wanted);
    return wanted;
}

void pg_put_taking(struct query *q, const struct changeset *cs)
{
    int count;
    const struct wanted *wanted = sort_wanted(cs, &count);
    size_t room = (size_t)count;
    int32_t *seats = arena_array(cs->arena, room, sizeof *seats);
    int32_t *n = arena_array(cs->arena, room, sizeof *n);
    uint32_t *seen = arena_array(cs->arena, room, sizeof *seen);
    for (int i = 0; i < count; i++) {
        seats[i] = wanted[i].seat;
        seen[i] = wanted[i].seen;
        n[i] = wanted[i].n;
    }
    if (cs->shows_seen.count)
        pg_put_int(q, cs->shows_seen.at[0].seen);
    else
        pg_put_null(q);
    pg_put_text(q, rows_of_numbers(cs->arena, seats, count));
    pg_put_text(q, rows_of_versions(cs->arena, seen, count));
    pg_put_text(q, rows_of_numbers(cs->arena, n, count));
    pg_put_text(q, rows_of_holds(cs, true));
}

static bool is_of_one_show(const struct changeset *cs)
{
    for (int i = 0; i < cs->seats.count; i++)
        if (cs->seats.at[i].show != cs->seats.at[0].show)
            return false;
    for (int i = 0; i < cs->guards.count; i++)
        if (cs->guards.at[i].show != cs->seats.at[0].show)
            return false;
    return true;
}

bool pg_is_at_once(const struct changeset *cs)
{
    return cs->at_once && cs->seats.count && is_of_one_show(cs);
}

void pg_put_places(struct query *q, const struct changeset *cs)
{
    int count;
    const struct wanted *wanted = sort_wanted(cs, &count);
    int32_t *seats = arena_array(cs->arena, (size_t)count, sizeof *seats);
    for (int i = 0; i < count; i++)
        seats[i] = wanted[i].seat;
    pg_put_int(q, cs->seats.at[0].show);
    pg_put_text(q, rows_of_numbers(cs->arena, seats, count));
}
