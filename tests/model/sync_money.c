/*
 * What has to be so of money and paper, whatever happens. What was really taken, given and printed
 * stands in the acts of people (struct deed); what the house says, in its books.
 */
#include "config.h"

#include <string.h>

#include "src/domain/shift.h"
#include "tests/model/sync_trade.h"

/* The order that is looked at, for whoever reads of a fault. */
void money_suspect(struct world *world, const struct uuid *order)
{
    if (!world->fault[0])
        world->suspect = *order;
}

/* ---- one order ------------------------------------------------------------------------------ */

static int64_t distance(int64_t amount)
{
    return amount < 0 ? -amount : amount;
}

/* Money of this order that somebody was told of, and that no decision has settled. What is missing
 * is given back by none. */
static int64_t told_of(const struct books *books, const struct uuid *order, bool missing)
{
    int64_t sum = 0;
    for (int i = 0; i < books->of[BOOK_CONFLICTS].count; i++) {
        const struct conflict *conflict = BOOK_ROW(books, BOOK_CONFLICTS, conflict, i);
        if (uuid_equal(&conflict->sale, order) && conflict->outcome != CONFLICT_SAME &&
            conflict->outcome != CONFLICT_OTHER &&
            (missing || conflict->outcome != CONFLICT_REFUND))
            sum += distance(conflict->amount);
    }
    return sum;
}

static bool is_told(const struct books *books, const struct uuid *order)
{
    for (int i = 0; i < books->of[BOOK_CONFLICTS].count; i++)
        if (uuid_equal(&BOOK_ROW(books, BOOK_CONFLICTS, conflict, i)->sale, order))
            return true;
    return false;
}

static bool is_told_as(const struct books *books, const struct uuid *order,
                       enum conflict_outcome outcome)
{
    for (int i = 0; i < books->of[BOOK_CONFLICTS].count; i++) {
        const struct conflict *conflict = BOOK_ROW(books, BOOK_CONFLICTS, conflict, i);
        if (uuid_equal(&conflict->sale, order) && conflict->outcome == outcome)
            return true;
    }
    return false;
}

static void check_sums(struct world *world, const struct books *books, const struct sale *sale)
{
    const struct order_sums sums = books_sums(books, &sale->id);
    money_suspect(world, &sale->id);
    const int64_t over = sums.paid - sums.total - sums.kept;
    if (sale->paid != sums.paid)
        world_fault(world, "an order says that %d were paid, and its payments %d", (int)sale->paid,
                    (int)sums.paid);
    if (sale->total != sums.total)
        world_fault(world, "an order says that it costs %d, and its tickets %d", (int)sale->total,
                    (int)sums.total);
    if (sale->status == SALE_REFUNDED && sums.valid)
        world_fault(world, "an order is refunded and has valid tickets");
    if (sale->status != SALE_REFUNDED && !sums.valid && !is_told(books, &sale->id))
        world_fault(world, "an order has no valid ticket, and is not refunded");
    if (over > 0 && told_of(books, &sale->id, false) < over)
        world_fault(world, "%d were paid beyond what is due, and nobody is told", (int)over);
    if (over < 0 && sale->status != SALE_DUE && told_of(books, &sale->id, true) < -over)
        world_fault(world, "an order that is not due owes %d, and nobody is told", (int)-over);
    if (sale->status == SALE_DUE && sums.valid && over >= 0 && !is_told(books, &sale->id))
        world_fault(world, "an order is due, and all of it is paid");
}

void money_check_written(struct world *world, const struct books *books,
                         const struct changeset *rows)
{
    for (int i = 0; i < rows->sales.count; i++) {
        const struct sale *sale = books_sale(books, &rows->sales.at[i].id);
        if (sale)
            check_sums(world, books, sale);
    }
}

/* ---- seats and tickets ------------------------------------------------------------------------
 */

static void check_ticket(struct world *world, const struct ticket *ticket)
{
    const struct seat_state *seat =
        ticket->seat < SEATS ? &world->store.now.seats[ticket->seat].state : NULL;
    if (ticket->status != TICKET_VALID)
        return;
    if (!seat || seat->status != SEAT_SOLD || !uuid_equal(&seat->holder, &ticket->sale))
        world_fault(world, "a ticket is valid on seat %d, which is not its order's", ticket->seat);
}

