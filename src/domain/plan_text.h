/*
 * A hall is a drawing: the plan text format (data/halls has examples, data/plan-format.txt the
 * same rules for the people who draw).
 *
 *   # a comment: a whole line
 *   title The Playhouse
 *   stage top                        top bottom left right centre none; a name may follow
 *   class S Stalls #5E42ED           a letter, a name, a colour
 *   section Stalls                   the rows below belong to it; its name may have spaces
 *   numbers right                    how its seats are counted
 *   A..C     SSSSSS:SSSSSS           three rows alike
 *   D       wcSSSSS|SSSSSrr
 *   +       ..#...                   marks for the seats above
 *   =       1..7 20..26              their numbers, when no rule gives them
 *
 * plan      = { line }               UTF-8; a line that starts with '#' is a comment
 * head      = "title" name
 *           | "stage" side [name]
 *           | "focal" x y            what everybody came to see; usually the stage's middle
 *           | "class" letter name [colour]
 *           | "skip" {label}         row labels that ranges leave out, as in: skip I O
 * section   = "section" name         what follows holds to its end, before any section for all
 *           | "class" letter         the class of the seats drawn as o w c r #
 *           | "numbers" ("left" | "right") [start] ["by" step]
 *           | "numbers" "middle" ("odd" | "even") "left"
 *           | "at" x y               where the leftmost column and first row stand
 *           | "turn" (0 | 90 | 180 | 270)     clockwise around that place
 * row       = label seats            label may be a range: A..F, 1..20, F..A, 1..9/2
 * marks     = "+" marks | "=" {number or range}
 *
 * In a row a class letter or `o` is a seat, `w` a wheelchair place, `c` a companion's, `r` a seat
 * with restricted view, `#` a house seat; `.` and space are gaps, `:` an aisle, `|` a wall. A gap,
 * an aisle and a wall each end a run. The same letters mark seats in a `+` line. Columns matter:
 * what stands in one column stands in one line in the hall. An empty line between rows is a cross
 * aisle. x counts seat widths to the right, y seat widths down (a row is two); both in quarters.
 * "In quotes" goes what would be misread; "" is a quote in quotes. Sections stand one below the
 * other unless `at` says where.
 *
 * The checker collects what it finds with line and column instead of stopping at the first fault.
 */
#ifndef LOGE_DOMAIN_PLAN_TEXT_H
#define LOGE_DOMAIN_PLAN_TEXT_H

#include <stddef.h>

#include "src/base/arena.h"
#include "src/base/err.h"
#include "src/domain/plan.h"

enum { PLAN_FAULTS_MAX = 50, PLAN_COLUMNS_MAX = 4000, PLAN_BYTES_MAX = 64 * 1024 * 1024 };

struct plan_fault {
    int line, column; /* from 1, columns are code points; 0: the file as a whole */
    char text[200];
};

struct plan_faults {
    struct plan_fault at[PLAN_FAULTS_MAX];
    int count; /* all found; only the first PLAN_FAULTS_MAX are kept */
};

void plan_fault_add(struct plan_faults *faults, int line, int column, const char *fmt, ...)
    PRINTF(4, 5);

/* NULL when there was any fault. The plan lives in the arena. */
struct plan *plan_text_parse(const char *text, size_t size, struct arena *arena,
                             struct plan_faults *faults) MUST_USE;

/*
 * The plan as text. A plan that was drawn parses back to the same plan. One from elsewhere is
 * straightened: rows become lines, and where exactly its seats stand and the ids of other formats
 * are left out. NULL, and a fault that says why, when something people see or sell would be lost:
 * areas other than one stage, sections or rows without seats, an aisle that has no room.
 */
const char *plan_text_write(const struct plan *plan, struct arena *arena,
                            struct plan_faults *faults) MUST_USE;

/*
 * Checks common to every source: seat labels unique and clean, classes and sections named once,
 * seats in order, sizes, counts. True: sound. Adds to the faults there are.
 */
bool plan_check(const struct plan *plan, struct arena *arena, struct plan_faults *faults);

/*
 * Fills what follows from the rest. Given: each row's section, each seat's row, cell and position,
 * rows and seats in order. Filled: section and row ranges, centroids, runs (a jump of more than
 * one cell ends a run), the size if it is 0, and the focal point (the middle of the stage, else
 * above the middle of the seats). SEAT_AISLE is not touched: only the drawing knows an aisle from
 * a wall; plan_mark_aisles is for sources that do not tell them apart.
 */
void plan_finish(struct plan *plan);

/* Both seats at a jump inside a row stand at an aisle. */
void plan_mark_aisles(struct plan *plan);

#endif
