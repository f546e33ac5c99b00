/* Tills that work alone: which there are, what is lent to them, and what did not fit. */
#include "config.h"

#include <string.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"
#include "src/domain/row_json.h"
#include "src/engine/desk_office.h"

/* ---- tills ---------------------------------------------------------------------------------- */

static const char *till_state(const struct office_till *till)
{
    static const char *const words[] = {N_("good"), N_("copied"), N_("set back"), N_("other key"),
                                        N_("given up")};
    return words[till->quarantine];
}

static void till_json(struct json_out *doc, const struct office_till *till)
{
    member_object(doc, NULL);
    member_text(doc, "till", till->till);
    member_int(doc, "number", till->no);
    member_text(doc, "quarantine", quarantine_name(till->quarantine));
    member_bool(doc, "recall", till->recall);
    member_int(doc, "entries", till->entries);
    member_time(doc, "heard_at", till->heard_at);
    member_int(doc, "seats", till->seats);
    member_int(doc, "conflicts", till->open);
    json_object_end(doc);
}

static void list_json(struct call *call, const void *list, int count)
{
    const struct office_till *tills = list;
    for (int i = 0; i < count; i++)
        till_json(call->doc, &tills[i]);
}

static void till_print(struct call *call, const void *list, int count)
{
    const struct office_till *tills = list;
    struct grid grid;
    char heard[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("TILL|STATUS|>ACTS|LAST HEARD|>SEATS LENT|>CONFLICTS"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", tills[i].till);
        grid_cell(&grid, "%s", _(till_state(&tills[i])));
        grid_cell(&grid, "%d", (int)tills[i].entries);
        grid_cell(&grid, "%s", view_time(call, tills[i].heard_at, heard));
        grid_cell(&grid, "%d", tills[i].seats);
        grid_cell(&grid, "%d", tills[i].open);
    }
    grid_print(&grid, call->out);
}

static int run_till_list(struct call *call)
{
    struct office_till *tills;
    struct outcome out;
    int count;
    desk_till_list(&call->desk, &call->meta, &tills, &count, &out);
    if (out.verdict)
        return call_refused(call, &out);
    return answer_list(call, &(struct listed){"tills", tills, count, list_json, till_print,
                                              _("No till keeps a journal yet.")});
}

static int answered(struct call *call, const struct outcome *out, const char *done)
{
    return out->verdict ? call_refused(call, out) : answer_done(call, out, done);
}

static int run_till_dead(struct call *call)
{
    struct outcome out;
    if (!call_reason(call, true))
        return call->exit;
    desk_till_dead(&call->desk, &call->meta, args_word(&call->args, 0), &out);
    return answered(call, &out,
                    _("Its journal is not taken any more, and its seats are free again."));
}

static int run_till_readmit(struct call *call)
{
    struct outcome out;
    desk_till_readmit(&call->desk, &call->meta, args_word(&call->args, 0), &out);
    return answered(call, &out, _("Its journal goes on when it is next heard."));
}

static int run_till_vouch(struct call *call)
{
    struct outcome out;
    if (!call_reason(call, false))
        return call->exit;
    desk_till_vouch(&call->desk, &call->meta, args_word(&call->args, 0), args_word(&call->args, 1),
                    &out);
    return answered(call, &out, _("What this person did there comes home when the till is heard."));
}

static const struct cmd_option reason_options[] = {
    {"reason", "REASON", N_("why; it stands in the log"), false},
    {0},
};

const struct command till_verbs[] = {
    {.name = "list", .summary = N_("Lists the tills that keep a journal."), .run = run_till_list},
    {.name = "dead",
     .words = "TILL",
     .summary = N_("Gives up a till that will not come back; its lent seats are free."),
     .options = reason_options,
     .run = run_till_dead},
    {.name = "readmit",
     .words = "TILL",
     .summary = N_("Lets a till whose journal was shut out go on."),
     .run = run_till_readmit},
    {.name = "vouch",
     .words = "TILL PERSON",
     .summary = N_("Vouches for a person whom the house has not seen sign in at that till."),
     .options = reason_options,
     .run = run_till_vouch},
    {0},
};

enum { RULE_SEATS_MOST = 10000 };

/* ---- lent seats ----------------------------------------------------------------------------- */

static int run_take(struct call *call)
{
    struct outcome out;
    int count = call->args.words.count - 2;
    desk_allot_take(&call->desk, &call->meta, args_word(&call->args, 0), args_word(&call->args, 1),
                    call->args.words.at + 2, count, &out);
    return answered(call, &out, _("Only this till sells these seats now."));
}

static int run_voucher(struct call *call)
{
    static const int64_t many[] = {1, 1000000000};
    struct desk_voucher_loan wish = {.till = args_word(&call->args, 0),
                                     .code = args_word(&call->args, 1)};
    struct outcome out;
    int64_t uses;
    if (!option_money(call, "amount", 0, &wish.money) || !option_int(call, "uses", many, 0, &uses))
        return call->exit;
    wish.uses = (int32_t)uses;
    desk_allot_voucher(&call->desk, &call->meta, &wish, &out);
    return answered(call, &out, _("This till gives so much of it for good, even alone."));
}

static int run_return(struct call *call)
{
    struct outcome out;
    desk_allot_return(&call->desk, &call->meta, args_word(&call->args, 0), &out);
    return answered(call, &out, _("They come back when the till has sent all it did with them."));
}

static int run_rule(struct call *call)
{
    struct desk_loan_rule wish = {.till = args_word(&call->args, 0),
                                  .show = args_value(&call->args, "show"),
                                  .section = args_value(&call->args, "section")};
    struct outcome out;
    int64_t seats;
    if (!word_int(call, "SEATS", args_word(&call->args, 1), 0, RULE_SEATS_MOST, &seats))
        return call->exit;
    wish.seats = (int32_t)seats;
    desk_loan_rule_set(&call->desk, &call->meta, &wish, &out);
    return answered(call, &out,
                    seats ? _("So many free seats are its own from when it is next heard.")
                          : _("No rule lends it these seats any more; what it has it keeps."));
}

static void rules_json(struct json_out *doc, const struct loan_rule *rules, int count)
{
    member_array(doc, "rules");
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_text_or_null(doc, "show", rules[i].show[0] ? rules[i].show : NULL);
        member_text_or_null(doc, "section", rules[i].section[0] ? rules[i].section : NULL);
        member_int(doc, "seats", rules[i].seats);
        json_object_end(doc);
    }
    json_array_end(doc);
}

