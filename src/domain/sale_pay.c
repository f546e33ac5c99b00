/* Money for a sale that was reserved unpaid. */
#include "config.h"

#include <stdio.h>

#include "src/domain/row/steps.h"
#include "src/domain/sale_money.h"
#include "src/domain/sale_ticket.h"

static enum verdict check_due(const struct sale *sale, struct refusal *why)
{
    if (sale->status == SALE_DUE)
        return sale_check_has_seats(sale, why);
    if (sale->status == SALE_REFUNDED)
        return refuse(why, VERDICT_TICKET_NOT_VALID,
                      "Sale %s has been cancelled; its seats are free again, sell them anew.",
                      sale->code);
    return refuse(why, VERDICT_ALREADY_PAID, "Sale %s has been paid already.", sale->code);
}

static void write_note(const struct sale *sale, int64_t amount, struct changeset *cs)
{
    struct change_note *note = LIST_ADD(cs->arena, &cs->notes);
    *note = (struct change_note){.act = ACT_PAY, .show = sale->show, .subject = sale->id};
    snprintf(note->note, sizeof note->note, "%s paid for %s",
             amount_kept(amount, sale->currency).text, sale->code);
}

static void write_payment(const struct sale *sale, const struct money_moves *money,
                          struct changeset *cs, struct sell_result *result)
{
    struct sale *kept = arena_alloc(cs->arena, sizeof *kept);
    *kept = *sale;
    kept->paid = sale->total;
    *LIST_ADD(cs->arena, &cs->sales) = *kept;
    sale_write_money(money, cs);
    write_note(sale, sale->total - sale->paid, cs);
    int count = sale->payment_count + money->payments.count;
    kept->payments = arena_grow(cs->arena, sale->payments, (size_t)sale->payment_count,
                                (size_t)count, sizeof *kept->payments);
    for (int i = sale->payment_count; i < count; i++)
        kept->payments[i] = money->payments.at[i - sale->payment_count];
    kept->payment_count = count;
    *result = (struct sell_result){.total = kept->total, .change = money->change, .sale = kept};
}

enum verdict sale_decide_pay(const struct pay_request *request, struct changeset *cs,
                             struct sell_result *result, struct refusal *why)
{
    const struct sale *sale = request->sale;
    enum verdict verdict = check_due(sale, why);
    if (verdict != VERDICT_OK)
        return verdict;
    struct money_moves money = {0};
    struct money_in in = {.ids = request->ids,
                          .sale = &sale->id,
                          .shift = request->shift,
                          .currency = sale->currency,
                          .show = sale->show,
                          .due = sale->total - sale->paid,
                          .tenders = request->tenders,
                          .tender_count = request->tender_count,
                          .gifts = request->gifts,
                          .gift_count = request->gift_count};
    verdict = sale_take_money(&in, cs, &money, why);
    if (verdict != VERDICT_OK)
        return verdict;
    struct sale paid = *sale;
    verdict = sale_step(&paid, ACT_PAY, SALE_PAID, why);
    if (verdict == VERDICT_OK)
        write_payment(&paid, &money, cs, result);
    return verdict;
}
