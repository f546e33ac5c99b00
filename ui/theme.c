#include "config.h"

#include "ui/theme.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

enum { D = COLOUR_DEFAULT, B = LOOK_BOLD, R = LOOK_REVERSE, U = LOOK_UNDERLINE };
enum { VALUE_TEXT = 64 };

/* The looks of a style: without colour, with 8, with 256 on a dark and on a light background. */
static const struct {
    const char *name;
    char letter;
    uint8_t mono;
    struct look eight, dark, light;
} table[STYLE_COUNT] = {
    [STYLE_TEXT] = {"text", '.', 0, {D, D, 0}, {D, D, 0}, {D, D, 0}},
    [STYLE_DIM] = {"dim", 'd', 0, {D, D, 0}, {247, D, 0}, {243, D, 0}},
    [STYLE_STRONG] = {"strong", 'b', B, {D, D, B}, {D, D, B}, {D, D, B}},
    [STYLE_TITLE] = {"title", 'T', B, {D, D, B}, {D, D, B}, {D, D, B}},
    [STYLE_BASKET] = {"basket", 'B', B, {D, D, B}, {D, D, B}, {D, D, B}},
    [STYLE_KEY] = {"key", 'k', B, {D, D, B}, {48, D, B}, {22, D, B}},
    [STYLE_HINT] = {"hint", 'i', 0, {D, D, 0}, {D, D, 0}, {D, D, 0}},
    [STYLE_INFO] = {"info", 'I', 0, {D, D, 0}, {D, D, 0}, {D, D, 0}},
    [STYLE_ERROR] = {"error", 'E', R, {D, D, R}, {231, D, R}, {16, D, R}},
    [STYLE_URGENT] = {"urgent", 'U', R, {D, D, R}, {166, D, R}, {53, D, R}},
    [STYLE_HEALTH_GOOD] = {"health.good", 'G', B, {6, D, B}, {48, D, B}, {22, D, B}},
    [STYLE_HEALTH_POOR] = {"health.poor", 'P', B, {3, D, B}, {166, D, B}, {53, D, B}},
    [STYLE_HEALTH_BAD] = {"health.bad", 'X', B | R, {D, D, B | R}, {231, D, B | R}, {16, D, B | R}},
    [STYLE_FOCUS] = {"focus", 'F', R, {D, D, R}, {D, D, R}, {D, D, R}},
    [STYLE_FIELD] = {"field", 'n', U, {D, D, U}, {D, D, U}, {D, D, U}},
    [STYLE_FIELD_FOCUS] = {"field.focus", 'N', R, {D, D, R}, {D, D, R}, {D, D, R}},
    [STYLE_MATCH] = {"match", 'm', U, {D, D, U}, {D, D, U}, {D, D, U}},
    [STYLE_MARK] = {"mark", 'K', B, {D, D, B}, {231, D, B}, {16, D, B}},
    [STYLE_DIALOG] = {"dialog", 'D', 0, {D, D, 0}, {D, D, 0}, {D, D, 0}},
    [STYLE_SEAT_FREE] = {"seat.free", 'f', 0, {6, D, 0}, {48, D, 0}, {22, D, 0}},
    [STYLE_SEAT_MINE] = {"seat.mine", '@', B | R, {D, D, R}, {231, D, R}, {16, D, R}},
    [STYLE_SEAT_HELD] = {"seat.held", 'h', 0, {3, D, 0}, {166, D, 0}, {53, D, 0}},
    [STYLE_SEAT_UNPAID] = {"seat.unpaid", 'r', 0, {5, D, 0}, {213, D, 0}, {27, D, 0}},
    [STYLE_SEAT_SOLD] = {"seat.sold", 'x', 0, {7, D, 0}, {247, D, 0}, {243, D, 0}},
    [STYLE_SEAT_ADMITTED] = {"seat.admitted", 'v', 0, {7, D, 0}, {247, D, 0}, {243, D, 0}},
    [STYLE_SEAT_BLOCKED] = {"seat.blocked", '#', 0, {7, D, 0}, {247, D, 0}, {243, D, 0}},
    [STYLE_SEAT_CHANNEL] = {"seat.channel", ',', 0, {7, D, 0}, {63, D, 0}, {18, D, 0}},
    [STYLE_SEAT_WHEELCHAIR] = {"seat.wheelchair", 'w', U, {6, D, 0}, {48, D, 0}, {22, D, 0}},
    [STYLE_SEAT_CONFLICT] = {"seat.conflict", '!', B | R, {D, D, B | R}, {231, D, R}, {16, D, R}},
    [STYLE_SEAT_STALE] = {"seat.stale", '?', 0, {7, D, 0}, {247, D, 0}, {243, D, 0}},
};

