/* Checking a plan with what its source knows about where each part stood. */
#ifndef LOGE_DOMAIN_PLAN_CHECK_H
#define LOGE_DOMAIN_PLAN_CHECK_H

#include "src/domain/plan_text.h"

struct plan_spots {
    const int *columns;      /* by seat: column in the drawing */
    const char *const *rows; /* by row: path in the document, "zones[0].rows[1]" */
    const int *places;       /* by seat: index in its row of the document, with rows */
};

/* As plan_check; spots may be NULL, and so may each of its arrays. */
bool plan_check_at(const struct plan *plan, const struct plan_spots *spots, struct arena *arena,
                   struct plan_faults *faults);

#endif
