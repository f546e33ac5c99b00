#include "config.h"

#include "src/cmd/printing.h"

#include <stdio.h>
#include <string.h>

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

/* On the counter's thread, which has the house. */
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

void printing_start(struct printing *printing, const struct call *call, const char *till,
                    struct counter *counter)
{
    struct err err;
    *printing = (struct printing){.spool = NULL};
    if (!settings_text(call->settings, SETTING_PRINTER_COMMAND)[0])
        return;
    if (start(printing, call, till, &err)) {
        text_copy(counter->print_fault, sizeof counter->print_fault, err.text);
        return;
    }
    printing->port = print_spool_port(printing->spool);
    counter->printer = &printing->port;
    counter->print = print;
}

void printing_stop(struct printing *printing)
{
    print_spool_stop(&printing->spool);
}
