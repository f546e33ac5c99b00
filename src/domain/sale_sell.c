#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/hold.h"
#include "src/domain/row/steps.h"
#include "src/domain/sale_money.h"
#include "src/domain/sale_ticket.h"

struct sell { /* one sale in the making */
    const struct sell_request *request;
    struct changeset *cs;
    struct live_seats seats;
    struct quote quote;
    struct money_moves money;
    struct sale sale;
};

/* ---- what is sold ------------------------------------------------------------------------- */

static enum verdict check_hold(struct sell *sell, struct refusal *why)
{
    const struct sell_request *request = sell->request;
    enum verdict verdict =
        sale_check_holds(request->hold, request->also, request->also_count, sell->cs, why);
    if (verdict == VERDICT_OK && !request->paying)
        verdict = sale_check_not_paying(request->hold, request->also, request->also_count, why);
    if (verdict != VERDICT_OK)
        return verdict;
    if (request->show->status != SHOW_OPEN)
        return refuse(why, VERDICT_SHOW_NOT_OPEN, NULL);
    sell->seats =
        sale_live_seats(request->hold, request->also, request->also_count, sell->cs->arena);
    if (sell->seats.count == 0)
        return refuse(why, VERDICT_HOLD_EXPIRED,
                      "No seat is left in this hold; hold the seats anew.");
    return VERDICT_OK;
}

static int find_live(const struct live_seats *seats, int32_t seat)
{
    for (int i = 0; i < seats->count; i++)
        if (seats->at[i]->seat == seat)
            return i;
    return -1;
}

static enum verdict set_types(struct sell *sell, struct refusal *why)
{
    const struct sell_request *request = sell->request;
    bool *named = arena_array(sell->cs->arena, (size_t)sell->seats.count, sizeof *named);
    for (int i = 0; i < request->type_count; i++) {
        int at = find_live(&sell->seats, request->types[i].seat);
        if (at < 0)
            return refuse(why, VERDICT_SEAT_NOT_FOUND,
                          "A price type was named for a seat that is not in this hold.");
        if (named[at])
            return refuse(why, VERDICT_DUPLICATE_SEAT,
                          "%s was given two price types; name each seat once.",
                          sell->seats.at[at]->label);
        named[at] = true;
        sell->quote.lines[at].type = request->types[i].type;
    }
    return VERDICT_OK;
}

static enum verdict make_quote(struct sell *sell, struct refusal *why)
{
    const struct sell_request *request = sell->request;
    sell->quote.count = sell->seats.count;
    sell->quote.lines =
        arena_array(sell->cs->arena, (size_t)sell->seats.count, sizeof *sell->quote.lines);
    for (int i = 0; i < sell->seats.count; i++)
        sell->quote.lines[i] =
            (struct price_line){.class_no = sell->seats.at[i]->class_no, .type = TYPE_ADULT};
    enum verdict verdict = set_types(sell, why);
    if (verdict == VERDICT_OK)
        verdict = sale_check_types(request->show, &sell->seats, &sell->quote, why);
    if (verdict == VERDICT_OK && request->voucher && request->voucher->kind == VOUCHER_GIFT)
        return refuse(why, VERDICT_VOUCHER_NOT_VALID,
                      "Voucher %s is a gift voucher: it takes nothing off but pays like money; "
                      "name it as a payment.",
                      request->voucher->code);
    if (verdict == VERDICT_OK)
        verdict = price_quote(request->show, &request->discount, request->voucher, sell->cs->now,
                              &sell->quote, why);
    return verdict;
}

/* ---- who buys and how it is paid ---------------------------------------------------------- */

static enum verdict check_text(const char *what, const char *text, char *out, size_t size,
                               struct refusal *why)
{
    const char *fault = text_clean(text ? text : "", out, size);
    if (fault)
        return refuse(why, VERDICT_INVALID, "%s: this text %s; write it again.", tongue(what),
                      tongue(fault));
    return VERDICT_OK;
}

static enum verdict set_buyer(struct sell *sell, struct refusal *why)
{
    const struct sell_request *request = sell->request;
    struct sale *sale = &sell->sale;
    const char *email = request->email ? request->email : request->hold->email;
    enum verdict verdict =
        check_text(N_("Name"), request->name, sale->name, sizeof sale->name, why);
    if (verdict == VERDICT_OK)
        verdict = check_text(N_("E-mail"), email, sale->email, sizeof sale->email, why);
    return verdict;
}

