#include "config.h"

#include "src/cmd/payments.h"

#include <ctype.h>
#include <string.h>

#include "src/adapter/hook_sign.h"
#include "src/adapter/pay_json.h"
#include "src/cmd/intl.h"

enum { ANSWER_WAIT_MS = 5000 }; /* a customer looks at it meanwhile */

/* ---- the settings --------------------------------------------------------------------------- */

/* The key goes along with every question. */
static bool is_private_way(const char *url)
{
    static const char *const good[] = {"https://", "http://127.0.0.1", "http://localhost",
                                       "http://[::1]"};
    for (int i = 0; i < COUNT_OF(good); i++) {
        size_t length = strlen(good[i]);
        if (strncmp(url, good[i], length) != 0)
            continue;
        if (i == 0 || !url[length] || url[length] == ':' || url[length] == '/')
            return url[length] != '\0' || i > 0;
    }
    return false;
}

static bool is_currency(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!isupper((unsigned char)*at))
            return false;
    return !*text || strlen(text) == CURRENCY_TEXT - 1;
}

static bool read_secret(struct call *call, enum setting setting, char out[SECRET_TEXT])
{
    struct err err;
    if (settings_secret(call->settings, setting, out, &err)) {
        call_err(call, &err);
        return false;
    }
    if (*out)
        return true;
    call_fail(call, VERDICT_INVALID,
              _("pay.url says where the payment provider is, so pay.%s has to name a file with a "
                "secret in it."),
              setting_rule(setting)->name);
    return false;
}

static bool check_words(struct call *call, const struct pay_setup *setup)
{
    if (!is_private_way(setup->url))
        call_fail(call, VERDICT_INVALID,
                  _("pay.url has to be https://HOST, or http:// on this machine, not \"%.60s\"."),
                  setup->url);
    else if (!is_currency(setup->currency))
        call_fail(call, VERDICT_INVALID,
                  _("pay.currency is three capital letters, like EUR, not \"%.8s\"."),
                  setup->currency);
    else
        return true;
    return false;
}

bool pay_setup_read(struct pay_setup *setup, struct call *call, int engines)
{
    const struct settings *settings = call->settings;
    *setup = (struct pay_setup){.url = settings_text(settings, SETTING_PAY_URL),
                                .currency = settings_text(settings, SETTING_PAY_CURRENCY),
                                .tolerance_ms = settings_ms(settings, SETTING_PAY_TOLERANCE),
                                .paying_ms = settings_ms(settings, SETTING_PAY_TIME),
                                .most = engines > 1 ? engines / 2 : 1};
    if (!*setup->url)
        return true;
    setup->on = check_words(call, setup) && read_secret(call, SETTING_PAY_KEY_FILE, setup->key) &&
                read_secret(call, SETTING_PAY_WEBHOOK_SECRET_FILE, setup->secret);
    return setup->on;
}

void pay_setup_forget(struct pay_setup *setup)
{
    explicit_bzero(setup->key, sizeof setup->key);
    explicit_bzero(setup->secret, sizeof setup->secret);
    setup->on = false;
}

/* ---- lines to the provider ------------------------------------------------------------------ */

static struct curl_pay *open_line(const struct pay_setup *setup, int64_t total_ms, struct err *err)
{
    const struct curl_pay_spec spec = {
        .url = setup->url, .secret = setup->key, .total_ms = total_ms};
    return curl_pay_new(&spec, err);
}

struct curl_pay *pay_line_open(const struct pay_setup *setup, struct err *err)
{
    return open_line(setup, 0, err);
}

/* Nothing was asked: it is asked later. */
static bool may_wait(struct pay_desk *desk, struct err *err)
{
    if (atomic_fetch_add(&desk->setup->waiting, 1) < desk->setup->most)
        return true;
    atomic_fetch_sub(&desk->setup->waiting, 1);
    (void)err_set(err, RC_TRANSIENT, "", "Too many wait for the payment provider already.");
    return false;
}

static enum rc waited(struct pay_desk *desk, enum rc rc)
{
    atomic_fetch_sub(&desk->setup->waiting, 1);
    return rc;
}

typedef enum rc (*pay_verb)(void *, const struct intent *, struct pay_answer *, struct err *);

static enum rc guarded(struct pay_desk *desk, pay_verb verb, const struct intent *intent,
                       struct pay_answer *answer, struct err *err)
{
    if (!may_wait(desk, err))
        return RC_TRANSIENT;
    return waited(desk, verb(curl_pay_port(desk->line)->ctx, intent, answer, err));
}

static enum rc create(void *ctx, const struct intent *intent, struct pay_answer *answer,
                      struct err *err)
{
    struct pay_desk *desk = ctx;
    return guarded(desk, curl_pay_port(desk->line)->create, intent, answer, err);
}

static enum rc ask(void *ctx, const struct intent *intent, struct pay_answer *answer,
                   struct err *err)
{
    struct pay_desk *desk = ctx;
    return guarded(desk, curl_pay_port(desk->line)->ask, intent, answer, err);
}

static enum rc capture(void *ctx, const struct intent *intent, struct pay_answer *answer,
                       struct err *err)
{
    struct pay_desk *desk = ctx;
    return guarded(desk, curl_pay_port(desk->line)->capture, intent, answer, err);
}

static enum rc cancel(void *ctx, const struct intent *intent, struct pay_answer *answer,
                      struct err *err)
{
    struct pay_desk *desk = ctx;
    return guarded(desk, curl_pay_port(desk->line)->cancel, intent, answer, err);
}

