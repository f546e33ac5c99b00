/*
 * Orders: find one by its code, a name, a mail address, a phone number or a seat. Will-call is the
 * same list, of what is still to be paid or picked up for the open show.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/line.h"
#include "ui/list.h"
#include "ui/order.h"
#include "ui/screens.h"

enum { ORDERS_ASK_FIND = ACTION_OWN, ORDERS_DUE, ORDERS_SHOWN = 200, HEAD_ROWS = 2, PAGE = 10 };
enum { NAME_COLUMNS = 22, STATUS_COLUMNS = 14 };

enum pickup_of { PICKUP_WAITING, PICKUP_UNPAID, PICKUP_COLLECTED, PICKUP_VIEWS };

struct orders {
    bool pickup;         /* will-call */
    enum pickup_of only; /* of will-call */
    char find[LINE_BYTES];
    bool only_show; /* of the open show */
    bool open_only_one;
    struct arena *arena; /* of the last answer */
    struct sale *at;
    int count;
    bool known;
    struct list list;
};

static const struct action orders_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {ACTION_OPEN, "open", "Enter", N_("open"), N_("Open this order."), RIGHT_NONE, 1, 0},
    {ACTION_FIND, "find", "/", N_("find"),
     N_("Find orders by code, name, mail address, phone number or seat."), RIGHT_NONE, 2, 0},
    {ACTION_REFRESH, "refresh", "z", N_("refresh"), N_("Read the list again."), RIGHT_NONE, 6, 0},
};

static const struct action pickup_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {ACTION_OPEN, "open", "Enter", N_("open"), N_("Open this order, to pay and print it."),
     RIGHT_NONE, 1, 0},
    {ACTION_FIND, "find", "/", N_("find"), N_("Find orders by name, code, mail address or phone."),
     RIGHT_NONE, 2, 0},
    {ORDERS_DUE, "due", "v", N_("view"),
     N_("Show what waits, only what is to be paid, or what was collected."), RIGHT_NONE, 3, 0},
    {ACTION_REFRESH, "refresh", "z", N_("refresh"), N_("Read the list again."), RIGHT_NONE, 6, 0},
};

/* ---- asking ------------------------------------------------------------------------------- */

static void ask(const struct orders *orders, const struct view *view, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_SALES);
    const struct model *model = view->model;
    cmd->u.sales = (struct sale_filter){.limit = ORDERS_SHOWN};
    cmd->u.sales.text = arena_strdup(cmd->meta.arena, orders->find);
    if ((orders->only_show || (orders->pickup && !orders->find[0])) && model->open)
        cmd->u.sales.show = model->map.show.no;
}

/* Over the counter an order is collected as it is sold; later is a pickup. */
static bool was_picked_up(const struct sale *sale)
{
    return sale->collected_at > sale->sold_at;
}

/* Somebody who is looked for is found whatever became of the order. */
static bool is_shown(const struct orders *orders, const struct sale *sale)
{
    if (!orders->pickup || orders->find[0])
        return true;
    if (orders->only == PICKUP_COLLECTED)
        return was_picked_up(sale);
    return sale->status == SALE_DUE ||
           (orders->only == PICKUP_WAITING && !sale->collected_at && sale->status != SALE_REFUNDED);
}

static int total(const struct orders *orders)
{
    int count = 0;
    for (int i = 0; i < orders->count; i++)
        count += is_shown(orders, &orders->at[i]);
    return count;
}