const char *style_name(enum style style)
{
    assert((unsigned)style < STYLE_COUNT);
    return table[style].name;
}

char style_letter(enum style style)
{
    assert((unsigned)style < STYLE_COUNT);
    return table[style].letter;
}

enum colour_depth theme_depth(int colours, const char *no_colour)
{
    if (colours < 8 || (no_colour && *no_colour))
        return DEPTH_MONO;
    return colours == 256 ? DEPTH_256 : DEPTH_8;
}

/* White on a light background cannot be read: 8 colours there leave grey things to the default. */
static struct look eight_on(bool light, struct look look)
{
    if (light && look.fg == 7)
        look.fg = COLOUR_DEFAULT;
    if (light && (look.fg == 3 || look.fg == 6))
        look.fg = look.fg == 3 ? 5 : 4;
    return look;
}

static struct look look_of(enum style style, enum colour_depth depth, bool light)
{
    if (depth == DEPTH_MONO)
        return (struct look){COLOUR_DEFAULT, COLOUR_DEFAULT, table[style].mono};
    if (depth == DEPTH_8)
        return eight_on(light, table[style].eight);
    return light ? table[style].light : table[style].dark;
}

void theme_init(struct theme *theme, enum colour_depth depth, bool light)
{
    theme->depth = depth;
    theme->light = light;
    for (int i = 0; i < STYLE_COUNT; i++)
        theme->looks[i] = look_of((enum style)i, depth, light);
}

void theme_spare(struct theme *theme)
{
    static const enum style plain[] = {STYLE_SEAT_FREE,    STYLE_SEAT_SOLD,  STYLE_SEAT_ADMITTED,
                                       STYLE_SEAT_BLOCKED, STYLE_SEAT_STALE, STYLE_DIM};
    for (int i = 0; i < COUNT_OF(plain); i++)
        theme->looks[plain[i]].fg = COLOUR_DEFAULT;
}

static int find_style(const char *name)
{
    for (int i = 0; i < STYLE_COUNT; i++)
        if (strcmp(table[i].name, name) == 0)
            return i;
    return -1;
}

static bool attr_of(const char *word, uint8_t *attrs)
{
    static const char *const words[] = {"bold", "reverse", "underline"};
    for (int i = 0; i < COUNT_OF(words); i++)
        if (strcmp(word, words[i]) == 0) {
            *attrs |= (uint8_t)(1u << i);
            return true;
        }
    return strcmp(word, "plain") == 0;
}

static bool colour_of(const char *word, int16_t *colour)
{
    int64_t value;
    if (strcmp(word, "default") == 0) {
        *colour = COLOUR_DEFAULT;
        return true;
    }
    if (!text_to_int(word, 0, 255, &value))
        return false;
    *colour = (int16_t)value;
    return true;
}

/* One word of a value; `ground` is where the next colour goes. */
static bool take_word(const char *word, struct look *look, int16_t **ground)
{
    if (strcmp(word, "on") == 0) {
        *ground = &look->bg;
        return true;
    }
    return attr_of(word, &look->attrs) || colour_of(word, *ground);
}

static struct look shown_at(enum colour_depth depth, struct look look)
{
    if (depth == DEPTH_MONO || (depth == DEPTH_8 && look.fg > 7))
        look.fg = COLOUR_DEFAULT;
    if (depth == DEPTH_MONO || (depth == DEPTH_8 && look.bg > 7))
        look.bg = COLOUR_DEFAULT;
    return look;
}

bool theme_set(struct theme *theme, const char *style, const char *value)
{
    char words[VALUE_TEXT], *rest = words;
    struct look look = {COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    int16_t *ground = &look.fg;
    int found = find_style(style), count = 0;
    if (found < 0 || !text_copy(words, sizeof words, value))
        return false;
    for (char *word; (word = strsep(&rest, " \t"));) {
        if (!*word)
            continue;
        if (!take_word(word, &look, &ground))
            return false;
        count++;
    }
    if (count)
        theme->looks[found] = shown_at(theme->depth, look);
    return count > 0;
}
