#include "config.h"

#include "src/engine/checkout.h"

#include <string.h>

#include "src/base/text.h"
#include "src/engine/checkout_parts.h"
#include "src/engine/desk_checkout.h"

enum {
    PAYING_MS = 15 * 60 * 1000,
    STEPS_AT_ONCE = 8, /* from new to taken, with room */
};

bool checkout_init(struct checkout *checkout, struct desk *desk, const struct pay_port *provider)
{
    *checkout = (struct checkout){.desk = desk, .provider = provider, .paying_ms = PAYING_MS};
    if (!desk->store->ops->intents)
        return false;
    checkout->store = desk->store->ops->intents(desk->store, &checkout->intents);
    return true;
}

static int64_t now_of(const struct checkout *checkout)
{
    return clock_wall(&checkout->desk->clock);
}

/* ---- one step ----------------------------------------------------------------------------- */

static enum rc call_provider(struct checkout *checkout, const struct intent *intent,
                             enum intent_step step, struct pay_answer *answer)
{
    const struct pay_port *pay = checkout->provider;
    switch (step) {
    case STEP_CREATE:
        return pay->create(pay->ctx, intent, answer, NULL);
    case STEP_CAPTURE:
        return pay->capture(pay->ctx, intent, answer, NULL);
    case STEP_CANCEL:
        return pay->cancel(pay->ctx, intent, answer, NULL);
    case STEP_REFUND:
        return pay->refund(pay->ctx, intent, intent->refunded + intent_to_refund(intent), answer,
                           NULL);
    case STEP_ASK:
    case STEP_NONE:
    case STEP_KEEP:
    case STEP_SELL:
    case STEP_RELEASE:
    case STEP_RETAKE:
    case STEP_TAKE_BACK:
        break;
    }
    return pay->ask(pay->ctx, intent, answer, NULL);
}

static void ask_provider(struct checkout *checkout, struct intent *intent, enum intent_step step)
{
    struct pay_answer answer = {0};
    enum rc rc = call_provider(checkout, intent, step, &answer);
    const struct intent_news news = {answer.there, answer.refunded, answer.ref, answer.token};
    if (rc == RC_OK)
        intent_answered(intent, &news, now_of(checkout));
    else if (rc == RC_CONFIG)
        intent_refused(intent, now_of(checkout));
    else
        intent_unheard(intent, now_of(checkout));
}

typedef enum intent_result (*house_step)(struct desk *, const struct act_meta *,
                                         const struct intent *, struct outcome *);

static house_step of_house(const struct intent *intent, enum intent_step step)
{
    static const house_step fee[] = {
        [STEP_KEEP] = desk_fee_keep,           [STEP_SELL] = desk_fee_book,
        [STEP_RELEASE] = desk_fee_release,     [STEP_RETAKE] = desk_fee_book,
        [STEP_TAKE_BACK] = desk_fee_take_back,
    };
    static const house_step seats[] = {
        [STEP_KEEP] = desk_checkout_keep,           [STEP_SELL] = desk_checkout_sell,
        [STEP_RELEASE] = desk_checkout_release,     [STEP_RETAKE] = desk_checkout_retake,
        [STEP_TAKE_BACK] = desk_checkout_take_back,
    };
    return intent_is_fee(intent) ? fee[step] : seats[step];
}

static void ask_house(struct checkout *checkout, const struct act_meta *meta, struct intent *intent,
                      enum intent_step step)
{
    struct outcome out = {0};
    enum intent_result result = of_house(intent, step)(checkout->desk, meta, intent, &out);
    if (out.sale)
        intent->sale = out.sale->id;
    if (*out.message)
        text_copy(intent->note, sizeof intent->note, out.message);
    intent_did(intent, step, result, now_of(checkout));
}

void checkout_tell(const struct checkout *checkout, const struct intent *intent)
{
    const struct desk_watch *watch = checkout->desk->watch;
    if (watch && watch->paid)
        watch->paid(watch->ctx, intent);
}

enum rc checkout_save(struct checkout *checkout, struct intent *intent, bool *kept, struct err *err)
{
    enum rc rc = checkout->intents->save(checkout->store, intent, kept, err);
    if (rc == RC_OK && *kept)
        checkout_tell(checkout, intent);
    return rc;
}

