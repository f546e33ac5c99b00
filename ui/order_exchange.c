/*
 * An exchange: the old seats stay sold until the new ones are theirs. The new seats are held on
 * the map; the draft keeps which order waits for them, so that p there comes back to it.
 */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/order.h"

static void keep_marks(const struct order *order, struct draft *draft)
{
    text_copy(draft->exchange, sizeof draft->exchange, order->sale->code);
    draft->exchange_seats = order_chosen_count(order);
    draft->exchange_marks = 0;
    for (int i = 0; i < order->sale->ticket_count && i < 64; i++)
        draft->exchange_marks |= (uint64_t)order->marked[i] << i;
}

/* The house prices the seats in the basket as the types the old tickets have. */
static void ask_price(struct order *order, const struct model *model, struct effects *effects)
{
    const struct ticket *chosen[ORDER_MARKS_MAX];
    int count = order_chosen(order, chosen, ORDER_MARKS_MAX);
    struct cmd *cmd = effect_send(effects, CMD_QUOTE);
    const struct basket_holds holds = basket_holds(model, cmd->meta.arena);
    struct desk_type *types = arena_array(cmd->meta.arena, (size_t)count, sizeof *types);
    for (int i = 0; i < count; i++)
        types[i].type = chosen[i]->type;
    cmd->u.sell = (struct desk_sell){.hold = holds.first,
                                     .also = holds.also,
                                     .also_count = holds.also_count,
                                     .types = types,
                                     .type_count = count};
    order->asked = ORDER_EXCHANGE;
}

static int seats_in_basket(const struct model *model)
{
    struct arena *arena = arena_new();
    int seats = basket_holds(model, arena).seats;
    arena_free(&arena);
    return seats;
}

void exchange_begin(struct order *order, const struct view *view, struct effects *effects)
{
    int count = order_chosen_count(order);
    if (count == 0) {
        effect_say(effects, "%s", _("No ticket of this order is valid any more."));
    } else if (seats_in_basket(view->model) == count) {
        ask_price(order, view->model, effects);
    } else {
        keep_marks(order, view->draft);
        effect_open(effects, view->model->open ? "map" : "shows", "");
        effect_say(effects,
                   ngettext("Hold the %d new seat, then p.", "Hold the %d new seats, then p.",
                            (unsigned long)count),
                   count);
    }
}

bool exchange_come_back(const struct view *view, struct effects *effects)
{
    const struct draft *draft = view->draft;
    char argument[CODE_TEXT + sizeof ORDER_EXCHANGES];
    if (!draft->exchange[0])
        return false;
    bool enough = seats_in_basket(view->model) == draft->exchange_seats;
    snprintf(argument, sizeof argument, "%s%s", draft->exchange, enough ? ORDER_EXCHANGES : "");
    effect_open(effects, "order", argument);
    if (!enough)
        effect_say(effects,
                   ngettext("The exchange is for %d seat. c goes on with it, Esc leaves it.",
                            "The exchange is for %d seats. c goes on with it, Esc leaves it.",
                            (unsigned long)draft->exchange_seats),
                   draft->exchange_seats);
    return true;
}

static int64_t old_total(const struct order *order)
{
    const struct ticket *chosen[ORDER_MARKS_MAX];
    int count = order_chosen(order, chosen, ORDER_MARKS_MAX);
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += chosen[i]->total;
    return sum;
}

void exchange_quoted(struct order *order, const struct evt *evt, struct effects *effects)
{
    const struct sale *sale = order->sale;
    char title[96], body[320], was[FORMAT_TEXT], is[FORMAT_TEXT], back[FORMAT_TEXT];
    int count = order_chosen_count(order);
    int64_t difference = evt->u.quote.total - old_total(order);
    snprintf(title, sizeof title,
             ngettext("EXCHANGE %s: %d ticket", "EXCHANGE %s: %d tickets", (unsigned long)count),
             sale->code, count);
    format_money(old_total(order), sale->currency, was);
    format_money(evt->u.quote.total, sale->currency, is);
    format_money(difference < 0 ? -difference : 0, sale->currency, back);
    if (difference > 0)
        snprintf(body, sizeof body, _("The old seats cost %s, the new ones %s."), was, is);
    else
        snprintf(body, sizeof body, _("The old seats cost %s, the new ones %s; %s goes back."), was,
                 is, back);
    order->does = ORDER_EXCHANGE;
    settle_open(&order->settle, title, body, difference, sale->currency);
    (void)effects;
}

void exchange_send(struct order *order, const struct model *model, struct effects *effects)
{
    const struct ticket *chosen[ORDER_MARKS_MAX];
    int count = order_chosen(order, chosen, ORDER_MARKS_MAX);
    struct cmd *cmd = effect_send(effects, CMD_EXCHANGE);
    struct arena *arena = cmd->meta.arena;
    const char **labels = arena_array(arena, (size_t)count, sizeof *labels);
    struct tender_line *lines = arena_array(arena, TENDERS_MAX, sizeof *lines);
    for (int i = 0; i < count; i++)
        labels[i] = arena_strdup(arena, chosen[i]->label);
    const struct basket_holds holds = basket_holds(model, arena);
    cmd->u.exchange = (struct desk_exchange){.sale = arena_strdup(arena, order->sale->code),
                                             .labels = labels,
                                             .count = count,
                                             .hold = holds.first,
                                             .also = holds.also,
                                             .also_count = holds.also_count,
                                             .tender_count = settle_lines(&order->settle, lines),
                                             .tenders = lines};
    order->asked = ORDER_EXCHANGE;
}
