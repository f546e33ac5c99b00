/* After the sale: refund, exchange, swap, reprint. */
#include "config.h"

#include "src/engine/desk.h"

#include <assert.h>
#include <string.h>

#include "src/engine/desk_office_parts.h"
#include "src/engine/run.h"
#include "src/engine/run_money.h"

/* Labels of all valid tickets, for acts on a whole sale. */
static int valid_labels(struct run *run, const struct sale *sale, const char *const **labels)
{
    const char **list = arena_array(run->arena, (size_t)sale->ticket_count + 1, sizeof *list);
    int count = 0;
    for (int i = 0; i < sale->ticket_count; i++)
        if (sale->tickets[i].status == TICKET_VALID)
            list[count++] = sale->tickets[i].label;
    *labels = list;
    return count;
}

/* The sale as the act leaves it, read back: these acts are rare and their results large. */
static void show_sale_after(struct desk *desk, const struct act_meta *meta, struct outcome *out)
{
    if (out->verdict || !out->sale || out->replay)
        return;
    struct sale *sale = arena_alloc(meta->arena, sizeof *sale);
    bool found = false;
    if (!desk->store->ops->sale_read(desk->store, &out->sale->id, NULL, meta->arena, sale, &found,
                                     NULL) &&
        found)
        out->sale = sale;
}

static struct sale *keep_sale(struct run *run, const struct sale *sale)
{
    assert(sale);
    struct sale *kept = arena_alloc(run->arena, sizeof *kept);
    *kept = *sale;
    return kept;
}

/* ---- refund ------------------------------------------------------------------------------- */

struct refund_wish {
    const char *sale;
    const char *const *labels;
    int count;
    bool keep_fees;
    int tender;
};

static enum verdict check_refund_right(struct run *run, const struct sale *sale,
                                       const struct shift *shift)
{
    bool own =
        uuid_equal(&sale->shift, &shift->id) && strcmp(shift->staff, run->meta->actor.name) == 0;
    return run_allowed(run, own ? RIGHT_REFUND_OWN_SHIFT : RIGHT_REFUND_ANY);
}

static enum verdict decide_refund(struct run *run, const struct refund_wish *wish,
                                  const struct sale *sale, const struct shift *shift)
{
    const char *const *labels = wish->labels;
    int count = labels ? wish->count : valid_labels(run, sale, &labels);
    struct show show;
    struct seat_now *now = arena_array(run->arena, (size_t)count + 1, sizeof *now);
    int32_t *seats = arena_array(run->arena, (size_t)count + 1, sizeof *seats);
    struct refund_request refund = {.ids = &run->ids.source,
                                    .show = &show,
                                    .sale = sale,
                                    .seats = seats,
                                    .seat_count = count,
                                    .now = now,
                                    .now_count = count,
                                    .keep_fees = wish->keep_fees,
                                    .tender = wish->tender,
                                    .shift = shift};
    enum verdict verdict = run_read_show(run, sale->show, &show);
    if (!verdict && count)
        verdict = run_read_tickets(run, sale, labels, count, now, seats);
    if (!verdict)
        verdict = run_read_paid_gifts(run, sale, &refund.gifts, &refund.gift_count);
    return verdict ? verdict
                   : sale_decide_refund(&refund, run->cs, &run->out->given_back, &run->why);
}

enum verdict run_refund_all(struct run *run, const char *sale_id, enum tender tender)
{
    const struct refund_wish wish = {.sale = sale_id, .tender = (int)tender};
    struct sale sale;
    struct shift shift;
    enum verdict verdict = run_read_sale(run, sale_id, &sale);
    if (!verdict)
        verdict = run_open_shift(run, sale.currency, &shift);
    if (!verdict)
        verdict = decide_refund(run, &wish, &sale, &shift);
    if (!verdict)
        run->out->sale = keep_sale(run, &sale);
    return verdict;
}

/* ---- by a customer of the web ---- */

/* The service has no drawer and no terminal: what a till took is given back there. */
static bool paid_at_a_till(const struct sale *sale)
{
    for (int i = 0; i < sale->payment_count; i++) {
        const struct payment *payment = &sale->payments[i];
        if (payment->amount > 0 && payment->tender != TENDER_VOUCHER &&
            (payment->tender == TENDER_CASH || !uuid_equal(&payment->shift, &sale->shift)))
            return true;
    }
    return false;
}

