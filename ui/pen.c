#include "config.h"

#include "ui/pen.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "ui/term_info.h"

enum { MOVE_TEXT = 64, BACK_MOST = 3 };

/* ---- bytes -------------------------------------------------------------------------------- */

static void add_bytes(struct pen *pen, const char *bytes, size_t size)
{
    if (pen->used + size > pen->room) {
        size_t room = (pen->used + size) * 2;
        char *grown = x_alloc(room);
        if (pen->used)
            memcpy(grown, pen->bytes, pen->used);
        free(pen->bytes);
        pen->bytes = grown;
        pen->room = room;
    }
    memcpy(pen->bytes + pen->used, bytes, size);
    pen->used += size;
}

static void add(struct pen *pen, const char *text)
{
    add_bytes(pen, text, strlen(text));
}

/* ---- moving ------------------------------------------------------------------------------- */

/* A way to go, or none: then it is longer than any. */
struct way {
    char text[MOVE_TEXT];
    size_t length;
};

static const struct way no_way = {"", MOVE_TEXT};

static struct way way_of(const char *text)
{
    struct way way = no_way;
    size_t length = strlen(text);
    if (length > 0 && length < sizeof way.text) {
        memcpy(way.text, text, length + 1);
        way.length = length;
    }
    return way;
}

static struct way way_with(const char *capability, int first, int second)
{
    char text[TERMINFO_TEXT];
    if (!*capability)
        return no_way;
    return way_of(terminfo_fill(capability, first, second, text));
}

static struct way shorter(struct way a, struct way b)
{
    return b.length < a.length ? b : a;
}

static struct way by_steps(const char *many, const char *one, int count)
{
    struct way way = way_with(many, count, 0);
    return count == 1 ? shorter(way, way_of(one)) : way;
}

static struct way across(const struct pen *pen, int column)
{
    int steps = column - pen->column;
    struct way way = column == 0 ? way_of("\r") : way_with(pen->words[PEN_HPA], column, 0);
    if (steps > 0)
        return shorter(way, by_steps(pen->words[PEN_CUF], pen->words[PEN_CUF1], steps));
    if (-steps <= BACK_MOST)
        return shorter(way, way_of(&"\b\b\b"[BACK_MOST + steps]));
    return shorter(way, way_with(pen->words[PEN_CUB], -steps, 0));
}

/* Never by line feeds: what they do depends on the line. */
static struct way along(const struct pen *pen, int row)
{
    int steps = row - pen->row;
    struct way way = way_with(pen->words[PEN_VPA], row, 0);
    return shorter(way, steps > 0 ? way_with(pen->words[PEN_CUD], steps, 0)
                                  : by_steps(pen->words[PEN_CUU], pen->words[PEN_CUU1], -steps));
}

static struct way from_here(const struct pen *pen, int row, int column)
{
    struct way way = {"", 0};
    if (row != pen->row)
        way = along(pen, row);
    if (column == pen->column || way.length == no_way.length)
        return way;
    struct way second = across(pen, column);
    if (way.length + second.length >= sizeof way.text)
        return no_way;
    memcpy(way.text + way.length, second.text, second.length + 1);
    way.length += second.length;
    return way;
}

