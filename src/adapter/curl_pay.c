#include "config.h"

#include "src/adapter/curl_pay.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/pay_json.h"

enum { PAY_HEADERS = 4, FORM = 512 };

struct curl_pay {
    struct pay_port port;
    struct curl_line *line;
    struct curl_pay_spec spec;
    char *url, *authorization;
};

/* ---- one call ----------------------------------------------------------------------------- */

struct pay_call {
    const char *path; /* behind /v1 */
    const char *key;  /* NULL: it only asks */
    const char *form; /* NULL: none */
};

static enum rc send_call(struct curl_pay *pay, const struct pay_call *call, struct arena *arena,
                         struct curl_answer *answer, struct err *err)
{
    const char *headers[PAY_HEADERS] = {pay->authorization, "Accept: application/json"};
    int count = 2;
    if (call->key)
        headers[count++] = arena_printf(arena, "Idempotency-Key: %s", call->key);
    if (call->form)
        headers[count++] = "Content-Type: application/x-www-form-urlencoded";
    const struct curl_wish wish = {.method = call->key ? "POST" : "GET",
                                   .url = arena_printf(arena, "%s/v1%s", pay->url, call->path),
                                   .headers = headers,
                                   .header_count = count,
                                   .body = call->form,
                                   .body_size = call->form ? strlen(call->form) : 0,
                                   .total_ms = pay->spec.total_ms,
                                   .ca_file = pay->spec.ca_file};
    return curl_call(pay->line, &wish, arena, answer, err);
}

static enum rc makes_no_sense(struct err *err)
{
    return err_set(err, RC_UNKNOWN, "", "The payment provider's answer makes no sense.");
}

/* ---- asking ------------------------------------------------------------------------------- */

static const char *path_of(const struct intent *intent, const char *verb, struct arena *arena)
{
    return arena_printf(arena, "/payment_intents/%s%s", intent->ref, verb);
}

static enum rc read_intent(struct curl_pay *pay, const struct intent *intent, struct arena *arena,
                           struct pay_answer *answer, struct err *err)
{
    const struct pay_call call = {.path = path_of(intent, "?expand[]=latest_charge", arena)};
    struct curl_answer got;
    enum rc rc = send_call(pay, &call, arena, &got, err);
    if (rc != RC_OK)
        return rc == RC_CONFIG ? RC_UNKNOWN : rc;
    if (got.status != 200 || !pay_read_answer(got.body, got.body_size, intent, answer))
        return makes_no_sense(err);
    return RC_OK;
}

/* Whatever it said to a change, how the intent stands is asked for itself. */
static enum rc change_intent(struct curl_pay *pay, const struct intent *intent,
                             const struct pay_call *call, struct pay_answer *answer,
                             struct err *err)
{
    struct arena *arena = arena_new();
    struct curl_answer got;
    enum rc rc = send_call(pay, call, arena, &got, err);
    if (rc == RC_OK)
        rc = read_intent(pay, intent, arena, answer, err);
    arena_free(&arena);
    return rc == RC_CONFIG ? RC_UNKNOWN : rc;
}

/* ---- the port ----------------------------------------------------------------------------- */

static const char *new_form(const struct intent *intent, struct arena *arena)
{
    char id[UUID_TEXT], currency[CURRENCY_TEXT];
    for (size_t i = 0; i < sizeof currency; i++)
        currency[i] = (char)tolower((unsigned char)intent->currency[i]);
    return arena_printf(arena, "amount=%lld&currency=%s&capture_method=manual&metadata[intent]=%s",
                        (long long)intent->amount, currency, uuid_text(&intent->id, id));
}

/* Its refusal of the form is final; that it does not know us, or is busy, is not. */
static enum rc judge_created(const struct curl_answer *got, const struct intent *intent,
                             struct pay_answer *answer, struct err *err)
{
    if (got->status == 400 || got->status == 402 || got->status == 422)
        return err_set(err, RC_CONFIG, "", "The payment provider does not take this payment.");
    if (got->status < 200 || got->status > 299 ||
        !pay_read_answer(got->body, got->body_size, intent, answer))
        return makes_no_sense(err);
    return RC_OK;
}

