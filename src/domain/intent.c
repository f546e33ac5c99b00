#include "config.h"

#include "src/domain/intent.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

enum {
    FIRST_WAIT_MS = 1000, /* after a try that brought nothing; twice as long each time */
    LONGEST_WAIT_MS = 60000,
    POLL_MS = 10000,  /* a webhook comes sooner, where one comes */
    GRACE_MS = 30000, /* past the deadline, for a provider that does not answer; the seats are kept
                         for a minute (CHECKOUT_GRACE_MS) */
};

/* ---- what is to be done ------------------------------------------------------------------- */

bool intent_is_fee(const struct intent *intent)
{
    return !uuid_is_zero(&intent->ticket);
}

bool intent_is_awaited_by(const struct intent *intent, const struct checkin *checkin)
{
    return checkin->status == CHECKIN_WAITING && checkin->version == intent->asked &&
           checkin->entry == intent->entry && checkin->fee == intent->amount &&
           uuid_equal(&checkin->ticket, &intent->ticket);
}

static bool is_awaited(const struct intent *intent)
{
    return intent->wanted && !intent->settled;
}

/* What money that is reserved leads to: seats may be gone at any moment, so they are taken first;
 * a completed check-in cannot be taken back, so its money is. */
static enum intent_step with_reserved(const struct intent *intent, enum intent_step seats)
{
    return intent_is_fee(intent) ? STEP_CAPTURE : seats;
}

/* May it have been paid in time, and only its call is late? A provider that was silent before is
 * not waited for longer than the seats are kept. */
static bool is_last_question(const struct intent *intent, int64_t now)
{
    return is_awaited(intent) && intent->heard_at < intent->deadline &&
           (!intent->tries || now < intent->deadline + GRACE_MS);
}

static enum intent_step next_paying(const struct intent *intent, int64_t now)
{
    bool over = !is_awaited(intent) || now >= intent->deadline;
    switch (intent->there) {
    case THERE_UNKNOWN:
        return over ? STEP_RELEASE : STEP_CREATE;
    case THERE_WAITING:
        return over && !is_last_question(intent, now) ? STEP_RELEASE : STEP_ASK;
    case THERE_AUTHORISED:
        return is_awaited(intent) ? with_reserved(intent, STEP_SELL) : STEP_RELEASE;
    case THERE_CAPTURED: /* settled: perhaps by this very money, which the house knows */
        return intent->wanted ? STEP_SELL : STEP_RELEASE;
    case THERE_FAILED:
    case THERE_CANCELLED:
    case THERE_REFUNDED:
        break;
    }
    return STEP_RELEASE;
}

/* Money that is only reserved is not taken for tickets that the house has taken back. */
static enum intent_step next_sold(const struct intent *intent)
{
    switch (intent->there) {
    case THERE_AUTHORISED:
        return intent->given_back < intent->amount ? STEP_CAPTURE : STEP_CANCEL;
    case THERE_CAPTURED:
        return intent_to_refund(intent) > 0 ? STEP_REFUND : STEP_NONE;
    case THERE_CANCELLED:
    case THERE_REFUNDED:
        return intent->given_back < intent->amount ? STEP_TAKE_BACK : STEP_NONE;
    case THERE_UNKNOWN:
    case THERE_WAITING:
    case THERE_FAILED:
        break;
    }
    return STEP_ASK; /* nothing is sold before the money is there */
}

static enum intent_step next_released(const struct intent *intent)
{
    switch (intent->there) {
    case THERE_UNKNOWN:
        return intent->told ? STEP_CREATE : STEP_NONE;
    case THERE_WAITING:
    case THERE_FAILED:
        return is_awaited(intent) && !intent->heard_at ? STEP_ASK : STEP_CANCEL;
    case THERE_AUTHORISED:
        return is_awaited(intent) ? with_reserved(intent, STEP_RETAKE) : STEP_CANCEL;
    case THERE_CAPTURED:
        return intent->wanted ? STEP_RETAKE : STEP_REFUND;
    case THERE_CANCELLED:
    case THERE_REFUNDED:
        break;
    }
    return STEP_NONE;
}