void pen_move(struct pen *pen, int row, int column)
{
    const struct look plain = {COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    if (pen->row == row && pen->column == column)
        return;
    if (!pen->attributes_travel)
        pen_look(pen, &plain);
    struct way way = way_with(pen->words[PEN_CUP], row, column);
    if (pen->row >= 0 && pen->column >= 0)
        way = shorter(way, from_here(pen, row, column));
    add_bytes(pen, way.text, way.length);
    pen->row = row;
    pen->column = column;
}

static bool saved_here(const struct pen *pen)
{
    return pen->saved_known && pen->saved.row == pen->row && pen->saved.column == pen->column;
}

bool pen_save(struct pen *pen)
{
    if (!*pen->words[PEN_SC] || !*pen->words[PEN_RC] || pen->row < 0 || pen->column < 0)
        return false;
    if (saved_here(pen))
        return true;
    pen->saved = (struct pen_place){pen->row, pen->column, pen->look, pen->look_known};
    pen->saved_known = true;
    add(pen, pen->words[PEN_SC]);
    return true;
}

void pen_unsave(struct pen *pen)
{
    if (pen->used > 0)
        pen->saved_known = false;
    pen->used = 0;
}

void pen_restore(struct pen *pen)
{
    add(pen, pen->words[PEN_RC]);
    pen->row = pen->saved.row;
    pen->column = pen->saved.column;
    pen->look = pen->saved.look;
    pen->look_known = pen->saved.look_known;
}

/* ---- looks -------------------------------------------------------------------------------- */

static bool colours_gone(const struct look *was, const struct look *is)
{
    return (was->fg != COLOUR_DEFAULT && is->fg == COLOUR_DEFAULT) ||
           (was->bg != COLOUR_DEFAULT && is->bg == COLOUR_DEFAULT);
}

static void add_colour(struct pen *pen, const char *capability, int colour)
{
    char text[TERMINFO_TEXT];
    if (colour != COLOUR_DEFAULT && *capability)
        add(pen, terminfo_fill(capability, colour, 0, text));
}

/* What this terminal can show of a look. */
static struct look possible(const struct pen *pen, const struct look *wanted)
{
    struct look look = *wanted;
    if (pen->depth == DEPTH_MONO)
        look.fg = look.bg = COLOUR_DEFAULT;
    bool coloured = look.fg != COLOUR_DEFAULT || look.bg != COLOUR_DEFAULT;
    if (coloured && pen->underline_or_colour)
        look.attrs &= (uint8_t)~LOOK_UNDERLINE;
    return look;
}

void pen_look(struct pen *pen, const struct look *wanted)
{
    struct look is = possible(pen, wanted), was = pen->look;
    if (!pen->look_known || (was.attrs & ~is.attrs) || colours_gone(&was, &is)) {
        add(pen, pen->words[PEN_SGR0]);
        was = (struct look){COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    }
    int fresh = is.attrs & ~was.attrs;
    if (fresh & LOOK_BOLD)
        add(pen, pen->words[PEN_BOLD]);
    if (fresh & LOOK_REVERSE)
        add(pen, pen->words[PEN_REV]);
    if (fresh & LOOK_UNDERLINE)
        add(pen, pen->words[PEN_SMUL]);
    if (is.fg != was.fg)
        add_colour(pen, pen->words[PEN_SETAF], is.fg);
    if (is.bg != was.bg)
        add_colour(pen, pen->words[PEN_SETAB], is.bg);
    pen->look = is;
    pen->look_known = true;
}

bool pen_writes_so(const struct pen *pen, const struct look *wanted)
{
    struct look look = possible(pen, wanted);
    return pen->look_known && look.fg == pen->look.fg && look.bg == pen->look.bg &&
           look.attrs == pen->look.attrs;
}

/* ---- writing ------------------------------------------------------------------------------ */

/* Behind the last column terminals do not agree where they stand. */
void pen_text(struct pen *pen, const char *text, int width)
{
    add(pen, text);
    pen->column += width;
    if (pen->column >= pen->columns)
        pen->row = pen->column = -1;
}

static void be_plain(struct pen *pen)
{
    const struct look plain = {COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    pen_look(pen, &plain); /* many terminals clear with the colour they write with */
}

void pen_clear(struct pen *pen)
{
    be_plain(pen);
    add(pen, pen->words[PEN_CLEAR]);
    pen->row = pen->column = 0;
}

bool pen_clears_end(const struct pen *pen)
{
    return pen->words[PEN_EL][0] != '\0';
}

void pen_clear_end(struct pen *pen)
{
    be_plain(pen);
    add(pen, pen->words[PEN_EL]);
}

/* ---- life --------------------------------------------------------------------------------- */

/* terminfo asks for delays as "$<50>"; a line with flow control needs none. */
static void copy_without_delays(char out[TERMINFO_TEXT], const char *text)
{
    size_t used = 0;
    for (; *text && used + 1 < TERMINFO_TEXT; text++) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>');
        else
            out[used++] = *text;
    }
    out[*text ? 0 : used] = '\0'; /* half a word is worse than none */
}

/* Its word for "plain" also leaves the line-drawing set, which nobody here enters. */
static void shorten_plain(char plain[TERMINFO_TEXT])
{
    static const char enough[] = "\033[m";
    if (strstr(plain, enough))
        memcpy(plain, enough, sizeof enough);
}

void pen_init(struct pen *pen, enum colour_depth depth)
{
    static const char *const names[PEN_WORDS] = {
        "cup", "hpa",   "vpa", "cuu",   "cud",   "cub",  "cuf", "cuu1", "cuf1", "sc",
        "rc",  "clear", "el",  "setaf", "setab", "bold", "rev", "smul", "sgr0",
    };
    enum { UNDERLINE_EXCLUDES_COLOUR = 2 };
    *pen = (struct pen){.depth = depth};
    for (int i = 0; i < PEN_WORDS; i++)
        copy_without_delays(pen->words[i], terminfo_text(names[i]));
    shorten_plain(pen->words[PEN_SGR0]);
    pen->attributes_travel = terminfo_flag("msgr");
    pen->corner_scrolls = terminfo_flag("am") && !terminfo_flag("xenl");
    pen->underline_or_colour = (terminfo_number("ncv") & UNDERLINE_EXCLUDES_COLOUR) != 0;
    pen_forget(pen);
}

void pen_done(struct pen *pen)
{
    free(pen->bytes);
    *pen = (struct pen){.bytes = NULL};
}

void pen_forget(struct pen *pen)
{
    pen->row = pen->column = -1;
    pen->look_known = pen->saved_known = false;
}

void pen_begin(struct pen *pen, int columns)
{
    pen->used = 0;
    pen->columns = columns;
}
