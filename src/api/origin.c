#include "config.h"

#include "src/api/origin.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

enum { V4_AT = 12, V4_BITS = 96, ALL_BITS = 128, NET_BYTES = 8 };

static const uint8_t v4_head[V4_AT] = {[10] = 0xff, [11] = 0xff};

static bool is_v4(const struct origin *origin)
{
    return memcmp(origin->b, v4_head, sizeof v4_head) == 0;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool is_port(const char *text)
{
    int64_t port;
    return text_to_int(text, 0, 65535, &port);
}

static bool parse_v4(const char *text, struct origin *out)
{
    memcpy(out->b, v4_head, sizeof v4_head);
    return inet_pton(AF_INET, text, out->b + V4_AT) == 1;
}

/* [2001:db8::1] or [2001:db8::1]:443 */
static bool parse_bracketed(const char *text, struct origin *out)
{
    char inside[ORIGIN_TEXT];
    const char *end = strchr(text, ']');
    if (!end || (size_t)(end - text) >= sizeof inside ||
        (end[1] && !(end[1] == ':' && is_port(end + 2))))
        return false;
    snprintf(inside, sizeof inside, "%.*s", (int)(end - text - 1), text + 1);
    return inet_pton(AF_INET6, inside, out->b) == 1;
}

bool origin_parse(const char *text, struct origin *out)
{
    char copy[ORIGIN_TEXT];
    char *colon = strchr(text, ':');
    if (strlen(text) >= sizeof copy)
        return false;
    if (*text == '[')
        return parse_bracketed(text, out);
    if (colon && strchr(colon + 1, ':'))
        return inet_pton(AF_INET6, text, out->b) == 1;
    if (colon && !is_port(colon + 1))
        return false;
    snprintf(copy, sizeof copy, "%.*s", (int)(colon ? (size_t)(colon - text) : strlen(text)), text);
    return parse_v4(copy, out);
}

static bool network_parse(const char *text, struct network *out)
{
    char address[ORIGIN_TEXT];
    const char *slash = strchr(text, '/');
    size_t length = slash ? (size_t)(slash - text) : strlen(text);
    int64_t bits = 0;
    if (length >= sizeof address)
        return false;
    snprintf(address, sizeof address, "%.*s", (int)length, text);
    if (!origin_parse(address, &out->address))
        return false;
    int before = is_v4(&out->address) ? V4_BITS : 0;
    if (slash && !text_to_int(slash + 1, 0, ALL_BITS - before, &bits))
        return false;
    out->bits = slash ? before + (int)bits : ALL_BITS;
    return true;
}

bool networks_parse(const char *text, struct networks *out)
{
    out->count = 0;
    for (const char *at = text; *at;) {
        char word[2 * ORIGIN_TEXT];
        at += strspn(at, ", \t");
        size_t length = strcspn(at, ", \t");
        if (!length)
            break;
        if (length >= sizeof word || out->count == ORIGIN_NETWORKS)
            return false;
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!network_parse(word, &out->at[out->count++]))
            return false;
        at += length;
    }
    return true;
}

/* ---- looking -------------------------------------------------------------------------------- */

static bool same_bits(const uint8_t *a, const uint8_t *b, int bits)
{
    int whole = bits / 8, rest = bits % 8;
    if (memcmp(a, b, (size_t)whole) != 0)
        return false;
    return rest == 0 || (a[whole] ^ b[whole]) >> (8 - rest) == 0;
}

bool networks_have(const struct networks *networks, const struct origin *address)
{
    for (int i = 0; i < networks->count; i++)
        if (same_bits(networks->at[i].address.b, address->b, networks->at[i].bits))
            return true;
    return false;
}

/* The last word of a list with commas, and what is left before it; false: it is no address. */
static bool take_last(const char *list, size_t *length, struct origin *out)
{
    char word[ORIGIN_TEXT];
    size_t end = *length, start;
    while (end && strchr(" \t", list[end - 1]))
        end--;
    for (start = end; start && list[start - 1] != ',';)
        start--;
    *length = start ? start - 1 : 0;
    while (start < end && strchr(" \t", list[start]))
        start++;
    if (end - start >= sizeof word)
        return false;
    snprintf(word, sizeof word, "%.*s", (int)(end - start), list + start);
    return origin_parse(word, out);
}

struct origin origin_of(const struct origin *peer, const char *forwarded,
                        const struct networks *trusted)
{
    struct origin origin = *peer, next;
    size_t left = forwarded ? strlen(forwarded) : 0;
    while (left && networks_have(trusted, &origin) && take_last(forwarded, &left, &next))
        origin = next;
    return origin;
}

const char *origin_text(const struct origin *origin, char out[ORIGIN_TEXT])
{
    struct origin shown = *origin;
    if (is_v4(&shown))
        return inet_ntop(AF_INET, shown.b + V4_AT, out, ORIGIN_TEXT) ? out : "";
    memset(shown.b + NET_BYTES, 0, sizeof shown.b - NET_BYTES);
    if (!inet_ntop(AF_INET6, shown.b, out, ORIGIN_TEXT - 3))
        return "";
    size_t length = strlen(out);
    snprintf(out + length, ORIGIN_TEXT - length, "/64");
    return out;
}
