#include "config.h"

#include "src/domain/pretix_code.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/base64.h"

enum {
    HEAD = 5, /* the byte 1 and two lengths */
    FRAME_MAX = HEAD + PRETIX_PAYLOAD + PRETIX_SIGNATURE,
    TEXT_MAX = (FRAME_MAX + 2) / 3 * 4,
    ECI = 7, /* "\000026" */
};

/* ---- the frame ---------------------------------------------------------------------------- */

static size_t eci_length(const char *text, size_t length)
{
    static const char *const known[] = {"\\000001", "\\000003", "\\000026", "\\000027"};
    for (int i = 0; i < COUNT_OF(known) && length >= ECI; i++)
        if (memcmp(text, known[i], ECI) == 0)
            return ECI;
    return 0;
}

static bool decode(const char *text, size_t length, uint8_t out[FRAME_MAX], size_t *size)
{
    char turned[TEXT_MAX];
    if (length == 0 || length > sizeof turned)
        return false;
    for (size_t i = 0; i < length; i++)
        turned[i] = text[length - 1 - i];
    return base64_read(turned, length, out, FRAME_MAX, size);
}

bool pretix_code_read(const char *text, size_t length, struct pretix_frame *frame)
{
    uint8_t whole[FRAME_MAX];
    size_t size, eci = eci_length(text, length);
    if (!decode(text + eci, length - eci, whole, &size) || size < HEAD || whole[0] != 1)
        return false;
    size_t payload = (size_t)whole[1] << 8 | whole[2];
    size_t signature = (size_t)whole[3] << 8 | whole[4];
    if (payload > PRETIX_PAYLOAD || signature != PRETIX_SIGNATURE ||
        size != HEAD + payload + signature)
        return false;
    memcpy(frame->payload, whole + HEAD, payload);
    memcpy(frame->signature, whole + HEAD + payload, PRETIX_SIGNATURE);
    frame->size = payload;
    return true;
}

/* ---- the payload: protobuf ---------------------------------------------------------------- */

enum { WIRE_NUMBER = 0, WIRE_EIGHT = 1, WIRE_BYTES = 2, WIRE_FOUR = 5 };

struct reader {
    const uint8_t *at, *end;
};

static bool read_number(struct reader *in, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < 64 && in->at < in->end; shift += 7) {
        uint8_t byte = *in->at++;
        if (shift == 63 && byte > 1)
            return false;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

static bool pass(struct reader *in, uint64_t size)
{
    if (size > (uint64_t)(in->end - in->at))
        return false;
    in->at += size;
    return true;
}

static bool read_seed(struct reader *in, char seed[PRETIX_SEED_TEXT])
{
    uint64_t size;
    if (!read_number(in, &size) || size == 0 || size >= PRETIX_SEED_TEXT)
        return false;
    const uint8_t *at = in->at;
    if (!pass(in, size))
        return false;
    for (uint64_t i = 0; i < size; i++)
        if (at[i] <= ' ' || at[i] > '~')
            return false;
    memcpy(seed, at, (size_t)size);
    seed[size] = '\0';
    return true;
}

static bool skip(struct reader *in, unsigned wire)
{
    uint64_t size;
    switch (wire) {
    case WIRE_NUMBER:
        return read_number(in, &size);
    case WIRE_EIGHT:
        return pass(in, 8);
    case WIRE_FOUR:
        return pass(in, 4);
    case WIRE_BYTES:
        return read_number(in, &size) && pass(in, size);
    default:
        return false;
    }
}

/* Seconds to ms; what no clock shows is refused. */
static bool set_moment(uint64_t seconds, int64_t *ms)
{
    if (seconds > INT64_C(253402300799)) /* the year 9999 */
        return false;
    *ms = (int64_t)seconds * 1000;
    return true;
}

static bool set_id(uint64_t value, int64_t *id)
{
    *id = (int64_t)value;
    return value <= INT64_MAX;
}

static bool read_known(struct reader *in, uint64_t field, struct pretix_ticket *ticket)
{
    uint64_t value;
    if (field == 1)
        return read_seed(in, ticket->seed);
    if (!read_number(in, &value))
        return false;
    switch (field) {
    case 2:
        return set_id(value, &ticket->item);
    case 3:
        return set_id(value, &ticket->variation);
    case 4:
        return set_id(value, &ticket->subevent);
    case 5:
        return set_moment(value, &ticket->from);
    default:
        return set_moment(value, &ticket->until);
    }
}

static bool read_field(struct reader *in, struct pretix_ticket *ticket)
{
    uint64_t tag;
    if (!read_number(in, &tag))
        return false;
    uint64_t field = tag >> 3;
    unsigned wire = (unsigned)(tag & 7);
    if (field == 0)
        return false;
    if (field > 6)
        return skip(in, wire);
    return wire == (field == 1 ? WIRE_BYTES : WIRE_NUMBER) && read_known(in, field, ticket);
}

bool pretix_payload_read(const struct pretix_frame *frame, struct pretix_ticket *ticket)
{
    struct reader in = {frame->payload, frame->payload + frame->size};
    *ticket = (struct pretix_ticket){0};
    while (in.at < in.end)
        if (!read_field(&in, ticket))
            return false;
    return ticket->seed[0] != '\0';
}

/* ---- keys --------------------------------------------------------------------------------- */

enum { SPKI = 44, PEM_MAX = 512 };

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* base64 in lines. */
static bool decode_lines(const char *text, size_t length, uint8_t *out, size_t room, size_t *size)
{
    char one[PEM_MAX];
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (blank(text[i]))
            continue;
        if (used == sizeof one)
            return false;
        one[used++] = text[i];
    }
    return base64_read(one, used, out, room, size);
}

