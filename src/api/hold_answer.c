#include "config.h"

#include "src/api/hold_answer.h"

#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/reply.h"
#include "src/base/member.h"
#include "src/base/text.h"
#include "src/domain/doc.h"

bool body_email(struct exchange *x, const char **out)
{
    if (!body_need_text(x, "customerEmail", EMAIL_TEXT, out))
        return false;
    const char *at = strchr(*out, '@');
    if (at && at != *out && at[1] && !strpbrk(*out, " ,;<>\""))
        return true;
    reply_invalid(x, "\"customerEmail\" is no mail address.");
    return false;
}

bool body_payment(struct exchange *x, const char *instead, struct tender_line *tender)
{
    struct json_t *outer;
    const char *auth;
    *tender = (struct tender_line){.tender = TENDER_CARD};
    if (!body_enter(x, "payment", &outer)) {
        reply_invalid(x, "\"payment\" is missing: {\"auth\": what the payment is called there}%s.",
                      instead);
        return false;
    }
    bool read = body_need_text(x, "auth", AUTH_TEXT, &auth) &&
                body_int(x, "amount", 1, INT64_MAX, &tender->amount);
    body_leave(x, outer);
    if (read)
        text_copy(tender->auth, sizeof tender->auth, auth);
    return read;
}

static bool is_clients(const struct exchange *x, const struct hold *hold)
{
    return (x->client.scopes & SCOPE_ADMIN) || strcmp(hold->till, x->client.name) == 0;
}

static bool refuse_unknown(struct exchange *x)
{
    reply_error(x, 404, verdict_code(VERDICT_HOLD_NOT_FOUND), "%s",
                verdict_sentence(VERDICT_HOLD_NOT_FOUND));
    return false;
}

enum hold_found hold_look(struct exchange *x, const struct uuid *id, struct hold *hold)
{
    struct store *store = x->engine->store;
    struct err err;
    bool found;
    if (store->ops->hold_read(store, id, x->arena, hold, &found, &err)) {
        reply_unavailable(x);
        return HOLD_UNREAD;
    }
    return found && is_clients(x, hold) ? HOLD_FOUND : HOLD_MISSING;
}

bool hold_by_name(struct exchange *x, const char *id, struct hold *hold)
{
    struct uuid key;
    enum hold_found found = uuid_parse(id, &key) ? hold_look(x, &key, hold) : HOLD_MISSING;
    return found == HOLD_FOUND || (found == HOLD_MISSING && refuse_unknown(x));
}

bool hold_of_client(struct exchange *x, struct hold *hold)
{
    return hold_by_name(x, x->part[0], hold);
}

static void put_hold(struct exchange *x, const struct hold *hold, const char *show)
{
    const struct doc_at at = {show ? show : exchange_show(x, hold->show),
                              clock_wall(&x->engine->clock)};
    doc_hold(reply_doc(x), "hold", hold, &at);
}

static void put_end(struct exchange *x, int status)
{
    member_bool(x->doc, "changed", x->evt.outcome.changed);
    member_bool(x->doc, "replay", x->evt.outcome.replay);
    reply_doc_end(x, status);
}

void hold_tell(struct exchange *x, const struct hold *hold)
{
    put_hold(x, hold, NULL);
    reply_doc_end(x, 200);
}

void hold_answer(struct exchange *x, const char *show)
{
    const struct outcome *out = &x->evt.outcome;
    put_hold(x, out->hold, show);
    put_end(x, out->changed || out->replay ? 201 : 200);
}

void hold_answer_as(struct exchange *x, int status)
{
    put_hold(x, x->evt.outcome.hold, NULL);
    put_end(x, status);
}

void sale_answer(struct exchange *x)
{
    const struct outcome *out = &x->evt.outcome;
    const struct doc_at at = {exchange_show(x, out->sale->show), clock_wall(&x->engine->clock)};
    const struct doc_sale_extra extra = {.alone = false};
    doc_sale(reply_doc(x), "sale", out->sale, &at, &extra);
    put_end(x, 201);
}
