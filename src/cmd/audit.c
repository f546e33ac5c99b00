#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"
#include "src/domain/audit_report.h"

/* ---- list --------------------------------------------------------------------------------- */

static void list_json(struct call *call, const void *list, int count)
{
    const struct event *events = list;
    for (int i = 0; i < count; i++) {
        const struct doc_at at = view_at(call, events[i].show);
        doc_event(call->doc, NULL, &events[i], &at);
    }
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct event *events = list;
    struct grid grid;
    char when[LOCAL_TEXT], place[EVENT_PLACE_TEXT], who[SIGNED_TEXT];
    grid_start(&grid, call->arena, _(">EVENT|AT|ACT|WHO|TILL|SHOW|SEAT|CHANGE|REASON|NOTE"));
    for (int i = 0; i < count; i++) {
        const struct event *event = &events[i];
        grid_cell(&grid, "%lld", (long long)event->id);
        grid_cell(&grid, "%s", view_time(call, event->at, when));
        grid_cell(&grid, "%s", C_("act", act_word(event->act)));
        grid_cell(&grid, "%s",
                  signed_words(event->actor, event->approver, event->approval, event->till, who));
        grid_cell(&grid, "%s", event_place(event, place));
        grid_cell(&grid, "%s", event->show ? view_show_id(call, event->show) : "");
        grid_cell(&grid, "%s", event->label);
        if (event->seat >= 0)
            grid_cell(&grid, "%s > %s", C_("seat", seat_status_name((enum seat_status)event->from)),
                      C_("seat", seat_status_name((enum seat_status)event->to)));
        else
            grid_cell(&grid, "%s", "");
        grid_cell(&grid, "%s", event->reason);
        grid_cell(&grid, "%s", event->note);
    }
    grid_print(&grid, call->out);
}

static bool read_filter(struct call *call, struct event_filter *filter)
{
    static const int64_t limits[] = {1, 1000000}, ids[] = {0, INT64_MAX};
    const char *subject = args_value(&call->args, "about");
    int64_t limit;
    filter->seat = -1;
    filter->actor = args_value(&call->args, "by");
    filter->till = args_value(&call->args, "at-till");
    filter->newest_first = !args_has(&call->args, "after");
    if (!option_int(call, "limit", limits, 100, &limit) ||
        !option_int(call, "after", ids, 0, &filter->after) ||
        !option_show(call, "show", &filter->show) ||
        (subject && !word_uuid(call, "--about", subject, &filter->subject)))
        return false;
    filter->limit = (int)limit;
    return true;
}

/* Events name a seat by its number in the hall. */
static bool read_seat(struct call *call, struct event_filter *filter)
{
    struct snapshot map;
    struct outcome out;
    const char *label = args_value(&call->args, "seat");
    if (!label)
        return true;
    if (!filter->show) {
        call_fail(call, VERDICT_INVALID, _("--seat goes with --show."));
        return false;
    }
    desk_map(&call->desk, call->arena, args_value(&call->args, "show"), &map, &out);
    if (out.verdict) {
        call_refused(call, &out);
        return false;
    }
    int index = plan_find_seat(map.plan, label);
    if (index < 0) {
        call_fail(call, VERDICT_SEAT_NOT_FOUND, _("There is no seat \"%.60s\" in this hall."),
                  label);
        return false;
    }
    filter->seat = map.plan->seats[index].no;
    return true;
}

int run_audit(struct call *call)
{
    struct event_filter filter = {0};
    struct event *events;
    struct err err;
    int count;
    struct store *store = call->desk.store;
    if (!call_may(call, RIGHT_AUDIT) || !read_filter(call, &filter) || !read_seat(call, &filter))
        return call->exit;
    if (store->ops->event_list(store, &filter, call->arena, &events, &count, &err))
        return call_err(call, &err);
    return answer_list(call, &(struct listed){"events", events, count, list_json, list_print,
                                              _("Nothing was found.")});
}

/* ---- verify and seal ---------------------------------------------------------------------- */

static const char *head_text(const struct audit_report *report, char out[65])
{
    return text_hex(out, report->head, sizeof report->head);
}

static int kept_faults(const struct audit_report *report)
{
    return report->fault_count < 100 ? report->fault_count : 100;
}

