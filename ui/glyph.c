#include "config.h"

#include "ui/glyph.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "src/base/attr.h"
#include "src/base/text.h"

const char tier_probe[] = "○";

static const struct {
    const char *ascii, *graphic;
} table[GLYPH_COUNT] = {
    [GLYPH_FREE] = {"o", "○"},         [GLYPH_MINE] = {"@", "■"},
    [GLYPH_HELD] = {"h", "▒"},         [GLYPH_UNPAID] = {"r", "♦"},
    [GLYPH_SOLD] = {"x", "x"},         [GLYPH_ADMITTED] = {"v", "√"},
    [GLYPH_BLOCKED] = {"#", "#"},      [GLYPH_CHANNEL] = {",", "·"},
    [GLYPH_WHEELCHAIR] = {"w", "w"},   [GLYPH_CONFLICT] = {"!", "!"},
    [GLYPH_STALE] = {"?", "?"},        [GLYPH_ACROSS] = {"-", "─"},
    [GLYPH_DOWN] = {"|", "│"},         [GLYPH_TOP_LEFT] = {"+", "┌"},
    [GLYPH_TOP_RIGHT] = {"+", "┐"},    [GLYPH_BOTTOM_LEFT] = {"+", "└"},
    [GLYPH_BOTTOM_RIGHT] = {"+", "┘"}, [GLYPH_BAR] = {"#", "█"},
    [GLYPH_BAR_REST] = {".", "░"},     [GLYPH_STAGE] = {"=", "═"},
};

const char *glyph_text(enum tier tier, enum glyph glyph)
{
    assert((unsigned)glyph < GLYPH_COUNT);
    return tier == TIER_GRAPHIC ? table[glyph].graphic : table[glyph].ascii;
}

_Static_assert(STYLE_COUNT - STYLE_SEAT_FREE == GLYPH_SEATS, "every seat glyph has its style");

enum style glyph_style(enum glyph seat)
{
    assert((unsigned)seat < GLYPH_SEATS);
    return (enum style)(STYLE_SEAT_FREE + (int)seat);
}

/* Terminals that draw code page 437 in UTF-8; a name also stands for what begins with it. */
static bool draws_graphics(const char *term)
{
    static const char *const families[] = {
        "xterm",   "linux",   "tmux",    "screen",   "rxvt",       "foot",   "kitty", "alacritty",
        "wezterm", "vte",     "konsole", "gnome",    "putty",      "st",     "iterm", "contour",
        "mintty",  "ghostty", "nsterm",  "teraterm", "terminator", "mlterm",
    };
    for (int i = 0; i < COUNT_OF(families); i++) {
        size_t length = strlen(families[i]);
        if (strncmp(term, families[i], length) == 0 &&
            (term[length] == '\0' || term[length] == '-' || term[length] == '.'))
            return true;
    }
    return false;
}

enum tier tier_choose(const char *codeset, const char *term)
{
    bool utf8 = strcasecmp(codeset, "UTF-8") == 0 || strcasecmp(codeset, "UTF8") == 0;
    return utf8 && term && draws_graphics(term) ? TIER_GRAPHIC : TIER_ASCII;
}

const char *glyph_spinner(int step)
{
    static const char *const turn[] = {"|", "/", "-", "\\"};
    return turn[(unsigned)step % COUNT_OF(turn)];
}

/* U+00A0 to U+017F, one ASCII letter each; '?' where no single letter stands for it. */
static const char latin[] = " !?L?Y|S\"Ca<?-R-o?23'uP.,1o>???\?"
                            "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTs"
                            "aaaaaaaceeeeiiiidnooooo/ouuuuyty"
                            "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGg"
                            "GgGgHhHhIiIiIiIiIiJjJjKkkLlLlLlL"
                            "lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSs"
                            "SsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
_Static_assert(sizeof latin - 1 == 0x180 - 0xa0, "one letter for each");

/* Typographic signs that have a plain form. */
static const struct {
    uint32_t point;
    const char *plain;
} signs[] = {
    {0x2010, "-"}, {0x2011, "-"}, {0x2012, "-"},  {0x2013, "-"},  {0x2014, "-"},  {0x2018, "'"},
    {0x2019, "'"}, {0x201a, "'"}, {0x201c, "\""}, {0x201d, "\""}, {0x201e, "\""}, {0x2026, "."},
    {0x202f, " "}, {0x2009, " "}, {0x2022, "*"},  {0x20ac, "E"},
};

static const char *fold_glyph(const char *text)
{
    for (int i = 0; i < GLYPH_COUNT; i++)
        if (strcmp(table[i].graphic, text) == 0)
            return table[i].ascii;
    return NULL;
}

static const char *one_letter(char letter)
{
    static char letters[128][2];
    letters[(unsigned char)letter & 127][0] = letter;
    return letters[(unsigned char)letter & 127];
}

const char *glyph_fold(const char *text)
{
    const char *end = text + strlen(text), *at = text;
    const char *glyph = fold_glyph(text);
    if (glyph)
        return glyph;
    uint32_t point = text < end ? text_next(&at, end) : ' ';
    if (point < 0x80)
        return one_letter((char)point);
    if (point >= 0xa0 && point < 0x180)
        return one_letter(latin[point - 0xa0]);
    for (int i = 0; i < COUNT_OF(signs); i++)
        if (signs[i].point == point)
            return signs[i].plain;
    return "?";
}
