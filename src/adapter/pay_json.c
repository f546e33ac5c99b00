#include "config.h"

#include "src/adapter/pay_json.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/base/text.h"

/* ---- parts -------------------------------------------------------------------------------- */

/* Names of theirs go into addresses and into the house's books: letters, digits, '_' and '-'. */
static bool read_name(const json_t *object, const char *key, char *out, size_t size)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const char *text = json_string_value(json_object_get(object, key));
    if (!text || !*text || strspn(text, good) != strlen(text) || strlen(text) >= size)
        return false;
    return text_copy(out, size, text);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* A try that failed leaves the intent waiting for another one, with its error beside it. */
static bool read_there(const json_t *object, enum intent_there *out)
{
    static const struct {
        const char *status;
        enum intent_there there;
    } known[] = {
        {"requires_payment_method", THERE_WAITING},
        {"requires_confirmation", THERE_WAITING},
        {"requires_action", THERE_WAITING},
        {"processing", THERE_WAITING},
        {"requires_capture", THERE_AUTHORISED},
        {"succeeded", THERE_CAPTURED},
        {"canceled", THERE_CANCELLED},
    };
    const char *status = text_of(object, "status");
    bool failed = json_is_object(json_object_get(object, "last_payment_error"));
    for (int i = 0; i < COUNT_OF(known); i++) {
        if (strcmp(known[i].status, status) != 0)
            continue;
        *out = known[i].there;
        if (failed && strcmp(status, "requires_payment_method") == 0)
            *out = THERE_FAILED;
        return true;
    }
    return false;
}

static bool read_money(const json_t *object, const char *key, int64_t *out)
{
    const json_t *value = json_object_get(object, key);
    *out = json_integer_value(value);
    return (!value || json_is_integer(value)) && *out >= 0;
}

/* On the intent itself, or on its last charge where the provider sends that along. */
static bool read_refunded(const json_t *object, int64_t *out)
{
    const json_t *charge = json_object_get(object, "latest_charge");
    int64_t on_charge = 0;
    if (!read_money(object, "amount_refunded", out) ||
        (json_is_object(charge) && !read_money(charge, "amount_refunded", &on_charge)))
        return false;
    if (on_charge > *out)
        *out = on_charge;
    return true;
}

static bool our_id(const json_t *object, struct uuid *out)
{
    return uuid_parse(text_of(json_object_get(object, "metadata"), "intent"), out);
}

/* Everything given back is an end of its own. */
static bool read_state(const json_t *object, enum intent_there *there, int64_t *refunded)
{
    int64_t amount;
    if (strcmp(text_of(object, "object"), "payment_intent") != 0 || !read_there(object, there) ||
        !read_refunded(object, refunded) || !read_money(object, "amount", &amount) ||
        *refunded > amount)
        return false;
    if (*there == THERE_CAPTURED && amount > 0 && *refunded == amount)
        *there = THERE_REFUNDED;
    return true;
}

/* ---- whole documents ------------------------------------------------------------------------ */

static bool is_ours(const json_t *object, const struct intent *ours)
{
    struct uuid id;
    return our_id(object, &id) && uuid_equal(&id, &ours->id) &&
           json_integer_value(json_object_get(object, "amount")) == ours->amount &&
           strcasecmp(text_of(object, "currency"), ours->currency) == 0;
}

bool pay_read_answer(const char *text, size_t size, const struct intent *ours,
                     struct pay_answer *out)
{
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    *out = (struct pay_answer){0};
    bool good = json_is_object(json) && read_state(json, &out->there, &out->refunded) &&
                read_name(json, "id", out->ref, sizeof out->ref) && is_ours(json, ours);
    if (good)
        (void)read_name(json, "client_secret", out->token, sizeof out->token);
    json_decref(json);
    return good;
}

static enum pay_event_kind read_object(const json_t *object, struct pay_message *out)
{
    if (strcmp(text_of(object, "object"), "payment_intent") != 0)
        return PAY_EVENT_OTHER;
    (void)our_id(object, &out->id);
    bool good = read_state(object, &out->there, &out->refunded) &&
                read_name(object, "id", out->ref, sizeof out->ref);
    return good ? PAY_EVENT_INTENT : PAY_EVENT_NONSENSE;
}

enum pay_event_kind pay_read_event(const char *text, size_t size, struct pay_message *out)
{
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    const json_t *object = json_object_get(json_object_get(json, "data"), "object");
    enum pay_event_kind kind = PAY_EVENT_NONSENSE;
    *out = (struct pay_message){0};
    if (json_is_object(object) && read_name(json, "id", out->event, sizeof out->event))
        kind = read_object(object, out);
    json_decref(json);
    return kind;
}
