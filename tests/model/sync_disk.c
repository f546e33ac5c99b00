#include "config.h"

#include "tests/model/sync_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- hashes --------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return sum ^ sum >> 29;
}

/* Sixteen bytes at once: what a product of 128 bits carries up is folded back. */
static uint64_t mix_two(uint64_t sum, uint64_t one, uint64_t two)
{
    const unsigned __int128 product =
        (unsigned __int128)(one ^ sum) * (two ^ UINT64_C(0x9E3779B97F4A7C15));
    return (uint64_t)product ^ (uint64_t)(product >> 64) ^ sum << 7;
}

static uint64_t mix_bytes(uint64_t sum, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint64_t words[4], other = UINT64_C(0x1F83D9ABFB41BD6B);
    const uint64_t all = size;
    for (; size >= sizeof words; size -= sizeof words, at += sizeof words) {
        memcpy(words, at, sizeof words); /* neither half waits for the other */
        sum = mix_two(sum, words[0], words[1]);
        other = mix_two(other, words[2], words[3]);
    }
    memset(words, 0, sizeof words);
    memcpy(words, at, size);
    sum = mix_two(mix_two(sum, words[0], words[1]), words[2], words[3]);
    return mix(mix(sum, other), all);
}

static void fast_hash(void *ctx, const struct chain_part *parts, int count, uint8_t out[ENTRY_HASH])
{
    uint64_t words[4] = {UINT64_C(0x1F83D9ABFB41BD6B)};
    for (int i = 0; i < count; i++)
        words[0] = mix_bytes(words[0], parts[i].bytes, parts[i].size);
    for (int i = 1; i < 4; i++)
        words[i] = mix(words[i - 1], (uint64_t)i);
    memcpy(out, words, ENTRY_HASH);
}

static void fast_sign(void *ctx, const uint8_t hash[ENTRY_HASH], uint8_t out[ENTRY_SIGNATURE])
{
    memcpy(out, hash, ENTRY_HASH);
    memcpy(out + ENTRY_HASH, hash, ENTRY_HASH);
}

static bool fast_signed(void *ctx, const struct uuid *device, const uint8_t hash[ENTRY_HASH],
                        const uint8_t signature[ENTRY_SIGNATURE])
{
    return memcmp(signature, hash, ENTRY_HASH) == 0 &&
           memcmp(signature + ENTRY_HASH, hash, ENTRY_HASH) == 0;
}

const struct chain_crypt sim_crypt = {NULL, fast_hash, fast_sign, fast_signed};

/* ---- a till's disk -------------------------------------------------------------------------- */

/* Counts a write, and is false when the power goes at this one. */
static bool can_write(struct sim_disk *disk)
{
    if (disk->strike && --disk->strike == 0)
        disk->dead = true;
    disk->dirty = true;
    return !disk->dead;
}

static bool append(void *ctx, const struct entry_frame *frame, const struct entry *entry)
{
    struct sim_disk *disk = ctx;
    int at = disk->now.count;
    if (!can_write(disk))
        return false;
    if (at == ENTRIES || frame->seq != (uint64_t)at + 1)
        abort();
    uint8_t *body = arena_alloc(disk->arena, frame->size);
    memcpy(body, frame->body, frame->size);
    disk->frames[at] = *frame;
    disk->frames[at].body = body;
    disk->uids[at] = entry->uid;
    disk->now.state[at] = ENTRY_PENDING;
    disk->now.kept[at] = frame->kept;
    disk->now.count++;
    if (disk->act) {
        struct books *books = books_begin(disk->now.books, disk->arena);
        if (!books_write(books, disk->arena, disk->act, false))
            abort();
        disk->now.books = books;
    }
    return true;
}

static bool read_frame(void *ctx, uint64_t seq, struct entry_frame *out)
{
    const struct sim_disk *disk = ctx;
    if (!seq || seq > (uint64_t)disk->now.count)
        return false;
    *out = disk->frames[seq - 1];
    out->kept = disk->now.kept[seq - 1];
    return true;
}

