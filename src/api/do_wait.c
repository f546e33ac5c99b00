/* The waiting list of a show, and an order by its code. */
#include "config.h"

#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/handlers.h"
#include "src/api/hold_answer.h"
#include "src/api/reply.h"
#include "src/base/member.h"
#include "src/base/text.h"
#include "src/domain/doc.h"
#include "src/domain/waitlist.h"

/* ---- the waiting list --------------------------------------------------------------------------
 */

static bool read_text(struct exchange *x, const char *name, char *out, size_t size)
{
    const char *text;
    if (!body_text(x, name, size, &text))
        return false;
    text_copy(out, size, text ? text : "");
    return true;
}

static bool read_waiter(struct exchange *x, struct waiter *waiter)
{
    int64_t party, accessible;
    const char *email;
    if (!body_email(x, &email) || !read_text(x, "name", waiter->name, sizeof waiter->name) ||
        !read_text(x, "phone", waiter->phone, sizeof waiter->phone) ||
        !read_text(x, "section", waiter->section, sizeof waiter->section) ||
        !body_text(x, "class", NAME_TEXT, &x->cmd.u.waiter.class_name) ||
        !body_int(x, "party", 1, PARTY_MAX, &party) ||
        !body_int(x, "accessible", 0, PARTY_MAX, &accessible) ||
        !body_bool(x, "aisle", &waiter->aisle) || !body_bool(x, "together", &waiter->together))
        return false;
    text_copy(waiter->email, sizeof waiter->email, email);
    waiter->party = party ? (int32_t)party : 1;
    waiter->accessible = (int32_t)accessible;
    return true;
}

static void answer_waiter(struct exchange *x, const struct waiter *waiter, int status)
{
    const struct doc_at at = {x->part[0], clock_wall(&x->engine->clock)};
    doc_waiter(reply_doc(x), "waiter", waiter, &at);
    reply_doc_end(x, status);
}

void do_wait_join(struct exchange *x)
{
    x->cmd.u.waiter.show = x->part[0];
    if (exchange_key(x) && body_read(x) && read_waiter(x, &x->cmd.u.waiter.waiter) &&
        exchange_ask(x, CMD_WAIT_JOIN))
        answer_waiter(x, x->evt.outcome.waiter, 201);
}

/* The entry that the path names, on the list of the show it names. */
static bool find_waiter(struct exchange *x, struct waiter *waiter)
{
    struct store *store = x->engine->store;
    struct uuid id;
    struct err err;
    bool found = false;
    if (uuid_parse(x->part[1], &id) && store->ops->waiter_read(store, &id, waiter, &found, &err)) {
        reply_unavailable(x);
        return false;
    }
    if (found && strcmp(exchange_show(x, waiter->show), x->part[0]) == 0)
        return true;
    reply_error(x, 404, "NOT_FOUND", "There is no such entry on the waiting list.");
    return false;
}

void do_wait_show(struct exchange *x)
{
    struct waiter waiter;
    if (find_waiter(x, &waiter))
        answer_waiter(x, &waiter, 200);
}

void do_wait_leave(struct exchange *x)
{
    struct waiter waiter;
    if (!exchange_key(x) || !find_waiter(x, &waiter))
        return;
    x->cmd.u.waiter.id = waiter.id;
    if (exchange_ask(x, CMD_WAIT_LEAVE))
        answer_waiter(x, x->evt.outcome.waiter, 200);
}

/* ---- an order ----------------------------------------------------------------------------------
 */

/* "Vries" and "de Vries" are last names of Eve de Vries; whoever gave one name only has that. */
static bool is_last_name(const char *name, const char *asked)
{
    const char *last = strchr(name, ' ');
    if (!last)
        return *name && text_alike(name, asked);
    for (; last; last = strchr(last + 1, ' '))
        if (last[1] && text_alike(last + 1, asked))
            return true;
    return false;
}

/* Whoever knows one of the two only is told what he would be told of an order that is not there. */
void do_lookup(struct exchange *x)
{
    struct store *store = x->engine->store;
    const char *code, *name;
    struct sale sale;
    struct err err;
    bool found;
    if (!body_read(x) || !body_need_text(x, "code", CODE_TEXT, &code) ||
        !body_need_text(x, "lastName", NAME_TEXT, &name))
        return;
    if (store->ops->sale_read(store, NULL, code, x->arena, &sale, &found, &err)) {
        reply_unavailable(x);
        return;
    }
    if (!found || !is_last_name(sale.name, name)) {
        reply_error(x, 404, "NOT_FOUND", "There is no order with this code and last name.");
        return;
    }
    const struct doc_at at = {exchange_show(x, sale.show), clock_wall(&x->engine->clock)};
    const struct doc_sale_extra extra = {.alone = false};
    struct json_out *doc = reply_doc(x);
    doc_sale(doc, "sale", &sale, &at, &extra);
    member_text(doc, "map", arena_printf(x->arena, "/api/shows/%s/seats", at.show));
    reply_doc_end(x, 200);
}
