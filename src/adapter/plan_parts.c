#include "config.h"

#include "src/adapter/plan_parts.h"

void plan_parts_give(const struct plan_parts *parts, struct plan *plan)
{
    plan->classes = parts->classes.at;
    plan->class_count = parts->classes.count;
    plan->sections = parts->sections.at;
    plan->section_count = parts->sections.count;
    plan->rows = parts->rows.at;
    plan->row_count = parts->rows.count;
    plan->seats = parts->seats.at;
    plan->seat_count = parts->seats.count;
    plan->names = seat_names_text(&parts->names);
    plan->areas = parts->areas.at;
    plan->area_count = parts->areas.count;
}

bool plan_parts_too_many(const struct plan_parts *parts, struct plan_faults *faults)
{
    if (parts->seats.count > PLAN_SEATS_MAX)
        plan_fault_add(faults, 0, 0, "the plan has more than %d seats", (int)PLAN_SEATS_MAX);
    else if (parts->rows.count > PLAN_SEATS_MAX)
        plan_fault_add(faults, 0, 0, "the plan has more than %d rows", (int)PLAN_SEATS_MAX);
    else
        return false;
    return true;
}
