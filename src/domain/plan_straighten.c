#include "config.h"

#include "src/domain/plan_straighten.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEW_DISTANCES = 4, /* fewer in a row and the section's usual distance is the better guess */
    WIDEST_GAP = 20,   /* cells; drawings stay on the screen */
    DEEPEST_INDENT = 400
};

struct place {
    float x, y;
    int seat; /* index before */
};

struct straightener {
    struct plan *plan;
    struct place *places; /* of one row */
    struct place *sorted;
    float *distances;
    int *order; /* the result */
    struct plan_seat *copy;
};

static int compare_floats(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

static int by_x(const void *a, const void *b)
{
    const struct place *left = a, *right = b;
    if (left->x != right->x)
        return left->x < right->x ? -1 : 1;
    return left->seat - right->seat;
}

static int by_y(const void *a, const void *b)
{
    const struct place *left = a, *right = b;
    if (left->y != right->y)
        return left->y < right->y ? -1 : 1;
    return left->seat - right->seat;
}

static float distance(const struct place *a, const struct place *b)
{
    return hypotf(b->x - a->x, b->y - a->y);
}

static float path_length(const struct place *places, int count)
{
    float length = 0;
    for (int i = 1; i < count; i++)
        length += distance(&places[i - 1], &places[i]);
    return length;
}

static bool is_upright(const struct place *places, int count)
{
    float left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (int i = 0; i < count; i++) {
        left = fminf(left, places[i].x);
        right = fmaxf(right, places[i].x);
        top = fminf(top, places[i].y);
        bottom = fmaxf(bottom, places[i].y);
    }
    return bottom - top > right - left;
}

/* A strongly curved row is best walked as it was written down; others from left to right. */
static void order_row(struct straightener *s, int count)
{
    memcpy(s->sorted, s->places, (size_t)count * sizeof *s->sorted);
    qsort(s->sorted, (size_t)count, sizeof *s->sorted, is_upright(s->places, count) ? by_y : by_x);
    if (path_length(s->sorted, count) <= path_length(s->places, count) * 1.001f)
        memcpy(s->places, s->sorted, (size_t)count * sizeof *s->places);
}

/* The lower quartile: aisles make some distances long, hardly anything makes them short. */
static float usual(float *distances, int count)
{
    if (count == 0)
        return 0;
    qsort(distances, (size_t)count, sizeof *distances, compare_floats);
    return distances[(count - 1) / 4];
}

static int row_distances(const struct place *places, int count, float *out)
{
    for (int i = 1; i < count; i++)
        out[i - 1] = distance(&places[i - 1], &places[i]);
    return count > 0 ? count - 1 : 0;
}

static int steps(float length, float unit)
{
    if (unit <= 0 || length < unit * 1.6f)
        return 1;
    float cells = roundf(length / unit);
    return cells < 2 ? 2 : cells > WIDEST_GAP ? WIDEST_GAP : (int)cells;
}

static void load_row(struct straightener *s, int first, int count)
{
    for (int i = 0; i < count; i++) {
        const struct plan_seat *seat = &s->plan->seats[first + i];
        s->places[i] = (struct place){seat->x, seat->y, first + i};
    }
}

static void lay_row(struct straightener *s, int first, int count, float section_unit)
{
    load_row(s, first, count);
    order_row(s, count);
    int distances = row_distances(s->places, count, s->distances);
    float unit = distances >= FEW_DISTANCES ? usual(s->distances, distances) : section_unit;
    int cell = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0)
            cell += steps(distance(&s->places[i - 1], &s->places[i]), unit);
        s->order[first + i] = s->places[i].seat;
        s->copy[first + i] = s->plan->seats[s->places[i].seat];
        s->copy[first + i].cell = cell;
    }
}

static int row_end(const struct plan *plan, int first)
{
    int end = first + 1;
    while (end < plan->seat_count && plan->seats[end].row == plan->seats[first].row)
        end++;
    return end;
}

static int section_end(const struct plan *plan, int first)
{
    int section = plan->rows[plan->seats[first].row].section, end = first;
    while (end < plan->seat_count && plan->rows[plan->seats[end].row].section == section)
        end = row_end(plan, end);
    return end;
}

static float section_unit(struct straightener *s, int from, int to)
{
    int count = 0;
    for (int first = from; first < to; first = row_end(s->plan, first)) {
        int seats = row_end(s->plan, first) - first;
        load_row(s, first, seats);
        order_row(s, seats);
        count += row_distances(s->places, seats, s->distances + count);
    }
    return usual(s->distances, count);
}

static float leftmost(const struct plan_seat *seats, int from, int to)
{
    float left = INFINITY;
    for (int i = from; i < to; i++)
        left = fminf(left, seats[i].x);
    return left;
}

/* Rows that begin farther right are drawn farther right. */
static void indent_rows(struct straightener *s, int from, int to, float unit)
{
    float left = leftmost(s->copy, from, to);
    for (int first = from; first < to; first = row_end(s->plan, first)) {
        int end = row_end(s->plan, first);
        float cells = unit > 0 ? roundf((leftmost(s->copy, first, end) - left) / unit) : 0;
        int indent = cells > DEEPEST_INDENT ? DEEPEST_INDENT : (int)cells;
        for (int i = first; i < end; i++)
            s->copy[i].cell += indent;
    }
}

static struct straightener straightener_new(struct plan *plan, struct arena *arena)
{
    size_t count = (size_t)plan->seat_count;
    return (struct straightener){.plan = plan,
                                 .places = arena_array(arena, count, sizeof(struct place)),
                                 .sorted = arena_array(arena, count, sizeof(struct place)),
                                 .distances = arena_array(arena, count, sizeof(float)),
                                 .order = arena_array(arena, count, sizeof(int)),
                                 .copy = arena_array(arena, count, sizeof(struct plan_seat))};
}

const int *plan_straighten(struct plan *plan, struct arena *arena)
{
    struct straightener s = straightener_new(plan, arena);
    for (int from = 0; from < plan->seat_count;) {
        int to = section_end(plan, from);
        float unit = section_unit(&s, from, to);
        for (int first = from; first < to; first = row_end(plan, first))
            lay_row(&s, first, row_end(plan, first) - first, unit);
        indent_rows(&s, from, to, unit);
        from = to;
    }
    if (plan->seat_count)
        memcpy(plan->seats, s.copy, (size_t)plan->seat_count * sizeof *plan->seats);
    return s.order;
}

float plan_seat_distance(const struct plan *plan, struct arena *arena)
{
    float *distances = arena_array(arena, (size_t)plan->seat_count, sizeof *distances);
    int count = 0;
    for (int i = 1; i < plan->seat_count; i++) {
        const struct plan_seat *seat = &plan->seats[i], *before = seat - 1;
        if (seat->row == before->row)
            distances[count++] = hypotf(seat->x - before->x, seat->y - before->y);
    }
    return usual(distances, count);
}