static const struct sale *nth(const struct orders *orders, int n)
{
    for (int i = 0; i < orders->count; i++)
        if (is_shown(orders, &orders->at[i]) && n-- == 0)
            return &orders->at[i];
    return NULL;
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void row_text(const struct view *view, const struct sale *sale, char *out, size_t size)
{
    char when[FORMAT_TEXT], name[NAME_COLUMNS * 4 + 1], status[STATUS_COLUMNS * 4 + 1];
    char money[FORMAT_TEXT];
    text_fit(name, sizeof name, sale->name[0] ? sale->name : sale->email, NAME_COLUMNS, true);
    text_fit(status, sizeof status, order_word(sale), STATUS_COLUMNS, true);
    format_money(sale->status == SALE_DUE ? sale->total - sale->paid : sale->total, sale->currency,
                 money);
    format_day_clock(sale->sold_at, when);
    if (view->compact)
        snprintf(out, size, "%-9s %s %s", sale->code, status, name);
    else
        snprintf(out, size, "%-9s %s %s %9s  %s", sale->code, name, status, money, when);
}

/* L10N: above the list of pickups; at most 76 columns each. */
static const char *const pickup_heads[PICKUP_VIEWS] = {
    [PICKUP_WAITING] = N_("Not collected yet; ask for an ID."),
    [PICKUP_UNPAID] = N_("Still to be paid."),
    [PICKUP_COLLECTED] = N_("Collected."),
};

static void draw_head(const struct orders *orders, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    char name[NAME_COLUMNS * 4 + 1], status[STATUS_COLUMNS * 4 + 1];
    char code[FORMAT_TEXT], amount[FORMAT_TEXT];
    /* L10N: head of the column of orders' codes; at most 9 columns */
    text_fit(code, sizeof code, C_("column", "Order"), 9, true);
    text_fit(name, sizeof name, _("Name"), NAME_COLUMNS, true);
    text_fit(status, sizeof status, _("Status"), STATUS_COLUMNS, true);
    if (view->compact)
        draw_printf(canvas, body, 0, 1, STYLE_STRONG, "%s %s %s", code, status, name);
    else
        draw_printf(canvas, body, 0, 1, STYLE_STRONG, "%s %s %s %s  %s", code, name, status,
                    /* L10N: head of a column of money; at most 9 columns */
                    format_right(C_("column", "Amount"), 9, amount), _("Sold"));
    if (orders->find[0])
        draw_printf(canvas, body, 1, 1, STYLE_MATCH, _("only: %s"), orders->find);
    else if (orders->pickup)
        draw_text(canvas, body, 1, 1, STYLE_DIM, _(pickup_heads[orders->only]));
}

static void orders_draw(const void *state, const struct view *view, struct canvas *canvas,
                        struct area body)
{
    const struct orders *orders = state;
    struct area rows = area_part(body, HEAD_ROWS, 0, -1, -1);
    int count = total(orders), top = list_top(&orders->list, rows.rows, count);
    draw_head(orders, view, canvas, body);
    for (int i = top; i < count && i < top + rows.rows; i++) {
        char text[512];
        row_text(view, nth(orders, i), text, sizeof text);
        list_draw_row(&orders->list, canvas, rows, i, top, text);
    }
    list_draw_position(&orders->list, canvas, area_part(body, 0, 0, 1, -1), rows.rows, count);
    if (orders->known && count == 0)
        draw_text(canvas, rows, 0, 1, STYLE_DIM,
                  orders->find[0] ? _("No order matches.") : _("There are no orders here."));
}

/* ---- keys --------------------------------------------------------------------------------- */

/* Begins empty: the next customer is somebody else. Enter alone shows them all again. */
static void find(struct effects *effects)
{
    effect_ask_text(effects, ORDERS_ASK_FIND, "/");
}

static void open_order(const struct orders *orders, const struct sale *sale,
                       struct effects *effects)
{
    char argument[CODE_TEXT + sizeof ORDER_PICKUP];
    snprintf(argument, sizeof argument, "%s%s", sale->code, orders->pickup ? ORDER_PICKUP : "");
    effect_open(effects, "order", argument);
}

static void open_chosen(const struct orders *orders, struct effects *effects)
{
    const struct sale *chosen = nth(orders, orders->list.cursor);
    if (chosen)
        open_order(orders, chosen, effects);
}

static void act(struct orders *orders, const struct view *view, const struct input *input,
                struct effects *effects)
{
    if (list_move(&orders->list, input->action, input->count, PAGE, total(orders)))
        return;
    if (input->action == ACTION_OPEN)
        open_chosen(orders, effects);
    else if (input->action == ACTION_FIND)
        find(effects);
    else if (input->action == ACTION_REFRESH)
        ask(orders, view, effects);
    else if (input->action == ORDERS_DUE)
        orders->only = (orders->only + 1) % PICKUP_VIEWS;
    list_clamp(&orders->list, total(orders));
}

static void find_text(struct orders *orders, const struct view *view, const char *text,
                      struct effects *effects)
{
    text_copy(orders->find, sizeof orders->find, text);
    orders->only_show = false;
    orders->open_only_one = *text != '\0';
    orders->list.cursor = 0;
    ask(orders, view, effects);
}

static void orders_input(void *state, const struct view *view, const struct input *input,
                         struct effects *effects)
{
    struct orders *orders = state;
    if (input->kind == INPUT_ACTION)
        act(orders, view, input, effects);
    else if (input->kind == INPUT_ANSWERED || input->kind == INPUT_SCAN ||
             input->kind == INPUT_TEXT)
        find_text(orders, view, input->text, effects);
    else if (input->kind == INPUT_SHOWN)
        ask(orders, view, effects);
    else if (list_click(&orders->list, input, total(orders)))
        open_chosen(orders, effects);
}

static void orders_answer(void *state, const struct view *view, struct evt *evt,
                          struct effects *effects)
{
    struct orders *orders = state;
    (void)view;
    if (evt->outcome.verdict != VERDICT_OK) {
        effect_refused(effects, &evt->outcome);
        return;
    }
    arena_free(&orders->arena);
    orders->arena = evt->arena;
    evt->arena = NULL;
    orders->at = evt->u.sales.at;
    orders->count = evt->u.sales.count;
    orders->known = true;
    list_clamp(&orders->list, total(orders));
    if (orders->open_only_one && total(orders) == 1)
        open_order(orders, nth(orders, 0), effects);
    orders->open_only_one = false;
}

/* An exchange that waits for its new seats comes first. The argument is a seat or a name. */
static void orders_open(void *state, const struct view *view, const char *argument,
                        struct effects *effects)
{
    struct orders *orders = state;
    text_copy(orders->find, sizeof orders->find, argument);
    orders->open_only_one = *argument != '\0';
    orders->only_show = view->model->open && plan_find_seat(view->model->map.plan, argument) >= 0;
    ask(orders, view, effects);
    if (!*argument && view->draft->exchange[0])
        effect_open(effects, "order", view->draft->exchange);
}

static void pickup_open(void *state, const struct view *view, const char *argument,
                        struct effects *effects)
{
    struct orders *orders = state;
    orders->pickup = true;
    text_copy(orders->find, sizeof orders->find, argument);
    orders->open_only_one = *argument != '\0';
    ask(orders, view, effects);
}

static void orders_close(void *state)
{
    arena_free(&((struct orders *)state)->arena);
}

const struct screen screen_orders = {
    .name = "orders",
    .title = N_("ORDERS"),
    .help = N_("Orders: find, refund, exchange, print again"),
    .go = 'o',
    .right = RIGHT_SELL,
    .moves = MOVES_LIST,
    .actions = orders_actions,
    .action_count = COUNT_OF(orders_actions),
    .state_size = sizeof(struct orders),
    .open = orders_open,
    .close = orders_close,
    .draw = orders_draw,
    .input = orders_input,
    .answer = orders_answer,
};

const struct screen screen_pickup = {
    .name = "will-call",
    .title = N_("WILL-CALL"),
    .help = N_("Will-call: pay and pick up"),
    .go = 'w',
    .right = RIGHT_SELL,
    .moves = MOVES_LIST,
    .actions = pickup_actions,
    .action_count = COUNT_OF(pickup_actions),
    .state_size = sizeof(struct orders),
    .open = pickup_open,
    .close = orders_close,
    .draw = orders_draw,
    .input = orders_input,
    .answer = orders_answer,
};
