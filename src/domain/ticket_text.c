#include "config.h"

#include "src/domain/ticket_text.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/amount.h"
#include "src/domain/page.h"
#include "src/domain/tender.h"
#include "src/domain/when.h"

static const char *tr(const struct ticket_paper *paper, const char *text)
{
    return say(paper->language, text);
}

static const char *money(const struct ticket_paper *paper, int64_t amount)
{
    char text[MONEY_TEXT];
    return arena_strdup(paper->arena, money_said(amount, paper->sale->currency, text));
}

static const char *type_word(const struct ticket_paper *paper, enum price_type type)
{
    return tr(paper, price_type_title(type));
}

/* ---- what it is not good for -------------------------------------------------------------- */

static const char *void_word(enum ticket_status status)
{
    switch (status) {
    case TICKET_VALID:
        return NULL;
    case TICKET_REFUNDED:
        return N_("NOT VALID: refunded");
    case TICKET_EXCHANGED:
        return N_("NOT VALID: exchanged");
    case TICKET_REPRINTED:
        return N_("NOT VALID: printed again");
    case TICKET_STATUS_COUNT:
        break;
    }
    return NULL;
}

static void add_warning(struct page *page, const char *text)
{
    char starred[WHEN_TEXT * 2];
    snprintf(starred, sizeof starred, "*** %s ***", text);
    page_centre(page, text_columns(starred) <= page->columns ? starred : text);
}

static void add_warnings(const struct ticket_paper *paper, struct page *page)
{
    if (paper->training)
        add_warning(page, tr(paper, N_("TRAINING - no ticket")));
    if (paper->provisional)
        add_warning(page, tr(paper, N_("PROVISIONAL")));
    if (paper->sale->status == SALE_DUE)
        add_warning(page, tr(paper, N_("NOT PAID")));
}

static void add_ticket_warnings(const struct ticket_paper *paper, const struct ticket *ticket,
                                struct page *page)
{
    add_warnings(paper, page);
    const char *status = void_word(ticket->status);
    if (status)
        add_warning(page, tr(paper, status));
}

/* ---- a ticket ----------------------------------------------------------------------------- */

static void add_show(const struct ticket_paper *paper, struct page *page)
{
    char when[WHEN_TEXT];
    page_centre(page, paper->house);
    page_rule(page, '-');
    page_wrap(page, paper->show->title);
    page_line(page, when_text(paper->show->starts_at, paper->offset_min, paper->language, when));
    if (paper->plan && paper->plan->name[0])
        page_line(page, paper->plan->name);
    page_blank(page);
}

static int seat_index(const struct ticket_paper *paper, const struct ticket *ticket)
{
    for (int i = 0; paper->plan && i < paper->plan->seat_count; i++)
        if (paper->plan->seats[i].no == ticket->seat)
            return i;
    return -1;
}

static void add_place(const struct ticket_paper *paper, const struct ticket *ticket,
                      struct page *page)
{
    int index = seat_index(paper, ticket);
    if (index < 0) {
        page_printf(page, tr(paper, N_("Seat     %s")), ticket->label);
        return;
    }
    const struct plan_seat *seat = &paper->plan->seats[index];
    const struct plan_row *row = &paper->plan->rows[seat->row];
    const struct plan_section *section = plan_section_of(paper->plan, index);
    const char *number = plan_seat_number(paper->plan, seat);
    char large[ROW_TEXT + NUMBER_TEXT];
    snprintf(large, sizeof large, "%s%s%s", row->label, row->label[0] ? " " : "", number);
    if (section->name[0])
        page_printf(page, tr(paper, N_("Section  %s")), section->name);
    if (row->label[0])
        page_printf(page, tr(paper, N_("Row      %s")), row->label);
    page_printf(page, tr(paper, N_("Seat     %s")), number);
    page_blank(page);
    if (page_large(page, large))
        page_blank(page);
}

static void add_price(const struct ticket_paper *paper, const struct ticket *ticket,
                      struct page *page)
{
    const char *type = type_word(paper, ticket->type);
    page_pair(page, type, amount_text(ticket->total, paper->sale->currency).text);
    if (ticket->fee || ticket->discount)
        page_pair(page, tr(paper, N_("  price")), money(paper, ticket->price));
    if (ticket->discount)
        page_pair(page, tr(paper, N_("  discount")), money(paper, -ticket->discount));
    if (ticket->fee)
        page_pair(page, tr(paper, N_("  booking fee")), money(paper, ticket->fee));
    if (ticket->tax)
        page_pair(page, tr(paper, N_("  tax contained")), money(paper, ticket->tax));
}

static void add_mark(const struct ticket_paper *paper, struct page *page)
{
    char text[ENTRY_MARK_TEXT];
    if (paper->mark.seq)
        page_pair(page, tr(paper, N_("Journal")), entry_mark_text(&paper->mark, text));
}

static void add_codes(const struct ticket_paper *paper, const struct ticket *ticket,
                      struct page *page)
{
    char generation[16];
    snprintf(generation, sizeof generation, "%d", ticket->generation);
    if (paper->sale->name[0])
        page_line(page, paper->sale->name); /* alone on its line, whichever way it is written */
    page_pair(page, tr(paper, N_("Order")), paper->sale->code);
    page_pair(page, tr(paper, N_("Ticket")), ticket->code);
    page_pair(page, tr(paper, N_("Copy")), generation);
    add_mark(paper, page);
}

