#include "config.h"

#include "tests/lib/purse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

/* ---- its books ------------------------------------------------------------------------------ */

static struct account *find(struct purse *purse, const struct uuid *id)
{
    for (int i = 0; i < purse->count; i++)
        if (uuid_equal(&purse->accounts[i].id, id))
            return &purse->accounts[i];
    return NULL;
}

static struct account *make(struct purse *purse, const struct uuid *id, int64_t amount)
{
    if (purse->count == PURSE_ACCOUNTS || purse->refuse)
        return NULL;
    struct account *account = &purse->accounts[purse->count++];
    *account = (struct account){.id = *id, .there = THERE_WAITING, .amount = amount};
    snprintf(account->ref, sizeof account->ref, "pi_%d", purse->count);
    return account;
}

static void capture(struct account *account)
{
    if (account->there != THERE_AUTHORISED)
        return;
    account->there = THERE_CAPTURED;
    account->charges++;
}

static void refund(struct account *account, int64_t total)
{
    if (account->there != THERE_CAPTURED || total <= account->refunded || total > account->amount)
        return;
    account->refunded = total;
    if (total == account->amount)
        account->there = THERE_REFUNDED;
}

static void do_call(struct account *account, enum purse_call call, int64_t amount)
{
    if (call == PURSE_CAPTURE)
        capture(account);
    else if (call == PURSE_CANCEL && account->there < THERE_CANCELLED)
        account->there = THERE_CANCELLED;
    else if (call == PURSE_REFUND)
        refund(account, amount);
}

bool purse_do(struct purse *purse, enum purse_call call, const struct uuid *id, int64_t amount,
              struct account *now)
{
    pthread_mutex_lock(&purse->lock);
    struct account *account = find(purse, id);
    purse->calls++;
    if (!account && call == PURSE_CREATE)
        account = make(purse, id, amount);
    if (account) {
        do_call(account, call, amount);
        *now = *account;
    }
    pthread_mutex_unlock(&purse->lock);
    return account != NULL;
}

/* ---- payers --------------------------------------------------------------------------------- */

static void become(struct purse *purse, const struct uuid *id, enum intent_there there)
{
    pthread_mutex_lock(&purse->lock);
    struct account *account = find(purse, id);
    if (account && account->there < THERE_CANCELLED)
        account->there = there;
    if (account && there == THERE_AUTHORISED && purse->at_once)
        capture(account);
    pthread_mutex_unlock(&purse->lock);
    assert_non_null(account);
}

void purse_pay(struct purse *purse, const struct uuid *id)
{
    become(purse, id, THERE_AUTHORISED);
}

void purse_fail(struct purse *purse, const struct uuid *id)
{
    become(purse, id, THERE_FAILED);
}

void purse_forget(struct purse *purse, const struct uuid *id)
{
    become(purse, id, THERE_CANCELLED);
}

struct account purse_look(struct purse *purse, const struct uuid *id)
{
    struct account now = {.there = THERE_UNKNOWN};
    pthread_mutex_lock(&purse->lock);
    const struct account *account = find(purse, id);
    if (account)
        now = *account;
    pthread_mutex_unlock(&purse->lock);
    return now;
}

bool purse_find(struct purse *purse, const char *ref, struct uuid *id)
{
    bool found = false;
    pthread_mutex_lock(&purse->lock);
    for (int i = 0; i < purse->count && !found; i++) {
        found = strcmp(purse->accounts[i].ref, ref) == 0;
        if (found)
            *id = purse->accounts[i].id;
    }
    pthread_mutex_unlock(&purse->lock);
    return found;
}

int64_t purse_money(struct purse *purse)
{
    int64_t sum = 0;
    pthread_mutex_lock(&purse->lock);
    for (int i = 0; i < purse->count; i++) {
        assert_in_range(purse->accounts[i].charges, 0, 1);
        if (purse->accounts[i].there == THERE_CAPTURED)
            sum += purse->accounts[i].amount - purse->accounts[i].refunded;
    }
    pthread_mutex_unlock(&purse->lock);
    return sum;
}

/* ---- the port ------------------------------------------------------------------------------- */

static bool is_lost(struct purse *purse, int *left)
{
    pthread_mutex_lock(&purse->lock);
    bool lost = *left > 0;
    *left -= lost;
    pthread_mutex_unlock(&purse->lock);
    return lost;
}

static enum rc call(struct purse *purse, enum purse_call call, const struct intent *intent,
                    int64_t amount, struct pay_answer *answer)
{
    struct account now;
    if (is_lost(purse, &purse->lose_questions))
        return RC_TRANSIENT;
    bool known = purse_do(purse, call, &intent->id, amount, &now);
    if (is_lost(purse, &purse->lose_answers))
        return RC_UNKNOWN;
    if (!known)
        return call == PURSE_CREATE ? RC_CONFIG : RC_UNKNOWN;
    *answer = (struct pay_answer){.there = now.there, .refunded = now.refunded};
    snprintf(answer->ref, sizeof answer->ref, "%s", now.ref);
    snprintf(answer->token, sizeof answer->token, "%s_secret", now.ref);
    return RC_OK;
}

static enum rc create(void *ctx, const struct intent *intent, struct pay_answer *answer,
                      struct err *err)
{
    (void)err;
    return call(ctx, PURSE_CREATE, intent, intent->amount, answer);
}

static enum rc ask(void *ctx, const struct intent *intent, struct pay_answer *answer,
                   struct err *err)
{
    (void)err;
    return call(ctx, PURSE_ASK, intent, 0, answer);
}

static enum rc port_capture(void *ctx, const struct intent *intent, struct pay_answer *answer,
                            struct err *err)
{
    (void)err;
    return call(ctx, PURSE_CAPTURE, intent, 0, answer);
}

static enum rc cancel(void *ctx, const struct intent *intent, struct pay_answer *answer,
                      struct err *err)
{
    (void)err;
    return call(ctx, PURSE_CANCEL, intent, 0, answer);
}

static enum rc port_refund(void *ctx, const struct intent *intent, int64_t total,
                           struct pay_answer *answer, struct err *err)
{
    (void)err;
    return call(ctx, PURSE_REFUND, intent, total, answer);
}

void purse_init(struct purse *purse)
{
    *purse = (struct purse){.lock = PTHREAD_MUTEX_INITIALIZER};
    purse->port = (struct pay_port){.name = "purse",
                                    .create = create,
                                    .ask = ask,
                                    .capture = port_capture,
                                    .cancel = cancel,
                                    .refund = port_refund,
                                    .ctx = purse};
}