static int valid_on(const struct books *books, int seat)
{
    int count = 0;
    for (int i = 0; i < books->of[BOOK_TICKETS].count; i++) {
        const struct ticket *ticket = BOOK_ROW(books, BOOK_TICKETS, ticket, i);
        count += ticket->status == TICKET_VALID && ticket->seat == seat;
    }
    return count;
}

static void check_seats(struct world *world, const struct books *books)
{
    for (int i = 0; i < books->of[BOOK_TICKETS].count; i++)
        check_ticket(world, BOOK_ROW(books, BOOK_TICKETS, ticket, i));
    for (int i = 0; i < SEATS; i++) {
        const int valid = valid_on(books, i);
        if (valid != (world->store.now.seats[i].state.status == SEAT_SOLD))
            world_fault(world, "seat %d has %d valid tickets", i, valid);
    }
}

/* ---- what people did --------------------------------------------------------------------------
 */

static const struct conflict *conflict_of(const struct books *books, const struct uuid *entry)
{
    for (int i = 0; i < books->of[BOOK_CONFLICTS].count; i++)
        if (uuid_equal(&BOOK_ROW(books, BOOK_CONFLICTS, conflict, i)->id, entry))
            return BOOK_ROW(books, BOOK_CONFLICTS, conflict, i);
    return NULL;
}

static void check_payment(struct world *world, const struct books *books,
                          const struct payment *made)
{
    const struct payment *kept = books_payment(books, &made->id);
    if (!kept)
        world_fault(world, "%d were taken, and the house does not know", (int)made->amount);
    else if (kept->amount != made->amount || kept->tender != made->tender ||
             !uuid_equal(&kept->shift, &made->shift))
        world_fault(world, "%d by tender %d came into the books as %d by tender %d",
                    (int)made->amount, (int)made->tender, (int)kept->amount, (int)kept->tender);
    else if (!books_sale(books, &kept->sale))
        world_fault(world, "%d stand in the books of no order", (int)made->amount);
}

static void check_move(struct world *world, const struct books *books,
                       const struct shift_move *made)
{
    const struct shift_move *kept = books_move(books, &made->id);
    if (!kept || kept->amount != made->amount || kept->kind != made->kind ||
        !uuid_equal(&kept->shift, &made->shift))
        world_fault(world, "%d were moved, and the house does not know", (int)made->amount);
}

/* Paper that an act printed is a ticket of the house, or somebody is told. */
static void check_paper(struct world *world, const struct books *books, const struct deed *deed)
{
    const struct conflict *told = conflict_of(books, &deed->uid);
    for (int i = 0; i < deed->act->tickets.count; i++) {
        const struct ticket *made = &deed->act->tickets.at[i];
        if (made->version)
            continue;
        const struct ticket *kept = books_ticket(books, &made->id);
        if (!kept && !told)
            world_fault(world, "a ticket was printed, and nobody knows it");
        if (kept && kept->status == TICKET_VALID && !entry_state_done(deed->verdict) &&
            !is_told_as(books, &deed->order, CONFLICT_SAME))
            world_fault(world, "a ticket of an act that was %s is valid",
                        entry_state_name(deed->verdict));
    }
}

static void check_act(struct world *world, const struct books *books, const struct deed *deed)
{
    const struct changeset *act = deed->act;
    money_suspect(world, &deed->order);
    for (int i = 0; i < act->payments.count; i++)
        check_payment(world, books, &act->payments.at[i]);
    for (int i = 0; i < act->moves.count; i++)
        check_move(world, books, &act->moves.at[i]);
    check_paper(world, books, deed);
    if (!entry_state_done(deed->verdict) && !conflict_of(books, &deed->uid))
        world_fault(world, "an act with money or paper was %s, and nobody is told",
                    entry_state_name(deed->verdict));
    if (entry_state_done(deed->verdict) && act->act == ACT_SHIFT_CLOSE &&
        !books_shift(books, &act->shifts.at[0].id)->closed_at)
        world_fault(world, "a drawer was counted, and is open at the house");
}

