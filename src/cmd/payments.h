/*
 * Payments of web shops, as loge.ini has them: the settings under pay, read once, and for each
 * thread of `loge serve` a line to the provider of its own.
 */
#ifndef LOGE_CMD_PAYMENTS_H
#define LOGE_CMD_PAYMENTS_H

#include <stdatomic.h>

#include "src/adapter/curl_pay.h"
#include "src/cmd/call.h"
#include "src/engine/checkout.h"

/* What all threads of a service share; it stays where it is. */
struct pay_setup {
    bool on; /* there is a provider */
    const char *url, *currency;
    int64_t tolerance_ms, paying_ms;
    char key[SECRET_TEXT], secret[SECRET_TEXT];
    int most; /* threads that answer customers and may wait for the provider at once */
    atomic_int waiting;
    void (*nudge)(void *); /* there is something to complete; NULL: nobody completes here */
    void *nudge_ctx;
};

/* False: call->exit says what is wrong with the settings. engines: threads that answer. */
bool pay_setup_read(struct pay_setup *, struct call *call, int engines) MUST_USE;
void pay_setup_forget(struct pay_setup *);

/* Of whoever completes: it may wait. NULL and why. */
struct curl_pay *pay_line_open(const struct pay_setup *, struct err *err) MUST_USE;

/* Of whoever answers: a provider that is silent keeps most / engines of them at the most, the
 * others leave what is to be asked to whoever completes. It stays where it is. */
struct pay_desk {
    struct pay_setup *setup;
    struct curl_pay *line;
    struct pay_port guarded;
    struct checkout checkout;
    struct checkout_port port;
};

/* All zero (no port) when there is no provider. */
bool pay_desk_open(struct pay_desk *, struct pay_setup *, struct call *call) MUST_USE;
void pay_desk_close(struct pay_desk *);

#endif
