#include "config.h"

#include "src/cmd/till_alone.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/house_open.h"
#include "src/cmd/intl.h"
#include "src/cmd/till_held.h"
#include "src/cmd/till_here.h"

/* ---- going alone ----------------------------------------------------------------------------- */

static enum rc open_alone(struct till_here *here, struct err *err)
{
    enum rc rc = till_here_open(here, err);
    return rc ? rc : till_here_go_alone(here, err);
}

static bool refuse_alone(struct outcome *out, const struct err *why)
{
    out->verdict = VERDICT_UNAVAILABLE;
    out->err = *why;
    snprintf(out->message, sizeof out->message, "%s", why->text);
    return false;
}

static bool begin(struct call *call, const char *till, struct outcome *out)
{
    struct err why;
    call->till = till_here_new(call, till);
    till_turn_prepare(call->till);
    if (!open_alone(call->till, &why))
        return true;
    till_here_free(&call->till);
    return refuse_alone(out, &why);
}

bool till_alone_if_held(struct call *call, const char *till, struct outcome *out)
{
    char path[PATH_TEXT];
    struct err err;
    if (!call->line.pg || call->till || call->desk.alone || !till_here_is_joined(call, till) ||
        till_file_path(call, till, path, &err) || !till_held_is(path))
        return true;
    return begin(call, till, out);
}

bool till_alone_begin(struct call *call, const char *till, struct outcome *out)
{
    if (!call->line.pg || call->till || call->desk.alone || out->verdict != VERDICT_UNAVAILABLE ||
        out->err.rc != RC_TRANSIENT || !till_here_is_joined(call, till))
        return false;
    call->line.lost = out->err;
    return begin(call, till, out);
}

/* A console that has the file remembers who signs in there. */
void till_alone_remember(struct call *call, const struct actor *actor, const char *pin)
{
    const struct clock system = clock_system();
    char path[PATH_TEXT];
    struct lite_till *file;
    struct err err;
    if (!call->line.pg || call->till || !till_here_is_joined(call, actor->till) ||
        till_file_path(call, actor->till, path, &err) || till_file_is_kept(path) ||
        lite_till_open(path, call->desk.crypt, &system, &file, &err))
        return;
    const struct clock house = lite_till_clock(file);
    (void)!lite_till_remember(file, actor->name, actor->role, pin, clock_wall(&house), &err);
    lite_till_close(&file);
}

static void tell_held(struct call *call, int pending)
{
    if (pending)
        call_remark(call,
                    n_("OFFLINE: this till is held there; %d act waits. `:sync --let-go` in its "
                       "console lets it back.\n",
                       "OFFLINE: this till is held there; %d acts wait. `:sync --let-go` in its "
                       "console lets it back.\n",
                       pending),
                    pending);
    else
        call_remark(call, "%s\n",
                    _("OFFLINE: this till is held there. `:sync --let-go` in its console lets it "
                      "back."));
}

void till_alone_tell(struct call *call)
{
    struct till_standing standing;
    if (!call->till || call->counter || !call->desk.alone || !call->till->line)
        return;
    till_line_standing(call->till->line, &standing);
    if (standing.held) {
        tell_held(call, (int)standing.pending);
        return;
    }
    if (house_outage_text(&call->line.lost))
        call_remark(call, "%s.\n", call->line.lost.text);
    int pending = (int)standing.pending;
    if (pending)
        call_remark(call,
                    n_("OFFLINE: the house is not reached; %d act of this till waits for it.\n",
                       "OFFLINE: the house is not reached; %d acts of this till wait for it.\n",
                       pending),
                    pending);
    else
        call_remark(
            call, "%s\n",
            _("OFFLINE: the house is not reached; this is what this till knew of it last."));
}

void till_alone_look(struct call *call)
{
    if (!call->line.pg || call->till || !till_here_is_joined(call, call->meta.actor.till))
        return;
    call->till = till_here_new(call, call->meta.actor.till);
    till_here_look(call->till); /* why it is not open stands in its layer */
}

/* ---- for good, or not ------------------------------------------------------------------------ */

bool till_alone_provisional(struct call *call, const struct ticket *ticket)
{
    return call->till && call->desk.alone && ticket->status == TICKET_VALID &&
           till_here_provisional(call->till, ticket->show, ticket->seat);
}

bool till_alone_sale_provisional(struct call *call, const struct sale *sale)
{
    return call->till && call->desk.alone && till_here_sale_provisional(call->till, sale);
}

struct entry_mark till_alone_mark(struct call *call, const struct sale *sale)
{
    struct entry_mark mark = {0};
    if (call->till && call->desk.alone)
        till_here_mark(call->till, sale, &mark);
    return mark;
}