static bool read_pem(const char *text, uint8_t key[PRETIX_KEY])
{
    static const char begins[] = "-----BEGIN PUBLIC KEY-----", ends[] = "-----END PUBLIC KEY-----";
    static const uint8_t ed25519[] = {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03,
                                      0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};
    const char *start = strstr(text, begins);
    start = start ? start + sizeof begins - 1 : NULL;
    const char *end = start ? strstr(start, ends) : NULL;
    uint8_t der[SPKI];
    size_t size;
    if (!end)
        return false;
    if (!decode_lines(start, (size_t)(end - start), der, sizeof der, &size) || size != SPKI ||
        memcmp(der, ed25519, sizeof ed25519) != 0)
        return false;
    memcpy(key, der + sizeof ed25519, PRETIX_KEY);
    return true;
}

bool pretix_key_read(const char *text, uint8_t key[PRETIX_KEY])
{
    uint8_t pem[PEM_MAX + 1];
    size_t size;
    if (strstr(text, "-----BEGIN"))
        return read_pem(text, key);
    if (!decode_lines(text, strlen(text), pem, PEM_MAX, &size))
        return false;
    pem[size] = '\0';
    return read_pem((const char *)pem, key);
}

/* ---- products ----------------------------------------------------------------------------- */

/* Moves on behind the number and its comma. */
static bool take_product(const char **at, int64_t *item)
{
    char *end;
    if (**at < '0' || **at > '9')
        return false;
    *item = strtoll(*at, &end, 10);
    bool good = *end == '\0' || (*end == ',' && end[1]);
    *at = *end ? end + 1 : end;
    return good;
}

bool pretix_products_good(const char *products)
{
    int64_t item;
    while (*products)
        if (!take_product(&products, &item))
            return false;
    return true;
}

bool pretix_admits(const char *products, int64_t item)
{
    int64_t one;
    if (!*products)
        return true;
    while (*products && take_product(&products, &one))
        if (one == item)
            return true;
    return false;
}

/* ---- lists of secrets ----------------------------------------------------------------------- */

static size_t copy_string(const char *from, char out[PRETIX_SECRET])
{
    size_t size = 0;
    for (; *from && *from != '"' && size < PRETIX_SECRET - 1; from++) {
        from += *from == '\\' && from[1]; /* "\\/" is "/"; nothing else is escaped in base64 */
        out[size++] = *from;
    }
    out[size] = '\0';
    return size;
}

/* Within the object that begins there. */
static bool says_not_blocked(const char *object, const char *end)
{
    static const char word[] = "\"blocked\"";
    const char *at = strstr(object, word);
    if (!at || at > end)
        return false;
    at += sizeof word - 1;
    at += strspn(at, " \t\r\n:");
    return strncmp(at, "false", 5) == 0;
}

/* A secret that is none (empty, too long, no string) is passed over: those behind it are blocked.
 */
static bool next_of_json(const char **at, char out[PRETIX_SECRET], bool *blocked)
{
    static const char word[] = "\"secret\"";
    const char *found;
    while ((found = strstr(*at, word))) {
        const char *object = *at, *end = strchrnul(found, '}');
        for (const char *brace = strchr(object, '{'); brace && brace < found;
             brace = strchr(brace + 1, '{'))
            object = brace;
        found += sizeof word - 1;
        found += strspn(found, " \t\r\n:");
        *blocked = !says_not_blocked(object, end);
        *at = end;
        if (*found == '"' && copy_string(found + 1, out) > 0)
            return true;
    }
    return false;
}

static bool next_line(const char **at, char out[PRETIX_SECRET], bool *blocked)
{
    const char *from;
    while (*(from = *at + strspn(*at, " \t\r\n\""))) {
        size_t size = strcspn(from, " \t\r\n\",;");
        *at = from + strcspn(from, "\n");
        if (size == 0 || size >= PRETIX_SECRET)
            continue;
        memcpy(out, from, size);
        out[size] = '\0';
        *blocked = true;
        return true;
    }
    return false;
}

bool pretix_secret_next(const char **at, char out[PRETIX_SECRET], bool *blocked)
{
    const char *first = *at + strspn(*at, " \t\r\n");
    bool json = *first && strchr("{[}],", *first);
    return json ? next_of_json(at, out, blocked) : next_line(at, out, blocked);
}
