/*
 * After the sale: its code, the change in big digits, the tickets; then the next customer. Undo is
 * the order's refund.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/big.h"
#include "ui/format.h"
#include "ui/list.h"
#include "ui/order.h"
#include "ui/screens.h"
#include "ui/ticket_view.h"

enum {
    SOLD_NEXT = ACTION_OWN,
    SOLD_AGAIN,
    SOLD_COPY,
    SOLD_UNDO,
    /* what is asked */
    SOLD_WHY_AGAIN,
};
enum { LEFT_COLUMNS = 38 };

struct sold {
    struct list list;
    uint64_t asked; /* the command on its way; 0: none */
};

static const struct action sold_actions[] = {
    /* L10N: hints behind their key in the last row; at most 14 columns each. */
    {SOLD_NEXT, "next", "Enter", N_("next customer"), N_("Back to the map, for the next customer."),
     RIGHT_SELL, 1, 0},
    {SOLD_AGAIN, "print-again", "p", N_("print again"),
     N_("Print this ticket again, for a reason; the old barcode stops working."), RIGHT_SELL, 2, 0},
    {SOLD_UNDO, "undo", "u", N_("undo"), N_("Take the sale back: a refund with its reason."),
     RIGHT_SELL, 3, 0},
    {SOLD_COPY, "copy", "y", N_("copy code"), N_("Send the order's code to the clipboard."),
     RIGHT_NONE, 4, 0},
};

static int valid_tickets(const struct sale *sale)
{
    int count = 0;
    for (int i = 0; i < sale->ticket_count; i++)
        count += sale->tickets[i].status == TICKET_VALID;
    return count;
}

/* ---- printing again ----------------------------------------------------------------------- */

static void ask_why_again(const struct sold *sold, const struct sale *sale, struct effects *effects)
{
    struct ask *ask = effect_ask(effects, ASK_TEXT, SOLD_WHY_AGAIN);
    /* L10N: the seat whose ticket is printed again stands in it */
    snprintf(ask->title, sizeof ask->title, _("Why is %.40s printed again? "),
             sale->tickets[sold->list.cursor].label);
}

static void print_again(struct sold *sold, const struct sale *sale, const char *reason,
                        struct effects *effects)
{
    if (!*reason) {
        effect_error(effects, "%s", _("Printing again needs a reason; nothing was changed."));
        return;
    }
    struct cmd *cmd = effect_send(effects, CMD_REPRINT);
    const char **labels = arena_array(cmd->meta.arena, 1, sizeof *labels);
    labels[0] = arena_strdup(cmd->meta.arena, sale->tickets[sold->list.cursor].label);
    cmd->u.sale.id = arena_strdup(cmd->meta.arena, sale->code);
    cmd->u.sale.labels = labels;
    cmd->u.sale.count = 1;
    cmd->meta.reason = arena_strdup(cmd->meta.arena, reason);
    sold->asked = cmd->id;
}

static bool may_undo(const struct draft *draft)
{
    return draft->last == DRAFT_SOLD && draft->sale && valid_tickets(draft->sale) > 0;
}

