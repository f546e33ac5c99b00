#include "config.h"

#include "tests/lib/known_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <curses.h>
#include <term.h>

enum { PIECE = 96, BYTES = 512, NUMBERS = 9 };

/* Each a piece: "[H", "[N;NH" or "?25h" or "1m" or "38;5;Nm". */
struct known {
    char (*at)[PIECE];
    int count, room;
};

/* ---- sequences in pieces --------------------------------------------------------------------- */

typedef bool piece_fn(void *ctx, const char *piece);

/* The bytes of the sequence that begins at the escape. */
static size_t sequence_size(const char *bytes, size_t size)
{
    size_t at = 1;
    if (size < 2)
        return size;
    if (bytes[1] == '[') {
        for (at = 2; at < size && bytes[at] >= 0x20 && bytes[at] <= 0x3f;)
            at++;
    } else if (bytes[1] == ']' || bytes[1] == 'P') {
        for (; at < size && bytes[at] != '\a' && !(bytes[at] == '\\' && bytes[at - 1] == '\033');)
            at++;
    } else {
        for (; at < size && bytes[at] >= 0x20 && bytes[at] <= 0x2f;)
            at++;
    }
    return at < size ? at + 1 : size;
}

/* Digits become one N. */
static void blur(const char *bytes, size_t size, char out[PIECE])
{
    size_t used = 0;
    for (size_t i = 0; i < size && used + 1 < PIECE; i++) {
        bool digit = bytes[i] >= '0' && bytes[i] <= '9';
        if (!digit)
            out[used++] = bytes[i];
        else if (used == 0 || out[used - 1] != 'N')
            out[used++] = 'N';
    }
    out[used] = '\0';
}

/* "1;7" before "m": each number by itself, but a colour of a palette with what belongs to it. */
static bool split(const char *numbers, size_t size, const char *mark, char last, piece_fn *tell,
                  void *ctx)
{
    char piece[PIECE];
    bool fine = true;
    size_t at = 0;
    do {
        const char *from = numbers + at;
        size_t length = strspn(from, "0123456789:");
        bool palette = last == 'm' && at + 5 < size &&
                       (memcmp(from, "38;5;", 5) == 0 || memcmp(from, "48;5;", 5) == 0);
        if (palette)
            length = 5 + strspn(from + 5, "0123456789");
        snprintf(piece, sizeof piece, "%s%.*s%c", mark, palette ? 5 : (int)length, from, last);
        fine = fine && tell(ctx, piece);
        at += length + 1;
    } while (at <= size && size > 0 && fine);
    return fine;
}

static bool tell_sequence(const char *bytes, size_t size, piece_fn *tell, void *ctx)
{
    char piece[PIECE];
    char last = bytes[size - 1];
    bool csi = size > 2 && bytes[1] == '[';
    if (csi && bytes[2] == '?' && (last == 'h' || last == 'l'))
        return split(bytes + 3, size - 4, "?", 'h', tell, ctx); /* on and off are one mode */
    if (csi && last == 'm')
        return split(bytes + 2, size - 3, "", last, tell, ctx);
    blur(bytes + 1, size - 1, piece);
    return tell(ctx, piece);
}

/* Every escape sequence and control byte; texts are passed over. */
static bool each_piece(const char *bytes, size_t size, piece_fn *tell, void *ctx)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        char control[PIECE];
        if (byte == '\033') {
            size_t length = sequence_size(bytes + i, size - i);
            if (!tell_sequence(bytes + i, length, tell, ctx))
                return false;
            i += length - 1;
        } else if (byte < 0x20 || byte == 0x7f) {
            snprintf(control, sizeof control, "^%02x", byte);
            if (!tell(ctx, control))
                return false;
        }
    }
    return true;
}

/* ---- what the entry knows -------------------------------------------------------------------- */

static bool knows(const struct known *known, const char *piece)
{
    for (int i = 0; i < known->count; i++)
        if (strcmp(known->at[i], piece) == 0)
            return true;
    return false;
}

