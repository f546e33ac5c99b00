#include "config.h"

#include "ui/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/clock.h"
#include "src/base/text.h"
#include "ui/key_run.h"

enum {
    SEQUENCE_TEXT = 16,
    DEFINED_MAX = 64,
    RUN_TEXT = 512,
    CTRL_C = 3,
    BEL = 7,
    ESC = 27,
    DEL = 127
};
enum { PARTIAL_CHARACTER_MS = 100, NUMBER_MAX = 100000 };

struct defined {
    char sequence[SEQUENCE_TEXT];
    int32_t code;
};

struct keys {
    char in[KEYS_TEXT];
    size_t in_length;
    int64_t fed_at;
    int escape_ms;
    bool pasting, in_string;
    char text[KEYS_TEXT];
    size_t text_length;
    struct key_run run;
    int64_t scanned_at; /* when a scanner sent its last; 0: none did */
    struct defined defined[DEFINED_MAX];
    int defined_count;
};

/* What looking at the front of the input came to. */
enum parsed { PARSED_EVENT, PARSED_NOTHING, PARSED_WAIT };

struct keys *keys_new(int escape_ms)
{
    struct keys *keys = x_alloc(sizeof *keys);
    keys->escape_ms = escape_ms;
    return keys;
}

void keys_free(struct keys **keys)
{
    free(*keys);
    *keys = NULL;
}

void keys_reset(struct keys *keys)
{
    keys->in_length = keys->text_length = 0;
    keys->pasting = keys->in_string = false;
    keys->run = (struct key_run){.length = 0};
    keys->scanned_at = 0;
}

void keys_define(struct keys *keys, const char *sequence, int32_t code)
{
    size_t length = strlen(sequence);
    if (length < 2 || length >= SEQUENCE_TEXT || sequence[0] != ESC ||
        keys->defined_count == DEFINED_MAX)
        return;
    struct defined *defined = &keys->defined[keys->defined_count++];
    memcpy(defined->sequence, sequence, length + 1);
    defined->code = code;
}

size_t keys_feed(struct keys *keys, const char *bytes, size_t size, int64_t now)
{
    size_t room = sizeof keys->in - keys->in_length;
    size_t taken = size < room ? size : room;
    memcpy(keys->in + keys->in_length, bytes, taken);
    keys->in_length += taken;
    keys->fed_at = now;
    return taken;
}

static void drop(struct keys *keys, size_t count)
{
    keys->in_length -= count;
    memmove(keys->in, keys->in + count, keys->in_length);
}

static enum parsed press(struct key_event *event, int32_t code)
{
    *event = (struct key_event){.kind = KEY_EVENT_PRESS, .code = code};
    return code == KEYCODE_NONE ? PARSED_NOTHING : PARSED_EVENT;
}

/* ---- runs of characters ------------------------------------------------------------------- */

/* Something more at the speed of those before. Of a key held down, what is there goes out first. */
static bool goes_on(const struct keys *keys, size_t size)
{
    const struct key_run *run = &keys->run;
    bool fast = keys->fed_at - run->last_at <= KEYS_BURST_MS;
    return !run->length || (fast && (!run->same || key_run_has_room(run, size)));
}

static void pass_over(struct keys *keys, size_t size)
{
    keys->run.over = true;
    keys->run.last_at = keys->fed_at;
    drop(keys, size);
}

/* A printable character at the front. The first goes out at once unless it is a capital letter, and
 * so does a key held down; for the rest the gap behind them tells. */
static enum parsed parse_character(struct keys *keys, size_t size, struct key_event *event)
{
    struct key_run *run = &keys->run;
    if (!goes_on(keys, size)) {
        run->flushing = true;
        return PARSED_NOTHING;
    }
    if (run->over || !key_run_has_room(run, size)) {
        pass_over(keys, size);
        return PARSED_NOTHING;
    }
    key_run_add(run, keys->in, size, keys->fed_at);
    drop(keys, size);
    bool first = run->characters == 1 && !key_run_begins_with_capital(run);
    bool repeated = run->same && run->characters > 1;
    if (first || repeated)
        return key_run_next(run, event) ? PARSED_EVENT : PARSED_NOTHING;
    return PARSED_NOTHING;
}

