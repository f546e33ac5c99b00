#include "config.h"

#include "src/domain/journal_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SEQ_DIGITS = 19 };

/* ---- writing -------------------------------------------------------------------------------- */

static char *put_hex(char *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        *out++ = digits[bytes[i] >> 4];
        *out++ = digits[bytes[i] & 15];
    }
    return out;
}

static int end_line(char *from, char *at)
{
    *at++ = '\n';
    *at = '\0';
    return (int)(at - from);
}

int journal_text_owner(const struct journal_owner *owner, char *out)
{
    char house[UUID_TEXT], device[UUID_TEXT];
    char *at =
        out + snprintf(out, JOURNAL_LINE, "loge-journal %d\ntill %s\nhouse %s\ndevice %s\npublic ",
                       JOURNAL_TEXT_REVISION, owner->till, uuid_text(&owner->house, house),
                       uuid_text(&owner->device, device));
    return end_line(out, put_hex(at, owner->public, sizeof owner->public));
}

int journal_text_entry(const struct entry_frame *frame, enum entry_state state, char *out)
{
    char *at = out + snprintf(out, JOURNAL_LINE, "entry %" PRIu64 " %" PRIu32 " %s ", frame->seq,
                              frame->epoch, entry_state_name(state));
    at = put_hex(at, frame->hash, sizeof frame->hash);
    *at++ = ' ';
    at = put_hex(at, frame->signature, sizeof frame->signature);
    *at++ = ' ';
    return end_line(out, put_hex(at, frame->body, frame->size));
}

int journal_text_head(uint64_t seq, const uint8_t hash[ENTRY_HASH], char *out)
{
    char *at = out + snprintf(out, JOURNAL_LINE, "head %" PRIu64 " ", seq);
    return end_line(out, put_hex(at, hash, ENTRY_HASH));
}

/* ---- reading -------------------------------------------------------------------------------- */

/* What is left of a line. */
struct words {
    const char *at, *end;
    bool bad;
};

/* The next word, with one blank behind it unless it is the last. */
static size_t next_word(struct words *words, const char **word)
{
    const char *blank = memchr(words->at, ' ', (size_t)(words->end - words->at));
    *word = words->at;
    size_t length = (size_t)((blank ? blank : words->end) - words->at);
    words->at = blank ? blank + 1 : words->end;
    words->bad = words->bad || !length || (blank && words->at == words->end);
    return length;
}

static bool next_is(struct words *words, const char *wanted)
{
    const char *word;
    size_t length = next_word(words, &word);
    return length == strlen(wanted) && memcmp(word, wanted, length) == 0;
}

