/*
 * What a payment provider says, in the JSON of payment intents: an intent as an answer, or as the
 * object of an event. Strangers' text: whatever does not make sense is refused whole.
 */
#ifndef LOGE_ADAPTER_PAY_JSON_H
#define LOGE_ADAPTER_PAY_JSON_H

#include <stddef.h>

#include "src/port/intent.h"
#include "src/port/pay.h"

/* False: no intent, or not this one (another amount, currency or id of ours). */
bool pay_read_answer(const char *text, size_t size, const struct intent *ours,
                     struct pay_answer *out) MUST_USE;

enum pay_event_kind { PAY_EVENT_INTENT, PAY_EVENT_OTHER, PAY_EVENT_NONSENSE };
/* PAY_EVENT_OTHER: an event, about something else than an intent. out->body is not set. */
enum pay_event_kind pay_read_event(const char *text, size_t size, struct pay_message *out) MUST_USE;

#endif
