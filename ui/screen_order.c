/*
 * One order: its tickets and payments, and what can be done after the sale: refund, exchange,
 * print again, take the money of a reservation. Everything is confirmed; a supervisor signs on the
 * same screen when the role is not enough.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/order.h"
#include "ui/screens.h"

enum {
    ORDER_KEY_REFUND = ACTION_OWN,
    ORDER_KEY_EXCHANGE,
    ORDER_KEY_AGAIN,
    ORDER_KEY_PAY,
    ORDER_KEY_COLLECT,
    ORDER_KEY_MARK,
    ORDER_KEY_COPY,
    ORDER_ASK_REASON,
};

static const struct action order_actions[] = {
    /* L10N: hints behind their key in the last row; at most 14 columns each. */
    {ORDER_KEY_PAY, "pay", "p", N_("pay"), N_("Take the money that is still to be paid."),
     RIGHT_SELL, 1, 0},
    {ORDER_KEY_COLLECT, "collect", "k", N_("hand over"),
     N_("Print the tickets and mark them collected; where one came to pick up, Enter does it too."),
     RIGHT_SELL, 1, 0},
    {ACTION_OPEN, "ticket", "Enter", N_("ticket"), N_("Show this ticket, or the order again."),
     RIGHT_NONE, 2, 0},
    {ORDER_KEY_MARK, "mark", "Space", N_("mark"), N_("Mark this ticket for a part of the order."),
     RIGHT_NONE, 4, 0},
    {ORDER_KEY_REFUND, "refund", "f", N_("refund"),
     N_("Give the marked tickets back, or all, and their money."), RIGHT_SELL, 2, 0},
    {ORDER_KEY_EXCHANGE, "exchange", "c", N_("change seats"),
     N_("Change the marked tickets, or all, for seats that you hold on the map."), RIGHT_EXCHANGE,
     3, 0},
    {ORDER_KEY_AGAIN, "print-again", "d", N_("print again"),
     N_("Print this ticket again, for a reason; the old barcode stops working."), RIGHT_SELL, 3, 0},
    {ORDER_KEY_COPY, "copy", "y", "", N_("Send the order's code to the clipboard."), RIGHT_NONE, 0,
     0},
    {ACTION_REFRESH, "refresh", "z", "", N_("Read the order again."), RIGHT_NONE, 0, 0},
};

/* ---- looking ------------------------------------------------------------------------------ */

int order_chosen(const struct order *order, const struct ticket **out, int most)
{
    const struct sale *sale = order->sale;
    bool any = false;
    int count = 0;
    for (int i = 0; i < sale->ticket_count && i < ORDER_MARKS_MAX; i++)
        any = any || order->marked[i];
    for (int i = 0; i < sale->ticket_count && count < most; i++) {
        bool chosen = !any || (i < ORDER_MARKS_MAX && order->marked[i]);
        if (chosen && sale->tickets[i].status == TICKET_VALID)
            out[count++] = &sale->tickets[i];
    }
    return count;
}

int order_chosen_count(const struct order *order)
{
    const struct ticket *chosen[ORDER_MARKS_MAX];
    return order_chosen(order, chosen, ORDER_MARKS_MAX);
}

const struct show *order_show(const struct order *order, const struct view *view)
{
    const struct model *model = view->model;
    for (int i = 0; order->sale && i < order->show_count; i++)
        if (order->shows[i].no == order->sale->show)
            return &order->shows[i];
    return model->open && order->sale && model->map.show.no == order->sale->show ? &model->map.show
                                                                                 : NULL;
}

static void ask_sale(const struct order *order, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_SALE);
    cmd->u.sale.id = arena_strdup(cmd->meta.arena, order->code);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void mark(struct order *order)
{
    int at = order->list.cursor;
    if (at < ORDER_MARKS_MAX && order->sale->tickets[at].status == TICKET_VALID)
        order->marked[at] = !order->marked[at];
    list_move(&order->list, ACTION_DOWN, 1, 1, order->sale->ticket_count);
}

static void ask_reason(const struct order *order, struct effects *effects)
{
    const struct ticket *ticket = &order->sale->tickets[order->list.cursor];
    if (ticket->status != TICKET_VALID) {
        effect_error(effects, "%s", _("This ticket is not valid any more; choose its successor."));
        return;
    }
    struct ask *ask = effect_ask(effects, ASK_TEXT, ORDER_ASK_REASON);
    /* L10N: the seat whose ticket is printed again stands in it */
    snprintf(ask->title, sizeof ask->title, _("Why is %.40s printed again? "), ticket->label);
}

