#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/tender.h"
#include "ui/format.h"
#include "ui/order.h"
#include "ui/ticket_view.h"

enum { HEAD_ROWS = 4, SEAT_COLUMNS = 18, TYPE_COLUMNS = 10, PAYMENTS_MAX = 6 };
enum { LIST_COLUMNS = 70, LIST_NARROW = 60, SEAT_NARROW = 15, LINE_TEXT = 256 };
enum { PAPER_AT = 72, ROWS_FOR_BOTH = 12 };

const char *order_word(const struct sale *sale)
{
    /* L10N: how an order stands; at most 14 columns each. */
    static const char *const words[] = {[SALE_PAID] = N_("paid"),
                                        [SALE_DUE] = N_("TO BE PAID"),
                                        [SALE_PART_REFUNDED] = N_("part refunded"),
                                        [SALE_REFUNDED] = N_("refunded")};
    _Static_assert(COUNT_OF(words) == SALE_STATUS_COUNT, "every state of an order has a word");
    if (sale->status == SALE_PAID && !sale->collected_at)
        return _("TO COLLECT");
    if (sale->status == SALE_PAID && sale->collected_at > sale->sold_at)
        return _("collected");
    return _(words[sale->status]);
}

static const char *ticket_word(enum ticket_status status)
{
    /* L10N: how a ticket stands; at most 12 columns each. */
    static const char *const words[] = {[TICKET_VALID] = N_("valid"),
                                        [TICKET_REFUNDED] = "",
                                        [TICKET_EXCHANGED] = N_("exchanged"),
                                        [TICKET_REPRINTED] = N_("replaced")};
    _Static_assert(COUNT_OF(words) == TICKET_STATUS_COUNT, "every state of a ticket has a word");
    /* Of another gender than an order's "refunded" in some languages. */
    return status == TICKET_REFUNDED ? C_("ticket", "refunded") : _(words[status]);
}

const char *order_tender(enum tender tender)
{
    return _(tender_words[tender].word);
}

/* ---- the head ----------------------------------------------------------------------------- */

static void draw_money(const struct sale *sale, struct canvas *canvas, struct area row)
{
    char total[FORMAT_TEXT], paid[FORMAT_TEXT], due[FORMAT_TEXT];
    char sums[LINE_TEXT], to_pay[LINE_TEXT] = "";
    int64_t left = sale->total - sale->paid;
    format_money(sale->total, sale->currency, total);
    format_money(sale->paid, sale->currency, paid);
    /* L10N: of an order: the sum of its valid tickets, and what was paid */
    snprintf(sums, sizeof sums, _("Total %s %s   paid %s"), sale->currency, total, paid);
    if (sale->status == SALE_DUE && left > 0)
        snprintf(to_pay, sizeof to_pay, _("TO PAY %s"), format_money(left, sale->currency, due));
    int room = row.columns - (*to_pay ? text_columns(to_pay) + 3 : 0);
    int column =
        draw_words(canvas, area_part(row, 0, 0, 1, room > 0 ? room : 0), 0, 0, STYLE_TEXT, sums);
    draw_text(canvas, row, 0, column ? column + 3 : 0, STYLE_URGENT, to_pay);
}

static void draw_head(const struct order *order, const struct view *view, struct canvas *canvas,
                      struct area head)
{
    const struct sale *sale = order->sale;
    const struct show *show = order_show(order, view);
    char when[FORMAT_TEXT], sold[FORMAT_TEXT], of[LINE_TEXT];
    int column = draw_text(canvas, head, 0, 0, STYLE_STRONG, sale->code);
    column = draw_text(canvas, head, 0, column + 2,
                       sale->status == SALE_DUE ? STYLE_URGENT : STYLE_STRONG, order_word(sale));
    if (sale->provisional)
        column = draw_text(canvas, head, 0, column + 2, STYLE_URGENT, _("PROVISIONAL"));
    snprintf(of, sizeof of, "%s  %s", show ? show->title : "",
             show ? format_day_clock(show->starts_at, when) : "");
    draw_words(canvas, head, 0, column + 2, STYLE_TEXT, of);
    if (sale->name[0] || sale->email[0])
        /* L10N: whom a pickup is for: name, mail address */
        draw_printf(canvas, head, 1, 0, STYLE_TEXT, _("For %s  %s   (ask for an ID)"), sale->name,
                    sale->email);
    else
        draw_text(canvas, head, 1, 0, STYLE_DIM, _("No name was given (walk-up)."));
    column = draw_printf(canvas, head, 2, 0, STYLE_DIM, _("Sold %s by %s at %s"),
                         format_day_clock(sale->sold_at, sold), sale->sold_by, sale->till);
    if (sale->collected_at > sale->sold_at)
        /* L10N: when an order was picked up; behind "Sold ... by ... at ..." */
        draw_printf(canvas, head, 2, column + 3, STYLE_STRONG, _("Collected %s"),
                    format_day_clock(sale->collected_at, when));
    draw_money(sale, canvas, area_part(head, 3, 0, 1, -1));
}

