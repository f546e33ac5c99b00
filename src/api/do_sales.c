/* Orders: what a client sold, with its tickets as the customer gets them. */
#include "config.h"

#include <string.h>
#include <strings.h>

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/handlers.h"
#include "src/api/hold_answer.h"
#include "src/api/reply.h"
#include "src/base/member.h"
#include "src/domain/hold.h"

static void refuse_unknown(struct exchange *x)
{
    reply_error(x, 404, "NOT_FOUND", "There is no such order.");
}

/* What the house's own engines completed for a client lies in a hold of that client's. */
static enum hold_found look_at_owner(struct exchange *x, const struct sale *sale)
{
    struct hold hold;
    if (is_own_till(x, sale->till))
        return HOLD_FOUND;
    return uuid_is_zero(&sale->hold) ? HOLD_MISSING : hold_look(x, &sale->hold, &hold);
}

/* The order that the path names, if this client sold it; another's is not there. */
static bool sale_of_client(struct exchange *x, struct sale *sale)
{
    struct store *store = x->engine->store;
    struct err err;
    bool found;
    if (store->ops->sale_read(store, NULL, x->part[0], x->arena, sale, &found, &err)) {
        reply_unavailable(x);
        return false;
    }
    enum hold_found owner = found ? look_at_owner(x, sale) : HOLD_MISSING;
    if (owner == HOLD_MISSING)
        refuse_unknown(x);
    return owner == HOLD_FOUND;
}

void do_sale_show(struct exchange *x)
{
    struct sale sale;
    if (!sale_of_client(x, &sale))
        return;
    sale_put(x, reply_doc(x), &sale);
    reply_doc_end(x, 200);
}

static bool has_tickets(const struct sale *sale)
{
    for (int i = 0; i < sale->ticket_count; i++)
        if (sale->tickets[i].status == TICKET_VALID)
            return true;
    return false;
}

static bool may_be_printed(struct exchange *x, const struct sale *sale)
{
    if (sale->status == SALE_DUE)
        reply_error(x, 409, verdict_code(VERDICT_NOT_PAID),
                    "Order %s is not paid yet, and has no tickets before.", sale->code);
    else if (!has_tickets(sale))
        reply_error(x, 404, "NOT_FOUND", "Order %s has no valid ticket.", sale->code);
    return sale->status != SALE_DUE && has_tickets(sale);
}

void do_sale_tickets(struct exchange *x)
{
    const struct ticket_port *port = x->engine->tickets;
    struct sale sale;
    struct ticket_file file = {NULL, 0};
    struct err err;
    if (!sale_of_client(x, &sale) || !may_be_printed(x, &sale))
        return;
    if (port && port->pdf(port->ctx, x->arena, &sale, &file, &err)) {
        reply_unavailable(x);
        return;
    }
    if (!file.bytes) {
        reply_error(x, 503, verdict_code(VERDICT_UNAVAILABLE),
                    "This service has no key to sign tickets with.");
        return;
    }
    reply_header(x, "Content-Disposition",
                 arena_printf(x->arena, "attachment; filename=\"tickets-%s.pdf\"", sale.code));
    reply_bytes(x, "application/pdf", file.bytes, file.size);
}

/* ---- tickets given back ------------------------------------------------------------------------
 */

static bool is_named(const char *label, const char *const *labels, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(labels[i], label) == 0)
            return true;
    return !labels;
}

static void put_returned(struct exchange *x, const struct sale *sale, const char *const *labels,
                         int named)
{
    struct released_seat *seats =
        arena_array(x->arena, (size_t)sale->ticket_count + 1, sizeof *seats);
    int count = 0;
    for (int i = 0; i < sale->ticket_count; i++) {
        const struct ticket *ticket = &sale->tickets[i];
        if (ticket->status == TICKET_REFUNDED && is_named(ticket->label, labels, named))
            seats[count++] = (struct released_seat){
                .label = ticket->label, .now = SEAT_AVAILABLE, .released = true};
    }
    released_put(x, seats, count);
}

void sale_return(struct exchange *x, const struct sale *sale, const char *const *labels, int count)
{
    x->cmd.u.sale.id = sale->code;
    x->cmd.u.sale.labels = labels;
    x->cmd.u.sale.count = count;
    x->cmd.u.sale.tender = -1;
    x->cmd.u.sale.for_customer = true;
    if (!exchange_ask(x, CMD_REFUND))
        return;
    const struct outcome *out = &x->evt.outcome;
    sale_put(x, reply_doc(x), out->sale);
    member_int(x->doc, "given_back", out->given_back);
    put_returned(x, out->sale, labels, count);
    member_bool(x->doc, "changed", out->changed);
    member_bool(x->doc, "replay", out->replay);
    reply_doc_end(x, 200);
}

void do_sale_refund(struct exchange *x)
{
    const char *const *labels;
    struct sale sale;
    int count;
    if (exchange_key(x) && body_read(x) &&
        body_texts(x, "showSeatIds", HOLD_SEATS_MAX, &labels, &count) && body_why(x) &&
        sale_of_client(x, &sale))
        sale_return(x, &sale, count ? labels : NULL, count);
}

static bool has_seat(const struct sale *sale, const char *label, bool still)
{
    for (int i = 0; i < sale->ticket_count; i++)
        if ((sale->tickets[i].status == TICKET_VALID || !still) &&
            strcmp(sale->tickets[i].label, label) == 0)
            return true;
    return false;
}

bool sale_with_seat(struct exchange *x, int32_t show, const char *email, const char *label,
                    struct sale *out)
{
    enum { MOST = 100 };
    const struct sale_filter filter = {.show = show, .text = email, .limit = MOST};
    struct store *store = x->engine->store;
    struct sale *sales;
    struct err err;
    int count;
    if (store->ops->sale_list(store, &filter, x->arena, &sales, &count, &err))
        return false;
    for (int pass = 0; pass < (x->asked.key ? 2 : 1); pass++)
        for (int i = 0; i < count; i++) {
            bool theirs = strcasecmp(sales[i].email, email) == 0;
            if (theirs && has_seat(&sales[i], label, pass == 0) &&
                look_at_owner(x, &sales[i]) == HOLD_FOUND) {
                *out = sales[i];
                return true;
            }
        }
    return false;
}
