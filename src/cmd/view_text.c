/* Things as lines for people. */
#include "config.h"

#include "src/cmd/view.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/paper.h"
#include "src/cmd/till_alone.h"
#include "src/domain/shift.h"
#include "ui/format.h"

char *view_time(const struct call *call, int64_t at, char out[LOCAL_TEXT])
{
    struct tm then, today;
    char text[FORMAT_TEXT];
    time_t seconds = (time_t)(at / 1000), current = (time_t)(call->now / 1000);
    if (!at || !localtime_r(&seconds, &then) || !localtime_r(&current, &today))
        snprintf(out, LOCAL_TEXT, "-");
    else if (then.tm_year == today.tm_year)
        snprintf(out, LOCAL_TEXT, "%s", format_day_clock(at, text));
    else
        snprintf(out, LOCAL_TEXT, "%s", format_date_clock(at, text));
    return out;
}

char *view_clock(int64_t at, char out[LOCAL_TEXT])
{
    struct tm then;
    time_t seconds = (time_t)(at / 1000);
    if (!localtime_r(&seconds, &then) || strftime(out, LOCAL_TEXT, "%H:%M", &then) == 0)
        strcpy(out, "-");
    return out;
}

char *view_money(const struct call *call, int64_t amount, char out[MONEY_TEXT])
{
    return money_said(amount, call->house.currency, out);
}

char *view_left(int64_t ms, char out[LOCAL_TEXT])
{
    if (ms <= 0)
        snprintf(out, LOCAL_TEXT, "%s", C_("hold", "over"));
    else
        snprintf(out, LOCAL_TEXT, "%d:%02d", (int)(ms / 60000), (int)(ms / 1000 % 60));
    return out;
}

const char *view_line(const struct call *call, const char *text)
{
    size_t size = 3 * strlen(text) + 1;
    char *line = arena_alloc(call->arena, size);
    text_fit(line, size, text, INT_MAX, false);
    return line;
}

/* A list of sales names the same few shows again and again. */
const char *view_show_id(struct call *call, int32_t no)
{
    for (int i = 0; i < call->shows.count; i++)
        if (call->shows.at[i].no == no)
            return call->shows.at[i].id;
    struct show_name *name = LIST_ADD(call->arena, &call->shows);
    struct show show;
    bool found = false;
    name->no = no;
    name->id = "";
    struct store *store = call->desk.store;
    if (no && store->ops->show_by_no(store, no, call->arena, &show, &found, NULL) == RC_OK && found)
        name->id = arena_strdup(call->arena, show.id);
    return name->id;
}

const char *view_hold_seats(struct call *call, const struct hold *hold)
{
    bool open = hold->status == HOLD_ACTIVE || hold->status == HOLD_PAYING;
    char *text = arena_alloc(call->arena, (size_t)hold->seat_count * (SEAT_TEXT + 1) + 1);
    char *at = text;
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live || !open)
            at += sprintf(at, "%s%s", at == text ? "" : " ", hold->seats[i].label);
    return text;
}

void print_hold(struct call *call, const struct hold *hold)
{
    char id[UUID_TEXT], left[LOCAL_TEXT], until[LOCAL_TEXT];
    bool open = hold->status == HOLD_ACTIVE || hold->status == HOLD_PAYING;
    call_print(call, _("Hold    %s\n"), uuid_text(&hold->id, id));
    call_print(call, _("Show    %s\n"), view_show_id(call, hold->show));
    call_print(call, _("Seats   %s\n"), view_line(call, view_hold_seats(call, hold)));
    if (hold->email[0])
        call_print(call, _("For     %s\n"), view_line(call, hold->email));
    call_print(call, _("Holder  %s at %s\n"), view_line(call, hold->holder),
               view_line(call, hold->till));
    if (open)
        call_print(call, _("Until   %s (%s left)\n"), view_time(call, hold->expires_at, until),
                   view_left(hold->expires_at - call->now, left));
    else
        call_print(call, _("Status  %s %s\n"), C_("hold", hold_status_name(hold->status)),
                   C_("end", hold_end_name(hold->end)));
}

static void print_tickets(struct call *call, const struct sale *sale)
{
    struct grid grid;
    char amount[MONEY_TEXT];
    grid_start(&grid, call->arena, _("SEAT|TICKET|TYPE|STATUS|>PRICE"));
    for (int i = 0; i < sale->ticket_count; i++) {
        const struct ticket *ticket = &sale->tickets[i];
        grid_cell(&grid, "%s", ticket->label);
        grid_cell(&grid, "%s", ticket->code);
        grid_cell(&grid, "%s", C_("type", price_type_name(ticket->type)));
        grid_cell(&grid, "%s", C_("ticket", ticket_status_name(ticket->status)));
        grid_cell(&grid, "%s", view_money(call, ticket->total, amount));
    }
    grid_print(&grid, call->out);
}

