/*
 * A payment provider in memory: what it has of each intent, every charge it ever made, and a port
 * to it that loses questions and answers on demand. Thread-safe, so that an HTTP server can stand
 * in front of it (tests/lib/provider.h).
 */
#ifndef LOGE_TESTS_LIB_PURSE_H
#define LOGE_TESTS_LIB_PURSE_H

#include <pthread.h>

#include "src/port/pay.h"

enum { PURSE_ACCOUNTS = 512 };

struct account {
    struct uuid id;
    char ref[INTENT_REF];
    enum intent_there there;
    int64_t amount, refunded;
    int charges; /* how often money was taken: never twice */
};

struct purse {
    pthread_mutex_t lock;
    struct account accounts[PURSE_ACCOUNTS];
    int count;
    int calls;
    int lose_questions, lose_answers; /* of the next calls */
    bool refuse;                      /* takes no new intents */
    bool at_once;                     /* a payer's money is captured without being asked */
    struct pay_port port;
};

void purse_init(struct purse *);

/* What a payer does on the provider's page, to the intent of this id. */
void purse_pay(struct purse *, const struct uuid *id);
void purse_fail(struct purse *, const struct uuid *id);
/* A reservation that has become too old. */
void purse_forget(struct purse *, const struct uuid *id);

/* As it stands; there THERE_UNKNOWN: it never heard of it. */
struct account purse_look(struct purse *, const struct uuid *id);
/* By the purse's own name for it. */
bool purse_find(struct purse *, const char *ref, struct uuid *id);
/* All it has for us. */
int64_t purse_money(struct purse *);

/* What the calls of the port do, without anything being lost. False: no such intent. */
enum purse_call { PURSE_CREATE, PURSE_ASK, PURSE_CAPTURE, PURSE_CANCEL, PURSE_REFUND };
bool purse_do(struct purse *, enum purse_call, const struct uuid *id, int64_t amount,
              struct account *now);

#endif
