/*
 * What an act does to orders, tickets, shifts, vouchers and customers: does it fit how they stand?
 *
 * Whoever acted alone gave or took money and paper, so most of this cannot be undone by saying no.
 * A conflict says what nobody accounts for: money beyond what an order is due, a paper that admits
 * nobody, a voucher that gave away more than it had. What moved meanwhile and leaves no such thing
 * (another ticket of the order, a name) is no conflict: house_rows.c writes the act onto it.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/loan.h"
#include "src/domain/merge_parts.h"

static enum fit contested_row(struct judging *j, enum merge_class heading, enum verdict reason,
                              int64_t amount, const char *about)
{
    j->heading = heading;
    j->reason = reason;
    j->out->amount = amount;
    text_copy(j->out->about, sizeof j->out->about, about);
    return FIT_CONTESTED;
}

/* "GIFT-1, GIFT-2"; what has no room is left out, and its money is in the sum all the same. */
static void add_about(struct merge_result *out, const char *about)
{
    const size_t used = strlen(out->about), room = sizeof out->about - used;
    const char *between = used ? ", " : "";
    if (strlen(between) + strlen(about) < room)
        snprintf(out->about + used, room, "%s%s", between, about);
}

/* It was done, and somebody has to know. An act is told under its first heading, with all the money
 * that is about. */
static void tell_row(struct judging *j, enum merge_class heading, int64_t amount, const char *about)
{
    if (j->out->heading == MERGE_PLAIN)
        j->out->heading = heading;
    j->out->amount += amount;
    add_about(j->out, about);
}

static enum fit no_such_row(struct judging *j)
{
    j->reason = VERDICT_NOT_FOUND;
    return FIT_WRONG;
}

/* ---- are they there? ------------------------------------------------------------------------- */

static bool is_made_here(const struct changeset *act, const struct uuid *sale)
{
    const struct sale *made = changeset_sale(act, sale);
    return made && !made->version;
}

/* What its own earlier entry made and the house refused is not there. */
static enum fit judge_presence(struct judging *j)
{
    const struct changeset *act = j->call->act, *rows = j->call->rows;
    for (int i = 0; i < act->sales.count; i++)
        if (act->sales.at[i].version && !changeset_sale(rows, &act->sales.at[i].id))
            return no_such_row(j);
    for (int i = 0; i < act->tickets.count; i++) {
        const struct ticket *ticket = &act->tickets.at[i];
        if ((ticket->version && !changeset_ticket(rows, &ticket->id)) ||
            (!changeset_sale(rows, &ticket->sale) && !is_made_here(act, &ticket->sale)))
            return no_such_row(j);
    }
    for (int i = 0; i < act->payments.count; i++)
        if (!changeset_sale(rows, &act->payments.at[i].sale) &&
            !is_made_here(act, &act->payments.at[i].sale))
            return no_such_row(j);
    return FIT_DONE;
}

/* ---- paper ----------------------------------------------------------------------------------- */

/* The paper that came of it: the ticket that takes this one's place, or itself. */
static const char *paper_for(const struct changeset *act, const struct ticket *old)
{
    for (int i = 0; i < act->tickets.count; i++) {
        const struct ticket *fresh = &act->tickets.at[i];
        if (!fresh->version && uuid_equal(&fresh->sale, &old->sale) &&
            fresh->generation == old->generation + 1)
            return fresh->code;
    }
    return old->code;
}

static int64_t money_out(const struct changeset *act)
{
    int64_t sum = 0;
    for (int i = 0; i < act->payments.count; i++)
        sum -= act->payments.at[i].amount;
    return sum > 0 ? sum : 0;
}

/* A ticket that the act ends has to be valid at the house. */
static enum fit judge_tickets(struct judging *j)
{
    const struct changeset *act = j->call->act;
    enum merge_class heading = act->act == ACT_REPRINT ? MERGE_PAPER : MERGE_DECIDE;
    for (int i = 0; i < act->tickets.count; i++) {
        const struct ticket *ticket = &act->tickets.at[i];
        if (!ticket->version || ticket->status == TICKET_VALID ||
            changeset_ticket(j->call->rows, &ticket->id)->status == TICKET_VALID)
            continue;
        return contested_row(j, heading, VERDICT_TICKET_NOT_VALID, money_out(act),
                             paper_for(act, ticket));
    }
    return FIT_DONE;
}

/* Handing over what was cancelled, or lost its seats, gives away paper that admits nobody; handing
 * it over twice, paper that somebody else has too. */
static enum fit judge_collection(struct judging *j)
{
    const struct changeset *act = j->call->act;
    if (act->act != ACT_COLLECT || !act->sales.count)
        return FIT_DONE;
    const struct sale *sale = changeset_sale(j->call->rows, &act->sales.at[0].id);
    if (!changeset_valid(j->call->rows, &sale->id).count)
        return contested_row(j, MERGE_PAPER, VERDICT_TICKET_NOT_VALID, 0, sale->code);
    if (sale->collected_at)
        tell_row(j, MERGE_PAPER, 0, sale->code);
    return FIT_DONE;
}

/* ---- money ----------------------------------------------------------------------------------- */

struct balance {
    int64_t paid, total, kept; /* kept: of the fees, at refunds */
};

static struct balance balance_now(const struct changeset *rows, const struct sale *sale)
{
    const struct valid_tickets has = changeset_valid(rows, &sale->id);
    return (struct balance){.paid = sale->paid, .total = has.total, .kept = has.kept};
}

