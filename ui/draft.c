#include "config.h"

#include "ui/draft.h"

#include <stdlib.h>
#include <string.h>

#include "src/domain/rights.h"
#include "src/domain/tender.h"
#include "ui/intl.h"

void draft_done(struct draft *draft)
{
    arena_free(&draft->sold);
    *draft = (struct draft){.type_count = 0};
}

void draft_next_customer(struct draft *draft)
{
    draft->type_count = 0;
    draft->customer = (struct customer){.name = ""};
    draft->discount = (struct discount){.kind = DISCOUNT_NONE};
    draft->voucher = (struct voucher){.code = ""};
    draft->exchange[0] = '\0';
    draft->approver = (struct actor){.name = ""};
    draft->charged.auth[0] = '\0';
    draft->instead = 0;
    draft_forget_ended(draft);
}

void draft_keep_sale(struct draft *draft, struct evt *evt)
{
    arena_free(&draft->sold);
    draft->sold = evt->arena;
    evt->arena = NULL;
    draft->sale = evt->outcome.sale;
    draft->change = evt->outcome.change;
    draft->last = DRAFT_SOLD;
}

/* ---- types -------------------------------------------------------------------------------- */

static int find_type(const struct draft *draft, const struct uuid *hold, int32_t seat)
{
    for (int i = 0; i < draft->type_count; i++)
        if (draft->types[i].seat == seat && uuid_equal(&draft->types[i].hold, hold))
            return i;
    return -1;
}

enum price_type draft_type_of(const struct draft *draft, const struct uuid *hold, int32_t seat)
{
    int at = find_type(draft, hold, seat);
    return at < 0 ? TYPE_ADULT : draft->types[at].type;
}

void draft_set_type(struct draft *draft, const struct uuid *hold, int32_t seat,
                    enum price_type type)
{
    int at = find_type(draft, hold, seat);
    if (at < 0 && draft->type_count == DRAFT_TYPES_MAX)
        return;
    if (at < 0)
        at = draft->type_count++;
    draft->types[at].hold = *hold;
    draft->types[at].seat = seat;
    draft->types[at].type = type;
}

static void set_type(struct draft *draft, const struct basket_line *line, enum price_type type)
{
    draft_set_type(draft, &line->hold, line->seat, type);
}

/* Tickets for nothing are offered to those who may give them. */
static bool may_be(const struct basket *basket, int line, const struct model *model,
                   enum price_type type)
{
    return price_of(&model->map.show, basket->quote.lines[line].class_no, type) >= 0 &&
           (type != TYPE_COMP || rights_may(model->actor.role, RIGHT_COMP));
}

bool basket_cycle(const struct basket *basket, int line, const struct model *model,
                  struct draft *draft)
{
    enum price_type now = basket->quote.lines[line].type;
    for (int step = 1; step < TYPE_COUNT; step++) {
        enum price_type next = (enum price_type)(((int)now + step) % TYPE_COUNT);
        if (may_be(basket, line, model, next)) {
            set_type(draft, &basket->lines[line], next);
            return true;
        }
    }
    return false;
}

bool basket_cycle_all(const struct basket *basket, const struct model *model, struct draft *draft)
{
    if (basket->count == 0 || !basket_cycle(basket, 0, model, draft))
        return false;
    enum price_type type = draft_type_of(draft, &basket->lines[0].hold, basket->lines[0].seat);
    for (int i = 1; i < basket->count; i++)
        if (may_be(basket, i, model, type))
            set_type(draft, &basket->lines[i], type);
    return true;
}

const char *price_type_word(enum price_type type)
{
    return _(price_type_title(type));
}

/* ---- the basket --------------------------------------------------------------------------- */

static void add_line(struct basket *basket, const struct hold *hold, const struct hold_seat *seat,
                     const struct draft *draft)
{
    struct basket_line *line = &basket->lines[basket->count];
    *line = (struct basket_line){.hold = hold->id, .seat = seat->seat, .label = seat->label};
    basket->quote.lines[basket->count++] = (struct price_line){
        .class_no = seat->class_no, .type = draft_type_of(draft, &hold->id, seat->seat)};
}

static bool price_with(const struct model *model, const struct draft *draft,
                       const struct voucher *voucher, struct basket *basket)
{
    return price_quote(&model->map.show, &draft->discount, voucher, draft->voucher_at,
                       &basket->quote, &basket->why) == VERDICT_OK;
}

struct basket *basket_look(const struct model *model, const struct draft *draft,
                           struct arena *arena)
{
    struct basket *basket = arena_alloc(arena, sizeof *basket);
    size_t seats = (size_t)model_basket_seats(model) + 1;
    basket->lines = arena_array(arena, seats, sizeof *basket->lines);
    basket->quote.lines = arena_array(arena, seats, sizeof *basket->quote.lines);
    for (int i = 0; i < model->hold_count; i++) {
        const struct hold *hold = &model->holds[i];
        bool here = model->open && hold->show == model->map.show.no;
        for (int j = 0; here && j < hold->seat_count; j++)
            add_line(basket, hold, &hold->seats[j], draft);
        basket->elsewhere += here ? 0 : hold->seat_count;
    }
    basket->quote.count = basket->count;
    if (basket->count > 0)
        basket->priced =
            price_with(model, draft, draft->voucher.code[0] ? &draft->voucher : NULL, basket) ||
            price_with(model, draft, NULL, basket);
    return basket;
}

struct basket_holds basket_holds(const struct model *model, struct arena *arena)
{
    struct uuid *holds = arena_array(arena, (size_t)model->hold_count + 1, sizeof *holds);
    struct basket_holds found = {.also = holds};
    for (int i = 0; i < model->hold_count; i++) {
        if (!model->open || model->holds[i].show != model->map.show.no)
            continue;
        if (found.seats == 0)
            found.first = model->holds[i].id;
        else
            holds[found.also_count++] = model->holds[i].id;
        found.seats += model->holds[i].seat_count;
    }
    return found;
}

int64_t basket_total(const struct model *model, const struct draft *draft)
{
    struct arena *arena = arena_new();
    const struct basket *basket = basket_look(model, draft, arena);
    int64_t total = basket->priced ? basket->quote.total : 0;
    arena_free(&arena);
    return total;
}

static bool gives_any(const struct basket *basket, enum price_type type)
{
    for (int i = 0; i < basket->count; i++)
        if (basket->quote.lines[i].type == type)
            return true;
    return false;
}

enum right draft_needs(const struct draft *draft, const struct basket *basket, enum role role)
{
    const struct discount *discount = &draft->discount;
    bool small = discount->kind == DISCOUNT_PERCENT && discount->value <= DISCOUNT_CLERK_MAX;
    enum right discounting = small ? RIGHT_DISCOUNT : RIGHT_DISCOUNT_ANY;
    bool signed_for = draft->approver.name[0] != '\0';
    if (gives_any(basket, TYPE_COMP) && !rights_may(role, RIGHT_COMP) &&
        !(signed_for && rights_may(draft->approver.role, RIGHT_COMP)))
        return RIGHT_COMP;
    if (discount->kind != DISCOUNT_NONE && !rights_may(role, discounting) &&
        !(signed_for && rights_may(draft->approver.role, discounting)))
        return discounting;
    return RIGHT_COUNT;
}