/* Undo of money is a refund, with its reason and its count, where refunds are made. */
void sold_undo(const struct draft *draft, struct effects *effects)
{
    char argument[CODE_TEXT + sizeof ORDER_REFUNDS];
    if (!may_undo(draft)) {
        effect_say(effects, "%s", _("There is nothing here that can be undone."));
        return;
    }
    snprintf(argument, sizeof argument, "%s%s", draft->sale->code, ORDER_REFUNDS);
    effect_open(effects, "order", argument);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void act(struct sold *sold, const struct draft *draft, int action, struct effects *effects)
{
    const struct sale *sale = draft->sale;
    switch (action) {
    case SOLD_NEXT:
        effect_open(effects, "map", "");
        break;
    case SOLD_AGAIN:
        ask_why_again(sold, sale, effects);
        break;
    case SOLD_UNDO:
        sold_undo(draft, effects);
        break;
    case SOLD_COPY:
        effect_copy(effects, sale->code);
        effect_say(effects, _("%s was sent to the terminal's clipboard."), sale->code);
        break;
    default:
        break;
    }
}

/* It may have been changed where one comes back from. */
static void look_again(struct sold *sold, const struct sale *sale, struct effects *effects)
{
    if (!sale)
        return;
    struct cmd *cmd = effect_look(effects, CMD_SALE);
    cmd->u.sale.id = arena_strdup(cmd->meta.arena, sale->code);
    sold->asked = cmd->id;
}

static void sold_input(void *state, const struct view *view, const struct input *input,
                       struct effects *effects)
{
    struct sold *sold = state;
    const struct sale *sale = view->draft->sale;
    if (input->kind == INPUT_ANSWERED)
        print_again(sold, sale, input->text, effects);
    else if (input->kind == INPUT_SHOWN)
        look_again(sold, sale, effects);
    else if (input->kind == INPUT_ACTION &&
             !list_move(&sold->list, input->action, input->count, 5, sale->ticket_count))
        act(sold, view->draft, input->action, effects);
    else
        (void)list_click(&sold->list, input, sale->ticket_count);
}

/* What is sold is not gone back into. */
static bool sold_back(void *state, const struct view *view, struct effects *effects)
{
    effect_open(effects, "map", "");
    return true;
}

static void printed(const struct view *view, struct evt *evt, struct effects *effects)
{
    int64_t change = view->draft->change;
    draft_keep_sale(view->draft, evt);
    view->draft->change = change;
    effect_say(effects, "%s", _("Printed again; the old barcode does not work any more."));
}

static void seen_again(const struct view *view, struct evt *evt)
{
    int64_t change = view->draft->change;
    draft_keep_sale(view->draft, evt);
    view->draft->change = valid_tickets(view->draft->sale) > 0 ? change : 0;
}

static void sold_answer(void *state, const struct view *view, struct evt *evt,
                        struct effects *effects)
{
    struct sold *sold = state;
    if (evt->id != sold->asked)
        return;
    sold->asked = 0;
    if (evt->outcome.verdict != VERDICT_OK || !evt->outcome.sale)
        effect_refused(effects, &evt->outcome);
    else if (evt->cmd == CMD_REPRINT)
        printed(view, evt, effects);
    else
        seen_again(view, evt);
    list_clamp(&sold->list, view->draft->sale->ticket_count);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void draw_tickets(const struct sold *sold, const struct sale *sale, struct canvas *canvas,
                         struct area area)
{
    int top = list_top(&sold->list, area.rows, sale->ticket_count);
    for (int i = top; i < sale->ticket_count && i < top + area.rows; i++) {
        const struct ticket *ticket = &sale->tickets[i];
        char seat[SEAT_TEXT], text[SEAT_TEXT + 96], money[FORMAT_TEXT];
        text_fit(seat, sizeof seat, ticket->label, 14, true);
        snprintf(text, sizeof text, "%s %8s %s", seat,
                 format_money(ticket->total, sale->currency, money), ticket->code);
        list_draw_row(&sold->list, canvas, area, i, top, text);
    }
}

static const char *status_word(enum sale_status status)
{
    /* L10N: what became of an order, before its code; at most 16 columns each. */
    static const char *const words[] = {[SALE_PAID] = N_("SOLD"),
                                        [SALE_DUE] = N_("RESERVED"),
                                        [SALE_PART_REFUNDED] = N_("PART REFUNDED"),
                                        [SALE_REFUNDED] = N_("REFUNDED")};
    _Static_assert(COUNT_OF(words) == SALE_STATUS_COUNT, "every state of an order has a word");
    return _(words[status]);
}

static void draw_outcome(const struct sale *sale, struct canvas *canvas, struct area area)
{
    char money[FORMAT_TEXT];
    bool due = sale->status == SALE_DUE;
    int column = draw_printf(canvas, area, 0, 0, STYLE_STRONG, "%s  ", status_word(sale->status));
    column = draw_text(canvas, area, 0, column, STYLE_STRONG, sale->code);
    if (sale->provisional)
        draw_text(canvas, area, 0, column + 2, STYLE_URGENT, _("PROVISIONAL"));
    draw_printf(canvas, area, 1, 0, STYLE_TEXT,
                ngettext("%d ticket", "%d tickets", (unsigned long)sale->ticket_count),
                sale->ticket_count);
    draw_text(canvas, area, 1, 14, STYLE_TEXT, format_amount(sale->total, sale->currency, money));
    if (sale->name[0])
        draw_text(canvas, area, 2, 0, STYLE_TEXT, sale->name);
    if (due)
        draw_text(canvas, area, 3, 0, STYLE_STRONG, _("To be paid at pickup."));
}

static int draw_change(const struct sale *sale, int64_t change, const struct view *view,
                       struct canvas *canvas, struct area area)
{
    char money[FORMAT_TEXT];
    if (change <= 0)
        return 0;
    format_money(change, sale->currency, money);
    if (area.rows < BIG_ROWS + 4 || big_columns(money) > area.columns) {
        draw_printf(canvas, area, 0, 0, STYLE_STRONG, _("CHANGE  %s"), money);
        return 2;
    }
    /* L10N: above the money to hand back, in big digits; at most 36 columns */
    draw_text(canvas, area, 0, 0, STYLE_STRONG, _("CHANGE"));
    big_draw(canvas, area_part(area, 1, 0, BIG_ROWS, -1), view->tier, STYLE_STRONG, money);
    return BIG_ROWS + 2;
}

static void sold_draw(const void *state, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    const struct sold *sold = state;
    const struct sale *sale = view->draft->sale;
    bool wide = body.columns >= LEFT_COLUMNS + TICKET_VIEW_COLUMNS;
    if (!sale)
        return;
    struct area left = area_part(body, wide, 1, -1, wide ? LEFT_COLUMNS : body.columns - 1);
    draw_outcome(sale, canvas, left);
    left = area_part(left, left.rows > 10 ? 5 : 3, 0, -1, -1);
    int used = draw_change(sale, view->draft->change, view, canvas, left);
    draw_tickets(sold, sale, canvas, area_part(left, used, 0, -1, -1));
    if (wide && view->model->open)
        ticket_view_draw(view, &view->model->map.show, sale, &sale->tickets[sold->list.cursor],
                         canvas, area_part(body, wide, LEFT_COLUMNS + 2, -1, TICKET_VIEW_COLUMNS));
}

static void sold_open(void *state, const struct view *view, const char *argument,
                      struct effects *effects)
{
    if (view->draft->sale)
        return;
    effect_say(effects, "%s", _("Nothing has been sold here yet."));
    effect_back(effects);
}

static bool sold_offers(const void *state, const struct view *view, const struct action *action)
{
    if (action->id == SOLD_UNDO)
        return may_undo(view->draft);
    return action->id != SOLD_AGAIN || (view->draft->sale && valid_tickets(view->draft->sale) > 0);
}

static void sold_subject(const void *state, const struct view *view, char *out, size_t size)
{
    if (view->draft->sale)
        text_copy(out, size, view->draft->sale->code);
}

const struct screen screen_sold = {
    .name = "sold",
    .title = N_("SOLD"),
    .help = N_("The last sale"),
    .right = RIGHT_SELL,
    .moves = MOVES_LIST,
    .actions = sold_actions,
    .action_count = COUNT_OF(sold_actions),
    .state_size = sizeof(struct sold),
    .open = sold_open,
    .subject = sold_subject,
    .draw = sold_draw,
    .input = sold_input,
    .answer = sold_answer,
    .back = sold_back,
    .offers = sold_offers,
};
