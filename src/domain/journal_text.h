/*
 * A journal as a text that anybody can check who has the till's public key: a line for whose it is,
 * one an entry, and one at the end, so that a text that was cut off is not taken for a whole one.
 *
 *     loge-journal 1
 *     till till-1
 *     house 5f1c...           uuid: it is in every hash
 *     device 90ab...          uuid
 *     public 3b6a...          the device's public key, 32 bytes
 *     entry SEQ EPOCH STATE HASH SIGNATURE BODY
 *     head SEQ HASH
 *
 * Bytes are lower-case hex digits. What the house made of an entry (STATE) is what the till knew of
 * it and is not signed.
 */
#ifndef LOGE_DOMAIN_JOURNAL_TEXT_H
#define LOGE_DOMAIN_JOURNAL_TEXT_H

#include "src/domain/entity.h"
#include "src/domain/entry.h"

enum {
    JOURNAL_TEXT_REVISION = 1,
    JOURNAL_PUBLIC = 32,
    JOURNAL_OWNER_LINES = 5,
    JOURNAL_LINE = 2 * ENTRY_BYTES_MOST + 512, /* room for the longest, with its end */
};

struct journal_owner {
    char till[TILL_TEXT];
    struct uuid house, device;
    uint8_t public[JOURNAL_PUBLIC];
};

/* Lines with their newline, ended by 0, in JOURNAL_LINE bytes; returns how long. The first five are
 * written as one. */
int journal_text_owner(const struct journal_owner *owner, char *out);
int journal_text_entry(const struct entry_frame *frame, enum entry_state state, char *out);
int journal_text_head(uint64_t seq, const uint8_t hash[ENTRY_HASH], char *out);

enum journal_line {
    JOURNAL_LINE_WRONG, /* no program writes such a line, or not here */
    JOURNAL_LINE_NEWER, /* the text begins as a newer program's does */
    JOURNAL_LINE_OWNER, /* part of whose it is */
    JOURNAL_LINE_ENTRY,
    JOURNAL_LINE_HEAD, /* the end */
};

struct journal_reader {
    int lines; /* read so far */
    bool ended;
    struct journal_owner owner; /* whole once an entry or the head was read */
    struct entry_frame frame;   /* of the entry read last; its body is the reader's */
    enum entry_state state;
    uint64_t head_seq;
    uint8_t head_hash[ENTRY_HASH];
    uint8_t body[ENTRY_BYTES_MOST];
};

/* Reads the next line, without its newline, into the reader (which begins zeroed). */
enum journal_line journal_text_read(struct journal_reader *reader, const char *line, size_t length);

#endif
