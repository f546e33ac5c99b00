#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/domain/audit_report.h"
#include "src/engine/desk_office.h"

enum { LIST_MOST = 1000 };

/* ---- as text -------------------------------------------------------------------------------- */

/* "Stalls-A-1 Stalls-A-2" */
static const char *labels_of(struct call *call, const struct conflict_seat *seats, int count)
{
    const char *text = count ? seats[0].label : "-";
    for (int i = 1; i < count; i++)
        text = arena_printf(call->arena, "%s %s", text, seats[i].label);
    return text;
}

/* Short enough to type, long enough to be one. */
static const char *short_id(const struct conflict *conflict, char out[UUID_TEXT])
{
    uuid_text(&conflict->id, out);
    return *conflict->code ? conflict->code : out;
}

static void list_json(struct call *call, const void *list, int count)
{
    const struct conflict *conflicts = list;
    for (int i = 0; i < count; i++)
        doc_conflict(call->doc, NULL, &conflicts[i]);
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct conflict *conflicts = list;
    struct grid grid;
    char id[UUID_TEXT], until[LOCAL_TEXT], paid[MONEY_TEXT];
    grid_start(&grid, call->arena, _("CONFLICT|WHAT|TILL|SEATS|>PAID|UNTIL|STATUS"));
    for (int i = 0; i < count; i++) {
        const struct conflict *conflict = &conflicts[i];
        grid_cell(&grid, "%s", short_id(conflict, id));
        grid_cell(&grid, "%s", C_("conflict", conflict_word(conflict->heading)));
        grid_cell(&grid, "%s", conflict->till);
        grid_cell(&grid, "%s", labels_of(call, conflict->seats, conflict->seat_count));
        grid_cell(&grid, "%s", view_money(call, conflict->paid, paid));
        grid_cell(&grid, "%s", view_time(call, conflict->deadline, until));
        grid_cell(&grid, "%s", C_("conflict", conflict_outcome_name(conflict->outcome)));
    }
    grid_print(&grid, call->out);
}

static int run_list(struct call *call)
{
    struct conflict *conflicts;
    struct outcome out;
    int count;
    desk_conflict_list(&call->desk, &call->meta, !args_has(&call->args, "all"), LIST_MOST,
                       &conflicts, &count, &out);
    if (out.verdict)
        return call_refused(call, &out);
    return answer_list(call, &(struct listed){"conflicts", conflicts, count, list_json, list_print,
                                              _("There is nothing to decide.")});
}

static void owners_print(struct call *call, const struct conflict *conflict)
{
    char who[SIGNED_TEXT];
    for (int i = 0; i < conflict->seat_count; i++) {
        const struct conflict_seat *seat = &conflict->seats[i];
        call_print(
            call, "  %s %s %s %s %s\n", seat->label,
            C_("seat", seat_status_name((enum seat_status)seat->status)),
            signed_words(seat->owner, seat->approver, seat->approval, seat->approved_at, who),
            seat->till, seat->code);
    }
}

/* The money, the paper or the voucher that nobody accounts for. */
static void about_print(struct call *call, const struct conflict *conflict)
{
    char amount[MONEY_TEXT];
    if (*conflict->about && conflict->amount)
        call_print(call, _("It is about %s: %s.\n"), conflict->about,
                   view_money(call, conflict->amount, amount));
    else if (*conflict->about)
        call_print(call, _("It is about %s.\n"), conflict->about);
}

static void conflict_print(struct call *call, const struct conflict *conflict)
{
    char paid[MONEY_TEXT], made[LOCAL_TEXT], who[SIGNED_TEXT];
    call_print(
        call, _("%s: %s, by %s at %s, %s.\n"), conflict->show_id,
        C_("conflict", conflict_word(conflict->heading)),
        signed_words(conflict->actor, conflict->approver, conflict->approval, conflict->till, who),
        conflict->till, view_time(call, conflict->made_at, made));
    owners_print(call, conflict);
    if (*conflict->code)
        call_print(call, _("Sale %s, paid %s. %s %s %s\n"), conflict->code,
                   view_money(call, conflict->paid, paid), conflict->name, conflict->email,
                   conflict->phone);
    about_print(call, conflict);
    if (conflict->offer_count)
        call_print(call, _("Held for it: %s\n"),
                   labels_of(call, conflict->offer, conflict->offer_count));
    if (conflict->outcome != CONFLICT_OPEN)
        call_print(call, "%s %s\n", C_("conflict", conflict_outcome_name(conflict->outcome)),
                   conflict->decided_by);
}

static int run_show(struct call *call)
{
    struct conflict conflict;
    struct outcome out;
    desk_conflict_find(&call->desk, &call->meta, args_word(&call->args, 0), &conflict, &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (call->json) {
        doc_conflict(call_doc(call), "conflict", &conflict);
        call_doc_end(call);
    }
    conflict_print(call, &conflict);
    return EXIT_DONE;
}

/* ---- a decision ----------------------------------------------------------------------------- */

static bool read_decision(struct call *call, struct desk_decision *decision)
{
    const char *word = args_word(&call->args, 1);
    const char *tender = args_value(&call->args, "tender");
    if (!conflict_outcome_parse(word, &decision->outcome) || decision->outcome == CONFLICT_OPEN ||
        decision->outcome == CONFLICT_FIRST) {
        call_fail(call, VERDICT_INVALID,
                  _("\"%.20s\" is no decision; it is one of same, other, refund, due and keep."),
                  word);
        return false;
    }
    if (tender &&
        (!tender_parse(tender, &decision->tender) || decision->tender == TENDER_VOUCHER)) {
        call_fail(call, VERDICT_INVALID, _("Money is given back in cash or on a card."));
        return false;
    }
    return call_reason(call, true);
}

static int run_resolve(struct call *call)
{
    struct desk_decision decision = {.tender = TENDER_CASH};
    struct conflict conflict;
    struct outcome out;
    if (!read_decision(call, &decision))
        return call->exit;
    desk_conflict_find(&call->desk, &call->meta, args_word(&call->args, 0), &conflict, &out);
    if (out.verdict)
        return call_refused(call, &out);
    decision.conflict = conflict.id;
    desk_conflict_decide(&call->desk, &call->meta, &decision, &out);
    if (out.verdict)
        return call_refused(call, &out);
    return out.sale ? answer_sale(call, &out, _("It is decided."))
                    : answer_done(call, &out, _("It is decided."));
}

static const struct cmd_option list_options[] = {
    {"all", NULL, N_("those that were decided, too"), false},
    {0},
};

static const struct cmd_option resolve_options[] = {
    {"reason", "REASON", N_("why; it stands in the log"), false},
    {"tender", "TENDER", N_("how money is given back: cash or card"), false},
    {0},
};

const struct command conflict_verbs[] = {
    {.name = "list",
     .summary = N_("Lists what is to be decided, the most urgent first."),
     .options = list_options,
     .run = run_list},
    {.name = "show",
     .words = "CONFLICT",
     .summary = N_("Shows who has the seats, and what is held instead."),
     .run = run_show},
    {.name = "resolve",
     .words = "CONFLICT DECISION",
     .summary = N_("Decides: same, other, refund, due or keep."),
     .detail = N_("same: the seats that were sold, if they are free again. other: the seats that "
                  "are held instead, with new tickets. refund: the money is given back now. due: "
                  "it is given back later. keep: all stays as it is."),
     .options = resolve_options,
     .run = run_resolve},
    {0},
};
