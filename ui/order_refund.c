/* A refund: of the whole order or of marked tickets, money back by the way it came or another. */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/dialog.h"
#include "ui/format.h"
#include "ui/order.h"

enum { REFUND_ROWS = 10, REFUND_COLUMNS = 76, AS_PAID = -1 };

/* L10N: why a ticket is given back; at most 15 columns each. */
static const char *const reasons[CONFIRM_REASONS] = {
    N_("show cancelled"), N_("customer ill"), N_("wrong seats"), N_("sold twice"), N_("other")};

int64_t refund_sum(const struct order *order)
{
    const struct ticket *chosen[ORDER_MARKS_MAX];
    int count = order_chosen(order, chosen, ORDER_MARKS_MAX);
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += chosen[i]->total - (order->refund.keep_fees ? chosen[i]->fee : 0);
    return sum < order->sale->paid ? sum : order->sale->paid;
}

void refund_open(struct order *order, const struct view *view, struct effects *effects)
{
    (void)view;
    int count = order_chosen_count(order);
    if (count == 0) {
        effect_say(effects, "%s", _("No ticket of this order is valid any more."));
        return;
    }
    order->refund = (struct refund){.open = true, .tender = AS_PAID};
    order->approver = (struct actor){.name = ""};
    confirm_start(&order->refund.confirm, reasons, count);
}

/* ---- keys --------------------------------------------------------------------------------- */

/* The choices come before the reason; after it only the number is typed. */
static bool choice_key(struct refund *refund, int32_t code)
{
    if (refund->confirm.reason)
        return false;
    if (code == 'a')
        refund->tender = AS_PAID;
    else if (code == 'c')
        refund->tender = TENDER_CASH;
    else if (code == 'd')
        refund->tender = TENDER_CARD;
    else if (code == 'v')
        refund->tender = TENDER_VOUCHER;
    else if (code == 'k')
        refund->keep_fees = !refund->keep_fees;
    else
        return false;
    return true;
}

void refund_send(struct order *order, struct effects *effects)
{
    const struct ticket *chosen[ORDER_MARKS_MAX];
    int count = order_chosen(order, chosen, ORDER_MARKS_MAX);
    struct cmd *cmd = effect_send(effects, CMD_REFUND);
    struct arena *arena = cmd->meta.arena;
    const char **labels = arena_array(arena, (size_t)count, sizeof *labels);
    for (int i = 0; i < count; i++)
        labels[i] = arena_strdup(arena, chosen[i]->label);
    cmd->u.sale.id = arena_strdup(arena, order->sale->code);
    cmd->u.sale.labels = labels;
    cmd->u.sale.count = count;
    cmd->u.sale.keep_fees = order->refund.keep_fees;
    cmd->u.sale.tender = order->refund.tender;
    cmd->meta.reason = arena_strdup(arena, order->reason);
    cmd->meta.approver = order->approver;
    order->asked = ORDER_REFUND;
}

void refund_key(struct order *order, int32_t code, struct effects *effects)
{
    struct refund *refund = &order->refund;
    if (order->asked || choice_key(refund, code) || !confirm_key(&refund->confirm, code, effects))
        return;
    text_copy(order->reason, sizeof order->reason, confirm_reason(&refund->confirm));
    refund_send(order, effects);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void draw_choice(struct canvas *canvas, struct area row, int *column, const char *key,
                        const char *text, bool chosen)
{
    *column = draw_printf(canvas, row, 0, *column, STYLE_KEY, "%s ", key);
    *column = draw_text(canvas, row, 0, *column, chosen ? STYLE_FOCUS : STYLE_DIALOG, text) + 2;
}

static void draw_ways(const struct refund *refund, struct canvas *canvas, struct area rows)
{
    int column = 0;
    /* L10N: how money goes back; the letters are keys. At most 76 columns together. */
    draw_choice(canvas, rows, &column, "a", _("as it was paid"), refund->tender == AS_PAID);
    draw_choice(canvas, rows, &column, "c", _("cash"), refund->tender == TENDER_CASH);
    draw_choice(canvas, rows, &column, "d", _("card"), refund->tender == TENDER_CARD);
    draw_choice(canvas, rows, &column, "v", _("gift card"), refund->tender == TENDER_VOUCHER);
    column = 0;
    draw_choice(canvas, area_part(rows, 1, 0, 1, -1), &column, "k",
                refund->keep_fees ? _("fees are kept") : _("fees go back too"), false);
}

void refund_draw(const struct order *order, const struct view *view, struct canvas *canvas,
                 struct area body)
{
    const struct sale *sale = order->sale;
    struct area frame = dialog_place(body, REFUND_ROWS, REFUND_COLUMNS);
    char title[96], money[FORMAT_TEXT];
    int count = order->refund.confirm.count;
    /* L10N: REFUND B-7K3QM9: 2 tickets */
    snprintf(title, sizeof title,
             ngettext("REFUND %s: %d ticket", "REFUND %s: %d tickets", (unsigned long)count),
             sale->code, count);
    struct area inside = dialog_draw(canvas, frame, view->tier, title);
    draw_printf(canvas, inside, 0, 0, STYLE_STRONG, _("To give back  %s %s"), sale->currency,
                format_money(refund_sum(order), sale->currency, money));
    draw_ways(&order->refund, canvas, area_part(inside, 1, 0, 2, -1));
    confirm_draw(&order->refund.confirm, canvas,
                 area_part(inside, inside.rows - CONFIRM_ROWS, 0, CONFIRM_ROWS, -1),
                 _("Type the number of tickets to refund, then Enter:"));
}
