/* The parts of a plan while somebody else's document is read: lists that grow. */
#ifndef LOGE_ADAPTER_PLAN_PARTS_H
#define LOGE_ADAPTER_PLAN_PARTS_H

#include "src/base/list.h"
#include "src/domain/plan.h"
#include "src/domain/plan_text.h"
#include "src/domain/seat_names.h"

struct plan_parts {
    struct seat_names names;
    LIST(struct plan_class) classes;
    LIST(struct plan_section) sections;
    LIST(struct plan_row) rows;
    LIST(struct plan_seat) seats;
    LIST(struct plan_area) areas;
};

/* The plan has them from now on. */
void plan_parts_give(const struct plan_parts *parts, struct plan *plan);

/* True, with a fault: no plan may have so many seats, or rows. */
bool plan_parts_too_many(const struct plan_parts *parts, struct plan_faults *faults);

#endif