/* White paper is quiet around it, so one square is kept free and the code fits 40 columns. */
static void add_qr(const struct ticket_paper *paper, struct page *page)
{
    const struct qr_style style = {.quiet = 1, .ascii = paper->ascii};
    int count = 0;
    if (!paper->qr || qr_columns(paper->qr, &style) > page->columns)
        return;
    const char *const *lines = qr_lines(paper->qr, &style, paper->arena, &count);
    for (int i = 0; i < count; i++)
        page_centre(page, lines[i]);
}

const char *ticket_text(const struct ticket_paper *paper, const struct ticket *ticket)
{
    struct page page;
    page_start(&page, paper->arena, paper->columns);
    page_rule(&page, '=');
    add_ticket_warnings(paper, ticket, &page);
    add_show(paper, &page);
    add_place(paper, ticket, &page);
    add_price(paper, ticket, &page);
    page_rule(&page, '-');
    add_codes(paper, ticket, &page);
    add_qr(paper, &page);
    add_ticket_warnings(paper, ticket, &page);
    page_rule(&page, '=');
    return page_text(&page);
}

/* ---- a receipt ---------------------------------------------------------------------------- */

struct sums {
    int64_t price, discount, fee, tax;
};

static struct sums add_tickets(const struct ticket_paper *paper, struct page *page)
{
    struct sums sums = {0};
    for (int i = 0; i < paper->sale->ticket_count; i++) {
        const struct ticket *ticket = &paper->sale->tickets[i];
        if (ticket->status != TICKET_VALID)
            continue;
        page_pair(
            page,
            arena_printf(paper->arena, "%s  %s", ticket->label, type_word(paper, ticket->type)),
            money(paper, ticket->price));
        sums.price += ticket->price;
        sums.discount += ticket->discount;
        sums.fee += ticket->fee;
        sums.tax += ticket->tax;
    }
    return sums;
}

static void add_totals(const struct ticket_paper *paper, const struct sums *sums, struct page *page)
{
    page_rule(page, '-');
    if (sums->discount)
        page_pair(page, tr(paper, N_("Discount")), money(paper, -sums->discount));
    if (sums->fee)
        page_pair(page, tr(paper, N_("Booking fees")), money(paper, sums->fee));
    page_pair(page, tr(paper, N_("TOTAL")),
              amount_text(paper->sale->total, paper->sale->currency).text);
    if (sums->tax)
        page_pair(page, tr(paper, N_("Tax contained")), money(paper, sums->tax));
    page_blank(page);
}

static const char *tender_word(const struct ticket_paper *paper, const struct payment *payment)
{
    const struct tender_words *words = &tender_words[payment->tender];
    return tr(paper, payment->amount < 0 ? words->paper_back : words->paper);
}

static void add_payment(const struct ticket_paper *paper, const struct payment *payment,
                        struct page *page)
{
    const char *detail = payment->auth[0] ? payment->auth : payment->voucher;
    page_pair(page, tender_word(paper, payment), money(paper, payment->amount));
    if (detail[0])
        page_printf(page, "  %s", detail);
    if (payment->tender != TENDER_CASH || payment->given <= payment->amount)
        return;
    page_pair(page, tr(paper, N_("  given")), money(paper, payment->given));
    page_pair(page, tr(paper, N_("  change")), money(paper, payment->given - payment->amount));
}

static void add_payments(const struct ticket_paper *paper, struct page *page)
{
    const struct sale *sale = paper->sale;
    for (int i = 0; i < sale->payment_count; i++)
        add_payment(paper, &sale->payments[i], page);
    if (sale->paid < sale->total)
        page_pair(page, tr(paper, N_("TO PAY")),
                  amount_text(sale->total - sale->paid, sale->currency).text);
    if (sale->paid > sale->total)
        page_pair(page, tr(paper, N_("Fees not given back")),
                  money(paper, sale->paid - sale->total));
}

const char *receipt_text(const struct ticket_paper *paper)
{
    const struct sale *sale = paper->sale;
    struct page page;
    char when[WHEN_TEXT];
    page_start(&page, paper->arena, paper->columns);
    page_rule(&page, '=');
    add_warnings(paper, &page);
    add_show(paper, &page);
    page_pair(&page, tr(paper, N_("Order")), sale->code);
    page_pair(&page, tr(paper, N_("Sold")),
              when_text(sale->sold_at, paper->sold_offset_min, paper->language, when));
    page_pair(&page, tr(paper, N_("Till")),
              arena_printf(paper->arena, "%s, %s", sale->till, sale->sold_by));
    add_mark(paper, &page);
    if (sale->name[0])
        page_line(&page, sale->name);
    page_rule(&page, '-');
    struct sums sums = add_tickets(paper, &page);
    add_totals(paper, &sums, &page);
    add_payments(paper, &page);
    add_qr(paper, &page);
    add_warnings(paper, &page);
    page_rule(&page, '=');
    return page_text(&page);
}
