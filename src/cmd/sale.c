#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/paper.h"
#include "src/cmd/printing.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

/* ---- find and show ------------------------------------------------------------------------ */

static void list_json(struct call *call, const void *list, int count)
{
    const struct sale *sales = list;
    for (int i = 0; i < count; i++)
        json_sale(call, NULL, &sales[i], NULL);
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct sale *sales = list;
    struct grid grid;
    char when[LOCAL_TEXT], money[MONEY_TEXT];
    grid_start(&grid, call->arena, _("SALE|SHOW|STATUS|NAME|SOLD|BY|>TICKETS|>TOTAL"));
    for (int i = 0; i < count; i++) {
        const struct sale *sale = &sales[i];
        grid_cell(&grid, "%s", sale->code);
        grid_cell(&grid, "%s", view_show_id(call, sale->show));
        grid_cell(&grid, "%s", C_("sale", sale_status_name(sale->status)));
        grid_cell(&grid, "%s", sale->name[0] ? sale->name : sale->email);
        grid_cell(&grid, "%s", view_time(call, sale->sold_at, when));
        grid_cell(&grid, "%s", sale->sold_by);
        grid_cell(&grid, "%d", sale->ticket_count);
        grid_cell(&grid, "%s", view_money(call, sale->total, money));
    }
    grid_print(&grid, call->out);
}

static int run_find(struct call *call)
{
    static const int64_t limits[] = {1, 100000};
    struct sale_filter filter = {.text = args_word(&call->args, 0),
                                 .till = args_value(&call->args, "at-till")};
    struct sale *sales;
    struct err err;
    int count;
    int64_t limit;
    struct store *store = call->desk.store;
    if (!call_may(call, RIGHT_LOOK_UP) || !option_int(call, "limit", limits, 100, &limit) ||
        !option_show(call, "show", &filter.show) || !option_time(call, "from", 0, &filter.from) ||
        !option_time(call, "until", 0, &filter.until))
        return call->exit;
    filter.limit = (int)limit;
    if (store->ops->sale_list(store, &filter, call->arena, &sales, &count, &err))
        return call_err(call, &err);
    return answer_list(call, &(struct listed){"sales", sales, count, list_json, list_print,
                                              _("Nothing was found.")});
}

