#include "config.h"

#include "src/cmd/ticket_page.h"

#include <time.h>

#include "src/adapter/qr_code.h"
#include "src/cmd/intl.h"
#include "src/cmd/till_alone.h"
#include "src/domain/amount.h"
#include "src/domain/when.h"

enum rc ticket_pages_begin(struct ticket_pages *pages, struct call *call, struct err *err)
{
    *pages = (struct ticket_pages){.call = call};
    return signing_read(call, &pages->signing, err);
}

void ticket_pages_end(struct ticket_pages *pages)
{
    signing_forget(pages->call, &pages->signing);
}

/* ---- the code ------------------------------------------------------------------------------- */

/* Only gates are read from the plan, and it is large. */
static bool has_gates(const struct call *call)
{
    return *settings_text(call->settings, SETTING_DOOR_GATES) != '\0';
}

static enum rc turn_to_show(struct ticket_pages *pages, int32_t no, struct err *err)
{
    struct call *call = pages->call;
    struct store *store = call->desk.store;
    const char *document;
    bool found;
    if (pages->show.no == no)
        return RC_OK;
    pages->plan = NULL;
    enum rc rc = store->ops->show_by_no(store, no, call->arena, &pages->show, &found, err);
    if (!rc && found && has_gates(call))
        rc = store->ops->hall_plan(store, pages->show.hall_no, call->arena, &pages->plan, &document,
                                   err);
    return rc;
}

enum rc ticket_page_code(struct ticket_pages *pages, const struct ticket *ticket,
                         char out[TICKET_CODE_TEXT], struct err *err)
{
    enum rc rc = turn_to_show(pages, ticket->show, err);
    if (!rc && !signing_code(pages->call, &pages->signing, &pages->show, pages->plan, ticket, out))
        rc = err_set(err, RC_CONFIG, "TICKET", _("The ticket for %s cannot be signed."),
                     ticket->label);
    return rc;
}

/* ---- the page ------------------------------------------------------------------------------- */

const char *ticket_warning(struct call *call, const struct sale *sale, const struct ticket *ticket)
{
    if (call->training)
        return _("TRAINING - no ticket");
    if (till_alone_provisional(call, ticket))
        return _("PROVISIONAL");
    return sale->status == SALE_DUE ? _("NOT PAID") : "";
}

const char *ticket_mark_text(struct call *call, const struct sale *sale)
{
    const struct entry_mark mark = till_alone_mark(call, sale);
    char text[ENTRY_MARK_TEXT];
    return arena_strdup(call->arena, entry_mark_text(&mark, text));
}

/* Minutes east of UTC here at that moment. */
static int offset_at(int64_t at)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm here;
    return localtime_r(&seconds, &here) ? (int)(here.tm_gmtoff / 60) : 0;
}

static const char *translate(const char *text)
{
    return _(text);
}

static void fill_page(const struct ticket_pages *pages, const struct sale *sale,
                      const struct ticket *ticket, struct pdf_ticket *page)
{
    struct call *call = pages->call;
    struct arena *arena = call->arena;
    const struct show *show = &pages->show;
    const char *mark = ticket_mark_text(call, sale);
    char when[WHEN_TEXT];
    *page = (struct pdf_ticket){
        .house = call->house.name,
        .title = arena_strdup(arena, show->title),
        .when = arena_strdup(
            arena, when_text(show->starts_at, offset_at(show->starts_at), translate, when)),
        .place = ticket->label,
        .warning = ticket_warning(call, sale, ticket),
        .lines = {arena_printf(arena, "%s  %s", C_("type", price_type_name(ticket->type)),
                               amount_text(ticket->total, sale->currency).text),
                  sale->name, arena_printf(arena, "%s  %s", _("Order"), sale->code),
                  arena_printf(arena, "%s  %s", _("Ticket"), ticket->code),
                  *mark ? arena_printf(arena, "%s  %s", _("Journal"), mark) : ""}};
}

enum rc ticket_page(struct ticket_pages *pages, const struct sale *sale,
                    const struct ticket *ticket, struct pdf_ticket *page, struct err *err)
{
    char code[TICKET_CODE_TEXT];
    struct qr *qr = arena_alloc(pages->call->arena, sizeof *qr);
    enum rc rc = ticket_page_code(pages, ticket, code, err);
    if (!rc)
        rc = qr_code(code, true, qr, err);
    if (rc)
        return rc;
    fill_page(pages, sale, ticket, page);
    page->qr = qr;
    return RC_OK;
}
