/* Selling a hold, what it would cost, and paying for what was reserved. */
#include "config.h"

#include "src/engine/desk.h"

#include <string.h>

#include "src/engine/run.h"
#include "src/engine/run_money.h"
#include "src/engine/shape.h"

/* ---- what was asked for ------------------------------------------------------------------- */

static bool next_unnamed(const struct hold *hold, const struct seat_type *types, int count,
                         int *cursor)
{
    for (; *cursor < hold->seat_count; (*cursor)++) {
        bool named = !hold->seats[*cursor].live;
        for (int i = 0; i < count; i++)
            named |= types[i].seat == hold->seats[*cursor].seat;
        if (!named)
            return true;
    }
    return false;
}

static int32_t live_seat(const struct hold *hold, const char *label)
{
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live && !strcmp(hold->seats[i].label, label))
            return hold->seats[i].seat;
    return -1;
}

static enum verdict name_labelled(struct run *run, const struct desk_sell *wish,
                                  const struct hold *hold, struct sell_request *sell,
                                  struct seat_type *types)
{
    for (int i = 0; i < wish->type_count; i++) {
        if (!wish->types[i].label)
            continue;
        int32_t seat = live_seat(hold, wish->types[i].label);
        if (seat < 0) {
            run_name_label(run, wish->types[i].label);
            return refuse(&run->why, VERDICT_SEAT_NOT_FOUND, "This hold has no seat '%.80s'.",
                          wish->types[i].label);
        }
        types[sell->type_count++] = (struct seat_type){seat, wish->types[i].type};
    }
    return VERDICT_OK;
}

static enum verdict name_the_rest(struct run *run, const struct desk_sell *wish,
                                  const struct hold *hold, struct sell_request *sell,
                                  struct seat_type *types)
{
    int cursor = 0;
    for (int i = 0; i < wish->type_count; i++) {
        if (wish->types[i].label)
            continue;
        if (!next_unnamed(hold, types, sell->type_count, &cursor))
            return refuse(&run->why, VERDICT_INVALID,
                          "More price types are named than the hold has seats.");
        types[sell->type_count++] =
            (struct seat_type){hold->seats[cursor].seat, wish->types[i].type};
    }
    return VERDICT_OK;
}

/* Types go to the seats they name, the others in order to the seats that are left. */
static enum verdict assign_types(struct run *run, const struct desk_sell *wish,
                                 const struct hold *hold, struct sell_request *sell)
{
    struct seat_type *types = arena_array(run->arena, (size_t)wish->type_count + 1, sizeof *types);
    sell->types = types;
    enum verdict verdict = name_labelled(run, wish, hold, sell, types);
    return verdict ? verdict : name_the_rest(run, wish, hold, sell, types);
}

/* ---- rights that depend on what is sold --------------------------------------------------- */

static bool gives_any(const struct desk_sell *wish, enum price_type type)
{
    for (int i = 0; i < wish->type_count; i++)
        if (wish->types[i].type == type)
            return true;
    return false;
}

static enum right discount_right(const struct discount *discount)
{
    bool small = discount->kind == DISCOUNT_PERCENT && discount->value <= DISCOUNT_CLERK_MAX;
    return small ? RIGHT_DISCOUNT : RIGHT_DISCOUNT_ANY;
}

static enum verdict check_rights(struct run *run, const struct desk_sell *wish)
{
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (!verdict && gives_any(wish, TYPE_COMP))
        verdict = run_allowed(run, RIGHT_COMP);
    if (!verdict && wish->discount.kind != DISCOUNT_NONE)
        verdict = run_allowed(run, discount_right(&wish->discount));
    return verdict;
}

/* ---- selling ------------------------------------------------------------------------------ */

static enum verdict prepare_sale(struct run *run, const struct desk_sell *wish,
                                 struct sell_request *sell)
{
    struct hold *hold = arena_alloc(run->arena, sizeof *hold);
    struct show *show = arena_alloc(run->arena, sizeof *show);
    enum verdict verdict = check_rights(run, wish);
    if (!verdict)
        verdict = run_read_hold(run, &wish->hold, hold);
    if (!verdict)
        verdict = run_read_show(run, hold->show, show);
    if (!verdict && wish->voucher)
        verdict = run_read_voucher(run, wish->voucher, &sell->voucher);
    if (!verdict)
        verdict =
            run_read_gifts(run, wish->tenders, wish->tender_count, &sell->gifts, &sell->gift_count);
    if (!verdict)
        verdict = assign_types(run, wish, hold, sell);
    sell->hold = hold;
    sell->show = show;
    return verdict;
}

static void name_buyer(const struct desk_sell *wish, struct sell_request *sell)
{
    sell->name = wish->name ? wish->name : "";
    sell->email = wish->email ? wish->email : sell->hold->email;
}

