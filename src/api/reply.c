#include "config.h"

#include "src/api/reply.h"

#include <assert.h>
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

void reply_bytes(struct exchange *x, const char *type, const void *bytes, size_t size)
{
    x->reply.status = 200;
    x->reply.type = type;
    x->reply.bytes = bytes;
    x->reply.size = size;
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

/*
 * A web client has no shell: a clause or a sentence that names a command is for whoever stands at a
 * till, and is left out. "No such show: x; `loge show list` names them." ends behind the x.
 */
static const char *without_command(struct exchange *x, const char *message)
{
    const char *command = strstr(message, "`loge "), *end = NULL;
    for (const char *at = message; command && at < command; at++)
        if ((at[0] == ';' || at[0] == '.') && at[1] == ' ')
            end = at;
    return !command ? message
           : end    ? arena_printf(x->arena, "%.*s.", (int)(end - message), message)
                    : "This cannot be done here.";
}

static void write_error(struct exchange *x, const char *code, const char *message,
                        const char *const *seats, int count)
{
    struct json_out *doc = reply_doc(x);
    message = without_command(x, message);
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
        [VERDICT_CEILING_REACHED] = 409,
        [VERDICT_KEY_REUSED] = 409,
        [VERDICT_SEATS_IN_USE] = 409,
        [VERDICT_PAYMENT_PENDING] = 409,
        [VERDICT_ALREADY_PAID] = 409,
        [VERDICT_NOT_PAID] = 409,
        [VERDICT_TICKET_NOT_VALID] = 409,
        [VERDICT_FEE_DUE] = 409,
        [VERDICT_CHECKIN_COMPLETE] = 409,
        [VERDICT_SHIFT_OPEN] = 409,
        [VERDICT_SHIFT_CLOSED] = 409,
        [VERDICT_VOUCHER_NOT_VALID] = 422,
        [VERDICT_AMOUNT_MISMATCH] = 422,
        [VERDICT_ALREADY_EXISTS] = 409,
        [VERDICT_STATE_CONFLICT] = 409,
        [VERDICT_NOT_POSSIBLE] = 422,
        [VERDICT_HELD_ELSEWHERE] = 409,
    };
    assert(statuses[verdict]);
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

/* What a server says of itself is for the log, not for strangers. A seat that somebody else is at
 * has a name, and others are free. */
void reply_refused(struct exchange *x, const struct outcome *outcome)
{
    if (outcome->verdict == VERDICT_UNAVAILABLE && !outcome->busy) {
        reply_unavailable(x);
        return;
    }
    write_error(x, code_of(outcome->verdict), outcome->message, outcome->seats,
                outcome->seat_count);
    end_error(x, reply_status(outcome->verdict));
}