static void give_scan(struct keys *keys, struct key_event *event)
{
    const struct key_run *run = &keys->run;
    memcpy(keys->text, run->text, (size_t)run->length);
    keys->text[run->length] = '\0';
    *event = (struct key_event){
        .kind = KEY_EVENT_SCAN, .text = keys->text, .delivered = run->delivered_characters};
    key_run_end(&keys->run);
}

/* Enter behind a run: was that a scanner? */
static bool take_scan(struct keys *keys, struct key_event *event)
{
    const struct key_run *run = &keys->run;
    if (keys->fed_at - run->last_at > KEYS_BURST_MS || !key_run_is_code(run))
        return false;
    give_scan(keys, event);
    drop(keys, 1);
    return true;
}

/* What goes on as fast behind a code, is of the scanner still: keys that somebody has put into a
 * code for the person who scans it. */
static bool is_of_scanner(struct keys *keys, const struct key_event *event)
{
    bool fast = keys->scanned_at && keys->fed_at - keys->scanned_at <= KEYS_BURST_MS;
    if (event->kind == KEY_EVENT_SCAN || (fast && event->kind == KEY_EVENT_PRESS))
        keys->scanned_at = keys->fed_at;
    if (!fast || event->kind != KEY_EVENT_PRESS)
        return false;
    if (keys->run.delivered_characters > 0)
        keys->run.delivered_characters--;
    return true;
}

/* ---- sequences ---------------------------------------------------------------------------- */

static int32_t defined_code(const struct keys *keys, size_t length)
{
    for (int i = 0; i < keys->defined_count; i++) {
        const char *sequence = keys->defined[i].sequence;
        if (strlen(sequence) == length && memcmp(sequence, keys->in, length) == 0)
            return keys->defined[i].code;
    }
    return KEYCODE_NONE;
}

/* Letters that end cursor and function keys, after ESC [ or ESC O. */
static int32_t letter_code(char letter)
{
    static const struct {
        char letter;
        int32_t code;
    } letters[] = {
        {'A', KEYCODE_UP},     {'B', KEYCODE_DOWN},   {'C', KEYCODE_RIGHT},   {'D', KEYCODE_LEFT},
        {'H', KEYCODE_HOME},   {'F', KEYCODE_END},    {'P', KEYCODE_F1},      {'Q', KEYCODE_F1 + 1},
        {'R', KEYCODE_F1 + 2}, {'S', KEYCODE_F1 + 3}, {'Z', KEYCODE_BACKTAB}, {'M', KEYCODE_ENTER},
    };
    for (int i = 0; i < COUNT_OF(letters); i++)
        if (letters[i].letter == letter)
            return letters[i].code;
    return KEYCODE_NONE;
}

/* A keypad in application mode: ESC O p is its 0. */
static int32_t keypad_code(char letter)
{
    if (letter >= 'p' && letter <= 'y')
        return '0' + (letter - 'p');
    if (letter >= 'j' && letter <= 'o')
        return "*+,-./"[letter - 'j'];
    return letter_code(letter);
}

static int32_t tilde_code(int number)
{
    static const int32_t codes[] = {
        [1] = KEYCODE_HOME,     [2] = KEYCODE_INSERT,   [3] = KEYCODE_DELETE,
        [4] = KEYCODE_END,      [5] = KEYCODE_PAGE_UP,  [6] = KEYCODE_PAGE_DOWN,
        [7] = KEYCODE_HOME,     [8] = KEYCODE_END,      [11] = KEYCODE_F1,
        [12] = KEYCODE_F1 + 1,  [13] = KEYCODE_F1 + 2,  [14] = KEYCODE_F1 + 3,
        [15] = KEYCODE_F1 + 4,  [17] = KEYCODE_F1 + 5,  [18] = KEYCODE_F1 + 6,
        [19] = KEYCODE_F1 + 7,  [20] = KEYCODE_F1 + 8,  [21] = KEYCODE_F1 + 9,
        [23] = KEYCODE_F1 + 10, [24] = KEYCODE_F1 + 11,
    };
    return number >= 0 && number < COUNT_OF(codes) ? codes[number] : KEYCODE_NONE;
}