static enum rc create(void *ctx, const struct intent *intent, struct pay_answer *answer,
                      struct err *err)
{
    struct curl_pay *pay = ctx;
    struct arena *arena = arena_new();
    char id[UUID_TEXT];
    const struct pay_call call = {.path = "/payment_intents",
                                  .key = uuid_text(&intent->id, id),
                                  .form = new_form(intent, arena)};
    struct curl_answer got;
    enum rc rc = send_call(pay, &call, arena, &got, err);
    if (rc == RC_OK)
        rc = judge_created(&got, intent, answer, err);
    else if (rc == RC_CONFIG)
        rc = RC_TRANSIENT; /* our address or certificate is wrong, not the payment */
    arena_free(&arena);
    return rc;
}

/* Without a name of theirs it is made known by creating it once more. */
static enum rc ask(void *ctx, const struct intent *intent, struct pay_answer *answer,
                   struct err *err)
{
    if (!*intent->ref)
        return create(ctx, intent, answer, err);
    struct arena *arena = arena_new();
    enum rc rc = read_intent(ctx, intent, arena, answer, err);
    arena_free(&arena);
    return rc;
}

static enum rc act(struct curl_pay *pay, const struct intent *intent, const char *verb,
                   struct pay_answer *answer, struct err *err)
{
    char id[UUID_TEXT], key[UUID_TEXT + 16], path[INTENT_REF + 40];
    if (!*intent->ref)
        return create(pay, intent, answer, err);
    snprintf(key, sizeof key, "%s-%s", uuid_text(&intent->id, id), verb);
    snprintf(path, sizeof path, "/payment_intents/%s/%s", intent->ref, verb);
    const struct pay_call call = {.path = path, .key = key, .form = ""};
    return change_intent(pay, intent, &call, answer, err);
}

static enum rc capture(void *ctx, const struct intent *intent, struct pay_answer *answer,
                       struct err *err)
{
    return act(ctx, intent, "capture", answer, err);
}

static enum rc cancel(void *ctx, const struct intent *intent, struct pay_answer *answer,
                      struct err *err)
{
    return act(ctx, intent, "cancel", answer, err);
}

/* The key says up to which sum: a refund that was done already is not done again. */
static enum rc refund(void *ctx, const struct intent *intent, int64_t total,
                      struct pay_answer *answer, struct err *err)
{
    char id[UUID_TEXT], key[UUID_TEXT + 40], form[FORM];
    snprintf(key, sizeof key, "%s-refund-%lld", uuid_text(&intent->id, id), (long long)total);
    snprintf(form, sizeof form, "payment_intent=%s&amount=%lld", intent->ref,
             (long long)(total - intent->refunded));
    const struct pay_call call = {.path = "/refunds", .key = key, .form = form};
    return change_intent(ctx, intent, &call, answer, err);
}

/* ---- its life ----------------------------------------------------------------------------- */

struct curl_pay *curl_pay_new(const struct curl_pay_spec *spec, struct err *err)
{
    struct curl_line *line = curl_line_open(err);
    if (!line)
        return NULL;
    struct curl_pay *pay = x_alloc(sizeof *pay);
    size_t size = strlen(spec->secret) + sizeof "Authorization: Bearer ";
    pay->line = line;
    pay->spec = *spec;
    pay->url = x_alloc(strlen(spec->url) + 1);
    memcpy(pay->url, spec->url, strlen(spec->url));
    pay->authorization = x_alloc(size);
    snprintf(pay->authorization, size, "Authorization: Bearer %s", spec->secret);
    pay->port = (struct pay_port){.name = "http",
                                  .create = create,
                                  .ask = ask,
                                  .capture = capture,
                                  .cancel = cancel,
                                  .refund = refund,
                                  .ctx = pay};
    return pay;
}

void curl_pay_free(struct curl_pay **pay)
{
    if (!*pay)
        return;
    curl_line_close(&(*pay)->line);
    free((*pay)->url);
    free((*pay)->authorization);
    free(*pay);
    *pay = NULL;
}

const struct pay_port *curl_pay_port(const struct curl_pay *pay)
{
    return &pay->port;
}
