/*
 * The signature under what goes to a web server: "t=SECONDS,v1=HEX", an HMAC-SHA256 over the
 * seconds, a full stop and the body. Whoever reads it makes the same, and takes nothing that is
 * older than some minutes, so that what was overheard cannot be sent again.
 */
#ifndef LOGE_ADAPTER_HOOK_SIGN_H
#define LOGE_ADAPTER_HOOK_SIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { HOOK_SIGNATURE = 96 };

struct hook_text {
    const void *secret;
    size_t secret_size;
    int64_t at; /* wall milliseconds */
    const char *body;
    size_t size;
};

char *hook_sign(const struct hook_text *text, char out[HOOK_SIGNATURE]);
/*
 * Is this the signature of the body, made within tolerance_ms of text->at (either way)? Several v1
 * may stand in one signature, while a secret is being changed; one that is right is enough.
 */
bool hook_check(const struct hook_text *text, const char *signature, int64_t tolerance_ms) MUST_USE;

#endif
