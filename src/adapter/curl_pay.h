/*
 * A payment provider behind HTTP, in the shape of payment intents: forms go out, JSON comes back.
 *
 * Every change carries an Idempotency-Key made of the intent's id, so that sending it again does
 * nothing twice. An intent is captured by hand: money is reserved first, and taken when the seats
 * are sold. What makes no sense, or is about another intent or amount, is no answer: nobody knows.
 */
#ifndef LOGE_ADAPTER_CURL_PAY_H
#define LOGE_ADAPTER_CURL_PAY_H

#include "src/adapter/curl_call.h"
#include "src/port/pay.h"

struct curl_pay;

struct curl_pay_spec {
    const char *url;     /* "https://api.example.com": the calls are under its /v1 */
    const char *secret;  /* of ours, for the provider */
    const char *ca_file; /* NULL: whom this machine trusts */
    int64_t total_ms;    /* of one call; 0: 10 seconds */
};

/* One thread owns it. NULL and why: libcurl is not installed. */
struct curl_pay *curl_pay_new(const struct curl_pay_spec *spec, struct err *err) MUST_USE;
void curl_pay_free(struct curl_pay **);
const struct pay_port *curl_pay_port(const struct curl_pay *);

#endif
