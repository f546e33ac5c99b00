/* What the files that write a plan text share. Nobody else includes this. */
#ifndef LOGE_DOMAIN_PLAN_WRITE_PARTS_H
#define LOGE_DOMAIN_PLAN_WRITE_PARTS_H

#include "src/base/list.h"
#include "src/domain/plan_letters.h"
#include "src/domain/plan_text_parts.h"

enum { NAME_QUOTED = 2 * PLAN_NAME_TEXT + 3 };

struct placing {
    bool exact; /* the section stands on the grid of a drawing */
    bool flows; /* below the one before, so that it needs no `at` */
    int turn;
    float x, y;
    float depth; /* of its last row, from the first */
};

struct plan_writer {
    const struct plan *plan;
    struct arena *arena;
    struct plan_faults *faults;
    struct plan_letters letters;
    struct placing *placings; /* beside sections */
    bool straightened;        /* some section is not on the grid, so none is placed */
    int margin;               /* characters before the drawing */
    LIST(char) text;
};

static inline bool plan_has_aisle(const struct plan_seat *seat)
{
    return seat->flags & SEAT_AISLE;
}

void plan_put(struct plan_writer *writer, const char *fmt, ...) PRINTF(2, 3);
void plan_put_spaces(struct plan_writer *writer, int count);

/* The text, in quotes when needed; a row's label is quoted when it would be read as more. */
const char *plan_quoted(const char *text, bool needed, char out[NAME_QUOTED]);
const char *plan_row_label(const char *label, char out[NAME_QUOTED]);
int plan_characters(const char *text);

/* Finds out where each section stands, in the words of a drawing. */
void plan_writer_place(struct plan_writer *writer);
/* How far below the section's first row this seat's row stands, undoing the turn. */
float plan_depth_of(const struct placing *placing, const struct plan_seat *seat);

/* The way most rows of a section count; NULL directive: what goes without saying. */
struct plan_counting {
    const char *directive;
    struct number_scheme scheme;
};
const struct plan_counting *plan_best_counting(const struct plan *plan,
                                               const struct plan_section *section);

/* Twice the cell its seats are counted from when they are counted from the middle. */
int plan_section_middle(const struct plan *plan, const struct plan_section *section);

/* A row's line, its marks, and its numbers when it does not count so. */
struct plan_row_place {
    int indent;     /* characters before cell 0 */
    bool from_edge; /* it has to show where cell 0 is */
    int middle;     /* of its section */
};
void plan_put_row(struct plan_writer *writer, const struct plan_row *row,
                  struct plan_row_place place, const struct plan_counting *counting);

#endif