static bool keep(void *ctx, const char *piece)
{
    struct known *known = ctx;
    if (knows(known, piece))
        return true;
    if (known->count == known->room) {
        known->room = known->room ? known->room * 2 : 256;
        known->at = realloc(known->at, (size_t)known->room * sizeof *known->at);
        if (!known->at)
            abort();
    }
    snprintf(known->at[known->count++], PIECE, "%s", piece);
    return true;
}

void known_add(struct known *known, const char *bytes)
{
    char plain[BYTES];
    size_t used = 0;
    while (*bytes && used + 1 < sizeof plain) {
        const char *end = bytes[0] == '$' && bytes[1] == '<' ? strchr(bytes, '>') : NULL;
        if (end)
            bytes = end + 1; /* padding is time, not bytes */
        else
            plain[used++] = *bytes++;
    }
    each_piece(plain, used, keep, known);
}

static void add_filled(struct known *known, const char *string, const int n[NUMBERS])
{
    const char *filled = tparm(string, (long)n[0], (long)n[1], (long)n[2], (long)n[3], (long)n[4],
                               (long)n[5], (long)n[6], (long)n[7], (long)n[8]);
    if (filled)
        known_add(known, filled);
}

/* With every set of nine flags, and with every colour of a palette as its first number. */
static void add_parameters(struct known *known, const char *string)
{
    for (int set = 0; set < 512; set++) {
        int flags[NUMBERS], colour[NUMBERS] = {set % 256, 2, 3, 4, 5, 6, 7, 8, 9};
        for (int i = 0; i < NUMBERS; i++)
            flags[i] = set >> i & 1;
        add_filled(known, string, flags);
        add_filled(known, string, colour);
    }
}

static void add_capability(struct known *known, const char *name)
{
    char copy[16]; /* tigetstr wants a text it never writes to */
    snprintf(copy, sizeof copy, "%s", name);
    const char *string = tigetstr(copy);
    if (!string || string == (const char *)-1 || strstr(string, "%s") || strstr(string, "%l"))
        return;
    if (strchr(string, '%'))
        add_parameters(known, string);
    else
        known_add(known, string);
}

/* A terminal that has a report of clicks can be asked for them. */
static void add_mouse(struct known *known)
{
    char name[] = "kmous";
    const char *report = tigetstr(name);
    if (report && report != (const char *)-1)
        known_add(known, "\033[?1000h\033[?1006h");
}

/* Keys are what the terminal sends, all else is what it understands. */
struct known *known_new(const char *term)
{
    static const char *const more[] = {"BE", "BD", "E3", "Se", "Ss", "Smulx", "XM", "fd", "fe"};
    static const char everywhere[] = "\r\n\b\a";
    int why = 0;
    if (setupterm(term, 1, &why) != OK)
        return NULL;
    struct known *known = calloc(1, sizeof *known);
    if (!known)
        abort();
    known_add(known, everywhere);
    for (int i = 0; strnames[i]; i++)
        if (strnames[i][0] != 'k')
            add_capability(known, strnames[i]);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        add_capability(known, more[i]);
    add_mouse(known);
    del_curterm(cur_term);
    return known;
}

void known_free(struct known **known)
{
    if (*known)
        free((*known)->at);
    free(*known);
    *known = NULL;
}

/* ---- judging --------------------------------------------------------------------------------- */

struct judge {
    const struct known *known;
    char *wrong;
};

static bool is_known(void *ctx, const char *piece)
{
    const struct judge *judge = ctx;
    if (knows(judge->known, piece))
        return true;
    snprintf(judge->wrong, KNOWN_WRONG, "%.60s", piece);
    return false;
}

bool known_covers(const struct known *known, const char *bytes, size_t size,
                  char wrong[KNOWN_WRONG])
{
    struct judge judge = {.known = known, .wrong = wrong};
    return each_piece(bytes, size, is_known, &judge);
}
