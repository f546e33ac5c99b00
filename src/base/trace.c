#include "config.h"

#include "src/base/trace.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

enum { TRACE_BYTES = 16, TRACE_AT = 3, PARENT_AT = 36, FLAGS_AT = 53, WHOLE = 55 };

static bool is_hex(const char *text, size_t count)
{
    return strspn(text, "0123456789abcdef") >= count;
}

static bool is_zero(const char *text, size_t count)
{
    return strspn(text, "0") >= count;
}

/* Later versions may say more behind the flags; version ff is none. */
static bool is_well_formed(const char *text)
{
    if (strlen(text) < WHOLE || !is_hex(text, 2) || strncmp(text, "ff", 2) == 0)
        return false;
    bool ends = text[WHOLE] == '\0' || (strncmp(text, "00", 2) != 0 && text[WHOLE] == '-');
    return ends && text[TRACE_AT - 1] == '-' && text[PARENT_AT - 1] == '-' &&
           text[FLAGS_AT - 1] == '-' && is_hex(text + TRACE_AT, TRACE_TEXT - 1) &&
           is_hex(text + PARENT_AT, 16) && is_hex(text + FLAGS_AT, 2);
}

bool trace_parse(const char *traceparent, char out[TRACE_TEXT])
{
    if (!traceparent || !is_well_formed(traceparent) ||
        is_zero(traceparent + TRACE_AT, TRACE_TEXT - 1) || is_zero(traceparent + PARENT_AT, 16))
        return false;
    memcpy(out, traceparent + TRACE_AT, TRACE_TEXT - 1);
    out[TRACE_TEXT - 1] = '\0';
    return true;
}

void trace_make(struct rng *rng, char out[TRACE_TEXT])
{
    uint8_t bytes[TRACE_BYTES];
    rng->fill(rng->ctx, bytes, sizeof bytes);
    bytes[0] |= 1; /* never all zero */
    text_hex(out, bytes, TRACE_BYTES);
}