static bool is_asked_for(const struct refund_wish *wish, const struct ticket *ticket)
{
    for (int i = 0; i < wish->count; i++)
        if (strcmp(wish->labels[i], ticket->label) == 0)
            return true;
    return !wish->labels;
}

/* Whoever came in has seen the show, or will. */
static enum verdict check_unused(struct run *run, const struct refund_wish *wish,
                                 const struct sale *sale)
{
    struct store *store = run->desk->store;
    for (int i = 0; i < sale->ticket_count; i++) {
        const struct ticket *ticket = &sale->tickets[i];
        struct door_row row;
        bool found;
        if (ticket->status != TICKET_VALID || !is_asked_for(wish, ticket))
            continue;
        if (store->ops->door_read(store, &ticket->id, NULL, &row, &found, &run->out->err))
            return VERDICT_UNAVAILABLE;
        if (found && row.visited && row.admission.entries)
            return refuse(&run->why, VERDICT_NOT_POSSIBLE,
                          "The ticket for %s was used at the door. Ask the box office.",
                          ticket->label);
    }
    return VERDICT_OK;
}

static enum verdict check_customer(struct run *run, const struct sale *sale, bool *keep_fees)
{
    struct house_policy rule;
    struct office office;
    struct show show;
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (!verdict)
        verdict = run_read_show(run, sale->show, &show);
    if (!verdict)
        verdict = office_find(run, &office);
    if (!verdict)
        verdict = office_failed(office.ops->policy(office.store, &rule, &run->out->err));
    if (verdict)
        return verdict;
    *keep_fees = rule.value[POLICY_WEB_REFUND_FEES] != 0;
    if (!rule.value[POLICY_WEB_REFUND])
        return refuse(&run->why, VERDICT_NOT_ALLOWED,
                      "This house takes no tickets back over the web. Ask its box office.");
    if (show.starts_at - rule.value[POLICY_WEB_REFUND_UNTIL] <= run->now)
        return refuse(&run->why, VERDICT_STATE_CONFLICT,
                      "It is too late to return tickets for this show over the web. Ask the box "
                      "office.");
    if (paid_at_a_till(sale))
        return refuse(&run->why, VERDICT_NOT_POSSIBLE,
                      "Order %s was paid at the box office. Return its tickets there.", sale->code);
    return VERDICT_OK;
}

static enum verdict step_refund_for_customer(struct run *run, const void *request)
{
    struct refund_wish wish = *(const struct refund_wish *)request;
    struct sale sale;
    struct shift shift;
    enum verdict verdict = run_read_sale(run, wish.sale, &sale);
    if (!verdict)
        verdict = check_customer(run, &sale, &wish.keep_fees);
    if (!verdict)
        verdict = check_unused(run, &wish, &sale);
    if (!verdict)
        verdict = run_open_shift(run, sale.currency, &shift);
    if (!verdict)
        verdict = decide_refund(run, &wish, &sale, &shift);
    if (!verdict)
        run->out->sale = keep_sale(run, &sale);
    return verdict;
}

void desk_refund_for_customer(struct desk *desk, const struct act_meta *meta, const char *sale,
                              const char *const *labels, int count, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_REFUND);
    fingerprint_text(&print, "customer");
    fingerprint_text(&print, sale);
    fingerprint_labels(&print, labels, count);
    const struct refund_wish wish = {.sale = sale, .labels = labels, .count = count, .tender = -1};
    run_act(desk, meta, out, &print, step_refund_for_customer, &wish);
    show_sale_after(desk, meta, out);
}

/* ---- at a till ---- */

static enum verdict step_refund(struct run *run, const void *request)
{
    const struct refund_wish *wish = request;
    struct sale sale;
    struct shift shift;
    enum verdict verdict = run_needs_reason(run);
    if (!verdict)
        verdict = run_read_sale(run, wish->sale, &sale);
    if (!verdict)
        verdict = run_open_shift(run, sale.currency, &shift);
    if (!verdict)
        verdict = check_refund_right(run, &sale, &shift);
    if (!verdict)
        verdict = decide_refund(run, wish, &sale, &shift);
    if (!verdict)
        run->out->sale = keep_sale(run, &sale);
    return verdict;
}

