#include "config.h"

#include <stdio.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/paper.h"
#include "src/cmd/printing.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"
#include "src/domain/shift.h"

static int answered(struct call *call, const struct outcome *out, const char *done)
{
    return out->verdict ? call_refused(call, out) : answer_shift(call, out, done);
}

static int run_open(struct call *call)
{
    int64_t amount;
    struct outcome out;
    if (!option_money(call, "float", 0, &amount))
        return call->exit;
    desk_shift_open(&call->desk, &call->meta, amount, &out);
    return answered(call, &out, _("The shift is open."));
}

static int move(struct call *call, enum move_kind kind, bool needs_reason, const char *done)
{
    int64_t amount;
    struct outcome out;
    if (!word_money(call, "AMOUNT", args_word(&call->args, 0), &amount) ||
        !call_reason(call, needs_reason))
        return call->exit;
    desk_shift_move(&call->desk, &call->meta, kind, amount, &out);
    return answered(call, &out, done);
}

static int run_drop(struct call *call)
{
    return move(call, MOVE_DROP, false, _("The drop is written down."));
}

static int run_paid_in(struct call *call)
{
    return move(call, MOVE_PAID_IN, true, _("Paid in."));
}

static int run_paid_out(struct call *call)
{
    return move(call, MOVE_PAID_OUT, true, _("Paid out."));
}

/* ---- looking ------------------------------------------------------------------------------ */

/* The shift of --id, or the open one of this till. */
static bool find_shift(struct call *call, struct shift *shift, bool *found)
{
    struct uuid id;
    struct err err;
    struct store *store = call->desk.store;
    const char *text = args_word(&call->args, 0);
    if (text && !word_uuid(call, "SHIFT", text, &id))
        return false;
    if (store->ops->shift_read(store, text ? &id : NULL, call->meta.actor.till, shift, found,
                               &err)) {
        call_err(call, &err);
        return false;
    }
    return true;
}

static int run_show(struct call *call)
{
    struct shift shift;
    bool found;
    if (!find_shift(call, &shift, &found))
        return call->exit;
    if (!found)
        return call_fail(call, VERDICT_NOT_FOUND,
                         args_word(&call->args, 0)
                             ? _("There is no such shift.")
                             : _("No shift is open at this till; `loge shift open` opens one."));
    if (call->json) {
        call_doc(call);
        doc_shift(call->doc, "shift", &shift);
        call_doc_end(call);
    }
    paper_shift(call, &shift);
    return EXIT_DONE;
}

static void list_json(struct call *call, const void *list, int count)
{
    const struct shift *shifts = list;
    for (int i = 0; i < count; i++)
        doc_shift(call->doc, NULL, &shifts[i]);
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct shift *shifts = list;
    struct grid grid;
    char id[UUID_TEXT], from[LOCAL_TEXT], to[LOCAL_TEXT], cash[MONEY_TEXT], card[MONEY_TEXT];
    grid_start(&grid, call->arena, _("SHIFT|TILL|STAFF|FROM|TO|>CASH|>CARD"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", uuid_text(&shifts[i].id, id));
        grid_cell(&grid, "%s", shifts[i].till);
        grid_cell(&grid, "%s", shifts[i].staff);
        grid_cell(&grid, "%s", view_time(call, shifts[i].opened_at, from));
        grid_cell(&grid, "%s", view_time(call, shifts[i].closed_at, to));
        grid_cell(&grid, "%s", view_money(call, shifts[i].taken[TENDER_CASH], cash));
        grid_cell(&grid, "%s", view_money(call, shifts[i].taken[TENDER_CARD], card));
    }
    grid_print(&grid, call->out);
}

static int run_list(struct call *call)
{
    static const int64_t limits[] = {1, 100000};
    struct shift *shifts;
    struct err err;
    int count;
    int64_t limit;
    struct store *store = call->desk.store;
    if (!option_int(call, "limit", limits, 100, &limit))
        return call->exit;
    if (store->ops->shift_list(store, (int)limit, call->arena, &shifts, &count, &err))
        return call_err(call, &err);
    return answer_list(call, &(struct listed){"shifts", shifts, count, list_json, list_print,
                                              _("There are no shifts.")});
}

/* ---- cash-up ------------------------------------------------------------------------------ */

/* What was counted; a tender that is not named is taken to be as expected. */
static bool read_counted(struct call *call, int64_t counted[TENDER_COUNT])
{
    if (!args_has(&call->args, "cash")) {
        call_fail(call, VERDICT_INVALID, _("Count the cash first: --cash AMOUNT."));
        return false;
    }
    _Static_assert(TENDER_COUNT == 3, "every tender is counted");
    return option_money(call, "cash", 0, &counted[TENDER_CASH]) &&
           option_total(call, "card", SHIFT_AS_EXPECTED, &counted[TENDER_CARD]) &&
           option_total(call, "gift", SHIFT_AS_EXPECTED, &counted[TENDER_VOUCHER]);
}

static int run_close(struct call *call)
{
    int64_t counted[TENDER_COUNT];
    struct outcome out;
    if (!call_reason(call, false) || !read_counted(call, counted))
        return call->exit;
    desk_shift_close(&call->desk, &call->meta, counted,
                     settings_money(call->settings, SETTING_SHIFT_DIFFERENCE_LIMIT), &out);
    int code = answered(call, &out, _("The shift is closed."));
    printing_cash_up(call, &out);
    return code;
}

/* ---- table -------------------------------------------------------------------------------- */

static const struct cmd_option open_options[] = {
    {"float", "AMOUNT", N_("the money in the drawer to begin with"), false},
    {0},
};
static const struct cmd_option move_options[] = {
    {"reason", "REASON", N_("what it was for"), false},
    {"note", "TEXT", N_("more about it, for the log"), false},
    {0},
};
static const struct cmd_option close_options[] = {
    {"cash", "AMOUNT", N_("the cash that was counted, float included"), false},
    {"card", "AMOUNT", N_("the card terminal's total (else as expected)"), false},
    {"gift", "AMOUNT", N_("gift vouchers (else as expected)"), false},
    {"reason", "REASON", N_("why it differs, if it does"), false},
    {"note", "TEXT", N_("more about it, for the log"), false},
    {0},
};
static const struct cmd_option list_options[] = {
    {"limit", "N", N_("at most so many (else 100)"), false},
    {0},
};

const struct command shift_verbs[] = {
    {.name = "open",
     .summary = N_("Opens a shift at this till."),
     .options = open_options,
     .run = run_open},
    {.name = "drop",
     .words = "AMOUNT",
     .summary = N_("Takes cash out of the drawer into the safe."),
     .options = move_options,
     .run = run_drop},
    {.name = "paid-in",
     .words = "AMOUNT",
     .summary = N_("Puts cash into the drawer that is no sale."),
     .options = move_options,
     .run = run_paid_in},
    {.name = "paid-out",
     .words = "AMOUNT",
     .summary = N_("Takes cash out of the drawer for something."),
     .options = move_options,
     .run = run_paid_out},
    {.name = "close",
     .summary = N_("Counts the money against what is expected and ends the shift."),
     .options = close_options,
     .run = run_close},
    {.name = "show",
     .words = "[SHIFT]",
     .summary = N_("Shows a shift, or the one open at this till."),
     .run = run_show},
    {.name = "list",
     .summary = N_("Lists the shifts, newest first."),
     .options = list_options,
     .run = run_list},
    {0},
};
