#include "config.h"

#include "src/domain/row/steps.h"
#include "src/domain/sale_money.h"
#include "src/domain/sale_ticket.h"

/* Of what was reserved and never paid there is nothing to keep. */
static int64_t fee_kept(const struct refund_request *request, const struct ticket *ticket)
{
    return request->keep_fees && request->sale->status != SALE_DUE ? ticket->fee : 0;
}

static int64_t fees_kept(const struct refund_request *request, const struct picks *picks)
{
    int64_t fees = 0;
    for (int i = 0; i < picks->count; i++)
        fees += fee_kept(request, picks->at[i].ticket);
    return fees;
}

/* What was reserved and never paid gives nothing back. */
static int64_t money_due_back(const struct refund_request *request, const struct picks *picks)
{
    if (request->sale->status == SALE_DUE)
        return 0;
    return picks->total - fees_kept(request, picks);
}

static enum sale_status status_after(const struct sale *sale, int refunded)
{
    if (sale_valid_tickets(sale) == refunded)
        return SALE_REFUNDED;
    return sale->status == SALE_DUE ? SALE_DUE : SALE_PART_REFUNDED;
}

static enum verdict write_refund(const struct refund_request *request, const struct picks *picks,
                                 int64_t back, struct changeset *cs, struct refusal *why)
{
    for (int i = 0; i < picks->count; i++) {
        int64_t kept = fee_kept(request, picks->at[i].ticket);
        sale_free_seat(&picks->at[i], ACT_REFUND, cs);
        enum verdict verdict = sale_end_ticket(picks->at[i].ticket, ACT_REFUND, kept, cs, why);
        if (verdict != VERDICT_OK)
            return verdict;
    }
    struct sale *row = LIST_ADD(cs->arena, &cs->sales);
    *row = *request->sale;
    row->total -= picks->total;
    row->paid -= back;
    return sale_step(row, ACT_REFUND, status_after(request->sale, picks->count), why);
}

enum verdict sale_decide_refund(const struct refund_request *request, struct changeset *cs,
                                int64_t *given_back, struct refusal *why)
{
    const struct ticket_pick pick = {.sale = request->sale,
                                     .seats = request->seats,
                                     .seat_count = request->seat_count,
                                     .now = request->now,
                                     .now_count = request->now_count};
    struct picks picks;
    enum verdict verdict = sale_pick_tickets(&pick, cs->arena, &picks, why);
    if (verdict != VERDICT_OK)
        return verdict;
    const struct money_back back = {.ids = request->ids,
                                    .sale = request->sale,
                                    .shift = request->shift,
                                    .amount = money_due_back(request, &picks),
                                    .tender = request->tender,
                                    .gifts = request->gifts,
                                    .gift_count = request->gift_count};
    struct money_moves money = {0};
    verdict = sale_give_back(&back, cs, &money, why);
    if (verdict != VERDICT_OK)
        return verdict;
    verdict = write_refund(request, &picks, back.amount, cs, why);
    sale_write_money(&money, cs);
    *given_back = back.amount;
    return verdict;
}
