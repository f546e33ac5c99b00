#include "config.h"

#include "src/cmd/printing.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/line.h"
#include "src/cmd/paper.h"

/* ---- tickets ------------------------------------------------------------------------------ */

static bool is_wanted(const struct paper_wish *wish, const struct ticket *ticket)
{
    bool named = wish->count == 0;
    for (int i = 0; i < wish->count && !named; i++)
        named = strcmp(wish->labels[i], ticket->label) == 0;
    return named && ticket->status == TICKET_VALID;
}

static enum rc print_ticket(struct call *call, const struct print_port *printer,
                            const struct sale *sale, const struct ticket *ticket, struct err *err)
{
    char title[PRINT_TITLE];
    const char *text;
    int columns = (int)settings_int(call->settings, SETTING_PRINTER_COLUMNS);
    enum rc rc = paper_ticket(call, sale, ticket, columns, &text, err);
    if (rc)
        return rc;
    snprintf(title, sizeof title, "%s %s", sale->code, ticket->label);
    return printer->put(printer->ctx, title, text, err);
}

static enum rc print_cash_up(struct call *call, const struct print_port *printer,
                             const struct shift *shift, struct err *err)
{
    char title[PRINT_TITLE];
    int columns = (int)settings_int(call->settings, SETTING_PRINTER_COLUMNS);
    /* L10N: in the print queue: whose shift it was */
    snprintf(title, sizeof title, _("Cash-up %s"), shift->staff);
    return printer->put(printer->ctx, title, paper_shift_text(call, shift, columns), err);
}

/* ctx: a call that has the house. In a console this runs on the counter's thread. */
static enum rc print(void *ctx, const struct print_port *printer, const struct act_meta *meta,
                     const struct paper_wish *wish, struct err *err)
{
    struct call call = {0};
    enum rc rc = RC_OK;
    line_borrow(&call, ctx, meta);
    if (wish->shift)
        return print_cash_up(&call, printer, wish->shift, err);
    for (int i = 0; i < wish->sale->ticket_count && !rc; i++)
        if (is_wanted(wish, &wish->sale->tickets[i]))
            rc = print_ticket(&call, printer, wish->sale, &wish->sale->tickets[i], err);
    return rc;
}

/* ---- the printer -------------------------------------------------------------------------- */

static enum rc start(struct printing *printing, const struct call *call, const char *till,
                     struct err *err)
{
    char folder[PATH_TEXT], name[TILL_TEXT + 8];
    struct print_spool_options options = {
        .printer = settings_text(call->settings, SETTING_PRINTER_NAME),
        .command = settings_text(call->settings, SETTING_PRINTER_COMMAND),
        .folder = folder,
        .patience_ms = settings_ms(call->settings, SETTING_PRINTER_PATIENCE),
        .clock = clock_system()};
    snprintf(name, sizeof name, "print-%s", till);
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '_';
    enum rc rc = paths_join(folder, call->paths.state, name, err);
    if (rc)
        return rc;
    printing->spool = print_spool_start(&options, err);
    return printing->spool ? RC_OK : err->rc;
}

/* False: this till has no printer, or its queue cannot be opened, which err says. */
static bool open_queue(struct printing *printing, const struct call *call, const char *till,
                       struct err *err)
{
    struct print_sums left;
    *err = (struct err){.rc = RC_OK};
    *printing = (struct printing){.spool = NULL};
    if (!settings_text(call->settings, SETTING_PRINTER_COMMAND)[0] ||
        start(printing, call, till, err))
        return false;
    printing->port = print_spool_port(printing->spool);
    assert(printing->port.sums);
    printing->port.sums(printing->port.ctx, &left);
    printing->failed_before = left.failed;
    return true;
}

void printing_start(struct printing *printing, const struct call *call, const char *till,
                    struct counter *counter)
{
    struct err err;
    if (open_queue(printing, call, till, &err)) {
        counter->printer = &printing->port;
        counter->print = print;
    } else if (err.rc) {
        text_copy(counter->print_fault, sizeof counter->print_fault, err.text);
    }
}

void printing_stop(struct printing *printing)
{
    print_spool_stop(&printing->spool);
}

/* ---- after a command ------------------------------------------------------------------------ */

static void tell_fault(struct call *call, const char *why)
{
    call_remark(call,
                _("Not printed: %s The act is done; `loge sale show SALE --ticket` shows its "
                  "tickets.\n"),
                why);
}

void printing_start_lines(struct printing *printing, struct call *call)
{
    struct err err;
    if (open_queue(printing, call, call->meta.actor.till, &err))
        call->printer = &printing->port;
    else if (err.rc)
        tell_fault(call, err.text);
}

/* Until the last job is on paper or has failed; Ctrl-C leaves the rest in the queue. */
static void wait_for_paper(const struct print_port *port, struct print_sums *sums)
{
    struct pollfd news = {.fd = port->fd(port->ctx), .events = POLLIN};
    uint64_t count;
    for (;;) {
        port->sums(port->ctx, sums);
        if (!sums->waiting || call_interrupted() || (poll(&news, 1, -1) < 0 && errno != EINTR))
            return;
        (void)!read(news.fd, &count, sizeof count);
    }
}

static void print_and_wait(struct call *call, const struct paper_wish *wish)
{
    struct printing own;
    struct print_sums after;
    struct err err;
    if (!open_queue(&own, call, call->meta.actor.till, &err)) {
        if (err.rc)
            tell_fault(call, err.text);
        return;
    }
    if (print(call, &own.port, &call->meta, wish, &err)) {
        tell_fault(call, err.text);
    } else {
        wait_for_paper(&own.port, &after);
        if (after.failed > own.failed_before || after.waiting)
            tell_fault(call, after.why[0] ? after.why : _("the printer was not waited for."));
    }
    printing_stop(&own);
}

static void put_on_paper(struct call *call, const struct paper_wish *wish)
{
    struct err err;
    const struct print_port *printer = call->counter ? call->counter->printer : call->printer;
    if (!printer && !call->counter)
        print_and_wait(call, wish);
    else if (printer && print(call, printer, &call->meta, wish, &err))
        tell_fault(call, err.text);
}

void printing_end_lines(struct printing *printing, struct call *call)
{
    struct print_sums sums;
    if (!printing->spool)
        return;
    wait_for_paper(&printing->port, &sums);
    if (sums.failed > printing->failed_before || sums.waiting)
        tell_fault(call, sums.why);
    call->printer = NULL;
    printing_stop(printing);
}

static bool is_new(const struct outcome *out)
{
    return out->verdict == VERDICT_OK && !out->replay;
}

void printing_sale(struct call *call, const struct outcome *out, const char *const *labels,
                   int count)
{
    const struct paper_wish wish = {.sale = out->sale, .labels = labels, .count = count};
    if (is_new(out) && out->sale && out->sale->collected_at)
        put_on_paper(call, &wish);
}

void printing_reprint(struct call *call, const struct outcome *out, const char *label)
{
    const struct paper_wish wish = {.sale = out->sale, .labels = &label, .count = 1};
    if (is_new(out) && out->sale)
        put_on_paper(call, &wish);
}

void printing_cash_up(struct call *call, const struct outcome *out)
{
    const struct paper_wish wish = {.shift = out->shift};
    if (is_new(out) && out->shift)
        put_on_paper(call, &wish);
}
