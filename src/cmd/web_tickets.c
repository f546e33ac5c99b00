#include "config.h"

#include "src/cmd/web_tickets.h"

enum { KEY_MS = 10000 };

bool web_ticket_counts(const struct sale *sale, const struct ticket *ticket)
{
    return ticket->status == TICKET_VALID && sale->status != SALE_DUE;
}

/* The engine's own call with the memory of one request. */
static void borrow(const struct web_tickets *tickets, struct arena *arena, struct call *call)
{
    *call = *tickets->call;
    call->arena = arena;
    call->till = NULL;
    call->doc = NULL;
}

/* A key that ended a moment ago still signs: doors that know of its end refuse what it signed. */
static enum rc read_key(struct web_tickets *tickets, struct call *call, struct ticket_pages *pages,
                        struct err *err)
{
    int64_t now = clock_mono(&call->desk.clock);
    *pages = (struct ticket_pages){.call = call};
    if (!tickets->read_at || now - tickets->read_at > KEY_MS) {
        enum rc rc = signing_read(call, &tickets->signing, err);
        if (rc)
            return rc;
        tickets->read_at = now;
    }
    pages->signing = tickets->signing;
    return RC_OK;
}

static enum rc sign_all(struct ticket_pages *pages, const struct sale *sale, const char **codes,
                        struct err *err)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < sale->ticket_count && !rc; i++) {
        char code[TICKET_CODE_TEXT];
        if (!web_ticket_counts(sale, &sale->tickets[i]))
            continue;
        rc = ticket_page_code(pages, &sale->tickets[i], code, err);
        if (!rc)
            codes[i] = arena_strdup(pages->call->arena, code);
    }
    return rc;
}

static enum rc codes(void *ctx, struct arena *arena, const struct sale *sale,
                     const char *const **out, struct err *err)
{
    struct call call;
    struct ticket_pages pages;
    const char **list = arena_array(arena, (size_t)sale->ticket_count + 1, sizeof *list);
    borrow(ctx, arena, &call);
    *out = list;
    enum rc rc = read_key(ctx, &call, &pages, err);
    if (!rc && pages.signing.ready)
        rc = sign_all(&pages, sale, list, err);
    ticket_pages_end(&pages);
    return rc;
}

static enum rc draw(struct ticket_pages *pages, const struct sale *sale, struct ticket_file *out,
                    struct err *err)
{
    struct arena *arena = pages->call->arena;
    struct pdf_ticket *page = arena_array(arena, (size_t)sale->ticket_count + 1, sizeof *page);
    struct drawn drawn = {NULL, 0};
    enum rc rc = RC_OK;
    int count = 0;
    for (int i = 0; i < sale->ticket_count && !rc; i++)
        if (web_ticket_counts(sale, &sale->tickets[i]))
            rc = ticket_page(pages, sale, &sale->tickets[i], &page[count++], err);
    if (!rc)
        rc = ticket_pdf_draw(page, count, arena, &drawn, err);
    *out = (struct ticket_file){drawn.bytes, drawn.size};
    return rc;
}

static enum rc pdf(void *ctx, struct arena *arena, const struct sale *sale, struct ticket_file *out,
                   struct err *err)
{
    struct call call;
    struct ticket_pages pages;
    borrow(ctx, arena, &call);
    *out = (struct ticket_file){NULL, 0};
    enum rc rc = read_key(ctx, &call, &pages, err);
    if (!rc && pages.signing.ready)
        rc = draw(&pages, sale, out, err);
    ticket_pages_end(&pages);
    return rc;
}

struct ticket_port web_tickets_port(struct web_tickets *tickets)
{
    return (struct ticket_port){.codes = codes, .pdf = pdf, .ctx = tickets};
}

void web_tickets_forget(struct web_tickets *tickets)
{
    if (tickets->call)
        signing_forget(tickets->call, &tickets->signing);
    tickets->read_at = 0;
}