static enum intent_step next_of(const struct intent *intent, int64_t now)
{
    switch (intent->here) {
    case HERE_NEW:
        return STEP_KEEP;
    case HERE_PAYING:
        return next_paying(intent, now);
    case HERE_SOLD:
        return next_sold(intent);
    case HERE_RELEASED:
        return next_released(intent);
    case HERE_LATE:
        return STEP_RETAKE;
    case HERE_STUCK:
        break;
    }
    return STEP_NONE;
}

enum intent_step intent_next(const struct intent *intent, int64_t now)
{
    return now >= intent->next_at ? next_of(intent, now) : STEP_NONE;
}

/* ---- when to look again ------------------------------------------------------------------- */

/* While somebody is still to pay there is time; then comes the deadline. */
static void again_now(struct intent *intent, int64_t now)
{
    enum intent_step step = next_of(intent, now);
    intent->tries = 0;
    intent->next_at = step == STEP_NONE ? INTENT_NEVER : now;
    if (intent->here == HERE_PAYING && step == STEP_ASK)
        intent->next_at = now + POLL_MS < intent->deadline ? now + POLL_MS : intent->deadline;
}

static void again_later(struct intent *intent, int64_t now)
{
    int64_t wait = FIRST_WAIT_MS;
    for (int i = 0; i < intent->tries && wait < LONGEST_WAIT_MS; i++)
        wait *= 2;
    intent->tries++;
    intent->next_at = now + (wait < LONGEST_WAIT_MS ? wait : LONGEST_WAIT_MS);
}

/* ---- the house's side --------------------------------------------------------------------- */

static void did_keep(struct intent *intent, enum intent_result result)
{
    intent->here = result == DID_DONE ? HERE_PAYING : HERE_RELEASED;
    if (result != DID_DONE)
        intent->wanted = false;
}

/* Seats that are gone may be free again; what is refused for another reason stays refused. */
static void did_sell(struct intent *intent, enum intent_result result)
{
    if (result == DID_DONE || result == DID_SELL)
        intent->here = HERE_SOLD;
    else if (result == DID_GONE)
        intent->here = HERE_RELEASED;
    else
        intent->wanted = false;
}

static void did_retake(struct intent *intent, enum intent_result result)
{
    bool sold = result == DID_DONE || result == DID_SELL;
    intent->here = sold ? HERE_SOLD : HERE_RELEASED;
    if (!sold)
        intent->wanted = false;
}

void intent_did(struct intent *intent, enum intent_step step, enum intent_result result,
                int64_t now)
{
    if (result == DID_UNKNOWN) {
        again_later(intent, now);
        return;
    }
    switch (step) {
    case STEP_KEEP:
        did_keep(intent, result);
        break;
    case STEP_SELL:
        did_sell(intent, result);
        break;
    case STEP_RELEASE:
        intent->here = result == DID_SELL ? HERE_SOLD : HERE_RELEASED;
        break;
    case STEP_RETAKE:
        did_retake(intent, result);
        break;
    case STEP_TAKE_BACK:
        if (result == DID_DONE)
            intent->given_back = intent->amount;
        else
            intent->here = HERE_STUCK;
        break;
    case STEP_NONE:
    case STEP_CREATE:
    case STEP_ASK:
    case STEP_CAPTURE:
    case STEP_CANCEL:
    case STEP_REFUND:
        assert(!"a step of the provider's is heard");
    }
    again_now(intent, now);
}

bool intent_take_up(struct intent *intent, enum intent_step step, int64_t now)
{
    const struct intent before = *intent;
    if (step == STEP_NONE && now >= intent->next_at)
        intent->next_at = INTENT_NEVER;
    if (step == STEP_CREATE)
        intent->told = true;
    if (step == STEP_RETAKE)
        intent->here = HERE_LATE;
    return intent->told != before.told || intent->here != before.here ||
           intent->next_at != before.next_at;
}