static void verify_json(struct call *call, const struct audit_report *report)
{
    struct json_out *doc = call_doc(call);
    char head[65];
    member_object(doc, "audit");
    member_bool(doc, "ok", report->fault_count == 0);
    member_int(doc, "events", report->events);
    member_int(doc, "seats", report->seats);
    member_int(doc, "holds", report->holds);
    member_int(doc, "sales", report->sales);
    member_int(doc, "approvals", report->approvals);
    member_int(doc, "approvals_by_tills", report->approvals_by_tills);
    member_int(doc, "blocks", report->blocks);
    member_int(doc, "unsealed", report->unsealed);
    json_key(doc, "unproved_from");
    if (report->unproved_from)
        json_int(doc, report->unproved_from);
    else
        json_null(doc);
    member_text(doc, "head", head_text(report, head));
    member_int(doc, "fault_count", report->fault_count);
    member_array(doc, "faults");
    for (int i = 0; i < kept_faults(report); i++) {
        member_object(doc, NULL);
        member_int(doc, "event", report->faults[i].event);
        member_text(doc, "text", report->faults[i].text);
        json_object_end(doc);
    }
    json_array_end(doc);
    json_object_end(doc);
    call_doc_end(call);
}

static void print_fault(struct call *call, const struct audit_fault *fault)
{
    if (fault->event)
        fprintf(call->err, _("loge: audit, event %lld: %s\n"), (long long)fault->event,
                fault->text);
    else
        fprintf(call->err, _("loge: audit: %s\n"), fault->text);
}

static void verify_print(struct call *call, const struct audit_report *report)
{
    char head[65];
    for (int i = 0; i < kept_faults(report); i++)
        print_fault(call, &report->faults[i]);
    call_print(call,
               report->fault_count ? _("%lld events, %lld seats, %lld holds and %lld sales agree "
                                       "with one another but for the faults above.\n")
                                   : _("%lld events, %lld seats, %lld holds and %lld sales agree "
                                       "with one another.\n"),
               (long long)report->events, (long long)report->seats, (long long)report->holds,
               (long long)report->sales);
    if (report->approvals_by_tills)
        call_print(call, _("%lld approvals; for %lld of them the house has only a till's word.\n"),
                   (long long)report->approvals, (long long)report->approvals_by_tills);
    else if (report->approvals)
        call_print(call, _("%lld approvals, all checked by the house.\n"),
                   (long long)report->approvals);
    call_print(call, _("%lld blocks sealed, %lld events not sealed yet; head %s\n"),
               (long long)report->blocks, (long long)report->unsealed, head_text(report, head));
    if (report->unproved_from)
        call_print(call, _("From event %lld on, no seal proves what was there before this look.\n"),
                   (long long)report->unproved_from);
}

/* The newest events are sealed first: a change to them after a look that said yes is found by the
 * next one. */
static int run_verify(struct call *call)
{
    struct audit_report report = {0};
    struct err err;
    int sealed;
    struct store *store = call->desk.store;
    struct progress progress = call_progress(call, _("Checking"));
    if (!call_may(call, RIGHT_AUDIT) || !call_at_house(call)) /* a copy has not all of the log */
        return call->exit;
    if (store->ops->audit_seal(store, true, call->now, &sealed, &err))
        return call_err(call, &err);
    report.sealed_now = sealed;
    if (store->ops->audit_verify(store, call->arena, &progress, &report, &err))
        return call_err(call, &err);
    if (call->json)
        verify_json(call, &report);
    else
        verify_print(call, &report);
    return report.fault_count ? EXIT_REFUSED : EXIT_DONE;
}

static int run_seal(struct call *call)
{
    struct err err;
    int blocks;
    struct store *store = call->desk.store;
    if (!call_may(call, RIGHT_AUDIT) || !call_at_house(call))
        return call->exit;
    if (store->ops->audit_seal(store, true, call->now, &blocks, &err))
        return call_err(call, &err);
    if (call->json) {
        json_key(call_doc(call), "sealed");
        json_int(call->doc, blocks);
        call_doc_end(call);
    }
    call_print(call, n_("%d block sealed.\n", "%d blocks sealed.\n", blocks), blocks);
    return EXIT_DONE;
}

const struct cmd_option audit_options[] = {
    {"show", "SHOW", N_("only about this show"), false},
    {"seat", "SEAT", N_("only about this seat (with --show)"), false},
    {"by", "NAME", N_("only what this person did"), false},
    {"at-till", "TILL", N_("only what was done at this till"), false},
    {"about", "UUID", N_("only about this hold, sale or shift"), false},
    {"after", "EVENT", N_("oldest first, from after this event"), false},
    {"limit", "N", N_("at most so many (else 100)"), false},
    {0},
};

const struct command audit_verbs[] = {
    {.name = "list",
     .summary = N_("Lists the log, newest first."),
     .options = audit_options,
     .run = run_audit},
    {.name = "verify",
     .summary = N_("Proves that nothing in the log was changed and that it explains the house."),
     .run = run_verify},
    {.name = "seal", .summary = N_("Seals what is not sealed yet."), .run = run_seal},
    {0},
};
