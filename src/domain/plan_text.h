/*
 * A hall is a drawing: the plan text format (data/halls has examples, `man loge` the grammar).
 *
 * The checker collects what it finds with line and column instead of stopping at the first fault.
 */
#ifndef LOGE_DOMAIN_PLAN_TEXT_H
#define LOGE_DOMAIN_PLAN_TEXT_H

#include <stddef.h>

#include "src/base/arena.h"
#include "src/base/err.h"
#include "src/domain/plan.h"

enum { PLAN_FAULTS_MAX = 50, PLAN_BYTES_MAX = 64 * 1024 * 1024 };

struct plan_fault {
    int line, column; /* from 1, columns are code points; 0: the file as a whole */
    char text[160];
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

/* The plan as text that parses back to the same plan; NULL (and a fault that says why) when it
 * holds what the text format cannot draw. */
const char *plan_text_write(const struct plan *plan, struct arena *arena,
                            struct plan_faults *faults) MUST_USE;

/* Checks common to every source: labels unique, no empty class, sizes, counts. True: sound. */
bool plan_check(const struct plan *plan, struct arena *arena, struct plan_faults *faults);

/* Fills what follows from the rest: section and row ranges, centroids, runs, aisle flags, focal. */
void plan_finish(struct plan *plan);

#endif