static enum rc refund(void *ctx, const struct intent *intent, int64_t total,
                      struct pay_answer *answer, struct err *err)
{
    struct pay_desk *desk = ctx;
    const struct pay_port *port = curl_pay_port(desk->line);
    return may_wait(desk, err) ? waited(desk, port->refund(port->ctx, intent, total, answer, err))
                               : RC_TRANSIENT;
}

/* ---- what the service asks --------------------------------------------------------------------
 */

static void nudge(const struct pay_desk *desk)
{
    if (desk->setup->nudge)
        desk->setup->nudge(desk->setup->nudge_ctx);
}

static void start(void *ctx, const struct act_meta *meta, const struct checkout_wish *wish,
                  struct intent *intent, struct outcome *out)
{
    struct pay_desk *desk = ctx;
    checkout_start(&desk->checkout, meta, wish, intent, out);
    if (!out->verdict)
        nudge(desk);
}

static void find(void *ctx, const struct act_meta *meta, const struct uuid *id,
                 struct intent *intent, struct outcome *out)
{
    struct pay_desk *desk = ctx;
    checkout_find(&desk->checkout, meta, id, intent, out);
}

static void end(void *ctx, const struct act_meta *meta, const struct uuid *id,
                struct intent *intent, struct released_seat **seats, int *count,
                struct outcome *out)
{
    struct pay_desk *desk = ctx;
    checkout_cancel(&desk->checkout, meta, id, intent, seats, count, out);
    nudge(desk);
}

static void start_fee(void *ctx, const struct act_meta *meta, const char *ticket,
                      struct intent *intent, struct outcome *out)
{
    struct pay_desk *desk = ctx;
    checkout_start_fee(&desk->checkout, meta, ticket, intent, out);
    if (!out->verdict)
        nudge(desk);
}

static void find_fee(void *ctx, const struct act_meta *meta, const char *ticket,
                     struct intent *intent, struct outcome *out)
{
    struct pay_desk *desk = ctx;
    checkout_find_fee(&desk->checkout, meta, ticket, intent, out);
}

static void cancel_fee(void *ctx, const struct act_meta *meta, const char *ticket,
                       struct intent *intent, struct outcome *out)
{
    struct pay_desk *desk = ctx;
    checkout_cancel_fee(&desk->checkout, meta, ticket, intent, out);
    nudge(desk);
}

static bool is_signed(const struct pay_desk *desk, const struct pay_call *call)
{
    const struct hook_text text = {.secret = desk->setup->secret,
                                   .secret_size = strlen(desk->setup->secret),
                                   .at = clock_wall(&desk->checkout.desk->clock),
                                   .body = call->body,
                                   .size = call->size};
    return call->signature && hook_check(&text, call->signature, desk->setup->tolerance_ms);
}

static enum rc hear_message(struct pay_desk *desk, const struct act_meta *meta,
                            const struct pay_message *message, enum pay_heard *heard,
                            struct err *err)
{
    static const enum pay_heard as[] = {[MESSAGE_NEW] = PAY_NEW,
                                        [MESSAGE_KNOWN] = PAY_KNOWN,
                                        [MESSAGE_FITS_NOTHING] = PAY_FITS_NOTHING};
    enum message_heard fits;
    enum rc rc = checkout_hear(&desk->checkout, meta, message, &fits, err);
    if (rc != RC_OK)
        return rc;
    *heard = as[fits];
    if (fits == MESSAGE_NEW)
        nudge(desk);
    return RC_OK;
}

static enum rc hear(void *ctx, const struct act_meta *meta, const struct pay_call *call,
                    enum pay_heard *heard, struct err *err)
{
    struct pay_desk *desk = ctx;
    struct pay_message message;
    *heard = PAY_FORGED;
    if (!is_signed(desk, call))
        return RC_OK;
    enum pay_event_kind kind = pay_read_event(call->body, call->size, &message);
    *heard = kind == PAY_EVENT_OTHER ? PAY_NO_PAYMENT : PAY_NONSENSE;
    if (kind != PAY_EVENT_INTENT)
        return RC_OK;
    message.body = call->body;
    return hear_message(desk, meta, &message, heard, err);
}

static struct pay_port guard(struct pay_desk *desk)
{
    return (struct pay_port){.name = "guarded",
                             .create = create,
                             .ask = ask,
                             .capture = capture,
                             .cancel = cancel,
                             .refund = refund,
                             .ctx = desk};
}

bool pay_desk_open(struct pay_desk *desk, struct pay_setup *setup, struct call *call)
{
    struct err err;
    *desk = (struct pay_desk){.setup = setup};
    if (!setup->on)
        return true;
    desk->line = open_line(setup, ANSWER_WAIT_MS, &err);
    if (!desk->line) {
        call_err(call, &err);
        return false;
    }
    desk->guarded = guard(desk);
    desk->port = (struct checkout_port){.start = start,
                                        .find = find,
                                        .cancel = end,
                                        .start_fee = start_fee,
                                        .find_fee = find_fee,
                                        .cancel_fee = cancel_fee,
                                        .hear = hear,
                                        .ctx = desk};
    if (!checkout_init(&desk->checkout, &call->desk, &desk->guarded))
        return true;
    desk->checkout.paying_ms = setup->paying_ms;
    desk->checkout.currency = *setup->currency ? setup->currency : NULL;
    return true;
}

void pay_desk_close(struct pay_desk *desk)
{
    curl_pay_free(&desk->line);
    *desk = (struct pay_desk){.line = NULL};
}
