#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

static int answered(struct call *call, const struct outcome *out, const char *done)
{
    if (out->verdict)
        return call_refused(call, out);
    if (call->json) {
        const struct doc_at at = view_at(call, out->voucher->show);
        doc_voucher(call_doc(call), "voucher", out->voucher, &at);
        json_outcome_end(call, out);
    }
    call_say(call, "%s\n", done);
    return EXIT_DONE;
}

/* "10%" is percent, "5.00" an amount off each ticket, and with --gift a means of payment. */
static bool read_value(struct call *call, struct voucher *voucher)
{
    const char *text = args_word(&call->args, 1);
    size_t length = strlen(text);
    if (length && text[length - 1] == '%') {
        voucher->kind = VOUCHER_PERCENT;
        return word_percent(call, "VALUE", text, &voucher->value);
    }
    voucher->kind = args_has(&call->args, "gift") ? VOUCHER_GIFT : VOUCHER_AMOUNT;
    return word_money(call, "VALUE", text, &voucher->value);
}

static bool read_limits(struct call *call, struct voucher *voucher)
{
    static const int64_t many[] = {1, 1000000000};
    int64_t uses, tickets;
    if (!option_money(call, "budget", 0, &voucher->budget) ||
        !option_int(call, "uses", many, 0, &uses) ||
        !option_int(call, "tickets", many, 0, &tickets) ||
        !option_time(call, "from", 0, &voucher->valid_from) ||
        !option_time(call, "until", 0, &voucher->valid_until))
        return false;
    if (args_has(&call->args, "budget") && !voucher->budget) {
        call_fail(call, VERDICT_INVALID, _("--budget must be more than nothing."));
        return false;
    }
    if (args_has(&call->args, "until") && !voucher->valid_until)
        voucher->valid_until = 1; /* 0 would be no end at all */
    voucher->max_uses = (int32_t)uses;
    voucher->max_tickets = (int32_t)tickets;
    if (voucher->kind == VOUCHER_GIFT)
        voucher->budget = voucher->value;
    return true;
}

static bool find_voucher(struct call *call, const char *code, struct voucher *voucher, bool *found)
{
    struct err err;
    struct store *store = call->desk.store;
    if (!store->ops->voucher_read(store, code, voucher, found, &err))
        return true;
    call_err(call, &err);
    return false;
}

static int run_add(struct call *call)
{
    struct voucher voucher = {0};
    struct outcome out;
    if (!word_name(call, "CODE", args_word(&call->args, 0), voucher.code, sizeof voucher.code) ||
        !read_value(call, &voucher) || !read_limits(call, &voucher))
        return call->exit;
    desk_voucher_put(&call->desk, &call->meta, &voucher, args_value(&call->args, "show"), &out);
    return answered(call, &out, _("The voucher is good from now on."));
}

static int run_disable(struct call *call)
{
    struct voucher voucher;
    struct outcome out;
    bool found;
    const char *code = args_word(&call->args, 0);
    if (!find_voucher(call, code, &voucher, &found))
        return call->exit;
    if (!found)
        return call_fail(call, VERDICT_NOT_FOUND, _("There is no voucher \"%.31s\"."), code);
    voucher.disabled = true;
    desk_voucher_put(&call->desk, &call->meta, &voucher, NULL, &out);
    return answered(call, &out, _("The voucher is no longer good."));
}

static const char *value_text(struct call *call, const struct voucher *voucher,
                              char out[MONEY_TEXT])
{
    if (voucher->kind != VOUCHER_PERCENT)
        return view_money(call, voucher->value, out);
    char percent[MONEY_TEXT]; /* basis points are to a percent what cents are to a euro */
    snprintf(out, MONEY_TEXT, "%.30s%%", money_said(voucher->value, "EUR", percent));
    return out;
}

static void list_json(struct call *call, const void *list, int count)
{
    const struct voucher *vouchers = list;
    for (int i = 0; i < count; i++) {
        const struct doc_at at = view_at(call, vouchers[i].show);
        doc_voucher(call->doc, NULL, &vouchers[i], &at);
    }
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct voucher *vouchers = list;
    struct grid grid;
    char value[MONEY_TEXT], used[MONEY_TEXT], budget[MONEY_TEXT], until[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("CODE|KIND|>VALUE|>USED|>BUDGET|>TIMES|UNTIL|STATUS"));
    for (int i = 0; i < count; i++) {
        const struct voucher *voucher = &vouchers[i];
        grid_cell(&grid, "%s", voucher->code);
        grid_cell(&grid, "%s", C_("voucher", voucher_kind_name(voucher->kind)));
        grid_cell(&grid, "%s", value_text(call, voucher, value));
        grid_cell(&grid, "%s", view_money(call, voucher->used, used));
        grid_cell(&grid, "%s", voucher->budget ? view_money(call, voucher->budget, budget) : "-");
        grid_cell(&grid, "%d", voucher->uses);
        grid_cell(&grid, "%s", view_time(call, voucher->valid_until, until));
        grid_cell(&grid, "%s", voucher->disabled ? _("disabled") : _("good"));
    }
    grid_print(&grid, call->out);
}

static int run_list(struct call *call)
{
    struct voucher *vouchers;
    struct err err;
    int count;
    struct store *store = call->desk.store;
    if (!call_may(call, RIGHT_LOOK_UP))
        return call->exit;
    if (store->ops->voucher_list(store, call->arena, &vouchers, &count, &err))
        return call_err(call, &err);
    return answer_list(call, &(struct listed){"vouchers", vouchers, count, list_json, list_print,
                                              _("There are no vouchers.")});
}

static const struct cmd_option add_options[] = {
    {"gift", NULL, N_("a gift voucher: VALUE is what it pays"), false},
    {"show", "SHOW", N_("only for this show"), false},
    {"budget", "AMOUNT", N_("most it may give away in all"), false},
    {"uses", "N", N_("good for so many sales"), false},
    {"tickets", "N", N_("good for so many tickets of a sale"), false},
    {"from", "TIME", N_("good from this time on"), false},
    {"until", "TIME", N_("good until this time"), false},
    {0},
};

const struct command voucher_verbs[] = {
    {.name = "add",
     .words = "CODE VALUE",
     .summary = N_("Adds a voucher: 10% or 5.00 off each ticket, or a gift."),
     .options = add_options,
     .run = run_add},
    {.name = "list", .summary = N_("Lists the vouchers."), .run = run_list},
    {.name = "disable",
     .words = "CODE",
     .summary = N_("Makes a voucher worthless."),
     .run = run_disable},
    {0},
};