/* As it would be written: no sign, no leading zero. */
static uint64_t next_number(struct words *words, uint64_t most)
{
    const char *word;
    size_t length = next_word(words, &word);
    uint64_t number = 0;
    if (length > SEQ_DIGITS || (length > 1 && word[0] == '0'))
        words->bad = true;
    for (size_t i = 0; i < length && !words->bad; i++) {
        words->bad = word[i] < '0' || word[i] > '9';
        number = 10 * number + (uint64_t)(word[i] - '0');
    }
    words->bad = words->bad || number > most;
    return words->bad ? 0 : number;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* How many bytes there were. */
static size_t next_hex(struct words *words, uint8_t *out, size_t most)
{
    const char *word;
    size_t length = next_word(words, &word);
    if (length % 2 || length / 2 > most)
        words->bad = true;
    for (size_t i = 0; i + 1 < length && !words->bad; i += 2) {
        int high = digit(word[i]), low = digit(word[i + 1]);
        words->bad = high < 0 || low < 0;
        out[i / 2] = (uint8_t)(high * 16 + low);
    }
    return words->bad ? 0 : length / 2;
}

static void next_bytes(struct words *words, uint8_t *out, size_t size)
{
    if (next_hex(words, out, size) != size)
        words->bad = true;
}

/* Lower case only: a text has one form. */
static struct uuid next_uuid(struct words *words)
{
    char text[UUID_TEXT] = "", again[UUID_TEXT];
    struct uuid id = {{0}};
    const char *word;
    size_t length = next_word(words, &word);
    if (length == sizeof text - 1)
        memcpy(text, word, length);
    if (!uuid_parse(text, &id) || strcmp(uuid_text(&id, again), text) != 0)
        words->bad = true;
    return id;
}

static void next_name(struct words *words, char *out, size_t size)
{
    size_t length = (size_t)(words->end - words->at);
    words->bad = words->bad || !length || length >= size || memchr(words->at, '\0', length);
    if (!words->bad)
        memcpy(out, words->at, length);
    out[words->bad ? 0 : length] = '\0';
    words->at = words->end;
}

static enum entry_state next_state(struct words *words)
{
    char name[16] = "";
    enum entry_state state = ENTRY_PENDING;
    const char *word;
    size_t length = next_word(words, &word);
    if (length < sizeof name)
        memcpy(name, word, length);
    if (strlen(name) != length || !entry_state_parse(name, &state))
        words->bad = true;
    return state;
}

static enum journal_line end_of(const struct words *words, enum journal_line kind)
{
    return words->bad || words->at != words->end ? JOURNAL_LINE_WRONG : kind;
}

/* The first line says whether the others can be read at all. */
static enum journal_line read_first(struct words *words)
{
    if (!next_is(words, "loge-journal"))
        return JOURNAL_LINE_WRONG;
    uint64_t revision = next_number(words, UINT32_MAX);
    if (!words->bad && revision > JOURNAL_TEXT_REVISION)
        return JOURNAL_LINE_NEWER;
    return revision ? end_of(words, JOURNAL_LINE_OWNER) : JOURNAL_LINE_WRONG;
}

static enum journal_line read_owner(struct journal_reader *reader, struct words *words)
{
    static const char *const names[] = {"loge-journal", "till", "house", "device", "public"};
    struct journal_owner *owner = &reader->owner;
    int line = reader->lines;
    if (line == 0)
        return read_first(words);
    if (!next_is(words, names[line]))
        return JOURNAL_LINE_WRONG;
    if (line == 1)
        next_name(words, owner->till, sizeof owner->till);
    else if (line == 2)
        owner->house = next_uuid(words);
    else if (line == 3)
        owner->device = next_uuid(words);
    else
        next_bytes(words, owner->public, sizeof owner->public);
    return end_of(words, JOURNAL_LINE_OWNER);
}

static enum journal_line read_entry(struct journal_reader *reader, struct words *words)
{
    struct entry_frame *frame = &reader->frame;
    frame->seq = next_number(words, INT64_MAX);
    frame->epoch = (uint32_t)next_number(words, UINT32_MAX);
    reader->state = next_state(words);
    next_bytes(words, frame->hash, sizeof frame->hash);
    next_bytes(words, frame->signature, sizeof frame->signature);
    frame->body = reader->body;
    frame->size = (uint32_t)next_hex(words, reader->body, sizeof reader->body);
    return end_of(words, JOURNAL_LINE_ENTRY);
}

static enum journal_line read_head(struct journal_reader *reader, struct words *words)
{
    reader->head_seq = next_number(words, INT64_MAX);
    next_bytes(words, reader->head_hash, sizeof reader->head_hash);
    enum journal_line kind = end_of(words, JOURNAL_LINE_HEAD);
    reader->ended = kind == JOURNAL_LINE_HEAD;
    return kind;
}

static enum journal_line read_line(struct journal_reader *reader, struct words *words)
{
    if (reader->lines < JOURNAL_OWNER_LINES)
        return read_owner(reader, words);
    if (reader->ended)
        return JOURNAL_LINE_WRONG;
    struct words rest = *words;
    if (next_is(&rest, "entry"))
        return read_entry(reader, &rest);
    return next_is(words, "head") ? read_head(reader, words) : JOURNAL_LINE_WRONG;
}

enum journal_line journal_text_read(struct journal_reader *reader, const char *line, size_t length)
{
    struct words words = {line, line + length, false};
    enum journal_line kind = read_line(reader, &words);
    reader->lines++;
    return kind;
}