static void print_again(struct order *order, const char *reason, struct effects *effects)
{
    if (!*reason) {
        effect_error(effects, "%s", _("Printing again needs a reason; nothing was changed."));
        return;
    }
    struct cmd *cmd = effect_send(effects, CMD_REPRINT);
    const char **labels = arena_array(cmd->meta.arena, 1, sizeof *labels);
    labels[0] = arena_strdup(cmd->meta.arena, order->sale->tickets[order->list.cursor].label);
    cmd->u.sale.id = arena_strdup(cmd->meta.arena, order->sale->code);
    cmd->u.sale.labels = labels;
    cmd->u.sale.count = 1;
    cmd->meta.reason = arena_strdup(cmd->meta.arena, reason);
    order->asked = ORDER_REPRINT;
}

static void begin_pay(struct order *order, struct effects *effects)
{
    const struct sale *sale = order->sale;
    char title[96];
    int64_t left = sale->total - sale->paid;
    if (sale->status != SALE_DUE || left <= 0) {
        effect_say(effects, "%s", _("Nothing is to be paid for this order."));
        return;
    }
    /* L10N: title of a dialog, with the order's code */
    snprintf(title, sizeof title, _("PAY %s"), sale->code);
    order->does = ORDER_PAY;
    settle_open(&order->settle, title, sale->name, left, sale->currency);
}

static void send_pay(struct order *order, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_PAY);
    struct tender_line *lines = arena_array(cmd->meta.arena, TENDERS_MAX, sizeof *lines);
    cmd->u.sale.id = arena_strdup(cmd->meta.arena, order->sale->code);
    cmd->u.sale.tender_count = settle_lines(&order->settle, lines);
    cmd->u.sale.tenders = lines;
    order->asked = ORDER_PAY;
}

static bool may_collect(const struct order *order)
{
    const struct sale *sale = order->sale;
    return !sale->collected_at && (sale->status == SALE_PAID || sale->status == SALE_PART_REFUNDED);
}

/* Refused here in the house's own time, and by the engine at any time. */
static void collect(struct order *order, struct effects *effects)
{
    const struct sale *sale = order->sale;
    char when[FORMAT_TEXT];
    if (sale->collected_at) {
        effect_error(effects, _("%s was collected already: %s. Give nothing out twice."),
                     sale->code, format_day_clock(sale->collected_at, when));
    } else if (sale->status == SALE_DUE) {
        effect_error(effects, "%s", _("This order is not paid yet; p takes the money first."));
    } else {
        struct cmd *cmd = effect_send(effects, CMD_COLLECT);
        cmd->u.sale.id = arena_strdup(cmd->meta.arena, sale->code);
        order->asked = ORDER_COLLECT;
    }
}

/* Whoever came to pick up gets the tickets by Enter; after that it shows them. */
static void enter(struct order *order, struct effects *effects)
{
    if (order->pickup && !order->handed_over)
        collect(order, effects);
    else
        order->paper = !order->paper;
}

static void act(struct order *order, const struct view *view, int action, struct effects *effects)
{
    if (order->asked)
        return;
    switch (action) {
    case ORDER_KEY_COLLECT:
        collect(order, effects);
        break;
    case ORDER_KEY_REFUND:
        refund_open(order, view, effects);
        break;
    case ORDER_KEY_EXCHANGE:
        exchange_begin(order, view, effects);
        break;
    case ORDER_KEY_AGAIN:
        ask_reason(order, effects);
        break;
    case ORDER_KEY_PAY:
        begin_pay(order, effects);
        break;
    case ORDER_KEY_MARK:
        mark(order);
        break;
    case ORDER_KEY_COPY:
        effect_copy(effects, order->sale->code);
        effect_say(effects, _("%s was sent to the terminal's clipboard."), order->sale->code);
        break;
    case ACTION_OPEN:
        enter(order, effects);
        break;
    case ACTION_REFRESH:
        ask_sale(order, effects);
        break;
    default:
        break;
    }
}

static void press(struct order *order, const struct model *model, int32_t code,
                  struct effects *effects)
{
    if (order->asked)
        return;
    if (order->refund.open)
        refund_key(order, code, effects);
    else if (!settle_key(&order->settle, code, effects))
        return;
    else if (order->does == ORDER_PAY)
        send_pay(order, effects);
    else
        exchange_send(order, model, effects);
}

