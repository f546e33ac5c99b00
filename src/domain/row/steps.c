#include "config.h"

#include "src/domain/row/steps.h"

#include <stddef.h>

#include "src/base/attr.h"

/* The numbers stand in databases, in journals, and in what the walls of PostgreSQL compare. */
_Static_assert(HOLD_CANCELLED == 4 && SALE_REFUNDED == 3 && TICKET_REPRINTED == 3 &&
                   SHIFT_CLOSED == 1 && CONFLICT_OUTCOMES == 7 && CHECKIN_STATUS_COUNT == 3,
               "a new state has its steps, its words and its place in the walls");
_Static_assert(ACT_COUNT == 38 && (int)ACT_COUNT <= (int)ACTS_NONE,
               "a new act stands in the steps of the rows it changes");

#define STEP(from, act, to) {from, act, to},
#define STEPS(name, last) \
    const struct row_steps steps_##name = {#name, last + 1, COUNT_OF(name##_lines), name##_lines}

static const struct row_step hold_lines[] = {
#include "src/domain/row/hold.steps.def"
};
STEPS(hold, HOLD_CANCELLED);

static const struct row_step sale_lines[] = {
#include "src/domain/row/sale.steps.def"
};
STEPS(sale, SALE_REFUNDED);

static const struct row_step ticket_lines[] = {
#include "src/domain/row/ticket.steps.def"
};
STEPS(ticket, TICKET_REPRINTED);

static const struct row_step shift_lines[] = {
#include "src/domain/row/shift.steps.def"
};
STEPS(shift, SHIFT_CLOSED);

static const struct row_step conflict_lines[] = {
#include "src/domain/row/conflict.steps.def"
};
STEPS(conflict, CONFLICT_DUE);

static const struct row_step checkin_lines[] = {
#include "src/domain/row/checkin.steps.def"
};
STEPS(checkin, CHECKIN_COMPLETED);

const struct row_steps *row_steps_of(const struct row_shape *shape)
{
    static const struct {
        const struct row_shape *shape;
        const struct row_steps *steps;
    } known[] = {{&shape_hold, &steps_hold},
                 {&shape_sale, &steps_sale},
                 {&shape_ticket, &steps_ticket},
                 {&shape_shift, &steps_shift},
                 {&shape_checkin, &steps_checkin}};
    for (int i = 0; i < COUNT_OF(known); i++)
        if (known[i].shape == shape)
            return known[i].steps;
    return NULL;
}

bool row_may_step(const struct row_steps *steps, int from, int act, int to)
{
    for (int i = 0; i < steps->count; i++)
        if (steps->at[i].from == from && steps->at[i].act == act && steps->at[i].to == to)
            return true;
    return false;
}

/* ---- one function moves each state ---------------------------------------------------------- */

static enum verdict check_row_step(const struct row_steps *steps, int from, enum act act, int to,
                                   struct refusal *why)
{
    if (row_may_step(steps, from, (int)act, to))
        return VERDICT_OK;
    return refuse(why, VERDICT_STATE_CONFLICT, NULL);
}

enum verdict hold_step(struct hold *row, enum act act, enum hold_status to, struct refusal *why)
{
    enum verdict verdict = check_row_step(&steps_hold, (int)row->status, act, (int)to, why);
    if (verdict == VERDICT_OK)
        row->status = to;
    return verdict;
}

enum verdict sale_step(struct sale *row, enum act act, enum sale_status to, struct refusal *why)
{
    enum verdict verdict = check_row_step(&steps_sale, (int)row->status, act, (int)to, why);
    if (verdict == VERDICT_OK)
        row->status = to;
    return verdict;
}

void sale_begin(struct sale *row, bool is_due)
{
    row->status = is_due ? SALE_DUE : SALE_PAID;
}

enum verdict ticket_step(struct ticket *row, enum act act, enum ticket_status to,
                         struct refusal *why)
{
    enum verdict verdict = check_row_step(&steps_ticket, (int)row->status, act, (int)to, why);
    if (verdict == VERDICT_OK)
        row->status = to;
    return verdict;
}

enum verdict checkin_step(struct checkin *row, enum act act, enum checkin_status to,
                          struct refusal *why)
{
    enum verdict verdict = check_row_step(&steps_checkin, (int)row->status, act, (int)to, why);
    if (verdict == VERDICT_OK)
        row->status = to;
    return verdict;
}

enum verdict conflict_step(struct conflict *row, enum act act, enum conflict_outcome to,
                           struct refusal *why)
{
    enum verdict verdict = check_row_step(&steps_conflict, (int)row->outcome, act, (int)to, why);
    if (verdict == VERDICT_OK)
        row->outcome = to;
    return verdict;
}

enum verdict shift_step(struct shift *row, enum act act, int64_t at, struct refusal *why)
{
    enum shift_status from = row->closed_at ? SHIFT_CLOSED : SHIFT_OPEN;
    enum shift_status to = at ? SHIFT_CLOSED : SHIFT_OPEN;
    enum verdict verdict = check_row_step(&steps_shift, (int)from, act, (int)to, why);
    if (verdict == VERDICT_OK)
        row->closed_at = at;
    return verdict;
}
