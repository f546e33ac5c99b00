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
    if (read_waiter(x, &x->cmd.u.waiter.waiter) && exchange_ask(x, CMD_WAIT_JOIN))
        answer_waiter(x, x->evt.outcome.waiter, 201);
}

/* An entry by its id or its code. False: the house cannot be reached. */
static bool read_entry(struct exchange *x, const char *name, struct waiter *waiter, bool *found)
{
    struct store *store = x->engine->store;
    char code[CODE_TEXT];
    const struct waiter_filter filter = {.code = code};
    struct waiter *list;
    struct uuid id;
    struct err err;
    int count = 0;
    *found = false;
    if (uuid_parse(name, &id))
        return !store->ops->waiter_read(store, &id, waiter, found, &err);
    if (!wait_code_parse(name, code))
        return true;
    if (store->ops->waiter_find(store, &filter, x->arena, &list, &count, &err))
        return false;
    *found = count > 0;
    if (*found)
        *waiter = *list;
    return true;
}

/* The entry that the path names, on the list of the show it names. Another client's is not there.
 */
static bool find_waiter(struct exchange *x, struct waiter *waiter)
{
    bool found;
    if (!read_entry(x, x->part[1], waiter, &found)) {
        reply_unavailable(x);
        return false;
    }
    if (found && is_own_till(x, waiter->till) &&
        strcmp(exchange_show(x, waiter->show), x->part[0]) == 0)
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
    if (!body_why(x) || !find_waiter(x, &waiter))
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

/*
 * Reads the order's row alone and compares the name before anything else is read: a wrong name, a
 * wrong code and both cost the same, so neither the answer nor its time says which code exists.
 * False: it was answered.
 */
static bool find_named(struct exchange *x, const char *code, const char *name, struct sale *sale)
{
    static const char nobody[] = "No Such Order";
    const struct sale_filter filter = {.code = code};
    struct store *store = x->engine->store;
    struct sale *sales;
    struct err err;
    int count;
    if (store->ops->sale_list(store, &filter, x->arena, &sales, &count, &err)) {
        reply_unavailable(x);
        return false;
    }
    bool is_named = is_last_name(count ? sales[0].name : nobody, name) && count;
    if (is_named) {
        *sale = sales[0];
        return true;
    }
    x->wrong_lookup = true;
    reply_error(x, 401, "WRONG_CODE_OR_NAME", "No order has this code and this last name.");
    return false;
}

void do_lookup(struct exchange *x)
{
    struct store *store = x->engine->store;
    const char *code, *name;
    struct sale sale;
    struct err err;
    bool found;
    if (!body_need_text(x, "code", CODE_TEXT, &code) ||
        !body_need_text(x, "lastName", NAME_TEXT, &name))
        return;
    if (!find_named(x, code, name, &sale))
        return;
    if (store->ops->sale_read(store, &sale.id, NULL, x->arena, &sale, &found, &err) || !found) {
        reply_unavailable(x);
        return;
    }
    const struct doc_at at = {exchange_show(x, sale.show), clock_wall(&x->engine->clock)};
    const struct doc_sale_extra extra = {.alone = false};
    struct json_out *doc = reply_doc(x);
    doc_sale(doc, "sale", &sale, &at, &extra);
    member_text(doc, "map", arena_printf(x->arena, "/api/shows/%s/seats", at.show));
    reply_doc_end(x, 200);
}
