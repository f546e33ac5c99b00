/* Selling a hold, what it would cost, and paying for what was reserved. */
#include "config.h"

#include "src/engine/desk.h"

#include <string.h>

#include "src/base/text.h"
#include "src/engine/run.h"
#include "src/engine/run_money.h"
#include "src/engine/shape.h"

/* ---- what was asked for ------------------------------------------------------------------- */

/* The live seats of every hold that is sold, in order. */
struct wished_seats {
    const struct hold_seat **at;
    int count;
};

static void add_seats(struct wished_seats *seats, const struct hold *hold)
{
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live)
            seats->at[seats->count++] = &hold->seats[i];
}

static struct wished_seats list_seats(struct run *run, const struct sell_request *sell)
{
    struct wished_seats seats = {NULL, 0};
    int most = sell->hold->seat_count;
    for (int i = 0; i < sell->also_count; i++)
        most += sell->also[i].seat_count;
    seats.at = arena_array(run->arena, (size_t)most + 1, sizeof *seats.at);
    add_seats(&seats, sell->hold);
    for (int i = 0; i < sell->also_count; i++)
        add_seats(&seats, &sell->also[i]);
    return seats;
}

static bool next_unnamed(const struct wished_seats *seats, const struct seat_type *types, int count,
                         int *cursor)
{
    for (; *cursor < seats->count; (*cursor)++) {
        bool named = false;
        for (int i = 0; i < count; i++)
            named |= types[i].seat == seats->at[*cursor]->seat;
        if (!named)
            return true;
    }
    return false;
}

static int32_t live_seat(const struct wished_seats *seats, const char *label)
{
    for (int i = 0; i < seats->count; i++)
        if (!strcmp(seats->at[i]->label, label))
            return seats->at[i]->seat;
    return -1;
}

static enum verdict name_labelled(struct run *run, const struct desk_sell *wish,
                                  const struct wished_seats *seats, struct sell_request *sell,
                                  struct seat_type *types)
{
    for (int i = 0; i < wish->type_count; i++) {
        if (!wish->types[i].label)
            continue;
        int32_t seat = live_seat(seats, wish->types[i].label);
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
                                  const struct wished_seats *seats, struct sell_request *sell,
                                  struct seat_type *types)
{
    int cursor = 0;
    for (int i = 0; i < wish->type_count; i++) {
        if (wish->types[i].label)
            continue;
        if (!next_unnamed(seats, types, sell->type_count, &cursor))
            return refuse(&run->why, VERDICT_INVALID,
                          "More price types are named than the hold has seats.");
        types[sell->type_count++] =
            (struct seat_type){seats->at[cursor]->seat, wish->types[i].type};
    }
    return VERDICT_OK;
}

/* Types go to the seats they name, the others in order to the seats that are left. */
static enum verdict assign_types(struct run *run, const struct desk_sell *wish,
                                 struct sell_request *sell)
{
    struct seat_type *types = arena_array(run->arena, (size_t)wish->type_count + 1, sizeof *types);
    struct wished_seats seats = list_seats(run, sell);
    sell->types = types;
    enum verdict verdict = name_labelled(run, wish, &seats, sell, types);
    return verdict ? verdict : name_the_rest(run, wish, &seats, sell, types);
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
    struct hold *hold = NULL;
    struct show *show = arena_alloc(run->arena, sizeof *show);
    enum verdict verdict = check_rights(run, wish);
    if (!verdict)
        verdict = run_read_holds(run, &wish->hold, wish->also, wish->also_count, &hold);
    if (!verdict)
        verdict = run_read_show(run, hold->show, show);
    if (!verdict && wish->voucher)
        verdict = run_read_voucher(run, wish->voucher, &sell->voucher);
    if (!verdict)
        verdict =
            run_read_gifts(run, wish->tenders, wish->tender_count, &sell->gifts, &sell->gift_count);
    if (verdict)
        return verdict;
    sell->hold = hold;
    sell->also = hold + 1;
    sell->also_count = wish->also_count;
    sell->show = show;
    return assign_types(run, wish, sell);
}

static void name_buyer(const struct desk_sell *wish, struct sell_request *sell)
{
    sell->name = wish->name ? wish->name : "";
    sell->email = wish->email ? wish->email : sell->hold->email;
    sell->customer = wish->customer;
}

enum verdict run_sell(struct run *run, const struct desk_sell *wish)
{
    struct sell_request sell = {.ids = &run->ids.source,
                                .discount = wish->discount,
                                .tenders = wish->tenders,
                                .tender_count = wish->tender_count,
                                .due = wish->due,
                                .pickup = wish->pickup,
                                .paying = wish->paying};
    enum verdict verdict = prepare_sale(run, wish, &sell);
    if (verdict)
        return verdict;
    struct shift shift;
    verdict = run_open_shift(run, sell.show->currency, &shift);
    if (verdict)
        return verdict;
    name_buyer(wish, &sell);
    sell.shift = &shift;
    sell.sale_id = uuid_make(&run->ids.source, run->now);
    sale_make_code(&run->ids.source, 'B', sell.sale_code);
    struct sell_result result = {0};
    verdict = sale_decide_sell(&sell, run->cs, &result, &run->why);
    for (int i = 0; !verdict && i <= sell.also_count; i++)
        verdict = run_serve_waiter(run, i ? &sell.also[i - 1] : sell.hold);
    if (!verdict)
        run_show_sale(run, &result, sell.hold);
    return verdict;
}

static enum verdict step_sell(struct run *run, const void *request)
{
    return run_sell(run, request);
}

void desk_sell(struct desk *desk, const struct act_meta *meta, const struct desk_sell *wish,
               struct outcome *out)
{
    struct fingerprint print;
    struct sale asked = {.hold = wish->hold, .customer = wish->customer};
    text_copy(asked.name, sizeof asked.name, wish->name ? wish->name : "");
    text_copy(asked.email, sizeof asked.email, wish->email ? wish->email : "");
    run_fingerprint(&print, desk, meta, ACT_SELL);
    fingerprint_row(&print, &shape_sale, &asked);
    fingerprint_uuids(&print, wish->also, wish->also_count);
    fingerprint_types(&print, wish->types, wish->type_count);
    fingerprint_number(&print, wish->discount.kind);
    fingerprint_number(&print, wish->discount.value);
    fingerprint_text(&print, wish->voucher);
    fingerprint_tenders(&print, wish->tenders, wish->tender_count);
    fingerprint_number(&print, wish->due | wish->pickup << 1);
    run_act(desk, meta, out, &print, step_sell, wish);
}

/* ---- what it would cost ------------------------------------------------------------------- */

static void list_lines(struct run *run, const struct sell_request *sell, struct quote *quote)
{
    struct wished_seats seats = list_seats(run, sell);
    quote->lines = arena_array(run->arena, (size_t)seats.count + 1, sizeof *quote->lines);
    quote->count = seats.count;
    for (int i = 0; i < seats.count; i++) {
        struct price_line *line = &quote->lines[i];
        line->class_no = seats.at[i]->class_no;
        line->type = TYPE_ADULT;
        for (int t = 0; t < sell->type_count; t++)
            if (sell->types[t].seat == seats.at[i]->seat)
                line->type = sell->types[t].type;
    }
}

/* So that a screen can tell a voucher that takes something off from one that pays. */
static void show_voucher(struct run *run, const struct voucher *voucher)
{
    if (!voucher)
        return;
    run->out->voucher = arena_alloc(run->arena, sizeof *run->out->voucher);
    *run->out->voucher = *voucher;
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
        show_voucher(&run, sell.voucher);
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
    struct pay_request pay = {.ids = &run->ids.source,
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
