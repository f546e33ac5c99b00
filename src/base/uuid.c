#include "config.h"

#include "src/base/uuid.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { TEXT_LENGTH = UUID_TEXT - 1, SEQUENCE_END = 1 << 12, SEQUENCE_START_MASK = 0x3ff };

/* A key that is not random could repeat somebody else's act, so there is no way to go on without.
 */
static void fill_from_system(void *ctx, void *buffer, size_t size)
{
    unsigned char *at = buffer;
    while (size > 0) {
        ssize_t got = getrandom(at, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            fputs("loge: the system gives no random bytes\n", stderr);
            abort();
        }
        at += got;
        size -= (size_t)got;
    }
}

struct rng rng_system(void)
{
    return (struct rng){.fill = fill_from_system};
}

static void fill_from_seed(void *ctx, void *buffer, size_t size)
{
    uint64_t *seed = ctx;
    unsigned char *bytes = buffer;
    for (size_t i = 0; i < size; i++) {
        *seed ^= *seed >> 12;
        *seed ^= *seed << 25;
        *seed ^= *seed >> 27;
        bytes[i] = (unsigned char)((*seed * UINT64_C(0x2545f4914f6cdd1d)) >> 56);
    }
}

struct rng rng_seeded(uint64_t *seed)
{
    if (*seed == 0)
        *seed = UINT64_C(0x9e3779b97f4a7c15); /* xorshift never leaves zero */
    return (struct rng){.fill = fill_from_seed, .ctx = seed};
}

/* Takes the next (millisecond, sequence) pair, which is always greater than the last one. */
static void source_advance(struct uuid_source *source, int64_t wall_ms)
{
    if (!source->pinned && wall_ms > source->last_ms) {
        source->last_ms = wall_ms;
        source->rng.fill(source->rng.ctx, &source->sequence, sizeof source->sequence);
        source->sequence &= SEQUENCE_START_MASK; /* leaves room to count up */
        return;
    }
    if (++source->sequence == SEQUENCE_END) {
        source->last_ms++;
        source->sequence = 0;
    }
}

struct uuid_source uuid_source_of(const struct uuid *id, struct rng rng)
{
    struct uuid_source source = {.rng = rng, .pinned = true};
    for (int i = 0; i < 6; i++)
        source.last_ms = source.last_ms << 8 | id->b[i];
    return source;
}

struct uuid uuid_make(struct uuid_source *source, int64_t wall_ms)
{
    struct uuid id;
    source_advance(source, wall_ms);
    source->rng.fill(source->rng.ctx, id.b, sizeof id.b);
    for (int i = 0; i < 6; i++)
        id.b[i] = (uint8_t)((uint64_t)source->last_ms >> (40 - 8 * i));
    id.b[6] = (uint8_t)(0x70 | source->sequence >> 8);
    id.b[7] = (uint8_t)source->sequence;
    id.b[8] = (uint8_t)(0x80 | (id.b[8] & 0x3f));
    return id;
}

bool uuid_is_zero(const struct uuid *id)
{
    static const struct uuid zero;
    return uuid_equal(id, &zero);
}

int uuid_compare(const struct uuid *a, const struct uuid *b)
{
    return memcmp(a->b, b->b, sizeof a->b);
}

static bool dash_at(int position)
{
    return position == 8 || position == 13 || position == 18 || position == 23;
}

char *uuid_text(const struct uuid *id, char out[UUID_TEXT])
{
    static const char digits[] = "0123456789abcdef";
    int at = 0;
    for (int i = 0; i < (int)sizeof id->b; i++) {
        if (dash_at(at))
            out[at++] = '-';
        out[at++] = digits[id->b[i] >> 4];
        out[at++] = digits[id->b[i] & 15];
    }
    out[at] = '\0';
    return out;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool uuid_parse(const char *text, struct uuid *out)
{
    struct uuid id;
    int filled = 0;
    if (strnlen(text, TEXT_LENGTH + 1) != TEXT_LENGTH)
        return false;
    for (int at = 0; at < TEXT_LENGTH;) {
        if (dash_at(at)) {
            if (text[at++] != '-')
                return false;
            continue;
        }
        int high = hex_value(text[at]), low = hex_value(text[at + 1]);
        if (high < 0 || low < 0)
            return false;
        id.b[filled++] = (uint8_t)(high << 4 | low);
        at += 2;
    }
    *out = id;
    return true;
}

struct uuid uuid_of_boot(void)
{
    struct uuid_source chance = {.rng = rng_system()};
    char text[UUID_TEXT] = "";
    struct uuid boot;
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
    if (fd >= 0)
        close(fd);
    return got > 0 && uuid_parse(text, &boot) ? boot : uuid_make(&chance, 0);
}