static enum verdict take_money(struct sell *sell, struct refusal *why)
{
    const struct sell_request *request = sell->request;
    if (request->due && request->tender_count)
        return refuse(
            why, VERDICT_INVALID,
            "A reservation is paid when it is picked up; leave the payments out, or sell it now.");
    if (request->due)
        return VERDICT_OK;
    struct money_in in = {.ids = request->ids,
                          .sale = &request->sale_id,
                          .shift = request->shift,
                          .currency = request->show->currency,
                          .show = request->show->no,
                          .due = sell->quote.total,
                          .tenders = request->tenders,
                          .tender_count = request->tender_count,
                          .gifts = request->gifts,
                          .gift_count = request->gift_count};
    return sale_take_money(&in, sell->cs, &sell->money, why);
}

/* ---- writing it down ---------------------------------------------------------------------- */

/* Over the counter, tickets go with the money; what was bought elsewhere is picked up. */
static bool is_handed_over(const struct sell_request *request, bool due)
{
    return !due && !request->pickup && request->hold->source != SOURCE_WEB;
}

static void fill_sale(struct sell *sell)
{
    const struct sell_request *request = sell->request;
    const struct changeset *cs = sell->cs;
    struct sale *sale = &sell->sale;
    bool due = request->due && sell->quote.total > 0; /* nothing to pay is paid */
    sale->id = request->sale_id;
    sale->show = request->show->no;
    sale_begin(sale, due);
    sale->hold = request->hold->id;
    sale->customer = request->customer;
    if (request->shift)
        sale->shift = request->shift->id;
    sale->total = sell->quote.total;
    sale->paid = due ? 0 : sell->quote.total;
    sale->sold_at = cs->now;
    sale->collected_at = is_handed_over(request, due) ? cs->now : 0;
    text_copy(sale->code, sizeof sale->code, request->sale_code);
    text_copy(sale->currency, sizeof sale->currency, request->show->currency);
    text_copy(sale->sold_by, sizeof sale->sold_by, cs->actor.name);
    text_copy(sale->till, sizeof sale->till, cs->actor.till);
}

static void write_tickets(struct sell *sell)
{
    struct changeset *cs = sell->cs;
    struct sale *sale = &sell->sale;
    sale->ticket_count = sell->seats.count;
    sale->tickets = arena_array(cs->arena, (size_t)sell->seats.count, sizeof *sale->tickets);
    for (int i = 0; i < sell->seats.count; i++) {
        struct ticket ticket = sale_new_ticket(sell->request->ids, cs);
        ticket.sale = sale->id;
        sale_seat_ticket(&ticket, sale->show, sell->seats.at[i]);
        sale_price_ticket(&ticket, &sell->quote.lines[i]);
        sale->tickets[i] = ticket;
        *LIST_ADD(cs->arena, &cs->tickets) = ticket;
    }
}

static void write_voucher(struct sell *sell)
{
    if (!sell->request->voucher)
        return;
    struct voucher *row = LIST_ADD(sell->cs->arena, &sell->cs->vouchers);
    *row = *sell->request->voucher;
    row->used += sell->quote.from_voucher;
    row->gave += sell->quote.from_voucher;
    row->uses++;
}

static enum verdict convert_holds(struct sell *sell, struct refusal *why)
{
    const struct sell_request *request = sell->request;
    enum verdict verdict = VERDICT_OK;
    for (int i = 0; i <= request->also_count && verdict == VERDICT_OK; i++)
        verdict = sale_convert_hold(i ? &request->also[i - 1] : request->hold, &request->sale_id,
                                    ACT_SELL, sell->cs, why);
    return verdict;
}

static void write_sale(struct sell *sell, struct sell_result *result)
{
    struct changeset *cs = sell->cs;
    fill_sale(sell);
    *LIST_ADD(cs->arena, &cs->sales) = sell->sale;
    write_tickets(sell);
    write_voucher(sell);
    sale_write_money(&sell->money, cs);
    sell->sale.payments = sell->money.payments.at;
    sell->sale.payment_count = sell->money.payments.count;
    struct sale *kept = arena_alloc(cs->arena, sizeof *kept);
    *kept = sell->sale;
    *result =
        (struct sell_result){.total = kept->total, .change = sell->money.change, .sale = kept};
}

enum verdict sale_decide_sell(const struct sell_request *request, struct changeset *cs,
                              struct sell_result *result, struct refusal *why)
{
    static enum verdict (*const steps[])(struct sell *, struct refusal *) = {
        check_hold, make_quote, set_buyer, take_money, convert_holds};
    struct sell sell = {.request = request, .cs = cs};
    for (int i = 0; i < COUNT_OF(steps); i++) {
        enum verdict verdict = steps[i](&sell, why);
        if (verdict != VERDICT_OK)
            return verdict;
    }
    write_sale(&sell, result);
    return VERDICT_OK;
}
