/*
 * What people type, as values. Each function answers with a precise refusal (call_fail) and false
 * when the text makes no sense; `what` names the thing in that sentence ("--ttl").
 */
#ifndef LOGE_CMD_WORDS_H
#define LOGE_CMD_WORDS_H

#include "src/cmd/call.h"

bool word_int(struct call *call, const char *what, const char *text, int64_t low, int64_t high,
              int64_t *out) MUST_USE;
/* In the house's currency, from zero up. */
bool word_money(struct call *call, const char *what, const char *text, int64_t *out) MUST_USE;
/* "9%", "9.5%": basis points, from 0 to 100 %. */
bool word_percent(struct call *call, const char *what, const char *text, int64_t *out) MUST_USE;
/* ISO 8601 with a zone, or "2026-11-20T19:30" / "2026-11-20 19:30" in local time. */
bool word_time(struct call *call, const char *what, const char *text, int64_t *out) MUST_USE;
bool word_uuid(struct call *call, const char *what, const char *text, struct uuid *out) MUST_USE;
/* Text to keep: cleaned as text_clean says. */
bool word_name(struct call *call, const char *what, const char *text, char *out,
               size_t size) MUST_USE;
/* An option's cleaned text; out is "" when the option is not given. */
bool option_name(struct call *call, const char *option, char *out, size_t size) MUST_USE;
/* An option's whole number, or `otherwise` when it is not given. */
bool option_int(struct call *call, const char *option, const int64_t range[2], int64_t otherwise,
                int64_t *out) MUST_USE;
bool option_money(struct call *call, const char *option, int64_t otherwise, int64_t *out) MUST_USE;
/* Like money, but it may be below nothing: a card terminal's total. */
bool option_total(struct call *call, const char *option, int64_t otherwise, int64_t *out) MUST_USE;
bool option_time(struct call *call, const char *option, int64_t otherwise, int64_t *out) MUST_USE;
/* The number of the show the option names; 0 when it is not given. */
bool option_show(struct call *call, const char *option, int32_t *no) MUST_USE;

/* Words from `first` on: seat labels. */
static inline const char *const *word_labels(const struct call *call, int first, int *count)
{
    *count = call->args.words.count > first ? call->args.words.count - first : 0;
    return *count ? call->args.words.at + first : NULL;
}

/* Every --pay, with --given, --auth and --gift, as tenders in the call's arena. */
bool words_tenders(struct call *call, const struct tender_line **out, int *count) MUST_USE;
/* Every --type: "adult=2,child=1" or "Stalls-A-1=child,Stalls-A-2=senior". */
bool words_types(struct call *call, const struct desk_type **out, int *count) MUST_USE;
/* --discount 10%, 5.00 (off the order) or 5.00/each. */
bool words_discount(struct call *call, struct discount *out) MUST_USE;
/* --name, --currency and --timezone of a house, else as the settings have them; the name may be "".
 */
bool words_house(struct call *call, struct house *house) MUST_USE;

#endif