static enum verdict step_sell(struct run *run, const void *request)
{
    const struct desk_sell *wish = request;
    struct sell_request sell = {.ids = &run->desk->ids,
                                .discount = wish->discount,
                                .tenders = wish->tenders,
                                .tender_count = wish->tender_count,
                                .due = wish->due};
    enum verdict verdict = prepare_sale(run, wish, &sell);
    if (verdict)
        return verdict;
    struct shift shift;
    verdict = run_open_shift(run, sell.show->currency, &shift);
    if (verdict)
        return verdict;
    name_buyer(wish, &sell);
    sell.shift = &shift;
    sell.sale_id = uuid_make(&run->desk->ids, run->now);
    sale_make_code(&run->desk->ids, 'B', sell.sale_code);
    struct sell_result result = {0};
    verdict = sale_decide_sell(&sell, run->cs, &result, &run->why);
    if (!verdict)
        verdict = run_serve_waiter(run, sell.hold);
    if (!verdict)
        run_show_sale(run, &result, sell.hold);
    return verdict;
}

void desk_sell(struct desk *desk, const struct act_meta *meta, const struct desk_sell *wish,
               struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_SELL);
    fingerprint_uuid(&print, &wish->hold);
    fingerprint_number(&print, wish->type_count);
    for (int i = 0; i < wish->type_count; i++) {
        fingerprint_text(&print, wish->types[i].label);
        fingerprint_number(&print, wish->types[i].type);
    }
    fingerprint_number(&print, wish->discount.kind);
    fingerprint_number(&print, wish->discount.value);
    fingerprint_text(&print, wish->voucher);
    fingerprint_tenders(&print, wish->tenders, wish->tender_count);
    fingerprint_number(&print, wish->due);
    fingerprint_text(&print, wish->name);
    fingerprint_text(&print, wish->email);
    run_act(desk, meta, out, &print, step_sell, wish);
}

/* ---- what it would cost ------------------------------------------------------------------- */

static void list_lines(struct run *run, const struct sell_request *sell, struct quote *quote)
{
    const struct hold *hold = sell->hold;
    quote->lines = arena_array(run->arena, (size_t)hold->seat_count, sizeof *quote->lines);
    quote->count = 0;
    for (int i = 0; i < hold->seat_count; i++) {
        if (!hold->seats[i].live)
            continue;
        struct price_line *line = &quote->lines[quote->count++];
        line->class_no = hold->seats[i].class_no;
        line->type = TYPE_ADULT;
        for (int t = 0; t < sell->type_count; t++)
            if (sell->types[t].seat == hold->seats[i].seat)
                line->type = sell->types[t].type;
    }
}

void desk_quote(struct desk *desk, const struct act_meta *meta, const struct desk_sell *wish,
                struct quote *quote, struct outcome *out)
{
    struct run run;
    struct sell_request sell = {.ids = &desk->ids};
    run_look(&run, desk, meta, out);
    *quote = (struct quote){0};
    enum verdict verdict = prepare_sale(&run, wish, &sell);
    if (!verdict) {
        list_lines(&run, &sell, quote);
        verdict = price_quote(sell.show, &wish->discount, sell.voucher, run.now, quote, &run.why);
    }
    run_looked(&run, verdict);
}

/* ---- paying for what was reserved --------------------------------------------------------- */

struct pay_wish {
    const char *sale;
    const struct tender_line *tenders;
    int count;
};

static enum verdict step_pay(struct run *run, const void *request)
{
    const struct pay_wish *wish = request;
    struct sale sale;
    struct shift shift;
    struct pay_request pay = {.ids = &run->desk->ids,
                              .sale = &sale,
                              .tenders = wish->tenders,
                              .tender_count = wish->count,
                              .shift = &shift};
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (!verdict)
        verdict = run_read_sale(run, wish->sale, &sale);
    if (!verdict)
        verdict = run_read_gifts(run, wish->tenders, wish->count, &pay.gifts, &pay.gift_count);
    if (!verdict)
        verdict = run_open_shift(run, sale.currency, &shift);
    if (verdict)
        return verdict;
    struct sell_result result = {0};
    verdict = sale_decide_pay(&pay, run->cs, &result, &run->why);
    if (!verdict)
        run_show_sale(run, &result, NULL);
    return verdict;
}

void desk_pay(struct desk *desk, const struct act_meta *meta, const char *sale,
              const struct tender_line *tenders, int count, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_PAY);
    fingerprint_text(&print, sale);
    fingerprint_tenders(&print, tenders, count);
    const struct pay_wish wish = {sale, tenders, count};
    run_act(desk, meta, out, &print, step_pay, &wish);
}