static bool has_come_home(const struct deed *deed)
{
    return deed->act && deed->judged;
}

/* Nothing else is in the books. */
static void check_all_accounted(struct world *world, const struct books *books)
{
    int payments = 0, moves = 0;
    for (int i = 0; i < world->deed_count; i++)
        if (has_come_home(&world->deeds[i])) {
            payments += bags_fee_is_apart(books, &world->deeds[i]);
            payments += world->deeds[i].act->payments.count;
            moves += world->deeds[i].act->moves.count;
        }
    for (int i = 0; i < world->office.count; i++) {
        payments += world->office.at[i]->payments.count;
        moves += world->office.at[i]->moves.count;
    }
    if (payments != books->of[BOOK_PAYMENTS].count || moves != books->of[BOOK_MOVES].count)
        world_fault(world, "%d payments were made, and %d are in the books", payments,
                    books->of[BOOK_PAYMENTS].count);
}

/* ---- drawers ----------------------------------------------------------------------------------
 */

/* What is in a drawer, by the acts that put it there. */
static void add_act(const struct changeset *act, const struct uuid *shift, int64_t in[TENDER_COUNT])
{
    static const int sign[MOVE_KIND_COUNT] = {
        [MOVE_DROP] = -1, [MOVE_PAID_IN] = 1, [MOVE_PAID_OUT] = -1};
    for (int i = 0; i < act->payments.count; i++)
        if (uuid_equal(&act->payments.at[i].shift, shift))
            in[act->payments.at[i].tender] += act->payments.at[i].amount;
    for (int i = 0; i < act->checkins.count; i++)
        if (act->checkins.at[i].paid && uuid_equal(&act->checkins.at[i].shift, shift))
            in[act->checkins.at[i].tender] += act->checkins.at[i].paid;
    for (int i = 0; i < act->moves.count; i++)
        if (uuid_equal(&act->moves.at[i].shift, shift))
            in[TENDER_CASH] += sign[act->moves.at[i].kind] * act->moves.at[i].amount;
}

static void check_drawer(struct world *world, const struct books *books, const struct shift *row)
{
    int64_t in[TENDER_COUNT] = {row->float_amount};
    const struct shift *shift = books_read_shift(books, world->arena, &row->id);
    for (int i = 0; i < world->deed_count; i++)
        if (has_come_home(&world->deeds[i]))
            add_act(world->deeds[i].act, &row->id, in);
    for (int i = 0; i < world->office.count; i++)
        add_act(world->office.at[i], &row->id, in);
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++)
        if (shift_expected(shift, tender) != in[tender])
            world_fault(world, "a drawer has %d of tender %d, and the house says %d",
                        (int)in[tender], (int)tender, (int)shift_expected(shift, tender));
}

/* ---- vouchers ---------------------------------------------------------------------------------
 */

static int64_t gave(const struct changeset *act, const char *code)
{
    int64_t sum = 0;
    for (int i = 0; i < act->vouchers.count; i++)
        if (strcmp(act->vouchers.at[i].code, code) == 0)
            sum += act->vouchers.at[i].gave;
    return sum;
}

/* Beyond its budget: by a conflict that says so, or by an act that is one as a whole. */
static int64_t told_of_voucher(const struct world *world, const struct books *books,
                               const char *code)
{
    int64_t sum = 0;
    for (int i = 0; i < world->deed_count; i++) {
        const struct deed *deed = &world->deeds[i];
        if (has_come_home(deed) && !entry_state_done(deed->verdict) && gave(deed->act, code) > 0)
            sum += gave(deed->act, code);
    }
    for (int i = 0; i < books->of[BOOK_CONFLICTS].count; i++) {
        const struct conflict *conflict = BOOK_ROW(books, BOOK_CONFLICTS, conflict, i);
        if (strstr(conflict->about, code))
            sum += conflict->amount;
    }
    return sum;
}

/* Its money is kept apart from what it was for: of a promotion, which is no money, it used nothing
 * up. */
static bool used_nothing(const struct books *books, const struct deed *deed,
                         const struct voucher *voucher)
{
    return voucher->kind != VOUCHER_GIFT && deed->verdict == ENTRY_REFUSED &&
           !books_sale(books, &deed->order);
}

