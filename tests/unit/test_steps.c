/* How rows move: the tables, and the one function that moves each kind of row. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/attr.h"
#include "src/domain/alone.h"
#include "src/domain/row/steps.h"

enum { MOST_STATES = 8, BEYOND = 2 }; /* walks go this far outside of the enums */

static const struct row_steps *const all[] = {&steps_hold,  &steps_sale,     &steps_ticket,
                                              &steps_shift, &steps_conflict, &steps_checkin};

/* ---- one function moves each state ---------------------------------------------------------- */

/* A row in the state `from`, moved; what it is then. */
static int moved(const struct row_steps *steps, int from, enum act act, int to,
                 enum verdict *verdict)
{
    struct hold hold = {.status = (enum hold_status)from};
    struct sale sale = {.status = (enum sale_status)from};
    struct ticket ticket = {.status = (enum ticket_status)from};
    struct checkin checkin = {.status = (enum checkin_status)from};
    struct shift shift = {.closed_at = from};
    if (steps == &steps_hold) {
        *verdict = hold_step(&hold, act, (enum hold_status)to, NULL);
        return (int)hold.status;
    }
    if (steps == &steps_sale) {
        *verdict = sale_step(&sale, act, (enum sale_status)to, NULL);
        return (int)sale.status;
    }
    if (steps == &steps_ticket) {
        *verdict = ticket_step(&ticket, act, (enum ticket_status)to, NULL);
        return (int)ticket.status;
    }
    if (steps == &steps_checkin) {
        *verdict = checkin_step(&checkin, act, (enum checkin_status)to, NULL);
        return (int)checkin.status;
    }
    *verdict = shift_step(&shift, act, to, NULL);
    return (int)shift.closed_at;
}

static bool stands_in(const struct row_steps *steps, int from, int act, int to)
{
    int found = 0;
    for (int i = 0; i < steps->count; i++)
        found += steps->at[i].from == from && steps->at[i].act == act && steps->at[i].to == to;
    assert_in_range(found, 0, 1); /* no line twice */
    return found;
}

static int walk(const struct row_steps *steps)
{
    int allowed = 0, top = steps == &steps_shift ? steps->statuses : steps->statuses + BEYOND;
    for (int from = 0; from < top; from++)
        for (int act = 0; act < ACT_COUNT + BEYOND; act++)
            for (int to = 0; to < top; to++) {
                enum verdict verdict;
                int is = moved(steps, from, (enum act)act, to, &verdict);
                bool may = stands_in(steps, from, act, to);
                assert_int_equal(verdict, may ? VERDICT_OK : VERDICT_STATE_CONFLICT);
                assert_int_equal(is, may ? to : from);
                allowed += may;
            }
    return allowed;
}

static void a_row_moves_only_as_its_table_says(void **state)
{
    (void)state;
    assert_int_equal(walk(&steps_hold), 17);
    assert_int_equal(walk(&steps_sale), 22);
    assert_int_equal(walk(&steps_ticket), 4);
    assert_int_equal(walk(&steps_shift), 3);
    assert_int_equal(walk(&steps_checkin), 4);
}

static void numbers_outside_the_enums_are_no_step(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(all); i++) {
        assert_false(row_may_step(all[i], -1, ACT_SELL, 0));
        assert_false(row_may_step(all[i], 0, -1, 0));
        assert_false(row_may_step(all[i], all[i]->statuses, ACT_SELL, 0));
        for (int line = 0; line < all[i]->count; line++) {
            assert_true(all[i]->at[line].from < all[i]->statuses);
            assert_true(all[i]->at[line].to < all[i]->statuses);
            assert_true(all[i]->at[line].act < ACT_COUNT || all[i]->at[line].act == ACTS_ALONE);
        }
    }
}

/* ---- what the tables promise ---------------------------------------------------------------- */

static int ways_out(const struct row_steps *steps, int from)
{
    int ways = 0;
    for (int i = 0; i < steps->count; i++)
        ways += steps->at[i].from == from;
    return ways;
}

static bool leads(const struct row_steps *steps, int from, int to)
{
    for (int act = 0; act <= ACTS_ALONE; act++)
        if (row_may_step(steps, from, act, to))
            return true;
    return false;
}

static void what_has_ended_stays_ended(void **state)
{
    (void)state;
    assert_int_equal(ways_out(&steps_hold, HOLD_CONVERTED), 0);
    assert_int_equal(ways_out(&steps_hold, HOLD_EXPIRED), 0);
    assert_int_equal(ways_out(&steps_hold, HOLD_CANCELLED), 0);
    assert_int_equal(ways_out(&steps_ticket, TICKET_REFUNDED), 0);
    assert_int_equal(ways_out(&steps_ticket, TICKET_REPRINTED), 0);
    assert_int_equal(ways_out(&steps_checkin, CHECKIN_COMPLETED), 0);
    assert_false(leads(&steps_shift, SHIFT_CLOSED, SHIFT_OPEN));
    for (int to = SALE_PAID; to < SALE_REFUNDED; to++)
        assert_false(leads(&steps_sale, SALE_REFUNDED, to));
    for (int from = SALE_PAID; from <= SALE_REFUNDED; from++)
        assert_true(from == SALE_DUE || !leads(&steps_sale, from, SALE_DUE));
    for (int from = CONFLICT_SAME; from < CONFLICT_OUTCOMES; from++)
        assert_false(leads(&steps_conflict, from, CONFLICT_OPEN));
}

static bool is_done_alone(int act)
{
    struct changeset cs = {.act = (enum act)act};
    return alone_may(&cs, NULL) == VERDICT_OK;
}

/* One or more acts of a till, one after the other, for as long as that leads somewhere new. (To
 * where it is a row comes also by what the house had done meanwhile; somebody has to decide then.)
 */
static void follow(const struct row_steps *steps, bool may[MOST_STATES][MOST_STATES])
{
    for (int i = 0; i < steps->count; i++)
        if (steps->at[i].act < ACT_COUNT && is_done_alone(steps->at[i].act))
            may[steps->at[i].from][steps->at[i].to] = true;
    for (int by = 0; by < steps->statuses; by++)
        for (int from = 0; from < steps->statuses; from++)
            for (int to = 0; to < steps->statuses; to++)
                may[from][to] = may[from][to] || (may[from][by] && may[by][to]);
}

static void a_till_alone_gets_as_far_as_its_own_acts(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(all); i++) {
        bool may[MOST_STATES][MOST_STATES] = {{false}};
        if (all[i] == &steps_conflict)
            continue; /* nobody alone decides; what comes to light when doors come home is written
                       */
        follow(all[i], may);
        for (int from = 0; from < all[i]->statuses; from++)
            for (int to = 0; to < all[i]->statuses; to++)
                if (from != to && may[from][to] != row_may_step(all[i], from, ACTS_ALONE, to))
                    fail_msg("%s: alone from %d to %d", all[i]->row, from, to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_moves_only_as_its_table_says),
        cmocka_unit_test(numbers_outside_the_enums_are_no_step),
        cmocka_unit_test(what_has_ended_stays_ended),
        cmocka_unit_test(a_till_alone_gets_as_far_as_its_own_acts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
