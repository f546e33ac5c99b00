/* Where the stage stands, in a word; shared by reading, writing and drawing a plan. */
#ifndef LOGE_DOMAIN_PLAN_STAGE_H
#define LOGE_DOMAIN_PLAN_STAGE_H

#include <stdbool.h>

#include "src/base/attr.h"
#include "src/domain/plan.h"

enum stage_side { STAGE_NONE, STAGE_TOP, STAGE_BOTTOM, STAGE_LEFT, STAGE_RIGHT, STAGE_CENTRE };

const char *stage_side_name(enum stage_side side); /* "top" */
bool stage_side_parse(const char *text, enum stage_side *out) MUST_USE;

/* The stage on this side of the seats: half as wide as the house, across from its middle. */
struct plan_area plan_stage_area(const struct plan *plan, enum stage_side side);

/* The stage among the areas, or NULL. */
const struct plan_area *plan_stage(const struct plan *plan);

/* On which side of the seats the focal point lies; STAGE_CENTRE when it is among them. */
enum stage_side plan_focal_side(const struct plan *plan);

struct plan_box {
    float left, top, right, bottom;
};
struct plan_box plan_seats_box(const struct plan *plan);

/* What everybody came to see when nobody says otherwise: the stage's middle, else above the seats.
 */
struct plan_point plan_usual_focal(const struct plan *plan);

#endif