bool intent_give_up(struct intent *intent, int64_t now)
{
    if (intent->here == HERE_SOLD || intent->here == HERE_LATE || intent->here == HERE_STUCK)
        return false;
    if (intent_is_fee(intent) && intent->there == THERE_CAPTURED)
        return false;
    intent->wanted = false;
    again_now(intent, now);
    return true;
}

/* ---- the provider's side ------------------------------------------------------------------ */

static void learn(char *out, size_t size, const char *text)
{
    if (text && *text && !*out)
        text_copy(out, size, text);
}

bool intent_hear(struct intent *intent, const struct intent_news *news, int64_t now)
{
    int64_t refunded = news->refunded < intent->amount ? news->refunded : intent->amount;
    bool grown = news->there > intent->there || refunded > intent->refunded;
    learn(intent->ref, sizeof intent->ref, news->ref);
    learn(intent->token, sizeof intent->token, news->token);
    intent->told = true;
    if (news->there > intent->there)
        intent->there = news->there;
    if (refunded > intent->refunded)
        intent->refunded = refunded;
    if (grown)
        again_now(intent, now);
    return grown;
}

void intent_answered(struct intent *intent, const struct intent_news *news, int64_t now)
{
    bool first = !intent->heard_at;
    intent->heard_at = now;
    if (intent_hear(intent, news, now))
        return;
    if (intent->here == HERE_PAYING && intent->there == THERE_WAITING)
        again_now(intent, now);
    else if (intent->here == HERE_RELEASED && first && next_of(intent, now) == STEP_CANCEL)
        intent->next_at = now; /* nothing has come: it is closed, and tries count on */
    else
        again_later(intent, now);
}

void intent_unheard(struct intent *intent, int64_t now)
{
    again_later(intent, now);
}

void intent_refused(struct intent *intent, int64_t now)
{
    if (intent->there != THERE_UNKNOWN) {
        again_later(intent, now);
        return;
    }
    intent->there = THERE_CANCELLED;
    again_now(intent, now);
}

/* ---- money -------------------------------------------------------------------------------- */

int64_t intent_money_here(const struct intent *intent)
{
    bool sold = intent->here == HERE_SOLD || intent->here == HERE_STUCK;
    return sold ? intent->amount - intent->given_back : 0;
}

int64_t intent_money_there(const struct intent *intent)
{
    return intent->there == THERE_CAPTURED ? intent->amount - intent->refunded : 0;
}

int64_t intent_to_refund(const struct intent *intent)
{
    if (intent->there != THERE_CAPTURED)
        return 0;
    int64_t keep = intent->here == HERE_SOLD ? intent->amount - intent->given_back : 0;
    int64_t back = intent->amount - intent->refunded - keep;
    return back > 0 ? back : 0;
}

/* ---- words -------------------------------------------------------------------------------- */

char *intent_auth(const struct uuid *id, char out[AUTH_TEXT])
{
    char hex[2 * sizeof id->b + 1];
    for (size_t i = 0; i < sizeof id->b; i++)
        snprintf(hex + 2 * i, 3, "%02x", id->b[i]);
    snprintf(out, AUTH_TEXT, "%s", hex + 1);
    return out;
}

bool intent_is_auth(const char *auth)
{
    size_t digits = strspn(auth, "0123456789abcdef");
    return digits == AUTH_TEXT - 1 && auth[digits] == '\0';
}

const char *intent_here_name(enum intent_here here)
{
    static const char *const names[] = {"new", "paying", "sold", "released", "late", "stuck"};
    return names[here];
}

const char *intent_there_name(enum intent_there there)
{
    static const char *const names[] = {"unknown",   "waiting",  "failed",  "authorised",
                                        "cancelled", "captured", "refunded"};
    return names[there];
}
