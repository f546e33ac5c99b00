/*
 * A row is its section, its line and its label. A seat is a byte that says which of its seven
 * properties are not as expected, and those; a place by how far off it is.
 */
#include "config.h"

#include "src/domain/seat_pack.h"

#include <stdlib.h>
#include <string.h>

#include "src/domain/pack_bytes.h"

enum { NO = 1, ROW = 2, CELL = 4, X = 8, Y = 16, KIND = 32, NAME = 64, KNOWN = 127 };
enum { PARTS = 64, PARTS_MOST = 8192 /* of one, and of what a place is off at most */ };

/* The seat before, and what follows from it for the next. */
struct course {
    struct plan_seat seat; /* name: which of the names, in the order they are packed in */
    float step;            /* from seat to seat, within a run */
};

static struct course the_start(void)
{
    return (struct course){.seat = {.no = -1, .cell = -1, .name = UINT32_MAX}};
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
    course->seat.name++;
}

/* After it is known where the seat stands; `from` is where the one before did. */
static void learn_step(struct course *course, uint8_t has, float from)
{
    if (!(has & (ROW | CELL)))
        course->step = course->seat.x - from;
}

/* ---- names -------------------------------------------------------------------------------- */

/* Each once, in the order of their places: that is the order they came in. */
struct names {
    uint32_t *at;
    int count;
};