/* Tickets that are ended here were valid (judge_tickets). */
static struct balance balance_after(const struct changeset *act, const struct uuid *sale,
                                    struct balance at)
{
    for (int i = 0; i < act->tickets.count; i++) {
        const struct ticket *ticket = &act->tickets.at[i];
        if (!uuid_equal(&ticket->sale, sale))
            continue;
        if (!ticket->version)
            at.total += ticket->status == TICKET_VALID ? ticket->total : 0;
        else if (ticket->status != TICKET_VALID)
            at.total -= ticket->total;
        at.kept += ticket->version ? ticket->kept : 0;
    }
    at.paid += changeset_paid(act, sale);
    return at;
}

/* Beyond what is due; less than 0: so much is still to be paid. */
static int64_t over_of(struct balance at)
{
    return at.paid - at.total - at.kept;
}

static int64_t at_least_nothing(int64_t amount)
{
    return amount > 0 ? amount : 0;
}

/* May it owe money? What was reserved may. */
static bool may_owe(const struct sale *sale)
{
    return sale->status == SALE_DUE;
}

static enum verdict why_not_due(const struct sale *sale)
{
    return sale->status == SALE_REFUNDED ? VERDICT_TICKET_NOT_VALID : VERDICT_ALREADY_PAID;
}

static enum fit judge_order(struct judging *j, const struct sale *sale)
{
    struct balance now = balance_now(j->call->rows, sale);
    struct balance then = balance_after(j->call->act, &sale->id, now);
    int64_t over = over_of(then) - at_least_nothing(over_of(now));
    int64_t owing = -over_of(then) - at_least_nothing(-over_of(now));
    int64_t never_paid = at_least_nothing(-then.paid) - at_least_nothing(-now.paid);
    if (over > 0)
        return contested_row(j, MERGE_OVERPAID, why_not_due(sale), over, sale->code);
    if (never_paid <= 0 && (owing <= 0 || may_owe(sale)))
        return FIT_DONE;
    int64_t given = money_out(j->call->act); /* all of it: what it was given for is not done */
    return contested_row(j, MERGE_DECIDE, VERDICT_AMOUNT_MISMATCH, given > owing ? given : owing,
                         sale->code);
}

/* Every order that was there before, once. */
static enum fit judge_money(struct judging *j)
{
    const struct changeset *act = j->call->act;
    enum fit fit = FIT_DONE;
    for (int i = 0; i < act->sales.count && fit == FIT_DONE; i++)
        if (act->sales.at[i].version)
            fit = judge_order(j, changeset_sale(j->call->rows, &act->sales.at[i].id));
    return fit;
}

/* ---- people ---------------------------------------------------------------------------------- */

static bool same_customer(const struct customer *a, const struct customer *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->email, b->email) == 0 &&
           strcmp(a->phone, b->phone) == 0;
}

static enum fit judge_customers(struct judging *j)
{
    const struct changeset *act = j->call->act;
    for (int i = 0; i < act->customers.count; i++) {
        const struct customer *wish = &act->customers.at[i];
        const struct customer *now = changeset_customer(j->call->rows, &wish->id);
        if (now && now->version > wish->version && !same_customer(now, wish))
            return contested_row(j, MERGE_MOVED, VERDICT_VERSION_CONFLICT, 0, wish->name);
    }
    return FIT_DONE;
}

/* ---- what was given away --------------------------------------------------------------------- */

static void tell_vouchers(struct judging *j)
{
    const struct changeset *act = j->call->act;
    for (int i = 0; i < act->vouchers.count; i++) {
        const struct voucher *used = &act->vouchers.at[i];
        const struct voucher *now = changeset_voucher(j->call->rows, used->code);
        const struct voucher_loan *own = changeset_loan(j->call->rows, used->code);
        int64_t beyond = now ? loan_beyond(now, own, used->gave) : used->gave;
        if (used->gave > 0 && beyond > 0)
            tell_row(j, MERGE_OVER_BUDGET, beyond, used->code);
    }
}

/* ---- drawers --------------------------------------------------------------------------------- */

static int64_t counted_in(const struct shift *shift)
{
    int64_t sum = 0;
    for (int i = 0; i < TENDER_COUNT; i++)
        sum += shift->counted[i];
    return sum;
}

/* The house's figures were read and signed, and stay (loge.sync_standins). */
static void tell_shifts(struct judging *j)
{
    const struct changeset *act = j->call->act;
    for (int i = 0; i < act->shifts.count; i++) {
        const struct shift *closed = &act->shifts.at[i];
        const struct shift *now = changeset_shift(j->call->rows, &closed->id);
        int64_t apart = now ? counted_in(closed) - counted_in(now) : 0;
        if (now && now->closed_at && closed->closed_at && apart)
            tell_row(j, MERGE_SHIFT_TWICE, apart, closed->staff);
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

enum fit merge_judge_rows(struct judging *j)
{
    static enum fit (*const rules[])(struct judging *) = {
        judge_presence, judge_tickets, judge_collection, judge_money, judge_customers};
    enum fit fit = FIT_DONE;
    if (!j->call->act || !j->call->rows)
        return FIT_DONE;
    for (int i = 0; i < COUNT_OF(rules) && fit == FIT_DONE; i++)
        fit = rules[i](j);
    if (fit == FIT_DONE) {
        tell_vouchers(j);
        tell_shifts(j);
    }
    return fit;
}

static bool has_ended_so(const struct judging *j, const struct ticket *wish)
{
    const struct ticket *now = changeset_ticket(j->call->rows, &wish->id);
    return wish->version && now && now->status == wish->status && wish->status != TICKET_VALID;
}

bool merge_is_there(const struct judging *j)
{
    const struct changeset *act = j->call->act;
    if (!act || !j->call->rows || act->act != ACT_REFUND || act->payments.count ||
        !act->tickets.count)
        return false;
    for (int i = 0; i < act->tickets.count; i++)
        if (!has_ended_so(j, &act->tickets.at[i]))
            return false;
    return true;
}
