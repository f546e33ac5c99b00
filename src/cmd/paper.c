#include "config.h"

#include "src/cmd/paper.h"

#include <langinfo.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/adapter/qr_code.h"
#include "src/cmd/intl.h"
#include "src/cmd/signing.h"
#include "src/cmd/till_alone.h"
#include "src/cmd/words.h"
#include "src/domain/page.h"
#include "src/domain/shift_text.h"
#include "src/domain/ticket_text.h"

static const char *translate(const char *text)
{
    return _(text);
}

/* Minutes east of UTC here at that moment. */
static int offset_at(int64_t at)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm here;
    return localtime_r(&seconds, &here) ? (int)(here.tm_gmtoff / 60) : 0;
}

/* ---- a sale ------------------------------------------------------------------------------- */

bool paper_asked(const struct call *call)
{
    return !call->json && (args_has(&call->args, "ticket") || args_has(&call->args, "receipt"));
}

/* The show and its hall; a house that lost either still prints what it knows. */
static enum rc find_show(struct call *call, int32_t no, struct show *show, struct plan **plan,
                         struct err *err)
{
    struct store *store = call->desk.store;
    const char *document;
    bool found;
    *show = (struct show){0};
    *plan = NULL;
    enum rc rc = store->ops->show_by_no(store, no, call->arena, show, &found, err);
    if (!rc && found)
        rc = store->ops->hall_plan(store, show->hall_no, call->arena, plan, &document, err);
    return rc;
}

static enum rc start_paper(struct call *call, const struct sale *sale, int32_t show_no,
                           struct ticket_paper *paper, struct err *err)
{
    struct show *show = arena_alloc(call->arena, sizeof *show);
    struct plan *plan;
    enum rc rc = find_show(call, show_no, show, &plan, err);
    if (rc)
        return rc;
    *paper = (struct ticket_paper){.house = call->house.name,
                                   .show = show,
                                   .plan = plan,
                                   .sale = sale,
                                   .columns = paper->columns,
                                   .offset_min = offset_at(show->starts_at),
                                   .sold_offset_min = offset_at(sale->sold_at),
                                   .training = call->training,
                                   .mark = till_alone_mark(call, sale),
                                   .ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0,
                                   .language = translate,
                                   .arena = call->arena};
    return RC_OK;
}

/* A till without a key prints no code; one that has a key prints it, or nothing: NULL and why. */
static const char *text_of(struct call *call, struct ticket_paper *paper,
                           const struct signing *signing, const struct ticket *ticket,
                           struct err *err)
{
    char code[TICKET_CODE_TEXT];
    struct qr *qr = arena_alloc(call->arena, sizeof *qr);
    bool is_signed = ticket->status == TICKET_VALID && !paper->training &&
                     signing_code(call, signing, paper->show, paper->plan, ticket, code);
    if (is_signed && qr_code(code, false, qr, err))
        return NULL;
    paper->qr = is_signed ? qr : NULL;
    paper->provisional = till_alone_provisional(call, ticket);
    return ticket_text(paper, ticket);
}

static bool begin_paper(struct call *call, const struct sale *sale, int32_t show_no,
                        struct ticket_paper *paper)
{
    struct err err;
    if (!start_paper(call, sale, show_no, paper, &err))
        return true;
    call_err(call, &err);
    return false;
}

enum rc paper_ticket(struct call *call, const struct sale *sale, const struct ticket *ticket,
                     int columns, const char **text, struct err *err)
{
    struct ticket_paper paper = {.columns = columns};
    struct signing signing;
    enum rc rc = start_paper(call, sale, ticket->show, &paper, err);
    if (rc)
        return rc;
    rc = signing_read(call, &signing, err);
    if (rc)
        return rc;
    *text = text_of(call, &paper, &signing, ticket, err);
    signing_forget(call, &signing);
    return *text ? RC_OK : err->rc;
}

/* Tickets of one sale may be for several shows, after an exchange. */
static bool print_tickets(struct call *call, const struct sale *sale, struct ticket_paper *paper,
                          const struct signing *signing)
{
    int32_t show = sale->show;
    struct err err;
    for (int i = 0; i < sale->ticket_count; i++) {
        const struct ticket *ticket = &sale->tickets[i];
        if (ticket->status != TICKET_VALID)
            continue;
        if (ticket->show != show && !begin_paper(call, sale, ticket->show, paper))
            return false;
        show = ticket->show;
        const char *text = text_of(call, paper, signing, ticket, &err);
        if (!text) {
            call_err(call, &err);
            return false;
        }
        call_print(call, "%s\n", text);
    }
    return true;
}

static bool print_signed(struct call *call, const struct sale *sale, struct ticket_paper *paper)
{
    struct signing signing;
    struct err err;
    if (signing_read(call, &signing, &err)) {
        call_err(call, &err);
        return false;
    }
    bool printed = print_tickets(call, sale, paper, &signing);
    signing_forget(call, &signing);
    return printed;
}

/* Where it was made alone, its entry can be scanned: the house says whether it has arrived. */
static bool print_receipt(struct call *call, struct ticket_paper *paper)
{
    char mark[ENTRY_MARK_TEXT];
    struct qr *qr = arena_alloc(call->arena, sizeof *qr);
    struct err err;
    bool drawn = paper->mark.seq != 0;
    if (drawn && qr_code(entry_mark_text(&paper->mark, mark), false, qr, &err)) {
        call_err(call, &err);
        return false;
    }
    paper->qr = drawn ? qr : NULL;
    paper->provisional = till_alone_sale_provisional(call, paper->sale);
    call_print(call, "%s", receipt_text(paper));
    return true;
}

int paper_sale(struct call *call, const struct sale *sale)
{
    static const int64_t widths[] = {PAGE_NARROWEST, PAGE_WIDEST};
    struct ticket_paper paper;
    int64_t columns;
    if (!option_int(call, "columns", widths, TICKET_NARROW, &columns))
        return call->exit;
    paper.columns = (int)columns;
    if (!begin_paper(call, sale, sale->show, &paper))
        return call->exit;
    struct ticket_paper of_sale = paper;
    if (args_has(&call->args, "ticket") && !print_signed(call, sale, &paper))
        return call->exit;
    if (args_has(&call->args, "receipt") && !print_receipt(call, &of_sale))
        return call->exit;
    return EXIT_DONE;
}

/* ---- a shift ------------------------------------------------------------------------------ */

const char *paper_shift_text(struct call *call, const struct shift *shift, int columns)
{
    const struct shift_paper paper = {.house = call->house.name,
                                      .shift = shift,
                                      .columns =
                                          columns < TICKET_WIDE ? TICKET_NARROW : TICKET_WIDE,
                                      .offset_min = offset_at(shift->opened_at),
                                      .training = call->training,
                                      .language = translate,
                                      .arena = call->arena};
    return shift_text(&paper);
}

void paper_shift(struct call *call, const struct shift *shift)
{
    call_print(call, "%s", paper_shift_text(call, shift, TICKET_WIDE));
}
