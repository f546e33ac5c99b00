/*
 * `loge sync`: brings this till's journal home by hand, and says how it stands. In a console the
 * till does that by itself; there the command asks its line.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/cmd/commands.h"
#include "src/cmd/house_open.h"
#include "src/cmd/intl.h"
#include "src/cmd/till_held.h"
#include "src/cmd/till_here.h"
#include "src/cmd/till_upload.h"
#include "src/cmd/till_words.h"
#include "src/cmd/view.h"
#include "src/cmd/who.h"

/* ---- the answer ------------------------------------------------------------------------------ */

/*
 * `sync --status` asks nobody, so its line has not looked for the house. It tells what the till's
 * last program met: a house that was silent or refused the journal, or one that has it all.
 */
static enum till_mode mode_of(const struct call *call, const struct till_standing *standing)
{
    const struct till_here *here = call->till;
    bool away = standing->held || here->call->desk.alone ||
                *till_shut_out_text(call->arena, standing) ||
                till_is_silent(here->call, here->name);
    if (here->uplink || away)
        return standing->mode;
    return standing->pending ? MODE_RETURNING : MODE_ONLINE;
}

static void answer_json(struct call *call, const struct till_standing *standing)
{
    const struct till_here *here = call->till;
    struct json_out *doc = call_doc(call);
    member_object(doc, "sync");
    member_text(doc, "till", here->name);
    member_text(doc, "mode", till_mode_name(mode_of(call, standing)));
    member_bool(doc, "held", standing->held);
    member_int(doc, "pending", (int64_t)standing->pending);
    member_time(doc, "oldest", standing->oldest.at);
    member_int(doc, "sent", (int64_t)standing->done);
    json_key(doc, "left_ms");
    if (standing->left_ms < 0)
        json_null(doc);
    else
        json_int(doc, standing->left_ms);
    member_time(doc, "uploaded_at", standing->uploaded_at);
    member_int(doc, "lease_ms", standing->lease_ms);
    member_bool(doc, "latched", standing->latched);
    member_text(doc, "trouble", till_shut_out_text(call->arena, standing));
    member_text(doc, "quarantine", quarantine_name(standing->shut_out.why));
    member_time(doc, "shut_out_at", standing->shut_out.at);
    member_bool(doc, "replica_ready", here->replica.ready);
    member_time(doc, "replica_at", here->replica.listed);
    json_object_end(doc);
    call_doc_end(call);
}

static void answer_text(struct call *call, const struct till_standing *standing)
{
    const struct till_here *here = call->till;
    const char *lease = till_lease_text(call->arena, standing);
    const char *trouble = till_shut_out_text(call->arena, standing);
    char at[LOCAL_TEXT], since[LOCAL_TEXT];
    call_print(call, _("Till     %s\n"), here->name);
    call_print(call, _("Journal  %s\n"), till_pending_text(call->arena, standing));
    call_print(call, _("Copy     of the house: %s\n"),
               here->replica.ready ? view_time(call, here->replica.listed, at)
                                   : _("not finished; `loge join` goes on with it"));
    if (*lease)
        call_print(call, _("Lent     %s\n"), lease);
    if (*trouble)
        call_print(call,
                   standing->shut_out.status == SYNC_STRANGER ? _("Waits    since %s: %s\n")
                                                              : _("Shut out since %s: %s\n"),
                   view_time(call, standing->shut_out.at, since), trouble);
}

static int answer(struct call *call)
{
    struct till_standing standing;
    till_line_standing(call->till->line, &standing);
    if (call->json)
        answer_json(call, &standing);
    else
        answer_text(call, &standing);
    return EXIT_DONE;
}

/* ---- in the shell ---------------------------------------------------------------------------- */

static bool open_till(struct call *call)
{
    struct err err;
    if (!call->till)
        call->till = till_here_new(call, call->meta.actor.till);
    if (call->till->line || !till_here_open(call->till, &err))
        return true;
    call_err(call, &err);
    return false;
}

static bool has_till(struct call *call)
{
    if (house_named(call) && who_till(call, call->meta.actor.till) &&
        till_here_is_joined(call, call->meta.actor.till))
        return true;
    if (!call->exit)
        call_fail(call, VERDICT_INVALID,
                  _("This till keeps no journal: it is no part of a house of several tills. `loge "
                    "join` makes it one."));
    return false;
}

static bool is_held(const struct call *call)
{
    struct till_standing standing;
    if (!call->till || !call->till->line)
        return false;
    till_line_standing(call->till->line, &standing);
    return standing.held;
}

static int sync_once(struct call *call)
{
    struct err err;
    if (is_held(call))
        return call_fail(call, VERDICT_UNAVAILABLE,
                         _("This till is held offline; `:sync --let-go` in its console lets it "
                           "back, and then its journal is sent."));
    if (call->desk.alone)
        return call_fail(call, VERDICT_UNAVAILABLE,
                         _("The house is not reached; the journal is kept until it is."));
    if (!open_till(call))
        return call->exit;
    if (till_here_connect(call->till, &err))
        return call_err(call, &err);
    return till_upload(call) ? answer(call) : call->exit;
}

/* ---- in a console ---------------------------------------------------------------------------- */

/* Noted first: a till that goes offline and forgets it would be home after the next start. */
static int hold(struct call *call, bool held)
{
    struct err err;
    if (till_held_put(call->till->path, held, &err))
        return call_err(call, &err);
    till_line_hold(call->till->line, held);
    return answer(call);
}

static int ask_line(struct call *call)
{
    if (!call->till->line)
        return call_err(call, &call->till->why);
    if (args_has(&call->args, "hold"))
        return hold(call, true);
    if (args_has(&call->args, "let-go"))
        return hold(call, false);
    till_line_retry(call->till->line);
    return answer(call);
}

/* ---- the command ----------------------------------------------------------------------------- */

int run_sync(struct call *call)
{
    bool for_console = args_has(&call->args, "hold") || args_has(&call->args, "let-go");
    if (call->counter && call->till)
        return ask_line(call);
    if (!has_till(call))
        return call->exit;
    if (for_console)
        return call_fail(call, VERDICT_INVALID,
                         _("Only a console stays offline: type `:sync --hold` in it."));
    if (args_has(&call->args, "status"))
        return open_till(call) ? answer(call) : call->exit;
    return sync_once(call);
}

const struct cmd_option sync_options[] = {
    {"once", NULL, N_("send what waits, fetch what is new, and end (this is what it does anyway)"),
     false},
    {"status", NULL, N_("say how the journal stands; asks nobody"), false},
    {"hold", NULL, N_("in a console: keep this till offline until it is let go"), false},
    {"let-go", NULL, N_("in a console: let a till that is held offline back to the house"), false},
    {0},
};
