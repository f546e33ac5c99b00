#include "config.h"

#include "src/engine/run_money.h"

#include <stdio.h>
#include <string.h>

#include "src/domain/loan.h"

/* ---- vouchers ----------------------------------------------------------------------------- */

/* What others are lent of it is not spent here. Alone a till spends all of it, and says PROVISIONAL
 * where that is more than it is lent. */
static enum verdict read_loans(struct run *run, struct voucher *voucher)
{
    struct store *store = run->desk->store;
    struct voucher_loan *loans = NULL;
    struct house house = {.currency = ""};
    int count = 0;
    if ((voucher->lent || voucher->lent_uses) &&
        (store->ops->house_read(store, &house, &run->out->err) ||
         store->ops->loan_list(store, voucher->code, NULL, run->arena, &loans, &count,
                               &run->out->err)))
        return VERDICT_UNAVAILABLE;
    loan_tell(voucher, loans, count, run->meta->actor.till, house.currency);
    if (run->desk->alone)
        voucher->held = voucher->held_uses = 0;
    return VERDICT_OK;
}

static enum verdict read_voucher(struct run *run, const char *code, struct voucher *voucher)
{
    struct store *store = run->desk->store;
    bool found;
    if (store->ops->voucher_read(store, code, voucher, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!found)
        return refuse(&run->why, VERDICT_NOT_FOUND,
                      "There is no voucher '%.30s'; check the code with the customer.", code);
    return read_loans(run, voucher);
}

enum verdict run_read_voucher(struct run *run, const char *code, const struct voucher **voucher)
{
    struct voucher *read = arena_alloc(run->arena, sizeof *read);
    *voucher = read;
    return read_voucher(run, code, read);
}

enum verdict run_read_gifts(struct run *run, const struct tender_line *tenders, int count,
                            const struct voucher **gifts, int *gift_count)
{
    struct voucher *read = arena_array(run->arena, (size_t)count + 1, sizeof *read);
    *gifts = read;
    for (int i = 0; i < count; i++) {
        if (tenders[i].tender != TENDER_VOUCHER)
            continue;
        enum verdict verdict = read_voucher(run, tenders[i].voucher, &read[(*gift_count)++]);
        if (verdict)
            return verdict;
    }
    return VERDICT_OK;
}

static bool has_voucher(const struct voucher *vouchers, int count, const char *code)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(vouchers[i].code, code))
            return true;
    return false;
}

enum verdict run_read_paid_gifts(struct run *run, const struct sale *sale,
                                 const struct voucher **gifts, int *gift_count)
{
    struct voucher *read = arena_array(run->arena, (size_t)sale->payment_count + 1, sizeof *read);
    *gifts = read;
    for (int i = 0; i < sale->payment_count; i++) {
        const char *code = sale->payments[i].voucher;
        if (!*code || has_voucher(read, *gift_count, code))
            continue;
        enum verdict verdict = read_voucher(run, code, &read[(*gift_count)++]);
        if (verdict)
            return verdict;
    }
    return VERDICT_OK;
}

/* ---- tickets and their seats -------------------------------------------------------------- */

/* The valid ticket of that seat, else any (deciding refuses those that are valid no more). */
static const struct ticket *ticket_of(const struct sale *sale, const char *label)
{
    const struct ticket *any = NULL;
    for (int i = 0; i < sale->ticket_count; i++) {
        if (strcmp(sale->tickets[i].label, label))
            continue;
        any = &sale->tickets[i];
        if (any->status == TICKET_VALID)
            return any;
    }
    return any;
}

static enum verdict read_ticket(struct run *run, const struct sale *sale, const char *label,
                                struct seat_now *now)
{
    const struct ticket *ticket = ticket_of(sale, label);
    if (!ticket) {
        run_name_label(run, label);
        return refuse(&run->why, VERDICT_SEAT_NOT_FOUND, "Sale %s has no ticket for seat '%.80s'.",
                      sale->code, label);
    }
    struct snapshot snapshot;
    int seat;
    enum verdict verdict = run_read_seats(run, ticket->show, &label, 1, &snapshot, &seat);
    if (!verdict)
        *now = (struct seat_now){ticket->show, ticket->seat, snapshot.state[seat]};
    return verdict;
}

/* One at a time: after exchanges, the tickets of one sale may be for several shows. */
enum verdict run_read_tickets(struct run *run, const struct sale *sale, const char *const *labels,
                              int count, struct seat_now *now, int32_t *seats)
{
    enum verdict verdict = VERDICT_OK;
    for (int i = 0; !verdict && i < count; i++) {
        verdict = read_ticket(run, sale, labels[i], &now[i]);
        seats[i] = now[i].seat;
    }
    return verdict;
}

/* ---- the result --------------------------------------------------------------------------- */

static void label_ticket(struct ticket *ticket, const struct hold *hold)
{
    for (int i = 0; hold && i < hold->seat_count; i++)
        if (hold->seats[i].seat == ticket->seat)
            snprintf(ticket->label, sizeof ticket->label, "%s", hold->seats[i].label);
}

void run_show_sale(struct run *run, const struct sell_result *result, const struct hold *hold)
{
    struct sale *sale = arena_alloc(run->arena, sizeof *sale);
    *sale = *result->sale;
    sale->version++; /* as the act leaves it */
    for (int i = 0; i < sale->ticket_count; i++)
        if (!*sale->tickets[i].label)
            label_ticket(&sale->tickets[i], hold);
    run->out->sale = sale;
    run->out->change = result->change;
}
