/*
 * The payment provider of tests/lib as a program: provider SECRET. Says its address and serves
 * until its input ends; SECRET signs its events. What a payer does there, and how it feels, a test
 * says over HTTP:
 *
 *     POST /test/pay/ID  /test/fail/ID  /test/forget/ID      what becomes of an intent
 *     POST /test/mood/MOOD       fine silent nonsense wrong busy slow
 *     POST /test/at-once/1       money is captured as soon as it is paid
 *     GET  /test/event/ID/NAME/SECONDS   an event called NAME about it, as it would be sent then:
 *                                the signature is in Payment-Signature
 *     GET  /test/books           every intent, and all the money there is
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/adapter/hook_sign.h"
#include "src/base/text.h"
#include "tests/lib/provider.h"

struct teller {
    struct purse purse;
    struct provider *provider;
    const char *secret;
};

struct wish {
    char verb[16], name[64], event[64];
    long long at;
};

/* ---- what it is asked ------------------------------------------------------------------------ */

static const char *set_mood(struct teller *teller, const char *name)
{
    static const char *const moods[] = {"fine", "silent", "nonsense", "wrong", "busy", "slow"};
    for (int i = 0; i < COUNT_OF(moods); i++)
        if (strcmp(moods[i], name) == 0) {
            provider_feel(teller->provider, (enum provider_mood)i);
            return "200 OK";
        }
    return NULL;
}

static const char *books(struct teller *teller, char *body, size_t size)
{
    int64_t sum = 0;
    size_t used = (size_t)snprintf(body, size, "{\"intents\":[");
    for (int i = 0; i < teller->purse.count; i++) {
        const struct account *one = &teller->purse.accounts[i];
        char id[UUID_TEXT];
        if (one->there == THERE_CAPTURED)
            sum += one->amount - one->refunded;
        if (used + 300 < size)
            used += (size_t)snprintf(
                body + used, size - used,
                "%s{\"id\":\"%s\",\"there\":\"%s\",\"amount\":%lld,\"refunded\":%lld,"
                "\"charges\":%d}",
                i ? "," : "", uuid_text(&one->id, id), intent_there_name(one->there),
                (long long)one->amount, (long long)one->refunded, one->charges);
    }
    snprintf(body + used, size - used, "],\"money\":%lld}", (long long)sum);
    return "200 OK";
}

static const char *event(const struct teller *teller, const struct wish *wish,
                         const struct account *account, char *body, size_t size)
{
    static char status[256];
    char object[1024], signature[HOOK_SIGNATURE];
    snprintf(body, size,
             "{\"id\":\"%s\",\"type\":\"payment_intent.changed\",\"data\":{\"object\":%s}}",
             wish->event, provider_write(account, account->amount, object));
    const struct hook_text text = {.secret = teller->secret,
                                   .secret_size = strlen(teller->secret),
                                   .at = wish->at * 1000,
                                   .body = body,
                                   .size = strlen(body)};
    snprintf(status, sizeof status, "200 OK\r\nPayment-Signature: %s", hook_sign(&text, signature));
    return status;
}

static const char *do_pay(struct teller *teller, const struct wish *wish, const struct uuid *id)
{
    if (strcmp(wish->verb, "pay") == 0)
        purse_pay(&teller->purse, id);
    else if (strcmp(wish->verb, "fail") == 0)
        purse_fail(&teller->purse, id);
    else if (strcmp(wish->verb, "forget") == 0)
        purse_forget(&teller->purse, id);
    else
        return NULL;
    return "200 OK";
}

/* An event about something that nobody here has heard of is about a stranger's intent. */
static const char *about_one(struct teller *teller, const struct wish *wish, char *body,
                             size_t size)
{
    struct uuid id;
    if (!uuid_parse(wish->name, &id))
        return NULL;
    struct account account = purse_look(&teller->purse, &id);
    bool known = account.there != THERE_UNKNOWN;
    if (strcmp(wish->verb, "event") != 0)
        return known ? do_pay(teller, wish, &id) : NULL;
    if (!known)
        account = (struct account){
            .id = id, .ref = "pi_stranger", .there = THERE_AUTHORISED, .amount = 100};
    return event(teller, wish, &account, body, size);
}

static const char *control(void *ctx, const char *request, char *body, size_t size)
{
    struct teller *teller = ctx;
    struct wish wish = {.at = 0};
    if (sscanf(request, "%*s /test/%15[a-z-]/%63[^/ ]/%63[^/ ]/%lld", wish.verb, wish.name,
               wish.event, &wish.at) < 1)
        return NULL;
    if (strcmp(wish.verb, "books") == 0)
        return books(teller, body, size);
    if (strcmp(wish.verb, "mood") == 0)
        return set_mood(teller, wish.name);
    if (strcmp(wish.verb, "at-once") == 0) {
        teller->purse.at_once = *wish.name == '1';
        return "200 OK";
    }
    return about_one(teller, &wish, body, size);
}

int main(int argc, char **argv)
{
    static struct teller teller;
    char rest;
    if (argc != 2) {
        fprintf(stderr, "usage: provider SECRET\n");
        return 2;
    }
    teller.secret = argv[1];
    purse_init(&teller.purse);
    teller.provider = provider_start(&teller.purse);
    provider_controlled(teller.provider, control, &teller);
    printf("%s\n", provider_url(teller.provider));
    fflush(stdout);
    while (read(STDIN_FILENO, &rest, 1) > 0)
        continue;
    provider_stop(&teller.provider);
    return 0;
}
