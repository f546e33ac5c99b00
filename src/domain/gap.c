#include "config.h"

#include "src/domain/gap.h"

/* ---- what a seat is ------------------------------------------------------------------------ */

static bool is_in(const int *list, int count, int seat)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (list[middle] < seat)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && list[low] == seat;
}

/* Looked at are seats one or two places apart. */
static bool same_run(const struct plan *plan, int a, int b)
{
    int left = a < b ? a : b, right = a < b ? b : a;
    while (left < right && plan_neighbours(plan, left, left + 1))
        left++;
    return left == right;
}

enum gap_place gap_look(const struct gap_view *view, int from, int seat)
{
    if (!same_run(view->snapshot->plan, from, seat))
        return GAP_WALL;
    const struct seat_state *state = &view->snapshot->state[seat];
    if (state->allotment && state->allotment != view->allotment)
        return GAP_WALL;
    if (seat_is_free(state, view->now, view->channel, view->allotment) ||
        is_in(view->freed, view->freed_count, seat))
        return GAP_FREE;
    return GAP_TAKEN;
}

/* ---- the part of a wish that stands in one row --------------------------------------------- */

struct row_wish {
    const struct gap_view *view;
    const int *seats;
    int count;
    int row;
};

/* Cuts the next row's part off a wish. */
static struct row_wish row_wish_next(const struct gap_view *view, const int *wish, int count)
{
    const struct plan_seat *seats = view->snapshot->plan->seats;
    struct row_wish part = {view, wish, 1, seats[wish[0]].row};
    while (part.count < count && seats[wish[part.count]].row == part.row)
        part.count++;
    return part;
}

/* The seat beside `from`, one step left or right, when the wish leaves it alone; else -1. */
static int alone_beside(const struct row_wish *wish, int from, int step)
{
    int seat = from + step, beyond = from + 2 * step;
    if (is_in(wish->seats, wish->count, seat) || gap_look(wish->view, from, seat) != GAP_FREE)
        return -1;
    bool closed = is_in(wish->seats, wish->count, beyond)
                      ? same_run(wish->view->snapshot->plan, from, beyond)
                      : gap_look(wish->view, from, beyond) == GAP_TAKEN;
    return closed ? seat : -1;
}

/* Only what stands beside the wish can be a gap that the wish makes. */
static int alone_in_row(const struct row_wish *wish)
{
    for (int i = 0; i < wish->count; i++) {
        int left = alone_beside(wish, wish->seats[i], -1);
        if (left >= 0)
            return left;
        int right = alone_beside(wish, wish->seats[i], 1);
        if (right >= 0)
            return right;
    }
    return -1;
}

/* ---- could another choice do better? ------------------------------------------------------- */

/*
 * The free stretches of a row, before the wish. Of a stretch that is taken on both sides any number
 * of seats can be left without a gap, except exactly one; but a stretch of one is a gap already, so
 * leaving that one makes none, and a stretch with a wall on one side can leave one at the wall. So
 * what must be left in the row (its free seats less the wish) can be left well when
 *   - some stretch can leave a single seat: always, or else
 *   - some stretch has three or more: unless exactly one must be left, or else
 *   - all stretches are pairs: when an even number must be left.
 */
struct stretches {
    int free;
    bool single; /* some stretch can leave one */
    bool three;  /* some stretch that cannot has three or more */
};

static void stretch_add(struct stretches *all, int length, bool closed)
{
    all->free += length;
    if (length && (!closed || length == 1))
        all->single = true;
    else if (length > 2)
        all->three = true;
}

static struct stretches stretches_of(const struct gap_view *view, const struct plan_row *row)
{
    struct stretches all = {0};
    int length = 0, end = row->first + row->count;
    bool closed_left = false;
    for (int seat = row->first; seat < end; seat++) {
        if (seat > row->first && !same_run(view->snapshot->plan, seat - 1, seat)) {
            stretch_add(&all, length, false);
            length = 0;
            closed_left = false;
        }
        enum gap_place place = gap_look(view, seat, seat);
        if (place == GAP_FREE) {
            length++;
            continue;
        }
        stretch_add(&all, length, closed_left && place == GAP_TAKEN);
        length = 0;
        closed_left = place == GAP_TAKEN;
    }
    stretch_add(&all, length, false);
    return all;
}

bool gap_row_yields(const struct gap_view *view, int row, int count)
{
    struct stretches all = stretches_of(view, &view->snapshot->plan->rows[row]);
    int left = all.free - count;
    if (all.single)
        return false;
    return all.three ? left == 1 : left % 2 == 1;
}

int gap_find(const struct gap_view *view, const int *wish, int count)
{
    while (count > 0) {
        struct row_wish part = row_wish_next(view, wish, count);
        int alone = alone_in_row(&part);
        if (alone >= 0 && !gap_row_yields(view, part.row, part.count))
            return alone;
        wish += part.count;
        count -= part.count;
    }
    return -1;
}

/* ---- guards -------------------------------------------------------------------------------- */

/* Seats that this act itself changes are compared as changes already; two wishes four apart ask for
 * the same seat one after the other. */
static void guard_add(const struct row_wish *wish, int seat, struct changeset *cs)
{
    const struct gap_view *view = wish->view;
    if (is_in(wish->seats, wish->count, seat) || is_in(view->freed, view->freed_count, seat))
        return;
    const struct seat_guard guard = {view->snapshot->show.no, view->snapshot->plan->seats[seat].no,
                                     view->snapshot->state[seat].version};
    if (cs->guards.count && cs->guards.at[cs->guards.count - 1].seat == guard.seat)
        return;
    *LIST_ADD(cs->arena, &cs->guards) = guard;
}

/* A free seat beside the wish is left alone when somebody takes the free seat beyond it. */
static void guard_beyond(const struct row_wish *wish, int from, int step, struct changeset *cs)
{
    int seat = from + step, beyond = from + 2 * step;
    if (!is_in(wish->seats, wish->count, seat) && gap_look(wish->view, from, seat) == GAP_FREE &&
        gap_look(wish->view, from, beyond) == GAP_FREE)
        guard_add(wish, beyond, cs);
}

static void guard_row(const struct row_wish *wish, struct changeset *cs)
{
    const struct plan_row *row = &wish->view->snapshot->plan->rows[wish->row];
    for (int seat = row->first; seat < row->first + row->count; seat++)
        guard_add(wish, seat, cs);
}

/* Where the rule yielded it looked at the whole row, elsewhere at two seats to each side. */
void gap_guard(const struct gap_view *view, const int *wish, int count, struct changeset *cs)
{
    while (count > 0) {
        struct row_wish part = row_wish_next(view, wish, count);
        if (alone_in_row(&part) >= 0)
            guard_row(&part, cs);
        else
            for (int i = 0; i < part.count; i++) {
                guard_beyond(&part, part.seats[i], -1, cs);
                guard_beyond(&part, part.seats[i], 1, cs);
            }
        wish += part.count;
        count -= part.count;
    }
}
