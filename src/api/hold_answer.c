#include "config.h"

#include "src/api/hold_answer.h"

#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/reply.h"
#include "src/base/member.h"
#include "src/base/text.h"
#include "src/domain/doc.h"
#include "src/domain/waitlist.h"

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

bool is_own_till(const struct exchange *x, const char *till)
{
    return (x->client.scopes & SCOPE_ADMIN) || strcmp(till, x->client.name) == 0;
}

/* The first waiter that the filter finds. */
static enum hold_found find_waiter(struct exchange *x, const struct waiter_filter *filter,
                                   struct waiter **waiter)
{
    struct store *store = x->engine->store;
    struct err err;
    int count;
    if (store->ops->waiter_find(store, filter, x->arena, waiter, &count, &err)) {
        reply_unavailable(x);
        return HOLD_UNREAD;
    }
    return count ? HOLD_FOUND : HOLD_MISSING;
}

/* An offer is held by whoever serves the list, and belongs to the client whose customer waited. */
static enum hold_found look_for_waiter(struct exchange *x, const struct hold *hold)
{
    const struct waiter_filter filter = {.show = hold->show, .hold = &hold->id};
    struct waiter *waiter;
    enum hold_found found = find_waiter(x, &filter, &waiter);
    return found == HOLD_FOUND && !is_own_till(x, waiter->till) ? HOLD_MISSING : found;
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
    if (!found || is_own_till(x, hold->till))
        return found ? HOLD_FOUND : HOLD_MISSING;
    return hold->source == SOURCE_WAITLIST ? look_for_waiter(x, hold) : HOLD_MISSING;
}

/* What was offered to the customer with this code. */
static enum hold_found look_by_code(struct exchange *x, const char *code, struct hold *hold)
{
    const struct waiter_filter filter = {.code = code};
    struct waiter *waiter;
    enum hold_found found = find_waiter(x, &filter, &waiter);
    return found == HOLD_FOUND ? hold_look(x, &waiter->hold, hold) : found;
}

bool hold_by_name(struct exchange *x, const char *id, struct hold *hold)
{
    struct uuid key;
    char code[CODE_TEXT];
    enum hold_found found = HOLD_MISSING;
    if (uuid_parse(id, &key))
        found = hold_look(x, &key, hold);
    else if (wait_code_parse(id, code))
        found = look_by_code(x, code, hold);
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
    doc_given_up(x->doc, out->given_up, out->given_up_count);
    put_end(x, out->changed || out->replay ? 201 : 200);
}

void hold_answer_as(struct exchange *x, int status)
{
    put_hold(x, x->evt.outcome.hold, NULL);
    put_end(x, status);
}

void why_put(struct exchange *x)
{
    member_text_or_null(x->doc, "reason", x->cmd.meta.reason);
    member_text_or_null(x->doc, "notes", x->cmd.meta.note);
}

static void put_released_seats(struct json_out *doc, const struct released_seat *seats, int count)
{
    member_array(doc, "seats");
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_text(doc, "id", seats[i].label);
        member_text(doc, "status", seat_status_name(seats[i].now));
        member_bool(doc, "released", seats[i].released);
        json_object_end(doc);
    }
    json_array_end(doc);
}

static const char *how_many(struct exchange *x, int released, int count)
{
    if (released == count)
        return arena_printf(x->arena, count == 1 ? "Released %d seat." : "Released %d seats.",
                            count);
    return arena_printf(x->arena, "Released %d of %d seats.", released, count);
}

void released_put(struct exchange *x, const struct released_seat *seats, int count)
{
    struct json_out *doc = x->doc;
    int released = 0;
    for (int i = 0; i < count; i++)
        released += seats[i].released;
    member_text(doc, "status", released == count ? "released" : "partly_released");
    member_object(doc, "counts");
    member_int(doc, "seats", count);
    member_int(doc, "released", released);
    member_int(doc, "kept", count - released);
    json_object_end(doc);
    why_put(x);
    member_text(doc, "message", how_many(x, released, count));
    put_released_seats(doc, seats, count);
}

void released_answer(struct exchange *x)
{
    const struct hold *hold = x->evt.outcome.hold;
    struct released_seat *seats =
        arena_array(x->arena, (size_t)hold->seat_count + 1, sizeof *seats);
    for (int i = 0; i < hold->seat_count; i++)
        seats[i] = (struct released_seat){.label = hold->seats[i].label,
                                          .now = hold->seats[i].live ? SEAT_HELD : SEAT_AVAILABLE,
                                          .released = !hold->seats[i].live};
    put_hold(x, hold, NULL);
    released_put(x, seats, hold->seat_count);
    put_end(x, 200);
}

/* What was sold is sold, signed or not: then the log says why it is not. */
static const char *const *sign(struct exchange *x, const struct sale *sale)
{
    const struct ticket_port *port = x->engine->tickets;
    const char *const *codes = arena_array(x->arena, (size_t)sale->ticket_count + 1, sizeof *codes);
    struct err err;
    if (port && port->codes(port->ctx, x->arena, sale, &codes, &err))
        log_event(x->api->spec.log, LEVEL_ERROR, "serve", &sale->id,
                  "the tickets of this sale cannot be signed", LOG_FIELDS(LOG_ERR(&err)));
    return codes;
}

void sale_put(struct exchange *x, struct json_out *doc, const struct sale *sale)
{
    const struct doc_at at = {exchange_show(x, sale->show), clock_wall(&x->engine->clock)};
    const struct doc_sale_extra extra = {.qr = sign(x, sale)};
    doc_sale(doc, "sale", sale, &at, &extra);
}

void sale_answer(struct exchange *x)
{
    sale_put(x, reply_doc(x), x->evt.outcome.sale);
    put_end(x, 201);
}