/* The numbers between ESC [ and the final byte; -1 when there is anything else. */
static int read_numbers(const char *at, const char *end, int numbers[3])
{
    int count = 0;
    while (at < end && count < 3) {
        int value = 0;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            value = value < NUMBER_MAX ? value * 10 + (*at - '0') : value;
        numbers[count++] = value;
        if (at < end && *at++ != ';')
            return -1;
    }
    return at == end ? count : -1;
}

static enum parsed mouse_event(const char *at, const char *end, char final, struct key_event *event)
{
    int n[3];
    if (read_numbers(at, end, n) != 3 || final != 'M')
        return PARSED_NOTHING;
    int code = n[0] == 0 ? 1 : n[0] == 64 ? 4 : n[0] == 65 ? 5 : 0;
    *event = (struct key_event){
        .kind = KEY_EVENT_MOUSE, .code = code, .row = n[2] - 1, .column = n[1] - 1};
    return code ? PARSED_EVENT : PARSED_NOTHING;
}

/* A whole ESC [ ... sequence of this length, still at the front. */
static enum parsed control_event(struct keys *keys, size_t length, struct key_event *event)
{
    const char *at = keys->in + 2, *end = keys->in + length - 1;
    int n[3] = {0}, count;
    char final = *end;
    if (at < end && *at == '<')
        return mouse_event(at + 1, end, final, event);
    count = read_numbers(at, end, n);
    if (final == 'R' && count == 2) {
        *event = (struct key_event){.kind = KEY_EVENT_CURSOR, .row = n[0] - 1, .column = n[1] - 1};
        return PARSED_EVENT;
    }
    if (final == '~' && count == 1 && n[0] == 200) {
        keys->pasting = true;
        keys->text_length = 0;
        return PARSED_NOTHING;
    }
    if (count == 0)
        return press(event, letter_code(final));
    return press(event, final == '~' && count == 1 ? tilde_code(n[0]) : KEYCODE_NONE);
}

static enum parsed sequence_event(struct keys *keys, size_t length, struct key_event *event)
{
    int32_t code = defined_code(keys, length);
    enum parsed parsed;
    if (code != KEYCODE_NONE)
        parsed = press(event, code);
    else if (keys->in[1] == 'O')
        parsed = press(event, length == 3 ? keypad_code(keys->in[2]) : KEYCODE_NONE);
    else if (keys->in[2] == '[')
        parsed =
            press(event, keys->in[3] >= 'A' && keys->in[3] <= 'E' ? KEYCODE_F1 + (keys->in[3] - 'A')
                                                                  : KEYCODE_NONE);
    else
        parsed = control_event(keys, length, event);
    drop(keys, length);
    return parsed;
}

/*
 * Length of the sequence at the front once its final byte is here; 0 while it is not. A byte that
 * cannot be in a sequence breaks it off: *broken, and the length is of what is to be dropped.
 */
static size_t sequence_length(const struct keys *keys, bool *broken)
{
    size_t at = 2;
    if (keys->in[1] == '[' && keys->in_length > 2 && keys->in[2] == '[')
        return keys->in_length > 3 ? 4 : 0;
    for (; at < keys->in_length; at++) {
        unsigned char byte = (unsigned char)keys->in[at];
        bool old_mouse = keys->in[1] == '[' && byte == 'M' && at == 2;
        if (old_mouse)
            return keys->in_length >= 6 ? 6 : 0;
        if (byte >= 0x40 && byte < DEL)
            return at + 1;
        if (byte < 0x20 || byte >= DEL) {
            *broken = true;
            return at;
        }
    }
    return 0;
}

/* Nothing more came: two bytes were Esc and a letter, more are the stump of a sequence. */
static enum parsed settle_sequence(struct keys *keys, struct key_event *event)
{
    bool two = keys->in_length == 2;
    drop(keys, two ? 1 : keys->in_length);
    return two ? press(event, KEYCODE_ESC) : PARSED_NOTHING;
}