static void check_loans(struct world *world, const struct books *books,
                        const struct voucher *voucher)
{
    int64_t lent = 0;
    for (int i = 0; i < books->of[BOOK_LOANS].count; i++) {
        const struct voucher_loan *loan = BOOK_ROW(books, BOOK_LOANS, voucher_loan, i);
        lent += strcmp(loan->code, voucher->code) == 0 ? loan->money : 0;
        if (loan->money < 0)
            world_fault(world, "%s is lent less than nothing of %s", loan->till, loan->code);
    }
    if (lent != voucher->lent)
        world_fault(world, "%d of voucher %s are lent, and it says %d", (int)lent, voucher->code,
                    (int)voucher->lent);
}

static void check_voucher(struct world *world, const struct books *books,
                          const struct voucher *voucher)
{
    int64_t used = 0;
    bool twice =
        false; /* money went back to it that it had not given: it is never more than full */
    for (int i = 0; i < world->deed_count; i++) {
        const struct deed *deed = &world->deeds[i];
        if (!has_come_home(deed) || used_nothing(books, deed, voucher))
            continue;
        used += gave(deed->act, voucher->code);
        twice = twice || (!entry_state_done(deed->verdict) && gave(deed->act, voucher->code) < 0);
    }
    for (int i = 0; i < world->office.count; i++)
        used += gave(world->office.at[i], voucher->code);
    if (voucher->used < used || (voucher->used > used && !twice && used >= 0))
        world_fault(world, "voucher %s gave %d, and the house says %d", voucher->code, (int)used,
                    (int)voucher->used);
    check_loans(world, books, voucher);
    if (voucher->used + voucher->lent > voucher->budget &&
        told_of_voucher(world, books, voucher->code) <
            voucher->used + voucher->lent - voucher->budget)
        world_fault(world, "voucher %s is over its budget, and nobody is told", voucher->code);
}

/* ---- all of it --------------------------------------------------------------------------------
 */

void money_check_end(struct world *world)
{
    const struct books *books = world->store.now.books;
    for (int i = 0; i < books->of[BOOK_SALES].count; i++)
        check_sums(world, books, BOOK_ROW(books, BOOK_SALES, sale, i));
    check_seats(world, books);
    for (int i = 0; i < world->deed_count; i++)
        if (has_come_home(&world->deeds[i]))
            check_act(world, books, &world->deeds[i]);
    check_all_accounted(world, books);
    bags_check_end(world);
    offers_check_end(world);
    for (int i = 0; i < books->of[BOOK_SHIFTS].count; i++)
        check_drawer(world, books, BOOK_ROW(books, BOOK_SHIFTS, shift, i));
    for (int i = 0; i < books->of[BOOK_VOUCHERS].count; i++)
        check_voucher(world, books, BOOK_ROW(books, BOOK_VOUCHERS, voucher, i));
}

/* ---- who had to do with an order --------------------------------------------------------------
 */

bool money_about(const struct changeset *act, const struct uuid *order)
{
    for (int i = 0; i < act->sales.count; i++)
        if (uuid_equal(&act->sales.at[i].id, order))
            return true;
    for (int i = 0; i < act->tickets.count; i++)
        if (uuid_equal(&act->tickets.at[i].sale, order))
            return true;
    return false;
}

/* An act about it came to nothing, so what its till did next stands on what the house never had. */
bool money_is_broken(const struct world *world, const struct uuid *order)
{
    for (int i = 0; i < world->deed_count; i++) {
        const struct deed *deed = &world->deeds[i];
        if (uuid_equal(&deed->order, order) && deed->judged && !entry_state_done(deed->verdict))
            return true;
    }
    return false;
}

bool money_contested(const struct world *world, const struct uuid *order)
{
    if (uuid_is_zero(order) ||
        !(world->office.count || world->store.now.books->of[BOOK_CONFLICTS].count))
        return false;
    for (int i = 0; i < world->office.count; i++)
        if (money_about(world->office.at[i], order))
            return true;
    return money_is_broken(world, order);
}
