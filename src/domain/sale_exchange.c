/*
 * Exchange: the new seats are priced by their show's list, as the types the old tickets had, with
 * that show's fee. Discounts and vouchers of the old tickets are not carried over: they were given
 * for that price. The difference is paid, or goes back; a reservation just owes more or less.
 */
#include "config.h"

#include <string.h>

#include "src/domain/hold.h"
#include "src/domain/row/steps.h"
#include "src/domain/sale_money.h"
#include "src/domain/sale_ticket.h"

struct exchange { /* one exchange in the making */
    const struct exchange_request *request;
    struct changeset *cs;
    struct picks old;
    struct live_seats seats; /* seats.at[i] is the new place of old.at[i] */
    struct quote quote;
    struct money_moves money;
    int64_t difference;
};

static enum verdict pick_old(struct exchange *exchange, struct refusal *why)
{
    const struct exchange_request *request = exchange->request;
    const struct ticket_pick pick = {.sale = request->sale,
                                     .seats = request->old_seats,
                                     .seat_count = request->seat_count,
                                     .now = request->now,
                                     .now_count = request->now_count};
    return sale_pick_tickets(&pick, exchange->cs->arena, &exchange->old, why);
}

static enum verdict pick_new(struct exchange *exchange, struct refusal *why)
{
    const struct exchange_request *request = exchange->request;
    struct changeset *cs = exchange->cs;
    enum verdict verdict =
        sale_check_holds(request->hold, request->also, request->also_count, cs, why);
    if (verdict == VERDICT_OK)
        verdict = sale_check_not_paying(request->hold, request->also, request->also_count, why);
    if (verdict != VERDICT_OK)
        return verdict;
    if (request->new_show->status != SHOW_OPEN)
        return refuse(why, VERDICT_SHOW_NOT_OPEN, NULL);
    if (strcmp(request->new_show->currency, request->sale->currency) != 0)
        return refuse(why, VERDICT_NOT_POSSIBLE,
                      "Sale %s was paid in %s and the new show is sold in %s; refund it and sell "
                      "anew.",
                      request->sale->code, request->sale->currency, request->new_show->currency);
    exchange->seats = sale_live_seats(request->hold, request->also, request->also_count, cs->arena);
    if (exchange->seats.count != exchange->old.count)
        return refuse(why, VERDICT_NOT_POSSIBLE,
                      "The hold has %d seats for %d tickets; hold one new seat for each ticket.",
                      exchange->seats.count, exchange->old.count);
    return VERDICT_OK;
}

static enum verdict price_new(struct exchange *exchange, struct refusal *why)
{
    static const struct discount none = {.kind = DISCOUNT_NONE};
    struct quote *quote = &exchange->quote;
    quote->count = exchange->seats.count;
    quote->lines = arena_array(exchange->cs->arena, (size_t)quote->count, sizeof *quote->lines);
    for (int i = 0; i < quote->count; i++)
        quote->lines[i] = (struct price_line){.class_no = exchange->seats.at[i]->class_no,
                                              .type = exchange->old.at[i].ticket->type};
    const struct show *show = exchange->request->new_show;
    enum verdict verdict = sale_check_types(show, &exchange->seats, quote, why);
    if (verdict == VERDICT_OK)
        verdict = price_quote(show, &none, NULL, exchange->cs->now, quote, why);
    exchange->difference = quote->total - exchange->old.total;
    return verdict;
}

/* ---- the difference ----------------------------------------------------------------------- */

static enum verdict take_difference(struct exchange *exchange, int64_t due, struct refusal *why)
{
    const struct exchange_request *request = exchange->request;
    const struct money_in in = {.ids = request->ids,
                                .sale = &request->sale->id,
                                .shift = request->shift,
                                .currency = request->sale->currency,
                                .show = request->new_show->no,
                                .due = due,
                                .tenders = request->tenders,
                                .tender_count = request->tender_count,
                                .gifts = request->gifts,
                                .gift_count = request->gift_count};
    return sale_take_money(&in, exchange->cs, &exchange->money, why);
}

static enum verdict give_difference(struct exchange *exchange, struct refusal *why)
{
    const struct exchange_request *request = exchange->request;
    const struct money_back back = {.ids = request->ids,
                                    .sale = request->sale,
                                    .shift = request->shift,
                                    .amount = -exchange->difference,
                                    .tender = -1,
                                    .first_payment_first = true,
                                    .gifts = request->gifts,
                                    .gift_count = request->gift_count};
    return sale_give_back(&back, exchange->cs, &exchange->money, why);
}

static enum verdict settle(struct exchange *exchange, struct refusal *why)
{
    bool reserved = exchange->request->sale->status == SALE_DUE;
    bool pays = !reserved && exchange->difference > 0;
    enum verdict verdict = VERDICT_OK;
    if (pays || exchange->request->tender_count)
        verdict = take_difference(exchange, pays ? exchange->difference : 0, why);
    if (verdict == VERDICT_OK && !reserved && exchange->difference < 0)
        verdict = give_difference(exchange, why);
    return verdict;
}

