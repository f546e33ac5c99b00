/* What the payment screen asks of the house. */
#include "config.h"

#include "ui/pay.h"

#include <string.h>

#include "src/base/text.h"

/* ---- what is sold ------------------------------------------------------------------------- */

static void name_types(struct desk_sell *sell, const struct basket *basket, struct arena *arena)
{
    struct desk_type *types = arena_array(arena, (size_t)basket->count + 1, sizeof *types);
    for (int i = 0; i < basket->count; i++)
        if (basket->quote.lines[i].type != TYPE_ADULT)
            types[sell->type_count++] = (struct desk_type){
                arena_strdup(arena, basket->lines[i].label), basket->quote.lines[i].type};
    sell->types = types;
}

static void fill_sell(struct cmd *cmd, const struct view *view, const struct basket *basket,
                      const char *voucher)
{
    const struct draft *draft = view->draft;
    struct desk_sell *sell = &cmd->u.sell;
    const struct basket_holds holds = basket_holds(view->model, cmd->meta.arena);
    sell->hold = holds.first;
    sell->also = holds.also;
    sell->also_count = holds.also_count;
    name_types(sell, basket, cmd->meta.arena);
    sell->discount = draft->discount;
    sell->voucher = *voucher ? arena_strdup(cmd->meta.arena, voucher) : NULL;
    cmd->meta.approver = draft->approver;
}

void pay_ask_quote(struct pay *pay, const struct view *view, const char *voucher,
                   struct effects *effects)
{
    struct arena *arena = arena_new();
    const struct basket *basket = basket_look(view->model, view->draft, arena);
    if (basket->count > 0) {
        struct cmd *cmd = effect_send(effects, CMD_QUOTE);
        fill_sell(cmd, view, basket, voucher);
        pay->quoting = cmd->id;
    }
    arena_free(&arena);
}

static void name_buyer(struct cmd *cmd, const struct customer *customer)
{
    if (customer->name[0])
        cmd->u.sell.name = arena_strdup(cmd->meta.arena, customer->name);
    if (customer->email[0])
        cmd->u.sell.email = arena_strdup(cmd->meta.arena, customer->email);
    cmd->u.sell.customer = customer->id;
}

void pay_ask_sale(struct pay *pay, const struct view *view, const struct basket *basket,
                  struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_SELL);
    struct tender_line *lines = arena_array(cmd->meta.arena, TENDERS_MAX, sizeof *lines);
    fill_sell(cmd, view, basket, view->draft->voucher.code);
    name_buyer(cmd, &view->draft->customer);
    cmd->u.sell.due = pay->tenders.way == WAY_PICKUP;
    cmd->u.sell.tender_count =
        tenders_lines(&pay->tenders, basket->quote.total, view->model->map.show.currency, lines);
    cmd->u.sell.tenders = lines;
    pay->selling = cmd->id;
}