static void paste(struct order *order, const char *text)
{
    if (order->refund.open)
        confirm_paste(&order->refund.confirm, text);
    else if (order->settle.open)
        settle_paste(&order->settle, text);
}

static bool order_typing(const void *state)
{
    const struct order *order = state;
    return order->refund.open || order->settle.open || order->sign.open;
}

static void order_input(void *state, const struct view *view, const struct input *input,
                        struct effects *effects)
{
    struct order *order = state;
    if (!order->sale || sign_input(&order->sign, input, effects))
        return;
    if (input->kind == INPUT_KEY)
        press(order, view->model, input->code, effects);
    else if (input->kind == INPUT_TEXT || (input->kind == INPUT_SCAN && order->settle.open))
        paste(order, input->text);
    else if (input->kind == INPUT_SCAN)
        effect_open(effects, order->pickup ? "will-call" : "orders", input->text);
    else if (input->kind == INPUT_ANSWERED)
        print_again(order, input->text, effects);
    else if (input->kind == INPUT_ACTION &&
             !list_move(&order->list, input->action, input->count, 10, order->sale->ticket_count))
        act(order, view, input->action, effects);
    else if (!order_typing(order))
        (void)list_click(&order->list, input, order->sale->ticket_count);
}

static bool order_back(void *state, const struct view *view, struct effects *effects)
{
    struct order *order = state;
    bool dialog = order_typing(order), paper = order->paper;
    order->paper = false;
    if (dialog) {
        sign_close(&order->sign);
        order->refund.open = false;
        settle_close(&order->settle);
        effect_say(effects, "%s", _("Nothing was changed."));
    } else if (!paper) {
        view->draft->exchange[0] = '\0';
    }
    return dialog || paper;
}

/* ---- answers ------------------------------------------------------------------------------ */

static void take_sale(struct order *order, const struct view *view, struct evt *evt)
{
    bool first = !order->sale;
    arena_free(&order->arena);
    order->arena = evt->arena;
    evt->arena = NULL;
    order->sale = evt->outcome.sale;
    text_copy(order->code, sizeof order->code, order->sale->code);
    memset(order->marked, 0, sizeof order->marked);
    list_clamp(&order->list, order->sale->ticket_count);
    bool waiting = first && strcmp(view->draft->exchange, order->sale->code) == 0;
    for (int i = 0; waiting && i < order->sale->ticket_count && i < 64; i++)
        order->marked[i] = view->draft->exchange_marks >> i & 1;
}

static void tell_refund(const struct order *order, const struct outcome *outcome,
                        struct effects *effects)
{
    char money[FORMAT_TEXT];
    format_money(outcome->given_back, order->sale->currency, money);
    if (outcome->given_back > 0)
        /* L10N: the currency and the money to hand back */
        effect_say(effects, _("Refunded. GIVE BACK %s %s (how: see the payments below)."),
                   order->sale->currency, money);
    else
        effect_say(effects, "%s", _("Refunded; there is no money to give back."));
}

static void tell(const struct order *order, enum order_does did, const struct outcome *outcome,
                 struct effects *effects)
{
    char money[FORMAT_TEXT];
    const char *currency = order->sale->currency;
    if (did == ORDER_REFUND)
        tell_refund(order, outcome, effects);
    else if (did == ORDER_COLLECT)
        effect_say(effects, "%s", _("Handed over and marked collected; Enter shows the tickets."));
    else if (did == ORDER_REPRINT)
        effect_say(effects, "%s", _("Printed again; the old barcode does not work any more."));
    else if (outcome->change > 0)
        effect_say(effects, _("Done. CHANGE %s %s"), currency,
                   format_money(outcome->change, currency, money));
    else if (outcome->given_back > 0)
        effect_say(effects, _("Done. GIVE BACK %s %s"), currency,
                   format_money(outcome->given_back, currency, money));
    else if (did == ORDER_PAY && order->pickup)
        effect_say(effects, "%s", _("Paid. Enter hands the tickets over."));
    else
        effect_say(effects, "%s", _("Done; Enter shows the tickets."));
}

/* Somebody whose role is enough may sign for a refund. */
static void refused(struct order *order, enum order_does did, const struct outcome *outcome,
                    struct effects *effects)
{
    if (outcome->verdict == VERDICT_NOT_ALLOWED && did == ORDER_REFUND && !order->approver.name[0])
        sign_open(&order->sign, RIGHT_REFUND_ANY,
                  _("A refund of another till's sale needs a supervisor's signature."));
    else
        effect_refused(effects, outcome);
    if (did == ORDER_EXCHANGE)
        settle_close(&order->settle);
}

