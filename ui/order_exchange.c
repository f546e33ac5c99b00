/*
 * An exchange: the old seats stay sold until the new ones are theirs. The new seats are held on
 * the map; the draft keeps which order waits for them, so that g o comes back to it.
 */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/order.h"

/* A hold of mine for the open show with just so many seats. */
static const struct hold *find_hold(const struct model *model, int count)
{
    for (int i = 0; i < model->hold_count; i++)
        if (model->open && model->holds[i].show == model->map.show.no &&
            model->holds[i].seat_count == count)
            return &model->holds[i];
    return NULL;
}

static void keep_marks(const struct order *order, struct draft *draft)
{
    text_copy(draft->exchange, sizeof draft->exchange, order->sale->code);
    draft->exchange_marks = 0;
    for (int i = 0; i < order->sale->ticket_count && i < 64; i++)
        draft->exchange_marks |= (uint64_t)order->marked[i] << i;
}

static void ask_price(struct order *order, const struct hold *hold, struct effects *effects)
{
    const struct ticket *chosen[ORDER_MARKS_MAX];
    int count = order_chosen(order, chosen, ORDER_MARKS_MAX);
    struct cmd *cmd = effect_send(effects, CMD_QUOTE);
    struct desk_type *types = arena_array(cmd->meta.arena, (size_t)count, sizeof *types);
    for (int i = 0; i < count; i++)
        types[i].type = chosen[i]->type;
    cmd->u.sell.hold = hold->id;
    cmd->u.sell.types = types;
    cmd->u.sell.type_count = count;
    order->hold = hold->id;
    order->asked = ORDER_EXCHANGE;
}

void exchange_begin(struct order *order, const struct view *view, struct effects *effects)
{
    int count = order_chosen_count(order);
    const struct hold *hold = find_hold(view->model, count);
    if (count == 0) {
        effect_say(effects, "%s", _("No ticket of this order is valid any more."));
    } else if (hold) {
        ask_price(order, hold, effects);
    } else {
        keep_marks(order, view->draft);
        effect_open(effects, view->model->open ? "map" : "shows", "");
        effect_say(effects,
                   ngettext("Hold %d new seat in one go, then g o and c.",
                            "Hold %d new seats in one go, then g o and c.", (unsigned long)count),
                   count);
    }
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

void exchange_send(struct order *order, struct effects *effects)
{
    const struct ticket *chosen[ORDER_MARKS_MAX];
    int count = order_chosen(order, chosen, ORDER_MARKS_MAX);
    struct cmd *cmd = effect_send(effects, CMD_EXCHANGE);
    struct arena *arena = cmd->meta.arena;
    const char **labels = arena_array(arena, (size_t)count, sizeof *labels);
    struct tender_line *lines = arena_array(arena, TENDERS_MAX, sizeof *lines);
    for (int i = 0; i < count; i++)
        labels[i] = arena_strdup(arena, chosen[i]->label);
    cmd->u.sale.id = arena_strdup(arena, order->sale->code);
    cmd->u.sale.labels = labels;
    cmd->u.sale.count = count;
    cmd->u.sale.hold = order->hold;
    cmd->u.sale.tender_count = settle_lines(&order->settle, lines);
    cmd->u.sale.tenders = lines;
    order->asked = ORDER_EXCHANGE;
}