static void print_rules(struct call *call, const struct loan_rule *rules, int count)
{
    for (int i = 0; i < count; i++)
        call_print(call, _("By rule: %d seats, %s %s\n"), rules[i].seats,
                   rules[i].show[0] ? rules[i].show : _("every show"), rules[i].section);
}

static void vouchers_json(struct json_out *doc, const struct voucher_loan *loans, int count)
{
    member_array(doc, "vouchers");
    for (int i = 0; i < count; i++) {
        struct row_json told = row_json_begin(doc, NULL, &shape_voucher_loan, &loans[i]);
        row_json_rest(&told, "");
        row_json_end(&told);
    }
    json_array_end(doc);
}

static void print_vouchers(struct call *call, const struct voucher_loan *loans, int count)
{
    char money[MONEY_TEXT];
    for (int i = 0; i < count; i++) {
        if (loans[i].money)
            call_print(call, _("Voucher %s: %s\n"), loans[i].code,
                       view_money(call, loans[i].money, money));
        if (loans[i].uses)
            call_print(call,
                       ngettext("Voucher %s: %d use\n", "Voucher %s: %d uses\n",
                                (unsigned long)loans[i].uses),
                       loans[i].code, (int)loans[i].uses);
    }
}

/* What is lent to a till. */
struct lent {
    struct lent_seat *seats;
    struct voucher_loan *vouchers;
    struct loan_rule *rules;
    int seat_count, voucher_count, rule_count;
};

static void lent_json(struct call *call, const struct lent *lent)
{
    struct json_out *doc = call_doc(call);
    member_array(doc, "seats");
    for (int i = 0; i < lent->seat_count; i++) {
        const struct lent_seat *seat = &lent->seats[i];
        member_object(doc, NULL);
        member_text(doc, "show", view_show_id(call, seat->show));
        member_text(doc, "id", seat->label);
        member_text(doc, "status", seat_status_name((enum seat_status)seat->status));
        json_object_end(doc);
    }
    json_array_end(doc);
    vouchers_json(doc, lent->vouchers, lent->voucher_count);
    rules_json(doc, lent->rules, lent->rule_count);
    call_doc_end(call);
}

static void print_lent(struct call *call, const struct lent *lent)
{
    for (int i = 0; i < lent->seat_count; i++)
        call_print(call, "%s %s %s\n", view_show_id(call, lent->seats[i].show),
                   lent->seats[i].label,
                   C_("seat", seat_status_name((enum seat_status)lent->seats[i].status)));
    print_vouchers(call, lent->vouchers, lent->voucher_count);
    if (!lent->seat_count && !lent->voucher_count)
        call_print(call, "%s\n", _("Nothing is lent to this till."));
    print_rules(call, lent->rules, lent->rule_count);
}

static int run_lent(struct call *call)
{
    struct lent lent = {0};
    struct outcome out;
    const char *till = args_word(&call->args, 0);
    desk_allot_list(&call->desk, &call->meta, till, &lent.seats, &lent.seat_count, &out);
    if (!out.verdict)
        desk_allot_vouchers(&call->desk, &call->meta, till, &lent.vouchers, &lent.voucher_count,
                            &out);
    if (!out.verdict)
        desk_loan_rules(&call->desk, &call->meta, till, &lent.rules, &lent.rule_count, &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (call->json)
        lent_json(call, &lent);
    else
        print_lent(call, &lent);
    return EXIT_DONE;
}

static const struct cmd_option loan_options[] = {
    {"amount", "AMOUNT", N_("so much of its money (else all of a gift card, or an equal share)"),
     false},
    {"uses", "N", N_("so many of its uses"), false},
    {0},
};

static const struct cmd_option rule_options[] = {
    {"show", "SHOW", N_("of this show only (else of every show on sale)"), false},
    {"section", "NAME", N_("of this section only (else of the whole hall)"), false},
    {0},
};

const struct command allot_verbs[] = {
    {.name = "take",
     .words = "TILL SHOW SEAT...",
     .summary = N_("Lends free seats to a till, which then sells them for good even alone."),
     .run = run_take},
    {.name = "voucher",
     .words = "TILL CODE",
     .summary =
         N_("Lends a till money or uses of a voucher, which it then gives for good offline."),
     .options = loan_options,
     .run = run_voucher},
    {.name = "return",
     .words = "TILL",
     .summary = N_("Asks a till for the seats and vouchers that are lent to it."),
     .run = run_return},
    {.name = "rule",
     .words = "TILL SEATS",
     .summary = N_("Keeps so many free seats lent to a till while it is online; 0 ends the rule."),
     .options = rule_options,
     .run = run_rule},
    {.name = "list",
     .words = "TILL",
     .summary = N_("Lists what is lent to a till, and its rules."),
     .run = run_lent},
    {0},
};