/* ---- tickets and payments ----------------------------------------------------------------- */

/* On a narrow terminal what it is worth goes before what it is. */
static void ticket_text_of(const struct order *order, int index, bool narrow, char *out,
                           size_t size)
{
    const struct ticket *ticket = &order->sale->tickets[index];
    char seat[SEAT_COLUMNS * 4 + 1], type[TYPE_COLUMNS * 4 + 1], money[FORMAT_TEXT];
    bool marked = index < ORDER_MARKS_MAX && order->marked[index];
    text_fit(seat, sizeof seat, ticket->label, narrow ? SEAT_NARROW : SEAT_COLUMNS, true);
    text_fit(type, sizeof type, price_type_word(ticket->type), TYPE_COLUMNS, true);
    format_money(ticket->total, order->sale->currency, money);
    if (narrow)
        snprintf(out, size, "%c%s %9s  %s", marked ? '*' : ' ', seat, money,
                 ticket_word(ticket->status));
    else
        snprintf(out, size, "%c%s %s %9s  %s  %s", marked ? '*' : ' ', seat, type, money,
                 ticket->code, ticket_word(ticket->status));
}

static void draw_tickets(const struct order *order, struct canvas *canvas, struct area rows)
{
    int count = order->sale->ticket_count, top = list_top(&order->list, rows.rows, count);
    for (int i = top; i < count && i < top + rows.rows; i++) {
        char text[256];
        ticket_text_of(order, i, rows.columns < LIST_NARROW, text, sizeof text);
        list_draw_row(&order->list, canvas, rows, i, top, text);
    }
}

static int payment_rows(const struct sale *sale)
{
    return sale->payment_count < PAYMENTS_MAX ? sale->payment_count : PAYMENTS_MAX;
}

static void draw_payments(const struct sale *sale, struct canvas *canvas, struct area rows)
{
    int shown = payment_rows(sale);
    for (int i = 0; i < shown; i++) {
        const struct payment *payment = &sale->payments[sale->payment_count - shown + i];
        char when[FORMAT_TEXT], money[FORMAT_TEXT], way[11 * 4];
        text_fit(way, sizeof way, order_tender(payment->tender), 10, true);
        const char *code = payment->auth[0] ? payment->auth : payment->voucher;
        draw_printf(canvas, rows, i, 1, STYLE_DIM, "%s  %s %10s  %s%s%s",
                    format_day_clock(payment->at, when), way,
                    format_money(payment->amount, sale->currency, money), code,
                    *code && payment->reason[0] ? "  " : "",
                    payment->reason[0] ? _(payment->reason) : "");
    }
}

static void draw_dialogs(const struct order *order, const struct view *view, struct canvas *canvas,
                         struct area body)
{
    if (order->refund.open)
        refund_draw(order, view, canvas, body);
    if (order->settle.open)
        settle_draw(&order->settle, view->tier, canvas, body);
    bool both =
        order->refund.open && body.rows >= ROWS_FOR_BOTH; /* a row higher: two feet are seen */
    sign_draw(&order->sign, view->tier, canvas, area_part(body, 0, 0, body.rows - both, -1));
}

static void draw_paper(const struct order *order, const struct view *view, struct canvas *canvas,
                       struct area area)
{
    const struct show *show = order_show(order, view);
    const struct ticket *ticket = &order->sale->tickets[order->list.cursor];
    if (show)
        ticket_view_draw(view, show, order->sale, ticket, canvas, area);
}

static void draw_order(const struct order *order, const struct view *view, struct canvas *canvas,
                       struct area body, bool wide)
{
    int payments = body.rows > HEAD_ROWS + 8 ? payment_rows(order->sale) : 0;
    draw_head(order, view, canvas, area_part(body, 0, 0, HEAD_ROWS, -1));
    draw_tickets(order, canvas,
                 area_part(body, HEAD_ROWS + 1, 0, body.rows - HEAD_ROWS - payments - 2,
                           wide ? LIST_COLUMNS : -1));
    list_draw_position(&order->list, canvas,
                       area_part(body, HEAD_ROWS, 0, 1, wide ? LIST_COLUMNS : -1),
                       body.rows - HEAD_ROWS - payments - 2, order->sale->ticket_count);
    if (payments)
        draw_payments(order->sale, canvas, area_part(body, body.rows - payments, 0, -1, -1));
    if (wide)
        draw_paper(order, view, canvas, area_part(body, HEAD_ROWS + 1, PAPER_AT, -1, -1));
}

/* Whatever lies below, a dialog that hears keys is seen. */
void order_draw(const void *state, const struct view *view, struct canvas *canvas, struct area body)
{
    const struct order *order = state;
    bool wide = body.columns >= PAPER_AT + TICKET_VIEW_COLUMNS;
    if (!order->sale) {
        draw_text(canvas, body, 0, 0, STYLE_DIM, _("The order is on its way."));
        return;
    }
    if (order->paper && !wide)
        draw_paper(order, view, canvas, body);
    else
        draw_order(order, view, canvas, body, wide);
    draw_dialogs(order, view, canvas, body);
}