static enum parsed parse_sequence(struct keys *keys, int64_t now, struct key_event *event)
{
    bool broken = false;
    size_t length = sequence_length(keys, &broken);
    if (broken) {
        drop(keys, length);
        return PARSED_NOTHING;
    }
    if (length)
        return sequence_event(keys, length, event);
    if (now - keys->fed_at >= KEYS_SEQUENCE_MS || keys->in_length == sizeof keys->in)
        return settle_sequence(keys, event);
    return PARSED_WAIT;
}

static bool begins_string(char byte)
{
    return byte == 'P' || byte == ']' || byte == '_' || byte == '^' || byte == 'X';
}

static enum parsed parse_escape(struct keys *keys, int64_t now, struct key_event *event)
{
    if (keys->in_length == 1 && now - keys->fed_at < keys->escape_ms)
        return PARSED_WAIT;
    if (keys->in_length > 1 && (keys->in[1] == '[' || keys->in[1] == 'O'))
        return parse_sequence(keys, now, event);
    if (keys->in_length > 1 && begins_string(keys->in[1])) {
        if (keys->in_length == 2 && now - keys->fed_at < keys->escape_ms)
            return PARSED_WAIT;
        if (keys->in_length > 2) {
            keys->in_string = true;
            drop(keys, 2);
            return PARSED_NOTHING;
        }
    }
    drop(keys, 1);
    return press(event, KEYCODE_ESC);
}

/* A reply we never asked for, up to BEL or ESC \. */
static enum parsed swallow_string(struct keys *keys, int64_t now)
{
    for (size_t at = 0; at < keys->in_length; at++) {
        bool ends =
            keys->in[at] == BEL || (keys->in[at] == '\\' && at > 0 && keys->in[at - 1] == ESC);
        if (!ends)
            continue;
        drop(keys, at + 1);
        keys->in_string = false;
        return PARSED_NOTHING;
    }
    if (now - keys->fed_at < KEYS_SEQUENCE_MS && keys->in_length < sizeof keys->in)
        return PARSED_WAIT;
    keys->in_string = keys->in_length == sizeof keys->in;
    drop(keys, keys->in_length);
    return PARSED_NOTHING;
}

/* ---- paste -------------------------------------------------------------------------------- */

static void paste_add(struct keys *keys, size_t count)
{
    size_t room = sizeof keys->text - 1 - keys->text_length;
    size_t kept = count < room ? count : room;
    memcpy(keys->text + keys->text_length, keys->in, kept);
    keys->text_length += kept;
    drop(keys, count);
}

static enum parsed paste_end(struct keys *keys, struct key_event *event)
{
    keys->pasting = false;
    keys->text[keys->text_length] = '\0';
    *event = (struct key_event){.kind = KEY_EVENT_PASTE, .text = keys->text};
    return PARSED_EVENT;
}

static enum parsed parse_paste(struct keys *keys, int64_t now, struct key_event *event)
{
    static const char end_mark[] = "\033[201~";
    size_t mark = sizeof end_mark - 1;
    const char *end = memmem(keys->in, keys->in_length, end_mark, mark);
    if (end) {
        paste_add(keys, (size_t)(end - keys->in));
        drop(keys, mark);
        return paste_end(keys, event);
    }
    if (keys->in_length > mark) /* the mark may be cut: keep so much */
        paste_add(keys, keys->in_length - mark);
    if (now - keys->fed_at < KEYS_PASTE_MS)
        return PARSED_WAIT;
    paste_add(keys, keys->in_length);
    return paste_end(keys, event);
}

/* ---- the front of the input --------------------------------------------------------------- */

/* Bytes of the character at the front; 0 when its rest is still on the way. */
static size_t character_size(const struct keys *keys, int64_t now)
{
    unsigned char lead = (unsigned char)keys->in[0];
    size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const char *at = keys->in;
    if (keys->in_length < size && now - keys->fed_at < PARTIAL_CHARACTER_MS)
        return 0;
    (void)text_next(&at, keys->in + keys->in_length);
    return (size_t)(at - keys->in);
}