/* While another step follows at once the row stays ours: nobody else finds it due. */
static enum rc save_ours(struct checkout *checkout, struct intent *intent, bool *kept,
                         struct err *err)
{
    int64_t now = now_of(checkout), next = intent->next_at;
    bool goes_on = intent_next(intent, now) != STEP_NONE;
    if (goes_on)
        intent->next_at = now + CHECKOUT_LEASE_MS;
    enum rc rc = checkout_save(checkout, intent, kept, err);
    if (goes_on)
        intent->next_at = next;
    return rc;
}

static void pause_here(const struct checkout *checkout)
{
    if (checkout->pause)
        checkout->pause(checkout->pause_ctx);
}

/* *more: this row is ours still, and it may be the turn of another step. */
static enum rc step_once(struct checkout *checkout, const struct act_meta *meta,
                         struct intent *intent, bool *more, struct err *err)
{
    enum intent_step step = intent_next(intent, now_of(checkout));
    enum rc rc = RC_OK;
    bool kept = true;
    pause_here(checkout);
    if (intent_take_up(intent, step, now_of(checkout)))
        rc = save_ours(checkout, intent, &kept, err);
    *more = rc == RC_OK && kept && step != STEP_NONE;
    if (!*more)
        return rc;
    if (of_house(intent, step))
        ask_house(checkout, meta, intent, step);
    else
        ask_provider(checkout, intent, step);
    pause_here(checkout);
    rc = save_ours(checkout, intent, &kept, err);
    *more = rc == RC_OK && kept;
    return rc;
}

enum rc checkout_go_on(struct checkout *checkout, const struct act_meta *meta,
                       struct intent *intent, struct err *err)
{
    bool more = true;
    enum rc rc = RC_OK;
    intent->heard_at = 0;
    for (int i = 0; i < STEPS_AT_ONCE && more && rc == RC_OK; i++)
        rc = step_once(checkout, meta, intent, &more, err);
    return rc;
}

/* ---- whatever is due ------------------------------------------------------------------------ */

enum rc checkout_complete(struct checkout *checkout, const struct act_meta *meta, int limit,
                          int *done, int64_t *next, struct err *err)
{
    struct intent *rows = NULL;
    int count = 0;
    *done = 0;
    enum rc rc = checkout->intents->due(checkout->store, now_of(checkout), CHECKOUT_LEASE_MS, limit,
                                        meta->arena, &rows, &count, next, err);
    for (int i = 0; i < count && rc == RC_OK; i++) {
        rows[i].next_at = 0; /* the lease is ours */
        rc = checkout_go_on(checkout, meta, &rows[i], err);
        (*done)++;
    }
    return rc;
}

/* ---- messages ----------------------------------------------------------------------------- */

static enum rc find(struct checkout *checkout, const struct act_meta *meta,
                    const struct pay_message *message, struct intent *intent, bool *found,
                    struct err *err)
{
    *found = false;
    enum rc rc = RC_OK;
    if (!uuid_is_zero(&message->id))
        rc = checkout->intents->read(checkout->store, &message->id, NULL, meta->arena, intent,
                                     found, err);
    if (rc == RC_OK && !*found && *message->ref)
        rc = checkout->intents->read(checkout->store, NULL, message->ref, meta->arena, intent,
                                     found, err);
    return rc;
}

static enum rc keep_letter(struct checkout *checkout, const struct pay_message *message,
                           struct err *err)
{
    struct pay_letter letter = {.at = now_of(checkout)};
    text_copy(letter.event, sizeof letter.event, message->event);
    text_copy(letter.ref, sizeof letter.ref, message->ref);
    text_copy(letter.body, sizeof letter.body, message->body ? message->body : "");
    return checkout->intents->keep_letter(checkout->store, &letter, err);
}

enum rc checkout_hear(struct checkout *checkout, const struct act_meta *meta,
                      const struct pay_message *message, enum message_heard *heard, struct err *err)
{
    const struct intent_news news = {message->there, message->refunded, message->ref, NULL};
    for (int i = 0; i < CHECKOUT_TRIES; i++) {
        struct intent intent;
        bool found, kept = false;
        enum rc rc = find(checkout, meta, message, &intent, &found, err);
        *heard = MESSAGE_FITS_NOTHING;
        if (rc != RC_OK || !found)
            return rc ? rc : keep_letter(checkout, message, err);
        *heard = MESSAGE_KNOWN;
        if (!intent_hear(&intent, &news, now_of(checkout)))
            return RC_OK;
        *heard = MESSAGE_NEW;
        rc = checkout_save(checkout, &intent, &kept, err);
        if (rc != RC_OK || kept)
            return rc;
    }
    return err_set(err, RC_TRANSIENT, "",
                   "Somebody else is writing at this moment; nothing was changed, try again.");
}
