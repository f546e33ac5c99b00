/*
 * A row is its section, its line and its label. A seat is a byte that says which of its eight
 * properties are not as expected, and those.
 */
#include "config.h"

#include "src/domain/seat_pack.h"

#include <stdlib.h>
#include <string.h>

#include "src/domain/pack_bytes.h"

enum { NO = 1, ROW = 2, RUN = 4, CELL = 8, X = 16, Y = 32, KIND = 64, NAME = 128 };
enum { RUNS = (1 << 18) - 1 };

/* The seat before, and what follows from it for the next. */
struct course {
    struct plan_seat seat;
    uint32_t name; /* which of the names it has */
    float step;    /* from seat to seat, within a run */
};

static struct course the_start(void)
{
    return (struct course){.seat = {.no = -1, .cell = -1}, .name = UINT32_MAX};
}

/* Unsigned, so that bytes that lie cannot overflow. */
static int32_t next_int(int32_t number)
{
    return (int32_t)((uint32_t)number + 1);
}

static void expect_next(struct course *course)
{
    course->seat.no = next_int(course->seat.no);
    course->seat.cell = next_int(course->seat.cell);
    course->seat.x += course->step;
    course->name++;
}

/* After it is known where the seat stands; `from` is where the one before did. */
static void learn_step(struct course *course, uint8_t has, float from)
{
    if (!(has & (ROW | RUN)))
        course->step = course->seat.x - from;
}

/* ---- names -------------------------------------------------------------------------------- */

/* Each text once, in the order of their addresses: that is mostly the order they came in. */
struct names {
    const char **at;
    int count;
};

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t) * (const char *const *)a, y = (uintptr_t) * (const char *const *)b;
    return (x > y) - (x < y);
}

static struct names collect_names(const struct plan_seat *seats, int count)
{
    struct names names = {.at = x_alloc(((size_t)count + 1) * sizeof *names.at)};
    for (int i = 0; i < count; i++)
        names.at[i] = seats[i].number;
    qsort(names.at, (size_t)count, sizeof *names.at, by_address);
    for (int i = 0; i < count; i++)
        if (names.count == 0 || names.at[i] != names.at[names.count - 1])
            names.at[names.count++] = names.at[i];
    return names;
}

static uint32_t find_name(const struct names *names, const char *const *name)
{
    const char **found =
        bsearch(name, names->at, (size_t)names->count, sizeof *names->at, by_address);
    return (uint32_t)(found - names->at);
}

/* The number and its end, the guid and its end. */
static size_t name_size(const char *name)
{
    size_t number = strlen(name) + 1;
    return number + strlen(name + number) + 1;
}

static void pack_names(struct packed *packed, const struct names *names)
{
    size_t size = 0;
    for (int i = 0; i < names->count; i++)
        size += name_size(names->at[i]);
    pack_number(packed, (uint64_t)names->count);
    pack_number(packed, size);
    for (int i = 0; i < names->count; i++)
        pack_bytes(packed, names->at[i], name_size(names->at[i]));
}

static const char *text_end(const char *text, const char *end)
{
    return memchr(text, '\0', (size_t)(end - text));
}

static bool point_at_names(const char *text, const char *end, const char **at, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const char *number = text_end(text, end);
        const char *guid = number ? text_end(number + 1, end) : NULL;
        if (!guid || number - text >= NUMBER_TEXT)
            return false;
        at[i] = text;
        text = guid + 1;
    }
    return text == end;
}

/* NULL: they do not fit together. Else to be freed. */
static const char **unpack_names(struct unpack *from, struct arena *arena, uint64_t *count)
{
    *count = unpack_number(from);
    uint64_t size = unpack_number(from);
    const void *packed = unpack_bytes(from, size);
    if (!packed || *count > size)
        return NULL;
    char *text = arena_array(arena, size + 1, 1);
    const char **at = x_alloc((*count + 1) * sizeof *at);
    memcpy(text, packed, size);
    if (point_at_names(text, text + size, at, *count))
        return at;
    free(at);
    return NULL;
}

/* ---- rows --------------------------------------------------------------------------------- */

static void pack_rows(struct packed *packed, const struct plan_row *rows, int count)
{
    pack_number(packed, (uint64_t)count);
    for (int i = 0; i < count; i++) {
        size_t length = strlen(rows[i].label);
        pack_number(packed, (uint32_t)rows[i].section);
        pack_number(packed, (uint32_t)rows[i].line);
        pack_number(packed, length);
        pack_bytes(packed, rows[i].label, length);
    }
}

static bool unpack_row(struct unpack *from, struct plan_row *row)
{
    row->section = (int32_t)unpack_number(from);
    row->line = (int32_t)unpack_number(from);
    uint64_t length = unpack_number(from);
    const void *label = length < ROW_TEXT ? unpack_bytes(from, length) : NULL;
    if (!label || row->section < 0)
        return false;
    memcpy(row->label, label, length);
    return true;
}

/* -1: they do not fit together. No row is without a byte, so a count that lies is seen. */
static int unpack_rows(struct unpack *from, struct arena *arena, struct plan_row **rows)
{
    uint64_t count = unpack_number(from);
    if (count > (uint64_t)(from->end - from->at))
        return -1;
    *rows = arena_array(arena, count, sizeof **rows);
    for (uint64_t i = 0; i < count; i++)
        if (!unpack_row(from, &(*rows)[i]))
            return -1;
    return (int)count;
}