void desk_refund(struct desk *desk, const struct act_meta *meta, const char *sale,
                 const char *const *labels, int count, bool keep_fees, int tender,
                 struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_REFUND);
    fingerprint_text(&print, sale);
    fingerprint_labels(&print, labels, count);
    fingerprint_number(&print, keep_fees);
    fingerprint_number(&print, tender);
    const struct refund_wish wish = {sale, labels, count, keep_fees, tender};
    run_act(desk, meta, out, &print, step_refund, &wish);
    show_sale_after(desk, meta, out);
}

/* ---- exchange ----------------------------------------------------------------------------- */

struct exchange_rows {
    struct sale sale;
    struct hold *holds; /* the first and those behind it */
    struct show old_show, new_show;
    struct shift shift;
};

static enum verdict read_exchange(struct run *run, const struct desk_exchange *wish,
                                  struct exchange_rows *rows)
{
    enum verdict verdict = run_allowed(run, RIGHT_EXCHANGE);
    if (!verdict)
        verdict = run_read_sale(run, wish->sale, &rows->sale);
    if (!verdict)
        verdict = run_read_holds(run, &wish->hold, wish->also, wish->also_count, &rows->holds);
    if (!verdict)
        verdict = run_read_show(run, rows->sale.show, &rows->old_show);
    if (!verdict)
        verdict = run_read_show(run, rows->holds->show, &rows->new_show);
    if (!verdict)
        verdict = run_open_shift(run, rows->sale.currency, &rows->shift);
    return verdict;
}

static enum verdict all_gifts(struct run *run, const struct desk_exchange *wish,
                              const struct sale *sale, struct exchange_request *exchange)
{
    const struct voucher *named, *paid;
    int named_count = 0, paid_count = 0;
    enum verdict verdict =
        run_read_gifts(run, wish->tenders, wish->tender_count, &named, &named_count);
    if (!verdict)
        verdict = run_read_paid_gifts(run, sale, &paid, &paid_count);
    if (verdict)
        return verdict;
    struct voucher *all = arena_grow(run->arena, named, (size_t)named_count,
                                     (size_t)(named_count + paid_count), sizeof *all);
    for (int i = 0; i < paid_count; i++) {
        bool known = false;
        for (int n = 0; n < named_count; n++)
            known |= !strcmp(named[n].code, paid[i].code);
        if (!known)
            all[named_count++] = paid[i];
    }
    exchange->gifts = all;
    exchange->gift_count = named_count;
    return VERDICT_OK;
}

static int64_t money_given_back(const struct changeset *cs)
{
    int64_t sum = 0;
    for (int i = 0; i < cs->payments.count; i++)
        if (cs->payments.at[i].amount < 0)
            sum -= cs->payments.at[i].amount;
    return sum;
}

/* An exchange downwards is a refund of the difference, so it needs the right to a refund. */
static enum verdict step_exchange(struct run *run, const void *request)
{
    const struct desk_exchange *wish = request;
    struct exchange_rows *rows = arena_alloc(run->arena, sizeof *rows);
    enum verdict verdict = read_exchange(run, wish, rows);
    if (verdict)
        return verdict;
    const char *const *labels = wish->labels;
    int count = labels ? wish->count : valid_labels(run, &rows->sale, &labels);
    struct seat_now *now = arena_array(run->arena, (size_t)count + 1, sizeof *now);
    int32_t *seats = arena_array(run->arena, (size_t)count + 1, sizeof *seats);
    struct exchange_request exchange = {.ids = &run->ids.source,
                                        .sale = &rows->sale,
                                        .old_show = &rows->old_show,
                                        .new_show = &rows->new_show,
                                        .old_seats = seats,
                                        .seat_count = count,
                                        .now = now,
                                        .now_count = count,
                                        .hold = rows->holds,
                                        .also = rows->holds + 1,
                                        .also_count = wish->also_count,
                                        .tenders = wish->tenders,
                                        .tender_count = wish->tender_count,
                                        .shift = &rows->shift};
    verdict = count ? run_read_tickets(run, &rows->sale, labels, count, now, seats) : VERDICT_OK;
    if (!verdict)
        verdict = all_gifts(run, wish, &rows->sale, &exchange);
    struct sell_result result = {0};
    if (!verdict)
        verdict = sale_decide_exchange(&exchange, run->cs, &result, &run->why);
    if (verdict)
        return verdict;
    run->out->sale = keep_sale(run, &rows->sale);
    run->out->change = result.change;
    run->out->given_back = money_given_back(run->cs);
    return run->out->given_back ? check_refund_right(run, &rows->sale, &rows->shift) : VERDICT_OK;
}