/* ---- writing it down ---------------------------------------------------------------------- */

static enum verdict write_tickets(struct exchange *exchange, struct refusal *why)
{
    struct changeset *cs = exchange->cs;
    enum verdict verdict = VERDICT_OK;
    for (int i = 0; i < exchange->old.count && verdict == VERDICT_OK; i++) {
        const struct ticket *old = exchange->old.at[i].ticket;
        struct ticket fresh = sale_new_ticket(exchange->request->ids, cs);
        fresh.sale = old->sale;
        fresh.generation = old->generation + 1;
        sale_seat_ticket(&fresh, exchange->request->new_show->no, exchange->seats.at[i]);
        sale_price_ticket(&fresh, &exchange->quote.lines[i]);
        verdict = sale_end_ticket(old, ACT_EXCHANGE, 0, cs, why);
        *LIST_ADD(cs->arena, &cs->tickets) = fresh;
    }
    return verdict;
}

/* The new seats are taken before the old are let go; both happen or neither. */
static enum verdict write_seats(struct exchange *exchange, struct refusal *why)
{
    const struct exchange_request *request = exchange->request;
    enum verdict verdict = VERDICT_OK;
    for (int i = 0; i <= request->also_count && verdict == VERDICT_OK; i++)
        verdict = sale_convert_hold(i ? &request->also[i - 1] : request->hold, &request->sale->id,
                                    ACT_EXCHANGE, exchange->cs, why);
    for (int i = 0; i < exchange->old.count; i++)
        sale_free_seat(&exchange->old.at[i], ACT_EXCHANGE, exchange->cs);
    return verdict;
}

/* A sale stays with its show as long as one of its tickets does. */
static int32_t show_after(const struct exchange *exchange)
{
    const struct sale *sale = exchange->request->sale;
    int staying = 0;
    for (int i = 0; i < sale->ticket_count; i++)
        staying += sale->tickets[i].status == TICKET_VALID && sale->tickets[i].show == sale->show;
    for (int i = 0; i < exchange->old.count; i++)
        staying -= exchange->old.at[i].ticket->show == sale->show;
    return staying ? sale->show : exchange->request->new_show->no;
}

static enum verdict write_sale(struct exchange *exchange, struct refusal *why)
{
    struct changeset *cs = exchange->cs;
    struct sale *row = LIST_ADD(cs->arena, &cs->sales);
    *row = *exchange->request->sale;
    row->show = show_after(exchange);
    row->total += exchange->difference;
    for (int i = 0; i < exchange->money.payments.count; i++)
        row->paid += exchange->money.payments.at[i].amount;
    return sale_step(row, ACT_EXCHANGE, row->status, why);
}

static const struct sale *sale_as_left(struct exchange *exchange)
{
    struct changeset *cs = exchange->cs;
    const struct sale *before = exchange->request->sale;
    struct sale *after = arena_alloc(cs->arena, sizeof *after);
    *after = cs->sales.at[cs->sales.count - 1];
    int had = before->ticket_count, paid = before->payment_count;
    after->ticket_count = had + exchange->old.count;
    after->tickets = arena_grow(cs->arena, before->tickets, (size_t)had,
                                (size_t)after->ticket_count, sizeof *after->tickets);
    for (int i = 0; i < exchange->old.count; i++) {
        after->tickets[exchange->old.at[i].ticket - before->tickets] = cs->tickets.at[2 * i];
        after->tickets[had + i] = cs->tickets.at[2 * i + 1];
    }
    after->payment_count = paid + exchange->money.payments.count;
    after->payments = arena_grow(cs->arena, before->payments, (size_t)paid,
                                 (size_t)after->payment_count, sizeof *after->payments);
    for (int i = paid; i < after->payment_count; i++)
        after->payments[i] = exchange->money.payments.at[i - paid];
    return after;
}

enum verdict sale_decide_exchange(const struct exchange_request *request, struct changeset *cs,
                                  struct sell_result *result, struct refusal *why)
{
    static enum verdict (*const steps[])(struct exchange *, struct refusal *) = {
        pick_old, pick_new, price_new, settle, write_seats, write_tickets, write_sale};
    struct exchange exchange = {.request = request, .cs = cs};
    for (int i = 0; i < COUNT_OF(steps); i++) {
        enum verdict verdict = steps[i](&exchange, why);
        if (verdict != VERDICT_OK)
            return verdict;
    }
    sale_write_money(&exchange.money, cs);
    const struct sale *sale = sale_as_left(&exchange);
    *result =
        (struct sell_result){.total = sale->total, .change = exchange.money.change, .sale = sale};
    return VERDICT_OK;
}