static int run_show(struct call *call)
{
    struct outcome out;
    if (!call_may(call, RIGHT_LOOK_UP))
        return call->exit;
    desk_sale_find(&call->desk, call->arena, args_word(&call->args, 0), &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (paper_asked(call))
        return paper_sale(call, out.sale);
    if (call->json) {
        call_doc(call);
        json_sale(call, "sale", out.sale, NULL);
        call_doc_end(call);
    }
    print_sale(call, out.sale);
    return EXIT_DONE;
}

/* ---- money back, other seats -------------------------------------------------------------- */

static int answered(struct call *call, const struct outcome *out, const char *done)
{
    return out->verdict ? call_refused(call, out) : answer_sale(call, out, done);
}

static bool read_tender(struct call *call, int *tender)
{
    const char *text = args_value(&call->args, "tender");
    enum tender found;
    *tender = -1;
    if (!text)
        return true;
    if (strcmp(text, "gift") == 0)
        text = tender_name(TENDER_VOUCHER);
    if (!tender_parse(text, &found)) {
        call_fail(call, VERDICT_INVALID, _("--tender is cash, card or gift, not \"%.40s\"."), text);
        return false;
    }
    *tender = (int)found;
    return true;
}

/* The same for an act that puts tickets into the customer's hand: all of them, or these seats. */
static int answered_on_paper(struct call *call, const struct outcome *out, const char *done,
                             const char *const *labels, int count)
{
    int code = answered(call, out, done);
    printing_sale(call, out, labels, count);
    return code;
}

static const char *const *labels_of(struct call *call, const struct hold *hold)
{
    const char **labels = arena_array(call->arena, (size_t)hold->seat_count, sizeof *labels);
    for (int i = 0; i < hold->seat_count; i++)
        labels[i] = hold->seats[i].label;
    return labels;
}

static int run_refund(struct call *call)
{
    struct outcome out;
    int count, tender;
    const char *const *labels = word_labels(call, 1, &count);
    if (!call_reason(call, true) || !read_tender(call, &tender))
        return call->exit;
    desk_refund(&call->desk, &call->meta, args_word(&call->args, 0), labels, count,
                args_has(&call->args, "keep-fees"), tender, &out);
    return answered(call, &out, _("Refunded."));
}

static int run_exchange(struct call *call)
{
    const struct tender_line *tenders;
    struct outcome found, out;
    int tender_count, count;
    const char *const *labels = word_labels(call, 2, &count);
    if (!call_reason(call, false) || !words_tenders(call, &tenders, &tender_count))
        return call->exit;
    desk_hold_find(&call->desk, call->arena, args_word(&call->args, 1), &found);
    if (found.verdict)
        return call_refused(call, &found);
    const struct desk_exchange wish = {.sale = args_word(&call->args, 0),
                                       .labels = labels,
                                       .count = count,
                                       .hold = found.hold->id,
                                       .tenders = tenders,
                                       .tender_count = tender_count};
    desk_exchange(&call->desk, &call->meta, &wish, &out);
    return answered_on_paper(call, &out, _("Exchanged."), labels_of(call, found.hold),
                             found.hold->seat_count);
}

/* "B-7K3QM9:Stalls-A-1" */
static bool read_place(struct call *call, const char *text, struct desk_swap_place *place)
{
    const char *colon = strchr(text, ':');
    if (!colon || colon == text || !colon[1]) {
        call_fail(call, VERDICT_INVALID,
                  _("A ticket to swap is SALE:SEAT, like B-7K3QM9:Stalls-A-1, not \"%.60s\"."),
                  text);
        return false;
    }
    place->sale = arena_strndup(call->arena, text, (size_t)(colon - text));
    place->label = colon + 1;
    return true;
}

static int run_swap(struct call *call)
{
    struct outcome out;
    int count = call->args.words.count;
    struct desk_swap_place *places = arena_array(call->arena, (size_t)count, sizeof *places);
    if (!call_reason(call, false))
        return call->exit;
    for (int i = 0; i < count; i++)
        if (!read_place(call, call->args.words.at[i], &places[i]))
            return call->exit;
    desk_swap(&call->desk, &call->meta, places, count, &out);
    return out.verdict ? call_refused(call, &out)
                       : answer_done(call, &out, _("The seats are swapped."));
}

static int run_reprint(struct call *call)
{
    struct outcome out;
    const char *seat = args_word(&call->args, 1);
    if (!call_reason(call, false))
        return call->exit;
    desk_reprint(&call->desk, &call->meta, args_word(&call->args, 0), seat, &out);
    int code = answered(call, &out, _("The ticket has a new code; the old one is no longer good."));
    printing_reprint(call, &out, seat);
    return code;
}

static int run_collect(struct call *call)
{
    struct outcome out;
    desk_collect(&call->desk, &call->meta, args_word(&call->args, 0), &out);
    return answered_on_paper(call, &out, _("The tickets are handed over."), NULL, 0);
}

static int run_pay(struct call *call)
{
    const struct tender_line *tenders;
    struct outcome out;
    int count;
    if (!words_tenders(call, &tenders, &count))
        return call->exit;
    desk_pay(&call->desk, &call->meta, args_word(&call->args, 0), tenders, count, &out);
    return answered_on_paper(call, &out, _("Paid."), NULL, 0);
}

/* ---- table -------------------------------------------------------------------------------- */

#define PAY_OPTIONS                                                                      \
    {"pay", "HOW", N_("cash, card or gift; a part of the sum as cash=20.00"), true},     \
        {"given", "AMOUNT", N_("the cash that was handed over, for the change"), false}, \
        {"auth", "CODE", N_("the card terminal's authorisation code"), false},           \
    {                                                                                    \
        "gift", "CODE", N_("the gift voucher of --pay gift"), true                       \
    }

#define REASON_OPTIONS                                            \
    {"reason", "REASON", N_("why; it stands in the log"), false}, \
    {                                                             \
        "note", "TEXT", N_("more about it, for the log"), false   \
    }

static const struct cmd_option find_options[] = {
    {"show", "SHOW", N_("only of this show"), false},
    {"from", "TIME", N_("sold at this time or later"), false},
    {"until", "TIME", N_("sold before this time"), false},
    {"at-till", "TILL", N_("sold at this till"), false},
    {"limit", "N", N_("at most so many (else 100)"), false},
    {0},
};
static const struct cmd_option show_options[] = {
    {"ticket", NULL, N_("print its tickets"), false},
    {"receipt", NULL, N_("print its receipt"), false},
    {"columns", "N", N_("as wide as the printer (else 40)"), false},
    {0},
};
static const struct cmd_option refund_options[] = {
    REASON_OPTIONS,
    {"keep-fees", NULL, N_("booking fees are not given back"), false},
    {"tender", "HOW", N_("give back as cash, card or gift (else as it was paid)"), false},
    {0},
};
static const struct cmd_option exchange_options[] = {PAY_OPTIONS, REASON_OPTIONS, {0}};
const struct cmd_option pay_options[] = {PAY_OPTIONS, {0}};
static const struct cmd_option reason_options[] = {REASON_OPTIONS, {0}};

const struct command sale_verbs[] = {
    {.name = "find",
     .words = "[TEXT]",
     .summary = N_("Finds sales by code, name, address, phone or seat."),
     .options = find_options,
     .run = run_find},
    {.name = "show",
     .words = "SALE",
     .summary = N_("Shows a sale with its tickets; SALE is its code or id."),
     .options = show_options,
     .run = run_show},
    {.name = "pay",
     .words = "SALE",
     .summary = N_("Takes the money for a sale that was reserved unpaid."),
     .options = pay_options,
     .run = run_pay},
    {.name = "collect",
     .words = "SALE",
     .summary = N_("Hands the tickets of a paid order over, once."),
     .run = run_collect},
    {.name = "refund",
     .words = "SALE [SEAT...]",
     .summary = N_("Gives money back and frees the seats; all of them if none is named."),
     .options = refund_options,
     .run = run_refund},
    {.name = "exchange",
     .words = "SALE HOLD [SEAT...]",
     .summary = N_("Changes seats of a sale for those of a hold."),
     .detail = N_("The old seats are kept until the new ones are taken, in one act. The difference "
                  "is paid by --pay or given back."),
     .options = exchange_options,
     .run = run_exchange},
    {.name = "swap",
     .words = "SALE:SEAT SALE:SEAT...",
     .summary = N_("Passes seats round in a circle: each ticket's seat goes to the next."),
     .options = reason_options,
     .run = run_swap},
    {.name = "reprint",
     .words = "SALE SEAT",
     .summary = N_("Gives a lost ticket a new code; the old one stops working."),
     .options = reason_options,
     .run = run_reprint},
    {0},
};