void desk_exchange(struct desk *desk, const struct act_meta *meta, const struct desk_exchange *wish,
                   struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_EXCHANGE);
    fingerprint_text(&print, wish->sale);
    fingerprint_labels(&print, wish->labels, wish->count);
    fingerprint_uuid(&print, &wish->hold);
    fingerprint_uuids(&print, wish->also, wish->also_count);
    fingerprint_tenders(&print, wish->tenders, wish->tender_count);
    run_act(desk, meta, out, &print, step_exchange, wish);
    show_sale_after(desk, meta, out);
}

/* ---- swap --------------------------------------------------------------------------------- */

struct swap_wish {
    const struct desk_swap_place *places;
    int count;
};

enum { SWAP_MAX = 20 };

static enum verdict read_place(struct run *run, const struct desk_swap_place *wish,
                               struct swap_place *place)
{
    struct sale *sale = arena_alloc(run->arena, sizeof *sale);
    struct seat_now now = {0};
    enum verdict verdict = run_read_sale(run, wish->sale, sale);
    if (!verdict)
        verdict = run_read_tickets(run, sale, &wish->label, 1, &now, &place->seat);
    place->sale = sale;
    if (!verdict)
        place->state = now.state;
    return verdict;
}

static enum verdict step_swap(struct run *run, const void *request)
{
    const struct swap_wish *wish = request;
    struct swap_place places[SWAP_MAX] = {0};
    enum verdict verdict = run_allowed(run, RIGHT_EXCHANGE);
    if (!verdict && (wish->count < 2 || wish->count > SWAP_MAX))
        verdict = refuse(&run->why, VERDICT_INVALID, "A swap is among 2 to %d tickets, not %d.",
                         SWAP_MAX, wish->count);
    for (int i = 0; !verdict && i < wish->count; i++)
        verdict = read_place(run, &wish->places[i], &places[i]);
    if (!verdict)
        verdict = sale_decide_swap(&run->ids.source, places, wish->count, run->cs, &run->why);
    if (!verdict)
        run->out->sale = keep_sale(run, places[0].sale);
    return verdict;
}

void desk_swap(struct desk *desk, const struct act_meta *meta, const struct desk_swap_place *places,
               int count, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_EXCHANGE);
    fingerprint_number(&print, count);
    for (int i = 0; i < count; i++) {
        fingerprint_text(&print, places[i].sale);
        fingerprint_text(&print, places[i].label);
    }
    const struct swap_wish wish = {places, count};
    run_act(desk, meta, out, &print, step_swap, &wish);
    show_sale_after(desk, meta, out);
}

/* ---- reprint ------------------------------------------------------------------------------ */

struct reprint_wish {
    const char *sale, *label;
};

static enum verdict step_reprint(struct run *run, const void *request)
{
    const struct reprint_wish *wish = request;
    struct sale sale;
    struct seat_now now;
    int32_t seat;
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (!verdict)
        verdict = run_needs_reason(run);
    if (!verdict)
        verdict = run_read_sale(run, wish->sale, &sale);
    if (!verdict)
        verdict = run_read_tickets(run, &sale, &wish->label, 1, &now, &seat);
    if (!verdict)
        verdict = sale_decide_reprint(&run->ids.source, &sale, seat, run->cs, &run->why);
    if (!verdict)
        run->out->sale = keep_sale(run, &sale);
    return verdict;
}

void desk_reprint(struct desk *desk, const struct act_meta *meta, const char *sale,
                  const char *label, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_REPRINT);
    fingerprint_text(&print, sale);
    fingerprint_text(&print, label);
    const struct reprint_wish wish = {sale, label};
    run_act(desk, meta, out, &print, step_reprint, &wish);
    show_sale_after(desk, meta, out);
}

/* ---- pickup ------------------------------------------------------------------------------- */

static enum verdict step_collect(struct run *run, const void *request)
{
    struct sale sale;
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (!verdict)
        verdict = run_read_sale(run, request, &sale);
    if (!verdict)
        verdict = sale_decide_collect(&sale, run->cs, &run->why);
    if (!verdict)
        run->out->sale = keep_sale(run, &sale);
    return verdict;
}

void desk_collect(struct desk *desk, const struct act_meta *meta, const char *sale,
                  struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_COLLECT);
    fingerprint_text(&print, sale);
    run_act(desk, meta, out, &print, step_collect, sale);
    show_sale_after(desk, meta, out);
}
