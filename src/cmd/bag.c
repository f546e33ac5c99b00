/* `loge bag`: the bag of whoever was let in, weighed and paid for. */
#include "config.h"

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/weighing.h"
#include "src/cmd/words.h"
#include "src/domain/checkin.h"
#include "src/domain/doc.h"

/* ---- the answer --------------------------------------------------------------------------- */

static void print_waiting(struct call *call, const struct checked *checked)
{
    char weight[WEIGHT_TEXT], fee[MONEY_TEXT];
    call_print(call, _("Waiting for payment: %s kg cost %s %s.\n"),
               weight_said(checked->checkin.weight_g, weight),
               money_said(checked->checkin.fee, checked->currency, fee), checked->currency);
}

static void print_completed(struct call *call, const struct checked *checked)
{
    char weight[WEIGHT_TEXT], fee[MONEY_TEXT];
    weight_said(checked->checkin.weight_g, weight);
    if (checked->checkin.fee)
        call_print(call, _("Completed: %s kg, %s %s paid.\n"), weight,
                   money_said(checked->checkin.fee, checked->currency, fee), checked->currency);
    else
        call_print(call, _("Completed: %s kg, nothing to pay.\n"), weight);
}

static void print_begun(struct call *call, const struct checked *checked)
{
    char weight[WEIGHT_TEXT];
    call_print(call, _("In progress: weigh the bag; up to %s kg it costs nothing.\n"),
               weight_said(checked->rule.limit_g, weight));
}

static void print_checked(struct call *call, const struct checked *checked)
{
    static void (*const print[])(struct call *, const struct checked *) = {
        [CHECKIN_IN_PROGRESS] = print_begun,
        [CHECKIN_WAITING] = print_waiting,
        [CHECKIN_COMPLETED] = print_completed,
    };
    _Static_assert(COUNT_OF(print) == CHECKIN_STATUS_COUNT, "every state is told");
    print[checked->checkin.status](call, checked);
}

static int answer_bag(struct call *call, const struct outcome *out)
{
    char change[MONEY_TEXT];
    if (out->verdict)
        return call_refused(call, out);
    if (call->json) {
        struct json_out *doc = call_doc(call);
        doc_checkin(doc, "checkin", out->checked);
        member_int(doc, "change", out->change);
        json_outcome_end(call, out);
    }
    print_checked(call, out->checked);
    if (out->change)
        call_print(call, _("Change  %s\n"), view_money(call, out->change, change));
    return EXIT_DONE;
}

/* ---- the acts ----------------------------------------------------------------------------- */

static int run_show(struct call *call)
{
    struct outcome out;
    desk_checkin_look(&call->desk, &call->meta, args_word(&call->args, 0), &out);
    return answer_bag(call, &out);
}

static bool take_typed(struct call *call, const char *text, int32_t *grams)
{
    if (weight_parse(text, grams))
        return true;
    call_fail(call, VERDICT_INVALID, _("A weight is in kilograms, like 27.5, not \"%.40s\"."),
              text);
    return false;
}

static bool take_from_scale(struct call *call, int32_t *grams)
{
    const char *place = settings_text(call->settings, SETTING_DOOR_SCALE);
    char why[SCALE_WHY];
    if (!place[0]) {
        call_fail(call, VERDICT_INVALID,
                  _("Say what the bag weighs, or where the scale is (door.scale)."));
        return false;
    }
    if (weighing_settle(place, grams, why))
        return true;
    call_fail(call, VERDICT_UNAVAILABLE, "%s", why);
    return false;
}

static int run_weigh(struct call *call)
{
    const char *text = args_word(&call->args, 1);
    struct outcome out;
    int32_t grams;
    if (!(text ? take_typed(call, text, &grams) : take_from_scale(call, &grams)))
        return call->exit;
    desk_checkin_weigh(&call->desk, &call->meta, args_word(&call->args, 0), grams, &out);
    return answer_bag(call, &out);
}

static int run_pay(struct call *call)
{
    const struct tender_line *tenders;
    struct outcome out;
    int count;
    if (!words_tenders(call, &tenders, &count))
        return call->exit;
    desk_checkin_pay(&call->desk, &call->meta, args_word(&call->args, 0), tenders, count, &out);
    return answer_bag(call, &out);
}

static int run_stop(struct call *call)
{
    struct outcome out;
    if (!call_reason(call, false))
        return call->exit;
    desk_checkin_stop(&call->desk, &call->meta, args_word(&call->args, 0), &out);
    return answer_bag(call, &out);
}

static const struct cmd_option stop_options[] = {
    {"reason", "REASON", N_("why; it stands in the log"), false},
    {"note", "TEXT", N_("more about it, for the log"), false},
    {0},
};

const struct command bag_verbs[] = {
    {.name = "show",
     .words = "TICKET",
     .summary = N_("Says how the check-in of a ticket stands; TICKET is its code or id."),
     .run = run_show},
    {.name = "weigh",
     .words = "TICKET [KG]",
     .summary = N_("Weighs the bag of whoever was let in; 0 if there is none."),
     .detail =
         N_("Without KG it is read from the scale that door.scale names, once it lies still."),
     .run = run_weigh},
    {.name = "pay",
     .words = "TICKET",
     .summary = N_("Takes the fee of a heavy bag, in one way."),
     .options = pay_options,
     .run = run_pay},
    {.name = "stop",
     .words = "TICKET",
     .summary = N_("Gives the fee up: the payment failed, or the bag gets lighter."),
     .options = stop_options,
     .run = run_stop},
    {0},
};
