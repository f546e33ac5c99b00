#include "config.h"

#include "src/adapter/hook_sign.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAC = crypto_auth_hmacsha256_BYTES };

static void make(const struct hook_text *text, long long seconds, uint8_t mac[MAC])
{
    char head[32];
    crypto_auth_hmacsha256_state state;
    int length = snprintf(head, sizeof head, "%lld.", seconds);
    crypto_auth_hmacsha256_init(&state, text->secret, text->secret_size);
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)head, (size_t)length);
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)text->body, text->size);
    crypto_auth_hmacsha256_final(&state, mac);
}

char *hook_sign(const struct hook_text *text, char out[HOOK_SIGNATURE])
{
    uint8_t mac[MAC];
    char hex[2 * MAC + 1];
    long long seconds = text->at / 1000;
    make(text, seconds, mac);
    snprintf(out, HOOK_SIGNATURE, "t=%lld,v1=%s", seconds,
             sodium_bin2hex(hex, sizeof hex, mac, sizeof mac));
    return out;
}

/* "t=123,...": plain digits and nothing else. False leaves *seconds alone. */
static bool read_seconds(const char *signature, long long *seconds)
{
    enum { DIGITS = 12 };
    size_t length = strncmp(signature, "t=", 2) == 0 ? strcspn(signature + 2, ",") : 0;
    if (!length || length > DIGITS || strspn(signature + 2, "0123456789") != length)
        return false;
    *seconds = strtoll(signature + 2, NULL, 10);
    return true;
}

static bool is_mac(const char *hex, size_t length, const uint8_t mac[MAC])
{
    uint8_t said[MAC];
    size_t size;
    return length == (size_t)2 * MAC &&
           sodium_hex2bin(said, sizeof said, hex, length, NULL, &size, NULL) == 0 && size == MAC &&
           sodium_memcmp(said, mac, MAC) == 0;
}

bool hook_check(const struct hook_text *text, const char *signature, int64_t tolerance_ms)
{
    uint8_t mac[MAC];
    long long seconds;
    bool right = false;
    if (!read_seconds(signature, &seconds) ||
        llabs((long long)(text->at / 1000) - seconds) > tolerance_ms / 1000)
        return false;
    make(text, seconds, mac);
    for (const char *at = strchr(signature, ','); at; at = strchr(at + 1, ','))
        if (strncmp(at + 1, "v1=", 3) == 0)
            right |= is_mac(at + 4, strcspn(at + 4, ","), mac);
    return right;
}