static int by_place(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static struct names collect_names(const struct plan_seat *seats, int count)
{
    struct names names = {.at = x_alloc(((size_t)count + 1) * sizeof *names.at)};
    for (int i = 0; i < count; i++)
        names.at[i] = seats[i].name;
    qsort(names.at, (size_t)count, sizeof *names.at, by_place);
    for (int i = 0; i < count; i++)
        if (names.count == 0 || names.at[i] != names.at[names.count - 1])
            names.at[names.count++] = names.at[i];
    return names;
}

static uint32_t find_name(const struct names *names, uint32_t name)
{
    uint32_t *found = bsearch(&name, names->at, (size_t)names->count, sizeof *names->at, by_place);
    return (uint32_t)(found - names->at);
}

/* The number and its end, the guid and its end. */
static size_t name_size(const char *name)
{
    size_t number = strlen(name) + 1;
    return number + strlen(name + number) + 1;
}

static void pack_names(struct packed *packed, const char *text, const struct names *names)
{
    size_t size = 0;
    for (int i = 0; i < names->count; i++)
        size += name_size(text + names->at[i]);
    pack_number(packed, (uint64_t)names->count);
    pack_number(packed, size);
    for (int i = 0; i < names->count; i++)
        pack_bytes(packed, text + names->at[i], name_size(text + names->at[i]));
}

static const char *text_end(const char *text, const char *end)
{
    return memchr(text, '\0', (size_t)(end - text));
}

static bool find_names(const char *text, size_t size, uint32_t *at, uint64_t count)
{
    const char *name = text, *end = text + size;
    for (uint64_t i = 0; i < count; i++) {
        const char *number = text_end(name, end);
        const char *guid = number ? text_end(number + 1, end) : NULL;
        if (!guid || number - name >= NUMBER_TEXT)
            return false;
        at[i] = (uint32_t)(name - text);
        name = guid + 1;
    }
    return name == end;
}

/* Where each of them stands, to be freed; NULL: they do not fit together. */
static uint32_t *unpack_names(struct unpack *from, struct arena *arena, const char **names,
                              uint64_t *count)
{
    *count = unpack_number(from);
    uint64_t size = unpack_number(from);
    const void *packed = unpack_bytes(from, size);
    if (!packed || *count > size || size > UINT32_MAX)
        return NULL;
    char *text = arena_array(arena, size + 1, 1);
    uint32_t *at = x_alloc((*count + 1) * sizeof *at);
    memcpy(text, packed, size);
    *names = text;
    if (find_names(text, size, at, *count))
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

static uint8_t surprises(const struct plan_seat *expected, const struct plan_seat *seat)
{
    return (uint8_t)((seat->no != expected->no ? NO : 0) | (seat->row != expected->row ? ROW : 0) |
                     (seat->cell != expected->cell ? CELL : 0) |
                     (!same_float(seat->x, expected->x) ? X : 0) |
                     (!same_float(seat->y, expected->y) ? Y : 0) |
                     (seat->class_no != expected->class_no || seat->flags != expected->flags ? KIND
                                                                                             : 0) |
                     (seat->name != expected->name ? NAME : 0));
}

static float moved(float place, int32_t parts)
{
    return place + (float)parts / PARTS;
}

/* 0: it is not off by so many parts exactly. */
static int32_t parts_off(float expected, float place)
{
    float parts = (place - expected) * PARTS;
    if (!(parts <= PARTS_MOST && parts >= -PARTS_MOST) ||
        !same_float(moved(expected, (int32_t)parts), place))
        return 0;
    return (int32_t)parts;
}

/* The parts it is off, those below zero between the others; 0, and the place as it is. */
static void pack_place(struct packed *packed, float expected, float place)
{
    int32_t parts = parts_off(expected, place);
    pack_number(packed, (uint32_t)(parts < 0 ? -2 * parts - 1 : 2 * parts));
    if (!parts)
        pack_bytes(packed, &place, sizeof place);
}

static void pack_seat(struct packed *packed, uint8_t has, const struct plan_seat *expected,
                      const struct plan_seat *seat)
{
    pack_byte(packed, has);
    if (has & NO)
        pack_number(packed, (uint32_t)seat->no);
    if (has & ROW)
        pack_number(packed, (uint32_t)seat->row);
    if (has & CELL)
        pack_number(packed, (uint32_t)seat->cell);
    if (has & X)
        pack_place(packed, expected->x, seat->x);
    if (has & Y)
        pack_place(packed, expected->y, seat->y);
    if (has & KIND) {
        pack_byte(packed, (uint8_t)seat->class_no);
        pack_byte(packed, (uint8_t)seat->flags);
    }
    if (has & NAME)
        pack_number(packed, seat->name);
}

static void pack_seats(struct packed *packed, const struct plan *plan)
{
    struct names names = collect_names(plan->seats, plan->seat_count);
    struct course course = the_start();
    pack_names(packed, plan->names, &names);
    for (int i = 0; i < plan->seat_count; i++) {
        const float from = course.seat.x;
        struct plan_seat seat = plan->seats[i];
        seat.name = find_name(&names, seat.name);
        expect_next(&course);
        uint8_t has = surprises(&course.seat, &seat);
        pack_seat(packed, has, &course.seat, &seat);
        course.seat = seat;
        learn_step(&course, has, from);
    }
    free(names.at);
}

struct packed places_pack(const struct plan *plan)
{
    struct packed packed = {.bytes = NULL};
    pack_rows(&packed, plan->rows, plan->row_count);
    pack_seats(&packed, plan);
    return packed;
}

/* ---- unpacking ---------------------------------------------------------------------------- */

static void unpack_place(struct unpack *from, float *place)
{
    uint64_t number = unpack_number(from);
    const void *bytes = number ? NULL : unpack_bytes(from, sizeof *place);
    if (bytes)
        memcpy(place, bytes, sizeof *place);
    else if (number <= 2 * PARTS_MOST)
        *place = moved(*place, number & 1 ? -(int32_t)(number / 2) - 1 : (int32_t)(number / 2));
}

static void unpack_seat(struct unpack *from, uint8_t has, struct plan_seat *seat)
{
    if (has & NO)
        seat->no = (int32_t)unpack_number(from);
    if (has & ROW)
        seat->row = plan_row_read((int32_t)unpack_number(from));
    if (has & CELL)
        seat->cell = (int32_t)unpack_number(from);
    if (has & X)
        unpack_place(from, &seat->x);
    if (has & Y)
        unpack_place(from, &seat->y);
    if (has & KIND) {
        seat->class_no = unpack_byte(from);
        seat->flags = unpack_byte(from) & SEAT_FLAGS;
    }
    if (has & NAME)
        seat->name = (uint32_t)unpack_number(from);
}

static bool is_possible(const struct plan_seat *seat, const struct plan *plan)
{
    return (seat->no | seat->cell) >= 0 && seat->row < plan->row_count;
}

static bool unpack_seats(struct unpack *from, const uint32_t *names, uint64_t name_count,
                         struct plan *plan)
{
    struct course course = the_start();
    for (int i = 0; i < plan->seat_count; i++) {
        const float before = course.seat.x;
        uint8_t has = unpack_byte(from);
        expect_next(&course);
        if (has)
            unpack_seat(from, has, &course.seat);
        if (from->short_of || has > KNOWN || course.seat.name >= name_count ||
            !is_possible(&course.seat, plan))
            return false;
        learn_step(&course, has, before);
        plan->seats[i] = course.seat;
        plan->seats[i].name = names[course.seat.name];
    }
    return from->at == from->end;
}

bool places_unpack(const void *bytes, size_t size, struct arena *arena, struct plan *plan)
{
    struct unpack from = unpack_start(bytes, size);
    uint64_t name_count;
    plan->row_count = unpack_rows(&from, arena, &plan->rows);
    uint32_t *names =
        plan->row_count < 0 ? NULL : unpack_names(&from, arena, &plan->names, &name_count);
    plan->seats = arena_array(arena, (size_t)plan->seat_count, sizeof *plan->seats);
    bool whole = names && unpack_seats(&from, names, name_count, plan);
    free(names);
    return whole;
}
