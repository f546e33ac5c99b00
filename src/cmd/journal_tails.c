/*
 * `loge journal find`, `missing` and `strike`: papers made without the house name an entry of their
 * till's journal, and the house knows whether it has arrived.
 */
#include "config.h"

#include <inttypes.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/journal.h"
#include "src/cmd/view.h"
#include "src/engine/desk_office.h"

static void tail_json(struct json_out *doc, const char *key, const struct tail *tail)
{
    char mark[ENTRY_MARK_TEXT];
    bool judged = tail->arrived_at != 0;
    member_object(doc, key);
    member_text(doc, "till", tail->till);
    member_text(doc, "mark", entry_mark_text(&tail->mark, mark));
    member_int(doc, "entry", (int64_t)tail->mark.seq);
    member_int(doc, "epoch", tail->mark.epoch);
    member_bool(doc, "arrived", !tail->missing);
    member_int(doc, "missing", (int64_t)tail->missing);
    member_text(doc, "state", judged ? entry_state_name(tail->state) : NULL);
    member_text(doc, "reason", judged && tail->reason ? verdict_code(tail->reason) : NULL);
    member_time(doc, "arrived_at", tail->arrived_at);
    member_text_or_null(doc, "actor", tail->actor);
    member_text_or_null(doc, "sale", tail->code);
    member_time(doc, "made_at", tail->made_at);
    member_text_or_null(doc, "told_by", tail->told_by);
    member_time(doc, "told_at", tail->told_at);
    member_text_or_null(doc, "struck_by", tail->struck_by);
    member_text_or_null(doc, "struck_for", tail->struck_for);
    member_time(doc, "struck_at", tail->struck_at);
    member_text(doc, "quarantine", quarantine_name(tail->quarantine));
    member_time(doc, "heard_at", tail->heard_at);
    json_object_end(doc);
}

/* ---- one ------------------------------------------------------------------------------------ */

/* So that whoever has the paper in his hand sees whether it is the same act. */
static void act_print(struct call *call, const struct tail *tail)
{
    char made[LOCAL_TEXT];
    const char *when = view_time(call, tail->made_at, made);
    if (tail->code[0])
        call_print(call, _("It is %s's act of %s, about the order %s.\n"), tail->actor, when,
                   tail->code);
    else if (tail->actor[0])
        call_print(call, _("It is %s's act of %s, about no order.\n"), tail->actor, when);
}

static void struck_print(struct call *call, const struct tail *tail)
{
    char at[LOCAL_TEXT];
    if (tail->struck_at)
        call_print(call, _("%s struck this %s: %s.\n"), tail->struck_by,
                   view_time(call, tail->struck_at, at), tail->struck_for);
}

static void find_print(struct call *call, const struct tail *tail)
{
    char at[LOCAL_TEXT], heard[LOCAL_TEXT];
    if (tail->missing)
        call_print(call,
                   n_("%s has not sent this: %lld act of it is missing. It was last heard %s.\n",
                      "%s has not sent this: %lld acts of it are missing. It was last heard %s.\n",
                      (unsigned long)tail->missing),
                   tail->till, (long long)tail->missing, view_time(call, tail->heard_at, heard));
    else if (tail->arrived_at)
        call_print(call, _("%s has sent this: it arrived %s and is %s.\n"), tail->till,
                   view_time(call, tail->arrived_at, at),
                   C_("entry", entry_state_name(tail->state)));
    else
        call_print(call, _("%s has sent this, after it was let in again.\n"), tail->till);
}

int run_journal_find(struct call *call)
{
    struct tail tail;
    struct outcome out;
    desk_tail_find(&call->desk, &call->meta, args_word(&call->args, 0), &tail, &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (call->json) {
        tail_json(call_doc(call), "entry", &tail);
        call_doc_end(call);
    } else {
        find_print(call, &tail);
        act_print(call, &tail);
        struck_print(call, &tail);
    }
    return EXIT_DONE;
}

/* ---- all ------------------------------------------------------------------------------------ */

static void list_json(struct call *call, const void *list, int count)
{
    const struct tail *tails = list;
    for (int i = 0; i < count; i++)
        tail_json(call->doc, NULL, &tails[i]);
}

static void missing_print(struct call *call, const void *list, int count)
{
    const struct tail *tails = list;
    struct grid grid;
    char mark[ENTRY_MARK_TEXT], told[LOCAL_TEXT], heard[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("TILL|>MISSING|UP TO|TOLD BY|AT|LAST HEARD"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", tails[i].till);
        grid_cell(&grid, "%" PRIu64, tails[i].missing);
        grid_cell(&grid, "%s", entry_mark_text(&tails[i].mark, mark));
        grid_cell(&grid, "%s", tails[i].told_by[0] ? tails[i].told_by : _("the till itself"));
        grid_cell(&grid, "%s", view_time(call, tails[i].told_at, told));
        grid_cell(&grid, "%s", view_time(call, tails[i].heard_at, heard));
    }
    grid_print(&grid, call->out);
}

int run_journal_missing(struct call *call)
{
    struct tail *tails;
    struct outcome out;
    int count;
    desk_tail_list(&call->desk, &call->meta, &tails, &count, &out);
    if (out.verdict)
        return call_refused(call, &out);
    return answer_list(
        call, &(struct listed){"missing", tails, count, list_json, missing_print,
                               _("Everything that papers and tills tell of has arrived.")});
}

/* ---- struck --------------------------------------------------------------------------------- */

int run_journal_strike(struct call *call)
{
    struct outcome out;
    if (!call_reason(call, true))
        return call->exit;
    desk_tail_strike(&call->desk, &call->meta, args_word(&call->args, 0), &out);
    return out.verdict ? call_refused(call, &out)
                       : answer_done(call, &out, _("It is listed no more."));
}

const struct cmd_option journal_strike_options[] = {
    {"reason", "REASON", N_("why; it stands in the log"), false},
    {0},
};