static void acted(struct order *order, const struct view *view, struct evt *evt,
                  struct effects *effects)
{
    enum order_does did = order->asked;
    order->asked = ORDER_NOTHING;
    if (evt->outcome.verdict != VERDICT_OK) {
        refused(order, did, &evt->outcome, effects);
        return;
    }
    order->refund.open = false;
    settle_close(&order->settle);
    if (did == ORDER_EXCHANGE) {
        view->draft->exchange[0] = '\0';
        effect_look(effects, CMD_BASKET); /* the hold has become tickets */
    }
    const struct outcome outcome = evt->outcome;
    order->handed_over = order->handed_over || did == ORDER_COLLECT;
    if (outcome.sale)
        take_sale(order, view, evt);
    tell(order, did, &outcome, effects);
}

static void take_shows(struct order *order, struct evt *evt)
{
    arena_free(&order->shows_arena);
    order->shows_arena = evt->arena;
    evt->arena = NULL;
    order->shows = evt->u.shows.at;
    order->show_count = evt->u.shows.count;
}

static void order_answer(void *state, const struct view *view, struct evt *evt,
                         struct effects *effects)
{
    struct order *order = state;
    const struct outcome *outcome = &evt->outcome;
    if (evt->cmd == CMD_SIGN_ACT) {
        if (sign_answer(&order->sign, evt, &order->approver, effects))
            refund_send(order, effects);
    } else if (evt->cmd == CMD_QUOTE) {
        order->asked = ORDER_NOTHING;
        if (outcome->verdict == VERDICT_OK)
            exchange_quoted(order, evt, effects);
        else
            effect_error(effects, "%s", outcome->message);
    } else if (evt->cmd == CMD_SHOWS) {
        if (outcome->verdict == VERDICT_OK)
            take_shows(order, evt);
    } else if (evt->cmd != CMD_SALE && evt->cmd != CMD_BASKET) {
        acted(order, view, evt, effects);
    } else if (outcome->verdict != VERDICT_OK) {
        effect_error(effects, "%s", outcome->message);
    } else if (evt->cmd == CMD_SALE && outcome->sale) {
        take_sale(order, view, evt);
        if (order->refunds)
            refund_open(order, view, effects);
        if (order->exchanges)
            exchange_begin(order, view, effects);
        order->refunds = order->exchanges = false;
    }
}

/* ---- the screen --------------------------------------------------------------------------- */

static void order_open(void *state, const struct view *view, const char *argument,
                       struct effects *effects)
{
    struct order *order = state;
    (void)view;
    size_t code = strcspn(argument, " ");
    order->pickup = strcmp(argument + code, ORDER_PICKUP) == 0;
    order->refunds = strcmp(argument + code, ORDER_REFUNDS) == 0;
    order->exchanges = strcmp(argument + code, ORDER_EXCHANGES) == 0;
    snprintf(order->code, sizeof order->code, "%.*s", (int)code, argument);
    if (!*argument) {
        effect_open(effects, "orders", "");
        return;
    }
    effect_look(effects, CMD_SHOWS);
    ask_sale(order, effects);
}

static void order_close(void *state)
{
    struct order *order = state;
    sign_close(&order->sign);
    arena_free(&order->arena);
    arena_free(&order->shows_arena);
}

static void order_subject(const void *state, const struct view *view, char *out, size_t size)
{
    (void)view;
    text_copy(out, size, ((const struct order *)state)->code);
}

static bool order_offers(const void *state, const struct view *view, const struct action *action)
{
    const struct order *order = state;
    (void)view;
    if (!order->sale || order_typing(order))
        return false;
    if (action->id == ORDER_KEY_PAY)
        return order->sale->status == SALE_DUE;
    if (action->id == ORDER_KEY_COLLECT)
        return may_collect(order);
    if (action->id == ACTION_OPEN)
        return !order->pickup || order->handed_over; /* before that, Enter hands over */
    return order->sale->status != SALE_REFUNDED;
}

const struct screen screen_order = {
    .name = "order",
    .title = N_("ORDER"),
    .help = N_("One order"),
    .right = RIGHT_SELL,
    .moves = MOVES_LIST,
    .actions = order_actions,
    .action_count = COUNT_OF(order_actions),
    .state_size = sizeof(struct order),
    .open = order_open,
    .close = order_close,
    .subject = order_subject,
    .draw = order_draw,
    .input = order_input,
    .answer = order_answer,
    .typing = order_typing,
    .back = order_back,
    .offers = order_offers,
};