static void print_alone(struct call *call, const struct sale *sale)
{
    const struct entry_mark mark = till_alone_mark(call, sale);
    char text[ENTRY_MARK_TEXT];
    if (till_alone_sale_provisional(call, sale))
        call_print(call, "%s\n",
                   _("State   PROVISIONAL: the house has still to say yes, and could say no"));
    if (mark.seq)
        call_print(call, _("Journal %s\n"), entry_mark_text(&mark, text));
}

/* "Cash     50.00, given 60.00" or "Card     -25.50, 123456, ill": one line a payment. */
static void print_payments(struct call *call, const struct sale *sale)
{
    char amount[MONEY_TEXT], given[MONEY_TEXT], when[LOCAL_TEXT];
    for (int i = 0; i < sale->payment_count; i++) {
        const struct payment *payment = &sale->payments[i];
        const char *proof = payment->tender == TENDER_VOUCHER ? payment->voucher : payment->auth;
        call_print(
            call, payment->amount < 0 ? _("Back    %s %s") : _("Paid    %s %s"),
            C_("tender", tender_name(payment->tender)),
            view_money(call, payment->amount < 0 ? -payment->amount : payment->amount, amount));
        if (payment->given > payment->amount)
            call_print(call, _(", given %s"), view_money(call, payment->given, given));
        if (*proof)
            call_print(call, ", %s", view_line(call, proof));
        if (payment->reason[0])
            call_print(call, ", %s", view_line(call, payment->reason));
        call_print(call, ", %s\n", view_time(call, payment->at, when));
    }
}

void print_sale(struct call *call, const struct sale *sale)
{
    char total[MONEY_TEXT], paid[MONEY_TEXT], when[LOCAL_TEXT];
    if (call->json)
        return;
    call_print(call, _("Sale    %s\n"), sale->code);
    print_alone(call, sale);
    call_print(call, _("Show    %s\n"), view_show_id(call, sale->show));
    if (sale->name[0] || sale->email[0])
        call_print(call, _("For     %s %s\n"), view_line(call, sale->name),
                   view_line(call, sale->email));
    call_print(call, _("Sold    %s by %s at %s\n"), view_time(call, sale->sold_at, when),
               view_line(call, sale->sold_by), view_line(call, sale->till));
    call_print(call, _("Total   %s %s, paid %s, %s\n"), view_money(call, sale->total, total),
               sale->currency, view_money(call, sale->paid, paid),
               C_("sale", sale_status_name(sale->status)));
    print_payments(call, sale);
    print_tickets(call, sale);
}

static void print_tenders(struct call *call, const struct shift *shift)
{
    struct grid grid;
    char amount[MONEY_TEXT];
    grid_start(&grid, call->arena, _("TENDER|>TAKEN|>EXPECTED"));
    for (int i = 0; i < TENDER_COUNT; i++) {
        int64_t expected = shift_expected(shift, (enum tender)i);
        grid_cell(&grid, "%s", C_("tender", tender_name((enum tender)i)));
        grid_cell(&grid, "%s", view_money(call, shift->taken[i], amount));
        grid_cell(&grid, "%s", view_money(call, expected, amount));
    }
    grid_print(&grid, call->out);
}

/* In a few lines while it is open, whole once it is closed. */
void print_shift(struct call *call, const struct shift *shift)
{
    char id[UUID_TEXT], from[LOCAL_TEXT], a[MONEY_TEXT], b[MONEY_TEXT], c[MONEY_TEXT],
        d[MONEY_TEXT];
    if (call->json)
        return;
    if (shift->closed_at) {
        paper_shift(call, shift);
        return;
    }
    call_print(call, _("Shift   %s\n"), uuid_text(&shift->id, id));
    call_print(call, _("Till    %s, %s\n"), view_line(call, shift->till),
               view_line(call, shift->staff));
    call_print(call, _("From    %s\n"), view_time(call, shift->opened_at, from));
    call_print(call, _("Float   %s, drops %s, paid in %s, paid out %s\n"),
               view_money(call, shift->float_amount, a),
               view_money(call, shift->moved[MOVE_DROP], b),
               view_money(call, shift->moved[MOVE_PAID_IN], c),
               view_money(call, shift->moved[MOVE_PAID_OUT], d));
    print_tenders(call, shift);
}
