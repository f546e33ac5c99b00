/*
 * The text of an exported journal, from anybody: a line reads as it would be written or not at all,
 * and following its chain falls over nothing.
 */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/domain/journal_check.h"
#include "src/domain/journal_text.h"
#include "tests/model/sync_world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct reading {
    struct journal_reader reader;
    struct journal_check check;
    struct chain chain;
    struct arena *arena;
    char again[JOURNAL_LINE];
};

static void same(const struct reading *reading, int written, const char *line, size_t length)
{
    assert((size_t)written == length + 1 && memcmp(reading->again, line, length) == 0);
}

static void follow(struct reading *reading, const char *line, size_t length)
{
    struct journal_reader *reader = &reading->reader;
    struct entry entry;
    same(reading, journal_text_entry(&reader->frame, reader->state, reading->again), line, length);
    if (entry_read(reading->arena, reader->frame.body, reader->frame.size, &entry) == ENTRY_GOOD)
        assert(entry.seat_count <= ENTRY_SEATS_MOST);
    chain_hash(&reading->chain, reading->check.hash, &reader->frame, reader->frame.hash);
    sim_crypt.sign(NULL, reader->frame.hash, reader->frame.signature);
    if (journal_check_entry(&reading->check, &reader->frame))
        assert(reading->check.seq == reader->frame.seq);
}

static void finish(struct reading *reading, const char *line, size_t length)
{
    const struct journal_reader *reader = &reading->reader;
    same(reading, journal_text_head(reader->head_seq, reader->head_hash, reading->again), line,
         length);
    if (journal_check_end(&reading->check, reader->head_seq, reader->head_hash))
        assert(reading->check.seq == reader->head_seq);
}

static void take(struct reading *reading, const char *line, size_t length)
{
    enum journal_line kind = journal_text_read(&reading->reader, line, length);
    if (reading->reader.lines == JOURNAL_OWNER_LINES && kind == JOURNAL_LINE_OWNER) {
        reading->chain =
            (struct chain){&sim_crypt, reading->reader.owner.house, reading->reader.owner.device};
        reading->check = journal_check_start(&reading->chain, 1);
    }
    if (kind == JOURNAL_LINE_ENTRY && reading->check.chain)
        follow(reading, line, length);
    if (kind == JOURNAL_LINE_HEAD && reading->check.chain)
        finish(reading, line, length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct reading *reading = x_alloc(sizeof *reading);
    const char *at = (const char *)data, *end = at + size;
    reading->arena = arena_new();
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            stop = end;
        take(reading, at, (size_t)(stop - at));
        at = stop + 1;
    }
    arena_free(&reading->arena);
    free(reading);
    return 0;
}
