#include "config.h"

#include "src/api/reply.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/member.h"

static const char json_type[] = "application/json";

struct json_out *reply_doc(struct exchange *x)
{
    if (!x->doc)
        x->doc = json_out_new();
    json_out_reset(x->doc);
    json_object_begin(x->doc);
    return x->doc;
}

void reply_doc_end(struct exchange *x, int status)
{
    json_object_end(x->doc);
    x->reply.status = status;
    x->reply.type = json_type;
    x->reply.bytes = json_out_text(x->doc, &x->reply.size);
}

void reply_text(struct exchange *x, int status, const char *type, const char *text)
{
    x->reply.status = status;
    x->reply.type = type;
    x->reply.bytes = text;
    x->reply.size = strlen(text);
}

void reply_header(struct exchange *x, const char *name, const char *value)
{
    if (x->reply.header_count == REPLY_HEADERS)
        return;
    int last = x->reply.header_count++;
    x->reply.headers[last].name = name;
    x->reply.headers[last].value = value;
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void write_error(struct exchange *x, const char *code, const char *message,
                        const char *const *seats, int count)
{
    struct json_out *doc = reply_doc(x);
    member_object(doc, "error");
    member_text(doc, "code", code);
    member_text(doc, "message", message);
    member_array(doc, "seats");
    for (int i = 0; i < count; i++)
        json_string(doc, seats[i]);
    json_array_end(doc);
    json_object_end(doc);
}

/* Whoever is told to come back is told when. */
static void end_error(struct exchange *x, int status)
{
    if (status == 429 || status == 503)
        reply_header(x, "Retry-After", "1");
    reply_doc_end(x, status);
}

void reply_error(struct exchange *x, int status, const char *code, const char *fmt, ...)
{
    char message[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    write_error(x, code, message, NULL, 0);
    end_error(x, status);
}

void reply_invalid(struct exchange *x, const char *fmt, ...)
{
    char message[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    write_error(x, verdict_code(VERDICT_INVALID), message, NULL, 0);
    end_error(x, 400);
}

void reply_too_fast(struct exchange *x, int64_t retry_ms)
{
    int64_t seconds = retry_ms > 1000 ? (retry_ms + 999) / 1000 : 1;
    x->reply = (struct reply){.status = 429};
    reply_header(x, "Retry-After", arena_printf(x->arena, "%lld", (long long)seconds));
    write_error(
        x, verdict_code(VERDICT_RATE_LIMITED),
        arena_printf(x->arena, "Too many requests; try again in %lld s.", (long long)seconds), NULL,
        0);
    reply_doc_end(x, 429);
}

int reply_status(enum verdict verdict)
{
    static const int statuses[VERDICT_COUNT] = {
        [VERDICT_OK] = 200,
        [VERDICT_SEAT_TAKEN] = 409,
        [VERDICT_SINGLE_SEAT_GAP] = 422,
        [VERDICT_SEAT_BLOCKED] = 409,
        [VERDICT_HOLD_EXPIRED] = 409,
        [VERDICT_NOT_HOLDER] = 403,
        [VERDICT_HOLD_NOT_FOUND] = 404,
        [VERDICT_SEAT_NOT_FOUND] = 404,
        [VERDICT_SHOW_NOT_OPEN] = 409,
        [VERDICT_DUPLICATE_SEAT] = 400,
        [VERDICT_NOT_ALLOWED] = 403,
        [VERDICT_VERSION_CONFLICT] = 409,
        [VERDICT_NOT_ENOUGH_SEATS] = 409,
        [VERDICT_RATE_LIMITED] = 429,
        [VERDICT_UNAVAILABLE] = 503,
        [VERDICT_INVALID] = 400,
        [VERDICT_NOT_FOUND] = 404,
    };
    return statuses[verdict];
}

static const char *code_of(enum verdict verdict)
{
    return verdict == VERDICT_NOT_FOUND ? "NOT_FOUND" : verdict_code(verdict);
}

void reply_unavailable(struct exchange *x)
{
    reply_error(x, 503, verdict_code(VERDICT_UNAVAILABLE),
                "The house cannot be reached at this moment; try again.");
}

/* What a server says of itself is for the log, not for strangers. */
void reply_refused(struct exchange *x, const struct outcome *outcome)
{
    if (outcome->verdict == VERDICT_UNAVAILABLE) {
        reply_unavailable(x);
        return;
    }
    write_error(x, code_of(outcome->verdict), outcome->message, outcome->seats,
                outcome->seat_count);
    end_error(x, reply_status(outcome->verdict));
}
