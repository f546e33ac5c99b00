/*
 * A plan is the hall as it is drawn: sections of rows of seats, and what stands around them.
 *
 * Everything here is static: who sits where changes in struct seat_state (snapshot.h), which is an
 * array beside plan->seats with the same index.
 *
 * Order: sections hold consecutive rows, rows hold consecutive seats, seats stand in a row from
 * house left to house right as drawn. A `run` is an unbroken stretch of seats: an aisle, a wall, a
 * gap (a cell without a seat) or the end of the row ends it. Two seats are neighbours exactly when
 * they are next to one another in plan->seats and share row and run.
 *
 * Identity: `no` is given by the hall when a plan is first imported and stays with the seat (the
 * triple section, row, number) through every later plan. -1 until then.
 */
#ifndef LOGE_DOMAIN_PLAN_H
#define LOGE_DOMAIN_PLAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/domain/verdict.h"

enum {
    SECTION_TEXT = 48,
    ROW_TEXT = 16,
    NUMBER_TEXT = 16,
    SEAT_TEXT = SECTION_TEXT + ROW_TEXT + NUMBER_TEXT, /* "Stalls-A-1" */
    CLASS_TEXT = 32,
    COLOUR_TEXT = 8, /* "#5E42ED" */
    PLAN_NAME_TEXT = 96,
    PLAN_SEATS_MAX = 200000,
    PLAN_NO_ROW = (1 << 18) - 1, /* what was read as a row is none */
    PLAN_CLASSES_MAX = 64,
};

enum seat_flag {
    SEAT_WHEELCHAIR = 1 << 0,
    SEAT_COMPANION = 1 << 1,  /* beside a wheelchair place, kept for who comes along */
    SEAT_RESTRICTED = 1 << 2, /* restricted view */
    SEAT_HOUSE = 1 << 3,      /* house seat: a new show opens with it blocked */
    SEAT_AISLE = 1 << 4,      /* stands at an aisle (derived by the drawing) */
    SEAT_FLAGS = (1 << 6) - 1 /* room for one more */
};

struct plan_class {
    char name[CLASS_TEXT];
    char colour[COLOUR_TEXT]; /* "" when the drawing gives none */
};

/* 24 bytes: a console has 100,000 of them open. */
struct plan_seat {
    int32_t no;            /* identity in the hall, see above */
    int32_t cell;          /* column in the drawing; >= 0 */
    float x, y;            /* position; any unit, the same for the whole plan */
    uint32_t name;         /* in plan->names: ask plan_seat_number and plan_seat_guid; 0: none */
    uint32_t row : 18;     /* index into plan->rows */
    uint32_t class_no : 8; /* index into plan->classes */
    uint32_t flags : 6;    /* enum seat_flag */
};
_Static_assert(sizeof(struct plan_seat) == 24, "see above");
_Static_assert(PLAN_SEATS_MAX < PLAN_NO_ROW, "a plan has at most as many rows as seats");

/* plan_seat.row for a number that was read: PLAN_NO_ROW, which no plan has, if it cannot be one. */
static inline uint32_t plan_row_read(int64_t number)
{
    return number >= 0 && number < PLAN_NO_ROW ? (uint32_t)number : PLAN_NO_ROW;
}

struct plan_row {
    int32_t section;      /* index into plan->sections */
    int32_t first, count; /* seats */
    int32_t line;         /* line in the drawing, for plans that were drawn */
    char label[ROW_TEXT];
};

struct plan_section {
    char name[SECTION_TEXT]; /* may be "" when the hall has only one */
    int32_t first_row, row_count;
    int32_t first_seat, seat_count;
    float x, y; /* centroid of its seats */
};

/* Things drawn that are not seats: the stage, a bar, a text. */
enum area_kind { AREA_STAGE, AREA_TEXT, AREA_RECTANGLE, AREA_CIRCLE, AREA_ELLIPSE, AREA_POLYGON };
struct plan_point {
    float x, y;
};
struct plan_area {
    enum area_kind kind;
    float x, y; /* stage and rectangle: top left corner; circle and ellipse: centre */
    float width, height, rotation;      /* circle: width = radius; ellipse: both radii; degrees */
    const char *text, *colour, *border; /* never NULL */
    float text_x, text_y, text_size;
    const char *text_colour;
    const struct plan_point *points; /* polygon only, relative to x, y */
    int point_count;
    int section; /* the section (zone) it is drawn in, or -1 */
    const char *guid;
};

/* What only a foreign format knows (plan_extra.h). */
struct plan_extra;

struct plan {
    char name[PLAN_NAME_TEXT];
    struct plan_class *classes;
    struct plan_section *sections;
    struct plan_row *rows;
    struct plan_seat *seats;
    const char *names; /* the seats' texts, made by seat_names.h */
    struct plan_area *areas;
    int class_count, section_count, row_count, seat_count, area_count;
    float focal_x, focal_y; /* what everybody came to see */
    float width, height;
    const struct plan_extra *extra; /* NULL for a hall that was drawn */
};

/* Adjacent and in the same run: what the gap rule and "together" mean by neighbours. */
static inline bool plan_neighbours(const struct plan *plan, int left, int right)
{
    return right == left + 1 && right < plan->seat_count && left >= 0 &&
           plan->seats[left].row == plan->seats[right].row &&
           plan->seats[right].cell - plan->seats[left].cell <= 1;
}

/* Runs count 0, 1, 2 ... within a row: that of a seat, when the one before it is in `before`. */
static inline int plan_next_run(const struct plan *plan, int seat, int before)
{
    if (seat == 0 || plan->seats[seat].row != plan->seats[seat - 1].row)
        return 0;
    return before + !plan_neighbours(plan, seat - 1, seat);
}

static inline const struct plan_section *plan_section_of(const struct plan *plan, int seat)
{
    return &plan->sections[plan->rows[plan->seats[seat].row].section];
}

/* Shorter than NUMBER_TEXT; "" if it has none. */
static inline const char *plan_seat_number(const struct plan *plan, const struct plan_seat *seat)
{
    return plan->names + seat->name;
}

/* Identity in a foreign format; "" if it has none. */
static inline const char *plan_seat_guid(const struct plan *plan, const struct plan_seat *seat)
{
    const char *number = plan_seat_number(plan, seat);
    return number + strlen(number) + 1;
}

/* "Stalls-A-1": the labels that are not empty, joined by '-'. Returns out. */
char *plan_seat_label(const struct plan *plan, int seat, char out[SEAT_TEXT]);

/* Index of the seat with this label, or -1. Linear; for one label. */
int plan_find_seat(const struct plan *plan, const char *label);
int plan_find_section(const struct plan *plan, const char *name);
int plan_find_class(const struct plan *plan, const char *name);

/*
 * Finds many labels at once (hashed, so 10,000 in 100,000 is cheap). seats[i] becomes the index of
 * labels[i] or -1. Returns how many were not found.
 */
int plan_find_seats(const struct plan *plan, const char *const *labels, int count, int *seats,
                    struct arena *arena);

/* [no] is the seat's index, or -1; *size is one more than the highest number. */
int *plan_by_number(const struct plan *plan, struct arena *arena, int *size);

/* Ranges of rows and sections from the seats, which stand in order. */
void plan_find_ranges(struct plan *plan);

#endif
