#include "config.h"

#include "src/domain/sale_money.h"
#include "src/domain/sale_ticket.h"

static int64_t fees_of(const struct picks *picks)
{
    int64_t fees = 0;
    for (int i = 0; i < picks->count; i++)
        fees += picks->at[i].ticket->fee;
    return fees;
}

/* What was reserved and never paid gives nothing back. */
static int64_t money_due_back(const struct refund_request *request, const struct picks *picks)
{
    if (request->sale->status == SALE_DUE)
        return 0;
    return picks->total - (request->keep_fees ? fees_of(picks) : 0);
}

static enum sale_status status_after(const struct sale *sale, int refunded)
{
    if (sale_valid_tickets(sale) == refunded)
        return SALE_REFUNDED;
    return sale->status == SALE_DUE ? SALE_DUE : SALE_PART_REFUNDED;
}

static void write_refund(const struct refund_request *request, const struct picks *picks,
                         int64_t back, struct changeset *cs)
{
    for (int i = 0; i < picks->count; i++) {
        sale_free_seat(&picks->at[i], ACT_REFUND, cs);
        sale_retire_ticket(picks->at[i].ticket, TICKET_REFUNDED, cs);
    }
    struct sale *row = LIST_ADD(cs->arena, &cs->sales);
    *row = *request->sale;
    row->status = status_after(request->sale, picks->count);
    row->total -= picks->total;
    row->paid -= back;
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
    write_refund(request, &picks, back.amount, cs);
    sale_write_money(&money, cs);
    *given_back = back.amount;
    return VERDICT_OK;
}