static enum parsed parse_plain(struct keys *keys, int64_t now, struct key_event *event)
{
    size_t size = character_size(keys, now);
    const char *at = keys->in;
    if (size == 0)
        return PARSED_WAIT;
    uint32_t point = text_next(&at, keys->in + keys->in_length);
    if (point != 0xFFFD && text_char_columns(point) >= 0)
        return parse_character(keys, size, event);
    drop(keys, size);
    return PARSED_NOTHING;
}

/* Some codes have bytes between their fields that no key sends; and where so many characters came
 * at once, no finger was as fast with a control key either. Nothing of ours has any. */
static bool is_in_a_code(const struct keys *keys, char byte)
{
    const struct key_run *run = &keys->run;
    bool separates = byte == '\0' || (byte > ESC && byte < ' ');
    bool edits = byte == '\t' || byte == '\r' || byte == '\n' || byte == '\b' || byte == DEL ||
                 byte == CTRL_C;
    return run->length && keys->fed_at - run->last_at <= KEYS_BURST_MS &&
           (separates || (run->characters >= KEYS_SCAN_MIN && !run->same && !edits));
}

static enum parsed parse_control(struct keys *keys, struct key_event *event)
{
    char byte = keys->in[0];
    if ((byte == '\r' || byte == '\n') && take_scan(keys, event))
        return PARSED_EVENT;
    if (is_in_a_code(keys, byte)) {
        keys->in[0] = '?';
        return parse_character(keys, 1, event);
    }
    if (key_run_waits(&keys->run)) {
        keys->run.flushing = true;
        return PARSED_NOTHING;
    }
    key_run_end(&keys->run);
    drop(keys, 1);
    if (byte == DEL || byte == '\b')
        return press(event, KEYCODE_BACKSPACE);
    return press(event, byte == '\n' ? KEYCODE_ENTER : byte);
}

static enum parsed parse_front(struct keys *keys, int64_t now, struct key_event *event)
{
    char byte = keys->in[0];
    if (keys->in_string)
        return swallow_string(keys, now);
    if (byte == ESC && key_run_waits(&keys->run)) {
        keys->run.flushing = true;
        return PARSED_NOTHING;
    }
    if (byte == ESC)
        return parse_escape(keys, now, event);
    if ((unsigned char)byte < 0x20 || byte == DEL)
        return parse_control(keys, event);
    return parse_plain(keys, now, event);
}

static bool next_event(struct keys *keys, int64_t now, struct key_event *event)
{
    for (;;) {
        struct key_run *run = &keys->run;
        if (run->flushing) {
            if (run->over) {
                give_scan(keys, event);
                return true;
            }
            if (key_run_next(run, event))
                return true;
            key_run_end(run);
        }
        if (keys->pasting && parse_paste(keys, now, event) == PARSED_EVENT)
            return true;
        if (keys->pasting || keys->in_length == 0) {
            if (!key_run_waits(run) || now - run->last_at <= KEYS_BURST_MS)
                return false;
            run->flushing = true;
            continue;
        }
        enum parsed parsed = parse_front(keys, now, event);
        if (parsed != PARSED_NOTHING)
            return parsed == PARSED_EVENT;
    }
}

bool keys_next(struct keys *keys, int64_t now, struct key_event *event)
{
    while (next_event(keys, now, event))
        if (!is_of_scanner(keys, event))
            return true;
    return false;
}

static int64_t patience(const struct keys *keys)
{
    if (keys->pasting)
        return KEYS_PASTE_MS;
    if (keys->in_string ||
        (keys->in_length > 1 && keys->in[0] == ESC && !begins_string(keys->in[1])))
        return KEYS_SEQUENCE_MS;
    return keys->in[0] == ESC ? keys->escape_ms : PARTIAL_CHARACTER_MS;
}

int64_t keys_deadline(const struct keys *keys)
{
    int64_t deadline = INT64_MAX;
    if (keys->in_length || keys->pasting)
        deadline = keys->fed_at + patience(keys);
    if (key_run_waits(&keys->run))
        deadline = clock_sooner(deadline, keys->run.last_at + KEYS_BURST_MS + 1);
    return deadline;
}