/* ---- packing ------------------------------------------------------------------------------ */

static uint32_t bits_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static bool same_float(float a, float b)
{
    return bits_of(a) == bits_of(b);
}

static uint8_t surprises(const struct course *course, const struct plan_seat *seat, uint32_t name)
{
    const struct plan_seat *expected = &course->seat;
    return (uint8_t)((seat->no != expected->no ? NO : 0) | (seat->row != expected->row ? ROW : 0) |
                     (seat->run != expected->run ? RUN : 0) |
                     (seat->cell != expected->cell ? CELL : 0) |
                     (!same_float(seat->x, expected->x) ? X : 0) |
                     (!same_float(seat->y, expected->y) ? Y : 0) |
                     (seat->class_no != expected->class_no || seat->flags != expected->flags ? KIND
                                                                                             : 0) |
                     (name != course->name ? NAME : 0));
}

static void pack_seat(struct packed *packed, uint8_t has, const struct plan_seat *seat,
                      uint32_t name)
{
    pack_byte(packed, has);
    if (has & NO)
        pack_number(packed, (uint32_t)seat->no);
    if (has & ROW)
        pack_number(packed, (uint32_t)seat->row);
    if (has & RUN)
        pack_number(packed, seat->run);
    if (has & CELL)
        pack_number(packed, (uint32_t)seat->cell);
    if (has & X)
        pack_bytes(packed, &seat->x, sizeof seat->x);
    if (has & Y)
        pack_bytes(packed, &seat->y, sizeof seat->y);
    if (has & KIND) {
        pack_byte(packed, (uint8_t)seat->class_no);
        pack_byte(packed, (uint8_t)seat->flags);
    }
    if (has & NAME)
        pack_number(packed, name);
}

static void pack_seats(struct packed *packed, const struct plan_seat *seats, int count)
{
    struct names names = collect_names(seats, count);
    struct course course = the_start();
    pack_names(packed, &names);
    for (int i = 0; i < count; i++) {
        const float from = course.seat.x;
        uint32_t name = find_name(&names, &seats[i].number);
        expect_next(&course);
        uint8_t has = surprises(&course, &seats[i], name);
        pack_seat(packed, has, &seats[i], name);
        course.seat = seats[i];
        course.name = name;
        learn_step(&course, has, from);
    }
    free(names.at);
}

struct packed places_pack(const struct plan *plan)
{
    struct packed packed = {.bytes = NULL};
    pack_rows(&packed, plan->rows, plan->row_count);
    pack_seats(&packed, plan->seats, plan->seat_count);
    return packed;
}

/* ---- unpacking ---------------------------------------------------------------------------- */

static void unpack_float(struct unpack *from, float *number)
{
    const void *bytes = unpack_bytes(from, sizeof *number);
    if (bytes)
        memcpy(number, bytes, sizeof *number);
}

static void unpack_seat(struct unpack *from, uint8_t has, struct course *course)
{
    struct plan_seat *seat = &course->seat;
    if (has & NO)
        seat->no = (int32_t)unpack_number(from);
    if (has & ROW)
        seat->row = (int32_t)unpack_number(from);
    if (has & RUN)
        seat->run = unpack_number(from) & RUNS;
    if (has & CELL)
        seat->cell = (int32_t)unpack_number(from);
    if (has & X)
        unpack_float(from, &seat->x);
    if (has & Y)
        unpack_float(from, &seat->y);
    if (has & KIND) {
        seat->class_no = unpack_byte(from);
        seat->flags = unpack_byte(from) & SEAT_FLAGS;
    }
    if (has & NAME)
        course->name = (uint32_t)unpack_number(from);
}

static bool is_possible(const struct plan_seat *seat, const struct plan *plan)
{
    return (seat->no | seat->row | seat->cell) >= 0 && seat->row < plan->row_count;
}

static bool unpack_seats(struct unpack *from, const char **names, uint64_t name_count,
                         struct plan *plan)
{
    struct course course = the_start();
    for (int i = 0; i < plan->seat_count; i++) {
        const float before = course.seat.x;
        uint8_t has = unpack_byte(from);
        expect_next(&course);
        if (has == X) /* a row that is bent: so it is with most of them */
            unpack_float(from, &course.seat.x);
        else if (has)
            unpack_seat(from, has, &course);
        if (from->short_of || course.name >= name_count || !is_possible(&course.seat, plan))
            return false;
        learn_step(&course, has, before);
        plan->seats[i] = course.seat;
        plan->seats[i].number = names[course.name];
    }
    return from->at == from->end;
}

bool places_unpack(const void *bytes, size_t size, struct arena *arena, struct plan *plan)
{
    struct unpack from = unpack_start(bytes, size);
    uint64_t name_count;
    plan->row_count = unpack_rows(&from, arena, &plan->rows);
    const char **names = plan->row_count < 0 ? NULL : unpack_names(&from, arena, &name_count);
    plan->seats = arena_array(arena, (size_t)plan->seat_count, sizeof *plan->seats);
    bool whole = names && unpack_seats(&from, names, name_count, plan);
    free(names);
    return whole;
}