static bool walk(void *ctx, uint64_t seq, bool (*see)(void *to, const struct entry_frame *frame),
                 void *to)
{
    const struct sim_disk *disk = ctx;
    for (; seq <= (uint64_t)disk->now.count; seq++)
        if (!see(to, &disk->frames[seq - 1]))
            return false;
    return true;
}

static bool settle(void *ctx, const struct sync_verdict *verdict)
{
    struct sim_disk *disk = ctx;
    uint8_t *state = &disk->now.state[verdict->seq - 1];
    if (!can_write(disk))
        return false;
    if (!entry_state_may((enum entry_state) * state, verdict->state))
        abort();
    *state = (uint8_t)verdict->state;
    return true;
}

static bool keep(void *ctx, uint64_t seq)
{
    struct sim_disk *disk = ctx;
    if (!can_write(disk))
        return false;
    disk->now.kept[seq - 1] = true;
    return true;
}

/* There at once, whatever becomes of the rest: a crash leaves it. */
static bool mark_sent(void *ctx, uint64_t first, uint64_t last, bool sent)
{
    struct sim_disk *disk = ctx;
    if (disk->dead)
        return false;
    for (uint64_t seq = first; seq <= last; seq++)
        if (!entry_state_final((enum entry_state)disk->committed.state[seq - 1])) {
            disk->now.state[seq - 1] = sent ? ENTRY_SENT : ENTRY_PENDING;
            disk->committed.state[seq - 1] = disk->now.state[seq - 1];
        }
    return true;
}

static bool read_seat(void *ctx, int32_t show, int32_t seat, struct replica_seat *out)
{
    const struct sim_disk *disk = ctx;
    if (show != SHOW || seat < 0 || seat > RETIRED_SEAT)
        return false;
    *out = disk->now.seats[seat];
    return true;
}

static bool put_seat(void *ctx, int32_t show, int32_t seat, const struct replica_seat *in)
{
    struct sim_disk *disk = ctx;
    if (!can_write(disk))
        return false;
    disk->now.seats[seat] = *in;
    return true;
}

static bool put_meta(void *ctx, const struct till_meta *meta)
{
    struct sim_disk *disk = ctx;
    if (!can_write(disk))
        return false;
    disk->now.meta = *meta;
    return true;
}

static bool commit(void *ctx)
{
    struct sim_disk *disk = ctx;
    if (!can_write(disk))
        return false;
    disk->committed = disk->now;
    disk->dirty = false;
    return true;
}

static void roll_back(void *ctx)
{
    struct sim_disk *disk = ctx;
    if (disk->dirty)
        disk->now = disk->committed;
    disk->dirty = false;
}

const struct till_disk sim_till_disk = {.append = append,
                                        .frame = read_frame,
                                        .walk = walk,
                                        .settle = settle,
                                        .keep = keep,
                                        .mark_sent = mark_sent,
                                        .seat = read_seat,
                                        .put_seat = put_seat,
                                        .put_meta = put_meta,
                                        .commit = commit,
                                        .rollback = roll_back};

void disk_start(struct sim_disk *disk, struct arena *arena, int till)
{
    memset(&disk->now, 0, sizeof disk->now);
    disk->now.meta.device.b[0] = (uint8_t)(till + 1);
    disk->now.meta.epoch = 1;
    disk->now.meta.first_open = 1;
    for (int i = 0; i <= RETIRED_SEAT; i++)
        disk->now.seats[i] = (struct replica_seat){.house = {.version = 1}, .terms = 1};
    disk->committed = disk->now;
    disk->arena = arena;
    disk->act = NULL;
    disk->dirty = disk->dead = false;
    disk->strike = 0;
}

void disk_crash(struct sim_disk *disk)
{
    disk->now = disk->committed;
    disk->dirty = disk->dead = false;
    disk->strike = 0;
}

void till_forget_all(struct till_sync *till)
{
    const struct till_sync given = *till;
    memset(till, 0xA5, sizeof *till);
    till->disk = given.disk;
    till->chain = given.chain;
    till->limits = given.limits;
    till->revision = given.revision;
    till->clock = given.clock;
}
